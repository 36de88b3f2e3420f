//! `GET /api/texts`: the texts that the templates of the caller share.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};

use crate::serve::auth::Caller;
use crate::serve::error::{ErrorBody, Result};
use crate::serve::state::Service;

/// Texts by key, by language.
type Texts = BTreeMap<String, BTreeMap<String, String>>;

/// The texts that templates share, `texts/LANG.json` beside them
#[utoipa::path(get, operation_id = "getTexts", path = "/api/texts", tag = "templates",
  responses(
    (status = 200, description = "Texts by key, by language", body = Texts,
     example = json!({"de": {"total": "Summe"}})),
    (status = 422, description = "A file cannot be read", body = ErrorBody)))]
pub(super) async fn show(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
) -> Result<Response> {
    let (of_job, owner) = (Arc::clone(&service), Arc::clone(&caller));
    let read = move || of_job.generator.texts(owner.tenant_name());
    let shared = service.work(&caller, read).await??;
    Ok(Json(shared.texts.by_language()).into_response())
}
