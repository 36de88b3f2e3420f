//! `reportctl batch`: a document for every row of a data file, into a folder, by mail, or both.

mod args;
mod mail;
mod max_errors;
#[cfg(feature = "receipts")]
mod receipts;
mod report;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::signals;
use crate::PROGRAM_VERSION;
use crate::cli::context::{Context, one_reader_of_input};
use crate::cli::failure::Outcome;
use crate::cli::overwriting;
use crate::data::rows::Input;
use crate::data::{Format, Numbers};
use crate::delivery::batch::{
    Batch, BatchIdentity, BatchOrigin, DocumentSize, Header, Made, MailedBatch, MailedBatchOptions,
    OutputFolder, Plan, PlanEntry, PlanWriter, Prescan, RepeatedRecipients, RowEnded, VERSION,
};
use crate::delivery::mail::MailLanguage;
use crate::documents::Generator;
use crate::serve::codes;
use crate::templates::CompiledTemplate;
#[cfg(feature = "receipts")]
use crate::templates::store::{self, Target};
use engine::expr::TextTemplate;
use engine::expr::date::Timestamp;
use engine::problem::{Problem, Result};
use engine::value::Value;

use args::InputFormat;

pub(super) use args::BatchArgs;
use report::BatchReport;

pub(super) fn run(args: &BatchArgs, context: &Context<'_>) -> Outcome {
    context.watch_documents();
    check_usage(args)?;
    let stop = signals::stop()?;
    let flag = stop.flag();
    let applied = args.apply.as_deref().map(Plan::read).transpose()?;
    let locale = args.document.report.locale.as_deref();
    if let Some(plan) = applied.as_ref().filter(|plan| locale != plan.header.locale.as_deref())
        && locale.is_some()
    {
        let planned = plan.header.locale.as_deref();
        let planned = planned.map_or_else(|| "no locale".to_owned(), |tag| format!("`{tag}`"));
        return Err(Problem::new(codes::USAGE, format!("the plan is for {planned}"))
            .advice("leave `--locale` out")
            .into());
    }
    let locale = applied.as_ref().and_then(|plan| plan.header.locale.as_deref()).or(locale);
    let generator = Arc::new(Generator::new(context.config.documents(), context.fonts()?));
    let (tenant, name) = generator.locate(&args.template)?;
    let compiled = generator.template(&tenant, &name)?;
    // Mailed documents leave unseen.
    let is_strict = args.has_recipients() || context.config.strict || compiled.is_strict;
    let strictness = args.strict.strictness(is_strict, &context.config.allow)?;
    let mailing = mail::mailing(args, &compiled, &strictness, context)?;
    let file_name = file_name(args, &compiled)?;
    let row_key =
        args.row_key.as_deref().map(|text| compile("--row-key", text, &compiled)).transpose()?;
    let format = args.input_format.map(Into::into);
    let input = Input::open(&args.data, format, args.path.as_deref(), args.encoding)?;
    let input = with_numbers(input, context.config.numbers.as_ref(), applied.as_ref())?;
    let identity = mailing
        .as_ref()
        .map(|mailing| {
            BatchIdentity::new(&BatchOrigin {
                mail: &context.config.mail,
                input: &input,
                path: args.path.as_deref(),
                template: (&name, &compiled),
                mailing,
                key: args.key.as_deref(),
                report_date: args.document.report.creation_date,
                locale,
                plan: applied.as_ref(),
            })
        })
        .transpose()?;
    let user = context.user();
    let settings = context.config.delivery();
    let (identity, mailed) = match identity {
        Some(identity) if args.plan.is_none() => {
            let options = MailedBatchOptions {
                settings: &settings,
                generator: &generator,
                tenant: &tenant,
                template: &name,
                user: &user,
                out_dir: args.out_dir.as_deref(),
                jobs: args.jobs.map(|jobs| jobs.get().into()),
            };
            (None, Some(MailedBatch::open(options, identity).map_err(mail::advised)?))
        }
        identity => (identity, None),
    };
    let begun = mailed.as_ref().and_then(MailedBatch::report_date);
    let planned = applied.as_ref().map(|plan| Timestamp::clamped(plan.header.creation_date));
    let report_date = match planned.or(begun) {
        Some(report_date) => report_date,
        None => context.report_date(args.document.report.creation_date)?,
    };
    let batch = Batch {
        generator: &generator,
        file_name,
        language: MailLanguage::of(compiled.prepared().template()),
        compiled,
        input: &input,
        mailing,
        row_key,
        report_date,
        locale,
        strictness,
        allow_empty: args.allow_empty,
        jobs: jobs(args),
        stop: &flag,
    };
    let mut report = BatchReport::new(args, context, &input, &flag);
    report.warn(batch.compiled.warnings());
    if let (Some(mailed), Some(mailing)) = (&mailed, &batch.mailing) {
        let run = mailed.run(&batch, mailing, applied.as_ref(), &stop, &mut report);
        let run = run
            .map_err(|problems| -> Vec<_> { problems.into_iter().map(mail::advised).collect() })?;
        report.mailed = run.summary;
        return report.finish(run.input);
    }
    let prescan = batch
        .prescan(|_| {})
        .map_err(|problems| -> Vec<_> { problems.into_iter().map(mail::advised).collect() })?;
    report.begin("making", prescan.rows(), "rows");
    report.detail_rows();
    let ended = match &args.plan {
        Some(target) => {
            report.warn(batch.shared_recipients(&prescan));
            let planner = Planner { batch: &batch, prescan: &prescan };
            planner.plan(target, identity.as_ref(), &mut report)?
        }
        None => write(&batch, &prescan, args, applied.as_ref(), &mut report)?,
    };
    report.finish(ended)
}

/// The input with numbers in the locale of the plan, where there is one.
///
/// # Errors
/// `usage` where another one is asked for.
fn with_numbers(input: Input, asked: Option<&Numbers>, applied: Option<&Plan>) -> Result<Input> {
    let input = input.with_numbers(asked);
    let Some(plan) = applied else { return Ok(input) };
    let planned = plan.header.numbers.as_deref();
    if input.numbers().is_some_and(|asked| Some(asked.tag()) != planned) {
        let planned = planned
            .map_or_else(|| "cells as texts".to_owned(), |tag| format!("numbers of `{tag}`"));
        return Err(Problem::new(codes::USAGE, format!("the plan is for {planned}"))
            .advice("leave `--numbers` out, or make a new plan"));
    }
    let unknown = |what: String| Problem::new(codes::PLAN_MISMATCH, format!("`numbers`: {what}"));
    let planned = planned.map(str::parse).transpose().map_err(unknown)?;
    Ok(input.with_numbers(planned.as_ref()))
}

/// Checks flags that depend on each other.
fn check_usage(args: &BatchArgs) -> Outcome<()> {
    one_reader_of_input(&args.template, Some(&args.data))?;
    let usage = |message: &str, advice: &'static str| {
        Err(Problem::new(codes::USAGE, message).advice(advice).into())
    };
    if args.template == "-" {
        return usage(
            "a batch needs its template in a file",
            "store it, or put it into a file; only the rows may come from standard input",
        );
    }
    if !args.has_recipients() && args.out_dir.is_none() && args.plan.is_none() {
        return usage(
            if args.no_mail {
                "nothing would be done with the documents"
            } else {
                "the documents of the batch go nowhere"
            },
            "write them to a folder with `--out-dir DIR`, or name the field with the address, as \
             in `--email-field email`",
        );
    }
    if let Some(plan) = &args.plan {
        if plan == Path::new("-") {
            return usage("a plan is written to a file", "name one, as in `--plan plan.ndjson`");
        }
        overwriting::refuse([Path::new(&args.data), Path::new(&args.template)], [plan.as_path()])?;
    }
    Ok(())
}

/// The names of files; none where only mail leaves.
fn file_name(args: &BatchArgs, compiled: &CompiledTemplate) -> Result<Option<TextTemplate>> {
    if args.out_dir.is_none() && args.has_recipients() {
        return Ok(None);
    }
    let asked = args.mail.filename.as_deref().or(compiled.mail.filename.as_deref());
    let text = asked.ok_or_else(|| {
        Problem::new(codes::USAGE, "the files of the batch have no names")
            .advice("give a text over the row, for example `--filename '{number}.pdf'`")
    })?;
    compile("--filename", text, compiled).map(Some)
}

/// Compiles a template text of a flag. Its results are not looked at, so all must be readable.
fn compile(flag: &str, text: &str, compiled: &CompiledTemplate) -> Result<TextTemplate> {
    let template = TextTemplate::compile_in(text, &compiled.prepared().template().dialect);
    if let Some(bad) = template.bad_tokens().next() {
        let problem = bad.error.to_problem();
        let message = format!("`{flag}`: {}", problem.message);
        return Err(Problem { code: codes::USAGE, message, ..problem }.detail("offset", bad.offset));
    }
    Ok(template)
}

fn jobs(args: &BatchArgs) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    args.jobs.map_or_else(processors, |jobs| jobs.get().into())
}

fn folder(args: &BatchArgs) -> Result<OutputFolder> {
    // `check_usage` saw to it that there is one where it is needed.
    OutputFolder::open(args.out_dir.as_deref().unwrap_or(Path::new(".")))
}

fn write(
    batch: &Batch<'_>,
    prescan: &Prescan,
    args: &BatchArgs,
    applied: Option<&Plan>,
    report: &mut BatchReport<'_>,
) -> Result<Result<()>> {
    if applied.is_some_and(|plan| plan.header.key.is_some()) {
        return Err(Problem::new(codes::PLAN_MISMATCH, "the plan mails its documents").advice(
            "leave out `--no-mail` and say who gets them, or make a plan with `--no-mail`",
        ));
    }
    let folder = folder(args)?;
    #[cfg(feature = "receipts")]
    let receipts = receipts::Receipts::open(args, &name_of(&args.template))?;
    let ended = batch.run(
        prescan,
        |read, made| {
            if let Some(plan) = applied {
                plan.check(read, &made, &batch.compiled.hash)?;
            }
            folder.write(&made.file, &made.document.bytes)?;
            #[cfg(feature = "receipts")]
            if let Some(receipts) = &receipts {
                receipts.write(batch, read, &made)?;
            }
            Ok((DocumentSize::of(&made.document), made.warnings))
        },
        |RowEnded { row, result }| match result {
            Ok((size, warnings)) => {
                report.find(&row, warnings);
                report.row(&row, Ok(size));
            }
            // The rows after it fail for the same reason, which the outcome gives once.
            Err(_) if folder.lost().is_some() => report.abort(),
            Err(problem) => report.row(&row, Err(problem)),
        },
    );
    if let Some(problem) = folder.lost() {
        report.abort();
        return Ok(Err(problem.clone().advice("the files written are whole; run it again")));
    }
    if let Some(plan) = applied {
        report.missing(plan.beyond(prescan.rows()));
    }
    Ok(ended)
}

/// The name of a template in receipts, for people: as `render` has it.
#[cfg(feature = "receipts")]
fn name_of(argument: &str) -> String {
    match store::resolve(argument) {
        Ok(Target::Stored(id)) => id.to_string(),
        _ => Path::new(argument).file_stem().unwrap_or_default().to_string_lossy().into_owned(),
    }
}

/// Makes everything, looks at it, and writes down what it was.
struct Planner<'a> {
    batch: &'a Batch<'a>,
    prescan: &'a Prescan,
}

impl Planner<'_> {
    /// There is a plan only when all rows were seen.
    fn plan(
        &self,
        target: &Path,
        identity: Option<&BatchIdentity>,
        report: &mut BatchReport<'_>,
    ) -> Outcome<Result<()>> {
        let Self { batch, prescan, .. } = self;
        if let Some(mailing) = &batch.mailing {
            mailing.policy.check_count(prescan.messages())?;
        }
        let header = Header {
            plan: VERSION,
            engine: PROGRAM_VERSION.to_owned(),
            template: report.args.template.clone(),
            template_hash: batch.compiled.hash.clone(),
            data_hash: batch.input.sha256()?,
            creation_date: batch.report_date.seconds(),
            locale: batch.locale.map(str::to_owned),
            numbers: batch.input.numbers().map(|numbers| numbers.tag().to_owned()),
            rows: prescan.rows(),
            key: identity.map(|identity| identity.key.clone()),
            mail_hash: identity.map(|identity| identity.mail_hash.clone()),
        };
        let mut writer = PlanWriter::new(target, &header)?;
        let mut written = Ok(());
        let mut recipients = RepeatedRecipients::new(prescan);
        let mut doubtful = 0;
        let ended = batch.run(
            prescan,
            |read, made| {
                let warnings = self.warnings(read.value, &made);
                let entry = PlanEntry::of(read, &made, &warnings);
                Ok((entry, warnings, DocumentSize::of(&made.document)))
            },
            |RowEnded { row, result }| {
                let (mut entry, result) = match result {
                    Ok((entry, warnings, size)) => {
                        report.find(&row, warnings);
                        (entry, Ok(size))
                    }
                    Err(problem) => {
                        (PlanEntry::failed(row.number, row.key.clone(), &problem), Err(problem))
                    }
                };
                entry.warnings.extend(recipients.warning(&entry));
                doubtful += u64::from(!entry.warnings.is_empty());
                if written.is_ok() {
                    written = writer.add(&entry);
                }
                report.row(&row, result);
            },
        );
        written?;
        if ended.is_ok() && !batch.stop.load(Ordering::Relaxed) {
            writer.finish()?;
            report.is_planned = true;
            report.doubtful = doubtful;
        }
        Ok(ended)
    }

    /// Warnings: what `check` finds with this row, and what the row lacks.
    fn warnings(&self, data: &Value, made: &Made) -> Vec<Problem> {
        let Batch { generator, compiled, .. } = self.batch;
        let (tenant, options) = (compiled.tenant.as_ref(), self.batch.document_options());
        let found = generator.findings(tenant, &compiled.checker, data, options).into_iter();
        let mut found: Vec<Problem> = found.map(|problem| compiled.locate(problem)).collect();
        let is_new =
            |warning: &&Problem| found.iter().all(|known| known.message != warning.message);
        let lacking: Vec<Problem> = made.warnings.iter().filter(is_new).cloned().collect();
        found.extend(lacking);
        found
    }
}

impl From<InputFormat> for Format {
    fn from(format: InputFormat) -> Self {
        match format {
            InputFormat::Ndjson => Self::Ndjson,
            InputFormat::Csv => Self::Csv,
            InputFormat::Tsv => Self::Tsv,
            InputFormat::Json => Self::Json,
            InputFormat::Yaml => Self::Yaml,
        }
    }
}
