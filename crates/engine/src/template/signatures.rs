//! Places of signatures (spec 20.10.9): each is printed once.

use super::read::Context;
use super::zone::Zone;
use super::{Design, Field};
use crate::format::signature;
use crate::problem::{Code, Problem};

/// Refuses signatures that would be printed several times: bands repeat on pages, and a document
/// has one signer.
pub(super) fn check(designs: &[Design], context: &mut Context) {
    let mut has_signer = false;
    for design in designs {
        for field in &design.fields {
            let Some(own) = &field.signature else { continue };
            let repeats = field.layer().is_some()
                || (field.section_id.is_none() && Zone::of(field, design) != Zone::Body);
            if repeats {
                let message = "the field is printed on several pages, and a signature stands once";
                refuse(field, context, message, "move it into the body of the page");
            }
            if own.signer.is_none() {
                continue;
            }
            if field.section_id.is_some() {
                let message = "the field repeats with its section, and the document is signed once";
                refuse(field, context, message, "move it out of the section, or remove `signer`");
            } else if has_signer {
                let message = "another field has a `signer`, and the document is signed once";
                refuse(field, context, message, "remove one of the two");
            }
            has_signer = true;
        }
    }
}

fn refuse(field: &Field, context: &mut Context, message: &str, advice: &'static str) {
    context.problems.push(
        Problem::new(Code::ExtensionInvalid, message)
            .field(&field.name)
            .pointer(format!("{}/{}", field.pointer, signature::SIGNER.name))
            .advice(advice),
    );
}
