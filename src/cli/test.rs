//! `reportctl test`: the documents of cases compared with what was accepted.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::context::{Context, count};
use super::document_args::NumbersArgs;
use super::exit::Exit;
use super::failure::Outcome;
use super::overwriting;
use super::term::Verbosity;
use crate::base::files;
use crate::base::printable::printable;
use crate::config::AboveZero;
use crate::review::cases::{self, Cache, CaseRunner, Verdict};
use crate::serve::codes;
use engine::problem::Problem;

/// Render the documents of all cases and show what changed since they were accepted
///
/// A case is a folder `templates/tests/TEMPLATE/CASE/` with data (`data.json`) and, if need be,
/// options and expectations (`case.yaml`). `--accept` keeps its page model, texts, and pictures of
/// its pages; from then on a change of any of them fails the case, and is described in words. What
/// has not changed since the last time is not rendered again. The exit code is 7 when a case
/// fails.
#[derive(Debug, Args)]
#[command(after_help = TEST_EXAMPLES)]
pub(crate) struct TestArgs {
    /// Templates (`invoice`), tenants, or cases (`invoice/reminder`) [default: all]
    #[arg(value_name = "CASE")]
    cases: Vec<String>,

    /// Accept the present documents as correct
    #[arg(long)]
    accept: bool,

    /// Write a page with what changed, before, after and overlaid
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,

    /// Write the outcomes as JUnit XML
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    junit: Option<PathBuf>,

    /// Print annotations of GitHub Actions
    #[arg(long)]
    github: bool,

    /// Print a summary as one JSON object
    #[arg(long, conflicts_with = "github")]
    json: bool,

    /// Render every case, even where its result is cached
    #[arg(long)]
    no_cache: bool,

    /// Cases run at a time [default: the number of processors]
    #[arg(short, long, value_name = "N", allow_negative_numbers = true)]
    jobs: Option<AboveZero<u16>>,

    #[command(flatten)]
    pub(crate) numbers: NumbersArgs,

    /// Font file, instead of Helvetica; repeated, the first that has a character draws it [env:
    /// REPORTCTL_FONTS]
    #[arg(long = "font", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) fonts: Vec<PathBuf>,
}

const TEST_EXAMPLES: &str = "\
Examples:
  reportctl test
  reportctl test invoice --html changes.html
  reportctl test invoice/reminder --accept
  reportctl test --junit results.xml --github";

pub(super) fn run(args: &TestArgs, context: &Context<'_>) -> Outcome {
    context.watch_documents();
    let store = context.store()?;
    let cases = cases::find(&store, &args.cases)?;
    if cases.is_empty() {
        let folder = context.config.templates.join(cases::FOLDER).join("invoice/first");
        let message =
            format!("there are no cases in `{}`", store.root().join(cases::FOLDER).display());
        return Err(Problem::new(codes::USAGE, message)
            .advice(format!(
                "put data into a folder such as `{}/data.json`, then run `reportctl test --accept`",
                folder.display()
            ))
            .into());
    }
    refuse_to_overwrite(args, &cases, context)?;
    let fonts = context.fonts()?;
    let settings = context.config.documents();
    let cache = (!args.no_cache).then(|| Cache::open(store.root(), &settings));
    let runner = CaseRunner {
        settings: &settings,
        fonts: &fonts,
        cache: cache.as_ref(),
        accept: args.accept,
        pictures: args.html.is_some(),
    };
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.map_or_else(processors, |jobs| jobs.get().into());
    let outcomes = runner.run(&cases, jobs);
    if let Some(cache) = cache {
        cache.save(&cases);
    }
    if let Some(path) = &args.junit {
        files::write_output(path, cases::junit(&outcomes).as_bytes())?;
        context.printer.note(format_args!("wrote {}", path.display()));
    }
    if let Some(path) = &args.html {
        let page =
            cases::html(&outcomes).map_err(|error| files::io_problem("write", path, &error))?;
        files::write_output(path, page.as_bytes())?;
        context.printer.note(format_args!("wrote {}", path.display()));
    }
    report(args, &outcomes, context)
}

/// Refuses reports that would take the place of each other or of an input.
fn refuse_to_overwrite(
    args: &TestArgs,
    cases: &[cases::Case],
    context: &Context<'_>,
) -> Result<(), Problem> {
    let mut inputs: Vec<PathBuf> = context.config.files().cloned().collect();
    for case in cases {
        inputs.extend(case.data());
        inputs.push(case.options());
        inputs.push(context.config.templates.join(format!("{}.json", case.template)));
    }
    let reports = [&args.junit, &args.html].into_iter().flatten();
    overwriting::refuse(inputs.iter().map(PathBuf::as_path), reports.map(PathBuf::as_path))
}

fn report(args: &TestArgs, outcomes: &[cases::CaseOutcome], context: &Context<'_>) -> Outcome {
    let printer = &context.printer;
    let failed: Vec<&cases::CaseOutcome> =
        outcomes.iter().filter(|outcome| !outcome.passed()).collect();
    let of = |wanted: fn(&Verdict) -> bool| {
        outcomes.iter().filter(|outcome| wanted(&outcome.verdict)).count()
    };
    let new = of(|verdict| matches!(verdict, Verdict::New));
    let cached = of(|verdict| matches!(verdict, Verdict::Passed { cached: true }));
    let accepted = of(|verdict| matches!(verdict, Verdict::Accepted));
    if args.json {
        let cases: Vec<_> = failed
            .iter()
            .map(|outcome| {
                serde_json::json!({ "case": outcome.case.id(), "problems": outcome.words() })
            })
            .collect();
        let summary = serde_json::json!({
            "cases": outcomes.len(),
            "passed": outcomes.len() - failed.len(),
            "failed": failed.len(),
            "unchanged": cached,
            "accepted": accepted,
            "failures": cases,
        });
        printer.data(format!("{summary}\n").as_bytes())?;
    } else if args.github {
        for outcome in &failed {
            printer.data(annotation(outcome).as_bytes())?;
        }
    }
    if !args.json {
        for outcome in &failed {
            printer.line(outcome.case.id());
            for words in outcome.words() {
                printer.line(format_args!("  {words}"));
            }
        }
        if printer.verbosity != Verbosity::Quiet {
            let mut summary = count(outcomes.len(), "case");
            match (accepted, failed.len()) {
                (0, 0) => summary.push_str(", as accepted"),
                (0, failed) => summary.push_str(&format!(", {failed} failed")),
                (accepted, 0) => summary.push_str(&format!(", {accepted} accepted")),
                (accepted, failed) => {
                    summary.push_str(&format!(", {accepted} accepted, {failed} failed"));
                }
            }
            if cached > 0 {
                summary.push_str(&format!(" ({cached} unchanged since the last time)"));
            }
            printer.line(summary);
            if new > 0 || !failed.is_empty() && !args.accept {
                printer.raw("to accept what is made now: `reportctl test --accept`\n");
            }
        }
    }
    Ok(if failed.is_empty() { Exit::Done } else { Exit::Findings })
}

/// An annotation of GitHub Actions: it shows at the folder of the case in a pull request.
fn annotation(outcome: &cases::CaseOutcome) -> String {
    let escaped = |text: &str| printable(text).replace('%', "%25");
    let property = |text: &str| escaped(text).replace(':', "%3A").replace(',', "%2C");
    let words: Vec<String> = outcome.words().iter().map(|words| escaped(words)).collect();
    let file = outcome.case.data().unwrap_or_else(|_| outcome.case.folder.clone());
    let file = files::display_name(Path::new(&file));
    format!(
        "::error file={},title={}::{}\n",
        property(&file),
        property(&outcome.case.id()),
        words.join("%0A")
    )
}
