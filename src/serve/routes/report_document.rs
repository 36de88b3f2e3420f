//! `GET /api/reports/{id}/pdf`: the document of a finished report.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use uuid::Uuid;

use super::documents::{Asked, DocumentFormat, Pdf, disposition, make, pdf, record, served};
use crate::delivery::archive::Record;
use crate::delivery::isolation::Abandoned;
use crate::delivery::queue::{LogEntry, LogFilter, Outcome, Queue, Request, Status};
use crate::serve::auth::Caller;
use crate::serve::codes;
use crate::serve::error::{ErrorBody, Rejection, Result};
use crate::serve::path::PathPart;
use crate::serve::report_service::problem_of;
use crate::serve::state::Service;
use crate::serve::warnings::with_warnings;
use crate::templates::TemplateName;
use engine::pdf::Workspace;
use engine::problem::{Problem, Result as ProblemResult};

/// Entries of the log are written after a row is settled, by clocks that may differ.
const LOG_TOLERANCE: i64 = 60_000;

/// A document that was mailed, as the log has it.
struct SentDocument {
    /// SHA-256 of what comes out the same each time.
    hash: String,
    /// `true` if that is known of a document with a password, too.
    is_comparable: bool,
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
    method: Method,
) -> Result<Response> {
    let id = Uuid::try_parse(&id).map_err(|_| Rejection::no_report())?;
    // An answer to `HEAD` is no document.
    let is_received = method != Method::HEAD;
    let (reports, owner) = (service.reports()?, Arc::clone(&caller));
    let row = reports.query(move |queue| queue.get(owner.tenant_name(), id)).await?;
    // One whose message is still to be sent is not given out.
    if row.as_ref().is_some_and(|row| row.status == Status::Pending) {
        return Err(Problem::new(codes::NOT_FINISHED, "the report is not finished").into());
    }
    if let Some(response) = from_archive(&service, &caller, (id, row.as_ref()), is_received).await?
    {
        return Ok(response);
    }
    let row = row.ok_or_else(Rejection::no_report)?;
    if row.erased {
        return Err(Problem::new(codes::DATA_ERASED, "the data of the report was erased").into());
    }
    let log = sent_document(&row);
    let sent = reports.query(move |queue| log(queue)).await?;
    if sent.is_none() && row.status == Status::Error {
        return Err(problem_of(&row).into());
    }
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
            table: None,
            admission: None,
        };
        let rendered = make(&of_job, asked, DocumentFormat::Pdf, workspace, abandoned);
        let rendered = rendered.map_err(|refusal| match refusal.code() {
            codes::TEMPLATE_NOT_FOUND => changed(),
            _ => refusal,
        })?;
        let made = rendered.receipt.as_ref().map(|receipt| &receipt.document);
        if let (Some(sent), Some(made)) = (sent, made) {
            if made.plaintext.is_some() && !sent.is_comparable {
                return Err(not_comparable());
            }
            if made.reproducible_sha256() != sent.hash {
                return Err(changed());
            }
        }
        let mut entry = served(&owner, &request.template, request.data_hash);
        entry.request = Some(request.id);
        Ok((rendered, entry))
    };
    let (rendered, entry) = service.pool.run(share, size, job).await??;
    if is_received {
        record(&service, &rendered, DocumentFormat::Pdf, entry).await?;
    }
    let mut response = with_warnings(pdf(&service, rendered.bytes)?, rendered.warnings);
    if let Ok(value) = HeaderValue::try_from(filename) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

/// A search of the log for the document that was mailed.
fn sent_document(
    row: &Request,
) -> impl FnOnce(&dyn Queue) -> ProblemResult<Option<SentDocument>> + use<> {
    let filter = LogFilter {
        tenant: Some(row.request.tenant.clone()),
        request: Some(row.request.id),
        since: Some(row.created_at.saturating_sub(LOG_TOLERANCE)),
        until: row.processed_at.map(|at| at.saturating_add(LOG_TOLERANCE)),
        ..LogFilter::default()
    };
    move |queue| {
        let mut sent = None;
        queue.read_log(&filter, &mut |entry| {
            if entry.outcome != Outcome::Served && entry.sha256.is_some() {
                let receipt = entry.receipt.as_ref().map(|receipt| &receipt.document);
                let is_comparable = receipt.is_some_and(|document| document.plaintext.is_some());
                let hash = receipt.map(|document| document.reproducible_sha256().to_owned());
                sent = hash.or(entry.sha256).map(|hash| SentDocument { hash, is_comparable });
            }
            true
        })?;
        Ok(sent)
    }
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
/// tenant. `row` is the request, where it was not deleted.
async fn from_archive(
    service: &Arc<Service>,
    caller: &Arc<Caller>,
    (id, row): (Uuid, Option<&Request>),
    is_received: bool,
) -> Result<Option<Response>> {
    let Some(archive) = service.reports()?.archive().cloned() else { return Ok(None) };
    let owner = Arc::clone(caller);
    let found = service.work(caller, move || {
        let record = archive.record(id)?.filter(|record| record.tenant == owner.tenant_name());
        let Some(record) = record else { return Ok(None) };
        let document = archive.document(&record)?;
        Ok::<_, Problem>(Some((record, document, archive.key(id))))
    });
    let Some((record, document, key)) = found.await?? else { return Ok(None) };
    let data_hash = row.map_or(&record.receipt.data.sha256, |row| &row.request.data_hash).clone();
    let entry = served(caller, &record.template, data_hash);
    if is_received {
        log_served(service, &record, key, entry).await?;
    }
    let mut response = pdf(service, document)?;
    if let Ok(value) = HeaderValue::try_from(filename(Some(&record.document.name), id)) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(Some(response))
}

/// Writes a document of the archive to the log before it is returned. `entry` says who gets it.
pub(super) async fn log_served(
    service: &Service,
    record: &Record,
    key: String,
    entry: LogEntry,
) -> Result<()> {
    let about = &record.receipt.document;
    let entry = LogEntry {
        request: Some(record.report),
        template_hash: Some(record.receipt.template.sha256.clone()),
        pages: u32::try_from(about.pages).ok(),
        bytes: Some(about.bytes),
        sha256: Some(about.sha256.clone()),
        archive: Some(key),
        ..entry
    };
    service.reports()?.query(move |queue| queue.log(&[entry])).await
}

fn filename(name: Option<&str>, id: Uuid) -> String {
    let name = name.map_or_else(|| format!("{id}.pdf"), str::to_owned);
    disposition("inline", &name)
}
