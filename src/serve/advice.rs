//! Advice in the words of the HTTP service: its clients have neither the flags
//! nor the settings.

use engine::problem::{Code, Problem};

/// The advice for a client: that of the table, else the problem's own where it is for clients.
pub(super) fn advice(problem: &Problem) -> Option<&str> {
    of_code(problem.code).or(problem.advice.as_deref()).filter(|text| !names_a_flag(text))
}

fn of_code(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::PageLimit | Code::OutputLimit | Code::MemoryLimit | Code::TimeLimit => {
            "send less data, or ask for a higher limit of the service"
        }
        Code::UnsupportedGlyph => {
            "leave the character out, or ask for a font of the service that has it"
        }
        _ => return None,
    })
}

/// Flags are for the operator of the service.
fn names_a_flag(text: &str) -> bool {
    text.contains("`--") || text.contains("`reportctl ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::codes;

    #[test]
    fn clients_never_read_of_flags_or_settings() {
        for code in codes::all() {
            let problem = Problem::new(code, "m").advice("add a font with `--font`");
            let text = advice(&problem).unwrap_or_default();
            assert!(!text.contains("--") && !text.contains("setting"), "{code}: {text}");
        }
        let problem = Problem::new(Code::MissingPath, "m").advice("did you mean `a`?");
        assert_eq!(advice(&problem), Some("did you mean `a`?"));
    }
}
