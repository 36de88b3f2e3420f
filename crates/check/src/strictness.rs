//! Strictness: findings that refuse a document.

use std::collections::BTreeSet;

use reportctl_engine::expr::SYNTAX;
use reportctl_engine::problem::{Code, Problem, Result, Severity};

/// The codes of `check` that refuse a document; findings of other codes are warnings.
///
/// ```
/// use reportctl_check::{DataChecker, Strictness};
/// use reportctl_engine::{Code, Fonts, Options, Value};
///
/// let template = Value::from_json(
///     r#"{"page": {"width": 210, "height": 297}, "schemas": [
///         {"id": "t", "name": "t", "type": "text", "x": 10, "y": 15, "width": 190, "height": 10,
///          "content": "Dear {name},"}]}"#,
/// )?;
/// let checker = DataChecker::new(&template, &Value::Null)?;
/// let fonts = Fonts::standard();
/// let options = Options::new(&fonts);
/// let data = Value::from_json("{}")?;
/// assert_eq!(checker.admit(&data, &options, &Strictness::lenient())?.len(), 1);
/// let refused = checker.admit(&data, &options, &Strictness::strict()).unwrap_err();
/// assert_eq!(refused.code, Code::MissingPath);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Strictness {
    denied: BTreeSet<Code>,
}

/// Findings of missing content: data, functions that the template calls, or expressions that cannot
/// be read. Evaluation finds them, or a lookup in the data.
pub const LACKING: [Code; 4 + SYNTAX.len()] =
    and_syntax([Code::MissingPath, Code::NotANumber, Code::UnknownFunction, Code::DataShape]);

/// Findings that refuse a mail, however lenient: it is sent unseen.
pub const LACKING_IN_MAIL: [Code; 2 + SYNTAX.len()] =
    and_syntax([Code::UnknownFunction, Code::DataShape]);

/// Some codes and those of syntax errors.
const fn and_syntax<const SOME: usize, const ALL: usize>(codes: [Code; SOME]) -> [Code; ALL] {
    let mut all = [SYNTAX[0]; ALL];
    let mut index = 0;
    while index < ALL {
        all[index] = if index < SOME { codes[index] } else { SYNTAX[index - SOME] };
        index += 1;
    }
    all
}

/// Findings that keep a tagged document from being accessible, though it can be made.
pub(super) const ACCESSIBLE: [Code; 5] = [
    Code::AltTextMissing,
    Code::HeadingMissing,
    Code::HeadingSkipped,
    Code::TableHeadMissing,
    Code::ContrastTooLow,
];

/// Largest number of further findings that a refusal lists.
const MOST_LISTED: usize = 20;

impl Strictness {
    /// Refuses nothing.
    pub fn lenient() -> Self {
        Self::default()
    }

    /// Refuses documents that lack something ([`LACKING`]): `notANumber`, for example, without which
    /// a sum is too small.
    pub fn strict() -> Self {
        LACKING.into_iter().fold(Self::lenient(), Self::deny)
    }

    /// Refuses what no mail may lack ([`LACKING_IN_MAIL`]).
    pub fn mail() -> Self {
        LACKING_IN_MAIL.into_iter().fold(Self::lenient(), Self::deny)
    }

    /// Refuses findings of this code too.
    #[must_use]
    pub fn deny(mut self, code: Code) -> Self {
        self.denied.insert(code);
        self
    }

    /// Lets findings of this code pass.
    #[must_use]
    pub fn allow(mut self, code: Code) -> Self {
        self.denied.remove(&code);
        self
    }

    /// Returns `true` if findings of this code refuse a document.
    pub fn denies(&self, code: Code) -> bool {
        self.denied.contains(&code)
    }

    /// Returns `true` if no finding refuses a document.
    pub fn is_lenient(&self) -> bool {
        self.denied.is_empty()
    }

    /// Returns `true` if a denied code needs a check of the whole document: texts without room, or
    /// characters without a glyph.
    pub fn needs_document(&self) -> bool {
        self.denied.iter().any(|code| !LACKING.contains(code))
    }

    /// The findings that pass.
    ///
    /// # Errors
    /// The first finding that is an error or denied, as an error; the other denied ones are in its
    /// detail `further` ([`Problem::as_detail`]), and `denied` counts all.
    pub fn admit(&self, findings: Vec<Problem>) -> Result<Vec<Problem>> {
        let is_refused =
            |problem: &Problem| problem.severity == Severity::Error || self.denies(problem.code);
        let (refused, passed): (Vec<_>, Vec<_>) = findings.into_iter().partition(is_refused);
        let count = refused.len();
        let mut refused = refused.into_iter();
        let Some(first) = refused.next() else { return Ok(passed) };
        let mut problem = Problem { severity: Severity::Error, ..first };
        if count > 1 {
            let further = refused.take(MOST_LISTED).map(|problem| problem.as_detail());
            let further = serde_json::Value::Array(further.collect());
            problem = problem.detail("denied", count).detail("further", further);
        }
        Err(problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warning(code: Code, message: &str) -> Problem {
        Problem::warning(code, message).field("f")
    }

    #[test]
    fn what_is_not_denied_passes() {
        let findings = vec![warning(Code::MissingPath, "a"), warning(Code::OffPage, "b")];
        let passed = Strictness::lenient().admit(findings.clone());
        assert_eq!(passed, Ok(findings.clone()));
        let strict = Strictness::strict();
        assert!(!strict.needs_document() && strict.clone().deny(Code::OffPage).needs_document());
        assert_eq!(strict.allow(Code::MissingPath).admit(findings.clone()), Ok(findings));
        let number = vec![warning(Code::NotANumber, "a")];
        assert_eq!(Strictness::lenient().admit(number.clone()), Ok(number.clone()));
        assert!(Strictness::strict().admit(number.clone()).is_err());
        let allowed = Strictness::strict().allow(Code::NotANumber).admit(number.clone());
        assert_eq!(allowed, Ok(number));
    }

    #[test]
    fn the_first_denied_finding_refuses_and_names_the_others() {
        let findings = vec![
            warning(Code::OffPage, "a"),
            warning(Code::MissingPath, "b"),
            warning(Code::MissingPath, "c"),
        ];
        let refused = Strictness::strict().admit(findings).expect_err("refused");
        assert_eq!((refused.severity, refused.message.as_str()), (Severity::Error, "b"));
        assert_eq!(refused.get("denied"), Some(&2.into()));
        let further = refused.get("further").and_then(|further| further.get(0)).expect("one");
        assert_eq!((&further["error"], &further["field"]), (&"c".into(), &"f".into()));
    }
}
