//! A limit to elements that occur again in their parent. The library compares them with each other, so that their
//! number counts twice.

use std::collections::{HashMap, HashSet};

use engine::format::einvoice::TERMS;
use engine::problem::Problem;
use roxmltree::{Document, Node};

use super::codes::EINVOICE_UNREADABLE;
use super::elements::{decoded, options};

/// Most elements that occur again where one is usual, and most items of a list other than lines.
const MAX_REPEATS: usize = 2000;

/// Lines of an invoice, of which there may be any number.
const LINES: [&str; 3] = ["IncludedSupplyChainTradeLineItem", "InvoiceLine", "CreditNoteLine"];

/// The refusal of an invoice with more such elements than are looked at; nothing for what is no XML.
pub(super) fn excess(xml: &[u8]) -> Option<Problem> {
    let text = decoded(xml)?;
    let document = Document::parse_with_options(&text, options()).ok()?;
    let lists: HashSet<String> = TERMS
        .iter()
        .filter(|term| term.is_list() && term.is_group())
        .flat_map(|term| [term.cii(), term.ubl()])
        .filter_map(|path| path.rsplit([':', '/']).next().map(str::to_owned))
        .collect();
    let mut repeats = 0;
    for parent in document.root_element().descendants().filter(Node::is_element) {
        let mut times: HashMap<&str, usize> = HashMap::new();
        for child in parent.children().filter(Node::is_element) {
            let name = child.tag_name().name();
            let time = times.entry(name).or_default();
            *time += 1;
            if *time == 1 || LINES.contains(&name) {
                continue;
            }
            let is_item = child.has_children() && lists.contains(name);
            if !is_item {
                repeats += 1;
            }
            if repeats > MAX_REPEATS || *time > MAX_REPEATS {
                return Some(refusal(child));
            }
        }
    }
    None
}

fn refusal(element: Node<'_, '_>) -> Problem {
    let name = element.tag_name().name();
    let message = format!(
        "more than {MAX_REPEATS} elements occur again beside others of their name, the last one is `{name}`"
    );
    Problem::new(EINVOICE_UNREADABLE, message)
        .detail("element", name)
        .advice("give an invoice in which only lines occur so many times")
}
