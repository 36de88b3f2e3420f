//! Templates of other programs, recognised by their shape.

use crate::base::files::quoted_name;
use crate::templates::codes;
use engine::problem::Problem;
use engine::value::Value;

/// A format that is not ours.
pub(super) struct Foreign {
    /// Its description, with an article.
    what: &'static str,
    advice: &'static str,
}

const PDFME: Foreign = Foreign {
    what: "a pdfme template",
    advice: "its schemas have other names and units: docs/migrating.md says which field becomes \
             which",
};

const REPORTBRO: Foreign = Foreign {
    what: "a ReportBro report",
    advice: "`docElements` become `schemas`, in millimetres instead of points: see \
             docs/migrating.md",
};

const JSREPORT: Foreign = Foreign {
    what: "a jsreport template",
    advice: "it is HTML with scripts, which nothing here runs: draw the page again from a shipped \
             template (`reportctl template new`) and keep the data; see docs/migrating.md",
};

const OFFICE: Foreign = Foreign {
    what: "an office document, as Carbone and docxtemplater use for templates, or another zip file",
    advice: "draw the page again from a shipped template (`reportctl template new`); see \
             docs/migrating.md",
};

const JASPER: Foreign = Foreign {
    what: "a JasperReports design",
    advice: "draw the page again from a shipped template (`reportctl template new`); see \
             docs/migrating.md",
};

const HTML: Foreign = Foreign {
    what: "an HTML page",
    advice: "a template is JSON: draw the page again from a shipped template (`reportctl template \
             new`); see docs/migrating.md",
};

const PDF: Foreign = Foreign {
    what: "a PDF document",
    advice: "a template is JSON; a finished page can become its `backgroundPdf`, as a file of the \
             library",
};

impl Foreign {
    /// The problem of a file whose shape was recognised.
    pub(super) fn message(&self) -> String {
        format!("this is {}, not a json-pdf-designer template", self.what)
    }

    /// Says what to do.
    pub(super) fn advise(&self, problem: Problem) -> Problem {
        problem.advice(self.advice)
    }

    /// The problem of a file that is not JSON at all.
    pub(super) fn problem(&self, name: &str) -> Problem {
        let message = format!("{} is {}, not a template", quoted_name(name), self.what);
        self.advise(Problem::new(codes::TEMPLATE_UNREADABLE, message).file(name))
    }
}

/// Recognises a document without `template`.
pub(super) fn of_json(whole: &Value) -> Option<&'static Foreign> {
    let has = |key: &str| whole.get(key).is_some();
    let is_text = |key: &str| whole.get(key).and_then(Value::as_str).is_some();
    match () {
        () if has("basePdf") && has("schemas") => Some(&PDFME),
        () if has("docElements") => Some(&REPORTBRO),
        () if is_text("content") && (is_text("recipe") || is_text("engine")) => Some(&JSREPORT),
        () if has("recipe") && has("engine") => Some(&JSREPORT),
        () => None,
    }
}

/// Recognises a foreign file by its first bytes.
pub(super) fn of_bytes(bytes: &[u8]) -> Option<&'static Foreign> {
    const LOOK: usize = 512;
    if bytes.starts_with(b"PK\x03\x04") {
        return Some(&OFFICE);
    }
    if bytes.starts_with(b"%PDF-") {
        return Some(&PDF);
    }
    let start = String::from_utf8_lossy(bytes.get(..LOOK).unwrap_or(bytes)).to_ascii_lowercase();
    let start = start.trim_start_matches('\u{feff}').trim_start();
    if start.starts_with("<!doctype html") || start.starts_with("<html") {
        return Some(&HTML);
    }
    (start.starts_with('<') && start.contains("<jasperreport")).then_some(&JASPER)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn templates_of_other_programs_are_named() {
        for (text, name) in [
            (r#"{"basePdf":{"width":210},"schemas":[[]],"pdfmeVersion":"5.0.0"}"#, "pdfme"),
            (r#"{"docElements":[],"parameters":[],"styles":[]}"#, "ReportBro"),
            (r#"{"content":"<h1>","engine":"handlebars","recipe":"chrome-pdf"}"#, "jsreport"),
        ] {
            let whole = Value::from_json(text).unwrap();
            assert!(of_json(&whole).unwrap().message().contains(name), "{text}");
        }
        for (bytes, name) in [
            (&b"PK\x03\x04rest"[..], "Carbone"),
            (b"%PDF-1.7", "PDF"),
            (b"\n<!DOCTYPE html><p>", "HTML"),
            (b"<?xml version=\"1.0\"?>\n<jasperReport name=\"x\">", "JasperReports"),
        ] {
            assert!(of_bytes(bytes).unwrap().problem("t").message.contains(name), "{name}");
        }
    }

    #[test]
    fn our_own_files_are_not_taken_for_others() {
        let bare = Value::from_json(r#"{"page":{},"schemas":[]}"#).unwrap();
        assert!(of_json(&bare).is_none());
        assert!(of_bytes(b"{\"template\":{}}").is_none() && of_bytes(b"name: x\n").is_none());
    }
}
