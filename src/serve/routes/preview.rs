//! `POST /api/reports/preview`: a design with data, for callers that may change templates: as a document,
//! or as what editors show of it.

use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use super::documents::{Pdf, pdf};
use crate::Workspace;
use crate::check::{self, DataChecker};
use crate::clock;
use crate::documents::{DocumentOptions, LoadedLibrary, fonts};
use crate::editor;
use crate::render::Document;
use crate::serve::auth::Caller;
use crate::serve::body::{Held, ReportData, explain, known_locale, report_data, too_large};
use crate::serve::error::{ErrorBody, Rejection, Result};
use crate::serve::pool::Abandoned;
use crate::serve::query::Query;
use crate::serve::state::Service;
use crate::serve::warnings::with_warnings;
use crate::store::{Id, LibraryFolder};
use crate::value::Value;

/// A design and data to show it with.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewBody<'a> {
    /// The template: page and fields.
    #[serde(borrow)]
    #[schema(value_type = HashMap<String, serde_json::Value>)]
    template: &'a RawValue,
    /// The bindings of the fields to paths of the data.
    #[serde(borrow, default)]
    #[schema(value_type = Option<Vec<HashMap<String, serde_json::Value>>>)]
    bindings: Option<&'a RawValue>,
    /// The data: an object or a list. Only problems can be asked for without.
    #[serde(borrow, default)]
    #[schema(value_type = Option<ReportData>)]
    data: Option<&'a RawValue>,
    /// The locale of the document, as a BCP 47 tag; without it, that of the template or the data.
    #[schema(example = "de-DE")]
    locale: Option<String>,
}

/// What is made of a design.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum View {
    /// The document.
    #[default]
    Pdf,
    /// Its pages as drawings, field by field.
    Drawing,
    /// Its page model, with the places of fields in the template.
    Layout,
    /// What `reportctl check` finds in the template, and with data in the two together.
    Problems,
}

/// What is asked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct PreviewQuery {
    /// What is made of the design.
    #[param(inline)]
    r#as: View,
    /// Numbers of the pages of a drawing, from 1, with commas between them; all without it.
    #[param(example = "1,2")]
    pages: Option<String>,
}

/// Title of the documents.
const TITLE: &str = "Preview";

/// Renders a design with data; nothing is stored or mailed
#[utoipa::path(post, operation_id = "previewReport", path = "/api/reports/preview", tag = "reports", params(PreviewQuery), request_body = PreviewBody, responses(
    (status = 200, description = "The document; for the other values of `as` JSON",
     headers(("X-Reportctl-Pages" = Option<u64>, description = "How many pages the document has"),
             ("X-Reportctl-Warnings" = Option<String>, description = "Warnings, as a JSON array")),
     content((inline(Pdf) = "application/pdf"), (serde_json::Value = "application/json"))),
    (status = 422, description = "The template cannot be read, or the data does not fit it", body = ErrorBody)))]
pub async fn preview(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    Query(query): Query<PreviewQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let pages = query.pages.as_deref().map(page_numbers).transpose()?;
    let config = &service.config;
    let limit = config.template_bytes.saturating_add(config.data_bytes);
    let body = service.buffers.read_json(&headers, body, limit, config.body_time).await?;
    let (of_job, owner) = (Arc::clone(&service), Arc::clone(&caller));
    let library = service.store(&caller)?.library(None);
    let (share, size) = (caller.share(), body.bytes.len());
    let job = move |workspace: &mut Workspace, abandoned: Abandoned<'_>| {
        let asked = (query.r#as, pages.as_deref());
        let place = (owner.tenant.as_ref(), &library);
        show(&of_job, place, &body, asked, workspace, abandoned)
    };
    match service.pool.run(share, size, job).await?? {
        Shown::Document(document) => {
            let mut response = pdf(&service, document.bytes)?;
            response.headers_mut().insert(PAGES, HeaderValue::from(document.pages));
            Ok(with_warnings(response, document.warnings))
        }
        Shown::Json(text) => {
            let json = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
            let held = service.buffers.hold(text.into())?;
            Ok((json, Body::new(held)).into_response())
        }
    }
}

/// How many pages a document has.
const PAGES: HeaderName = HeaderName::from_static("x-reportctl-pages");

fn page_numbers(text: &str) -> Result<Vec<u32>> {
    let numbers = text.split(',').map(|number| number.trim().parse().ok());
    let numbers: Option<Vec<u32>> = numbers.map(|number| number.filter(|page| *page > 0)).collect();
    numbers.ok_or_else(|| {
        Rejection::field("pages", "`pages` must be numbers from 1 with commas between them")
    })
}

enum Shown {
    Document(Document),
    Json(String),
}

fn show(
    service: &Service,
    (tenant, library): (Option<&Id>, &LibraryFolder),
    body: &Held,
    (view, pages): (View, Option<&[u32]>),
    workspace: &mut Workspace,
    abandoned: Abandoned<'_>,
) -> Result<Shown> {
    let start = Instant::now();
    let PreviewBody { template, bindings, data, locale } = body.json()?;
    let limit = service.config.data_bytes;
    if data.is_some_and(|data| data.get().len() as u64 > limit) {
        return Err(too_large("`data`", limit));
    }
    let data = data.map(|data| report_data(data.get())).transpose()?;
    let bindings = bindings.map_or("[]", RawValue::get);
    let limits = service.preview_limits();
    let expired = || abandoned() || start.elapsed() >= service.config.preview_time;
    let document_options =
        DocumentOptions { report_date: clock::now(), locale: known_locale(locale.as_deref())? };
    let host = service.generator.host(tenant);
    let options = service.generator.options(&limits, &expired, TITLE, document_options, &host);
    let texts = service.generator.texts(tenant.map_or("", Id::as_str))?;
    let named = service.generator.named_fonts();
    if view == View::Problems {
        let read = |text: &str| Value::from_json(text).map_err(|error| explain(&error));
        let (template, bindings) = (read(template.get())?, read(bindings)?);
        let template = fonts::completed(&template, named);
        let files = LoadedLibrary::read(&template, library).files;
        let mut problems = check::template_with(&template, &bindings, &files, options.budget)?;
        if let Some(data) = &data
            && let Ok(checker) = DataChecker::with_library(&template, &bindings, files)
        {
            let checker = checker.with_texts(&texts.texts);
            problems.extend(checker.problems(data, &options));
            check::say_once(&mut problems);
        }
        return Ok(Shown::Json(editor::problems(&problems).to_string()));
    }
    let data = data.ok_or_else(|| Rejection::field("data", "`data` is missing"))?;
    let prepared = service.previews.compiled(template.get(), bindings, library, (&texts, named));
    let prepared = prepared.map_err(Rejection::of_template)?;
    if view != View::Pdf {
        let layout = prepared.layout(&data, &options)?;
        return Ok(Shown::Json(match view {
            View::Layout => editor::page_model(&layout).to_string(),
            _ => editor::Images::default().drawing(&prepared, &layout, &options, pages)?,
        }));
    }
    let mut document = prepared.generate_in(&data, &options, workspace)?;
    document.warnings.splice(0..0, prepared.warnings().iter().cloned());
    service.metrics.rendered(document.pages, start.elapsed());
    Ok(Shown::Document(document))
}
