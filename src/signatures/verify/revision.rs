//! The revision of a document that a signature covers, and what was changed after it.
//!
//! A certified document allows some changes and no others (ISO 32000-2, 12.8.2.2). They are found by comparing its
//! objects with those of the newest revision: objects that are new are shown only by objects that were there before,
//! so these alone have to be looked at.

use std::collections::{BTreeMap, BTreeSet};

use engine::image::pdf::{Flaw, Read, is_type};
use lopdf::{Dictionary, Object};

use super::super::document::PdfDocument;

/// Most nodes of the tree of pages, and most objects within one object.
const MAX_NODES: usize = 1_000_000;

/// What later changes do to a certified document.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LaterChanges {
    Allowed,
    /// Not allowed, for this reason.
    Forbidden(&'static str),
    /// An object of which it is not known whether it may be changed.
    Unknown(u32),
}

/// The role of an object of the certified revision that may be changed, or may be in part.
#[derive(Clone, Copy)]
enum Role {
    Catalog,
    Form,
    Page,
    /// Fields of the form, or annotations of a page.
    List,
    Field,
    /// A comment, a link or another annotation that is no field.
    Annotation,
    /// Metadata, validation data (ETSI EN 319 142-1, 5.4), and looks of fields.
    Free,
}

/// The signature as it was signed: the dictionary of the revision that has these contents.
pub(super) fn signed(revision: &PdfDocument<'_>, contents: &[u8]) -> Read<Option<Dictionary>> {
    for field in revision.fields()? {
        let Some(signature) = field.signature else { continue };
        let own = revision.file.member(&signature, b"Contents")?;
        if matches!(own, Object::String(own, _) if own == contents) {
            return Ok(Some(signature));
        }
    }
    Ok(None)
}

/// The changes from a certified revision to the newest one. `allows_comments`: those of `P` 3.
pub(super) fn changes(
    certified: &PdfDocument<'_>,
    newest: &PdfDocument<'_>,
    allows_comments: bool,
) -> Read<LaterChanges> {
    if certified.root != newest.root {
        return Ok(LaterChanges::Forbidden("it has another catalog than when it was certified"));
    }
    let compared = Compared { certified, newest, allows_comments, roles: roles(certified)? };
    if compared.fills_a_gap()? {
        return Ok(LaterChanges::Forbidden(
            "an object was added that was missing when it was certified",
        ));
    }
    for number in newest.file.replaced(&certified.file) {
        match compared.object(number)? {
            LaterChanges::Allowed => {}
            other => return Ok(other),
        }
    }
    Ok(LaterChanges::Allowed)
}

/// Two revisions of a document.
struct Compared<'c, 'b> {
    certified: &'c PdfDocument<'b>,
    newest: &'c PdfDocument<'b>,
    allows_comments: bool,
    roles: BTreeMap<u32, Role>,
}

impl Compared<'_, '_> {
    fn object(&self, number: u32) -> Read<LaterChanges> {
        let (before, after) =
            (self.certified.file.object(number)?, self.newest.file.object(number)?);
        if is_same(&before, &after) {
            return Ok(LaterChanges::Allowed);
        }
        let forbidden = |is_allowed: bool, what| {
            if is_allowed { LaterChanges::Allowed } else { LaterChanges::Forbidden(what) }
        };
        let role = self.roles.get(&number);
        Ok(match (role, &before, &after) {
            (Some(Role::Free), ..) => LaterChanges::Allowed,
            (Some(Role::Annotation), ..) if self.allows_comments => LaterChanges::Allowed,
            (Some(Role::Catalog), Object::Dictionary(before), Object::Dictionary(after)) => {
                const FREE: [&[u8]; 5] =
                    [b"AcroForm", b"DSS", b"Extensions", b"Metadata", b"Perms"];
                let is_allowed = is_same_but(before, after, &FREE)
                    && self.form(&self.certified.form()?, &self.newest.form()?)?;
                forbidden(is_allowed, "its catalog or its form was changed after it was certified")
            }
            (Some(Role::Form), Object::Dictionary(before), Object::Dictionary(after)) => {
                forbidden(self.form(before, after)?, "its form was changed after it was certified")
            }
            (Some(Role::Page), Object::Dictionary(before), Object::Dictionary(after)) => {
                let is_allowed = is_same_but(before, after, &[b"Annots", b"Tabs"])
                    && self.list(
                        self.certified.array(before, b"Annots")?,
                        self.newest.array(after, b"Annots")?,
                    )?;
                forbidden(is_allowed, "a page was changed after it was certified")
            }
            (Some(Role::List), Object::Array(before), Object::Array(after)) => forbidden(
                self.list(before.clone(), after.clone())?,
                "fields or annotations were changed after it was certified",
            ),
            (Some(Role::Field), Object::Dictionary(before), Object::Dictionary(after)) => {
                forbidden(
                    self.field(before, after)?,
                    "a field was changed after it was certified, in more than its value",
                )
            }
            (Some(_), ..) => {
                LaterChanges::Forbidden("its pages or fields were changed after it was certified")
            }
            (None, Object::Stream(_), _) => {
                LaterChanges::Forbidden("what its pages show was changed after it was certified")
            }
            (None, _, Object::Null) => {
                LaterChanges::Forbidden("an object was removed after it was certified")
            }
            (None, Object::Dictionary(node), _) if is_type(node, b"Pages") => {
                LaterChanges::Forbidden("its pages were changed after it was certified")
            }
            (None, ..) => LaterChanges::Unknown(number),
        })
    }

    fn form(&self, before: &Dictionary, after: &Dictionary) -> Read<bool> {
        const FREE: [&[u8]; 5] = [b"Fields", b"SigFlags", b"DR", b"DA", b"NeedAppearances"];
        Ok(is_same_but(before, after, &FREE)
            && self.list(
                self.certified.array(before, b"Fields")?,
                self.newest.array(after, b"Fields")?,
            )?)
    }

    /// Fields or annotations: all are there still, and further ones are signatures, or comments where these are allowed.
    fn list(&self, before: Vec<Object>, after: Vec<Object>) -> Read<bool> {
        let references = |items: &[Object]| -> BTreeSet<(u32, u16)> {
            items.iter().filter_map(|item| item.as_reference().ok()).collect()
        };
        let (old, new) = (references(&before), references(&after));
        let direct = |items: Vec<Object>| -> Vec<Object> {
            items.into_iter().filter(|item| item.as_reference().is_err()).collect()
        };
        if !old.is_subset(&new) || direct(before) != direct(after) {
            return Ok(false);
        }
        for (number, _) in new.difference(&old) {
            let Object::Dictionary(added) = self.newest.file.object(*number)? else {
                return Ok(false);
            };
            let is_widget = name(self.newest, &added, b"Subtype")? == b"Widget";
            let is_comment = self.allows_comments && !is_widget && !added.has(b"FT");
            let is_signature = is_widget && self.is_added_signature(*number, &added)?;
            if !is_comment && !is_signature {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns `true` for a signed field of the form that shows nothing: a box could cover what was certified.
    fn is_added_signature(&self, number: u32, added: &Dictionary) -> Read<bool> {
        /// Hidden, and not shown on screens (ISO 32000-2, table 167).
        const NOT_SHOWN: i64 = 1 << 1 | 1 << 5;
        let form = self.newest.form()?;
        let fields = self.newest.array(&form, b"Fields")?;
        let is_field = fields.iter().any(|it| it.as_reference().is_ok_and(|it| it.0 == number));
        let value = self.newest.file.member(added, b"V")?;
        let is_signed = value.as_dict().is_ok_and(|value| value.has(b"ByteRange"));
        let flags = self.newest.file.member(added, b"F")?.as_i64().unwrap_or_default();
        let place = self.newest.array(added, b"Rect")?;
        let is_point = match place.as_slice() {
            [left, bottom, right, top] => left == right && bottom == top,
            _ => false,
        };
        let is_kind = name(self.newest, added, b"FT")? == b"Sig";
        Ok(is_kind && is_field && is_signed && (is_point || flags & NOT_SHOWN == NOT_SHOWN))
    }

    /// A field that is filled in keeps its place and its kind; one that is signed keeps its signature.
    fn field(&self, before: &Dictionary, after: &Dictionary) -> Read<bool> {
        const FILLED: [&[u8]; 6] = [b"V", b"AP", b"AS", b"I", b"M", b"RV"];
        const SIGNED: [&[u8]; 5] = [b"V", b"AP", b"AS", b"M", b"F"];
        if name(self.certified, before, b"FT")? != b"Sig" {
            return Ok(is_same_but(before, after, &FILLED));
        }
        Ok(if before.has(b"V") { before == after } else { is_same_but(before, after, &SIGNED) })
    }

    /// Returns `true` if a reference of the certified revision that led nowhere leads to an object now.
    fn fills_a_gap(&self) -> Read<bool> {
        for number in self.certified.file.numbers() {
            let mut open = vec![self.certified.file.object(number)?];
            while let Some(object) = open.pop() {
                match object {
                    Object::Reference((number, _))
                        if !self.certified.file.has(number) && self.newest.file.has(number) =>
                    {
                        return Ok(true);
                    }
                    Object::Array(items) => open.extend(items),
                    Object::Dictionary(dict) => open.extend(dict.into_iter().map(|(_, it)| it)),
                    Object::Stream(stream) => {
                        open.extend(stream.dict.into_iter().map(|(_, it)| it));
                    }
                    _ => {}
                }
            }
        }
        Ok(false)
    }
}

/// The roles of objects of a revision by their numbers.
fn roles(document: &PdfDocument<'_>) -> Read<BTreeMap<u32, Role>> {
    let mut roles = BTreeMap::new();
    let mut enter = |object: Option<&Object>, role: Role| {
        if let Some(Ok((number, _))) = object.map(Object::as_reference) {
            roles.insert(number, role);
        }
    };
    let catalog = &document.catalog;
    let form = document.form()?;
    enter(document.file.trailer.get(b"Info").ok(), Role::Free);
    for key in [&b"Metadata"[..], b"DSS", b"Extensions", b"Perms"] {
        enter(catalog.get(key).ok(), Role::Free);
    }
    enter(catalog.get(b"AcroForm").ok(), Role::Form);
    enter(form.get(b"Fields").ok(), Role::List);
    let mut fields = document.array(&form, b"Fields")?;
    let mut looks = Vec::new();
    let mut open: Vec<Object> = catalog.get(b"Pages").ok().into_iter().cloned().collect();
    let mut seen = BTreeSet::new();
    while let Some(node) = open.pop() {
        let Ok(id) = node.as_reference() else { continue };
        if !seen.insert(id) || seen.len() > MAX_NODES {
            return Err(Flaw::Broken("its pages are damaged"));
        }
        let Object::Dictionary(page) = document.file.object(id.0)? else { continue };
        if page.has(b"Kids") {
            open.extend(document.array(&page, b"Kids")?);
            continue;
        }
        enter(Some(&node), Role::Page);
        enter(page.get(b"Annots").ok(), Role::List);
        for item in document.array(&page, b"Annots")? {
            let Object::Dictionary(annotation) = document.file.resolved(&item)? else { continue };
            if name(document, &annotation, b"Subtype")? == b"Widget" {
                fields.push(item);
            } else {
                enter(Some(&item), Role::Annotation);
            }
        }
    }
    let mut seen = BTreeSet::new();
    while let Some(item) = fields.pop() {
        if let Ok(id) = item.as_reference()
            && !seen.insert(id)
        {
            continue;
        }
        let Object::Dictionary(field) = document.file.resolved(&item)? else { continue };
        enter(Some(&item), Role::Field);
        fields.extend(document.array(&field, b"Kids")?);
        if fields.len() > MAX_NODES {
            return Err(Flaw::TooLarge("fields"));
        }
        looks.extend(field.get(b"AP").ok().cloned());
    }
    for look in looks {
        enter(Some(&look), Role::Free);
        let Object::Dictionary(states) = document.file.resolved(&look)? else { continue };
        for (_, state) in &states {
            enter(Some(state), Role::Free);
            // The looks of a state by its names.
            if let Object::Dictionary(named) = document.file.resolved(state)? {
                named.iter().for_each(|(_, one)| enter(Some(one), Role::Free));
            }
        }
    }
    roles.insert(document.root.0, Role::Catalog);
    Ok(roles)
}

/// A name; empty where it is none.
fn name(document: &PdfDocument<'_>, dictionary: &Dictionary, key: &[u8]) -> Read<Vec<u8>> {
    let value = document.file.member(dictionary, key)?;
    Ok(value.as_name().unwrap_or_default().to_vec())
}

fn is_same(before: &Object, after: &Object) -> bool {
    match (before, after) {
        (Object::Stream(before), Object::Stream(after)) => {
            before.dict == after.dict && before.content == after.content
        }
        _ => before == after,
    }
}

/// Returns `true` if two dictionaries have the same values of all keys but these.
fn is_same_but(before: &Dictionary, after: &Dictionary, free: &[&[u8]]) -> bool {
    let is_kept = |(key, _): &(&Vec<u8>, &Object)| !free.contains(&key.as_slice());
    let kept = |of: &Dictionary| of.iter().filter(is_kept).count();
    kept(before) == kept(after)
        && before.iter().filter(is_kept).all(|(key, value)| after.get(key).ok() == Some(value))
}
