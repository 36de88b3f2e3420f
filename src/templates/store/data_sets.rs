//! Named data to try a template with, beside it in the repository: `invoice.data/small.json` belongs to
//! `invoice.json`.
//!
//! `init` and `template new` put the data of a template into the folder `data` beside the repository;
//! the owner of the repository sees that file as the set [`SAMPLE`].

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

#[cfg(feature = "serve")]
use super::keeping::SaveChange;
use super::{Id, MAX_TEMPLATE_BYTES, Store, TemplateId, confine};
use crate::base::files;
use crate::base::hash::sha256;
use crate::templates::codes;
use engine::problem::{Problem, Result, quoted};

/// The set that `init` and `template new` write.
pub const SAMPLE: &str = "sample";

/// The folder that they write it to, beside the repository.
const SAMPLES: &str = "data";

/// A set of data in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataSet {
    pub name: String,
    /// Bytes of its file.
    pub bytes: u64,
}

/// A set of data with its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredData {
    /// JSON.
    pub bytes: Vec<u8>,
    /// SHA-256 of it, in hexadecimal: changes whenever the file does.
    pub version: String,
}

impl Store {
    /// The data sets of a template by name.
    ///
    /// # Errors
    /// `templateNotFound`, `io`.
    pub fn data_sets(&self, id: &TemplateId) -> Result<Vec<DataSet>> {
        let mut sets = Vec::new();
        if let Some(folder) = self.confined(&self.data_folder(id)?)? {
            let entries = fs::read_dir(&folder);
            let entries = entries.map_err(|error| files::io_problem("read", &folder, &error))?;
            for path in entries.flatten().map(|entry| entry.path()) {
                let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
                let is_json = path.extension().is_some_and(|extension| extension == "json");
                let metadata = path.metadata().ok().filter(fs::Metadata::is_file);
                if let (true, Ok(name), Some(metadata)) = (is_json, Id::parse(stem), metadata) {
                    sets.push(DataSet { name: name.to_string(), bytes: metadata.len() });
                }
            }
        }
        let has_sample = sets.iter().any(|set| set.name == SAMPLE);
        if let Some(metadata) = self.sample(id).and_then(|path| path.metadata().ok())
            && !has_sample
        {
            sets.push(DataSet { name: SAMPLE.to_owned(), bytes: metadata.len() });
        }
        sets.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(sets)
    }

    /// The content of a data set.
    ///
    /// # Errors
    /// `templateNotFound`, `dataSetNotFound`, `io`.
    pub fn load_data(&self, id: &TemplateId, name: &Id, limit: u64) -> Result<StoredData> {
        let path = self.data_file(id, name)?;
        let Some(path) = path.filter(|path| path.is_file()) else { return Err(not_found(name)) };
        let bytes = files::read_regular(&path, limit)?;
        Ok(StoredData { version: sha256(&bytes), bytes })
    }

    /// Writes a data set; with `expected`, only if that is still its version. Returns the new one.
    ///
    /// # Errors
    /// `templateNotFound`, `conflict`, `io`.
    pub fn save_data(
        &self,
        id: &TemplateId,
        name: &Id,
        bytes: &[u8],
        expected: Option<&str>,
    ) -> Result<String> {
        self.write_data(id, name, bytes, |known| check_version(known, expected))
    }

    /// Writes a new data set. Returns its version.
    ///
    /// # Errors
    /// Errors of [`Store::save_data`]: `conflict` where there is one.
    pub fn add_data(&self, id: &TemplateId, name: &Id, bytes: &[u8]) -> Result<String> {
        self.write_data(id, name, bytes, |known| match known {
            Some(_) => {
                Err(Problem::new(codes::CONFLICT, "the template has data of this name already")
                    .advice("read it, and send the change with its `ETag`"))
            }
            None => Ok(()),
        })
    }

    /// Writes a data set if its file, where there is one, passes; no other writer comes between.
    fn write_data(
        &self,
        id: &TemplateId,
        name: &Id,
        bytes: &[u8],
        check: impl FnOnce(Option<&Path>) -> Result<()>,
    ) -> Result<String> {
        let _lock = self.lock_existing(id)?;
        let known = self.data_file(id, name)?;
        check(known.as_deref())?;
        let path = match known {
            Some(path) => path,
            None => self.ensure_folder(&self.data_folder(id)?)?.join(file_name(name)),
        };
        files::sweep(files::folder_of(&path));
        files::write_whole(&path, bytes)?;
        #[cfg(feature = "serve")]
        self.keep(id, SaveChange::Data(name));
        Ok(sha256(bytes))
    }

    /// Removes a data set; with `expected`, only if that is still its version.
    ///
    /// # Errors
    /// `templateNotFound`, `dataSetNotFound`, `conflict`, `io`.
    pub fn remove_data(&self, id: &TemplateId, name: &Id, expected: Option<&str>) -> Result<()> {
        let _lock = self.lock_existing(id)?;
        let real = self.data_file(id, name)?.ok_or_else(|| not_found(name))?;
        check_version(Some(&real), expected)?;
        // The link where it is one, not what it leads to.
        let path = self.data_folder(id)?.join(file_name(name));
        let path = if path.is_symlink() { path } else { real };
        fs::remove_file(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => not_found(name),
            _ => files::io_problem("remove", &path, &error),
        })?;
        // Gone with its last set; one with other files stays.
        let _ = fs::remove_dir(self.data_folder(id)?);
        #[cfg(feature = "serve")]
        self.keep(id, SaveChange::Data(name));
        Ok(())
    }

    /// Removes the folder of a deleted template. Files in it that are not data sets stay.
    pub(super) fn remove_data_sets(&self, id: &TemplateId) {
        let Ok(Some(folder)) = self.confined(&self.data_folder_of(&self.path(id))) else { return };
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "json") {
                let _ = fs::remove_file(path);
            }
        }
        let _ = fs::remove_dir(&folder);
    }

    /// The file of a data set; `None` where it does not exist yet.
    fn data_file(&self, id: &TemplateId, name: &Id) -> Result<Option<PathBuf>> {
        let path = self.data_folder(id)?.join(file_name(name));
        let own = self.confined(&path)?;
        let sample = || self.sample(id).filter(|_| name.as_str() == SAMPLE);
        Ok(own.or_else(sample))
    }

    /// The folder of a template's data sets; the template must be there.
    fn data_folder(&self, id: &TemplateId) -> Result<PathBuf> {
        let (file, _) = self.read_bytes(id)?;
        Ok(self.data_folder_of(&file))
    }

    fn data_folder_of(&self, template: &Path) -> PathBuf {
        template.with_extension("data")
    }

    /// The file of `init`, for the owner of the repository, where it is there.
    fn sample(&self, id: &TemplateId) -> Option<PathBuf> {
        let is_owner = self.tenant.is_none() && id.tenant.is_none();
        let base = files::folder_of(&self.root);
        let is_owner = is_owner && confine::no_links(base, Path::new(SAMPLES)).is_ok();
        let path = base.join(SAMPLES).join(format!("{}.json", id.id));
        (is_owner && path.symlink_metadata().is_ok_and(|metadata| metadata.is_file()))
            .then_some(path)
    }
}

fn file_name(name: &Id) -> String {
    format!("{name}.json")
}

fn check_version(path: Option<&Path>, expected: Option<&str>) -> Result<()> {
    let Some(expected) = expected else { return Ok(()) };
    let read = |path| files::read_regular(path, MAX_TEMPLATE_BYTES as u64).ok();
    let current = path.and_then(read).map(|bytes| sha256(&bytes));
    if current.as_deref() == Some(expected) {
        return Ok(());
    }
    Err(Problem::new(codes::CONFLICT, "the data has changed since it was read")
        .advice("read it again, and send the change with its new version"))
}

fn not_found(name: &Id) -> Problem {
    let message = format!("the template has no data {}", quoted(name.as_str()));
    Problem::new(codes::DATA_SET_NOT_FOUND, message)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::templates::store::TemplateDocument;

    const TEMPLATE: &str = r#"{"name": "Invoice", "template": {"page": {"width": 100, "height": 100},
        "schemas": []}, "bindings": []}"#;

    fn store(folder: &Path) -> (Store, TemplateId) {
        let store = Store::open(folder.join("templates"), None).unwrap();
        let document = TemplateDocument::from_json(TEMPLATE.into(), None).unwrap();
        let id = store.add(&document).unwrap().id;
        (store, id)
    }

    fn id(text: &str) -> Id {
        Id::parse(text).unwrap()
    }

    #[test]
    fn of_several_writers_one_adds_a_data_set() {
        let folder = tempfile::tempdir().unwrap();
        let (store, invoice) = store(folder.path());
        let added: Vec<_> = std::thread::scope(|scope| {
            let write = |_| scope.spawn(|| store.add_data(&invoice, &id("small"), b"{}"));
            let writers: Vec<_> = (0..8).map(write).collect();
            writers.into_iter().map(|writer| writer.join().unwrap()).collect()
        });
        assert_eq!(added.iter().filter(|added| added.is_ok()).count(), 1);
        let refused = added.into_iter().filter_map(Result::err);
        assert!(refused.into_iter().all(|problem| problem.code == codes::CONFLICT));
    }

    #[test]
    fn data_is_kept_beside_its_template_and_goes_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let (store, invoice) = store(folder.path());
        assert_eq!(store.data_sets(&invoice), Ok(Vec::new()));
        let version = store.save_data(&invoice, &id("small"), b"{}", None).unwrap();
        store.save_data(&invoice, &id("many-rows"), b"[1]", None).unwrap();
        let names: Vec<String> =
            store.data_sets(&invoice).unwrap().into_iter().map(|set| set.name).collect();
        assert_eq!(names, ["many-rows", "small"]);
        let small = folder.path().join("templates/invoice.data/small.json");
        assert_eq!(fs::read(&small).unwrap(), b"{}");
        let loaded = store.load_data(&invoice, &id("small"), 100).unwrap();
        assert_eq!((loaded.bytes, loaded.version), (b"{}".to_vec(), version.clone()));
        // The folder is no tenant and no template.
        assert_eq!(store.list_all().unwrap().templates.len(), 1);

        let again = store.save_data(&invoice, &id("small"), b"[]", Some(&version)).unwrap();
        let stale = store.save_data(&invoice, &id("small"), b"0", Some(&version)).unwrap_err();
        assert_eq!((stale.code, again != version), (codes::CONFLICT, true));
        let stale = store.remove_data(&invoice, &id("small"), Some(&version)).unwrap_err();
        assert_eq!(stale.code, codes::CONFLICT);
        store.remove_data(&invoice, &id("small"), Some(&again)).unwrap();
        let missing = store.load_data(&invoice, &id("small"), 100).unwrap_err();
        assert_eq!(missing.code, codes::DATA_SET_NOT_FOUND);
        assert_eq!(store.remove_data(&invoice, &id("small"), None).unwrap_err(), missing);
        store.remove(&invoice, None).unwrap();
        assert!(!folder.path().join("templates/invoice.data").exists());
        assert_eq!(store.data_sets(&invoice).unwrap_err().code, codes::TEMPLATE_NOT_FOUND);
    }

    #[test]
    fn the_data_of_init_is_the_sample_of_the_owner() {
        let folder = tempfile::tempdir().unwrap();
        let (store, invoice) = store(folder.path());
        let file = folder.path().join("data/invoice.json");
        fs::create_dir(folder.path().join("data")).unwrap();
        fs::write(&file, "{}").unwrap();
        assert_eq!(store.data_sets(&invoice).unwrap()[0].name, SAMPLE);
        store.save_data(&invoice, &id(SAMPLE), b"[7]", None).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"[7]");
        assert_eq!(store.load_data(&invoice, &id(SAMPLE), 100).unwrap().bytes, b"[7]");
        // Of the folder beside, a tenant sees nothing.
        let tenant = Store::open(folder.path().join("templates"), Some(id("acme"))).unwrap();
        let document = TemplateDocument::from_json(TEMPLATE.into(), None).unwrap();
        let own = tenant.add(&document).unwrap().id;
        assert_eq!(tenant.data_sets(&own), Ok(Vec::new()));
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_is_a_link_is_neither_read_nor_written() {
        let folder = tempfile::tempdir().unwrap();
        let (store, invoice) = store(folder.path());
        let other = folder.path().join("templates/other.data");
        fs::create_dir(&other).unwrap();
        fs::write(other.join("small.json"), "{}").unwrap();
        std::os::unix::fs::symlink("other.data", folder.path().join("templates/invoice.data"))
            .unwrap();
        let code = |result: Result<()>| result.unwrap_err().code;
        let unreadable = codes::TEMPLATE_UNREADABLE;
        assert_eq!(code(store.data_sets(&invoice).map(drop)), unreadable);
        assert_eq!(code(store.load_data(&invoice, &id("small"), 100).map(drop)), unreadable);
        for name in ["small", "new"] {
            assert_eq!(
                code(store.save_data(&invoice, &id(name), b"7", None).map(drop)),
                unreadable
            );
        }
        assert_eq!(code(store.remove_data(&invoice, &id("small"), None)), unreadable);
        assert_eq!(fs::read(other.join("small.json")).unwrap(), b"{}");
        assert!(!other.join("new.json").exists());
    }

    #[test]
    fn what_killed_writers_left_behind_is_removed_once_it_is_old() {
        let folder = tempfile::tempdir().unwrap();
        let (store, invoice) = store(folder.path());
        store.save_data(&invoice, &id("small"), b"{}", None).unwrap();
        let left = folder.path().join("templates/invoice.data/.reportctl-Ab1.tmp");
        let file = fs::File::create(&left).unwrap();
        let hours = std::time::Duration::from_secs(2 * 3600);
        file.set_modified(std::time::SystemTime::now() - hours).unwrap();
        store.save_data(&invoice, &id("small"), b"[]", None).unwrap();
        assert!(!left.exists());
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let (store, invoice) = store(folder.path());
        fs::write(folder.path().join("secret.json"), "{}").unwrap();
        store.save_data(&invoice, &id("small"), b"{}", None).unwrap();
        let link = folder.path().join("templates/invoice.data/link.json");
        std::os::unix::fs::symlink(folder.path().join("secret.json"), &link).unwrap();
        assert!(store.load_data(&invoice, &id("link"), 100).is_err());
        assert!(store.save_data(&invoice, &id("link"), b"7", None).is_err());
        assert_eq!(fs::read(folder.path().join("secret.json")).unwrap(), b"{}");
    }
}
