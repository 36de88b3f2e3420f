//! Makes documents of named templates, many of them: for batches, workers and the service.

use std::sync::Arc;
#[cfg(feature = "serve")]
use std::sync::OnceLock;

use super::{Limits, Machine, Settings};
#[cfg(feature = "serve")]
use crate::base::hash::sha256;
use crate::documents::receipt::{self, Receipt, ReceiptInputs};
#[cfg(feature = "signatures")]
use crate::signatures::Signing;
#[cfg(feature = "mail")]
use crate::templates::TemplateBundle;
#[cfg(feature = "mail")]
use crate::templates::cache::Keep as _;
use crate::templates::cache::TemplateCache;
use crate::templates::store::Id;
use crate::templates::{CompiledTemplate, TemplateName, TemplateSource};
use crate::templates::{Named, SettingsFonts};
use crate::templates::{RootVersion, TemplateRoot};
#[cfg(feature = "serve")]
use crate::templates::{SharedTexts, TextsFile, texts};
use check::{DataChecker, Strictness};
use engine::expr::date::Timestamp;
#[cfg(feature = "mail")]
use engine::font::Face;
use engine::font::Fonts;
use engine::host::Host;
use engine::pdf::Workspace;
#[cfg(feature = "mail")]
use engine::problem::Code;
use engine::problem::{Problem, Result};
use engine::render::{Document, Options};
use engine::template::standards::Standards;
use engine::value::Value;

/// Options of a requested document, besides template and data.
#[derive(Debug, Clone, Copy)]
pub struct DocumentOptions<'a> {
    pub report_date: Timestamp,
    /// The locale, as a BCP 47 tag; `None`: the locale of the template or the data.
    pub locale: Option<&'a str>,
}

impl From<Timestamp> for DocumentOptions<'_> {
    fn from(report_date: Timestamp) -> Self {
        Self { report_date, locale: None }
    }
}

/// Makes documents of named templates. Fonts and templates are read once and used again.
pub struct Generator {
    root: TemplateRoot,
    fonts: Fonts,
    /// The faces of `fonts` with their hashes, made when they are asked for.
    #[cfg(feature = "serve")]
    font_files: OnceLock<Vec<(Arc<Face>, String)>>,
    limits: Limits,
    author: String,
    standards: Standards,
    /// Findings that never refuse a document.
    #[cfg(feature = "mail")]
    allowed: Vec<Code>,
    host: Machine,
    #[cfg(feature = "signatures")]
    signing: Arc<Signing>,
    fallback_font: bool,
    /// The font files of the settings, for receipts.
    font_hashes: Vec<Named>,
    /// The fonts that the settings name.
    named_fonts: SettingsFonts,
    cache: TemplateCache<CompiledTemplate>,
    #[cfg(feature = "mail")]
    bundles: TemplateCache<TemplateBundle>,
}

impl Generator {
    /// A generator with the settings' templates, limits and author.
    pub fn new(settings: Settings, fonts: Fonts) -> Self {
        Self {
            root: TemplateRoot::folder(settings.templates),
            fonts,
            #[cfg(feature = "serve")]
            font_files: OnceLock::new(),
            limits: settings.limits,
            author: settings.author,
            standards: settings.standards,
            #[cfg(feature = "mail")]
            allowed: settings.allow,
            host: Machine::new(settings.secrets),
            #[cfg(feature = "signatures")]
            signing: Arc::new(Signing::new(settings.signers)),
            fallback_font: settings.fallback_font,
            font_hashes: receipt::fonts(&settings.fonts).unwrap_or_default(),
            named_fonts: settings.named_fonts,
            cache: TemplateCache::default(),
            #[cfg(feature = "mail")]
            bundles: TemplateCache::default(),
        }
    }

    /// The same with templates of a source that is followed, where there is one.
    #[cfg(feature = "mail")]
    #[must_use]
    pub fn with_root(self, root: Option<TemplateRoot>) -> Self {
        Self { root: root.unwrap_or(self.root), ..self }
    }

    /// The place of the templates.
    #[cfg(feature = "serve")]
    pub(crate) fn root(&self) -> &TemplateRoot {
        &self.root
    }

    /// A generator of a process that opens no file: templates come with their files, and limits with
    /// each document.
    #[cfg(feature = "mail")]
    pub(crate) fn of_parts(
        fonts: Fonts,
        author: String,
        standards: Standards,
        fallback_font: bool,
        font_hashes: Vec<Named>,
    ) -> Self {
        let settings = Settings { author, standards, fallback_font, ..Settings::default() };
        Self { font_hashes, ..Self::new(settings, fonts) }
    }

    /// Signers of documents. A process that opens no file has none.
    #[cfg(all(feature = "mail", feature = "signatures"))]
    pub(crate) fn signing(&self) -> &Arc<Signing> {
        &self.signing
    }

    /// The fonts of the settings.
    #[cfg(feature = "mail")]
    pub(crate) fn faces(&self) -> &[Arc<Face>] {
        self.fonts.given()
    }

    /// Returns `true` if the built-in font steps in for characters that no other font has.
    #[cfg(feature = "mail")]
    pub(crate) fn has_fallback_font(&self) -> bool {
        self.fallback_font
    }

    /// The author written into documents.
    #[cfg(feature = "mail")]
    pub(crate) fn author(&self) -> &str {
        &self.author
    }

    /// Standards that all documents conform to.
    #[cfg(feature = "mail")]
    pub(crate) fn standards(&self) -> Standards {
        self.standards
    }

    /// Their hashes, for receipts.
    #[cfg(feature = "mail")]
    pub(crate) fn font_hashes(&self) -> &[Named] {
        &self.font_hashes
    }

    /// The secret that a template names for the owner of its documents: its name and its text.
    #[cfg(feature = "mail")]
    pub(crate) fn owner_secret(&self, bundle: &TemplateBundle) -> Option<(String, String)> {
        let name = bundle.owner_secret()?;
        let host = self.host(bundle.files.tenant.as_ref());
        Some((name.to_owned(), host.secret(name)?))
    }

    /// The template of a tenant with its files, for a process that opens none.
    ///
    /// # Errors
    /// `invalidId`, `templateNotFound`, and those of reading a template.
    #[cfg(feature = "mail")]
    pub(crate) fn bundle(&self, tenant: &str, name: &TemplateName) -> Result<Arc<TemplateBundle>> {
        let root = self.root.current();
        let source = self.source(&root, tenant, name)?;
        self.bundles.get(tenant, name, &source)
    }

    /// The template of a tenant that fulfils `is_wanted`: the current one, or one of an earlier
    /// version of a source that is followed. If there is none, the current one.
    ///
    /// # Errors
    /// As for [`Self::bundle`].
    #[cfg(feature = "mail")]
    pub(crate) fn bundle_of_version(
        &self,
        tenant: &str,
        name: &TemplateName,
        is_wanted: impl Fn(&TemplateBundle) -> bool,
    ) -> Result<Arc<TemplateBundle>> {
        let current = self.bundle(tenant, name);
        if current.as_ref().is_ok_and(|bundle| is_wanted(bundle)) {
            return current;
        }
        let earlier = self.root.find_earlier(|root| {
            let files = self.source(root, tenant, name).ok()?.files().ok()?;
            TemplateBundle::of(files).ok().filter(&is_wanted)
        });
        earlier.map_or(current, |bundle| Ok(Arc::new(bundle)))
    }

    fn source(
        &self,
        root: &RootVersion,
        tenant: &str,
        name: &TemplateName,
    ) -> Result<TemplateSource> {
        let source = TemplateSource::of_request(&root.folder, tenant, name)?;
        Ok(source.with_fonts(&self.named_fonts))
    }

    /// The tenant and name of the template that the argument of a command names.
    ///
    /// # Errors
    /// As for [`TemplateSource::request_name`].
    pub fn locate(&self, argument: &str) -> Result<(String, TemplateName)> {
        TemplateSource::request_name(&self.root.current().folder, argument)
    }

    /// The template of a tenant (empty for the local owner), compiled.
    ///
    /// # Errors
    /// `invalidId`, `templateNotFound`, and every problem that reading and compiling can have.
    pub fn template(&self, tenant: &str, name: &TemplateName) -> Result<Arc<CompiledTemplate>> {
        let _in_time = self.limits.watch();
        let root = self.root.current();
        let source = self.source(&root, tenant, name)?;
        self.cache.get(tenant, name, &source)
    }

    /// The texts that the templates of a tenant (empty for the local owner) share.
    ///
    /// # Errors
    /// `invalidId`, and those of reading the files.
    #[cfg(feature = "serve")]
    pub(crate) fn texts(&self, tenant: &str) -> Result<SharedTexts> {
        texts::parse(&self.texts_files(tenant)?)
    }

    /// The files of those texts.
    ///
    /// # Errors
    /// `invalidId`, and those of reading the files.
    #[cfg(feature = "serve")]
    pub(crate) fn texts_files(&self, tenant: &str) -> Result<Vec<TextsFile>> {
        // Any template of the folder: the texts lie beside it.
        let name = TemplateName::new("template");
        let root = self.root.current();
        texts::read(&TemplateSource::of_request(&root.folder, tenant, &name)?.texts()?)
    }

    /// A document: the template with data. Its warnings begin with the findings that pass.
    ///
    /// # Errors
    /// As for `DataChecker::generate`, naming the file of the template; `signingFailed`.
    pub fn generate(
        &self,
        compiled: &CompiledTemplate,
        data: &Value,
        document_options: DocumentOptions<'_>,
        strictness: &Strictness,
        workspace: &mut Workspace,
    ) -> Result<Document> {
        let title = &compiled.title;
        let (expired, host) = (self.limits.expiry(), self.host(compiled.tenant.as_ref()));
        let options = self.options(&self.limits, &expired, title, document_options, &host);
        let document = compiled.checker.generate(data, &options, strictness, workspace);
        let (document, passed) = document.map_err(|problem| compiled.locate(problem))?;
        #[cfg(feature = "signatures")]
        let document = {
            let tenant = compiled.tenant.as_ref().map_or("", Id::as_str);
            super::signed(document, &self.signing, tenant, document_options.report_date)?
        };
        #[cfg(not(feature = "signatures"))]
        super::refuse_to_sign(&document)?;
        let warnings = passed.into_iter().chain(document.warnings);
        let warnings = warnings.map(|problem| compiled.locate(problem));
        Ok(Document { warnings: warnings.collect(), ..document })
    }

    /// Resources of this machine for the templates of a tenant.
    pub fn host(&self, tenant: Option<&Id>) -> Machine {
        self.host.of(tenant)
    }

    /// Inputs of a document.
    pub fn receipt(
        &self,
        compiled: &CompiledTemplate,
        data: &Value,
        name: &str,
        document_options: DocumentOptions<'_>,
        document: receipt::Document,
    ) -> Receipt {
        Receipt::new(ReceiptInputs {
            name,
            template: compiled.content_hash.clone(),
            data,
            fonts: self.font_hashes.clone(),
            library: compiled.library.clone(),
            texts: compiled.texts.files.clone(),
            report_date: document_options.report_date,
            title: &compiled.title,
            author: &self.author,
            locale: document_options.locale,
            standards: self.standards,
            draft: false,
            fallback_font: self.fallback_font,
            document,
        })
    }

    /// The findings that `strictness` lets pass, as warnings. To be called before a document is made.
    ///
    /// # Errors
    /// `dataInvalid` where the data does not fit the schema of the template; the first finding that
    /// is denied, and the limits; naming the file of the template.
    pub fn admit(
        &self,
        compiled: &CompiledTemplate,
        data: &Value,
        document_options: DocumentOptions<'_>,
        strictness: &Strictness,
    ) -> Result<Vec<Problem>> {
        let mut passed = compiled.admit(data)?;
        passed.extend(self.lacking(compiled, data, document_options, strictness)?);
        Ok(passed)
    }

    /// As [`Self::admit`], without the schema.
    ///
    /// # Errors
    /// The first finding that is denied, and the limits; naming the file of the template.
    pub fn lacking(
        &self,
        compiled: &CompiledTemplate,
        data: &Value,
        document_options: DocumentOptions<'_>,
        strictness: &Strictness,
    ) -> Result<Vec<Problem>> {
        let expired = self.limits.expiry();
        let (title, host) = (&compiled.title, self.host(compiled.tenant.as_ref()));
        let options = self.options(&self.limits, &expired, title, document_options, &host);
        let passed = compiled.checker.admit(data, &options, strictness);
        let passed = passed.map_err(|problem| compiled.locate(problem))?;
        Ok(passed.into_iter().map(|problem| compiled.locate(problem)).collect())
    }

    /// As [`Self::admit`], with the options of a job.
    ///
    /// # Errors
    /// As for [`Self::admit`].
    #[cfg(feature = "mail")]
    pub(crate) fn admit_request(
        &self,
        compiled: &CompiledTemplate,
        data: &Value,
        options: &Options<'_>,
        strictness: &Strictness,
    ) -> Result<Vec<Problem>> {
        let mut passed = compiled.admit(data)?;
        let lacking = compiled.checker.admit(data, options, strictness);
        let lacking = lacking.map_err(|problem| compiled.locate(problem))?;
        passed.extend(lacking.into_iter().map(|problem| compiled.locate(problem)));
        Ok(passed)
    }

    /// Findings of `check` with this data, of a template of a tenant: paths that lead nowhere, texts
    /// without room, and what keeps the document from being made.
    pub fn findings(
        &self,
        tenant: Option<&Id>,
        checker: &DataChecker,
        data: &Value,
        document_options: DocumentOptions<'_>,
    ) -> Vec<Problem> {
        let (expired, host) = (self.limits.expiry(), self.host(tenant));
        checker.problems(data, &self.options(&self.limits, &expired, "", document_options, &host))
    }

    /// The font files of the settings, each with the SHA-256 of its plain font.
    #[cfg(feature = "serve")]
    pub(crate) fn font_files(&self) -> &[(Arc<Face>, String)] {
        let hashed = |face: &Arc<Face>| (Arc::clone(face), sha256(face.bytes()));
        self.font_files.get_or_init(|| self.fonts.given().iter().map(hashed).collect())
    }

    /// Returns `true` if the built-in font draws what the others lack.
    #[cfg(feature = "serve")]
    pub(crate) fn fallback_font(&self) -> bool {
        self.fallback_font
    }

    /// The fonts that the settings name.
    #[cfg(feature = "serve")]
    pub(crate) fn named_fonts(&self) -> &SettingsFonts {
        &self.named_fonts
    }

    /// Findings that never refuse a document.
    #[cfg(feature = "mail")]
    pub(crate) fn allowed(&self) -> &[Code] {
        &self.allowed
    }

    /// The limits of the settings.
    #[cfg(feature = "mail")]
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The options of a render within limits. `expired` says whether its time is over.
    pub(crate) fn options<'a>(
        &'a self,
        limits: &Limits,
        expired: &'a (dyn Fn() -> bool + Sync),
        title: &'a str,
        document_options: DocumentOptions<'a>,
        host: &'a dyn Host,
    ) -> Options<'a> {
        Options {
            fonts: &self.fonts,
            budget: limits.budget(expired),
            report_date: document_options.report_date,
            title,
            author: &self.author,
            // Documents are made at the same time already.
            executor: None,
            draft: None,
            host,
            locale: document_options.locale,
            standards: self.standards,
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::{fs, path::PathBuf};

    use tempfile::TempDir;

    use super::*;
    use crate::documents::codes;
    use engine::problem::Code;

    fn generator(folder: &TempDir) -> Generator {
        let templates = folder.path().join("templates");
        Generator::new(Settings { templates, ..Settings::default() }, Fonts::standard())
    }

    fn write(folder: &TempDir, name: &str, content: &str, more: &str) -> PathBuf {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let template = format!(
            r#"{{"name": "T", "template": {{"page": {{"width": 100, "height": 100}}, "schemas": [
                {{"id": "t", "name": "t", "type": "text", "x": 1, "y": 1, "width": 90, "height": 9,
                  "content": "{content}"}}]}}, "bindings": []{more}}}"#
        );
        fs::write(&path, template).unwrap();
        path
    }

    #[test]
    fn templates_are_compiled_once_and_again_when_they_change() {
        let folder = TempDir::new().unwrap();
        write(&folder, "templates/a.json", "one", "");
        let generator = generator(&folder);
        let name = TemplateName::new("a");
        let first = generator.template("", &name).unwrap();
        assert!(Arc::ptr_eq(&first, &generator.template("", &name).unwrap()));
        write(&folder, "templates/a.json", "another", "");
        let second = generator.template("", &name).unwrap();
        assert_ne!(first.hash, second.hash);
        // Of the same length, in place, and with the time of the one before.
        let path = folder.path().join("templates/a.json");
        let modified = fs::metadata(&path).unwrap().modified().unwrap();
        write(&folder, "templates/a.json", "yet one", "");
        fs::File::options().write(true).open(&path).unwrap().set_modified(modified).unwrap();
        let third = generator.template("", &name).unwrap();
        assert_ne!(second.hash, third.hash);
        fs::remove_file(path).unwrap();
        let gone = generator.template("", &name).err().map(|problem| problem.code);
        assert_eq!(gone, Some(codes::TEMPLATE_NOT_FOUND));
    }

    #[test]
    fn files_of_the_repository_go_by_their_id() {
        let folder = TempDir::new().unwrap();
        let inside = write(&folder, "templates/acme/a.json", "x", "");
        let outside = write(&folder, "b.json", "x", "");
        let generator = generator(&folder);
        let located = generator.locate(inside.to_str().unwrap()).unwrap();
        assert_eq!(located, ("acme".to_owned(), TemplateName::new("a")));
        assert_eq!(generator.locate("acme/a").unwrap(), located);
        let (tenant, name) = generator.locate(outside.to_str().unwrap()).unwrap();
        assert!(name.as_str().starts_with("file:/"), "{name}");
        assert!(generator.template(&tenant, &name).is_ok());
        let missing = generator.locate("no-such.json").unwrap_err();
        assert_eq!(missing.code, codes::TEMPLATE_NOT_FOUND);
    }

    #[test]
    fn a_template_may_say_what_its_mail_says_but_not_who_sends_it() {
        let folder = TempDir::new().unwrap();
        write(&folder, "templates/a.json", "x", r#", "mail": {"subject": "Invoice {n}"}"#);
        write(&folder, "templates/b.json", "x", r#", "mail": {"from": "x@example.org"}"#);
        let generator = generator(&folder);
        let mail = &generator.template("", &TemplateName::new("a")).unwrap().mail;
        assert_eq!(mail.subject.as_deref(), Some("Invoice {n}"));
        let problem = generator.template("", &TemplateName::new("b")).err().unwrap();
        assert_eq!(problem.code, Code::InvalidTemplate);
        assert_eq!(problem.pointer.as_deref(), Some("/mail"));
    }

    #[test]
    fn errors_of_mail_options_name_the_option() {
        let folder = TempDir::new().unwrap();
        let generator = generator(&folder);
        for (mail, message) in [
            ("5", "`mail` cannot be used: invalid type: integer `5`, expected an object"),
            ("null", "`mail` cannot be used: invalid type: null, expected an object"),
            (r#"{"subjet": ""}"#, "`mail` cannot be used: unknown field `subjet`"),
            (
                r#"{"cc": "a@b.c"}"#,
                r#"`mail` cannot be used: invalid type: string "a@b.c", expected a list"#,
            ),
            (r#"{"subject": [1]}"#, "`mail` cannot be used: invalid type: list, expected a text"),
            (r#"{"to": "a@b.c"}"#, "`mail` cannot be used: a template cannot set `to`"),
        ] {
            write(&folder, "templates/a.json", "x", &format!(r#", "mail": {mail}"#));
            let problem = generator.template("", &TemplateName::new("a")).err().unwrap();
            assert_eq!(problem.message, message);
        }
    }
}
