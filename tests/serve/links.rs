//! Links to archived documents in mails, in the place of the documents.

use mail_parser::MessageParser;

use super::client::{Client, Running};
use crate::project::Project;

const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// A folder whose mails carry links to `http://reports.example.org`.
fn project(settings: &str) -> Project {
    let links = "linkUrl: http://reports.example.org, linkSecretFile: secret";
    let project = Project::with_invoice()
        .file("secret", SECRET)
        .file("reportctl.yaml", format!("archive: {{url: archive, {links}}}\n{settings}"));
    std::fs::create_dir(project.path("archive")).unwrap();
    project
}

/// Mails the document of `data.json`: the id of the report, and the message.
fn send(project: &Project) -> (String, String) {
    project.run(["send", "invoice", "-d", "data.json", "--to", "ana@example.org"]).succeeds();
    let listed = project.run(["archive", "list", "--json"]).succeeds().json();
    let outbox = project.names(".reportctl/outbox");
    let message = outbox.iter().find(|name| name.ends_with(".eml")).unwrap();
    let message = project.text(&format!(".reportctl/outbox/{message}"));
    (listed["report"].as_str().unwrap().to_owned(), message)
}

/// The path of the link in a text.
fn path(text: &str) -> String {
    let (_, rest) = text.split_once("http://reports.example.org").unwrap();
    let end = rest.find(|char: char| char.is_whitespace() || "\"<".contains(char));
    rest[..end.unwrap_or(rest.len())].to_owned()
}

fn text(message: &str) -> String {
    let parsed = MessageParser::default().parse(message.as_bytes()).unwrap();
    assert_eq!(parsed.attachment_count(), 0, "{message}");
    parsed.body_text(0).unwrap().replace("\r\n", "\n")
}

#[test]
fn a_mail_carries_a_link_and_the_page_behind_it_gives_the_document() {
    let project = project("");
    let (id, message) = send(&project);
    let text = text(&message);
    assert!(text.starts_with("Your report is ready:\n\nhttp://reports.example.org/documents/"));
    assert!(!message.contains("application/pdf"), "{message}");

    let service = Running::start(&project, &[]);
    let page = service.ask("GET", &path(&text), "");
    assert!(
        page.starts_with("HTTP/1.1 200") && page.contains("<button>Download</button>"),
        "{page}"
    );
    for header in ["content-security-policy: default-src 'none'", "referrer-policy: no-referrer"] {
        assert!(page.to_lowercase().contains(header), "{page}");
    }
    assert!(page.contains("report.pdf") && !page.contains("%PDF"), "{page}");
    let document = service.ask("POST", &path(&text), "");
    assert!(document.starts_with("HTTP/1.1 200") && document.contains("%PDF-"), "{document:.300}");
    assert!(document.contains("attachment; filename*=UTF-8''report.pdf"), "{document:.400}");
    let log = project.run(["log", "--json"]).succeeds();
    let log = String::from_utf8(log.stdout).unwrap();
    let served: Vec<&str> = log.lines().filter(|line| line.contains("\"served\"")).collect();
    assert_eq!(served.len(), 1, "the page is no document: {log}");
    assert!(served[0].contains(&id) && served[0].contains("\"link\""), "{log}");
    project.run(["archive", "verify"]).succeeds();
}

#[test]
fn a_link_that_is_revoked_or_invented_gives_nothing() {
    let project = project("");
    let (id, message) = send(&project);
    let sent = path(&text(&message));
    let printed = project.run(["archive", "link", &id]).succeeds();
    let printed = path(&String::from_utf8(printed.stdout).unwrap());
    let service = Running::start(&project, &[]);
    assert!(service.ask("GET", &printed, "").starts_with("HTTP/1.1 200"));

    let mut invented = sent.clone();
    let last = invented.pop().unwrap();
    invented.push(if last == 'A' { 'Q' } else { 'A' });
    for token in [&*invented, "/documents/x", "/documents/%2e%2e", "/documents/AAAA"] {
        for method in ["GET", "POST"] {
            let answer = service.ask(method, token, "");
            assert!(answer.starts_with("HTTP/1.1 404"), "{method} {token}: {answer}");
            assert!(answer.contains("There is no document at this address."), "{answer}");
        }
    }

    project.run(["archive", "revoke", &id, "--reason", "sent to the wrong person"]).succeeds();
    for link in [&sent, &printed] {
        for method in ["GET", "POST"] {
            let answer = service.ask(method, link, "");
            assert!(answer.starts_with("HTTP/1.1 410") && !answer.contains("%PDF"), "{answer}");
        }
    }
    project.run(["archive", "link", &id]).fails_with(4).stderr_has("are revoked");
    project.run(["archive", "revoke", &id]).succeeds().stderr_has("were revoked already");
    project.run(["archive", "get", &id, "-o", "kept.pdf"]).succeeds();
    project.run(["archive", "verify"]).succeeds();
}

/// Links in the log that gave a document.
fn served(project: &Project) -> usize {
    let log = project.run(["log", "--json"]).succeeds();
    String::from_utf8(log.stdout).unwrap().matches("\"served\"").count()
}

#[test]
fn a_link_that_is_tried_10_000_times_reaches_neither_archive_nor_log() {
    let project = project("");
    let (_, message) = send(&project);
    let sent = path(&text(&message));
    let service = Running::start(&project, &[]);
    // Without its folder every look into the archive fails.
    std::fs::rename(project.path("archive"), project.path("elsewhere")).unwrap();
    let answer = service.ask("GET", &sent, "");
    assert!(
        answer.starts_with("HTTP/1.1 503") && answer.contains("archiveUnavailable"),
        "{answer}"
    );
    // Report and end are those of a link; the last character is kept because it has fewer bits than others.
    let (known, last) = (&sent[..sent.len() - 9], &sent[sent.len() - 1..]);
    let mut client = Client::connect(&service.address).unwrap();
    for number in 0..10_000 {
        let method = if number % 2 == 0 { "GET" } else { "POST" };
        let tried = format!("{known}{number:08}{last}");
        let (status, page) = client.ask(method, &tried, "").unwrap();
        assert_eq!(status, 404, "{tried}: {page}");
        assert!(page.contains("There is no document at this address."), "{page}");
    }
    std::fs::rename(project.path("elsewhere"), project.path("archive")).unwrap();
    assert!(service.ask("GET", &sent, "").starts_with("HTTP/1.1 200"));
    assert_eq!(served(&project), 0);
    let metrics = service.ask("GET", "/metrics", "");
    assert!(metrics.contains("/documents/{token}") && !metrics.contains(known), "{metrics}");
    assert!(service.ask("POST", &sent, "").starts_with("HTTP/1.1 200"));
    assert_eq!(served(&project), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_link_that_is_over_gives_a_page_that_says_so_and_a_new_one_the_document() {
    const DAY: i64 = 24 * 60 * 60;
    let project = project("");
    let (id, message) = send(&project);
    let sent = path(&text(&message));
    let ask = |days: i64, method: &str, link: &str| {
        let library = crate::clocks::clock_ahead(&project, days * DAY)?;
        let clock = [("LD_PRELOAD", library.to_str().unwrap())];
        Some(Running::start_with(&project, &[], &clock).ask(method, link, ""))
    };
    let Some(answer) = ask(29, "GET", &sent) else { return };
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    for method in ["GET", "POST"] {
        let answer = ask(31, method, &sent).unwrap();
        assert!(answer.starts_with("HTTP/1.1 410") && !answer.contains("%PDF"), "{answer}");
        let page = "This link is no longer valid. Please ask the sender for a new one.";
        assert!(answer.contains(page), "{answer}");
    }
    assert_eq!(served(&project), 0);
    let library = crate::clocks::clock_ahead(&project, 31 * DAY).unwrap();
    let project = project.env("LD_PRELOAD", library.to_str().unwrap());
    let printed = project.run(["archive", "link", &id]).succeeds();
    let printed = path(&String::from_utf8(printed.stdout).unwrap());
    let clock = [("LD_PRELOAD", library.to_str().unwrap())];
    let answer = Running::start_with(&project, &[], &clock).ask("POST", &printed, "");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("%PDF"), "{answer:.300}");
}

#[test]
fn a_new_secret_ends_the_links_before_it() {
    let project = project("");
    let (id, message) = send(&project);
    let before = path(&text(&message));
    let service = Running::start(&project, &[]);
    std::fs::write(project.path("secret"), SECRET.replace('0', "x")).unwrap();
    let after = project.run(["archive", "link", &id]).succeeds();
    let after = path(&String::from_utf8(after.stdout).unwrap());
    assert!(service.ask("GET", &before, "").starts_with("HTTP/1.1 404"));
    assert!(service.ask("GET", &after, "").starts_with("HTTP/1.1 200"));
}

#[test]
fn the_page_speaks_the_language_of_the_browser() {
    use std::io::Write as _;
    let project = project("");
    let (_, message) = send(&project);
    let service = Running::start(&project, &[]);
    let link = path(&text(&message));
    for (wanted, title) in [
        ("de-AT,de;q=0.9,en;q=0.8", "<h1>Ihr Dokument</h1>"),
        ("ja,pt-BR;q=0.9", "<h1>Seu documento</h1>"),
        ("es", "<h1>Su documento</h1>"),
        ("FR", "<h1>Votre document</h1>"),
        ("ja", "<h1>Your document</h1>"),
    ] {
        let mut stream = service.connect();
        let head = format!("GET {link} HTTP/1.1\r\nHost: reports.example.org\r\n");
        write!(stream, "{head}Accept-Language: {wanted}\r\nConnection: close\r\n\r\n").unwrap();
        let page = super::client::rest(&mut stream);
        assert!(page.contains(title), "{wanted}: {page}");
    }
}

#[test]
fn texts_name_the_link_where_they_want_it() {
    let mail = "mail: {body: 'Invoice {number}: {documentLink} Thank you.', \
                html: '<a href=\"{documentLink}\">Invoice {number}</a>'}\n";
    let project = project(mail);
    let (_, message) = send(&project);
    let parsed = MessageParser::default().parse(message.as_bytes()).unwrap();
    let plain = parsed.body_text(0).unwrap();
    let link = format!("http://reports.example.org{}", path(&plain));
    assert_eq!(plain.trim(), format!("Invoice 7: {link} Thank you."));
    let html = parsed.body_html(0).unwrap();
    assert_eq!(html.trim(), format!("<a href=\"{link}\">Invoice 7</a>"));
    // Data cannot name it.
    let project = project_with_data(r#"{"number": "{documentLink}"}"#);
    let (_, message) = send(&project);
    assert!(text(&message).starts_with("Invoice {documentLink}\n\nhttp://"), "{message}");
}

fn project_with_data(data: &str) -> Project {
    project("mail: {body: 'Invoice {number}'}\n").file("data.json", data)
}

#[test]
fn links_need_an_address_a_secret_and_an_archive() {
    let send = ["send", "invoice", "-d", "data.json", "--to", "ana@example.org"];
    for (settings, said) in [
        ("archive: {url: archive, linkUrl: reports.example.org}", "must begin with `https://`"),
        ("archive: {url: archive, linkUrl: 'https://r.example.org'}", "need a secret"),
        (
            "archive: {url: archive, linkUrl: 'https://r.example.org', linkSecretFile: short}",
            "fewer than 32 characters",
        ),
        ("mail: {body: '{documentLink}'}", "set `archive.linkUrl`"),
    ] {
        let project = Project::with_invoice().file("short", "abc").file("reportctl.yaml", settings);
        std::fs::create_dir(project.path("archive")).unwrap();
        let run = project.run(send);
        assert_ne!(run.code, Some(0), "{settings}");
        assert!(run.stderr.contains(said), "{settings}: {}", run.stderr);
        assert!(
            !project.path(".reportctl/outbox").exists()
                || project.names(".reportctl/outbox").is_empty()
        );
    }
}
