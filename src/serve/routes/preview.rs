//! `POST /api/reports/preview`: a design with data, for callers that may change templates: as a document,
//! or as what editors show of it.

use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::Response;
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use super::documents::{Pdf, answer};
use crate::base::clock;
use crate::delivery::isolation::{Abandoned, Job, Work};
use crate::serve::auth::Caller;
use crate::serve::body::{HeldBytes, ReportData, known_locale, report_data, too_large};
use crate::serve::error::{ErrorBody, Rejection, Result};
use crate::serve::query::Query;
use crate::serve::state::Service;
use crate::serve::warnings::with_warnings;
use crate::templates::TemplateBundle;
use crate::templates::store::{Id, LibraryFolder, TemplateDocument};
use crate::templates::{LoadedLibrary, TemplateFiles, fonts};
use engine::Workspace;
use engine::editor;
use engine::problem::Problem;

/// A design and data to show it with.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PreviewBody<'a> {
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

/// A drawn design with its findings.
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
    /// Findings of `reportctl check` in the template, and with data in the two together.
    Problems,
    /// The XML of its e-invoice.
    Einvoice,
}

/// Parameters of a preview.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct PreviewQuery {
    /// Output to make of the design.
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
    (status = 200, description = "The document, or with `as=einvoice` its e-invoice; for the other values of `as` JSON",
     headers(("X-Reportctl-Pages" = Option<u64>, description = "How many pages the document has"),
             ("X-Reportctl-Warnings" = Option<String>, description = "Warnings, as a JSON array")),
     content((inline(Pdf) = "application/pdf"), (serde_json::Value = "application/json"), (String = "application/xml"))),
    (status = 422, description = "The template cannot be read, the data does not fit it, or the e-invoice breaks a rule: each finding is in `problems`", body = ErrorBody)))]
pub(super) async fn preview(
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
        Shown::Document { bytes, kind, pages, warnings } => {
            let mut response = answer(&service, bytes, kind)?;
            response.headers_mut().insert(PAGES, HeaderValue::from(pages));
            Ok(with_warnings(response, warnings))
        }
        Shown::Json(text) => answer(&service, text, "application/json"),
    }
}

/// Header with the number of pages of a document.
pub(in crate::serve) const PAGES: HeaderName = HeaderName::from_static("x-reportctl-pages");

fn page_numbers(text: &str) -> Result<Vec<u32>> {
    let numbers = text.split(',').map(|number| number.trim().parse().ok());
    let numbers: Option<Vec<u32>> = numbers.map(|number| number.filter(|page| *page > 0)).collect();
    numbers.ok_or_else(|| {
        Rejection::field("pages", "`pages` must be numbers from 1 with commas between them")
    })
}

enum Shown {
    Document { bytes: Vec<u8>, kind: &'static str, pages: usize, warnings: Vec<Problem> },
    Json(Vec<u8>),
}

fn show(
    service: &Service,
    (tenant, library): (Option<&Id>, &LibraryFolder),
    body: &HeldBytes,
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
    let locale = known_locale(locale.as_deref())?;
    if data.is_none() && view != View::Problems {
        return Err(Rejection::field("data", "`data` is missing"));
    }
    let bindings = bindings.map_or("[]", RawValue::get);
    let bundle = bundle(service, (tenant, library), template.get(), bindings)?;
    let work = match view {
        View::Pdf => Work::Preview,
        View::Drawing => Work::Drawing { pages: pages.map(<[u32]>::to_vec) },
        View::Layout => Work::EditorLayout,
        View::Problems => Work::Problems,
        View::Einvoice => Work::Einvoice,
    };
    let job = Job {
        locale: locale.map(str::to_owned),
        secret: service.generator.owner_secret(&bundle),
        ..Job::new(work, bundle.key, &service.preview_limits(), clock::now())
    };
    let tenant = tenant.map_or("", Id::as_str);
    let made = service.renderer.run((tenant, &bundle), job, data, workspace, abandoned);
    // Of an e-invoice, all rules that it breaks are reported.
    let lists_all = view == View::Einvoice;
    let made = made.map_err(|refused| {
        if refused.is_of_template || lists_all {
            Rejection::of_all(refused.problems)
        } else {
            refused.into()
        }
    })?;
    let (bytes, pages, mut about) = (made.bytes, made.about.pages, made.about);
    Ok(match view {
        View::Pdf => {
            service.metrics.rendered(pages, start.elapsed());
            let kind = "application/pdf";
            Shown::Document { bytes, kind, pages, warnings: about.warnings() }
        }
        View::Einvoice => {
            let kind = "application/xml";
            Shown::Document { bytes, kind, pages, warnings: about.warnings() }
        }
        View::Problems => Shown::Json(editor::problems(&about.warnings()).to_string().into()),
        View::Drawing | View::Layout => Shown::Json(bytes),
    })
}

/// A design that is not stored, with the files that it names.
fn bundle(
    service: &Service,
    (tenant, library): (Option<&Id>, &LibraryFolder),
    template: &str,
    bindings: &str,
) -> Result<TemplateBundle> {
    let (template, bindings) = (template.to_owned(), bindings.to_owned());
    let document =
        TemplateDocument::of_texts(TITLE.to_owned(), template, bindings, Vec::new(), None)?;
    let fonts = service.generator.named_fonts().clone();
    let completed = fonts::completed(&document.template, &fonts);
    let library = LoadedLibrary::read(&completed, library);
    drop(completed);
    let files = TemplateFiles {
        stem: String::new(),
        file: TITLE.to_owned(),
        document,
        tenant: tenant.cloned(),
        version: Some(String::new()),
        schema: None,
        library,
        texts: service.generator.texts_files(tenant.map_or("", Id::as_str))?,
        fonts,
    };
    Ok(TemplateBundle::new(files, String::new()))
}
