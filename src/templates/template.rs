//! A template on its way to documents: read, then compiled.

use std::borrow::Cow;
use std::sync::Arc;

use super::{
    LoadedLibrary, MailOptions, Named, SettingsFonts, SharedTexts, TextsFile, fonts, mail_options,
    named, template_hash, texts,
};
use crate::base::hash::sha256;
use crate::templates::contract::{Contract, SchemaFile};
use crate::templates::store::{Id, TemplateDocument};
use check::DataChecker;
use engine::budget::Budget;
use engine::problem::{Problem, Result};
use engine::render::Prepared;
use engine::template::Template;
use engine::value::Value;

/// The files of a template as they were read: all that compiling it needs.
#[derive(Clone)]
pub struct TemplateFiles {
    /// As [`LoadedTemplate::stem`].
    pub stem: String,
    /// As [`LoadedTemplate::file`].
    pub file: String,
    /// As [`LoadedTemplate::document`].
    pub document: TemplateDocument,
    /// As [`LoadedTemplate::tenant`].
    pub tenant: Option<Id>,
    /// SHA-256 of its file, in hexadecimal, where reading it gave one.
    pub version: Option<String>,
    /// The schema of its data, where one stands beside it.
    pub schema: Option<SchemaFile>,
    /// The files that it names.
    pub library: LoadedLibrary,
    /// The texts that its folder shares.
    pub texts: Vec<TextsFile>,
    pub fonts: SettingsFonts,
}

impl TemplateFiles {
    /// As [`LoadedTemplate::hash`].
    ///
    /// # Errors
    /// `invalidTemplate` when it is too large.
    pub fn hash(&self) -> Result<Cow<'_, str>> {
        version(self.version.as_deref(), &self.document)
    }

    /// As [`CompiledTemplate::version`].
    ///
    /// # Errors
    /// `localeUnknown` and `templateUnreadable` for the texts; `invalidTemplate` when it is too large.
    pub fn content_version(&self) -> Result<String> {
        content_version(&self.document, &self.library, &self.shared_texts()?)
    }

    /// As [`LoadedTemplate::template`].
    pub fn template(&self) -> Cow<'_, Value> {
        fonts::completed(&self.document.template, &self.fonts)
    }

    /// The texts of its folder.
    ///
    /// # Errors
    /// `localeUnknown`, `templateUnreadable`.
    pub fn shared_texts(&self) -> Result<SharedTexts> {
        texts::parse(&self.texts)
    }

    /// Compiles the schema and reads the texts.
    ///
    /// # Errors
    /// `schemaInvalid`, `localeUnknown`, `templateUnreadable`.
    pub fn load(self) -> Result<LoadedTemplate> {
        let contract = self.schema.as_ref().map(Contract::of_file).transpose()?;
        let texts = self.shared_texts()?;
        Ok(LoadedTemplate {
            stem: self.stem,
            file: self.file,
            contract: contract.map(Arc::new),
            texts: Arc::new(texts),
            document: self.document,
            tenant: self.tenant,
            version: self.version,
            library: self.library,
            fonts: self.fonts,
        })
    }
}

/// A template that was read.
pub struct LoadedTemplate {
    /// Stem for files made from it: its id without the tenant, or its file's name without the
    /// extension.
    pub stem: String,
    /// The file it was read from, as messages name it.
    pub file: String,
    /// Its content.
    pub document: TemplateDocument,
    /// The tenant whose it is.
    pub tenant: Option<Id>,
    /// Its version, where reading it gave one.
    pub(super) version: Option<String>,
    /// Contract of its data, where a schema stands beside it.
    pub contract: Option<Arc<Contract>>,
    /// The files that it names.
    pub library: LoadedLibrary,
    /// The texts that its folder shares.
    pub texts: Arc<SharedTexts>,
    pub fonts: SettingsFonts,
}

/// A template ready to be rendered and mailed.
pub struct CompiledTemplate {
    /// The template, with what it takes from data.
    pub checker: DataChecker,
    /// `true` if its documents must not lack data (`"strict": true` beside `template`).
    pub is_strict: bool,
    /// The tenant whose it is.
    pub tenant: Option<Id>,
    /// Its name for people; the title of its documents.
    pub title: String,
    /// SHA-256 of its file, in hexadecimal: its version.
    pub hash: String,
    /// Its hash in receipts: of its canonical form, pictures inside it.
    pub content_hash: String,
    /// Hash of all that its documents are made of beside data and fonts: of its content, the files
    /// that it names, and the texts that its folder shares.
    pub version: String,
    /// Options of its messages (the `mail` object beside `template`).
    pub mail: MailOptions,
    /// The file it was read from, as messages name it.
    pub file: String,
    /// Contract of its data, where a schema stands beside it.
    pub contract: Option<Arc<Contract>>,
    pub(super) schema: Option<SchemaFile>,
    /// Hashes of the files that it names.
    pub library: Vec<Named>,
    /// The texts that its folder shares.
    pub texts: Arc<SharedTexts>,
    /// The fonts of the template itself, and those of the settings.
    own_fonts: Option<Value>,
    fonts: SettingsFonts,
}

/// A compiled template.
struct CompiledParts {
    mail: MailOptions,
    is_strict: bool,
    checker: DataChecker,
    content_hash: String,
    version: String,
    hash: String,
}

impl LoadedTemplate {
    /// SHA-256 of its file, in hexadecimal: its version.
    ///
    /// # Errors
    /// `invalidTemplate` when it is too large.
    pub fn hash(&self) -> Result<Cow<'_, str>> {
        version(self.version.as_deref(), &self.document)
    }

    /// The template with the fonts of the settings that it uses.
    pub fn template(&self) -> Cow<'_, Value> {
        fonts::completed(&self.document.template, &self.fonts)
    }

    /// Reads the template with its bindings.
    ///
    /// # Errors
    /// Every problem found, each naming the file.
    pub fn parse(&self) -> Result<Template, Vec<Problem>> {
        Template::parse(&self.template(), &self.document.bindings)
            .map_err(|problems| problems.into_iter().map(|problem| self.locate(problem)).collect())
    }

    /// Compiles it for rendering and checking.
    ///
    /// # Errors
    /// Every problem found, each naming the file.
    pub fn checker(&self) -> Result<DataChecker, Vec<Problem>> {
        self.data_checker()
            .map_err(|problem| self.parse().err().unwrap_or_else(|| vec![self.locate(problem)]))
    }

    fn data_checker(&self) -> Result<DataChecker> {
        let (template, bindings) = (self.template(), &self.document.bindings);
        let checker = DataChecker::with_library(&template, bindings, self.library.files.clone())?;
        Ok(checker.with_texts(&self.texts.texts))
    }

    /// Errors and warnings about the template alone.
    ///
    /// # Errors
    /// `timeLimit` from the budget.
    pub fn findings(&self, budget: Budget<'_>) -> Result<Vec<Problem>> {
        let (template, bindings) = (self.template(), &self.document.bindings);
        check::template_with(&template, bindings, &self.library.files, budget)
    }

    /// Returns `true` if its documents must not lack data (`"strict": true` beside `template`).
    ///
    /// # Errors
    /// `invalidTemplate` when it is neither true, false nor null.
    pub fn is_strict(&self) -> Result<bool> {
        let strict = self.document.strict().map_err(|problem| problem.file(&self.file))?;
        Ok(strict.unwrap_or(false))
    }

    /// Compiles it, its mail options included.
    ///
    /// # Errors
    /// The first problem of the mail options or the template, naming the file.
    pub fn compile(self) -> Result<CompiledTemplate> {
        let parts = self.parts()?;
        Ok(self.with(parts))
    }

    /// Compiles it as [`Self::compile`] does, but reports every problem of the template.
    ///
    /// # Errors
    /// The first problem of the mail options, or every problem of the template, naming the file.
    pub fn compile_all(self) -> Result<CompiledTemplate, Vec<Problem>> {
        match self.parts() {
            Ok(parts) => Ok(self.with(parts)),
            Err(problem) => Err(self.checker().err().unwrap_or_else(|| vec![problem])),
        }
    }

    fn parts(&self) -> Result<CompiledParts> {
        let in_file = |problem: Problem| problem.file(&self.file);
        Ok(CompiledParts {
            mail: mail_options(&self.document).map_err(in_file)?,
            is_strict: self.is_strict()?,
            checker: self.data_checker().map_err(|problem| self.locate(problem))?,
            content_hash: template_hash(&self.document)?,
            version: content_version(&self.document, &self.library, &self.texts)?,
            hash: self.hash()?.into_owned(),
        })
    }

    fn with(self, parts: CompiledParts) -> CompiledTemplate {
        let CompiledParts { mail, is_strict, checker, content_hash, version, hash } = parts;
        let Self { file, document, tenant, contract, library, texts, fonts, .. } = self;
        CompiledTemplate {
            checker,
            is_strict,
            tenant,
            title: document.name,
            hash,
            content_hash,
            version,
            mail,
            file,
            contract,
            schema: None,
            library: library.hashes,
            texts,
            own_fonts: document.template.get("fonts").cloned(),
            fonts,
        }
    }

    /// Validates data against the schema of the template, if it has one; typos as warnings.
    ///
    /// # Errors
    /// `dataInvalid`, as [`Contract::admit`].
    pub fn admit(&self, data: &Value) -> Result<Vec<Problem>> {
        self.contract.as_ref().map_or(Ok(Vec::new()), |contract| contract.admit(data))
    }

    /// Names the file of a problem that names a place in it.
    pub fn locate(&self, problem: Problem) -> Problem {
        let problem = fonts::located(problem, self.document.template.get("fonts"), &self.fonts);
        located(problem, &self.file)
    }
}

impl CompiledTemplate {
    /// Compiles a template from its files.
    pub(super) fn of_files(files: TemplateFiles) -> Result<Self> {
        let schema = files.schema.clone();
        Ok(Self { schema, ..files.load()?.compile()? })
    }

    /// The template, ready to be rendered.
    pub fn prepared(&self) -> &Prepared {
        self.checker.prepared()
    }

    /// Validates data against the schema of the template, if it has one; typos as warnings.
    ///
    /// # Errors
    /// `dataInvalid`, as [`Contract::admit`].
    pub fn admit(&self, data: &Value) -> Result<Vec<Problem>> {
        self.contract.as_ref().map_or(Ok(Vec::new()), |contract| contract.admit(data))
    }

    /// Notes about values that were read in another form than written, each naming the file.
    pub fn warnings(&self) -> Vec<Problem> {
        self.prepared().warnings().iter().cloned().map(|problem| self.locate(problem)).collect()
    }

    /// Findings that refuse a document: all missing content where the caller or the template is
    /// strict, else those of `base`; but none of the codes in `allow`.
    #[cfg(feature = "mail")]
    pub(crate) fn strictness(
        &self,
        is_strict: bool,
        base: check::Strictness,
        allow: impl IntoIterator<Item = engine::problem::Code>,
    ) -> check::Strictness {
        let base = if is_strict || self.is_strict { check::Strictness::strict() } else { base };
        allow.into_iter().fold(base, check::Strictness::allow)
    }

    /// Names the file of a problem that names a place in it.
    pub fn locate(&self, problem: Problem) -> Problem {
        let problem = fonts::located(problem, self.own_fonts.as_ref(), &self.fonts);
        located(problem, &self.file)
    }
}

/// The version of a template. That of a file outside the repository is that of the file that the
/// repository would make of it.
fn version<'v>(known: Option<&'v str>, document: &TemplateDocument) -> Result<Cow<'v, str>> {
    match known {
        Some(version) => Ok(Cow::Borrowed(version)),
        // A document alone does not ask for it.
        None => Ok(Cow::Owned(sha256(document.to_json()?.as_bytes()))),
    }
}

/// As [`CompiledTemplate::version`].
fn content_version(
    document: &TemplateDocument,
    library: &LoadedLibrary,
    texts: &SharedTexts,
) -> Result<String> {
    Ok(named::content_version(&template_hash(document)?, &library.hashes, &texts.files))
}

fn located(problem: Problem, file: &str) -> Problem {
    let is_here = problem.pointer.is_some() || problem.field.is_some();
    if is_here && problem.file.is_none() { problem.file(file) } else { problem }
}
