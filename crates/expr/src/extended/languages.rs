//! Functions that write in the language of the document (spec 20.8).

use super::super::ast::Call;
use super::super::function::push_amount;
use super::super::kind::LanguageFunction;
use super::super::localized;
use super::super::output::Output;
use super::super::resolve::read_decimals;
use super::super::scope::Scope;

use reportctl_base::problem::Result;

impl LanguageFunction {
    pub(super) fn evaluate<'a>(self, call: &'a Call, scope: &Scope<'a>) -> Result<Output<'a>> {
        let mut text = String::new();
        match self {
            Self::Text => localized::translated(call, scope, &mut text)?,
            Self::Money => money(call, scope, &mut text)?,
            Self::Decimal => localized::decimal(call, scope, &mut text)?,
            Self::Percent => localized::percent(call, scope, &mut text)?,
        }
        if text.is_empty() && self != Self::Text {
            return Ok(scope.no_number());
        }
        Ok(Output::Text(text.into()))
    }
}

/// CURRENCY with the currency of the template where none is named.
fn money(call: &Call, scope: &Scope<'_>, out: &mut String) -> Result<()> {
    let value = call.args.first().map_or(Ok(Output::EMPTY), |arg| arg.evaluate(scope))?;
    let named = call.text(1, scope)?;
    let usual = scope.env.globals.and_then(|globals| globals.template?.currency.as_deref());
    let code = if named.is_empty() { usual.unwrap_or_default() } else { &*named };
    if let Some(localized) = scope.localized() {
        return localized::money(localized, &value, code, &call.text(2, scope)?, scope, out);
    }
    // Without a locale in the style of the base.
    if value.to_number().is_nan() {
        return value.push(scope.env.meter, out);
    }
    let decimals = read_decimals(&call.text(2, scope)?);
    push_amount(value, code, decimals, scope, out)
}
