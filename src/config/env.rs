//! The environment variables that are read: all of them, and nowhere else. An empty one counts as
//! not set.

use std::ffi::OsString;
use std::str::FromStr;

use clap::ValueEnum;

use super::serve::{Mode, ServeSettings};
use super::{DatabaseUrl, MailSettings, Settings, WorkerSettings};
use crate::problem::{Code, Problem, Result, quoted};

/// Folder that holds the templates.
pub const TEMPLATES: &str = "REPORTCTL_TEMPLATES";
/// Font files, separated as in `PATH`.
pub const FONTS: &str = "REPORTCTL_FONTS";
/// `true` or `false`: whether the built-in font steps in for missing characters.
pub const FALLBACK_FONT: &str = "REPORTCTL_FALLBACK_FONT";
/// Author written into documents.
pub const AUTHOR: &str = "REPORTCTL_AUTHOR";
/// Most pages of a document.
pub const MAX_PAGES: &str = "REPORTCTL_MAX_PAGES";
/// Most seconds for one document.
pub const TIMEOUT_SECONDS: &str = "REPORTCTL_TIMEOUT_SECONDS";
/// Most bytes of one document.
pub const MAX_OUTPUT_BYTES: &str = "REPORTCTL_MAX_OUTPUT_BYTES";
/// The sender of messages.
pub const MAIL_FROM: &str = "REPORTCTL_MAIL_FROM";
/// Where answers to messages go.
pub const MAIL_REPLY_TO: &str = "REPORTCTL_MAIL_REPLY_TO";
/// `folder` or `smtp`: how messages leave.
pub const MAIL_TRANSPORT: &str = "REPORTCTL_MAIL_TRANSPORT";
/// The address that gets every message instead.
pub const MAIL_REDIRECT_ALL_TO: &str = "REPORTCTL_MAIL_REDIRECT_ALL_TO";
/// Folder of `.eml` files.
pub const OUTBOX: &str = "REPORTCTL_OUTBOX";
/// Name of the mail server.
pub const SMTP_HOST: &str = "REPORTCTL_SMTP_HOST";
/// Port of the mail server.
pub const SMTP_PORT: &str = "REPORTCTL_SMTP_PORT";
/// `tls`, `starttls` or `none`.
pub const SMTP_ENCRYPTION: &str = "REPORTCTL_SMTP_ENCRYPTION";
/// User at the mail server.
pub const SMTP_USER: &str = "REPORTCTL_SMTP_USER";
/// That user's password.
pub const SMTP_PASSWORD: &str = "REPORTCTL_SMTP_PASSWORD";
/// A file with that password.
pub const SMTP_PASSWORD_FILE: &str = "REPORTCTL_SMTP_PASSWORD_FILE";
/// A file with certificates to trust beside those of the system.
pub const SMTP_CA_FILE: &str = "REPORTCTL_SMTP_CA_FILE";
/// Longest wait for an answer of the mail server.
pub const SMTP_TIMEOUT_SECONDS: &str = "REPORTCTL_SMTP_TIMEOUT_SECONDS";
/// Folder that keeps what the program remembers.
pub const STATE: &str = "REPORTCTL_STATE";
/// PostgreSQL database of the requests: `postgres://…`.
pub const DATABASE_URL: &str = "REPORTCTL_DATABASE_URL";
/// File that holds that URL.
pub const DATABASE_URL_FILE: &str = "REPORTCTL_DATABASE_URL_FILE";
/// Days after which the data of finished requests is erased.
pub const KEEP_DATA_DAYS: &str = "REPORTCTL_KEEP_DATA_DAYS";
/// Address that the service listens on.
pub const LISTEN: &str = "REPORTCTL_LISTEN";
/// `sync` or `queued`: when the service answers requests for reports.
pub const MODE: &str = "REPORTCTL_MODE";
/// Workers inside the service.
pub const WORKERS: &str = "REPORTCTL_WORKERS";
/// The secret that signs webhook calls.
pub const WEBHOOK_SECRET: &str = "REPORTCTL_WEBHOOK_SECRET";
/// `human` or `json`: how errors are told.
pub const ERROR_FORMAT: &str = "REPORTCTL_ERROR_FORMAT";
/// Names of the user, by system; the first that is set goes into the log.
pub const USERS: [&str; 3] = ["USER", "LOGNAME", "USERNAME"];
/// Set to anything: no colours (no-color.org).
pub const NO_COLOR: &str = "NO_COLOR";
/// The kind of terminal; `dumb` ones have no colours.
pub const TERM: &str = "TERM";
/// Date of the report in seconds since 1970 (reproducible-builds.org).
pub const SOURCE_DATE_EPOCH: &str = "SOURCE_DATE_EPOCH";

/// All of them, but for the names of the user.
pub const ALL: &[&str] = &[
    TEMPLATES,
    FONTS,
    FALLBACK_FONT,
    AUTHOR,
    MAX_PAGES,
    TIMEOUT_SECONDS,
    MAX_OUTPUT_BYTES,
    MAIL_FROM,
    MAIL_REPLY_TO,
    MAIL_TRANSPORT,
    MAIL_REDIRECT_ALL_TO,
    OUTBOX,
    SMTP_HOST,
    SMTP_PORT,
    SMTP_ENCRYPTION,
    SMTP_USER,
    SMTP_PASSWORD,
    SMTP_PASSWORD_FILE,
    SMTP_CA_FILE,
    SMTP_TIMEOUT_SECONDS,
    STATE,
    DATABASE_URL,
    DATABASE_URL_FILE,
    KEEP_DATA_DAYS,
    LISTEN,
    MODE,
    WORKERS,
    WEBHOOK_SECRET,
    ERROR_FORMAT,
    NO_COLOR,
    TERM,
    SOURCE_DATE_EPOCH,
];

/// The environment, as a function so that tests bring their own.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    lookup: &'a dyn Fn(&str) -> Option<OsString>,
}

impl<'a> Environment<'a> {
    /// An environment in which variables have what `lookup` says.
    pub fn new(lookup: &'a dyn Fn(&str) -> Option<OsString>) -> Self {
        Self { lookup }
    }

    /// A variable, unless it is empty.
    pub fn get(&self, name: &str) -> Option<OsString> {
        (self.lookup)(name).filter(|value| !value.is_empty())
    }

    /// A variable as text, unless it is empty.
    ///
    /// # Errors
    /// `invalidSetting` when it is not Unicode.
    pub fn text(&self, name: &str) -> Result<Option<String>> {
        let text = self.get(name).map(OsString::into_string).transpose();
        text.map_err(|_| invalid(format!("`{name}` is not valid Unicode")))
    }

    /// The user of the machine, for the log. Where no variable tells, as in containers, the system
    /// is asked.
    pub fn user(&self) -> String {
        let name = USERS.iter().find_map(|name| self.get(name));
        let name = name.map(|name| name.to_string_lossy().into_owned());
        name.or_else(|| whoami::username().ok()).unwrap_or_else(|| "unknown".to_owned())
    }

    /// A variable read as something else.
    pub(super) fn parsed<T: FromStr>(
        &self,
        name: &str,
        describe: impl Fn(T::Err) -> String,
    ) -> Result<Option<T>> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        let parsed = text.parse().map_err(|error| {
            invalid(format!("`{name}` {}, not {}", describe(error), quoted(&text)))
        });
        parsed.map(Some)
    }

    /// Not quoted in the message: it holds a password.
    fn database_url(&self) -> Result<Option<DatabaseUrl>> {
        let url = self.text(DATABASE_URL)?.map(|text| text.parse());
        url.transpose().map_err(|error| invalid(format!("`{DATABASE_URL}` {error}")))
    }

    /// What the variables say about settings.
    ///
    /// # Errors
    /// `invalidSetting`, naming the variable.
    pub fn settings(&self) -> Result<Settings> {
        let fonts = self.get(FONTS).map(|list| std::env::split_paths(&list).collect());
        Ok(Settings {
            templates: self.get(TEMPLATES).map(Into::into),
            fonts,
            fallback_font: self.parsed(FALLBACK_FONT, |_| "must be true or false".to_owned())?,
            author: self.text(AUTHOR)?,
            max_pages: self.parsed(MAX_PAGES, |error| error)?,
            timeout_seconds: self.parsed(TIMEOUT_SECONDS, |error| error)?,
            max_output_bytes: self.parsed(MAX_OUTPUT_BYTES, |error| error)?,
            mail: MailSettings::from_environment(self)?,
            worker: WorkerSettings::default(),
            state: self.get(STATE).map(Into::into),
            database_url: self.database_url()?,
            database_url_file: self.get(DATABASE_URL_FILE).map(Into::into),
            keep_data_days: self.parsed(KEEP_DATA_DAYS, |error| error)?,
            serve: self.serve()?,
        })
    }

    fn serve(&self) -> Result<ServeSettings> {
        let mode = self.text(MODE)?.map(|text| {
            Mode::from_str(&text, false).map_err(|_| {
                invalid(format!("`{MODE}` must be sync or queued, not {}", quoted(&text)))
            })
        });
        Ok(ServeSettings {
            listen: self
                .parsed(LISTEN, |_| "must be an address such as 127.0.0.1:8080".to_owned())?,
            mode: mode.transpose()?,
            workers: self.parsed(WORKERS, |_| "must be a whole number".to_owned())?,
            ..ServeSettings::default()
        })
    }
}

fn invalid(message: String) -> Problem {
    Problem::new(Code::InvalidSetting, message)
        .advice("change the environment variable, or unset it")
}
