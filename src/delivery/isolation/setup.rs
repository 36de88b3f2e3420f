//! Settings of a child, which it gets once, before its first job.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::confine::Bounds;
use crate::delivery::settings::{Mail, Recipients, TransportKind};
use crate::documents::Generator;
use crate::templates::Named;
use engine::font::{Face, Fonts};
use engine::problem::{Code, Problem, Result};
use engine::template::standards;

/// Settings of a child. The fonts of the settings are the parts of the frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Setup {
    /// Names of the fonts that follow.
    fonts: Vec<String>,
    font_hashes: Vec<Named>,
    fallback_font: bool,
    author: String,
    /// Standards of all documents, separated by commas.
    standards: String,
    mail: MailTexts,
    pub(super) bounds: Bounds,
}

/// Settings of messages, without servers and passwords.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct MailTexts {
    from: Option<String>,
    reply_to: Option<String>,
    cc: Vec<String>,
    bcc: Vec<String>,
    subject: String,
    body: String,
    html: Option<String>,
    filename: String,
    envelope_from: Option<String>,
    headers: BTreeMap<String, String>,
    list_unsubscribe: Option<String>,
    is_folder: bool,
    redirect_all_to: Option<String>,
}

impl Setup {
    /// The settings of children of a process with these settings, and the fonts that follow.
    pub(super) fn new(mail: &Mail, generator: &Generator) -> (Self, Vec<Arc<Face>>) {
        let faces = generator.faces().to_vec();
        let setup = Self {
            fonts: faces.iter().map(|face| face.name().to_owned()).collect(),
            font_hashes: generator.font_hashes().to_vec(),
            fallback_font: generator.has_fallback_font(),
            author: generator.author().to_owned(),
            standards: generator.standards().list(),
            mail: MailTexts {
                from: mail.from.clone(),
                reply_to: mail.reply_to.clone(),
                cc: mail.cc.clone(),
                bcc: mail.bcc.clone(),
                subject: mail.subject.clone(),
                body: mail.body.clone(),
                html: mail.html.clone(),
                filename: mail.filename.clone(),
                envelope_from: mail.envelope_from.clone(),
                headers: mail.headers.clone(),
                list_unsubscribe: mail.list_unsubscribe.clone(),
                is_folder: mail.transport == TransportKind::Folder,
                redirect_all_to: mail.recipients.redirect_all_to.clone(),
            },
            bounds: Bounds::new(generator.limits(), faces.iter().map(|it| it.bytes().len()).sum()),
        };
        (setup, faces)
    }

    /// The generator and the settings of messages of a child.
    ///
    /// # Errors
    /// `internal` where a font was not sent whole; those of [`Face::from_bytes`].
    pub(super) fn start(self, fonts: Vec<Vec<u8>>) -> Result<(Generator, Mail)> {
        if fonts.len() != self.fonts.len() {
            return Err(Problem::new(Code::Internal, "a font was not sent"));
        }
        let faces = self.fonts.iter().zip(fonts);
        let faces = faces.map(|(name, bytes)| Ok(Arc::new(Face::from_bytes(name, bytes)?)));
        let fonts = Fonts::new(faces.collect::<Result<_>>()?, self.fallback_font);
        let standards = standards::standards(&self.standards)
            .map_err(|why| Problem::new(Code::Internal, why))?;
        let generator = Generator::of_parts(
            fonts,
            self.author,
            standards,
            self.fallback_font,
            self.font_hashes,
        );
        let texts = self.mail;
        let mail = Mail {
            from: texts.from,
            reply_to: texts.reply_to,
            cc: texts.cc,
            bcc: texts.bcc,
            subject: texts.subject,
            body: texts.body,
            html: texts.html,
            filename: texts.filename,
            envelope_from: texts.envelope_from,
            headers: texts.headers,
            list_unsubscribe: texts.list_unsubscribe,
            transport: if texts.is_folder { TransportKind::Folder } else { TransportKind::Smtp },
            recipients: Recipients {
                redirect_all_to: texts.redirect_all_to,
                ..Recipients::default()
            },
            ..Mail::default()
        };
        Ok((generator, mail))
    }
}
