//! Documents in answers: of a stored template with data, and of a finished report.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::base::clock;
use crate::base::hash::sha256;
use crate::delivery::isolation::{Abandoned, Job, Work};
use crate::delivery::queue::{LogEntry, LogFilter, Outcome, Request, Status};
use crate::documents::receipt::Receipt;
use crate::serve::auth::Caller;
use crate::serve::body::{ReportData, known_locale, report_data};
use crate::serve::codes;
use crate::serve::error::{ErrorBody, Rejection, Result};
use crate::serve::path::{PathPart, percent_encoded};
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
}

/// What is made of template and data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DocumentFormat {
    Pdf,
    /// The page model as JSON.
    Layout,
}

/// A document, or its page model, in memory.
struct Rendered {
    bytes: Vec<u8>,
    pages: usize,
    template_hash: String,
    /// What it was made of; a page model is no document.
    receipt: Option<Box<Receipt>>,
    /// Warnings.
    warnings: Vec<Problem>,
}

/// Entries of the log are written after a row is settled, by clocks that may differ.
const LOG_TOLERANCE: i64 = 60_000;

/// Renders a stored template with data; nothing is mailed
#[utoipa::path(post, operation_id = "renderTemplate", path = "/api/templates/{id}/render", tag = "reports",
  request_body = RenderBody,
  params(("id" = String, Path, description = "Id of the template")),
  responses(
    (status = 200, description = "The document; for `Accept: application/json` its page model",
     headers(("X-Reportctl-Warnings" = Option<String>, description = "Warnings, as a JSON array")),
     content((inline(Pdf) = "application/pdf"), (HashMap<String, serde_json::Value> = "application/json"))),
    (status = 404, description = "No such template", body = ErrorBody),
    (status = 422, description = "The data does not fit the template, or a limit was exceeded", body = ErrorBody)))]
pub(super) async fn render(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPart(id): PathPart,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let name = TemplateName::stored(&template_id(&id)?);
    let format = format(&headers);
    let config = &service.config;
    let body =
        service.buffers.read_json(&headers, body, config.data_bytes, config.body_time).await?;
    let (of_job, owner) = (Arc::clone(&service), Arc::clone(&caller));
    let (share, size) = (caller.share(), body.bytes.len());
    let job = move |workspace: &mut Workspace, abandoned: Abandoned<'_>| {
        let RenderBody { data, locale } = body.json()?;
        let hash = sha256(data.get().as_bytes());
        let locale = known_locale(locale.as_deref())?;
        let request = Asked {
            tenant: owner.tenant_name(),
            template: &name,
            data: report_data(data.get())?,
            report_date: clock::now(),
            locale,
        };
        let rendered = make(&of_job, &request, format, false, workspace, abandoned)?;
        Ok::<_, Rejection>((rendered, served(&owner, name.as_str(), hash)))
    };
    let (rendered, entry) = service.pool.run(share, size, job).await??;
    record(&service, &rendered, format, entry).await?;
    let response = match format {
        DocumentFormat::Pdf => pdf(&service, rendered.bytes),
        DocumentFormat::Layout => answer(&service, rendered.bytes, "application/json"),
    };
    Ok(with_warnings(response?, rendered.warnings))
}

/// The document of a finished report
///
/// It comes from the archive, where documents are kept, also after the data of the report was erased. Elsewhere it is
/// made again from that data: the same bytes as those that were mailed. A document with a password is the same
/// before it is encrypted; its keys are new each time.
#[utoipa::path(get, operation_id = "getReportPdf", path = "/api/reports/{id}/pdf", tag = "reports",
  params(("id" = String, Path, description = "Id of the report")),
  responses(
    (status = 200, description = "The document", content_type = "application/pdf", body = inline(Pdf),
     headers(("Content-Disposition" = String, description = "The name of the file"))),
    (status = 404, description = "No such report", body = ErrorBody),
    (status = 409, description = "The report is not finished, or its template has changed since", body = ErrorBody),
    (status = 410, description = "The data of the report was erased", body = ErrorBody),
    (status = 422, description = "There is no document: the data does not fit the template", body = ErrorBody)))]
pub(super) async fn pdf_of_report(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPart(id): PathPart,
) -> Result<Response> {
    let id = Uuid::try_parse(&id).map_err(|_| Rejection::no_report())?;
    if let Some(response) = from_archive(&service, &caller, id).await? {
        return Ok(response);
    }
    let owner = Arc::clone(&caller);
    let found = service.reports()?.query(move |queue| {
        let Some(row) = queue.get(owner.tenant_name(), id)? else { return Ok(None) };
        let mut sent = None;
        let filter = LogFilter {
            tenant: Some(row.request.tenant.clone()),
            request: Some(id),
            since: Some(row.created_at.saturating_sub(LOG_TOLERANCE)),
            until: row.processed_at.map(|at| at.saturating_add(LOG_TOLERANCE)),
            ..LogFilter::default()
        };
        queue.read_log(&filter, &mut |entry| {
            if entry.outcome != Outcome::Served && entry.sha256.is_some() {
                let receipt = entry.receipt.as_ref().map(|receipt| &receipt.document);
                let is_encrypted = receipt.is_some_and(|document| document.plaintext.is_some());
                let hash = receipt.map(|document| document.reproducible_sha256().to_owned());
                sent = hash.or(entry.sha256).map(|hash| (hash, is_encrypted));
            }
            true
        })?;
        Ok(Some((row, sent)))
    });
    let (row, sent) = found.await?.ok_or_else(Rejection::no_report)?;
    check_is_kept(&row)?;
    let filename = filename(row.request.filename.as_deref(), id);
    let (of_job, owner) = (Arc::clone(&service), Arc::clone(&caller));
    let (share, size) = (caller.share(), row.request.data.len());
    let job = move |workspace: &mut Workspace, abandoned: Abandoned<'_>| {
        let request = row.request;
        let name = TemplateName::new(&request.template);
        let asked = Asked {
            tenant: &request.tenant,
            template: &name,
            data: &request.data,
            report_date: request.report_date,
            locale: request.locale.as_deref(),
        };
        let rendered = make(&of_job, &asked, DocumentFormat::Pdf, true, workspace, abandoned)?;
        let made = rendered.receipt.as_ref().map(|receipt| &receipt.document);
        if let (Some((sent, is_comparable)), Some(made)) = (sent, made) {
            if made.plaintext.is_some() && !is_comparable {
                return Err(not_comparable());
            }
            if made.reproducible_sha256() != sent {
                return Err(changed());
            }
        }
        let mut entry = served(&owner, &request.template, request.data_hash);
        entry.request = Some(request.id);
        Ok((rendered, entry))
    };
    let (rendered, entry) = service.pool.run(share, size, job).await??;
    record(&service, &rendered, DocumentFormat::Pdf, entry).await?;
    let mut response = with_warnings(pdf(&service, rendered.bytes)?, rendered.warnings);
    if let Ok(value) = HeaderValue::try_from(filename) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

/// Refuses reports whose document cannot be made: not finished, or without data.
fn check_is_kept(row: &Request) -> Result<()> {
    if row.status == Status::Pending {
        return Err(Problem::new(codes::NOT_FINISHED, "the report is not finished").into());
    }
    if row.erased {
        return Err(Problem::new(codes::DATA_ERASED, "the data of the report was erased").into());
    }
    Ok(())
}

fn changed() -> Rejection {
    let message = "the document that was mailed cannot be made again: its template, a font or the \
                   program has changed since";
    Rejection::new(Problem::new(codes::TEMPLATE_CHANGED, message)).status(StatusCode::CONFLICT)
}

/// An entry of a version that hashed encrypted documents alone.
fn not_comparable() -> Rejection {
    let message = "the document has a password, and the log has no hash of it from before it was \
                   encrypted: it is not known whether it would be the one that was mailed";
    Rejection::new(Problem::new(codes::TEMPLATE_CHANGED, message)).status(StatusCode::CONFLICT)
}

/// The document of a report in the archive; `None` where the archive has none, or where it is that of another
/// tenant. One whose message is still to be sent is not given out.
async fn from_archive(
    service: &Arc<Service>,
    caller: &Arc<Caller>,
    id: Uuid,
) -> Result<Option<Response>> {
    let reports = service.reports()?;
    let Some(archive) = reports.archive().cloned() else { return Ok(None) };
    let owner = Arc::clone(caller);
    let row = reports.query(move |queue| queue.get(owner.tenant_name(), id)).await?;
    if row.as_ref().is_some_and(|row| row.status == Status::Pending) {
        return Err(Problem::new(codes::NOT_FINISHED, "the report is not finished").into());
    }
    let owner = Arc::clone(caller);
    let found = service.work(caller, move || {
        let record = archive.record(id)?.filter(|record| record.tenant == owner.tenant_name());
        let Some(record) = record else { return Ok(None) };
        let document = archive.document(&record)?;
        Ok::<_, Problem>(Some((record, document, archive.key(id))))
    });
    let Some((record, document, key)) = found.await?? else { return Ok(None) };
    let about = &record.receipt.document;
    let data_hash =
        row.map_or_else(|| record.receipt.data.sha256.clone(), |row| row.request.data_hash);
    let entry = LogEntry {
        request: Some(id),
        template_hash: Some(record.receipt.template.sha256.clone()),
        pages: u32::try_from(about.pages).ok(),
        bytes: Some(about.bytes),
        sha256: Some(about.sha256.clone()),
        archive: Some(key),
        ..served(caller, &record.template, data_hash)
    };
    reports.query(move |queue| queue.log(&[entry])).await?;
    let mut response = pdf(service, document)?;
    if let Ok(value) = HeaderValue::try_from(filename(Some(&record.document.name), id)) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(Some(response))
}

fn filename(name: Option<&str>, id: Uuid) -> String {
    let name = name.map_or_else(|| format!("{id}.pdf"), str::to_owned);
    // RFC 6266: the extended form takes any character.
    format!("inline; filename*=UTF-8''{}", percent_encoded(&name))
}

/// A document that somebody asks for.
struct Asked<'a> {
    tenant: &'a str,
    template: &'a TemplateName,
    /// The data, as JSON.
    data: &'a str,
    report_date: Timestamp,
    locale: Option<&'a str>,
}

/// `is_admitted`: the data passed the schema of the template before.
fn make(
    service: &Service,
    asked: &Asked<'_>,
    format: DocumentFormat,
    is_admitted: bool,
    workspace: &mut Workspace,
    abandoned: Abandoned<'_>,
) -> Result<Rendered> {
    let start = Instant::now();
    let generator = &service.generator;
    let bundle = generator.bundle(asked.tenant, asked.template)?;
    let file = Path::new(&bundle.files.file).file_stem().unwrap_or_default();
    let work = match format {
        DocumentFormat::Pdf => {
            Work::Document { name: file.to_string_lossy().into_owned(), is_admitted }
        }
        DocumentFormat::Layout => Work::Layout,
    };
    let job = Job {
        locale: asked.locale.map(str::to_owned),
        secret: generator.owner_secret(&bundle),
        ..Job::new(work, bundle.key, generator.limits(), asked.report_date)
    };
    let place = (asked.tenant, bundle.as_ref());
    let made = service.renderer.run(place, job, Some(asked.data), workspace, abandoned)?;
    let (bytes, mut about) = (made.bytes, made.about);
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
fn served(caller: &Caller, template: &str, data_hash: String) -> LogEntry {
    let (tenant, user) = (caller.tenant_name(), caller.name.as_str());
    let entry = LogEntry::new(clock::millis(), Outcome::Served, tenant, user, template);
    LogEntry { data_hash, ..entry }
}

/// Writes a document to the generation log before it is returned. A page model is no document.
async fn record(
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

/// What the client asked for: the page model only if it prefers JSON to a PDF.
fn format(headers: &HeaderMap) -> DocumentFormat {
    let (mut pdf, mut json) = (0.0, 0.0);
    let values = headers.get_all(header::ACCEPT).into_iter();
    for range in values.filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(',')) {
        let mut parts = range.split(';').map(str::trim);
        let kind = parts.next().unwrap_or_default().to_ascii_lowercase();
        let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
        let quality = quality.unwrap_or(1.0);
        match kind.as_str() {
            "application/json" => json = quality,
            "application/pdf" | "application/*" | "*/*" => pdf = quality.max(pdf),
            _ => {}
        }
    }
    if json > pdf { DocumentFormat::Layout } else { DocumentFormat::Pdf }
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
    fn a_page_model_is_for_those_who_prefer_json() {
        let asked = |accept: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, accept.parse().unwrap());
            format(&headers)
        };
        for pdf in
            ["*/*", "application/pdf", "application/json;q=0.5, application/pdf", "text/html"]
        {
            assert_eq!(asked(pdf), DocumentFormat::Pdf, "{pdf}");
        }
        // The default of browsers and of some HTTP libraries.
        assert_eq!(asked("application/json, text/plain, */*"), DocumentFormat::Pdf);
        assert_eq!(format(&HeaderMap::new()), DocumentFormat::Pdf);
        for json in ["application/json", "application/json, */*;q=0.1", "Application/JSON;v=1"] {
            assert_eq!(asked(json), DocumentFormat::Layout, "{json}");
        }
    }
}
