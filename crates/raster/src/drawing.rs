//! Drawings made of lines and areas as pixels.

use reportctl_engine::draw::Segment;
use reportctl_engine::format::{Cap, FillRule as Rule};
use reportctl_engine::image::Picture;
use reportctl_engine::image::drawing::{
    Drawing, GradientGeometry, Ink, Join, Layer, Line, Mark, Matrix, Outline, Paint as Colors,
};
use tiny_skia::{
    Color, FillRule, FilterQuality, GradientStop, LineCap, LineJoin, LinearGradient, Mask, Paint,
    Path, PathBuilder, Pixmap, PixmapPaint, PixmapRef, Point, RadialGradient, Shader, SpreadMode,
    Stroke, StrokeDash, Transform,
};

use crate::canvas::Pixel;

/// A drawing of `width` by `height` pixels; `pixels` decodes a picture within it to its width and
/// pixels.
pub(crate) fn draw(
    drawing: &Drawing,
    width: usize,
    height: usize,
    pixels: impl Fn(&Picture) -> Option<(usize, Vec<Pixel>)>,
) -> Option<Vec<Pixel>> {
    let size = (u32::try_from(width).ok()?, u32::try_from(height).ok()?);
    let (sx, sy) = (width as f64 / drawing.width, height as f64 / drawing.height);
    let whole = Transform::from_scale(sx as f32, sy as f32);
    let mut layers = vec![(Pixmap::new(size.0, size.1)?, None)];
    for mark in &drawing.marks {
        match mark {
            Mark::Begin(layer) => layers.push((Pixmap::new(size.0, size.1)?, Some(layer))),
            Mark::End => {
                let Some((inner, Some(layer))) = layers.pop() else { continue };
                if let Some((below, _)) = layers.last_mut() {
                    put(&inner, layer, size, whole, below);
                }
            }
            Mark::Outline(one) => {
                if let Some((target, _)) = layers.last_mut() {
                    outline(one, whole, target);
                }
            }
            Mark::Pixels(matrix, picture) => {
                let Some((wide, rgba)) = pixels(picture) else { continue };
                let high = rgba.len() / wide.max(1);
                let sides = (u32::try_from(wide).ok()?, u32::try_from(high).ok()?);
                let Some(source) = PixmapRef::from_bytes(rgba.as_flattened(), sides.0, sides.1)
                else {
                    continue;
                };
                let (dx, dy) = (1.0 / wide as f32, 1.0 / high as f32);
                let placed = transform(*matrix).pre_scale(dx, dy).post_concat(whole);
                let paint =
                    PixmapPaint { quality: FilterQuality::Bicubic, ..PixmapPaint::default() };
                if let Some((target, _)) = layers.last_mut() {
                    target.draw_pixmap(0, 0, source, &paint, placed, None);
                }
            }
        }
    }
    let (whole, _) = layers.into_iter().next()?;
    Some(whole.data().as_chunks::<4>().0.to_vec())
}

/// Lays a layer on what is below it.
fn put(inner: &Pixmap, layer: &Layer, size: (u32, u32), whole: Transform, below: &mut Pixmap) {
    let mask = layer.clip.as_ref().and_then(|(segments, by)| {
        let mut mask = Mask::new(size.0, size.1)?;
        if let Some(path) = path(segments) {
            mask.fill_path(&path, rule(*by), true, whole);
        }
        Some(mask)
    });
    let paint = PixmapPaint { opacity: layer.opacity as f32, ..PixmapPaint::default() };
    below.draw_pixmap(0, 0, inner.as_ref(), &paint, Transform::identity(), mask.as_ref());
}

fn outline(outline: &Outline, whole: Transform, target: &mut Pixmap) {
    let Some(path) = path(&outline.segments) else { return };
    let placed = outline.matrix.map_or(whole, |matrix| transform(matrix).post_concat(whole));
    if let Some(paint) = outline.fill.as_ref().and_then(paint) {
        target.fill_path(&path, &paint, rule(outline.rule), placed, None);
    }
    if let Some(line) = &outline.stroke
        && let Some(paint) = paint(&line.ink)
    {
        target.stroke_path(&path, &paint, &stroke(line), placed, None);
    }
}

fn stroke(line: &Line) -> Stroke {
    let mut dashes: Vec<f32> = line.dashes.iter().map(|length| *length as f32).collect();
    if !dashes.len().is_multiple_of(2) {
        dashes.extend_from_within(..);
    }
    Stroke {
        width: line.width as f32,
        miter_limit: line.miter_limit as f32,
        line_cap: match line.cap {
            Cap::Butt => LineCap::Butt,
            Cap::Round => LineCap::Round,
            Cap::Square => LineCap::Square,
        },
        line_join: match line.join {
            Join::Miter => LineJoin::Miter,
            Join::Round => LineJoin::Round,
            Join::Bevel => LineJoin::Bevel,
        },
        dash: StrokeDash::new(dashes, line.offset as f32),
    }
}

fn paint(ink: &Ink) -> Option<Paint<'static>> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    let color = |one: reportctl_engine::template::Color, opacity: f64| {
        Color::from_rgba(one.r, one.g, one.b, opacity.clamp(0.0, 1.0) as f32)
    };
    paint.shader = match &ink.paint {
        Colors::Color(one) => Shader::SolidColor(color(*one, ink.opacity)?),
        Colors::Gradient(gradient) => {
            let stops: Option<Vec<GradientStop>> = gradient
                .stops
                .iter()
                .map(|stop| {
                    let color = color(stop.color, stop.opacity * ink.opacity)?;
                    Some(GradientStop::new(stop.offset as f32, color))
                })
                .collect();
            let point = |x: f64, y: f64| Point::from_xy(x as f32, y as f32);
            let matrix = transform(gradient.matrix);
            match gradient.geometry {
                GradientGeometry::Line([ax, ay, bx, by]) => {
                    let (from, to) = (point(ax, ay), point(bx, by));
                    LinearGradient::new(from, to, stops?, SpreadMode::Pad, matrix)?
                }
                GradientGeometry::Circles([fx, fy, fr, cx, cy, r]) => RadialGradient::new(
                    point(fx, fy),
                    fr as f32,
                    point(cx, cy),
                    r as f32,
                    stops?,
                    SpreadMode::Pad,
                    matrix,
                )?,
            }
        }
    };
    Some(paint)
}

fn rule(rule: Rule) -> FillRule {
    match rule {
        Rule::NonZero => FillRule::Winding,
        Rule::EvenOdd => FillRule::EvenOdd,
    }
}

fn transform(matrix: Matrix) -> Transform {
    let [a, b, c, d, e, f] = matrix.0.map(|one| one as f32);
    Transform::from_row(a, b, c, d, e, f)
}

fn path(segments: &[Segment]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for segment in segments {
        match segment {
            Segment::Move(x, y) => builder.move_to(*x as f32, *y as f32),
            Segment::Line(x, y) => builder.line_to(*x as f32, *y as f32),
            Segment::Curve(points) => {
                let [ax, ay, bx, by, x, y] = points.map(|one| one as f32);
                builder.cubic_to(ax, ay, bx, by, x, y);
            }
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}
