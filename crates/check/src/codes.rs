//! QR codes and bar codes that readers may not read, and payments that older programs would leave
//! out (spec 20.5).

use std::collections::HashSet;

use reportctl_engine::barcode::{self, Room};
use reportctl_engine::format::OnError;
use reportctl_engine::layout::PlacedCode;
use reportctl_engine::problem::{Code, Problem, Severity, quoted};
use reportctl_engine::template::field::{CodeField, CodeSource, Image};
use reportctl_engine::template::source::TemplateSource;
use reportctl_engine::template::{Field, Kind, Template};

/// Reports what is odd about the codes of a template without data.
pub(super) fn check(template: &Template, source: &TemplateSource<'_>, problems: &mut Vec<Problem>) {
    let mut payment = None;
    for field in template.fields() {
        let Kind::Code(code) = &field.kind else { continue };
        quiet_zone(field, code, problems);
        match &code.source {
            CodeSource::Payload(..) => payment = payment.or(Some(field)),
            CodeSource::Text(text) => {
                if let Some(text) = text.as_literal() {
                    literal(field, code, text, problems);
                }
            }
        }
    }
    let guarded = |kind: &Kind| matches!(kind, Kind::Image(image) if image.guard);
    if let Some(field) = payment.filter(|_| !template.fields().any(|field| guarded(&field.kind))) {
        let place = source.designs.first().map(|design| format!("{}/schemas", design.node.pointer));
        problems.push(
            Problem::warning(
                Code::GuardMissing,
                format!(
                    "older programs print the document without the payment of {}",
                    quoted(&field.name)
                ),
            )
            .pointer(place.unwrap_or_default())
            .advice(format!(
                "add an image of 1 x 1 mm with the content `{}`, at which they stop",
                Image::GUARD
            )),
        );
    }
}

fn quiet_zone(field: &Field, code: &CodeField, problems: &mut Vec<Problem>) {
    let least = code.code.quiet_zone().least;
    let swiss =
        matches!(code.source, CodeSource::Payload(reportctl_engine::format::PayloadType::Swiss, _));
    if code.quiet_zone >= least || swiss {
        return;
    }
    let name = code.code.name();
    problems.push(
        unreadable(
            field,
            format!(
                "{} needs {least} light modules around it, but has {}",
                quoted(name),
                code.quiet_zone
            ),
        )
        .pointer(format!("{}/quietZone", field.pointer))
        .advice(format!("write {least} or more, or leave `quietZone` out")),
    );
}

/// Content that is the same for all data can be tried at once.
fn literal(field: &Field, code: &CodeField, text: &str, problems: &mut Vec<Problem>) {
    let room = Room { width: field.width, height: field.height, quiet: code.quiet_zone };
    if text.trim().is_empty() {
        return;
    }
    if let Err(reason) = barcode::encode(code.code, text, room) {
        let name = code.code.name();
        let problem = Problem::new(
            Code::BarcodeContent,
            format!("{} cannot be drawn: {reason}", quoted(name)),
        );
        // It may be left out.
        let is_harmless = code.on_error == OnError::Hide || field.visible_when.is_some();
        let severity = if is_harmless { Severity::Warning } else { problem.severity };
        problems.push(
            Problem { severity, ..problem }
                .field(&field.name)
                .pointer(format!("{}/content", field.pointer))
                .advice("correct the content")
                .detail("symbology", name)
                .detail("reason", reason),
        );
    }
}

/// Reports a code that comes out too small, once per field.
pub(super) fn too_narrow(
    field: &Field,
    placed: &PlacedCode,
    reported: &mut HashSet<*const Field>,
    problems: &mut Vec<Problem>,
) {
    let least = placed.code.least_module();
    if placed.symbol.is_none() || placed.module >= least || !reported.insert(field) {
        return;
    }
    let module = (placed.module * 1000.0).round() / 1000.0;
    let name = placed.code.name();
    problems.push(
        unreadable(
            field,
            format!(
                "the modules of {} are {module} mm wide, but readers need {least} mm",
                quoted(name)
            ),
        )
        .pointer(field.pointer.clone())
        .advice("make the field larger, or the content shorter")
        .detail("module", module),
    );
}

fn unreadable(field: &Field, message: String) -> Problem {
    Problem::warning(Code::BarcodeUnreadable, message).field(&field.name)
}
