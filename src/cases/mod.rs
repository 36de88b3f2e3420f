//! Cases: data of a template, and what was accepted as its document.
//!
//! `templates/tests/<template>/<case>/` has the data (`data.json`, or another format), options and
//! expectations (`case.yaml`, optional) and, in `accepted/`, the page model, the texts, a hash of the
//! drawing of each page, and pictures. A case whose page model and drawings are as accepted passes;
//! otherwise [`crate::compare`] says what changed.

mod accepted;
mod cache;
mod expectations;
mod folder;
mod html;
mod junit;
mod run;

pub use accepted::{Accepted, Made};
pub use cache::Cache;
pub use expectations::Options;
pub use folder::{Case, FOLDER, find};
pub use html::report as html;
pub(crate) use html::{STYLE, figure, marked};
pub(crate) use junit::escaped;
pub use junit::report as junit;
pub use run::{Runner, Verdict};

/// How one case ended.
#[derive(Debug)]
pub struct Outcome {
    /// Which case.
    pub case: Case,
    /// What was found.
    pub verdict: Verdict,
    /// How long it took.
    pub seconds: f64,
}

impl Outcome {
    /// Whether nothing is wrong.
    pub fn passed(&self) -> bool {
        matches!(self.verdict, Verdict::Passed { .. } | Verdict::Accepted)
    }

    /// What is wrong, line by line.
    pub fn words(&self) -> Vec<String> {
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
