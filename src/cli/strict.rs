//! Flags that the commands share for findings that refuse a document.

use clap::Args;
use serde_json::Value as Json;

use crate::serve::codes;
use check::Strictness;
use engine::problem::{Code, Problem, Result, quoted};
use engine::suggest::did_you_mean;

/// Findings that refuse a document.
#[derive(Debug, Args)]
pub(crate) struct StrictArgs {
    /// Refuse documents that lack something (`missingPath`, `notANumber`, `unknownFunction`, `dataShape`, syntax errors)
    #[arg(long)]
    pub(crate) strict: bool,

    /// Refuse documents with findings of this code, `all` for every code; may be repeated
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) deny: Vec<String>,

    /// Make documents despite findings of this code, `all` for every code; may be repeated
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) allow: Vec<String>,
}

impl StrictArgs {
    /// The codes that refuse a document. `is_default`: the command, the settings or the template
    /// are strict where no flag says otherwise; `allowed`: codes that the settings allow.
    ///
    /// # Errors
    /// `usage` for a code that does not exist.
    pub(crate) fn strictness(&self, is_default: bool, allowed: &[Code]) -> Result<Strictness> {
        let base =
            if self.strict || is_default { Strictness::strict() } else { Strictness::lenient() };
        let base = allowed.iter().copied().fold(base, Strictness::allow);
        let denied = codes("--deny", &self.deny)?.into_iter().fold(base, Strictness::deny);
        Ok(codes("--allow", &self.allow)?.into_iter().fold(denied, Strictness::allow))
    }
}

/// The codes that the values of a flag name.
///
/// # Errors
/// `usage` for a code that does not exist.
pub(crate) fn codes(flag: &str, names: &[String]) -> Result<Vec<Code>> {
    let mut codes = Vec::new();
    for name in names.iter().map(|name| name.trim()) {
        if name == "all" {
            return Ok(codes::all().collect());
        }
        let code = codes::named(name);
        codes.push(code.ok_or_else(|| unknown_code(flag, name))?);
    }
    Ok(codes)
}

fn unknown_code(flag: &str, name: &str) -> Problem {
    let names = codes::all().map(|code| code.as_str()).chain(["all"]);
    let advice = did_you_mean(name, names).unwrap_or_else(|| {
        "findings show their code: `warning[code]`; `all` means every".to_owned()
    });
    Problem::new(codes::USAGE, format!("`{flag}`: there is no code {}", quoted(name)))
        .advice(advice)
}

/// A refusal ([`Strictness::admit`]) as one problem per finding, each with how to go on all the
/// same. That of a schema stays whole: no flag allows it.
pub(crate) fn refused(problem: Problem) -> Vec<Problem> {
    if problem.code == codes::DATA_INVALID {
        return vec![problem];
    }
    let further = problem.get("further").and_then(Json::as_array).cloned().unwrap_or_default();
    let count = problem.get("denied").and_then(Json::as_u64).unwrap_or(1);
    let mut all = vec![problem];
    for finding in &further {
        let text = |key: &str| finding[key].as_str();
        let code = text("code").and_then(codes::named);
        let mut problem =
            Problem::new(code.unwrap_or(Code::MissingPath), text("error").unwrap_or_default());
        if let Some(advice) = text("advice") {
            problem = problem.advice(advice.to_owned());
        }
        if let Some(field) = text("field") {
            problem = problem.field(field);
        }
        if let Some(pointer) = text("pointer") {
            problem = problem.pointer(pointer);
        }
        // All findings are about one template.
        problem.file.clone_from(&all[0].file);
        all.push(problem);
    }
    let unlisted = count.saturating_sub(all.len() as u64);
    let last = all.len() - 1;
    let names = all.iter().map(|problem| problem.code.as_str());
    let names = names.collect::<std::collections::BTreeSet<_>>().into_iter().collect::<Vec<_>>();
    let more = if unlisted > 0 { format!("there are {unlisted} more; ") } else { String::new() };
    // The advice of the last one comes first: it names what to write instead.
    let own = match all[last].advice.as_deref() {
        Some(own) if own.ends_with('?') => format!("{own} or"),
        Some(own) => format!("{own}; or"),
        None => "complete the data, or".to_owned(),
    };
    let advice = format!("{more}{own} proceed anyway with `--allow {}`", names.join(","));
    all[last] = all[last].clone().advice(advice);
    all
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn args(strict: bool, deny: &[&str], allow: &[&str]) -> StrictArgs {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        StrictArgs { strict, deny: owned(deny), allow: owned(allow) }
    }

    #[test]
    fn flags_say_more_than_what_is_usual() {
        let denied = |args: StrictArgs, is_default| {
            let strictness = args.strictness(is_default, &[]).unwrap_or_default();
            [Code::MissingPath, Code::OffPage].map(|code| strictness.denies(code))
        };
        assert_eq!(denied(args(false, &[], &[]), false), [false, false]);
        assert_eq!(denied(args(false, &[], &[]), true), [true, false]);
        assert_eq!(denied(args(true, &[], &[]), false), [true, false]);
        assert_eq!(denied(args(false, &["offPage"], &[]), true), [true, true]);
        assert_eq!(denied(args(false, &["all"], &["missingPath, offPage"]), true), [false, false]);
        assert_eq!(denied(args(true, &[], &["all"]), true), [false, false]);
    }

    #[test]
    fn a_code_that_does_not_exist_is_a_mistake() {
        let problem = args(false, &[], &["missingPaht"]).strictness(true, &[]).unwrap_err();
        assert_eq!(problem.code, codes::USAGE);
        assert!(problem.message.starts_with("`--allow`"), "{}", problem.message);
        assert!(problem.advice.unwrap_or_default().contains("missingPath"));
    }

    #[test]
    fn refusals_keep_what_each_finding_advises() {
        let warning = |message: &str| Problem::warning(Code::MissingPath, message);
        let findings = vec![
            warning("a").advice("write `b`"),
            warning("c").advice("write `d`"),
            warning("e").advice("did you mean `f`?"),
        ];
        let all = refused(Strictness::strict().admit(findings).unwrap_err());
        let advice: Vec<_> = all.iter().map(|problem| problem.advice.as_deref()).collect();
        let last = "did you mean `f`? or proceed anyway with `--allow missingPath`";
        assert_eq!(advice, [Some("write `b`"), Some("write `d`"), Some(last)]);
        let one = refused(Strictness::strict().admit(vec![warning("a")]).unwrap_err());
        let advice = "complete the data, or proceed anyway with `--allow missingPath`";
        assert_eq!(one[0].advice.as_deref(), Some(advice));
    }
}
