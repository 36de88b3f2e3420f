//! Groups of items: cut off at a box, turned, painted through.

use reportctl_engine::draw::{Group, Turn, rounded_rect};

use crate::MAX_PIXELS;
use crate::canvas::{Canvas, Pixels, intersection};
use crate::shapes::{self, Place};

/// A group that is being drawn.
pub(crate) struct Open {
    group: Group,
    /// The clip box before the group.
    clip: Pixels,
    /// The canvas below, if the group has a layer of its own, and its place.
    below: Option<(Canvas, Place)>,
}

impl Open {
    /// `reach`: the box of the items of a group that is turned, in points.
    pub(crate) fn begin(
        group: &Group,
        reach: Option<[f64; 4]>,
        place: &mut Place,
        canvas: &mut Canvas,
    ) -> Self {
        let clip = canvas.clip();
        let has_layer = group.turn.is_some() || group.opacity.is_some() || group.radii.any();
        let below = has_layer.then(|| {
            let [left, top, right, bottom] = match group.turn.zip(reach) {
                Some((turn, reach)) => layer_area(turn, reach, place, canvas),
                None => canvas.area(),
            };
            let layer = Canvas::layer((right - left) as usize, (bottom - top) as usize);
            let shifted = place.shifted((-left, -top));
            (std::mem::replace(canvas, layer), std::mem::replace(place, shifted))
        });
        if let Some(clip) = group.clip {
            canvas.clip_to(place.clip(clip));
        }
        Self { group: *group, clip, below }
    }

    pub(crate) fn end(self, place: &mut Place, canvas: &mut Canvas) {
        if let Some((below, below_place)) = self.below {
            let mut layer = std::mem::replace(canvas, below);
            if let Some([x, y, width, height]) = self.group.clip.filter(|_| self.group.radii.any())
            {
                let outline = rounded_rect(x, y, width, height, self.group.radii);
                layer.keep_within(shapes::path(&outline, place).as_ref());
            }
            let (x, y) = place.origin;
            let origin = ((x - below_place.origin.0) as i64, (y - below_place.origin.1) as i64);
            *place = below_place;
            let turn = self.group.turn.map(|turn| {
                let (x, y) = turn.center;
                (turn.degrees, place.point(x, y))
            });
            canvas.put(&layer, origin, turn, self.group.opacity.unwrap_or(1.0));
        }
        canvas.set_clip(self.clip);
    }
}

/// The pixels of the layer of a group that is turned: those of the canvas, and of what its items reach
/// beyond it, as far as that is turned into the canvas.
fn layer_area(turn: Turn, reach: [f64; 4], place: &Place, canvas: &Canvas) -> Pixels {
    let whole = canvas.area();
    let center = place.point(turn.center.0, turn.center.1);
    let wanted = outward(Turn { center, ..turn }.before(whole.map(|side| side as f64)));
    let [left, top, right, bottom] = reach.map(|side| side * place.scale);
    let area = intersection(outward(place.moved([left, top, right, bottom])), wanted);
    if area[0] >= area[2] || area[1] >= area[3] {
        return whole;
    }
    let all = [
        whole[0].min(area[0]),
        whole[1].min(area[1]),
        whole[2].max(area[2]),
        whole[3].max(area[3]),
    ];
    let pixels = (all[2] - all[0]) as f64 * (all[3] - all[1]) as f64;
    if pixels > MAX_PIXELS { whole } else { all }
}

fn outward([left, top, right, bottom]: [f64; 4]) -> Pixels {
    // The cast cuts what is far beyond any page.
    [left.floor(), top.floor(), right.ceil(), bottom.ceil()].map(|side| side as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_hold_what_is_turned_into_the_page() {
        let (place, canvas) = (Place::new(300.0, 1.0), Canvas::new(50, 300));
        let turn = Turn { degrees: 90.0, center: (25.0, 150.0) };
        let area = |reach| layer_area(turn, reach, &place, &canvas);
        assert_eq!(area([10.0, 140.0, 40.0, 160.0]), [0, 0, 50, 300]);
        assert_eq!(area([-85.0, 140.0, 135.0, 160.0]), [-85, 0, 135, 300]);
        // What is turned into the page ends there.
        assert_eq!(area([-1e9, -1e9, 1e9, 1e9]), [-125, 0, 175, 300]);
        assert_eq!(area([f64::INFINITY, 0.0, f64::NEG_INFINITY, 0.0]), [0, 0, 50, 300]);
    }
}
