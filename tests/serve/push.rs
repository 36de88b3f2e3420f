//! Services that push the commits of saves to a git repository, which others follow.

use super::client::Running;
use crate::worker::fixture::{MailFixture, invoice, wait_for};

/// A folder whose saves are pushed to the bare repository `origin`, which is not there yet.
struct PushFixture(MailFixture);

impl PushFixture {
    fn new(git: &str) -> Self {
        let fixture = MailFixture::new();
        let url = format!("file://{}", fixture.project.path("origin").display());
        fixture.settings(60, &format!("designer: {{git: {git}, push: '{url}'}}\n"));
        let repository = Self(fixture);
        repository.git("templates", &["init", "--quiet", "--initial-branch", "main"]);
        repository.git("templates", &["add", "invoice.json"]);
        repository.git("templates", &["commit", "--quiet", "--message", "Begin"]);
        repository
    }

    fn make_origin(&self) {
        self.git(".", &["init", "--quiet", "--bare", "--initial-branch", "main", "origin"]);
    }

    fn serve(&self) -> Running {
        let variables = self.0.server.variables();
        let variables: Vec<_> =
            variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
        Running::start_with(&self.0.project, &["--mode", "sync"], &variables)
    }

    /// Runs git in a folder of the project.
    fn git(&self, folder: &str, arguments: &[&str]) -> String {
        self.0.project.git(&[&["-C", folder], arguments].concat()).trim().to_owned()
    }

    /// The subjects of the commits of a branch of `origin`, the newest first.
    fn subjects(&self, branch: &str) -> String {
        self.git("origin", &["log", "--format=%s", branch])
    }

    fn has(&self, branch: &str) -> bool {
        self.0.project.path("origin/refs/heads").join(branch).exists()
    }
}

fn save(service: &Running, text: &str) {
    let answer = service.ask("PUT", "/api/templates/invoice", &invoice(text));
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn what_one_service_saves_others_that_follow_the_repository_use() {
    let fixture = PushFixture::new("commit");
    fixture.make_origin();
    let service = fixture.serve();
    // What was committed before is pushed at the start.
    service.log_with("the changes of templates were pushed");
    assert_eq!(fixture.subjects("main"), "Begin");

    let other = MailFixture::new();
    let url = format!("file://{}", fixture.0.project.path("origin").display());
    let source = format!("templateSource: {{url: '{url}', folder: ., pollSeconds: 0.1}}\n");
    other.settings(60, &source);
    let follower = Running::start_with(&other.project, &[], &[]);
    save(&service, "Second {number}");
    follower.log_with("the templates were replaced");
    let template = follower.ask("GET", "/api/templates/invoice", "");
    assert!(template.contains("Second {number}"), "{template}");
    assert_eq!(fixture.subjects("main"), "Change the template invoice\nBegin");
    // The repository of the folder gets no remote.
    assert_eq!(fixture.git("templates", &["remote"]), "");
}

#[test]
fn a_repository_that_comes_back_gets_what_was_saved_meanwhile() {
    let fixture = PushFixture::new("branch");
    let service = fixture.serve();
    save(&service, "Second {number}");
    let log = service.log_with("templatesNotPushed");
    assert!(log.contains("the branch `designer/invoice` cannot be pushed to"), "{log}");
    let kept = service.ask("GET", "/api/versions", "");
    assert!(kept.contains("\"notPushed\":\"the branch `designer/invoice` cannot"), "{kept}");
    let doctor = fixture.0.run(&["doctor"]);
    assert_eq!(doctor.status.code(), Some(7));
    let said = String::from_utf8_lossy(&doctor.stderr).into_owned();
    assert!(said.contains("push      1 problem\nerror[templatesNotPushed]"), "{said}");

    // Also by a program that starts later.
    service.terminate();
    drop(service);
    let service = fixture.serve();
    service.log_with("templatesNotPushed");
    fixture.make_origin();
    service.log_with("the changes of templates were pushed");
    assert_eq!(fixture.subjects("designer/invoice"), "Change the template invoice\nBegin");
    assert!(!fixture.has("main"), "the branch in use is pushed by those who use it");
    wait_for("the end of the failure", || {
        service.ask("GET", "/api/versions", "").ends_with("{\"kept\":\"git\"}")
    });
    let doctor = fixture.0.run(&["doctor"]);
    let said = String::from_utf8_lossy(&doctor.stderr).into_owned();
    assert!(said.contains("push      ok  nothing to push to file://"), "{said}");
}

#[test]
fn a_branch_that_was_merged_and_deleted_there_does_not_come_back() {
    let fixture = PushFixture::new("branch");
    fixture.make_origin();
    let service = fixture.serve();
    save(&service, "Second {number}");
    service.log_with("the changes of templates were pushed");
    fixture.git("origin", &["branch", "--quiet", "-D", "designer/invoice"]);
    drop(service);
    let service = fixture.serve();
    let other = invoice("Other").replacen("Invoice", "Other", 1);
    let answer = service.ask("POST", "/api/templates", &other);
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    service.log_with("designer/other");
    assert!(fixture.has("designer/other") && !fixture.has("designer/invoice"));
    // The next change of the template makes it again.
    save(&service, "Third {number}");
    service.log_with("branch=\"designer/invoice\"");
    assert!(fixture.has("designer/invoice"));
}

#[test]
fn commits_of_others_are_never_lost() {
    let fixture = PushFixture::new("commit");
    fixture.make_origin();
    let service = fixture.serve();
    service.log_with("the changes of templates were pushed");
    fixture.git(".", &["clone", "--quiet", "origin", "elsewhere"]);
    fixture.git("elsewhere", &["commit", "--quiet", "--allow-empty", "--message", "Of others"]);
    fixture.git("elsewhere", &["push", "--quiet"]);
    save(&service, "Second {number}");
    let log = service.log_with("templatesNotPushed");
    assert!(log.contains("[rejected]"), "{log}");
    assert_eq!(fixture.subjects("main"), "Of others\nBegin");
    // After a merge in the folder it goes on by itself.
    let url = fixture.0.project.path("origin").display().to_string();
    fixture.git("templates", &["pull", "--quiet", "--no-rebase", "--no-edit", &url, "main"]);
    wait_for("the push", || fixture.subjects("main").contains("Change the template invoice"));
    assert!(fixture.subjects("main").contains("Of others"));
}

#[test]
fn a_target_that_cannot_be_used_is_named() {
    for (settings, code, said) in [
        ("designer: {push: 'ext::sh -c true'}\n".to_owned(), 7, "`designer.push` cannot be"),
        ("designer: {push: 'https://a:b@x/r'}\n".to_owned(), 7, "`designer.push` holds a password"),
        ("designer: {git: commit, push: upstream}\n".to_owned(), 7, "has no remote `upstream`"),
        (
            "designer: {push: 'https://x/r', pushTokenFile: none}\n".to_owned(),
            7,
            "cannot read `none`",
        ),
    ] {
        let fixture = PushFixture::new("commit").0;
        fixture.settings(60, &settings);
        let output = fixture.run(&["doctor"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{stderr}");
        assert!(stderr.contains(said), "{stderr}");
    }
    let fixture = super::template_source::fixture("");
    let settings = fixture.project.text("reportctl.yaml");
    fixture.file("reportctl.yaml", &format!("{settings}designer: {{push: 'https://x/r'}}\n"));
    let output = fixture.run(&["serve", "--listen", "127.0.0.1:0"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("the templates of `templateSource` are only read"), "{stderr}");
}
