//! Settings: flags, then environment, then `reportctl.yaml`, then defaults.
//!
//! Each source is read into a [`Settings`], in which everything is optional; [`Config`] is what
//! they give together. It is made once, at the edge; nothing further down looks anything up.

mod archive;
mod declare;
mod designer;
pub mod env;
mod file;
mod fonts;
mod mail;
pub mod reference;
pub(crate) mod serve;
pub(crate) mod setting;
mod signers;
mod template_source;
mod worker;

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::base::secret::Secret;
use crate::data::Numbers;
use crate::delivery::settings::{
    ArchiveSettings, DatabaseSettings, DatabaseUrl, DeliverySettings, Mail, Pooling, WorkerConfig,
};
use crate::documents::{self, Limits};
use crate::serve::settings::{ServeConfig, ServiceSettings};
use crate::signatures::settings::Signers;
use crate::templates::remote::RemoteSettings;
use crate::templates::{SettingsFonts, VersionSettings};
use archive::ArchiveGroup;
use declare::settings;
use engine::problem::{Code, Result};
use engine::template::standards::Standards;
use env::Environment;
use fonts::FONTS;
use setting::{BOOLEAN, CODES, FILE, FOLDER, LOCALE, SECONDS, STANDARDS, TEXT, WHOLE_NUMBER};
use signers::SIGNERS;
use template_source::TemplateSourceSettings;

pub use declare::Setting;
pub use designer::DesignerSettings;
pub use file::FILE_NAME;
pub use fonts::FontSettings;
pub use mail::{MailSettings, RecipientSettings, SmtpSettings};
pub use serve::ServeSettings;
pub use setting::{AboveZero, AllowedCodes, Domain, PdfStandards, Seconds};
pub use signers::SignerMap;
pub use worker::WorkerSettings;

settings! {
    /// Settings from one source.
    pub struct Settings in "" {
        /// Folder that holds the templates.
        templates: PathBuf => "templates", FOLDER, default "`templates`",
            variable "REPORTCTL_TEMPLATES", flag "--templates";
        /// Font files instead of Helvetica, in the order in which they are tried; the variable
        /// separates them as `PATH` does. Or fonts by their names, for all templates with
        /// extensions, written as `fonts` of a template; a font of the template wins over one of
        /// the same name.
        fonts: FontSettings => "fonts", FONTS, default "none",
            variable "REPORTCTL_FONTS", flag "--font";
        /// Whether the built-in font draws characters that no other font has.
        fallback_font: bool => "fallbackFont", BOOLEAN, default "`true`",
            variable "REPORTCTL_FALLBACK_FONT", flag "--no-fallback-font";
        /// Whether documents whose data lacks what the template needs are refused; mail from the
        /// command line is strict without it.
        strict: bool => "strict", BOOLEAN, default "`false`; `true` in folders made by `init`",
            variable "REPORTCTL_STRICT", flag "--strict";
        /// Findings that never refuse a document, whatever is strict, and keep none from being mailed.
        allow: AllowedCodes => "allow", CODES, default "none", variable "REPORTCTL_ALLOW";
        /// Locale in which numbers of CSV and TSV files are written: with `de`, the cell `1.234,56` is
        /// the number 1234.56. Without it, all cells are texts.
        numbers: Numbers => "numbers", LOCALE, default "none", variable "REPORTCTL_NUMBERS",
            flag "--numbers";
        /// Author written into documents.
        author: String => "author", TEXT, default "`reportctl`", variable "REPORTCTL_AUTHOR",
            flag "--author";
        /// Standards that all documents conform to, besides those of their templates; a document that cannot
        /// is not made.
        pdf_standard: PdfStandards => "pdfStandard", STANDARDS, default "none",
            variable "REPORTCTL_PDF_STANDARD", flag "--pdf-standard";
        /// Maximum number of pages of a document.
        max_pages: AboveZero<u32> => "maxPages", WHOLE_NUMBER, default "`5000`",
            variable "REPORTCTL_MAX_PAGES", flag "--max-pages";
        /// Time limit of one document.
        timeout_seconds: Seconds => "timeoutSeconds", SECONDS, default "no limit",
            variable "REPORTCTL_TIMEOUT_SECONDS", flag "--timeout";
        /// Maximum number of bytes of one document.
        max_output_bytes: AboveZero<u64> => "maxOutputBytes", WHOLE_NUMBER, default "`268435456`",
            variable "REPORTCTL_MAX_OUTPUT_BYTES";
        /// Maximum of memory for one document in bytes, as estimated while it is laid out.
        max_memory_bytes: AboveZero<u64> => "maxMemoryBytes", WHOLE_NUMBER,
            default "`2147483648`", variable "REPORTCTL_MAX_MEMORY_BYTES";
        /// Whether `serve` and `worker` render in processes of their own, which open no files: a
        /// template or picture that ends one costs one document.
        isolation: Isolation => "isolation", "process or none", default "`process` on Unix, else `none`",
            variable "REPORTCTL_ISOLATION";
        /// Folder of the program's state: requests, the log, locks.
        state: PathBuf => "state", FOLDER, default "`.reportctl`", variable "REPORTCTL_STATE";
        /// File with the URL of the PostgreSQL database that keeps the requests; it is read again for each
        /// new connection.
        database_url_file: PathBuf => "databaseUrlFile", FILE,
            default "none: SQLite in the state folder", variable "REPORTCTL_DATABASE_URL_FILE";
        /// How a pooler such as PgBouncer shares connections to PostgreSQL: for a whole session, which is
        /// also right without a pooler, or for one transaction.
        database_pooling: Pooling => "databasePooling", "session or transaction",
            default "found out at the first connection", variable "REPORTCTL_DATABASE_POOLING";
        /// Folder of secrets that templates name, a file each; those of a tenant are in a folder of its
        /// name there, and it sees no others.
        secrets: PathBuf => "secrets", FOLDER, default "none", variable "REPORTCTL_SECRETS";
        /// Name of the signer of all documents that are made.
        sign: String => "sign", "the name of a signer", default "none: documents are not signed",
            variable "REPORTCTL_SIGN", flag "--sign";
        /// Signers by their names, each with the files of its key and certificate: `pkcs12`, or
        /// `certificate` and `key` in PEM form; `passwordFile`; or with a key on a PKCS #11 token: `pkcs11`
        /// with `module`, `token` or `slot`, `key` and `pinFile`; and what its signatures say: `reason`,
        /// `location`, `certify` (`none`, `fill-forms` or `annotate`: changes that are allowed later);
        /// `timestampUrl` of a time-stamp authority, and `timestampTrust`, certificates that must have
        /// issued its own.
        signers: SignerMap => "signers", SIGNERS, default "none";
        /// Days after which the data of finished requests is erased.
        keep_data_days: AboveZero<u32> => "keepDataDays", WHOLE_NUMBER, default "`30`",
            variable "REPORTCTL_KEEP_DATA_DAYS";
        /// Days after which finished requests and entries of the log are deleted wholly; idempotency keys and
        /// batches hold for as long.
        keep_log_days: AboveZero<u32> => "keepLogDays", WHOLE_NUMBER,
            default "none: they stay", variable "REPORTCTL_KEEP_LOG_DAYS";
    }
    groups {
        /// A remote source of templates.
        template_source: TemplateSourceSettings => "templateSource";
        /// Mail.
        mail: MailSettings => "mail";
        /// The archive of documents.
        archive: ArchiveGroup => "archive";
        /// The worker.
        worker: WorkerSettings => "worker";
        /// The service.
        serve: ServeSettings => "serve";
        /// The designer.
        designer: DesignerSettings => "designer";
    }
    variables {
        /// URL of the PostgreSQL database; not in the file, since it holds a password.
        database_url: DatabaseUrl => "REPORTCTL_DATABASE_URL", "`postgres://…`";
        /// The password of keys that sign documents, where the signer has no `passwordFile`.
        signer_password: Secret => "REPORTCTL_SIGNER_PASSWORD", TEXT;
    }
}

/// Where services and workers render.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Isolation {
    /// In child processes.
    Process,
    /// In the process itself.
    None,
}

impl Default for Isolation {
    fn default() -> Self {
        if cfg!(unix) { Self::Process } else { Self::None }
    }
}

impl std::str::FromStr for Isolation {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        match text.trim() {
            "process" => Ok(Self::Process),
            "none" => Ok(Self::None),
            _ => Err("must be process or none".to_owned()),
        }
    }
}

/// The declarations of all settings, in the order of the documentation.
pub fn settings() -> Vec<Setting> {
    let mut table = Vec::new();
    Settings::declare(&mut table);
    table
}

/// All settings, each with a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Folder that holds the templates.
    pub templates: PathBuf,
    /// Remote source of the templates of services and workers.
    pub template_source: Option<RemoteSettings>,
    /// Font files, in the order in which they are tried.
    pub fonts: Vec<PathBuf>,
    /// Fonts that templates name.
    pub named_fonts: SettingsFonts,
    /// `true` if the built-in font steps in for characters that no other font has.
    pub fallback_font: bool,
    /// `true` if documents whose data lacks what the template needs are refused.
    pub strict: bool,
    /// Findings that never refuse a document.
    pub allow: Vec<Code>,
    /// Locale in which numbers of CSV and TSV files are written; without it, all cells are texts.
    pub numbers: Option<Numbers>,
    /// Author written into documents.
    pub author: String,
    /// Standards that all documents conform to.
    pub standards: Standards,
    /// Maximum number of pages of a document.
    pub max_pages: u32,
    /// Time limit of one document, if it is limited.
    pub timeout: Option<Duration>,
    /// Maximum number of bytes of one document.
    pub max_output_bytes: u64,
    /// Maximum of memory for one document in bytes.
    pub max_memory_bytes: u64,
    /// Isolation of rendering in services and workers.
    pub isolation: Isolation,
    /// Mail.
    pub mail: Mail,
    /// The worker.
    pub worker: WorkerConfig,
    /// Folder that keeps what the program remembers: requests, the log, locks.
    pub state: PathBuf,
    /// PostgreSQL database of the requests; without it they are in the state folder.
    pub database_url: Option<DatabaseUrl>,
    /// File that holds the URL of that database, when it is not in the environment.
    pub database_url_file: Option<PathBuf>,
    /// Sharing of connections to that database; `None`: the program finds out.
    pub database_pooling: Option<Pooling>,
    /// Folder of secrets that templates name, a file each.
    pub secrets: Option<PathBuf>,
    /// The signers of documents.
    pub signers: Signers,
    /// Retention of the data of finished requests.
    pub keep_data: Duration,
    /// Retention of finished requests and of the log; `None`: they stay.
    pub keep_log: Option<Duration>,
    /// The archive of documents.
    pub archive: ArchiveSettings,
    /// The service.
    pub serve: ServeConfig,
    /// Versions that saves of the designer leave.
    pub versions: VersionSettings,
    /// The settings file that was read, if there is one.
    pub file: Option<PathBuf>,
}

impl Config {
    /// Joins the flags with the environment and with the settings file of a folder.
    ///
    /// # Errors
    /// `invalidSetting` for a value that makes no sense, naming the variable, or the file with the
    /// line; `io` when the file cannot be read.
    pub fn read(flags: Settings, environment: &Environment<'_>, folder: &Path) -> Result<Self> {
        let (file, settings) = match file::read(folder)? {
            Some((path, settings)) => (Some(path), settings),
            None => (None, Settings::default()),
        };
        let settings = flags.or(environment.settings()?).or(settings);
        Ok(Self { file, ..Self::from(settings) })
    }

    /// The settings of documents.
    pub fn documents(&self) -> documents::Settings {
        documents::Settings {
            templates: self.templates.clone(),
            fonts: self.fonts.clone(),
            named_fonts: self.named_fonts.clone(),
            fallback_font: self.fallback_font,
            allow: self.allow.clone(),
            author: self.author.clone(),
            standards: self.standards,
            numbers: self.numbers.clone(),
            limits: self.limits(),
            secrets: self.secrets.clone(),
            signers: self.signers.clone(),
        }
    }

    /// Limits of one document.
    pub fn limits(&self) -> Limits {
        Limits {
            max_pages: self.max_pages,
            max_output_bytes: self.max_output_bytes,
            max_memory_bytes: self.max_memory_bytes,
            timeout: self.timeout,
        }
    }

    /// Returns `true` if the requests are in PostgreSQL, which several machines may share.
    pub fn is_shared(&self) -> bool {
        self.database_url.is_some() || self.database_url_file.is_some()
    }

    /// Database of requests.
    pub fn database(&self) -> DatabaseSettings {
        DatabaseSettings {
            state: self.state.clone(),
            url: self.database_url.clone(),
            url_file: self.database_url_file.clone(),
            pooling: self.database_pooling,
        }
    }

    /// The settings of delivery.
    pub fn delivery(&self) -> DeliverySettings {
        DeliverySettings {
            mail: self.mail.clone(),
            worker: self.worker.clone(),
            database: self.database(),
            keep_data: self.keep_data,
            keep_log: self.keep_log,
            archive: self.archive.clone(),
        }
    }

    /// The settings of the service.
    pub fn service(&self) -> ServiceSettings {
        ServiceSettings {
            serve: self.serve.clone(),
            documents: self.documents(),
            template_source: self.template_source.clone(),
            delivery: self.delivery(),
            versions: self.versions.clone(),
        }
    }
}

impl From<Settings> for Config {
    fn from(settings: Settings) -> Self {
        let FontSettings { files, named } = settings.fonts.unwrap_or_default();
        let defaults = documents::Settings::default();
        Self {
            templates: settings.templates.unwrap_or(defaults.templates),
            template_source: settings.template_source.into(),
            fonts: files.unwrap_or_default(),
            named_fonts: SettingsFonts::new(named.unwrap_or_default()),
            fallback_font: settings.fallback_font.unwrap_or(defaults.fallback_font),
            strict: settings.strict.unwrap_or(false),
            allow: settings.allow.unwrap_or_default().into_codes(),
            numbers: settings.numbers,
            author: settings.author.unwrap_or(defaults.author),
            standards: settings.pdf_standard.map(PdfStandards::get).unwrap_or_default(),
            max_pages: settings.max_pages.map_or(defaults.limits.max_pages, AboveZero::get),
            timeout: settings.timeout_seconds.map(Seconds::get),
            max_output_bytes: settings
                .max_output_bytes
                .map_or(defaults.limits.max_output_bytes, AboveZero::get),
            max_memory_bytes: settings
                .max_memory_bytes
                .map_or(defaults.limits.max_memory_bytes, AboveZero::get),
            isolation: settings.isolation.unwrap_or_default(),
            mail: settings.mail.into(),
            worker: settings.worker.into(),
            state: settings.state.unwrap_or_else(|| ".reportctl".into()),
            database_url: settings.database_url,
            database_url_file: settings.database_url_file,
            database_pooling: settings.database_pooling,
            secrets: settings.secrets,
            signers: Signers {
                named: settings.signers.unwrap_or_default().0,
                default: settings.sign,
                password: settings.signer_password,
            },
            keep_data: days(settings.keep_data_days.map_or(30, AboveZero::get)),
            keep_log: settings.keep_log_days.map(|number| days(number.get())),
            archive: settings.archive.into(),
            serve: ServeSettings {
                strict: settings.serve.strict.or(settings.strict),
                ..settings.serve
            }
            .into(),
            versions: settings.designer.into(),
            file: None,
        }
    }
}

/// A number of days, as a length of time.
fn days(number: u32) -> Duration {
    Duration::from_secs(u64::from(number) * 24 * 3600)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::ffi::OsString;
    use std::fs;

    use tempfile::TempDir;

    use super::*;
    use crate::base::secret::Secret;
    use crate::delivery::settings::{Encryption, TransportKind};
    use crate::serve::codes;
    use engine::problem::Code;

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
        let variables =
            [("REPORTCTL_TEMPLATES", "environment"), ("REPORTCTL_AUTHOR", "environment")];
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
        let read =
            || Config::read(Settings::default(), &Environment::new(&|_| None), folder.path());
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
        let mail =
            config(Settings::default(), &[("REPORTCTL_MAIL_TRANSPORT", "folder")], Some(file));
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
        assert_eq!(
            problem.message,
            "`REPORTCTL_MAX_PAGES` must be a whole number above 0, not `lots`"
        );
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
}
