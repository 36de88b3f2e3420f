//! Groups of items: cut off at a box, turned, painted through.

use reportctl_engine::draw::{Group, rounded_rect};

use crate::canvas::{Canvas, Pixels};
use crate::shapes::{self, Place};

/// A group that is being drawn.
pub(crate) struct Open {
    group: Group,
    /// The clip box before the group.
    clip: Pixels,
    /// The canvas below, if the group has a layer of its own.
    below: Option<Canvas>,
}

impl Open {
    pub(crate) fn begin(group: &Group, place: &Place, canvas: &mut Canvas) -> Self {
        let clip = canvas.clip();
        let has_layer = group.turn.is_some() || group.opacity.is_some() || group.radii.any();
        let below = has_layer.then(|| {
            let layer = canvas.layer();
            std::mem::replace(canvas, layer)
        });
        if let Some(clip) = group.clip {
            canvas.clip_to(place.clip(clip));
        }
        Self { group: *group, clip, below }
    }

    pub(crate) fn end(self, place: &Place, canvas: &mut Canvas) {
        if let Some(below) = self.below {
            let mut layer = std::mem::replace(canvas, below);
            if let Some([x, y, width, height]) = self.group.clip.filter(|_| self.group.radii.any())
            {
                let outline = rounded_rect(x, y, width, height, self.group.radii);
                layer.keep_within(shapes::path(&outline, place).as_ref());
            }
            let turn = self.group.turn.map(|turn| {
                let (x, y) = turn.center;
                (turn.degrees, place.point(x, y))
            });
            canvas.put(&layer, turn, self.group.opacity.unwrap_or(1.0));
        }
        canvas.set_clip(self.clip);
    }
}
