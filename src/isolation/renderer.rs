//! Who does jobs: children, or the process itself.

use std::path::Path;
use std::sync::Arc;
#[cfg(unix)]
use std::time::Duration;

use super::bundle::TemplateBundle;
#[cfg(unix)]
use super::children::Children;
use super::confine::Confinement;
use super::engine::{Abandoned, Engine, Given, Stopped};
use super::job::{Job, Made, Refused};
use crate::config::{Config, Mail};
use crate::documents::Generator;
use crate::pdf::Workspace;
use crate::problem::{Code, Problem, Result};

/// Called with what is to be reported of a child that died.
pub type Report = Box<dyn Fn(&str) + Send + Sync>;

/// Does jobs. Any number of threads may call at the same time; each job in a child has that child for
/// itself.
pub struct Renderer {
    how: How,
}

enum How {
    Here(Box<Engine>),
    #[cfg(unix)]
    Children(Box<Children>),
}

impl Renderer {
    /// Jobs are done by this process.
    pub fn here(generator: Arc<Generator>, mail: Mail) -> Self {
        Self { how: How::Here(Box::new(Engine::new(generator, mail))) }
    }

    /// Jobs are done by children of this process, whose program is the one at `program` or that of the
    /// process itself. One is started at once, to see whether that works.
    ///
    /// # Errors
    /// `io` where a process cannot be started; `invalidSetting` where the system has no such processes.
    #[cfg(unix)]
    pub fn children(
        config: &Config,
        generator: &Generator,
        program: Option<&Path>,
        report: Report,
    ) -> Result<Self> {
        let children = Children::new(config, generator, program, report)?;
        Ok(Self { how: How::Children(Box::new(children)) })
    }

    /// The same where the system has no such processes.
    ///
    /// # Errors
    /// `invalidSetting`.
    #[cfg(not(unix))]
    pub fn children(_: &Config, _: &Generator, _: Option<&Path>, _: Report) -> Result<Self> {
        Err(Problem::new(Code::InvalidSetting, "`isolation` must be `none` on this system"))
    }

    /// What confines the children; nothing where there are none.
    pub fn confinement(&self) -> Option<Confinement> {
        match &self.how {
            How::Here(_) => None,
            #[cfg(unix)]
            How::Children(children) => Some(children.confinement),
        }
    }

    /// Does a job. `workspace` is used where this process does it.
    pub(crate) fn run(
        &self,
        (tenant, bundle): (&str, &TemplateBundle),
        job: Job,
        data: Option<&str>,
        workspace: &mut Workspace,
        abandoned: Abandoned<'_>,
    ) -> Result<Made, Box<Refused>> {
        match &self.how {
            How::Here(engine) => {
                let given = Given::Bundle(bundle);
                engine.run(&job, data, given, workspace, abandoned).map_err(|stopped| match stopped
                {
                    Stopped::Refused(refused) => refused,
                    Stopped::NeedsTemplate => Box::new(internal("a template is missing")),
                })
            }
            #[cfg(unix)]
            How::Children(children) => children.run(tenant, bundle, job, data, abandoned),
        }
    }
}

/// A refusal for what cannot be.
pub(super) fn internal(message: &str) -> Refused {
    Problem::new(Code::Internal, message).into()
}

/// Time that a child has to say by itself that the time of a document is over.
#[cfg(unix)]
pub(super) const GRACE: Duration = Duration::from_millis(500);
