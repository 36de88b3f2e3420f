//! The tree of an expression. Chains of operators of one rank are flat, so the depth of a tree is
//! bounded by the nesting allowed, however long the chains are.

use std::sync::Arc;

use super::compare::CompareOp;
use super::date::Pattern;
use super::kind::{
    Choice, DateFunction, ItemFunction, LanguageFunction, ListFunction, NumberFunction,
    TextFunction, WordsFunction,
};
use super::path::Path;
use super::place::Place;
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
        /// The operator.
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

/// A formula with a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Definition {
    /// The formula.
    pub expr: Expr,
    /// Place of the formula in the template.
    pub(super) place: Option<Arc<Place>>,
    /// Depth of nesting.
    pub(super) depth: usize,
    /// Number of parts, including those of the formulas that it uses.
    pub(super) size: usize,
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
    /// JSON pointer of the formula in the template.
    pub fn pointer(&self) -> Option<&str> {
        self.definition.place.as_ref().map(|place| &*place.pointer)
    }

    /// The formula, unless it has too many parts to be looked into.
    pub fn formula(&self) -> Option<&Expr> {
        (self.definition.size <= MOST_PARTS).then_some(&self.definition.expr)
    }
}

impl Call {
    /// Returns `true` if the call makes a list of another one.
    pub fn makes_list(&self) -> bool {
        matches!(self.function, Function::Extended(Extended::Groups(_)))
    }
}

impl Expr {
    /// Returns `true` if the formula makes a list.
    pub(super) fn is_list_call(&self) -> bool {
        self.list_call().is_some()
    }

    /// The call that makes a list, if the expression is one or names one.
    pub fn list_call(&self) -> Option<&Call> {
        let mut expr = self;
        // Formulas name others at most 40 times.
        loop {
            match expr {
                Self::Call(call) => return call.makes_list().then_some(call),
                Self::Defined(defined) => expr = &defined.definition.expr,
                _ => return None,
            }
        }
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
    /// Position of the name, in characters from the start of the expression.
    pub position: usize,
    /// The arguments.
    pub args: Box<[Expr]>,
    /// The source of each argument, without the blanks between its tokens.
    pub arg_sources: Box<[Box<str>]>,
    /// The function, with the arguments that are known when the expression is compiled.
    pub function: Function,
}

/// Use of an argument by a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It takes the value.
    Value,
    /// It takes the source for the path of a list.
    List,
    /// It evaluates it for the items of the list.
    Item,
}

/// The function of a call.
#[derive(Debug, Clone, PartialEq)]
pub enum Function {
    /// Sum of a column.
    Sum(ArrayPath),
    /// Number of items.
    Count(ArrayPath),
    /// Mean of a column.
    Average(ArrayPath),
    /// Texts joined.
    Concat,
    /// Upper case.
    Upper,
    /// Lower case.
    Lower,
    /// Without white space at the ends.
    Trim,
    /// A date written again.
    Date {
        /// Pattern for writing.
        write: Setting<Pattern>,
        /// Pattern for reading; `None`: free reading.
        read: Setting<Option<Pattern>>,
    },
    /// Brazilian money.
    Currency {
        /// Number of decimals.
        decimals: Setting<u8>,
    },
    /// Fixed point.
    Number {
        /// Number of decimals.
        decimals: Setting<u8>,
    },
    /// One of two.
    If,
    /// A function of the extensions.
    Extended(Extended),
    /// No such function: empty text.
    Unknown,
}

/// An argument that is mostly a literal.
#[derive(Debug, Clone, PartialEq)]
pub enum Setting<T> {
    /// Known when compiled.
    Fixed(T),
    /// To be evaluated each time.
    Evaluated,
}

impl Function {
    /// Use of the argument at an index.
    pub fn role(&self, index: usize) -> Role {
        match self {
            Self::Sum(_) | Self::Count(_) | Self::Average(_) => Role::List,
            Self::Extended(function) => function.role(index),
            _ => Role::Value,
        }
    }

    /// The array that it reads, if it is an aggregate.
    pub fn array(&self) -> Option<&ArrayPath> {
        match self {
            Self::Sum(array) | Self::Count(array) | Self::Average(array) => Some(array),
            Self::Extended(function) => function.list(),
            _ => None,
        }
    }
}

/// A function of extensions.
#[derive(Debug, Clone, PartialEq)]
pub enum Extended {
    /// A function of numbers.
    Number(NumberFunction),
    /// Over the column of a list.
    List(ListFunction, ArrayPath),
    /// Over the items of a list, with expressions that are evaluated for each.
    Items(ItemFunction, ArrayPath),
    /// The items of a list in groups.
    Groups(ArrayPath),
    /// One of several values.
    Choice(Choice),
    /// A function of texts.
    Text(TextFunction),
    /// A function of dates.
    Date(DateFunction),
    /// Numbers in words.
    Words(WordsFunction),
    /// In the language of the document.
    Language(LanguageFunction),
}

impl Extended {
    /// The list that it goes over.
    pub(super) fn list(&self) -> Option<&ArrayPath> {
        match self {
            Self::List(_, list) | Self::Items(_, list) | Self::Groups(list) => Some(list),
            _ => None,
        }
    }

    /// Use of the argument at an index.
    pub(super) fn role(&self, index: usize) -> Role {
        match (self, index) {
            (Self::List(..) | Self::Items(..) | Self::Groups(..), 0) => Role::List,
            (Self::Items(..) | Self::Groups(..), _) => Role::Item,
            _ => Role::Value,
        }
    }
}

/// The argument of SUM, COUNT and AVG: an array and the column of its items.
///
/// It is taken from the source of the argument: the part after the last dot is the column. For a
/// path in brackets the last segment is the column (spec B5).
#[derive(Debug, Clone, PartialEq)]
pub struct ArrayPath {
    pub(super) path: Path,
    pub(super) column: Box<str>,
    /// The formula that makes the list.
    pub(super) formula: Option<Arc<Definition>>,
    /// `true` if the argument itself makes the list.
    pub(super) is_argument: bool,
}

impl ArrayPath {
    /// The formula that makes the list; nothing where it is one of the data.
    pub fn formula(&self) -> Option<&Definition> {
        self.formula.as_deref()
    }

    /// Returns `true` if the argument itself makes the list.
    pub fn is_argument(&self) -> bool {
        self.is_argument
    }

    /// Returns `true` if the list is made by an expression and not part of the data.
    pub fn is_made(&self) -> bool {
        self.is_argument || self.formula.is_some()
    }

    /// Returns `true` if the formula that makes the list is small enough to be analysed.
    pub fn is_readable(&self) -> bool {
        self.size() <= MOST_PARTS
    }

    /// Number of parts of the formula that makes the list.
    pub(super) fn size(&self) -> usize {
        self.formula.as_ref().map_or(0, |formula| formula.size)
    }

    /// Path of the array.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The exact key of the items; `None` where the items themselves are meant.
    pub fn column(&self) -> Option<&str> {
        Some(&*self.column).filter(|column| !column.is_empty())
    }

    /// Key of list and column together, ignoring case.
    pub fn key(&self) -> String {
        self.key_of(&self.column)
    }

    /// The same for another column of the list.
    pub fn key_of(&self, column: &str) -> String {
        format!("{}[].{column}", self.path).to_lowercase()
    }

    /// The call that makes the list, where it is none of the data; `call` is the one that goes over it.
    pub fn maker<'c>(&'c self, call: &'c Call) -> Option<&'c Call> {
        match self.formula() {
            Some(formula) => formula.expr.list_call(),
            None if self.is_argument() => call.args.first()?.list_call(),
            None => None,
        }
    }
}
