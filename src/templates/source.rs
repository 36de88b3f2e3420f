//! Sources of templates, and their reading.

use std::path::{Path, PathBuf};

use super::SettingsFonts;
use super::fonts;
use super::{LoadedLibrary, LoadedTemplate, TemplateFiles, TemplateName, library, texts};
use crate::base::files;
use crate::templates::codes;
use crate::templates::contract::{self, SchemaFile};
use crate::templates::store::{self, Id, LibraryFolder, Store, Target, TemplateId};
use engine::problem::{Problem, Result};

/// The place of a template: a file of the repository, or any other file.
pub struct TemplateSource {
    path: PathBuf,
    library: LibraryFolder,
    fonts: SettingsFonts,
    tenant: Option<Id>,
    stored: Option<(Store, TemplateId)>,
}

impl TemplateSource {
    /// Source of the template that an argument names: an id in the repository at `root`, a file, or `-` for
    /// standard input.
    ///
    /// # Errors
    /// `invalidId`; `invalidSetting` when the repository is not a folder.
    pub fn of_argument(root: &Path, fonts: &SettingsFonts, argument: &str) -> Result<Self> {
        let target = match argument {
            "-" => Target::File(argument.into()),
            _ => store::resolve(argument)?,
        };
        let store = Store::open(root, None)?;
        let source = match target {
            Target::Stored(id) => Self::of_store(store, id),
            Target::File(path) => Self::of_file(&store, path),
        };
        Ok(Self { fonts: fonts.clone(), ..source })
    }

    /// This source with the fonts of the settings.
    #[must_use]
    pub fn with_fonts(self, fonts: &SettingsFonts) -> Self {
        Self { fonts: fonts.clone(), ..self }
    }

    /// The template that a request of a tenant (empty for the local owner) names.
    ///
    /// # Errors
    /// `invalidId`; `invalidSetting` when the repository is not a folder.
    pub fn of_request(root: &Path, tenant: &str, name: &TemplateName) -> Result<Self> {
        if let Some(path) = name.path() {
            return Ok(Self::of_file(&Store::open(root, None)?, path.into()));
        }
        let tenant = (!tenant.is_empty()).then(|| Id::parse(tenant)).transpose()?;
        let store = Store::open(root, tenant)?;
        Ok(Self::of_store(store, TemplateId::from(Id::parse(name.as_str())?)))
    }

    fn of_store(store: Store, id: TemplateId) -> Self {
        let library = store.library(id.tenant.as_ref());
        Self {
            path: store.path(&id),
            library,
            fonts: SettingsFonts::default(),
            tenant: store.tenant_of(&id).cloned(),
            stored: Some((store, id)),
        }
    }

    fn of_file(store: &Store, path: PathBuf) -> Self {
        Self {
            library: library::of_file(store, &path),
            tenant: library::id_inside(store, &path).and_then(|id| id.tenant),
            path,
            fonts: SettingsFonts::default(),
            stored: None,
        }
    }

    /// The tenant whose template it is.
    pub fn tenant(&self) -> Option<&Id> {
        self.tenant.as_ref()
    }

    /// The folder of the files that the template names.
    pub fn library(&self) -> PathBuf {
        self.library.path().to_owned()
    }

    /// The tenant and name under which a request names what the argument of a command names. A
    /// file of the repository goes by its id.
    ///
    /// # Errors
    /// `invalidId`; `templateNotFound` for a file that is not there.
    pub fn request_name(root: &Path, argument: &str) -> Result<(String, TemplateName)> {
        let path = match store::resolve(argument)? {
            Target::Stored(id) => return Ok(TemplateName::with_tenant(&id)),
            Target::File(path) => path,
        };
        let absolute = path.canonicalize().map_err(|error| {
            let problem = files::io_problem("read", &path, &error);
            Problem { code: codes::TEMPLATE_NOT_FOUND, ..problem }
        })?;
        Ok(match library::id_inside(&Store::open(root, None)?, &absolute) {
            Some(id) => TemplateName::with_tenant(&id),
            None => (String::new(), TemplateName::file(&absolute)),
        })
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The schema of its data, if it has one.
    ///
    /// # Errors
    /// `templateUnreadable` when a link leads out of the repository.
    pub(super) fn schema(&self) -> Result<Option<PathBuf>> {
        let Some(path) = contract::beside(&self.path) else { return Ok(None) };
        match &self.stored {
            Some((store, _)) => store.inside(&path),
            None => Ok(path.is_file().then_some(path)),
        }
    }

    /// The files of texts that its folder shares, by language.
    ///
    /// # Errors
    /// `templateUnreadable` when a link leads out of the repository.
    pub(crate) fn texts(&self) -> Result<Vec<(String, PathBuf)>> {
        texts::paths(&self.path, |path| match &self.stored {
            Some((store, _)) => store.inside(path),
            None => Ok(path.exists().then(|| path.to_owned())),
        })
    }

    /// Reads the template and compiles the schema of its data.
    ///
    /// # Errors
    /// `templateNotFound` and the other errors of reading a template.
    pub fn read(&self) -> Result<LoadedTemplate> {
        self.files()?.load()
    }

    /// Reads the files of the template; of them only the template itself is looked into.
    ///
    /// # Errors
    /// `templateNotFound` and the other errors of reading a template.
    pub(crate) fn files(&self) -> Result<TemplateFiles> {
        let schema = self.schema()?.map(|path| SchemaFile::read(&path)).transpose()?.flatten();
        let texts = texts::read(&self.texts()?)?;
        let (stem, document, version) = match &self.stored {
            Some((store, id)) => {
                let stored = store.load(id)?;
                (id.id.to_string(), stored.document, Some(stored.version))
            }
            None => {
                let stem = match self.path.to_str() {
                    Some("-") => "template".to_owned(),
                    _ => self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
                };
                (stem, store::read_template_file(&self.path)?, None)
            }
        };
        let template = fonts::completed(&document.template, &self.fonts);
        let library = LoadedLibrary::read(&template, &self.library);
        Ok(TemplateFiles {
            stem,
            file: files::display_name(&self.path),
            document,
            tenant: self.tenant.clone(),
            version,
            schema,
            library,
            texts,
            fonts: self.fonts.clone(),
        })
    }
}
