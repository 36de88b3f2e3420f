//! The table as JSON, for editors and other programs.

use serde_json::{Map, Value as Json, json};

use super::key::{Default, Key, Mismatch, Scope, Type, Unit};
use super::{Kinds, OBJECTS, Object, binding, field, payload};

/// The whole table: `objects` by name, each with its keys, and `kinds`, the objects that say
/// themselves what they are.
pub fn to_json() -> Json {
    let objects: Map<String, Json> =
        OBJECTS.iter().map(|object| (object.name.to_owned(), of_object(object))).collect();
    let kinds: Map<String, Json> = [&field::FIELDS, &binding::BINDINGS, &payload::PAYLOADS]
        .map(|kinds| (kinds.name.to_owned(), of_kinds(kinds)))
        .into_iter()
        .collect();
    json!({ "objects": objects, "kinds": kinds })
}

fn of_object(object: &Object) -> Json {
    json!({
        "chapter": object.chapter,
        "meaning": object.meaning,
        "base": object.base.map(|base| base.name),
        "keys": object.own_keys().map(of_key).collect::<Vec<_>>(),
    })
}

fn of_kinds(kinds: &Kinds) -> Json {
    let by_type: Map<String, Json> =
        kinds.kinds.iter().map(|(name, object)| ((*name).to_owned(), object.name.into())).collect();
    json!({ "common": kinds.common.name, "byType": by_type })
}

fn of_key(key: &Key) -> Json {
    let mut json = Map::new();
    let mut put = |name: &str, value: Json| {
        if !value.is_null() {
            json.insert(name.to_owned(), value);
        }
    };
    put("name", key.name.into());
    put("type", of_type(&key.ty));
    put("meaning", key.meaning.into());
    put("required", (key.default == Default::Required).then_some(true).into());
    put("default", default_json(key));
    put(
        "created",
        key.created.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default(),
    );
    put("unit", (key.unit != Unit::Plain).then(|| key.unit.as_str()).into());
    if let Some(range) = key.range {
        put(if range.above { "above" } else { "minimum" }, number(range.min));
        put("maximum", range.max.map(number).into());
    }
    put("since", key.since.into());
    put("expressions", key.expressions.map(scope).into());
    put("refused", (key.mismatch == Mismatch::Refused).then_some(true).into());
    put("effect", key.effect.map(|e| json!({ "key": e.key, "values": e.values })).into());
    put("older", key.older.into());
    put("extension", key.extension.then_some(true).into());
    Json::Object(json)
}

fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::Condition => "condition",
        Scope::Own => "own",
        Scope::Document => "document",
        Scope::Rows => "rows",
        Scope::Totals => "totals",
        Scope::Named => "named",
        Scope::NamedCondition => "namedCondition",
    }
}

fn of_type(ty: &Type) -> Json {
    match ty {
        Type::Text => json!("text"),
        Type::Name => json!("name"),
        Type::Picture => json!("picture"),
        Type::Icon => json!("icon"),
        Type::Number => json!("number"),
        Type::Whole => json!("whole"),
        Type::Flag => json!("flag"),
        Type::Color => json!("color"),
        Type::Paint => json!("paint"),
        Type::Length => json!("length"),
        Type::Printable => json!("printable"),
        Type::Choice(choices) => {
            let names: Vec<Json> = choices
                .iter()
                .map(|choice| {
                    let mut json = json!({ "name": choice.name, "meaning": choice.meaning });
                    if choice.extension {
                        json["extension"] = true.into();
                    }
                    json
                })
                .collect();
            json!({ "choice": names })
        }
        Type::Object(object) => json!({ "object": object.name }),
        Type::Kinds(kinds) => json!({ "kinds": kinds.name }),
        Type::List(element) => json!({ "list": of_type(element) }),
        Type::Nullable(inner) => json!({ "nullable": of_type(inner) }),
        Type::TextOr(object) => json!({ "textOr": object.name }),
        Type::Map(value) => json!({ "map": of_type(value) }),
        Type::Either(types) => json!({ "either": types.iter().map(of_type).collect::<Vec<_>>() }),
    }
}

/// The default as JSON; `null` for a key without a default.
pub(super) fn default_json(key: &Key) -> Json {
    match (key.default, &key.ty) {
        (Default::Required | Default::None, _) => Json::Null,
        (Default::Empty, Type::List(_)) => json!([]),
        (Default::Empty, _) => json!(""),
        (Default::Number(default), _) => number(default),
        (Default::Flag(flag), _) => flag.into(),
        (Default::Text(text), _) => text.into(),
        (Default::Color(color), _) => color.to_hex().into(),
    }
}

/// A number without a fraction that is not there.
pub(super) fn number(number: f64) -> Json {
    reportctl_base::value::number_to_json(number)
}
