//! Failures of every kind at every step of the SMTP dialogue, and their outcomes.

use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use reportctl::delivery::mail::{Acceptance, Delivery, SendError, transport};
use reportctl::delivery::settings::{Encryption, Mail};

use super::certificates::Identity;
use super::server::{Action, MailServer, PASSWORD, Step};

const MESSAGE: Delivery<'_> = Delivery {
    from: "reports@example.org",
    to: "ana@example.org",
    message_id: "1@example.org",
    message: b"Subject: x\r\n\r\n.Hello\r\n..\r\n.\r\n",
};

fn deliver(settings: &Mail) -> Result<Acceptance, SendError> {
    transport::open(settings).unwrap().session().deliver(&MESSAGE)
}

/// The kind of an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Delivered,
    Temporary,
    Permanent,
    Unusable,
    Unknown,
}

fn kind(outcome: &Result<Acceptance, SendError>) -> Kind {
    match outcome {
        Ok(_) => Kind::Delivered,
        Err(SendError::Temporary { .. }) => Kind::Temporary,
        Err(SendError::Permanent { .. }) => Kind::Permanent,
        Err(SendError::Unusable { .. }) => Kind::Unusable,
        Err(SendError::Unknown { .. }) => Kind::Unknown,
    }
}

#[test]
fn every_failure_at_every_step_has_its_meaning() {
    use Kind::{Delivered, Permanent, Temporary, Unknown, Unusable};
    const TEMPORARY: Action = Action::Say("451 4.3.0 later");
    const PERMANENT: Action = Action::Say("550 5.1.1 never");
    // For each step: 4xx, 5xx, connection dropped, silence.
    let table = [
        (Step::Greeting, [Temporary, Unusable, Temporary, Temporary]),
        (Step::Ehlo, [Temporary, Unusable, Temporary, Temporary]),
        (Step::StartTls, [Temporary, Unusable, Temporary, Temporary]),
        // A line of text there is no handshake, whatever it says.
        (Step::Handshake, [Unusable, Unusable, Temporary, Temporary]),
        (Step::EhloAgain, [Temporary, Unusable, Temporary, Temporary]),
        (Step::Auth, [Temporary, Unusable, Temporary, Temporary]),
        (Step::Mail, [Temporary, Permanent, Temporary, Temporary]),
        (Step::Rcpt, [Temporary, Permanent, Temporary, Temporary]),
        (Step::Data, [Temporary, Permanent, Temporary, Temporary]),
        // There is nothing to say inside a message.
        (Step::Body, [Delivered, Delivered, Unknown, Unknown]),
        (Step::End, [Temporary, Permanent, Unknown, Unknown]),
        // After its answer, nothing that the server does matters.
        (Step::Answered, [Delivered, Delivered, Delivered, Delivered]),
        (Step::Quit, [Delivered, Delivered, Delivered, Delivered]),
    ];
    let actions = [TEMPORARY, PERMANENT, Action::Drop, Action::Stall];
    let cases = table.into_iter().flat_map(|(step, kinds)| {
        actions.iter().cloned().zip(kinds).map(move |(action, kind)| (step, action, kind))
    });
    let running: Vec<_> = cases
        .map(|(step, action, expected)| {
            thread::spawn(move || {
                let server = MailServer::start(Encryption::Starttls, Identity::Good, true);
                server.always(step, action.clone());
                let mut settings = server.settings();
                if action == Action::Stall {
                    settings.smtp.timeout = Duration::from_millis(400);
                }
                let outcome = deliver(&settings);
                assert_eq!(kind(&outcome), expected, "{step:?}, {action:?}: {outcome:?}");
                // What counts as delivered is there, and nothing else is.
                let kept = usize::from(expected == Delivered);
                assert_eq!(server.count(), kept, "{step:?}, {action:?}");
                if let Err(failed) = outcome {
                    assert!(failed.detail().starts_with("localhost:"), "{}", failed.detail());
                    assert!(!failed.detail().contains(PASSWORD));
                }
            })
        })
        .collect();
    for case in running {
        case.join().unwrap();
    }
}

#[test]
fn a_server_that_is_not_there_is_tried_again() {
    let server = MailServer::plain();
    let mut settings = server.settings();
    // A port that was free a moment ago.
    settings.smtp.port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    assert_eq!(kind(&deliver(&settings)), Kind::Temporary);
    settings.smtp.host = Some("no-such-host.invalid".to_owned());
    assert_eq!(kind(&deliver(&settings)), Kind::Temporary);
}

#[test]
fn what_is_not_a_mail_server_is_unusable() {
    let server = MailServer::plain();
    server.always(Step::Greeting, Action::Say("* OK IMAP4rev1 ready"));
    let outcome = deliver(&server.settings());
    assert_eq!(kind(&outcome), Kind::Unusable, "{outcome:?}");
    assert!(outcome.unwrap_err().detail().contains("does not speak SMTP"));
}

#[test]
fn the_server_gets_the_message_byte_for_byte() {
    let server = MailServer::plain();
    let receipt = deliver(&server.settings()).unwrap();
    assert_eq!(receipt.detail, "250 2.0.0 ok, queued as 42");
    let received = server.received();
    assert_eq!(received[0].bytes, MESSAGE.message);
    assert_eq!(received[0].from, MESSAGE.from);
    assert_eq!(received[0].to, [MESSAGE.to]);
}

#[test]
fn refusals_carry_the_words_of_the_server_on_one_line() {
    let server = MailServer::plain();
    server.always(Step::Rcpt, Action::Say("550-5.1.1 no such\x1b[31m user\r\n550 5.1.1 here"));
    let failed = deliver(&server.settings()).unwrap_err();
    let expected = format!("localhost:{}: RCPT: 550 5.1.1 no such [31m user", server.port());
    assert!(failed.detail().starts_with(&expected), "{failed}");
    assert!(failed.detail().ends_with("user here"), "{failed:?}");
    assert!(!failed.detail().contains(['\n', '\x1b']));
}

#[test]
fn login_and_encryption_demanded_late_are_unusable() {
    for answer in ["530 5.7.0 log in first", "538 5.7.11 encryption required"] {
        let server = MailServer::plain();
        server.always(Step::Mail, Action::Say(answer));
        assert_eq!(kind(&deliver(&server.settings())), Kind::Unusable);
    }
}

#[test]
fn answers_that_do_not_belong_to_the_question_are_not_taken_for_success() {
    let server = MailServer::plain();
    server.script(Step::Data, [Action::Say("250 2.0.0 ok")]);
    assert_eq!(kind(&deliver(&server.settings())), Kind::Temporary);
    server.script(Step::End, [Action::Say("354 more?")]);
    assert_eq!(kind(&deliver(&server.settings())), Kind::Unknown);
    assert_eq!(server.count(), 0);
}

#[test]
fn connections_are_used_again_up_to_the_limit() {
    let server = MailServer::plain();
    let mut settings = server.settings();
    settings.smtp.messages_per_connection = 3;
    let transport = transport::open(&settings).unwrap();
    let mut session = transport.session();
    for _ in 0..7 {
        session.deliver(&MESSAGE).unwrap();
    }
    drop(session);
    let connections: Vec<_> = server.received().iter().map(|message| message.connection).collect();
    assert_eq!(connections, [1, 1, 1, 2, 2, 2, 3]);
    assert_eq!(server.heard().iter().filter(|line| *line == "QUIT").count(), 3);
}

#[test]
fn a_connection_that_the_server_closed_meanwhile_is_opened_again() {
    for action in [Action::Drop, Action::Say("421 4.4.2 idle for too long")] {
        let server = MailServer::plain();
        server.script(Step::Answered, [action.clone()]);
        let transport = transport::open(&server.settings()).unwrap();
        let mut session = transport.session();
        session.deliver(&MESSAGE).unwrap();
        thread::sleep(Duration::from_millis(50));
        session.deliver(&MESSAGE).unwrap();
        assert_eq!((server.count(), server.connections()), (2, 2), "{action:?}");
    }
}

#[test]
fn only_once_and_only_where_nothing_was_said_yet() {
    // A server that closes every connection at MAIL is not asked a third time.
    let server = MailServer::plain();
    let transport = transport::open(&server.settings()).unwrap();
    let mut session = transport.session();
    session.deliver(&MESSAGE).unwrap();
    server.always(Step::Mail, Action::Drop);
    assert_eq!(kind(&session.deliver(&MESSAGE)), Kind::Temporary);
    assert_eq!(server.connections(), 2);
    // Closing at RCPT is about this message.
    let server = MailServer::plain();
    let transport = transport::open(&server.settings()).unwrap();
    let mut session = transport.session();
    session.deliver(&MESSAGE).unwrap();
    server.script(Step::Rcpt, [Action::Drop]);
    assert_eq!(kind(&session.deliver(&MESSAGE)), Kind::Temporary);
    assert_eq!(server.connections(), 1);
    // The session goes on with the next one.
    session.deliver(&MESSAGE).unwrap();
    assert_eq!((server.count(), server.connections()), (2, 2));
}

#[test]
fn a_refused_message_does_not_disturb_the_next() {
    let server = MailServer::plain();
    let transport = transport::open(&server.settings()).unwrap();
    let mut session = transport.session();
    for step in [Step::Mail, Step::Rcpt, Step::Data, Step::End] {
        server.script(step, [Action::Say("550 5.7.1 no")]);
        assert_eq!(kind(&session.deliver(&MESSAGE)), Kind::Permanent, "{step:?}");
        assert_eq!(kind(&session.deliver(&MESSAGE)), Kind::Delivered, "{step:?}");
    }
    assert_eq!((server.count(), server.connections()), (4, 1));
}

#[test]
fn silence_ends_after_the_time_allowed_and_the_answer_gets_more() {
    let within = |step: Step| {
        let server = MailServer::plain();
        server.always(step, Action::Stall);
        let mut settings = server.settings();
        settings.smtp.timeout = Duration::from_millis(200);
        let started = Instant::now();
        let outcome = deliver(&settings);
        (kind(&outcome), started.elapsed())
    };
    let (outcome, mail) = within(Step::Mail);
    assert_eq!(outcome, Kind::Temporary);
    assert!(mail >= Duration::from_millis(200));
    let (outcome, end) = within(Step::End);
    assert_eq!(outcome, Kind::Unknown);
    assert!(end >= Duration::from_secs(2), "gave up after {end:?}");
    // No long wait for a farewell.
    let (outcome, quit) = within(Step::Quit);
    assert_eq!(outcome, Kind::Delivered);
    assert!(quit < Duration::from_secs(10), "waited {quit:?}");
}

#[test]
fn a_probe_says_whether_the_server_could_be_used() {
    let server = MailServer::start(Encryption::Starttls, Identity::Good, true);
    let transport = transport::open(&server.settings()).unwrap();
    assert_eq!(transport.probe(), Ok(()));
    assert_eq!(transport.describe(), format!("smtp localhost:{} (starttls)", server.port()));
    server.always(Step::Auth, Action::Say("535 5.7.8 no"));
    assert!(matches!(transport.probe(), Err(SendError::Unusable { .. })));
    assert_eq!(server.count(), 0);
}
