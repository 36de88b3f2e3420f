//! Signing: a field with its signature, written behind the document (ISO 32000-1, 12.7.4.5 and 12.8).

use std::collections::BTreeSet;
use std::fmt::Write as _;

use engine::expr::date::Timestamp;
use engine::image::pdf::Read;
use engine::pdf::{pdf_date, text_string, write_object};
use engine::problem::{Problem, Result, quoted};
use lopdf::{Dictionary, Object, dictionary};
use sha2::{Digest, Sha256};

use super::algorithm::unsigned;
use super::codes::{SIGNING_FAILED, failed};
use super::document::{Field, Id, PdfDocument, unreadable};
use super::settings::Changes;
use super::signer::Signer;
use super::stamp;
use super::update::Update;
use crate::base::clock;

/// Flags of annotations: printed, and not to be moved (12.5.3). PDF/A demands the first.
const PRINT_LOCKED: i64 = 4 | 128;
/// The form has signatures, and may only be added to (12.7.2).
const SIGNED_APPEND_ONLY: i64 = 3;
/// Digits of the numbers of `/ByteRange`.
const DIGITS: usize = 10;
/// Largest document, in bytes.
const MAX_BYTES: usize = 9_999_999_999;

/// Statements of a signature besides the name of the signer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statement {
    pub reason: Option<String>,
    pub location: Option<String>,
    /// The empty field that gets the signature; without it, one that is not shown is added.
    pub field: Option<String>,
    /// The signature certifies the document: it says what may be changed later.
    pub certify: Option<Changes>,
}

impl Signer {
    /// The document with a signature. The bytes of the document stay; what is added follows them.
    ///
    /// # Errors
    /// `signingFailed`: the document cannot be read or may not be signed, or the certificate is not valid at the
    /// time of the signature or any more.
    pub fn sign(&self, document: &[u8], statement: &Statement, time: Timestamp) -> Result<Vec<u8>> {
        self.check_time(time, clock::now())?;
        let unreadable = |flaw| unreadable(flaw, SIGNING_FAILED, "cannot be signed");
        let document = PdfDocument::open(document).map_err(unreadable)?;
        let plan = FieldPlan::of(&document, statement).map_err(unreadable)?;
        let Some(plan) = plan else {
            let fields = document.fields().map_err(unreadable)?;
            return Err(no_field(statement, &fields));
        };
        plan.refuse(statement)?;
        self.written(&document, plan, statement, time)
    }

    fn written(
        &self,
        document: &PdfDocument<'_>,
        plan: FieldPlan,
        statement: &Statement,
        time: Timestamp,
    ) -> Result<Vec<u8>> {
        let mut update = Update::of(document);
        let (signature, gap) = self.signature(&mut update, statement, time);
        plan.put(&mut update, signature, statement.certify.is_some());
        let mut digest = Sha256::new();
        digest.update(document.bytes);
        let identifier = digest.clone().chain_update(self.name()).finalize();
        let mut out = update.finish(document, identifier.get(..16).unwrap_or_default());
        let start = document.bytes.len();
        let whole = start + out.len();
        if whole > MAX_BYTES {
            return Err(failed("the document is too large to be signed"));
        }
        // The signed bytes: all but the signature itself with its brackets (12.8.1).
        let range = [gap.contents, gap.contents + gap.length, whole - gap.contents - gap.length];
        let mut text = String::new();
        range.iter().for_each(|number| {
            let _ = write!(text, "{number:<DIGITS$} ");
        });
        splice(&mut out, gap.range - start, text.trim_end_matches(' ').as_bytes());
        let (before, after) = (gap.contents - start, gap.contents + gap.length - start);
        digest.update(out.get(..before).unwrap_or_default());
        digest.update(out.get(after..).unwrap_or_default());
        let signature = self.frame.sign(&digest.finalize(), &self.key)?;
        let authority = self.authority.as_ref();
        let stamp = authority.map(|authority| authority.stamp(&signature.value)).transpose()?;
        let signature = self.frame.wrap(signature, &self.key, stamp).map_err(|_| unsigned())?;
        if signature.len() > self.longest() {
            return Err(unsigned());
        }
        let mut hexadecimal = String::with_capacity(2 * signature.len());
        signature.iter().for_each(|byte| {
            let _ = write!(hexadecimal, "{byte:02X}");
        });
        splice(&mut out, before + 1, hexadecimal.as_bytes());
        let mut signed = Vec::with_capacity(whole);
        signed.extend_from_slice(document.bytes);
        signed.append(&mut out);
        Ok(signed)
    }

    /// Most bytes of a signature.
    fn longest(&self) -> usize {
        self.frame.longest + self.authority.as_ref().map_or(0, |_| stamp::ROOM)
    }

    /// Writes the dictionary of the signature with room for the signature and for what it covers.
    fn signature(&self, update: &mut Update, statement: &Statement, time: Timestamp) -> (Id, Gap) {
        let longest = self.longest();
        let mut dictionary = dictionary! {
            "Type" => "Sig",
            "Filter" => "Adobe.PPKLite",
            "SubFilter" => "ETSI.CAdES.detached",
            "M" => text_string(&pdf_date(time)),
            "Name" => text_string(self.name()),
        };
        let said = [("Reason", &statement.reason), ("Location", &statement.location)];
        for (key, text) in said {
            if let Some(text) = text {
                dictionary.set(key, text_string(text));
            }
        }
        if let Some(changes) = statement.certify {
            let parameters = dictionary! {
                "Type" => "TransformParams", "V" => "1.2", "P" => changes as i64,
            };
            let reference = dictionary! {
                "Type" => "SigRef",
                "TransformMethod" => "DocMDP",
                "TransformParams" => parameters,
            };
            dictionary.set("Reference", vec![Object::Dictionary(reference)]);
        }
        let id = update.reserve();
        update.place(id);
        let mut written = Vec::new();
        write_object(id.0, id.1, &Object::Dictionary(dictionary), &mut written);
        let body = written.strip_suffix(b">>\nendobj\n").unwrap_or(&written);
        update.out.extend_from_slice(body);
        update.out.extend_from_slice(b"/ByteRange[0 ");
        let range = update.position();
        update.out.extend(std::iter::repeat_n(b' ', 3 * (DIGITS + 1)));
        update.out.extend_from_slice(b"]/Contents");
        let contents = update.position();
        update.out.push(b'<');
        update.out.extend(std::iter::repeat_n(b'0', 2 * longest));
        update.out.extend_from_slice(b">>>\nendobj\n");
        (id, Gap { range, contents, length: 2 * longest + 2 })
    }
}

fn no_field(statement: &Statement, fields: &[Field]) -> Problem {
    let name = statement.field.as_deref().unwrap_or_default();
    if fields.iter().any(|field| field.name == name && field.signature.is_some()) {
        return failed(format!("the signature field {} is signed already", quoted(name)))
            .advice("name a signature field that is empty");
    }
    let is_empty = |field: &&Field| field.place.is_some() && field.signature.is_none();
    let empty = fields.iter().filter(is_empty).take(MOST_LISTED);
    let empty: Vec<_> = empty.map(|field| quoted(&field.name)).collect();
    let problem = failed(format!("the document has no signature field {}", quoted(name)));
    problem.advice(if empty.is_empty() {
        "leave out the field: then one that is not shown is added".to_owned()
    } else {
        format!("its empty signature fields are {}", empty.join(", "))
    })
}

/// Fields that a message lists at most.
const MOST_LISTED: usize = 20;

/// Places that are filled when everything else is written, counted from the beginning of the document.
struct Gap {
    /// The numbers of `/ByteRange`.
    range: usize,
    /// The string of `/Contents`, with its brackets.
    contents: usize,
    length: usize,
}

fn splice(out: &mut [u8], at: usize, bytes: &[u8]) {
    if let Some(place) = out.get_mut(at..at + bytes.len()) {
        place.copy_from_slice(bytes);
    }
}

/// The objects of a document that get the field.
struct FieldPlan {
    root: Id,
    catalog: Dictionary,
    form: Dictionary,
    /// Permissions that others gave.
    permissions: Dictionary,
    /// The form, where it is an object of its own.
    form_id: Option<Id>,
    /// The page that gets the field, where it is a new one.
    page: Option<(Id, Dictionary)>,
    /// The field, and its object where it is there already.
    field: Dictionary,
    field_id: Option<Id>,
    /// The document has signatures already.
    is_signed: bool,
    /// Changes that the document allows, where it is certified.
    allowed: Option<i64>,
}

impl FieldPlan {
    /// Nothing where the document has no empty field of the name that is asked for.
    fn of(document: &PdfDocument<'_>, statement: &Statement) -> Read<Option<Self>> {
        let fields = document.fields()?;
        let mut form = document.form()?;
        let listed = document.array(&form, b"Fields")?;
        form.set("Fields", listed);
        let flags = document.file.member(&form, b"SigFlags")?.as_i64().unwrap_or_default();
        form.set("SigFlags", flags | SIGNED_APPEND_ONLY);
        let (field, field_id, page) = match &statement.field {
            Some(name) => {
                let own = fields.iter().find(|field| field.name == *name);
                let own = own.filter(|field| field.signature.is_none());
                let Some(id) = own.and_then(|field| field.place) else { return Ok(None) };
                let Object::Dictionary(mut field) = document.file.object(id.0)? else {
                    return Ok(None);
                };
                // Flags are those of a widget, which may be an object of its own.
                if field.has(b"Subtype") {
                    let flags = document.file.member(&field, b"F")?.as_i64().unwrap_or_default();
                    field.set("F", flags | PRINT_LOCKED);
                }
                (field, Some(id), None)
            }
            None => {
                let (field, page) = hidden(document, statement, &fields)?;
                (field, None, Some(page))
            }
        };
        let permissions = match document.file.member(&document.catalog, b"Perms")? {
            Object::Dictionary(permissions) => permissions,
            _ => Dictionary::new(),
        };
        Ok(Some(Self {
            permissions,
            root: document.root,
            catalog: document.catalog.clone(),
            form,
            form_id: document.catalog.get(b"AcroForm").and_then(Object::as_reference).ok(),
            page,
            field,
            field_id,
            is_signed: fields.iter().any(|field| field.signature.is_some()),
            allowed: document.certified()?,
        }))
    }

    /// Refuses what would break signatures that are there.
    fn refuse(&self, statement: &Statement) -> Result<()> {
        if self.allowed == Some(1) {
            return Err(failed(
                "the document is certified, and allows no changes, not even a signature",
            )
            .advice("sign the document from before it was certified"));
        }
        if statement.certify.is_some() && self.is_signed {
            return Err(failed("only the first signature of a document can certify it").advice(
                "sign without certifying, or certify the document from before it was signed",
            ));
        }
        Ok(())
    }

    /// Writes the field, and what leads to it.
    fn put(mut self, update: &mut Update, signature: Id, certifies: bool) {
        self.field.set("V", Object::Reference(signature));
        let field = self.field_id.unwrap_or_else(|| update.reserve());
        update.put(field, &Object::Dictionary(self.field));
        if let Some((page, mut dictionary)) = self.page {
            for (dictionary, key) in
                [(&mut dictionary, &b"Annots"[..]), (&mut self.form, b"Fields")]
            {
                if let Ok(Object::Array(items)) = dictionary.get_mut(key) {
                    items.push(Object::Reference(field));
                }
            }
            update.put(page, &Object::Dictionary(dictionary));
        }
        if certifies {
            self.permissions.set("DocMDP", Object::Reference(signature));
            self.catalog.set("Perms", self.permissions);
        }
        match self.form_id {
            Some(id) => update.put(id, &Object::Dictionary(self.form)),
            None => self.catalog.set("AcroForm", self.form),
        }
        if self.form_id.is_none() || certifies {
            update.put(self.root, &Object::Dictionary(self.catalog));
        }
    }
}

/// A field that is not shown, and the first page with it.
fn hidden(
    document: &PdfDocument<'_>,
    statement: &Statement,
    fields: &[Field],
) -> Read<(Dictionary, (Id, Dictionary))> {
    let page = document.first_page()?;
    let mut page_dictionary = page.dictionary;
    if document.catalog.has(b"StructTreeRoot") {
        // PDF/UA wants the order of annotations to be that of the structure (ISO 14289-1, 7.18.3).
        page_dictionary.set("Tabs", "S");
    }
    let annotations = document.array(&page_dictionary, b"Annots")?;
    page_dictionary.set("Annots", annotations);
    // Without a size, it is not shown, and needs no appearance. Outside of what is shown of its page, it
    // needs no tag either (ISO 14289-1, 7.18.1).
    let (x, y) = (page.corner.0 - 1.0, page.corner.1 - 1.0);
    let field = dictionary! {
        "Type" => "Annot",
        "Subtype" => "Widget",
        "FT" => "Sig",
        "T" => text_string(&unused(&fields.iter().map(|it| it.name.as_str()).collect())),
        "TU" => text_string(statement.reason.as_deref().unwrap_or("Signature")),
        "Rect" => vec![Object::Real(x), Object::Real(y), Object::Real(x), Object::Real(y)],
        "F" => PRINT_LOCKED,
        "P" => Object::Reference(page.id),
    };
    Ok((field, (page.id, page_dictionary)))
}

/// The first name `Signature1`, `Signature2` … that no field has.
fn unused(names: &BTreeSet<&str>) -> String {
    let named = |number: usize| format!("Signature{number}");
    let free = (1..=names.len() + 1).find(|number| !names.contains(named(*number).as_str()));
    named(free.unwrap_or_default())
}
