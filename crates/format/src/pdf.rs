//! Metadata, conformance and tags of the PDF, and who may open it (spec 20.10).

use super::choice::{Choose, Duplex, PageMode, Permission, Relationship, Standard};
use super::key::{
    Key, Scope, Type, Typed, choice, flag, key, optional_choice, optional_flag, whole,
};
use super::{einvoice, object};

/// Most characters that a password may have to have: readers take 127 bytes.
const LONGEST_PASSWORD: f64 = 127.0;

object! {
    /// Metadata, standards, passwords.
    PDF = "PdfOptions", "20.10", "Metadata and standards of the PDF, and who may open it.";
    TITLE: Key = text("title", "Title of the document; absent, that of the render.");
    AUTHOR: Key = text("author", "Who wrote it; absent, the author of the settings.");
    SUBJECT: Key = text("subject", "Subject of the document.");
    KEYWORDS: Key = text("keywords", "Words by which it is found.");
    LANGUAGE: Key = text("language", "Language of the texts, such as `pt-BR`; absent, that of the locale.");
    CONFORMANCE: Key = key(
        "conformance",
        "Standards that the document conforms to (20.10.6): at most one of PDF/A, and PDF/UA. Checked before it is \
         written.",
    ).ty(Type::List(const { &Type::Choice(Standard::CHOICES) })).extension();
    TAGGED: Typed<Option<bool>> = optional_flag(
        key(
            "tagged",
            "Whether the document has tags for screen readers (20.10.7); absent, where a standard needs them.",
        ),
    );
    VIEWER_KEY: Key = key("viewer", "Display by readers.").ty(Type::Object(&VIEWER)).extension();
    ATTACHMENTS: Key = key("attachments", "Files that the document carries (20.10.4).")
        .ty(Type::List(const { &Type::Object(&ATTACHMENT) })).extension();
    ENCRYPTION_KEY: Key = key("encryption", "The password that opens it (AES-256).")
        .ty(Type::Object(&ENCRYPTION)).extension();
    EINVOICE_KEY: Key = key("einvoice", "The e-invoice that is made of the same data (20.10.8).")
        .ty(Type::Object(&einvoice::EINVOICE)).extension();
}

object! {
    /// Display of the document by readers.
    VIEWER = "PdfViewer", "20.10", "Display of the document by readers.";
    PAGE_MODE: Typed<Option<PageMode>> = optional_choice(key("pageMode", "Panel beside the pages."));
    DISPLAY_TITLE: Typed<bool> = flag(
        true,
        key("displayDocTitle", "The window shows the title instead of the name of the file."),
    ).extension();
    DUPLEX: Typed<Option<Duplex>> = optional_choice(key("duplex", "On which sides it is printed."));
}

object! {
    /// A file that the document carries.
    ATTACHMENT = "PdfAttachment", "20.10.4", "A file that the document carries.";
    FILE_NAME: Key = text("name", "Name of the file, without folders.").required();
    SOURCE: Key = text(
        "source",
        "Content: `lib:` and a file of the library; or a text, or base64 where its type is not text; or a `data:` URI.",
    ).required();
    MIME_TYPE: Key = text("mimeType", "Type of the file; absent, that of the ending of its name.");
    RELATIONSHIP: Typed<Relationship> = choice(
        Relationship::Unspecified,
        Relationship::Unspecified.name(),
        key("relationship", "Relationship to the document."),
    ).extension();
    DESCRIPTION: Key = text("description", "Description that readers show.");
    WHEN: Key = key("when", "Bare expression: whether it is attached; absent, always.")
        .expressions(Scope::Condition).extension();
}

object! {
    /// The passwords of a document.
    ENCRYPTION = "PdfEncryption", "20.10", "The passwords of a document.";
    USER_PASSWORD: Key = text("userPassword", "The password that opens it.").required();
    OWNER_PASSWORD: Key = key(
        "ownerPassword",
        "Name of the secret of the settings that allows everything; absent, there is none.",
    ).extension();
    PERMISSIONS: Key = key("permissions", "Permissions of readers; absent, all.")
        .ty(Type::List(const { &Type::Choice(Permission::CHOICES) })).extension();
    MIN_LENGTH: Typed<u32> = whole(
        6,
        key("minLength", "A shorter password counts as none.").range(1.0, LONGEST_PASSWORD),
    );
}

const fn text(name: &'static str, meaning: &'static str) -> Key {
    key(name, meaning).expressions(Scope::Document).extension()
}
