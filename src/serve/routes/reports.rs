//! `/api/reports`: requests for reports, and their states.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::base::clock;
use crate::delivery::isolation::{AdmissionRules, Job, WireCode, Work};
use crate::delivery::mail::{MailOptions, address};
use crate::delivery::queue::{Filter, LogEntry, LogFilter, NewRequest, Request, Status};
use crate::serve::auth::Caller;
use crate::serve::body::{ReportData, known_locale, report_data};
use crate::serve::deadline::Deadline;
use crate::serve::error::{self, ErrorBody, Rejection, Result};
use crate::serve::path::PathPart;
use crate::serve::query::{PointInTime, Query, point_in_time};
use crate::serve::report_service::{self, AwaitedDelivery};
use crate::serve::settings::Mode;
use crate::serve::state::{Service, template_id};
use crate::templates::TemplateName;
use check::LACKING;
use engine::pdf::Workspace;
use engine::problem::{Code, Problem};

/// A request for a report.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct GenerateBody<'a> {
    /// Id of the stored template.
    #[schema(example = "invoice")]
    template_id: String,
    /// The data: an object or a list.
    #[serde(borrow)]
    #[schema(value_type = ReportData)]
    data: &'a RawValue,
    /// Recipient of the mail.
    #[schema(example = "ana@example.org")]
    email: String,
    /// Name of the attached file.
    #[schema(example = "invoice.pdf")]
    filename: Option<String>,
    /// The locale of the document, as a BCP 47 tag; without it, that of the template or the data.
    #[schema(example = "de-DE")]
    locale: Option<String>,
    /// Findings that this request lets pass: `missingPath` and `notANumber` of a strict service or
    /// template, `unknownFunction`, `dataShape`, and syntax errors such as `unclosedCall`.
    #[serde(default)]
    allow: Vec<String>,
}

/// A request for a report that was taken.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Accepted {
    /// In sync mode: the mail was accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ok: Option<bool>,
    /// Id of the report.
    pub id: String,
    /// Its state.
    pub status: StatusName,
    /// In sync mode: warnings about the template or the document.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Option<Vec<ErrorBody>>)]
    pub warnings: Vec<ErrorBody>,
}

/// The state of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum StatusName {
    /// Waiting, or being worked on.
    Pending,
    /// Delivered.
    Done,
    /// Failed.
    Error,
}

/// A report and its state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    /// Its id.
    pub id: String,
    /// Id of the template.
    pub template_id: String,
    /// Recipient of the mail.
    pub email: String,
    /// Name of the attached file, if the request had one.
    pub filename: Option<String>,
    /// Its state.
    pub status: StatusName,
    /// Code of the problem.
    pub error_code: Option<String>,
    /// Text of the problem.
    pub error_message: Option<String>,
    /// When it was asked for (RFC 3339).
    #[schema(format = DateTime)]
    pub created_at: String,
    /// When it ended (RFC 3339).
    #[schema(format = DateTime)]
    pub processed_at: Option<String>,
    /// Number of attempts.
    pub attempts: u32,
}

/// Conditions on reports.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct ReportsQuery {
    /// In this state.
    status: Option<StatusName>,
    /// At most this many; 100 without it.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<u32>,
    /// Those after the report with this id, in the order of the list.
    after: Option<String>,
}

/// Conditions on entries of the generation log.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(super) struct LogQuery {
    /// At or after: milliseconds since 1970, an age such as `7d` or `12h`, or a date such as
    /// `2026-01-31` or `2026-01-31T12:00:00Z`.
    #[param(schema_with = point_in_time, required = false)]
    since: Option<PointInTime>,
    /// Before: as `since`.
    #[param(schema_with = point_in_time, required = false)]
    until: Option<PointInTime>,
    /// For this recipient.
    recipient: Option<String>,
    /// For this template.
    template_id: Option<String>,
    /// The newest of them, this many; 100 without it.
    #[param(minimum = 1, maximum = 10000)]
    limit: Option<u32>,
}

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const MAX_KEY_BYTES: usize = 255;
const MAX_FILENAME_BYTES: usize = 255;
/// The namespace of ids that are made from keys (RFC 9562, 5.5).
const KEYS: Uuid = Uuid::from_u128(0x7e0a_6c5d_93d1_4f0b_a1f4_52c8_5f1d_9a37);
const LISTED: u32 = 100;
const MAX_LISTED: u32 = 1000;
const MAX_LOGGED: u32 = 10_000;

/// Makes a report from a stored template and mails it
#[utoipa::path(post, operation_id = "generateReport", path = "/api/reports/generate", tag = "reports", request_body = GenerateBody,
  params(("Idempotency-Key" = Option<String>, Header,
          description = "A repeated request with this key gets the first one's answer")),
  responses(
    (status = 202, description = "In sync mode: the mail was accepted. In queued mode: the request was", body = Accepted,
     headers(("Location" = String, description = "Where its state is"))),
    (status = 404, description = "Template not found", body = ErrorBody),
    (status = 409, description = "The first request with this key is not finished", body = ErrorBody),
    (status = 422, description = "The request, its recipient or its data cannot be used", body = ErrorBody)))]
pub(super) async fn generate(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    Extension(deadline): Extension<Deadline>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let config = &service.config;
    let body =
        service.buffers.read_json(&headers, body, config.data_bytes, config.body_time).await?;
    let id = request_id(&headers, &caller)?;
    let reports = service.reports()?;
    let known = if headers.contains_key(&IDEMPOTENCY_KEY) {
        let owner = Arc::clone(&caller);
        reports.query(move |queue| queue.get(owner.tenant_name(), id)).await?
    } else {
        None
    };
    let of_work = Arc::clone(&service);
    // The body is accounted for until the request is in the database: the request is a copy of it.
    let body = Arc::new(body);
    let of_body = Arc::clone(&body);
    let requester = Arc::clone(&caller);
    let made = service.work(&caller, move || {
        let request = asked_request(&of_work, &requester, id, of_body.json()?)?;
        // The first answer stands, whatever became of the template since.
        if let Some(row) = known
            && of_work.reports()?.is_answered_by(&row, &request)?
        {
            return Ok(AskedReport::Before(Box::new(row)));
        }
        admitted(&of_work, &requester, request).map(|request| AskedReport::New(Box::new(request)))
    });
    let request = match made.await?? {
        AskedReport::New(request) => *request,
        AskedReport::Before(row) => return repeated(reports.mode, &row),
    };
    match reports.mode {
        // A task of its own: a delivery that began is finished, also when the client is gone.
        Mode::Sync => {
            let of_task = Arc::clone(&service);
            let delivered = tokio::spawn(async move {
                let _body = body;
                of_task.reports()?.deliver(request, deadline).await
            });
            match delivered.await.map_err(|_| Rejection::internal())?? {
                AwaitedDelivery::Now(warnings) => Ok(accepted(id, Status::Done, true, warnings)),
                AwaitedDelivery::Before(row) => repeated(reports.mode, &row),
            }
        }
        Mode::Queued => match reports.enqueue(request).await? {
            Some(row) => repeated(reports.mode, &row),
            None => Ok(accepted(id, Status::Pending, false, Vec::new())),
        },
    }
}

/// A request for a report, or the row of an equal one that was made before.
enum AskedReport {
    New(Box<NewRequest>),
    Before(Box<Request>),
}

/// The answer to a repeated request: that of the first one.
fn repeated(mode: Mode, row: &Request) -> Result<Response> {
    let id = row.request.id;
    match (mode, row.status) {
        (Mode::Queued, _) => Ok(accepted(id, Status::Pending, false, Vec::new())),
        (Mode::Sync, Status::Done) => Ok(accepted(id, Status::Done, true, Vec::new())),
        (Mode::Sync, Status::Pending) => Err(report_service::in_progress()),
        (Mode::Sync, Status::Error) => Err(report_service::problem_of(row).into()),
    }
}

fn accepted(id: Uuid, status: Status, is_sync: bool, warnings: Vec<Problem>) -> Response {
    let body = Accepted {
        ok: is_sync.then_some(true),
        id: id.to_string(),
        status: status.into(),
        warnings: error::public_warnings(warnings),
    };
    let location = HeaderValue::try_from(format!("/api/reports/{id}"));
    let mut response = (StatusCode::ACCEPTED, axum::Json(body)).into_response();
    if let Ok(location) = location {
        response.headers_mut().insert(header::LOCATION, location);
    }
    response
}

/// The id of a new request: random, or made from the key of the client, so that the database has it
/// once only.
fn request_id(headers: &HeaderMap, caller: &Caller) -> Result<Uuid> {
    let Some(key) = headers.get(&IDEMPOTENCY_KEY) else { return Ok(Uuid::now_v7()) };
    let is_plain = |byte: &u8| byte.is_ascii_graphic() || *byte == b' ';
    let bytes = key.as_bytes();
    if !(1..=MAX_KEY_BYTES).contains(&bytes.len()) || !bytes.iter().all(is_plain) {
        let message = format!("`Idempotency-Key` must be 1 to {MAX_KEY_BYTES} ASCII characters");
        return Err(Rejection::field("Idempotency-Key", message));
    }
    let mut name = caller.tenant_name().as_bytes().to_vec();
    name.push(0);
    name.extend_from_slice(bytes);
    Ok(Uuid::new_v5(&KEYS, &name))
}

/// The request of a body, with what is wrong in the body itself.
fn asked_request(
    service: &Service,
    caller: &Caller,
    id: Uuid,
    given: GenerateBody<'_>,
) -> Result<NewRequest> {
    let template = TemplateName::stored(&template_id(&given.template_id)?);
    let email =
        address::parse(&given.email).map_err(|problem| Rejection::new(problem.field("email")))?;
    check_filename(given.filename.as_deref())?;
    let locale = known_locale(given.locale.as_deref())?;
    let data = report_data(given.data.get())?;
    given.allow.iter().try_for_each(|code| allowed(code).map(drop))?;
    let mail = MailOptions { allow: given.allow, ..MailOptions::default() };
    Ok(NewRequest {
        tenant: caller.tenant_name().to_owned(),
        mail: (!mail.allow.is_empty()).then_some(mail),
        locale: locale.map(str::to_owned),
        filename: given.filename,
        report_date: clock::now(),
        requested_by: caller.name.clone(),
        webhook: service.config.webhook.clone(),
        ..NewRequest::new(id, template.as_str(), data, email)
    })
}

/// A request whose errors are all found, before any row, document or mail is made.
fn admitted(service: &Service, caller: &Caller, request: NewRequest) -> Result<NewRequest> {
    let email = address::parse(&request.email)?;
    service.reports()?.policy.check(&email).map_err(|problem| problem.field("email"))?;
    let allow = request.mail.as_ref().map_or(&[][..], |mail| &mail.allow);
    let work = Work::Admit(admission(service, allow)?);
    let tenant = caller.tenant_name();
    let bundle = service.generator.bundle(tenant, &TemplateName::new(&request.template))?;
    let job = Job {
        locale: request.locale.clone(),
        secret: service.generator.owner_secret(&bundle),
        ..Job::new(work, bundle.key, service.generator.limits(), request.report_date)
    };
    let mut workspace = Workspace::default();
    let data = Some(request.data.as_str());
    service.renderer.run((tenant, &bundle), job, data, &mut workspace, &|| false)?;
    let template_version = service.reports()?.is_shared().then(|| bundle.version().to_owned());
    Ok(NewRequest { template_version, ..request })
}

/// Conditions of the service under which data is admitted, for a request that lets findings of the codes
/// in `allow` pass.
///
/// # Errors
/// `invalidField` for a code that refuses nothing.
pub(super) fn admission(service: &Service, allow: &[String]) -> Result<AdmissionRules> {
    let own = allow.iter().map(|code| allowed(code)).collect::<Result<Vec<_>>>()?;
    let allow = own.into_iter().chain(service.generator.allowed().iter().copied());
    Ok(AdmissionRules { is_strict: service.config.strict, allow: allow.map(WireCode).collect() })
}

/// The code of a finding that a request lets pass.
fn allowed(code: &str) -> Result<Code> {
    // Others refuse nothing here, so that to allow them is a mistake.
    LACKING.into_iter().find(|known| known.as_str() == code).ok_or_else(|| {
        let names = LACKING.map(|code| format!("`{}`", code.as_str())).join(", ");
        Rejection::field("allow", format!("`allow` may have {names} only"))
    })
}

fn check_filename(filename: Option<&str>) -> Result<()> {
    let Some(name) = filename else { return Ok(()) };
    if name.is_empty() || name.len() > MAX_FILENAME_BYTES || name.chars().any(char::is_control) {
        let message = format!(
            "`filename` must be 1 to {MAX_FILENAME_BYTES} bytes without control characters"
        );
        return Err(Rejection::field("filename", message));
    }
    Ok(())
}

/// A report and its state
#[utoipa::path(get, operation_id = "getReport", path = "/api/reports/{id}", tag = "reports",
  params(("id" = String, Path, description = "Id of the report")),
  responses(
    (status = 200, description = "The report", body = Report),
    (status = 404, description = "No such report", body = ErrorBody)))]
pub(super) async fn show(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    PathPart(id): PathPart,
) -> Result<axum::Json<Report>> {
    let id = Uuid::try_parse(&id).map_err(|_| Rejection::no_report())?;
    let row = service.reports()?.query(move |queue| queue.get(caller.tenant_name(), id)).await?;
    row.as_ref().map(|row| axum::Json(row.into())).ok_or_else(Rejection::no_report)
}

/// Reports, the newest first
#[utoipa::path(get, operation_id = "listReports", path = "/api/reports", tag = "reports", params(ReportsQuery), responses(
    (status = 200, description = "The reports; a header `Link` names the next page", body = Vec<Report>,
     headers(("Link" = Option<String>, description = "The next page"))),
    (status = 422, description = "A parameter that cannot be what it is", body = ErrorBody)))]
pub(super) async fn list(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    Query(query): Query<ReportsQuery>,
) -> Result<Response> {
    let limit = limit(query.limit, LISTED, MAX_LISTED)?;
    let after = query.after.as_deref().map(Uuid::try_parse).transpose();
    let unknown = || Rejection::field("after", "`after` must be the id of a report");
    let after = after.map_err(|_| unknown())?;
    let filter = Filter {
        tenant: Some(caller.tenant_name().to_owned()),
        status: query.status.map(Into::into),
        after,
        // One more shows whether there are more.
        limit: Some(limit + 1),
        ..Filter::default()
    };
    let read = service.reports()?.query(move |queue| {
        if let (Some(after), Some(tenant)) = (filter.after, &filter.tenant)
            && queue.get(tenant, after)?.is_none()
        {
            return Ok(None);
        }
        queue.list(&filter).map(Some)
    });
    // A list that goes on behind a row that is gone would look as if it ended there.
    let mut rows = read.await?.ok_or_else(unknown)?;
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    let next = rows.last().filter(|_| has_more).map(|last| {
        let status = query.status.map(|status| match status {
            StatusName::Pending => "&status=pending",
            StatusName::Done => "&status=done",
            StatusName::Error => "&status=error",
        });
        let (id, status) = (last.request.id, status.unwrap_or_default());
        format!("</api/reports?limit={limit}&after={id}{status}>; rel=\"next\"")
    });
    let reports: Vec<Report> = rows.iter().map(Report::from).collect();
    let mut response = axum::Json(reports).into_response();
    if let Some(Ok(link)) = next.map(HeaderValue::try_from) {
        response.headers_mut().insert(header::LINK, link);
    }
    Ok(response)
}

/// The generation log, the oldest first
#[utoipa::path(get, operation_id = "listLog", path = "/api/log", tag = "reports", params(LogQuery), responses(
    (status = 200, description = "The newest entries that are meant", body = Vec<HashMap<String, serde_json::Value>>),
    (status = 422, description = "A parameter that cannot be what it is", body = ErrorBody)))]
pub(super) async fn log(
    State(service): State<Arc<Service>>,
    Extension(caller): Extension<Arc<Caller>>,
    Query(query): Query<LogQuery>,
) -> Result<axum::Json<Vec<LogEntry>>> {
    let limit = limit(query.limit, LISTED, MAX_LOGGED)?;
    let filter = LogFilter {
        tenant: Some(caller.tenant_name().to_owned()),
        since: query.since.map(|time| time.0),
        until: query.until.map(|time| time.0),
        recipient: query.recipient,
        template: query.template_id,
        limit: Some(limit),
        ..LogFilter::default()
    };
    let read = service.reports()?.query(move |queue| {
        let mut entries = Vec::new();
        queue.read_log(&filter, &mut |mut entry| {
            // Answers of servers and paths of files are for those who run the service.
            entry.detail = None;
            entries.push(entry);
            true
        })?;
        Ok(entries)
    });
    Ok(axum::Json(read.await?))
}

fn limit(given: Option<u32>, default: u32, most: u32) -> Result<usize> {
    match given.unwrap_or(default) {
        0 => Err(Rejection::field("limit", format!("`limit` must be 1 to {most}"))),
        limit if limit > most => {
            Err(Rejection::field("limit", format!("`limit` must be 1 to {most}")))
        }
        limit => Ok(limit as usize),
    }
}

impl From<&Request> for Report {
    fn from(row: &Request) -> Self {
        let request = &row.request;
        Self {
            id: request.id.to_string(),
            template_id: request.template.clone(),
            email: request.email.clone(),
            filename: request.filename.clone(),
            status: row.status.into(),
            error_code: row.error_code.clone(),
            error_message: report_service::public_message(row),
            created_at: clock::rfc3339(row.created_at),
            processed_at: row.processed_at.map(clock::rfc3339),
            attempts: row.attempts,
        }
    }
}

impl From<Status> for StatusName {
    fn from(status: Status) -> Self {
        match status {
            Status::Pending => Self::Pending,
            Status::Done => Self::Done,
            Status::Error => Self::Error,
        }
    }
}

impl From<StatusName> for Status {
    fn from(status: StatusName) -> Self {
        match status {
            StatusName::Pending => Self::Pending,
            StatusName::Done => Self::Done,
            StatusName::Error => Self::Error,
        }
    }
}
