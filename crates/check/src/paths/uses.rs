//! Paths that an expression takes, their uses, and the conditions before them.

use crate::contract::Use;
use reportctl_engine::expr::ast::{ArrayPath, Call, Defined, Role};
use reportctl_engine::expr::{CompareOp, Expr, Path};
use reportctl_engine::problem::Result;

/// The conditions that a place of an expression stands under, each with what it must be.
pub(super) type Guards<'e> = Vec<(&'e Expr, bool)>;

/// Degree to which a value is needed where an expression is evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Need {
    Always,
    /// There are others without it.
    Spare,
    /// A condition only asks for it, or another value stands in.
    Asked,
}

/// Use and need of a path.
#[derive(Clone, Copy)]
pub(super) struct Taking<'e> {
    pub(super) kind: Use,
    pub(super) need: Need,
    /// The formula with a name that takes it.
    pub(super) within: Option<&'e Defined>,
}

/// Path or list that an expression takes.
#[derive(Clone, Copy)]
pub(super) enum Used<'e> {
    Value(&'e Path),
    /// The list that a call goes over.
    List(&'e Call, &'e ArrayPath),
}

/// Called with everything that an expression takes.
pub(super) type Found<'f, 'e> = &'f mut dyn FnMut(Used<'e>, &Guards<'e>, Taking<'e>) -> Result<()>;

impl Taking<'_> {
    pub(super) fn new(kind: Use, need: Need) -> Self {
        Self { kind, need, within: None }
    }

    /// Use and need of a part of an expression.
    fn part(self, kind: Use, need: Need) -> Self {
        Self { kind, need: self.need.max(need), ..self }
    }
}

/// Calls back with everything that an expression takes, from left to right. The callback itself
/// visits the paths that are taken from the items of a list, and the list that another list is made
/// of.
pub(super) fn uses<'e>(
    expr: &'e Expr,
    how: Taking<'e>,
    guards: &mut Guards<'e>,
    found: Found<'_, 'e>,
) -> Result<()> {
    let mut each = |expr: &'e Expr, kind, need| uses(expr, how.part(kind, need), guards, found);
    match expr {
        Expr::Text(_) | Expr::Number { .. } => Ok(()),
        Expr::Path(path) => found(Used::Value(path), guards, how),
        Expr::Negate(inner) => each(inner, Use::Number, how.need),
        Expr::Not(inner) => each(inner, Use::Truth, Need::Asked),
        Expr::Arithmetic { first, rest } => {
            each(first, Use::Number, how.need)?;
            rest.iter().try_for_each(|(_, expr)| each(expr, Use::Number, how.need))
        }
        Expr::Compare { sides, op } => {
            each(&sides.0, compared(*op, &sides.1), Need::Asked)?;
            each(&sides.1, compared(*op, &sides.0), Need::Asked)
        }
        Expr::And(all) | Expr::Or(all) => {
            all.iter().try_for_each(|expr| each(expr, Use::Truth, Need::Asked))
        }
        // A formula sees what the expression sees that names it.
        Expr::Defined(defined) => {
            let how = Taking { within: Some(&**defined), ..how };
            defined.formula().map_or(Ok(()), |formula| uses(formula, how, guards, found))
        }
        Expr::Call(call) => uses_of_call(call, how, guards, found),
    }
}

/// Finds the uses of values in a call.
pub(super) fn uses_of_call<'e>(
    call: &'e Call,
    how: Taking<'e>,
    guards: &mut Guards<'e>,
    found: Found<'_, 'e>,
) -> Result<()> {
    if let Some(array) = call.function.array() {
        found(Used::List(call, array), guards, how)?;
    }
    for (index, argument) in call.args.iter().enumerate() {
        if call.function.role(index) != Role::Value {
            continue;
        }
        let guard = match (&*call.name, index) {
            ("IF", 1 | 2) => Some((&call.args[0], index == 1)),
            _ => None,
        };
        guards.extend(guard);
        let done = uses(argument, of_argument(call, index, how), guards, found);
        if guard.is_some() {
            guards.pop();
        }
        done?;
    }
    Ok(())
}

/// Use and need of an argument of a function.
fn of_argument<'e>(call: &Call, index: usize, how: Taking<'e>) -> Taking<'e> {
    let last = call.args.len() - 1;
    let (kind, need) = match (&*call.name, index) {
        // The default of `LOOKUP` stands in for what is not found.
        _ if call.function.array().is_some() && index > 3 => (Use::Shown, Need::Spare),
        ("IF", 0) => (Use::Truth, Need::Asked),
        ("IF", 1 | 2) => (how.kind, Need::Always),
        // A replacement for a blank is used as the blank would have been. Only one of the results
        // is evaluated.
        ("IF", _) | ("DEFAULT", 0) if last > 0 => (how.kind, Need::Asked),
        ("DEFAULT", 1..) => (how.kind, Need::Asked),
        ("CASE", 1..) if index % 2 == 1 && index < last => (Use::Asked, Need::Asked),
        ("CASE", 1..) => (how.kind, Need::Asked),
        // Blanks are left out.
        ("LEAST" | "GREATEST", _) => (Use::Number, Need::Spare),
        (
            "CURRENCY" | "NUMBER" | "MONEY" | "DECIMAL" | "PERCENT" | "ROUND" | "FLOOR" | "CEIL"
            | "TRUNC" | "ABS" | "SIGN" | "WORDS" | "AMOUNTWORDS",
            0,
        )
        | ("MOD", _)
        | ("DATEADD", 1) => (Use::Number, Need::Always),
        ("DATE" | "DATEADD" | "WEEKDAY" | "WEEKNUM", 0) | ("DATEDIFF", 0 | 1) => {
            (Use::Date, Need::Always)
        }
        _ => (Use::Shown, Need::Always),
    };
    how.part(kind, need)
}

/// Use of a value that is compared with `other`.
fn compared(op: CompareOp, other: &Expr) -> Use {
    let numeric = matches!(op, CompareOp::Gt | CompareOp::Gte | CompareOp::Lt | CompareOp::Lte);
    match other {
        Expr::Number { .. } => Use::Number,
        Expr::Text(text) if text.eq_ignore_ascii_case("true") => Use::Flag,
        Expr::Text(text) if text.eq_ignore_ascii_case("false") => Use::Flag,
        _ if numeric => Use::Number,
        _ => Use::Asked,
    }
}

pub(super) fn asks_for_a_page(condition: &Expr) -> bool {
    condition.takes(|it| it.is_page_token())
}

pub(super) fn asks_for_the_parent(condition: &Expr) -> bool {
    condition.takes(|it| it.is_of_parent())
}

/// Returns `true` for the path of the items of a group.
pub(super) fn is_items(path: &Path) -> bool {
    matches!(path.segments(), [items] if items.lower() == "items")
}
