//! `reportctl archive`.

use std::fs;
use std::path::PathBuf;

use serde_json::Value as Json;

use crate::project::Project;

/// One document, mailed and archived, and the id of its request.
fn archived() -> (Project, String) {
    let project = Project::with_invoice().file("reportctl.yaml", "archive: {url: archive}\n");
    fs::create_dir(project.path("archive")).unwrap();
    let send = ["send", "invoice", "-d", "data.json", "--to", "ana@example.org"];
    project.run(send).succeeds();
    let listed = project.run(["archive", "list", "--json"]).succeeds().json();
    let id = listed["report"].as_str().unwrap().to_owned();
    (project, id)
}

/// The folder of the objects of a report.
fn objects(project: &Project, id: &str) -> PathBuf {
    let listed = project.run(["archive", "list", "--json"]).succeeds().json();
    assert_eq!(listed["report"], id);
    project.path("archive").join(listed["key"].as_str().unwrap())
}

/// The findings of `archive verify`.
fn findings(project: &Project) -> Vec<String> {
    let run = project.run(["archive", "verify", "--json"]);
    let json: Json = run.json();
    let findings = json["findings"].as_array().unwrap();
    assert_eq!(run.code, Some(if findings.is_empty() { 0 } else { 7 }), "{json}");
    findings.iter().map(|it| it["finding"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_mailed_document_is_listed_and_written_with_its_receipt() {
    let (project, id) = archived();
    let run = project.run(["archive", "list"]).succeeds();
    run.stdout_has(&id).stdout_has("invoice\tana@example.org\t");
    project
        .run(["archive", "list", "--until", "1d"])
        .succeeds()
        .stdout("")
        .stderr("no documents\n");
    let get = ["archive", "get", &id, "-o", "a.pdf", "--receipt", "a.json"];
    project.run(get).succeeds().stdout("").stderr_has("wrote `a.pdf`, ");
    let piped = project.run(["archive", "get", &id, "-o", "-"]).succeeds();
    assert_eq!(piped.stdout, project.read("a.pdf"));
    project.run(["verify", "a.pdf", "--receipt", "a.json", "--data", "data.json"]).succeeds();
    // The name of the attachment.
    project.run(["archive", "get", &id]).succeeds().stderr_has("wrote `report.pdf`");
    project
        .run(["archive", "get", &id, "--receipt", "b.json"])
        .fails_with(2)
        .stderr_has("`report.pdf` exists");
    assert!(!project.path("b.json").exists());
    project.run(["archive", "get", &id, "--einvoice", "a.xml"]).fails_with(4);
    let other = "01890a5d-ac96-774b-bcce-b302099a8057";
    project.run(["archive", "get", other]).fails_with(4).stderr_has("has no document of report");
}

#[test]
fn what_differs_from_the_log_is_found() {
    let (project, id) = archived();
    assert!(findings(&project).is_empty());
    project.run(["archive", "verify"]).succeeds().stdout("").stderr("1 document as archived\n");
    let folder = objects(&project, &id);
    let pdf = fs::read_dir(&folder).unwrap().map(|it| it.unwrap().path());
    let pdf = pdf.into_iter().find(|path| path.extension().is_some_and(|it| it == "pdf")).unwrap();
    let bytes = fs::read(&pdf).unwrap();
    // Changed in one byte, cut, lost.
    let mut changed = bytes.clone();
    changed[20] ^= 1;
    fs::write(&pdf, changed).unwrap();
    assert_eq!(findings(&project), ["damaged"]);
    project
        .run(["archive", "get", &id, "-o", "b.pdf"])
        .fails_with(1)
        .stderr_has("is not what was archived");
    assert!(!project.path("b.pdf").exists());
    fs::write(&pdf, &bytes[..100]).unwrap();
    assert_eq!(findings(&project), ["damaged"]);
    fs::remove_file(&pdf).unwrap();
    assert_eq!(findings(&project), ["damaged"]);
    fs::write(&pdf, &bytes).unwrap();
    assert!(findings(&project).is_empty());
    // Files that no record names, of a report that only another log has, and of others.
    let other = folder.join(format!("{}.pdf", "0".repeat(64)));
    fs::write(&other, "x").unwrap();
    assert_eq!(findings(&project), ["leftover"]);
    fs::remove_file(&other).unwrap();
    let unknown = Project::with_invoice()
        .file("reportctl.yaml", format!("archive: {{url: {:?}}}\n", project.path("archive")));
    unknown.run(["send", "invoice", "-d", "data.json", "--to", "bob@example.org"]).succeeds();
    assert_eq!(findings(&project), ["unknown"]);
    let stranger = objects_of(&unknown, &project);
    fs::remove_dir_all(stranger).unwrap();
    fs::write(project.path("archive/readme.txt"), "x").unwrap();
    assert_eq!(findings(&project), ["unknown"]);
    // The terminal shows the name of a foreign object, and does not obey it.
    let steering = project.path("archive/\u{1b}[2J.txt");
    fs::rename(project.path("archive/readme.txt"), &steering).unwrap();
    let verified =
        project.run(["archive", "verify"]).ends_with(7).stdout_has("[2J.txt: it is not of");
    assert!(!verified.stdout.contains(&0x1b));
    fs::remove_file(steering).unwrap();
    fs::remove_file(folder.join("record.json")).unwrap();
    assert_eq!(findings(&project), ["lost"]);
}

/// The folder of the only report of a project in the archive of another.
fn objects_of(project: &Project, of: &Project) -> PathBuf {
    let listed = project.run(["archive", "list", "--json"]).succeeds().json();
    of.path("archive").join(listed["key"].as_str().unwrap())
}

#[test]
fn documents_are_deleted_after_their_retention_unless_they_are_held() {
    let (project, id) = archived();
    project
        .run(["archive", "expire"])
        .fails_with(2)
        .stderr_has("`archive.retentionDays` is not set");
    let expire = || {
        let days = [("REPORTCTL_ARCHIVE_RETENTION_DAYS", "1")];
        project.run_with(days, ["archive", "expire"]).succeeds().stderr
    };
    assert_eq!(expire(), "deleted 0 documents\n");
    // Two days later.
    let database = rusqlite::Connection::open(project.path(".reportctl/state.db")).unwrap();
    database.execute("UPDATE log SET time = time - 172800000", ()).unwrap();
    let record = objects(&project, &id).join("record.json");
    let mut json: Json = serde_json::from_slice(&fs::read(&record).unwrap()).unwrap();
    json["archivedAt"] = (json["archivedAt"].as_i64().unwrap() - 172_800_000).into();
    fs::write(&record, json.to_string()).unwrap();
    let hold = ["archive", "hold", &id, "--reason", "audit"];
    project.run(hold).succeeds().stderr_has(" is held\n");
    project.run(hold).succeeds().stderr_has(" was held already\n");
    assert_eq!(expire(), "deleted 0 documents\n");
    assert!(findings(&project).is_empty());
    project.run(["archive", "release", &id]).succeeds().stderr_has(" is released\n");
    assert_eq!(expire(), "deleted 1 document\n");
    assert!(!record.exists());
    let days = [("REPORTCTL_ARCHIVE_RETENTION_DAYS", "1")];
    let verified = project.run_with(days, ["archive", "verify"]).succeeds();
    verified.stderr("0 documents as archived, 1 deleted after their retention\n");
    project.run(["archive", "get", &id]).fails_with(4);
}

#[test]
fn a_document_that_was_mailed_long_after_it_was_archived_is_deleted_by_its_age() {
    let (project, id) = archived();
    // Archived two days ago, and logged now: the mail server did not take it before.
    let record = objects(&project, &id).join("record.json");
    let mut json: Json = serde_json::from_slice(&fs::read(&record).unwrap()).unwrap();
    json["archivedAt"] = (json["archivedAt"].as_i64().unwrap() - 172_800_000).into();
    json["receipt"]["made"] = (json["receipt"]["made"].as_i64().unwrap() - 172_800).into();
    fs::write(&record, json.to_string()).unwrap();
    let database = rusqlite::Connection::open(project.path(".reportctl/state.db")).unwrap();
    database.execute("UPDATE log SET receipt = ?1", (json["receipt"].to_string(),)).unwrap();
    let days = [("REPORTCTL_ARCHIVE_RETENTION_DAYS", "1")];
    project
        .run_with(days, ["archive", "expire", "--all"])
        .succeeds()
        .stderr("deleted 1 document\n");
    let verified = project.run_with(days, ["archive", "verify"]).succeeds();
    verified.stderr("0 documents as archived, 1 deleted after their retention\n");
}

#[test]
fn without_an_archive_the_setting_is_named() {
    let project = Project::with_invoice();
    for command in [&["list"][..], &["verify"], &["expire"]] {
        let run = project.run(["archive"].iter().chain(command));
        if command == ["list"] {
            run.succeeds().stdout("");
        } else {
            run.fails_with(2).stderr_has("`archive.url` is not set");
        }
    }
    let bucket = project.run_with([("REPORTCTL_ARCHIVE_URL", "ftp://x")], ["archive", "verify"]);
    bucket.fails_with(2).stderr_has("`REPORTCTL_ARCHIVE_URL` must be a folder");
}

#[test]
fn doctor_looks_at_the_archive() {
    let (project, _) = archived();
    project.run(["doctor"]).succeeds().stderr_has("archive   ok  folder archive\n");
    fs::rename(project.path("archive"), project.path("elsewhere")).unwrap();
    let run = project.run(["doctor"]).ends_with(7);
    run.stderr_has("error[archiveUnavailable]: the archive: the folder `archive` does not exist");
}

#[test]
fn documents_that_are_older_than_the_log_are_verified_and_deleted_without_it() {
    let (project, id) = archived();
    let folder = objects(&project, &id);
    let settings = "archive: {url: archive, retentionDays: 30}\nkeepLogDays: 10\n";
    let project = project.file("reportctl.yaml", settings);
    // Mailed and archived 40 days ago.
    let older = |name: &str, change: &dyn Fn(&rusqlite::Connection)| {
        change(&rusqlite::Connection::open(project.path(name)).unwrap());
    };
    let days = 40 * 86_400_000_i64;
    older(".reportctl/state.db", &|database| {
        let change = format!(
            "UPDATE requests SET created_at = created_at - {days}, processed_at = processed_at - {days}; \
             UPDATE log SET time = time - {days}"
        );
        database.execute_batch(&change).unwrap();
    });
    let record = folder.join("record.json");
    let mut changed: Json = serde_json::from_slice(&fs::read(&record).unwrap()).unwrap();
    let archived_at = changed["archivedAt"].as_i64().unwrap();
    changed["archivedAt"] = (archived_at - days).into();
    fs::write(&record, changed.to_string()).unwrap();
    project.run(["worker", "--once"]).succeeds();
    project.run(["queue", "list"]).succeeds().stdout("").stderr("no requests\n");
    project.run(["log"]).succeeds().stdout("");
    assert!(findings(&project).is_empty());
    let verified = project.run(["archive", "verify", "--json"]).succeeds().json();
    assert_eq!((&verified["beforeLog"], &verified["documents"]), (&1.into(), &0.into()));
    // Archived after what the log begins with, it should be in the log.
    changed["archivedAt"] = archived_at.into();
    fs::write(&record, changed.to_string()).unwrap();
    assert_eq!(findings(&project), ["unknown"]);
    changed["archivedAt"] = (archived_at - days).into();
    fs::write(&record, changed.to_string()).unwrap();
    project.run(["archive", "get", &id, "-o", "a.pdf"]).succeeds();
    project.run(["archive", "expire"]).succeeds().stderr("deleted 0 documents\n");
    project.run(["archive", "expire", "--all"]).succeeds().stderr("deleted 1 document\n");
    assert!(findings(&project).is_empty());
    assert!(!record.exists());
}
