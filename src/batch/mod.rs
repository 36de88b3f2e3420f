//! Batches: a document per row of a data file.
//!
//! Rows stream from an [`Input`] through some threads; what became of each comes back in the order
//! of the rows. Memory does not grow with their number, but for 16 bytes per row that tell which
//! file names were used.
//!
//! 1. [`Batch::survey`] goes through the rows once and works out the name of each file, so that
//!    two rows with one name are known before anything is written.
//! 2. [`Batch::run`] makes the documents and hands what became of each to its caller.

mod folder;
mod names;
mod pipeline;
mod plan;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::budget::Meter;
use crate::data::rows::{Input, RawRow};
use crate::expr::{Env, Scope, TextTemplate, date};
use crate::generator::{Compiled, Generator};
use crate::mail::safe_filename_or_none;
use crate::pdf::Workspace;
use crate::problem::{Code, Problem, Result, quoted};
use crate::render::Document;
use crate::value::Value;

pub use folder::Folder;
pub use names::Names;
pub use plan::{Entry, Header, Plan, PlanWriter, VERSION};

/// What the documents of a batch have in common.
pub struct Batch<'a> {
    /// Makes the documents.
    pub generator: &'a Generator,
    /// The template.
    pub compiled: Arc<Compiled>,
    /// The rows.
    pub input: &'a Input,
    /// Name of the file of a row, as a template text over the row.
    pub file_name: TextTemplate,
    /// What people call a row, as a template text over it; without it, the value of the first of
    /// some usual keys that the row has.
    pub row_key: Option<TextTemplate>,
    /// The moment of all documents, in seconds since 1970.
    pub created: i64,
    /// Threads.
    pub jobs: usize,
    /// Set when no further row is to be begun.
    pub stop: &'a AtomicBool,
}

/// A row that was read.
pub struct Row {
    /// Its number, from 1.
    pub number: u64,
    /// What people call it, as far as it could be read.
    pub key: Option<String>,
}

/// What became of a row.
pub struct Ended<T> {
    /// The row.
    pub row: Row,
    /// What was made of it, or why not.
    pub result: Result<T>,
}

/// A document that was made.
pub struct Made {
    /// Name of its file.
    pub file: String,
    /// The document.
    pub document: Document,
}

/// Keys of rows that people probably know them by.
const USUAL_KEYS: [&str; 6] = ["id", "key", "number", "code", "email", "name"];

impl Batch<'_> {
    /// Works out the names of all files.
    ///
    /// # Errors
    /// `duplicateFile` for each name that two rows have; nothing of the batch has been done then.
    pub fn survey(&self) -> Result<Names, Vec<Problem>> {
        names::survey(self)
    }

    /// Makes the documents, on several threads, and hands each to `take`, on the same thread;
    /// `tell` hears what became of the rows, in their order, on the thread of the caller.
    ///
    /// # Errors
    /// `dataUnreadable`: the input ended too early. The rows before that were done.
    pub fn run<T: Send>(
        &self,
        names: &Names,
        take: impl Fn(&RawRow, Made) -> Result<T> + Sync,
        tell: impl FnMut(Ended<T>),
    ) -> Result<()> {
        let chunk = pipeline::chunk_rows(names.rows(), self.jobs);
        let work = |workspace: &mut Workspace, raw: RawRow| {
            let mut row = Row { number: raw.number, key: None };
            let result = self.value(&raw, &mut row).and_then(|value| {
                let made =
                    unharmed(workspace, |workspace| self.make(&row, &value, names, workspace))?;
                take(&raw, made)
            });
            Ended { row, result }
        };
        pipeline::run(self.input, self.jobs, chunk, self.stop, Workspace::default, work, tell)
    }

    /// Reads a row, and finds what people call it.
    fn value(&self, raw: &RawRow, row: &mut Row) -> Result<Value> {
        let value = raw.read(self.input.name())?;
        row.key = match &self.row_key {
            Some(text) => Some(self.text(text, &value)?),
            None => usual_key(&value),
        };
        row.key.take_if(|key| key.is_empty());
        Ok(value)
    }

    fn make(
        &self,
        row: &Row,
        value: &Value,
        names: &Names,
        workspace: &mut Workspace,
    ) -> Result<Made> {
        let file = self.file(value)?;
        names.check(row.number, &file)?;
        let document = self.generator.generate(&self.compiled, value, self.created, workspace)?;
        Ok(Made { file, document })
    }

    /// The name of the file of a row.
    fn file(&self, value: &Value) -> Result<String> {
        let invalid = |problem| Problem { code: Code::InvalidRow, ..problem };
        let name = self.text(&self.file_name, value)?;
        safe_filename_or_none(&name).map_err(invalid)?.ok_or_else(|| {
            let source = quoted(self.file_name.source());
            Problem::new(Code::InvalidRow, format!("the file name {source} is empty for this row"))
                .advice("the row lacks what the name is made of")
        })
    }

    /// A template text over a row.
    fn text(&self, text: &TextTemplate, value: &Value) -> Result<String> {
        let meter = Meter::default();
        let env = Env { meter: &meter, current_year: date::civil(self.created).year };
        let mut out = String::new();
        text.render(&Scope { value, extra: &[], env: &env }, &mut out)?;
        Ok(out)
    }
}

/// A bug that one row brings to light does not end the others.
fn unharmed<T>(
    workspace: &mut Workspace,
    make: impl FnOnce(&mut Workspace) -> Result<T>,
) -> Result<T> {
    let made = catch_unwind(AssertUnwindSafe(|| make(&mut *workspace)));
    made.unwrap_or_else(|_| {
        *workspace = Workspace::default();
        Err(Problem::new(Code::Io, "the program failed on this row; this is a bug"))
    })
}

fn usual_key(value: &Value) -> Option<String> {
    let object = value.as_object()?;
    USUAL_KEYS.iter().find_map(|key| match object.get_folded(key)?.1 {
        Value::Text(text) => Some(text.to_string()),
        Value::Number(number) => Some(crate::value::number_to_json(*number).to_string()),
        _ => None,
    })
}
