//! `reportctl send`: one document by mail, to one or a few recipients.
//!
//! Everything is checked and made before anything is recorded; what is recorded is the rows of a
//! batch of its own, which the worker's machinery delivers at once.

mod report;

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueHint};
use parking_lot::Mutex;
use uuid::Uuid;

use super::mail_options;
use super::mail_options::MailArgs;
use super::signals;
use crate::base::clock;
use crate::base::hash::sha256;
use crate::cli::context::Context;
use crate::cli::document_args::ReportArgs;
use crate::cli::failure::Outcome;
use crate::cli::strict;
use crate::cli::strict::StrictArgs;
use crate::config;
use crate::delivery::archive::Archive;
use crate::delivery::mail::{
    self, Composer, MailOptions, Mailbox, Message, Parts, Policy, Transport, transport,
};
use crate::delivery::queue::{self, BatchRecord, Filter, NewRequest, Queue, Status};
use crate::delivery::worker::{MessageBuilder, Observer, Retry, Settings, Settled, Worker};
use crate::documents::{DocumentOptions, Generator};
use crate::serve::codes;
use crate::templates::TemplateName;
use engine::expr::date::Timestamp;
use engine::pdf::Workspace;
use engine::problem::{Problem, Result};
use engine::render::Document;
use report::Sent;

/// Render a template with data and mail the PDF
///
/// Everything is checked before anything is sent: addresses, template, data and settings. A
/// document or message that lacks data is refused, unless `--allow missingPath` is given. Until a
/// mail server is set, messages go to a folder of `.eml` files and nothing leaves the machine.
/// Subject, texts and file name are texts with expressions over the data. They come from the flags, else
/// from the `mail` object of the template, else from the settings.
#[derive(Debug, Args)]
#[command(after_help = SEND_EXAMPLES)]
pub(crate) struct SendArgs {
    /// Id of a stored template (`invoice`, `acme/invoice`), or a template file
    #[arg(value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
    pub(crate) template: String,

    /// Data: JSON, YAML, CSV or NDJSON; `-` for standard input
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) data: PathBuf,

    /// Recipient, with a name or without: `ana@example.org`; may be repeated
    #[arg(long, value_name = "ADDRESS", required = true)]
    pub(crate) to: Vec<String>,

    #[command(flatten)]
    pub(crate) mail: MailArgs,

    #[command(flatten)]
    pub(crate) report: ReportArgs,

    /// Font file, instead of Helvetica; repeated, the first that has a character draws it [env:
    /// REPORTCTL_FONTS]
    // Workers render with the fonts of their settings.
    #[arg(long = "font", value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "queue")]
    pub(crate) fonts: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) strict: StrictArgs,

    /// Render everything and print what would be sent, but send and record nothing
    #[arg(long, conflicts_with = "queue")]
    pub(crate) dry_run: bool,

    /// Leave it to a worker instead of sending it now
    #[arg(long)]
    pub(crate) queue: bool,

    /// Print what happened as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl SendArgs {
    /// Settings from the flags.
    pub(crate) fn settings(&self) -> config::Settings {
        config::Settings {
            fonts: (!self.fonts.is_empty()).then(|| self.fonts.clone().into()),
            ..self.report.numbers.settings()
        }
    }
}

const SEND_EXAMPLES: &str = "\
Examples:
  reportctl send invoice --data order.json --to ana@example.org
  reportctl send invoice --data order.json --to ana@example.org --bcc archive@example.org \\
    --subject 'Invoice {number}' --filename 'invoice-{number}.pdf'
  reportctl send invoice --data order.json --to ana@example.org --dry-run";

pub(super) fn run(args: &SendArgs, context: &Context<'_>) -> Outcome {
    context.watch_documents();
    let plan = SendPlan::new(args, context)?;
    if args.dry_run {
        return report::dry_run(args, &plan, context);
    }
    let queue = queue::open(&context.config.database())?;
    let key = format!("send-{}", plan.rows[0].id);
    let batch = (!args.queue).then_some(&key);
    let version = queue.is_shared().then_some(&plan.version);
    let requests: Vec<NewRequest> =
        plan.rows.iter().map(|row| plan.request(row, batch, version)).collect();
    if !args.queue {
        queue.begin_batch(&BatchRecord {
            tenant: plan.tenant.clone(),
            key: key.clone(),
            template: plan.name.to_string(),
            created_at: clock::millis(),
            ..BatchRecord::default()
        })?;
    }
    queue.enqueue(&requests)?;
    if args.queue {
        return report::queued(args, &plan, context);
    }
    let sent = deliver(&plan, &queue, &key, context)?;
    report::print(args, &plan, &sent, context)
}

/// Messages to be sent: checked, made, and not recorded yet.
struct SendPlan {
    tenant: String,
    name: TemplateName,
    /// The version of the template.
    version: String,
    generator: Arc<Generator>,
    transport: Arc<dyn Transport>,
    data: String,
    document: Document,
    sha256: String,
    report_date: Timestamp,
    locale: Option<String>,
    user: String,
    rows: Vec<SentRow>,
}

/// One envelope recipient.
struct SentRow {
    id: Uuid,
    recipient: String,
    options: MailOptions,
    message: Message,
}

impl SendPlan {
    /// Checks everything, in the order in which a person wants to hear about it, and makes the
    /// document and the messages.
    fn new(args: &SendArgs, context: &Context<'_>) -> Outcome<Self> {
        if args.template == "-" {
            return Err(Problem::new(codes::USAGE, "the template cannot come from standard input")
                .advice("name a stored template or a file")
                .into());
        }
        let config = &context.config;
        let to = args.to.iter().map(|text| Mailbox::parse(text)).collect::<Result<Vec<_>>>()?;
        let strictness = args.strict.strictness(true, &config.allow)?;
        let options = mail_options::from_flags(&args.mail, &strictness, &config.mail)?;
        let policy = Policy::new(&config.mail.recipients)?;
        let transport: Arc<dyn Transport> = Arc::from(transport::open(&config.mail)?);
        let report_date = context.report_date(args.report.creation_date)?;
        let document_options =
            DocumentOptions { report_date, locale: args.report.locale.as_deref() };
        let generator = Arc::new(Generator::new(config.documents(), context.fonts()?));
        let (tenant, name) = generator.locate(&args.template)?;
        let compiled = generator.template(&tenant, &name)?;
        let data = context.data(&args.data)?;
        context.printer.warn(&compiled.warnings());
        let now = clock::now();
        let copies =
            Composer::of_template(&options, &compiled, &config.mail)?.copies(&data, now)?;
        let addressed = mail::address(to, copies);
        addressed.iter().try_for_each(|addressed| policy.check(&addressed.recipient))?;
        policy.check_count(addressed.len() as u64)?;
        let mut warnings = compiled.admit(&data).map_err(strict::refused)?;
        let workspace = &mut Workspace::default();
        let document = generator
            .generate(&compiled, &data, document_options, &strictness, workspace)
            .map_err(strict::refused)?;
        let composer = Composer::of_template(&options, &compiled, &config.mail)?;
        let texts = composer.missing(&data, now, document_options.locale)?;
        warnings.extend(strictness.admit(texts).map_err(strict::refused)?);
        context.printer.warn(&warnings);
        context.printer.warn(&document.warnings);
        let archive = Archive::open(&config.archive)?;
        let links = archive.as_ref().and_then(|archive| archive.links());
        let mut rows = Vec::with_capacity(addressed.len());
        let first = Uuid::now_v7();
        for addressed in addressed {
            let id = if rows.is_empty() { first } else { Uuid::now_v7() };
            let options = addressed.mail_options(&options, first);
            let recipient = addressed.recipient;
            let link = links.map(|links| links.issue(id, now.seconds()).url);
            let parts = Parts {
                id,
                recipient: &recipient,
                sent_at: now,
                locale: document_options.locale,
                filename: None,
                pdf: &document.bytes,
                link: link.as_deref(),
                einvoice: document.einvoice.as_ref(),
            };
            let composer = Composer::of_template(&options, &compiled, &config.mail)?;
            let message = composer.compose(&data, parts)?;
            rows.push(SentRow { id, recipient, options, message });
        }
        let sha256 = sha256(&document.bytes);
        let data = data.to_json().to_string();
        let user = context.user();
        let plan = Self {
            tenant,
            name,
            version: compiled.version.clone(),
            generator,
            transport,
            data,
            document,
            sha256,
            report_date,
            locale: args.report.locale.clone(),
            user,
            rows,
        };
        Ok(plan)
    }

    /// The document is not pinned: when it fails, `reportctl queue retry` sends it with the corrected
    /// template. Neither is the template, unless other machines may have another.
    fn request(
        &self,
        row: &SentRow,
        batch: Option<&String>,
        version: Option<&String>,
    ) -> NewRequest {
        let data = self.data.as_str();
        NewRequest {
            tenant: self.tenant.clone(),
            mail: Some(row.options.clone()),
            batch: batch.cloned(),
            template_version: version.cloned(),
            report_date: self.report_date,
            locale: self.locale.clone(),
            requested_by: self.user.clone(),
            ..NewRequest::new(row.id, self.name.to_string(), data, row.recipient.as_str())
        }
    }
}

/// Delivers the rows at once, and leaves none of them for later.
fn deliver(
    plan: &SendPlan,
    queue: &Arc<dyn Queue>,
    key: &str,
    context: &Context<'_>,
) -> Result<Vec<Sent>> {
    let config = &context.config;
    let settings = Settings {
        jobs: 1,
        connections: 1,
        gives_up: true,
        retry: Retry { attempts: 1, ..Retry::default() },
        keep_data: None,
        keep_log: None,
        ..Settings::new(&config.delivery())
    };
    let builder = MessageBuilder::new(Arc::clone(&plan.generator), config.mail.clone())?;
    let builder = Arc::new(builder.with_archive(Archive::open(&config.archive)?));
    let worker = Worker::new(Arc::clone(queue), builder, Arc::clone(&plan.transport), settings);
    let receipts = DeliveryReceipts::default();
    let drained = worker.drain(Some((&plan.tenant, key)), &signals::stop()?, &receipts);
    // Interrupted, or another worker put it off: it must not go out later by surprise.
    let ids = plan.rows.iter().map(|row| row.id).collect();
    let filter = Filter { ids, status: Some(Status::Pending), ..Filter::default() };
    let canceled = queue.cancel(&filter);
    drained?;
    canceled?;
    let details = receipts.0.into_inner();
    plan.rows
        .iter()
        .map(|row| {
            let detail = details.iter().find(|(id, _)| *id == row.id);
            let request = queue.get(&plan.tenant, row.id)?;
            Ok(Sent { request, detail: detail.map(|(_, detail)| detail.clone()) })
        })
        .collect()
}

/// The transport's answer to each delivery.
#[derive(Default)]
struct DeliveryReceipts(Mutex<Vec<(Uuid, String)>>);

impl Observer for DeliveryReceipts {
    fn settled(&self, row: &Settled<'_>) {
        if let Some(detail) = row.log.and_then(|log| log.detail.clone()) {
            self.0.lock().push((row.request.id, detail));
        }
    }
}
