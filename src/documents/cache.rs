//! Compiled templates, each kept until its file changes.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::RwLock;

use super::stamp::Stamp;
use super::{CompiledTemplate, LoadedLibrary, TemplateName, TemplateSource};
use crate::contract::Contract;
use crate::problem::Result;

/// Maximum number of templates in the cache; far more than anybody uses at one time.
const MAX_CACHED: usize = 1000;

/// Compiled templates by tenant and name.
#[derive(Default)]
pub(super) struct TemplateCache {
    entries: RwLock<HashMap<(String, TemplateName), Cached>>,
}

struct Cached {
    stamp: Stamp,
    /// That of the schema beside it.
    schema: Option<Stamp>,
    /// The files that it names.
    library: LoadedLibrary,
    /// Those of the texts of its folder.
    texts: Vec<(String, Option<Stamp>)>,
    /// Whether the file was old enough when it was read for a later change to be seen.
    is_settled: bool,
    compiled: Arc<CompiledTemplate>,
}

impl TemplateCache {
    /// The compiled template of a source, read again where its file may have changed.
    ///
    /// # Errors
    /// Those of reading and compiling a template.
    pub(super) fn get(
        &self,
        tenant: &str,
        name: &TemplateName,
        source: &TemplateSource,
    ) -> Result<Arc<CompiledTemplate>> {
        // The stamp is taken before the file is read: a change in between is seen the next time.
        let stamp = Stamp::of(source.path());
        let schema = source.schema()?.and_then(|path| Stamp::of(&path));
        let texts: Vec<_> = source.texts()?;
        let texts: Vec<_> =
            texts.into_iter().map(|(language, path)| (language, Stamp::of(&path))).collect();
        let key = (tenant.to_owned(), name.clone());
        let known = self.entries.read().get(&key).map(|cached| {
            let is_current = cached.is_settled
                && Some(cached.stamp) == stamp
                && cached.schema == schema
                && cached.library.is_current()
                && cached.texts == texts;
            (Arc::clone(&cached.compiled), is_current)
        });
        let known = match known {
            Some((compiled, true)) => return Ok(compiled),
            known => known.map(|(compiled, _)| compiled),
        };
        let loaded = source.read()?;
        let library = loaded.library.clone();
        let is_settled = stamp.is_some_and(|stamp| stamp.is_settled())
            && schema.is_none_or(|schema| schema.is_settled())
            && texts.iter().all(|(_, stamp)| stamp.is_some_and(|stamp| stamp.is_settled()));
        let compiled = match known {
            Some(compiled)
                if compiled.hash == loaded.hash()?
                    && compiled.library == loaded.library.hashes
                    && hash_of(&compiled.contract) == hash_of(&loaded.contract)
                    && compiled.texts.files == loaded.texts.files =>
            {
                compiled
            }
            _ => Arc::new(loaded.compile()?),
        };
        if let Some(stamp) = stamp {
            let mut entries = self.entries.write();
            if entries.len() >= MAX_CACHED {
                entries.clear();
            }
            let compiled = Arc::clone(&compiled);
            entries.insert(key, Cached { stamp, schema, library, texts, is_settled, compiled });
        }
        Ok(compiled)
    }
}

fn hash_of(contract: &Option<Arc<Contract>>) -> Option<&str> {
    contract.as_ref().map(|contract| contract.hash.as_str())
}
