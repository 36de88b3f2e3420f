//! Metadata and encryption of the PDF (spec 20.10).

use super::einvoice::Einvoice;
use super::read::{Context, Node};
use super::standards::Standards;
use crate::expr::value::text_of;
use crate::expr::{Condition, TextTemplate};
use crate::format::{Choose, Duplex, Key, PageMode, Permission, Relationship, Standard, page, pdf};

/// The object `pdf` of a template.
#[derive(Default)]
pub struct Pdf {
    /// Title.
    pub title: Option<TextTemplate>,
    /// Author.
    pub author: Option<TextTemplate>,
    /// Subject.
    pub subject: Option<TextTemplate>,
    /// Keywords.
    pub keywords: Option<TextTemplate>,
    /// Language.
    pub language: Option<TextTemplate>,
    /// Standards that it conforms to.
    pub standards: Standards,
    /// `true` with tags, `false` without; absent: where a standard needs them.
    pub tagged: Option<bool>,
    /// Viewer preferences.
    pub viewer: Option<Viewer>,
    /// Files that it carries.
    pub attachments: Vec<Attachment>,
    /// Passwords and permissions.
    pub encryption: Option<Encryption>,
    /// The e-invoice that is made of the same data.
    pub einvoice: Option<Einvoice>,
}

/// A file that a document carries.
pub struct Attachment {
    pub name: TextTemplate,
    /// Content as text or base64, or the address of the file that holds it.
    pub source: TextTemplate,
    pub mime_type: Option<TextTemplate>,
    /// Relationship to the document.
    pub relationship: Relationship,
    /// Description that readers show.
    pub description: Option<TextTemplate>,
    /// Condition for attaching it; `None`: always.
    pub when: Option<Condition>,
    /// JSON pointer of the attachment in the template.
    pub pointer: String,
}

/// Viewer preferences of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Viewer {
    /// Panel beside the pages.
    pub page_mode: Option<PageMode>,
    /// `true` if the window shows the title.
    pub display_title: bool,
    /// Sides on which it is printed.
    pub duplex: Option<Duplex>,
}

/// The passwords of a document.
pub struct Encryption {
    /// Password that opens it.
    pub user: TextTemplate,
    /// Name of the secret that allows everything.
    pub owner: Option<String>,
    /// Permissions of users who open it with this password; `None`: all.
    pub permissions: Option<Vec<Permission>>,
    /// A shorter password counts as none.
    pub min_length: u32,
    /// JSON pointer of the password in the template.
    pub pointer: String,
}

impl Pdf {
    /// Reads the object of a template; nothing where there is none.
    pub(super) fn read(template: &Node<'_>, context: &mut Context) -> Option<Self> {
        let node = template.extension(&page::PDF, context)?;
        let standards = standards(&node, context);
        let tagged = node.read(&pdf::TAGGED, context);
        let mut text = |key: &Key| template_of(&node, key, context);
        Some(Self {
            title: text(&pdf::TITLE),
            author: text(&pdf::AUTHOR),
            subject: text(&pdf::SUBJECT),
            keywords: text(&pdf::KEYWORDS),
            language: text(&pdf::LANGUAGE),
            standards,
            tagged,
            viewer: node.extension(&pdf::VIEWER_KEY, context).map(|node| Viewer {
                page_mode: node.read(&pdf::PAGE_MODE, context),
                display_title: node.read(&pdf::DISPLAY_TITLE, context),
                duplex: node.read(&pdf::DUPLEX, context),
            }),
            attachments: node
                .extension(&pdf::ATTACHMENTS, context)
                .map(|list| list.elements())
                .unwrap_or_default()
                .iter()
                .filter_map(|node| Attachment::read(node, context))
                .collect(),
            encryption: node
                .extension(&pdf::ENCRYPTION_KEY, context)
                .and_then(|node| Encryption::read(&node, context)),
            einvoice: Einvoice::read(&node, context),
        })
    }
}

/// The standards that a template names. Two editions of PDF/A exclude each other.
fn standards(node: &Node<'_>, context: &mut Context) -> Standards {
    let Some(list) = node.extension(&pdf::CONFORMANCE, context) else {
        return Standards::default();
    };
    let elements = list.elements();
    let named = elements.iter().filter_map(|element| element.value.as_str());
    Standards::of(named.filter_map(Standard::named)).unwrap_or_else(|_| {
        context.invalid(list.pointer, "at most one edition of PDF/A", list.value);
        Standards::default()
    })
}

fn template_of(node: &Node<'_>, key: &Key, context: &mut Context) -> Option<TextTemplate> {
    let node = node.extension(key, context)?;
    Some(context.compile(&text_of(node.value), &node.pointer))
}

impl Attachment {
    fn read(node: &Node<'_>, context: &mut Context) -> Option<Self> {
        let name = node.required(&pdf::FILE_NAME, context);
        let source = node.required(&pdf::SOURCE, context);
        let when = node.extension(&pdf::WHEN, context);
        Some(Self {
            name: context.compile(&name?, &node.place(&pdf::FILE_NAME)),
            source: context.compile(&source?, &node.place(&pdf::SOURCE)),
            mime_type: template_of(node, &pdf::MIME_TYPE, context),
            relationship: node.read(&pdf::RELATIONSHIP, context),
            description: template_of(node, &pdf::DESCRIPTION, context),
            when: when.map(|node| context.condition(&text_of(node.value), &node.pointer)),
            pointer: node.pointer.clone(),
        })
    }
}

impl Encryption {
    fn read(node: &Node<'_>, context: &mut Context) -> Option<Self> {
        let user = node.required(&pdf::USER_PASSWORD, context);
        let owner = node.extension(&pdf::OWNER_PASSWORD, context);
        let permissions = node.extension(&pdf::PERMISSIONS, context);
        let permissions = permissions.map(|node| {
            let elements = node.elements();
            let names = elements.iter().filter_map(|element| element.value.as_str());
            names.filter_map(Permission::named).collect()
        });
        let min_length = node.read(&pdf::MIN_LENGTH, context);
        Some(Self {
            user: context.compile(&user?, &node.place(&pdf::USER_PASSWORD)),
            owner: owner.map(|node| text_of(node.value).into_owned()),
            permissions,
            min_length,
            pointer: format!("{}/{}", node.pointer, pdf::USER_PASSWORD.name),
        })
    }
}
