//! Texts as outlines (SVG 1.1, 10): `text` and `tspan`, in the fonts of the template.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use roxmltree::Node;

use super::super::drawing::{Join, Line, Matrix};
use super::css;
use super::units::{leading_number, length};
use super::{State, Walker};
use reportctl_base::choice::Cap;
use reportctl_base::path::Segment;
use reportctl_base::problem::Result;
use reportctl_fonts::{
    FaceRef, FontDefinition, FontNumber, Fonts, NamedFonts, Step, Style as FontStyle, Typesetter,
};

/// Most characters of all texts.
const MAX_CHARACTERS: usize = 50_000;

/// Longest list of families that is looked at, in bytes.
const MAX_FAMILIES: usize = 1000;

/// Stroke width that makes letters bold where there is no bold face, as a share of the size.
const BOLDER: f64 = 0.035;

/// Slant of letters where there is no italic face: the tangent of 12 degrees.
const LEAN: f64 = 0.2126;

const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// The fonts that texts of drawings are set in.
pub struct SvgFonts {
    fonts: Fonts,
    /// Fonts of the template, in their order.
    definitions: Vec<FontDefinition>,
    /// The number of the first one of each name, in small letters.
    numbers: HashMap<String, usize>,
}

static STANDARD: LazyLock<SvgFonts> = LazyLock::new(|| SvgFonts::of(Fonts::standard(), &[]));

impl SvgFonts {
    /// The standard fonts, drawn with the built-in face.
    pub fn standard() -> &'static Self {
        &STANDARD
    }

    /// The standard fonts and the fonts that a template names.
    pub fn new(named: &Arc<NamedFonts>, definitions: &[FontDefinition]) -> Self {
        Self::of(Fonts::standard().with_named(named), definitions)
    }

    fn of(fonts: Fonts, definitions: &[FontDefinition]) -> Self {
        let mut numbers = HashMap::new();
        for (number, font) in definitions.iter().enumerate() {
            numbers.entry(font.name.to_ascii_lowercase()).or_insert(number);
        }
        Self { fonts, definitions: definitions.to_vec(), numbers }
    }

    /// The fonts of the template.
    pub fn definitions(&self) -> &[FontDefinition] {
        &self.definitions
    }

    /// The first font of a list of families that the template names; else that of the document.
    fn style(&self, text: &TextStyle) -> FontStyle {
        let mut families = text.family.split(',');
        let font = families.find_map(|family| {
            let family = family.trim().trim_matches(['"', '\'']).to_ascii_lowercase();
            FontNumber::new(*self.numbers.get(&family)?)
        });
        FontStyle { font, bold: text.bold, italic: text.italic, ..FontStyle::default() }
    }
}

/// The properties of texts, which elements within take over.
#[derive(Debug, Clone)]
pub(super) struct TextStyle {
    /// A list of families.
    family: Arc<str>,
    size: f64,
    bold: bool,
    italic: bool,
    spacing: f64,
    /// Anchor: the part of a text at its place, 0 for its start, 1 for its end.
    anchor: f64,
    /// Offset below the baseline, as a share of the size.
    drop: f64,
}

impl Default for TextStyle {
    fn default() -> Self {
        Self {
            family: Arc::default(),
            size: 16.0,
            bold: false,
            italic: false,
            spacing: 0.0,
            anchor: 0.0,
            drop: 0.0,
        }
    }
}

impl TextStyle {
    /// Sets a property, if it is one of texts.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        match name {
            "font" => self.shorthand(value),
            "font-family" if value.len() <= MAX_FAMILIES => self.family = value.into(),
            "font-size" => self.size = self.length(value, self.size).unwrap_or(self.size),
            "font-weight" => {
                let heavy = leading_number(value).map(|(weight, _)| weight >= 600.0);
                self.bold = heavy.unwrap_or(matches!(value, "bold" | "bolder"));
            }
            "font-style" => self.italic = matches!(value, "italic" | "oblique"),
            "letter-spacing" => self.spacing = self.length(value, 0.0).unwrap_or_default(),
            "text-anchor" => {
                self.anchor = match value {
                    "middle" => 0.5,
                    "end" => 1.0,
                    _ => 0.0,
                };
            }
            "dominant-baseline" | "alignment-baseline" => {
                self.drop = match value {
                    "middle" | "central" => 0.35,
                    "hanging" | "text-before-edge" | "text-top" => 0.72,
                    _ => 0.0,
                };
            }
            _ => {}
        }
    }

    /// All of them in one, such as `bold 12px/1.2 Arial, sans-serif`.
    fn shorthand(&mut self, value: &str) {
        let mut rest = value;
        (self.bold, self.italic) = (false, false);
        while let Some((word, after)) = rest.trim_start().split_once(' ') {
            rest = after;
            let size = word.split('/').next().unwrap_or_default();
            match leading_number(size) {
                Some((_, unit)) if !unit.is_empty() => {
                    self.set("font-size", size);
                    return self.set("font-family", rest.trim());
                }
                Some((weight, _)) => self.bold = weight >= 600.0,
                None if word == "bold" || word == "bolder" => self.bold = true,
                None => self.italic |= matches!(word, "italic" | "oblique"),
            }
        }
    }

    /// A length that may be one of the size of the letters.
    fn length(&self, value: &str, whole: f64) -> Option<f64> {
        let (number, unit) = leading_number(value)?;
        let length = match unit.trim() {
            "em" => number * self.size,
            "ex" => number * self.size / 2.0,
            "%" => number / 100.0 * whole,
            _ => length(value, super::Viewport { width: whole, height: whole }, true)?,
        };
        Some(length).filter(|length| length.abs() <= 1e6)
    }
}

/// The places that an element gives its characters, from the first one on.
struct Places {
    /// Lists of `x`, `y`, `dx` and `dy`.
    lists: [Vec<f64>; 4],
    /// Number of characters so far.
    seen: usize,
}

/// Characters that follow each other in one style.
struct Piece {
    text: String,
    state: Arc<State>,
    /// Absolute start, if given.
    at: [Option<f64>; 2],
    moved: [f64; 2],
}

#[derive(Default)]
struct Collected {
    pieces: Vec<Piece>,
    places: Vec<Places>,
    characters: usize,
    /// The last character was a blank, so another one is left out.
    blank: bool,
}

impl<'d> Walker<'d, '_> {
    /// A `text` with everything in it.
    pub(super) fn text(&mut self, node: Node<'d, 'd>, state: &State) -> Result<()> {
        let mut inner = state.clone();
        inner.style.inherit();
        let inner = Arc::new(inner);
        let mut collected = Collected { blank: true, ..Collected::default() };
        self.collect(node, &inner, &mut collected)?;
        let Collected { mut pieces, .. } = collected;
        if let Some(last) = pieces.last_mut()
            && !keeps_blanks(node)
        {
            last.text.truncate(last.text.trim_end_matches(' ').len());
        }
        let has_lines =
            css::property(node, "text-decoration").is_some_and(|one| one.trim() != "none");
        let (mut x, mut y) = (0.0, 0.0);
        let mut rest = pieces.as_slice();
        while let Some((first, others)) = rest.split_first() {
            // A piece with an absolute start begins a new chunk, which is aligned by itself.
            let goes_on = |piece: &&Piece| piece.at == [None, None];
            let count = 1 + others.iter().take_while(goes_on).count();
            let (chunk, after) = rest.split_at(count);
            let mut set = Vec::with_capacity(count);
            let mut width = 0.0;
            for piece in chunk {
                let letters = self.letters(piece)?;
                width += letters.width + piece.moved[0];
                set.push(letters);
            }
            x = first.at[0].unwrap_or(x) - first.state.style.text.anchor * width;
            y = first.at[1].unwrap_or(y);
            for (piece, letters) in chunk.iter().zip(set) {
                x += piece.moved[0];
                y += piece.moved[1];
                let baseline = y + piece.state.style.text.drop * piece.state.style.text.size;
                if has_lines {
                    self.drop("lines along texts");
                }
                self.put_letters(node, piece, &letters, (x, baseline))?;
                x += letters.width;
            }
            rest = after;
        }
        Ok(())
    }

    fn collect(
        &mut self,
        node: Node<'d, 'd>,
        state: &Arc<State>,
        collected: &mut Collected,
    ) -> Result<()> {
        let keeps = keeps_blanks(node);
        let list = |name: &str, across: bool| -> Vec<f64> {
            let text = node.attribute(name).unwrap_or_default();
            let parts = text.split([' ', ',', '\t', '\n', '\r']).filter(|part| !part.is_empty());
            let style = &state.style.text;
            let length = |part: &str| match leading_number(part)?.1 {
                "em" | "ex" => style.length(part, 0.0),
                _ => length(part, state.viewport, across),
            };
            parts.map_while(length).collect()
        };
        let lists = [list("x", true), list("y", false), list("dx", true), list("dy", false)];
        collected.places.push(Places { lists, seen: 0 });
        for child in node.children() {
            if child.is_text() {
                self.characters(child.text().unwrap_or_default(), keeps, state, collected)?;
                continue;
            }
            self.count_elements(1)?;
            match child.tag_name().name() {
                "tspan" | "a" if state.depth < super::MAX_DEPTH => {
                    let mut inner = State::clone(state);
                    inner.depth += 1;
                    self.cascade(child, &mut inner.style)?;
                    for what in std::mem::take(&mut inner.style.dropped) {
                        self.drop(what);
                    }
                    if !inner.style.hidden {
                        self.collect(child, &Arc::new(inner), collected)?;
                    }
                }
                "textPath" => self.drop("text on a path"),
                _ => {}
            }
        }
        collected.places.pop();
        Ok(())
    }

    fn characters(
        &mut self,
        text: &str,
        keeps: bool,
        state: &Arc<State>,
        collected: &mut Collected,
    ) -> Result<()> {
        self.meter.read(text.len())?;
        let mut first = true;
        for character in text.chars() {
            let is_blank = matches!(character, ' ' | '\t' | '\n' | '\r');
            if is_blank && collected.blank && !keeps {
                continue;
            }
            collected.blank = is_blank;
            collected.characters += 1;
            if collected.characters > MAX_CHARACTERS {
                return Err(super::too_large(&format!("more than {MAX_CHARACTERS} characters")));
            }
            let mut own = [None; 4];
            for places in &mut collected.places {
                for (own, list) in own.iter_mut().zip(&places.lists) {
                    *own = list.get(places.seen).copied().or(*own);
                }
                places.seen += 1;
            }
            let [x, y, dx, dy] = own;
            if first || own.iter().any(Option::is_some) {
                let moved = [dx.unwrap_or_default(), dy.unwrap_or_default()];
                let (text, state) = (String::new(), Arc::clone(state));
                collected.pieces.push(Piece { text, state, at: [x, y], moved });
            }
            first = false;
            if let Some(piece) = collected.pieces.last_mut() {
                piece.text.push(if is_blank { ' ' } else { character });
            }
        }
        Ok(())
    }

    /// The outlines of a piece, from the start of its baseline.
    fn letters(&mut self, piece: &Piece) -> Result<Letters> {
        let mut letters = Letters::default();
        let text = &piece.state.style.text;
        if piece.text.is_empty() || text.size <= 0.0 {
            return Ok(letters);
        }
        let svg_fonts = self.svg_fonts;
        let (stack, has) = svg_fonts.fonts.styled(svg_fonts.style(text));
        let mut setter = Typesetter::new(stack);
        let Ok(line) = setter.set(&piece.text) else {
            self.drop("characters that no font has");
            return Ok(letters);
        };
        let Some(built_in) = stack.built_in() else { return Ok(letters) };
        for run in &line.runs {
            self.meter.step()?;
            let (face, own, glyphs) = match stack.face(run.face) {
                FaceRef::Face(face) => {
                    (face, has && !std::ptr::eq(face, built_in), line.glyphs_of(run).to_vec())
                }
                // Standard fonts have no outlines: the built-in face is as wide as Helvetica.
                FaceRef::Standard(_) => {
                    let glyph = |character| built_in.glyph(character).unwrap_or_default();
                    (built_in, false, line.text_of(run).chars().map(glyph).collect())
                }
            };
            letters.bolder |= text.bold && !own;
            let lean = if text.italic && !own { LEAN } else { 0.0 };
            let scale = text.size / f64::from(face.units_per_em());
            for glyph in glyphs {
                let x = letters.width;
                let place = |px: f32, py: f32| {
                    let (px, py) = (f64::from(px) * scale, f64::from(py) * scale);
                    (x + px + py * lean, -py)
                };
                outline(&face.outline(glyph), place, &mut letters.segments);
                letters.width += f64::from(face.advance(glyph)) * scale + text.spacing;
            }
        }
        Ok(letters)
    }

    fn put_letters(
        &mut self,
        node: Node<'d, 'd>,
        piece: &Piece,
        letters: &Letters,
        (x, y): (f64, f64),
    ) -> Result<()> {
        let state = &piece.state;
        if state.style.invisible || letters.segments.is_empty() {
            return Ok(());
        }
        let moved = Matrix([1.0, 0.0, 0.0, 1.0, x, y]);
        let segments = letters.segments.iter();
        let segments = segments.map(|segment| segment.map(|x, y| moved.place(x, y))).collect();
        let width = BOLDER * state.style.text.size;
        self.painted(node, state, segments, |outline| {
            if letters.bolder && outline.stroke.is_none() {
                outline.stroke = outline.fill.clone().map(|ink| Line {
                    ink,
                    width,
                    cap: Cap::Butt,
                    join: Join::Round,
                    miter_limit: 4.0,
                    dashes: Vec::new(),
                    offset: 0.0,
                });
            }
        })
    }
}

/// The outlines of some characters.
#[derive(Default)]
struct Letters {
    segments: Vec<Segment>,
    width: f64,
    /// The bold weight is synthetic.
    bolder: bool,
}

/// An outline at its place, with cubic curves alone.
fn outline(steps: &[Step], place: impl Fn(f32, f32) -> (f64, f64), out: &mut Vec<Segment>) {
    let mut pen = (0.0, 0.0);
    for step in steps {
        match *step {
            Step::Move(x, y) => {
                pen = place(x, y);
                out.push(Segment::Move(pen.0, pen.1));
            }
            Step::Line(x, y) => {
                pen = place(x, y);
                out.push(Segment::Line(pen.0, pen.1));
            }
            Step::Quadratic([cx, cy, x, y]) => {
                let (control, end) = (place(cx, cy), place(x, y));
                out.push(Segment::quadratic(pen, control, end));
                pen = end;
            }
            Step::Cubic([ax, ay, bx, by, x, y]) => {
                let ((ax, ay), (bx, by), end) = (place(ax, ay), place(bx, by), place(x, y));
                out.push(Segment::Curve([ax, ay, bx, by, end.0, end.1]));
                pen = end;
            }
            Step::Close => out.push(Segment::Close),
        }
    }
}

/// Returns true if blanks of a text are preserved.
fn keeps_blanks(node: Node<'_, '_>) -> bool {
    let mut around = node.ancestors();
    let said = around.find_map(|one| one.attribute((XML, "space")));
    said == Some("preserve")
        || css::property(node, "white-space").is_some_and(|one| one.trim().starts_with("pre"))
}
