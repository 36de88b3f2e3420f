//! The conditions that an expression stands under.

use crate::expr::ast::Role;
use crate::expr::{Expr, Reference};
use crate::problem::Result;

/// The conditions that a place of an expression stands under, each with what it must be.
pub(super) type Guards<'e> = Vec<(&'e Expr, bool)>;

/// Calls back with everything that an expression takes: the reference, the conditions it stands
/// under, and whether a condition only asks for it.
pub(super) fn uses<'e>(
    expr: &'e Expr,
    asked: bool,
    guards: &mut Guards<'e>,
    found: &mut dyn FnMut(Reference<'e>, &Guards<'e>, bool) -> Result<()>,
) -> Result<()> {
    match expr {
        Expr::Text(_) | Expr::Number { .. } => Ok(()),
        Expr::Path(path) => found(Reference::Value(path), guards, asked),
        Expr::Negate(inner) => uses(inner, asked, guards, found),
        Expr::Not(inner) => uses(inner, true, guards, found),
        Expr::Arithmetic { first, rest } => {
            uses(first, asked, guards, found)?;
            rest.iter().try_for_each(|(_, expr)| uses(expr, asked, guards, found))
        }
        Expr::Compare { sides, .. } => {
            uses(&sides.0, true, guards, found)?;
            uses(&sides.1, true, guards, found)
        }
        Expr::And(all) | Expr::Or(all) => {
            all.iter().try_for_each(|expr| uses(expr, true, guards, found))
        }
        // A key of that name wins, and the formula is looked at where it stands.
        Expr::Defined(_) => Ok(()),
        Expr::Call(call) => {
            if let Some(array) = call.function.array() {
                found(Reference::Array(array), guards, asked)?;
                let args = call.args.iter().enumerate();
                let values = args.filter(|(index, _)| call.function.role(*index) == Role::Value);
                return values
                    .map(|(_, arg)| arg)
                    .try_for_each(|arg| uses(arg, asked, guards, found));
            }
            let (condition, branches) = match (&*call.name, call.args.split_first()) {
                ("IF", Some(parts)) => parts,
                _ => return call.args.iter().try_for_each(|arg| uses(arg, asked, guards, found)),
            };
            uses(condition, true, guards, found)?;
            for (branch, holds) in branches.iter().zip([true, false]) {
                guards.push((condition, holds));
                let done = uses(branch, asked, guards, found);
                guards.pop();
                done?;
            }
            Ok(())
        }
    }
}

pub(super) fn asks_for_a_page(condition: &Expr) -> bool {
    let mut asks = false;
    condition.paths(&mut |reference| asks |= reference.is_page_token());
    asks
}
