//! `/api/templates/{id}/versions`.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use super::service::{TestService, document};

/// Runs git in a folder, as an author whom no setting of this machine changes.
fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .current_dir(folder)
        .args(["-c", "user.name=Ana Prado", "-c", "user.email=ana@example.org"])
        .args(["-c", "commit.gpgsign=false", "-c", "core.autocrlf=false"])
        .args(arguments)
        .env("GIT_AUTHOR_DATE", "2026-01-31T09:30:00+01:00")
        .env("GIT_COMMITTER_DATE", "2026-01-31T09:30:00+01:00")
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn commit(service: &TestService, subject: &str) -> String {
    let folder = service.path("templates");
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "--quiet", "--message", subject]);
    git(&folder, &["rev-parse", "HEAD"])
}

const VERSIONS: &str = "/api/templates/invoice/versions";

#[tokio::test]
async fn commits_are_listed_and_templates_come_back_as_they_were() {
    let service = TestService::new();
    service.post("/api/templates", &document("Invoice", "first")).await;
    git(&service.path("templates"), &["init", "--quiet"]);
    assert_eq!(service.get(VERSIONS).await.json(), json!([]), "nothing is committed yet");
    let first = commit(&service, "Add the invoice");
    service.post("/api/templates", &document("Other", "a")).await;
    commit(&service, "Add another one");
    let put = "PUT /api/templates/invoice";
    service.ask(put, &[], &document("Invoice 2", "second")).await;
    let second = commit(&service, "Say \"second\"");
    let version = |commit: &str, subject: &str| json!({"commit": commit, "author": "Ana Prado", "date": "2026-01-31T09:30:00+01:00", "subject": subject});
    assert_eq!(
        service.get(VERSIONS).await.json(),
        json!([version(&second, "Say \"second\""), version(&first, "Add the invoice")])
    );

    let then = service.get(&format!("{VERSIONS}/{first}")).await;
    assert_eq!(then.header("content-type"), "application/json");
    let then = then.json();
    assert_eq!((&then["id"], &then["name"]), (&json!("invoice"), &json!("Invoice")));
    assert_eq!(then["template"]["schemas"][0]["content"], "first");
    let short = service.get(&format!("{VERSIONS}/{}", &first[..7])).await;
    assert_eq!(short.json(), then);
    let now = service.get(&format!("{VERSIONS}/{second}")).await.json();
    assert_eq!(now, service.get("/api/templates/invoice").await.json());
}

#[tokio::test]
async fn what_is_no_version_is_not_found() {
    let service = TestService::new();
    service.post("/api/templates", &document("Invoice", "a")).await;
    // The folder of the tests may lie in a repository, which does not know the template.
    assert_eq!(service.get(VERSIONS).await.json(), json!([]));
    git(&service.path("templates"), &["init", "--quiet"]);
    let first = commit(&service, "Add the invoice");
    service.post("/api/templates", &document("Other", "a")).await;
    for name in ["HEAD", "--help", "HEAD~1", "0123456789", &first[..4], "..%2F..%2Fx"] {
        service.get(&format!("{VERSIONS}/{name}")).await.refused(404, "versionNotFound");
    }
    // The other template is younger than the commit.
    let other = format!("/api/templates/other/versions/{first}");
    service.get(&other).await.refused(404, "versionNotFound");
    service.get("/api/templates/nothing/versions").await.refused(404, "templateNotFound");
}

#[tokio::test]
async fn an_earlier_version_shows_no_picture_of_a_tenant() {
    let service = TestService::new();
    let put = |name: &str, content: &[u8]| {
        let path = service.path(&format!("templates/{name}"));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    };
    let template = |picture: &str| {
        document("Invoice", "x").replacen("\"text\"", "\"image\"", 1).replacen(
            "\"content\": \"x\"",
            &format!("\"content\": \"{picture}\""),
            1,
        )
    };
    put("acme/invoice.json", document("Theirs", "x").as_bytes());
    put("acme/logo.png", b"png");
    put("img/logo.png", b"png");
    put("invoice.json", template("img/logo.png").as_bytes());
    git(&service.path("templates"), &["init", "--quiet"]);
    let ours = commit(&service, "ours");
    put("invoice.json", template("acme/logo.png").as_bytes());
    let theirs = commit(&service, "theirs");
    put("invoice.json", document("Invoice", "x").as_bytes());
    let shown = service.get(&format!("{VERSIONS}/{ours}")).await;
    assert_eq!(shown.status, 200, "{}", String::from_utf8_lossy(&shown.body));
    service.get(&format!("{VERSIONS}/{theirs}")).await.refused(422, "templateUnreadable");
}

#[tokio::test]
async fn an_author_shifts_nothing() {
    let service = TestService::new();
    service.post("/api/templates", &document("Invoice", "first")).await;
    let folder = service.path("templates");
    git(&folder, &["init", "--quiet"]);
    git(&folder, &["add", "."]);
    let author = "--author=Ana\u{1f}2020-01-01\u{1f}Mallory <a@example.org>";
    git(&folder, &["commit", "--quiet", author, "--message", "Add\u{1f}it"]);
    let versions = service.get(VERSIONS).await.json();
    assert_eq!(versions[0]["author"], "Ana\u{1f}2020-01-01\u{1f}Mallory", "{versions}");
    assert_eq!(versions[0]["date"], "2026-01-31T09:30:00+01:00");
    assert_eq!(versions[0]["subject"], "Add\u{1f}it");
}
