//! Messages from mail options, data and a document.

use std::ops::Range;
use std::time::{Duration, UNIX_EPOCH};

use lettre::message::Mailboxes;
use lettre::message::header::{self as lettre_header, HeaderName, HeaderValue, Headers};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::address::{self, Mailbox};
use super::envelope::{Addresses, Envelope, boundary};
use super::language::{MailLanguage, ValueStyle};
use super::link_text::{DEFAULT_LINK_BODY, LINK, LinkText, add_to_html, add_to_plain};
use super::text::{Data, Html, MailText};
use super::{MailOptions, filename, header, mime};
use crate::base::hash::hexadecimal;
use crate::delivery::codes;
use crate::delivery::settings::{DEFAULT_BODY, DEFAULT_SUBJECT, Mail};
use crate::templates::CompiledTemplate;
use engine::expr::date::Timestamp;
use engine::host::CompanionFile;
use engine::problem::{Problem, Result};
use engine::value::Value;

/// Longest subject, in bytes: as much as a line can hold (RFC 5322, 2.1.1). Servers cut or refuse
/// longer subjects.
const MAX_SUBJECT: usize = 998;

/// Mail options compiled once, from which messages are made. Pure: neither clock nor files are looked
/// at, and the same input gives the same bytes.
#[derive(Debug, Clone)]
pub struct Composer {
    envelope: Envelope,
    /// Shown instead of the envelope recipient.
    to: Option<Mailbox>,
    reply_to: Option<MailText>,
    cc: Vec<MailText>,
    bcc: Vec<MailText>,
    subject: MailText,
    body: LinkText<MailText>,
    /// `true` if the text is that of the program.
    is_default_body: bool,
    html: Option<LinkText<Html>>,
    filename: MailText,
    headers: Vec<HeaderValue>,
    list_unsubscribe: Option<MailText>,
    language: MailLanguage,
}

/// Parts of one message alone.
#[derive(Debug, Clone, Copy)]
pub struct Parts<'a> {
    /// The request; the `Message-ID` is made from it, unless the options name another
    /// (`message_of`) and nothing is redirected.
    pub id: Uuid,
    /// The envelope recipient.
    pub recipient: &'a str,
    /// Time of sending: the `Date`, and the year of DATE.
    pub sent_at: Timestamp,
    /// The locale that was asked for; nothing: that of the data or the template.
    pub locale: Option<&'a str>,
    /// Name of the PDF, where it is decided; without it, that of the options.
    pub filename: Option<&'a str>,
    /// The document.
    pub pdf: &'a [u8],
    /// The address of the archived document, for a message that carries this instead.
    pub link: Option<&'a str>,
    /// Its e-invoice, which goes along where the document does not carry it.
    pub einvoice: Option<&'a CompanionFile>,
}

/// A message, ready to be delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Envelope sender.
    pub from: String,
    /// Envelope recipient, after `redirectAllTo`.
    pub to: String,
    /// `Message-ID` without brackets.
    pub message_id: String,
    /// The subject, decoded.
    pub subject: String,
    /// Name of the PDF, decoded.
    pub filename: String,
    /// The message (RFC 5322): ASCII, lines ending in CR LF.
    pub bytes: Vec<u8>,
}

impl Message {
    /// The message and where it goes, for a session.
    pub fn delivery(&self) -> super::Delivery<'_> {
        super::Delivery {
            from: &self.from,
            to: &self.to,
            message_id: &self.message_id,
            message: &self.bytes,
        }
    }
}

/// Places of files in a message, where they are in base64.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FilePlaces {
    pub(crate) pdf: Range<usize>,
    /// The part of the document, with its delimiter and headers.
    pub(crate) part: Range<usize>,
    /// Name and place of an e-invoice that the document does not carry; after the document.
    pub(crate) einvoice: Option<(String, Range<usize>)>,
}

/// Texts of a message, evaluated before there is a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The subject, decoded.
    pub subject: String,
    /// Name of the PDF, decoded.
    pub filename: String,
}

/// Recipients of copies of a message, each with a message and a row of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Copies {
    /// Recipients named in the message.
    pub cc: Vec<Mailbox>,
    /// Recipients not named in the message.
    pub bcc: Vec<Mailbox>,
}

impl Composer {
    /// Compiles mail options: of each text the first that `options` (flags or request), `template` (its
    /// `mail` object) and the settings have. Sender, shown recipient and attached files are never
    /// those of a template. Attached files are read here.
    ///
    /// # Errors
    /// `invalidSetting` and `invalidEmail` for addresses, the problems of expressions for texts
    /// with a token that cannot be read, `io` for files.
    pub fn new(options: &MailOptions, template: &MailOptions, settings: &Mail) -> Result<Self> {
        Self::in_language(options, template, settings, MailLanguage::default())
    }

    /// Compiles mail options as [`Self::new`] does, for a template. With extensions all texts may
    /// use its functions and formulas; subject and texts are written in the locale of its
    /// documents, but texts that programs read are not.
    ///
    /// # Errors
    /// Errors of [`Self::new`].
    pub fn of_template(
        options: &MailOptions,
        template: &CompiledTemplate,
        settings: &Mail,
    ) -> Result<Self> {
        let language = MailLanguage::of(template.prepared().template());
        Self::in_language(options, &template.mail, settings, language)
    }

    fn in_language(
        options: &MailOptions,
        template: &MailOptions,
        settings: &Mail,
        language: MailLanguage,
    ) -> Result<Self> {
        let dialect = &language.dialect;
        let pick =
            |what: &'static str, field: fn(&MailOptions) -> &Option<String>, setting: &str| {
                let source = field(options).as_deref().or(field(template).as_deref());
                MailText::compile(what, source.unwrap_or(setting), dialect)
            };
        let list =
            |what: &'static str, field: fn(&MailOptions) -> &Vec<String>, setting: &Vec<String>| {
                let layers = [field(options), field(template), setting];
                let first = layers.into_iter().find(|layer| !layer.is_empty());
                first
                    .into_iter()
                    .flatten()
                    .map(|text| MailText::compile(what, text, dialect))
                    .collect::<Result<Vec<_>>>()
            };
        let body = options.body.as_deref().or(template.body.as_deref()).unwrap_or(&settings.body);
        let html = [&options.html, &template.html, &settings.html].into_iter().flatten().next();
        let reply_to = [&options.reply_to, &template.reply_to, &settings.reply_to]
            .into_iter()
            .flatten()
            .next();
        let list_unsubscribe =
            [&options.list_unsubscribe, &template.list_unsubscribe, &settings.list_unsubscribe]
                .into_iter()
                .flatten()
                .next();
        Ok(Self {
            envelope: Envelope::new(options, settings)?,
            to: options.to.as_deref().map(Mailbox::parse).transpose()?,
            reply_to: reply_to
                .map(|text| MailText::compile("`replyTo`", text, dialect))
                .transpose()?,
            cc: list("`cc`", |options| &options.cc, &settings.cc)?,
            bcc: list("`bcc`", |options| &options.bcc, &settings.bcc)?,
            subject: pick("the subject", |options| &options.subject, &settings.subject)?,
            body: LinkText::compile(body, |text| MailText::compile("the text", text, dialect))?,
            is_default_body: body == DEFAULT_BODY,
            html: html
                .map(|html| {
                    LinkText::compile(html, |text| Html::compile("the HTML text", text, dialect))
                })
                .transpose()?,
            filename: pick("the file name", |options| &options.filename, &settings.filename)?,
            headers: settings
                .headers
                .iter()
                .map(|(name, value)| header::custom(name, value))
                .collect::<Result<_>>()?,
            list_unsubscribe: list_unsubscribe
                .map(|text| MailText::compile("`listUnsubscribe`", text, dialect))
                .transpose()?,
            language,
        })
    }

    /// The sender.
    pub fn from(&self) -> &Mailbox {
        &self.envelope.from
    }

    /// The name that the PDF has for some data, made safe.
    ///
    /// # Errors
    /// `invalidMessage` for one with a line break or NUL.
    pub fn filename(&self, data: &Value, sent_at: Timestamp) -> Result<String> {
        filename::safe_filename(&self.filename.render(&self.plain(data, sent_at))?)
    }

    /// Names for texts that programs read.
    fn plain<'a>(&'a self, value: &'a Value, sent_at: Timestamp) -> Data<'a> {
        Data { value, sent_at, language: &self.language, style: ValueStyle::Plain }
    }

    /// Names for texts that people read.
    fn written<'a>(
        &'a self,
        value: &'a Value,
        sent_at: Timestamp,
        locale: Option<&'a str>,
    ) -> Data<'a> {
        Data { style: ValueStyle::Localized(locale), ..self.plain(value, sent_at) }
    }

    /// Returns the recipients of copies for some data; texts that are empty name no recipient.
    ///
    /// # Errors
    /// `invalidEmail`, `invalidMessage`.
    pub fn copies(&self, data: &Value, sent_at: Timestamp) -> Result<Copies> {
        let data = self.plain(data, sent_at);
        Ok(Copies { cc: mailboxes(&self.cc, &data)?, bcc: mailboxes(&self.bcc, &data)? })
    }

    /// Warnings about the texts of a message: paths that they take and the data does not have
    /// (`missingPath`), and texts without a translation (`textMissing`).
    ///
    /// # Errors
    /// `timeLimit`, `outputLimit`.
    pub fn missing(
        &self,
        data: &Value,
        sent_at: Timestamp,
        locale: Option<&str>,
    ) -> Result<Vec<Problem>> {
        let mut found = self.missing_paths(data)?;
        found.extend(self.untranslated(data, sent_at, locale)?);
        Ok(found)
    }

    /// The texts that a message asks for in the language of its document and that no language has, as
    /// notes of code `textMissing`.
    ///
    /// # Errors
    /// `timeLimit`, `outputLimit`.
    pub fn untranslated(
        &self,
        data: &Value,
        sent_at: Timestamp,
        locale: Option<&str>,
    ) -> Result<Vec<Problem>> {
        if !self.language.dialect.is_extended() {
            return Ok(Vec::new());
        }
        let written = self.written(data, sent_at, locale);
        let mut found = self.subject.untranslated(&written)?;
        found.extend(self.body.text.untranslated(&written)?);
        if let Some(html) = &self.html {
            found.extend(html.text.untranslated(&written)?);
        }
        Ok(found)
    }

    /// The paths that the texts take and the data does not have.
    fn missing_paths(&self, data: &Value) -> Result<Vec<Problem>> {
        let mut found = self.subject.missing(data)?;
        found.extend(self.body.text.missing(data)?);
        if let Some(html) = &self.html {
            found.extend(html.text.missing(data)?);
        }
        found.extend(self.filename.missing(data)?);
        if let Some(uri) = &self.list_unsubscribe {
            found.extend(uri.missing(data)?);
        }
        Ok(found)
    }

    /// Evaluates subject, texts and names of a message, without its document.
    ///
    /// # Errors
    /// Errors of [`Self::compose`].
    pub fn draft(
        &self,
        value: &Value,
        recipient: &str,
        sent_at: Timestamp,
        locale: Option<&str>,
    ) -> Result<Draft> {
        let parts = Parts {
            id: Uuid::nil(),
            recipient,
            sent_at,
            locale,
            filename: None,
            pdf: &[],
            link: None,
            einvoice: None,
        };
        let Message { subject, filename, .. } = self.begin(value, &parts)?;
        Ok(Draft { subject, filename })
    }

    /// SHA-256 of the files that go along, in hexadecimal.
    pub fn attached_hash(&self) -> String {
        let mut hash = Sha256::new();
        for part in &self.envelope.attached {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        hexadecimal(&hash.finalize())
    }

    /// Makes a message.
    ///
    /// # Errors
    /// `invalidEmail`; `invalidMessage` for a line break, NUL or another control character in what
    /// becomes a header, and for a subject or name that is too long; `outputLimit` for texts without end.
    pub fn compose(&self, value: &Value, parts: Parts<'_>) -> Result<Message> {
        let (mut message, _) = self.compose_open(value, parts)?;
        self.envelope.close(parts.id, &mut message.bytes);
        Ok(message)
    }

    /// Makes the message as [`Self::compose`] does, but without the further files and the end,
    /// which [`Envelope::close`] adds. Returns with it the places of document and e-invoice in the
    /// message.
    ///
    /// # Errors
    /// Errors of [`Self::compose`].
    pub(crate) fn compose_open(
        &self,
        value: &Value,
        parts: Parts<'_>,
    ) -> Result<(Message, FilePlaces)> {
        self.check_link(parts.link.is_some())?;
        let mut message = self.begin(value, &parts)?;
        let bytes = &mut message.bytes;
        let part = bytes.len();
        mime::delimiter(&boundary(parts.id), bytes);
        let pdf = mime::file("application/pdf", &message.filename, parts.pdf, bytes);
        let part = part..bytes.len();
        let alone = parts.einvoice.filter(|file| file.embedding.is_none());
        let einvoice = alone.map(|file| {
            mime::delimiter(&boundary(parts.id), bytes);
            let place = mime::file("application/xml", &file.name, &file.bytes, bytes);
            (file.name.clone(), place)
        });
        Ok((message, FilePlaces { pdf, part, einvoice }))
    }

    /// Refuses texts with the link of a document where messages have none.
    ///
    /// # Errors
    /// `invalidMessage`.
    pub(crate) fn check_link(&self, has_link: bool) -> Result<()> {
        let html = self.html.as_ref();
        if has_link || !(self.body.names_link || html.is_some_and(|html| html.names_link)) {
            return Ok(());
        }
        let message = format!("the text has `{LINK}`, but messages carry their documents");
        Err(Problem::new(codes::INVALID_MESSAGE, message)
            .advice("set `archive.linkUrl`, or take it out of the text"))
    }

    /// Language of its texts.
    pub(crate) fn language(&self) -> &MailLanguage {
        &self.language
    }

    /// Headers and texts.
    fn begin(&self, value: &Value, parts: &Parts<'_>) -> Result<Message> {
        let data = self.plain(value, parts.sent_at);
        let written = self.written(value, parts.sent_at, parts.locale);
        let recipient = address::parse(parts.recipient)?;
        let subject = self.subject_for(&written)?;
        let filename = match parts.filename {
            Some(name) => filename::safe_filename(name)?,
            None => filename::safe_filename(&self.filename.render(&data)?)?,
        };
        let Addresses { from, to, message_id } =
            self.envelope.addresses(parts.id, parts.recipient)?;
        let headers = self.headers(&data, &recipient, &subject, &message_id)?;

        let mut bytes = Vec::with_capacity(parts.pdf.len() / 57 * 78 + 4096);
        bytes.extend_from_slice(headers.to_string().as_bytes());
        let boundary = boundary(parts.id);
        mime::multipart("mixed", &boundary, &mut bytes);
        mime::delimiter(&boundary, &mut bytes);
        self.texts(&written, parts, &mut bytes)?;
        Ok(Message { from, to, message_id, subject, filename, bytes })
    }

    fn subject_for(&self, data: &Data<'_>) -> Result<String> {
        let subject = self.subject.render(data)?;
        header::check("the subject", &subject)?;
        header::check_length("the subject", &subject, MAX_SUBJECT)?;
        Ok(if subject.trim().is_empty() { DEFAULT_SUBJECT.to_owned() } else { subject })
    }

    fn headers(
        &self,
        data: &Data<'_>,
        recipient: &str,
        subject: &str,
        message_id: &str,
    ) -> Result<Headers> {
        let mut headers = Headers::with_capacity(12);
        headers.set(date(data.sent_at));
        headers.set(lettre_header::From::from(Mailboxes::from(self.envelope.from.to_lettre()?)));
        if let Some(reply_to) = &self.reply_to {
            let text = reply_to.render(data)?;
            if !text.trim().is_empty() {
                let mailbox = mailbox("`replyTo`", &text)?.to_lettre()?;
                headers.set(lettre_header::ReplyTo::from(Mailboxes::from(mailbox)));
            }
        }
        let shown = match &self.to {
            Some(mailbox) => mailbox.clone(),
            None => Mailbox { name: None, address: recipient.to_owned() },
        };
        let cc = mailboxes(&self.cc, data)?;
        match &self.envelope.redirect {
            None => {
                headers.set(lettre_header::To::from(Mailboxes::from(shown.to_lettre()?)));
                if !cc.is_empty() {
                    headers.set(lettre_header::Cc::from(all(&cc)?));
                }
            }
            // An answer to all must not reach the intended recipients.
            Some(redirect) => {
                let to = Mailbox { name: None, address: redirect.clone() };
                headers.set(lettre_header::To::from(Mailboxes::from(to.to_lettre()?)));
                headers.insert_raw(header::text("X-Original-To", recipient));
            }
        }
        headers.insert_raw(header::text("Subject", subject));
        headers.insert_raw(raw("Message-ID", format!("<{message_id}>")));
        headers.insert_raw(raw("Auto-Submitted", "auto-generated".to_owned()));
        if let Some(text) = &self.list_unsubscribe {
            let uri = text.render(data)?;
            let uri = uri.trim();
            if !uri.is_empty() {
                let takes_posts = header::unsubscribe_uri(uri)?;
                headers.insert_raw(raw("List-Unsubscribe", format!("<{uri}>")));
                if takes_posts {
                    let one_click = "List-Unsubscribe=One-Click".to_owned();
                    headers.insert_raw(raw("List-Unsubscribe-Post", one_click));
                }
            }
        }
        self.headers.iter().for_each(|header| headers.insert_raw(header.clone()));
        headers.set(lettre_header::MIME_VERSION_1_0);
        Ok(headers)
    }

    fn texts(&self, data: &Data<'_>, parts: &Parts<'_>, out: &mut Vec<u8>) -> Result<()> {
        let (id, link) = (parts.id, parts.link);
        let body = match link {
            Some(link) if self.is_default_body => format!("{DEFAULT_LINK_BODY}{link}\n"),
            _ => self.body.linked(self.body.text.render(data)?, link, add_to_plain),
        };
        let Some(html) = &self.html else {
            mime::text("plain", &body, out);
            return Ok(());
        };
        let boundary = format!("=_{}_text", id.simple());
        mime::multipart("alternative", &boundary, out);
        mime::delimiter(&boundary, out);
        mime::text("plain", &body, out);
        mime::delimiter(&boundary, out);
        let html = html.linked(html.text.render(data)?, link, add_to_html);
        mime::text("html", &html, out);
        mime::close(&boundary, out);
        Ok(())
    }
}

/// A header whose value needs no encoding.
fn raw(name: &'static str, value: String) -> HeaderValue {
    let name = HeaderName::new_from_ascii_str(name);
    HeaderValue::dangerous_new_pre_encoded(name, value.clone(), value)
}

fn date(sent_at: Timestamp) -> lettre_header::Date {
    // Up to the year 9999, which is all that dates of messages can say.
    const LAST: u64 = 253_402_300_799;
    let seconds = u64::try_from(sent_at.seconds()).unwrap_or(0).min(LAST);
    lettre_header::Date::new(UNIX_EPOCH + Duration::from_secs(seconds))
}

fn mailbox(what: &str, text: &str) -> Result<Mailbox> {
    Mailbox::parse(text).map_err(|problem| {
        let message = format!("{what}: {}", problem.message);
        Problem { message, ..problem }
    })
}

fn mailboxes(texts: &[MailText], data: &Data<'_>) -> Result<Vec<Mailbox>> {
    let mut found = Vec::with_capacity(texts.len());
    for text in texts {
        let text = text.render(data)?;
        if !text.trim().is_empty() {
            found.push(mailbox("a copy", &text)?);
        }
    }
    Ok(found)
}

fn all(mailboxes: &[Mailbox]) -> Result<Mailboxes> {
    let mut all = Mailboxes::new();
    for mailbox in mailboxes {
        all.push(mailbox.to_lettre()?);
    }
    Ok(all)
}
