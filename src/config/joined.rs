//! The settings of all sources together, each with a value, and those of each module made from them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::env::Environment;
use super::setting::days;
use super::{
    AboveZero, FontSettings, Isolation, PdfStandards, Seconds, ServeSettings, Settings, file,
};
use crate::data::Numbers;
use crate::delivery::settings::{
    ArchiveSettings, DatabaseSettings, DatabaseUrl, DeliverySettings, Mail, Pooling, WorkerConfig,
};
use crate::documents::{self, Limits};
use crate::serve::settings::{ServeConfig, ServiceSettings};
use crate::signatures::settings::Signers;
use crate::templates::remote::RemoteSettings;
use crate::templates::{SettingsFonts, VersionSettings};
use engine::problem::{Code, Result};
use engine::template::standards::Standards;

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
    /// The file of the settings, and the fonts that they name.
    pub(crate) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.file.iter().chain(&self.fonts)
    }

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
