//! Identity of a mailed batch: its key, and all that it is begun from.

use serde_json::json;

use super::{Mailing, Plan, To};
use crate::base::clock::rfc3339;
use crate::base::hash::sha256;
use crate::data::Numbers;
use crate::data::rows::Input;
use crate::delivery::codes;
use crate::delivery::queue::{self, FORMER_SERVICE_BATCH, PLAN_ORIGIN};
use crate::delivery::settings::Mail;
use crate::templates::{CompiledTemplate, TemplateName};
use engine::expr::date::Timestamp;
use engine::problem::{Problem, Result, quoted};

/// Longest key of a batch, in bytes.
const MAX_KEY: usize = 200;

/// Key and origin of a mailed batch. A key stands for one batch, and is refused for anything else.
pub(crate) struct BatchIdentity {
    /// The name of the batch in the queue.
    pub key: String,
    /// Hash of all that the batch is begun from.
    pub origin: String,
    /// Hash of all that the messages are made of, the rows left out.
    pub mail_hash: String,
}

/// Inputs of a mailed batch.
pub(crate) struct BatchOrigin<'a> {
    /// The settings of mail.
    pub mail: &'a Mail,
    /// The rows.
    pub input: &'a Input,
    /// Path to the rows inside the input, as it was asked for.
    pub path: Option<&'a str>,
    /// The template, by name and content.
    pub template: (&'a TemplateName, &'a CompiledTemplate),
    /// The mail options and where the recipients stand.
    pub mailing: &'a Mailing,
    /// The key asked for; without one, it is made from data and template.
    pub key: Option<&'a str>,
    /// The date asked for.
    pub report_date: Option<Timestamp>,
    /// The locale asked for.
    pub locale: Option<&'a str>,
    /// The plan that is applied.
    pub plan: Option<&'a Plan>,
}

impl BatchIdentity {
    /// Works out key and origin.
    ///
    /// # Errors
    /// `planMismatch` for a plan of something else, `usage` for a key that cannot be one or is not
    /// that of the plan, and those of the input.
    pub(crate) fn new(origin: &BatchOrigin<'_>) -> Result<Self> {
        let (name, compiled) = origin.template;
        let mail_hash = mail_hash(origin.mail, origin.mailing, compiled);
        let input = origin.input.sha256()?;
        let hash = sha256(json!([input, name.as_str(), compiled.hash]).to_string().as_bytes());
        if let Some(plan) = origin.plan {
            let key = checked_key(plan_key(plan, &mail_hash)?)?.to_owned();
            if origin.key.is_some_and(|asked| asked != key) {
                let message = format!("the plan is for the key {}", quoted(&key));
                return Err(Problem::new(codes::USAGE, message).advice("leave `--key` out"));
            }
            return Ok(Self { key, origin: format!("{PLAN_ORIGIN}{}", plan.sha256), mail_hash });
        }
        let key = match origin.key {
            Some(asked) => checked_key(asked)?.to_owned(),
            None => hash.get(..16).unwrap_or_default().to_owned(),
        };
        let to = match &origin.mailing.to {
            To::Text(text) => json!(["text", text.source()]),
            To::Field(name) => json!(["field", name]),
        };
        let date = origin.report_date.map(Timestamp::seconds);
        // Batches begun before there were locales, or locales of numbers, have hashes without one.
        let numbers = origin.input.numbers().map(Numbers::tag);
        let all = match (origin.locale, numbers) {
            (None, None) => json!([hash, origin.path, to, origin.mailing.options, date]),
            (Some(tag), None) => json!([hash, origin.path, to, origin.mailing.options, date, tag]),
            (tag, Some(numbers)) => {
                json!([hash, origin.path, to, origin.mailing.options, date, tag, numbers])
            }
        };
        Ok(Self { key, origin: sha256(all.to_string().as_bytes()), mail_hash })
    }

    /// Refuses a batch of this key that was begun from something else.
    ///
    /// # Errors
    /// `batchKey`, with the detail `key`.
    pub(crate) fn check(&self, known: &queue::BatchRecord) -> Result<()> {
        if known.origin.as_ref() == Some(&self.origin) {
            return Ok(());
        }
        let what = "other data, another template, or other flags";
        let message = format!("the batch {} was begun with {what}", quoted(&self.key));
        Err(Problem::new(codes::BATCH_KEY, message).detail("key", self.key.clone()))
    }
}

impl BatchIdentity {
    /// Refuses a batch that was begun before the log was whole: nothing says any more which of its messages were sent.
    /// `log_since` is the time since which nothing is missing in the log.
    ///
    /// # Errors
    /// `batchKey`, with the detail `key`.
    pub(crate) fn check_log(&self, known: &queue::BatchRecord, log_since: i64) -> Result<()> {
        if known.created_at >= log_since {
            return Ok(());
        }
        let message = format!(
            "the batch {} was begun at {}, and the log before {} is deleted: it does not say any more what was sent",
            quoted(&self.key),
            rfc3339(known.created_at),
            rfc3339(log_since)
        );
        Err(Problem::new(codes::BATCH_KEY, message)
            .advice("put the rows that are still to be mailed alone into a file, with another key")
            .detail("key", self.key.clone()))
    }
}

/// Hash of what messages are made of, the rows left out.
fn mail_hash(mail: &Mail, mailing: &Mailing, compiled: &CompiledTemplate) -> String {
    let texts = [&mail.from, &mail.reply_to, &mail.html];
    let more = [&mail.subject, &mail.body, &mail.filename];
    // Texts of a template with extensions may use those of its folder; its own are in the file that the plan names.
    let is_extended = mailing.composer.language().dialect.is_extended();
    let all = json!([
        mailing.options,
        compiled.mail,
        texts,
        more,
        mail.cc,
        mail.bcc,
        mailing.composer.attached_hash(),
        [&mail.list_unsubscribe, &mail.envelope_from],
        mail.headers,
        is_extended.then_some(&compiled.texts.files),
    ]);
    sha256(all.to_string().as_bytes())
}

/// The key of a plan, whose messages must be those of today.
fn plan_key<'p>(plan: &'p Plan, mail_hash: &str) -> Result<&'p str> {
    let refuse = |message: &str, advice: &'static str| {
        Err(Problem::new(codes::PLAN_MISMATCH, message).advice(advice))
    };
    let Some(key) = &plan.header.key else {
        return refuse(
            "the plan was made without mail",
            "apply it with `--no-mail`, or make a plan with the flags that say who gets mail",
        );
    };
    if plan.header.mail_hash.as_deref() != Some(mail_hash) {
        return refuse(
            "the messages would say something else than planned",
            "repeat the flags of the plan; if texts, settings or attached files changed, make a \
             new plan",
        );
    }
    Ok(key)
}

fn checked_key(key: &str) -> Result<&str> {
    let what = match key {
        "" => "is empty",
        _ if key.len() > MAX_KEY => "is too long",
        _ if key.chars().any(char::is_control) => "has control characters",
        FORMER_SERVICE_BATCH => "is that of requests over HTTP",
        _ => return Ok(key),
    };
    Err(Problem::new(codes::USAGE, format!("the key {} {what}", quoted(key)))
        .advice("a key is a short name, such as `--key invoices-2026-01`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::delivery::queue::SERVICE_BATCH;

    #[test]
    fn keys_are_short_names() {
        assert_eq!(checked_key("invoices-2026-01"), Ok("invoices-2026-01"));
        for bad in ["", "a\nb", &"x".repeat(MAX_KEY + 1), SERVICE_BATCH, FORMER_SERVICE_BATCH] {
            assert_eq!(
                checked_key(bad).map_err(|problem| problem.code),
                Err(codes::USAGE),
                "{bad}"
            );
        }
    }
}
