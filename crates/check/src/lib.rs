//! Checking: all errors of a template, and everything that is probably not as meant (spec 7.9).
//!
//! [`template`] checks a template alone: its shape, its expressions, its names, the values that
//! mean nothing, content off the page. [`DataChecker`] checks a template together with data: paths
//! that lead nowhere, texts that do not fit, characters without a glyph. Both give [`Problem`]s
//! with place and advice and do not stop at the first one; only the time of the budget ends them
//! early. A template that renders without a surprise gives none.
//!
//! [`portability`] lists the differences from the output of the reference implementation.
//!
//! A front end that must not let incomplete documents out keeps the [`DataChecker`] of a template
//! and asks it before it renders: [`DataChecker::admit`] refuses data whose findings a
//! [`Strictness`] denies, and gives the others as warnings.
//!
//! Invariant: `check` changes no document: the engine does not know it.

mod bindings;
mod codes;
mod contract;
mod contrast;
#[cfg(test)]
mod every_key;
mod fit;
mod geometry;
mod keys;
mod links;
mod names;
mod paths;
mod pictures;
mod portable;
mod strictness;
mod texts;

pub use contract::CASE_SENSITIVE;
pub use portable::portability;
pub use strictness::{LACKING, LACKING_IN_MAIL, Strictness};

use strictness::ACCESSIBLE;

use std::collections::HashSet;

use paths::Suspicions;
use reportctl_engine::budget::{Budget, Meter};
use reportctl_engine::expr::report::Misses;
use reportctl_engine::expr::{Dialect, SYNTAX, TextTemplate};
use reportctl_engine::layout::Layout;
use reportctl_engine::library::Library;
use reportctl_engine::locale::Translations;
use reportctl_engine::pdf::Workspace;
use reportctl_engine::problem::{Code, Problem, Result, Severity};
use reportctl_engine::render::{self, Document, Options, Prepared};
use reportctl_engine::template::source::Order;
use reportctl_engine::template::{Reading, Template};
use reportctl_engine::value::Value;

/// Every problem of a template with its bindings, in reading order: problems of the whole template,
/// then field by field, errors before warnings, then bindings without a field.
///
/// A template that is no object, or of another version, has that problem alone.
///
/// The files that it names are not looked at: they may come later than the template.
///
/// # Errors
/// `timeLimit` when the time of the budget is up; its other limits do not apply.
pub fn template(template: &Value, bindings: &Value, budget: Budget<'_>) -> Result<Vec<Problem>> {
    check(template, bindings, None, budget)
}

/// As [`template`], with the problems of the library files that it names.
///
/// # Errors
/// As for [`template`].
pub fn template_with(
    template: &Value,
    bindings: &Value,
    library: &Library,
    budget: Budget<'_>,
) -> Result<Vec<Problem>> {
    check(template, bindings, Some(library), budget)
}

fn check(
    template: &Value,
    bindings: &Value,
    library: Option<&Library>,
    budget: Budget<'_>,
) -> Result<Vec<Problem>> {
    let reading = match Template::read(template, bindings) {
        Ok(reading) => reading,
        Err(problems) => return Ok(problems),
    };
    let Reading { source, template, .. } = &reading;
    let meter = Meter::new(budget);
    let mut problems = reading.problems.clone();
    if problems.is_empty() {
        names::check_silent_sections(template, &mut problems);
        geometry::check(template, &mut problems);
        codes::check(template, source, &mut problems);
        problems
            .extend(library.into_iter().flat_map(|library| library.problems(&template.library)));
        links::check(template, &mut problems);
        pictures::check_letterheads(template, library, &meter, &mut problems)?;
    }
    problems.extend(template.warnings.iter().cloned());
    meter.look()?;
    names::check_duplicates(source, &mut problems);
    for design in &source.designs {
        keys::check_design(design, &source.dialect, &mut problems);
        names::check_sections(design, source, &mut problems);
    }
    texts::check_template(source, &meter, &mut problems)?;
    texts::check(&reading, &meter, &mut problems)?;
    let mut bindings = bindings::Checker::new(source);
    for field in source.fields() {
        meter.steps(STEPS_PER_FIELD)?;
        bindings.field(field, &mut problems);
        keys::check_field(field, source, &mut problems);
    }
    for binding in &source.bindings {
        meter.steps(STEPS_PER_FIELD)?;
        bindings.binding(binding, &mut problems);
        keys::check_binding(binding, &mut problems);
    }
    pictures::check(template, library, &meter, &mut problems)?;
    source.order().sort(&mut problems, weight);
    Ok(problems)
}

/// Steps of the budget for the keys of a field: the turns of a short loop that take about as long.
const STEPS_PER_FIELD: usize = 32;

/// Every problem that shows when this data is rendered with a template, besides those of
/// [`template`]. None where the template itself cannot be read.
///
/// `data` is rendered within the budget of `options`; what goes past it is a problem of its own.
pub fn with_data(
    template: &Value,
    bindings: &Value,
    data: &Value,
    options: &Options<'_>,
) -> Vec<Problem> {
    DataChecker::new(template, bindings)
        .map_or_else(|_| Vec::new(), |checker| checker.problems(data, options))
}

/// Removes problems that were found twice, with the template alone and with data: a function that
/// does not exist, an expression that cannot be read, a code that cannot hold its content, a picture
/// of the template that prints coarsely or has parts that are not drawn, and a letterhead of another
/// size than its page.
pub fn say_once(problems: &mut Vec<Problem>) {
    let mut known: HashSet<(Option<String>, String)> = HashSet::new();
    problems.retain(|problem| {
        let mut pointer = problem.pointer.as_deref();
        let about = match problem.code {
            Code::ImageLowResolution => problem.get("dpi").map(ToString::to_string),
            Code::SvgFeatureDropped | Code::BarcodeContent => {
                // Alone, the key that holds the content is named.
                pointer = pointer.map(without_key_of_content);
                let detail = problem.get("features").or(problem.get("reason"));
                detail.map(ToString::to_string)
            }
            Code::UnknownFunction => problem.get("detail").map(ToString::to_string),
            code if SYNTAX.contains(&code) => Some(problem.message.clone()),
            // Both sizes, without the page that only data gives.
            Code::BackgroundSize => Some(problem.message_without_page().to_owned()),
            _ => None,
        };
        about.is_none_or(|about| known.insert((pointer.map(str::to_owned), about)))
    });
}

/// The pointer of a field, from that of its content.
fn without_key_of_content(pointer: &str) -> &str {
    let ends = ["/content", "/picture", "/missing"];
    ends.into_iter().find_map(|end| pointer.strip_suffix(end)).unwrap_or(pointer)
}

/// The paths that one text, such as the subject of a message, takes and the data does not have.
///
/// # Errors
/// `timeLimit` from the budget.
pub fn missing_in_text(
    text: &TextTemplate,
    data: &Value,
    dialect: &Dialect,
    budget: Budget<'_>,
) -> Result<Vec<Problem>> {
    paths::check_text(text, data, dialect, budget)
}

/// A template that many data are checked with, and rendered.
pub struct DataChecker {
    prepared: Prepared,
    order: Order,
}

impl DataChecker {
    /// Reads a template that names no files.
    ///
    /// # Errors
    /// The first problem of the template, as [`reportctl_engine::prepare`] gives it.
    pub fn new(template: &Value, bindings: &Value) -> Result<Self> {
        Self::with_library(template, bindings, Library::default())
    }

    /// Reads a template with the files that it names.
    ///
    /// # Errors
    /// The first problem of the template, as [`reportctl_engine::prepare_with`] gives it.
    pub fn with_library(template: &Value, bindings: &Value, library: Library) -> Result<Self> {
        let reading = Template::read(template, bindings).map_err(render::first)?;
        let (source, template) = reading.accepted().map_err(render::first)?;
        Ok(Self { order: source.order(), prepared: Prepared::with_library(template, library)? })
    }

    /// Adds texts that several templates share (spec 20.8.3); those of the template itself win.
    #[must_use]
    pub fn with_texts(self, texts: &Translations) -> Self {
        Self { prepared: self.prepared.with_texts(texts), ..self }
    }

    /// Bytes of memory that it takes, roughly.
    pub fn memory(&self) -> usize {
        self.prepared.memory()
    }

    /// The template, ready to be rendered.
    pub fn prepared(&self) -> &Prepared {
        &self.prepared
    }

    /// Contract of the data, as JSON Schema (draft 2020-12): every path that the template takes,
    /// with its uses. A path is required if it is taken without a condition before it. `texts` are
    /// further texts that take from the data, such as the subject of a message, each with its name;
    /// paths that only they take are not required.
    pub fn contract(&self, title: &str, texts: &[(&str, &TextTemplate)]) -> serde_json::Value {
        let mut shape = contract::Shape::default();
        paths::needs(self.prepared.template(), &mut shape);
        for (name, text) in texts {
            paths::needs_of_text(text, name, &mut shape);
        }
        shape.schema(title)
    }

    /// Every problem that shows with this data; see [`with_data`].
    pub fn problems(&self, data: &Value, options: &Options<'_>) -> Vec<Problem> {
        let layout = self.prepared.layout(data, options);
        let misses = layout.as_ref().ok().map(|layout| &layout.misses);
        let mut problems = match self.lacking(data, misses, options.budget, Suspicions::Report) {
            Ok(problems) => problems,
            Err(problem) => return vec![problem],
        };
        self.add_seen(layout.as_ref(), options, &mut problems);
        if let Ok(layout) = &layout {
            problems.extend(self.einvoice(layout, options));
            problems.extend(self.accessibility(layout, options));
        }
        self.order.sort(&mut problems, weight);
        problems
    }

    /// Breaches of standards in a document, and for a tagged document also barriers to
    /// accessibility.
    fn accessibility(&self, layout: &Layout<'_>, options: &Options<'_>) -> Vec<Problem> {
        let mut problems = self.prepared.breaches(layout, options);
        if self.prepared.is_tagged(layout, options) {
            contrast::check(&self.prepared, layout, options, &mut problems);
        }
        problems
    }

    /// Problems of the e-invoice of a document.
    fn einvoice(&self, layout: &Layout<'_>, options: &Options<'_>) -> Vec<Problem> {
        match self.prepared.einvoice(layout, options) {
            Ok(file) => file.map(|file| file.warnings).unwrap_or_default(),
            Err(problems) => problems,
        }
    }

    /// Data that the template takes and the data does not have: warnings of code `missingPath`, in
    /// reading order. A value that is there is not missing, though it be `null` or empty; nor is
    /// one that only a condition asks for, or that stands in a branch or field which this data does
    /// not reach.
    ///
    /// The document is not laid out: with complete data the check costs one lookup per path, little
    /// against a render.
    ///
    /// # Errors
    /// `timeLimit` from the budget.
    pub fn missing(&self, data: &Value, budget: Budget<'_>) -> Result<Vec<Problem>> {
        let mut problems = self.lacking(data, None, budget, Suspicions::Omit)?;
        self.order.sort(&mut problems, weight);
        Ok(problems)
    }

    fn lacking(
        &self,
        data: &Value,
        misses: Option<&Misses>,
        budget: Budget<'_>,
        suspicions: Suspicions,
    ) -> Result<Vec<Problem>> {
        paths::check(self.prepared.template(), data, misses, budget, suspicions)
    }

    /// The findings that `strictness` lets pass, as warnings: the findings of
    /// [`DataChecker::missing`], and, if it denies codes that need the whole document, all others
    /// of `check`. It lays the document out, unless nothing is denied;
    /// [`DataChecker::admit_layout`] takes a page model that exists already.
    ///
    /// # Errors
    /// As for [`DataChecker::admit_layout`], and a requirement that the data does not meet.
    pub fn admit(
        &self,
        data: &Value,
        options: &Options<'_>,
        strictness: &Strictness,
    ) -> Result<Vec<Problem>> {
        if strictness.is_lenient() {
            return self.missing(data, options.budget);
        }
        let layout = self.prepared.layout(data, options);
        if let Err(problem) = &layout
            && problem.code == Code::RequirementFailed
        {
            return Err(problem.clone());
        }
        if let Ok(layout) = &layout {
            self.prepared.einvoice(layout, options).map_err(render::together)?;
        }
        self.admit_layout(data, layout.as_ref(), options, strictness)
    }

    /// As [`DataChecker::admit`], for a document that is laid out, or cannot be. The notes of the
    /// layout are among the warnings only if the whole document is checked: they come with the
    /// document.
    ///
    /// # Errors
    /// The first finding that is denied ([`Strictness::admit`]), and the limits of the budget. A
    /// failed layout is such a finding if the whole document is checked; otherwise the caller that
    /// makes the document reports it.
    pub fn admit_layout(
        &self,
        data: &Value,
        layout: Result<&Layout<'_>, &Problem>,
        options: &Options<'_>,
        strictness: &Strictness,
    ) -> Result<Vec<Problem>> {
        let misses = layout.ok().map(|layout| &layout.misses);
        let mut problems = self.lacking(data, misses, options.budget, Suspicions::Omit)?;
        if !strictness.needs_document() {
            let notes = layout.map_or(&[][..], |layout| &layout.notes);
            let denied = notes.iter().filter(|note| strictness.denies(note.code));
            problems.extend(denied.cloned());
            self.order.sort(&mut problems, weight);
            return strictness.admit(problems);
        }
        self.add_seen(layout, options, &mut problems);
        // Front ends say themselves what passes of these.
        let denied = |warning: &Problem| strictness.denies(warning.code);
        problems.extend(self.prepared.warnings().iter().filter(|w| denied(w)).cloned());
        // Pictures are read when they are drawn.
        if let Ok(layout) = layout
            && strictness.denies(Code::ImageDamaged)
        {
            let found = match self.prepared.try_draw(layout, options) {
                Ok(drawn) => drawn.into_iter().filter(denied).collect(),
                Err(problem) => vec![problem],
            };
            let key = |problem: &Problem| {
                let (pointer, message) = (problem.pointer.clone(), problem.message.clone());
                (problem.code.as_str(), pointer, message)
            };
            let mut known: HashSet<_> = problems.iter().map(key).collect();
            problems.extend(found.into_iter().filter(|problem| known.insert(key(problem))));
        }
        if let Ok(layout) = layout
            && ACCESSIBLE.iter().any(|code| strictness.denies(*code))
        {
            let found = self.accessibility(layout, options).into_iter();
            problems.extend(found.filter(|problem| problem.severity == Severity::Warning));
        }
        self.order.sort(&mut problems, weight);
        strictness.admit(problems)
    }

    /// A document, unless it lacks required data, and the findings that pass. It is laid out once,
    /// so the document that is checked is the one that is drawn.
    ///
    /// # Errors
    /// As for [`DataChecker::admit_layout`] and [`Prepared::generate`].
    pub fn generate(
        &self,
        data: &Value,
        options: &Options<'_>,
        strictness: &Strictness,
        workspace: &mut Workspace,
    ) -> Result<(Document, Vec<Problem>)> {
        let meter = Meter::new(options.budget);
        let layout = self.prepared.layout_within(data, options, &meter);
        let passed = self.admit_layout(data, layout.as_ref(), options, strictness)?;
        let document = self.prepared.draw_within(&layout?, options, &meter, workspace)?;
        Ok((document, passed))
    }

    /// Adds what a page model shows.
    fn add_seen(
        &self,
        layout: Result<&Layout<'_>, &Problem>,
        options: &Options<'_>,
        problems: &mut Vec<Problem>,
    ) {
        match layout {
            Ok(layout) => {
                problems.extend(layout.notes.iter().cloned());
                let fonts = self.prepared.fonts(options.fonts);
                let options = Options { fonts: &fonts, ..*options };
                fit::check(layout, self.prepared.pictures(), &options, problems);
            }
            Err(problem) => problems.push(problem.clone()),
        }
    }
}

/// The order of the problems of one field: errors; what reads oddly; what is not connected; rest.
fn weight(problem: &Problem) -> u8 {
    match (problem.severity, problem.code) {
        (Severity::Error, _) => 0,
        (
            _,
            Code::BraceNested
            | Code::BraceUnopened
            | Code::BraceUnclosed
            | Code::SuspiciousOperator
            | Code::UnknownFunction
            | Code::UnknownPattern
            | Code::UnusedArgument,
        ) => 1,
        (_, Code::MissingBinding) => 2,
        (_, Code::IncompleteFilter) => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests;
