//! A compiled module made ready for JavaScript: the glue around it.

use std::ops::Range;

use walrus::ir::Value;
use walrus::{ConstExpr, DataKind, Module as Wasm, ModuleConfig, RawCustomSection};
use wasm_bindgen_cli_support::Bindgen;

/// Where `wasm-bindgen` keeps what each macro said: pairs of a version and a description, each
/// after its length.
const DESCRIPTIONS: &str = "__wasm_bindgen_unstable";

/// Crates whose exports are not ours: the linker has left them out.
const FOREIGN: [&[u8]; 1] = [b"printpdf-"];

/// A module with its glue.
pub(super) struct Module {
    wasm: Vec<u8>,
    js: String,
    types: String,
}

impl Module {
    /// Makes the glue of a compiled module.
    ///
    /// `unused` are contents of files that are in the module and never read.
    pub(super) fn new(compiled: &[u8], name: &str, unused: &[Vec<u8>]) -> Result<Self, String> {
        let failed = |error: &dyn std::fmt::Display| format!("the module `{name}`: {error:#}");
        let mut config = ModuleConfig::new();
        config.generate_name_section(false).generate_producers_section(false);
        let mut wasm = config.parse(compiled).map_err(|error| failed(&error))?;
        remove_foreign(&mut wasm)?;
        blank_and_split(&mut wasm, unused);
        let mut bindgen = Bindgen::new();
        bindgen
            .input_module(name, wasm)
            .web(true)
            .map_err(|error| failed(&error))?
            .typescript(true)
            // Who loads the module knows where it is; a bundler must not look for it.
            .omit_default_module_path(true)
            // A trap leaves an instance in an unknown state: there must be a way to another one.
            .reset_state_function(true)
            .remove_name_section(true)
            .remove_producers_section(true);
        let mut output = bindgen.generate_output().map_err(|error| failed(&error))?;
        Ok(Self {
            js: output.js().to_owned(),
            types: output.ts().unwrap_or_default().to_owned(),
            wasm: output.wasm_mut().emit_wasm(),
        })
    }

    /// The glue and its types: name and content.
    pub(super) fn files(&self, name: &str) -> Vec<(String, Vec<u8>)> {
        vec![
            (format!("{name}.js"), self.js.clone().into_bytes()),
            (format!("{name}.d.ts"), self.types.clone().into_bytes()),
        ]
    }

    /// The module as it is.
    pub(super) fn plain(&self, name: &str) -> (String, Vec<u8>) {
        (format!("{name}.wasm"), self.wasm.clone())
    }

    /// Prints its size and gives that of its compressed form, as a browser loads it.
    pub(super) fn report(&self, name: &str) -> usize {
        let mut brotli = Vec::new();
        let parameters =
            brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 24, ..Default::default() };
        let written = brotli::BrotliCompress(&mut self.wasm.as_slice(), &mut brotli, &parameters);
        let bytes = written.unwrap_or(usize::MAX);
        println!("{name}: {} bytes, {bytes} as brotli", self.wasm.len());
        bytes
    }
}

/// Removes the descriptions of exports that are not there.
fn remove_foreign(wasm: &mut Wasm) -> Result<(), String> {
    let Some(section) = wasm.customs.remove_raw(DESCRIPTIONS) else {
        return Err("the module says nothing about its exports".to_owned());
    };
    let data = own_descriptions(&section.data).ok_or("the description of exports is cut short")?;
    wasm.customs.add(RawCustomSection { name: DESCRIPTIONS.to_owned(), data });
    Ok(())
}

/// Overwrites unused contents with zeros, and leaves long stretches of zeros out: the memory of an
/// instance is full of them.
fn blank_and_split(wasm: &mut Wasm, unused: &[Vec<u8>]) {
    let segments: Vec<_> = wasm.data.iter().map(walrus::Data::id).collect();
    for id in segments {
        let segment = wasm.data.get_mut(id);
        unused.iter().for_each(|content| blank(&mut segment.value, content));
        let DataKind::Active { memory, offset: ConstExpr::Value(Value::I32(offset)) } =
            segment.kind
        else {
            continue;
        };
        let value = std::mem::take(&mut segment.value);
        let mut parts = parts(&value).into_iter();
        // The first part takes the place of the segment, at its beginning.
        let first = parts.next().unwrap_or(0..0);
        wasm.data.get_mut(id).value = value[..first.end].to_vec();
        for part in parts {
            let start = offset + i32::try_from(part.start).unwrap_or_default();
            let offset = ConstExpr::Value(Value::I32(start));
            wasm.data.add(DataKind::Active { memory, offset }, value[part].to_vec());
        }
    }
}

/// Data between long stretches of zeros.
fn parts(value: &[u8]) -> Vec<Range<usize>> {
    const LONG: usize = 1024;
    let mut parts: Vec<Range<usize>> = Vec::new();
    for (index, _) in value.iter().enumerate().filter(|(_, byte)| **byte != 0) {
        match parts.last_mut() {
            Some(part) if index - part.end < LONG => part.end = index + 1,
            _ => parts.push(index..index + 1),
        }
    }
    parts
}

/// Overwrites a content with zeros.
fn blank(segment: &mut [u8], content: &[u8]) {
    let Some(start) = content.get(..64) else { return };
    let places =
        segment.windows(content.len()).position(|part| part.starts_with(start) && part == content);
    if let Some(place) = places {
        segment[place..place + content.len()].fill(0);
    }
}

/// The descriptions without those of other crates.
fn own_descriptions(mut data: &[u8]) -> Option<Vec<u8>> {
    let mut own = Vec::with_capacity(data.len());
    while !data.is_empty() {
        let begin = data;
        let _version = part(&mut data)?;
        let description = part(&mut data)?;
        let foreign = FOREIGN
            .iter()
            .any(|name| description.windows(name.len()).any(|window| window == *name));
        if !foreign {
            own.extend_from_slice(&begin[..begin.len() - data.len()]);
        }
    }
    Some(own)
}

/// The next part: its length in four bytes, then the part itself.
fn part<'d>(data: &mut &'d [u8]) -> Option<&'d [u8]> {
    let (length, rest) = data.split_first_chunk::<4>()?;
    let (part, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *data = rest;
    Some(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(description: &[u8]) -> Vec<u8> {
        [&b"version"[..], description]
            .iter()
            .flat_map(|part| [&(part.len() as u32).to_le_bytes()[..], part].concat())
            .collect()
    }

    #[test]
    fn contents_that_are_never_read_become_zeros() {
        let content: Vec<u8> = (1..=100).collect();
        let mut segment = [&[7; 5][..], &content, &[9; 5]].concat();
        blank(&mut segment, &content);
        assert_eq!(segment, [&[7; 5][..], &[0; 100], &[9; 5]].concat());
        blank(&mut segment, b"short");
    }

    #[test]
    fn long_stretches_of_zeros_are_left_out() {
        let value = [&[1, 0, 2][..], &[0; 2000], &[3], &[0; 100], &[4], &[0; 5000]].concat();
        assert_eq!(parts(&value), [0..3, 2003..2105]);
        assert_eq!(parts(&[0; 4000]), []);
    }

    #[test]
    fn only_foreign_descriptions_are_removed() {
        let (ours, theirs) = (pair(b"...reportctl-wasm-1f"), pair(b"...printpdf-2e..."));
        let section = [theirs.clone(), ours.clone(), theirs].concat();
        assert_eq!(own_descriptions(&section), Some(ours.clone()));
        assert_eq!(own_descriptions(&ours[..ours.len() - 1]), None);
    }
}
