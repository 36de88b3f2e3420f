//! What the engine asks its caller for while it makes a document: it reads nothing itself.

/// Random bytes and secrets, from the caller of the engine. All of it may be missing.
pub trait Host: Sync {
    /// Random bytes for the keys of one document, which were given to no one before.
    fn entropy(&self) -> Option<[u8; 32]> {
        None
    }

    /// The secret of the installation that a template names.
    fn secret(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }
}

/// A caller that has nothing to give.
pub struct NoHost;

impl Host for NoHost {}
