//! Metadata of the PDF for some data, and the password that opens it (spec 20.10).

use std::fmt;

use super::attachments::{self, AttachedFile};
use super::einvoice::{self, MappedInvoice};
use super::password::{LONGEST, mapped};
use super::{Source, text};
use crate::blank::trim;
use crate::expr::{Expr, Found, TextTemplate};
use crate::format::Permission;
use crate::problem::{Code, Problem, Result};
use crate::template::pdf::{Encryption, Pdf};
use crate::template::standards::Standards;
use crate::value::Value;

/// Metadata and options that a template sets for its document, for some data.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DocumentData {
    /// Title.
    pub title: Option<String>,
    /// Author.
    pub author: Option<String>,
    /// Subject.
    pub subject: Option<String>,
    /// Keywords.
    pub keywords: Option<String>,
    /// Language.
    pub language: Option<String>,
    /// Standards that the template asks for.
    pub standards: Standards,
    /// Tags as the template asks for them.
    pub tagged: Option<bool>,
    /// `true` if the template has options of the PDF.
    pub is_described: bool,
    /// Files that it carries.
    pub attachments: Vec<AttachedFile>,
    /// Password and permissions; `None` for a document without a password.
    pub lock: Option<Lock>,
    /// The terms of its e-invoice.
    pub einvoice: Option<MappedInvoice>,
}

/// A password, and the permissions of readers who have it. Its `Debug` does not show it.
#[derive(Clone, PartialEq)]
pub struct Lock {
    /// The password that opens the document.
    pub(crate) user: String,
    /// Name of the secret that allows everything.
    pub(crate) owner: Option<String>,
    /// Permissions of readers who open it with the user password; `None`: everything is allowed.
    pub(crate) permissions: Option<Vec<Permission>>,
}

impl fmt::Debug for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lock(***)")
    }
}

/// Metadata and options that a template sets for its document.
///
/// # Errors
/// `passwordMissing`, or a limit of the budget.
pub fn data(pdf: Option<&Pdf>, source: &Source<'_>) -> Result<DocumentData> {
    let localized = source.env.globals.and_then(|globals| globals.localized.as_ref());
    let locale = localized.map(|localized| localized.locale.tag().to_owned());
    let Some(pdf) = pdf else {
        return Ok(DocumentData { language: locale, ..DocumentData::default() });
    };
    let shown = |template: &Option<TextTemplate>| -> Result<Option<String>> {
        let Some(template) = template else { return Ok(None) };
        let shown = text(template, &source.document())?;
        Ok(Some(trim(&shown).to_owned()).filter(|text| !text.is_empty()))
    };
    Ok(DocumentData {
        title: shown(&pdf.title)?,
        author: shown(&pdf.author)?,
        subject: shown(&pdf.subject)?,
        keywords: shown(&pdf.keywords)?,
        language: shown(&pdf.language)?.or(locale),
        standards: pdf.standards,
        tagged: pdf.tagged,
        is_described: true,
        attachments: attachments::attachments(&pdf.attachments, source)?,
        lock: pdf.encryption.as_ref().map(|encryption| lock(encryption, source)).transpose()?,
        einvoice: (pdf.einvoice.as_ref())
            .map(|invoice| einvoice::mapped(invoice, source))
            .transpose()?,
    })
}

/// The password. Without one there is no document: a typo in the data must not send it in clear.
fn lock(encryption: &Encryption, source: &Source<'_>) -> Result<Lock> {
    let scope = source.document();
    let user = text(&encryption.user, &scope)?;
    let least = encryption.min_length as usize;
    // The password that readers take counts: invisible characters are not part of it.
    let prepared = mapped(&user);
    let is_list = |value: &Value| matches!(value, Value::Array(_) | Value::Object(_));
    let holds_list = encryption.user.tokens().any(|token| match token.expr {
        Ok(Expr::Path(path)) => {
            matches!(scope.find(path), Found::Value(value) if is_list(value))
        }
        _ => false,
    });
    let what = if holds_list || prepared.contains("[object Object]") {
        // Its text would be the same for everybody.
        "is an object or a list"
    } else if trim(&prepared).is_empty() {
        "is blank"
    } else if counted(&prepared) < least {
        "is too short"
    } else {
        ""
    };
    if !what.is_empty() {
        let message =
            format!("the password of the document {what}; it needs at least {least} characters");
        return Err(Problem::new(Code::PasswordMissing, message)
            .pointer(&encryption.pointer)
            .advice("give data that has the password")
            .detail("minLength", least));
    }
    Ok(Lock {
        user: user.to_string(),
        owner: encryption.owner.clone(),
        permissions: encryption.permissions.clone(),
    })
}

/// Characters of a password within the bytes that count.
fn counted(password: &str) -> usize {
    password.char_indices().take_while(|(at, c)| at + c.len_utf8() <= LONGEST).count()
}
