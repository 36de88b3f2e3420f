//! Terms that stand in other elements in the credit notes of UBL 2.1 than in its invoices: the due date (BT-9) and the
//! project (BT-11). The library knows their elements of invoices alone.

use std::borrow::Cow;
use std::fmt::Write as _;

use en16931::{DocumentKind, Invoice};
use roxmltree::{Document, Node};

use super::elements::{decoded, options};
use crate::base::printable::html;

const AGGREGATES: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2";
const VALUES: &str = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2";

/// The type code of a referenced document that is a project.
const PROJECT: &str = "50";

/// Adds the terms to a credit note that the library has written without them, and gives the terms that it has added.
pub(super) fn complete(xml: &mut String, invoice: &Invoice) -> Vec<&'static str> {
    let mut added = Vec::new();
    if invoice.kind != DocumentKind::CreditNote {
        return added;
    }
    const MEANS: &str = "</cbc:PaymentMeansCode>";
    if let (Some(date), Some(at)) = (invoice.due_date, xml.find(MEANS)) {
        let due = format!("\n    <cbc:PaymentDueDate>{date}</cbc:PaymentDueDate>");
        xml.insert_str(at + MEANS.len(), &due);
        added.push("BT-9");
    }
    // Documents that the credit note names stand in this order before the parties.
    let next = ["  <cac:OriginatorDocumentReference>", "  <cac:AccountingSupplierParty>"];
    let next = next.into_iter().find_map(|element| xml.find(element));
    if let (Some(project), Some(at)) = (&invoice.project_reference, next) {
        let mut reference = String::from("  <cac:AdditionalDocumentReference>\n");
        let _ = writeln!(reference, "    <cbc:ID>{}</cbc:ID>", html(project.as_str()));
        let _ = writeln!(reference, "    <cbc:DocumentTypeCode>{PROJECT}</cbc:DocumentTypeCode>");
        reference.push_str("  </cac:AdditionalDocumentReference>\n");
        xml.insert_str(at, &reference);
        added.push("BT-11");
    }
    added
}

/// The XML with these terms in the elements of an invoice, for the reader of the library.
pub(super) fn as_invoice(xml: &[u8]) -> Cow<'_, [u8]> {
    match decoded(xml).and_then(|text| moved(&text)) {
        Some(moved) => Cow::Owned(moved.into_bytes()),
        None => Cow::Borrowed(xml),
    }
}

/// The text with the terms in their elements of an invoice; nothing where there are none.
fn moved(text: &str) -> Option<String> {
    if !text.contains("CreditNote") {
        return None;
    }
    let document = Document::parse_with_options(text, options()).ok()?;
    let root = document.root_element();
    if root.tag_name().name() != "CreditNote" {
        return None;
    }
    let first = root.first_element_child()?.range().start;
    // Parts of the text and what stands in their place, from the beginning on.
    let mut changes = Vec::new();
    let due = elements(root, AGGREGATES, "PaymentMeans")
        .find_map(|means| elements(means, VALUES, "PaymentDueDate").next());
    if let Some(due) = due {
        let due = html(due.text().unwrap_or_default());
        changes.push((first..first, format!("<DueDate xmlns=\"{VALUES}\">{due}</DueDate>")));
    }
    let is_project = |reference: &Node<'_, '_>| {
        elements(*reference, VALUES, "DocumentTypeCode")
            .any(|code| code.text().unwrap_or_default().trim() == PROJECT)
    };
    for reference in elements(root, AGGREGATES, "AdditionalDocumentReference").filter(is_project) {
        let id = elements(reference, VALUES, "ID").next().and_then(|id| id.text());
        let id = html(id.unwrap_or_default());
        let project = format!(
            "<ProjectReference xmlns=\"{AGGREGATES}\"><ID xmlns=\"{VALUES}\">{id}</ID></ProjectReference>"
        );
        changes.push((reference.range(), project));
    }
    if changes.is_empty() {
        return None;
    }
    let mut moved = String::with_capacity(text.len());
    let mut at = 0;
    for (range, new) in changes {
        moved.push_str(text.get(at..range.start)?);
        moved.push_str(&new);
        at = range.end;
    }
    moved.push_str(text.get(at..)?);
    Some(moved)
}

fn elements<'a, 'i>(
    parent: Node<'a, 'i>,
    namespace: &'static str,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    parent.children().filter(move |child| child.has_tag_name((namespace, name)))
}
