//! `/documents/{token}`: the page behind a link in a mail, and the document itself.
//!
//! The page has a button, because programs that look through mails follow links, and must not fetch the document. The
//! readers are people without an account: they get a page for each answer, in the language of their browser.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::app::REFERRER_POLICY;
use super::documents::{attachment, pdf};
use super::report_document::log_served;
use crate::base::clock::{self, rfc3339};
use crate::base::printable::html;
use crate::delivery::archive::{Archive, LinkToken, Record};
use crate::delivery::queue::{LogEntry, Outcome};
use crate::serve::auth::Caller;
use crate::serve::error::{ErrorBody, Result};
use crate::serve::path::PathPart;
use crate::serve::state::Service;
use engine::problem::Problem;

/// The reader of a linked document, in the log.
const READER: &str = "link";

const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'";

/// The page of a document that a mail links to
#[utoipa::path(get, operation_id = "getLinkedDocumentPage", path = "/documents/{token}", tag = "reports", security(()),
  params(("token" = String, Path, description = "From the link")),
  responses(
    (status = 200, description = "A page with a button that fetches the document", content_type = "text/html", body = String),
    (status = 404, description = "No such link: a page that says so", content_type = "text/html", body = String),
    (status = 410, description = "The link is over or revoked, or the document was deleted: a page that says so", content_type = "text/html", body = String),
    (status = 503, description = "The archive cannot be reached", body = ErrorBody)))]
pub(super) async fn page(
    State(service): State<Arc<Service>>,
    PathPart(token): PathPart,
    headers: HeaderMap,
) -> Result<Response> {
    let texts = Texts::of(&headers);
    Ok(match find(&service, &token).await? {
        LinkedDocument::Here(_, record, expires_at) => texts.document(&record, expires_at),
        LinkedDocument::Gone => texts.gone(),
        LinkedDocument::Unknown => texts.unknown(),
    })
}

/// The document that a mail links to
#[utoipa::path(post, operation_id = "getLinkedDocument", path = "/documents/{token}", tag = "reports", security(()),
  params(("token" = String, Path, description = "From the link")),
  responses(
    (status = 200, description = "The document", content_type = "application/pdf", body = String,
     headers(("Content-Disposition" = String, description = "The name of the file"))),
    (status = 404, description = "No such link: a page that says so", content_type = "text/html", body = String),
    (status = 410, description = "The link is over or revoked, or the document was deleted: a page that says so", content_type = "text/html", body = String),
    (status = 503, description = "The archive cannot be reached", body = ErrorBody)))]
pub(super) async fn document(
    State(service): State<Arc<Service>>,
    PathPart(token): PathPart,
    headers: HeaderMap,
) -> Result<Response> {
    let (archive, record) = match find(&service, &token).await? {
        LinkedDocument::Here(archive, record, _) => (archive, record),
        LinkedDocument::Gone => return Ok(Texts::of(&headers).gone()),
        LinkedDocument::Unknown => return Ok(Texts::of(&headers).unknown()),
    };
    let reader = Caller::anonymous();
    let read = service.work(&reader, move || {
        let bytes = archive.document(&record)?;
        Ok::<_, Problem>((archive.key(record.report), record, bytes))
    });
    let (key, record, bytes) = read.await??;
    let (tenant, template) = (&*record.tenant, &*record.template);
    let entry = LogEntry::new(clock::millis(), Outcome::Served, tenant, READER, template);
    let entry = LogEntry { data_hash: record.receipt.data.sha256.clone(), ..entry };
    log_served(&service, &record, key, entry).await?;
    let mut response = pdf(&service, bytes)?;
    if let Ok(value) = HeaderValue::try_from(attachment(&record.document.name)) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

enum LinkedDocument {
    /// The document, and the end of the link in seconds since 1970.
    Here(Arc<Archive>, Box<Record>, i64),
    /// There was one.
    Gone,
    Unknown,
}

/// Finds the document of a token. The archive is asked for what this service signed alone.
async fn find(service: &Arc<Service>, token: &str) -> Result<LinkedDocument> {
    let Some(archive) = service.reports()?.archive().cloned() else {
        return Ok(LinkedDocument::Unknown);
    };
    let Some(links) = archive.links() else { return Ok(LinkedDocument::Unknown) };
    let (report, expires_at) = match links.read(token, clock::seconds()) {
        LinkToken::Valid(report, expires_at) => (report, expires_at),
        LinkToken::Expired => return Ok(LinkedDocument::Gone),
        LinkToken::Unknown => return Ok(LinkedDocument::Unknown),
    };
    let reader = Caller::anonymous();
    let found = service.work(&reader, move || {
        let record = match archive.revocation_of(report)? {
            None => archive.record(report)?,
            Some(_) => None,
        };
        Ok::<_, Problem>(match record {
            Some(record) => LinkedDocument::Here(archive, Box::new(record), expires_at),
            None => LinkedDocument::Gone,
        })
    });
    Ok(found.await??)
}

/// The texts of the pages in a language.
struct Texts {
    language: &'static str,
    title: &'static str,
    download: &'static str,
    until: &'static str,
    gone: &'static str,
    unknown: &'static str,
}

/// The first one is for all other languages.
const LANGUAGES: [Texts; 5] = [
    Texts {
        language: "en",
        title: "Your document",
        download: "Download",
        until: "Available until",
        gone: "This link is no longer valid. Please ask the sender for a new one.",
        unknown: "There is no document at this address.",
    },
    Texts {
        language: "de",
        title: "Ihr Dokument",
        download: "Herunterladen",
        until: "Verfügbar bis",
        gone: "Dieser Link gilt nicht mehr. Bitten Sie den Absender um einen neuen.",
        unknown: "Unter dieser Adresse gibt es kein Dokument.",
    },
    Texts {
        language: "pt",
        title: "Seu documento",
        download: "Baixar",
        until: "Disponível até",
        gone: "Este link não é mais válido. Peça um novo ao remetente.",
        unknown: "Não há documento neste endereço.",
    },
    Texts {
        language: "es",
        title: "Su documento",
        download: "Descargar",
        until: "Disponible hasta",
        gone: "Este enlace ya no es válido. Pida uno nuevo al remitente.",
        unknown: "No hay ningún documento en esta dirección.",
    },
    Texts {
        language: "fr",
        title: "Votre document",
        download: "Télécharger",
        until: "Disponible jusqu’au",
        gone: "Ce lien n’est plus valable. Demandez-en un nouveau à l’expéditeur.",
        unknown: "Il n’y a pas de document à cette adresse.",
    },
];

impl Texts {
    /// The first language of the browser that there is.
    fn of(headers: &HeaderMap) -> &'static Self {
        let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let mut wanted = wanted.unwrap_or_default().split(',').map(str::trim);
        wanted
            .find_map(|range| {
                let primary = range.split([';', '-']).next().unwrap_or_default();
                LANGUAGES.iter().find(|texts| texts.language.eq_ignore_ascii_case(primary))
            })
            .unwrap_or(&LANGUAGES[0])
    }

    fn document(&self, record: &Record, expires_at: i64) -> Response {
        let name = html(&record.document.name);
        let kilobytes = record.document.bytes.div_ceil(1000);
        let end = rfc3339(expires_at.saturating_mul(1000));
        let end = end.get(..10).unwrap_or_default();
        let Self { download, until, .. } = self;
        let body = format!(
            "<p>{name} <small>({kilobytes} kB)</small></p>\n\
             <form method=\"post\"><button>{download}</button></form>\n\
             <p><small>{until} <time>{end}</time></small></p>"
        );
        self.page(StatusCode::OK, &body)
    }

    fn gone(&self) -> Response {
        self.page(StatusCode::GONE, &format!("<p>{}</p>", self.gone))
    }

    fn unknown(&self) -> Response {
        self.page(StatusCode::NOT_FOUND, &format!("<p>{}</p>", self.unknown))
    }

    fn page(&self, status: StatusCode, body: &str) -> Response {
        let Self { language, title, .. } = self;
        let page = format!(
            "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n\
             <meta name=\"robots\" content=\"noindex\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}\n</main>\n\
             </body>\n</html>\n"
        );
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::CONTENT_SECURITY_POLICY, POLICY),
            (header::X_FRAME_OPTIONS, "DENY"),
            // The address is a secret.
            (REFERRER_POLICY, "no-referrer"),
        ];
        let mut response = (status, page).into_response();
        for (name, value) in headers {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response
    }
}

const STYLE: &str = "body{margin:0;min-height:100vh;display:grid;place-items:center;\
    font:1rem/1.5 system-ui,sans-serif;color:#1f2937;background:#f3f4f6}\
    main{box-sizing:border-box;width:min(28rem,100%);padding:2rem;background:#fff;\
    border-radius:.5rem}h1{margin:0 0 1rem;font-size:1.25rem}p{overflow-wrap:anywhere}\
    button{font:inherit;padding:.5rem 1.5rem;border:0;border-radius:.25rem;color:#fff;\
    background:#1d4ed8;cursor:pointer}button:focus-visible{outline:3px solid #93c5fd}\
    @media (prefers-color-scheme:dark){body{color:#f3f4f6;background:#111827}\
    main{background:#1f2937}}";
