//! Keys of other formats that people try here, and what to use instead.

/// Name for the columns of a table among the kinds of field.
pub const COLUMN: &str = "column";

/// Replacements for keys that some kinds of field, or all (`*`), do not have: kind, keys, advice.
const FOREIGN: &[(&str, &[&str], &str)] = &[
    ("text", &["fontWeight"], "use `bold`, with `extensions` in the template"),
    ("text", &["fontStyle"], "use `italic`, with `extensions` in the template"),
    (
        "table",
        &["bold", "fontWeight"],
        "use `headBold`, `bodyBold` and `footerBold`, with `extensions` in the template",
    ),
    (
        "*",
        &["bold", "fontWeight", "italic", "fontStyle"],
        "use a style with `bold` or `italic`, with `extensions` in the template",
    ),
    (
        "text",
        &["font", "fontFamily"],
        "use `fontName`, with `extensions` and `fonts` in the template",
    ),
    (
        "*",
        &["font", "fontFamily", "fontName"],
        "use a style with `fontName`, with `extensions` and `fonts` in the template",
    ),
    ("text", &["color", "textColor"], "use `fontColor`"),
    (
        "table",
        &["color", "fontColor", "textColor"],
        "use `headTextColor`, `bodyTextColor` and `footerTextColor`",
    ),
    ("kpi", &["color", "fontColor"], "use `textColor`"),
    (
        "chart",
        &["color", "colors", "palette"],
        "use `colorPalette`, or `custom` with `customPaletteColors`",
    ),
    ("text", &["background", "fill", "fillColor"], "use `backgroundColor`"),
    ("kpi", &["background", "fill", "fillColor"], "use `backgroundColor`"),
    ("table", &["background", "backgroundColor"], "use `bodyBackgroundColor`"),
    ("text", &["align", "textAlign", "horizontalAlignment"], "use `alignment`"),
    (
        COLUMN,
        &["align", "alignment", "textAlign", "bodyAlign"],
        "use `headAlign`, `cellAlign` and `footerAlign`, with `extensions` in the template",
    ),
    ("table", &["align", "alignment"], "use `headAlign`, `bodyAlign` and `footerAlign`"),
    (
        "text",
        &["verticalAlign", "valign"],
        "use `verticalAlignment`, with `extensions` in the template",
    ),
    ("text", &["size", "textSize"], "use `fontSize`"),
    ("table", &["fontSize"], "use `headFontSize`, `bodyFontSize` and `footerFontSize`"),
    ("text", &["text", "value"], "use `content`"),
    (
        "image",
        &["src", "url", "image", "data"],
        "use `content` with a data URI, or, with `extensions` in the template, with `lib:` and a file of the library",
    ),
    ("kpi", &["text", "content"], "use `title`, `value` and `subtitle`"),
    ("chart", &["kind", "chartKind"], "use `chartType`"),
    (
        "text",
        &["multiline", "wordWrap", "textWrap"],
        "use `wrap`: `word`, with `extensions` in the template",
    ),
    ("table", &["wrap"], "use `bodyWrap`: `word`, with `extensions` in the template"),
    ("table", &["lineHeight"], "use `bodyLineHeight`, with `extensions` in the template"),
    (
        "table",
        &["columns", "headers", "header"],
        "titles stand in `head`, what the columns show in the binding",
    ),
    ("table", &["footers", "totals"], "use `footer`"),
    ("table", &["rows", "data", "items"], "rows come from a binding of type `array`"),
    ("*", &["border"], "use `borderColor` and `borderWidth`"),
    ("*", &["visible", "hidden", "condition", "showIf", "if"], "use `visibleWhen`"),
    (
        "*",
        &["rotate", "rotation", "angle", "opacity"],
        "use `rotate` and `opacity`, with `extensions` in the template",
    ),
    ("*", &["left", "top", "position"], "the place is given by `x` and `y`"),
    ("*", &["path", "binding", "bind", "dataPath"], "data is connected by an entry of `bindings`"),
    (
        "*",
        &["format", "numberFormat", "dateFormat"],
        "format in the expression, with `CURRENCY`, `NUMBER` or `DATE`",
    ),
    ("*", &["label", "title"], "a field has no caption of its own: add a text"),
    ("*", &["page", "pageNumber"], "a field is on the page design that lists it in `schemas`"),
];

/// Returns the replacement for a key in a field of a kind, if the key is known from other formats.
pub fn instead(kind: &str, key: &str) -> Option<&'static str> {
    let fits = |scope: &str| scope == kind || scope == "*";
    let entry = |(scope, keys, _): &&(&str, &[&str], &str)| fits(scope) && keys.contains(&key);
    FOREIGN.iter().find(entry).map(|(_, _, advice)| *advice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::FIELDS;

    #[test]
    fn no_key_of_the_format_is_called_foreign() {
        for (kind, object) in FIELDS.kinds {
            for key in FIELDS.common.own_keys().chain(object.own_keys()) {
                let specific = |(scope, keys, _): &&(&str, &[&str], &str)| {
                    scope == kind && keys.contains(&key.name)
                };
                assert!(!FOREIGN.iter().any(|entry| specific(&entry)), "{kind} {}", key.name);
            }
        }
    }
}
