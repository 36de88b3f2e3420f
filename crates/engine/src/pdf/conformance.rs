//! Demands of standards on a document besides its form (spec 20.10.6): checked before it is
//! written, and never given up in silence. Alternative texts and levels of headings are checked
//! with the structure, pictures in CMYK where they are drawn.

use super::Info;
use crate::problem::{Code, Problem};
use crate::template::field::is_language_tag;
use crate::template::standards::Standards;

/// The shortest and the longest side of a page in points (ISO 19005-2, 6.1.13).
const SIDES: (f64, f64) = (3.0, 14_400.0);

/// Pointer of the options of the PDF.
const PDF: &str = "/template/pdf";

/// A breach of a standard: the clause, what is wrong, where, and the fix.
pub(crate) fn breach(
    standard: &str,
    rule: &'static str,
    what: &str,
    pointer: &str,
    fix: &str,
) -> Problem {
    Problem::new(Code::Conformance, format!("{standard} ({rule}): {what}"))
        .pointer(format!("{PDF}{pointer}"))
        .advice(fix.to_owned())
        .detail("rule", rule)
}

/// The name of the edition of PDF/A in messages.
pub(crate) fn archive_name(standards: Standards) -> String {
    standards.archive.map_or_else(String::new, |archive| {
        format!("PDF/A-{}{}", archive.part, archive.level.letter().to_lowercase())
    })
}

/// Breaches of the standards that are known before pages are drawn, each a `conformance` or
/// `conformanceConflict` with its place. `tagged`: the key `tagged` of the template; `encrypted`: the document
/// needs a password.
pub(crate) fn breaches(
    standards: Standards,
    info: &Info<'_>,
    tagged: Option<bool>,
    encrypted: bool,
    pages: impl Iterator<Item = (f64, f64)>,
) -> Vec<Problem> {
    let mut found = Vec::new();
    if standards.is_none() {
        return found;
    }
    let archive = archive_name(standards);
    if standards.archive.is_some() && encrypted {
        let message = format!("{archive} (6.1.3) forbids passwords, but the document has one");
        found.push(
            Problem::new(Code::ConformanceConflict, message)
                .pointer(format!("{PDF}/encryption"))
                .advice("remove `encryption`, or ask for no PDF/A")
                .detail("rule", "6.1.3"),
        );
    }
    if standards.need_tags() && tagged == Some(false) {
        let message = format!("{} needs tags, but `tagged` is `false`", standards.names());
        found.push(
            Problem::new(Code::ConformanceConflict, message)
                .pointer(format!("{PDF}/tagged"))
                .advice("remove `tagged`"),
        );
    }
    if let Some(archive) = standards.archive
        && archive.part == 2
        && !info.attachments.is_empty()
    {
        let name = archive_name(standards);
        let what = "it carries files, which have to be PDF/A documents themselves";
        let fix = "ask for PDF/A-3, or remove `attachments`";
        found.push(breach(&name, "6.8", what, "/attachments", fix));
    }
    if standards.accessible {
        if info.title.trim().is_empty() {
            let fix = "write `pdf.title`";
            found.push(breach("PDF/UA-1", "7.1", "the document has no title", "/title", fix));
        }
        if info.viewer.is_some_and(|viewer| !viewer.display_title) {
            let what = "the window must show the title, but `displayDocTitle` is `false`";
            let pointer = "/viewer/displayDocTitle";
            found.push(breach("PDF/UA-1", "7.1", what, pointer, "remove `displayDocTitle`"));
        }
    }
    if standards.need_tags() {
        let standard = if standards.accessible { "PDF/UA-1" } else { &archive };
        let rule = if standards.accessible { "7.2" } else { "6.7.4" };
        let fix = "write `pdf.language` or `locale`, such as `pt-BR`";
        if info.language.is_empty() {
            found.push(breach(standard, rule, "the document has no language", "/language", fix));
        } else if !is_language_tag(&info.language) {
            let what = format!("`{}` is no language", info.language);
            found.push(breach(standard, rule, &what, "/language", fix));
        }
    }
    if standards.archive.is_some() {
        let fits = |side: f64| (SIDES.0..=SIDES.1).contains(&side);
        for (number, (width, height)) in (1_usize..).zip(pages) {
            if !fits(width) || !fits(height) {
                let what = format!("page {number} has a side that is not of 1.06 to 5080 mm");
                let message = format!("{archive} (6.1.13): {what}");
                found.push(
                    Problem::new(Code::Conformance, message)
                        .pointer("/template/page")
                        .advice("change the size of the page")
                        .detail("rule", "6.1.13"),
                );
                // The pages of a design are all alike.
                break;
            }
        }
    }
    found
}

/// Problem of a font that must be embedded and has no program in this build.
pub(super) fn no_program(name: &str) -> Problem {
    Problem::new(
        Code::Conformance,
        format!("the standard font {name} must be embedded, but this build has no face for it"),
    )
    .pointer(format!("{PDF}/conformance"))
    .advice("give a font file, or use a build with the feature `embeddable-fonts`")
    .detail("rule", "6.2.11.4")
}
