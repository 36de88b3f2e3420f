//! The list of templates, read without reading the templates.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use walkdir::{DirEntry, WalkDir};

use super::names::{FileStamp, Names};
use super::{Id, MAX_TEMPLATE_BYTES, Store, TemplateId, file_name};
use crate::base::files;
use crate::base::threads;
use crate::data::encoding::{Origin, decode};
use crate::data::json;
use crate::templates::codes;
use engine::problem::{Code, Problem, Result, quoted};

/// One line of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub id: TemplateId,
    /// Its name; the id when it has none.
    pub name: String,
}

/// The templates of a repository, and the files that are none although they should be.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Listing {
    /// The templates by name, then by id.
    pub templates: Vec<Entry>,
    /// Problems of other files, each naming its file.
    pub problems: Vec<Problem>,
}

impl Store {
    /// The templates of this store's own folder. A broken file is a problem beside the list.
    ///
    /// # Errors
    /// `io` when the folder itself cannot be read; a folder that does not exist is empty.
    pub fn list(&self) -> Result<Listing> {
        let mut listing = Listing::default();
        self.list_folder(None, &Names::default(), &mut listing)?;
        Ok(listing.sorted())
    }

    /// The templates of this store, those of all tenants included.
    ///
    /// # Errors
    /// As for [`Store::list`].
    pub fn list_all(&self) -> Result<Listing> {
        self.list_all_with(&Names::default())
    }

    /// As [`Store::list_all`], without reading the files whose names are known.
    ///
    /// # Errors
    /// As for [`Store::list`].
    pub fn list_all_with(&self, names: &Names) -> Result<Listing> {
        let mut listing = Listing::default();
        self.list_folder(None, names, &mut listing)?;
        for tenant in self.tenants() {
            if let Err(problem) = self.list_folder(Some(&tenant), names, &mut listing) {
                listing.problems.push(problem);
            }
        }
        Ok(listing.sorted())
    }

    /// All ids there are, unsorted; what cannot be read is left out.
    pub(super) fn ids(&self) -> Vec<TemplateId> {
        let tenants = self.tenants().into_iter().map(Some);
        std::iter::once(None)
            .chain(tenants)
            .flat_map(|tenant| {
                let files = self.files(tenant.as_ref()).unwrap_or_default();
                files.into_iter().filter_map(move |file| {
                    let id = id_of(&file).ok()?;
                    Some(TemplateId { tenant: tenant.clone(), id })
                })
            })
            .collect()
    }

    /// The folders of tenants; a tenant sees none.
    fn tenants(&self) -> Vec<Id> {
        if self.tenant.is_some() {
            return Vec::new();
        }
        let entries = WalkDir::new(&self.root).min_depth(1).max_depth(1).sort_by_file_name();
        let folders = entries.into_iter().flatten().filter(|entry| entry.path().is_dir());
        folders.filter_map(|entry| Id::parse(entry.file_name().to_str()?).ok()).collect()
    }

    /// The folder of a tenant, as messages name it.
    fn folder(&self, tenant: Option<&Id>) -> PathBuf {
        let mut folder = self.root.clone();
        folder.extend(self.tenant.as_ref().or(tenant).map(Id::as_str));
        folder
    }

    /// The JSON files of a folder that are not hidden.
    fn files(&self, tenant: Option<&Id>) -> Result<Vec<DirEntry>> {
        let Some(folder) = self.confined(&self.folder(tenant))? else { return Ok(Vec::new()) };
        let mut files = Vec::new();
        for entry in WalkDir::new(&folder).min_depth(1).max_depth(1) {
            let entry = entry.map_err(|error| match error.io_error() {
                Some(error) => files::io_problem("read", &folder, error),
                None => Problem::new(Code::Internal, error.to_string()),
            })?;
            if is_json(entry.file_name()) && !entry.file_type().is_dir() {
                files.push(entry);
            }
        }
        Ok(files)
    }

    fn list_folder(&self, tenant: Option<&Id>, names: &Names, listing: &mut Listing) -> Result<()> {
        let folder = self.folder(tenant);
        let entries = threads::map(&self.files(tenant)?, threads::processors(), |file| {
            let shown = folder.join(file.file_name());
            self.entry(file, &shown, tenant, names).map_err(|problem| match problem.file {
                Some(_) => problem,
                None => problem.file(files::display_name(&shown)),
            })
        });
        for entry in entries {
            match entry {
                Ok(entry) => listing.templates.push(entry),
                Err(problem) => listing.problems.push(problem),
            }
        }
        Ok(())
    }

    fn entry(
        &self,
        file: &DirEntry,
        shown: &Path,
        tenant: Option<&Id>,
        names: &Names,
    ) -> Result<Entry> {
        let id = id_of(file)?;
        let stamp = FileStamp::of(file);
        let name = match names.known(shown, stamp.as_ref()) {
            Some(known) => known,
            None => {
                let real = self.confined(file.path())?;
                let real = real.ok_or_else(|| files::io_problem("read", shown, &gone()))?;
                let name = read_name(&real, shown)?.unwrap_or_else(|| id.to_string());
                names.note(shown, stamp, &name);
                name
            }
        };
        Ok(Entry { id: TemplateId { tenant: tenant.cloned(), id }, name })
    }
}

fn gone() -> std::io::Error {
    std::io::ErrorKind::NotFound.into()
}

impl Listing {
    fn sorted(mut self) -> Self {
        self.templates.sort_by(|a, b| a.name.cmp(&b.name).then_with(|| a.id.cmp(&b.id)));
        self.problems.sort_by(|a, b| a.file.cmp(&b.file));
        self
    }
}

/// Returns `true` for the name of a file that people would take for a template: one that ends in `.json`, in
/// whatever case, and is not hidden. A schema of data stands beside a template and is no template.
fn is_json(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    let end = name.len().checked_sub(EXTENSION.len()).and_then(|at| name.get(at..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(EXTENSION.as_bytes()))
        && !name.starts_with(b".")
        && !name.ends_with(crate::templates::contract::SUFFIX.as_bytes())
}

/// The id that a file is loaded by.
///
/// # Errors
/// `invalidId` where no id leads to the file.
fn id_of(file: &DirEntry) -> Result<Id> {
    let name = file.file_name().to_str().ok_or_else(|| {
        Problem::new(codes::INVALID_ID, "the name of the file is not valid UTF-8")
            .advice("rename the file")
    })?;
    let (stem, end) = name.split_at_checked(name.len() - EXTENSION.len()).unwrap_or_default();
    let id = Id::parse(stem)?;
    if file_name(&id) == name {
        return Ok(id);
    }
    let message = format!("{} ends in {}, not in `{EXTENSION}`", quoted(name), quoted(end));
    Err(Problem::new(codes::INVALID_ID, message)
        .advice(format!("rename the file to {}", quoted(&file_name(&id)))))
}

/// The end of the names of template files.
const EXTENSION: &str = ".json";

/// The name in a template file; everything else is only checked to be JSON.
fn read_name(real: &Path, shown: &Path) -> Result<Option<String>> {
    let shown = files::display_name(shown);
    let origin = Origin { code: codes::TEMPLATE_UNREADABLE, name: &shown };
    let text = decode(files::read_regular(real, MAX_TEMPLATE_BYTES as u64)?, origin)?;
    let head: Head =
        serde_json::from_str(&text).map_err(|error| json::explain(&text, &error, origin))?;
    match head {
        Head::Object { name, has_template: true } => Ok(name),
        Head::Object { .. } => Err(missing(&shown, "undefined")),
        Head::Other => Err(missing(&shown, "other")),
    }
}

fn missing(shown: &str, received: &str) -> Problem {
    let message = format!("{} has no `template`", quoted(shown));
    Problem::new(Code::TemplateNotAnObject, message)
        .file(shown)
        .advice(super::document::SHAPE)
        .detail("receivedType", received)
}

/// The beginning of a document, as far as the list needs it.
enum Head {
    Object { name: Option<String>, has_template: bool },
    Other,
}

impl<'de> Deserialize<'de> for Head {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(HeadVisitor)
    }
}

struct HeadVisitor;

impl<'de> Visitor<'de> for HeadVisitor {
    type Value = Head;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Head, A::Error> {
        let (mut name, mut has_template) = (None, false);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "name" => name = map.next_value::<serde_json::Value>()?.as_str().map(str::to_owned),
                "template" => {
                    has_template = true;
                    map.next_value::<IgnoredAny>()?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Head::Object { name, has_template })
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<Head, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Head::Other)
    }

    fn visit_unit<E>(self) -> Result<Head, E> {
        Ok(Head::Other)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Head, E> {
        Ok(Head::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Head, E> {
        Ok(Head::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Head, E> {
        Ok(Head::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Head, E> {
        Ok(Head::Other)
    }

    fn visit_str<E>(self, _: &str) -> Result<Head, E> {
        Ok(Head::Other)
    }
}
