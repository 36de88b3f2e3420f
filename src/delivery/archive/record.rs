//! Records of archived documents, and the keys of objects.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::base::hash::{hexadecimal, sha256};
use crate::delivery::codes;
use crate::delivery::queue::RequestId;
use crate::documents::receipt::Receipt;
use engine::problem::{Problem, Result};
use sha2::{Digest, Sha256};

/// The version of the format of records.
const VERSION: u32 = 1;
/// Name of a record among the objects of a report.
pub(super) const RECORD: &str = "record.json";
/// Name of the mark of a report whose document is held.
pub(super) const HOLD: &str = "hold.json";
/// Name of the mark of a report whose links are revoked.
pub(super) const REVOKED: &str = "revoked.json";

/// An archived document. Its record is written after its files: a document without one is not archived.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// The version of the format.
    archive: u32,
    /// The request.
    pub report: RequestId,
    /// The tenant; empty for the local owner.
    pub tenant: String,
    /// The template as the request names it.
    pub template: String,
    /// Time of archiving, in milliseconds since 1970.
    pub archived_at: i64,
    /// The PDF.
    pub document: ArchivedFile,
    /// The e-invoice that goes along as a file of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub einvoice: Option<ArchivedFile>,
    /// Inputs of the document.
    pub receipt: Box<Receipt>,
}

/// A file of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchivedFile {
    /// Its name in the message.
    pub name: String,
    /// SHA-256, in hexadecimal; its key is made from it.
    pub sha256: String,
    pub bytes: u64,
}

/// A decision about a document, with its author, time and reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// The author of the decision.
    pub by: String,
    /// Time of the decision, in milliseconds since 1970.
    pub at: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl ArchivedFile {
    pub(super) fn new(name: &str, bytes: &[u8]) -> Self {
        Self { name: name.to_owned(), sha256: sha256(bytes), bytes: bytes.len() as u64 }
    }

    /// The name of its object.
    pub(super) fn object(&self, extension: &str) -> String {
        format!("{}.{extension}", self.sha256)
    }
}

impl Record {
    pub(super) fn new(
        (report, tenant, template): (RequestId, &str, &str),
        archived_at: i64,
        document: ArchivedFile,
        einvoice: Option<ArchivedFile>,
        receipt: Box<Receipt>,
    ) -> Self {
        Self {
            archive: VERSION,
            report,
            tenant: tenant.to_owned(),
            template: template.to_owned(),
            archived_at,
            document,
            einvoice,
            receipt,
        }
    }

    /// Names of the objects that it consists of, without itself.
    pub(super) fn objects(&self) -> Vec<String> {
        let einvoice = self.einvoice.as_ref().map(|file| file.object("xml"));
        [self.document.object("pdf")].into_iter().chain(einvoice).collect()
    }

    /// Reads the record of a report.
    ///
    /// # Errors
    /// `archiveDamaged`.
    pub(super) fn read(report: RequestId, bytes: &[u8]) -> Result<Self> {
        let damaged = |why: String| {
            let message = format!("the record of report {report} in the archive {why}");
            Problem::new(codes::ARCHIVE_DAMAGED, message)
        };
        let record: Self = serde_json::from_slice(bytes)
            .map_err(|error| damaged(format!("cannot be read: {error}")))?;
        if record.archive > VERSION {
            return Err(damaged("is of a newer version of this program".to_owned())
                .advice("use a newer version of reportctl"));
        }
        let is_hash = |file: &ArchivedFile| {
            file.sha256.len() == 64 && file.sha256.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        let are_named = is_hash(&record.document) && record.einvoice.as_ref().is_none_or(is_hash);
        if record.report != report || !are_named {
            return Err(damaged("is not its own".to_owned()));
        }
        Ok(record)
    }

    pub(super) fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec_pretty(self).expect("a record has texts and whole numbers alone")
    }
}

/// The folder of the objects of a report, in the archive: hashed, so that no part of a store gets all new
/// objects, as with ids in the order of time.
pub(super) fn folder_of(report: RequestId) -> String {
    let hash = hexadecimal(&Sha256::digest(report.as_bytes())[..2]);
    let (first, second) = hash.split_at(2);
    format!("{first}/{second}/{report}")
}

/// The report and the name of an object, from its key without the prefix; `None` for what the archive did not
/// write.
pub(super) fn parsed(key: &str) -> Option<(RequestId, &str)> {
    let (folder, name) = key.rsplit_once('/')?;
    let report = Uuid::try_parse(folder.rsplit('/').next()?).ok()?;
    (folder_of(report) == folder).then_some((report, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_hashed_and_lead_back_to_the_report() {
        let (one, two) = (Uuid::from_u128(1), Uuid::from_u128(2));
        assert_ne!(folder_of(one)[..5], folder_of(two)[..5]);
        let key = format!("{}/record.json", folder_of(one));
        assert_eq!(parsed(&key), Some((one, "record.json")));
        assert_eq!(parsed(&key.replacen('/', "0/", 1)), None);
        for other in ["", "record.json", "ab/cd/x/record.json"] {
            assert_eq!(parsed(other), None, "{other}");
        }
    }
}
