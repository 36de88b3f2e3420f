//! Lengths. Templates and the page model speak millimetres, drawing speaks points (spec 0).

/// Points in a millimetre times 25.4; the order of operations is part of the spec.
#[inline]
pub fn mm_to_pt(mm: f64) -> f64 {
    mm * 72.0 / 25.4
}

/// Millimetres of a length in points.
#[inline]
pub fn pt_to_mm(pt: f64) -> f64 {
    pt * 25.4 / 72.0
}
