//! Copies of templates that differ from machine to machine.

use crate::delivery::codes;
use crate::delivery::queue::{MissedVersion, Queue};
use crate::documents::Generator;
use crate::templates::TemplateName;
use engine::problem::{Problem, Result};

/// A version that requests wait for and this machine has not got.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lacking {
    pub missed: MissedVersion,
    /// The version that this machine has; nothing where it has no such template, or one that cannot
    /// be used.
    pub own: Option<String>,
}

/// Returns the versions that requests wait for and this machine lacks, without versions that it has
/// received meanwhile.
///
/// # Errors
/// `queueUnavailable`.
pub fn lacking(queue: &dyn Queue, generator: &Generator) -> Result<Vec<Lacking>> {
    let missed = queue.missed_versions()?.into_iter();
    let compared = missed.map(|missed| {
        let name = TemplateName::new(&missed.template);
        let own = generator.bundle(&missed.tenant, &name).ok();
        Lacking { own: own.map(|bundle| bundle.version().to_owned()), missed }
    });
    Ok(compared.filter(|found| found.own.as_ref() != Some(&found.missed.version)).collect())
}

impl Lacking {
    /// Returns it as a problem: `templateVersion`.
    pub fn problem(&self) -> Problem {
        let MissedVersion { template, version, .. } = &self.missed;
        problem(template, version, self.own.as_deref())
    }
}

/// This machine has not got the version of a template that a request was accepted with.
pub(super) fn problem(template: &str, wanted: &str, own: Option<&str>) -> Problem {
    let short = |version: &str| version.get(..12).unwrap_or(version).to_owned();
    let has = match own {
        Some(own) => format!("this machine has {}", short(own)),
        None => "this machine has none that can be used".to_owned(),
    };
    let wanted = short(wanted);
    let message = format!("the request wants version {wanted} of the template `{template}`, {has}");
    Problem::new(codes::TEMPLATE_VERSION, message).advice(
        "give all machines the same templates, library files and texts; `reportctl queue retry` \
         takes what a machine has",
    )
}
