//! Compiled templates, each kept until its file changes.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use parking_lot::RwLock;

use super::{CompiledTemplate, TemplateName, TemplateSource};
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
        let key = (tenant.to_owned(), name.clone());
        let known = self.entries.read().get(&key).map(|cached| {
            let is_current =
                cached.is_settled && Some(cached.stamp) == stamp && cached.schema == schema;
            (Arc::clone(&cached.compiled), is_current)
        });
        let known = match known {
            Some((compiled, true)) => return Ok(compiled),
            known => known.map(|(compiled, _)| compiled),
        };
        let is_settled = stamp.is_some_and(|stamp| stamp.is_settled())
            && schema.is_none_or(|schema| schema.is_settled());
        let loaded = source.read()?;
        let compiled = match known {
            Some(compiled)
                if compiled.hash == loaded.hash
                    && hash_of(&compiled.contract) == hash_of(&loaded.contract) =>
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
            entries
                .insert(key, Cached { stamp, schema, is_settled, compiled: Arc::clone(&compiled) });
        }
        Ok(compiled)
    }
}

fn hash_of(contract: &Option<Arc<Contract>>) -> Option<&str> {
    contract.as_ref().map(|contract| contract.hash.as_str())
}

/// The coarsest step in which file systems note times.
const TICK: Duration = Duration::from_secs(2);

/// What changes when a file does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    modified: SystemTime,
    bytes: u64,
    /// Inode, and when it changed: `modified` can be set back, this cannot.
    #[cfg(unix)]
    node: (u64, i64, i64),
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        let metadata = path.metadata().ok()?;
        Some(Self {
            modified: metadata.modified().ok()?,
            bytes: metadata.len(),
            #[cfg(unix)]
            node: (metadata.ino(), metadata.ctime(), metadata.ctime_nsec()),
        })
    }

    /// Whether a change from now on gives another stamp. Two changes within one tick of the file
    /// system's clock may look the same.
    fn is_settled(&self) -> bool {
        #[cfg(unix)]
        let changed = u64::try_from(self.node.1)
            .map_or(self.modified, |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        #[cfg(not(unix))]
        let changed = self.modified;
        changed.elapsed().is_ok_and(|age| age > TICK)
    }
}
