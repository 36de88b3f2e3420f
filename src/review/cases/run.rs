//! Making the documents of cases and comparing them with what was accepted, on all cores.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::time::Instant;

use reportctl_raster::{Difference, Image, Rasteriser};

use super::CaseOutcome;
use super::accepted::AcceptedDocument;
use super::cache::Cache;
use super::expectations::CaseOptions;
use super::folder::Case;
use super::made::{MadeDocument, drawing_hash};
use crate::base::hash::sha256;
use crate::base::threads;
use crate::data;
use crate::documents::{Machine, Settings};
use crate::review::compare::{self, Change};
use crate::templates::contract;
use crate::templates::store::{Id, Store, picture_states};
use crate::templates::{LoadedTemplate, TemplateSource};
use check::DataChecker;
use engine::font::Fonts;
use engine::layout::Layout;
use engine::problem::{Problem, Result};
use engine::render;
use engine::value::Value;

/// Largest data of a case, in bytes.
const MAX_DATA_BYTES: u64 = 256 << 20;

/// The findings.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// Equal to the accepted document; `cached` if no input has changed since it passed.
    Passed { cached: bool },
    /// Its document was accepted just now.
    Accepted,
    /// Nothing was accepted yet.
    New,
    /// Something changed, or an expectation is not met.
    Changed {
        changes: Vec<Change>,
        /// Expectations that are not met.
        broken: Vec<String>,
        /// Pages that look otherwise.
        pictures: Vec<ComparedPictures>,
    },
    /// The document cannot be made, or the case is damaged.
    Failed(Box<Problem>),
}

/// A page before and after.
#[derive(Debug)]
pub(crate) struct ComparedPictures {
    /// Its number.
    pub page: usize,
    /// As it was accepted, where a picture was kept.
    pub before: Option<Image>,
    /// As it is now; none where there is no such page any more.
    pub after: Option<Image>,
}

/// Runs cases.
pub(crate) struct CaseRunner<'r> {
    pub settings: &'r Settings,
    /// The fonts of all documents.
    pub fonts: &'r Fonts,
    /// Results that passed before.
    pub cache: Option<&'r Cache>,
    /// `true` if what is made is accepted.
    pub accept: bool,
    /// `true` if pictures of pages that changed are wanted.
    pub pictures: bool,
}

/// A template, read when the first of its cases needs it.
#[derive(Default)]
struct SharedTemplates {
    hash: OnceLock<Option<String>>,
    compiled: OnceLock<Result<CompiledCase>>,
}

struct CompiledCase {
    loaded: LoadedTemplate,
    checker: DataChecker,
}

impl CaseRunner<'_> {
    /// Runs cases on so many threads; the outcomes in the order of the cases.
    pub(crate) fn run(&self, cases: &[Case], jobs: usize) -> Vec<CaseOutcome> {
        let mut templates: HashMap<&str, SharedTemplates> = HashMap::new();
        for case in cases {
            templates.entry(&case.template).or_default();
        }
        threads::map(cases, jobs, |case| {
            let began = Instant::now();
            let unshared = SharedTemplates::default();
            let shared = templates.get(case.template.as_str()).unwrap_or(&unshared);
            let verdict = self.case(case, shared);
            let verdict = verdict.unwrap_or_else(|problem| Verdict::Failed(Box::new(problem)));
            CaseOutcome { case: case.clone(), verdict, seconds: began.elapsed().as_secs_f64() }
        })
    }

    fn case(&self, case: &Case, shared: &SharedTemplates) -> Result<Verdict> {
        let key = self.cache.and_then(|cache| {
            let template = shared.hash.get_or_init(|| self.template_hash(&case.template));
            cache.key(case, template.as_deref()?)
        });
        if let (Some(cache), Some(key), false) = (self.cache, &key, self.accept)
            && cache.has_passed(case, key)
        {
            cache.pass(case, key.clone());
            return Ok(Verdict::Passed { cached: true });
        }
        let limits = self.settings.limits;
        // Compiling the template counts too.
        let expired = limits.expiry();
        let compiled = shared.compiled.get_or_init(|| self.compile(&case.template));
        let compiled = compiled.as_ref().map_err(Clone::clone)?;
        let options = CaseOptions::read(case)?;
        let data = data::read(&case.data()?, MAX_DATA_BYTES, self.settings.numbers.as_ref())?;
        compiled.loaded.admit(&data)?;
        let host = Machine::new(self.settings.secrets.clone()).of(compiled.loaded.tenant.as_ref());
        let render = render::Options {
            fonts: self.fonts,
            budget: limits.budget(&expired),
            report_date: options.report_date()?,
            title: options.title.as_deref().unwrap_or(&compiled.loaded.document.name),
            author: &self.settings.author,
            host: &host,
            locale: options.locale.as_deref(),
            standards: self.settings.standards,
            ..render::Options::new(self.fonts)
        };
        let document = CaseDocument { compiled, data: &data, render: &render };
        let verdict = self.verdict(case, &document, &options);
        let verdict = verdict.map_err(|problem| compiled.loaded.locate(problem))?;
        if let (Some(cache), Verdict::Passed { .. }, Some(key)) = (self.cache, &verdict, key) {
            cache.pass(case, key);
        }
        Ok(verdict)
    }

    fn verdict(
        &self,
        case: &Case,
        document: &CaseDocument<'_>,
        options: &CaseOptions,
    ) -> Result<Verdict> {
        let prepared = document.compiled.checker.prepared();
        let layout = prepared.layout(document.data, document.render)?;
        let made = document.made(&layout, options)?;
        if self.accept {
            AcceptedDocument::write(case, &made, options, |rasteriser| {
                document.pictures(&layout, rasteriser, |_| true)
            })?;
        }
        let broken = options.expect.broken(&made, || document.compiled.checker.contract("", &[]));
        if self.accept && broken.is_empty() {
            return Ok(Verdict::Accepted);
        }
        let Some(accepted) = AcceptedDocument::read(case)? else {
            // A case that only expects something needs nothing accepted.
            return Ok(if broken.is_empty() {
                Verdict::New
            } else {
                Verdict::Changed { changes: Vec::new(), broken, pictures: Vec::new() }
            });
        };
        let mut changes = if accepted.layout == made.layout {
            Vec::new()
        } else {
            compare::of_layouts(&accepted.layout, &made.layout)
        };
        let most = accepted.drawings.len().max(made.drawings.len());
        let differ = |page: &usize| accepted.drawings.get(page - 1) != made.drawings.get(page - 1);
        let pages: Vec<usize> = (1..=most).filter(differ).collect();
        let mut pictures = Vec::new();
        if !pages.is_empty() && (self.pictures || changes.is_empty()) {
            let dpi = options.pictures.dpi;
            let wanted = |page| pages.contains(&page);
            let drawn = document.pictures(&layout, Rasteriser::new(dpi), wanted)?;
            let mut drawn = drawn.into_iter();
            for page in &pages {
                let after = if *page <= made.pages() { drawn.next() } else { None };
                let before = accepted.picture(*page);
                pictures.push(ComparedPictures { page: *page, before, after });
            }
            if changes.is_empty() {
                pictures.retain(|pictures| differs(pictures, options));
                changes.extend(pictures.iter().map(|pictures| looks(pictures, dpi)));
            }
        }
        if changes.is_empty() && broken.is_empty() {
            return Ok(Verdict::Passed { cached: false });
        }
        if !self.pictures {
            pictures.clear();
        }
        Ok(Verdict::Changed { changes, broken, pictures })
    }

    fn source(&self, template: &str) -> Result<TemplateSource> {
        TemplateSource::of_argument(&self.settings.templates, &self.settings.named_fonts, template)
    }

    fn compile(&self, template: &str) -> Result<CompiledCase> {
        let loaded = self.source(template)?.read()?;
        let checker = loaded.checker().map_err(|problems| {
            let first = problems.into_iter().next();
            first.unwrap_or_else(|| {
                Problem::new(engine::Code::InvalidTemplate, "the template cannot be read")
            })
        })?;
        Ok(CompiledCase { loaded, checker })
    }

    /// Fingerprint of the files of a template. Its pictures are known by their size and time.
    fn template_hash(&self, template: &str) -> Option<String> {
        let path = self.settings.templates.join(format!("{template}.json"));
        let mut all = std::fs::read(&path).ok()?;
        let pictures = picture_states(&path, &all);
        all.extend(pictures.bytes());
        if let Some(schema) = contract::beside(&path) {
            all.extend(std::fs::read(schema).unwrap_or_default());
        }
        all.extend(format!("{:?}", self.settings.named_fonts).bytes());
        let names_files = all.windows(5).any(|five| five == b"\"lib:");
        if names_files || !self.settings.named_fonts.is_empty() {
            let tenant = template.split_once('/').and_then(|(tenant, _)| Id::parse(tenant).ok());
            let store = Store::open(&self.settings.templates, None).ok()?;
            let library = store.library(tenant.as_ref());
            for file in library.list().ok()? {
                let about = library.path().join(&file.name).metadata().ok()?;
                let modified = about.modified().ok();
                all.extend(format!("{} {} {modified:?}", file.name, file.bytes).bytes());
            }
        }
        let source = self.source(template).ok()?;
        for (language, path) in source.texts().ok()? {
            all.extend_from_slice(language.as_bytes());
            all.extend(std::fs::read(path).ok()?);
        }
        Some(sha256(&all))
    }
}

/// A document that is to be made.
struct CaseDocument<'d> {
    compiled: &'d CompiledCase,
    data: &'d Value,
    render: &'d render::Options<'d>,
}

impl CaseDocument<'_> {
    fn made(&self, layout: &Layout<'_>, options: &CaseOptions) -> Result<MadeDocument> {
        let mut drawings = Vec::with_capacity(layout.pages.len());
        let keep = |_, svg: String| {
            drawings.push(drawing_hash(&svg));
            Ok(())
        };
        let prepared = self.compiled.checker.prepared();
        prepared.try_einvoice(layout, self.render)?;
        let mut notes = prepared.svg(layout, self.render, |_| true, keep)?;
        if options.expect.needs_findings() {
            notes = self.compiled.checker.problems(self.data, self.render);
        }
        let model = serde_json::to_value(layout).map_err(|error| {
            Problem::new(engine::Code::Internal, format!("cannot write the page model: {error}"))
        })?;
        Ok(MadeDocument { layout: model, drawings, notes })
    }

    fn pictures(
        &self,
        layout: &Layout<'_>,
        mut rasteriser: Rasteriser,
        wanted: impl Fn(usize) -> bool,
    ) -> Result<Vec<Image>> {
        let mut images = Vec::new();
        let prepared = self.compiled.checker.prepared();
        prepared.painted(layout, self.render, wanted, |_, painter, _| {
            images.push(rasteriser.page(painter)?);
            Ok(())
        })?;
        Ok(images)
    }
}

/// Returns `true` if a page looks otherwise by more than the case tolerates. Without a picture of what was
/// accepted, the drawing decides.
fn differs(pictures: &ComparedPictures, options: &CaseOptions) -> bool {
    let (Some(before), Some(after)) = (&pictures.before, &pictures.after) else { return true };
    let most = if options.pictures.tolerance > 0.0 { reportctl_raster::SEEN } else { 0 };
    Difference::of(before, after, most).share * 100.0 > options.pictures.tolerance
}

/// A page that looks otherwise although everything stands where it stood.
fn looks(ComparedPictures { page, before, after }: &ComparedPictures, dpi: f64) -> Change {
    let mut words = "the page looks otherwise: colours, fonts, lines or pictures".to_owned();
    if let (Some(before), Some(after)) = (before, after) {
        let difference = Difference::of(before, after, 0);
        if let Some([left, top, right, bottom]) = difference.area {
            let mm = |pixels: usize| pixels as f64 * 25.4 / dpi;
            words.push_str(&format!(
                ", in {:.2} % of it, from {:.0} to {:.0} mm across and {:.0} to {:.0} mm down",
                difference.share * 100.0,
                mm(left),
                mm(right),
                mm(top),
                mm(bottom)
            ));
        }
    }
    Change { page: Some(*page), field: None, words }
}
