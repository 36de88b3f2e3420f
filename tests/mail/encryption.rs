//! Encryption and login: checked, never left out silently.

use reportctl::Code;
use reportctl::base::secret::Secret;
use reportctl::config::env::Environment;
use reportctl::config::{Config, Settings};
use reportctl::delivery::mail::{Delivery, SendError, transport};
use reportctl::delivery::settings::{Encryption, Mail, Smtp};
use reportctl::serve::codes;

use super::certificates::Identity;
use super::server::{Action, MailServer, PASSWORD, Step, USER};

const MESSAGE: Delivery<'_> = Delivery {
    from: "reports@example.org",
    to: "ana@example.org",
    message_id: "1@example.org",
    message: b"Subject: x\r\n\r\nHello\r\n",
};

fn deliver(settings: &Mail) -> Result<(), SendError> {
    transport::open(settings).unwrap().session().deliver(&MESSAGE).map(drop)
}

fn with(settings: Mail, change: impl FnOnce(&mut Smtp)) -> Mail {
    let mut settings = settings;
    change(&mut settings.smtp);
    settings
}

#[test]
fn messages_travel_encrypted_and_after_login() {
    for encryption in [Encryption::Tls, Encryption::Starttls] {
        let server = MailServer::start(encryption, Identity::Good, true);
        deliver(&server.settings()).unwrap();
        let received = server.received();
        assert!(received[0].encrypted);
        assert_eq!(received[0].user.as_deref(), Some(USER));
    }
}

#[test]
fn the_environment_is_enough_to_reach_a_server() {
    let server = MailServer::start(Encryption::Tls, Identity::Good, true);
    let variables = server.variables();
    let lookup = |name: &str| {
        let found = variables.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.into())
    };
    let folder = tempfile::TempDir::new().unwrap();
    let environment = Environment::new(&lookup);
    let config = Config::read(Settings::default(), &environment, folder.path()).unwrap();
    deliver(&config.mail).unwrap();
    assert!(server.received()[0].encrypted);
    assert_eq!(server.received()[0].user.as_deref(), Some(USER));
}

#[test]
fn certificates_are_checked() {
    for encryption in [Encryption::Tls, Encryption::Starttls] {
        for identity in [Identity::WrongName, Identity::Expired, Identity::SelfSigned] {
            let server = MailServer::start(encryption, identity, true);
            let failed = deliver(&server.settings()).unwrap_err();
            let SendError::Unusable { detail, .. } = &failed else {
                panic!("{identity:?}: {failed:?}")
            };
            assert!(detail.contains("TLS failed: invalid peer certificate"), "{detail}");
            assert_eq!(server.count(), 0);
            assert!(!server.heard().iter().any(|line| line.starts_with("AUTH")));
        }
        // The authority of this run is unknown unless set.
        let server = MailServer::start(encryption, Identity::Good, true);
        let settings = with(server.settings(), |smtp| smtp.ca_file = None);
        assert!(matches!(deliver(&settings), Err(SendError::Unusable { .. })));
    }
}

#[test]
fn a_server_without_starttls_gets_nothing() {
    let server = MailServer::plain();
    let settings = with(server.settings(), |smtp| smtp.encryption = Encryption::Starttls);
    let failed = deliver(&settings).unwrap_err();
    let SendError::Unusable { detail, advice, .. } = failed else { panic!("{failed:?}") };
    assert!(detail.ends_with("the server does not offer STARTTLS"), "{detail}");
    assert!(advice.unwrap().contains("on this machine, `mail.smtp.encryption` may be `none`"));
    assert_eq!(server.count(), 0);
    assert!(!server.heard().iter().any(|line| line.starts_with("MAIL")));
}

#[test]
fn what_was_said_before_the_encryption_does_not_count_after_it() {
    // Somebody on the way, who cannot read what follows, answers it in advance.
    const AHEAD: &str = "220 2.0.0 go ahead\r\n250-localhost\r\n250 AUTH PLAIN\r\n\
         235 2.7.0 welcome\r\n250 2.1.0 ok\r\n250 2.1.5 ok\r\n354 go ahead\r\n250 2.0.0 queued";
    let server = MailServer::start(Encryption::Starttls, Identity::Good, true);
    server.always(Step::StartTls, Action::Say(AHEAD));
    let failed = deliver(&server.settings()).unwrap_err();
    let SendError::Unusable { detail, .. } = failed else { panic!("{failed:?}") };
    assert!(detail.ends_with("answers came before the encryption began"), "{detail}");
    assert!(!server.heard().iter().any(|line| line.starts_with("AUTH")));
}

#[test]
fn the_wrong_kind_of_encryption_is_unusable() {
    let server = MailServer::plain();
    let settings = with(server.settings(), |smtp| smtp.encryption = Encryption::Tls);
    assert!(matches!(deliver(&settings), Err(SendError::Unusable { .. })));
}

#[test]
fn a_refused_login_is_unusable_and_the_password_stays_secret() {
    let server = MailServer::start(Encryption::Starttls, Identity::Good, true);
    let wrong = "wr0ng/secret";
    let settings = with(server.settings(), |smtp| smtp.password = Some(Secret::new(wrong)));
    // The server of the test repeats the password in its answer.
    let failed = deliver(&settings).unwrap_err();
    let SendError::Unusable { detail, .. } = &failed else { panic!("{failed:?}") };
    assert!(detail.contains("login: 535") && detail.contains("*** ***"), "{detail}");
    assert!(!detail.contains(wrong));
    assert_eq!(failed.to_problem().code, codes::MAIL_UNUSABLE);
}

#[test]
fn a_password_that_is_replaced_in_its_file_is_used_without_a_restart() {
    let server = MailServer::start(Encryption::Starttls, Identity::Good, true);
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), PASSWORD).unwrap();
    let settings = with(server.settings(), |smtp| {
        smtp.password = None;
        smtp.password_file = Some(file.path().to_owned());
    });
    let transport = transport::open(&settings).unwrap();
    transport.probe().unwrap();
    assert!(!transport.take_renewal());
    // The server first: the login is refused, and worth another try once the file changed.
    server.rotate_password("n3w/secret");
    let failed = transport.probe().unwrap_err();
    assert!(matches!(failed, SendError::Unusable { .. }) && !failed.detail().contains(PASSWORD));
    assert!(!transport.take_renewal());
    std::fs::write(file.path(), "n3w/secret\n").unwrap();
    assert!(transport.take_renewal() && !transport.take_renewal());
    transport.probe().unwrap();
    // The file first.
    std::fs::write(file.path(), "third").unwrap();
    server.rotate_password("third");
    transport.probe().unwrap();
}

#[test]
fn no_part_of_the_password_is_left_where_an_answer_is_cut() {
    for before in [466, 470, 480, 486] {
        let server = MailServer::start(Encryption::Starttls, Identity::Good, true);
        let answer = format!("535 5.7.8 {} {PASSWORD}", "x".repeat(before));
        server.always(Step::Auth, Action::Say(answer.leak()));
        let failed = deliver(&server.settings()).unwrap_err();
        assert!(!failed.detail().contains(&PASSWORD[..4]), "{failed}");
    }
}

#[test]
fn a_server_that_offers_no_login_is_unusable() {
    let server = MailServer::start(Encryption::Starttls, Identity::Good, false);
    let settings = with(server.settings(), |smtp| {
        smtp.user = Some(USER.to_owned());
        smtp.password = Some(Secret::new(PASSWORD));
    });
    assert!(matches!(deliver(&settings), Err(SendError::Unusable { .. })));
}

#[test]
fn passwords_come_from_a_file_too() {
    let file = tempfile::NamedTempFile::new().unwrap();
    // As editors on Windows save it.
    std::fs::write(file.path(), format!("\u{feff}{PASSWORD}\r\n")).unwrap();
    let server = MailServer::start(Encryption::Tls, Identity::Good, true);
    let settings = with(server.settings(), |smtp| {
        smtp.password = None;
        smtp.password_file = Some(file.path().to_owned());
    });
    deliver(&settings).unwrap();
    assert_eq!(server.received()[0].user.as_deref(), Some(USER));
}

#[test]
fn settings_that_make_no_sense_are_refused_before_anything_is_sent() {
    let base = || Mail { ..MailServer::plain().settings() };
    let secret = || Some(Secret::new(PASSWORD));
    let with_host = |host: &str| with(base(), |smtp| smtp.host = Some(host.to_owned()));
    let cases: [(&str, Mail); 13] = [
        ("no mail server", with(base(), |smtp| smtp.host = None)),
        ("not `smtp://mail.example.org`", with_host("smtp://mail.example.org")),
        ("not `mail.example.org:587`", with_host("mail.example.org:587")),
        ("not `mail example`", with_host("mail example")),
        ("not `[::1]`", with_host("[::1]")),
        (
            "the password of the mail server is empty",
            with(base(), |smtp| {
                smtp.user = Some(USER.to_owned());
                let file = std::env::temp_dir().join("reportctl-empty-password");
                std::fs::write(&file, "").unwrap();
                smtp.password_file = Some(file);
            }),
        ),
        ("but no password", with(base(), |smtp| smtp.user = Some(USER.to_owned()))),
        ("but no user", with(base(), |smtp| smtp.password = secret())),
        (
            "without encryption",
            with(base(), |smtp| {
                smtp.host = Some("mail.example.org".to_owned());
                (smtp.user, smtp.password) = (Some(USER.to_owned()), secret());
            }),
        ),
        (
            "no such file",
            with(base(), |smtp| {
                smtp.user = Some(USER.to_owned());
                smtp.password_file = Some("/nowhere/password".into());
            }),
        ),
        (
            "no such file",
            with(base(), |smtp| {
                smtp.encryption = Encryption::Tls;
                smtp.ca_file = Some("/nowhere/ca.pem".into());
            }),
        ),
        (
            "holds no certificate",
            with(base(), |smtp| {
                smtp.encryption = Encryption::Tls;
                smtp.ca_file = Some("/dev/null".into());
            }),
        ),
        (
            "cannot be used",
            with(base(), |smtp| {
                let file = std::env::temp_dir().join("reportctl-not-a-certificate.pem");
                std::fs::write(
                    &file,
                    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
                )
                .unwrap();
                smtp.encryption = Encryption::Tls;
                smtp.ca_file = Some(file);
            }),
        ),
    ];
    for (expected, settings) in cases {
        let problem = transport::open(&settings).err().unwrap();
        assert_eq!(problem.code, Code::InvalidSetting, "{}", problem.message);
        assert!(problem.message.contains(expected), "{}", problem.message);
        assert!(!problem.message.contains(PASSWORD));
    }
    for host in ["mail", "mail_server", "mail.example.org.", "192.0.2.1", "::1", "bücher.example"]
    {
        assert!(transport::open(&with_host(host)).is_ok(), "{host}");
    }
    // On this machine itself, a password may go without encryption.
    let local = with(base(), |smtp| (smtp.user, smtp.password) = (Some(USER.to_owned()), secret()));
    assert!(transport::open(&local).is_ok());
}
