//! `reportctl design`: the designer on a port of this machine.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::project::Project;
use crate::serve::client::Client;

struct Running {
    child: Child,
    /// Output until it was ready.
    said: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    /// Starts it and waits for the last line of its greeting.
    fn start(project: &Project, arguments: &[&str], path: Option<&str>) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reportctl"));
        command.arg("design").args(arguments).current_dir(project.path("")).stderr(Stdio::piped());
        if let Some(path) = path {
            command.env("PATH", path);
        }
        let mut child = command.spawn().unwrap();
        let mut said = String::new();
        let mut lines = BufReader::new(child.stderr.take().unwrap());
        while !said.contains("Ctrl-C ends it\n") {
            assert!(lines.read_line(&mut said).unwrap() > 0, "it ended: {said}");
        }
        // What it says later must not block it.
        std::thread::spawn(move || lines.lines().for_each(drop));
        Self { child, said }
    }

    /// Its address: what comes after `http://` up to the path.
    fn address(&self) -> String {
        let (_, rest) = self.said.split_once("the designer is at http://").unwrap();
        rest.split('/').next().unwrap().to_owned()
    }

    /// Sends SIGINT, as Ctrl-C does, and gives the exit code.
    fn interrupt(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(20) {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("it did not end");
    }
}

fn ask(address: &str, path: &str) -> (u16, String) {
    Client::connect(address).unwrap().ask("GET", path, "").unwrap()
}

/// The service follows a repository; a checkout of it is what the designer changes.
#[test]
fn the_templates_of_this_machine_are_designed_whatever_the_service_follows() {
    let project = Project::with_invoice()
        .file("reportctl.yaml", "templateSource: {url: 'file:///does/not/exist'}\n");
    let running = Running::start(&project, &["--no-open"], None);
    let body = crate::project::document("Quote", &[], "[]");
    let mut client = Client::connect(&running.address()).unwrap();
    let (status, answer) = client.ask("POST", "/api/templates", &body).unwrap();
    assert_eq!(status, 201, "{answer}");
    assert_eq!(project.names("templates"), [".lock", "invoice.json", "quote.json"]);
}

#[test]
fn the_designer_answers_on_a_free_port_and_ends_cleanly() {
    let project = Project::with_invoice();
    let running = Running::start(&project, &["--no-open"], None);
    let address = running.address();
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let (status, page) = ask(&address, "/");
    assert!(status == 200 && page.contains("<title>"), "{page}");
    let (_, list) = ask(&address, "/api/templates");
    assert_eq!(list, r#"[{"id":"invoice","name":"Invoice"}]"#);
    assert_eq!(running.interrupt(), Some(0));
}

#[test]
fn the_browser_is_opened_at_the_template() {
    // Programs that open a browser, each of which writes down what it was asked to open.
    let script = "#!/bin/sh\necho \"$1\" > opened.txt\n";
    let project = Project::with_invoice().file("bin/xdg-open", script);
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(project.path("bin/xdg-open"), mode).unwrap();
    let path = format!("{}:/usr/bin:/bin", project.path("bin").display());
    for argument in ["invoice", "templates/invoice.json"] {
        let running = Running::start(&project, &[argument], Some(&path));
        let start = Instant::now();
        while !project.path("opened.txt").exists() && start.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let expected = format!("http://{}/#/templates/invoice\n", running.address());
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(project.text("opened.txt"), expected);
        std::fs::remove_file(project.path("opened.txt")).unwrap();
        assert_eq!(running.interrupt(), Some(0));
    }
}

#[test]
fn a_template_of_a_tenant_opens_in_its_folder() {
    let document = crate::project::document("Bill", &[], "[]");
    let project = Project::with_invoice()
        .template("acme/bill", &document)
        .file("library/acme/logo.txt", "of acme")
        .file("library/other.txt", "of all");
    let running = Running::start(&project, &["acme/bill", "--no-open"], None);
    assert!(running.said.contains("/#/templates/bill\n"), "{}", running.said);
    let (_, list) = ask(&running.address(), "/api/templates");
    assert_eq!(list, r#"[{"id":"bill","name":"Bill"}]"#);
    let (_, library) = ask(&running.address(), "/api/library");
    assert!(library.contains("logo.txt") && !library.contains("other.txt"), "{library}");
}

#[test]
fn templates_that_cannot_be_opened_are_named_before_anything_starts() {
    let document = crate::project::document("Bill", &[], "[]");
    let project = Project::with_invoice().file("bill.json", document);
    project
        .run(["design", "invoise"])
        .fails_with(3)
        .stderr_has("there is no template `invoise`")
        .stderr_has("did you mean `invoice`?");
    project
        .run(["design", "bill.json"])
        .fails_with(2)
        .stderr_has("`bill.json` is not in the folder of templates")
        .stderr_has("reportctl template add bill.json");
    assert!(!project.path(".reportctl").exists());
}
