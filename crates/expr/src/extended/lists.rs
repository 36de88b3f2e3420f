//! Functions over lists.

use super::super::aggregate::List;
use super::super::ast::{ArrayPath, Call, Expr};
use super::super::compare::{CompareOp, Comparison};
use super::super::findings::Lack;
use super::super::kind::{ItemFunction, ListFunction};
use super::super::output::Output;
use super::super::path::{Segment, own};
use super::super::reserved::Reserved;
use super::super::scope::{ItemNames, Scope};
use super::super::total::Total;
use super::super::value::{push_text, text_of, weigh};
use super::finite;
use reportctl_base::blank::is_blank;
use reportctl_base::problem::Result;
use reportctl_base::value::{NULL, Value};

impl ListFunction {
    pub(super) fn evaluate<'a>(
        self,
        list: &'a ArrayPath,
        call: &'a Call,
        scope: &Scope<'a>,
    ) -> Result<Output<'a>> {
        match self {
            Self::Least | Self::Most => {
                let mut total = Total::default();
                let items = list.list(call, scope)?;
                list.look_at_items(&items, scope);
                for item in items.iter() {
                    scope.env.meter.step()?;
                    if let Some(value) = list.value(item)
                        && !total.add_bounded(value, scope.env.exact, scope.env.meter)?
                    {
                        total.lack(Lack::number_in(value));
                    }
                }
                total.report(list, scope);
                let found = if self == Self::Least { total.least() } else { total.most() };
                Ok(found.map_or(Output::EMPTY, bounded))
            }
            Self::Join => join(list, call, scope),
            Self::First => text_in(list, list.list(call, scope)?.iter().next(), scope),
            Self::Last => text_in(list, list.list(call, scope)?.iter().next_back(), scope),
            Self::Lookup => lookup(list, call, scope),
        }
    }
}

fn text_in<'a>(list: &ArrayPath, item: Option<&'a Value>, scope: &Scope<'_>) -> Result<Output<'a>> {
    output_of(item.and_then(|item| list.value(item)), scope)
}

/// A value of an item; the empty text where there is none.
fn output_of<'a>(value: Option<&'a Value>, scope: &Scope<'_>) -> Result<Output<'a>> {
    let Some(value) = value else { return Ok(Output::EMPTY) };
    weigh(value, scope.env.meter)?;
    Ok(match value {
        Value::Number(number) => Output::Number(number + 0.0),
        _ => Output::Text(text_of(value)),
    })
}

fn join<'a>(list: &ArrayPath, call: &Call, scope: &Scope<'_>) -> Result<Output<'a>> {
    let separator = call.text(1, scope)?;
    let last = if call.args.len() > 2 { call.text(2, scope)? } else { separator.clone() };
    let mut joined = String::new();
    // The text before the separator is written once it is known which one follows.
    let mut pending: Option<String> = None;
    let mut any = false;
    let items = list.list(call, scope)?;
    list.look_at_items(&items, scope);
    for item in items.iter() {
        scope.env.meter.step()?;
        let Some(value) = list.value(item) else { continue };
        let mut text = String::new();
        push_text(value, &mut text, scope.env.meter)?;
        if text.chars().all(is_blank) {
            continue;
        }
        if let Some(before) = pending.replace(text) {
            if any {
                scope.env.meter.spend(separator.len())?;
                joined.push_str(&separator);
            }
            joined.push_str(&before);
            any = true;
        }
    }
    if let Some(text) = pending {
        if any {
            joined.push_str(&last);
        }
        joined.push_str(&text);
    }
    Ok(Output::Text(joined.into()))
}

fn lookup<'a>(list: &ArrayPath, call: &'a Call, scope: &Scope<'a>) -> Result<Output<'a>> {
    let key = call.text(1, scope)?;
    let wanted = Comparison::new(CompareOp::Eq, &call.text(2, scope)?);
    let items = list.list(call, scope)?;
    look_for_key(&key, list, &items, scope)?;
    for item in items.iter() {
        scope.env.meter.step()?;
        let value = own(item, &key).unwrap_or(&NULL);
        weigh(value, scope.env.meter)?;
        if wanted.holds(value) {
            let column = call.text(3, scope)?;
            let found = own(item, &column);
            if found.is_none() {
                look_for_key(&column, list, &items, scope)?;
            }
            return output_of(found, scope);
        }
    }
    call.args.get(4).map_or(Ok(Output::EMPTY), |default| default.evaluate(scope))
}

/// Notes a key that no item has. Lists without objects are no mistake of the key.
fn look_for_key(
    key: &str,
    list: &ArrayPath,
    items: &List<'_, '_>,
    scope: &Scope<'_>,
) -> Result<()> {
    if list.is_made() {
        return Ok(());
    }
    let mut any = false;
    for item in items.iter() {
        scope.env.meter.step()?;
        if own(item, key).is_some() {
            return Ok(());
        }
        any |= item.as_object().is_some();
    }
    if any {
        scope.lacks_key(list, key);
    }
    Ok(())
}

impl ItemFunction {
    pub(super) fn evaluate<'a>(
        self,
        list: &'a ArrayPath,
        call: &'a Call,
        scope: &Scope<'a>,
    ) -> Result<Output<'a>> {
        let exact = scope.env.exact;
        if self == Self::Count {
            let Some(condition) = call.args.get(1) else {
                return Ok(Output::Number(list.count(call, scope)?));
            };
            let one = Output::Number(1.0);
            let total = total(list, call, scope, &mut |total, item| {
                if condition.holds(item)? {
                    total.add_output(&one, false);
                }
                Ok(())
            })?;
            return Ok(total.sum(false));
        }
        let empty = Expr::Text("".into());
        let expr = call.args.get(1);
        let condition = call.args.get(2);
        let total = total(list, call, scope, &mut |total, item| {
            if condition.map_or(Ok(true), |condition| condition.holds(item))? {
                let expr = expr.unwrap_or(&empty);
                let output = expr.evaluate(item)?;
                if output.to_number().is_nan() {
                    item.lacks_number(expr, &output);
                }
                total.add_output(&output, exact);
            }
            Ok(())
        })?;
        Ok(match self {
            Self::Sum => total.sum(exact),
            Self::Average => total.mean(exact).unwrap_or(Output::EMPTY),
            Self::Least => total.least().map_or(Output::EMPTY, bounded),
            Self::Most | Self::Count => total.most().map_or(Output::EMPTY, bounded),
        })
    }
}

/// A bound as the result of a function; empty where it is not finite.
fn bounded(bound: Output<'static>) -> Output<'static> {
    match bound {
        Output::Number(number) => finite(number),
        exact => exact,
    }
}

/// Goes over the items of a list, each in a scope of its own.
fn total(
    list: &ArrayPath,
    call: &Call,
    scope: &Scope<'_>,
    add: &mut dyn FnMut(&mut Total, &Scope<'_>) -> Result<()>,
) -> Result<Total> {
    let names = ItemNames { parent: *scope };
    let findings = &scope.env.findings;
    let mut each = |total: &mut Total, item: &Value| {
        scope.env.meter.evaluation()?;
        let mark = findings.mark();
        add(total, &Scope { value: item, extra: &[], env: scope.env, names: Some(&names) })?;
        if findings.mark() > mark {
            total.lack(findings.since(mark));
        }
        Ok(())
    };
    // Running lists use what is known of the rows before, if the expression is the same for all.
    if let Some(names) = scope.names_for(list.path())
        && list.path().segments().first().is_some_and(Segment::is_name)
        && sees_items_alone(call)
        && let Some(total) = names.prefix(list.path(), std::ptr::from_ref(call).addr(), &mut each)
    {
        let total = total?;
        total.report(list, scope);
        return Ok(total);
    }
    let mut total = Total::default();
    for item in list.list(call, scope)?.iter() {
        each(&mut total, item)?;
    }
    total.report(list, scope);
    Ok(total)
}

/// Returns `true` if the expressions of a call take only data of the items and of the document.
pub(crate) fn sees_items_alone(call: &Call) -> bool {
    let mut alone = true;
    for arg in call.args.iter().skip(1) {
        arg.visit(&mut |expr| {
            let path = match expr {
                Expr::Path(path) => Some(path),
                Expr::Call(call) => {
                    call.function.array().filter(|list| !list.is_made()).map(ArrayPath::path)
                }
                _ => None,
            };
            let first = path.and_then(|path| path.segments().first());
            alone &= first.is_none_or(|first| {
                !first.is_name() || matches!(first.reserved(), Some(Reserved::Root | Reserved::Doc))
            });
        });
    }
    alone
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{render_as, render_in};
    use crate::Dialect;
    use reportctl_base::problem::Code;

    const DATA: &str = r#"{"lines":[{"n":"A","q":2,"p":1.5},{"n":"B","q":1,"p":10},{"n":"","q":"x","p":1}],
        "order":{"items":[1,2,3],"rate":2},"my rows":[{"a.b":2}],"nums":[5,"7",null,"x"],"tax":0.5,
        "groups":[{"name":"G","k":2,"rows":[{"v":1},{"v":2}]},{"name":"H","k":10,"rows":[{"v":3}]}]}"#;

    fn show(template: &str) -> String {
        render_in(template, DATA, &Dialect::EXTENDED)
    }

    #[test]
    fn sums_over_items() {
        assert_eq!(show("{SUMOF(lines, q * p)} {SUMOF(lines, q * p, p > 2)}"), "13 10");
        assert_eq!(
            show("{AVGOF(lines, p)} {MINOF(lines, p)} {MAXOF(lines, p, q == 2)}"),
            "4.166666666666667 1 1.5"
        );
        assert_eq!(
            show("[{AVGOF(none, p)}] [{MINOF(lines, n)}] {SUMOF(none, p)} {SUMOF(lines)}"),
            "[] [0] 0 0"
        );
        assert_eq!(
            show(
                "{COUNTOF(order.items)} {COUNTOF(lines, p > 1)} {COUNTOF(none)} {COUNTOF([my rows])}"
            ),
            "3 2 0 "
        );
        assert_eq!(show("{COUNTOF([\"my rows\"])} {SUMOF([\"my rows\"], [\"a.b\"] * 2)}"), "1 4");
    }

    #[test]
    fn items_see_what_is_around_them_by_name() {
        assert_eq!(show("{SUMOF(lines, p * $parent.tax)} {SUMOF(lines, tax)}"), "6.25 0");
        assert_eq!(show("{SUMOF(groups, SUMOF(rows, v * $parent.k))}"), "36");
        assert_eq!(
            show("{SUMOF(groups, SUMOF(rows, v * $parent.$parent.tax * $root.order.rate))}"),
            "6"
        );
        assert_eq!(show("{SUMOF(groups, COUNTOF($parent.lines))}"), "6");
    }

    #[test]
    fn columns_of_lists() {
        assert_eq!(
            show("{MAX(lines.p)} [{MIN(missing.x)}] {MIN(nums)} {MAX(nums)} [{MIN(lines.n)}]"),
            "10 [] 0 7 [0]"
        );
        assert_eq!(
            show(
                "{JOIN(lines.n, \", \")}|{JOIN(lines.n, \", \", \" and \")}|{JOIN(none.x, \",\")}"
            ),
            "A, B|A and B|"
        );
        assert_eq!(show("{JOIN(order.items, \"-\")} {JOIN(nums, \"/\")}"), " 5/7/x");
        assert_eq!(
            show("{FIRST(lines.n)}{LAST(lines.p)}[{FIRST(none.n)}][{LAST(lines.none)}]"),
            "A1[][]"
        );
    }

    #[test]
    fn lookups() {
        assert_eq!(
            show(
                "{LOOKUP(lines, \"n\", \"b\", \"p\")} {LOOKUP(lines, \"n\", \"z\", \"p\", \"-\")}"
            ),
            "10 -"
        );
        assert_eq!(
            show(
                "[{LOOKUP(lines, \"n\", \"z\", \"p\")}] {LOOKUP(lines, \"q\", 2, \"n\")} {LOOKUP(lines, \"p\", 10, \"q\") + 1}"
            ),
            "[] A 2"
        );
    }

    #[test]
    fn lists_inside_lists_end_at_the_budget() {
        let rows = vec!["1"; 400].join(",");
        let data = format!(r#"{{"r":[{rows}]}}"#);
        let text = "{SUMOF(r, SUMOF($root.r, SUMOF($root.r, 1)))}";
        let found = render_as(text, &data, &Dialect::EXTENDED, false);
        assert_eq!(found.expect_err("too many").code, Code::ExpressionBudget);
    }

    #[test]
    fn exact_numbers_keep_their_digits() {
        let data = r#"{"a":"123456789012345.678","blank":"","bad":"soon",
            "r":[{"v":"123456789012345.678"},{"v":"0.1"},{"v":"123456789012345.679"}]}"#;
        let show = |text: &str| {
            render_as(text, data, &Dialect::EXTENDED, true).expect("within the budget")
        };
        for (text, expected) in [
            ("{MAX(r.v)} {MIN(r.v)}", "123456789012345.679 0.1"),
            ("{MAXOF(r, v)} {MINOF(r, v + 1)}", "123456789012345.679 1.1"),
            ("{MAX(r.v) - a}", "0.001"),
            ("{NUMBER(a)} {NUMBER(a, 3)}", "123456789012345.68 123456789012345.678"),
            ("{CURRENCY(a, \"R$\", 3)}", "R$ 123.456.789.012.345,678"),
            ("{CURRENCY(SUM(r.v), \"\", 3)}", "246.913.578.024.691,457"),
            ("{MONEY(a, \"EUR\", 3)}", "EUR 123.456.789.012.345,678"),
            ("{MONEY(SUM(r.v), \"EUR\", 3)}", "EUR 246.913.578.024.691,457"),
            ("{DECIMAL(a, 3)}", "123.456.789.012.345,678"),
            ("{CURRENCY(blank)} {CURRENCY(bad)} {MONEY(bad)}", "0,00 soon soon"),
        ] {
            assert_eq!(show(text), expected, "{text}");
        }
        // The largest of what is not finite is none.
        let data = r#"{"r":[{"v":"Infinity"},{"v":1}]}"#;
        let shown = render_as("[{MAX(r.v)}] {MIN(r.v)}", data, &Dialect::EXTENDED, true);
        assert_eq!(shown.as_deref(), Ok("[] 1"));
    }

    #[test]
    fn exact_sums() {
        let data = r#"{"r":[{"v":0.1},{"v":0.2},{"v":"0.3"}]}"#;
        let show = |exact| {
            render_as("{SUM(r.v)} {SUMOF(r, v)} {AVG(r.v)}", data, &Dialect::EXTENDED, exact)
        };
        assert_eq!(show(true).as_deref(), Ok("0.6 0.6 0.2"));
        assert_eq!(
            show(false).as_deref(),
            Ok("0.6000000000000001 0.6000000000000001 0.20000000000000004")
        );
    }
}
