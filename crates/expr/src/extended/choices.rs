//! One of several values.

use super::super::ast::Call;
use super::super::compare::CompareOp;
use super::super::kind::Choice;
use super::super::output::{Output, compare};
use super::super::scope::Scope;

use reportctl_base::blank::is_blank;
use reportctl_base::problem::Result;

impl Choice {
    pub(super) fn evaluate<'a>(self, call: &'a Call, scope: &Scope<'a>) -> Result<Output<'a>> {
        match self {
            Self::Default => default(call, scope),
            Self::Case => case(call, scope),
        }
    }
}

fn default<'a>(call: &'a Call, scope: &Scope<'a>) -> Result<Output<'a>> {
    let mark = scope.env.findings.mark();
    for arg in &call.args {
        scope.env.meter.step()?;
        let value = arg.evaluate(scope)?;
        let blank = match &value {
            Output::Text(text) => text.chars().all(is_blank),
            Output::NoNumber => true,
            _ => false,
        };
        if !blank {
            return Ok(value);
        }
        if call.args.len() > 1 {
            // Another value stands in.
            scope.env.findings.forgive(mark);
        }
    }
    Ok(Output::EMPTY)
}

fn case<'a>(call: &'a Call, scope: &Scope<'a>) -> Result<Output<'a>> {
    let Some((asked, rest)) = call.args.split_first() else { return Ok(Output::EMPTY) };
    let asked = asked.evaluate(scope)?;
    let mut pairs = rest.chunks(2);
    let chosen = loop {
        match pairs.next() {
            Some([value, result]) => {
                scope.env.meter.step()?;
                let mark = scope.env.findings.mark();
                let value = value.evaluate(scope)?;
                scope.env.findings.forgive(mark);
                if compare(&asked, CompareOp::Eq, &value, scope.env.exact) {
                    break Some(result);
                }
            }
            Some([default]) => break Some(default),
            _ => break None,
        }
    };
    chosen.map_or(Ok(Output::EMPTY), |chosen| chosen.evaluate(scope))
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::render_in;
    use crate::Dialect;

    #[test]
    fn the_first_that_fits() {
        let data = r#"{"a":2,"blank":" ","zero":0,"s":"Two"}"#;
        let cases = [
            (
                "{DEFAULT(blank, missing, \"x\")} {DEFAULT(zero, 1)} [{DEFAULT(blank)}] [{DEFAULT()}]",
                "x 0 [] []",
            ),
            ("{DEFAULT(missing, a) * 2}", "4"),
            (
                "{CASE(a, 1, \"one\", 2, \"two\", \"many\")} {CASE(9, 1, \"one\", \"many\")}",
                "two many",
            ),
            (
                "[{CASE(9, 1, \"one\")}] [{CASE()}] [{CASE(a)}] {CASE(s, \"two\", 2)} {CASE(missing, \"\", \"none\")}",
                "[] [] [] 2 none",
            ),
        ];
        for (template, expected) in cases {
            assert_eq!(render_in(template, data, &Dialect::EXTENDED), expected, "{template}");
        }
    }
}
