//! `/api/library`.

use reportctl::delivery::queue::Scope;
use serde_json::json;

use super::service::{TestDatabase, TestService};

const LOGO: &str = "/api/library/logo.png";
/// A picture.
const PNG: &[u8] = include_bytes!("../golden/invoice-small-1.png");
const WHITE: &str = "P6 1 1 255 \u{1}\u{2}";

#[tokio::test]
async fn files_come_back_as_they_were_sent() {
    let service = TestService::new();
    assert_eq!(service.get("/api/library").await.json(), json!([]));
    let stored = service.ask(&format!("PUT {LOGO}"), &[], WHITE).await;
    assert_eq!(stored.status, 201);
    assert_eq!(stored.json()["name"], "logo.png");
    let loaded = service.get(LOGO).await;
    assert_eq!(loaded.body, WHITE.as_bytes());
    assert_eq!(loaded.header("etag"), stored.header("etag"));
    // A browser shows none of it.
    assert_eq!(loaded.header("content-type"), "application/octet-stream");
    assert_eq!(loaded.header("x-content-type-options"), "nosniff");
    assert_eq!(loaded.header("content-disposition"), "attachment");
    let known = format!("If-None-Match: {}", loaded.header("etag"));
    assert_eq!(service.ask(&format!("GET {LOGO}"), &[&known], "").await.status, 304);
    let listed = service.get("/api/library").await.json();
    assert_eq!(listed, json!([{"name": "logo.png", "bytes": WHITE.len()}]));
    assert!(service.path("library/logo.png").exists());
    assert_eq!(service.ask(&format!("PUT {LOGO}"), &[], "x").await.status, 200);
    assert_eq!(service.ask(&format!("DELETE {LOGO}"), &[], "").await.status, 204);
    service.get(LOGO).await.refused(404, "libraryFileNotFound");
    service.ask(&format!("DELETE {LOGO}"), &[], "").await.refused(404, "libraryFileNotFound");
}

#[tokio::test]
async fn changes_of_others_are_not_overwritten() {
    let service = TestService::new();
    let put = format!("PUT {LOGO}");
    let first = service.ask(&put, &[], "1").await.header("etag").to_owned();
    let condition = format!("If-Match: {first}");
    assert_eq!(service.ask(&put, &[&condition], "2").await.status, 200);
    service.ask(&put, &[&condition], "3").await.refused(412, "conflict");
    service.ask(&put, &["If-None-Match: *"], "3").await.refused(412, "conflict");
    service.ask(&format!("DELETE {LOGO}"), &[&condition], "").await.refused(412, "conflict");
    service.ask(&put, &["If-Match: *", "If-None-Match: *"], "3").await.refused(412, "conflict");
    let other = "PUT /api/library/other.png";
    service.ask(other, &["If-Match: *"], "3").await.refused(412, "conflict");
    assert_eq!(service.ask(other, &["If-None-Match: *"], "3").await.status, 201);
    assert_eq!(service.get(LOGO).await.body, b"2");
}

#[tokio::test]
async fn what_cannot_be_a_file_is_refused() {
    let service = TestService::with("serve: {templateBytes: 100}");
    let large = "x".repeat(101);
    service.ask(&format!("PUT {LOGO}"), &[], &large).await.refused(413, "bodyTooLarge");
    for name in ["..%2Fsecret", ".hidden", "a%20b", "%C3%A4.png"] {
        let refused = service.ask(&format!("PUT /api/library/{name}"), &[], "x").await;
        refused.refused(422, "invalidField");
        service.get(&format!("/api/library/{name}")).await.refused(404, "libraryFileNotFound");
    }
}

#[test]
fn tenants_see_their_own_files() {
    TestDatabase::Sqlite.run(async |database| {
        let service = database.service("{}");
        let bearer = |tenant: &str, scopes: &[Scope]| {
            format!("Authorization: Bearer {}", service.token(tenant, scopes))
        };
        let (acme, other) = (bearer("acme", &Scope::ALL), bearer("other", &Scope::ALL));
        let reader = bearer("acme", &[Scope::TemplatesRead]);
        let (put, get) = (format!("PUT {LOGO}"), format!("GET {LOGO}"));
        assert_eq!(service.ask(&put, &[&acme], "acme").await.status, 201);
        assert_eq!(service.ask(&get, &[&reader], "").await.body, b"acme");
        service.ask(&get, &[&other], "").await.refused(404, "libraryFileNotFound");
        service.ask(&put, &[&reader], "x").await.refused(403, "forbidden");
        service.ask(&put, &[], "x").await.refused(401, "unauthorized");
        assert!(service.path("library/acme/logo.png").exists());
    });
}

#[tokio::test]
async fn a_preview_uses_the_files_as_they_are_now() {
    let service = TestService::new();
    let template = json!({
        "extensions": 1, "page": {"width": 100, "height": 100},
        "schemas": [{"id": "p", "name": "p", "type": "image", "x": 1, "y": 1, "width": 9,
                     "height": 9, "content": "lib:logo.png"}]});
    let body = json!({"template": template, "data": {}}).to_string();
    let preview = async || service.ask("POST /api/reports/preview", &[], &body).await;
    preview().await.refused(422, "libraryFileNotFound");
    std::fs::create_dir_all(service.path("library")).unwrap();
    std::fs::write(service.path("library/logo.png"), PNG).unwrap();
    assert_eq!(preview().await.status, 200);
    std::fs::remove_file(service.path("library/logo.png")).unwrap();
    preview().await.refused(422, "libraryFileNotFound");
}

#[test]
fn editors_get_the_texts_that_templates_share() {
    TestDatabase::Sqlite.run(async |database| {
        let service = database.service("{}");
        assert_eq!(service.get("/api/texts").await.json(), json!({}));
        let texts = |path: &str, text: &str| {
            let path = service.path(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        texts("templates/texts/de.json", r#"{"total": "Summe", "due": "Fällig"}"#);
        texts("templates/acme/texts/de.json", r#"{"total": "Gesamt"}"#);
        let shared = service.get("/api/texts").await.json();
        assert_eq!(shared, json!({"de": {"due": "Fällig", "total": "Summe"}}));
        // Tenants have texts of their own.
        let token = service.token("acme", &[Scope::TemplatesRead]);
        let bearer = format!("Authorization: Bearer {token}");
        let shared = service.ask("GET /api/texts", &[&bearer], "").await.json();
        assert_eq!(shared, json!({"de": {"total": "Gesamt"}}));
        texts("templates/acme/texts/de.json", "[]");
        service.ask("GET /api/texts", &[&bearer], "").await.refused(422, "templateUnreadable");
    });
}

#[test]
fn editors_get_the_fonts_of_the_settings() {
    TestDatabase::Sqlite.run(async |database| {
        let none = database.service("{}").get("/api/fonts").await.json();
        assert_eq!(none, json!({"files": [], "named": {}, "fallback": true}));

        let files = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fonts");
        let settings = format!("{{fonts: [{files}/FixtureKern.ttf, {files}/FixtureSmall.woff2], fallbackFont: false}}");
        let service = database.service(&settings);
        let listed = service.get("/api/fonts").await;
        let fonts = listed.json();
        assert_eq!(fonts["fallback"], false);
        assert_eq!(fonts["files"][0]["name"], "FixtureKern.ttf");
        assert_eq!(fonts["files"][1]["name"], "FixtureSmall.woff2");
        let known = format!("If-None-Match: {}", listed.header("etag"));
        assert_eq!(service.ask("GET /api/fonts", &[&known], "").await.status, 304);

        let address = |index: usize| format!("/api/fonts/{}", fonts["files"][index]["sha256"].as_str().unwrap());
        let plain = service.get(&address(0)).await;
        assert_eq!(plain.body, std::fs::read(format!("{files}/FixtureKern.ttf")).unwrap());
        assert_eq!(plain.body.len(), fonts["files"][0]["bytes"]);
        assert_eq!(plain.header("content-type"), "application/octet-stream");
        assert_eq!(plain.header("x-content-type-options"), "nosniff");
        let known = format!("If-None-Match: {}", plain.header("etag"));
        assert_eq!(service.ask(&format!("GET {}", address(0)), &[&known], "").await.status, 304);
        // Packed fonts come as the engine reads them.
        assert_eq!(service.get(&address(1)).await.body[..4], [0, 1, 0, 0]);
        service.get("/api/fonts/0").await.refused(404, "libraryFileNotFound");

        // The right is that of templates.
        let bearer = |scope| format!("Authorization: Bearer {}", service.token("acme", &[scope]));
        let (reader, other) = (bearer(Scope::TemplatesRead), bearer(Scope::LogRead));
        assert_eq!(service.ask("GET /api/fonts", &[&reader], "").await.json(), fonts);
        service.ask("GET /api/fonts", &[&other], "").await.refused(403, "forbidden");
        service.ask(&format!("GET {}", address(0)), &[&other], "").await.refused(403, "forbidden");

        let named = database.service("fonts: {house: {regular: 'lib:house.ttf', fallback: [cjk]}, cjk: {regular: 'lib:cjk.ttf'}}");
        let fonts = named.get("/api/fonts").await.json();
        assert_eq!(fonts["named"]["house"], json!({"regular": "lib:house.ttf", "fallback": ["cjk"]}));
        assert_eq!(fonts["files"], json!([]));
    });
}

#[test]
fn the_library_of_each_tenant_has_a_quota() {
    TestDatabase::Sqlite.run(async |database| {
        let service = database.service("serve: {libraryBytes: 10000}");
        let bearer =
            |tenant: &str| format!("Authorization: Bearer {}", service.token(tenant, &Scope::ALL));
        let (acme, other) = (bearer("acme"), bearer("other"));
        let put = async |name: &str, token: &str, bytes: usize| {
            let request = format!("PUT /api/library/{name}");
            service.ask(&request, &[token], &"x".repeat(bytes)).await
        };
        assert_eq!(put("a.txt", &acme, 6_000).await.status, 201);
        let full = put("b.txt", &acme, 5_000).await.refused(422, "libraryFull");
        let numbers = (&full["blame"], &full["usedBytes"], &full["limitBytes"]);
        assert_eq!(numbers, (&json!("data"), &json!(6_000), &json!(10_000)), "{full}");
        assert!(!full["advice"].as_str().unwrap().contains("serve."), "{full}");
        assert_eq!(put("b.txt", &other, 5_000).await.status, 201);
        assert_eq!(service.ask("DELETE /api/library/a.txt", &[&acme], "").await.status, 204);
        assert_eq!(put("b.txt", &acme, 5_000).await.status, 201);
    });
}
