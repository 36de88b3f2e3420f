//! A character that no font has.

use reportctl_base::problem::{Code, Problem, quoted};

/// No font of the stack has this character (spec 10.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissingGlyph {
    /// The first such character of the text.
    pub character: char,
}

impl MissingGlyph {
    /// The `unsupportedGlyph` error for a template field and the text it was to show (spec 13).
    ///
    /// Details: `char`, `codePoint` (`U+` and at least four hexadecimal digits), `text`.
    pub fn problem(&self, field: &str, text: &str) -> Problem {
        let character = self.character;
        let code_point = format!("U+{:04X}", u32::from(character));
        let message =
            format!("no font has the character `{character}` ({code_point}) in {}", quoted(text));
        Problem::new(Code::UnsupportedGlyph, message)
            .field(field)
            .advice("add a font that has it, or leave the character out")
            .detail("char", character.to_string())
            .detail("codePoint", code_point)
            .detail("text", text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reportctl_base::problem::Blame;

    #[test]
    fn the_problem_names_field_character_code_point_and_text() {
        let problem = MissingGlyph { character: '🎉' }.problem("cliente", "Ana 🎉");
        assert_eq!(problem.code, Code::UnsupportedGlyph);
        assert_eq!(problem.blame(), Blame::Data);
        assert_eq!(problem.field.as_deref(), Some("cliente"));
        assert_eq!(problem.get("char"), Some(&"🎉".into()));
        assert_eq!(problem.get("codePoint"), Some(&"U+1F389".into()));
        assert_eq!(problem.get("text"), Some(&"Ana 🎉".into()));
    }

    #[test]
    fn a_code_point_has_at_least_four_digits() {
        let problem = MissingGlyph { character: '\u{e9}' }.problem("f", "é");
        assert_eq!(problem.get("codePoint"), Some(&"U+00E9".into()));
    }
}
