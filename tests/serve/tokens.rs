//! Permissions: tokens, scopes, tenants.

use reportctl::delivery::queue::Scope;
use reportctl::serve::{Access, ROUTES};
use serde_json::json;

use super::service::document;

fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}")
}

fn filled(path: &str, id: &str) -> String {
    let asset =
        reportctl_designer_assets::paths().into_iter().find(|path| path.starts_with("assets/"));
    let file = asset.unwrap().replace("assets/", "");
    let path = path.replace("/library/{name}", "/library/x.y").replace("{name}", "x");
    path.replace("{id}", id).replace("{file}", &file)
}

on_both! {
    async fn with_tokens_no_request_comes_in_without_one(database) {
        let service = database.service("{}");
        service.token("acme", &Scope::ALL);
        let made_up = format!("rctl_{}", "0".repeat(64));
        for header in ["X-Nothing: x", "Authorization: Basic YTpi", &bearer("x"), &bearer(&made_up)] {
            for (method, path, access) in ROUTES.iter() {
                let answer = service.ask(&format!("{method} {}", filled(path, "x")), &[header], "").await;
                if matches!(access, Access::Scope(_)) {
                    answer.refused(401, "unauthorized");
                    assert_eq!(answer.header("www-authenticate"), "Bearer");
                } else {
                    // The token of a link is a secret of its own, and this one is made up.
                    let expected = if path == "/documents/{token}" { 404 } else { 200 };
                    assert_eq!(answer.status, expected, "{path}");
                }
            }
        }
    }

    async fn a_token_is_for_its_scopes_only(database) {
        let service = database.service("{}");
        for scope in Scope::ALL {
            let token = bearer(&service.token("acme", &[scope]));
            for (method, path, access) in ROUTES.iter() {
                let Access::Scope(needed) = access else { continue };
                let answer = service.ask(&format!("{method} {}", filled(path, "x")), &[&token], "").await;
                if *needed == scope {
                    assert_ne!(answer.status, 403, "{method} {path} with {scope}");
                } else {
                    assert_eq!(answer.refused(403, "forbidden")["scope"], needed.as_str());
                }
            }
        }
    }

    async fn a_tenant_cannot_learn_that_others_exist(database) {
        let service = database.service("serve: {mode: queued}");
        let acme = bearer(&service.token("acme", &Scope::ALL));
        let stored = service.ask("POST /api/templates", &[&acme], &document("Secret", "a")).await;
        assert_eq!(stored.json()["id"], "secret");
        let request = r#"{"templateId": "secret", "email": "a@example.org", "data": {}}"#;
        let made = service.ask("POST /api/reports/generate", &[&acme], request).await;
        let report = made.json()["id"].as_str().unwrap().to_owned();
        let version = stored.header("etag").to_owned();
        for stranger in ["other", "", "acme-2"] {
            let token = bearer(&service.token(stranger, &Scope::ALL));
            for (method, path, access) in ROUTES.iter() {
                if !matches!(access, Access::Scope(_)) || *path == "/metrics" {
                    continue;
                }
                let put = document("Mine", "b");
                let body = match path.as_str() {
                    "/api/reports/generate" => request,
                    "/api/reports/preview" => continue,
                    "/api/templates/{id}/render" => r#"{"data": {}}"#,
                    "/api/templates" if *method == "POST" => continue,
                    _ if *method == "PUT" => &put,
                    _ => "",
                };
                let ask = async |id: &str| {
                    let tags = [token.clone(), format!("If-None-Match: {version}")];
                    let headers: Vec<&str> = tags.iter().map(String::as_str).collect();
                    let request = format!("{method} {}", filled(path, id));
                    let answer = service.ask(&request, &headers, body).await;
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
                    // Files of the library are its own: made, and deleted again.
                    assert!([200, 201, 204, 404].contains(&status), "{path}: {status}");
                }
            }
        }
        assert_eq!(service.ask("GET /api/templates/secret", &[&acme], "").await.status, 200);
        assert!(service.path("templates/acme/secret.json").exists());
    }

    async fn a_token_without_tenant_sees_nothing_of_tenants(database) {
        let service = database.service("{}");
        let (owner, acme) = (bearer(&service.token("", &Scope::ALL)), bearer(&service.token("acme", &Scope::ALL)));
        let picture = |name: &str| {
            json!({"name": "Spy", "template": {"page": {"width": 100, "height": 100}, "schemas": [
                {"id": "p", "name": "p", "type": "image", "x": 1, "y": 1, "width": 9, "height": 9,
                 "content": name}]}, "bindings": []}).to_string()
        };
        service.ask("POST /api/templates", &[&acme], &document("Secret", "a")).await;
        for name in ["templates/acme/logo.png", "templates/acme/deep/logo.png", "templates/img/logo.png"] {
            let path = service.path(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, [0x89, b'P', b'N', b'G']).unwrap();
        }
        let shown = async |name: &str| {
            let stored = service.ask("POST /api/templates", &[&owner], &picture(name)).await;
            let answer = match stored.json()["id"].as_str() {
                Some(id) => service.ask(&format!("GET /api/templates/{id}"), &[&owner], "").await,
                None => stored,
            };
            let said = answer.json()["error"].as_str().map(|error| error.replace(name, "it"));
            (answer.status.as_u16(), said)
        };
        // Pictures in folders that are nobody else's are shown.
        assert_eq!(shown("img/logo.png").await.0, 200);
        let unknown = shown("zeta/logo.png").await;
        assert_eq!(unknown.0, 422);
        for theirs in ["acme/logo.png", "acme/deep/logo.png", "acme/none.png"] {
            assert_eq!(shown(theirs).await, unknown, "{theirs}");
        }
        // A file of the library takes no tenant's place, and finds out about none.
        service.ask("PUT /api/library/logo.png", &[&acme], "x").await;
        for method in ["GET", "PUT", "DELETE"] {
            let ask = async |name: &str| {
                let body = if method == "PUT" { "x" } else { "" };
                let answer = service.ask(&format!("{method} /api/library/{name}"), &[&owner], body).await;
                (answer.status.as_u16(), String::from_utf8(answer.body).unwrap().replace(name, "NAME"))
            };
            assert_eq!(ask("acme").await, ask("zeta").await, "{method}");
        }
        let zeta = bearer(&service.token("zeta", &Scope::ALL));
        assert_eq!(service.ask("PUT /api/library/logo.png", &[&zeta], "x").await.status, 201);
    }

    async fn a_token_that_ended_is_refused(database) {
        let service = database.service("{}");
        let token = service.token("acme", &[Scope::TemplatesRead]);
        let kept = service.tokens().remove(0);
        assert!(!kept.hash.contains(&token) && kept.hash.len() == 64);
        service.revoke(kept.id);
        service.ask("GET /api/templates", &[&bearer(&token)], "").await.refused(401, "unauthorized");
        // That makes no caller the local owner.
        service.get("/api/templates").await.refused(401, "unauthorized");
        let valid = service.token("acme", &[Scope::TemplatesRead]);
        assert_eq!(service.ask("GET /api/templates", &[&bearer(&valid)], "").await.json(), json!([]));
    }

    async fn requests_of_a_token_are_counted(database) {
        let service = database.service("serve: {requestsPerMinute: 3}");
        let first = bearer(&service.token("acme", &[Scope::TemplatesRead]));
        let second = bearer(&service.token("acme", &[Scope::TemplatesRead]));
        for _ in 0..3 {
            assert_eq!(service.ask("GET /api/templates", &[&first], "").await.status, 200);
        }
        let refused = service.ask("GET /api/templates", &[&first], "").await;
        refused.refused(429, "rateLimited");
        assert!(refused.header("retry-after").parse::<u64>().unwrap() <= 20);
        assert_eq!(service.ask("GET /api/templates", &[&second], "").await.status, 200);
    }

    async fn what_others_have_changes_no_answer(database) {
        let service = database.service("serve: {mode: queued}");
        let acme = bearer(&service.token("acme", &Scope::ALL));
        let other = bearer(&service.token("other", &Scope::ALL));
        let request = r#"{"templateId": "plan", "email": "a@example.org", "data": {}}"#;
        let key = "Idempotency-Key: order-7";
        let mut ids = Vec::new();
        // Both do the same, under the same names and with the same key, and both are the first.
        for token in [&acme, &other] {
            let stored = service.ask("POST /api/templates", &[token], &document("Plan", "a")).await;
            assert_eq!(stored.json()["id"], "plan");
            let made = service.ask("POST /api/reports/generate", &[token, key], request).await;
            assert_eq!(made.status, 202);
            let list = service.ask("GET /api/reports", &[token], "").await.json();
            assert_eq!(list.as_array().unwrap().len(), 1);
            assert_eq!(list[0]["id"], made.json()["id"]);
            ids.push(made.json()["id"].as_str().unwrap().to_owned());
        }
        assert_ne!(ids[0], ids[1]);
        // Where a page begins may be said by an id: that of somebody else is as unknown as any.
        let only = bearer(&service.token("third", &Scope::ALL));
        for (list, theirs, unknown) in [
            ("/api/reports", ids[0].as_str(), "01890a5d-ac96-774b-bcce-b302099a8057"),
            ("/api/templates", "plan", "nothing"),
        ] {
            let ask = async |id: &str| {
                let answer = service.ask(&format!("GET {list}?after={id}"), &[&only], "").await;
                (answer.status, answer.body)
            };
            assert_eq!(ask(theirs).await, ask(unknown).await, "{list}");
        }
        let changed = ["If-Match: *", &only];
        service.ask("PUT /api/templates/plan", &changed, &document("Plan", "b")).await
            .refused(404, "templateNotFound");
        service.ask("DELETE /api/templates/plan", &changed, "").await
            .refused(404, "templateNotFound");
    }

    async fn the_first_token_counts_from_its_first_use(database) {
        let service = database.service("{}");
        service.post("/api/templates", &document("Mine", "a")).await;
        let token = bearer(&service.token("acme", &Scope::ALL));
        assert_eq!(service.ask("GET /api/templates", &[&token], "").await.json(), json!([]));
        service.get("/api/templates").await.refused(401, "unauthorized");
    }
}
