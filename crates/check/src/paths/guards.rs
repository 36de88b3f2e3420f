//! The conditions that an expression stands under.

use reportctl_engine::expr::ast::{ArrayPath, Call, Defined, Role};
use reportctl_engine::expr::{Expr, Reference};
use reportctl_engine::problem::Result;

/// The conditions that a place of an expression stands under, each with what it must be.
pub(super) type Guards<'e> = Vec<(&'e Expr, bool)>;

/// How something is taken.
#[derive(Clone, Copy)]
pub(super) struct Asked<'e> {
    /// Whether a condition only asks for it.
    pub(super) asked: bool,
    /// The formula with a name that takes it.
    pub(super) within: Option<&'e Defined>,
}

/// What an expression takes.
#[derive(Clone, Copy)]
pub(super) enum Used<'e> {
    /// A value or a list.
    Taken(Reference<'e>),
    /// Something of each item of a list, as the arguments of a function say.
    Items(&'e Call, &'e ArrayPath),
}

/// Calls back with everything that an expression takes: the reference, the conditions it stands
/// under, and whether a condition only asks for it.
pub(super) fn uses<'e>(
    expr: &'e Expr,
    asked: bool,
    within: Option<&'e Defined>,
    guards: &mut Guards<'e>,
    found: &mut dyn FnMut(Used<'e>, &Guards<'e>, Asked<'e>) -> Result<()>,
) -> Result<()> {
    match expr {
        Expr::Text(_) | Expr::Number { .. } => Ok(()),
        Expr::Path(path) => {
            found(Used::Taken(Reference::Value(path)), guards, Asked { asked, within })
        }
        Expr::Negate(inner) => uses(inner, asked, within, guards, found),
        Expr::Not(inner) => uses(inner, true, within, guards, found),
        Expr::Arithmetic { first, rest } => {
            uses(first, asked, within, guards, found)?;
            rest.iter().try_for_each(|(_, expr)| uses(expr, asked, within, guards, found))
        }
        Expr::Compare { sides, .. } => {
            uses(&sides.0, true, within, guards, found)?;
            uses(&sides.1, true, within, guards, found)
        }
        Expr::And(all) | Expr::Or(all) => {
            all.iter().try_for_each(|expr| uses(expr, true, within, guards, found))
        }
        // A formula sees what the expression sees that names it.
        Expr::Defined(defined) => {
            let within = Some(&**defined);
            defined.formula().map_or(Ok(()), |formula| uses(formula, asked, within, guards, found))
        }
        Expr::Call(call) => uses_of_call(call, asked, within, guards, found),
    }
}

/// The same for a call.
fn uses_of_call<'e>(
    call: &'e Call,
    asked: bool,
    within: Option<&'e Defined>,
    guards: &mut Guards<'e>,
    found: &mut dyn FnMut(Used<'e>, &Guards<'e>, Asked<'e>) -> Result<()>,
) -> Result<()> {
    if let Some(array) = call.function.array().filter(|array| array.is_made()) {
        if let Some(maker) = array.maker(call).filter(|_| array.is_readable()) {
            uses_of_call(maker, asked, within, guards, found)?;
        }
        if (1..call.args.len()).any(|index| call.function.role(index) == Role::Item) {
            found(Used::Items(call, array), guards, Asked { asked, within })?;
        }
    } else if let Some(array) = call.function.array() {
        found(Used::Taken(Reference::Array(array)), guards, Asked { asked, within })?;
        if (1..call.args.len()).any(|index| call.function.role(index) == Role::Item) {
            found(Used::Items(call, array), guards, Asked { asked, within })?;
        }
    }
    if call.function.array().is_some() {
        let args = call.args.iter().enumerate();
        let values = args.filter(|(index, _)| call.function.role(*index) == Role::Value);
        return values
            .map(|(_, arg)| arg)
            .try_for_each(|arg| uses(arg, asked, within, guards, found));
    }
    let (condition, branches) = match (&*call.name, call.args.split_first()) {
        ("IF", Some(parts)) => parts,
        ("DEFAULT" | "CASE", Some((first, others))) => {
            // What may be blank may be missing, and only one of the results is evaluated.
            let may_lack = &*call.name == "DEFAULT" && !others.is_empty();
            uses(first, asked || may_lack, within, guards, found)?;
            return others.iter().try_for_each(|arg| uses(arg, true, within, guards, found));
        }
        _ => return call.args.iter().try_for_each(|arg| uses(arg, asked, within, guards, found)),
    };
    uses(condition, true, within, guards, found)?;
    for (branch, holds) in branches.iter().zip([true, false]) {
        guards.push((condition, holds));
        let done = uses(branch, asked, within, guards, found);
        guards.pop();
        done?;
    }
    Ok(())
}

pub(super) fn asks_for_a_page(condition: &Expr) -> bool {
    let mut asks = false;
    condition.paths(&mut |reference| asks |= reference.is_page_token());
    asks
}

pub(super) fn asks_for_the_parent(condition: &Expr) -> bool {
    let mut asks = false;
    condition.paths(&mut |reference| asks |= reference.is_of_parent());
    asks
}
