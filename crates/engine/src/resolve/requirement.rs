//! Refuses data that does not fulfil what its template requires (spec 20.9.6).

use super::{Source, text};
use crate::blank::trim;
use crate::problem::{Code, Problem, Result};
use crate::template::Requirement;

/// Messages beyond the first that are listed.
const MOST_LISTED: usize = 20;

/// Refuses the document where a requirement is not fulfilled.
///
/// # Errors
/// `requirementFailed` with the message of the first one, and those of the others in the detail
/// `further`; those of the budget.
pub fn check(requirements: &[Requirement], source: &Source<'_>) -> Result<()> {
    let scope = source.document();
    let mut refused: Option<Problem> = None;
    let mut further = Vec::new();
    for requirement in requirements {
        source.env.meter.step()?;
        if requirement.that.holds(&scope)? {
            continue;
        }
        let message = text(&requirement.message, &scope)?;
        let message = match trim(&message) {
            "" => format!("the data does not fulfil `{}`", requirement.that.source()),
            message => message.to_owned(),
        };
        match &refused {
            None => {
                let problem = Problem::new(Code::RequirementFailed, message)
                    .pointer(&requirement.pointer)
                    .advice("correct the data; the template makes no document without it")
                    .detail("that", requirement.that.source());
                refused = Some(problem);
            }
            Some(_) if further.len() < MOST_LISTED => further.push(message),
            Some(_) => {}
        }
    }
    match refused {
        None => Ok(()),
        Some(problem) if further.is_empty() => Err(problem),
        Some(problem) => Err(problem.detail("further", further)),
    }
}
