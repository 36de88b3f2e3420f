//! Trials: content is composed or placed, and then dropped.

#[cfg(test)]
mod tests;

use std::ops::{Deref, DerefMut};

use super::Resolver;

/// A resolver for content that does not stay. Notes, and texts that are asked for in vain, are dropped when
/// the trial ends: the content that stays says both again, with its page.
pub(super) struct Trial<'r, 's, 'a: 's> {
    resolver: &'r mut Resolver<'s, 'a>,
    /// Texts that were asked for in vain before the trial.
    missing: Vec<String>,
}

impl<'s, 'a> Resolver<'s, 'a> {
    /// Begins a trial.
    pub(super) fn trial(&mut self) -> Trial<'_, 's, 'a> {
        let missing = self.source.env.globals.map(|globals| globals.missing.take());
        self.notes.begin_trial();
        Trial { resolver: self, missing: missing.unwrap_or_default() }
    }
}

impl Drop for Trial<'_, '_, '_> {
    fn drop(&mut self) {
        self.resolver.notes.end_trial();
        if let Some(globals) = self.resolver.source.env.globals {
            globals.missing.reset(std::mem::take(&mut self.missing));
        }
    }
}

impl<'s, 'a> Deref for Trial<'_, 's, 'a> {
    type Target = Resolver<'s, 'a>;

    fn deref(&self) -> &Self::Target {
        self.resolver
    }
}

impl DerefMut for Trial<'_, '_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.resolver
    }
}
