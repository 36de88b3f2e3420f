//! Two versions of a template compared: their fields, and the pages that they make.

pub mod pdf;
pub mod report;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use reportctl_raster::{Image, Rasteriser};
use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::compare::{self, Change, FieldChange};
use crate::config::Config;
use crate::documents::{LoadedTemplate, TemplateSource};
use crate::git::Revision;
use crate::problem::{Code, Problem, Result, quoted};
use crate::render::Options;
use crate::store::{self, Target};
use crate::value::Value;

/// One of two versions.
pub struct Side {
    /// As people call it: `invoice@main`.
    pub name: String,
    /// The template; nothing where there was none.
    pub template: Option<LoadedTemplate>,
    /// What a revision was written to, while it is used.
    _folder: Option<TempDir>,
}

/// What two versions differ in.
pub struct Diff {
    /// What the versions are called.
    pub names: [String; 2],
    /// Fields, bindings and what else the files hold.
    pub fields: Vec<FieldChange>,
    /// The pages; nothing without data.
    pub pages: Option<Pages>,
}

/// What differs in the pages that two versions make.
pub struct Pages {
    /// In words.
    pub changes: Vec<Change>,
    /// The pages that look otherwise.
    pub pictures: Vec<PagePair>,
    /// Why a version makes no document.
    pub problems: Vec<(String, Problem)>,
}

/// A page of both versions.
pub struct PagePair {
    /// Its number.
    pub page: usize,
    /// In the first version.
    pub before: Option<Image>,
    /// In the second.
    pub after: Option<Image>,
}

impl Side {
    /// What an operand names: a stored template, a file, either at a revision (`invoice@main`), or
    /// `/dev/null` for none.
    ///
    /// # Errors
    /// `usage` for an unknown revision, and those of reading templates.
    pub fn read(config: &Config, operand: &str) -> Result<Self> {
        let templates = &config.templates;
        let side = |template, folder| Self { name: operand.to_owned(), template, _folder: folder };
        if operand == "/dev/null" {
            return Ok(side(None, None));
        }
        let is_file = Path::new(operand).is_file();
        let Some((path, revision)) = operand.rsplit_once('@').filter(|_| !is_file) else {
            let template = TemplateSource::of_argument(config, operand)?.read()?;
            return Ok(side(Some(template), None));
        };
        let file = match store::resolve(path)? {
            Target::File(path) => path,
            Target::Stored(id) => templates.join(format!("{id}.json")),
        };
        let library = TemplateSource::of_argument(config, path)?.library();
        let Some((folder, target)) = Revision::new(revision)?.checkout(&file, Some(&library))?
        else {
            return Ok(side(None, None));
        };
        let argument = target.to_str().ok_or_else(|| {
            Problem::new(Code::Usage, format!("{} is not text", quoted(&target.to_string_lossy())))
        })?;
        let mut template = TemplateSource::of_argument(config, argument)?.read()?;
        operand.clone_into(&mut template.file);
        Ok(side(Some(template), Some(folder)))
    }

    /// The file of the template as one value.
    fn json(&self) -> Result<Json> {
        let Some(template) = &self.template else { return Ok(json!({})) };
        let text = template.document.to_json()?;
        serde_json::from_str(&text)
            .map_err(|error| Problem::new(Code::Internal, format!("cannot read: {error}")))
    }
}

/// The ids of the templates that differ between two revisions, or a revision and the working folder.
///
/// # Errors
/// `usage` for an unknown revision.
pub fn changed(config: &Config, from: &str, to: Option<&str>) -> Result<Vec<String>> {
    let templates = &config.templates;
    let before = Revision::new(from)?;
    let after = to.map(Revision::new).transpose()?;
    let mut ids = BTreeSet::new();
    let folders = std::iter::once(templates.to_owned()).chain(folders(templates));
    for folder in folders {
        let mut files: BTreeSet<PathBuf> = before.files(&folder)?.into_iter().collect();
        match &after {
            Some(after) => files.extend(after.files(&folder)?),
            None => {
                let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
                files.extend(entries.into_iter().map(|entry| entry.path()));
            }
        }
        for file in files {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let Some(stem) = name.strip_suffix(".json") else { continue };
            if stem.contains('.') {
                continue;
            }
            let tenant =
                folder.strip_prefix(templates).ok().filter(|path| !path.as_os_str().is_empty());
            ids.insert(match tenant {
                Some(tenant) => format!("{}/{stem}", tenant.display()),
                None => stem.to_owned(),
            });
        }
    }
    let mut changed = Vec::new();
    for id in ids {
        let at = |revision: Option<&str>| match revision {
            Some(revision) => Side::read(config, &format!("{id}@{revision}")),
            None => {
                let side = Side::read(config, &id);
                side.or_else(|problem| match problem.code {
                    Code::TemplateNotFound => Side::read(config, "/dev/null"),
                    _ => Err(problem),
                })
            }
        };
        if at(Some(from))?.json()? != at(to)?.json()? {
            changed.push(id);
        }
    }
    Ok(changed)
}

/// The folders of tenants.
fn folders(templates: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(templates).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries
        .into_iter()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            !name.contains('.') && name != "tests" && name != "assets"
        })
        .collect();
    found.sort();
    found
}

impl Diff {
    /// The difference of two versions, and of the pages that they make of some data.
    ///
    /// # Errors
    /// Those of reading templates.
    pub fn of(
        before: &Side,
        after: &Side,
        data: Option<(&Value, &Options<'_>, f64)>,
    ) -> Result<Self> {
        let fields = compare::of_templates(&before.json()?, &after.json()?);
        let pages = data.map(|(data, options, dpi)| Pages::of(before, after, data, options, dpi));
        Ok(Self { names: [before.name.clone(), after.name.clone()], fields, pages })
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        let same = |pages: &Pages| {
            pages.changes.is_empty() && pages.pictures.is_empty() && pages.problems.is_empty()
        };
        self.fields.is_empty() && self.pages.as_ref().is_none_or(same)
    }
}

/// What a version makes of data.
struct Rendered {
    layout: Json,
    images: Vec<Image>,
}

impl Pages {
    fn of(before: &Side, after: &Side, data: &Value, options: &Options<'_>, dpi: f64) -> Self {
        let mut pages = Self { changes: Vec::new(), pictures: Vec::new(), problems: Vec::new() };
        let [before, after] = [before, after].map(|side| match render(side, data, options, dpi) {
            Ok(rendered) => rendered,
            Err(problem) => {
                pages.problems.push((side.name.clone(), problem));
                Rendered { layout: Json::Null, images: Vec::new() }
            }
        });
        if pages.problems.is_empty() {
            pages.changes = compare::of_layouts(&before.layout, &after.layout);
        }
        pages.pictures = pairs(&before.images, &after.images);
        if pages.changes.is_empty() && pages.problems.is_empty() {
            let words = "the page looks otherwise: colours, fonts, lines or pictures";
            let looks = |pair: &PagePair| Change {
                page: Some(pair.page),
                field: None,
                words: words.to_owned(),
            };
            pages.changes = pages.pictures.iter().map(looks).collect();
        }
        pages
    }
}

/// The pages of two documents that look otherwise.
fn pairs(before: &[Image], after: &[Image]) -> Vec<PagePair> {
    let pair = |index: usize| {
        let (old, new) = (before.get(index), after.get(index));
        (old != new).then(|| PagePair {
            page: index + 1,
            before: old.cloned(),
            after: new.cloned(),
        })
    };
    (0..before.len().max(after.len())).filter_map(pair).collect()
}

fn render(side: &Side, data: &Value, options: &Options<'_>, dpi: f64) -> Result<Rendered> {
    let Some(template) = &side.template else {
        return Ok(Rendered { layout: json!({}), images: Vec::new() });
    };
    let checker = template.checker().map_err(|problems| {
        let first = problems.into_iter().next();
        first.unwrap_or_else(|| Problem::new(Code::InvalidTemplate, "it cannot be read"))
    })?;
    let prepared = checker.prepared();
    let layout = prepared.layout(data, options)?;
    let mut rasteriser = Rasteriser::new(dpi);
    let mut images = Vec::new();
    prepared.painted(
        &layout,
        options,
        |_| true,
        |_, painter, _| {
            images.push(rasteriser.page(painter)?);
            Ok(())
        },
    )?;
    let layout = serde_json::to_value(&layout)
        .map_err(|error| Problem::new(Code::Internal, format!("cannot write: {error}")))?;
    Ok(Rendered { layout, images })
}
