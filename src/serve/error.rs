//! Problems as answers: a status, and the one JSON object that says what is wrong.
//!
//! The client learns what to fix, never where things are on the machine: files, folders and servers
//! of mail or database are left out.

use std::borrow::Cow;
use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value as Json};
use utoipa::ToSchema;

use super::advice::advice;
use crate::base::telemetry::LOCAL_TEXT;
use crate::delivery::isolation::JobRefusal;
use crate::serve::codes;
use crate::signatures::codes::SIGNING_FAILED;
use engine::problem::{Blame, Code, Problem};

/// The body of every answer that is an error.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(title = "Error")]
pub struct ErrorBody {
    /// Message for developers.
    #[schema(example = "Template not found")]
    pub error: String,
    /// Code of the problem; stable.
    #[schema(example = "templateNotFound")]
    pub code: String,
    /// Part that has to change.
    pub blame: BlameName,
    /// The field of the template, or the member of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Place in the request (RFC 6901).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// Advice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// Every problem of a template or of an e-invoice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Option<Vec<ErrorBody>>, no_recursion)]
    pub problems: Vec<ErrorBody>,
    /// Further details, under the names of the format's specification.
    #[serde(flatten)]
    #[schema(value_type = Object, ignore)]
    pub details: Map<String, Json>,
}

/// Warnings of a successful answer, without texts that name the machine.
pub(super) fn public_warnings(warnings: Vec<Problem>) -> Vec<ErrorBody> {
    warnings.into_iter().map(public).map(ErrorBody::from).collect()
}

/// Part that has to change to fix a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum BlameName {
    /// The data, or the request.
    Data,
    /// The author of the template.
    Template,
    /// The operator of the service.
    Config,
    /// The program or its machine.
    Package,
}

/// A request that is answered with an error.
#[derive(Debug)]
pub struct Rejection {
    status: StatusCode,
    problem: Box<Problem>,
    problems: Vec<Problem>,
    retry_after: Option<Duration>,
    headers: Vec<(header::HeaderName, HeaderValue)>,
}

/// The result of a handler.
pub type Result<T, E = Rejection> = std::result::Result<T, E>;

/// Pause before a retry when nothing better is known.
const SOON: Duration = Duration::from_secs(1);
/// Pause after which a database or a mail server may be back.
const LATER: Duration = Duration::from_secs(10);

impl Rejection {
    /// A problem under the status that its code has.
    pub fn new(problem: Problem) -> Self {
        let (status, retry_after) = if is_of_library(&problem) {
            (StatusCode::UNPROCESSABLE_ENTITY, None)
        } else {
            status_of(problem.code)
        };
        Self {
            status,
            problem: Box::new(public(problem)),
            problems: Vec::new(),
            retry_after,
            headers: Vec::new(),
        }
    }

    /// Every problem of a template that cannot be stored, or of an e-invoice; the first is the reason.
    pub fn of_all(problems: Vec<Problem>) -> Self {
        let first = problems
            .first()
            .cloned()
            .unwrap_or_else(|| Problem::new(Code::InvalidTemplate, "the template cannot be read"));
        Self { problems: problems.into_iter().map(public).collect(), ..Self::new(first) }
    }

    /// Another status than that of the code.
    #[must_use]
    pub fn status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// Sets the pause before a retry.
    #[must_use]
    pub fn retry_after(mut self, pause: Duration) -> Self {
        self.retry_after = Some(pause);
        self
    }

    /// A further header of the answer.
    #[must_use]
    pub fn header(mut self, name: header::HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }

    /// A bug, without any detail.
    pub fn internal() -> Self {
        Self::new(Problem::new(Code::Internal, "the service failed to handle the request"))
    }

    /// No such template, as the format's guide words it (spec 17.3); the same for every owner.
    pub fn no_template() -> Self {
        Self::new(Problem::new(codes::TEMPLATE_NOT_FOUND, "Template not found"))
    }

    /// No such report.
    pub fn no_report() -> Self {
        Self::new(Problem::new(codes::REQUEST_NOT_FOUND, "Report not found"))
    }

    /// A member of the request, or a parameter, that cannot be what it is.
    pub fn field(name: &str, message: impl Into<String>) -> Self {
        Self::new(Problem::new(Code::InvalidField, message).field(name))
    }

    /// More to do than the service can.
    pub fn overloaded() -> Self {
        Self::new(
            Problem::new(codes::OVERLOADED, "the service has more to do than it can")
                .advice("try again after the time in `Retry-After`"),
        )
    }

    /// The service is stopping.
    pub fn stopping() -> Self {
        Self::new(Problem::new(codes::STOPPING, "the service is stopping")).closing()
    }

    /// The connection is closed after the answer.
    #[must_use]
    pub fn closing(self) -> Self {
        self.header(header::CONNECTION, HeaderValue::from_static("close"))
    }

    /// The code of the problem.
    pub fn code(&self) -> Code {
        self.problem.code
    }
}

impl From<Box<JobRefusal>> for Rejection {
    fn from(refused: Box<JobRefusal>) -> Self {
        refused.first().into()
    }
}

impl From<Problem> for Rejection {
    fn from(problem: Problem) -> Self {
        match problem.code {
            // Their advice is for people at the machine.
            codes::TEMPLATE_NOT_FOUND => Self::no_template(),
            codes::REQUEST_NOT_FOUND => Self::no_report(),
            _ => Self::new(problem),
        }
    }
}

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        let code = self.problem.code;
        let mut body = ErrorBody::from(*self.problem);
        body.problems = self.problems.into_iter().map(ErrorBody::from).collect();
        let mut response = (self.status, axum::Json(body)).into_response();
        response.extensions_mut().insert(code);
        let headers = response.headers_mut();
        if let Some(pause) = self.retry_after {
            let seconds = pause.as_secs() + u64::from(pause.subsec_nanos() > 0);
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds.max(1)));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        headers.extend(
            self.headers
                .into_iter()
                .map(|(name, value)| (Some(name), value))
                .collect::<Vec<_>>()
                .into_iter()
                .filter_map(|(name, value)| name.map(|name| (name, value))),
        );
        response
    }
}

impl From<Problem> for ErrorBody {
    fn from(problem: Problem) -> Self {
        let blame = problem.blame().into();
        let details = problem.details.into_iter().map(|(name, value)| (name.into_owned(), value));
        Self {
            error: problem.message,
            code: problem.code.as_str().to_owned(),
            blame,
            field: problem.field,
            pointer: problem.pointer,
            advice: problem.advice.map(std::borrow::Cow::into_owned),
            problems: Vec::new(),
            details: details.collect(),
        }
    }
}

impl From<Blame> for BlameName {
    fn from(blame: Blame) -> Self {
        match blame {
            Blame::Data => Self::Data,
            Blame::Template => Self::Template,
            Blame::Config => Self::Config,
            Blame::Package => Self::Package,
        }
    }
}

/// The status of a code, and when to try again.
fn status_of(code: Code) -> (StatusCode, Option<Duration>) {
    let retry = match code {
        codes::OVERLOADED | codes::RATE_LIMITED | codes::STOPPING => Some(SOON),
        codes::QUEUE_UNAVAILABLE
        | codes::QUEUE_FULL
        | codes::ARCHIVE_UNAVAILABLE
        | codes::ARCHIVE_REFUSED
        | codes::MAIL_UNAVAILABLE
        | codes::MAIL_UNUSABLE
        | codes::IO => Some(LATER),
        _ => None,
    };
    let status = match code {
        Code::MalformedJson => StatusCode::BAD_REQUEST,
        codes::UNAUTHORIZED => StatusCode::UNAUTHORIZED,
        codes::FORBIDDEN => StatusCode::FORBIDDEN,
        codes::TEMPLATE_NOT_FOUND
        | codes::REQUEST_NOT_FOUND
        | codes::ARCHIVE_NOT_FOUND
        | codes::ROUTE_NOT_FOUND
        | codes::DATA_SET_NOT_FOUND
        | codes::VERSION_NOT_FOUND
        | codes::INVALID_ID => StatusCode::NOT_FOUND,
        codes::METHOD_NOT_ALLOWED => StatusCode::METHOD_NOT_ALLOWED,
        codes::NOT_ACCEPTABLE => StatusCode::NOT_ACCEPTABLE,
        codes::REQUEST_TIMEOUT => StatusCode::REQUEST_TIMEOUT,
        codes::IDEMPOTENCY_KEY
        | codes::NOT_FINISHED
        | codes::ARCHIVE_CONFLICT
        | codes::TEMPLATES_READ_ONLY => StatusCode::CONFLICT,
        // The store refuses it because a condition of the request does not hold (RFC 9110, 15.5.13).
        codes::CONFLICT => StatusCode::PRECONDITION_FAILED,
        codes::DATA_ERASED => StatusCode::GONE,
        codes::BODY_TOO_LARGE => StatusCode::PAYLOAD_TOO_LARGE,
        codes::UNSUPPORTED_MEDIA_TYPE => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        codes::OVERLOADED | codes::RATE_LIMITED => StatusCode::TOO_MANY_REQUESTS,
        Code::Internal
        | codes::RENDER_CRASHED
        | codes::ARCHIVE_DAMAGED
        | Code::PaginationStalled
        | Code::TemplateMigrationMissing => StatusCode::INTERNAL_SERVER_ERROR,
        codes::STOPPING
        | codes::QUEUE_FULL
        | codes::QUEUE_UNAVAILABLE
        | codes::ARCHIVE_UNAVAILABLE
        | codes::ARCHIVE_REFUSED
        | codes::MAIL_UNAVAILABLE
        | codes::MAIL_UNUSABLE
        | codes::IO
        | SIGNING_FAILED
        | Code::InvalidSetting
        | Code::FontUnreadable => StatusCode::SERVICE_UNAVAILABLE,
        Code::TimeLimit | codes::DELIVERY_UNKNOWN => StatusCode::GATEWAY_TIMEOUT,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    (status, retry)
}

/// The problem as clients may read it: no file, and nothing that names the machine.
fn public(mut problem: Problem) -> Problem {
    problem.file = None;
    // The location of the schema is internal.
    problem.details.retain(|(name, _)| name != "schema");
    if let Some(message) = public_text(problem.code).filter(|_| !is_of_library(&problem)) {
        tracing::warn!(target: LOCAL_TEXT, code = problem.code.as_str(), "{}", cause(&problem));
        problem.message = message.to_owned();
        problem.advice = None;
        problem.details.clear();
    }
    for (name, value) in &mut problem.details {
        if name == "further" {
            value.as_array_mut().into_iter().flatten().for_each(public_detail);
        }
    }
    let advice = advice(&problem).map(|text| Cow::Owned(text.to_owned()));
    Problem { advice, ..problem }
}

/// Makes one of several problems in the details ([`Problem::as_detail`]) readable for clients.
fn public_detail(detail: &mut Json) {
    let Some(detail) = detail.as_object_mut() else { return };
    let text = |key: &str| detail.get(key).and_then(Json::as_str);
    let Some(code) = text("code").and_then(codes::named) else { return };
    let mut problem = Problem::new(code, "");
    problem.advice = text("advice").map(|text| Cow::Owned(text.to_owned()));
    match advice(&problem) {
        Some(text) => detail.insert("advice".to_owned(), text.into()),
        None => detail.remove("advice"),
    };
}

/// Returns `true` if a font of the template cannot be used, not one of the settings: a client with
/// access to the template has access to its library too.
fn is_of_library(problem: &Problem) -> bool {
    problem.code == Code::FontUnreadable && problem.get("face").is_some()
}

/// Cause and next step of a problem, for the log of the service. What a mail server answers may quote a recipient, and
/// then the text for clients takes its place.
pub(super) fn cause(problem: &Problem) -> Cow<'_, str> {
    let message = &*problem.message;
    match (public_text(problem.code), problem.advice.as_deref()) {
        (Some(public), _) if message.contains('@') => public.into(),
        (_, Some(advice)) => format!("{message}; {advice}").into(),
        (_, None) => message.into(),
    }
}

/// The text in place of one that may name files or servers.
pub(super) fn public_text(code: Code) -> Option<&'static str> {
    Some(match code {
        codes::IO => "the service cannot read or write its files now",
        codes::QUEUE_UNAVAILABLE => "the database of the service cannot be used now",
        codes::ARCHIVE_UNAVAILABLE | codes::ARCHIVE_REFUSED => {
            "the archive of the service cannot be used now"
        }
        codes::ARCHIVE_DAMAGED => "the archived document is damaged",
        codes::MAIL_UNAVAILABLE => "the mail cannot be delivered now",
        codes::MAIL_UNUSABLE => "the service cannot send mail as it is set up",
        Code::InvalidSetting | Code::FontUnreadable => "the service is not set up correctly",
        SIGNING_FAILED => "the document cannot be signed as the service is set up",
        codes::TEMPLATE_UNREADABLE => "the stored template cannot be read",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_for_clients_in_each_of_several_problems_too() {
        let glyph = Problem::new(Code::UnsupportedGlyph, "no font has it").advice("use `--font`");
        let path = Problem::new(Code::MissingPath, "no `a`").advice("use `--allow missingPath`");
        let typo = Problem::new(Code::MissingPath, "no `b`").advice("did you mean `c`?").field("f");
        let further = [glyph, path, typo].iter().map(Problem::as_detail).collect::<Vec<_>>();
        let problem = Problem::new(Code::MissingPath, "m").detail("further", further);
        let body = ErrorBody::from(*Rejection::from(problem).problem);
        let expected = serde_json::json!([
            {"code": "unsupportedGlyph", "error": "no font has it",
             "advice": "leave the character out, or ask for a font of the service that has it"},
            {"code": "missingPath", "error": "no `a`"},
            {"code": "missingPath", "error": "no `b`", "advice": "did you mean `c`?", "field": "f"},
        ]);
        assert_eq!(body.details["further"], expected);
    }

    #[test]
    fn a_cause_for_the_log_has_the_next_step_and_no_address() {
        let closed = Problem::new(codes::MAIL_UNAVAILABLE, "mail.example.org:25: no route");
        assert_eq!(cause(&closed), "mail.example.org:25: no route");
        let closed = closed.advice("check `mail.smtp.host`");
        assert_eq!(cause(&closed), "mail.example.org:25: no route; check `mail.smtp.host`");
        let quoting = Problem::new(codes::MAIL_UNAVAILABLE, "451 <ana@example.org>: greylisted");
        assert_eq!(cause(&quoting), "the mail cannot be delivered now");
    }

    #[test]
    fn where_the_schema_of_data_is_is_not_shown() {
        let problem = Problem::new(codes::DATA_INVALID, "`vat` must be a number")
            .detail("path", "vat")
            .detail("schema", "/srv/templates/x.schema.json");
        let body = ErrorBody::from(*Rejection::from(problem).problem);
        let text = serde_json::to_string(&body).unwrap_or_default();
        assert!(text.contains("\"path\":\"vat\"") && !text.contains("srv"), "{text}");
    }

    #[test]
    fn nothing_of_the_machine_is_shown() {
        let problem =
            Problem::new(codes::IO, "cannot write `/srv/templates/x.json`: no space left")
                .file("/srv/templates/x.json")
                .advice("look at /srv")
                .detail("reason", "no space left");
        let rejection = Rejection::from(problem);
        assert_eq!(rejection.status, StatusCode::SERVICE_UNAVAILABLE);
        let text = serde_json::to_string(&ErrorBody::from(*rejection.problem)).unwrap_or_default();
        assert!(!text.contains("srv") && !text.contains("space"), "{text}");
    }

    #[test]
    fn advice_names_no_flags_and_no_settings_of_limits() {
        let local = [codes::USAGE, codes::NOT_CANONICAL];
        for code in codes::all().filter(|code| !local.contains(code)) {
            let problem = Problem::new(code, "").advice("try it with `--font`");
            let body = ErrorBody::from(*Rejection::new(problem).problem);
            assert!(!body.advice.unwrap_or_default().contains("--"), "{code}");
        }
    }

    #[test]
    fn every_code_has_a_status_and_only_bugs_and_damage_are_500() {
        let faults: Vec<&str> = codes::all()
            .filter(|code| status_of(*code).0 == StatusCode::INTERNAL_SERVER_ERROR)
            .map(|code| code.as_str())
            .collect();
        let bugs = ["paginationStalled", "templateMigrationMissing", "internal", "renderCrashed"];
        let damage = ["archiveDamaged"];
        assert_eq!(faults, [&bugs[..], &damage].concat());
    }

    #[test]
    fn an_unknown_template_has_the_message_of_the_guide() {
        let problem = Problem::new(codes::TEMPLATE_NOT_FOUND, "there is no template `x`")
            .advice("the folder `/srv` does not exist")
            .detail("near", vec!["y"]);
        let body = ErrorBody::from(*Rejection::from(problem).problem);
        assert_eq!(body.error, "Template not found");
        assert!(body.advice.is_none() && body.details.is_empty());
    }
}
