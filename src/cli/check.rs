//! `reportctl check`: the problems of templates, with place and advice.

mod locate;
pub(super) mod repository;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::args::{CheckArgs, ErrorFormat};
use super::context::{Context, count, one_reader_of_input};
use super::diagnostic;
use super::exit::Exit;
use super::failure::Outcome;
use super::term::Verbosity;
use crate::budget::Budget;
use crate::check;
use crate::config::Config;
use crate::data::Format;
use crate::data::rows::Input;
use crate::documents::{DocumentOptions, Generator, LoadedTemplate, TemplateSource};
use crate::files;
use crate::font::Fonts;
use crate::problem::{Code, Problem, Result, Severity, quoted};
use crate::rows::check_rows;
use crate::suggest::did_you_mean;
use crate::threads;
use crate::value::Value;
use repository::Known;

/// The data that templates are checked with.
enum Data {
    /// One document.
    Whole { data: Value, source: PathBuf },
    /// A document per row, where a template does not show the list of them.
    Rows { input: Input, source: PathBuf },
}

impl Data {
    fn open(source: &Path, context: &Context<'_>) -> Result<Self> {
        match Format::of(source) {
            Some(format @ (Format::Csv | Format::Tsv | Format::Ndjson)) => Ok(Self::Rows {
                input: Input::open(source, Some(format), None, None)?,
                source: source.to_owned(),
            }),
            _ => Ok(Self::Whole { data: context.data(source)?, source: source.to_owned() }),
        }
    }

    /// As messages name it.
    fn name(&self) -> String {
        let (Self::Whole { source, .. } | Self::Rows { source, .. }) = self;
        files::display_name(source)
    }
}

/// Whether a template shows the data as a whole: a binding with an empty path, or with `$root`.
fn binds_whole(bindings: &Value) -> bool {
    let is_whole = |binding: &Value| {
        let path = binding.as_object().and_then(|binding| binding.get_folded("path"));
        path.is_some_and(
            |(_, path)| matches!(path, Value::Text(text) if matches!(&**text, "" | "$root")),
        )
    };
    bindings.as_array().is_some_and(|bindings| bindings.iter().any(is_whole))
}

/// What was found.
struct Report {
    templates: usize,
    problems: Vec<Problem>,
}

pub(super) fn run(args: &CheckArgs, context: &Context<'_>) -> Outcome {
    let _in_time = context.watch();
    for template in &args.templates {
        one_reader_of_input(template, args.data.as_deref())?;
    }
    let denied = denied(&args.deny)?;
    let data = args.data.as_deref().map(|source| Data::open(source, context)).transpose()?;
    let mut report = Report { templates: 0, problems: Vec::new() };
    if args.templates.is_empty() && data.is_none() && !args.portable {
        all(&mut report, context)?;
        return report.finish(&denied, args.format, context);
    }
    let templates = match args.templates.as_slice() {
        [] => stored(context, &mut report)?,
        named => named.to_vec(),
    };
    let fonts = if data.is_some() { context.fonts()? } else { Fonts::standard() };
    let generator = Generator::new(&context.config, fonts);
    for argument in &templates {
        report.templates += 1;
        match context.template(argument) {
            Ok(loaded) => {
                let found = findings(&loaded, data.as_ref(), &generator, args, context)?;
                report.problems.extend(found);
            }
            // A name that stands for nothing is a mistake of the call; a broken file is a finding.
            Err(problem) if matches!(problem.code, Code::TemplateNotFound | Code::InvalidId) => {
                return Err(problem.into());
            }
            Err(problem) => report.problems.push(problem),
        }
    }
    report.finish(&denied, args.format, context)
}

/// All stored templates, without data.
fn all(report: &mut Report, context: &Context<'_>) -> Outcome<()> {
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
        let problems = match TemplateSource::of_argument(config, id)?.read() {
            Ok(loaded) => {
                let found = loaded.findings(budget(config, &expired))?;
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

/// What checking one template may spend.
fn budget<'b>(config: &Config, expired: &'b (dyn Fn() -> bool + Sync)) -> Budget<'b> {
    Budget {
        max_pages: config.max_pages,
        max_output_bytes: config.max_output_bytes,
        expired: Some(expired),
        ..Budget::default()
    }
}

/// The codes whose warnings are failures.
fn denied(names: &[String]) -> Result<Vec<Code>> {
    let mut codes = Vec::new();
    for name in names.iter().flat_map(|names| names.split(',')).map(str::trim) {
        if name == "all" {
            return Ok(Code::ALL.to_vec());
        }
        let code = Code::ALL.iter().find(|code| code.as_str() == name);
        codes.push(*code.ok_or_else(|| unknown_code(name))?);
    }
    Ok(codes)
}

fn unknown_code(name: &str) -> Problem {
    let names = Code::ALL.iter().map(|code| code.as_str()).chain(["all"]);
    let advice = did_you_mean(name, names).unwrap_or_else(|| {
        "findings show their code: `warning[code]`; `all` means every".to_owned()
    });
    Problem::new(Code::Usage, format!("`--deny`: there is no code {}", quoted(name))).advice(advice)
}

/// The ids of all stored templates; files that are none become findings. Having looked at nothing
/// is no good news: it is an error.
fn stored(context: &Context<'_>, report: &mut Report) -> Result<Vec<String>> {
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
    data: Option<&Data>,
    generator: &Generator,
    args: &CheckArgs,
    context: &Context<'_>,
) -> Result<Vec<Problem>> {
    let document = &loaded.document;
    let expired = context.expiry();
    let budget = budget(&context.config, &expired);
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
            Data::Whole { data, .. } => problems.extend(check(data)),
            Data::Rows { source, .. } if binds_whole(&document.bindings) => {
                problems.extend(check(&context.data(source)?));
            }
            Data::Rows { input, .. } => {
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

impl Report {
    /// Says what was found; findings of denied codes are errors.
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
        let quiet = printer.verbosity == Verbosity::Quiet;
        for problem in &self.problems {
            if !quiet || problem.severity == Severity::Error {
                printer.raw(&diagnostic::finding(problem, printer.style));
            }
        }
        if !quiet {
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
    fn codes_are_named_exactly_and_typos_are_caught() {
        let given =
            |names: &[&str]| denied(&names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>());
        let expected = vec![Code::MissingPath, Code::OffPage, Code::TextTooWide];
        assert_eq!(given(&["missingPath,offPage", "textTooWide"]), Ok(expected));
        assert_eq!(given(&["all"]).map(|codes| codes.len()), Ok(Code::ALL.len()));
        let problem = given(&["misingPath"]).expect_err("a typo");
        assert_eq!(problem.code, Code::Usage);
        assert_eq!(problem.advice.as_deref(), Some("did you mean `missingPath`?"));
    }

    #[test]
    fn the_summary_counts() {
        let report = |problems| Report { templates: 2, problems };
        assert_eq!(report(Vec::new()).summary(), "no problems in 2 templates");
        let error = || Problem::new(Code::UnclosedCall, "m");
        let warning = || Problem::warning(Code::OffPage, "m");
        let both = report(vec![error(), error(), warning()]);
        assert_eq!(both.summary(), "2 errors, 1 warning in 2 templates");
    }
}
