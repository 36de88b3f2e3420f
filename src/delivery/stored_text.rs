//! Texts of problems that outlive the data they are about.
//!
//! The queue has the message of a failed row for as long as its data. The log has neither data nor document, and so no
//! message that may quote them.

use super::codes;
use engine::problem::{Blame, Code, Problem};

/// The text of a problem for its row, which is erased with the data.
pub(crate) fn of_row(problem: &Problem) -> String {
    match &problem.field {
        Some(field) => format!("{} (field `{field}`)", problem.message),
        None => problem.message.clone(),
    }
}

/// The text of a problem for the log: the meaning of its code and its place instead of a message that may quote data.
pub(crate) fn without_data(problem: &Problem) -> String {
    let text = if may_quote_data(problem) {
        problem.code.cause().trim_end_matches('.')
    } else {
        problem.message.as_str()
    };
    let field = problem.field.as_ref().map(|field| format!("field `{field}`"));
    let pointer = problem.pointer.as_ref().map(|pointer| format!("at `{pointer}`"));
    let place: Vec<String> = field.into_iter().chain(pointer).collect();
    if place.is_empty() { text.to_owned() } else { format!("{text} ({})", place.join(", ")) }
}

/// Returns `true` if the message may have values of data. Those of mail and queue have addresses, names of templates and
/// answers of servers, which the log has too; those about settings have none.
fn may_quote_data(problem: &Problem) -> bool {
    let is_of_delivery = codes::OWN.contains(&problem.code);
    let is_header = problem.code == codes::INVALID_MESSAGE;
    let is_bug = problem.code == Code::Internal;
    is_header || is_bug || !is_of_delivery && problem.blame() != Blame::Config
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_has_code_and_place_of_a_problem_instead_of_values() {
        let glyph = "no font has the character `x` in `Diagnosis F32.1 of Bob x`";
        let problem = Problem::new(Code::UnsupportedGlyph, glyph).field("diagnosis");
        let row = format!("{glyph} (field `diagnosis`)");
        assert_eq!(of_row(&problem), row);
        assert_eq!(without_data(&problem), "No font has a character (field `diagnosis`)");
        let pointer = Problem::new(Code::RequirementFailed, "Bob owes 5").pointer("/rows/3");
        let expected =
            "The data does not fulfil a condition that the template requires (at `/rows/3`)";
        assert_eq!(without_data(&pointer), expected);
        let subject = Problem::new(codes::INVALID_MESSAGE, "the subject has a NUL: `Bob`");
        assert!(!without_data(&subject).contains("Bob"));
        assert!(!without_data(&Problem::new(Code::Internal, "Bob")).contains("Bob"));
    }

    #[test]
    fn messages_about_mail_and_settings_stay_as_they_are() {
        for (code, message) in [
            (codes::MAIL_REFUSED, "550 no such user"),
            (codes::TEMPLATE_CHANGED, "the template `t` changed while the request waited"),
            (Code::InvalidSetting, "`mail.from` is empty"),
        ] {
            assert_eq!(without_data(&Problem::new(code, message)), message);
        }
    }
}
