//! Documents with a password: who opens them, and that there are none without one.

use std::path::Path;
use std::process::Command;

use crate::project::{Project, Run};
use crate::tools;

const PIN: &str = "hunter2\u{e9}";

fn payslip(encryption: &str) -> String {
    format!(
        r##"{{"name": "Payslip", "bindings": [], "template": {{"extensions": 1,
            "page": {{"width": 210, "height": 297}},
            "pdf": {{"title": "Payslip of {{name}} ć", "subject": "{{month}}", "language": "pl",
                "viewer": {{"pageMode": "thumbs"}}, "encryption": {encryption}}},
            "schemas": [
              {{"id": "g", "name": "guard", "type": "image", "x": 0, "y": 0, "width": 1, "height": 1,
                "content": "data:application/x-extensions,1"}},
              {{"id": "t", "name": "t", "type": "text", "x": 10, "y": 10, "width": 90, "height": 9,
                "content": "Salary of {{name}}"}}]}}}}"##
    )
}

fn project(data: &str) -> Project {
    Project::new()
        .template("payslip", &payslip(r#"{"userPassword": "{pin}", "permissions": ["print"]}"#))
        .file("data.json", data)
}

fn render(project: &Project) -> Run {
    project.run(["render", "payslip", "-d", "data.json", "-o", "a.pdf"])
}

/// The success of a program that opens a file, and its output.
fn opens(program: &str, arguments: &[&str], file: &Path) -> (bool, String) {
    let output = Command::new(program).args(arguments).arg(file).output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_password_opens_the_document_and_nothing_else_does() {
    let data = format!(r#"{{"name": "Ana", "month": "May", "pin": "{PIN}"}}"#);
    let project = project(&data);
    let run = project.run(["-v", "render", "payslip", "-d", "data.json", "-o", "a.pdf"]);
    assert!(!run.succeeds().stderr.contains("hunter2"));
    let bytes = project.read("a.pdf");
    let clear = |text: &[u8]| bytes.windows(text.len()).any(|part| part == text);
    assert!(!clear(b"Ana") && !clear(b"hunter2"));
    // Keys come from random bytes.
    render(&project).succeeds();
    assert_ne!(bytes, project.read("a.pdf"));
    let file = project.path("a.pdf");
    if tools::has("qpdf") {
        let password = format!("--password={PIN}");
        let (opened, said) = opens("qpdf", &[&password, "--check"], &file);
        assert!(opened && said.contains("No syntax or stream encoding errors"), "{said}");
        let (_, said) = opens("qpdf", &[&password, "--show-encryption"], &file);
        assert!(said.contains("R = 6") && said.contains("AESv3"), "{said}");
        assert!(said.contains("extract for any purpose: not allowed"), "{said}");
        assert!(said.contains("extract for accessibility: allowed"), "{said}");
        assert!(!opens("qpdf", &["--check"], &file).0);
        assert!(!opens("qpdf", &["--password=hunter2", "--check"], &file).0);
    }
    if tools::has("pdftotext") {
        let output = Command::new("pdftotext").args(["-upw", PIN]).arg(&file).arg("-").output();
        assert_eq!(String::from_utf8_lossy(&output.unwrap().stdout).trim(), "Salary of Ana");
        let output = Command::new("pdftotext").arg(&file).arg("-").output();
        assert!(!output.unwrap().status.success());
        let (_, info) = opens("pdfinfo", &["-upw", PIN], &file);
        for line in ["Payslip of Ana ć", "May", "AES-256", "copy:no"] {
            assert!(info.contains(line), "{line}: {info}");
        }
    }
}

/// ISO 32000-2, 7.6.4.3.3: the first 127 bytes count, wherever they end.
#[test]
fn long_passwords_count_to_their_127th_byte() {
    for long in ["a".repeat(200), "é".repeat(100)] {
        let project = project(&format!(r#"{{"name": "Ana", "pin": "{long}"}}"#));
        render(&project).succeeds();
        let file = project.path("a.pdf");
        let opens_with = |password: &str| {
            opens("qpdf", &[&format!("--password={password}"), "--check"], &file).0
        };
        if tools::has("qpdf") {
            let kept: String =
                long.chars().take(127 / long.chars().next().unwrap().len_utf8() + 1).collect();
            assert!(opens_with(&long) && opens_with(&format!("{kept}and more")));
            let mut short = kept;
            short.truncate(120);
            assert!(!opens_with(&short));
        }
    }
    // As much as the command line of poppler takes.
    let pin = "a".repeat(32);
    let project = project(&format!(r#"{{"name": "Ana", "pin": "{pin}"}}"#));
    render(&project).succeeds();
    if tools::has("pdftotext") {
        let (opened, said) = opens("pdfinfo", &["-upw", &pin], &project.path("a.pdf"));
        assert!(opened && said.contains("AES-256"), "{said}");
    }
}

#[test]
fn an_owner_has_a_password_from_the_folder_of_secrets() {
    let lock = r#"{"userPassword": "{pin}", "ownerPassword": "payroll"}"#;
    let project = project(r#"{"name": "Ana", "pin": "123456"}"#)
        .template("payslip", &payslip(lock))
        .file("secrets/payroll", "the-owner\n");
    let problem = project.run(["--error-format", "json", "render", "payslip", "-d", "data.json"]);
    let problem = problem.fails_with(2).error();
    assert_eq!(
        (&problem["code"], &problem["secret"]),
        (&"invalidSetting".into(), &"payroll".into())
    );
    let project = project.env("REPORTCTL_SECRETS", "secrets");
    render(&project).succeeds();
    if tools::has("qpdf") {
        let file = project.path("a.pdf");
        let (opened, said) = opens("qpdf", &["--password=the-owner", "--show-encryption"], &file);
        assert!(opened && said.contains("Supplied password is owner password"), "{said}");
    }
}

/// E10.4 of the specification of extensions.
#[test]
fn without_a_password_nothing_is_written_and_nothing_mailed() {
    for data in [
        r#"{"name": "Ana"}"#,
        r#"{"name": "Ana", "pin": " "}"#,
        r#"{"pin": "12345"}"#,
        // Nothing is left of them where they are typed (SASLprep).
        r#"{"pin": "\u00ad\u00ad\u00ad\u00ad\u00ad\u00ad\u00ad"}"#,
        r#"{"pin": "\ufe0f\ufe0f\ufe0f\ufe0f\ufe0f\ufe0f\ufe0f\ufe0f"}"#,
        r#"{"pin": "\u180b\u180b\u180b\u180b\u180b\u180b\u180b\u180b"}"#,
        r#"{"pin": "\u00a0\u2003\u00ad\u3000\u200b\u00a0\u00a0\u00a0"}"#,
        // Too short without them.
        r#"{"pin": "12\u00ad\u00ad\u00ad\u00ad\u00ad345"}"#,
        // The same text for everybody.
        r#"{"pin": {"value": "1234567"}}"#,
        r#"{"pin": ["1234567"]}"#,
        r#"{"pin": [{"value": "1234567"}]}"#,
    ] {
        let project = project(data).file("rows.ndjson", data);
        let refused = |arguments: &[&str], code: i32| {
            let run = project.run(arguments).ends_with(code);
            let said = format!("{} {}", run.stderr, String::from_utf8_lossy(&run.stdout));
            assert!(said.contains("password of the document"), "{arguments:?}: {said}");
            assert!(!said.contains("12345"), "{said}");
        };
        refused(&["render", "payslip", "-d", "data.json"], 4);
        refused(&["render", "payslip", "-d", "data.json", "--format", "layout"], 4);
        let row = ["batch", "payslip", "-d", "rows.ndjson"];
        refused(&[&row[..], &["--no-mail", "--out-dir", "out", "--filename", "a"]].concat(), 6);
        let sent = project.run(["send", "payslip", "-d", "data.json", "--to", "ana@example.org"]);
        assert_ne!(sent.code, Some(0));
        let names = project.names("");
        assert!(!names.iter().any(|name| name.ends_with(".pdf")), "{names:?}");
        for folder in ["out", ".reportctl/outbox"] {
            if project.path(folder).exists() {
                let made = project.names(folder);
                assert!(
                    !made.iter().any(|name| name.ends_with(".pdf") || name.ends_with(".eml")),
                    "{made:?}"
                );
            }
        }
    }
}

#[test]
fn programs_without_extensions_stop_at_the_guard() {
    let project = project("{}");
    project.run(["check", "payslip"]).succeeds();
    let template = project.text("templates/payslip.json");
    let unguarded = template.replace("data:application/x-extensions,1", "");
    let project = project
        .template("old", &template.replace(r#""extensions": 1,"#, ""))
        .template("unguarded", &unguarded);
    project
        .run(["render", "old", "-d", "data.json"])
        .fails_with(3)
        .stderr_has("application/x-extensions");
    project.run(["check", "unguarded"]).stderr_has("guardMissing");
}
