//! SVG (SVG 1.1, with what SVG 2 made of it) to drawings (spec 20.6.2).
//!
//! The reader draws what browsers draw without other files: shapes, groups, `use` and `symbol`, style
//! sheets with simple selectors, gradients, clip paths, opacity, texts, pictures as data URIs. Other
//! elements are listed in [`Drawing::dropped`]. Nothing is loaded, nothing runs, and the work is bounded by
//! limits on bytes, elements, segments and nesting.

mod colors;
mod css;
mod gradient;
mod scan;
mod shape;
mod style;
mod text;
mod units;

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

use roxmltree::{Document, Node, ParsingOptions};

use super::drawing::{Drawing, Layer, Mark, Matrix, Outline, Stop};
use super::{Picture, PictureData, Reader};
use css::StyleSheet;
use reportctl_base::budget::Meter;
use reportctl_base::choice::FillRule;
use reportctl_base::path::Segment;
use reportctl_base::problem::{Code, Problem, Result};
use style::Style;
pub use text::SvgFonts;
use units::{Viewport, aspect, length, matrix, numbers};

/// Largest SVG text, in bytes.
pub const MAX_BYTES: usize = 2 * 1024 * 1024;

/// Most segments that all outlines have together.
pub const MAX_SEGMENTS: usize = 100_000;

/// Most elements that are drawn; `use` draws them again.
const MAX_ELEMENTS: usize = 100_000;

/// Deepest nesting of drawn elements.
const MAX_DEPTH: usize = 64;

/// Most nodes of the file, texts and comments among them.
const MAX_NODES: u32 = 500_000;

/// Most stops of gradients and dashes of lines that all outlines have together.
const MAX_PARTS: usize = 250_000;

/// Most bytes of attributes and declarations that are gone through, once for each time that an element
/// is drawn.
const MAX_READ: usize = 256 << 20;

/// Longest id that is referred to.
const MAX_ID: usize = 1000;

/// Memory that the XML reader takes for a node or an attribute, roughly.
const NODE: usize = 64;

const XLINK: &str = "http://www.w3.org/1999/xlink";

/// Reads SVG text.
///
/// # Errors
/// `svgUnreadable`, `imageTooLarge`, and `timeLimit` from the budget.
pub(super) fn read(text: &str, svg_fonts: &SvgFonts, meter: &Meter<'_>) -> Result<Picture> {
    if text.len() > MAX_BYTES {
        return Err(too_large(&format!("{} bytes, more than {MAX_BYTES}", text.len())));
    }
    meter.read(text.len())?;
    let text = text.trim_start_matches('\u{feff}').trim_start();
    scan::check(text)?;
    let tree = NODE * text.bytes().filter(|byte| matches!(byte, b'<' | b'=')).count();
    meter.hold(tree)?;
    let options =
        ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => too_large(&format!("more than {MAX_NODES} nodes")),
        error => unreadable(&error.to_string()),
    })?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err(unreadable("its first element is not `svg`"));
    }
    let mut walker = Walker::new(&document, svg_fonts, meter)?;
    walker.root(root)?;
    let Walker { drawing, .. } = walker;
    meter.release(tree);
    let pixels = |side: f64| side.round().clamp(1.0, f64::from(super::MAX_SIDE)) as u32;
    Ok(Picture {
        width: pixels(drawing.width),
        height: pixels(drawing.height),
        data: PictureData::Drawing(Arc::new(drawing)),
        faults: Vec::new(),
        density: None,
        orientation: super::Orientation::default(),
    })
}

pub(super) fn unreadable(why: &str) -> Problem {
    Problem::new(Code::SvgUnreadable, format!("the SVG image cannot be read: {why}"))
        .advice("export the picture again as plain SVG, or as PNG")
}

pub(super) fn too_large(what: &str) -> Problem {
    Problem::new(Code::ImageTooLarge, format!("the SVG image has {what}"))
        .advice("simplify the drawing, or export it as PNG")
}

/// Inherited state of an element.
#[derive(Clone)]
struct State {
    matrix: Matrix,
    style: Style,
    viewport: Viewport,
    depth: usize,
}

struct Walker<'d, 'm> {
    svg_fonts: &'m SvgFonts,
    meter: &'m Meter<'m>,
    by_id: HashMap<&'d str, Node<'d, 'd>>,
    sheet: StyleSheet,
    drawing: Drawing,
    /// The colours of gradients that were used, by the number of their element.
    stops: HashMap<u32, (f64, Arc<[Stop]>)>,
    /// The rules that clip paths have from outside, by the number of their element.
    clip_rules: HashMap<u32, FillRule>,
    /// The pictures that were used, and those that cannot be read.
    pictures: HashMap<u32, Option<Arc<Picture>>>,
    elements: usize,
    segments: usize,
    parts: usize,
    /// Bytes of attributes and declarations so far.
    read: Cell<usize>,
}

impl<'d, 'm> Walker<'d, 'm> {
    fn new(
        document: &'d Document<'d>,
        svg_fonts: &'m SvgFonts,
        meter: &'m Meter<'m>,
    ) -> Result<Self> {
        let mut by_id = HashMap::new();
        let mut sheet = StyleSheet::default();
        for node in document.descendants().filter(Node::is_element) {
            meter.step()?;
            if let Some(id) = node.attribute("id").filter(|id| !id.is_empty()) {
                by_id.entry(id).or_insert(node);
            }
            if node.tag_name().name() == "style" {
                node.descendants().filter_map(|child| child.text()).for_each(|css| sheet.read(css));
            }
        }
        sheet.sort();
        let drawing = Drawing {
            width: 0.0,
            height: 0.0,
            marks: Vec::new(),
            dropped: Vec::new(),
            sheet: None,
        };
        Ok(Self {
            svg_fonts,
            meter,
            by_id,
            sheet,
            drawing,
            stops: HashMap::new(),
            clip_rules: HashMap::new(),
            pictures: HashMap::new(),
            elements: 0,
            segments: 0,
            parts: 0,
            read: Cell::new(0),
        })
    }

    fn root(&mut self, root: Node<'d, 'd>) -> Result<()> {
        let whole = Viewport { width: 100.0, height: 100.0 };
        let view = view_box(root);
        let side = |name: &str, across: bool| {
            let text = root.attribute(name).map(str::trim).filter(|text| !text.ends_with('%'));
            text.and_then(|text| length(text, whole, across)).filter(|side| *side > 0.0)
        };
        let (width, height) = (side("width", true), side("height", false));
        let (width, height) = match (width, height, view) {
            (Some(width), Some(height), _) => (width, height),
            (Some(width), None, Some([_, _, w, h])) => (width, width * h / w),
            (None, Some(height), Some([_, _, w, h])) => (height * w / h, height),
            (None, None, Some([_, _, w, h])) => (w, h),
            (width, height, None) => (width.unwrap_or(300.0), height.unwrap_or(150.0)),
        };
        let sound = |side: f64| (1e-3..=1e6).contains(&side);
        if !sound(width) || !sound(height) {
            return Err(unreadable("it has no size that can be printed"));
        }
        (self.drawing.width, self.drawing.height) = (width, height);
        let (fit, viewport) = match view {
            Some(view) => {
                let into = [0.0, 0.0, width, height];
                (aspect(root, view, into), Viewport { width: view[2], height: view[3] })
            }
            None => (Matrix::IDENTITY, Viewport { width, height }),
        };
        let state = State { matrix: fit, style: Style::default(), viewport, depth: 0 };
        self.group(root, &state)
    }

    fn drop(&mut self, what: &'static str) {
        if !self.drawing.dropped.contains(&what) {
            self.drawing.dropped.push(what);
        }
    }

    /// The element that an attribute refers to within the file.
    fn target(&self, node: Node<'d, 'd>) -> Option<Node<'d, 'd>> {
        let href = href(node)?.trim();
        self.by_id.get(href.strip_prefix('#')?).copied()
    }

    fn children(&mut self, node: Node<'d, 'd>, state: &State) -> Result<()> {
        for child in node.children().filter(Node::is_element) {
            self.element(child, state)?;
        }
        Ok(())
    }

    fn element(&mut self, node: Node<'d, 'd>, around: &State) -> Result<()> {
        self.count_elements(1)?;
        if around.depth >= MAX_DEPTH {
            return Err(too_large(&format!("elements nested more than {MAX_DEPTH} deep")));
        }
        let name = node.tag_name().name();
        match name {
            "g" | "a" | "svg" | "use" | "switch" | "image" | "text" | "foreignObject" => {}
            "path" | "rect" | "circle" | "ellipse" | "line" | "polyline" | "polygon" => {}
            _ => return Ok(()),
        }
        let mut state = around.clone();
        state.depth += 1;
        self.cascade(node, &mut state.style)?;
        if state.style.hidden {
            return Ok(());
        }
        if let Some(own) = node.attribute("transform").map(matrix) {
            state.matrix = state.matrix.after(own);
        }
        if !state.matrix.is_finite() || state.matrix.determinant() == 0.0 {
            return Ok(());
        }
        for what in std::mem::take(&mut state.style.dropped) {
            self.drop(what);
        }
        match name {
            "text" => return self.layered(node, &state, Self::text),
            "foreignObject" => self.drop("foreignObject"),
            "image" => return self.layered(node, &state, Self::picture),
            "use" => return self.layered(node, &state, Self::reference),
            "svg" => return self.layered(node, &state, Self::inner),
            "switch" => return self.layered(node, &state, Self::switch),
            "g" | "a" => return self.layered(node, &state, Self::children),
            _ => return self.shape(node, &state),
        }
        Ok(())
    }

    /// The content of the outermost element, whose own opacity and clip count as well.
    fn group(&mut self, node: Node<'d, 'd>, state: &State) -> Result<()> {
        let mut state = state.clone();
        self.cascade(node, &mut state.style)?;
        if state.style.hidden {
            return Ok(());
        }
        for what in std::mem::take(&mut state.style.dropped) {
            self.drop(what);
        }
        self.layered(node, &state, Self::children)
    }

    /// Counts elements that are gone through.
    fn count_elements(&mut self, elements: usize) -> Result<()> {
        self.elements += elements;
        self.meter.steps(elements)?;
        if self.elements <= MAX_ELEMENTS {
            Ok(())
        } else {
            Err(too_large(&format!("more than {MAX_ELEMENTS} elements")))
        }
    }

    /// Counts stops of gradients and dashes that are drawn.
    fn count_parts(&mut self, parts: usize) -> Result<()> {
        self.parts += parts;
        if self.parts <= MAX_PARTS {
            Ok(())
        } else {
            Err(too_large(&format!("more than {MAX_PARTS} colours of gradients and dashes")))
        }
    }

    /// Counts the bytes of an element that is gone through, which `use` makes many times those of the
    /// file.
    fn spend(&self, bytes: usize) -> Result<()> {
        let read = self.read.get().saturating_add(bytes);
        self.read.set(read);
        self.meter.read(bytes)?;
        if read <= MAX_READ {
            Ok(())
        } else {
            Err(too_large("long attributes of elements that are drawn many times"))
        }
    }

    /// Counts the attributes of an element.
    fn spend_attributes(&self, node: Node<'d, 'd>) -> Result<()> {
        const NAME: usize = 16;
        self.spend(node.attributes().map(|one| NAME + one.value().len()).sum())
    }

    /// Sets the properties of an element, and counts what is gone through for them.
    fn cascade(&self, node: Node<'d, 'd>, style: &mut Style) -> Result<()> {
        self.spend_attributes(node)?;
        style.begin();
        for attribute in node.attributes().filter(|one| one.namespace().is_none()) {
            style.set(attribute.name(), attribute.value(), true);
        }
        let (declarations, bytes) = self.sheet.of(node);
        self.spend(bytes)?;
        for (name, value) in declarations {
            style.set(name, value, false);
        }
        for (name, value) in css::declarations(node.attribute("style").unwrap_or_default()) {
            style.set(name, value, false);
        }
        style.end();
        Ok(())
    }

    /// Draws what an element holds as one, if it has an opacity or a clip path of its own.
    fn layered(
        &mut self,
        node: Node<'d, 'd>,
        state: &State,
        draw: impl FnOnce(&mut Self, Node<'d, 'd>, &State) -> Result<()>,
    ) -> Result<()> {
        let start = self.drawing.marks.len();
        let layers = self.layers(node, state)?;
        let Some(layers) = layers else { return Ok(()) };
        let count = layers.len();
        self.drawing.marks.extend(layers.into_iter().map(Mark::Begin));
        draw(self, node, state)?;
        if self.drawing.marks.len() == start + count {
            self.drawing.marks.truncate(start);
        } else {
            self.drawing.marks.extend((0..count).map(|_| Mark::End));
        }
        Ok(())
    }

    /// The layers that an element needs; nothing where nothing of it is seen.
    fn layers(&mut self, node: Node<'d, 'd>, state: &State) -> Result<Option<Vec<Layer>>> {
        let mut layers = Vec::new();
        let opacity = state.style.opacity;
        if opacity <= 0.0 {
            return Ok(None);
        }
        if opacity < 1.0 {
            layers.push(Layer { opacity, clip: None });
        }
        let mut clip = state.style.clip_path.clone();
        // A clip path may itself be clipped.
        while let Some(id) = clip.take() {
            if layers.len() > 8 {
                return Err(unreadable("its clip paths refer to each other"));
            }
            let Some(path) = self.by_id.get(&*id).copied() else { break };
            if path.tag_name().name() != "clipPath" {
                break;
            }
            let outline = self.clip_outline(path, node, state)?;
            if outline.0.is_empty() {
                return Ok(None);
            }
            layers.push(Layer { opacity: 1.0, clip: Some(outline) });
            clip = css::property(path, "clip-path").and_then(fragment).map(Arc::from);
        }
        Ok(Some(layers))
    }

    /// The outline of a clip path, in the coordinates of the drawing.
    fn clip_outline(
        &mut self,
        path: Node<'d, 'd>,
        of: Node<'d, 'd>,
        state: &State,
    ) -> Result<(Vec<Segment>, FillRule)> {
        self.spend_attributes(path)?;
        let mut base = state.matrix;
        if path.attribute("clipPathUnits") == Some("objectBoundingBox") {
            let around = self.bounds(of, state)?;
            let Some([left, top, width, height]) = around else {
                return Ok((Vec::new(), FillRule::NonZero));
            };
            base = base.after(Matrix([width, 0.0, 0.0, height, left, top]));
        }
        if let Some(own) = path.attribute("transform").map(matrix) {
            base = base.after(own);
        }
        let mut all = Vec::new();
        let inherited = self.inherited_clip_rule(path)?;
        let mut rule = FillRule::NonZero;
        let mut parts = 0;
        for child in path.children().filter(Node::is_element) {
            self.count_elements(1)?;
            let mut placed = base;
            let mut node = child;
            let mut style = Style { clip_rule: inherited, ..Style::default() };
            if node.tag_name().name() == "use" {
                self.cascade(node, &mut style)?;
                if style.hidden {
                    continue;
                }
                if let Some(own) = node.attribute("transform").map(matrix) {
                    placed = placed.after(own);
                }
                let side = |name: &str, across: bool| {
                    let text = node.attribute(name).unwrap_or("0");
                    length(text, state.viewport, across).unwrap_or_default()
                };
                let moved = [1.0, 0.0, 0.0, 1.0, side("x", true), side("y", false)];
                placed = placed.after(Matrix(moved));
                match self.target(node) {
                    Some(target) => node = target,
                    None => continue,
                }
            }
            if node.tag_name().name() == "text" {
                self.drop("text in a clip path");
                continue;
            }
            let is_clipped = style.clip_path.is_some();
            self.cascade(node, &mut style)?;
            if style.hidden || style.invisible {
                continue;
            }
            if is_clipped || style.clip_path.is_some() {
                self.drop("clip paths of parts of clip paths");
            }
            if let Some(own) = node.attribute("transform").map(matrix) {
                placed = placed.after(own);
            }
            let segments = shape::segments(node, state.viewport);
            self.count(segments.len())?;
            if segments.is_empty() {
                continue;
            }
            parts += 1;
            rule = style.clip_rule;
            all.extend(segments.into_iter().map(|segment| segment.map(|x, y| placed.place(x, y))));
        }
        // The rule of one part says nothing of several that overlap.
        Ok((all, if parts == 1 { rule } else { FillRule::NonZero }))
    }

    /// The `clip-rule` that the parts of a clip path take over from it and the elements around it.
    fn inherited_clip_rule(&mut self, path: Node<'d, 'd>) -> Result<FillRule> {
        let key = path.id().get();
        if let Some(known) = self.clip_rules.get(&key) {
            return Ok(*known);
        }
        let around: Vec<_> = path.ancestors().filter(Node::is_element).collect();
        let mut style = Style::default();
        for node in around.into_iter().rev() {
            self.meter.step()?;
            self.cascade(node, &mut style)?;
        }
        self.clip_rules.insert(key, style.clip_rule);
        Ok(style.clip_rule)
    }

    /// The box around what an element draws, in its own coordinates.
    fn bounds(&mut self, node: Node<'d, 'd>, state: &State) -> Result<Option<[f64; 4]>> {
        let mut around: Option<[f64; 4]> = None;
        let mut open = vec![(node, Matrix::IDENTITY, 0)];
        while let Some((node, placed, depth)) = open.pop() {
            if depth > MAX_DEPTH {
                return Err(too_large(&format!("elements nested more than {MAX_DEPTH} deep")));
            }
            self.spend_attributes(node)?;
            let segments = shape::segments(node, state.viewport);
            self.meter.steps(segments.len() / 8)?;
            let moved = segments.into_iter().map(|segment| segment.map(|x, y| placed.place(x, y)));
            around = shape::joined(around, shape::bounds(moved));
            let target = if node.tag_name().name() == "use" { self.target(node) } else { None };
            for child in node.children().filter(Node::is_element).chain(target) {
                self.count_elements(1)?;
                let own = child.attribute("transform").map_or(Matrix::IDENTITY, matrix);
                open.push((child, placed.after(own), depth + 1));
            }
        }
        Ok(around.map(|[left, top, right, bottom]| [left, top, right - left, bottom - top]))
    }

    fn count(&mut self, segments: usize) -> Result<()> {
        self.segments += segments;
        self.meter.steps(segments / 8)?;
        if self.segments <= MAX_SEGMENTS {
            Ok(())
        } else {
            Err(too_large(&format!("more than {MAX_SEGMENTS} segments")))
        }
    }

    fn shape(&mut self, node: Node<'d, 'd>, state: &State) -> Result<()> {
        if state.style.invisible {
            return Ok(());
        }
        let segments = shape::segments(node, state.viewport);
        // A line has no area.
        let is_line = node.tag_name().name() == "line";
        self.painted(node, state, segments, |outline| {
            outline.fill.take_if(|_| is_line);
        })
    }

    /// Fills and strokes an outline; `change` has the last word on how.
    fn painted(
        &mut self,
        node: Node<'d, 'd>,
        state: &State,
        segments: Vec<Segment>,
        change: impl FnOnce(&mut Outline),
    ) -> Result<()> {
        if segments.is_empty() {
            return Ok(());
        }
        self.count(segments.len())?;
        let around = shape::bounds(segments.iter().copied());
        let fill = self.ink(&state.style.fill, state.style.fill_opacity, state, around)?;
        let stroke = self.line(state, around)?;
        let mut outline = Outline {
            segments,
            matrix: Some(state.matrix),
            fill,
            rule: state.style.fill_rule,
            stroke,
        };
        change(&mut outline);
        if outline.fill.is_none() && outline.stroke.is_none() {
            return Ok(());
        }
        gradient::settle(&mut outline);
        // One paint alone is painted through as itself.
        let mut alone = state.clone();
        if let (Some(ink), None) | (None, Some(ink)) =
            (outline.fill.as_mut(), outline.stroke.as_mut().map(|line| &mut line.ink))
        {
            ink.opacity *= alone.style.opacity.clamp(0.0, 1.0);
            if alone.style.opacity > 0.0 {
                alone.style.opacity = 1.0;
            }
        }
        self.layered(node, &alone, |walker, _, _| {
            walker.drawing.marks.push(Mark::Outline(Box::new(outline)));
            Ok(())
        })
    }

    /// A `use`: the element that it refers to, once more.
    fn reference(&mut self, node: Node<'d, 'd>, state: &State) -> Result<()> {
        let Some(target) = self.target(node) else {
            if href(node).is_some_and(|href| !href.trim().starts_with('#')) {
                self.drop("references to other files");
            }
            return Ok(());
        };
        let side = |name: &str, across: bool| {
            node.attribute(name).and_then(|text| length(text, state.viewport, across))
        };
        let mut inner = state.clone();
        inner.style.inherit();
        let (x, y) = (side("x", true).unwrap_or_default(), side("y", false).unwrap_or_default());
        inner.matrix = inner.matrix.after(Matrix([1.0, 0.0, 0.0, 1.0, x, y]));
        match target.tag_name().name() {
            "symbol" | "svg" => {
                let size = (side("width", true), side("height", false));
                self.cascade(target, &mut inner.style)?;
                if inner.style.hidden {
                    return Ok(());
                }
                inner.depth += 1;
                for what in std::mem::take(&mut inner.style.dropped) {
                    self.drop(what);
                }
                self.layered(target, &inner, |walker, target, inner| {
                    walker.framed(target, inner, (0.0, 0.0), size)
                })
            }
            _ => self.element(target, &inner),
        }
    }

    /// An `svg` within the drawing.
    fn inner(&mut self, node: Node<'d, 'd>, state: &State) -> Result<()> {
        let side = |name: &str, across: bool| {
            node.attribute(name).and_then(|text| length(text, state.viewport, across))
        };
        let at = (side("x", true).unwrap_or_default(), side("y", false).unwrap_or_default());
        self.framed(node, state, at, (side("width", true), side("height", false)))
    }

    /// The content of an element that has a coordinate system of its own, cut off at its frame.
    fn framed(
        &mut self,
        node: Node<'d, 'd>,
        state: &State,
        (x, y): (f64, f64),
        (width, height): (Option<f64>, Option<f64>),
    ) -> Result<()> {
        if self.elements > MAX_ELEMENTS || state.depth >= MAX_DEPTH {
            return Err(too_large(&format!("elements nested more than {MAX_DEPTH} deep")));
        }
        let own = |name: &str, across: bool| {
            node.attribute(name).and_then(|text| length(text, state.viewport, across))
        };
        let width = width.or_else(|| own("width", true)).unwrap_or(state.viewport.width);
        let height = height.or_else(|| own("height", false)).unwrap_or(state.viewport.height);
        if width <= 0.0 || height <= 0.0 {
            return Ok(());
        }
        let mut inner = state.clone();
        inner.style.inherit();
        let frame = shape::rectangle(x, y, width, height);
        let frame: Vec<Segment> =
            frame.map(|one| one.map(|x, y| state.matrix.place(x, y))).to_vec();
        match view_box(node) {
            Some(view) => {
                inner.matrix = inner.matrix.after(aspect(node, view, [x, y, width, height]));
                inner.viewport = Viewport { width: view[2], height: view[3] };
            }
            None => {
                inner.matrix = inner.matrix.after(Matrix([1.0, 0.0, 0.0, 1.0, x, y]));
                inner.viewport = Viewport { width, height };
            }
        }
        let visible = css::property(node, "overflow").is_some_and(|one| one.trim() == "visible");
        let start = self.drawing.marks.len();
        if !visible {
            let clip = Some((frame, FillRule::NonZero));
            self.drawing.marks.push(Mark::Begin(Layer { opacity: 1.0, clip }));
        }
        self.children(node, &inner)?;
        match (visible, self.drawing.marks.len() - start) {
            (true, _) => {}
            (false, 1) => self.drawing.marks.truncate(start),
            (false, _) => self.drawing.marks.push(Mark::End),
        }
        Ok(())
    }

    /// The first of several alternatives that asks for nothing special.
    fn switch(&mut self, node: Node<'d, 'd>, state: &State) -> Result<()> {
        let asks = |one: &Node<'_, '_>| {
            one.has_attribute("requiredExtensions") || one.has_attribute("systemLanguage")
        };
        let mut children = node.children().filter(Node::is_element);
        let chosen = children.find(|one| !asks(one) && one.tag_name().name() != "foreignObject");
        chosen.map_or(Ok(()), |chosen| self.element(chosen, state))
    }

    fn picture(&mut self, node: Node<'d, 'd>, state: &State) -> Result<()> {
        if state.style.invisible {
            return Ok(());
        }
        let Some(href) = href(node) else { return Ok(()) };
        let href = href.trim();
        if !href.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
            self.drop("pictures in other files");
            return Ok(());
        }
        let key = node.id().get();
        let picture = match self.pictures.get(&key) {
            Some(known) => known.clone(),
            None => {
                let picture = match Reader::default().decode(href, self.meter) {
                    Ok(picture) => Some(Arc::new(picture)),
                    Err(problem) if problem.is_of_budget() => return Err(problem),
                    Err(_) => None,
                };
                self.pictures.insert(key, picture.clone());
                picture
            }
        };
        let Some(picture) = picture else {
            self.drop("pictures that are neither PNG nor JPEG");
            return Ok(());
        };
        let side = |name: &str, across: bool| {
            node.attribute(name).and_then(|text| length(text, state.viewport, across))
        };
        let own = (f64::from(picture.width), f64::from(picture.height));
        let (x, y) = (side("x", true).unwrap_or_default(), side("y", false).unwrap_or_default());
        let (width, height) = match (side("width", true), side("height", false)) {
            (Some(width), Some(height)) => (width, height),
            (Some(width), None) => (width, width * own.1 / own.0),
            (None, Some(height)) => (height * own.0 / own.1, height),
            (None, None) => own,
        };
        if width <= 0.0 || height <= 0.0 {
            return Ok(());
        }
        let fit = aspect(node, [0.0, 0.0, own.0, own.1], [x, y, width, height]);
        let square = Matrix([own.0, 0.0, 0.0, own.1, 0.0, 0.0]);
        let sliced = node.attribute("preserveAspectRatio").is_some_and(|one| one.contains("slice"));
        if sliced {
            let frame = shape::rectangle(x, y, width, height);
            let frame = frame.map(|one| one.map(|x, y| state.matrix.place(x, y))).to_vec();
            let clip = Some((frame, FillRule::NonZero));
            self.drawing.marks.push(Mark::Begin(Layer { opacity: 1.0, clip }));
        }
        let placed = state.matrix.after(fit).after(square);
        self.drawing.marks.push(Mark::Pixels(placed, picture));
        if sliced {
            self.drawing.marks.push(Mark::End);
        }
        Ok(())
    }
}

fn href<'d>(node: Node<'d, 'd>) -> Option<&'d str> {
    node.attribute("href").or_else(|| node.attribute((XLINK, "href")))
}

/// The id in `url(#id)`, perhaps in quotes; nothing for one that is too long to be meant.
fn fragment(value: &str) -> Option<&str> {
    let inner = value.trim().strip_prefix("url(")?.split(')').next()?;
    let id = inner.trim().trim_matches(['"', '\'']).strip_prefix('#');
    id.filter(|id| id.len() <= MAX_ID)
}

fn view_box(node: Node<'_, '_>) -> Option<[f64; 4]> {
    match *numbers(node.attribute("viewBox")?) {
        [x, y, width, height] if width > 0.0 && height > 0.0 => Some([x, y, width, height]),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
