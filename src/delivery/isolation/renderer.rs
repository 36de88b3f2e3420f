//! Renderer of jobs: children, or the process itself.

use std::path::Path;
use std::sync::Arc;
#[cfg(unix)]
use std::time::Duration;

use super::Report;
#[cfg(unix)]
use super::children::Children;
use super::confine::Confinement;
use super::job::{Job, JobRefusal, JobResult, Order};
use super::runner::{Abandoned, Given, Runner, Stopped};
#[cfg(feature = "signatures")]
use super::signed;
use crate::delivery::settings::Mail;
use crate::documents::Generator;
#[cfg(feature = "signatures")]
use crate::signatures::Signing;
use crate::templates::bundle::TemplateBundle;
use engine::pdf::Workspace;
use engine::problem::Result;
#[cfg(not(unix))]
use engine::problem::{Code, Problem};

/// Does jobs. Any number of threads may call at the same time; each job in a child has that child for
/// itself.
pub struct Renderer {
    how: How,
    /// Signs what was made; children have no keys.
    #[cfg(feature = "signatures")]
    signing: Arc<Signing>,
}

enum How {
    Here(Box<Runner>),
    #[cfg(unix)]
    Children(Box<Children>),
}

impl Renderer {
    /// Jobs are done by this process.
    pub fn here(generator: Arc<Generator>, mail: Mail) -> Self {
        Self {
            #[cfg(feature = "signatures")]
            signing: Arc::clone(generator.signing()),
            how: How::Here(Box::new(Runner::new(generator, mail))),
        }
    }

    /// Jobs are done by children of this process, whose program is the one at `program` or that of the
    /// process itself. One is started at once, to see whether that works.
    ///
    /// # Errors
    /// `io` where a process cannot be started; `invalidSetting` where the system has no such processes.
    #[cfg(unix)]
    pub fn children(
        mail: &Mail,
        generator: &Generator,
        program: Option<&Path>,
        report: Report,
    ) -> Result<Self> {
        Self::children_that_wait(mail, generator, program, super::children::MAX_IDLE, report)
    }

    /// Jobs are done by children as in [`Self::children`], which end after `max_idle` without work.
    ///
    /// # Errors
    /// Errors of [`Self::children`].
    #[cfg(unix)]
    pub fn children_that_wait(
        mail: &Mail,
        generator: &Generator,
        program: Option<&Path>,
        max_idle: Duration,
        report: Report,
    ) -> Result<Self> {
        let children = Children::new(mail, generator, program, max_idle, report)?;
        Ok(Self {
            how: How::Children(Box::new(children)),
            #[cfg(feature = "signatures")]
            signing: Arc::clone(generator.signing()),
        })
    }

    /// Returns the number of idle children.
    #[cfg(unix)]
    pub fn waiting(&self) -> usize {
        match &self.how {
            How::Here(_) => 0,
            How::Children(children) => children.waiting(),
        }
    }

    /// Refuses children, because this system has no such processes.
    ///
    /// # Errors
    /// `invalidSetting`.
    #[cfg(not(unix))]
    pub fn children(_: &Mail, _: &Generator, _: Option<&Path>, _: Report) -> Result<Self> {
        Err(Problem::new(Code::InvalidSetting, "`isolation` must be `none` on this system"))
    }

    /// The confinement of the children; `None` without children.
    pub fn confinement(&self) -> Option<Confinement> {
        match &self.how {
            How::Here(_) => None,
            #[cfg(unix)]
            How::Children(children) => Some(children.confinement),
        }
    }

    /// Does a job, and signs its document. `workspace` is used where this process does it.
    pub(crate) fn run(
        &self,
        place: (&str, &TemplateBundle),
        job: Job,
        data: Option<&str>,
        workspace: &mut Workspace,
        abandoned: Abandoned<'_>,
    ) -> Result<JobResult, Box<JobRefusal>> {
        #[cfg(feature = "signatures")]
        let due = signed::time(&job);
        let made = self.run_unsigned(place, job, data, workspace, abandoned)?;
        #[cfg(feature = "signatures")]
        let made = signed::signed(made, &self.signing, place.0, due)?;
        Ok(made)
    }

    fn run_unsigned(
        &self,
        (tenant, bundle): (&str, &TemplateBundle),
        job: Job,
        data: Option<&str>,
        workspace: &mut Workspace,
        abandoned: Abandoned<'_>,
    ) -> Result<JobResult, Box<JobRefusal>> {
        match &self.how {
            How::Here(runner) => {
                let given = Given::Bundle(bundle);
                runner.run(&job, data, given, workspace, abandoned).map_err(|stopped| match stopped
                {
                    Stopped::Refused(refused) => refused,
                    Stopped::NeedsTemplate => {
                        Box::new(JobRefusal::internal("a template is missing"))
                    }
                })
            }
            #[cfg(unix)]
            How::Children(children) => children.run(tenant, bundle, job, data, abandoned),
        }
    }

    /// Does several jobs of a tenant, in their order.
    pub(crate) fn run_all(
        &self,
        tenant: &str,
        orders: Vec<Order<'_>>,
        workspace: &mut Workspace,
        abandoned: Abandoned<'_>,
    ) -> Vec<Result<JobResult, Box<JobRefusal>>> {
        match &self.how {
            #[cfg(unix)]
            How::Children(children) => {
                #[cfg(feature = "signatures")]
                let due: Vec<_> = orders.iter().map(|order| signed::time(&order.job)).collect();
                let made = children.run_all(tenant, orders, abandoned);
                #[cfg(feature = "signatures")]
                let made = made
                    .into_iter()
                    .zip(due)
                    .map(|(made, due)| signed::signed(made?, &self.signing, tenant, due))
                    .collect();
                made
            }
            How::Here(_) => orders
                .into_iter()
                .map(|Order { bundle, job, data }| {
                    self.run((tenant, bundle), job, data, workspace, abandoned)
                })
                .collect(),
        }
    }
}
