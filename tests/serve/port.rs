//! On a real port: slow clients, too many clients, stopping.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use super::client::{Running, request, rest};
use super::service::{document, template};
use crate::project::Project;
use crate::queue::fixture::PostgresSchema;

/// Messages in the outbox; a writer that was killed leaves its temporary file there.
pub(super) fn messages(project: &Project) -> usize {
    project.names(".reportctl/outbox").iter().filter(|name| name.ends_with(".eml")).count()
}

fn project(settings: &str) -> Project {
    Project::new().file("reportctl.yaml", settings)
}

#[test]
fn it_answers_on_a_port_and_ends_well() {
    let project = project("");
    let mut service = Running::start(&project, &[]);
    assert!(service.ask("GET", "/healthz", "").starts_with("HTTP/1.1 200"));
    let created = service.ask("POST", "/api/templates", &document("A", "a"));
    assert!(created.starts_with("HTTP/1.1 201"), "{created}");
    let sent = service.ask(
        "POST",
        "/api/reports/generate",
        r#"{"templateId": "a", "email": "ana@example.org", "data": {}}"#,
    );
    assert!(sent.starts_with("HTTP/1.1 202") && sent.contains("\"ok\":true"), "{sent}");
    assert_eq!(project.names(".reportctl/outbox").len(), 1);
    let probe = ["serve", "--probe", "--listen", &service.address];
    project.run(probe).succeeds().stderr_has("is alive");
    service.terminate();
    assert_eq!(service.child.wait().unwrap().code(), Some(0));
    project.run(probe).fails_with(1).stderr_has("no service answers at");
}

#[test]
fn while_it_drains_it_is_not_ready_and_still_answers() {
    let project = project("serve: {drainSeconds: 600}\n");
    let mut service = Running::start(&project, &[]);
    assert!(service.ask("GET", "/readyz", "").starts_with("HTTP/1.1 200"));
    service.terminate();
    service.log_with("stopping: ");
    let unready = Instant::now();
    while service.ask("GET", "/readyz", "").starts_with("HTTP/1.1 200") {
        assert!(unready.elapsed() < Duration::from_secs(30), "it stays ready");
    }
    let answer = service.ask("GET", "/readyz", "");
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("unavailable"), "{answer}");
    let created = service.ask("POST", "/api/templates", &document("A", "a"));
    assert!(created.starts_with("HTTP/1.1 201"), "{created}");
    // A second signal does not wait for the end.
    service.terminate();
    assert_eq!(service.child.wait().unwrap().code(), Some(1));
}

#[test]
fn after_the_drain_time_it_ends() {
    let project = project("serve: {drainSeconds: 0.2}\n");
    let mut service = Running::start(&project, &[]);
    service.terminate();
    assert_eq!(service.child.wait().unwrap().code(), Some(0));
}

/// The answer to a client names nothing of the machine, so the log must.
#[test]
fn the_log_names_what_the_operator_has_to_change() {
    let server = crate::mail::server::MailServer::plain();
    let port = server.port().to_string();
    let project = project("");
    let variables = [("REPORTCTL_SMTP_HOST", "127.0.0.1"), ("REPORTCTL_SMTP_PORT", &*port)];
    let service = Running::start_with(&project, &[], &variables);
    let unready = service.ask("GET", "/readyz", "");
    assert!(unready.contains("\"transport\":\"unavailable\""), "{unready}");
    service.ask("GET", "/readyz", "");
    let cause = format!("127.0.0.1:{port}: STARTTLS: the server does not offer STARTTLS; ");
    let log = service.log_with("not ready: ");
    let advice = "for a server on this machine, `mail.smtp.encryption` may be `none`";
    assert!(log.contains(&format!("not ready: mail: {cause}{advice}\n")), "{log}");
    service.ask("POST", "/api/templates", &document("A", "a"));
    let body = r#"{"templateId": "a", "email": "ana@example.org", "data": {}}"#;
    let answer = service.ask("POST", "/api/reports/generate", body);
    assert!(answer.contains("mailUnusable") && !answer.contains(&port), "{answer}");
    let log = service.log_with("POST\" route=\"/api/reports/generate");
    let paused = format!("delivery is paused: no mail can be sent: {cause}the messages wait; ");
    assert!(log.contains(&paused), "{log}");
    assert!(!log.contains("ana@example.org"), "{log}");
    assert_eq!(log.matches("not ready: ").count(), 1, "{log}");
}

/// Requests of a queue wait for the mail server there; in sync mode each one needs it.
#[test]
fn only_a_service_that_sends_at_once_needs_the_mail_server_to_be_ready() {
    let project = project("");
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let port = closed.port().to_string();
    let variables = [
        ("REPORTCTL_SMTP_HOST", "127.0.0.1"),
        ("REPORTCTL_SMTP_PORT", &*port),
        ("REPORTCTL_SMTP_ENCRYPTION", "none"),
    ];
    for (mode, status) in [("queued", "200"), ("sync", "503")] {
        let service = Running::start_with(&project, &["--mode", mode], &variables);
        let answer = service.ask("GET", "/readyz", "");
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{mode}: {answer}");
        assert!(answer.contains(r#""transport":"unavailable""#), "{mode}: {answer}");
    }
}

#[test]
fn it_says_where_it_is_and_what_it_works_with() {
    let project = project("templates: forms\n");
    let service = Running::start(&project, &["--mode", "queued"]);
    service.ask("GET", "/api/templates?q=secret", "");
    let log = service.log_with("answered");
    for line in [
        "  templates  forms\n",
        "  access     without tokens, from this machine only\n",
        "  reports    queued, and sent from here\n",
        "  mail       folder .reportctl/outbox\n",
        "  database   SQLite in .reportctl\n",
    ] {
        assert!(log.contains(line), "{line:?} in {log}");
    }
    assert!(
        log.contains("route=\"/api/templates\" status=200") && !log.contains("secret"),
        "{log}"
    );
    let taken = project.run(["serve", "--listen", &service.address]);
    assert_eq!(taken.code, Some(2));
    let expected = format!("`{}` is in use by another program", service.address);
    assert!(taken.stderr.contains(&expected), "{}", taken.stderr);
    service.terminate();
    let log = service.log_with("stopped\n");
    assert!(log.contains("stopping: "), "{log}");
}

#[test]
fn with_json_every_line_is_an_object() {
    let project = project("");
    let service = Running::start(&project, &["--log-format", "json"]);
    service.ask("GET", "/healthz", "");
    service.log_with("answered");
    service.terminate();
    let log = service.log_with("\"stopped\"");
    for line in log.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(line["message"].is_string() && line["timestamp"].is_string(), "{line}");
    }
}

#[test]
fn a_body_that_is_too_large_is_refused_in_words_also_to_those_who_send_it_first() {
    let project = project("");
    let service = Running::start(&project, &[]);
    let mut stream = service.connect();
    let body = format!(r#"{{"data": "{}"}}"#, "x".repeat(6_000_000));
    let whole = request("localhost", "POST", "/api/reports/generate", &body, "close");
    stream.write_all(whole.as_bytes()).unwrap();
    let answer = rest(&mut stream);
    assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("bodyTooLarge"), "{answer}");
    let mut stream = service.connect();
    let foreign = whole.replacen("Host: localhost", "Host: evil.example", 1);
    stream.write_all(foreign.as_bytes()).unwrap();
    assert!(rest(&mut stream).starts_with("HTTP/1.1 403"));
}

/// As they come over the wire, where nothing has tidied them.
#[test]
fn tricks_with_paths_reach_nothing() {
    let project = project("").file("outside.json", document("Outside", "a"));
    let service = Running::start(&project, &[]);
    service.ask("POST", "/api/templates", &document("Invoice", "a"));
    let long = "a".repeat(30_000);
    let ids = [
        "..",
        ".",
        "%2e%2e",
        "..%2foutside",
        "..%5coutside",
        "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "%2fetc%2fpasswd",
        "invoice%00",
        "invoice%00.json",
        "invoice.json",
        "invoice%2f",
        "con",
        "NUL",
        "aux",
        "com1",
        "lpt9",
        "Invoice",
        "%69nvo%C4%B1ce",
        "%EF%BD%89nvoice",
        "%ff%fe",
        "%c0%ae%c0%ae",
        "invoice%20",
        "%0d%0aX-Evil:%201",
        "assets",
        ".git",
        "~",
        "invoice;x",
        "invoice%3fx",
        "invoice%23x",
        "file:invoice",
        "C:%5cx",
        &long,
    ];
    for id in ids {
        for (method, place) in [
            ("GET", "templates"),
            ("PUT", "templates"),
            ("DELETE", "templates"),
            ("GET", "reports"),
        ] {
            let body = if method == "PUT" { document("A", "a") } else { String::new() };
            let answer = service.ask(method, &format!("/api/{place}/{id}"), &body);
            let head = answer.lines().next().unwrap_or_default();
            let shown = &id[..id.len().min(40)];
            // What a client or proxy would tidy away names another route, or none.
            assert!(head.contains(" 404 "), "{method} {place} {shown}: {answer:.300}");
            assert!(answer.contains("\"code\":") && !answer.contains("X-Evil"), "{answer:.300}");
        }
        let body = serde_json::json!({"templateId": id, "email": "a@example.org", "data": {}});
        let answer = service.ask("POST", "/api/reports/generate", &body.to_string());
        assert!(answer.starts_with("HTTP/1.1 404"), "{answer:.300}");
    }
    assert_eq!(project.names("templates"), [".lock", "invoice.json"]);
    assert_eq!(project.text("outside.json"), document("Outside", "a"));
}

#[test]
fn a_public_address_without_tokens_is_refused() {
    let project = Project::new();
    let run = project.run(["serve", "--listen", "0.0.0.0:0"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("token create"), "{}", run.stderr);
    project
        .run(["serve", "--listen", "8080"])
        .fails_with(2)
        .stderr_has("write address and port, as in `127.0.0.1:8080`");
}

#[test]
fn slow_and_silent_clients_are_cut_off() {
    let project = project("serve: {headerSeconds: 0.5, bodySeconds: 0.5}\n");
    let service = Running::start(&project, &[]);
    // A head that never ends, one that drips, an idle connection, and a body that stops half way.
    let mut heads = service.connect();
    heads.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n").unwrap();
    let silent = service.connect();
    let mut half = service.connect();
    let whole = request("localhost", "POST", "/api/templates", &document("A", "a"), "close");
    half.write_all(&whole.as_bytes()[..whole.len() - 20]).unwrap();
    let start = Instant::now();
    let mut drip = service.connect();
    let dripping = std::thread::spawn(move || {
        drip.write_all(b"GET / HTTP/1.1\r\n").unwrap();
        for _ in 0..200 {
            std::thread::sleep(Duration::from_millis(50));
            if drip.write_all(b"X: y\r\n").is_err() {
                return true;
            }
        }
        false
    });
    let answer = rest(&mut half);
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    rest(&mut heads);
    let mut silent = silent;
    rest(&mut silent);
    assert!(start.elapsed() < Duration::from_secs(10));
    assert!(dripping.join().unwrap(), "a dripping head was served for ever");
    assert!(service.ask("GET", "/healthz", "").starts_with("HTTP/1.1 200"));
}

#[test]
fn connections_beyond_the_limit_are_reported_so() {
    let project = project("serve: {connections: 2, headerSeconds: 20}\n");
    let service = Running::start(&project, &[]);
    let mut held: Vec<_> = (0..2).map(|_| service.connect()).collect();
    for stream in &mut held {
        stream
            .write_all(request("localhost", "GET", "/healthz", "", "keep-alive").as_bytes())
            .unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
    }
    let refused = service.ask("GET", "/healthz", "");
    assert!(refused.starts_with("HTTP/1.1 429") && refused.contains("Retry-After"), "{refused}");
    drop(held);
    std::thread::sleep(Duration::from_millis(300));
    assert!(service.ask("GET", "/healthz", "").starts_with("HTTP/1.1 200"));
}

#[test]
fn a_stop_finishes_what_is_under_way() {
    let project = project("serve: {previewPages: 5000}\n");
    let mut service = Running::start(&project, &[]);
    // Its head and half of its body are there when the service is asked to stop.
    let body = format!(r#"{{"template": {}, "data": {{}}}}"#, template("late"));
    let whole = request("localhost", "POST", "/api/reports/preview", &body, "keep-alive");
    let (first, second) = whole.split_at(whole.len() - 30);
    let mut stream = service.connect();
    stream.write_all(first.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    service.terminate();
    std::thread::sleep(Duration::from_millis(300));
    let refused = std::net::TcpStream::connect(&service.address);
    assert!(refused.is_err(), "it still accepts connections");
    stream.write_all(second.as_bytes()).unwrap();
    let answer = rest(&mut stream);
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("%PDF"), "{answer:.300}");
    assert_eq!(service.child.wait().unwrap().code(), Some(0));
}

#[test]
fn tokens_are_made_listed_and_revoked_on_the_command_line() {
    let project = Project::new();
    project.run(["token", "list"]).succeeds().stdout("").stderr("no tokens\n");
    let made = project.run([
        "token",
        "create",
        "--tenant",
        "acme",
        "--scope",
        "templates:write,reports:send",
    ]);
    assert_eq!(made.code, Some(0), "{}", made.stderr);
    let secret = String::from_utf8(made.stdout).unwrap().trim().to_owned();
    assert!(secret.starts_with("rctl_") && secret.len() == 69, "{secret}");
    let listed = String::from_utf8(project.run(["token", "list"]).stdout).unwrap();
    let lines: Vec<Vec<&str>> = listed.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(lines[0], ["ID", "TENANT", "NAME", "SCOPES", "STATE", "USED"]);
    assert_eq!(lines[1][1..], ["acme", "acme", "templates:write,reports:send", "valid", "never"]);
    let json: serde_json::Value =
        serde_json::from_slice(&project.run(["token", "list", "--json"]).stdout).unwrap();
    assert!(json[0].get("hash").is_none() && !listed.contains(&secret));
    let id = json[0]["id"].as_str().unwrap();
    assert_eq!(project.run(["token", "revoke", id]).code, Some(0));
    let listed =
        String::from_utf8(project.run(["token", "list", "--tenant", "acme"]).stdout).unwrap();
    assert!(listed.contains("revoked"), "{listed}");
    assert_eq!(project.run(["token", "revoke", "x"]).code, Some(2));
    assert_eq!(project.run(["token", "create", "--scope", "everything"]).code, Some(2));
    project
        .run(["token", "create", "--tenant", "Acme Ltd", "--scope", "log:read"])
        .fails_with(2)
        .stderr_has("error: `Acme Ltd` cannot be the name of a tenant\n")
        .stderr_has("for example `acme-ltd`");
}

#[test]
fn a_stop_under_load_drops_no_accepted_request() {
    let project = project("");
    let mut service = Running::start(&project, &["--mode", "queued"]);
    service.ask("POST", "/api/templates", &document("A", "a"));
    let address = service.address.clone();
    let clients: Vec<_> = (0..4)
        .map(|client| {
            let address = address.clone();
            std::thread::spawn(move || {
                let mut accepted = 0;
                for n in 0.. {
                    let Ok(mut stream) = std::net::TcpStream::connect(&address) else { break };
                    let body = format!(
                        r#"{{"templateId": "a", "email": "r{client}-{n}@example.org", "data": {{}}}}"#
                    );
                    let whole = request(&address, "POST", "/api/reports/generate", &body, "close");
                    if stream.write_all(whole.as_bytes()).is_err() {
                        break;
                    }
                    accepted += usize::from(rest(&mut stream).starts_with("HTTP/1.1 202"));
                }
                accepted
            })
        })
        .collect();
    std::thread::sleep(Duration::from_secs(1));
    service.terminate();
    assert_eq!(service.child.wait().unwrap().code(), Some(0));
    let accepted: usize = clients.into_iter().map(|client| client.join().unwrap()).sum();
    assert!(accepted > 0);
    let rows = project.run(["queue", "list", "--json"]).stdout;
    let rows = String::from_utf8(rows).unwrap();
    let left = Running::start(&project, &["--mode", "queued"]);
    let start = Instant::now();
    let sent = || messages(&project);
    while sent() < accepted && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(left);
    assert_eq!(sent(), accepted, "{rows:.300}");
}

#[test]
fn a_client_that_closes_its_side_gets_its_answer() {
    let project = project("");
    let service = Running::start(&project, &[]);
    let mut stream = service.connect();
    let whole = request("localhost", "POST", "/api/templates", &document("A", "a"), "close");
    stream.write_all(whole.as_bytes()).unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let answer = rest(&mut stream);
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
}

#[test]
fn framing_that_a_proxy_may_read_in_another_way_is_refused() {
    let project = project("");
    let service = Running::start(&project, &[]);
    let ask = |headers: &str, body: &str| {
        let mut stream = service.connect();
        let whole = format!(
            "POST /api/templates HTTP/1.1\r\n{headers}Content-Type: application/json\r\n\r\n{body}"
        );
        stream.write_all(whole.as_bytes()).unwrap();
        rest(&mut stream)
    };
    let chunked = format!("{:x}\r\n{}\r\n0\r\n\r\n", document("A", "a").len(), document("A", "a"));
    let twice = ask("Host: localhost\r\nHost: localhost\r\nContent-Length: 2\r\n", "{}");
    assert!(twice.starts_with("HTTP/1.1 400"), "{twice}");
    let coded = ask("Host: localhost\r\nTransfer-Encoding: gzip, chunked\r\n", &chunked);
    assert!(coded.starts_with("HTTP/1.1 501"), "{coded}");
    for coded in [twice, coded] {
        assert!(coded.to_lowercase().contains("connection: close"), "{coded}");
    }
    let fine =
        ask("Host: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n", &chunked);
    assert!(fine.starts_with("HTTP/1.1 201"), "{fine}");
}

#[cfg(unix)]
#[test]
fn what_holds_personal_data_is_for_its_owner_only_whatever_the_umask() {
    use std::os::unix::fs::PermissionsExt;
    let project = project("");
    let program = env!("CARGO_BIN_EXE_reportctl");
    let run = |script: &str| {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &format!("umask 0; {script}"), program]);
        shell.current_dir(project.path("")).output().unwrap()
    };
    let made = run("\"$0\" token create --scope log:read --out token.txt");
    assert!(made.status.success() && made.stdout.is_empty(), "{made:?}");
    assert!(project.text("token.txt").starts_with("rctl_"));
    let mode = |name: &str| project.path(name).metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("token.txt"), 0o600);
    assert_eq!(mode(".reportctl"), 0o700);
    for name in project.names(".reportctl") {
        assert_eq!(mode(&format!(".reportctl/{name}")), 0o600, "{name}");
    }
    let again = run("\"$0\" token create --scope log:read --out token.txt");
    assert_eq!(again.status.code(), Some(2));
    let redirected = run("\"$0\" token create --scope log:read > open.txt");
    let said = String::from_utf8_lossy(&redirected.stderr).into_owned();
    assert!(said.contains("chmod 600") && said.contains("--out FILE"), "{said}");
    let private = run("umask 077; \"$0\" token create --scope log:read > private.txt");
    assert!(!String::from_utf8_lossy(&private.stderr).contains("chmod"), "{private:?}");
}

#[test]
fn a_lost_database_does_not_open_a_service_that_had_tokens() {
    // On a port that is taken, a service that may start ends at once.
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let create = ["token", "create", "--tenant", "acme", "--scope", "templates:read"];
    let lose = |project: &Project| {
        let names = project.names(".reportctl").into_iter();
        for name in names.filter(|name| name.starts_with("state.db")) {
            std::fs::remove_file(project.path(".reportctl").join(name)).unwrap();
        }
    };
    let project = project("");
    let start = || project.run(["serve", "--listen", &address]);
    let starts = || start().fails_with(2).stderr_has("is in use by another program");
    let refuses = || start().fails_with(1).stderr_has("the database had tokens and has none now");
    starts();
    project.run(create).succeeds();
    starts();
    lose(&project);
    refuses();
    refuses().stderr_has("reportctl token create");
    project.run(create).succeeds();
    starts();
    // The database of an older version has no marker before the service sees its tokens.
    let marker = project.path(".reportctl/has-tokens");
    std::fs::remove_file(&marker).unwrap();
    starts();
    assert!(marker.exists());
    lose(&project);
    refuses();
    std::fs::remove_file(&marker).unwrap();
    starts();
}

#[test]
fn an_empty_postgresql_database_does_not_open_a_service_that_had_tokens() {
    let Some(schema) = PostgresSchema::new() else { return };
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let project = project("").env("REPORTCTL_DATABASE_URL", &schema.url());
    let create = ["token", "create", "--tenant", "acme", "--scope", "templates:read"];
    let marker = project.path(".reportctl/has-tokens");
    let start = || project.run(["serve", "--listen", &address]);
    let starts = || start().fails_with(2).stderr_has("is in use by another program");
    let refuses = || start().fails_with(1).stderr_has("the database had tokens and has none now");
    starts();
    // Tokens may be made on another machine: the one that serves sees them.
    project.run(create).succeeds();
    assert!(!marker.exists());
    starts();
    assert!(marker.exists());
    schema.drop_tables().unwrap();
    refuses();
    refuses().stderr_has("reportctl token create");
    project.run(create).succeeds();
    starts();
    schema.drop_tables().unwrap();
    refuses();
    std::fs::remove_file(&marker).unwrap();
    starts();
}
