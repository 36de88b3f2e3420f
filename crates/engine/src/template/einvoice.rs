//! The map of an e-invoice (spec 20.10.8): terms of EN 16931 with texts that see the data.
//!
//! Names and places of terms are known here, rules of invoices are not.

use std::sync::Arc;

use super::binding::{ListPath, list_path};
use super::read::{Context, Node};
use crate::expr::TextTemplate;
use crate::expr::value::text_of;
use crate::format::einvoice::{self, Term, term};
use crate::format::{EinvoicePreset, EinvoiceProfile, EinvoiceStandard, pdf};
use crate::suggest::nearest;
use crate::value::Value;

/// The e-invoice of a template.
pub struct Einvoice {
    /// Syntax and place of the XML.
    pub standard: EinvoiceStandard,
    pub profile: EinvoiceProfile,
    /// `true` if the map is that of a preset, with additions.
    pub has_preset: bool,
    pub map: Vec<MapEntry>,
    /// JSON pointer of the e-invoice in the template.
    pub pointer: String,
}

/// A term or a list of groups in a map. Groups that occur once are not in it: their terms are.
pub struct MapEntry {
    pub term: &'static Term,
    /// JSON pointer of the entry in the template.
    pub pointer: Arc<str>,
    pub value: MapValue,
}

/// Value of a term in a map.
pub enum MapValue {
    /// Its text.
    Text(TextTemplate),
    /// The terms of each item of a list; without a list, of one group.
    List { each: Option<ListPath>, map: Vec<MapEntry> },
}

impl Einvoice {
    /// Reads the object of a template; nothing where there is none.
    pub(super) fn read(pdf_node: &Node<'_>, context: &mut Context) -> Option<Self> {
        let node = pdf_node.extension(&pdf::EINVOICE_KEY, context)?;
        let standard = node.read(&einvoice::STANDARD, context);
        let profile = node.read(&einvoice::PROFILE, context);
        let preset: Option<EinvoicePreset> = node.read(&einvoice::PRESET, context);
        let mut map = Vec::new();
        if let Some(own) = node.extension(&einvoice::MAP, context) {
            read_map(&own, None, &mut map, context);
        }
        if standard == EinvoiceStandard::FacturX && profile == EinvoiceProfile::Peppol {
            let pointer = node.place(&einvoice::PROFILE);
            let received = node.get(einvoice::PROFILE.name);
            let expected = "a profile of Factur-X, for Peppol takes UBL (`\"standard\": \"ubl\"`)";
            context.invalid(pointer, expected, received.map_or(&Value::Null, |node| node.value));
        }
        let is_in_ubl = matches!(
            profile,
            EinvoiceProfile::En16931 | EinvoiceProfile::XRechnung | EinvoiceProfile::Peppol
        );
        if standard == EinvoiceStandard::Ubl && !is_in_ubl {
            let pointer = node.place(&einvoice::PROFILE);
            let received = node.get(einvoice::PROFILE.name);
            let expected = "`en16931`, `xrechnung` or `peppol` in UBL";
            context.invalid(pointer, expected, received.map_or(&Value::Null, |node| node.value));
        }
        if preset == Some(EinvoicePreset::Invoice) {
            let value = Value::from_json(einvoice::INVOICE).unwrap_or(Value::Null);
            let pointer = node.place(&einvoice::PRESET);
            let root = Node { value: &value, pointer: pointer.clone() };
            let mut known = Vec::new();
            read_map(&root, None, &mut known, context);
            stand_at(&mut known, &pointer.into());
            map = merged(map, known);
        }
        Some(Self { standard, profile, has_preset: preset.is_some(), map, pointer: node.pointer })
    }
}

/// Lets entries stand where the preset is named.
fn stand_at(entries: &mut [MapEntry], pointer: &Arc<str>) {
    for entry in entries {
        entry.pointer = Arc::clone(pointer);
        if let MapValue::List { map, .. } = &mut entry.value {
            stand_at(map, pointer);
        }
    }
}

/// The entries of a preset with those of the template, which win.
fn merged(own: Vec<MapEntry>, preset: Vec<MapEntry>) -> Vec<MapEntry> {
    let mut all = preset;
    for entry in own {
        let known = all.iter().position(|other| other.term == entry.term);
        match known.map(|at| all.remove(at)) {
            Some(MapEntry { value: MapValue::List { each: Some(each), map: known }, .. })
                if matches!(entry.value, MapValue::List { each: None, .. }) =>
            {
                // Additions to the terms of the list that the preset names.
                let MapValue::List { map, .. } = entry.value else { continue };
                let value = MapValue::List { each: Some(each), map: merged(map, known) };
                all.push(MapEntry { value, ..entry });
            }
            _ => all.push(entry),
        }
    }
    all
}

/// Reads the terms of a map. `list`: the group or term whose items the map sees.
fn read_map(
    node: &Node<'_>,
    list: Option<&'static Term>,
    map: &mut Vec<MapEntry>,
    context: &mut Context,
) {
    let Some(object) = node.value.as_object() else { return };
    for name in object.keys() {
        // `null` equals absent.
        let Some(value) = node.get(name) else { continue };
        if name.starts_with('_') {
            continue;
        }
        let Some(term) = term(name) else {
            let known = einvoice::TERMS.iter().map(|term| term.id);
            let meant = nearest(name, known).map(|id| format!(" (`{id}`?)")).unwrap_or_default();
            let expected = format!("under the identifier of a term or group of EN 16931{meant}");
            context.invalid(value.pointer, &expected, value.value);
            continue;
        };
        let is_group = value.value.as_object().is_some();
        if !is_group && (term.is_group() || value.value.as_array().is_some()) {
            let expected = if term.is_group() { "an object with terms" } else { "a text" };
            context.invalid(value.pointer, expected, value.value);
            continue;
        }
        if !is_in(term, list) {
            let place = match term.list() {
                Some(group) => format!("in `{}` ({})", group.id, group.name),
                None => "outside of lists".to_owned(),
            };
            context.invalid(value.pointer, &place, value.value);
            continue;
        }
        if is_group && !term.is_group() && !term.is_list() {
            context.invalid(value.pointer, "a text: the term occurs once", value.value);
            continue;
        }
        if is_group && !term.is_list() {
            read_map(&value, list, map, context);
            continue;
        }
        if map.iter().any(|entry| entry.term == term) {
            context.invalid(value.pointer, "mapped once", value.value);
            continue;
        }
        let pointer: Arc<str> = value.pointer.as_str().into();
        let value = if is_group {
            read_list(&value, term, context)
        } else {
            MapValue::Text(context.compile(&text_of(value.value), &value.pointer))
        };
        map.push(MapEntry { term, pointer, value });
    }
}

/// Reads a group, or a term, that can occur several times.
fn read_list(node: &Node<'_>, term: &'static Term, context: &mut Context) -> MapValue {
    let mut map = Vec::new();
    let is_list = node.get(einvoice::EACH.name).is_some();
    let each = node.extension(&einvoice::EACH, context);
    let each = each.map(|_| list_path(node, &einvoice::EACH, context));
    let inner = node.extension(&einvoice::GROUP_MAP, context);
    match inner {
        Some(inner) => read_map(&inner, Some(term), &mut map, context),
        None if is_list => {
            let pointer = node.place(&einvoice::GROUP_MAP);
            context.invalid(pointer, "the terms of an item", &Value::Null);
        }
        None => read_map(node, Some(term), &mut map, context),
    }
    MapValue::List { each, map }
}

/// Returns `true` if a term may be mapped where the items of `list` are seen.
fn is_in(term: &'static Term, list: Option<&'static Term>) -> bool {
    let of_list = |list: &'static Term| {
        if list.is_group() {
            return term.list() == Some(list);
        }
        let part = term.id.strip_prefix(list.id);
        part.is_some_and(|part| part.is_empty() || part.starts_with('-'))
    };
    match list {
        Some(list) => of_list(list),
        // The reason of an exemption may stand without a breakdown, which is then derived.
        None => term.list().is_none() || matches!(term.id, "BT-120" | "BT-121"),
    }
}
