//! The template that a filter of requests names: as commands that make documents name it.

use crate::cli::context::Context;
use crate::templates::TemplateSource;

/// The tenant and the name under which requests have a template. Without a tenant, those of all are meant: an id alone
/// may be of each.
pub(super) fn named_template(text: &str, context: &Context<'_>) -> (Option<String>, String) {
    match TemplateSource::request_name(&context.config.templates, text) {
        Ok((tenant, name)) if tenant.is_empty() && name.as_str() == text => (None, text.to_owned()),
        Ok((tenant, name)) => (Some(tenant), name.to_string()),
        // Requests may be of a template that is gone.
        Err(_) => (None, text.to_owned()),
    }
}
