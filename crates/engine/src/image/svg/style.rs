//! The properties of an element: its own, and those that it takes over.

use super::super::drawing::Join;
use super::colors;
use super::text::TextStyle;
use super::units::leading_number;
use crate::format::color::Color;
use crate::format::{Cap, FillRule};

/// What fills an area or colours a line.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Fill {
    None,
    Current,
    Color(Color, f64),
    /// An element of the file by its URL, and what stands in for it.
    Url(String, Option<Box<Self>>),
}

impl Fill {
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        match text {
            "none" => return Some(Self::None),
            "currentColor" | "currentcolor" => return Some(Self::Current),
            _ => {}
        }
        if text.starts_with("url(") {
            let (url, other) = text.split_once(')')?;
            let other = Self::parse(other.trim()).filter(|_| !other.trim().is_empty());
            return Some(Self::Url(format!("{url})"), other.map(Box::new)));
        }
        colors::parse(text).map(|(color, opacity)| Self::Color(color, opacity))
    }
}

/// The properties of an element.
#[derive(Debug, Clone)]
pub(super) struct Style {
    pub(super) fill: Fill,
    pub(super) fill_opacity: f64,
    pub(super) fill_rule: FillRule,
    pub(super) clip_rule: FillRule,
    pub(super) stroke: Fill,
    pub(super) stroke_opacity: f64,
    pub(super) stroke_width: String,
    pub(super) cap: Cap,
    pub(super) join: Join,
    pub(super) miter_limit: f64,
    pub(super) dashes: String,
    pub(super) dash_offset: String,
    pub(super) color: Color,
    pub(super) invisible: bool,
    pub(super) text: TextStyle,
    // Not taken over.
    pub(super) hidden: bool,
    pub(super) opacity: f64,
    pub(super) clip_path: Option<String>,
    /// What is asked for and not drawn.
    pub(super) dropped: Vec<&'static str>,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            fill: Fill::Color(Color::BLACK, 1.0),
            fill_opacity: 1.0,
            fill_rule: FillRule::NonZero,
            clip_rule: FillRule::NonZero,
            stroke: Fill::None,
            stroke_opacity: 1.0,
            stroke_width: "1".to_owned(),
            cap: Cap::Butt,
            join: Join::Miter,
            miter_limit: 4.0,
            dashes: String::new(),
            dash_offset: String::new(),
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
            "stroke-width" => value.clone_into(&mut self.stroke_width),
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
            "stroke-dasharray" => match value {
                "none" => self.dashes.clear(),
                _ => value.clone_into(&mut self.dashes),
            },
            "stroke-dashoffset" => value.clone_into(&mut self.dash_offset),
            "color" => self.color = colors::parse(value).map_or(self.color, |(color, _)| color),
            "visibility" => self.invisible = value != "visible",
            "display" => self.hidden = value == "none",
            "clip-path" => {
                self.clip_path = (value != "none").then(|| value.to_owned());
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

/// A share as a number or a percentage, from 0 to 1.
pub(super) fn part(text: &str) -> Option<f64> {
    let (number, unit) = leading_number(text.trim())?;
    let number = if unit.starts_with('%') { number / 100.0 } else { number };
    Some(number.clamp(0.0, 1.0))
}
