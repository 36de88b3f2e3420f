//! Folders of cases.

use std::fs;
use std::path::{Path, PathBuf};

use crate::base::files;
use crate::data::Format;
use crate::documents::codes;
use crate::templates::store::{Store, TemplateId};
use engine::problem::{Problem, Result, quoted};

/// The folder of all cases, inside that of the templates.
pub(crate) const FOLDER: &str = "tests";
/// The name of the data of a case, without its extension.
const DATA: &str = "data";
/// Options and expectations of a case.
const OPTIONS: &str = "case.yaml";

/// A case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Case {
    /// The template that it is of.
    pub template: String,
    pub name: String,
    pub folder: PathBuf,
}

/// The cases of a repository that `wanted` names, all without any: by template, by tenant, or as
/// `invoice/reminder`.
///
/// # Errors
/// `usage` where a name stands for no case; `io`.
pub(crate) fn find(store: &Store, wanted: &[String]) -> Result<Vec<Case>> {
    let root = store.root().join(FOLDER);
    let mut cases = Vec::new();
    for first in folders(&root)? {
        let id = name_of(&first);
        let is_template = is_template(store, &id);
        for second in folders(&first)? {
            let name = name_of(&second);
            let inner = format!("{id}/{name}");
            if !is_template && (is_template_of(store, &inner) || !is_case(&second)) {
                for third in folders(&second)? {
                    let name = name_of(&third);
                    cases.push(Case { template: inner.clone(), name, folder: third });
                }
            } else {
                cases.push(Case { template: id.clone(), name, folder: second });
            }
        }
    }
    cases.sort();
    if wanted.is_empty() {
        return Ok(cases);
    }
    for name in wanted {
        if !cases.iter().any(|case| case.is(name)) {
            return Err(nothing(name, &cases, &root));
        }
    }
    cases.retain(|case| wanted.iter().any(|name| case.is(name)));
    Ok(cases)
}

impl Case {
    /// As people call it: `invoice/reminder`.
    pub(crate) fn id(&self) -> String {
        format!("{}/{}", self.template, self.name)
    }

    /// Returns `true` if a name stands for it.
    fn is(&self, name: &str) -> bool {
        let name = name.trim_end_matches('/');
        name == self.template
            || name == self.id()
            || self.template.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'))
            || self.folder == Path::new(name)
    }

    /// The file of its data.
    ///
    /// # Errors
    /// `dataUnreadable` where it has none, or several.
    pub(crate) fn data(&self) -> Result<PathBuf> {
        let mut found = Vec::new();
        let entries = fs::read_dir(&self.folder);
        let entries = entries.map_err(|error| files::io_problem("read", &self.folder, &error))?;
        for entry in entries.flatten() {
            let path = entry.path();
            let is_data = path.file_stem().is_some_and(|stem| stem == DATA);
            if is_data && Format::of(&path).is_some() {
                found.push(path);
            }
        }
        found.sort();
        match found.as_slice() {
            [one] => Ok(one.clone()),
            [] => Err(Problem::new(
                codes::DATA_UNREADABLE,
                format!("the case {} has no data", quoted(&self.id())),
            )
            .file(files::display_name(&self.folder))
            .advice("put it there as `data.json`, or remove the folder")),
            _ => Err(Problem::new(
                codes::DATA_UNREADABLE,
                format!("the case {} has several files of data", quoted(&self.id())),
            )
            .file(files::display_name(&self.folder))
            .advice("keep one of them")),
        }
    }

    /// The file of its options, which need not be there.
    pub(crate) fn options(&self) -> PathBuf {
        self.folder.join(OPTIONS)
    }

    /// The folder of what was accepted.
    pub(crate) fn accepted(&self) -> PathBuf {
        self.folder.join("accepted")
    }
}

/// Returns `true` if a folder looks like a case, and not like one of a template of a tenant.
fn is_case(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| {
        let name = entry.file_name();
        name == "accepted"
            || name == OPTIONS
            || Path::new(&name).file_stem().is_some_and(|stem| stem == DATA)
    })
}

fn is_template(store: &Store, id: &str) -> bool {
    TemplateId::parse(id).is_ok_and(|id| store.path(&id).is_file())
}

fn is_template_of(store: &Store, id: &str) -> bool {
    is_template(store, id)
}

/// The folders inside one, by name; none where it does not exist.
fn folders(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(files::io_problem("read", folder, &error)),
    };
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
        .map(|entry| entry.path())
        .collect();
    found.sort();
    Ok(found)
}

fn name_of(folder: &Path) -> String {
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn nothing(name: &str, cases: &[Case], root: &Path) -> Problem {
    let ids: Vec<String> = cases.iter().map(Case::id).collect();
    let templates = cases.iter().map(|case| case.template.as_str());
    let candidates = ids.iter().map(String::as_str).chain(templates);
    let advice = engine::suggest::did_you_mean(name, candidates).unwrap_or_else(|| {
        format!("cases are folders such as {}/invoice/first", files::display_name(root))
    });
    Problem::new(codes::USAGE, format!("there is no case {}", quoted(name))).advice(advice)
}
