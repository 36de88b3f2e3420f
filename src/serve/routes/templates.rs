//! `/api/templates`: templates as they were sent, and their versions.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::etag::{self, etag, not_modified};
use crate::base::clock;
use crate::base::telemetry::LOCAL_TEXT;
use crate::delivery::isolation::{Abandoned, Job, Work};
use crate::documents::Limits;
use crate::serve::auth::Caller;
use crate::serve::body::HeldBytes;
use crate::serve::codes;
use crate::serve::error::{ErrorBody, Rejection, Result};
use crate::serve::path::{PathPart, percent_encoded};
use crate::serve::query::Query;
use crate::serve::state::{Service, template_id};
use crate::templates::TemplateBundle;
use crate::templates::store::{Extra, Keeper, Saved, Store, TemplateDocument, TemplateId};
use crate::templates::{self, LoadedLibrary, TemplateFiles};
use engine::pdf::Workspace;
use engine::problem::{Code, Problem, Severity};

/// A template as it is sent. Further keys are kept.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the text of a template is kept as it is; this describes it")]
pub(super) struct TemplateBody {
    /// Its name, for people.
    name: String,
    /// The template: page and fields.
    #[schema(value_type = HashMap<String, serde_json::Value>)]
    template: (),
    /// The bindings of the fields to paths of the data.
    #[schema(value_type = Option<Vec<HashMap<String, serde_json::Value>>>)]
    bindings: (),
}

/// A template as it is stored. Further keys that it was sent with come back too.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the text of a template is kept as it is; this describes it")]
pub(super) struct StoredTemplate {
    /// Its id.
    id: String,
    /// Its name, for people.
    name: String,
    /// The template, exactly as it was sent.
    #[schema(value_type = HashMap<String, serde_json::Value>)]
    template: (),
    /// The bindings, exactly as they were sent.
    #[schema(value_type = Option<Vec<HashMap<String, serde_json::Value>>>)]
    bindings: (),
}

/// A template in a list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TemplateName)]
pub(super) struct ListedTemplate {
    /// Its id.
    #[schema(example = "invoice")]
    pub id: String,
    /// Its name, for people.
    #[schema(example = "Invoice")]
    pub name: String,
}

/// A template that was stored.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SavedTemplate {
    /// Its id.
    #[schema(example = "invoice")]
    pub id: String,
    /// Its name, for people.
    #[schema(example = "Invoice")]
    pub name: String,
    /// Why the save left no version, where versions are kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_kept: Option<String>,
}

/// Version that a save leaves.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct SaveQuery {
    /// Summary of the change, as the subject of its version where versions are kept.
    note: Option<String>,
}

/// Conditions on templates.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct TemplatesQuery {
    /// At most this many.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<u32>,
    /// Those after the template with this id, in the order of the list.
    after: Option<String>,
    /// Those with this text in their name or id; upper and lower case are the same.
    q: Option<String>,
}

/// Maximum number of templates in an answer.
const MAX_LISTED: u32 = 1000;

/// The templates by name
#[utoipa::path(get, operation_id = "listTemplates", path = "/api/templates", tag = "templates", params(TemplatesQuery), responses(
    (status = 200, description = "The templates; a header `Link` names the next page",
     body = Vec<ListedTemplate>, headers(("Link" = Option<String>, description = "The next page"))),
    (status = 422, description = "A parameter that cannot be what it is", body = ErrorBody)))]
pub(super) async fn list(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    Query(query): Query<TemplatesQuery>,
) -> Result<Response> {
    if query.limit.is_some_and(|limit| limit == 0 || limit > MAX_LISTED) {
        return Err(Rejection::field("limit", format!("`limit` must be 1 to {MAX_LISTED}")));
    }
    let store = service.store(&caller)?;
    let listing = service.work(&caller, move || store.list()).await??;
    let mut entries: Vec<ListedTemplate> = listing
        .templates
        .into_iter()
        .map(|entry| ListedTemplate { id: entry.id.id.to_string(), name: entry.name })
        .collect();
    if let Some(after) = &query.after {
        let Some(at) = entries.iter().position(|entry| entry.id == *after) else {
            return Err(Rejection::field("after", "`after` must be the id of a template"));
        };
        entries.drain(..=at);
    }
    if let Some(text) = &query.q {
        let text = text.to_lowercase();
        entries
            .retain(|entry| entry.id.contains(&text) || entry.name.to_lowercase().contains(&text));
    }
    let limit = query.limit.map_or(usize::MAX, |limit| limit as usize);
    let has_more = entries.len() > limit;
    entries.truncate(limit);
    let next = entries.last().filter(|_| has_more).map(|last| next_page(&last.id, &query));
    let mut response = axum::Json(entries).into_response();
    if let Some(Ok(link)) = next.map(HeaderValue::try_from) {
        response.headers_mut().insert(header::LINK, link);
    }
    Ok(response)
}

fn next_page(last: &str, query: &TemplatesQuery) -> String {
    let limit = query.limit.unwrap_or(MAX_LISTED);
    let text = query.q.as_deref().map(|text| format!("&q={}", percent_encoded(text)));
    let text = text.unwrap_or_default();
    format!("</api/templates?limit={limit}&after={last}{text}>; rel=\"next\"")
}

/// Stores a template under an id made from its name
#[utoipa::path(post, operation_id = "createTemplate", path = "/api/templates", tag = "templates", request_body = TemplateBody, params(SaveQuery), responses(
    (status = 201, description = "Stored", body = SavedTemplate,
     headers(("Location" = String, description = "Where it is"), ("ETag" = String, description = "Its version"))),
    (status = 409, description = "The templates are those of a remote source, and cannot be changed here", body = ErrorBody),
    (status = 422, description = "The engine could never render it", body = ErrorBody)))]
pub(super) async fn create(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    Query(query): Query<SaveQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let body = read(&service, &headers, body).await?;
    let document = checked(&service, &caller, body).await?;
    let keeper = service.keeper(&caller, query.note.as_deref());
    let store = service.store(&caller)?.keeping(keeper.clone());
    let (saved, name) = service
        .work(&caller, move || {
            let saved = store.add(&document)?;
            Ok::<_, Rejection>((saved, document.name))
        })
        .await??;
    let location = format!("/api/templates/{}", saved.id.id);
    let mut response = named(StatusCode::CREATED, &saved, name, &keeper);
    if let Ok(location) = HeaderValue::try_from(location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

/// Replaces a template
#[utoipa::path(put, operation_id = "updateTemplate", path = "/api/templates/{id}", tag = "templates", request_body = TemplateBody,
  params(("id" = String, Path, description = "Id of the template"),
         ("If-Match" = Option<String>, Header, description = "Only if this is still its version"), SaveQuery),
  responses(
    (status = 200, description = "Replaced", body = SavedTemplate,
     headers(("ETag" = String, description = "Its version"))),
    (status = 404, description = "No such template", body = ErrorBody),
    (status = 412, description = "It changed meanwhile", body = ErrorBody),
    (status = 422, description = "The engine could never render it", body = ErrorBody)))]
pub(super) async fn update(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPart(id): PathPart,
    Query(query): Query<SaveQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let id = TemplateId::from(template_id(&id)?);
    let body = read(&service, &headers, body).await?;
    let document = checked(&service, &caller, body).await?;
    let keeper = service.keeper(&caller, query.note.as_deref());
    let store = service.store(&caller)?.keeping(keeper.clone());
    let (saved, name) = service
        .work(&caller, move || {
            let expected = expected(&headers, &store, &id)?;
            let saved = store.update(&id, &document, expected.as_deref())?;
            Ok::<_, Rejection>((saved, document.name))
        })
        .await??;
    Ok(named(StatusCode::OK, &saved, name, &keeper))
}

/// A template as it was sent
#[utoipa::path(get, operation_id = "getTemplate", path = "/api/templates/{id}", tag = "templates",
  params(("id" = String, Path, description = "Id of the template"),
         ("If-None-Match" = Option<String>, Header, description = "The version that is known")),
  responses(
    (status = 200, description = "The template", body = StoredTemplate,
     headers(("ETag" = String, description = "Its version"))),
    (status = 304, description = "It is the version that is known"),
    (status = 404, description = "No such template", body = ErrorBody),
    (status = 422, description = "The stored file is broken", body = ErrorBody)))]
pub(super) async fn load(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPart(id): PathPart,
    headers: HeaderMap,
) -> Result<Response> {
    let id = TemplateId::from(template_id(&id)?);
    let store = service.store(&caller)?;
    let stored = service.work(&caller, move || store.load(&id)).await??;
    if let Some(known) = not_modified(&headers, &stored.version) {
        return Ok(known);
    }
    let json = HeaderValue::from_static("application/json");
    let headers = [
        (header::CONTENT_TYPE, json),
        (header::ETAG, etag(&stored.version)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    // A client that reads slowly holds memory.
    let text = service.buffers.hold(assembled(&stored.id, &stored.document).into())?;
    Ok((headers, Body::new(text)).into_response())
}

/// Removes a template
#[utoipa::path(delete, operation_id = "deleteTemplate", path = "/api/templates/{id}", tag = "templates",
  params(("id" = String, Path, description = "Id of the template"),
         ("If-Match" = Option<String>, Header, description = "Only if this is still its version")),
  responses(
    (status = 204, description = "Removed"),
    (status = 404, description = "No such template", body = ErrorBody),
    (status = 412, description = "It changed meanwhile", body = ErrorBody)))]
pub(super) async fn remove(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPart(id): PathPart,
    headers: HeaderMap,
) -> Result<StatusCode> {
    let id = TemplateId::from(template_id(&id)?);
    let keeper = service.keeper(&caller, None);
    let store = service.store(&caller)?.keeping(keeper.clone());
    service
        .work(&caller, move || {
            let expected = expected(&headers, &store, &id)?;
            Ok::<_, Rejection>(store.remove(&id, expected.as_deref())?)
        })
        .await??;
    warn(&keeper);
    Ok(StatusCode::NO_CONTENT)
}

async fn read(service: &Service, headers: &HeaderMap, body: Body) -> Result<HeldBytes> {
    let config = &service.config;
    service.buffers.read_json(headers, body, config.template_bytes, config.body_time).await
}

/// The document of a body, read and checked on the threads that render: that takes as long as the
/// template is large.
async fn checked(
    service: &Arc<Service>,
    caller: &Arc<Caller>,
    body: HeldBytes,
) -> Result<TemplateDocument> {
    let size = body.bytes.len();
    let (of_job, owner) = (Arc::clone(service), Arc::clone(caller));
    let check = move |workspace: &mut Workspace, abandoned: Abandoned<'_>| {
        document(&of_job, owner.tenant_name(), &body, workspace, abandoned)
    };
    service.pool.run(caller.share(), size, check).await?
}

/// The document of a body, if the engine can ever render it.
fn document(
    service: &Service,
    tenant: &str,
    body: &HeldBytes,
    workspace: &mut Workspace,
    abandoned: Abandoned<'_>,
) -> Result<TemplateDocument> {
    let document = TemplateDocument::from_json(body.bytes.to_vec(), None);
    let mut document = document.map_err(|problem| match problem.code {
        codes::TEMPLATE_UNREADABLE => {
            Rejection::new(Problem { code: Code::MalformedJson, ..problem })
        }
        _ => Rejection::new(problem),
    })?;
    // Answers of GET may be sent back.
    document.remove_extra("id");
    let mail = templates::mail_options(&document);
    let files = TemplateFiles {
        stem: String::new(),
        file: String::new(),
        document,
        tenant: None,
        version: Some(String::new()),
        schema: None,
        library: LoadedLibrary::default(),
        texts: Vec::new(),
        fonts: service.generator.named_fonts().clone(),
    };
    let bundle = TemplateBundle::new(files, String::new());
    let time = service.config.request_time;
    let limits = Limits { timeout: Some(time), ..*service.generator.limits() };
    let job = Job::new(Work::Check, bundle.key, &limits, clock::now());
    let made = service.renderer.run((tenant, &bundle), job, None, workspace, abandoned)?;
    let mut about = made.about;
    let mut problems = about.warnings();
    // Calls of unknown functions print nothing and do not prevent drawing.
    let refuses = |problem: &Problem| {
        problem.severity == Severity::Error && problem.code != Code::UnknownFunction
    };
    problems.retain(refuses);
    problems.extend(mail.err());
    let document = bundle.files.document;
    problems.extend(document.strict().err());
    if problems.is_empty() { Ok(document) } else { Err(Rejection::of_all(problems)) }
}

/// The whole document with its id, every part as the text that it is kept as.
pub(super) fn assembled(id: &TemplateId, document: &TemplateDocument) -> String {
    let text = |text: &str| serde_json::Value::from(text).to_string();
    let mut json =
        String::with_capacity(document.template_text.len() + document.bindings_text.len() + 256);
    for (key, value) in [
        ("{\"id\":", text(id.id.as_str()).as_str()),
        (",\"name\":", &text(&document.name)),
        (",\"template\":", &document.template_text),
        (",\"bindings\":", &document.bindings_text),
    ] {
        json.push_str(key);
        json.push_str(value);
    }
    // The schema is for editors of files; over HTTP its path leads nowhere.
    let is_sent = |extra: &&Extra| extra.key_text != "\"id\"" && !extra.is_schema_reference();
    for extra in document.extra.iter().filter(is_sent) {
        for piece in [",", &extra.key_text, ":", &extra.value_text] {
            json.push_str(piece);
        }
    }
    json.push('}');
    json
}

fn named(status: StatusCode, saved: &Saved, name: String, keeper: &Keeper) -> Response {
    let body = SavedTemplate { id: saved.id.id.to_string(), name, not_kept: warn(keeper) };
    (status, [(header::ETAG, etag(&saved.version))], axum::Json(body)).into_response()
}

/// Returns the problem of a save that left no version, and logs it for the operator.
pub(super) fn warn(keeper: &Keeper) -> Option<String> {
    let problem = keeper.failure()?;
    let (code, message) = (problem.code.as_str(), problem.message.as_str());
    tracing::warn!(target: LOCAL_TEXT, code, "a save left no version: {message}");
    Some(problem.message)
}

/// The version that `If-Match` asks for.
fn expected(headers: &HeaderMap, store: &Store, id: &TemplateId) -> Result<Option<String>> {
    etag::expected(headers, || Ok(store.load(id)?.version), "the template")
}
