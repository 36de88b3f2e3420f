//! Rotation and opacity of fields (spec 20.4.2).

use super::list::{Group, Turn};
use crate::layout::Placement;
use crate::units::mm_to_pt;

/// Group of the items of a placement; `None` where none of them is visible.
pub(super) fn group(placement: &Placement<'_>) -> Option<Group> {
    let Some(placing) = &placement.field.placing else { return Some(Group::default()) };
    if placing.opacity <= 0.0 {
        return None;
    }
    let turn = turn(placement);
    let opacity = (placing.opacity < 1.0).then_some(placing.opacity);
    Some(Group { turn, opacity, ..Group::default() })
}

/// Rotation of a placement.
pub fn turn(placement: &Placement<'_>) -> Option<Turn> {
    let degrees = placement.field.placing.as_ref()?.rotate;
    (degrees % 360.0 != 0.0).then(|| {
        let (width, height) = placement.drawn_size();
        let center = (placement.x + width / 2.0, placement.y + height / 2.0);
        Turn { degrees, center: (mm_to_pt(center.0), mm_to_pt(center.1)) }
    })
}

#[cfg(test)]
mod tests {
    use crate::draw::tests::draw;
    use crate::draw::{Item, Turn};
    use crate::template::Color;
    use crate::units::{mm_to_pt, pt_to_mm};

    /// Items that are drawn for fields.
    fn drawn(fields: &str) -> Vec<Item> {
        draw(&format!(r#""extensions": 1, "schemas": [{fields}]"#)).items
    }

    /// Position of a point after the turn, in millimetres.
    fn turned(turn: Turn, x: f64, y: f64) -> (f64, f64) {
        let (sin, cos) = turn.sin_cos();
        let (cx, cy) = turn.center;
        let (x, y) = (mm_to_pt(x) - cx, mm_to_pt(y) - cy);
        (pt_to_mm(cx + x * cos - y * sin), pt_to_mm(cy + x * sin + y * cos))
    }

    /// E4.1: a text of 40 x 10 mm at (10, 20), turned by 90 degrees, covers x 25 to 35, y 5 to 45.
    #[test]
    fn a_text_turns_about_the_centre_of_its_box() {
        let items = drawn(
            r#"{"id": "t", "name": "t", "type": "text", "x": 10, "y": 20, "width": 40,
                "height": 10, "content": "turned", "rotate": 90}"#,
        );
        let Some(Item::Begin(group)) = items.first() else { panic!("{items:?}") };
        let turn = group.turn.expect("a turn");
        let close = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).abs() + (a.1 - b.1).abs() < 1e-9;
        assert!(close(turned(turn, 10.0, 20.0), (35.0, 5.0)));
        assert!(close(turned(turn, 50.0, 30.0), (25.0, 45.0)));
    }

    /// E4.2: a line of no height is one stroke.
    #[test]
    fn a_line_is_one_stroke() {
        let items = drawn(
            r#"{"id": "l", "name": "l", "type": "line", "x": 10, "y": 20, "width": 100,
                "height": 0, "borderWidth": 0.5}"#,
        );
        let [Item::Line { from, to, stroke }] = items.as_slice() else { panic!("{items:?}") };
        assert_eq!((from.1, to.1), (mm_to_pt(20.0), mm_to_pt(20.0)));
        assert_eq!((from.0, to.0), (mm_to_pt(10.0), mm_to_pt(10.0) + mm_to_pt(100.0)));
        assert_eq!(stroke.width, mm_to_pt(0.5));
    }

    #[test]
    fn shapes_look_otherwise_under_conditions() {
        let field = |kind: &str, when: &str| {
            format!(
                r##"{{"id": "r", "name": "r", "type": "{kind}", "x": 10, "y": 20, "width": 10,
                    "height": 10, "color": "#ff0000", "styleWhen": [{{"when": "{when}", "style":
                    {{"backgroundColor": "#0000ff", "borderColor": "#00ff00", "borderWidth": 1}}}}]}}"##
            )
        };
        let blue = Some(Color::rgb(0.0, 0.0, 1.0));
        let items = drawn(&field("rectangle", "1 == 1"));
        let [Item::Rect { fill, stroke: Some(stroke), .. }] = items.as_slice() else {
            panic!("{items:?}")
        };
        assert_eq!((*fill, stroke.width), (blue, mm_to_pt(1.0)));
        let items = drawn(&field("rectangle", "1 == 2"));
        let [Item::Rect { fill, stroke: None, .. }] = items.as_slice() else { panic!("{items:?}") };
        assert_eq!(*fill, Some(Color::rgb(1.0, 0.0, 0.0)));
        let items = drawn(&field("line", "1 == 1"));
        let [Item::Line { stroke, .. }] = items.as_slice() else { panic!("{items:?}") };
        assert_eq!((stroke.color, stroke.width), (Color::rgb(0.0, 1.0, 0.0), mm_to_pt(1.0)));
    }

    #[test]
    fn a_border_may_differ_from_side_to_side() {
        let field = |width: &str| {
            format!(
                r##"{{"id": "t", "name": "t", "type": "text", "x": 10, "y": 20, "width": 40,
                    "height": 10, "content": "", "borderColor": "#ff0000", "borderWidth": {width}}}"##
            )
        };
        let boxes: Vec<[i32; 4]> = drawn(&field(r#"{"bottom": 2, "left": 1}"#))
            .iter()
            .filter_map(|item| match item {
                Item::Rect { x, y, width, height, fill: Some(_), stroke: None } => {
                    let tenths = |value: f64| (value / mm_to_pt(0.1)).round() as i32;
                    Some([tenths(*x), tenths(*y), tenths(*width), tenths(*height)])
                }
                _ => None,
            })
            .collect();
        // Centred on the edge; the one at the bottom takes the corner.
        assert_eq!(boxes, [[95, 290, 405, 20], [95, 200, 10, 90]]);
        let same = drawn(&field(r#"{"top": 1, "right": 1, "bottom": 1, "left": 1}"#));
        assert_eq!(same, drawn(&field("1")));
    }

    #[test]
    fn what_covers_nothing_is_not_drawn() {
        let field = |opacity: &str| {
            format!(
                r##"{{"id": "r", "name": "r", "type": "rectangle", "x": 10, "y": 20, "width": 10,
                    "height": 10, "color": "#ff0000", "opacity": {opacity}}}"##
            )
        };
        assert_eq!(drawn(&field("0")), []);
        assert_eq!(drawn(&field("1")).len(), 1);
        assert_eq!(drawn(&field("0.5")).len(), 3);
    }
}
