//! Recipients of the documents of a batch, and the requests made from its rows.

use super::ReadRow;
use crate::data::pipeline::Row;
use crate::delivery::codes;
use crate::delivery::mail::{self, Addressed, Composer, MailOptions, Mailbox, Policy};
use crate::delivery::queue::{LogEntry, NewRequest, Outcome, id_in_batch};
use crate::delivery::stored_text;
use engine::expr::date::Timestamp;
use engine::expr::{TextTemplate, path};
use engine::problem::{Problem, Result, quoted};
use engine::value::Value;
use serde_json::Value as Json;

/// Settings of a mailed batch.
pub(crate) struct Mailing {
    /// Source of the recipient of a row.
    pub to: To,
    /// Options of the messages.
    pub options: MailOptions,
    /// Options of the messages, completed by the template and the settings.
    pub composer: Composer,
    /// Recipients that the settings allow.
    pub policy: Policy,
    /// `true` if several rows may go to one recipient.
    pub allow_shared_recipients: bool,
}

/// Source of the recipient of a row.
pub(crate) enum To {
    /// A template text over the row.
    Text(TextTemplate),
    /// A field of the row, or a path to one.
    Field(String),
}

/// Message of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outgoing {
    /// The envelope recipients; the first is that of the row, the others get copies.
    pub to: Vec<Addressed>,
    pub subject: String,
    /// Name of the PDF.
    pub filename: String,
}

impl Mailing {
    /// Returns `true` if several rows may go to one recipient: one address for all rows was asked for as
    /// such.
    pub(super) fn allows_shared_recipients(&self) -> bool {
        let is_fixed = matches!(&self.to, To::Text(text) if !text.has_tokens());
        self.allow_shared_recipients || is_fixed
    }

    /// Works out what leaves for a row, and checks all of it but the document. The mail is not sent before
    /// `report_date`, which stands for the time of sending.
    ///
    /// # Errors
    /// `invalidEmail`, `recipientNotAllowed`, `invalidMessage`, and those of expressions.
    pub(super) fn outputs(
        &self,
        value: &Value,
        report_date: Timestamp,
        locale: Option<&str>,
    ) -> Result<Outgoing> {
        let recipient = recipient(&self.recipient(value, report_date)?)?;
        let copies = self.composer.copies(value, report_date)?;
        let to = mail::address(vec![recipient], copies);
        to.iter().try_for_each(|addressed| self.policy.check(&addressed.recipient))?;
        let first = to.first().map(|addressed| addressed.recipient.as_str()).unwrap_or_default();
        let draft = self.composer.draft(value, first, report_date, locale)?;
        Ok(Outgoing { to, subject: draft.subject, filename: draft.filename })
    }

    fn recipient(&self, value: &Value, report_date: Timestamp) -> Result<String> {
        match &self.to {
            To::Text(text) => {
                let out = self.composer.language().plain(text, value, report_date)?;
                if out.trim().is_empty() {
                    let source = quoted(text.source());
                    let message = format!("the recipient {source} is empty for this row");
                    return Err(Problem::new(codes::INVALID_EMAIL, message)
                        .advice("the row lacks what the address is made of"));
                }
                Ok(out)
            }
            To::Field(name) => field(value, name),
        }
    }
}

/// The one address of a row.
fn recipient(text: &str) -> Result<Mailbox> {
    let parsed = Mailbox::parse(text);
    let parts: Vec<&str> =
        text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let are_addresses = parts.iter().all(|part| Mailbox::parse(part).is_ok());
    if parsed.is_ok() || parts.len() < 2 || !are_addresses {
        return parsed;
    }
    let message = format!(
        "{} names {} addresses, but a row goes to one recipient",
        quoted(text),
        parts.len()
    );
    Err(Problem::new(codes::INVALID_EMAIL, message).advice(
        "write a row per recipient, or name the others in a field of their own and send them \
         copies: `--cc '{copyTo}'`",
    ))
}

/// The text of a field; a name with dots is a path, unless a field is called so.
fn field(value: &Value, name: &str) -> Result<String> {
    let found = path::own(value, name).or_else(|| path::Path::compile(name).lookup(value));
    let invalid =
        |what: String, advice: String| Err(Problem::new(codes::INVALID_EMAIL, what).advice(advice));
    match found {
        Some(Value::Text(text)) => Ok(text.to_string()),
        Some(Value::Null) => invalid(
            format!("the field {} is empty", quoted(name)),
            "every row needs a recipient".to_owned(),
        ),
        Some(other) => invalid(
            format!("the field {} is {}, not an address", quoted(name), other.type_phrase()),
            "addresses look like `ana@example.org`".to_owned(),
        ),
        None => {
            const MOST_NAMED: usize = 8;
            let keys = value.as_object().into_iter().flat_map(|object| object.iter());
            let named: Vec<String> = keys.take(MOST_NAMED).map(|(key, _)| quoted(key)).collect();
            invalid(
                format!("the row has no field {}", quoted(name)),
                format!("name the field with the address; there are: {}", named.join(", ")),
            )
        }
    }
}

/// A row that no request can be made of, as the log has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RefusedRow {
    pub number: u64,
    /// Label for people.
    pub key: Option<String>,
    pub reason: String,
}

impl RefusedRow {
    /// The text of the entry, in the batch of this key. A label that could be taken for what follows it is quoted.
    fn write(&self, batch: &str) -> String {
        let label = |key: &str| {
            let is_plain = !key.contains(") of batch ") && !key.starts_with('"');
            if is_plain { format!("({key}) ") } else { format!("({}) ", Json::from(key)) }
        };
        let label = self.key.as_deref().map(label).unwrap_or_default();
        format!("row {} {label}of batch {batch}: {}", self.number, self.reason)
    }

    /// Content of an entry of the batch of this key; `None` for other entries.
    pub(crate) fn read(entry: &LogEntry, batch: &str) -> Option<Self> {
        let (number, rest) = entry.detail.as_deref()?.strip_prefix("row ")?.split_once(' ')?;
        let of_batch = format!("of batch {batch}: ");
        let (key, reason) = match rest.strip_prefix('(') {
            None => (None, rest.strip_prefix(&of_batch)?),
            Some(labelled) => {
                let end = format!(") {of_batch}");
                let (key, reason) = quoted_label(labelled, &end).or_else(|| {
                    labelled.split_once(&end).map(|(key, rest)| (key.to_owned(), rest))
                })?;
                (Some(key), reason)
            }
        };
        Some(Self { number: number.parse().ok()?, key, reason: reason.to_owned() })
    }
}

/// A label that begins as a JSON text, and what follows `end` behind it.
fn quoted_label<'t>(text: &'t str, end: &str) -> Option<(String, &'t str)> {
    let mut labels = serde_json::Deserializer::from_str(text).into_iter::<String>();
    let label = labels.next()?.ok()?;
    Some((label, text.get(labels.byte_offset()..)?.strip_prefix(end)?))
}

/// Parts common to the requests of a batch.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Common<'a> {
    /// The tenant; empty for the local owner.
    pub tenant: &'a str,
    /// The key of the batch.
    pub key: &'a str,
    pub template: &'a str,
    /// SHA-256 of the template, in hexadecimal.
    pub template_hash: &'a str,
    /// Its version, where workers of other machines may have other copies.
    pub template_version: Option<&'a str>,
    /// Options of the messages.
    pub options: &'a MailOptions,
    pub report_date: Timestamp,
    /// The locale of the documents, where the batch sets it.
    pub locale: Option<&'a str>,
    /// The requester.
    pub user: &'a str,
    /// Hash of all that the batch is begun from.
    pub origin: &'a str,
}

impl Common<'_> {
    /// The requests of a row, one per envelope recipient. Their ids are made from the key, the
    /// row and the recipient: the same row of the same batch always has the same.
    pub(crate) fn requests(
        &self,
        read: &ReadRow<'_>,
        outgoing: &Outgoing,
        expected_sha256: Option<&str>,
    ) -> Vec<NewRequest> {
        let data = read.json();
        let id = |recipient: &str| id_in_batch(self.tenant, self.key, read.row.number, recipient);
        let first = outgoing.to.first().map(|first| id(&first.recipient)).unwrap_or_default();
        let request = |addressed: &Addressed| NewRequest {
            tenant: self.tenant.to_owned(),
            template_hash: Some(self.template_hash.to_owned()),
            template_version: self.template_version.map(str::to_owned),
            filename: Some(outgoing.filename.clone()),
            mail: (!addressed.is_plain()).then(|| addressed.mail_options(self.options, first)),
            expected_sha256: expected_sha256.map(str::to_owned),
            batch: Some(self.key.to_owned()),
            batch_row: i64::try_from(read.row.number).ok(),
            row_key: read.row.key.clone(),
            report_date: self.report_date,
            locale: self.locale.map(str::to_owned),
            requested_by: self.user.to_owned(),
            ..NewRequest::new(
                id(&addressed.recipient),
                self.template,
                data.as_str(),
                addressed.recipient.as_str(),
            )
        };
        outgoing.to.iter().map(request).collect()
    }

    /// The entry in the log of a row that no request can be made of; `time` in milliseconds since
    /// 1970.
    pub(crate) fn refusal(&self, row: &Row, problem: &Problem, time: i64) -> LogEntry {
        let detail = RefusedRow {
            number: row.number,
            key: row.key.clone(),
            reason: stored_text::without_data(problem),
        };
        LogEntry {
            template_hash: Some(self.template_hash.to_owned()),
            data_hash: self.origin.to_owned(),
            code: Some(problem.code.as_str().to_owned()),
            detail: Some(detail.write(self.key)),
            batch: Some(self.key.to_owned()),
            ..LogEntry::new(time, Outcome::Failed, self.tenant, self.user, self.template)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_row_is_read_as_it_was_written_whatever_its_label() {
        let labels = [
            "A-17",
            "7 of batch y1: paid",
            "7) of batch y1: paid",
            "\"",
            "\"a\") of batch y1: b",
            "",
        ];
        for key in labels.map(|label| Some(label.to_owned())).into_iter().chain([None]) {
            let reason = "row 1 (x) of batch y1: no".to_owned();
            let row = RefusedRow { number: 7, key, reason };
            let entry = |detail| LogEntry {
                detail: Some(detail),
                ..LogEntry::new(0, Outcome::Failed, "", "ana", "invoice")
            };
            assert_eq!(RefusedRow::read(&entry(row.write("y1")), "y1"), Some(row.clone()));
            assert_eq!(RefusedRow::read(&entry(row.write("y2")), "y3"), None);
        }
    }
}
