//! `/`: the template designer.

use reportctl::delivery::queue::Scope;
use serde_json::json;

use super::service::TestService;

#[tokio::test]
async fn the_page_loads_its_own_files_and_nothing_else() {
    let service = TestService::new();
    let page = service.get("/").await;
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    let policy = page.header("content-security-policy");
    for part in ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    let scripts = policy.split(';').find(|part| part.contains("script-src")).unwrap();
    assert_eq!(scripts.trim(), "script-src 'self' 'wasm-unsafe-eval'");
    assert!(!policy.contains("http") && !policy.contains('*'), "{policy}");
    let html = String::from_utf8(page.body).unwrap();
    assert!(!html.contains("http:") && !html.contains("https:"), "{html}");
    for file in html.split('"').filter_map(|part| part.strip_prefix("./assets/")) {
        let asset = service.get(&format!("/assets/{file}")).await;
        assert_eq!(asset.status, 200, "{file}");
        assert_eq!(asset.header("cache-control"), "public, max-age=31536000, immutable");
        let tag = format!("If-None-Match: {}", asset.header("etag"));
        let again = service.ask(&format!("GET /assets/{file}"), &[&tag], "").await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    }
    service.get("/assets/nothing.js").await.refused(404, "routeNotFound");
    service.get("/assets/..%2Findex.html").await.refused(404, "routeNotFound");
}

#[tokio::test]
async fn files_go_in_the_coding_that_the_client_accepts() {
    let service = TestService::new();
    for path in reportctl_designer_assets::paths() {
        let path = path.replace("index.html", "");
        let plain = service.get(&format!("/{path}")).await;
        assert_eq!(plain.header("content-encoding"), "", "{path}");
        if plain.header("vary").is_empty() {
            continue; // The file is there in one form only.
        }
        let mut tags = vec![plain.header("etag").to_owned()];
        for (accepted, coding) in [("gzip, deflate, br", "br"), ("gzip, br;q=0", "gzip")] {
            let accept = format!("Accept-Encoding: {accepted}");
            let packed = service.ask(&format!("GET /{path}"), &[&accept], "").await;
            assert_eq!(packed.header("content-encoding"), coding, "{path}");
            assert_eq!(packed.header("vary"), "accept-encoding", "{path}");
            assert_eq!(packed.header("content-type"), plain.header("content-type"), "{path}");
            assert!(packed.body.len() < plain.body.len(), "{path}");
            let tag = packed.header("etag").to_owned();
            let known = format!("If-None-Match: {tag}");
            let again = service.ask(&format!("GET /{path}"), &[&accept, &known], "").await;
            assert_eq!((again.status.as_u16(), again.header("vary")), (304, "accept-encoding"));
            assert_eq!(again.header("etag"), tag);
            // Who has it in another coding does not have these bytes.
            let other = service.ask(&format!("GET /{path}"), &[&known], "").await;
            assert_eq!(other.status, 200, "{path}");
            tags.push(tag);
        }
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(tags.len(), 3, "{path}");
    }
}

#[tokio::test]
async fn shipped_templates_can_be_stored_as_they_come() {
    let service = TestService::new();
    let list = service.get("/api/shipped").await.json();
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/templates")).unwrap();
    let is_template =
        |file: &std::fs::DirEntry| file.path().extension().is_some_and(|end| end == "json");
    let templates = files.filter(|file| is_template(file.as_ref().unwrap())).count();
    assert_eq!(list.as_array().unwrap().len(), templates);
    for entry in list.as_array().unwrap() {
        let id = entry["id"].as_str().unwrap();
        let mut document = service.get(&format!("/api/shipped/{id}")).await.json();
        assert_eq!(document["name"], entry["name"]);
        let data = document.as_object_mut().unwrap().remove("data").unwrap();
        let stored = service.post("/api/templates", &document.to_string()).await;
        assert_eq!(stored.status, 201, "{id}");
        let stored = stored.json()["id"].as_str().unwrap().to_owned();
        let body = json!({ "data": data }).to_string();
        let render = format!("POST /api/templates/{stored}/render");
        // The data of the price list is a list of rows, which is for batches.
        if data.is_object() {
            assert_eq!(service.ask(&render, &[], &body).await.status, 200, "{id}");
        }
    }
    service.get("/api/shipped/nothing").await.refused(404, "templateNotFound");
}

#[test]
fn the_session_says_who_asks() {
    crate::serve::service::TestDatabase::Sqlite.run(async |database| {
        let service = database.service("{}");
        let session = service.get("/api/session").await.json();
        assert_eq!((&session["tenant"], &session["name"]), (&json!(""), &json!("local")));
        assert_eq!(session["scopes"].as_array().unwrap().len(), Scope::ALL.len());
        assert!(session["mail"].is_string());
        assert_eq!(session["libraryFileBytes"], 20_000_000);
        let token = service.token("acme", &[Scope::TemplatesRead]);
        let bearer = format!("Authorization: Bearer {token}");
        let session = service.ask("GET /api/session", &[&bearer], "").await.json();
        assert_eq!(session["tenant"], "acme");
        assert_eq!(session["scopes"], json!(["templates:read"]));
        service.get("/api/session").await.refused(401, "unauthorized");
    });
}

#[test]
fn only_the_owner_learns_which_server_takes_mail() {
    super::service::TestDatabase::Sqlite.run(async |database| {
        let service = database.service("{}");
        let transport = |session: serde_json::Value| session["mail"].as_str().unwrap().to_owned();
        let reports = service.shared();
        let whole = reports.reports().unwrap().transport.describe();
        assert_eq!(transport(service.get("/api/session").await.json()), whole);
        for tenant in ["acme", ""] {
            let bearer = format!("Authorization: Bearer {}", service.token(tenant, &Scope::ALL));
            let session = service.ask("GET /api/session", &[&bearer], "").await.json();
            assert_eq!(transport(session), "memory", "{tenant}");
        }
    });
}
