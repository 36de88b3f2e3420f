//! The largest template.

use engine::problem::{Code, Problem, Result};

/// Largest template file and largest template text, images included, in bytes.
pub const MAX_TEMPLATE_BYTES: usize = 256 << 20;

const MAKE_SMALLER: &str = "make its images smaller, or split it into several templates";

pub(super) fn too_large() -> Problem {
    let limit = MAX_TEMPLATE_BYTES;
    Problem::new(Code::InvalidTemplate, format!("the template is larger than {limit} bytes"))
        .advice(MAKE_SMALLER)
        .detail("limitBytes", limit)
}

/// Refuses a template that has become too large with its images.
pub(super) fn within(total: usize, limit: usize) -> Result<()> {
    if total <= limit {
        return Ok(());
    }
    let message = format!("the template with its images is larger than {limit} bytes");
    Err(Problem::new(Code::InvalidTemplate, message)
        .advice(MAKE_SMALLER)
        .detail("limitBytes", limit))
}
