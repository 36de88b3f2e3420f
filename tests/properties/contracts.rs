//! Laws of the schemas that templates imply, on random templates with data that fits: the data is accepted, faults
//! are found where they are, and what is refused would not have been rendered fully.

use proptest::prelude::*;
use reportctl::check::DataChecker;
use reportctl::problem::Severity;
use reportctl::templates::contract::Contract;
use reportctl::{Code, Fonts, Options, Problem};
use serde_json::{Map, Value as Json, json};

use super::{cases, value};

/// Keys that no typo of another one comes near.
const WORDS: [&str; 24] = [
    "customer",
    "invoice",
    "address",
    "balance",
    "country",
    "employee",
    "freight",
    "gender",
    "height",
    "journal",
    "keyword",
    "language",
    "merchant",
    "network",
    "operator",
    "passport",
    "quarter",
    "supplier",
    "telephone",
    "update",
    "village",
    "warehouse",
    "zipcode",
    "boundary",
];

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Text,
    Number,
    Date,
    Flag,
    List,
}

/// An object of the data: where its parts are, by paths as the template writes them and by pointers.
#[derive(Debug, Default)]
struct Shape {
    leaves: Vec<(String, Kind, String)>,
    lists: Vec<(String, String, Shape)>,
}

/// A value that the template takes.
#[derive(Debug)]
struct Need {
    pointer: String,
    kind: Kind,
    required: bool,
}

/// A template with data that fits, made of a row of numbers.
struct Maker<'t> {
    tape: std::slice::Iter<'t, u8>,
    /// `true` if sections have lists of their items.
    extended: bool,
    words: std::slice::Iter<'static, &'static str>,
    fields: Vec<Json>,
    bindings: Vec<Json>,
    needs: Vec<Need>,
}

#[derive(Debug)]
struct Made {
    template: Json,
    bindings: Json,
    data: Json,
    needs: Vec<Need>,
}

fn make(tape: &[u8]) -> Made {
    let mut maker = Maker {
        tape: tape.iter(),
        extended: false,
        words: WORDS.iter(),
        fields: Vec::new(),
        bindings: Vec::new(),
        needs: Vec::new(),
    };
    maker.extended = maker.choose(2) == 1;
    let (data, shape) = maker.object("", "", 0);
    maker.fields_of(&shape, None);
    let mut template = json!({"page": {"width": 210, "height": 297}, "schemas": maker.fields});
    if maker.extended {
        template["extensions"] = json!(1);
    }
    Made { template, bindings: maker.bindings.into(), data, needs: maker.needs }
}

impl Maker<'_> {
    /// One of so many; zeros where the numbers have ended.
    fn choose(&mut self, choices: usize) -> usize {
        self.tape.next().map_or(0, |number| usize::from(*number) % choices)
    }

    /// An object with what is in it. `path` and `pointer` lead to it.
    fn object(&mut self, path: &str, pointer: &str, depth: usize) -> (Json, Shape) {
        let (mut data, mut shape) = (Map::new(), Shape::default());
        let inner =
            |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        for _ in 0..1 + self.choose(3) {
            let Some(key) = self.words.next() else { break };
            let kind = [Kind::Text, Kind::Number, Kind::Date, Kind::Flag][self.choose(4)];
            data.insert((*key).to_owned(), self.leaf(kind));
            shape.leaves.push((inner(key), kind, format!("{pointer}/{key}")));
        }
        if depth < 2
            && self.choose(2) == 1
            && let Some(key) = self.words.next()
        {
            let (object, inside) = self.object(&inner(key), &format!("{pointer}/{key}"), depth + 1);
            data.insert((*key).to_owned(), object);
            shape.leaves.extend(inside.leaves);
            shape.lists.extend(inside.lists);
        }
        if depth < 2
            && self.choose(3) > 0
            && let Some(key) = self.words.next()
        {
            let at = format!("{pointer}/{key}");
            let (item, of_item) = self.object("", &format!("{at}/0"), depth + 1);
            data.insert((*key).to_owned(), vec![item; 1 + self.choose(3)].into());
            shape.lists.push((inner(key), at, of_item));
        }
        (data.into(), shape)
    }

    fn leaf(&mut self, kind: Kind) -> Json {
        let choice = self.choose(4);
        match kind {
            Kind::Text => [json!("Ana"), json!(""), json!(7), json!("5 €")][choice].clone(),
            Kind::Number => [json!(3), json!("12.5"), json!(-0.25), json!(" 1e3 ")][choice].clone(),
            Kind::Date => [
                json!("2026-01-31"),
                json!("31.01.2026"),
                json!("2026-01-31T10:00:00Z"),
                json!("1/31/2026"),
            ][choice]
                .clone(),
            Kind::Flag => [json!(true), json!("false"), json!(0), json!("TRUE")][choice].clone(),
            Kind::List => json!([]),
        }
    }

    fn add(&mut self, section: Option<&str>, mut field: Json) -> String {
        let name = format!("field {}", self.fields.len());
        let field_keys = field.as_object_mut().unwrap();
        for (key, value) in
            [("id", json!(name)), ("name", json!(name)), ("x", json!(10)), ("y", json!(10))]
        {
            field_keys.insert(key.to_owned(), value);
        }
        field_keys.insert("width".to_owned(), json!(100));
        field_keys.insert("height".to_owned(), json!(8));
        if let Some(section) = section {
            field_keys.insert("sectionId".to_owned(), json!(section));
        }
        self.fields.push(field);
        name
    }

    fn need(&mut self, pointer: &str, kind: Kind, required: bool) {
        self.needs.push(Need { pointer: pointer.to_owned(), kind, required });
    }

    fn fields_of(&mut self, shape: &Shape, section: Option<&str>) {
        for (path, kind, pointer) in &shape.leaves {
            let path = &self.written(path);
            let (content, condition, required) = match (self.choose(7), kind) {
                (0, _) => (format!("No. {{{path}}}"), None, true),
                (1, Kind::Number) => (format!("{{CURRENCY({path})}}"), None, true),
                (2, Kind::Number) => (format!("{{({path} + 1) * 2}}"), None, true),
                (1 | 2, Kind::Date) => (format!("{{DATE({path})}}"), None, true),
                (1, Kind::Text) => (format!("{{UPPER({path})}}"), None, true),
                (1 | 2, Kind::Flag) => {
                    (format!("{{IF({path} == \"true\", \"yes\", \"no\")}}"), None, false)
                }
                (2 | 3, _) => (format!("{{IF({path}, {path}, \"none\")}}"), None, false),
                (4, _) => (format!("{{DEFAULT({path}, \"none\")}}"), None, false),
                (5, _) => (format!("{{{path}}}"), Some(format!("{path} != \"\"")), false),
                _ => continue,
            };
            let mut field = json!({"type": "text", "content": content});
            if let Some(condition) = condition {
                field["visibleWhen"] = json!(condition);
            }
            self.add(section, field);
            self.need(pointer, *kind, required);
        }
        for (path, pointer, item) in &shape.lists {
            if section.is_some() && !self.extended {
                continue;
            }
            let path = &self.written(path);
            match self.choose(7) {
                0 => self.table(path, pointer, item, section),
                1 | 2 => {
                    let own = self.section();
                    let name = self.add(section, own);
                    self.bindings
                        .push(json!({"schemaName": name, "type": "section", "path": path}));
                    let before = self.fields.len();
                    self.fields_of(item, Some(&name));
                    // One that shows nothing of its items only keeps its members together.
                    if self.fields.len() > before {
                        self.need(pointer, Kind::List, true);
                    }
                }
                3 => {
                    // What follows the last dot is a column: there is always one.
                    let (leaf, kind, at) = &item.leaves[0];
                    let function = if *kind == Kind::Number { "SUM" } else { "COUNT" };
                    self.add(section, json!({"type": "text", "content": format!("{{{function}({path}.{leaf})}}")}));
                    self.need(pointer, Kind::List, true);
                    if *kind == Kind::Number {
                        self.need(at, *kind, false);
                    }
                }
                4 => {
                    let (leaf, kind, at) = &item.leaves[0];
                    self.add(
                        section,
                        json!({"type": "text", "content": format!("{{{path}.0.{leaf}}}")}),
                    );
                    self.need(pointer, Kind::List, true);
                    self.need(at, *kind, true);
                }
                5 if section.is_none() => {
                    let mut direct = item.leaves.iter().filter(|(leaf, ..)| !leaf.contains('.'));
                    let number = direct.clone().find(|(_, kind, _)| *kind == Kind::Number);
                    let (Some((label, kind, label_at)), Some((sum, _, sum_at))) =
                        (direct.next(), number)
                    else {
                        continue;
                    };
                    let (kpi, chart) = (
                        json!({"type": "kpi", "title": "Sum"}),
                        json!({"type": "chart", "chartType": "bar"}),
                    );
                    let [kpi, chart] = [kpi, chart].map(|field| self.add(None, field));
                    self.bindings.push(
                        json!({"schemaName": kpi, "type": "kpi", "path": path, "valueColumn": sum,
                        "aggregation": "sum"}),
                    );
                    self.bindings.push(json!({"schemaName": chart, "type": "chart", "path": path,
                        "labelColumn": label, "valueColumn": sum}));
                    self.need(pointer, Kind::List, true);
                    self.need(sum_at, Kind::Number, false);
                    if label != sum {
                        self.need(label_at, *kind, false);
                    }
                }
                _ => {}
            }
        }
    }

    /// A path in another case, which means the same.
    fn written(&mut self, path: &str) -> String {
        if self.choose(4) == 1 { path.to_uppercase() } else { path.to_owned() }
    }

    /// A section, which may hold others where the template is extended.
    fn section(&self) -> Json {
        if self.extended {
            json!({"type": "section", "breakInside": "auto"})
        } else {
            json!({"type": "section"})
        }
    }

    /// A table: some columns by key, some by formula, perhaps with a filter that lets all pass, and a total.
    fn table(&mut self, path: &str, pointer: &str, item: &Shape, section: Option<&str>) {
        let (mut head, mut cells, mut columns) = (Vec::new(), Vec::new(), Vec::new());
        let mut filters = json!([]);
        let mut needs = Vec::new();
        for (leaf, kind, at) in &item.leaves {
            let by_key = !leaf.contains('.') && self.choose(2) == 0;
            head.push(leaf.clone());
            columns.push(leaf.clone());
            cells.push(if by_key { "x".to_owned() } else { format!("{{{leaf}}}") });
            needs.push((at, *kind, !by_key));
            if by_key && self.choose(3) == 1 {
                filters = json!([[{"column": leaf, "op": "neq", "value": "nothing like it"}]]);
            }
        }
        let footer: Vec<String> = match self.choose(2) {
            0 => Vec::new(),
            _ => vec![format!("{{COUNT({path}.{})}}", item.leaves[0].0)],
        };
        let table = json!({"type": "table", "head": head, "content": [cells], "footer": footer});
        let name = self.add(section, table);
        self.bindings
            .push(json!({"schemaName": name, "type": "array", "path": path, "columns": columns,
            "filters": filters}));
        self.need(pointer, Kind::List, true);
        needs.into_iter().for_each(|(at, kind, required)| self.need(at, kind, required));
    }
}

/// Validates data for a template.
struct Validator {
    contract: Contract,
    checker: DataChecker,
    fonts: Fonts,
}

impl Validator {
    fn of(made: &Made) -> Self {
        let checker = DataChecker::new(&value(&made.template), &value(&made.bindings)).unwrap();
        let schema = checker.contract("Data", &[]);
        let contract = Contract::new(schema, "x.schema.json").unwrap();
        Self { contract, checker, fonts: Fonts::standard() }
    }

    fn refused(&self, data: &Json) -> Vec<Problem> {
        let found = self.contract.check(&value(data)).into_iter();
        found.filter(|problem| problem.severity == Severity::Error).collect()
    }

    /// What the schema says, and what `check --data` says of the data.
    fn all(&self, data: &Json) -> Vec<Problem> {
        let mut found = self.contract.check(&value(data));
        let of_data = self.checker.problems(&value(data), &Options::new(&self.fonts)).into_iter();
        found.extend(
            of_data.filter(|problem| matches!(problem.code, Code::MissingPath | Code::EmptyList)),
        );
        found
    }
}

/// All items of lists in place of the first one of each.
fn in_all_items(data: &mut Json, steps: &[&str], change: &dyn Fn(&mut Map<String, Json>, &str)) {
    match (data, steps) {
        (Json::Array(items), [_, rest @ ..]) => {
            items.iter_mut().for_each(|item| in_all_items(item, rest, change))
        }
        (Json::Object(object), [key]) => change(object, key),
        (Json::Object(object), [key, rest @ ..]) => {
            if let Some(inner) = object.get_mut(*key) {
                in_all_items(inner, rest, change);
            }
        }
        _ => {}
    }
}

fn changed(data: &Json, pointer: &str, change: impl Fn(&mut Map<String, Json>, &str)) -> Json {
    let mut data = data.clone();
    in_all_items(&mut data, &pointer[1..].split('/').collect::<Vec<_>>(), &change);
    data
}

/// The faults that a needed value can have: what is wrong, the data, and the pointer that must be named.
fn faults(need: &Need, data: &Json) -> Vec<(&'static str, Json, String)> {
    let Need { pointer, kind, required } = need;
    let parent = pointer.rsplit_once('/').unwrap().0.to_owned();
    let typo = |key: &str| format!("{}{}", &key[..1], &key[2..]);
    let misspelt = changed(data, pointer, |object, key| {
        if let Some(value) = object.remove(key) {
            object.insert(typo(key), value);
        }
    });
    let of = |value: Json| {
        changed(data, pointer, |object, key| drop(object.insert(key.to_owned(), value.clone())))
    };
    let wrong = if *kind == Kind::List { json!("text") } else { json!([["a list"]]) };
    let mut faults = Vec::new();
    if *required {
        let missing = changed(data, pointer, |object, key| drop(object.remove(key)));
        faults.push(("missing", missing, parent.clone()));
        faults.push(("misspelt", misspelt, parent));
        faults.push(("null", of(Json::Null), pointer.clone()));
        faults.push(("wrong type", of(wrong), pointer.clone()));
    } else {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        faults.push(("misspelt", misspelt, format!("{parent}/{}", typo(key))));
    }
    faults
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn a_schema_accepts_data_that_fits_and_finds_faults_where_they_are(tape in prop::collection::vec(any::<u8>(), 0..160)) {
        let made = make(&tape);
        let validator = Validator::of(&made);
        let found = validator.all(&made.data);
        prop_assert!(found.is_empty(), "{made:#?} {found:#?}");
        for need in &made.needs {
            for (what, damaged, place) in faults(need, &made.data) {
                let found = validator.all(&damaged);
                let is_there = found.iter().any(|problem| problem.pointer.as_deref() == Some(&*place));
                prop_assert!(is_there, "{what} {need:?} {made:#?} {damaged:#} {found:#?}");
                let key = need.pointer.rsplit('/').next().unwrap();
                let meant = format!("did you mean `{key}`?");
                let advised = found.iter().any(|problem| problem.advice.as_ref().is_some_and(|text| text.to_lowercase().contains(&meant)));
                prop_assert!(what != "misspelt" || advised, "{need:?} {made:#?} {damaged:#} {found:#?}");
            }
            if need.kind == Kind::List && need.required && !need.pointer.contains("/0") {
                let emptied = changed(&made.data, &need.pointer, |object, key| drop(object.insert(key.to_owned(), json!([]))));
                prop_assert!(validator.refused(&emptied).is_empty(), "{need:?} {made:#?}");
            }
        }
    }

    #[test]
    fn a_schema_refuses_nothing_that_is_rendered_fully(
        tape in prop::collection::vec(any::<u8>(), 0..160),
        changes in prop::collection::vec((any::<u8>(), 0..5_u8), 1..4),
    ) {
        let made = make(&tape);
        let validator = Validator::of(&made);
        let mut data = made.data.clone();
        for (at, change) in changes {
            let Some(need) = made.needs.get(usize::from(at) % made.needs.len().max(1)) else { continue };
            data = changed(&data, &need.pointer, |object, key| {
                let Some(value) = object.get(key).cloned() else { return };
                match (change, &value) {
                    (0, _) => drop(object.remove(key)),
                    (1, _) => {
                        object.remove(key);
                        object.insert(key.to_uppercase(), value);
                    }
                    (2, Json::Number(number)) => drop(object.insert(key.to_owned(), json!(number.to_string()))),
                    (3, _) => drop(object.insert(format!("more {key}"), value)),
                    (4, Json::Array(_)) => drop(object.insert(key.to_owned(), json!([]))),
                    _ => {}
                }
            });
        }
        let refused = validator.refused(&data);
        let of_data = validator.checker.problems(&value(&data), &Options::new(&validator.fonts));
        let lacks = of_data.iter().any(|problem| problem.code == Code::MissingPath);
        prop_assert!(refused.is_empty() || lacks, "{made:#?} {data:#} {refused:#?} {of_data:#?}");
    }
}
