//! From a request to a message that is ready to leave.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::RwLock;

use crate::clock;
use crate::config::Mail;
use crate::documents::{CompiledTemplate, DocumentOptions, Generator, TemplateName};
use crate::mail::{Composer, MailOptions, Message, Parts, Policy};
use crate::pdf::Workspace;
use crate::problem::{Code, Problem, Result};
use crate::queue::NewRequest;
use crate::receipt::{self, Receipt};
use crate::value::Value;

/// Makes the document and the message of a request.
pub trait Prepare: Send + Sync {
    /// The message, or why there is none. `facts` collects what the generation log says.
    ///
    /// # Errors
    /// Whatever is wrong with the template, the data, the recipient or the message.
    fn prepare(
        &self,
        request: &NewRequest,
        workspace: &mut Workspace,
        facts: &mut Facts,
    ) -> Result<Message>;
}

/// What the generation log says about a document.
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
    /// What the document was made of.
    pub receipt: Option<Box<Receipt>>,
    /// Envelope recipient, as it is used.
    pub recipient: Option<String>,
    /// `Message-ID` without brackets.
    pub message_id: Option<String>,
    /// Warnings about the template and the document; not kept in the log.
    pub warnings: Vec<Problem>,
}

/// Makes them from named templates, with the settings for mail.
pub struct MessageBuilder {
    generator: Arc<Generator>,
    mail: Mail,
    policy: Policy,
    composers: RwLock<Vec<Ready>>,
}

/// A composer, and what it was made from.
struct Ready {
    options: Option<MailOptions>,
    compiled: Arc<CompiledTemplate>,
    created: Instant,
    composer: Arc<Composer>,
}

/// Composers kept at one time; a batch has one.
const MOST_COMPOSERS: usize = 16;
/// How long files that go along with messages are kept in memory.
const KEEP_COMPOSERS: Duration = Duration::from_secs(60);

impl MessageBuilder {
    /// A builder for the settings.
    ///
    /// # Errors
    /// `invalidSetting` for a recipient policy that cannot be one.
    pub fn new(generator: Arc<Generator>, mail: Mail) -> Result<Self> {
        let policy = Policy::new(&mail.recipients)?;
        Ok(Self { generator, mail, policy, composers: RwLock::default() })
    }

    /// The template, which must be the one that was asked for.
    fn template(&self, request: &NewRequest, facts: &mut Facts) -> Result<Arc<CompiledTemplate>> {
        let name = TemplateName::new(&request.template);
        let compiled = self.generator.template(&request.tenant, &name)?;
        facts.template_hash = Some(compiled.hash.clone());
        match &request.template_hash {
            Some(hash) if *hash != compiled.hash => {
                let message = format!("the template `{name}` changed while the request waited");
                Err(Problem::new(Code::TemplateChanged, message)
                    .advice("look at the change, then `reportctl queue retry` uses the new one"))
            }
            _ => Ok(compiled),
        }
    }

    fn composer(
        &self,
        options: Option<&MailOptions>,
        compiled: &Arc<CompiledTemplate>,
    ) -> Result<Arc<Composer>> {
        let is_it = |ready: &&Ready| {
            Arc::ptr_eq(&ready.compiled, compiled)
                && ready.options.as_ref() == options
                && ready.created.elapsed() < KEEP_COMPOSERS
        };
        let ready = self.composers.read();
        if let Some(ready) = ready.iter().find(is_it) {
            return Ok(Arc::clone(&ready.composer));
        }
        drop(ready);
        let default = MailOptions::default();
        let composer =
            Arc::new(Composer::of_template(options.unwrap_or(&default), compiled, &self.mail)?);
        let mut ready = self.composers.write();
        ready.retain(|ready| ready.created.elapsed() < KEEP_COMPOSERS);
        if ready.len() >= MOST_COMPOSERS {
            ready.remove(0);
        }
        ready.push(Ready {
            options: options.cloned(),
            compiled: Arc::clone(compiled),
            created: Instant::now(),
            composer: Arc::clone(&composer),
        });
        Ok(composer)
    }
}

impl Prepare for MessageBuilder {
    fn prepare(
        &self,
        request: &NewRequest,
        workspace: &mut Workspace,
        facts: &mut Facts,
    ) -> Result<Message> {
        // The settings may have changed since the request was made.
        self.policy.check(&request.email)?;
        facts.recipient = Some(self.policy.route(&request.email).to_owned());
        let compiled = self.template(request, facts)?;
        let data = Value::from_json(&request.data).map_err(|error| {
            Problem::new(Code::DataUnreadable, format!("the data is not JSON: {error}"))
        })?;
        let document_options =
            DocumentOptions { report_date: request.report_date, locale: request.locale.as_deref() };
        let document = self.generator.generate(&compiled, &data, document_options, workspace)?;
        let made = receipt::Document::of(&document);
        let hash = made.reproducible_sha256().to_owned();
        facts.pages = u32::try_from(document.pages).ok();
        facts.bytes = u64::try_from(document.bytes.len()).ok();
        facts.sha256 = Some(made.sha256.clone());
        facts.receipt = Some(Box::new(self.generator.receipt(
            &compiled,
            &data,
            &request.template,
            document_options,
            made,
        )));
        facts.warnings = compiled.warnings();
        facts.warnings.extend(document.warnings);
        if let Some(expected) = request.expected_sha256.as_ref().filter(|all| **all != hash) {
            let message = format!("the document is not the planned one: {hash}, not {expected}");
            return Err(Problem::new(Code::PlanMismatch, message)
                .advice("make and review a new plan: template, data, fonts or program changed"));
        }
        let (composer, now) = (self.composer(request.mail.as_ref(), &compiled)?, clock::now());
        facts.warnings.extend(composer.untranslated(&data, now, document_options.locale)?);
        let message = composer.compose(
            &data,
            Parts {
                id: request.id,
                recipient: &request.email,
                sent_at: now,
                locale: document_options.locale,
                filename: request.filename.as_deref(),
                pdf: &document.bytes,
            },
        )?;
        facts.message_id = Some(message.message_id.clone());
        Ok(message)
    }
}
