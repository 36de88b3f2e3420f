//! A template on its way to documents: read, then compiled.

use super::mail_options;
use crate::mail::MailOptions;
use crate::problem::{Code, Problem, Result};
use crate::render::Prepared;
use crate::store::TemplateDocument;
use crate::template::Template;

/// A template that was read.
pub struct LoadedTemplate {
    /// What names files made from it: its id without the tenant, or its file's name without the
    /// extension.
    pub stem: String,
    /// The file it was read from, as messages name it.
    pub file: String,
    /// Its content.
    pub document: TemplateDocument,
    /// SHA-256 of its file, in hexadecimal: its version.
    pub hash: String,
}

/// A template ready to be rendered and mailed.
pub struct CompiledTemplate {
    /// The template.
    pub prepared: Prepared,
    /// Its name for people; the title of its documents.
    pub title: String,
    /// SHA-256 of its file, in hexadecimal: its version.
    pub hash: String,
    /// What its messages say (the `mail` object beside `template`).
    pub mail: MailOptions,
    /// The file it was read from, as messages name it.
    pub file: String,
}

impl LoadedTemplate {
    /// Reads the template with its bindings.
    ///
    /// # Errors
    /// Every problem found, each naming the file.
    pub fn parse(&self) -> Result<Template, Vec<Problem>> {
        Template::parse(&self.document.template, &self.document.bindings)
            .map_err(|problems| problems.into_iter().map(|problem| self.locate(problem)).collect())
    }

    /// Compiles it, its mail options included.
    ///
    /// # Errors
    /// The first problem of the mail options or the template, naming the file.
    pub fn compile(self) -> Result<CompiledTemplate> {
        let mail = mail_options(&self.document).map_err(|problem| problem.file(&self.file))?;
        let template = self.parse().map_err(|all| {
            let unknown = || Problem::new(Code::InvalidTemplate, "the template cannot be read");
            all.into_iter().next().unwrap_or_else(unknown)
        })?;
        let Self { file, document, hash, .. } = self;
        let prepared = Prepared::new(template);
        Ok(CompiledTemplate { prepared, title: document.name, hash, mail, file })
    }

    /// Names the file of a problem that names a place in it.
    pub fn locate(&self, problem: Problem) -> Problem {
        located(problem, &self.file)
    }
}

impl CompiledTemplate {
    /// Names the file of a problem that names a place in it.
    pub fn locate(&self, problem: Problem) -> Problem {
        located(problem, &self.file)
    }
}

fn located(problem: Problem, file: &str) -> Problem {
    let is_here = problem.pointer.is_some() || problem.field.is_some();
    if is_here && problem.file.is_none() { problem.file(file) } else { problem }
}
