//! `reportctl send`: one document by mail, to one or a few recipients.
//!
//! Everything is checked and made before anything is recorded; what is recorded is the rows of a
//! batch of its own, which the worker's machinery delivers at once.

mod report;

use std::sync::Arc;

use parking_lot::Mutex;
use uuid::Uuid;

use super::mail_options;
use super::signals;
use crate::cli::args::SendArgs;
use crate::cli::context::Context;
use crate::cli::failure::Outcome;
use crate::cli::strict;
use crate::clock;
use crate::documents::{DocumentOptions, Generator, TemplateName};
use crate::expr::date::Timestamp;
use crate::mail::{
    self, Composer, MailOptions, Mailbox, Message, Parts, Policy, Transport, transport,
};
use crate::pdf::Workspace;
use crate::problem::{Code, Problem, Result};
use crate::queue::{self, Batch, Filter, NewRequest, Queue, Status};
use crate::render::Document;
use crate::util::hash::sha256;
use crate::worker::{MessageBuilder, Observer, Retry, Settings, Settled, Worker};
use report::Sent;

pub(super) fn run(args: &SendArgs, context: &Context<'_>) -> Outcome {
    context.watch_documents();
    let plan = Plan::new(args, context)?;
    if args.dry_run {
        return report::dry_run(args, &plan, context);
    }
    let queue = queue::open(&context.config)?;
    let key = format!("send-{}", plan.rows[0].id);
    let batch = (!args.queue).then_some(&key);
    let version = queue.is_shared().then_some(&plan.version);
    let requests: Vec<NewRequest> =
        plan.rows.iter().map(|row| plan.request(row, batch, version)).collect();
    if !args.queue {
        queue.begin_batch(&Batch {
            tenant: plan.tenant.clone(),
            key: key.clone(),
            template: plan.name.to_string(),
            created_at: clock::millis(),
            ..Batch::default()
        })?;
    }
    queue.enqueue(&requests)?;
    if args.queue {
        return report::queued(args, &plan, context);
    }
    let sent = deliver(&plan, &queue, &key, context)?;
    report::print(args, &plan, &sent, context)
}

/// What is to be sent: checked, made, and not recorded yet.
struct Plan {
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
    rows: Vec<Row>,
}

/// One envelope recipient.
struct Row {
    id: Uuid,
    recipient: String,
    options: MailOptions,
    message: Message,
}

impl Plan {
    /// Checks everything, in the order in which a person wants to hear about it, and makes the
    /// document and the messages.
    fn new(args: &SendArgs, context: &Context<'_>) -> Outcome<Self> {
        if args.template == "-" {
            return Err(Problem::new(Code::Usage, "the template cannot come from standard input")
                .advice("name a stored template or a file")
                .into());
        }
        let config = &context.config;
        let to = args.to.iter().map(|text| Mailbox::parse(text)).collect::<Result<Vec<_>>>()?;
        let strictness = args.strict.strictness(true, &config.allow)?;
        let options = mail_options::from_flags(&args.mail, &strictness, &config.mail)?;
        let policy = Policy::new(&config.mail.recipients)?;
        let transport: Arc<dyn Transport> = Arc::from(transport::open(&config.mail)?);
        let report_date = context.report_date(args.creation_date)?;
        let document_options = DocumentOptions { report_date, locale: args.locale.as_deref() };
        let generator = Arc::new(Generator::new(config, context.fonts()?));
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
        let mut warnings = generator
            .admit(&compiled, &data, document_options, &strictness)
            .map_err(strict::refused)?;
        let composer = Composer::of_template(&options, &compiled, &config.mail)?;
        let texts = composer.missing(&data, now, document_options.locale)?;
        warnings.extend(strictness.admit(texts).map_err(strict::refused)?);
        context.printer.warn(&warnings);
        let workspace = &mut Workspace::default();
        let document =
            generator.generate(&compiled, &data, document_options, &strictness, workspace)?;
        context.printer.warn(&document.warnings);
        let mut rows = Vec::with_capacity(addressed.len());
        let first = Uuid::now_v7();
        for addressed in addressed {
            let id = if rows.is_empty() { first } else { Uuid::now_v7() };
            let options = addressed.mail_options(&options, first);
            let recipient = addressed.recipient;
            let parts = Parts {
                id,
                recipient: &recipient,
                sent_at: now,
                locale: document_options.locale,
                filename: None,
                pdf: &document.bytes,
            };
            let composer = Composer::of_template(&options, &compiled, &config.mail)?;
            let message = composer.compose(&data, parts)?;
            rows.push(Row { id, recipient, options, message });
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
            locale: args.locale.clone(),
            user,
            rows,
        };
        Ok(plan)
    }

    /// The document is not pinned: when it fails, `reportctl queue retry` sends it with the corrected
    /// template. Neither is the template, unless other machines may have another.
    fn request(&self, row: &Row, batch: Option<&String>, version: Option<&String>) -> NewRequest {
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
    plan: &Plan,
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
        ..Settings::new(config)
    };
    let builder = Arc::new(MessageBuilder::new(Arc::clone(&plan.generator), config.mail.clone())?);
    let worker = Worker::new(Arc::clone(queue), builder, Arc::clone(&plan.transport), settings);
    let receipts = Receipts::default();
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

/// What the transport said about each delivery.
#[derive(Default)]
struct Receipts(Mutex<Vec<(Uuid, String)>>);

impl Observer for Receipts {
    fn settled(&self, row: &Settled<'_>) {
        if let Some(detail) = row.log.and_then(|log| log.detail.clone()) {
            self.0.lock().push((row.request.id, detail));
        }
    }
}
