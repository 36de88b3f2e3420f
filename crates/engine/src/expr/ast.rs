//! The tree of an expression. Chains of operators of one rank are flat, so the depth of a tree is
//! bounded by the nesting allowed, however long the chains are.

use super::aggregate::ArrayPath;
use super::compare::CompareOp;
use super::function::Function;
use super::path::Path;
use super::token::ArithmeticOp;

/// An expression (spec 7.4), ready to be evaluated.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// A quoted text, or the empty expression.
    Text(Box<str>),
    /// A number literal. Its text stays as written.
    Number {
        /// As written: `2.50`.
        source: Box<str>,
        /// Its value.
        value: f64,
    },
    /// A place in the data.
    Path(Path),
    /// Unary minus.
    Negate(Box<Expr>),
    /// Operators of one rank, applied from left to right.
    Arithmetic {
        /// The leftmost operand.
        first: Box<Expr>,
        /// Each further operand with the operator before it; at least one.
        rest: Box<[(ArithmeticOp, Expr)]>,
    },
    /// A comparison.
    Compare {
        /// Left and right side.
        sides: Box<(Expr, Expr)>,
        /// How.
        op: CompareOp,
    },
    /// All of at least two.
    And(Box<[Expr]>),
    /// Any of at least two.
    Or(Box<[Expr]>),
    /// The opposite.
    Not(Box<Expr>),
    /// A function call.
    Call(Box<Call>),
}

/// A function call.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The function's name in upper case.
    pub name: Box<str>,
    /// Where the name stands, in characters from the start of the expression.
    pub position: usize,
    /// The arguments.
    pub args: Box<[Expr]>,
    /// The source of each argument, without the blanks between its tokens.
    pub arg_sources: Box<[Box<str>]>,
    /// What it does, with whatever of its arguments is known beforehand.
    pub function: Function,
}

/// Something that an expression takes from the data.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reference<'e> {
    /// A value.
    Value(&'e Path),
    /// An array that is counted or summed up.
    Array(&'e ArrayPath),
}

impl Reference<'_> {
    /// The first part of the path in lower case, if it has any.
    fn first_name(&self) -> Option<&str> {
        self.path().segments().first().map(super::path::Segment::lower)
    }

    fn path(&self) -> &Path {
        match self {
            Self::Value(path) => path,
            Self::Array(array) => array.path(),
        }
    }

    /// Whether it is a name that begins with `$` and is not the same on every page (spec 20.0.5).
    pub fn varies(&self) -> bool {
        let fixed = ["$root", "$parent", "$doc", "$table"];
        self.first_name().is_some_and(|name| name.starts_with('$') && !fixed.contains(&name))
    }

    /// Whether it is the number of pages, which is known only after layout (spec 20.0.5).
    pub fn is_page_count(&self) -> bool {
        let [first, second] = self.path().segments() else { return false };
        first.lower() == "$page" && second.lower() == "count"
    }

    /// Whether it is one of the page tokens of a band (spec 8.1).
    pub fn is_page_token(&self) -> bool {
        matches!(self.first_name(), Some("pagenumber" | "pagecount"))
    }
}

impl Expr {
    /// Calls back with everything that the expression takes from the data, from left to right.
    /// Arguments of unknown functions are among them although they are never evaluated.
    pub fn paths<'e>(&'e self, found: &mut dyn FnMut(Reference<'e>)) {
        self.visit(&mut |expr| match expr {
            Self::Path(path) => found(Reference::Value(path)),
            Self::Call(call) => {
                if let Some(array) = call.function.array() {
                    found(Reference::Array(array));
                }
            }
            _ => {}
        });
    }

    /// Calls back with the expression and everything inside it that may be evaluated, outside
    /// first, from left to right.
    pub fn visit<'e>(&'e self, seen: &mut dyn FnMut(&'e Self)) {
        seen(self);
        match self {
            Self::Text(_) | Self::Number { .. } | Self::Path(_) => {}
            Self::Negate(inner) | Self::Not(inner) => inner.visit(seen),
            Self::Arithmetic { first, rest } => {
                first.visit(seen);
                rest.iter().for_each(|(_, expr)| expr.visit(seen));
            }
            Self::Compare { sides, .. } => {
                sides.0.visit(seen);
                sides.1.visit(seen);
            }
            Self::And(all) | Self::Or(all) => all.iter().for_each(|expr| expr.visit(seen)),
            // An aggregate reads the source of its argument, never its value.
            Self::Call(call) if call.function.array().is_some() => {}
            Self::Call(call) => call.args.iter().for_each(|expr| expr.visit(seen)),
        }
    }
}
