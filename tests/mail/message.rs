//! Messages, read by other programs.

use std::process::Command;

use mail_parser::{Address, Message as Parsed, MessageParser, MimeHeaders};
use reportctl::delivery::mail::{Composer, MailOptions, Message, Parts};
use reportctl::delivery::settings::{Mail, Recipients};
use reportctl::expr::date::Timestamp;
use reportctl::serve::codes;
use reportctl::{Code, Problem, Value};
use serde_json::{Value as Json, json};
use uuid::Uuid;

const ID: Uuid = Uuid::from_u128(0x0198_7654_3210_7abc_8def_0123_4567_89ab);
/// 2026-02-03 04:05:06 UTC.
const SENT_AT: i64 = 1_770_091_506;
/// Every byte, twice, and no final line end.
const PDF: [u8; 512] = {
    let mut bytes = [0; 512];
    let mut at = 0;
    while at < 512 {
        bytes[at] = (at % 256) as u8;
        at += 1;
    }
    bytes
};

fn settings() -> Mail {
    Mail { from: Some("Relatórios <reports@example.org>".to_owned()), ..Mail::default() }
}

fn compose_with(settings: &Mail, options: &MailOptions, data: &str) -> Result<Message, Problem> {
    let composer = Composer::new(options, &MailOptions::default(), settings)?;
    let data = Value::from_json(data).unwrap();
    let parts = Parts {
        link: None,
        id: ID,
        recipient: "ana@example.com",
        sent_at: Timestamp::clamped(SENT_AT),
        locale: None,
        filename: None,
        pdf: &PDF,
        einvoice: None,
    };
    let message = composer.compose(&data, parts)?;
    assert_eq!(composer.compose(&data, parts)?, message, "the same input gives the same bytes");
    assert!(message.bytes.is_ascii());
    for line in message.bytes.split_inclusive(|byte| *byte == b'\n') {
        let inside = line.strip_suffix(b"\r\n").expect("lines end in CR LF");
        assert!(!inside.contains(&b'\r') && inside.len() <= 998, "{line:?}");
    }
    Ok(message)
}

fn compose(options: &MailOptions, data: &str) -> Message {
    compose_with(&settings(), options, data).unwrap()
}

fn mail_options(text: &str) -> MailOptions {
    serde_json::from_str(text).unwrap()
}

fn parsed(message: &Message) -> Parsed<'_> {
    MessageParser::default().parse(&message.bytes).unwrap()
}

fn addresses(address: Option<&Address<'_>>) -> Vec<(String, String)> {
    let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
    let all = address.into_iter().flat_map(|address| address.iter().collect::<Vec<_>>());
    all.map(|one| (text(one.name()), text(one.address()))).collect()
}

fn one(name: &str, address: &str) -> Vec<(String, String)> {
    vec![(name.to_owned(), address.to_owned())]
}

fn text_of(message: &Message) -> &str {
    std::str::from_utf8(&message.bytes).unwrap()
}

/// The lines of the headers, unfolded.
fn headers(message: &Message) -> Vec<String> {
    let (head, _) = text_of(message).split_once("\r\n\r\n").unwrap();
    head.replace("\r\n ", " ").split("\r\n").map(str::to_owned).collect()
}

#[test]
fn without_any_settings_a_message_is_complete() {
    let message = compose_with(&Mail::default(), &MailOptions::default(), "{}").unwrap();
    let parsed = parsed(&message);
    assert_eq!(parsed.subject(), Some("Your report"));
    assert_eq!(addresses(parsed.from()), one("", "reportctl@localhost"));
    assert_eq!(addresses(parsed.to()), one("", "ana@example.com"));
    assert_eq!(parsed.date().unwrap().to_timestamp(), SENT_AT);
    assert_eq!(parsed.message_id(), Some(message.message_id.as_str()));
    assert_eq!(message.message_id, format!("{ID}@localhost"));
    assert_eq!(parsed.body_text(0).unwrap().trim(), "Please find your report attached.");
    assert_eq!(parsed.attachment_count(), 1);
    assert_eq!(parsed.attachment(0).unwrap().contents(), PDF);
    assert_eq!(parsed.attachment(0).unwrap().attachment_name(), Some("report.pdf"));
    assert_eq!(
        (message.from.as_str(), message.to.as_str()),
        ("reportctl@localhost", "ana@example.com")
    );
    assert!(headers(&message).contains(&"Auto-Submitted: auto-generated".to_owned()));
    assert!(headers(&message).contains(&"MIME-Version: 1.0".to_owned()));
    assert!(headers(&message).contains(&"Date: Tue, 03 Feb 2026 04:05:06 +0000".to_owned()));
}

#[test]
fn texts_are_filled_in_from_the_data() {
    let options = mail_options(
        r#"{"subject": "Fatura {number} — {CURRENCY(total, \"R$\")}", "body": "Olá {name},\n\nsegue a fatura.\n-- \nAna",
            "html": "<p>Olá <b>{name}</b></p>", "filename": "fatura-{number}", "replyTo": "{manager} <{managerMail}>",
            "cc": ["{manager} <{managerMail}>", "{nobody}", "bob@example.com"], "bcc": ["secret@example.com"]}"#,
    );
    let data = r#"{"number": 7, "total": 1234.5, "name": "João <&> Silva", "manager": "Müller, Eva", "managerMail": "eva@bücher.example"}"#;
    let message = compose(&options, data);
    let parsed = parsed(&message);
    assert_eq!(parsed.subject(), Some("Fatura 7 — R$ 1.234,50"));
    assert_eq!(message.subject, "Fatura 7 — R$ 1.234,50");
    assert_eq!(addresses(parsed.from()), one("Relatórios", "reports@example.org"));
    assert_eq!(addresses(parsed.reply_to()), one("Müller, Eva", "eva@xn--bcher-kva.example"));
    let cc = [one("Müller, Eva", "eva@xn--bcher-kva.example"), one("", "bob@example.com")].concat();
    assert_eq!(addresses(parsed.cc()), cc);
    assert_eq!(
        parsed.body_text(0).unwrap().trim_end(),
        "Olá João <&> Silva,\r\n\r\nsegue a fatura.\r\n-- \r\nAna"
    );
    assert_eq!(
        parsed.body_html(0).unwrap().trim_end(),
        "<p>Olá <b>João &lt;&amp;&gt; Silva</b></p>"
    );
    assert_eq!(parsed.attachment(0).unwrap().attachment_name(), Some("fatura-7.pdf"));
    assert!(!text_of(&message).contains("secret@example.com"), "Bcc must not be seen");
    let composer = Composer::new(&options, &MailOptions::default(), &settings()).unwrap();
    let copies =
        composer.copies(&Value::from_json(data).unwrap(), Timestamp::clamped(SENT_AT)).unwrap();
    let all: Vec<_> =
        copies.cc.iter().chain(&copies.bcc).map(|mailbox| mailbox.address.as_str()).collect();
    assert_eq!(all, ["eva@xn--bcher-kva.example", "bob@example.com", "secret@example.com"]);
}

#[test]
fn the_request_comes_before_the_template_and_that_before_the_settings() {
    let settings = Mail {
        subject: "settings".to_owned(),
        body: "settings".to_owned(),
        reply_to: Some("settings@example.org".to_owned()),
        cc: vec!["settings@example.org".to_owned()],
        ..settings()
    };
    let template = mail_options(
        r#"{"subject": "template", "body": "template", "cc": ["template@example.org"], "from": "evil@example.org", "attach": ["/etc/passwd"], "to": "evil@example.org"}"#,
    );
    let given = mail_options(r#"{"subject": "given"}"#);
    let composer = Composer::new(&given, &template, &settings).unwrap();
    let parts = Parts {
        link: None,
        id: ID,
        recipient: "ana@example.com",
        sent_at: Timestamp::clamped(SENT_AT),
        locale: None,
        filename: None,
        pdf: &PDF,
        einvoice: None,
    };
    let message = composer.compose(&Value::Null, parts).unwrap();
    let parsed = parsed(&message);
    assert_eq!(parsed.subject(), Some("given"));
    assert_eq!(parsed.body_text(0).unwrap().trim(), "template");
    assert_eq!(addresses(parsed.cc()), one("", "template@example.org"));
    assert_eq!(addresses(parsed.reply_to()), one("", "settings@example.org"));
    // A template never says who sends, who gets, or what is taken from this machine.
    assert_eq!(addresses(parsed.from()), one("Relatórios", "reports@example.org"));
    assert_eq!(addresses(parsed.to()), one("", "ana@example.com"));
    assert_eq!(parsed.attachment_count(), 1);
}

#[test]
fn a_copy_shows_the_recipient_it_is_a_copy_for() {
    let other = Uuid::from_u128(1);
    let options = MailOptions {
        to: Some("Eva <eva@example.com>".to_owned()),
        message_of: Some(other),
        ..MailOptions::default()
    };
    let message = compose(&options, "{}");
    assert_eq!(addresses(parsed(&message).to()), one("Eva", "eva@example.com"));
    assert_eq!(message.to, "ana@example.com");
    assert_eq!(message.message_id, format!("{other}@example.org"));
}

#[test]
fn in_rehearsal_everything_goes_to_one_address() {
    let settings = Mail {
        recipients: Recipients {
            redirect_all_to: Some("test@example.net".to_owned()),
            ..Recipients::default()
        },
        ..settings()
    };
    let message =
        compose_with(&settings, &mail_options(r#"{"cc": ["eva@example.com"]}"#), "{}").unwrap();
    assert_eq!(message.to, "test@example.net");
    let parsed = parsed(&message);
    assert_eq!(addresses(parsed.to()), one("", "test@example.net"));
    // An answer to all reaches no intended recipient.
    assert!(parsed.cc().is_none() && !text_of(&message).contains("eva@example.com"));
    assert!(headers(&message).contains(&"X-Original-To: ana@example.com".to_owned()));
}

#[test]
fn in_rehearsal_copies_are_messages_of_their_own() {
    // The same address gets all of them: equal ids would make them one in its mailbox.
    let settings = Mail {
        recipients: Recipients {
            redirect_all_to: Some("test@example.net".to_owned()),
            ..Recipients::default()
        },
        ..settings()
    };
    let first = compose_with(&settings, &MailOptions::default(), "{}").unwrap();
    let copy = MailOptions { message_of: Some(Uuid::from_u128(1)), ..MailOptions::default() };
    let copy = compose_with(&settings, &copy, "{}").unwrap();
    assert_ne!(copy.message_id, format!("{}@example.org", Uuid::from_u128(1)));
    assert_eq!(copy.message_id, first.message_id, "made from the request of the copy itself");
}

#[test]
fn a_subject_without_end_is_refused() {
    let subject = mail_options(r#"{"subject": "{text}"}"#);
    let data = |length| format!(r#"{{"text": "{}"}}"#, "x".repeat(length));
    assert_eq!(compose(&subject, &data(998)).subject.len(), 998);
    let problem = compose_with(&settings(), &subject, &data(999)).unwrap_err();
    assert_eq!(problem.code, codes::INVALID_MESSAGE);
    assert!(problem.message.contains("longer than 998 bytes"), "{}", problem.message);
    assert!(problem.message.len() < 200);
}

#[test]
fn names_given_with_the_request_count_and_are_made_safe() {
    let composer =
        Composer::new(&MailOptions::default(), &MailOptions::default(), &settings()).unwrap();
    let name = |filename| {
        let parts = Parts {
            link: None,
            id: ID,
            recipient: "ana@example.com",
            sent_at: Timestamp::clamped(SENT_AT),
            locale: None,
            filename: Some(filename),
            pdf: &PDF,
            einvoice: None,
        };
        composer.compose(&Value::Null, parts).unwrap().filename
    };
    assert_eq!(name("../../a.pdf"), "_.._a.pdf");
    assert_eq!(name(""), "report.pdf");
}

#[test]
fn further_files_go_along() {
    let folder = tempfile::TempDir::new().unwrap();
    let (csv, other) = (folder.path().join("Übersicht 1.csv"), folder.path().join("data.bin"));
    std::fs::write(&csv, "a;b\r\n1;2\n").unwrap();
    std::fs::write(&other, PDF).unwrap();
    let attach = [&csv, &other].map(|path| path.display().to_string()).to_vec();
    let message = compose(&MailOptions { attach, ..MailOptions::default() }, "{}");
    let parsed = parsed(&message);
    let attachment = |at: u32| {
        let part = parsed.attachment(at).unwrap();
        (part.attachment_name().unwrap().to_owned(), part.contents().to_vec())
    };
    assert_eq!(attachment(0).0, "report.pdf");
    assert_eq!(attachment(1), ("Übersicht 1.csv".to_owned(), b"a;b\r\n1;2\n".to_vec()));
    assert_eq!(attachment(2), ("data.bin".to_owned(), PDF.to_vec()));
    let missing = MailOptions { attach: vec!["/nowhere/x".to_owned()], ..MailOptions::default() };
    assert_eq!(compose_with(&settings(), &missing, "{}").unwrap_err().code, codes::IO);
}

#[test]
#[cfg(unix)]
fn only_files_that_can_be_read_again_go_along() {
    let options = MailOptions { attach: vec!["/dev/zero".to_owned()], ..MailOptions::default() };
    let problem = Composer::new(&options, &MailOptions::default(), &settings()).unwrap_err();
    assert_eq!(problem.code, codes::INVALID_MESSAGE);
    assert_eq!(problem.message, "`/dev/zero` is no ordinary file");
}

#[test]
fn without_a_sender_nothing_leaves_the_machine() {
    let mut settings =
        Mail { transport: reportctl::delivery::settings::TransportKind::Smtp, ..Mail::default() };
    let problem = compose_with(&settings, &MailOptions::default(), "{}").unwrap_err();
    assert_eq!(problem.code, Code::InvalidSetting);
    settings.from = Some("reports".to_owned());
    let problem = compose_with(&settings, &MailOptions::default(), "{}").unwrap_err();
    assert_eq!(problem.code, Code::InvalidSetting);
    assert!(problem.message.starts_with("`mail.from`: "), "{}", problem.message);
}

/// Names as people give them.
fn names() -> Vec<String> {
    let mut names: Vec<String> = [
        "report.pdf",
        "Relatório de março.pdf",
        "Größe & Maß (1), [2]; 100%.pdf",
        "it's 'quoted' and, comma; semicolon=equals.pdf",
        "請求書 2026年2月.pdf",
        "счёт-фактура.pdf",
        "فاتورة.pdf",
        "📈 report 👩‍💻.pdf",
        "=?utf-8?q?not_encoded?=.pdf",
        "UTF-8''percent%41.pdf",
    ]
    .map(str::to_owned)
    .to_vec();
    names.extend([
        format!("{}.pdf", "long name ".repeat(19).trim()),
        format!("{}.pdf", "長".repeat(65)),
    ]);
    names
}

#[test]
fn file_names_and_subjects_arrive_as_they_were_written() {
    for name in names() {
        let options = mail_options(&json!({"subject": "{name}", "filename": "{name}"}).to_string());
        let message = compose(&options, &json!({ "name": name }).to_string());
        let parsed = parsed(&message);
        assert_eq!(parsed.subject(), Some(name.as_str()));
        let attachment = parsed.attachment(0).unwrap();
        // Characters that file names cannot have were replaced before.
        assert_eq!(attachment.attachment_name(), Some(message.filename.as_str()), "{name}");
        assert_eq!(attachment.contents(), PDF);
        let disposition = attachment.content_disposition().unwrap();
        assert_eq!(disposition.attribute("filename"), Some(message.filename.as_str()));
        let kind = attachment.content_type().unwrap();
        assert_eq!((kind.ctype(), kind.subtype()), ("application", Some("pdf")));
    }
}

#[test]
fn the_raw_forms_are_those_of_the_standards() {
    let written = |name: &str| {
        let options = mail_options(r#"{"subject": "{name}", "filename": "{name}"}"#);
        text_of(&compose(&options, &json!({ "name": name }).to_string())).to_owned()
    };
    let plain = written("report 7.pdf");
    assert!(plain.contains("Subject: report 7.pdf\r\n"));
    assert!(plain.contains("Content-Type: application/pdf;\r\n name=\"report 7.pdf\"\r\n"));
    assert!(plain.contains("Content-Disposition: attachment;\r\n filename=\"report 7.pdf\"\r\n"));
    let accents = written("março.pdf");
    // RFC 2047 for the subject, and for old clients; RFC 2231 for the others.
    assert!(accents.contains("Subject: =?utf-8?b?bWFyw6dvLnBkZg==?=\r\n"));
    assert!(accents.contains(" name=\"=?utf-8?b?bWFyw6dvLnBkZg==?=\"\r\n"));
    assert!(accents.contains(" filename*=UTF-8''mar%C3%A7o.pdf\r\n"));
    let long = written(&"ç".repeat(40));
    assert!(
        long.contains(" filename*0*=UTF-8''%C3%A7") && long.contains(";\r\n filename*1*=%C3%A7")
    );
}

/// The same through Python's parser, which was not written for us. It rightly objects to the
/// form in which old clients get the name (in `Content-Type`), and to nothing else.
#[test]
fn python_reads_the_same() {
    const SCRIPT: &str = "
import email, email.policy, json, sys
m = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
old = email.message_from_bytes(m.as_bytes())
a = next(m.iter_attachments())
print(json.dumps({
  'subject': m['subject'], 'from': str(m['from']), 'to': str(m['to']), 'id': m['message-id'],
  'date': m['date'].datetime.isoformat(), 'name': a.get_filename(), 'pdf': list(a.get_content()),
  'body': m.get_body(('plain',)).get_content(), 'html': m.get_body(('html',)).get_content(),
  'defects': [str(d) for p in m.walk() for d in p.defects + [x for k, h in p.items() if k != 'Content-Type' for x in h.defects]],
}))";
    if !crate::tools::has("python3") {
        return;
    }
    for name in names() {
        let options = mail_options(
            r#"{"subject": "{name}", "filename": "{name}", "body": "{name}\n.\n", "html": "<p>{name}</p>"}"#,
        );
        let message = compose(&options, &json!({ "name": name }).to_string());
        let mut python = Command::new("python3")
            .args(["-c", SCRIPT])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut python.stdin.take().unwrap(), &message.bytes).unwrap();
        let output = python.wait_with_output().unwrap();
        assert!(output.status.success(), "{name}");
        let read: Json = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(read["subject"], *name);
        assert_eq!(read["from"], "Relatórios <reports@example.org>");
        assert_eq!(read["to"], "ana@example.com");
        assert_eq!(read["id"], format!("<{}>", message.message_id));
        assert_eq!(read["date"], "2026-02-03T04:05:06+00:00");
        assert_eq!(read["name"], message.filename);
        assert_eq!(read["pdf"], json!(PDF.to_vec()));
        assert_eq!(
            read["body"].as_str().unwrap().replace("\r\n", "\n").trim_end(),
            format!("{name}\n.")
        );
        assert_eq!(
            read["html"].as_str().unwrap().trim_end(),
            format!("<p>{}</p>", name.replace('&', "&amp;").replace('\'', "&#39;"))
        );
        assert_eq!(read["defects"], json!([]), "{name}");
    }
}

#[test]
fn bounces_go_to_an_address_of_their_own() {
    let with = |address: &str| {
        let settings = Mail { envelope_from: Some(address.to_owned()), ..settings() };
        compose_with(&settings, &MailOptions::default(), "{}")
    };
    let message = with("bounces+{id}@example.org").unwrap();
    assert_eq!(message.from, format!("bounces+{ID}@example.org"));
    // The reader sees who sent it, and the `Message-ID` does not change.
    assert_eq!(addresses(parsed(&message).from()), one("Relatórios", "reports@example.org"));
    assert_eq!(message.message_id, format!("{ID}@example.org"));
    assert_eq!(with("bounces@example.net").unwrap().from, "bounces@example.net");
    for wrong in ["{id}", "bounces", "a b@example.org", "x{id}{id}@example.org", "a@b.c\r\nX: y"] {
        let problem = with(wrong).unwrap_err();
        assert_eq!(problem.code, Code::InvalidSetting, "{wrong}");
        assert!(problem.message.starts_with("`mail.envelopeFrom`"), "{}", problem.message);
    }
}

#[test]
fn headers_of_the_settings_are_added_and_cannot_do_harm() {
    let with = |name: &str, value: &str| {
        let headers = [(name.to_owned(), value.to_owned())].into();
        compose_with(&Mail { headers, ..settings() }, &MailOptions::default(), "{}")
    };
    let message = with("X-Campaign", "Março 2026").unwrap();
    let written = "\r\nX-Campaign: =?utf-8?b?TWFyw6dvIDIwMjY=?=\r\n";
    assert!(text_of(&message).contains(written), "{}", text_of(&message));
    assert!(text_of(&with("Precedence", "bulk").unwrap()).contains("\r\nPrecedence: bulk\r\n"));
    for (name, value) in [
        ("X-A", "a\r\nBcc: x@example.com"),
        ("X-A", "a\nb"),
        ("X-A", "a\0b"),
        ("X-A\r\nBcc", "x@example.com"),
        ("X-A: b", "c"),
        ("", "c"),
        ("X Ä", "c"),
        ("Bcc", "x@example.com"),
        ("bCC", "x@example.com"),
        ("From", "x@example.com"),
        ("Message-Id", "<1@x>"),
        ("Content-Type", "text/html"),
        ("Resent-To", "x@example.com"),
        ("List-Unsubscribe", "<https://example.org>"),
        ("DKIM-Signature", "v=1"),
    ] {
        let problem = with(name, value).unwrap_err();
        assert_eq!(problem.code, Code::InvalidSetting, "{name:?}: {value:?}");
        assert!(problem.message.contains("`mail.headers`"), "{}", problem.message);
        assert!(!problem.message.contains(['\r', '\n', '\0']));
    }
}

#[test]
fn who_wants_no_more_mail_finds_where_to_say_so() {
    let with = |settings_text: &str, options: &str, data: &str| {
        let list_unsubscribe = Some(settings_text.to_owned());
        compose_with(&Mail { list_unsubscribe, ..settings() }, &mail_options(options), data)
    };
    let https = with("https://example.org/u?t={token}", "{}", r#"{"token": "a1"}"#).unwrap();
    let text = text_of(&https);
    assert!(text.contains("\r\nList-Unsubscribe: <https://example.org/u?t=a1>\r\n"), "{text}");
    assert!(text.contains("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{text}");
    // A template or flag comes first; no client can post to an address.
    let options = r#"{"listUnsubscribe": "mailto:stop@example.org?subject={token}"}"#;
    let mailto = with("https://example.org", options, r#"{"token": "a1"}"#).unwrap();
    let text = text_of(&mailto);
    assert!(text.contains("\r\nList-Unsubscribe: <mailto:stop@example.org?subject=a1>\r\n"));
    assert!(!text.contains("List-Unsubscribe-Post"));
    let none = with("{token}", "{}", "{\"token\": \"\"}").unwrap();
    assert!(!text_of(&none).contains("List-Unsubscribe"));
    for token in ["http://example.org", "https://example.org/a b", "https://x.y>\\r\\nBcc: <a@b.c"]
    {
        let problem = with("{token}", "{}", &format!(r#"{{"token": "{token}"}}"#)).unwrap_err();
        assert_eq!(problem.code, codes::INVALID_MESSAGE, "{token}");
    }
}
