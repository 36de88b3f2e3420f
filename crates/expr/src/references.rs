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

impl<'e> Reference<'e> {
    fn path(&self) -> &'e Path {
        match self {
            Self::Value(path) => path,
            Self::Array(array) => array.path(),
        }
    }
}

/// A path that an expression follows from the place where it stands. For paths inside expressions
/// over items this is what follows the `$parent` that lead there, or a name, which goes through.
#[derive(Debug, Clone, Copy)]
pub struct Taken<'e>(&'e [Segment]);

impl<'e> Taken<'e> {
    /// What a path takes inside so many expressions over items; nothing where it stays in an item.
    fn inside(path: &'e Path, items: usize) -> Option<Self> {
        let is_parent = |part: &&Segment| part.reserved() == Some(Reserved::Parent);
        let parents = path.segments().iter().take(items).take_while(is_parent).count();
        let rest = path.segments().get(parents..)?;
        let is_seen = parents == items || rest.first().is_some_and(Segment::is_name);
        is_seen.then_some(Self(rest))
    }

    /// The name with a meaning of its own that it begins with.
    fn reserved(self) -> Option<Reserved> {
        self.0.first()?.reserved()
    }

    /// Returns `true` for a name that only rows of tables have.
    pub fn is_of_rows(self) -> bool {
        use Reserved::{Row, Running, Table};
        matches!(self.reserved(), Some(Row | Running | Table))
    }

    /// Returns `true` for `$parent`: the scope around an item.
    pub fn is_of_parent(self) -> bool {
        self.reserved() == Some(Reserved::Parent)
    }

    /// Returns `true` for a name that is not the same on every page: one that begins with `$`, or a
    /// page token (spec 20.0.5).
    pub fn varies(self) -> bool {
        use Reserved::{Doc, Parent, Root, Table};
        let is_fixed = matches!(self.reserved(), Some(Root | Parent | Doc | Table));
        (!is_fixed && self.0.first().is_some_and(Segment::is_name)) || self.is_page_token()
    }

    /// Returns `true` for the number of pages and for the numbering set of a page, which are known
    /// only after layout (spec 20.0.5).
    pub fn is_page_count(self) -> bool {
        match self.0 {
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
    pub fn is_of_page(self, dialect: &Dialect) -> bool {
        let is_page_name = || matches!(self.reserved(), Some(Reserved::Page | Reserved::Set));
        self.is_page_token() || (dialect.is_extended() && is_page_name())
    }

    /// Returns `true` for the page tokens of a band (spec 8.1).
    pub fn is_page_token(self) -> bool {
        matches!(self.0.first().map(Segment::lower), Some("pagenumber" | "pagecount"))
    }
}

/// Parts of an expression that are visited.
#[derive(Clone, Copy)]
struct Walk {
    /// Includes the formulas with names.
    definitions: bool,
    /// Includes the expressions that are evaluated for the items of a list.
    items: bool,
    /// Number of expressions over items around the part.
    depth: usize,
}

/// Everything that may be evaluated.
const ALL: Walk = Walk { definitions: true, items: true, depth: 0 };

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
        self.walk(Walk { items: false, ..ALL }, &mut |expr, _| {
            expr.reference().into_iter().for_each(&mut *found);
        });
    }

    /// Returns `true` if something holds for a path that the expression follows from its place, also
    /// from inside expressions over items.
    pub fn takes(&self, is: impl Fn(Taken<'_>) -> bool) -> bool {
        let mut takes = false;
        self.walk(ALL, &mut |expr, depth| {
            let path = expr.reference().map(|reference| reference.path());
            takes = takes || path.and_then(|path| Taken::inside(path, depth)).is_some_and(&is);
        });
        takes
    }

    /// What the expression itself takes from the data, without its parts.
    fn reference(&self) -> Option<Reference<'_>> {
        match self {
            Self::Path(path) => Some(Reference::Value(path)),
            Self::Call(call) => {
                let array = call.function.array().filter(|array| !array.is_made());
                array.map(Reference::Array)
            }
            _ => None,
        }
    }

    /// Calls back with the expression and everything inside it that may be evaluated, outside
    /// first, from left to right. Formulas with names are gone through as well.
    pub fn visit<'e>(&'e self, seen: &mut dyn FnMut(&'e Self)) {
        self.walk(ALL, &mut |expr, _| seen(expr));
    }

    /// The same without what formulas with names consist of.
    pub(super) fn visit_here<'e>(&'e self, seen: &mut dyn FnMut(&'e Self)) {
        self.walk(Walk { definitions: false, ..ALL }, &mut |expr, _| seen(expr));
    }

    fn walk<'e>(&'e self, how: Walk, seen: &mut dyn FnMut(&'e Self, usize)) {
        seen(self, how.depth);
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
                    match role {
                        Role::Value => arg.walk(how, seen),
                        Role::List if is_made => arg.walk(how, seen),
                        Role::Item if how.items => {
                            arg.walk(Walk { depth: how.depth + 1, ..how }, seen);
                        }
                        Role::List | Role::Item => {}
                    }
                }
            }
        }
    }
}
