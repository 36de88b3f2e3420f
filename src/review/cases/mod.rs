//! Cases: data of a template, and what was accepted as its document.
//!
//! `templates/tests/<template>/<case>/` has the data (`data.json`, or another format), options and
//! expectations (`case.yaml`, optional) and, in `accepted/`, the page model, the texts, a hash of the
//! drawing of each page, and pictures. A case whose page model and drawings are as accepted passes;
//! otherwise [`crate::review::compare`] says what changed.

mod accepted;
mod cache;
mod expectations;
mod folder;
mod html;
mod junit;
mod made;
mod run;

pub(crate) use cache::Cache;
pub(crate) use folder::{Case, FOLDER, find};
pub(crate) use html::report as html;
pub(crate) use html::{STYLE, figure, marked};
pub(crate) use junit::escaped;
pub(crate) use junit::report as junit;
pub(crate) use run::{CaseRunner, Verdict};

/// Outcome of one case.
#[derive(Debug)]
pub(crate) struct CaseOutcome {
    /// The case.
    pub case: Case,
    /// The findings.
    pub verdict: Verdict,
    /// Its duration.
    pub seconds: f64,
}

impl CaseOutcome {
    /// Returns `true` if nothing is wrong.
    pub(crate) fn passed(&self) -> bool {
        matches!(self.verdict, Verdict::Passed { .. } | Verdict::Accepted)
    }

    /// Lines that describe the failure.
    pub(crate) fn words(&self) -> Vec<String> {
        match &self.verdict {
            Verdict::Passed { .. } | Verdict::Accepted => Vec::new(),
            Verdict::New => vec!["nothing was accepted yet".to_owned()],
            Verdict::Changed { changes, broken, .. } => {
                let changes = changes.iter().map(ToString::to_string);
                broken.iter().cloned().chain(changes).collect()
            }
            Verdict::Failed(problem) => {
                let advice = problem.advice.iter().map(|advice| format!("help: {advice}"));
                std::iter::once(problem.message.clone()).chain(advice).collect()
            }
        }
    }
}
