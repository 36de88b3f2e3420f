//! The file around a template (spec 1).

use super::key::{Key, Scope, Type, key};
use super::{binding, object, page};

object! {
    /// A template file.
    DOCUMENT = "TemplateFile", "1", "A template file: the template, its bindings, and what belongs to them.";
    NAME: Key = key("name", "Name of the template for people; default is the file name.");
    TEMPLATE: Key = key("template", "The pages and the fields on them.")
        .ty(Type::Object(&page::TEMPLATE)).required();
    BINDINGS: Key = key("bindings", "Connections of fields with the data.")
        .ty(Type::List(const { &Type::Kinds(&binding::BINDINGS) })).expected();
    MAIL_OPTIONS: Key = key("mail", "Texts of messages with the report.")
        .ty(Type::Object(&MAIL)).older("ignores it");
    STRICT: Key = key("strict", "Whether documents with missing data are refused.")
        .ty(Type::Flag).default(super::Default::Flag(false)).older("ignores it");
}

object! {
    /// Texts of messages.
    MAIL = "MailOptions", "1", "Texts of messages with the report, with expressions over the data.";
    SUBJECT: Key = text("subject", "The subject.");
    BODY: Key = text("body", "The plain text.");
    HTML: Key = text("html", "The same as HTML.");
    FILENAME: Key = text("filename", "Name of the attached PDF.");
    REPLY_TO: Key = text("replyTo", "Address for replies.");
    CC: Key = addresses("cc", "Further recipients, named in the message.");
    BCC: Key = addresses("bcc", "Further recipients that no header names.");
}

const fn text(name: &'static str, meaning: &'static str) -> Key {
    key(name, meaning).expressions(Scope::Document)
}

const fn addresses(name: &'static str, meaning: &'static str) -> Key {
    text(name, meaning).ty(Type::List(&Type::Text))
}
