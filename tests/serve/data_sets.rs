//! `/api/templates/{id}/data`.

use reportctl::delivery::queue::Scope;
use serde_json::json;

use super::service::{TestDatabase, TestService, document};

async fn with_invoice() -> TestService {
    let service = TestService::new();
    service.post("/api/templates", &document("Invoice", "{number}")).await;
    service
}

const SMALL: &str = "/api/templates/invoice/data/small";

#[tokio::test]
async fn data_sets_come_back_as_they_were_sent() {
    let service = with_invoice().await;
    assert_eq!(service.get("/api/templates/invoice/data").await.json(), json!([]));
    let sent = "{ \"number\": 7.10,\n \"more\": 12345678901234567890 }";
    let stored = service.ask(&format!("PUT {SMALL}"), &[], sent).await;
    assert_eq!((stored.status.as_u16(), stored.body.len()), (204, 0));
    let loaded = service.get(SMALL).await;
    assert_eq!(String::from_utf8(loaded.body.clone()).unwrap(), sent);
    assert_eq!(loaded.header("etag"), stored.header("etag"));
    assert_eq!(loaded.header("content-type"), "application/json");
    let names = service.get("/api/templates/invoice/data").await.json();
    assert_eq!(names, json!([{"name": "small", "bytes": sent.len()}]));
    assert!(service.path("templates/invoice.data/small.json").exists());

    assert_eq!(service.ask(&format!("DELETE {SMALL}"), &[], "").await.status, 204);
    service.get(SMALL).await.refused(404, "dataSetNotFound");
    service.ask(&format!("DELETE {SMALL}"), &[], "").await.refused(404, "dataSetNotFound");
}

#[tokio::test]
async fn changes_of_others_are_not_overwritten() {
    let service = with_invoice().await;
    let put = format!("PUT {SMALL}");
    let first = service.ask(&put, &[], "{}").await.header("etag").to_owned();
    let condition = format!("If-Match: {first}");
    assert_eq!(service.ask(&put, &[&condition], "[1]").await.status, 204);
    service.ask(&put, &[&condition], "[2]").await.refused(412, "conflict");
    assert_eq!(service.get(SMALL).await.json(), json!([1]));
    service.ask(&put, &["If-None-Match: *"], "[3]").await.refused(412, "conflict");
    assert_eq!(service.get(SMALL).await.json(), json!([1]));
    let other = format!("{put}-one");
    service.ask(&other, &[&condition, "If-None-Match: *"], "[3]").await.refused(412, "conflict");
    assert_eq!(service.ask(&other, &["If-None-Match: *"], "[3]").await.status, 204);
    // Any version, and one of several.
    assert_eq!(service.ask(&other, &["If-Match: *"], "[4]").await.status, 204);
    service.ask(&format!("{put}-two"), &["If-Match: *"], "[4]").await.refused(412, "conflict");
    let second = service.get(SMALL).await.header("etag").to_owned();
    let several = format!("{condition}, {second}");
    assert_eq!(service.ask(&put, &[&several], "[5]").await.status, 204);
}

#[tokio::test]
async fn data_that_changed_meanwhile_is_not_deleted() {
    let service = with_invoice().await;
    let (put, delete) = (format!("PUT {SMALL}"), format!("DELETE {SMALL}"));
    let first = service.ask(&put, &[], "{}").await.header("etag").to_owned();
    let second = service.ask(&put, &[], "[1]").await.header("etag").to_owned();
    let condition = |version: &str| format!("If-Match: {version}");
    service.ask(&delete, &[&condition(&first)], "").await.refused(412, "conflict");
    assert_eq!(service.get(SMALL).await.json(), json!([1]));
    let either = condition(&format!("{first}, {second}"));
    assert_eq!(service.ask(&delete, &[&either], "").await.status, 204);
    // What is gone has no version.
    service.ask(&delete, &["If-Match: *"], "").await.refused(412, "conflict");
    service.ask(&put, &["If-Match: *"], "[2]").await.refused(412, "conflict");
    assert_eq!(service.ask(&put, &[], "[2]").await.status, 204);
    // A condition that names no version holds for none (RFC 9110, 13.1.1).
    service.ask(&put, &["If-Match: "], "[2]").await.refused(412, "conflict");
    assert_eq!(service.ask(&put, &["If-Match: *"], "[3]").await.status, 204);
    assert_eq!(service.ask(&delete, &["If-Match: *"], "").await.status, 204);
}

#[tokio::test]
async fn what_cannot_be_data_is_refused() {
    let service = TestService::with("serve: {dataBytes: 100}");
    service.post("/api/templates", &document("Invoice", "a")).await;
    let put = |name: &str| format!("PUT /api/templates/invoice/data/{name}");
    service.ask(&put("small"), &[], "{").await.refused(400, "malformedJson");
    let large = format!("\"{}\"", "x".repeat(100));
    service.ask(&put("small"), &[], &large).await.refused(413, "bodyTooLarge");
    service.ask(&put("Small"), &[], "{}").await.refused(422, "invalidId");
    service.ask(&put("..%2Fother"), &[], "{}").await.refused(422, "invalidId");
    let other = "PUT /api/templates/nothing/data/small";
    service.ask(other, &[], "{}").await.refused(404, "templateNotFound");
    service.get("/api/templates/invoice/data/..%2Finvoice").await.refused(404, "dataSetNotFound");
}

#[test]
fn data_sets_are_for_their_tenant() {
    TestDatabase::Sqlite.run(async |database| {
        let service = database.service("{}");
        let bearer = |tenant: &str, scopes: &[Scope]| {
            format!("Authorization: Bearer {}", service.token(tenant, scopes))
        };
        let acme = bearer("acme", &Scope::ALL);
        let invoice = document("Invoice", "a");
        service.ask("POST /api/templates", &[&acme], &invoice).await;
        let put = format!("PUT {SMALL}");
        assert_eq!(service.ask(&put, &[&acme], "{}").await.status, 204);
        let get = format!("GET {SMALL}");
        let other = bearer("other", &Scope::ALL);
        service.ask(&get, &[&other], "").await.refused(404, "templateNotFound");
        let reader = bearer("acme", &[Scope::TemplatesRead]);
        assert_eq!(service.ask(&get, &[&reader], "").await.status, 200);
        service.ask(&put, &[&reader], "{}").await.refused(403, "forbidden");
    });
}

#[tokio::test]
async fn data_that_is_too_large_is_no_fault_of_the_disk() {
    let service = TestService::with("serve: {dataBytes: 100}");
    service.post("/api/templates", &document("Invoice", "{number}")).await;
    std::fs::create_dir_all(service.path("templates/invoice.data")).unwrap();
    std::fs::write(service.path("templates/invoice.data/small.json"), [b' '; 101]).unwrap();
    let refused = service.get(SMALL).await.refused(413, "bodyTooLarge");
    assert_eq!(refused["limitBytes"], 100, "{refused}");
    assert_eq!(service.ask(&format!("DELETE {SMALL}"), &[], "").await.status, 204);
}

#[cfg(unix)]
#[tokio::test]
async fn deleting_a_link_deletes_no_data_of_another_template() {
    let service = with_invoice().await;
    service.post("/api/templates", &document("Other", "{number}")).await;
    let other = "/api/templates/other/data/small";
    service.ask(&format!("PUT {other}"), &[], "[1]").await;
    std::fs::create_dir_all(service.path("templates/invoice.data")).unwrap();
    let link = service.path("templates/invoice.data/small.json");
    std::os::unix::fs::symlink("../other.data/small.json", &link).unwrap();
    assert_eq!(service.ask(&format!("DELETE {SMALL}"), &[], "").await.status, 204);
    assert!(!link.is_symlink());
    assert_eq!(service.get(other).await.json(), json!([1]));
}
