//! Differences as text, Markdown, a page, and pictures.

use std::io;

use reportctl_raster::{Image, overlay};
use serde_json::{Value as Json, json};

use super::{Diff, PagePair};
use crate::base::printable;
use crate::review::cases::{STYLE, escaped, figure, marked};

/// Largest number of lines of each kind in a comment.
const MOST_LINES: usize = 20;

/// Lines for people.
pub fn text(diff: &Diff) -> String {
    let mut out = String::new();
    for line in lines(diff) {
        out.push_str(&printable::line(&line));
        out.push('\n');
    }
    out
}

/// Everything that differs, line by line.
fn lines(diff: &Diff) -> Vec<String> {
    let mut lines: Vec<String> = diff.fields.iter().map(ToString::to_string).collect();
    if let Some(pages) = &diff.pages {
        lines.extend(pages.problems.iter().map(|(name, problem)| cannot(name, &problem.message)));
        lines.extend(pages.changes.iter().map(ToString::to_string));
    }
    lines
}

fn cannot(name: &str, why: &str) -> String {
    format!("`{name}` makes no document of this data: {why}")
}

/// A summary that fits into a comment of a pull request.
pub fn markdown(diffs: &[(String, Diff)]) -> String {
    let changed = diffs.iter().filter(|(_, diff)| !diff.is_empty()).count();
    let what =
        if diffs.iter().any(|(_, diff)| diff.of_documents) { "document" } else { "template" };
    let mut out = match changed {
        0 => format!("### No {what} changed\n"),
        1 => format!("### 1 {what} changed\n"),
        several => format!("### {several} {what}s changed\n"),
    };
    for (title, diff) in diffs.iter().filter(|(_, diff)| !diff.is_empty()) {
        out.push_str(&format!("\n**{}**\n", printable::markdown(title)));
        if !diff.fields.is_empty() {
            out.push('\n');
        }
        list(diff.fields.iter().map(ToString::to_string).collect(), &mut out);
        let Some(pages) = &diff.pages else { continue };
        let mut words: Vec<String> =
            pages.problems.iter().map(|(name, problem)| cannot(name, &problem.message)).collect();
        words.extend(pages.changes.iter().map(ToString::to_string));
        out.push_str("\nIn the document:\n\n");
        if words.is_empty() {
            out.push_str("- nothing changes\n");
        }
        list(words, &mut out);
    }
    out
}

fn list(lines: Vec<String>, out: &mut String) {
    let more = lines.len().saturating_sub(MOST_LINES);
    for line in lines.into_iter().take(MOST_LINES) {
        out.push_str(&format!("- {}\n", printable::markdown(&line)));
    }
    if more > 0 {
        out.push_str(&format!("- and {more} more\n"));
    }
}

/// A page that stands alone: differences in words, and pages before, after and overlaid.
///
/// # Errors
/// None in practice: pictures are written to memory.
pub fn html(diffs: &[(String, Diff)]) -> io::Result<String> {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>reportctl diff</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<style>\n{STYLE}</style>\n"
    );
    for (title, diff) in diffs {
        out.push_str(&format!("<h2>{}</h2>\n<ul>\n", escaped(title)));
        for line in lines(diff) {
            out.push_str(&format!("<li>{}</li>\n", marked(&line)));
        }
        out.push_str("</ul>\n");
        for PagePair { page, before, after } in diff.pages.iter().flat_map(|pages| &pages.pictures)
        {
            let both = before.as_ref().zip(after.as_ref()).map(|(a, b)| overlay(a, b));
            out.push_str(&format!("<h3>Page {page}</h3>\n<div class=\"page\">\n"));
            for (name, image) in [
                ("before", before.as_ref()),
                ("after", after.as_ref()),
                ("overlaid", both.as_ref()),
            ] {
                out.push_str(&figure(name, *page, image)?);
            }
            out.push_str("</div>\n");
        }
    }
    out.push_str("</html>\n");
    Ok(out)
}

/// A page before, after and overlaid, side by side.
pub fn picture(pair: &PagePair) -> Image {
    const GAP: usize = 12;
    let blank = Image { width: 1, height: 1, rgb: vec![255; 3] };
    let before = pair.before.as_ref().unwrap_or(&blank);
    let after = pair.after.as_ref().unwrap_or(&blank);
    let both = overlay(before, after);
    let parts = [before, after, &both];
    let height = parts.iter().map(|part| part.height).max().unwrap_or(1);
    let width = parts.iter().map(|part| part.width).sum::<usize>() + 2 * GAP;
    let mut rgb = Vec::with_capacity(width * height * 3);
    for y in 0..height {
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                rgb.extend([128; 3 * GAP]);
            }
            match part.rgb.get(y * part.width * 3..(y + 1) * part.width * 3) {
                Some(row) => rgb.extend_from_slice(row),
                None => rgb.extend(std::iter::repeat_n(128, part.width * 3)),
            }
        }
    }
    Image { width, height, rgb }
}

/// As one JSON value.
pub fn json(diffs: &[(String, Diff)]) -> Json {
    let of = |(title, diff): &(String, Diff)| {
        let fields = diff.fields.iter().map(|change| {
            json!({
                "of": change.of, "property": change.property,
                "before": change.before, "after": change.after,
            })
        });
        let problems = diff.pages.iter().flat_map(|pages| &pages.problems);
        let problems = problems.map(|(version, problem)| {
            json!({
                "version": version, "code": problem.code.as_str(), "message": problem.message,
                "pointer": problem.pointer,
            })
        });
        // Pages of a document that was not made do not compare.
        let compared = diff.pages.as_ref().filter(|pages| pages.problems.is_empty());
        let pages = compared.map(|pages| {
            let changes = pages.changes.iter().map(|change| {
                json!({ "page": change.page, "field": change.field, "words": change.words })
            });
            changes.collect::<Vec<_>>()
        });
        json!({
            "template": title, "fields": fields.collect::<Vec<_>>(), "pages": pages,
            "problems": problems.collect::<Vec<_>>(),
        })
    };
    Json::Array(diffs.iter().map(of).collect())
}

/// A template file as lines that a difference shows well: a property of a field each.
pub fn flat(document: &Json) -> String {
    let mut out = String::new();
    for change in crate::review::compare::of_templates(&json!({}), document) {
        if let Some(value) = &change.after {
            flatten(&change.of, value, &mut out);
        }
    }
    out
}

fn flatten(path: &str, value: &Json, out: &mut String) {
    let path = printable::printable(path);
    match value {
        Json::Object(object) if !object.is_empty() => {
            object.iter().for_each(|(key, value)| flatten(&format!("{path} {key}"), value, out));
        }
        Json::String(text) if text.starts_with("data:") => {
            let hash = crate::base::hash::sha256(text.as_bytes());
            out.push_str(&format!("{path}: picture {}\n", &hash[..12]));
        }
        other => out.push_str(&format!("{path}: {other}\n")),
    }
}
