//! The tree of an expression. Chains of operators of one rank are flat, so the depth of a tree is
//! bounded by the nesting allowed, however long the chains are.

use std::sync::Arc;

use super::aggregate::ArrayPath;
use super::compare::CompareOp;
use super::dialect::Definition;
use super::extended::Extended;
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
    /// A formula that the template names.
    Defined(Box<Defined>),
}

/// The use of a formula that the template names, such as `$net` (spec 20.9.3).
#[derive(Debug, Clone, PartialEq)]
pub struct Defined {
    /// The name as a path: a key of the data that is called so wins.
    pub path: Path,
    /// The formula.
    pub definition: Arc<Definition>,
}

impl Defined {
    /// Where the formula stands in the template.
    pub fn pointer(&self) -> Option<&str> {
        self.definition.place.as_ref().map(|place| &*place.pointer)
    }

    /// The formula, unless it has too many parts to be looked into.
    pub fn formula(&self) -> Option<&Expr> {
        (self.definition.size <= MOST_PARTS).then_some(&self.definition.expr)
    }
}

impl Expr {
    /// Whether it makes a list.
    pub(super) fn is_list_call(&self) -> bool {
        self.list_call().is_some()
    }
}

impl Call {
    /// Whether it makes a list of another one.
    pub fn makes_list(&self) -> bool {
        matches!(self.function, Function::Extended(Extended::Groups(_)))
    }
}

/// Formulas with more parts than this, those of the formulas they use included, are not looked
/// into: names that each use another one twice would make exponentially many.
pub(super) const MOST_PARTS: usize = 1000;

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

/// What a function does with one of its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It takes the value.
    Value,
    /// It takes the source for the path of a list.
    List,
    /// It evaluates it for the items of the list.
    Item,
}

/// Which parts of an expression are gone through.
#[derive(Clone, Copy)]
struct Walk {
    /// What formulas with names consist of.
    definitions: bool,
    /// What is evaluated for the items of a list.
    items: bool,
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

    /// Whether it is a name that only rows of tables have.
    pub fn is_of_rows(&self) -> bool {
        matches!(self.first_name(), Some("$row" | "$running" | "$table"))
    }

    /// Whether it is what is around an item.
    pub fn is_of_parent(&self) -> bool {
        self.first_name() == Some("$parent")
    }

    /// Whether it is a name that is not the same on every page: one that begins with `$`, or a page
    /// token (spec 20.0.5).
    pub fn varies(&self) -> bool {
        let fixed = ["$root", "$parent", "$doc", "$table"];
        let is_dollar = |name: &str| name.starts_with('$') && !fixed.contains(&name);
        self.first_name().is_some_and(is_dollar) || self.is_page_token()
    }

    /// Whether it is the number of pages, or about the numbering set of a page, which is known only
    /// after layout (spec 20.0.5).
    pub fn is_page_count(&self) -> bool {
        match self.path().segments() {
            [token] => token.lower() == "pagecount",
            [first, second] => matches!(
                (first.lower(), second.lower()),
                ("$page", "count") | ("$set", "number" | "count")
            ),
            _ => false,
        }
    }

    /// Whether it is one of the names of the extensions for the numbers of pages (spec 20.0.5).
    pub fn is_page_name(&self) -> bool {
        matches!(self.first_name(), Some("$page" | "$set"))
    }

    /// Whether it is one of the page tokens of a band (spec 8.1).
    pub fn is_page_token(&self) -> bool {
        matches!(self.first_name(), Some("pagenumber" | "pagecount"))
    }
}

impl Expr {
    /// What `MARKUP` is called with: a value that is markup (spec 20.1.6).
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
