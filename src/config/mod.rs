//! Settings: flags, then environment, then `reportctl.yaml`, then defaults.
//!
//! Each source is read into a [`Settings`], in which everything is optional. [`Config`] joins them once, at the start of a
//! command; no other module reads flags, environment or the file.

mod archive;
mod declare;
mod designer;
pub mod env;
mod file;
mod fonts;
mod joined;
mod mail;
pub mod reference;
pub(crate) mod serve;
pub(crate) mod setting;
mod signers;
mod template_source;
mod worker;

#[cfg(test)]
mod tests;

use std::path::PathBuf;

use crate::base::secret::Secret;
use crate::data::Numbers;
use crate::delivery::settings::{DatabaseUrl, Pooling};
use archive::ArchiveGroup;
use declare::settings;
use fonts::FONTS;
use setting::{BOOLEAN, CODES, FILE, FOLDER, LOCALE, SECONDS, STANDARDS, TEXT, WHOLE_NUMBER};
use signers::SIGNERS;
use template_source::TemplateSourceSettings;

pub use declare::Setting;
pub use designer::DesignerSettings;
pub use file::FILE_NAME;
pub use fonts::FontSettings;
pub use joined::Config;
pub use mail::{MailSettings, RecipientSettings, SmtpSettings};
pub use serve::ServeSettings;
pub use setting::{AboveZero, AllowedCodes, AllowedOrigins, Domain, PdfStandards, Seconds};
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

/// Isolation of rendering in services and workers.
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
