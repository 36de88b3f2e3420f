//! Two versions of a template compared: their fields, and the pages that they make.

pub mod pdf;
pub mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use reportctl_raster::{Image, Rasteriser};
use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::base::files;
use crate::base::git::Revision;
use crate::documents::Settings;
use crate::documents::codes;
use crate::review::cases;
use crate::review::compare::{self, Change, FieldChange};
use crate::templates::revision;
use crate::templates::store::{self, Id, MAX_TEMPLATE_BYTES, Target};
use crate::templates::{LoadedTemplate, TemplateSource};
use engine::problem::{Code, Problem, Result, quoted};
use engine::render::Options;
use engine::value::Value;

/// One of two versions.
pub struct Side {
    /// As people call it: `invoice@main`.
    pub name: String,
    /// The template; nothing where there was none.
    pub template: Option<LoadedTemplate>,
    /// Folder of the files of a revision, kept while it is used.
    _folder: Option<TempDir>,
}

/// Differences of two versions.
pub struct Diff {
    /// Names of the versions.
    pub names: [String; 2],
    /// Fields, bindings and what else the files hold.
    pub fields: Vec<FieldChange>,
    /// The pages; nothing without data.
    pub pages: Option<Pages>,
    /// `true` if documents were compared, not templates.
    pub of_documents: bool,
}

/// Differences in the pages that two versions make.
pub struct Pages {
    /// Changes in words.
    pub changes: Vec<Change>,
    /// The pages that look otherwise.
    pub pictures: Vec<PagePair>,
    /// Reasons why a version makes no document.
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
    /// Reads the template that an operand names: a stored template, a file, either at a revision
    /// (`invoice@main`), or `/dev/null` for none.
    ///
    /// # Errors
    /// `usage` for an unknown revision, and errors of reading templates.
    pub fn read(settings: &Settings, operand: &str) -> Result<Self> {
        let templates = &settings.templates;
        let side = |template, folder| Self { name: operand.to_owned(), template, _folder: folder };
        if operand == "/dev/null" {
            return Ok(side(None, None));
        }
        let is_file = Path::new(operand).is_file();
        let Some((path, name)) = operand.rsplit_once('@').filter(|_| !is_file) else {
            let template = source(settings, operand)?.read()?;
            return Ok(side(Some(template), None));
        };
        let file = match store::resolve(path)? {
            Target::File(path) => path,
            Target::Stored(id) => templates.join(format!("{id}.json")),
        };
        let found = source(settings, path)?;
        let library = found.library();
        let Some((folder, target)) =
            revision::checkout(&Revision::new(name)?, &file, Some(&library), &|_| true)?
        else {
            return Ok(side(None, None));
        };
        let argument = target.to_str().ok_or_else(|| {
            Problem::new(codes::USAGE, format!("{} is not text", quoted(&target.to_string_lossy())))
        })?;
        let template = source(settings, argument)?.read();
        // The temporary file is gone when people read its name.
        let named = |problem: Problem| Problem {
            message: problem.message.replace(argument, operand),
            ..problem.file(operand)
        };
        let mut template = template.map_err(named)?;
        operand.clone_into(&mut template.file);
        template.tenant = found.tenant().cloned();
        Ok(side(Some(template), Some(folder)))
    }

    /// A version of a template file that git wrote to a temporary one: names in the template are
    /// resolved from the place of `file` in the working folder.
    ///
    /// # Errors
    /// Errors of reading templates.
    pub fn read_version(settings: &Settings, operand: &str, file: &Path) -> Result<Self> {
        let bytes = files::read_regular(Path::new(operand), MAX_TEMPLATE_BYTES as u64)?;
        let library = source(settings, &file.to_string_lossy())?.library();
        let (folder, target) = revision::version(&bytes, file, &library)?;
        let found = source(settings, &target.to_string_lossy())?;
        let named = |problem: Problem| problem.file(operand);
        let mut template = found.read().map_err(named)?;
        operand.clone_into(&mut template.file);
        Ok(Self { name: operand.to_owned(), template: Some(template), _folder: Some(folder) })
    }

    /// The file of the template as one value.
    fn json(&self) -> Result<Json> {
        let Some(template) = &self.template else { return Ok(json!({})) };
        let text = template.document.to_json()?;
        serde_json::from_str(&text)
            .map_err(|error| Problem::new(Code::Internal, format!("cannot read: {error}")))
    }

    /// The SHA-256 of each file that its documents are made of besides the template, by kind and name.
    fn files(&self) -> Result<BTreeMap<String, String>> {
        let Some(template) = &self.template else { return Ok(BTreeMap::new()) };
        let library = template.library.hashes.iter().map(|file| ("library file", file));
        let texts = template.texts.files.iter().map(|file| ("file", file));
        let named = library.chain(texts);
        Ok(named
            .map(|(kind, file)| (format!("the {kind} `{}`", file.name), file.sha256.clone()))
            .collect())
    }
}

fn source(settings: &Settings, argument: &str) -> Result<TemplateSource> {
    TemplateSource::of_argument(&settings.templates, &settings.named_fonts, argument)
}

/// A template that differs between two revisions.
pub struct Changed {
    /// Its id in the first one.
    pub before: String,
    /// Its id in the second one, which is another where it was renamed.
    pub after: String,
}

/// The templates that differ between two revisions, or a revision and the working folder.
///
/// # Errors
/// `usage` for an unknown revision.
pub fn changed(settings: &Settings, from: &str, to: Option<&str>) -> Result<Vec<Changed>> {
    let templates = &settings.templates;
    let before = Revision::new(from)?;
    let after = to.map(Revision::new).transpose()?;
    let mut ids = BTreeSet::new();
    // A tenant may be in one of the revisions only.
    let mut tenants: BTreeSet<PathBuf> = match &after {
        Some(after) => names(after.folders(templates)?),
        None => names(entries(templates).filter(|path| path.is_dir())),
    };
    tenants.extend(names(before.folders(templates)?));
    let tenants = tenants.into_iter().filter(|name| is_tenant(&name.to_string_lossy()));
    let tenants = tenants.map(|name| templates.join(name));
    for folder in std::iter::once(templates.to_owned()).chain(tenants) {
        let mut files: BTreeSet<PathBuf> = before.files(&folder)?.into_iter().collect();
        match &after {
            Some(after) => files.extend(after.files(&folder)?),
            None => {
                files.extend(entries(&folder));
            }
        }
        for file in files {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            // Other files are no templates, and `check` names them.
            let Some(stem) = name.strip_suffix(".json").filter(|it| Id::parse(it).is_ok()) else {
                continue;
            };
            let tenant =
                folder.strip_prefix(templates).ok().filter(|path| !path.as_os_str().is_empty());
            ids.insert(match tenant {
                Some(tenant) => format!("{}/{stem}", tenant.display()),
                None => stem.to_owned(),
            });
        }
    }
    let mut changed = Vec::new();
    let (mut gone, mut new) = (Vec::new(), Vec::new());
    for id in ids {
        let at = |revision: Option<&str>| match revision {
            Some(revision) => Side::read(settings, &format!("{id}@{revision}")),
            None => {
                let side = Side::read(settings, &id);
                side.or_else(|problem| match problem.code {
                    codes::TEMPLATE_NOT_FOUND => Side::read(settings, "/dev/null"),
                    _ => Err(problem),
                })
            }
        };
        let with_json = |side: Side| side.json().map(|json| (side, json));
        let both = (at(Some(from)).and_then(with_json), at(to).and_then(with_json));
        let ((before, old), (after, now)) = match both {
            (Ok(before), Ok(after)) => (before, after),
            // Nothing shows whether a file that cannot be read changed; `check` names it.
            (Err(_), Err(_)) => continue,
            (Err(_), Ok(_)) | (Ok(_), Err(_)) => {
                changed.push(Changed { before: id.clone(), after: id });
                continue;
            }
        };
        if old == now && before.files()? == after.files()? {
            continue;
        }
        match (before.template.is_some(), after.template.is_some()) {
            (true, false) => gone.push((id, old)),
            (false, true) => new.push((id, now)),
            _ => changed.push(Changed { before: id.clone(), after: id }),
        }
    }
    for (id, now) in new {
        let likeness = |(_, old): &(String, Json)| likeness(old, &now);
        let nearest = gone.iter().map(likeness).enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        let before = match nearest.filter(|(_, likeness)| *likeness >= RENAMED) {
            Some((place, _)) => gone.remove(place).0,
            None => id.clone(),
        };
        changed.push(Changed { before, after: id });
    }
    changed.extend(gone.into_iter().map(|(id, _)| Changed { before: id.clone(), after: id }));
    changed.sort_by(|a, b| a.after.cmp(&b.after));
    Ok(changed)
}

/// A template that has so many of the fields of one that is gone is that one with another name.
const RENAMED: f64 = 0.5;

/// The share of the fields that two templates have in common.
fn likeness(old: &Json, new: &Json) -> f64 {
    fn fields(template: &Json) -> Vec<String> {
        let pages = template["template"]["pages"].as_array().into_iter().flatten();
        let designs = std::iter::once(&template["template"]).chain(pages);
        designs
            .flat_map(|design| design["schemas"].as_array().into_iter().flatten())
            .map(Json::to_string)
            .collect()
    }
    let (old, mut rest) = (fields(old), fields(new));
    let most = old.len().max(rest.len());
    let mut common = 0;
    for field in old {
        if let Some(place) = rest.iter().position(|other| *other == field) {
            rest.swap_remove(place);
            common += 1;
        }
    }
    if most == 0 { 0.0 } else { f64::from(common) / most as f64 }
}

/// Files besides the template that differ. Those that only one version has come with what names them.
fn changed_files(
    before: &BTreeMap<String, String>,
    after: &BTreeMap<String, String>,
) -> Vec<FieldChange> {
    const DIGITS: usize = 12;
    let short = |hash: &String| hash.get(..DIGITS).unwrap_or(hash).to_owned();
    let both = before.iter().filter_map(|(name, old)| Some((name, old, after.get(name)?)));
    let changed = both.filter(|(_, old, new)| old != new);
    let change = |(name, old, new): (&String, &String, &String)| FieldChange {
        of: name.clone(),
        property: "sha256".to_owned(),
        before: Some(short(old).into()),
        after: Some(short(new).into()),
    };
    changed.map(change).collect()
}

/// Entries of a folder; none where it cannot be read.
fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

/// The last parts of paths.
fn names(paths: impl IntoIterator<Item = PathBuf>) -> BTreeSet<PathBuf> {
    paths.into_iter().filter_map(|path| path.file_name().map(PathBuf::from)).collect()
}

/// Returns `true` if a folder beside the templates is that of a tenant.
fn is_tenant(name: &str) -> bool {
    name != cases::FOLDER && Id::parse(name).is_ok()
}

impl Diff {
    /// The difference of two versions, and of the pages that they make of some data.
    ///
    /// # Errors
    /// Errors of reading templates.
    pub fn of(
        before: &Side,
        after: &Side,
        data: Option<(&Value, &Options<'_>, f64)>,
    ) -> Result<Self> {
        let mut fields = compare::of_templates(&before.json()?, &after.json()?);
        fields.extend(changed_files(&before.files()?, &after.files()?));
        let pages = data.map(|(data, options, dpi)| Pages::of(before, after, data, options, dpi));
        let names = [before.name.clone(), after.name.clone()];
        Ok(Self { names, fields, pages, of_documents: false })
    }

    /// The difference of two versions of which one cannot be read.
    pub fn unreadable(names: [String; 2], of: &str, problem: Problem) -> Self {
        let problems = vec![(of.to_owned(), problem.file(of))];
        let pages = Pages { changes: Vec::new(), pictures: Vec::new(), problems };
        Self { names, fields: Vec::new(), pages: Some(pages), of_documents: false }
    }

    /// Returns `true` if nothing differs.
    pub fn is_empty(&self) -> bool {
        let same = |pages: &Pages| {
            pages.changes.is_empty() && pages.pictures.is_empty() && pages.problems.is_empty()
        };
        self.fields.is_empty() && self.pages.as_ref().is_none_or(same)
    }
}

/// Pages that a version makes of data.
struct RenderedVersion {
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
                RenderedVersion { layout: Json::Null, images: Vec::new() }
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

fn render(side: &Side, data: &Value, options: &Options<'_>, dpi: f64) -> Result<RenderedVersion> {
    let Some(template) = &side.template else {
        return Ok(RenderedVersion { layout: json!({}), images: Vec::new() });
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
    Ok(RenderedVersion { layout, images })
}
