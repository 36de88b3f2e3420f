//! A template as bytes: all of its files, for a process that opens none.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Named;
use super::{NamedFont, SettingsFonts};
use crate::base::frame::Frame;
use crate::templates::cache::Keep;
use crate::templates::contract::SchemaFile;
use crate::templates::store::{Part, TemplateDocument};
use crate::templates::{LoadedLibrary, TemplateFiles, TextsFile};
use engine::library::Library;
use engine::problem::{Code, Problem, Result};

/// SHA-256 of everything in a bundle: bundles with the same key compile to the same template.
pub(crate) type Key = [u8; 32];

/// The files of a template, and their key.
pub(crate) struct TemplateBundle {
    pub(crate) key: Key,
    /// SHA-256 of the template, in hexadecimal: its version.
    pub(crate) hash: String,
    pub(crate) files: TemplateFiles,
    header: String,
    /// Worked out when a request asks for it.
    version: OnceLock<String>,
}

/// Header of the parts that follow in a frame: template, bindings, schema, files of the library, and
/// texts.
#[derive(Serialize, Deserialize)]
struct BundleHeader {
    name: String,
    stem: String,
    file: String,
    version: Option<String>,
    /// Further keys beside the template, with their values.
    extra: Vec<(String, String)>,
    /// Order of the keys.
    order: Vec<Part>,
    schema: Option<String>,
    library: LibraryHeader,
    /// Languages, and files as messages name them.
    texts: Vec<(String, String)>,
    fonts: BTreeMap<String, NamedFont>,
}

#[derive(Serialize, Deserialize)]
struct LibraryHeader {
    folder: PathBuf,
    /// Files whose bytes follow.
    names: Vec<String>,
    hashes: Vec<Named>,
    /// Files that cannot be used, with the reasons.
    refused: Vec<(String, String)>,
    /// Names for proposals.
    others: Vec<String>,
}

impl TemplateBundle {
    /// A bundle of files. `hash` is the version of the template, where anybody asks for it.
    pub(crate) fn new(files: TemplateFiles, hash: String) -> Self {
        let document = &files.document;
        let extra = document.extra.iter();
        let library = &files.library;
        let fonts = files.fonts.iter().map(|(name, font)| (name.to_owned(), font.clone()));
        let header = BundleHeader {
            name: document.name.clone(),
            stem: files.stem.clone(),
            file: files.file.clone(),
            version: files.version.clone(),
            extra: extra.map(|it| (it.key_text.clone(), it.value_text.clone())).collect(),
            order: document.order.clone(),
            schema: files.schema.as_ref().map(|schema| schema.file.clone()),
            library: LibraryHeader {
                folder: library.folder.clone(),
                names: library.files.files().map(|(name, _)| name.to_owned()).collect(),
                hashes: library.hashes.clone(),
                refused: pairs(library.files.refused()),
                others: library.files.others().to_vec(),
            },
            texts: files.texts.iter().map(|it| (it.language.clone(), it.file.clone())).collect(),
            fonts: fonts.collect(),
        };
        // Texts and maps with texts as keys are always JSON.
        let header = serde_json::to_string(&header).unwrap_or_default();
        let mut digest = Sha256::new();
        let mut add = |part: &[u8]| {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        };
        add(header.as_bytes());
        // The hashes of the library are in the header.
        add(files.document.template_text.as_bytes());
        add(files.document.bindings_text.as_bytes());
        files.schema.iter().for_each(|schema| add(&schema.bytes));
        files.texts.iter().for_each(|texts| add(&texts.bytes));
        let key = digest.finalize().into();
        Self { key, hash, files, header, version: OnceLock::new() }
    }

    pub(crate) fn header(&self) -> &str {
        &self.header
    }

    /// The version by which a request names it, as that of a compiled template. An unusable
    /// template has an empty version, which no request names.
    pub(crate) fn version(&self) -> &str {
        self.version.get_or_init(|| self.files.content_version().unwrap_or_default())
    }

    pub(crate) fn parts(&self) -> Vec<&[u8]> {
        let document = &self.files.document;
        let mut parts = vec![document.template_text.as_bytes(), document.bindings_text.as_bytes()];
        parts.extend(self.files.schema.iter().map(|schema| schema.bytes.as_slice()));
        parts.extend(self.files.library.files.files().map(|(_, bytes)| &**bytes));
        parts.extend(self.files.texts.iter().map(|texts| texts.bytes.as_slice()));
        parts
    }

    /// Bytes of all its parts.
    pub(crate) fn size(&self) -> usize {
        self.parts().iter().map(|part| part.len()).sum()
    }

    /// The name of the secret of the owner of its documents.
    pub(crate) fn owner_secret(&self) -> Option<&str> {
        let pdf = self.files.document.template.get("pdf")?;
        pdf.get("encryption")?.get("ownerPassword")?.as_str()
    }
}

fn pairs<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<(String, String)> {
    pairs.map(|(one, other)| (one.to_owned(), other.to_owned())).collect()
}

impl Keep for TemplateBundle {
    fn of(files: TemplateFiles) -> Result<Self> {
        let hash = files.hash()?.into_owned();
        Ok(Self::new(files, hash))
    }

    fn is_of(&self, files: &TemplateFiles) -> Result<bool> {
        // Made again: that takes no longer than comparing.
        let _ = files;
        Ok(false)
    }

    fn memory(&self) -> usize {
        /// Maximum number of bytes of a value for each byte of its text.
        const VALUES: usize = 8;
        let document = &self.files.document;
        let texts = document.template_text.len() + document.bindings_text.len();
        self.size() + VALUES * texts
    }
}

/// The files of a bundle that was sent as a frame.
///
/// # Errors
/// `internal` for a frame that is no bundle; those of reading a template.
pub(crate) fn files_of(frame: Frame) -> Result<TemplateFiles> {
    let broken = || Problem::new(Code::Internal, "a template was not sent whole");
    let header: BundleHeader = serde_json::from_slice(&frame.header).map_err(|_| broken())?;
    let mut parts = frame.parts.into_iter();
    let mut part = || parts.next().ok_or_else(broken);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).map_err(|_| broken());
    let (template, bindings) = (text(part()?)?, text(part()?)?);
    let schema = match header.schema {
        Some(file) => Some(SchemaFile { file, bytes: part()? }),
        None => None,
    };
    let mut library = Library::default();
    for name in header.library.names {
        library.insert(name, Arc::<[u8]>::from(part()?));
    }
    for (name, reason) in header.library.refused {
        library.refuse(name, reason);
    }
    if !header.library.others.is_empty() {
        library.propose(header.library.others);
    }
    let texts = header
        .texts
        .into_iter()
        .map(|(language, file)| Ok(TextsFile { language, file, bytes: part()? }));
    let texts = texts.collect::<Result<_>>()?;
    let (extra, order) = (header.extra, Some(header.order));
    Ok(TemplateFiles {
        stem: header.stem,
        file: header.file,
        document: TemplateDocument::of_texts(header.name, template, bindings, extra, order)?,
        // The process that reads files chooses the tenant of the secrets.
        tenant: None,
        version: header.version,
        schema,
        library: LoadedLibrary::sent(library, header.library.hashes, header.library.folder),
        texts,
        fonts: SettingsFonts::new(header.fonts),
    })
}
