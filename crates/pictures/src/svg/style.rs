//! The properties of an element: its own, and those that it takes over.

use std::sync::Arc;

use super::super::drawing::Join;
use super::colors;
use super::fragment;
use super::text::TextStyle;
use super::units::{Length, leading_number};
use reportctl_base::choice::{Cap, FillRule};
use reportctl_base::color::Color;

/// Most dashes and gaps of a line; drawings have a few.
pub(super) const MAX_DASHES: usize = 256;

/// A colour, or none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Plain {
    None,
    Current,
    Color(Color, f64),
}

impl Plain {
    fn parse(text: &str) -> Option<Self> {
        match text.trim() {
            "none" => Some(Self::None),
            "currentColor" | "currentcolor" => Some(Self::Current),
            text => colors::parse(text).map(|(color, opacity)| Self::Color(color, opacity)),
        }
    }
}

/// Paint of an area or a line.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Fill {
    Plain(Plain),
    /// An element of the file by its id, and what stands in for it.
    Url(Arc<str>, Plain),
}

impl Fill {
    pub(super) const NONE: Self = Self::Plain(Plain::None);

    /// Parses a paint. The fallback of a reference is a colour or `none`, never another reference
    /// (SVG 2, 13.2).
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.starts_with("url(") {
            let (url, other) = text.split_once(')')?;
            let id = fragment(url).unwrap_or_default();
            return Some(Self::Url(id.into(), Plain::parse(other).unwrap_or(Plain::None)));
        }
        Plain::parse(text).map(Self::Plain)
    }
}

/// The properties of an element. Elements within take them over, so a copy must cost little whatever
/// the file holds: long values are shared, or are not kept.
#[derive(Debug, Clone)]
pub(super) struct Style {
    pub(super) fill: Fill,
    pub(super) fill_opacity: f64,
    pub(super) fill_rule: FillRule,
    pub(super) clip_rule: FillRule,
    pub(super) stroke: Fill,
    pub(super) stroke_opacity: f64,
    /// Nothing where it cannot be read.
    pub(super) stroke_width: Option<Length>,
    pub(super) cap: Cap,
    pub(super) join: Join,
    pub(super) miter_limit: f64,
    /// Empty: no gaps.
    pub(super) dashes: Arc<[Length]>,
    pub(super) dash_offset: Option<Length>,
    pub(super) color: Color,
    pub(super) invisible: bool,
    pub(super) text: TextStyle,
    // Not taken over.
    pub(super) hidden: bool,
    pub(super) opacity: f64,
    /// An element of the file by its id.
    pub(super) clip_path: Option<Arc<str>>,
    /// Features that are used and not drawn.
    pub(super) dropped: Vec<&'static str>,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            fill: Fill::Plain(Plain::Color(Color::BLACK, 1.0)),
            fill_opacity: 1.0,
            fill_rule: FillRule::NonZero,
            clip_rule: FillRule::NonZero,
            stroke: Fill::NONE,
            stroke_opacity: 1.0,
            stroke_width: Length::parse("1"),
            cap: Cap::Butt,
            join: Join::Miter,
            miter_limit: 4.0,
            dashes: Arc::default(),
            dash_offset: None,
            color: Color::BLACK,
            invisible: false,
            text: TextStyle::default(),
            hidden: false,
            opacity: 1.0,
            clip_path: None,
            dropped: Vec::new(),
        }
    }
}

impl Style {
    /// Leaves only what elements within take over.
    pub(super) fn inherit(&mut self) {
        self.hidden = false;
        self.opacity = 1.0;
        self.clip_path = None;
        self.dropped.clear();
    }

    /// Before the properties of an element are set.
    pub(super) fn begin(&mut self) {
        self.inherit();
    }

    /// After them: values that stand for others.
    pub(super) fn end(&mut self) {
        self.opacity = self.opacity.clamp(0.0, 1.0);
    }

    /// Sets a property; `attribute` where it is one, whose names are those of all attributes.
    pub(super) fn set(&mut self, name: &str, value: &str, attribute: bool) {
        let value = value.trim();
        if value == "inherit" || value.is_empty() {
            return;
        }
        let rule = |old: FillRule| match value {
            "evenodd" => FillRule::EvenOdd,
            "nonzero" => FillRule::NonZero,
            _ => old,
        };
        match name {
            "fill" => self.fill = Fill::parse(value).unwrap_or_else(|| self.fill.clone()),
            "stroke" => self.stroke = Fill::parse(value).unwrap_or_else(|| self.stroke.clone()),
            "fill-opacity" => self.fill_opacity = part(value).unwrap_or(self.fill_opacity),
            "stroke-opacity" => self.stroke_opacity = part(value).unwrap_or(self.stroke_opacity),
            "opacity" => self.opacity = part(value).unwrap_or(self.opacity),
            "fill-rule" => self.fill_rule = rule(self.fill_rule),
            "clip-rule" => self.clip_rule = rule(self.clip_rule),
            "stroke-width" => self.stroke_width = Length::parse(value),
            "stroke-linecap" => {
                self.cap = match value {
                    "butt" => Cap::Butt,
                    "round" => Cap::Round,
                    "square" => Cap::Square,
                    _ => self.cap,
                };
            }
            "stroke-linejoin" => {
                self.join = match value {
                    "round" => Join::Round,
                    "bevel" => Join::Bevel,
                    _ => Join::Miter,
                };
            }
            "stroke-miterlimit" => {
                let limit = leading_number(value).map(|(limit, _)| limit);
                self.miter_limit = limit.filter(|limit| *limit >= 1.0).unwrap_or(self.miter_limit);
            }
            "stroke-dasharray" => {
                self.dashes = dashes(value).unwrap_or_default();
                if self.dashes.len() > MAX_DASHES {
                    self.dashes = Arc::default();
                    self.dropped.push("long lists of dashes");
                }
            }
            "stroke-dashoffset" => self.dash_offset = Length::parse(value),
            "color" => self.color = colors::parse(value).map_or(self.color, |(color, _)| color),
            "visibility" => self.invisible = value != "visible",
            "display" => self.hidden = value == "none",
            "clip-path" => {
                self.clip_path =
                    (value != "none").then(|| fragment(value).unwrap_or_default().into());
            }
            "filter" if value != "none" => self.dropped.push("filter"),
            "mask" | "mask-image" if value != "none" => self.dropped.push("mask"),
            "mix-blend-mode" if value != "normal" => self.dropped.push("blend mode"),
            "marker" | "marker-start" | "marker-mid" | "marker-end" if value != "none" => {
                self.dropped.push("marker");
            }
            "vector-effect" if value != "none" => self.dropped.push("vector effect"),
            "transform" if !attribute => self.dropped.push("transform in a style"),
            _ => self.text.set(name, value),
        }
    }
}

/// The dashes and gaps of a line, one more at most than it may have; nothing where one of them is no
/// length.
fn dashes(value: &str) -> Option<Arc<[Length]>> {
    let lengths = value.split([',', ' ', '\t', '\n']).filter(|text| !text.is_empty());
    lengths
        .take(MAX_DASHES + 1)
        .map(|text| Length::parse(text).filter(Length::is_no_less_than_0))
        .collect()
}

/// A share as a number or a percentage, from 0 to 1.
pub(super) fn part(text: &str) -> Option<f64> {
    let (number, unit) = leading_number(text.trim())?;
    let number = if unit.starts_with('%') { number / 100.0 } else { number };
    Some(number.clamp(0.0, 1.0))
}
