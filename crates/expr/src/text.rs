//! Template texts: literals and tokens in braces (spec 7.1).

use std::ops::Range;
use std::sync::Arc;

use super::ast::Expr;
use super::dialect::Dialect;
use super::error::SyntaxError;
use super::output::append;
use super::parse::parse_in;
use super::place::Place;
use super::references::{Reference, Taken};
use super::scope::Scope;
use super::typed::Typed;
use reportctl_base::problem::Result;

/// A compiled template text. Tokens that cannot be read show nothing, which is found; [`TextTemplate::bad_tokens`]
/// lists them.
#[derive(Debug, Clone)]
pub struct TextTemplate {
    source: Box<str>,
    pieces: Box<[Piece]>,
    uses_page_tokens: bool,
    /// Its place in the template.
    place: Option<Arc<Place>>,
}

/// Byte ranges are into the source.
#[derive(Debug, Clone)]
enum Piece {
    Literal(Range<usize>),
    Token { range: Range<usize>, expr: Result<Expr, SyntaxError> },
}

/// Kind of a part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartKind {
    /// Text around the tokens.
    Literal,
    /// Value of a token.
    Value,
    /// Value of a token `MARKUP`, which is markup itself.
    Markup,
}

/// A token of a template text.
#[derive(Debug, Clone, Copy)]
pub struct TextToken<'t> {
    /// Its text, braces included.
    pub token: &'t str,
    /// Its offset, in characters from the start of the template text.
    pub offset: usize,
    /// Its expression, or why there is none.
    pub expr: Result<&'t Expr, &'t SyntaxError>,
}

/// A token that cannot be read.
#[derive(Debug, Clone, Copy)]
pub struct BadToken<'t> {
    /// Its text, braces included.
    pub token: &'t str,
    /// Its offset, in characters from the start of the template text.
    pub offset: usize,
    /// Its syntax error.
    pub error: &'t SyntaxError,
}

impl TextTemplate {
    /// Reads a template text. Never fails.
    pub fn compile(source: &str) -> Self {
        Self::compile_in(source, &Dialect::BASE)
    }

    /// The same in the language of a template.
    pub fn compile_in(source: &str, dialect: &Dialect) -> Self {
        let mut pieces = Vec::new();
        let mut literal = 0;
        for range in tokens(source) {
            if literal < range.start {
                pieces.push(Piece::Literal(literal..range.start));
            }
            literal = range.end;
            let expr = parse_in(&source[range.start + 1..range.end - 1], dialect);
            pieces.push(Piece::Token { range, expr });
        }
        if literal < source.len() {
            pieces.push(Piece::Literal(literal..source.len()));
        }
        let mut template = Self {
            source: source.into(),
            pieces: pieces.into_boxed_slice(),
            uses_page_tokens: false,
            place: None,
        };
        template.uses_page_tokens = template.takes(|it| it.is_of_page(dialect));
        template
    }

    /// The text at a place of its template, where its findings are reported.
    #[must_use]
    pub fn at(self, place: Place) -> Self {
        Self { place: Some(Arc::new(place)), ..self }
    }

    /// JSON pointer of it in its template; empty outside of one.
    pub fn pointer(&self) -> &str {
        self.place.as_ref().map_or("", |place| &place.pointer)
    }

    /// The text as it was written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns `true` if the text has a token.
    pub fn has_tokens(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Token { .. }))
    }

    /// The text, if nothing in it is replaced.
    pub fn as_literal(&self) -> Option<&str> {
        (!self.has_tokens()).then_some(&self.source)
    }

    /// Returns `true` if the text may depend on `pageNumber` or `pageCount`.
    pub fn uses_page_tokens(&self) -> bool {
        self.uses_page_tokens
    }

    /// Returns `true` if the text takes a name that is not the same on every page (spec 20.0.5).
    pub fn varies(&self) -> bool {
        self.takes(|it| it.varies())
    }

    /// Returns `true` if the text takes the number of pages or the numbering set of a page.
    pub fn asks_for_page_count(&self) -> bool {
        self.takes(|it| it.is_page_count())
    }

    /// Returns `true` if the text takes a name that only rows of tables have (spec 20.0.5).
    pub fn names_rows(&self) -> bool {
        self.takes(|it| it.is_of_rows())
    }

    fn takes(&self, is: impl Fn(Taken<'_>) -> bool) -> bool {
        let takes = |expr: &Expr| expr.takes(&is);
        let mut tokens = self.pieces.iter();
        tokens.any(|it| matches!(it, Piece::Token { expr: Ok(expr), .. } if takes(expr)))
    }

    /// Appends the text with its tokens replaced.
    ///
    /// # Errors
    /// Only those of the budget.
    pub fn render(&self, scope: &Scope<'_>, out: &mut String) -> Result<()> {
        self.write(scope, out, |expr, out| expr.push(scope, out))
    }

    /// The same, where `insert` writes what a token gives: for example with its markup escaped.
    /// The text around the tokens is written as it is.
    ///
    /// # Errors
    /// Only those of the budget.
    pub fn render_with(
        &self,
        scope: &Scope<'_>,
        out: &mut String,
        insert: impl Fn(&str, &mut String),
    ) -> Result<()> {
        let mut value = String::new();
        self.write(scope, out, |expr, out| {
            value.clear();
            expr.push(scope, &mut value)?;
            insert(&value, out);
            Ok(())
        })
    }

    /// Calls back with the parts of the text: the text around the tokens, and the value of each
    /// token.
    ///
    /// # Errors
    /// Only the limits of the budget.
    pub fn parts(&self, scope: &Scope<'_>, each: &mut dyn FnMut(&str, PartKind)) -> Result<()> {
        let mut value = String::new();
        for piece in &self.pieces {
            value.clear();
            match piece {
                Piece::Literal(range) => {
                    append(
                        self.source.get(range.clone()).unwrap_or_default(),
                        scope.env.meter,
                        &mut value,
                    )?;
                    each(&value, PartKind::Literal);
                }
                Piece::Token { expr: Ok(expr), .. } => {
                    scope.env.meter.step()?;
                    let (expr, kind) = match expr.markup() {
                        Some(inner) => (inner, PartKind::Markup),
                        None => (expr, PartKind::Value),
                    };
                    expr.push(scope, &mut value)?;
                    each(&value, kind);
                }
                Piece::Token { expr: Err(error), .. } => scope.lacks_syntax(error),
            }
        }
        scope.env.findings.settle(self.place.as_ref());
        Ok(())
    }

    /// The number or date that the only token of the text prints. Nothing where it prints a text,
    /// for texts with several tokens or none, and for a date with other text.
    ///
    /// # Errors
    /// Only those of the budget.
    pub fn typed(&self, scope: &Scope<'_>) -> Result<Option<Typed>> {
        let mut tokens = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Token { expr, .. } => Some(expr),
            Piece::Literal(_) => None,
        });
        let (Some(Ok(expr)), None) = (tokens.next(), tokens.next()) else { return Ok(None) };
        let mark = scope.env.findings.mark();
        let typed = expr.typed(scope);
        // Printing the text has found the same.
        drop(scope.env.findings.since(mark));
        // The samples of a date are without the text around it.
        let is_alone = self.pieces.len() == 1;
        Ok(typed?.filter(|typed| is_alone || !matches!(typed, Typed::Date { .. })))
    }

    /// Appends the text; `token` writes what stands for each token that can be read.
    fn write(
        &self,
        scope: &Scope<'_>,
        out: &mut String,
        mut token: impl FnMut(&Expr, &mut String) -> Result<()>,
    ) -> Result<()> {
        for piece in &self.pieces {
            match piece {
                Piece::Literal(range) => {
                    append(
                        self.source.get(range.clone()).unwrap_or_default(),
                        scope.env.meter,
                        out,
                    )?;
                }
                Piece::Token { expr: Ok(expr), .. } => {
                    scope.env.meter.step()?;
                    token(expr, out)?;
                }
                Piece::Token { expr: Err(error), .. } => scope.lacks_syntax(error),
            }
        }
        scope.env.findings.settle(self.place.as_ref());
        Ok(())
    }

    /// All its tokens in order.
    pub fn tokens(&self) -> impl Iterator<Item = TextToken<'_>> {
        let mut counted = (0, 0);
        self.pieces.iter().filter_map(move |piece| match piece {
            Piece::Token { range, expr } => {
                let (bytes, chars) = counted;
                let offset = chars + self.source[bytes..range.start].chars().count();
                counted = (range.start, offset);
                Some(TextToken { token: &self.source[range.clone()], offset, expr: expr.as_ref() })
            }
            Piece::Literal(_) => None,
        })
    }

    /// The tokens that cannot be read, in order.
    pub fn bad_tokens(&self) -> impl Iterator<Item = BadToken<'_>> {
        self.tokens().filter_map(|TextToken { token, offset, expr }| {
            expr.err().map(|error| BadToken { token, offset, error })
        })
    }

    /// Everything that it takes from the data, in order.
    pub fn paths(&self) -> Vec<Reference<'_>> {
        let mut all = Vec::new();
        for piece in &self.pieces {
            if let Piece::Token { expr: Ok(expr), .. } = piece {
                expr.paths(&mut |reference| all.push(reference));
            }
        }
        all
    }
}

/// Byte ranges of `{`, one or more characters other than braces, `}`.
fn tokens(source: &str) -> impl Iterator<Item = Range<usize>> {
    let mut open = None;
    source.bytes().enumerate().filter_map(move |(at, byte)| match byte {
        b'{' => {
            open = Some(at);
            None
        }
        b'}' => open.take().filter(|start| start + 1 < at).map(|start| start..at + 1),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Condition;
    use crate::testing::{render, render_with};
    use reportctl_base::problem::Code;

    /// The table of spec 7.10.
    #[test]
    fn the_table_of_the_specification() {
        let data = r#"{"a":2,"b":3,"c":4,"zero":0,"name":"Ana","flag":true,"s":"x>y","blank":"","pad":" 007 ",
            "my-key":"H","my key":"S","a-b":"L","k.d":"lit","k":{"d":"walk"},
            "rows":[{"t":5},{"t":7},{"t":null},{"t":"x"},{}],"order":{"items":[1,2,3]},"big":1234567.5}"#;
        let cases = [
            ("{a + b * c}", "14"),
            ("{(a + b) * c}", "20"),
            ("{a - b - c}", "-5"),
            ("{c / a + b}", "5"),
            ("{a -b}", ""),
            ("{a-b}", "L"),
            ("{a - b}", "-1"),
            ("{my-key}", "H"),
            ("{my key}", "S"),
            ("{k.d}", "walk"),
            ("{[k.d]}", "lit"),
            ("{[k].[d]}", "walk"),
            ("{[k].d}", "walk"),
            ("{[my key]}", ""),
            (r#"{["my key"]}"#, "S"),
            ("{K.D}", "walk"),
            ("{1 / 3}", "0.333333"),
            ("{12 * 22.9}", "274.8"),
            ("{2.50}", "2.50"),
            ("{2.50 + 0}", "2.5"),
            (r#"{"x" + 1}"#, ""),
            ("{a / zero}", ""),
            ("{missing + a}", "2"),
            ("{SUM(rows.t)}", "12"),
            ("{AVG(rows.t)}", "4"),
            ("{COUNT(rows)}", "5"),
            ("{COUNT(order.items)}", "0"),
            ("{COUNT(order.items.x)}", "3"),
            ("{SUM(rows.t) - a}", "10"),
            (r#"{CURRENCY(big, "R$")}"#, "R$ 1.234.567,50"),
            ("{CURRENCY(a)}", "2,00"),
            (r#"{CURRENCY(a, "R$", 0)}"#, "R$ 2"),
            (r#"{CURRENCY(name, "R$")}"#, "Ana"),
            ("{CURRENCY(missing)}", "0,00"),
            ("{NUMBER(a)}", "2.00"),
            ("{NUMBER(name)}", ""),
            ("{NUMBER(1.005, 2)}", "1.00"),
            ("{CURRENCY(1.005)}", "1,01"),
            (r#"{IF(a > 1, "hi", x.y)}"#, "hi"),
            (r#"{IF(a==2, "S", "N")}"#, "N"),
            (r#"{IF(blank, "S", "N")}"#, "N"),
            (r#"{IF(zero, "S", "N")}"#, "N"),
            (r#"{IF(flag, "S", "N")}"#, "S"),
            ("{flag == true}", "false"),
            (r#"{flag == "TRUE"}"#, "true"),
            (r#"{missing == ""}"#, "true"),
            ("{missing == 0}", "false"),
            ("{zero == 0}", "true"),
            ("{a > 1 AND NOT blank}", "true"),
            ("{AND}", ""),
            (r#"{CONCAT("a, (b)", name,)}"#, "a, (b)Ana"),
            ("{UPPER(s)}", "X>Y"),
            ("{TRIM(pad)}", "007"),
            ("[{pad}]", "[ 007 ]"),
            (r#"{DATE("2026-07-01")}"#, "01/07/2026"),
            (r#"{DATE("10/04/2025")}"#, "04/10/2025"),
            (r#"{DATE("10/04/2025", "DD/MM/YYYY", "DD/MM/YYYY")}"#, "10/04/2025"),
            (r#"{DATE("2026-07-01T23:30:00-03:00", "DD/MM/YYYY HH:mm")}"#, "02/07/2026 02:30"),
            (r#"{DATE("31/12/2025")}"#, "31/12/2025"),
            ("{DATE(missing)}", ""),
            ("{FOO(a)}", ""),
            ("{}", "{}"),
            ("{ }", ""),
            ("{open", "{open"),
            (
                "{rows}",
                "[object Object],[object Object],[object Object],[object Object],[object Object]",
            ),
        ];
        for (template, expected) in cases {
            assert_eq!(render(template, data), expected, "{template}");
        }
    }

    #[test]
    fn only_whole_tokens_are_replaced_and_only_once() {
        let data = r#"{"a":"{b}","b":"B","é\n":"nl"}"#;
        assert_eq!(render("{a {b} } {} {{b}} é{b}}", data), "{a B } {} {B} éB}");
        assert_eq!(render("{a}", data), "{b}");
        assert_eq!(render("{\nb\n}", data), "B");
        assert_eq!(render("1{a) b}2{b}", data), "12B");
    }

    #[test]
    fn what_tokens_give_can_be_written_otherwise() {
        let text = TextTemplate::compile("<b>{a}</b>{CONCAT(a, 1)}{(bad}");
        let value = reportctl_base::value::Value::from_json(r#"{"a":"<i>"}"#).expect("valid JSON");
        let meter = reportctl_base::budget::Meter::default();
        let env = crate::Env::new(&meter, 2026);
        let scope = Scope { value: &value, extra: &[], env: &env, names: None };
        let mut out = String::new();
        let escape = |value: &str, out: &mut String| out.push_str(&value.replace('<', "&lt;"));
        assert_eq!(text.render_with(&scope, &mut out, escape).err(), None);
        assert_eq!(out, "<b>&lt;i></b>&lt;i>1");
    }

    #[test]
    fn texts_know_what_they_are() {
        let text = TextTemplate::compile("just {} text");
        assert_eq!((text.as_literal(), text.has_tokens()), (Some("just {} text"), false));
        let text = TextTemplate::compile("{ }");
        assert_eq!((text.as_literal(), text.has_tokens(), text.source()), (None, true, "{ }"));
    }

    #[test]
    fn page_tokens_are_noticed_wherever_they_stand() {
        let uses = |source| TextTemplate::compile(source).uses_page_tokens();
        assert!(uses("{pageNumber}/{x}"));
        assert!(uses("{CONCAT(a, IF(b, 1, PAGECOUNT))}"));
        assert!(uses("{a == 1 AND NOT [pagenumber]}"));
        assert!(uses("{SUM(pageCount.x)}"));
        assert!(!uses("pageNumber {page} {x.pageNumber} {\"pageNumber\"}"));
    }

    #[test]
    fn names_are_noticed_inside_expressions_over_items() {
        let text = |source| TextTemplate::compile_in(source, &Dialect::EXTENDED);
        let uses = |source| text(source).uses_page_tokens();
        assert!(uses("{SUMOF(rows, v * $page.number)}"));
        assert!(uses("{COUNTOF(rows, v <= $set.count)}"));
        assert!(uses("{SUMOF(rows, v, $parent.pageNumber > 1)}"));
        assert!(uses("{SUMOF(rows, SUMOF(more, $parent.$parent.pageCount))}"));
        assert!(uses("{SUMOF(rows, SUMOF(more, $parent.$page.number))}"));
        assert!(uses("{COUNT(GROUPBY(rows, $page.number))}"));
        // Values of items.
        assert!(!uses("{SUMOF(rows, pageNumber)}"));
        assert!(!uses("{SUMOF(rows, SUMOF(more, $parent.pageNumber))}"));
        assert!(!uses("{SUMOF(rows, $parent.v + $parent.x.pageNumber)}"));
        assert!(text("{SUMOF($page.rows, $page.count)}").asks_for_page_count());
        assert!(!text("{SUMOF($page.rows, $page.number)}").asks_for_page_count());
        assert!(text("{SUMOF(rows, v * $row.index)}").names_rows());
        assert!(text("{SUMOF(rows, SUM($parent.$sofar.rows.v))}").varies());
        assert!(!text("{SUMOF(rows, v * $root.rate + $parent.rate)}").varies());
        let condition =
            Condition::compile_in("COUNTOF(a, $page.number > v) > 1", &Dialect::EXTENDED);
        assert!(condition.uses_page_tokens());
    }

    #[test]
    fn bad_tokens_are_listed_with_their_place() {
        let text = TextTemplate::compile("é={a} ruim={a) b} outro={(x}");
        let bad: Vec<_> = text.bad_tokens().map(|b| (b.token, b.offset, b.error.code)).collect();
        assert_eq!(bad, [("{a) b}", 11, Code::TrailingContent), ("{(x}", 24, Code::UnclosedParen)]);
    }

    #[test]
    fn paths_name_values_and_arrays() {
        let text = TextTemplate::compile("{a.b + 1} {IF(c, SUM(rows.t), [d e].x)} {COUNT(list)}");
        let names: Vec<String> = text
            .paths()
            .iter()
            .map(|reference| match reference {
                Reference::Value(path) => path.to_string(),
                Reference::Array(array) => {
                    format!("{}[{}]", array.path(), array.column().unwrap_or("-"))
                }
            })
            .collect();
        // `[d e]` is a mistake, so that token has no references.
        assert_eq!(names, ["a.b", "list[-]"]);
        let text = TextTemplate::compile("{IF(c, SUM(rows.t), d)}");
        assert_eq!(text.paths().len(), 3);
    }

    proptest! {
        #[test]
        fn any_text_compiles_and_renders(
            parts in prop::collection::vec(
                prop::sample::select(vec![
                    "{", "}", "(", ")", ",", "[", "]", "\"", ".", " ", "a", "é", "1", " - ", " + ", " == ",
                    " AND ", "NOT ", "SUM(", "IF(", "DATE(", "CURRENCY(", "NUMBER(", "rows.t",
                ]),
                0..50,
            ),
        ) {
            let text = TextTemplate::compile(&parts.concat());
            let data = r#"{"a":"2025-01-01","rows":[{"t":1}]}"#;
            prop_assert_eq!(render_with(&text, data, 1 << 20).err(), None);
            for bad in text.bad_tokens() {
                let whole = bad.token.starts_with('{') && bad.token.ends_with('}');
                prop_assert!(whole, "not a token");
            }
        }
    }
}
