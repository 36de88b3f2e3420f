//! Services and workers whose templates are those of a ZIP file, in a bucket or in a folder of the machine.

use std::io::{Cursor, Write};

use reportctl::base::hash::sha256;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::client::Running;
use crate::worker::bucket::{S3Server, store_without_rights};
use crate::worker::fixture::{MailFixture, invoice};

fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn fixture(url: &str, more: &str) -> MailFixture {
    let fixture = MailFixture::new();
    std::fs::remove_dir_all(fixture.project.path("templates")).unwrap();
    let source = format!("url: '{url}', pollSeconds: 0.1{more}");
    fixture.settings(60, &format!("templateSource: {{{source}}}\n"));
    fixture
}

fn serve(fixture: &MailFixture) -> Running {
    let own = fixture.variables.iter().map(|(name, value)| (*name, value.as_str()));
    Running::start_with(&fixture.project, &["--mode", "sync"], &own.collect::<Vec<_>>())
}

#[test]
fn a_service_takes_new_objects_of_a_bucket_and_refuses_those_with_errors() {
    let Some(server) = S3Server::start() else { return };
    let put = |files: &[(&str, &str)]| server.put_bytes("/documents/acme/reports.zip", &zip(files));
    put(&[("templates/invoice.json", &invoice("First {number}"))]);
    let mut fixture = fixture("s3://documents/acme/reports.zip", "");
    fixture.variables.extend(server.variables());
    let service = serve(&fixture);
    service.log_with("  templates  ZIP file s3://documents/acme/reports.zip at ");
    let template = || service.ask("GET", "/api/templates/invoice", "");
    assert!(template().contains("First {number}"), "{}", template());
    let answer = service.ask("PUT", "/api/templates/invoice", &invoice("Mine"));
    assert!(answer.contains("templatesReadOnly"), "{answer}");

    put(&[("templates/invoice.json", "{")]);
    let log = service.log_with("the templates were not replaced");
    assert!(log.contains("templateSourceRefused"), "{log}");
    assert!(log.contains("templates/invoice.json"), "{log}");
    assert!(template().contains("First {number}"));

    put(&[("templates/invoice.json", &invoice("Second {number}"))]);
    service.log_with("the templates were replaced");
    assert!(template().contains("Second {number}"), "{}", template());

    // A server that vanishes changes nothing.
    drop(server);
    let log = service.log_with("templateSourceUnavailable");
    let message = "the templates of `s3://documents/acme/reports.zip` cannot be read: ";
    assert!(log.contains(message), "{log}");
    assert!(template().contains("Second {number}"));
}

#[test]
fn a_bucket_without_rights_is_named() {
    let mut fixture = fixture("s3://documents/acme/reports.zip", "");
    fixture.variables.extend(store_without_rights());
    let output = fixture.run(&["doctor"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(7), "{said}");
    let message = "error[templateSourceUnavailable]: the templates of `s3://documents/acme/reports.zip` cannot be read: ";
    assert!(said.contains(message) && said.contains("403"), "{said}");
    assert!(said.contains("and the rights of its token, key or credentials"), "{said}");
}

#[test]
fn a_worker_names_the_digest_of_a_file() {
    let content = zip(&[("reports/invoice.json", &invoice("Packed {number}"))]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reports.zip");
    std::fs::write(&file, &content).unwrap();
    let fixture = fixture(&format!("file://{}", file.display()), ", folder: reports");
    fixture.add(1..2);
    let output = fixture.run(&["worker", "--once"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(said.contains(&sha256(&content)[..12]), "{said}");
    assert_eq!(fixture.audit().done, 1);
}

#[test]
fn a_source_that_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        format!("file://{}", path.display())
    };
    let hostile = file("hostile.zip", &zip(&[("../invoice.json", "{}")]));
    for (url, more, said) in [
        ("file:///does/not/exist.zip", "", "error[templateSourceUnavailable]"),
        (&file("text.zip", b"text"), "", "it is not a ZIP file"),
        (&file("empty.zip", &zip(&[])), "", "has no folder `templates`"),
        (&hostile, "", "leads out of its folder"),
        ("s3://bucket/templates", "", "name a ZIP file in the bucket"),
        ("s3://bucket/templates.zip", ", allowedSigners: keys", "`templateSource.allowedSigners`"),
    ] {
        let output = fixture(url, more).run(&["doctor"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(7), "{url}: {stderr}");
        assert!(stderr.contains(said), "{url}: {stderr}");
    }
}
