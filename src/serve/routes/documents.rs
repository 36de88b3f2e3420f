//! Documents of stored templates with data, in answers.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use crate::base::clock;
use crate::base::hash::sha256;
use crate::delivery::isolation::{Abandoned, AdmissionRules, Job, Work};
use crate::delivery::queue::{LogEntry, Outcome};
use crate::documents::receipt::Receipt;
#[cfg(feature = "xlsx")]
use crate::documents::tables::Properties;
use crate::documents::tables::Tables;
use crate::serve::auth::Caller;
use crate::serve::body::{ReportData, known_locale, report_data};
use crate::serve::codes;
use crate::serve::error::{ErrorBody, Rejection, Result};
use crate::serve::path::{PathPart, percent_encoded};
use crate::serve::query::Query;
use crate::serve::routes::reports::admission;
use crate::serve::state::{Service, template_id};
use crate::serve::warnings::with_warnings;
use crate::templates::TemplateName;
use engine::expr::date::Timestamp;
use engine::pdf::Workspace;
use engine::problem::Problem;

/// A PDF.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub(super) struct Pdf(#[expect(dead_code, reason = "describes an answer")] Vec<u8>);

/// Data for a stored template.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RenderBody<'a> {
    /// The data: an object or a list.
    #[serde(borrow)]
    #[schema(value_type = ReportData)]
    data: &'a RawValue,
    /// The locale of the document, as a BCP 47 tag; without it, that of the template or the data.
    #[schema(example = "de-DE")]
    locale: Option<String>,
    /// Findings that this request lets pass: those that refuse a document of a strict service or
    /// template.
    #[serde(default)]
    allow: Vec<String>,
}

/// Parameters of a document.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct RenderQuery {
    /// Name of the table field that CSV or a workbook has; without it a workbook has all.
    #[param(example = "items")]
    table: Option<String>,
}

/// Formats made of template and data, in the order of preference where a client states none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DocumentFormat {
    Pdf,
    /// The tables as a workbook.
    #[cfg(feature = "xlsx")]
    Xlsx,
    /// A table as CSV.
    Csv,
    /// The page model as JSON.
    Layout,
}

impl DocumentFormat {
    const ALL: &[Self] = &[
        Self::Pdf,
        #[cfg(feature = "xlsx")]
        Self::Xlsx,
        Self::Csv,
        Self::Layout,
    ];

    /// The media type, without parameters.
    fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            #[cfg(feature = "xlsx")]
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Csv => "text/csv",
            Self::Layout => "application/json",
        }
    }

    /// The value of `Content-Type`.
    fn content_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8; header=present",
            other => other.media_type(),
        }
    }
}

/// A document, or its page model, in memory.
pub(super) struct Rendered {
    pub(super) bytes: Vec<u8>,
    pages: usize,
    template_hash: String,
    /// Receipt of its inputs; `None` for a page model, which is not a document.
    pub(super) receipt: Option<Box<Receipt>>,
    /// Warnings.
    pub(super) warnings: Vec<Problem>,
}

/// Renders a stored template with data; nothing is mailed
#[utoipa::path(post, operation_id = "renderTemplate", path = "/api/templates/{id}/render", tag = "reports",
  request_body = RenderBody,
  params(("id" = String, Path, description = "Id of the template"), RenderQuery),
  responses(
    (status = 200, description = "By `Accept` the document, its tables as a workbook, one table as CSV, or its page model",
     headers(("X-Reportctl-Warnings" = Option<String>, description = "Warnings, as a JSON array")),
     content((inline(Pdf) = "application/pdf"),
       (inline(Pdf) = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
       (String = "text/csv"), (HashMap<String, serde_json::Value> = "application/json"))),
    (status = 404, description = "No such template", body = ErrorBody),
    (status = 406, description = "`Accept` names no media type that there is; `available` lists them", body = ErrorBody),
    (status = 422, description = "The data does not fit the template, or a limit was exceeded", body = ErrorBody)))]
pub(super) async fn render(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPart(id): PathPart,
    Query(query): Query<RenderQuery>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let name = TemplateName::stored(&template_id(&id)?);
    let format = format(&headers)?;
    let config = &service.config;
    let body =
        service.buffers.read_json(&headers, body, config.data_bytes, config.body_time).await?;
    let (of_job, owner) = (Arc::clone(&service), Arc::clone(&caller));
    let (share, size) = (caller.share(), body.bytes.len());
    let job = move |workspace: &mut Workspace, abandoned: Abandoned<'_>| {
        let RenderBody { data, locale, allow } = body.json()?;
        let hash = sha256(data.get().as_bytes());
        let locale = known_locale(locale.as_deref())?;
        let request = Asked {
            tenant: owner.tenant_name(),
            template: &name,
            data: report_data(data.get())?,
            report_date: clock::now(),
            locale,
            table: query.table.as_deref(),
            admission: Some(admission(&of_job, &allow)?),
        };
        let rendered = make(&of_job, request, format, workspace, abandoned)?;
        Ok::<_, Rejection>((rendered, served(&owner, name.as_str(), hash)))
    };
    let (rendered, entry) = service.pool.run(share, size, job).await??;
    record(&service, &rendered, format, entry).await?;
    let mut response = answer(&service, rendered.bytes, format.content_type())?;
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept"));
    Ok(with_warnings(response, rendered.warnings))
}

/// The header of a document that the browser saves.
pub(super) fn attachment(name: &str) -> String {
    disposition("attachment", name)
}

pub(super) fn disposition(kind: &str, name: &str) -> String {
    // RFC 6266: the extended form takes any character.
    format!("{kind}; filename*=UTF-8''{}", percent_encoded(name))
}

/// A document that somebody asks for.
pub(super) struct Asked<'a> {
    pub(super) tenant: &'a str,
    pub(super) template: &'a TemplateName,
    /// The data, as JSON.
    pub(super) data: &'a str,
    pub(super) report_date: Timestamp,
    pub(super) locale: Option<&'a str>,
    /// Name of the only table that is wanted.
    pub(super) table: Option<&'a str>,
    /// Conditions on the data; `None` where it was admitted before.
    pub(super) admission: Option<AdmissionRules>,
}

pub(super) fn make(
    service: &Service,
    asked: Asked<'_>,
    format: DocumentFormat,
    workspace: &mut Workspace,
    abandoned: Abandoned<'_>,
) -> Result<Rendered> {
    let start = Instant::now();
    let generator = &service.generator;
    let bundle = generator.bundle(asked.tenant, asked.template)?;
    let file = Path::new(&bundle.files.file).file_stem().unwrap_or_default();
    let admission = asked.admission;
    let work = match format {
        DocumentFormat::Pdf => {
            Work::Document { name: file.to_string_lossy().into_owned(), admission }
        }
        DocumentFormat::Layout => Work::Layout { admission },
        _ => Work::Tables { table: asked.table.map(str::to_owned), admission },
    };
    let job = Job {
        locale: asked.locale.map(str::to_owned),
        secret: generator.owner_secret(&bundle),
        ..Job::new(work, bundle.key, generator.limits(), asked.report_date)
    };
    let place = (asked.tenant, bundle.as_ref());
    let made = service.renderer.run(place, job, Some(asked.data), workspace, abandoned)?;
    let (bytes, mut about) = (made.bytes, made.about);
    let bytes = match format {
        DocumentFormat::Pdf | DocumentFormat::Layout => bytes,
        DocumentFormat::Csv => Tables::from_json(&bytes)?.one_csv()?,
        #[cfg(feature = "xlsx")]
        DocumentFormat::Xlsx => Tables::from_json(&bytes)?.xlsx(&Properties {
            title: &bundle.files.document.name,
            author: generator.author(),
            report_date: asked.report_date,
        })?,
    };
    service.metrics.rendered(about.pages, start.elapsed());
    Ok(Rendered {
        bytes,
        pages: about.pages,
        template_hash: bundle.hash.clone(),
        warnings: about.warnings(),
        receipt: about.receipt,
    })
}

/// The log entry of a document that is returned, without what the document itself adds.
pub(super) fn served(caller: &Caller, template: &str, data_hash: String) -> LogEntry {
    let (tenant, user) = (caller.tenant_name(), caller.name.as_str());
    let entry = LogEntry::new(clock::millis(), Outcome::Served, tenant, user, template);
    LogEntry { data_hash, ..entry }
}

/// Writes a document to the generation log before it is returned. A page model is no document.
pub(super) async fn record(
    service: &Service,
    rendered: &Rendered,
    format: DocumentFormat,
    entry: LogEntry,
) -> Result<()> {
    let (DocumentFormat::Pdf, Some(reports)) = (format, &service.reports) else { return Ok(()) };
    let entry = LogEntry {
        template_hash: Some(rendered.template_hash.clone()),
        pages: u32::try_from(rendered.pages).ok(),
        bytes: u64::try_from(rendered.bytes.len()).ok(),
        sha256: rendered.receipt.as_ref().map(|receipt| receipt.document.sha256.clone()),
        receipt: rendered.receipt.clone(),
        ..entry
    };
    reports.query(move |queue| queue.log(&[entry])).await
}

/// The format that the client prefers (RFC 9110, 12.5.1); a PDF where it says nothing, and where it likes
/// several alike the first of [`DocumentFormat::ALL`].
///
/// # Errors
/// 406 where it accepts none.
fn format(headers: &HeaderMap) -> Result<DocumentFormat> {
    let values = headers.get_all(header::ACCEPT).into_iter();
    let values = values.filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(','));
    let ranges: Vec<(String, f32)> = values.filter_map(media_range).collect();
    if ranges.is_empty() {
        return Ok(DocumentFormat::Pdf);
    }
    // The range that says most about a type decides.
    let quality = |format: DocumentFormat| {
        let own = format.media_type();
        let (kind, _) = own.split_once('/').unwrap_or_default();
        let of_kind = format!("{kind}/*");
        let find = |wanted: &str| ranges.iter().find(|(range, _)| range == wanted);
        [own, &of_kind, "*/*"].into_iter().find_map(find).map_or(0.0, |(_, quality)| *quality)
    };
    let mut best = (None, 0.0);
    for format in DocumentFormat::ALL {
        let quality = quality(*format);
        if quality > best.1 {
            best = (Some(*format), quality);
        }
    }
    best.0.ok_or_else(not_acceptable)
}

/// A media range with its quality; `None` for an invalid one.
fn media_range(text: &str) -> Option<(String, f32)> {
    let mut parts = text.split(';').map(str::trim);
    let kind = parts.next()?.to_ascii_lowercase();
    let quality = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
    let quality = quality.and_then(|quality| quality.parse().ok()).unwrap_or(1.0);
    kind.contains('/').then_some((kind, quality))
}

fn not_acceptable() -> Rejection {
    let available: Vec<_> = DocumentFormat::ALL.iter().map(|it| it.media_type()).collect();
    let problem =
        Problem::new(codes::NOT_ACCEPTABLE, "the header `Accept` names no format of documents");
    let problem = problem.advice(format!("ask for one of these: {}", available.join(", ")));
    problem.detail("available", available).into()
}

/// The answer with a PDF.
pub(super) fn pdf(service: &Service, bytes: Vec<u8>) -> Result<Response> {
    answer(service, bytes, "application/pdf")
}

/// An answer whose memory is accounted for until it was sent.
pub(super) fn answer(service: &Service, bytes: Vec<u8>, kind: &'static str) -> Result<Response> {
    let held = service.buffers.hold(bytes.into())?;
    Ok(([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], Body::new(held)).into_response())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn the_format_is_the_one_that_the_client_prefers() {
        use DocumentFormat::{Csv, Layout, Pdf};
        let asked = |accept: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, accept.parse().unwrap());
            format(&headers).ok()
        };
        for (accept, expected) in [
            ("*/*", Some(Pdf)),
            ("", Some(Pdf)),
            ("application/pdf", Some(Pdf)),
            ("application/*", Some(Pdf)),
            ("application/json;q=0.5, application/pdf", Some(Pdf)),
            // The default of browsers and of some HTTP libraries.
            ("text/html, application/xhtml+xml, */*;q=0.8", Some(Pdf)),
            ("application/json, text/plain, */*", Some(Pdf)),
            ("application/json", Some(Layout)),
            ("application/json, */*;q=0.1", Some(Layout)),
            ("Application/JSON;v=1", Some(Layout)),
            ("text/csv", Some(Csv)),
            ("text/*, application/json;q=0.9", Some(Csv)),
            ("*/*, application/pdf;q=0, text/csv;q=0.5, application/*;q=0.1", Some(Csv)),
            ("text/html", None),
            ("application/pdf;q=0", None),
        ] {
            assert_eq!(asked(accept), expected, "{accept}");
        }
        assert_eq!(format(&HeaderMap::new()).ok(), Some(Pdf));
        #[cfg(feature = "xlsx")]
        assert_eq!(asked(DocumentFormat::Xlsx.media_type()), Some(DocumentFormat::Xlsx));
    }
}
