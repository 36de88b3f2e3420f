//! Lists that expressions make of other lists: `GROUPBY` (spec 20.9.5).
//!
//! A list that was made is a value like those of the data, so that whatever goes over a list goes over
//! it: functions, tables, sections and charts.

use std::collections::HashMap;
use std::sync::Arc;

use super::aggregate::List;
use super::ast::{ArrayPath, Call, Definition, Expr};
use super::dialect::Dialect;
use super::extended::sees_items_alone;
use super::output::Output;
use super::path::Path;
use super::scope::{Found, ItemNames, Scope};
use reportctl_base::problem::Result;
use reportctl_base::value::{Array, Object, Value};

/// Keys of a group: the value that its items agree in, and the items.
const KEYS: [&str; 2] = ["key", "items"];

/// The formula that makes the list at a path, such as `$byRate`; nothing where it is one of the data.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ListFormula(Option<Arc<Definition>>);

impl ListFormula {
    /// The formula that a path names, if it makes a list.
    pub fn of(path: &Path, dialect: &Dialect) -> Self {
        Self(dialect.list(path).cloned())
    }

    /// The call that makes the list.
    pub fn maker(&self) -> Option<&Call> {
        self.formula()?.list_call()
    }

    /// The formula.
    pub fn formula(&self) -> Option<&Expr> {
        self.0.as_ref().map(|formula| &formula.expr)
    }
}

impl Call {
    /// The number of the list that the call makes, seen from a scope.
    ///
    /// # Errors
    /// `expressionBudget`, `memoryLimit` and the others of the budget.
    pub fn make_list(&self, scope: &Scope<'_>) -> Result<Option<usize>> {
        let Some((globals, array)) = scope.env.globals.zip(self.function.array()) else {
            return Ok(None);
        };
        let list = array.list(self, scope)?;
        let made = &globals.made;
        let origin = match list {
            List::Values(items) if sees_items_alone(self) => {
                Some((std::ptr::from_ref(self).addr(), items.as_ptr().addr(), items.len()))
            }
            _ => None,
        };
        if let Some(known) = origin.and_then(|origin| made.known(origin)) {
            return Ok(Some(known));
        }
        Ok(Some(made.add(groups(self, list, scope)?, origin)))
    }

    /// The list that the call makes.
    pub(super) fn made_list<'a>(&self, scope: &Scope<'a>) -> Result<&'a [Value]> {
        let number = self.make_list(scope)?;
        let list = scope.env.globals.zip(number);
        Ok(list.map_or(&[], |(globals, number)| globals.made.get(number)))
    }
}

impl ArrayPath {
    /// The same, unless the data has a key of the name of the formula, which wins.
    pub(super) fn maker_here<'c>(&'c self, call: &'c Call, scope: &Scope<'_>) -> Option<&'c Call> {
        let maker = self.maker(call)?;
        let hidden = self.formula().is_some() && scope.find(self.path()) != Found::Missing;
        (!hidden).then_some(maker)
    }
}

/// Puts the items of a list into groups, in the order in which their keys come first. Keys are the same
/// where their texts are, as with the groups of a table.
fn groups(call: &Call, list: List<'_, '_>, scope: &Scope<'_>) -> Result<Array> {
    let meter = scope.env.meter;
    let names = ItemNames { parent: *scope };
    let empty = Expr::Text("".into());
    let by = call.args.get(1).unwrap_or(&empty);
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
    for item in list.iter() {
        meter.evaluation()?;
        let seen = Scope { value: item, extra: &[], env: scope.env, names: Some(&names) };
        let output = by.evaluate(&seen)?;
        let number = match &output {
            Output::Number(number) => Some(*number),
            _ => None,
        };
        let text = output.into_text();
        meter.read(text.len())?;
        let place = match places.get(&*text) {
            Some(place) => *place,
            None => {
                let key = number.map_or_else(|| Value::from(&*text), Value::Number);
                meter.hold(2 * (text.len() + size_of::<Value>() + size_of::<(Value, usize)>()))?;
                groups.push((key, Vec::new()));
                places.insert(text.into_owned(), groups.len() - 1);
                groups.len() - 1
            }
        };
        meter.hold(item.memory())?;
        if let Some((_, items)) = groups.get_mut(place) {
            items.push(item.clone());
        }
    }
    let shape = Object::new(KEYS.map(|key| (Box::from(key), Value::Null)));
    let group = |(key, items): (Value, Vec<Value>)| {
        Value::Object(shape.with_values([key, Value::Array(items.into())]))
    };
    Ok(groups.into_iter().map(group).collect())
}

#[cfg(test)]
mod tests {
    use super::super::Env;
    use super::super::testing::{render_as, render_in};
    use super::super::{Globals, TextTemplate};
    use super::*;
    use reportctl_base::budget::{Budget, Meter};
    use reportctl_base::problem::Code;

    const DATA: &str = r#"{"lines":[{"n":"A","rate":19,"net":100},{"n":"B","rate":7,"net":10},
        {"n":"C","rate":19,"net":50.5},{"n":"D","net":1}],
        "customers":[{"lines":[{"rate":"x","net":1},{"rate":"x","net":2}]},{"lines":[]}]}"#;

    fn show(template: &str, definitions: &[(&str, &str)]) -> String {
        let (dialect, faults) = Dialect::with_definitions(definitions, "/template/defs");
        assert_eq!(faults, []);
        render_in(template, DATA, &dialect)
    }

    #[test]
    fn groups_come_in_the_order_of_their_first_items() {
        let of = [("byRate", "GROUPBY(lines, rate)")];
        assert_eq!(
            show("{JOIN($byRate.key, \"|\")} {COUNTOF($byRate)} {COUNT($byRate.key)}", &of),
            "19|7 3 3"
        );
        assert_eq!(show("{SUMOF($byRate, ROUND(SUM(items.net) * key / 100, 2))}", &of), "29.3");
        assert_eq!(show("{FIRST($byRate.key) + 1} {MAXOF($byRate, COUNTOF(items))}", &of), "20 2");
        assert_eq!(show("{LOOKUP($byRate, \"key\", 7, \"key\")} {MAX($byRate.key)}", &of), "7 19");
        assert_eq!(show("{$byRate}", &of), "[object Object],[object Object],[object Object]");
        assert_eq!(show("{COUNTOF(GROUPBY(none, rate))}", &[]), "0");
    }

    #[test]
    fn a_call_is_a_list_itself_and_may_be_of_groups() {
        assert_eq!(show("{SUMOF(GROUPBY(lines, rate), SUM(items.net) * key)}", &[]), "2929.5");
        assert_eq!(show("{COUNTOF(GROUPBY(GROUPBY(lines, rate), COUNTOF(items)))}", &[]), "2");
        let of = [
            ("groups", "GROUPBY($byRate, COUNTOF(items))"),
            ("byRate", "GROUPBY(lines, rate)"),
            ("tax", "SUMOF($byRate, SUM(items.net) * key)"),
        ];
        assert_eq!(show("{COUNTOF($groups)} {$tax}", &of), "2 2929.5");
    }

    #[test]
    fn a_formula_groups_what_is_seen_where_it_is_used() {
        let of = [("byRate", "GROUPBY(lines, rate)")];
        assert_eq!(show("{SUMOF(customers, COUNTOF($byRate))}", &of), "1");
        let (dialect, _) = Dialect::with_definitions(&of, "/template/defs");
        let data = r#"{"$byRate":[{"key":5}],"lines":[{"rate":1},{"rate":2}]}"#;
        assert_eq!(render_in("{SUM($byRate.key)}", data, &dialect), "5");
    }

    #[test]
    fn formulas_that_group_each_other_are_faults() {
        let (_, faults) = Dialect::with_definitions(
            &[("a", "GROUPBY($b, x)"), ("b", "GROUPBY($a, x)")],
            "/template/defs",
        );
        assert_eq!(faults.len(), 1);
        let owned: Vec<(String, String)> =
            (0..60).map(|i| (format!("d{i}"), format!("GROUPBY($d{}, 1)", i + 1))).collect();
        let sources: Vec<(&str, &str)> = owned.iter().map(|(a, b)| (&**a, &**b)).collect();
        assert!(!Dialect::with_definitions(&sources, "/template/defs").1.is_empty());
    }

    #[test]
    fn groups_of_many_rows_take_time_in_proportion_and_memory_on_the_meter() {
        let rows: Vec<String> = (0..20_000).map(|i| format!(r#"{{"k":{i},"v":1}}"#)).collect();
        let data = format!(r#"{{"r":[{}]}}"#, rows.join(","));
        // Each of 20,000 rows asks for the list: it is made once, or the evaluations would not do.
        let dialect =
            Dialect::with_definitions(&[("g", "GROUPBY($root.r, k)")], "/template/defs").0;
        let shown = render_as("{SUMOF(r, COUNTOF($g))}", &data, &dialect, false);
        assert_eq!(shown.as_deref(), Ok("400000000"));
        let value = Value::from_json(&data).expect("valid JSON");
        let meter = Meter::new(Budget { max_memory_bytes: 1 << 20, ..Budget::default() });
        let globals = Globals::new(&value, reportctl_base::calendar::Timestamp::EPOCH);
        let env = Env { globals: Some(&globals), ..Env::new(&meter, 2026) };
        let text = TextTemplate::compile_in("{COUNTOF($g)}", &dialect);
        let scope = Scope { value: &value, extra: &[], env: &env, names: None };
        let problem = text.render(&scope, &mut String::new()).expect_err("too large");
        assert_eq!(problem.code, Code::MemoryLimit);
    }
}
