//! `reportctl doctor`.

use serde_json::json;

use crate::mail::server::{Action, MailServer, Step};
use crate::project::{Project, document, text};
use crate::queue::fixture::PostgresSchema;

/// The digest of the templates, which `doctor` prints.
fn digest(project: &Project) -> String {
    let findings = project.run(["doctor", "--json"]).json();
    let detail = findings[1]["detail"].as_str().unwrap();
    detail.split_once("digest ").unwrap().1.to_owned()
}

#[test]
fn machines_with_the_same_templates_have_the_same_digest() {
    let template = document("Invoice", &[text("title", "lib:logo.png")], "[]");
    let one = Project::new().template("a", &template).template("b", &template);
    let other = Project::new().template("b", &template).template("a", &template);
    assert_eq!(digest(&one), digest(&other));
    let other = other.template("b", &document("Invoice", &[text("title", "x")], "[]"));
    assert_ne!(digest(&one), digest(&other));
    assert_ne!(digest(&one), digest(&Project::new().template("a", &template)));
}

#[test]
fn a_clock_that_is_not_that_of_the_database_is_found() {
    let Some(schema) = PostgresSchema::new() else { return };
    let project = Project::with_invoice().env("REPORTCTL_DATABASE_URL", &schema.url());
    project.run(["doctor"]).stderr_has("clock     ok  that of the database\n");
}

#[test]
fn a_database_that_cannot_be_used_is_named_with_the_next_step() {
    let Some(schema) = PostgresSchema::new() else { return };
    let url = schema.url();
    let (server, rest) = url.rsplit_once('?').map_or((&*url, ""), |(server, rest)| (server, rest));
    let (host, _) = server.rsplit_once('/').unwrap();
    let missing = format!("{host}/reports_that_are_missing?{rest}");
    let project = Project::with_invoice().env("REPORTCTL_DATABASE_URL", &missing);
    project
        .run(["doctor"])
        .ends_with(7)
        .stderr_has("queue     1 problem\nerror[queueUnavailable]: ")
        .stderr_has("database \"reports_that_are_missing\" does not exist\n")
        .stderr_has("create the database that the URL names, for example with `createdb`");
    let (_, address) = host.rsplit_once('@').unwrap();
    let stranger = format!("postgres://stranger@{address}/postgres?{rest}");
    let project = Project::with_invoice().env("REPORTCTL_DATABASE_URL", &stranger);
    let run = project.run(["doctor"]).ends_with(7);
    run.stderr_has("stranger").stderr_has("check user and password in the URL of the database");
}

#[test]
fn the_archive_is_read_where_that_is_asked_for() {
    let project = Project::with_invoice().file("reportctl.yaml", "archive: {url: archive}\n");
    std::fs::create_dir(project.path("archive")).unwrap();
    project
        .run(["doctor", "--deep"])
        .succeeds()
        .stderr_has("folder archive, compared with no log: there are no requests yet\n");
    assert!(!project.path(".reportctl").join("state.db").exists());
    project.run(["send", "invoice", "-d", "data.json", "--to", "ana@example.org"]).succeeds();
    project
        .run(["doctor", "--deep"])
        .succeeds()
        .stderr_has("archive   ok  folder archive, 1 document as archived\n");
    std::fs::remove_dir_all(project.path("archive")).unwrap();
    std::fs::create_dir(project.path("archive")).unwrap();
    project.run(["doctor"]).succeeds();
    project.run(["doctor", "--deep"]).ends_with(7).stderr_has("1 finding in the archive: lost (");
}

#[test]
fn a_working_folder_is_well() {
    let project = Project::with_invoice().env("REPORTCTL_ISOLATION", "none");
    let digest = digest(&project);
    project.run(["doctor"]).succeeds().stdout("").stderr(&format!(
        "settings  ok  the defaults; there is no reportctl.yaml here\n\
         templates ok  1 template in `templates`, digest {digest}\n\
         fonts     ok  Helvetica, the built-in font for what is missing\n\
         isolation ok  none: documents are rendered by the process itself\n\
         queue     ok  no requests yet; `.reportctl/state.db` is made with the first\n\
         mail      ok  folder .reportctl/outbox\n",
    ));
    assert!(!project.path(".reportctl/state.db").exists());
    project.run(["doctor", "--quiet"]).succeeds().stderr("");
    project.run(["send", "invoice", "-d", "data.json", "--to", "ana@example.org"]).succeeds();
    project
        .run(["doctor"])
        .succeeds()
        .stderr_has("queue     ok  `.reportctl/state.db`: 0 waiting, 1 sent\n");
    let project = project.file("reportctl.yaml", "isolation: none\nkeepLogDays: 90\n");
    project.run(["doctor"]).succeeds().stderr_has(
        "queue     ok  `.reportctl/state.db`: 0 waiting, 1 sent; kept for 90 days (`keepLogDays`)\n",
    );
}

#[test]
fn every_part_is_looked_at_although_another_is_broken() {
    let project = Project::with_invoice()
        .template("broken", "{")
        .file("reportctl.yaml", "fonts: [gone.ttf]\nmail: { smtp: { host: localhost } }\n");
    let run = project.run(["doctor"]).ends_with(7);
    let run = run.stderr_has("templates 1 problem\nerror[templateUnreadable]: ");
    let run = run.stderr_has("  --> templates/broken.json");
    let run = run.stderr_has("fonts     1 problem\nerror[fontUnreadable]: cannot read `gone.ttf`");
    run.stderr_has("queue     ok  ").stderr_has(
        "mail      1 problem\nerror[invalidSetting]: there is no sender for messages\n",
    );
}

#[test]
fn programs_read_the_findings_as_json() {
    let project = Project::new().file("outbox", "");
    let run = project.env("REPORTCTL_OUTBOX", "outbox").run(["doctor", "--json"]).ends_with(7);
    let findings = run.json();
    let wells: Vec<_> =
        findings.as_array().unwrap().iter().map(|it| (&it["part"], &it["ok"])).collect();
    let expected = [
        (&json!("settings"), &json!(true)),
        (&json!("templates"), &json!(false)),
        (&json!("fonts"), &json!(true)),
        (&json!("isolation"), &json!(true)),
        (&json!("queue"), &json!(true)),
        (&json!("mail"), &json!(false)),
    ];
    assert_eq!(wells, expected);
    assert_eq!(findings[1]["problems"][0]["code"], "templateNotFound");
    assert_eq!(findings[5]["problems"][0]["code"], "mailUnusable");
}

#[test]
fn the_mail_server_is_asked_and_gets_no_message() {
    let server = MailServer::plain();
    let variables = server.variables().into_iter();
    let project =
        variables.fold(Project::with_invoice(), |project, (name, value)| project.env(name, &value));
    project.run(["doctor"]).succeeds().stderr_has("mail      ok  smtp ");
    assert_eq!((server.connections(), server.count()), (1, 0));
    server.script(Step::Greeting, [Action::Say("421 come back later")]);
    project
        .run(["doctor"])
        .ends_with(7)
        .stderr_has("mail      1 problem\nerror[mailUnavailable]: ")
        .stderr_has("come back later");
}

#[cfg(target_os = "linux")]
#[test]
fn the_isolation_of_rendering_is_tried() {
    let project = Project::with_invoice();
    let run = project.run(["doctor", "--json"]).succeeds();
    let findings = run.json();
    let isolation = findings.as_array().unwrap().iter().find(|it| it["part"] == "isolation");
    let detail = isolation.unwrap()["detail"].as_str().unwrap().to_owned();
    assert!(detail.starts_with("processes with limits, no_new_privs"), "{detail}");
}

#[test]
fn copies_of_templates_that_differ_are_named() {
    let Some(schema) = PostgresSchema::new() else { return };
    let project = Project::with_invoice()
        .env("REPORTCTL_DATABASE_URL", &schema.url())
        .env("REPORTCTL_ISOLATION", "none");
    let mail = ["send", "invoice", "-d", "data.json", "--to", "ana@example.org", "--queue"];
    project.run(mail).succeeds();
    project.run(["doctor"]).succeeds().stderr_has("queue     ok  PostgreSQL: 1 waiting, 0 sent\n");
    // Another machine with another copy looks for work, and leaves the request to the first.
    let other = Project::new()
        .template("invoice", &document("Invoice", &[text("title", "Bill {number}")], "[]"))
        .env("REPORTCTL_DATABASE_URL", &schema.url())
        .env("REPORTCTL_ISOLATION", "none");
    other.run(["worker", "--once"]);
    let run = other.run(["doctor"]).ends_with(7);
    let run = run.stderr_has("queue     1 problem\nerror[templateVersion]: 1 request waiting: the request wants version ");
    run.stderr_has("of the template `invoice`, this machine has ")
        .stderr_has("give all machines the same templates, library files and texts");
    let findings = other.run(["doctor", "--json"]).ends_with(7).json();
    let queue = findings.as_array().unwrap().iter().find(|it| it["part"] == "queue").unwrap();
    assert_eq!(
        (&queue["ok"], &queue["problems"][0]["code"]),
        (&json!(false), &json!("templateVersion"))
    );
    // A copy that cannot be used is none.
    let broken = other.template("invoice", "{");
    broken.run(["doctor"]).ends_with(7).stderr_has("this machine has none that can be used");
    project.run(["doctor"]).succeeds().stderr_has("queue     ok  PostgreSQL: 1 waiting, 0 sent\n");
}
