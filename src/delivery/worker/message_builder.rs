//! From a request to a message that is ready to leave.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::RwLock;

use crate::base::clock;
use crate::base::telemetry::MeasuredStep;
use crate::delivery::archive::{Archive, ArchivedDocument, KeepOrder, Record, lost_document};
use crate::delivery::codes;
use crate::delivery::isolation::{
    ArchivedNames, Job, JobRefusal, JobResult, MessageParts, MessageWork, Order, Renderer,
    ResultProperties, WireCode, Work,
};
use crate::delivery::mail::{Addresses, Envelope, MailOptions, Message, Policy};
use crate::delivery::queue::{NewRequest, RequestId};
use crate::delivery::settings::Mail;
use crate::documents::Generator;
use crate::documents::receipt::Receipt;
use crate::templates::TemplateBundle;
use crate::templates::TemplateName;
use engine::pdf::Workspace;
use engine::problem::{Code, Problem, Result};

use super::versions;

/// Makes the document and the message of a request.
pub trait Prepare: Send + Sync {
    /// Makes the message. `facts` collects the properties for the generation log.
    ///
    /// # Errors
    /// Problems of the template, the data, the recipient or the message.
    fn prepare(
        &self,
        request: &NewRequest,
        workspace: &mut Workspace,
        facts: &mut Facts,
    ) -> Result<Message>;

    /// Makes the messages of several requests of one tenant, in their order. Each result is as if
    /// the request were alone.
    fn prepare_all(
        &self,
        requests: &[&NewRequest],
        workspace: &mut Workspace,
        facts: &mut [Facts],
    ) -> Vec<Result<Message>> {
        let pairs = requests.iter().zip(facts);
        pairs.map(|(request, facts)| self.prepare(request, workspace, facts)).collect()
    }
}

/// Properties of a document in the generation log.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    /// SHA-256 of the template, in hexadecimal.
    pub template_hash: Option<String>,
    /// Number of pages.
    pub pages: Option<u32>,
    /// Bytes of the PDF.
    pub bytes: Option<u64>,
    /// SHA-256 of the PDF, in hexadecimal.
    pub sha256: Option<String>,
    /// Inputs of the document.
    pub receipt: Option<Box<Receipt>>,
    /// Key of the document in the archive.
    pub archive: Option<String>,
    /// Envelope recipient, as it is used.
    pub recipient: Option<String>,
    /// `Message-ID` without brackets.
    pub message_id: Option<String>,
    /// Warnings about the template and the document; not kept in the log.
    pub warnings: Vec<Problem>,
    /// Steps that were measured, for the trace.
    pub(super) steps: Vec<MeasuredStep>,
}

/// Makes them from named templates, with the settings for mail.
pub struct MessageBuilder {
    generator: Arc<Generator>,
    renderer: Arc<Renderer>,
    mail: Mail,
    policy: Policy,
    archive: Option<Arc<Archive>>,
    envelopes: RwLock<Vec<KnownEnvelope>>,
}

/// An envelope, and the options it was made of.
struct KnownEnvelope {
    options: Option<MailOptions>,
    created: Instant,
    envelope: Arc<Envelope>,
}

/// Maximum number of envelopes kept at one time; a batch has one.
const MAX_ENVELOPES: usize = 16;
/// Time for which files that go along with messages are kept in memory.
const KEEP_ENVELOPES: Duration = Duration::from_secs(60);

impl MessageBuilder {
    /// A builder for the settings, which renders in this process.
    ///
    /// # Errors
    /// `invalidSetting` for a recipient policy that cannot be one.
    pub fn new(generator: Arc<Generator>, mail: Mail) -> Result<Self> {
        let renderer = Arc::new(Renderer::here(Arc::clone(&generator), mail.clone()));
        Self::with_renderer(generator, renderer, mail)
    }

    /// A builder for the settings with a renderer of the caller's.
    ///
    /// # Errors
    /// Errors of [`Self::new`].
    pub fn with_renderer(
        generator: Arc<Generator>,
        renderer: Arc<Renderer>,
        mail: Mail,
    ) -> Result<Self> {
        let policy = Policy::new(&mail.recipients)?;
        Ok(Self { generator, renderer, mail, policy, archive: None, envelopes: RwLock::default() })
    }

    /// This builder with an archive that has every document before its message may be sent.
    #[must_use]
    pub fn with_archive(self, archive: Option<Arc<Archive>>) -> Self {
        Self { archive, ..self }
    }

    /// The template, which must be the one that was asked for. Where the document is archived already, the texts of its
    /// message are those of its version, as far as this machine has that.
    fn template(
        &self,
        request: &NewRequest,
        archived: Option<&ArchivedDocument>,
        facts: &mut Facts,
    ) -> Result<Arc<TemplateBundle>> {
        let name = TemplateName::new(&request.template);
        if let Some(document) = archived {
            let wanted = document.record.receipt.template_version();
            let has_wanted = |bundle: &TemplateBundle| bundle.version() == wanted;
            let bundle = self.generator.bundle_of_version(&request.tenant, &name, has_wanted);
            if let Some(bundle) = bundle.ok().filter(|bundle| has_wanted(bundle)) {
                facts.template_hash = Some(bundle.hash.clone());
                return Ok(bundle);
            }
        }
        let is_wanted = |bundle: &TemplateBundle| match &request.template_version {
            Some(wanted) => bundle.version() == wanted,
            None => request.template_hash.as_ref().is_none_or(|hash| *hash == bundle.hash),
        };
        let bundle = self.generator.bundle_of_version(&request.tenant, &name, is_wanted);
        if let Some(wanted) = &request.template_version {
            let own = bundle.as_ref().ok().map(|bundle| bundle.version());
            if own != Some(wanted) {
                return Err(versions::problem(name.as_str(), wanted, own));
            }
        }
        let bundle = bundle?;
        if archived.is_none() {
            facts.template_hash = Some(bundle.hash.clone());
        }
        // The same version may be written in another way elsewhere.
        match request.template_hash.as_ref().filter(|_| request.template_version.is_none()) {
            Some(hash) if *hash != bundle.hash => {
                let message = format!("the template `{name}` changed while the request waited");
                Err(Problem::new(codes::TEMPLATE_CHANGED, message)
                    .advice("look at the change, then `reportctl queue retry` uses the new one"))
            }
            _ => Ok(bundle),
        }
    }

    fn envelope(&self, options: Option<&MailOptions>) -> Result<Arc<Envelope>> {
        let is_it = |known: &&KnownEnvelope| {
            known.options.as_ref() == options && known.created.elapsed() < KEEP_ENVELOPES
        };
        if let Some(known) = self.envelopes.read().iter().find(is_it) {
            return Ok(Arc::clone(&known.envelope));
        }
        let default = MailOptions::default();
        let envelope = Arc::new(Envelope::new(options.unwrap_or(&default), &self.mail)?);
        let mut known = self.envelopes.write();
        known.retain(|known| known.created.elapsed() < KEEP_ENVELOPES);
        if known.len() >= MAX_ENVELOPES {
            known.remove(0);
        }
        known.push(KnownEnvelope {
            options: options.cloned(),
            created: Instant::now(),
            envelope: Arc::clone(&envelope),
        });
        Ok(envelope)
    }

    /// The address of the archived document, for messages that carry this instead.
    fn link(&self, report: RequestId) -> Option<String> {
        let links = self.archive.as_ref()?.links()?;
        Some(links.issue(report, clock::seconds()).url)
    }

    fn job(&self, request: &NewRequest, admitted: &Admitted) -> Job {
        let Admitted { bundle, archived } = admitted;
        // Files that go along are added here: a child opens none.
        let options = request.mail.as_ref();
        let options = options.map(|it| MailOptions { attach: Vec::new(), ..it.clone() });
        let own = request.mail.iter().flat_map(|mail| &mail.allow);
        let own = own.filter_map(|name| codes::named(name));
        let allow = own.chain(self.generator.allowed().iter().copied()).map(WireCode).collect();
        let work = MessageWork {
            id: request.id,
            allow,
            name: request.template.clone(),
            recipient: request.email.clone(),
            sent_at: clock::now().seconds(),
            filename: request.filename.clone(),
            options,
            expected_sha256: request.expected_sha256.clone(),
            link: self.link(request.id),
            archived: archived.as_ref().map(|document| names(&document.record)),
        };
        let work = Work::Message(Box::new(work));
        Job {
            locale: request.locale.clone(),
            secret: self.generator.owner_secret(bundle),
            ..Job::new(work, bundle.key, self.generator.limits(), request.report_date)
        }
    }
}

/// Template of a request that may be mailed, and its document where an earlier attempt archived it.
struct Admitted {
    bundle: Arc<TemplateBundle>,
    archived: Option<ArchivedDocument>,
}

impl MessageBuilder {
    fn admitted(&self, request: &NewRequest, facts: &mut Facts) -> Result<Admitted> {
        // The settings may have changed since the request was made.
        self.policy.check(&request.email)?;
        facts.recipient = Some(self.policy.route(&request.email).to_owned());
        let archived = self.archived(request, facts)?;
        let bundle = self.template(request, archived.as_ref(), facts)?;
        Ok(Admitted { bundle, archived })
    }

    /// The document of a request that an earlier attempt archived.
    fn archived(
        &self,
        request: &NewRequest,
        facts: &mut Facts,
    ) -> Result<Option<ArchivedDocument>> {
        let Some(archive) = &self.archive else { return Ok(None) };
        let archived = archive.archived(request)?;
        if let Some(document) = &archived {
            facts.note_archived(&document.record, document.key.clone());
        }
        Ok(archived)
    }

    /// The message of a request. Where another worker archived its document first, the message carries that.
    fn finished(
        &self,
        request: &NewRequest,
        admitted: Admitted,
        made: Result<JobResult, Box<JobRefusal>>,
        workspace: &mut Workspace,
        facts: &mut Facts,
    ) -> Result<Message> {
        let record = match self.message(request, &admitted, made, facts)? {
            MessageOutcome::Message(message) => return Ok(message),
            MessageOutcome::ArchivedBefore(record) => record,
        };
        let archived = self.archived(request, facts)?.ok_or_else(|| lost_document(&record))?;
        let admitted = Admitted { archived: Some(archived), ..admitted };
        let made = self.run(request, &admitted, workspace);
        match self.message(request, &admitted, made, facts)? {
            MessageOutcome::Message(message) => Ok(message),
            MessageOutcome::ArchivedBefore(record) => Err(lost_document(&record)),
        }
    }

    fn run(
        &self,
        request: &NewRequest,
        admitted: &Admitted,
        workspace: &mut Workspace,
    ) -> Result<JobResult, Box<JobRefusal>> {
        let place = (request.tenant.as_str(), admitted.bundle.as_ref());
        let job = self.job(request, admitted);
        self.renderer.run(place, job, Some(&request.data), workspace, &|| false)
    }

    /// The message of what the engine made.
    fn message(
        &self,
        request: &NewRequest,
        admitted: &Admitted,
        made: Result<JobResult, Box<JobRefusal>>,
        facts: &mut Facts,
    ) -> Result<MessageOutcome> {
        let mut made = match made {
            Ok(made) => made,
            Err(mut refused) => {
                facts.note(&mut refused.about);
                return Err(refused.first());
            }
        };
        facts.note(&mut made.about);
        let envelope = self.envelope(request.mail.as_ref())?;
        let Addresses { from, to, message_id } = envelope.addresses(request.id, &request.email)?;
        let parts = made.about.message.filter(|parts| parts.message_id == message_id);
        let Some(mut parts) = parts else {
            return Err(Problem::new(Code::Internal, "the message is not that of the request"));
        };
        if let Some(archive) = &self.archive {
            if let Some(document) = &admitted.archived {
                parts.replace(&mut made.bytes, &document.pdf);
                if let Some(einvoice) = &document.einvoice {
                    parts.fill_einvoice(&mut made.bytes, einvoice);
                }
            } else {
                let started = Instant::now();
                let kept = keep(archive, request, (&parts, &made.bytes), facts);
                facts.steps.push(MeasuredStep::since(started, "archive"));
                if let Some(record) = kept? {
                    return Ok(MessageOutcome::ArchivedBefore(record));
                }
            }
            if archive.links().is_some() {
                parts.remove_document(&mut made.bytes);
            }
        }
        let MessageParts { subject, filename, .. } = parts;
        envelope.close(request.id, &mut made.bytes);
        facts.message_id = Some(message_id.clone());
        let bytes = made.bytes;
        Ok(MessageOutcome::Message(Message { from, to, message_id, subject, filename, bytes }))
    }
}

/// Outcome of a look at what the engine made.
enum MessageOutcome {
    Message(Message),
    /// Another worker archived another document of the request; its record.
    ArchivedBefore(Box<Record>),
}

/// Names of the files of a record in a message.
fn names(record: &Record) -> ArchivedNames {
    let einvoice = record.einvoice.as_ref().map(|file| file.name.clone());
    ArchivedNames { pdf: record.document.name.clone(), einvoice }
}

/// Archives the document of a message. Returns the record of another one that the archive has of the request.
fn keep(
    archive: &Archive,
    request: &NewRequest,
    (parts, message): (&MessageParts, &[u8]),
    facts: &mut Facts,
) -> Result<Option<Box<Record>>> {
    let Some(receipt) = facts.receipt.as_deref() else {
        return Err(Problem::new(Code::Internal, "the document has no receipt"));
    };
    let pdf = parts.document(message)?;
    let einvoice = parts.einvoice(message);
    let kept = archive.keep(&KeepOrder {
        report: request.id,
        tenant: &request.tenant,
        template: &request.template,
        filename: &parts.filename,
        pdf: &pdf,
        einvoice: einvoice.as_ref().map(|(name, bytes)| (*name, bytes.as_slice())),
        receipt,
    })?;
    if kept.is_other {
        return Ok(Some(Box::new(kept.record)));
    }
    // The receipt of another attempt at the same document has another time.
    facts.receipt = Some(kept.record.receipt);
    facts.archive = Some(kept.key);
    Ok(None)
}

impl Prepare for MessageBuilder {
    fn prepare(
        &self,
        request: &NewRequest,
        workspace: &mut Workspace,
        facts: &mut Facts,
    ) -> Result<Message> {
        let admitted = self.admitted(request, facts)?;
        let made = self.run(request, &admitted, workspace);
        self.finished(request, admitted, made, workspace, facts)
    }

    fn prepare_all(
        &self,
        requests: &[&NewRequest],
        workspace: &mut Workspace,
        facts: &mut [Facts],
    ) -> Vec<Result<Message>> {
        let all: Vec<_> = requests
            .iter()
            .zip(facts.iter_mut())
            .map(|(request, facts)| self.admitted(request, facts))
            .collect();
        let orders = requests.iter().zip(&all).filter_map(|(request, admitted)| {
            let admitted = admitted.as_ref().ok()?;
            let job = self.job(request, admitted);
            Some(Order { bundle: &admitted.bundle, job, data: Some(&request.data) })
        });
        let tenant = requests.first().map_or("", |request| &request.tenant);
        let made = self.renderer.run_all(tenant, orders.collect(), workspace, &|| false);
        let mut made = made.into_iter();
        let rows = requests.iter().zip(all).zip(facts);
        rows.map(|((request, admitted), facts)| {
            let admitted = admitted?;
            let missing = || Err(Box::new(JobRefusal::internal("a job has no result")));
            let made = made.next().unwrap_or_else(missing);
            self.finished(request, admitted, made, workspace, facts)
        })
        .collect()
    }
}

impl Facts {
    /// Notes what is known of a document.
    fn note(&mut self, about: &mut ResultProperties) {
        self.warnings = about.warnings();
        self.steps.extend(about.signing.take());
        let Some(receipt) = about.receipt.take() else { return };
        self.pages = u32::try_from(about.pages).ok();
        self.bytes = Some(about.document_bytes);
        self.sha256 = Some(receipt.document.sha256.clone());
        self.receipt = Some(receipt);
    }

    /// Notes what is known of an archived document; `key` is that of its folder.
    fn note_archived(&mut self, record: &Record, key: String) {
        let about = &record.receipt.document;
        self.template_hash = Some(record.receipt.template.sha256.clone());
        self.pages = u32::try_from(about.pages).ok();
        self.bytes = Some(about.bytes);
        self.sha256 = Some(about.sha256.clone());
        self.receipt = Some(record.receipt.clone());
        self.archive = Some(key);
    }
}
