#![expect(clippy::unwrap_used, reason = "tests")]

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;

use super::env::Environment;
use super::*;
use crate::base::secret::Secret;
use crate::delivery::settings::{Encryption, Mail, TransportKind};
use crate::serve::codes;
use engine::problem::{Code, Result};

fn config(flags: Settings, variables: &[(&str, &str)], file: Option<&str>) -> Result<Config> {
    let folder = TempDir::new().unwrap();
    if let Some(text) = file {
        fs::write(folder.path().join(FILE_NAME), text).unwrap();
    }
    let lookup = |name: &str| {
        let found = variables.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| OsString::from(value))
    };
    let mut config = Config::read(flags, &Environment::new(&lookup), folder.path())?;
    // The folder is another one each time.
    config.file = None;
    for path in [&mut config.templates, &mut config.state, &mut config.mail.outbox] {
        if let Ok(relative) = path.strip_prefix(folder.path()) {
            *path = relative.to_owned();
        }
    }
    Ok(config)
}

#[test]
fn without_anything_the_defaults_hold() {
    let defaults = config(Settings::default(), &[], None).unwrap();
    assert_eq!(defaults.templates, Path::new("templates"));
    assert_eq!(defaults.author, "reportctl");
    assert_eq!((defaults.max_pages, defaults.timeout), (5000, None));
    assert!(defaults.fallback_font && defaults.fonts.is_empty());
    for empty in ["", "# templates: x\n"] {
        assert_eq!(config(Settings::default(), &[], Some(empty)).unwrap(), defaults);
    }
}

#[test]
fn flags_come_before_the_environment_and_that_before_the_file() {
    let file = "templates: file\nauthor: file\nmaxPages: 3\ntimeoutSeconds: 1.5\n";
    let variables = [("REPORTCTL_TEMPLATES", "environment"), ("REPORTCTL_AUTHOR", "environment")];
    let flags = Settings { templates: Some("flag".into()), ..Settings::default() };
    let config = config(flags, &variables, Some(file)).unwrap();
    assert_eq!(config.templates, Path::new("flag"));
    assert_eq!(config.author, "environment");
    assert_eq!(config.max_pages, 3);
    assert_eq!(config.timeout, Some(Duration::from_millis(1500)));
}

#[test]
fn paths_in_the_file_are_relative_to_it() {
    let folder = TempDir::new().unwrap();
    let text = "templates: reports\nfonts: [a.ttf, /fonts/b.ttf]\n";
    fs::write(folder.path().join(FILE_NAME), text).unwrap();
    let config =
        Config::read(Settings::default(), &Environment::new(&|_| None), folder.path()).unwrap();
    assert_eq!(config.templates, folder.path().join("reports"));
    assert_eq!(config.fonts, [folder.path().join("a.ttf"), "/fonts/b.ttf".into()]);
    assert_eq!(config.file, Some(folder.path().join(FILE_NAME)));
}

#[test]
fn settings_that_were_meant_are_never_passed_over() {
    let folder = TempDir::new().unwrap();
    let read = || Config::read(Settings::default(), &Environment::new(&|_| None), folder.path());
    // The file may hold the limits of recipients.
    fs::write(folder.path().join("reportctl.yml"), "author: x\n").unwrap();
    let problem = read().unwrap_err();
    assert_eq!(problem.code, Code::InvalidSetting);
    assert_eq!(problem.advice.as_deref(), Some("call it `reportctl.yaml`"));
    fs::write(folder.path().join(FILE_NAME), "author: y\n").unwrap();
    assert_eq!(read().unwrap().author, "y");
    #[cfg(unix)]
    {
        fs::remove_file(folder.path().join(FILE_NAME)).unwrap();
        std::os::unix::fs::symlink("nowhere", folder.path().join(FILE_NAME)).unwrap();
        assert_eq!(read().unwrap_err().code, codes::IO);
    }
}

#[test]
fn requests_are_kept_in_the_state_folder_or_where_the_url_says() {
    let defaults = config(Settings::default(), &[], None).unwrap();
    assert_eq!(defaults.state, Path::new(".reportctl"));
    assert_eq!(defaults.keep_data, Duration::from_secs(30 * 24 * 3600));
    assert_eq!(defaults.keep_log, None);
    assert_eq!((defaults.database_url, defaults.database_url_file), (None, None));
    let variables =
        [("REPORTCTL_DATABASE_URL", "postgres://host/reports"), ("REPORTCTL_STATE", "kept")];
    let file =
        "databaseUrlFile: /run/secrets/url\nkeepDataDays: 7\nkeepLogDays: 90\nstate: other\n";
    let config = config(Settings::default(), &variables, Some(file)).unwrap();
    assert_eq!(config.state, Path::new("kept"));
    assert_eq!(config.keep_data, Duration::from_secs(7 * 24 * 3600));
    assert_eq!(config.keep_log, Some(Duration::from_secs(90 * 24 * 3600)));
    assert_eq!(config.database_url.unwrap().expose(), "postgres://host/reports");
    assert_eq!(config.database_url_file.as_deref(), Some(Path::new("/run/secrets/url")));
}

#[test]
fn a_wrong_database_url_is_not_repeated() {
    let variables = [("REPORTCTL_DATABASE_URL", "mysql://me:secret@host/reports")];
    let problem = config(Settings::default(), &variables, None).unwrap_err();
    assert_eq!(problem.message, "`REPORTCTL_DATABASE_URL` must be `postgres://…`");
}

#[test]
fn mistakes_in_the_file_name_the_line_and_the_nearest_setting() {
    const ORIGINS: &str = "`serve.origins` must be a list of origins such as https://example.com";
    let cases = [
        ("\nmaxPagse: 3\n", "unknown setting `maxPagse`", 2, "did you mean `maxPages`?"),
        ("MAXPAGES: 3\n", "unknown setting `MAXPAGES`", 1, "did you mean `maxPages`?"),
        ("colour: red\n", "unknown setting `colour`", 1, "the settings are `templates`"),
        ("maxPages: 0\n", "`maxPages` must be a whole number above 0", 1, ""),
        ("maxPages: many\n", "`maxPages` must be a whole number above 0", 1, ""),
        ("timeoutSeconds: -1\n", "`timeoutSeconds` must be a number of seconds above 0", 1, ""),
        ("fallbackFont: maybe\n", "`fallbackFont` must be true or false", 1, ""),
        ("author: a\nauthor: b\n", "the setting `author` is given twice", 1, ""),
        ("mail:\n  form: a\n", "unknown setting `mail.form`", 2, "did you mean `mail.from`?"),
        ("smtp: {}\n", "unknown setting `smtp`", 1, "did you mean `mail.smtp`?"),
        (
            "mail:\n  smtp:\n    colour: red\n",
            "unknown setting `mail.smtp.colour`",
            3,
            "the settings are `mail.smtp.host`",
        ),
        (
            "mail:\n  smtp:\n    password: x\n",
            "unknown setting `mail.smtp.password`",
            3,
            "a password does not belong into this file",
        ),
        (
            "mail:\n  smtp:\n    port: x\n",
            "`mail.smtp.port` must be a whole number from 1 to 65535",
            3,
            "",
        ),
        (
            "mail: {smtp: {port: 65536}}\n",
            "`mail.smtp.port` must be a whole number from 1 to 65535",
            1,
            "",
        ),
        (
            "mail: {smtp: {encryption: ssl}}\n",
            "`mail.smtp.encryption` must be tls, starttls or none",
            1,
            "",
        ),
        (
            "mail: {smtp: {timeoutSeconds: 0}}\n",
            "`mail.smtp.timeoutSeconds` must be a number of seconds above 0",
            1,
            "",
        ),
        ("mail: {transport: 3}\n", "`mail.transport` must be folder or smtp", 1, ""),
        ("mail: {cc: a@b.c}\n", "`mail.cc` must be a list of addresses", 1, ""),
        (
            "mail: {recipients: {allow: [[a]]}}\n",
            "`mail.recipients.allow` must be a list of addresses and domains",
            1,
            "",
        ),
        (
            "allow: [missingPth]\n",
            "`allow` must be a list of `missingPath`, `notANumber`, `unknownFunction`, `dataShape`, or syntax errors such as `unclosedCall`",
            1,
            "",
        ),
        ("serve: {origins: ['*']}\n", ORIGINS, 1, ""),
        ("serve: {origins: [example.org]}\n", ORIGINS, 1, ""),
        ("serve: {origins: ['https://example.org/']}\n", ORIGINS, 1, ""),
        ("mail: yes\n", "`mail` must be lines of `name: value`, indented", 1, ""),
        ("mail: {from: a, from: b}\n", "the setting `mail.from` is given twice", 1, ""),
        (
            "mail: {recipients: {allow: [*.a.b]}}\n",
            "the settings are not YAML: did not find expected alphabetic or numeric character",
            1,
            "put quotes around a text that starts with `*` or `&`",
        ),
        (
            "mail:\n\tfrom: a\n",
            "the settings are not YAML: found character that cannot start any token",
            2,
            "indent with spaces, not tabs",
        ),
        (
            "worker: {domains: {'*.example.org': 6}}\n",
            "`worker.domains` must be lines of `domain: whole number`",
            1,
            "",
        ),
        ("- a\n", "the settings must be lines of `name: value`", 1, "for example"),
    ];
    for (text, message, line, advice) in cases {
        let problem = config(Settings::default(), &[], Some(text)).unwrap_err();
        assert_eq!(problem.code, Code::InvalidSetting);
        assert_eq!(problem.message, message);
        assert_eq!(problem.get("line"), Some(&line.into()), "{text}");
        assert!(problem.file.as_deref().is_some_and(|file| file.ends_with(FILE_NAME)));
        assert!(problem.advice.unwrap_or_default().starts_with(advice), "{text}");
    }
}

#[test]
fn the_worker_has_limits_when_they_are_set() {
    let defaults = config(Settings::default(), &[], None).unwrap().worker;
    assert_eq!((defaults.per_minute, defaults.jobs, defaults.attempts), (None, None, 24));
    let file = "worker:\n  perMinute: 90\n  domains:\n    Example.org: 6\n    \
                bücher.example: 7\n  leaseSeconds: 0.5\n";
    let worker = config(Settings::default(), &[], Some(file)).unwrap().worker;
    assert_eq!(worker.per_minute.map(u32::from), Some(90));
    assert_eq!(worker.domains["example.org"].get(), 6);
    assert_eq!(worker.domains["xn--bcher-kva.example"].get(), 7);
    assert_eq!(worker.lease, Duration::from_millis(500));
    let wrong = "worker:\n  domains:\n    example.org: 0\n";
    let problem = config(Settings::default(), &[], Some(wrong)).unwrap_err();
    assert_eq!(problem.message, "`worker.domains` must be lines of `domain: whole number`");
    let file = "worker: {perMinuet: 3}\n";
    let problem = config(Settings::default(), &[], Some(file)).unwrap_err();
    assert_eq!(problem.advice.as_deref(), Some("did you mean `worker.perMinute`?"));
}

#[test]
fn mail_goes_to_the_folder_until_there_is_a_server() {
    let mail = config(Settings::default(), &[], Some("mail:\n  smtp:\n")).unwrap().mail;
    assert_eq!(mail, Mail::default());
    assert_eq!(mail.transport, TransportKind::Folder);
    assert_eq!(mail.outbox, Path::new(".reportctl/outbox"));
    assert_eq!((mail.subject.as_str(), mail.filename.as_str()), ("Your report", "report.pdf"));
    let file = "mail:\n  from: Reports <r@example.org>\n  smtp:\n    host: mail.example.org\n";
    let mail = config(Settings::default(), &[], Some(file)).unwrap().mail;
    assert_eq!(mail.transport, TransportKind::Smtp);
    assert_eq!((mail.smtp.port, mail.smtp.encryption), (587, Encryption::Starttls));
    let mail = config(Settings::default(), &[("REPORTCTL_MAIL_TRANSPORT", "folder")], Some(file));
    assert_eq!(mail.unwrap().mail.transport, TransportKind::Folder);
}

#[test]
fn mail_is_encrypted_unless_somebody_wrote_otherwise() {
    let smtp = |variables: &[(&str, &str)]| {
        let smtp = config(Settings::default(), variables, None).unwrap().mail.smtp;
        (smtp.port, smtp.encryption)
    };
    assert_eq!(smtp(&[("REPORTCTL_SMTP_PORT", "465")]), (465, Encryption::Tls));
    assert_eq!(smtp(&[("REPORTCTL_SMTP_PORT", "25")]), (25, Encryption::Starttls));
    assert_eq!(smtp(&[("REPORTCTL_SMTP_ENCRYPTION", "tls")]), (465, Encryption::Tls));
    assert_eq!(smtp(&[("REPORTCTL_SMTP_ENCRYPTION", "none")]), (25, Encryption::None));
}

#[test]
fn a_password_hides_those_of_farther_sources_and_is_never_printed() {
    let file = "mail: {smtp: {passwordFile: secret.txt}}\n";
    let smtp = config(Settings::default(), &[], Some(file)).unwrap().mail.smtp;
    assert!(smtp.password_file.is_some_and(|path| path.ends_with("secret.txt")));
    let variables = [("REPORTCTL_SMTP_PASSWORD", "hunter2")];
    let config = config(Settings::default(), &variables, Some(file)).unwrap();
    assert_eq!(config.mail.smtp.password, Some(Secret::new("hunter2")));
    assert_eq!(config.mail.smtp.password_file, None);
    assert!(!format!("{config:?}").contains("hunter2"));
}

#[test]
fn mistakes_in_the_environment_name_the_variable() {
    let problem =
        config(Settings::default(), &[("REPORTCTL_MAX_PAGES", "lots")], None).unwrap_err();
    assert_eq!(problem.message, "`REPORTCTL_MAX_PAGES` must be a whole number above 0, not `lots`");
    let unset = config(Settings::default(), &[("REPORTCTL_MAX_PAGES", "")], None).unwrap();
    assert_eq!(unset.max_pages, 5000);
}

/// A setting of the file as YAML: `mail.from` becomes `mail: {from: …}`.
fn as_yaml(name: &str, value: &str) -> String {
    let closing = "}".repeat(name.matches('.').count());
    format!("{}: {value}{closing}\n", name.replace('.', ": {"))
}

#[test]
fn declared_defaults_are_those_that_hold() {
    let defaults = config(Settings::default(), &[], None).unwrap();
    for setting in settings() {
        let value = setting.default.strip_prefix('`').and_then(|text| text.strip_suffix('`'));
        let (Some(name), Some(value)) = (setting.name, value) else { continue };
        if value.contains('`') {
            continue;
        }
        let read = config(Settings::default(), &[], Some(&as_yaml(name, value)));
        assert_eq!(read.unwrap(), defaults, "{name}: {value}");
    }
}

#[test]
fn every_declared_setting_is_read_and_says_what_it_must_be() {
    for setting in settings() {
        let Some(name) = setting.name else { continue };
        // No setting is a list of lists.
        let text = as_yaml(name, "[[x]]");
        let problem = config(Settings::default(), &[], Some(&text)).unwrap_err();
        assert_eq!(problem.message, format!("`{name}` must be {}", setting.expected));
    }
}

#[test]
fn names_and_variables_are_declared_once() {
    let names: Vec<&str> = settings().iter().filter_map(|setting| setting.name).collect();
    let variables = env::names();
    for list in [names, variables] {
        let distinct: std::collections::BTreeSet<_> = list.iter().collect();
        assert_eq!(distinct.len(), list.len(), "{list:?}");
    }
}
