//! `GET /api/session`: who the caller is, and what the service does for them.

use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use serde::Serialize;
use utoipa::ToSchema;

use crate::PROGRAM_VERSION;
use crate::serve::auth::Caller;
use crate::serve::error::Result;
use crate::serve::state::Service;
use crate::templates::store::MAX_LIBRARY_FILE_BYTES;

/// A caller and the service.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Session {
    /// Name of the tenant; empty for the owner of a service without tokens.
    pub tenant: String,
    /// Name of the token.
    pub name: String,
    /// Scopes of the caller.
    #[schema(example = json!(["templates:read", "templates:write"]))]
    pub scopes: Vec<String>,
    /// Destination of mail; nothing for a service that sends none. Holders of tokens learn the way only:
    /// `smtp` or `folder`.
    pub mail: Option<String>,
    /// Bytes that a file of the library may have.
    pub library_file_bytes: u64,
    /// Version of the program.
    pub version: String,
}

/// Who the caller is
#[utoipa::path(get, operation_id = "getSession", path = "/api/session", tag = "operations",
  responses((status = 200, description = "The caller", body = Session)))]
pub(super) async fn show(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
) -> Result<Json<Session>> {
    let of_owner = caller.key.is_nil();
    let mail = service.reports.as_ref().map(|reports| match of_owner {
        true => reports.transport.describe(),
        // Servers and folders are the operator's.
        false => reports.transport.kind(),
    });
    Ok(Json(Session {
        tenant: caller.tenant_name().to_owned(),
        name: caller.name.clone(),
        scopes: caller.scopes.iter().map(|scope| scope.as_str().to_owned()).collect(),
        mail,
        library_file_bytes: service.config.template_bytes.min(MAX_LIBRARY_FILE_BYTES),
        version: PROGRAM_VERSION.to_owned(),
    }))
}
