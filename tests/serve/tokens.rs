//! Who may do what: tokens, scopes, tenants.

use reportctl::queue::Scope;
use reportctl::serve::{Access, ROUTES};
use serde_json::json;

use super::house::{House, document};

fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}")
}

fn filled(path: &str, id: &str) -> String {
    path.replace("{id}", id)
}

#[tokio::test(flavor = "multi_thread")]
async fn with_tokens_nobody_comes_in_without_one() {
    let house = House::new();
    house.token("acme", &Scope::ALL);
    let made_up = format!("rctl_{}", "0".repeat(64));
    for header in ["X-Nothing: x", "Authorization: Basic YTpi", &bearer("x"), &bearer(&made_up)] {
        for (method, path, access) in ROUTES {
            let answer = house.ask(&format!("{method} {}", filled(path, "x")), &[header], "").await;
            if matches!(access, Access::Scope(_)) {
                answer.refused(401, "unauthorized");
                assert_eq!(answer.header("www-authenticate"), "Bearer");
            } else {
                assert_eq!(answer.status, 200, "{path}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_for_its_scopes_only() {
    let house = House::new();
    for scope in Scope::ALL {
        let token = bearer(&house.token("acme", &[scope]));
        for (method, path, access) in ROUTES {
            let Access::Scope(needed) = access else { continue };
            let answer = house.ask(&format!("{method} {}", filled(path, "x")), &[&token], "").await;
            if *needed == scope {
                assert_ne!(answer.status, 403, "{method} {path} with {scope}");
            } else {
                assert_eq!(answer.refused(403, "forbidden")["scope"], needed.as_str());
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_cannot_learn_that_others_exist() {
    let house = House::with("serve: {mode: queued}");
    let acme = bearer(&house.token("acme", &Scope::ALL));
    let stored = house.ask("POST /api/templates", &[&acme], &document("Secret", "a")).await;
    assert_eq!(stored.json()["id"], "secret");
    let request = r#"{"templateId": "secret", "email": "a@example.org", "data": {}}"#;
    let made = house.ask("POST /api/reports/generate", &[&acme], request).await;
    let report = made.json()["id"].as_str().unwrap().to_owned();
    let version = stored.header("etag").to_owned();
    for stranger in ["other", "", "acme-2"] {
        let token = bearer(&house.token(stranger, &Scope::ALL));
        for (method, path, access) in ROUTES {
            if !matches!(access, Access::Scope(_)) || *path == "/metrics" {
                continue;
            }
            let put = document("Mine", "b");
            let body = match *path {
                "/api/reports/generate" => request,
                "/api/reports/preview" => continue,
                "/api/templates" if *method == "POST" => continue,
                _ if *method == "PUT" => &put,
                _ => "",
            };
            let ask = async |id: &str| {
                let tags = [token.clone(), format!("If-None-Match: {version}")];
                let headers: Vec<&str> = tags.iter().map(String::as_str).collect();
                let request = format!("{method} {}", filled(path, id));
                let answer = house.ask(&request, &headers, body).await;
                (answer.status.as_u16(), String::from_utf8(answer.body).unwrap())
            };
            if path.contains("{id}") {
                let theirs = if path.contains("reports") { report.as_str() } else { "secret" };
                let unknown = if path.contains("reports") {
                    "01890a5d-ac96-774b-bcce-b302099a8057"
                } else {
                    "nothing"
                };
                assert_eq!(ask(theirs).await, ask(unknown).await, "{stranger}: {method} {path}");
                assert_eq!(ask(theirs).await.0, 404);
                assert_eq!(ask("acme%2Fsecret").await.0, 404);
            } else {
                let (status, text) = ask("").await;
                assert!(
                    !text.contains("secret") && !text.contains("example.org"),
                    "{path}: {text}"
                );
                assert!([200, 404].contains(&status), "{path}: {status}");
            }
        }
    }
    assert_eq!(house.ask("GET /api/templates/secret", &[&acme], "").await.status, 200);
    assert!(house.path("templates/acme/secret.json").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_ended_is_refused() {
    let house = House::new();
    let token = house.token("acme", &[Scope::TemplatesRead]);
    let kept = house.database.list_tokens(None).unwrap().remove(0);
    assert!(!kept.hash.contains(&token) && kept.hash.len() == 64);
    house.database.revoke_token(kept.id, 1).unwrap();
    house.ask("GET /api/templates", &[&bearer(&token)], "").await.refused(401, "unauthorized");
    // Nobody becomes the local owner by that.
    house.get("/api/templates").await.refused(401, "unauthorized");
    let valid = house.token("acme", &[Scope::TemplatesRead]);
    assert_eq!(house.ask("GET /api/templates", &[&bearer(&valid)], "").await.json(), json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_of_a_token_are_counted() {
    let house = House::with("serve: {requestsPerMinute: 3}");
    let first = bearer(&house.token("acme", &[Scope::TemplatesRead]));
    let second = bearer(&house.token("acme", &[Scope::TemplatesRead]));
    for _ in 0..3 {
        assert_eq!(house.ask("GET /api/templates", &[&first], "").await.status, 200);
    }
    let refused = house.ask("GET /api/templates", &[&first], "").await;
    refused.refused(429, "rateLimited");
    assert!(refused.header("retry-after").parse::<u64>().unwrap() <= 20);
    assert_eq!(house.ask("GET /api/templates", &[&second], "").await.status, 200);
}
