//! The texts of a message: texts with expressions over the data of one document.

use super::language::{MailLanguage, ValueStyle};
use engine::budget::{Budget, Meter};
use engine::expr::date::Timestamp;
use engine::expr::{Dialect, Scope, TextTemplate, missing_text};
use engine::problem::{Code, Problem, Result};
use engine::value::Value;

/// Most bytes that the texts of one message may grow to.
const MAX_TEXT_BYTES: u64 = 1 << 20;

/// A text with expressions. Unlike in documents, a token that cannot be read is an error:
/// no person sees a message before it is sent.
#[derive(Debug, Clone)]
pub(super) struct MailText {
    /// Description for messages.
    what: &'static str,
    template: TextTemplate,
    dialect: Dialect,
}

impl MailText {
    /// Compiles it; `what` names it in messages.
    pub(super) fn compile(what: &'static str, source: &str, dialect: &Dialect) -> Result<Self> {
        Self::compile_part(what, source, 0, dialect)
    }

    /// Compiles a part of a text, which begins at the byte `start` of the whole text.
    fn compile_part(
        what: &'static str,
        source: &str,
        start: usize,
        dialect: &Dialect,
    ) -> Result<Self> {
        let template = TextTemplate::compile_in(source, dialect);
        if let Some(bad) = template.bad_tokens().next() {
            return Err(located(bad.error.to_problem(), what).detail("offset", start + bad.offset));
        }
        Ok(Self { what, template, dialect: dialect.clone() })
    }

    /// The paths that it takes and the data does not have.
    pub(super) fn missing(&self, data: &Value) -> Result<Vec<Problem>> {
        let found = check::missing_in_text(&self.template, data, &self.dialect, Budget::default())?;
        Ok(found.into_iter().map(|problem| located(problem, self.what)).collect())
    }

    /// The texts in the languages of the template that it asks for in vain.
    pub(super) fn untranslated(&self, data: &Data<'_>) -> Result<Vec<Problem>> {
        data.with_scope(|scope| {
            self.template.render(scope, &mut String::new())?;
            Ok(untranslated(scope, self.what))
        })
    }

    /// The text for some data.
    pub(super) fn render(&self, data: &Data<'_>) -> Result<String> {
        data.with_scope(|scope| {
            let mut out = String::new();
            self.template.render(scope, &mut out)?;
            Ok(out)
        })
    }
}

/// A template text that is HTML. Values of the data are escaped; `<style>` elements are left alone,
/// because their braces are not those of tokens.
#[derive(Debug, Clone)]
pub(super) struct Html(Vec<TextPart>);

#[derive(Debug, Clone)]
enum TextPart {
    Template(MailText),
    Verbatim(String),
}

impl Html {
    pub(super) fn compile(what: &'static str, source: &str, dialect: &Dialect) -> Result<Self> {
        let lower = source.to_ascii_lowercase();
        let (mut parts, mut at) = (Vec::new(), 0);
        while let Some(start) = lower[at..].find("<style").map(|found| at + found) {
            let end = lower[start..].find("</style").map_or(source.len(), |found| start + found);
            parts.push(TextPart::Template(MailText::compile_part(
                what,
                &source[at..start],
                at,
                dialect,
            )?));
            parts.push(TextPart::Verbatim(source[start..end].to_owned()));
            at = end;
        }
        parts.push(TextPart::Template(MailText::compile_part(what, &source[at..], at, dialect)?));
        Ok(Self(parts))
    }

    /// The paths that it takes and the data does not have.
    pub(super) fn missing(&self, data: &Value) -> Result<Vec<Problem>> {
        let mut found = Vec::new();
        for part in &self.0 {
            if let TextPart::Template(text) = part {
                found.extend(text.missing(data)?);
            }
        }
        Ok(found)
    }

    /// The texts in the languages of the template that it asks for in vain.
    pub(super) fn untranslated(&self, data: &Data<'_>) -> Result<Vec<Problem>> {
        let mut found = Vec::new();
        for part in &self.0 {
            if let TextPart::Template(text) = part {
                found.extend(text.untranslated(data)?);
            }
        }
        Ok(found)
    }

    pub(super) fn render(&self, data: &Data<'_>) -> Result<String> {
        data.with_scope(|scope| {
            let mut out = String::new();
            for part in &self.0 {
                match part {
                    TextPart::Template(text) => {
                        text.template.render_with(scope, &mut out, escape)?
                    }
                    TextPart::Verbatim(text) => out.push_str(text),
                }
            }
            Ok(out)
        })
    }
}

/// Writes a text so that it is text in HTML, between tags and in quoted attributes.
fn escape(text: &str, out: &mut String) {
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(char),
        }
    }
}

fn too_long() -> Problem {
    let limit = MAX_TEXT_BYTES >> 20;
    Problem::new(Code::OutputLimit, format!("a text of the message went past {limit} MB"))
        .advice("shorten it, or the data it comes from; what is long belongs into the document")
}

/// Notes on the text `what`, one for each path that a scope lacks.
fn untranslated(scope: &Scope<'_>, what: &str) -> Vec<Problem> {
    let Some(globals) = scope.env.globals else { return Vec::new() };
    let keys = globals.missing.take().into_iter();
    keys.map(|key| located(missing_text(&key, globals.language()), what)).collect()
}

fn located(problem: Problem, what: &str) -> Problem {
    let message = format!("{what}: {}", problem.message);
    Problem { message, ..problem }
}

/// Names for the texts of one message.
#[derive(Clone, Copy)]
pub(super) struct Data<'a> {
    pub(super) value: &'a Value,
    pub(super) sent_at: Timestamp,
    /// The expressions and languages of their template.
    pub(super) language: &'a MailLanguage,
    /// Format of numbers and dates.
    pub(super) style: ValueStyle<'a>,
}

impl Data<'_> {
    fn with_scope<T>(&self, run: impl FnOnce(&Scope<'_>) -> Result<T>) -> Result<T> {
        let budget = Budget { max_output_bytes: MAX_TEXT_BYTES, ..Budget::default() };
        let meter = Meter::new(budget);
        let seen = self.language.with_scope(self.value, self.sent_at, self.style, &meter, run);
        seen.map_err(|problem| match problem.code {
            // The engine speaks about documents.
            Code::OutputLimit => too_long(),
            _ => problem,
        })
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::sync::LazyLock;

    use super::*;

    fn html(source: &str, data: &str) -> String {
        let value = Value::from_json(data).unwrap();
        Html::compile("html", source, &Dialect::BASE).unwrap().render(&over(&value)).unwrap()
    }

    fn over(value: &Value) -> Data<'_> {
        static LANGUAGE: LazyLock<MailLanguage> = LazyLock::new(MailLanguage::default);
        let (language, style) = (&*LANGUAGE, ValueStyle::Plain);
        Data { value, sent_at: Timestamp::EPOCH, language, style }
    }

    #[test]
    fn data_is_escaped_in_html_and_the_markup_is_not() {
        let data = r#"{"name":"<script>\"A&B's\"</script>"}"#;
        assert_eq!(
            html("<p title=\"{name}\">{UPPER(name)}</p>", data),
            "<p title=\"&lt;script&gt;&quot;A&amp;B&#39;s&quot;&lt;/script&gt;\">\
             &lt;SCRIPT&gt;&quot;A&amp;B&#39;S&quot;&lt;/SCRIPT&gt;</p>"
        );
    }

    #[test]
    fn styles_keep_their_braces() {
        let source = "<Style>p { color: red; margin: 0 }</STYLE><p>{a}</p><style>b{a}";
        assert_eq!(
            html(source, r#"{"a":1}"#),
            "<Style>p { color: red; margin: 0 }</STYLE><p>1</p><style>b{a}"
        );
    }

    #[test]
    fn a_token_that_cannot_be_read_is_an_error() {
        let problem =
            MailText::compile("the subject", "Invoice {SUM(a}", &Dialect::BASE).unwrap_err();
        assert_eq!(problem.code, Code::UnclosedCall);
        assert!(problem.message.starts_with("the subject: "), "{}", problem.message);
        let problem =
            Html::compile("html", "<style>b{a}</style><p>{SUM(a}", &Dialect::BASE).unwrap_err();
        assert_eq!(problem.get("offset"), Some(&22.into()));
    }

    #[test]
    fn a_text_cannot_grow_without_end() {
        let value = Value::from_json(&format!(r#"{{"a":"{}"}}"#, "x".repeat(600_000))).unwrap();
        let text = MailText::compile("body", "{a}{a}", &Dialect::BASE).unwrap();
        let problem = text.render(&over(&value)).unwrap_err();
        assert_eq!(problem.code, Code::OutputLimit);
        assert_eq!(problem.message, "a text of the message went past 1 MB");
    }
}
