//! Health, figures, the description, and what all routes have in common.

use std::collections::BTreeSet;

use reportctl::serve::ROUTES;
use reportctl::serve::pool::Share;
use serde_json::json;

use super::service::{TestDatabase, TestService, document};
use crate::queue::fixture::PostgresSchema;

#[tokio::test]
async fn health_is_reported() {
    let service = TestService::new();
    assert_eq!(service.get("/healthz").await.json(), json!({"status": "ok"}));
    let ready = service.get("/readyz").await;
    assert_eq!((ready.status.as_u16(), &ready.json()["status"]), (200, &json!("ok")));
    assert_eq!(ready.json()["renders"], "ok");
    // The answer is used for a second.
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    std::fs::write(service.path("templates"), "a file").unwrap();
    let ready = service.get("/readyz").await;
    assert_eq!((ready.status.as_u16(), &ready.json()["store"]), (503, &json!("unavailable")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_without_free_threads_is_not_ready() {
    let service = TestService::with("serve: {renders: 1}");
    let (release, held) = std::sync::mpsc::channel::<()>();
    let shared = service.shared();
    let share = Share { tenant: String::new(), is_only: true };
    let job = tokio::spawn(async move {
        shared.pool.run(share, 0, move |_, _| held.recv().unwrap()).await.unwrap();
    });
    while service.shared().pool.load().1 == 0 {
        tokio::task::yield_now().await;
    }
    let ready = service.get("/readyz").await;
    assert_eq!((ready.status.as_u16(), &ready.json()["renders"]), (503, &json!("busy")));
    assert_eq!(ready.json()["database"], "ok");
    release.send(()).unwrap();
    job.await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    assert_eq!(service.get("/readyz").await.status, 200);
}

#[tokio::test]
async fn the_description_has_what_generators_of_clients_need() {
    let service = TestService::new();
    let description = service.get("/openapi.json").await.json();
    let mut ids = BTreeSet::new();
    for item in description["paths"].as_object().unwrap().values() {
        for operation in item.as_object().unwrap().values() {
            let id = operation["operationId"].as_str().unwrap().to_owned();
            assert!(ids.insert(id.clone()), "{id} twice");
        }
    }
    assert_eq!(description["servers"][0]["url"], "/");
    // Templates of a remote source cannot be changed here.
    for (path, method) in [
        ("/api/templates", "post"),
        ("/api/templates/{id}", "put"),
        ("/api/templates/{id}/data/{name}", "delete"),
        ("/api/library/{name}", "put"),
    ] {
        let responses = &description["paths"][path][method]["responses"];
        assert!(responses["409"].is_object(), "{method} {path}: {responses}");
    }
    let schemas = &description["components"]["schemas"];
    let data = &schemas["GenerateBody"]["properties"]["data"];
    assert_eq!(data["$ref"], "#/components/schemas/ReportData", "{data}");
    let [object, list] = [0, 1].map(|form| &schemas["ReportData"]["oneOf"][form]);
    assert_eq!((&object["type"], &list["type"]), (&json!("object"), &json!("array")));
    assert!(
        object["additionalProperties"].is_object() || object["additionalProperties"] == true,
        "{object}"
    );
    for (path, method) in [
        ("/api/reports/preview", "post"),
        ("/api/templates/{id}/render", "post"),
        ("/api/reports/{id}/pdf", "get"),
    ] {
        let content = &description["paths"][path][method]["responses"]["200"]["content"];
        let schema = &content["application/pdf"]["schema"];
        assert_eq!(
            (&schema["type"], &schema["format"]),
            (&json!("string"), &json!("binary")),
            "{path}"
        );
    }
    assert!(!description.to_string().contains("chapter"));
}

#[tokio::test]
async fn the_metrics_count_requests() {
    let service = TestService::new();
    service.get("/healthz").await;
    service.get("/nothing").await;
    let text = String::from_utf8(service.get("/metrics").await.body).unwrap();
    for line in [
        r#"reportctl_http_requests_total{method="GET",route="/healthz",status="200"} 1"#,
        r#"reportctl_http_requests_total{method="GET",route="",status="404"} 1"#,
        "reportctl_http_request_duration_seconds_count 2",
        // What has not happened yet is counted too.
        r#"reportctl_mails_total{outcome="failed"} 0"#,
        r#"reportctl_webhook_calls_total{outcome="failed"} 0"#,
        "# EOF",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
}

#[tokio::test]
async fn the_description_has_the_routes_that_there_are() {
    let service = TestService::new();
    let description = service.get("/openapi.json").await.json();
    let described: BTreeSet<(String, String)> = description["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, item)| {
            let methods = item.as_object().unwrap().keys();
            methods.map(move |method| (method.to_uppercase(), path.clone()))
        })
        .collect();
    let routes: BTreeSet<(String, String)> =
        ROUTES.iter().map(|(method, path, _)| ((*method).into(), path.clone())).collect();
    assert_eq!(described, routes);
    for (method, path) in &routes {
        let filled = path.replace("{id}", "x").replace("{name}", "y").replace("{file}", "z");
        let answer = service.ask(&format!("{method} {filled}"), &[], "").await;
        assert_ne!(answer.status, 405, "{method} {path}");
        let described = &description["paths"][path][method.to_lowercase()];
        let status = answer.status.as_u16().to_string();
        assert!(!described["responses"][&status].is_null(), "{method} {path}: {status}");
    }
}

#[tokio::test]
async fn what_does_not_exist_is_refused_in_the_one_form() {
    let service = TestService::new();
    for (request, advice) in [
        ("GET /api/nothing", "see the routes in `/openapi.json`"),
        ("GET /api/templates/", "did you mean `/api/templates`?"),
        ("POST /api/reports/generat", "did you mean `/api/reports/generate`?"),
        ("POST /api/report/preview", "did you mean `/api/reports/preview`?"),
    ] {
        let refused = service.ask(request, &[], "").await.refused(404, "routeNotFound");
        assert_eq!(refused["advice"], advice, "{request}");
    }
    let of_a_report = "/api/reports/01890000-0000-7000-8000-000000000000";
    for request in [format!("POST {of_a_report}"), "GET /api/reports/generate".to_owned()] {
        let refused = service.ask(&request, &[], "").await.refused(405, "methodNotAllowed");
        assert_eq!(refused["advice"], "use a method of the header `Allow`", "{request}");
    }
    let answer = service.ask("PATCH /api/templates", &[], "").await;
    answer.refused(405, "methodNotAllowed");
    assert_eq!(answer.header("allow"), "GET,HEAD,POST");
    service.ask("OPTIONS /api/templates", &[], "").await.refused(405, "methodNotAllowed");
}

#[tokio::test]
async fn every_answer_has_an_id_and_says_how_to_treat_it() {
    let service = TestService::new();
    let given = service.ask("GET /healthz", &["X-Request-Id: proxy-7"], "").await;
    assert_eq!(given.header("x-request-id"), "proxy-7");
    let long = format!("X-Request-Id: {}", "a".repeat(65));
    for odd in ["X-Request-Id: a b", &long] {
        let answer = service.ask("GET /nothing", &[odd], "").await;
        assert_eq!(answer.header("x-request-id").len(), 32);
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("cache-control"), "no-store");
    }
}

#[tokio::test]
async fn other_web_pages_cannot_use_a_service_without_tokens() {
    let service = TestService::new();
    let evil = ["Origin: https://evil.example", "Sec-Fetch-Site: cross-site"];
    for header in evil {
        for (method, path, _) in ROUTES.iter().filter(|(_, path, _)| path.starts_with("/api")) {
            let request = format!("{method} {}", path.replace("{id}", "x"));
            service.ask(&request, &[header], "").await.refused(403, "forbidden");
        }
    }
    let rebound = axum::http::Request::get("/api/templates")
        .header("Host", "evil.example:8080")
        .body(axum::body::Body::empty())
        .unwrap();
    service.send(rebound).await.refused(403, "forbidden");
    // No answer lets another origin read it.
    let answer = service.ask("GET /healthz", &[], "").await;
    assert!(answer.header("access-control-allow-origin").is_empty());
}

#[tokio::test]
async fn origins_that_are_named_may_call() {
    let service = TestService::with("serve: {origins: ['https://app.example']}");
    let origin = "Origin: https://app.example";
    let answer = service.ask("GET /api/templates", &[origin], "").await;
    assert_eq!(answer.header("access-control-allow-origin"), "https://app.example");
    let asked = ["Access-Control-Request-Method: PUT", origin];
    let preflight = service.ask("OPTIONS /api/templates/a", &asked, "").await;
    assert!(preflight.header("access-control-allow-methods").contains("PUT"));
    let other = service.ask("GET /api/templates", &["Origin: https://evil.example"], "").await;
    other.refused(403, "forbidden");
    assert!(other.header("access-control-allow-origin").is_empty());
}

#[tokio::test]
async fn a_page_whose_origin_is_not_named_learns_of_the_setting() {
    let service = TestService::new();
    let asked = ["Access-Control-Request-Method: POST", "Origin: https://app.example"];
    let refused = service.ask("OPTIONS /api/reports/generate", &asked, "").await;
    let refused = refused.refused(405, "methodNotAllowed");
    assert_eq!(refused["advice"], "name the origin of the page in the setting `serve.origins`");
}

#[tokio::test]
async fn a_refusal_names_the_parameter_or_field_and_what_it_takes() {
    let service = TestService::new();
    for (path, field, error) in [
        (
            "/api/log?since=yesterday",
            "since",
            "`since` cannot be used: write an age such as 7d, 12h, 30m or 45s, or a date such as 2026-01-31 or 2026-01-31T12:00:00Z, or milliseconds since 1970",
        ),
        ("/api/log?limit=1d", "limit", "`limit` must be a whole number"),
        ("/api/log?limit=", "limit", "`limit` must be a whole number"),
        ("/api/log?limit=1&limit=2", "limit", "`limit` is given twice"),
        (
            "/api/reports?status=sent",
            "status",
            "`status` must be one of `pending`, `done`, `error`, not `sent`",
        ),
        ("/api/reports?limit=-1", "limit", "`limit` must be a whole number"),
        ("/api/templates?limit=x", "limit", "`limit` must be a whole number"),
    ] {
        let refused = service.get(path).await.refused(422, "invalidField");
        assert_eq!(
            (refused["field"].as_str(), refused["error"].as_str()),
            (Some(field), Some(error))
        );
    }
    let generate = "/api/reports/generate";
    for (path, body, field, pointer, error) in [
        (
            generate,
            r#"{"templateId": 7}"#,
            "templateId",
            "/templateId",
            "`templateId` must be a text, not a number",
        ),
        (
            generate,
            r#"{"templateId": null}"#,
            "templateId",
            "/templateId",
            "`templateId` must be a text, not null",
        ),
        (generate, r#"{"allow": "all"}"#, "allow", "/allow", "`allow` must be a list, not a text"),
        (
            generate,
            r#"{"allow": [7]}"#,
            "allow",
            "/allow/0",
            "`allow[0]` must be a text, not a number",
        ),
        (
            "/api/reports/preview",
            r#"{"locale": []}"#,
            "locale",
            "/locale",
            "`locale` must be a text, not a list",
        ),
    ] {
        let refused = service.post(path, body).await.refused(422, "invalidField");
        assert_eq!(
            (refused["field"].as_str(), refused["error"].as_str()),
            (Some(field), Some(error))
        );
        assert_eq!(refused["pointer"], pointer);
    }
    let refused = service.post(generate, r#"["invoice", {}, "a@b.c"]"#).await;
    let refused = refused.refused(422, "invalidField");
    assert_eq!(refused["error"], "the body must be an object, not a list");
    service.post(generate, r#"["invoice""#).await.refused(400, "malformedJson");
    service.post(generate, r#"{"templateId": "a"} x"#).await.refused(422, "invalidField");
}

#[tokio::test]
async fn the_log_takes_times_as_the_command_line_does() {
    let service = TestService::new();
    let stored = super::service::document("A", "a");
    assert_eq!(service.post("/api/templates", &stored).await.status, 201);
    assert_eq!(service.post("/api/templates/a/render", r#"{"data": {}}"#).await.status, 200);
    for (query, found) in [
        ("since=1d", 1),
        ("since=2020-01-31", 1),
        ("since=2020-01-31T12:00:00Z", 1),
        ("since=1580472000000", 1),
        ("until=1h", 0),
        ("since=0&until=1w", 0),
    ] {
        let log = service.get(&format!("/api/log?{query}")).await.json();
        assert_eq!(log.as_array().map(Vec::len), Some(found), "{query}: {log}");
    }
}

#[test]
fn services_with_different_copies_of_a_template_say_so() {
    let Some(schema) = PostgresSchema::new() else { return };
    TestDatabase::Postgres(schema).run(async |database| {
        let first = database.service("serve: {mode: queued, workers: 0}");
        assert_eq!(first.post("/api/templates", &document("Invoice", "{n}")).await.status, 201);
        let request = r#"{"templateId": "invoice", "email": "a@example.org", "data": {"n": 1}}"#;
        let taken = first.post("/api/reports/generate", request).await;
        assert_eq!(taken.status, 202);
        let id = taken.json()["id"].as_str().unwrap().to_owned();
        let second = database.service("serve: {mode: queued}");
        let mut ready = second.get("/readyz").await;
        for _ in 0..100 {
            if ready.json()["templates"] == "differ" {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            ready = second.get("/readyz").await;
        }
        assert_eq!((ready.status.as_u16(), &ready.json()["templates"]), (200, &"differ".into()));
        let metrics = String::from_utf8(second.get("/metrics").await.body).unwrap();
        assert!(metrics.contains("reportctl_queue_version_missing 1"), "{metrics}");
        let report = first.get(&format!("/api/reports/{id}")).await.json();
        assert_eq!(report["status"], "pending");
        assert_eq!(second.mails.count(), 0);
        // The one that has it is well, and makes it.
        assert_eq!(first.get("/readyz").await.json()["templates"], "ok");
        let put = second.post("/api/templates", &document("Invoice", "{n}")).await;
        assert_eq!(put.status, 201);
        for _ in 0..200 {
            if second.mails.count() == 1 {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("the request was not taken up again");
    });
}
