//! Outcomes as a page: changes in words, and each page before, after and overlaid.

use std::io;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reportctl_raster::{Image, overlay};

use super::CaseOutcome;
use super::junit::escaped;
use super::run::{ComparedPictures, Verdict};

pub(crate) const STYLE: &str = "\
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{margin:2rem auto;max-width:90rem;padding:0 1rem}
h2{margin:2rem 0 .25rem}ul{margin:.25rem 0 1rem}
.page{display:grid;grid-template-columns:repeat(3,1fr);gap:1rem;margin:1rem 0}
figure{margin:0}figcaption{font-size:.85rem;opacity:.75}
img{width:100%;background:#fff;outline:1px solid #8888}
.none{display:grid;place-items:center;min-height:8rem;outline:1px dashed #888}
";

/// The report. It stands alone: pictures are inside it, and nothing is loaded.
///
/// # Errors
/// None in practice: pictures are written to memory.
pub(crate) fn report(outcomes: &[CaseOutcome]) -> io::Result<String> {
    let failed: Vec<&CaseOutcome> = outcomes.iter().filter(|outcome| !outcome.passed()).collect();
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>reportctl test</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<style>\n{STYLE}</style>\n\
         <h1>{} of {} cases changed</h1>\n",
        failed.len(),
        outcomes.len()
    );
    for outcome in failed {
        out.push_str(&format!("<h2>{}</h2>\n<ul>\n", escaped(&outcome.case.id())));
        for words in outcome.words() {
            out.push_str(&format!("<li>{}</li>\n", marked(&words)));
        }
        out.push_str("</ul>\n");
        if let Verdict::Changed { pictures, .. } = &outcome.verdict {
            for page in pictures {
                out.push_str(&self::page(page)?);
            }
        }
    }
    out.push_str("</html>\n");
    Ok(out)
}

/// A sentence with what stands between backticks as code.
pub(crate) fn marked(words: &str) -> String {
    let parts: Vec<String> = words.split('`').map(escaped).collect();
    if parts.len().is_multiple_of(2) {
        return escaped(words);
    }
    let of = |(index, part): (usize, &String)| match index % 2 {
        0 => part.clone(),
        _ => format!("<code>{part}</code>"),
    };
    parts.iter().enumerate().map(of).collect()
}

fn page(ComparedPictures { page, before, after }: &ComparedPictures) -> io::Result<String> {
    let both = match (before, after) {
        (Some(before), Some(after)) => Some(overlay(before, after)),
        _ => None,
    };
    let mut out = format!("<h3>Page {page}</h3>\n<div class=\"page\">\n");
    let parts =
        [("before", before.as_ref()), ("after", after.as_ref()), ("overlaid", both.as_ref())];
    for (name, image) in parts {
        out.push_str(&figure(name, *page, image)?);
    }
    out.push_str("</div>\n");
    Ok(out)
}

/// A picture with its caption.
pub(crate) fn figure(name: &str, page: usize, image: Option<&Image>) -> io::Result<String> {
    let content = match image {
        Some(image) => format!(
            "<img alt=\"Page {page}, {name}\" src=\"data:image/png;base64,{}\">",
            STANDARD.encode(image.png(72.0)?)
        ),
        None => "<div class=\"none\">no picture</div>".to_owned(),
    };
    Ok(format!("<figure><figcaption>{name}</figcaption>{content}</figure>\n"))
}
