//! Data cannot become headers, recipients, or the end of the message.

use mail_parser::MessageParser;
use reportctl::delivery::mail::{
    Composer, MailOptions, Message, Parts, TransportSession, transport,
};
use reportctl::delivery::settings::Mail;
use reportctl::expr::date::Timestamp;
use reportctl::serve::codes;
use reportctl::{Problem, Value};
use serde_json::json;
use uuid::Uuid;

use super::server::MailServer;

fn compose(
    options: &MailOptions,
    evil: &str,
    recipient: &str,
    filename: Option<&str>,
) -> Result<Message, Problem> {
    let composer = Composer::new(options, &MailOptions::default(), &Mail::default())?;
    let data = Value::from_json(&json!({ "evil": evil }).to_string()).unwrap();
    composer.compose(
        &data,
        Parts {
            link: None,
            id: Uuid::nil(),
            recipient,
            sent_at: Timestamp::EPOCH,
            locale: None,
            filename,
            pdf: b"%PDF",
            einvoice: None,
        },
    )
}

const EVIL: [&str; 6] = [
    "x\r\nBcc: victim@example.com",
    "x\nBcc: victim@example.com",
    "x\rBcc: victim@example.com",
    "x\r\n\r\nbody",
    "x\0y",
    "x\u{7f}y",
];

#[test]
fn line_breaks_in_whatever_becomes_a_header_are_refused() {
    let all = [
        r#"{"subject": "Invoice {evil}"}"#,
        r#"{"filename": "{evil}.pdf"}"#,
        r#"{"replyTo": "{evil} <ana@example.org>"}"#,
        r#"{"replyTo": "{evil}"}"#,
        r#"{"cc": ["{evil} <ana@example.org>"]}"#,
        r#"{"cc": ["{evil}"]}"#,
        r#"{"cc": ["ana@example.org{evil}"]}"#,
    ];
    for evil in EVIL {
        for options in all {
            let problem =
                compose(&serde_json::from_str(options).unwrap(), evil, "ana@example.org", None)
                    .unwrap_err();
            assert!(
                matches!(problem.code, codes::INVALID_MESSAGE | codes::INVALID_EMAIL),
                "{options}: {problem:?}"
            );
            assert!(!problem.message.chars().any(char::is_control), "{problem:?}");
        }
        for recipient in
            [evil.to_owned(), format!("ana@example.org{evil}"), format!("{evil}@example.org")]
        {
            let problem = compose(&MailOptions::default(), "", &recipient, None).unwrap_err();
            assert_eq!(problem.code, codes::INVALID_EMAIL, "{recipient:?}");
        }
        let problem =
            compose(&MailOptions::default(), "", "ana@example.org", Some(evil)).unwrap_err();
        assert_eq!(problem.code, codes::INVALID_MESSAGE, "{evil:?}");
        for field in ["from", "to"] {
            let options = json!({ field: format!("{evil} <a@example.org>") }).to_string();
            let problem =
                compose(&serde_json::from_str(&options).unwrap(), "", "ana@example.org", None)
                    .unwrap_err();
            assert!(
                matches!(problem.code, codes::INVALID_MESSAGE | codes::INVALID_EMAIL),
                "{field}"
            );
        }
    }
}

#[test]
fn a_name_cannot_become_another_address() {
    let options: MailOptions =
        serde_json::from_str(r#"{"replyTo": "{evil} <ana@example.org>"}"#).unwrap();
    for evil in ["\" <victim@example.com>, \"", "a\\", "a;b:c", "(x)", "=?utf-8?q?x=2C?="] {
        let message = compose(&options, evil, "bob@example.org", None).unwrap();
        let parsed = MessageParser::default().parse(&message.bytes).unwrap();
        let reply_to: Vec<_> = parsed.reply_to().unwrap().iter().map(|one| one.address()).collect();
        assert_eq!(reply_to, [Some("ana@example.org")], "{evil}");
    }
    // An address where a name belongs: one of both would get nothing.
    let problem = compose(&options, "victim@example.com,", "bob@example.org", None).unwrap_err();
    assert_eq!(problem.code, codes::INVALID_EMAIL);
    // Several addresses where one belongs.
    let options: MailOptions = serde_json::from_str(r#"{"cc": ["{evil}"]}"#).unwrap();
    for evil in [
        "a@example.org, b@example.org",
        "a@example.org b@example.org",
        "<a@example.org>,<b@example.org>",
    ] {
        let problem = compose(&options, evil, "bob@example.org", None).unwrap_err();
        assert_eq!(problem.code, codes::INVALID_EMAIL, "{evil}");
    }
}

#[test]
fn a_text_can_neither_end_the_message_nor_become_a_part() {
    let options: MailOptions =
        serde_json::from_str(r#"{"body": "{evil}", "html": "<p>{evil}</p>"}"#).unwrap();
    let boundary = format!("--=_{}", Uuid::nil().simple());
    let evil = [
        "a\r\n.\r\nMAIL FROM:<x@example.org>\r\n".to_owned(),
        "a\n.\nb\r.\rc\r\n..\r\n".to_owned(),
        format!("a\n{boundary}\nContent-Type: text/html\n\n<b>x</b>\n{boundary}--\n"),
        format!("{boundary}_text--"),
        "\r\n\r\n.".to_owned(),
        "\0\u{1b}[2J".to_owned(),
    ];
    let server = MailServer::plain();
    let transport = transport::open(&server.settings()).unwrap();
    let mut session: Box<dyn TransportSession> = transport.session();
    for (at, evil) in evil.iter().enumerate() {
        let message = compose(&options, evil, "ana@example.org", None).unwrap();
        session.deliver(&message.delivery()).unwrap();
        let received = server.received();
        assert_eq!(received.len(), at + 1);
        assert_eq!(received[at].bytes, message.bytes);
        let parsed = MessageParser::default().parse(&message.bytes).unwrap();
        assert_eq!(parsed.attachment_count(), 1, "{evil:?}");
        assert_eq!(parsed.attachment(0).unwrap().contents(), b"%PDF");
        let text = evil.replace("\r\n", "\n").replace('\r', "\n").replace('\n', "\r\n");
        assert_eq!(parsed.body_text(0).unwrap().trim_end(), text.trim_end(), "{evil:?}");
    }
}
