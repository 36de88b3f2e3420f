//! Advice about problems of the engine, in the words of the command line: the engine knows no
//! flags and no settings.

use engine::problem::{Code, Problem};

/// The advice for a problem: that of the table, else its own. A request that ended has advice of its
/// own, because flags no longer change it.
pub(crate) fn advice(problem: &Problem) -> Option<&str> {
    if problem.get("request").is_some() {
        return problem.advice.as_deref();
    }
    of_code(problem.code).or(problem.advice.as_deref())
}

fn of_code(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::PageLimit => {
            "filter the data before rendering, or raise the limit with `--max-pages`"
        }
        Code::TimeLimit => "filter the data before rendering, or allow more time with `--timeout`",
        Code::OutputLimit => {
            "filter the data before rendering, or raise the setting `maxOutputBytes`"
        }
        Code::MemoryLimit => {
            "filter the data before rendering, or raise the setting `maxMemoryBytes`"
        }
        Code::UnsupportedGlyph => {
            "add a font that has it with `--font`, or leave the character out"
        }
        Code::Internal | Code::PaginationStalled | Code::TemplateMigrationMissing => {
            "this is a bug: please report it, with what was run"
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_name_the_flag_or_setting_that_raises_them() {
        let problem = Problem::new(Code::PageLimit, "m").advice("filter the data");
        assert!(advice(&problem).is_some_and(|text| text.contains("`--max-pages`")));
        let problem = Problem::new(Code::MissingPath, "m").advice("did you mean `a`?");
        assert_eq!(advice(&problem), Some("did you mean `a`?"));
    }
}
