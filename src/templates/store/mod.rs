//! The repository of templates: a folder of JSON files that people keep in version control.
//!
//! `<root>/<id>.json`, or `<root>/<tenant>/<id>.json`, with large images in `assets/` beside them, and
//! data to try a template with in `<id>.data/`. Files that templates name are in `library/` beside
//! the root.
//! Posted templates come back byte for byte but for blanks; files are laid out canonically, so
//! that a moved field is a change of one line. Writing is atomic and guarded by a lock file, and
//! nothing outside the root is ever read or written, whatever links lie in it.

mod assets;
mod canonical;
mod confine;
mod data_sets;
mod document;
mod foreign;
mod format;
mod id;
#[cfg(feature = "serve")]
mod keeping;
mod library;
mod listing;
mod lock;
mod names;
#[cfg(feature = "serve")]
pub(in crate::templates) mod past;
mod pictures;
mod schema;
mod size;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::base::files;
use crate::base::hash::sha256;
use crate::data::encoding::{Origin, decode};
use crate::templates::codes;
use engine::problem::{Code, Problem, Result, quoted};
use lock::Lock;
use pictures::Pictures;

pub use crate::base::git::Commit;

/// The folder of the texts that the templates of a folder share.
pub const TEXTS_FOLDER: &str = "texts";
pub use data_sets::{DataSet, SAMPLE, StoredData};
#[cfg(feature = "mail")]
pub(crate) use document::Part;
pub use document::{Extra, TemplateDocument, read_template_file};
pub use format::{format_file, format_text};
pub use id::{Id, LONGEST_ID, TemplateId};
#[cfg(feature = "serve")]
pub use keeping::{Keeper, Keeping};
pub use library::{
    LIBRARY, LibraryFile, LibraryFolder, ListedFile, MAX_LIBRARY_FILE_BYTES, SavedFile,
};
pub use listing::{Entry, Listing};
pub use lock::StoreAccess;
pub use names::Names;
pub use pictures::{picture_files, picture_states};
pub use schema::{SCHEMA_FILE, SCHEMA_KEY};
pub use size::MAX_TEMPLATE_BYTES;

/// Advice where no templates are found.
const WHERE_TO_LOOK: &str =
    "name the folder of the templates with `--templates`, or make one with `reportctl init`";

/// A repository of templates, or the part of it that one tenant sees.
#[derive(Debug, Clone)]
pub struct Store {
    root: PathBuf,
    tenant: Option<Id>,
    access: StoreAccess,
    /// Leaves versions of what is saved.
    #[cfg(feature = "serve")]
    keeper: Option<Keeper>,
}

/// A template as it was loaded.
#[derive(Debug, Clone)]
pub struct Stored {
    pub id: TemplateId,
    /// SHA-256 of its file, in hexadecimal: changes whenever the file does.
    pub version: String,
    /// Its content.
    pub document: TemplateDocument,
}

/// Id and version of a written template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    pub id: TemplateId,
    /// Its version from now on.
    pub version: String,
}

/// Target of an argument: a stored template or a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A template file.
    File(PathBuf),
    /// A template of the repository.
    Stored(TemplateId),
}

/// Decides whether an argument is a path or an id. It is a path when it ends in `.json`, `.yaml`
/// or `.yml`, or when it has a separator of folders and is a file; everything else is an id, with
/// an optional tenant.
///
/// # Errors
/// `invalidId`.
pub fn resolve(argument: &str) -> Result<Target> {
    let lower = argument.to_ascii_lowercase();
    let has_extension = [".json", ".yaml", ".yml"].iter().any(|end| lower.ends_with(end));
    let has_separator = argument.contains(['/', std::path::MAIN_SEPARATOR]);
    if has_extension || (has_separator && Path::new(argument).is_file()) {
        return Ok(Target::File(argument.into()));
    }
    TemplateId::parse(argument).map(Target::Stored).map_err(|problem| {
        if !Path::new(argument).is_dir() {
            return problem;
        }
        Problem::new(problem.code, format!("{} is a folder, not a template", quoted(argument)))
            .advice("give the id of a stored template, or the path of a `.json` or `.yaml` file")
    })
}

impl Store {
    /// The repository in a folder, which the first template creates. With a tenant, the ids are
    /// those of its folder and no others exist.
    ///
    /// # Errors
    /// `invalidSetting` when there is something else than a folder.
    pub fn open(root: impl Into<PathBuf>, tenant: Option<Id>) -> Result<Self> {
        let root = root.into();
        if root.exists() && !root.is_dir() {
            let name = files::display_name(&root);
            return Err(Problem::new(
                Code::InvalidSetting,
                format!("the template repository {} is not a folder", quoted(&name)),
            )
            .file(name)
            .advice("name a folder with `--templates`"));
        }
        Ok(Self {
            root,
            tenant,
            access: StoreAccess::default(),
            #[cfg(feature = "serve")]
            keeper: None,
        })
    }

    /// This repository with an access.
    #[must_use]
    pub fn with_access(self, access: StoreAccess) -> Self {
        Self { access, ..self }
    }

    /// The folder that the repository is in.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The tenant whose template that is; nothing for one of the owner.
    pub fn tenant_of<'i>(&'i self, id: &'i TemplateId) -> Option<&'i Id> {
        self.tenant.as_ref().or(id.tenant.as_ref())
    }

    /// The file that a template of that id is or would be in.
    pub fn path(&self, id: &TemplateId) -> PathBuf {
        let mut path = self.root.clone();
        path.extend(self.tenant_of(id).map(Id::as_str));
        path.join(file_name(&id.id))
    }

    /// Loads a template, its images included.
    ///
    /// # Errors
    /// `templateNotFound` with ids that are near, `templateUnreadable`, `templateNotAnObject`,
    /// `invalidTemplate`, `io`.
    pub fn load(&self, id: &TemplateId) -> Result<Stored> {
        let (mut file, mut bytes) = self.read_bytes(id)?;
        loop {
            let version = sha256(&bytes);
            let problem = match self.document(id, &file, bytes) {
                Ok(document) => return Ok(Stored { id: id.clone(), version, document }),
                Err(problem) => problem,
            };
            // A writer may have replaced the template, and taken its images away, in between.
            (file, bytes) = self.read_bytes(id)?;
            if sha256(&bytes) == version {
                return Err(problem.file(files::display_name(&self.path(id))));
            }
        }
    }

    /// Reads what the argument of a command names, a file or a stored template.
    ///
    /// # Errors
    /// As for [`read_template_file`] and [`Store::load`].
    pub fn read(&self, target: &Target) -> Result<TemplateDocument> {
        match target {
            Target::File(path) => read_template_file(path),
            Target::Stored(id) => self.load(id).map(|stored| stored.document),
        }
    }

    /// Adds a template under an id made from its name.
    ///
    /// # Errors
    /// `invalidTemplate` when it is too large, `io`.
    pub fn add(&self, document: &TemplateDocument) -> Result<Saved> {
        self.insert(self.tenant.as_ref(), document, |folder, text| {
            write_new(folder, document, text).map(TemplateId::from)
        })
    }

    /// Adds a template under a given id.
    ///
    /// # Errors
    /// `conflict` when the id is taken, `invalidTemplate` when it is too large, `io`.
    pub fn add_as(&self, id: &TemplateId, document: &TemplateDocument) -> Result<Saved> {
        self.insert(self.tenant.as_ref().or(id.tenant.as_ref()), document, |folder, text| {
            let path = folder.join(file_name(&id.id));
            let is_taken = path.symlink_metadata().is_ok();
            if !is_taken && files::write_new(&path, text.as_bytes())? {
                return Ok(id.clone());
            }
            Err(taken(id))
        })
    }

    /// Adds a template to a folder under the lock, as `write` does it.
    fn insert(
        &self,
        tenant: Option<&Id>,
        document: &TemplateDocument,
        write: impl FnOnce(&Path, &str) -> Result<TemplateId>,
    ) -> Result<Saved> {
        let mut place = self.root.clone();
        place.extend(tenant.map(Id::as_str));
        let reference = schema::reference(&place.join("template"));
        let (text, images) = document.to_stored(reference.as_deref())?;
        fs::create_dir_all(&self.root)
            .map_err(|error| files::io_problem("write", &self.root, &error))?;
        let _lock = Lock::acquire(&self.root, self.access)?;
        let folder = self.folder_to_write(tenant)?;
        self.check_pictures(tenant, &folder, document)?;
        self.sweep(&folder);
        let id = self.with_images(&folder, &images, || write(&folder, &text))?;
        #[cfg(feature = "serve")]
        self.keep(&id, keeping::SaveChange::Added);
        Ok(Saved { id, version: sha256(text.as_bytes()) })
    }

    /// Replaces a template. With `expected`, only if that is still its version.
    ///
    /// # Errors
    /// `templateNotFound`, `conflict`, `invalidTemplate` when it is too large, `io`.
    pub fn update(
        &self,
        id: &TemplateId,
        document: &TemplateDocument,
        expected: Option<&str>,
    ) -> Result<Saved> {
        let (text, images) = document.to_stored(schema::reference(&self.path(id)).as_deref())?;
        self.replace(id, expected, |folder, _| {
            self.check_pictures(id.tenant.as_ref(), folder, document)?;
            Ok((text, images))
        })
    }

    /// Removes a template and the images that no other one uses. With `expected`, only if that is
    /// still its version.
    ///
    /// # Errors
    /// `templateNotFound`, `conflict`, `io`.
    pub fn remove(&self, id: &TemplateId, expected: Option<&str>) -> Result<()> {
        let _lock = self.lock_existing(id)?;
        let (file, bytes) = self.read_bytes(id)?;
        check_version(id, &bytes, expected)?;
        // The link where it is one, not what it leads to.
        let path = self.path(id);
        fs::remove_file(&path).map_err(|error| files::io_problem("remove", &path, &error))?;
        self.remove_unused(files::folder_of(&file), references(&bytes));
        self.remove_data_sets(id);
        #[cfg(feature = "serve")]
        self.keep(id, keeping::SaveChange::Removed);
        Ok(())
    }

    /// Lays the file of a template out in canonical form, with a reference to the schema where there
    /// is one, and says whether that changes it; writes only when `check` is off.
    ///
    /// # Errors
    /// `templateNotFound`, `templateUnreadable`, `invalidTemplate` when it is too large, `io`.
    pub fn format(&self, id: &TemplateId, check: bool) -> Result<bool> {
        let name = files::display_name(&self.path(id));
        let reference = schema::reference(&self.path(id));
        let formatted = |bytes: Vec<u8>| {
            let text = decode(bytes, Origin { code: codes::TEMPLATE_UNREADABLE, name: &name })?;
            format_text(&text, &name, reference.as_deref())
        };
        let (_, given) = self.read_bytes(id)?;
        let changes = formatted(given.clone())?.as_bytes() != given;
        if changes && !check {
            let changed = |bytes| Ok((formatted(bytes)?, assets::Collected::default()));
            self.replace(id, None, |_, bytes| changed(bytes))?;
        }
        Ok(changes)
    }

    /// Replaces a file under the lock by what is made from its folder and its bytes.
    fn replace(
        &self,
        id: &TemplateId,
        expected: Option<&str>,
        make: impl FnOnce(&Path, Vec<u8>) -> Result<(String, assets::Collected)>,
    ) -> Result<Saved> {
        let _lock = self.lock_existing(id)?;
        let (file, bytes) = self.read_bytes(id)?;
        let current = check_version(id, &bytes, expected)?;
        let before = references(&bytes);
        let folder = files::folder_of(&file);
        let (text, images) = make(folder, bytes)?;
        let version = sha256(text.as_bytes());
        let write =
            || if version == current { Ok(()) } else { files::write_whole(&file, text.as_bytes()) };
        self.sweep(folder);
        self.with_images(folder, &images, write)?;
        if version != current {
            let after = assets::references(&text);
            self.remove_unused(folder, before.difference(&after).cloned().collect());
        }
        // Also of a file that stays as it was: the save before may have left no version.
        #[cfg(feature = "serve")]
        self.keep(id, keeping::SaveChange::Changed);
        Ok(Saved { id: id.clone(), version })
    }

    /// Locks the repository; one that does not exist has no templates.
    fn lock_existing(&self, id: &TemplateId) -> Result<Lock> {
        if self.root.is_dir() {
            Lock::acquire(&self.root, self.access)
        } else {
            Err(self.not_found(id))
        }
    }

    /// The file of a template, links followed, and its bytes.
    pub(super) fn read_bytes(&self, id: &TemplateId) -> Result<(PathBuf, Vec<u8>)> {
        let is_visible = match (&self.tenant, &id.tenant) {
            (Some(own), Some(asked)) => own == asked,
            _ => true,
        };
        let file = if is_visible { self.confined(&self.path(id))? } else { None };
        let file = file.ok_or_else(|| self.not_found(id))?;
        let bytes = files::read_regular(&file, MAX_TEMPLATE_BYTES as u64)
            .map_err(|problem| Problem { code: codes::TEMPLATE_UNREADABLE, ..problem })?;
        Ok((file, bytes))
    }

    fn document(&self, id: &TemplateId, file: &Path, bytes: Vec<u8>) -> Result<TemplateDocument> {
        let name = files::display_name(&self.path(id));
        let origin = Origin { code: codes::TEMPLATE_UNREADABLE, name: &name };
        let text = decode(bytes, origin)?;
        let folder = files::folder_of(file).join(assets::FOLDER);
        let asset = |asset: &str| {
            let path = folder.join(asset);
            let real = self.confined(&path)?;
            assets::read(&real.unwrap_or(path), asset)
        };
        let picture = |picture: &str| {
            let real = self.picture(id.tenant.as_ref(), files::folder_of(file), picture)?;
            pictures::read(real.as_deref(), picture)
        };
        let pictures = Pictures { asset: &asset, beside: &picture };
        document::document(&text, Some(id.id.as_str()), origin, Some(pictures))
    }

    /// The picture that a template names, in its folder or below it; `None` where there is none for it.
    fn picture(&self, tenant: Option<&Id>, folder: &Path, name: &str) -> Result<Option<PathBuf>> {
        match self.is_of_tenant(tenant, name) {
            // As one that is not there: who has no tenant does not learn of those there are.
            true => Ok(None),
            false => self.confined(&folder.join(name)),
        }
    }

    /// Refuses a document that names pictures which do not lie beside it: it could not be loaded again.
    fn check_pictures(
        &self,
        tenant: Option<&Id>,
        folder: &Path,
        document: &TemplateDocument,
    ) -> Result<()> {
        [&document.template_text, &document.bindings_text].into_iter().try_for_each(|text| {
            pictures::named(text).try_for_each(|name| {
                let real = self.picture(tenant, folder, name)?;
                match real {
                    Some(_) => Ok(()),
                    None => Err(Problem { code: Code::InvalidTemplate, ..pictures::missing(name) }),
                }
            })
        })
    }

    /// Returns `true` if a picture that a template names, in a folder beside it, lies in the folder of a tenant:
    /// one that has templates. Files of a tenant are for templates of the tenant.
    pub(super) fn is_of_tenant(&self, tenant: Option<&Id>, picture: &str) -> bool {
        let Some((first, _)) = picture.split_once('/') else { return false };
        // On systems that ignore case, `ACME` is the folder of `acme`.
        let may_be = Id::parse(&first.to_ascii_lowercase()).is_ok();
        if self.tenant.as_ref().or(tenant).is_some() || !may_be {
            return false;
        }
        let entries = fs::read_dir(self.root.join(first)).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).any(|path| is_json(&path))
    }

    /// The problem of an empty repository, where all templates were asked for.
    pub fn nothing_stored(&self) -> Problem {
        let root = files::display_name(&self.root);
        let message = if self.root.is_dir() {
            format!("there are no templates in {}", quoted(&root))
        } else {
            format!("the folder of templates {} does not exist", quoted(&root))
        };
        Problem::new(codes::TEMPLATE_NOT_FOUND, message).advice(WHERE_TO_LOOK)
    }

    fn not_found(&self, id: &TemplateId) -> Problem {
        let near = self.near(id);
        let name = id.to_string();
        let problem = Problem::new(
            codes::TEMPLATE_NOT_FOUND,
            format!("there is no template {}", quoted(&name)),
        )
        .detail("templateId", name);
        if !self.root.is_dir() {
            let root = self.root.display();
            return problem.advice(format!("the folder `{root}` does not exist: {WHERE_TO_LOOK}"));
        }
        if near.is_empty() {
            return problem.advice("`reportctl template list` shows all that there are");
        }
        let listed: Vec<String> = near.iter().map(|id| format!("`{id}`")).collect();
        let listed = listed.join(" or ");
        problem.advice(format!("did you mean {listed}?")).detail("near", near)
    }

    /// Ids that may have been meant, the nearest first.
    fn near(&self, id: &TemplateId) -> Vec<String> {
        const NEAR: f64 = 0.75;
        const MOST: usize = 3;
        let asked = id.to_string();
        let mut scored: Vec<(f64, String)> = self
            .ids()
            .into_iter()
            .map(|known| {
                let whole = strsim::normalized_damerau_levenshtein(&asked, &known.to_string());
                // The right id with the wrong tenant, or with none.
                let alone =
                    strsim::normalized_damerau_levenshtein(id.id.as_str(), known.id.as_str());
                (whole.max(alone), known.to_string())
            })
            .filter(|(score, known)| *score >= NEAR || known.starts_with(&asked))
            .collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        scored.into_iter().take(MOST).map(|(_, id)| id).collect()
    }

    /// Writes the images, then what refers to them; when that fails, no image is left behind.
    fn with_images<T>(
        &self,
        folder: &Path,
        images: &assets::Collected,
        write: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        if images.is_empty() {
            return write();
        }
        let assets = self.ensure_folder(&folder.join(assets::FOLDER))?;
        let written = images.write(&assets).and_then(|()| write());
        if written.is_err() {
            self.remove_unused(folder, images.names());
        }
        written
    }

    /// Removes what writers that were killed left in a folder and its images.
    fn sweep(&self, folder: &Path) {
        files::sweep(folder);
        if let Ok(Some(images)) = self.confined(&folder.join(assets::FOLDER)) {
            files::sweep(&images);
        }
    }

    /// Removes those images that no template of the folder refers to any more. An unreadable
    /// template may refer to any of them, so then all stay; images that cannot be removed do no
    /// harm.
    fn remove_unused(&self, folder: &Path, mut candidates: BTreeSet<String>) {
        if candidates.is_empty() {
            return;
        }
        let Ok(files) = fs::read_dir(folder) else { return };
        for file in files {
            let Ok(file) = file else { return };
            let path = file.path();
            if !is_json(&path) {
                continue;
            }
            // A pipe or a device refers to nothing.
            if path.metadata().is_ok_and(|about| !about.is_file()) {
                continue;
            }
            let Ok(bytes) = files::read_regular(&path, MAX_TEMPLATE_BYTES as u64) else { return };
            for used in references(&bytes) {
                candidates.remove(&used);
            }
        }
        let Ok(Some(folder)) = self.confined(&folder.join(assets::FOLDER)) else { return };
        for name in candidates {
            let _ = fs::remove_file(folder.join(name));
        }
        // Only succeeds when it is empty.
        let _ = fs::remove_dir(folder);
    }
}

/// Returns `true` if a file has the extension of templates.
fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

/// The name of a template's file.
pub(super) fn file_name(id: &Id) -> String {
    format!("{id}.json")
}

/// Writes a template under the first id that is free.
fn write_new(folder: &Path, document: &TemplateDocument, text: &str) -> Result<Id> {
    let first = Id::from_name(&document.name);
    let numbered = (2..).map(|number| first.numbered(number));
    for id in std::iter::once(first.clone()).chain(numbered) {
        let path = folder.join(file_name(&id));
        let is_taken = path.symlink_metadata().is_ok();
        if !is_taken && files::write_new(&path, text.as_bytes())? {
            return Ok(id);
        }
    }
    Err(Problem::new(Code::Internal, "no id is free for this name"))
}

fn taken(id: &TemplateId) -> Problem {
    let message = format!("there is a template {} already", quoted(&id.to_string()));
    Problem::new(codes::CONFLICT, message)
        .advice("give another id, or update that template")
        .detail("templateId", id.to_string())
}

fn references(bytes: &[u8]) -> BTreeSet<String> {
    assets::references(&String::from_utf8_lossy(bytes))
}

/// The version of the bytes, if it is the one expected.
fn check_version(id: &TemplateId, bytes: &[u8], expected: Option<&str>) -> Result<String> {
    let found = sha256(bytes);
    match expected {
        Some(expected) if expected != found => Err(Problem::new(
            codes::CONFLICT,
            format!("the template `{id}` changed since it was read"),
        )
        .advice("load it again and repeat the change")
        .detail("templateId", id.to_string())
        .detail("expected", expected)
        .detail("found", found)),
        _ => Ok(found),
    }
}
