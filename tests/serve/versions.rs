//! `/api/templates/{id}/versions`.

use std::path::Path;
use std::process::Command;

use reportctl::delivery::queue::Scope;
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

/// The templates of a service in a repository of their own, with what is there committed.
fn repository(service: &TestService) -> std::path::PathBuf {
    let folder = service.path("templates");
    git(&folder, &["init", "--quiet", "--initial-branch", "main"]);
    commit(service, "Begin");
    folder
}

/// The subjects of a list of versions.
fn subjects(versions: &serde_json::Value) -> Vec<&str> {
    versions.as_array().unwrap().iter().map(|one| one["subject"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn keeping_versions_makes_a_repository_in_which_each_save_is_a_commit() {
    let service = TestService::new();
    service.post("/api/templates", &document("Invoice", "first")).await;
    let folder = service.path("templates");
    if Command::new("git").current_dir(&folder).arg("rev-parse").output().unwrap().status.success()
    {
        // Somebody keeps temporary files in a repository.
        return;
    }
    assert_eq!(service.get("/api/versions").await.json(), json!({"kept": null}));
    let kept = json!({"kept": "git"});
    assert_eq!(service.ask("PUT /api/versions", &[], "").await.json(), kept);
    assert_eq!(service.ask("PUT /api/versions", &[], "").await.json(), kept, "nothing changes");
    assert_eq!(service.get("/api/versions").await.json(), kept);

    let put = "PUT /api/templates/invoice?note=Changed:%20Total%0Amore";
    let saved = service.ask(put, &[], &document("Invoice", "second")).await;
    assert_eq!(saved.json(), json!({"id": "invoice", "name": "Invoice"}));
    service.ask("PUT /api/templates/invoice", &[], &document("Invoice", "second")).await;
    let versions = service.get(VERSIONS).await.json();
    assert_eq!(subjects(&versions), ["Changed: Total", "Keep versions"], "the same is no version");
    assert!(!versions[0]["author"].as_str().unwrap().is_empty());
    let first = format!("{VERSIONS}/{}", versions[1]["commit"].as_str().unwrap());
    assert_eq!(service.get(&first).await.json()["template"]["schemas"][0]["content"], "first");

    // Data and deletions are commits too, and nothing is left to commit.
    service.ask("PUT /api/templates/invoice/data/small", &[], "[1]").await;
    service.post("/api/templates", &document("Other", "a")).await;
    service.ask("DELETE /api/templates/invoice", &[], "").await;
    assert_eq!(
        git(&folder, &["log", "--format=%s", "--max-count=3"]),
        "Delete the template invoice\nAdd the template other\nChange the data small of invoice"
    );
    assert_eq!(git(&folder, &["ls-files"]), "other.json");
    assert_eq!(git(&folder, &["status", "--porcelain"]), "");
}

#[tokio::test]
async fn first_versions_that_were_not_made_are_made_with_the_next_request() {
    let service = TestService::new();
    service.post("/api/templates", &document("Invoice", "first")).await;
    let folder = service.path("templates");
    // Killed between the repository and its first commit.
    git(&folder, &["init", "--quiet", "--initial-branch", "main"]);
    std::fs::write(folder.join(".git/reportctl-versions"), "").unwrap();
    assert_eq!(service.ask("PUT /api/versions", &[], "").await.json(), json!({"kept": "git"}));
    assert_eq!(subjects(&service.get(VERSIONS).await.json()), ["Keep versions"]);
    // Killed between the folder of versions and those of a template.
    let service = TestService::new();
    service.post("/api/templates", &document("Invoice", "first")).await;
    std::fs::create_dir_all(service.path("templates/.versions/invoice")).unwrap();
    assert_eq!(service.ask("PUT /api/versions", &[], "").await.json(), json!({"kept": "folder"}));
    assert_eq!(subjects(&service.get(VERSIONS).await.json()), ["Keep versions of invoice"]);
}

#[tokio::test]
async fn a_repository_that_git_cannot_read_stays_as_it_is() {
    let service = TestService::with("designer: {git: commit}");
    let folder = service.path("templates");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(".git"), "gitdir: /nowhere/at/all").unwrap();
    let saved = service.post("/api/templates", &document("Invoice", "first")).await.json();
    assert!(saved["notKept"].as_str().unwrap().contains("rev-parse"), "{saved}");
    let mark = std::fs::read_to_string(folder.join(".git")).unwrap();
    assert_eq!(mark, "gitdir: /nowhere/at/all");
}

#[tokio::test]
async fn a_history_folder_keeps_versions_of_tenants_with_their_pictures() {
    let service = TestService::new();
    let scopes = [Scope::TemplatesRead, Scope::TemplatesWrite];
    let token = service.token_of("Ana Prado <ana@example.org>", "acme", &scopes);
    let bearer = format!("Authorization: Bearer {token}");
    let ask = async |request: &str, body: &str| service.ask(request, &[&bearer], body).await;
    // Large enough to be a file of its own.
    let picture =
        format!("data:image/png;base64,{}", "iVBORw0KGgo".repeat(16) + &"AAAA".repeat(400));
    let picture = picture.as_str();
    ask("POST /api/templates", &document("Invoice", picture)).await;
    assert_eq!(ask("PUT /api/versions", "").await.json(), json!({"kept": "folder"}));
    ask("PUT /api/templates/invoice", &document("Invoice", "second")).await;
    let versions = ask(&format!("GET {VERSIONS}"), "").await.json();
    assert_eq!(subjects(&versions), ["Change the template invoice", "Keep versions of invoice"]);
    assert_eq!(
        (&versions[0]["author"], versions.as_array().unwrap().len()),
        (&json!("Ana Prado"), 2)
    );
    let name = versions[1]["commit"].as_str().unwrap();
    let then = ask(&format!("GET {VERSIONS}/{name}"), "").await;
    assert_eq!(then.status, 200, "{}", String::from_utf8_lossy(&then.body));
    assert_eq!(then.json()["template"]["schemas"][0]["content"], picture);
    ask(&format!("GET {VERSIONS}/{}", "0".repeat(40)), "").await.refused(404, "versionNotFound");
    // They are nobody else's, and go with their template.
    service.ask("PUT /api/versions", &[], "").await;
    let listed = ask("GET /api/templates", "").await.json();
    assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
    let folder = service.path("templates/acme/.versions/invoice");
    assert!(folder.is_dir());
    ask("DELETE /api/templates/invoice", "").await;
    assert!(!folder.exists());
}

#[tokio::test]
async fn a_save_is_a_commit_of_the_person_on_the_current_branch() {
    let service = TestService::with("designer: {git: commit}");
    service.post("/api/templates", &document("Invoice", "first")).await;
    let folder = service.path("templates");
    assert!(folder.join(".git").is_dir(), "it is made where there is none");
    std::fs::remove_dir_all(folder.join(".git")).unwrap();
    repository(&service);
    let hook = folder.join(".git/hooks/post-commit");
    std::fs::create_dir_all(hook.parent().unwrap()).unwrap();
    std::fs::write(&hook, "#!/bin/sh\ntouch ran\n").unwrap();
    #[cfg(unix)]
    std::fs::set_permissions(&hook, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    // What somebody prepares stays theirs.
    std::fs::write(folder.join("notes.txt"), "x").unwrap();
    git(&folder, &["add", "notes.txt"]);

    let token = service.token_of(
        "Ana Prado <ana@example.org>",
        "",
        &[Scope::TemplatesWrite, Scope::TemplatesRead],
    );
    let bearer = format!("Authorization: Bearer {token}");
    let put = "PUT /api/templates/invoice";
    service.ask(put, &[&bearer], &document("Invoice", "second")).await;
    assert_eq!(
        git(&folder, &["log", "--format=%an <%ae> %s", "--max-count=1", "main"]),
        "Ana Prado <ana@example.org> Change the template invoice"
    );
    assert_eq!(git(&folder, &["show", "--name-only", "--format=", "HEAD"]), "invoice.json");
    assert_eq!(git(&folder, &["status", "--porcelain"]), "A  notes.txt");
    assert!(!folder.join("ran").exists());

    // A save that cannot be kept is a save all the same, and says so.
    std::fs::write(folder.join(".git/refs/heads/main.lock"), "").unwrap();
    let saved = service.ask(put, &[&bearer], &document("Invoice", "third")).await;
    assert_eq!(
        (saved.status.as_u16(), &saved.json()["notKept"]),
        (200, &json!("`git update-ref` failed"))
    );
    let now = service.ask("GET /api/templates/invoice", &[&bearer], "").await.json();
    assert_eq!(now["template"]["schemas"][0]["content"], "third");
    // Saving once more keeps it.
    std::fs::remove_file(folder.join(".git/refs/heads/main.lock")).unwrap();
    let saved = service.ask(put, &[&bearer], &document("Invoice", "third")).await;
    assert_eq!((saved.status.as_u16(), &saved.json()["notKept"]), (200, &json!(null)));
    assert_eq!(git(&folder, &["status", "--porcelain"]), "A  notes.txt");
}

#[tokio::test]
async fn changes_of_a_template_are_on_a_branch_of_its_own_until_they_are_taken_over() {
    let service = TestService::with("designer: {git: branch, branch: office}");
    service.post("/api/templates", &document("Other", "a")).await;
    let folder = service.path("templates");
    std::fs::remove_dir_all(folder.join(".git")).unwrap();
    repository(&service);
    let main = git(&folder, &["rev-parse", "main"]);
    service.post("/api/templates", &document("Invoice", "first")).await;
    let put = "PUT /api/templates/invoice";
    service.ask(put, &[], &document("Invoice", "second")).await;
    assert_eq!(git(&folder, &["rev-parse", "main"]), main, "nothing happens to the branch in use");
    let on_branch = "Change the template invoice\nAdd the template invoice";
    assert_eq!(git(&folder, &["log", "--format=%s", "main..office/invoice"]), on_branch);
    let listed = service.get(VERSIONS).await.json();
    assert_eq!(subjects(&listed), ["Change the template invoice", "Add the template invoice"]);
    // After the review the next change begins there.
    std::fs::remove_file(folder.join("invoice.json")).unwrap();
    git(&folder, &["merge", "--quiet", "--no-ff", "--message", "Take it over", "office/invoice"]);
    service.ask(put, &[], &document("Invoice", "third")).await;
    assert_eq!(
        git(&folder, &["log", "--format=%s", "main..office/invoice"]),
        "Change the template invoice"
    );
    assert_eq!(
        git(&folder, &["rev-parse", "office/invoice^"]),
        git(&folder, &["rev-parse", "main"])
    );
}

#[tokio::test]
async fn a_branch_of_a_template_changes_no_image_of_another() {
    let service = TestService::with("designer: {git: branch, branch: office}");
    // Large enough to be a file of its own.
    let picture = |seed: &str| {
        format!("data:image/png;base64,{}", "iVBORw0KGgo".repeat(16) + &seed.repeat(400))
    };
    service.post("/api/templates", &document("Other", &picture("AAAA"))).await;
    let folder = service.path("templates");
    std::fs::remove_dir_all(folder.join(".git")).unwrap();
    repository(&service);
    let images = |revision: &str| {
        let listed = git(&folder, &["ls-tree", "--name-only", revision, "assets/"]);
        listed.lines().count()
    };
    assert_eq!(images("main"), 1);
    service.ask("PUT /api/templates/other", &[], &document("Other", &picture("BBBB"))).await;
    service.post("/api/templates", &document("Invoice", "first")).await;
    assert_eq!(git(&folder, &["diff", "--name-only", "main", "office/invoice"]), "invoice.json");
    assert_eq!(images("office/other"), 2, "the branch adds its image, and removes none");
}

#[tokio::test]
async fn templates_may_lie_in_a_folder_of_the_repository() {
    let service = TestService::with("designer: {git: commit}");
    let folder = service.path("");
    git(&folder, &["init", "--quiet", "--initial-branch", "main"]);
    service.post("/api/templates", &document("Invoice", "first")).await;
    service.ask("PUT /api/templates/invoice", &[], &document("Invoice", "second")).await;
    assert_eq!(git(&folder, &["ls-files"]), "templates/invoice.json");
    assert_eq!(git(&folder, &["status", "--porcelain", "--", "templates/invoice.json"]), "");
    let listed = service.get(VERSIONS).await.json();
    assert_eq!(subjects(&listed), ["Change the template invoice", "Add the template invoice"]);
    assert_eq!(service.get("/api/versions").await.json(), json!({"kept": "git"}));
}
