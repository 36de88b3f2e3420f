//! End of the time for a request.

use std::time::Instant;

/// End of the time for a request, which its handlers take as an extension.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline(pub Instant);
