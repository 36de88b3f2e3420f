#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;

use parking_lot::Mutex;
use uuid::Uuid;

use super::*;
use crate::documents::receipt::{Document, Hashed, Options, Plaintext, Program};
use crate::templates::Named;
use engine::expr::date::Timestamp;

/// A store in memory that fails on demand.
#[derive(Default, Clone)]
struct MemoryStore(Arc<Mutex<MemoryObjects>>);

#[derive(Default)]
struct MemoryObjects {
    objects: BTreeMap<String, Vec<u8>>,
    /// The next puts that fail, by their number from now.
    fails_at: Option<usize>,
    puts: usize,
}

impl ArchiveStore for MemoryStore {
    fn put_new(&self, key: &str, bytes: &[u8]) -> Result<bool> {
        let mut store = self.0.lock();
        store.puts += 1;
        if store.fails_at == Some(store.puts) {
            return Err(Problem::new(codes::ARCHIVE_UNAVAILABLE, "the store is down"));
        }
        if store.objects.contains_key(key) {
            return Ok(false);
        }
        store.objects.insert(key.to_owned(), bytes.to_owned());
        Ok(true)
    }

    fn get(&self, key: &str, _: u64) -> Result<Option<Vec<u8>>> {
        Ok(self.0.lock().objects.get(key).cloned())
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        Ok(self.0.lock().objects.get(key).map(|bytes| bytes.len() as u64))
    }

    fn list(&self, prefix: &str, each: &mut dyn FnMut(&str) -> Result<bool>) -> Result<()> {
        let keys: Vec<String> = self.0.lock().objects.keys().cloned().collect();
        for key in keys.iter().filter(|key| key.starts_with(prefix)) {
            if !each(key)? {
                break;
            }
        }
        Ok(())
    }

    fn remove(&self, key: &str) -> Result<()> {
        self.0.lock().objects.remove(key);
        Ok(())
    }

    fn probe(&self) -> Result<()> {
        Ok(())
    }

    fn describe(&self) -> String {
        "memory".to_owned()
    }
}

fn receipt(pdf: &[u8], plaintext: Option<&[u8]>) -> Receipt {
    let hashed = |bytes: &[u8]| sha256(bytes);
    Receipt {
        receipt: 1,
        made: 1,
        program: Program::this(),
        template: Named { name: "invoice".to_owned(), sha256: hashed(b"template") },
        data: Hashed { sha256: receipt::data_hash(&Value::from_json(DATA).unwrap()) },
        fonts: Vec::new(),
        library: Vec::new(),
        texts: Vec::new(),
        options: Options {
            report_date: 0,
            title: String::new(),
            author: String::new(),
            fallback_font: true,
            locale: None,
            standards: None,
            draft: false,
        },
        document: Document {
            sha256: hashed(pdf),
            bytes: pdf.len() as u64,
            pages: 1,
            plaintext: plaintext
                .map(|bytes| Plaintext { sha256: hashed(bytes), bytes: bytes.len() as u64 }),
        },
        signature: None,
    }
}

const REPORT: Uuid = Uuid::from_u128(7);
const DATA: &str = r#"{"number": 1}"#;

fn keep(archive: &Archive, pdf: &[u8], receipt: &Receipt) -> Result<Kept> {
    let einvoice = Some(("invoice.xml", b"<xml/>".as_slice()));
    let (tenant, template, filename) = ("acme", "invoice", "a.pdf");
    archive.keep(&KeepOrder { report: REPORT, tenant, template, filename, pdf, einvoice, receipt })
}

/// The request of [`REPORT`], with the data whose hash its receipts have.
fn request() -> NewRequest {
    NewRequest {
        tenant: "acme".to_owned(),
        ..NewRequest::new(REPORT, "invoice", DATA, "a@b.example")
    }
}

fn archive() -> (Archive, MemoryStore) {
    let store = MemoryStore::default();
    (Archive::new(Box::new(store.clone()), "reports").unwrap(), store)
}

#[test]
fn a_document_is_archived_with_receipt_and_einvoice_and_found_again() {
    let (archive, store) = archive();
    let made = receipt(b"%PDF-one", None);
    let kept = keep(&archive, b"%PDF-one", &made).unwrap();
    assert!(kept.key.starts_with("reports/") && !kept.is_other);
    let record = archive.record(REPORT).unwrap().unwrap();
    assert_eq!((&record, &*record.receipt), (&kept.record, &made));
    assert_eq!(archive.document(&record).unwrap(), b"%PDF-one");
    assert_eq!(archive.einvoice(&record).unwrap().unwrap(), b"<xml/>");
    assert_eq!(store.0.lock().objects.len(), 3);
    // The receipt of another attempt has another time; the first one stays.
    let again = keep(&archive, b"%PDF-one", &Receipt { made: 2, ..made }).unwrap();
    assert_eq!((again.record.receipt.made, again.is_other), (1, false));
}

#[test]
fn whichever_put_fails_the_next_attempt_archives_the_document() {
    for fails_at in 1..=3 {
        let (archive, store) = archive();
        store.0.lock().fails_at = Some(fails_at);
        let made = receipt(b"%PDF-one", None);
        let problem = keep(&archive, b"%PDF-one", &made).map(drop).unwrap_err();
        assert_eq!(problem.code, codes::ARCHIVE_UNAVAILABLE);
        assert_eq!(archive.record(REPORT).unwrap(), None);
        let kept = keep(&archive, b"%PDF-one", &made).unwrap();
        assert_eq!(archive.document(&kept.record).unwrap(), b"%PDF-one");
        assert_eq!(store.0.lock().objects.len(), 3);
    }
}

#[test]
fn a_document_that_was_archived_first_is_that_of_the_report_whatever_has_changed() {
    let (archive, _) = archive();
    assert!(archive.archived(&request()).unwrap().is_none());
    keep(&archive, b"%PDF-one", &receipt(b"%PDF-one", None)).unwrap();
    let mut other = receipt(b"%PDF-two", None);
    other.template.sha256 = sha256(b"another template");
    other.program.version = "999.0.0".to_owned();
    let kept = keep(&archive, b"%PDF-two", &other).unwrap();
    assert!(kept.is_other);
    let first = archive.archived(&request()).unwrap().unwrap();
    assert_eq!(first.record, kept.record);
    assert_eq!((first.pdf, first.einvoice), (b"%PDF-one".to_vec(), Some(b"<xml/>".to_vec())));
}

#[test]
fn the_document_of_another_request_is_a_conflict() {
    let (archive, _) = archive();
    keep(&archive, b"%PDF-one", &receipt(b"%PDF-one", None)).unwrap();
    type Change = fn(&mut NewRequest);
    let changes: [(Change, &str); 5] = [
        (|request| request.tenant = "other".to_owned(), "(other tenant)"),
        (|request| request.template = "letter".to_owned(), "(other template)"),
        (|request| request.data = "{}".to_owned(), "(other data)"),
        (|request| request.report_date = Timestamp::clamped(9), "(other report date)"),
        (|request| request.locale = Some("de".to_owned()), "(other locale)"),
    ];
    for (change, cause) in changes {
        let mut other = request();
        change(&mut other);
        let problem = archive.archived(&other).map(drop).unwrap_err();
        assert_eq!(problem.code, codes::ARCHIVE_CONFLICT);
        assert!(problem.message.contains(cause), "{}", problem.message);
    }
    let mut spelt = request();
    spelt.data = "{ \"number\":1 }".to_owned();
    assert!(archive.archived(&spelt).unwrap().is_some());
}

#[test]
fn a_lost_document_is_archived_again_and_a_changed_one_is_refused() {
    let (archive, store) = archive();
    let made = receipt(b"%PDF-one", None);
    let kept = keep(&archive, b"%PDF-one", &made).unwrap();
    let key = format!("{}/{}.pdf", kept.key, sha256(b"%PDF-one"));
    store.remove(&key).unwrap();
    assert_eq!(archive.document(&kept.record).unwrap_err().code, codes::ARCHIVE_DAMAGED);
    assert!(archive.archived(&request()).unwrap().is_none());
    assert!(!keep(&archive, b"%PDF-one", &made).unwrap().is_other);
    assert_eq!(archive.document(&kept.record).unwrap(), b"%PDF-one");
    store.0.lock().objects.insert(key, b"%PDF-bad".to_vec());
    assert_eq!(archive.document(&kept.record).unwrap_err().code, codes::ARCHIVE_DAMAGED);
    assert_eq!(archive.archived(&request()).map(drop).unwrap_err().code, codes::ARCHIVE_DAMAGED);
    assert_eq!(
        keep(&archive, b"%PDF-one", &made).map(drop).unwrap_err().code,
        codes::ARCHIVE_DAMAGED
    );
}

#[test]
fn a_held_document_outlives_its_retention() {
    let (archive, store) = archive();
    let kept = keep(&archive, b"%PDF-one", &receipt(b"%PDF-one", None)).unwrap();
    let hold = Decision { by: "ana".to_owned(), at: 1, reason: None };
    assert!(archive.hold(REPORT, &hold).unwrap());
    assert!(!archive.hold(REPORT, &hold).unwrap());
    let later = kept.record.archived_at + 1;
    assert!(!archive.expire(REPORT, later).unwrap());
    assert!(archive.release(REPORT).unwrap());
    assert!(!archive.expire(REPORT, kept.record.archived_at).unwrap(), "not old enough");
    assert!(archive.expire(REPORT, later).unwrap());
    assert!(!archive.expire(REPORT, later).unwrap());
    assert_eq!(store.0.lock().objects.len(), 0);
    assert_eq!(archive.hold(REPORT, &hold).unwrap_err().code, codes::ARCHIVE_NOT_FOUND);
}

#[test]
fn a_prefix_leads_nowhere_else() {
    for prefix in ["../x", "a/../b", "/a", "a//b", ".a", "a b"] {
        assert!(Archive::new(Box::new(MemoryStore::default()), prefix).is_err(), "{prefix}");
    }
}

#[test]
fn what_has_expired_is_not_held_also_where_its_record_is_still_there() {
    let (archive, store) = archive();
    keep(&archive, b"%PDF", &receipt(b"%PDF", None)).unwrap();
    let hold = Decision { at: 1, by: "ana".to_owned(), reason: Some("audit".to_owned()) };
    assert!(archive.hold(REPORT, &hold).unwrap());
    archive.release(REPORT).unwrap();
    // Killed between the document and the record.
    let pdf = store.0.lock().objects.keys().find(|key| key.ends_with(".pdf")).cloned();
    store.remove(&pdf.unwrap()).unwrap();
    assert_eq!(archive.hold(REPORT, &hold).unwrap_err().code, codes::ARCHIVE_NOT_FOUND);
    assert!(archive.hold_of(REPORT).unwrap().is_none());
    assert!(archive.expire(REPORT, i64::MAX).unwrap());
    assert!(store.0.lock().objects.is_empty());
}
