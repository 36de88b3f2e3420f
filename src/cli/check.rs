//! `reportctl check`: the problems of templates, with place and advice.

mod locate;
pub(super) mod repository;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde_json::json;

use super::context::{Context, count, one_reader_of_input};
use super::diagnostic;
use super::document_args::NumbersArgs;
use super::exit::Exit;
use super::failure::Outcome;
use super::term::{ErrorFormat, Verbosity};
use super::{locale, strict};
use crate::base::files;
use crate::base::threads;
use crate::data::pipeline::check_rows;
use crate::data::rows::Input;
use crate::data::{self, Format, json};
use crate::documents::{DocumentOptions, Generator};
use crate::serve::codes;
use crate::templates::{LoadedTemplate, TemplateSource};
use engine::budget::Budget;
use engine::font::Fonts;
use engine::problem::{Code, Problem, Result, Severity};
use engine::value::Value;
use repository::Known;

/// Check templates without rendering them
///
/// Reports what is wrong or probably unintended, where, and how to fix it. With data it also looks
/// for paths that the data does not have and for texts that do not fit.
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArgs {
    /// Ids of stored templates, or template files [default: all stored templates]
    // Named apart from the global flag.
    #[arg(id = "template", value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
    pub(crate) templates: Vec<String>,

    /// Data: JSON, YAML, CSV or NDJSON; `-` for standard input
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) data: Option<PathBuf>,

    /// Locale of the documents, such as `de-DE`, instead of that of the template or the data
    #[arg(long, value_name = "TAG", value_parser = locale::parse)]
    pub(crate) locale: Option<String>,

    #[command(flatten)]
    pub(crate) numbers: NumbersArgs,

    /// Turn warnings of this code into failures, `all` for every code; may be repeated
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) deny: Vec<String>,

    /// Also report what json-pdf-designer itself would print differently
    #[arg(long)]
    pub(crate) portable: bool,

    /// Format of the findings
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: ErrorFormat,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  reportctl check
  reportctl check invoice --data order.json
  reportctl check templates/*.json --deny all --format json";

/// The data that templates are checked with.
enum CheckData {
    /// One document.
    Whole { data: Value, source: PathBuf },
    /// A document per row, where a template does not show the list of them.
    Rows { input: Input, source: CheckSource },
}

/// The source of rows, which a template that shows the list of them needs as a whole.
struct CheckSource {
    path: PathBuf,
    /// Its text where only a look at it says the format: standard input cannot be read twice.
    text: Option<String>,
}

impl CheckData {
    fn open(source: &Path, context: &Context<'_>) -> Result<Self> {
        let numbers = context.config.numbers.as_ref();
        let path = source.to_owned();
        Ok(match Format::of(source) {
            Some(format @ (Format::Csv | Format::Tsv | Format::Ndjson)) => Self::Rows {
                input: Input::open(source, Some(format), None, None)?.with_numbers(numbers),
                source: CheckSource { path, text: None },
            },
            Some(_) => Self::Whole { data: context.data(source)?, source: path },
            None => {
                let text = context.data_text(source)?;
                if json::looks_like_lines(&text) {
                    let input = Input::of_text(&text, source, Format::Ndjson)?;
                    Self::Rows { input, source: CheckSource { path, text: Some(text) } }
                } else {
                    let name = files::display_name(source);
                    let data = data::of_text(&text, None, &name, numbers, None)?;
                    Self::Whole { data, source: path }
                }
            }
        })
    }

    /// The name of the data in messages.
    fn name(&self) -> String {
        match self {
            Self::Whole { source, .. } => files::display_name(source),
            Self::Rows { source, .. } => files::display_name(&source.path),
        }
    }
}

impl CheckSource {
    /// All rows as one list.
    fn whole(&self, context: &Context<'_>) -> Result<Value> {
        let Some(text) = &self.text else { return context.data(&self.path) };
        data::of_text(text, Some(Format::Ndjson), &files::display_name(&self.path), None, None)
    }
}

/// Returns `true` if a template shows the data as a whole: a binding with an empty path, or with `$root`.
fn binds_whole(bindings: &Value) -> bool {
    let is_whole = |binding: &Value| {
        let path = binding.as_object().and_then(|binding| binding.get_folded("path"));
        path.is_some_and(
            |(_, path)| matches!(path, Value::Text(text) if matches!(&**text, "" | "$root")),
        )
    };
    bindings.as_array().is_some_and(|bindings| bindings.iter().any(is_whole))
}

/// The findings.
struct CheckReport {
    templates: usize,
    problems: Vec<Problem>,
}

pub(super) fn run(args: &CheckArgs, context: &Context<'_>) -> Outcome {
    let _in_time = context.watch();
    for template in &args.templates {
        one_reader_of_input(template, args.data.as_deref())?;
    }
    let denied = strict::codes("--deny", &args.deny)?;
    let data = args.data.as_deref().map(|source| CheckData::open(source, context)).transpose()?;
    let mut report = CheckReport { templates: 0, problems: Vec::new() };
    if args.templates.is_empty() && data.is_none() && !args.portable {
        all(&mut report, context)?;
        return report.finish(&denied, args.format, context);
    }
    let templates = match args.templates.as_slice() {
        [] => stored(context, &mut report)?,
        named => named.to_vec(),
    };
    let fonts = if data.is_some() { context.fonts()? } else { Fonts::standard() };
    let generator = Generator::new(context.config.documents(), fonts);
    for argument in &templates {
        report.templates += 1;
        match context.template(argument) {
            Ok(loaded) => {
                let found = findings(&loaded, data.as_ref(), &generator, args, context)?;
                report.problems.extend(found);
            }
            // A name that stands for nothing is a mistake of the call; a broken file is a finding.
            Err(problem)
                if matches!(problem.code, codes::TEMPLATE_NOT_FOUND | codes::INVALID_ID) =>
            {
                return Err(problem.into());
            }
            Err(problem) => report.problems.push(problem),
        }
    }
    report.finish(&denied, args.format, context)
}

/// All stored templates, without data.
fn all(report: &mut CheckReport, context: &Context<'_>) -> Outcome<()> {
    let config = &context.config;
    let known = Known::read(config);
    if let Some(count) = known.clean(config) {
        report.templates = count;
        return Ok(());
    }
    let templates = stored(context, report)?;
    let expired = context.expiry();
    let found = threads::map(&templates, threads::processors(), |id| {
        let hash = known.hash(config, id);
        if hash.as_ref().is_some_and(|hash| known.has(hash)) {
            return Ok::<_, Problem>((hash, Vec::new()));
        }
        let problems =
            match TemplateSource::of_argument(&config.templates, &config.named_fonts, id)?.read() {
                Ok(loaded) => {
                    let found = loaded.findings(config.limits().budget(&expired))?;
                    let found = found.into_iter().map(|problem| loaded.locate(problem)).collect();
                    locate::lines(&loaded.file, found)
                }
                // A broken file is a finding.
                Err(problem) => vec![problem],
            };
        Ok((hash, problems))
    });
    let mut clean = BTreeSet::new();
    report.templates += templates.len();
    for found in found {
        let (hash, problems) = found?;
        if problems.is_empty() {
            clean.extend(hash);
        }
        report.problems.extend(problems);
    }
    known.write(config, &clean, report.templates, report.problems.is_empty());
    Ok(())
}

/// The ids of all stored templates; files that are none become findings. Having looked at nothing
/// is no good news: it is an error.
fn stored(context: &Context<'_>, report: &mut CheckReport) -> Result<Vec<String>> {
    let store = context.store()?;
    let listing = store.list_all()?;
    if listing.templates.is_empty() && listing.problems.is_empty() {
        return Err(store.nothing_stored());
    }
    report.templates += listing.problems.len();
    report.problems.extend(listing.problems);
    Ok(listing.templates.iter().map(|entry| entry.id.to_string()).collect())
}

/// The problems of one template, alone and with data, each with its place in the file.
fn findings(
    loaded: &LoadedTemplate,
    data: Option<&CheckData>,
    generator: &Generator,
    args: &CheckArgs,
    context: &Context<'_>,
) -> Result<Vec<Problem>> {
    let document = &loaded.document;
    let expired = context.expiry();
    let budget = context.config.limits().budget(&expired);
    let mut problems = loaded.findings(budget)?;
    if args.portable {
        problems.extend(check::portability(&document.template, &document.bindings, budget)?);
    }
    // Data says nothing about a template that cannot be read.
    if let (Some(data), Ok(checker)) = (data, loaded.checker()) {
        let report_date = context.report_date(None)?;
        let document_options = DocumentOptions { report_date, locale: args.locale.as_deref() };
        let source = data.name();
        let check = |data: &Value| {
            let contract = loaded.contract.iter().flat_map(|contract| contract.check(data));
            let mut found: Vec<_> = contract.map(|problem| problem.file(&source)).collect();
            found.extend(generator.findings(
                loaded.tenant.as_ref(),
                &checker,
                data,
                document_options,
            ));
            found
        };
        match data {
            CheckData::Whole { data, .. } => problems.extend(check(data)),
            CheckData::Rows { source, .. } if binds_whole(&document.bindings) => {
                problems.extend(check(&source.whole(context)?));
            }
            CheckData::Rows { input, .. } => {
                let jobs = threads::processors();
                let missing = |data: &Value| checker.missing(data, Budget::default());
                problems.extend(check_rows(input, jobs, check, missing)?.into_problems());
            }
        }
    }
    check::say_once(&mut problems);
    let problems = problems.into_iter().map(|problem| loaded.locate(problem)).collect();
    Ok(locate::lines(&loaded.file, problems))
}

impl CheckReport {
    /// Prints the findings; those of denied codes are errors.
    fn finish(mut self, denied: &[Code], format: ErrorFormat, context: &Context<'_>) -> Outcome {
        for problem in &mut self.problems {
            if denied.contains(&problem.code) {
                problem.severity = Severity::Error;
            }
        }
        self.print(format, context)
    }

    fn count(&self, severity: Severity) -> usize {
        self.problems.iter().filter(|problem| problem.severity == severity).count()
    }

    fn print(&self, format: ErrorFormat, context: &Context<'_>) -> Outcome {
        let errors = self.count(Severity::Error);
        match format {
            ErrorFormat::Json => context.printer.data(self.json().as_bytes())?,
            ErrorFormat::Human => self.say(context),
        }
        Ok(if errors > 0 { Exit::Findings } else { Exit::Done })
    }

    fn json(&self) -> String {
        let report = json!({
            "templates": self.templates,
            "errors": self.count(Severity::Error),
            "warnings": self.count(Severity::Warning),
            "problems": self.problems.iter().map(diagnostic::finding_json).collect::<Vec<_>>(),
        });
        format!("{report}\n")
    }

    fn say(&self, context: &Context<'_>) {
        let printer = &context.printer;
        for problem in &self.problems {
            printer.raw(&diagnostic::finding(problem, printer.style));
        }
        if printer.verbosity != Verbosity::Quiet {
            printer.line(self.summary());
        }
    }

    fn summary(&self) -> String {
        let templates = count(self.templates, "template");
        match (self.count(Severity::Error), self.count(Severity::Warning)) {
            (0, 0) => format!("no problems in {templates}"),
            (0, warnings) => format!("{} in {templates}", count(warnings, "warning")),
            (errors, 0) => format!("{} in {templates}", count(errors, "error")),
            (errors, warnings) => {
                format!("{}, {} in {templates}", count(errors, "error"), count(warnings, "warning"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_counts() {
        let report = |problems| CheckReport { templates: 2, problems };
        assert_eq!(report(Vec::new()).summary(), "no problems in 2 templates");
        let error = || Problem::new(Code::UnclosedCall, "m");
        let warning = || Problem::warning(Code::OffPage, "m");
        let both = report(vec![error(), error(), warning()]);
        assert_eq!(both.summary(), "2 errors, 1 warning in 2 templates");
    }
}
