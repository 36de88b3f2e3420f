//! Vectors that do not concern rendering, or that we decided otherwise, each with its reason.

use super::Vector;

/// Operations of the visual editor, which a renderer has no use for: area, operation, what it is.
/// An empty operation stands for the whole area.
const OPERATIONS: [(&str, &str, &str); 14] = [
    ("editor-helpers", "", "column editing, autocomplete and new fields of the visual editor"),
    ("errors", "httpStatusOf", "statuses of the HTTP service, which has tests of its own"),
    ("errors", "uploadBackground", "uploads into the editor"),
    ("kpi", "defaultPositions", "where the editor puts the parts of a card to be dragged"),
    ("kpi", "locked", "whether the editor lets parts of a card be dragged"),
    ("page", "applyOrientation", "page set-up of the editor"),
    ("page", "clampToZone", "dragging in the editor"),
    ("page", "matchPreset", "page set-up of the editor"),
    ("page", "mmToPx", "pixels of the editor's canvas"),
    ("page", "orientation", "page set-up of the editor"),
    ("page", "ptToPx", "pixels of the editor's canvas"),
    ("page", "snapToGrid", "dragging in the editor"),
    ("tables", "columnFormulaFor", "the column editor"),
    ("tables", "normalizeColumns", "rewriting of old tables, never needed for rendering (spec 16)"),
];

/// Single vectors: the rest of the editor's, and deviations that were decided.
const VECTORS: [(&str, &str); 5] = [
    ("constants-b7b92d6b", "the grid of the editor"),
    ("page-e0b9a07c", "pixels of the editor's canvas"),
    ("errors-6380aefa", PORTUGUESE),
    ("errors-7795fa00", PORTUGUESE),
    (
        "errors-1e185e3e",
        "bytes that are no font are refused when they are loaded, `fontUnreadable` (spec 13)",
    ),
];

const PORTUGUESE: &str = "titles and actions in Portuguese; the rest of it runs on its own";

/// Why a vector is not run; nothing for those that are.
pub(super) fn reason(vector: &Vector) -> Option<&'static str> {
    let single = VECTORS.iter().find(|(id, _)| *id == vector.id).map(|(_, why)| *why);
    single.or_else(|| {
        let same =
            |area: &str, op: &str| area == vector.area && (op.is_empty() || op == vector.op());
        OPERATIONS.iter().find(|(area, op, _)| same(area, op)).map(|(_, _, why)| *why)
    })
}
