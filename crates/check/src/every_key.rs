//! Every key of the format, tried in each of its consumers.

use std::collections::HashSet;

use serde_json::{Map, Value as Json, json};

use reportctl_engine::budget::Budget;
use reportctl_engine::format::*;
use reportctl_engine::problem::Problem;
use reportctl_engine::template::{Template, palette};
use reportctl_engine::value::Value;

fn objects() -> impl Iterator<Item = (&'static Object, &'static Key)> {
    OBJECTS.into_iter().flat_map(|object| object.own_keys().map(move |key| (object, key)))
}

/// A field of a kind with these further keys.
fn field_of(kind: &str, more: &Json) -> Json {
    let mut field =
        json!({"id": "f", "name": "f", "type": kind, "x": 10, "y": 30, "width": 60, "height": 20});
    merge(&mut field, more);
    field
}

fn merge(into: &mut Json, more: &Json) {
    let (Some(into), Some(more)) = (into.as_object_mut(), more.as_object()) else { return };
    into.extend(more.clone());
}

/// Template and bindings with a key of an object set, and the pointer of that key.
fn placed(object: &Object, key: &str, value: &Json) -> Option<(Json, Json, String)> {
    let set = json!({ key: value });
    let page = json!({"page": {"width": 210, "height": 297}, "schemas": []});
    let with_field = |kind: &str, more: Json, within: &str| {
        let mut template = page.clone();
        merge(&mut template, &json!({ "schemas": [field_of(kind, &more)] }));
        Some((template, json!([]), format!("/template/schemas/0{within}/{key}")))
    };
    let with_binding = |kind: &str, field: &str, more: Json, within: &str| {
        let mut template = page.clone();
        merge(&mut template, &json!({ "schemas": [field_of(field, &json!({}))] }));
        let mut binding = json!({"schemaName": "f", "type": kind});
        merge(&mut binding, &more);
        Some((template, json!([binding]), format!("/bindings/0{within}/{key}")))
    };
    let with_template = |more: Json, within: &str| {
        let mut template = page.clone();
        merge(&mut template, &more);
        Some((template, json!([]), format!("/template{within}/{key}")))
    };
    match object.name {
        "TemplateFile" | "MailOptions" => None,
        "Template" | "PageDesign" => {
            let mut template = page.clone();
            merge(&mut template, &set);
            Some((template, json!([]), format!("/template/{key}")))
        }
        "TemplatePage" => {
            let mut design = page.clone();
            merge(&mut design, &set);
            Some((json!({ "pages": [design] }), json!([]), format!("/template/pages/0/{key}")))
        }
        "PageSize" => {
            let mut size = json!({"width": 210, "height": 297});
            merge(&mut size, &set);
            let template = json!({"page": size, "schemas": []});
            Some((template, json!([]), format!("/template/page/{key}")))
        }
        "FieldBase" => with_field("text", set, ""),
        "Padding" => with_field("text", json!({ "padding": set }), "/padding"),
        "BorderWidths" => with_field("text", json!({ "borderWidth": set }), "/borderWidth"),
        "DynamicFontSize" => {
            with_field("text", json!({ "dynamicFontSize": set }), "/dynamicFontSize")
        }
        "PageSelection" => with_field("text", json!({ "onPages": set }), "/onPages"),
        "SectionColumns" => with_field("section", json!({ "columns": set }), "/columns"),
        "PageVariant" => {
            let mut template = page.clone();
            merge(&mut template, &json!({ "firstPage": set }));
            Some((template, json!([]), format!("/template/firstPage/{key}")))
        }
        "CellPadding" => with_field("table", json!({ "cellPadding": set }), "/cellPadding"),
        "TableRow" => {
            let more = json!({ "head": ["A"], "carriedOver": set });
            with_field("table", more, "/carriedOver")
        }
        "TableDetail" => {
            let mut detail = json!({ "path": "a", "rows": [] });
            merge(&mut detail, &set);
            with_field("table", json!({ "head": ["A"], "detail": detail }), "/detail")
        }
        "TableBorders" => with_field("table", json!({ "borders": set }), "/borders"),
        "BorderLine" => {
            with_field("table", json!({ "borders": { "outer": set } }), "/borders/outer")
        }
        "TableGroup" => {
            let mut group = json!({ "by": "a" });
            merge(&mut group, &set);
            with_field("table", json!({ "head": ["A"], "groups": [group] }), "/groups/0")
        }
        "ConditionalStyle" => {
            let mut style = json!({ "when": "a" });
            merge(&mut style, &set);
            with_field("table", json!({ "head": ["A"], "styleWhen": [style] }), "/styleWhen/0")
        }
        "Style" => {
            let style = json!({ "when": "a", "style": set });
            with_field(
                "table",
                json!({ "head": ["A"], "styleWhen": [style] }),
                "/styleWhen/0/style",
            )
        }
        "PdfOptions" => with_template(json!({ "pdf": set }), "/pdf"),
        "PdfViewer" => with_template(json!({ "pdf": { "viewer": set } }), "/pdf/viewer"),
        "PdfEncryption" => {
            let mut lock = json!({ "userPassword": "a" });
            merge(&mut lock, &set);
            with_template(json!({ "pdf": { "encryption": lock } }), "/pdf/encryption")
        }
        "PdfEinvoice" => with_template(json!({ "pdf": { "einvoice": set } }), "/pdf/einvoice"),
        "EinvoiceGroup" => {
            let mut group = json!({ "each": "lines" });
            merge(&mut group, &set);
            let map = json!({ "BG-25": group });
            let within = "/pdf/einvoice/map/BG-25";
            with_template(json!({ "pdf": { "einvoice": { "map": map } } }), within)
        }
        "StyleRule" => {
            let mut rule = json!({ "when": "a" });
            merge(&mut rule, &set);
            with_field("text", json!({ "styleWhen": [rule] }), "/styleWhen/0")
        }
        "CornerRadii" => {
            with_field("table", json!({ "headBorderRadius": set }), "/headBorderRadius")
        }
        "ColumnStyle" => with_field("table", json!({ "columnStyles": [set] }), "/columnStyles/0"),
        "Offset" => with_field("kpi", json!({ "iconOffset": set }), "/iconOffset"),
        "BindingBase" => with_binding("scalar", "text", set, ""),
        "TableColumn" => with_binding("array", "table", json!({ "columns": [set] }), "/columns/0"),
        "FilterCondition" => {
            with_binding("array", "table", json!({ "filters": [[set]] }), "/filters/0/0")
        }
        "PayloadBase" => with_field("qrcode", json!({ "payload": set }), "/payload"),
        "PayloadAddress" => {
            let payload = json!({ "type": "swiss", "creditor": set });
            with_field("qrcode", json!({ "payload": payload }), "/payload/creditor")
        }
        name => {
            if let Some((kind, _)) = payload::PAYLOADS.kinds.iter().find(|(_, o)| o.name == name) {
                let mut payload = json!({ "type": kind });
                merge(&mut payload, &set);
                return with_field("qrcode", json!({ "payload": payload }), "/payload");
            }
            if let Some((kind, _)) = field::FIELDS.kinds.iter().find(|(_, o)| o.name == name) {
                return with_field(kind, set, "");
            }
            let (kind, _) = binding::BINDINGS.kinds.iter().find(|(_, o)| o.name == name)?;
            let field = match *kind {
                "scalar" | "template" => "text",
                "array" | "keyvalue" => "table",
                kind => kind,
            };
            with_binding(kind, field, set, "")
        }
    }
}

fn checked(template: &Json, bindings: &Json) -> Vec<Problem> {
    crate::template(&Value::from(template), &Value::from(bindings), Budget::default())
        .expect("in time")
}

/// [`placed`], in a template with extensions where the key needs them.
fn placed_key(object: &Object, key: &Key, value: &Json) -> Option<(Json, Json, String)> {
    let (mut template, bindings, pointer) = placed(object, key.name, value)?;
    if key.extension && key.name != "extensions" {
        merge(&mut template, &json!({"extensions": 1}));
    }
    Some((template, bindings, pointer))
}

/// A value of a type that the key does not have; nothing where all types will do.
fn wrong(ty: &Type) -> Option<Json> {
    Some(match ty {
        Type::Printable => return None,
        Type::Flag => json!("yes"),
        Type::List(_) | Type::Object(_) | Type::Map(_) => json!(5),
        _ => json!(true),
    })
}

#[test]
fn every_key_reports_a_value_of_another_type_at_its_pointer() {
    for (object, key) in objects() {
        let Some(value) = wrong(&key.ty) else { continue };
        let Some((template, bindings, pointer)) = placed_key(object, key, &value) else {
            continue;
        };
        let problems = checked(&template, &bindings);
        let found =
            problems.iter().any(|p| p.pointer.as_deref().is_some_and(|p| p.starts_with(&pointer)));
        assert!(found, "{}.{}: {problems:?}", object.name, key.name);
        let refused = Template::parse(&Value::from(&template), &Value::from(&bindings)).is_err();
        assert_eq!(refused, key.mismatch == Mismatch::Refused, "{}.{}", object.name, key.name);
    }
}

#[test]
fn every_number_may_stand_in_quotes() {
    for (object, key) in objects() {
        if !matches!(key.ty, Type::Number)
            || matches!(key.name, "version")
            || object.name == "PageSize"
            || key.extension
        {
            continue;
        }
        let Some((template, bindings, pointer)) = placed_key(object, key, &json!("7")) else {
            continue;
        };
        let read = Template::parse(&Value::from(&template), &Value::from(&bindings));
        let warnings =
            read.unwrap_or_else(|problems| panic!("{}: {problems:?}", key.name)).warnings;
        let pointers: Vec<_> = warnings.iter().filter_map(|p| p.pointer.as_deref()).collect();
        assert_eq!(pointers, [pointer.as_str()], "{}.{}", object.name, key.name);
        assert!(
            checked(&template, &bindings)
                .iter()
                .any(|p| p.code == reportctl_engine::Code::ConvertedValue)
        );
    }
}

#[test]
fn every_range_is_checked() {
    for (object, key) in objects() {
        let Some(range) = key.range else { continue };
        let outside = range.max.map_or(range.min - 1.0, |max| max + 1.0);
        let value = match key.ty {
            Type::List(_) => json!([outside]),
            Type::Map(_) => json!({ "0": outside }),
            _ => json!(outside),
        };
        let Some((template, bindings, pointer)) = placed_key(object, key, &value) else {
            continue;
        };
        let problems = checked(&template, &bindings);
        let found =
            problems.iter().any(|p| p.pointer.as_deref().is_some_and(|p| p.starts_with(&pointer)));
        assert!(found, "{}.{}: {problems:?}", object.name, key.name);
    }
}

#[test]
fn every_text_with_expressions_is_checked() {
    for (object, key) in objects() {
        if key.expressions.is_none() {
            continue;
        }
        let broken = match (key.ty, key.expressions) {
            (Type::List(Type::List(_)), _) => json!([["{(a}"]]),
            (Type::List(_), _) => json!(["{(a}"]),
            (Type::Map(_), _) => json!({ "0": "{(a}" }),
            (_, Some(Scope::Condition | Scope::NamedCondition)) => json!("(a"),
            _ => json!("{(a}"),
        };
        let Some((mut template, bindings, pointer)) = placed_key(object, key, &broken) else {
            continue;
        };
        // A column has a title, or it is not drawn.
        if object.name == "TableColumn" {
            merge(&mut template["schemas"][0], &json!({"head": ["A"]}));
        }
        let problems = checked(&template, &bindings);
        let found = problems.iter().any(|problem| {
            // An unreadable key of groups or order refuses the template, with the position of the
            // error.
            let is_refused = problem.code == reportctl_engine::Code::ExtensionInvalid
                && problem.get("position").is_some();
            (problem.code == reportctl_engine::Code::UnclosedParen || is_refused)
                && problem.pointer.as_deref().is_some_and(|p| p.starts_with(&pointer))
        });
        assert!(found, "{}.{}: {problems:?}", object.name, key.name);
    }
}

#[test]
fn every_key_without_its_condition_has_no_effect() {
    for (object, key) in objects() {
        let Some(effect) = key.effect else { continue };
        let value = match key.ty {
            Type::List(_) => json!(["#123456"]),
            Type::Number | Type::Whole => json!(3),
            Type::Flag => json!(true),
            Type::Object(_) => json!({}),
            Type::Choice(choices) => json!(choices.last().map(|choice| choice.name)),
            _ => json!("#123456"),
        };
        let Some((mut template, bindings, pointer)) = placed_key(object, key, &value) else {
            continue;
        };
        if effect.key == "chartType" {
            merge(&mut template["schemas"][0], &json!({"chartType": "bar"}));
        }
        let problems = checked(&template, &bindings);
        let found = problems.iter().any(|p| p.pointer.as_deref() == Some(&pointer));
        assert!(found, "{}.{}: {problems:?}", object.name, key.name);
    }
}

#[test]
fn unknown_keys_are_reported_with_what_to_use() {
    let advice = |kind: &str, key: &str| {
        let template = json!({"page": {"width": 210, "height": 297},
            "schemas": [field_of(kind, &json!({ key: "x" }))]});
        let problems = checked(&template, &json!([]));
        let found = problems.into_iter().find(|p| p.code == reportctl_engine::Code::UnknownKey);
        found.and_then(|p| p.advice).map(String::from).unwrap_or_default()
    };
    assert_eq!(advice("text", "color"), "use `fontColor`");
    assert_eq!(advice("text", "borderWith"), "did you mean `borderWidth`?");
    assert!(advice("image", "something").starts_with("remove it"));
    for own in ["_note", "$schema", "x-editor"] {
        assert_eq!(advice("text", own), "", "{own}");
    }
}

#[test]
fn extensions_need_to_be_asked_for() {
    let template = |extensions: Json, more: Json| {
        json!({"page": {"width": 210, "height": 297}, "extensions": extensions,
            "schemas": [field_of("text", &json!({"borderColor": "#000", "borderWidth": 1})), field_of("text", &more)]})
    };
    let found = |extensions: Json, more: Json| -> Vec<(String, String)> {
        let found = checked(&template(extensions, more), &json!([]));
        let found = found.into_iter().filter(|p| p.code != reportctl_engine::Code::DuplicateName);
        found.map(|p| (p.code.as_str().to_owned(), p.pointer.unwrap_or_default())).collect()
    };
    let text = json!({"rotate": 90, "wrap": "word", "bold": true});
    assert_eq!(
        found(json!(null), text)[0],
        ("extensionsAbsent".to_owned(), "/template/schemas/1/rotate".to_owned())
    );
    assert_eq!(found(json!(1), json!({"wrap": "word", "bold": true})), []);
    let pointer = "/template/schemas/1/overflow".to_owned();
    let wrong = found(json!(1), json!({"wrap": "word", "overflow": "grow"}));
    assert_eq!(wrong, [("extensionInvalid".to_owned(), pointer)]);
    for (level, code) in [
        (json!(2), "extensionsTooNew"),
        (json!("1"), "extensionsInvalid"),
        (json!(0), "extensionsInvalid"),
        (json!(1.5), "extensionsInvalid"),
    ] {
        let expected = [(code.to_owned(), "/template/extensions".to_owned())];
        assert_eq!(found(level, json!({})), expected);
    }
    let idle = found(json!(1), json!({"maxLines": 2}));
    assert_eq!(idle, [("ignoredValue".to_owned(), "/template/schemas/1/maxLines".to_owned())]);
    // A single line is as high as that, which decides where it stands in its box.
    assert_eq!(found(json!(1), json!({"lineHeight": 2, "verticalAlignment": "bottom"})), []);
    // `justify` belongs to the extensions.
    assert_eq!(found(json!(1), json!({"alignment": "justify", "wrap": "word"})), []);
    assert_eq!(found(json!(null), json!({"alignment": "justify"}))[0].0, "ignoredValue");
}

#[test]
fn schema_types_reference_and_json_have_every_key() {
    let schema = schema::json_schema();
    let types = typescript::declarations();
    let json = to_json();
    for (object, key) in objects() {
        let name = format!("{}.{}", object.name, key.name);
        let quoted = format!("\"{}\":", key.name);
        assert!(schema.to_string().contains(&quoted), "{name} in the schema");
        let (_, interface) =
            types.split_once(&format!("interface {} ", object.name)).expect(object.name);
        let interface = interface.split("\n}\n").next().unwrap_or_default();
        let property =
            if key.name.contains('-') { format!("{:?}", key.name) } else { key.name.into() };
        let declared = [format!("\n  {property}:"), format!("\n  {property}?:")];
        assert!(declared.iter().any(|line| interface.contains(line)), "{name} in the types");
        assert!(
            (reference::table(object) + &reference::extensions(object))
                .contains(&format!("\n| `{}` |", key.name)),
            "{name} in the reference"
        );
        let keys = json["objects"][object.name]["keys"].as_array().expect("keys");
        assert!(keys.iter().any(|k| k["name"] == key.name && k["meaning"] != ""), "{name} as JSON");
    }
}

#[test]
fn each_object_of_the_schema_has_the_keys_of_its_object_and_no_others() {
    let schema = schema::json_schema();
    for (name, kind) in field::FIELDS.kinds.iter().chain(binding::BINDINGS.kinds) {
        let common = field::FIELDS.of(name).map_or(&binding::BINDING, |_| &field::FIELD);
        let common = if std::ptr::eq(common, &field::FIELD)
            && field::FIELDS.kinds.iter().any(|(_, o)| std::ptr::eq(*o, *kind))
        {
            &field::FIELD
        } else {
            &binding::BINDING
        };
        let properties = schema["$defs"][kind.name]["properties"].as_object();
        let found: Vec<&str> =
            properties.into_iter().flat_map(Map::keys).map(String::as_str).collect();
        let keys: Vec<&str> =
            common.own_keys().chain(kind.own_keys()).map(|key| key.name).collect();
        assert_eq!(found, keys, "{}", kind.name);
    }
}

#[test]
fn kinds_and_choices_name_the_same() {
    let names = |kinds: &Kinds| kinds.kinds.iter().map(|(name, _)| *name).collect::<Vec<_>>();
    let choices = |choices: &[Choice]| choices.iter().map(|choice| choice.name).collect::<Vec<_>>();
    assert_eq!(names(&field::FIELDS), choices(FieldType::CHOICES));
    assert_eq!(names(&binding::BINDINGS), choices(BindingType::CHOICES));
    for operator in binding::OPERATORS {
        assert!(
            reportctl_engine::expr::compare::CompareOp::from_name(operator.name).is_some(),
            "{}",
            operator.name
        );
    }
    let default = palette::chart(Some("default"), &[]);
    for name in chart::PALETTES
        .iter()
        .map(|palette| palette.name)
        .filter(|n| !matches!(*n, "default" | "custom"))
    {
        assert_ne!(palette::chart(Some(name), &[]), default, "{name}");
    }
}

#[test]
fn every_object_is_listed_once_and_every_key_once_in_its_object() {
    for (i, object) in OBJECTS.iter().enumerate() {
        assert!(!OBJECTS[..i].iter().any(|other| other.name == object.name), "{}", object.name);
        let mut names = HashSet::new();
        for key in object.all_keys() {
            assert!(names.insert(key.name), "{} {}", object.name, key.name);
        }
    }
}

mod reading_never_panics {
    use proptest::prelude::*;

    use super::*;

    fn value() -> impl Strategy<Value = Json> {
        let names: Vec<&'static str> = objects().map(|(_, key)| key.name).collect();
        let words: Vec<&'static str> = objects()
            .filter_map(|(_, key)| match key.ty {
                Type::Choice(choices) => Some(choices),
                _ => None,
            })
            .flatten()
            .map(|choice| choice.name)
            .collect();
        let leaf = prop_oneof![
            Just(Json::Null),
            any::<bool>().prop_map(Json::from),
            any::<f64>().prop_map(Json::from),
            (-5..400_i32).prop_map(Json::from),
            (-5..400_i32).prop_map(|n| Json::from(n.to_string())),
            "\\PC{0,6}".prop_map(Json::from),
            "[{}()a-c. +]{0,8}".prop_map(Json::from),
            "#[0-9a-f]{0,7}".prop_map(Json::from),
            proptest::sample::select(words).prop_map(Json::from),
        ];
        leaf.prop_recursive(5, 80, 8, move |inner| {
            let key = prop_oneof![
                9 => proptest::sample::select(names.clone()).prop_map(str::to_owned),
                1 => "\\PC{0,6}",
            ];
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
                proptest::collection::vec((key, inner), 0..12)
                    .prop_map(|entries| Json::Object(entries.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn whatever_the_template_holds(template in value(), bindings in value()) {
            checked(&template, &bindings);
        }

        #[test]
        fn whatever_its_keys_hold(fields in proptest::collection::vec(value(), 0..4),
            kinds in proptest::collection::vec(proptest::sample::select(FieldType::CHOICES.to_vec()), 4),
            bindings in proptest::collection::vec(value(), 0..4)) {
            let fields: Vec<Json> = fields.iter().zip(kinds).map(|(more, kind)| {
                let mut field = more.clone();
                merge(&mut field, &field_of(kind.name, &json!({})));
                field
            }).collect();
            let template = json!({"page": {"width": 210, "height": 297}, "schemas": fields});
            checked(&template, &Json::from(bindings));
        }
    }
}

#[test]
fn payments_are_written_with_the_keys_of_the_table() {
    let keys = |object: &Object| object.own_keys().map(|key| key.name).collect::<Vec<_>>();
    assert_eq!(keys(&payload::UPI), reportctl_engine::payment::UPI_KEYS);
    assert_eq!(keys(&payload::SPAYD), reportctl_engine::payment::SPAYD_KEYS);
}
