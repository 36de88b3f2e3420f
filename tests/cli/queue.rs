//! `reportctl queue`.

use std::time::Duration;

use reportctl::delivery::queue::sqlite::Sqlite;
use reportctl::delivery::queue::{
    Administration, Ended, Held, Intake, Leases, NewRequest, Settlement,
};
use serde_json::json;
use uuid::Uuid;

use crate::project::Project;

fn id(number: u128) -> String {
    Uuid::from_u128(number).to_string()
}

fn request(number: u128) -> NewRequest {
    let data = format!(r#"{{"secret":{number}}}"#);
    let email = format!("customer{number}@example.com");
    NewRequest {
        tenant: if number == 4 { "acme".to_owned() } else { String::new() },
        template_hash: Some("a1".to_owned()),
        data_hash: "d1".to_owned(),
        filename: Some("invoice.pdf".to_owned()),
        batch: Some("march".to_owned()),
        batch_row: Some(7),
        row_key: Some("C-7".to_owned()),
        requested_by: "ana".to_owned(),
        ..NewRequest::new(Uuid::from_u128(number), "invoice", data, email)
    }
}

/// Requests 1 done, 2 refused, 3 of unknown delivery, 4 waiting.
fn project() -> (Project, Sqlite) {
    let project = Project::new();
    let queue = Sqlite::open(&project.path(".reportctl")).unwrap();
    queue.enqueue(&(1..=4).map(request).collect::<Vec<_>>()).unwrap();
    queue.claim("w", None, 3, Duration::from_secs(60), 5).unwrap();
    let error = |code: &str| Ended::Error { code: code.to_owned(), message: "no".to_owned() };
    let ends = [Ended::Done, error("mailRefused"), error("deliveryUnknown")];
    let settlements = ends.into_iter().zip(1..).map(|(ended, number)| Settlement {
        row: Held { id: Uuid::from_u128(number), fence: 1 },
        ended,
        log: None,
    });
    let settled = queue.settle("w", &settlements.collect::<Vec<_>>()).unwrap();
    assert_eq!(settled, [true; 3]);
    (project, queue)
}

fn status(queue: &Sqlite, number: u128) -> &'static str {
    let filter = reportctl::delivery::queue::Filter {
        ids: vec![Uuid::from_u128(number)],
        ..Default::default()
    };
    queue.list(&filter).unwrap().first().map_or("gone", |row| row.status.as_str())
}

#[test]
fn an_empty_queue_is_an_empty_list_in_a_private_folder() {
    let project = Project::new();
    project.run(["queue", "list"]).succeeds().stdout("").stderr("no requests\n");
    project.run(["queue", "list", "--json"]).succeeds().stdout("[]\n");
    assert_eq!(project.text(".reportctl/.gitignore"), "*\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let about = std::fs::metadata(project.path(".reportctl/state.db")).unwrap();
        assert_eq!(about.permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn lists_name_the_problem_and_never_the_data() {
    let (project, _queue) = project();
    let run = project.run(["queue", "list", "--status", "error"]).succeeds();
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0], "ID\tSTATUS\tCREATED\tTEMPLATE\tTO\tROW\tKEY\tDETAIL");
    assert!(lines[1].starts_with(&format!("{}\terror\t20", id(3))), "{text}");
    let end = "\tinvoice\tcustomer2@example.com\t7\tC-7\tmailRefused: no";
    assert!(lines[2].ends_with(end), "{text}");
    let all = project.run(["queue", "list", "--json"]).succeeds().json();
    assert_eq!(all.as_array().unwrap().len(), 4);
    assert!(!all.to_string().contains("secret"));
    let row = &all[2];
    let fields = [
        ("id", json!(id(2))),
        ("tenant", json!("")),
        ("templateId", json!("invoice")),
        ("email", json!("customer2@example.com")),
        ("filename", json!("invoice.pdf")),
        ("status", json!("error")),
        ("errorCode", json!("mailRefused")),
        ("errorMessage", json!("no")),
        ("attempts", json!(1)),
        ("batch", json!("march")),
        ("row", json!(7)),
        ("key", json!("C-7")),
        ("worker", json!(null)),
    ];
    for (name, expected) in fields {
        assert_eq!(row[name], expected, "{name}");
    }
    for name in ["createdAt", "processedAt"] {
        let time = row[name].as_str().unwrap();
        assert!(time.len() == 24 && time.ends_with('Z'), "{time}");
    }
}

#[test]
fn filters_join_with_and() {
    let (project, _queue) = project();
    let count = |arguments: &[&str]| {
        let all = [&["queue", "list", "--json"], arguments].concat();
        project.run(all).succeeds().json().as_array().unwrap().len()
    };
    assert_eq!(count(&["--code", "mailRefused"]), 1);
    assert_eq!(count(&["--batch", "march", "--template", "invoice", "--since", "1h"]), 4);
    assert_eq!(count(&["--older-than", "1h"]), 0);
    assert_eq!(count(&["--since", "2020-01-01", "--limit", "3"]), 3);
    assert_eq!(count(&["--tenant", "acme"]), 1);
    assert_eq!(count(&["--recipient", "Ana <customer1@EXAMPLE.com>", "--status", "done"]), 1);
    assert_eq!(count(&[&id(1), &id(2)]), 2);
    // As `batch` and `send` name templates.
    assert_eq!(count(&["--template", "acme/invoice"]), 1);
    assert_eq!(count(&["--template", "acme/receipt"]), 0);
    std::fs::create_dir_all(project.path("templates")).unwrap();
    std::fs::write(project.path("templates/invoice.json"), "{}").unwrap();
    assert_eq!(count(&["--template", "templates/invoice.json"]), 3);
    assert_eq!(count(&["--template", "gone.json"]), 0);
    project.run(["queue", "list", "--since", "7"]).fails_with(2).stderr_has("write an age");
}

#[test]
fn the_old_name_of_the_recipient_flag_still_works() {
    let (project, _queue) = project();
    let run = project.run(["queue", "list", "--email", "customer1@example.com"]).succeeds();
    assert_eq!(String::from_utf8_lossy(&run.stdout).lines().count(), 2);
    let help = project.run(["queue", "list", "--help"]).succeeds();
    assert!(!String::from_utf8_lossy(&help.stdout).contains("--email"));
}

#[test]
fn batches_are_counted() {
    let (project, queue) = project();
    // What `send` makes of every message is no batch to look for.
    let key = format!("send-{}", Uuid::from_u128(77));
    queue.enqueue(&[NewRequest { batch: Some(key), ..request(77) }]).unwrap();
    let april = NewRequest { batch: Some("april".to_owned()), ..request(9) };
    queue.enqueue(&[april]).unwrap();
    let run = project.run(["queue", "batches", "--limit", "9"]).succeeds();
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "KEY\tCREATED\tTEMPLATE\tROWS\tWAITING\tDELIVERED\tFAILED\tUNKNOWN");
    assert!(lines[1].starts_with("april\t20") && lines[1].ends_with("\t1\t1\t0\t0\t0"), "{text}");
    // The fourth request belongs to a batch of another tenant.
    assert!(lines.contains(&lines[2]) && text.contains("\tinvoice\t3\t0\t1\t2\t1\n"), "{text}");
    assert!(text.contains("\nacme/march\t"), "{text}");
    assert_eq!(lines.len(), 4);
    let json = project.run(["queue", "batches", "--tenant", "acme", "--json"]).succeeds().json();
    assert_eq!(json[0]["key"], "march");
    assert_eq!((&json[0]["rows"], &json[0]["pending"]), (&json!(1), &json!(1)));
    project.run(["queue", "list", "--batch", "march", "--status", "done"]).succeeds().stderr(
        "batch `march`: 4 requests: 1 waiting, 1 delivered, 2 failed (1 of unknown delivery)\n",
    );
    Project::new().run(["queue", "batches"]).succeeds().stdout("").stderr("no batches\n");
}

#[test]
fn a_request_is_shown_with_its_data_only_when_asked() {
    let (project, queue) = project();
    project.run(["queue", "show", &id(2)]).succeeds().stdout_has("problem: mailRefused: no\n");
    let plain = project.run(["queue", "show", &id(4), "--json"]).succeeds().json();
    assert_eq!((&plain["tenant"], plain.get("data")), (&json!("acme"), None));
    let full = project.run(["queue", "show", &id(2), "--json", "--data"]).succeeds().json();
    assert_eq!(full["data"], json!({"secret": 2}));
    project.run(["queue", "show", &id(2), "--data"]).stdout_has("data: {\"secret\":2}\n");
    // What the mail server's log knows it by.
    let message_id = format!("{}@localhost", id(2));
    assert_eq!(full["messageId"], message_id.as_str());
    project.run(["queue", "show", &id(2)]).stdout_has(&format!("message id: <{message_id}>\n"));
    std::thread::sleep(Duration::from_millis(5));
    queue.erase(Duration::ZERO).unwrap();
    let erased = project.run(["queue", "show", &id(2), "--json", "--data"]).succeeds().json();
    assert_eq!((&erased["data"], &erased["erased"]), (&json!(null), &json!(true)));
}

#[test]
fn an_unknown_request_is_not_found() {
    let (project, queue) = project();
    let message = format!("there is no request `{}`", id(99));
    project.run(["queue", "show", &id(99)]).fails_with(4).stderr_has(&message);
    project.run(["queue", "retry", &id(2), &id(99)]).fails_with(4).stderr_has(&message);
    assert_eq!(status(&queue, 2), "error", "nothing is changed then");
    project.run(["queue", "show", "7"]).fails_with(2).stderr_has("32 hexadecimal digits");
}

#[test]
fn retry_leaves_out_what_may_have_been_delivered() {
    let (project, queue) = project();
    project
        .run(["queue", "retry", "--all"])
        .succeeds()
        .stderr_has(
            "1 request will be sent again by a worker; `reportctl worker --once` does it now\n",
        )
        .stderr_has("left out 1 request that may have been delivered already");
    assert_eq!((status(&queue, 2), status(&queue, 3)), ("pending", "error"));
    project.run(["queue", "retry", "--code", "deliveryUnknown"]).succeeds().stderr(
        "1 request will be sent again by a worker; `reportctl worker --once` does it now\n",
    );
    assert_eq!(status(&queue, 3), "pending");
}

#[test]
fn an_id_is_enough_to_retry_what_may_have_been_delivered() {
    let (project, queue) = project();
    project.run(["queue", "retry", &id(3)]).stderr(
        "1 request will be sent again by a worker; `reportctl worker --once` does it now\n",
    );
    assert_eq!(status(&queue, 3), "pending");
    assert_eq!(status(&queue, 1), "done");
}

#[test]
fn requests_that_were_named_and_left_alone_are_reported() {
    let (project, queue) = project();
    queue.enqueue(&[request(5)]).unwrap();
    queue.claim("busy", None, 1, Duration::from_secs(60), 5).unwrap();
    let named = |verb: &str, number| project.run(["queue", verb, &id(number)]).succeeds();
    named("retry", 1)
        .stderr("0 requests will be sent again\nleft out 1 request delivered already\n");
    named("retry", 5)
        .stderr("0 requests will be sent again\nleft out 1 request still waiting or under way\n");
    named("cancel", 4)
        .stderr("canceled 0 requests\nleft out 1 request that a worker is processing\n");
    named("cancel", 5).stderr("canceled 1 request\n");
    named("cancel", 1).stderr("canceled 0 requests\nleft out 1 request finished already\n");
    named("purge", 4).stderr(
        "deleted 0 requests\n\
         left out 1 request not finished; `reportctl queue cancel` ends those that wait\n",
    );
    project.run(["queue", "purge", "--status", "pending"]).stderr_has("left out 1 request not");
    project.run(["queue", "cancel", "--all"]).stderr_has("left out 1 request that a worker");
}

#[test]
fn lists_say_what_comes_next() {
    let (project, queue) = project();
    queue.enqueue(&[request(5)]).unwrap();
    let claims = queue.claim("w", None, 1, Duration::from_secs(60), 5).unwrap();
    let ended =
        Ended::Later { pause: 600_000, code: "mailUnavailable".into(), message: "no".into() };
    let row = claims[0].held();
    queue.settle("w", &[Settlement { row, ended, log: None }]).unwrap();
    queue.claim("host-17", None, 1, Duration::from_secs(60), 5).unwrap();
    let run = project.run(["queue", "list", "--status", "pending"]).succeeds();
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].ends_with("\tworker host-17 is processing it"), "{text}");
    let (_, next) = lines[2].split_once("\tmailUnavailable: no; next attempt ").unwrap();
    // As flags take it.
    project.run(["queue", "list", "--older-than", next]).succeeds().stdout_has("\tpending\t");
}

#[test]
fn filters_that_choose_nothing_by_mistake_are_reported() {
    let (project, _queue) = project();
    let mistaken = |arguments: &[&str]| project.run([&["queue", "list"], arguments].concat());
    mistaken(&["--code", "mailrefused"]).succeeds().stdout_has("\tmailRefused: no\n");
    mistaken(&["--code", "mailRefusd"]).fails_with(2).stderr_has("did you mean `mailRefused`?");
    mistaken(&["--code", "ofANewerVersion"]).succeeds().stderr("no requests\n");
    mistaken(&["--since", "1h", "--older-than", "2h"])
        .fails_with(2)
        .stderr_has("no time is both since `--since` and before `--older-than`");
    mistaken(&["--status", "faild"]).fails_with(2).stderr_has("pending, done, error");
}

#[test]
fn a_retry_of_nothing_retries_nothing() {
    let (project, queue) = project();
    for arguments in [["--status", "pending"], ["--status", "done"]] {
        let run = project.run(["queue", "retry"].iter().chain(&arguments));
        run.succeeds().stderr("0 requests will be sent again\n");
    }
    // Nor does a misspelt key look like a batch in which nothing failed.
    let none = "there are no requests of a batch `april` at all\n";
    let run = project.run(["queue", "retry", "--batch", "april"]).succeeds();
    run.stderr(&format!("0 requests will be sent again\n{none}"));
    let run = project.run(["queue", "list", "--batch", "april", "--status", "error"]).succeeds();
    run.stderr(&format!("no requests\n{none}"));
    assert_eq!((status(&queue, 1), status(&queue, 2)), ("done", "error"));
}

#[test]
fn erased_requests_cannot_be_retried_and_that_is_said() {
    let (project, queue) = project();
    std::thread::sleep(Duration::from_millis(5));
    queue.erase(Duration::ZERO).unwrap();
    let run = project.run(["queue", "retry", &id(2)]).succeeds();
    run.stderr_has("left out 1 request whose data is erased");
}

#[test]
fn cancel_and_purge_say_how_many() {
    let (project, queue) = project();
    project.run(["queue", "cancel", "--all"]).succeeds().stderr("canceled 1 request\n");
    assert_eq!(status(&queue, 4), "error");
    project.run(["queue", "purge", "--status", "done"]).succeeds().stderr("deleted 1 request\n");
    assert_eq!((status(&queue, 1), status(&queue, 2)), ("gone", "error"));
    project.run(["queue", "purge", "--older-than", "1d"]).stderr("deleted 0 requests\n");
    project.run(["queue", "purge", "--all"]).succeeds().stderr("deleted 3 requests\n");
}

#[test]
fn nothing_is_changed_without_saying_what() {
    let (project, queue) = project();
    for verb in ["retry", "cancel", "purge"] {
        project
            .run(["queue", verb])
            .fails_with(2)
            .stderr_has(&format!("which requests to {verb}?"))
            .stderr_has("`--all`");
    }
    // A limit alone says how many, not which.
    project.run(["queue", "purge", "--limit", "1"]).fails_with(2).stderr_has("which requests");
    assert_eq!((status(&queue, 1), status(&queue, 4)), ("done", "pending"));
    project.run(["queue", "purge", "--limit", "1", "--all"]).succeeds().stderr_has("deleted 1 ");
}

#[test]
fn a_database_of_another_version_is_left_alone() {
    let (project, _queue) = project();
    let database = rusqlite::Connection::open(project.path(".reportctl/state.db")).unwrap();
    database.execute_batch("UPDATE schema_version SET version = 99").unwrap();
    for arguments in [&["queue", "purge", "--all"][..], &["queue", "list"], &["log"]] {
        project
            .run(arguments)
            .fails_with(1)
            .stderr_has("has version 99")
            .stderr_has("use the reportctl that made it, or begin with a new state folder");
    }
    let rows: i64 =
        database.query_row("SELECT count(*) FROM requests", (), |row| row.get(0)).unwrap();
    assert_eq!(rows, 4);
}

#[test]
fn a_damaged_database_is_reported_with_what_to_move_away() {
    let (project, queue) = project();
    drop(queue);
    let path = project.path(".reportctl/state.db");
    let mut bytes = std::fs::read(&path).unwrap();
    for page in bytes.chunks_mut(4096).skip(2) {
        page[..1000].fill(0xff);
    }
    std::fs::write(&path, bytes).unwrap();
    project
        .run(["queue", "list"])
        .fails_with(1)
        .stderr_has("damaged or not a database")
        .stderr_has("the files beside it");
}

#[test]
fn a_database_that_cannot_be_used_is_an_unexpected_failure() {
    let project = Project::new().file(".reportctl/state.db", "this is no database, far from it");
    let error = project.run(["queue", "list", "--error-format", "json"]).fails_with(1).error();
    assert_eq!(error["code"], json!("queueUnavailable"));
    assert!(error["file"].as_str().unwrap().ends_with("state.db"));
    let unreachable = Project::new()
        .env("REPORTCTL_DATABASE_URL", "postgres://me:secret@127.0.0.1:1/none?connect_timeout=2");
    let run = unreachable.run(["queue", "list"]).fails_with(1);
    assert!(run.stderr.contains("cannot be used") && !run.stderr.contains("secret"));
}

#[test]
fn processes_that_start_at_once_make_one_database() {
    let project = Project::new();
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| project.run(["queue", "list", "--json"]).succeeds().stdout("[]\n"));
        }
    });
}

#[test]
fn requests_can_be_in_postgresql_and_the_url_in_a_file() {
    let Some(schema) = crate::queue::fixture::PostgresSchema::new() else { return };
    let project = Project::new()
        .file("url", format!("{}\n", schema.url()))
        .file("reportctl.yaml", "databaseUrlFile: url\n");
    let queue =
        reportctl::delivery::queue::postgres::Postgres::open(&schema.url().parse().unwrap())
            .unwrap();
    queue.enqueue(&[request(1), request(2)]).unwrap();
    let listed = project.run(["queue", "list", "--json"]).succeeds().json();
    assert_eq!(listed[0]["id"], json!(id(2)));
    project.run(["queue", "cancel", &id(1)]).succeeds().stderr("canceled 1 request\n");
    assert!(!project.path(".reportctl").exists());
}

#[test]
fn the_state_folder_can_be_elsewhere() {
    let project = Project::new().file("reportctl.yaml", "state: kept\n");
    project.run(["queue", "list"]).succeeds();
    assert!(project.path("kept/state.db").exists() && !project.path(".reportctl").exists());
}
