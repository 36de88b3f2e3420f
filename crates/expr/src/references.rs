//! Parts of an expression, and the data that it takes.

use super::ast::{ArrayPath, Expr, MOST_PARTS, Role};
use super::dialect::Dialect;
use super::path::{Path, Segment};
use super::reserved::Reserved;

/// Something that an expression takes from the data.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reference<'e> {
    /// A value.
    Value(&'e Path),
    /// An array that is counted or summed up.
    Array(&'e ArrayPath),
}

impl Reference<'_> {
    /// The name with a meaning of its own that it begins with.
    fn reserved(&self) -> Option<Reserved> {
        self.path().segments().first()?.reserved()
    }

    fn path(&self) -> &Path {
        match self {
            Self::Value(path) => path,
            Self::Array(array) => array.path(),
        }
    }

    /// Returns `true` for a name that only rows of tables have.
    pub fn is_of_rows(&self) -> bool {
        use Reserved::{Row, Running, Table};
        matches!(self.reserved(), Some(Row | Running | Table))
    }

    /// Returns `true` for `$parent`: the scope around an item.
    pub fn is_of_parent(&self) -> bool {
        self.reserved() == Some(Reserved::Parent)
    }

    /// Returns `true` for a name that is not the same on every page: one that begins with `$`, or a
    /// page token (spec 20.0.5).
    pub fn varies(&self) -> bool {
        use Reserved::{Doc, Parent, Root, Table};
        let is_fixed = matches!(self.reserved(), Some(Root | Parent | Doc | Table));
        let first = self.path().segments().first();
        (!is_fixed && first.is_some_and(Segment::is_name)) || self.is_page_token()
    }

    /// Returns `true` for the number of pages and for the numbering set of a page, which are known
    /// only after layout (spec 20.0.5).
    pub fn is_page_count(&self) -> bool {
        match self.path().segments() {
            [token] => token.lower() == "pagecount",
            [first, second] => matches!(
                (first.reserved(), second.lower()),
                (Some(Reserved::Page), "count") | (Some(Reserved::Set), "number" | "count")
            ),
            _ => false,
        }
    }

    /// Returns `true` if its value may differ from page to page: a page token of a band (spec 8.1),
    /// in a template with extensions also a name for the numbers of pages (spec 20.0.5).
    pub fn is_of_page(&self, dialect: &Dialect) -> bool {
        let is_page_name = || matches!(self.reserved(), Some(Reserved::Page | Reserved::Set));
        self.is_page_token() || (dialect.is_extended() && is_page_name())
    }

    /// Returns `true` for the page tokens of a band (spec 8.1).
    pub fn is_page_token(&self) -> bool {
        let first = self.path().segments().first();
        matches!(first.map(Segment::lower), Some("pagenumber" | "pagecount"))
    }
}

/// Parts of an expression that are visited.
#[derive(Clone, Copy)]
struct Walk {
    /// Includes the formulas with names.
    definitions: bool,
    /// Includes the expressions that are evaluated for the items of a list.
    items: bool,
}

impl Expr {
    /// The argument of `MARKUP`: a value that is markup (spec 20.1.6).
    pub(super) fn markup(&self) -> Option<&Self> {
        match self {
            Self::Call(call) if &*call.name == "MARKUP" => call.args.first(),
            _ => None,
        }
    }

    /// Calls back with everything that the expression takes from the data, from left to right.
    /// Arguments of unknown functions are among them although they are never evaluated; what is
    /// taken from the items of a list is not.
    pub fn paths<'e>(&'e self, found: &mut dyn FnMut(Reference<'e>)) {
        self.walk(Walk { definitions: true, items: false }, &mut |expr| match expr {
            Self::Path(path) => found(Reference::Value(path)),
            Self::Call(call) => {
                if let Some(array) = call.function.array().filter(|array| !array.is_made()) {
                    found(Reference::Array(array));
                }
            }
            _ => {}
        });
    }

    /// Calls back with the expression and everything inside it that may be evaluated, outside
    /// first, from left to right. Formulas with names are gone through as well.
    pub fn visit<'e>(&'e self, seen: &mut dyn FnMut(&'e Self)) {
        self.walk(Walk { definitions: true, items: true }, seen);
    }

    /// The same without what formulas with names consist of.
    pub(super) fn visit_here<'e>(&'e self, seen: &mut dyn FnMut(&'e Self)) {
        self.walk(Walk { definitions: false, items: true }, seen);
    }

    fn walk<'e>(&'e self, how: Walk, seen: &mut dyn FnMut(&'e Self)) {
        seen(self);
        match self {
            Self::Text(_) | Self::Number { .. } | Self::Path(_) => {}
            Self::Defined(defined) if how.definitions && defined.definition.size <= MOST_PARTS => {
                defined.definition.expr.walk(how, seen);
            }
            Self::Defined(_) => {}
            Self::Negate(inner) | Self::Not(inner) => inner.walk(how, seen),
            Self::Arithmetic { first, rest } => {
                first.walk(how, seen);
                rest.iter().for_each(|(_, expr)| expr.walk(how, seen));
            }
            Self::Compare { sides, .. } => {
                sides.0.walk(how, seen);
                sides.1.walk(how, seen);
            }
            Self::And(all) | Self::Or(all) => all.iter().for_each(|expr| expr.walk(how, seen)),
            Self::Call(call) => {
                // A list that is made of another takes what its formula takes.
                let array = call.function.array();
                if let Some(formula) = array.and_then(ArrayPath::formula)
                    && how.definitions
                    && formula.size <= MOST_PARTS
                {
                    formula.expr.walk(how, seen);
                }
                let is_made = array.is_some_and(ArrayPath::is_argument);
                for (index, arg) in call.args.iter().enumerate() {
                    let role = call.function.role(index);
                    let is_list = role == Role::List && is_made;
                    if role == Role::Value || is_list || (how.items && role == Role::Item) {
                        arg.walk(how, seen);
                    }
                }
            }
        }
    }
}
