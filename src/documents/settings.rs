//! The settings of documents.

use std::path::PathBuf;

use super::Limits;
use crate::data::Numbers;
use crate::signatures::settings::Signers;
use crate::templates::SettingsFonts;
use engine::problem::Code;
use engine::template::standards::Standards;

/// The settings of documents, each with a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Folder that holds the templates.
    pub templates: PathBuf,
    /// Font files, in the order in which they are tried.
    pub fonts: Vec<PathBuf>,
    /// Fonts that templates name.
    pub named_fonts: SettingsFonts,
    /// `true` if the built-in font steps in for characters that no other font has.
    pub fallback_font: bool,
    /// Findings that never refuse a document.
    pub allow: Vec<Code>,
    /// Author written into documents.
    pub author: String,
    /// Standards that all documents conform to.
    pub standards: Standards,
    /// Format of numbers in data files, where it is set.
    pub numbers: Option<Numbers>,
    /// Limits of one document.
    pub limits: Limits,
    /// Folder of secrets that templates name, a file each.
    pub secrets: Option<PathBuf>,
    /// Signers of documents.
    pub signers: Signers,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            templates: "templates".into(),
            fonts: Vec::new(),
            named_fonts: SettingsFonts::default(),
            fallback_font: true,
            allow: Vec::new(),
            author: "reportctl".to_owned(),
            standards: Standards::default(),
            numbers: None,
            limits: Limits::default(),
            secrets: None,
            signers: Signers::default(),
        }
    }
}
