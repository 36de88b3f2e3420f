//! Outcomes as JUnit XML, which CI systems read.

use super::CaseOutcome;
use super::run::Verdict;

/// The report: a suite per template.
pub(crate) fn report(outcomes: &[CaseOutcome]) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let failures = outcomes.iter().filter(|outcome| !outcome.passed()).count();
    let seconds: f64 = outcomes.iter().map(|outcome| outcome.seconds).sum();
    out.push_str(&format!(
        "<testsuites name=\"reportctl\" tests=\"{}\" failures=\"{failures}\" time=\"{seconds:.3}\">\n",
        outcomes.len()
    ));
    for suite in outcomes.chunk_by(|a, b| a.case.template == b.case.template) {
        let Some(first) = suite.first() else { continue };
        let failures = suite.iter().filter(|outcome| !outcome.passed()).count();
        let seconds: f64 = suite.iter().map(|outcome| outcome.seconds).sum();
        out.push_str(&format!(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" time=\"{seconds:.3}\">\n",
            escaped(&first.case.template),
            suite.len()
        ));
        for outcome in suite {
            out.push_str(&format!(
                "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
                escaped(&outcome.case.template),
                escaped(&outcome.case.name),
                outcome.seconds
            ));
            if outcome.passed() {
                out.push_str("/>\n");
                continue;
            }
            let lines = outcome.words();
            let message = lines.first().map(String::as_str).unwrap_or_default();
            let kind = match outcome.verdict {
                Verdict::Failed(_) => "error",
                _ => "changed",
            };
            out.push_str(&format!(
                ">\n      <failure type=\"{kind}\" message=\"{}\">{}</failure>\n    </testcase>\n",
                escaped(message),
                escaped(&lines.join("\n"))
            ));
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

/// A text inside XML. Characters that it cannot have are replaced.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(character),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            character if character.is_control() => out.push('\u{fffd}'),
            character => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_xml_cannot_have_are_replaced() {
        assert_eq!(
            escaped("a\u{1}<\u{ffff}\u{fffe}\u{fffd}"),
            "a\u{fffd}&lt;\u{fffd}\u{fffd}\u{fffd}"
        );
    }
}
