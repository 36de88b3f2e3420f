//! Validation of data against a schema in pieces, one value after the other, within limits of time and memory.

use std::collections::HashSet;

use boon::Schemas;
use serde_json::{Map, Value as Json};

use super::{
    IN_PLACE, IN_PLACE_BY_NAME, OF_ITEMS, OF_VALUES, Pieces, SHELLS, SchemaNode, Shell, last_part,
};
use crate::templates::contract::faults::Faults;
use crate::templates::contract::origin::{ValueOrigin, decoded};
use crate::templates::contract::spelling::Spelt;
use engine::pointer::escaped;

/// Most times that a value and a part of a schema are looked at together.
const MAX_PAIRS: usize = 20_000_000;

/// Most of them that the validator goes through at once: what it collects takes a few hundred bytes
/// for each.
const MAX_PAIRS_AT_ONCE: usize = 500_000;

/// Deepest nesting of data, and longest chain of parts that apply to one value.
const MAX_DEPTH: usize = 256;
const MAX_CHAIN: usize = 64;

/// Validates data.
pub(super) fn run(
    pieces: &Pieces,
    data: &Spelt<'_>,
    schema: &Json,
    schemas: &Schemas,
    faults: &mut Faults,
) {
    let path = Vec::new();
    ValidationRun { pieces, data, schema, schemas, faults, left: MAX_PAIRS, path }.start();
}

/// Signal that the validation stopped before the end of the data.
struct TooMuch;

/// Data that is being validated.
struct ValidationRun<'r, 'f> {
    pieces: &'r Pieces,
    data: &'r Spelt<'r>,
    schema: &'r Json,
    schemas: &'r Schemas,
    faults: &'f mut Faults,
    left: usize,
    /// Place of the examined value.
    path: Vec<SchemaStep<'r>>,
}

#[derive(Clone, Copy)]
enum SchemaStep<'r> {
    Key(&'r str),
    Item(usize),
}

impl<'r> ValidationRun<'r, '_> {
    fn start(mut self) {
        let (data, root) = (self.data, self.pieces.root);
        if let Err(TooMuch) = self.value(&data.data, vec![root]) {
            let pointer = self.pointer();
            self.faults.too_much(&pointer, self.data);
        }
    }

    fn pointer(&self) -> String {
        let step = |step: &SchemaStep<'_>| match step {
            SchemaStep::Key(key) => format!("/{}", escaped(key)),
            SchemaStep::Item(index) => format!("/{index}"),
        };
        self.path.iter().map(step).collect()
    }

    fn take(&mut self, pairs: usize) -> Result<(), TooMuch> {
        self.left = self.left.checked_sub(pairs).ok_or(TooMuch)?;
        Ok(())
    }

    /// A value with the parts that apply to it. The depth is that of the data.
    fn value(&mut self, value: &'r Json, parts: Vec<usize>) -> Result<(), TooMuch> {
        if self.path.len() > MAX_DEPTH {
            return Err(TooMuch);
        }
        let pieces = self.pieces;
        // Each part once, in the order in which they are met.
        let mut seen: HashSet<usize> = HashSet::new();
        let mut all: Vec<&'r SchemaNode> = Vec::with_capacity(parts.len());
        let mut open = parts;
        open.reverse();
        while let Some(number) = open.pop() {
            if !seen.insert(number) {
                continue;
            }
            let Some(node) = pieces.nodes.get(number) else { continue };
            all.push(node);
            open.extend(node.in_place.iter().rev());
        }
        self.take(all.len())?;
        for node in &all {
            if let Some(shell) = &node.shell
                && !shell.plain.as_ref().is_some_and(|plain| plain.fits(value))
            {
                self.shell(node, shell, value)?;
            }
            if let Json::Object(object) = value
                && node.is_closed
            {
                self.take(object.len())?;
                let unknown = object.keys().filter(|key| !node.properties.contains_key(*key));
                let unknown: Vec<&str> = unknown.map(String::as_str).collect();
                if !unknown.is_empty() {
                    let (pointer, part) = (self.pointer(), self.schema.pointer(&node.pointer));
                    self.faults.unknown(&unknown, &pointer, self.data, part);
                }
            }
        }
        match value {
            Json::Object(object) => {
                for (key, value) in object {
                    let part =
                        |node: &&SchemaNode| node.properties.get(key).copied().or(node.additional);
                    let parts: Vec<usize> = all.iter().filter_map(part).collect();
                    self.inner(SchemaStep::Key(key), value, parts)?;
                }
            }
            Json::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    let part = |node: &&SchemaNode| match node.prefix.get(index) {
                        Some(part) => Some(*part),
                        None => node.items,
                    };
                    let parts: Vec<usize> = all.iter().filter_map(part).collect();
                    self.inner(SchemaStep::Item(index), item, parts)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn inner(
        &mut self,
        step: SchemaStep<'r>,
        value: &'r Json,
        parts: Vec<usize>,
    ) -> Result<(), TooMuch> {
        if parts.is_empty() {
            return Ok(());
        }
        self.path.push(step);
        self.value(value, parts)?;
        self.path.pop();
        Ok(())
    }

    /// The rest of a part goes to the validator.
    fn shell(&mut self, node: &SchemaNode, shell: &Shell, value: &'r Json) -> Result<(), TooMuch> {
        if shell.has_parts {
            let whole = self.schema.pointer(&node.pointer).unwrap_or(&Json::Null);
            let mut left = MAX_PAIRS_AT_ONCE;
            self.pairs(whole, value, (0, self.path.len()), &mut left)?;
            self.take(MAX_PAIRS_AT_ONCE - left)?;
        }
        if let Err(error) = self.schemas.validate(value, shell.index) {
            let pointer = self.pointer();
            let origin = ValueOrigin { shells: SHELLS, part: &node.pointer, place: &pointer };
            self.faults.collect(&error, &origin, self.data, self.schema);
        }
        Ok(())
    }

    /// Counts what the validator goes through at most.
    fn pairs(
        &self,
        part: &Json,
        value: &Json,
        (chain, depth): (usize, usize),
        left: &mut usize,
    ) -> Result<(), TooMuch> {
        let Json::Object(part) = part else { return Ok(()) };
        if chain > MAX_CHAIN || depth > MAX_DEPTH {
            return Err(TooMuch);
        }
        *left = left.checked_sub(1).ok_or(TooMuch)?;
        for key in ["$ref", "$dynamicRef", "$recursiveRef"] {
            let target = part.get(key).and_then(Json::as_str);
            if let Some(target) = target.and_then(|target| self.target(target)) {
                self.pairs(target, value, (chain + 1, depth), left)?;
            }
        }
        for key in IN_PLACE {
            for inner in one_or_more(part.get(key)) {
                self.pairs(inner, value, (chain + 1, depth), left)?;
            }
        }
        for key in IN_PLACE_BY_NAME {
            for inner in part.get(key).and_then(Json::as_object).into_iter().flat_map(Map::values) {
                self.pairs(inner, value, (chain + 1, depth), left)?;
            }
        }
        match value {
            Json::Object(object) => {
                let properties = part.get("properties").and_then(Json::as_object);
                let patterns = part.get("patternProperties").and_then(Json::as_object);
                let others = OF_VALUES.iter().filter_map(|key| part.get(*key));
                let others: Vec<&Json> =
                    others.chain(patterns.into_iter().flat_map(Map::values)).collect();
                for (key, value) in object {
                    let own = properties.and_then(|all| all.get(key));
                    for inner in own.into_iter().chain(others.iter().copied()) {
                        self.pairs(inner, value, (0, depth + 1), left)?;
                    }
                }
            }
            Json::Array(items) => {
                for key in OF_ITEMS.into_iter().chain(["prefixItems"]) {
                    let Some(of_items) = part.get(key) else { continue };
                    for (index, item) in items.iter().enumerate() {
                        let inner = match of_items {
                            Json::Array(each) => each.get(index),
                            one => Some(one),
                        };
                        let Some(inner) = inner else { break };
                        self.pairs(inner, item, (0, depth + 1), left)?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The part that a reference leads to, whatever it is called by.
    fn target(&self, target: &str) -> Option<&'r Json> {
        let (address, fragment) = target.split_once('#').unwrap_or((target, ""));
        let base = match address {
            "" => self.schema,
            address => self.schema.pointer(self.pieces.named.get(last_part(address))?)?,
        };
        if fragment.is_empty() || fragment.starts_with('/') {
            base.pointer(&decoded(fragment))
        } else {
            self.schema.pointer(self.pieces.named.get(fragment)?)
        }
    }
}

fn one_or_more(parts: Option<&Json>) -> impl Iterator<Item = &Json> {
    let (one, more) = match parts {
        Some(Json::Array(all)) => (None, all.as_slice()),
        one => (one, [].as_slice()),
    };
    one.into_iter().chain(more)
}
