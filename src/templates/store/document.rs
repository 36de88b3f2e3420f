//! A template with its name and bindings, kept as the text that was posted.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::canonical::{self, canonical, entries};
use super::pictures::{self, Pictures};
use super::schema::{SCHEMA_FILE, SCHEMA_KEY};
use super::size::{MAX_TEMPLATE_BYTES, too_large};
use super::{assets, foreign};
use crate::base::files;
use crate::data::encoding::{Origin, decode};
use crate::data::{Format, json, yaml};
use crate::templates::codes;
use engine::problem::{Code, Problem, Result};
use engine::value::{Array, Value};

/// A stored template (spec 1): `{ "name", "template", "bindings" }` and any further keys.
///
/// `template_text` and `bindings_text` are the JSON as it was given: numbers, escapes, the order
/// of keys, duplicates and unknown keys are all kept. `template` and `bindings` are the same,
/// parsed.
#[derive(Debug, Clone, PartialEq)]
pub struct TemplateDocument {
    /// Its name, for people.
    pub name: String,
    /// The template as JSON text.
    pub template_text: String,
    /// The bindings as JSON text; `[]` when there are none.
    pub bindings_text: String,
    /// The template. May be of any JSON type here; the engine reports what it cannot use.
    pub template: Value,
    /// The bindings, always an array.
    pub bindings: Value,
    /// Further top-level keys, in order.
    pub extra: Vec<Extra>,
    /// Order of the keys.
    pub(crate) order: Vec<Part>,
    /// Names of the picture files beside it whose content it has.
    pub(crate) picture_files: Vec<String>,
}

/// A top-level key that the store knows nothing about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extra {
    /// The key as JSON text, with its quotes.
    pub key_text: String,
    /// The value as JSON text.
    pub value_text: String,
}

impl Extra {
    /// Returns `true` if this is a reference to the schema that the store added. A reference of the
    /// author names another file.
    pub fn is_schema_reference(&self) -> bool {
        let own = || {
            let place: String = serde_json::from_str(&self.value_text).ok()?;
            Some(place.strip_suffix(SCHEMA_FILE)?.replace("../", "").is_empty())
        };
        self.key_text == format!("\"{SCHEMA_KEY}\"") && own().unwrap_or(false)
    }
}

/// A top-level key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Part {
    Name,
    Template,
    Bindings,
    /// The next one of the further keys.
    Extra,
}

/// Reads a template file: JSON or YAML by its extension, else by its look; `-` is standard input.
/// References to assets are those of the folder `assets` beside the file.
///
/// # Errors
/// `templateNotFound`, `templateUnreadable`, `templateNotAnObject`, `invalidTemplate`.
pub fn read_template_file(path: &Path) -> Result<TemplateDocument> {
    let bytes = files::read_regular(path, MAX_TEMPLATE_BYTES as u64).map_err(|problem| {
        let absent = path.as_os_str() != "-" && !path.exists();
        let code = if absent { codes::TEMPLATE_NOT_FOUND } else { codes::TEMPLATE_UNREADABLE };
        Problem { code, ..problem }
    })?;
    let name = files::display_name(path);
    let origin = Origin { code: codes::TEMPLATE_UNREADABLE, name: &name };
    let stem = path.file_stem().map(|stem| stem.to_string_lossy());
    let default_name = stem.as_deref().filter(|stem| *stem != "-").unwrap_or("template");
    let text = json_text(bytes, Format::of(path), origin)?;
    let folder = files::folder_of(path).join(assets::FOLDER);
    let asset = |asset: &str| assets::read(&folder.join(asset), asset);
    let beside = |picture: &str| pictures::read_beside(files::folder_of(path), picture);
    let pictures = Pictures { asset: &asset, beside: &beside };
    document(&text, Some(default_name), origin, Some(pictures))
        .map_err(|problem| if problem.file.is_some() { problem } else { problem.file(&name) })
}

impl TemplateDocument {
    /// Reads the JSON of a template document as it is posted: no references to assets in it.
    /// Without a `name` key the document is called `default_name`, or refused without a default.
    ///
    /// # Errors
    /// `templateUnreadable`, `templateNotAnObject`, `invalidTemplate`.
    pub fn from_json(bytes: Vec<u8>, default_name: Option<&str>) -> Result<Self> {
        let origin = Origin { code: codes::TEMPLATE_UNREADABLE, name: "template" };
        decode(bytes, origin)
            .and_then(|text| document(&text, default_name, origin, None))
            // Posted templates have no file.
            .map_err(|problem| Problem { file: None, ..problem })
    }

    /// A document of its parts, as JSON texts, with the places of its keys; without them, in the usual
    /// order and without further keys. Template and bindings may be any JSON here; the engine
    /// reports what it cannot use.
    ///
    /// # Errors
    /// `malformedJson`, with the part as pointer.
    #[cfg(feature = "mail")]
    pub(crate) fn of_texts(
        name: String,
        template_text: String,
        bindings_text: String,
        extra: Vec<(String, String)>,
        order: Option<Vec<Part>>,
    ) -> Result<Self> {
        let read = |text: &str, pointer: &str| {
            Value::from_json(text).map_err(|error| {
                Problem::new(Code::MalformedJson, error.to_string()).pointer(pointer)
            })
        };
        let bindings = match read(&bindings_text, "/bindings")? {
            Value::Null => Value::Array(Array::default()),
            bindings => bindings,
        };
        let template = read(&template_text, "/template")?;
        let extra = extra.into_iter().map(|(key_text, value_text)| Extra { key_text, value_text });
        let extra: Vec<_> = extra.collect();
        let order = order.unwrap_or_else(|| vec![Part::Name, Part::Template, Part::Bindings]);
        Ok(Self {
            name,
            template_text,
            bindings_text,
            template,
            bindings,
            extra,
            order,
            picture_files: Vec::new(),
        })
    }

    /// Reads the key `strict` beside `template`: `true` refuses documents that lack data.
    /// Nothing where it leaves that to the settings.
    ///
    /// # Errors
    /// `invalidTemplate` when the key is neither `true`, `false` nor `null`.
    pub fn strict(&self) -> Result<Option<bool>> {
        let Some(entry) = self.extra.iter().rfind(|entry| entry.key_text == "\"strict\"") else {
            return Ok(None);
        };
        serde_json::from_str(&entry.value_text).map_err(|_| {
            Problem::new(Code::InvalidTemplate, "`strict` must be `true` or `false`")
                .pointer("/strict")
                .advice("write `true` to refuse documents that lack data, or remove the key")
        })
    }

    /// Returns `true` if it has a further key.
    pub fn has_extra(&self, key: &str) -> bool {
        let key_text = serde_json::Value::from(key).to_string();
        self.extra.iter().any(|extra| extra.key_text == key_text)
    }

    /// Takes a further key out.
    pub fn remove_extra(&mut self, key: &str) {
        let key_text = serde_json::Value::from(key).to_string();
        let is_kept = |extra: &Extra| extra.key_text != key_text;
        let mut extra = self.extra.iter();
        self.order.retain(|part| *part != Part::Extra || extra.next().is_none_or(is_kept));
        self.extra.retain(is_kept);
    }

    /// The document as JSON in canonical form, images inline.
    ///
    /// # Errors
    /// `invalidTemplate` when it is too large.
    pub fn to_json(&self) -> Result<String> {
        self.assembled(&self.template_text, &self.bindings_text, None)
    }

    /// The document as it is stored, and the assets that it refers to. Unless it names a schema for
    /// editors, it gets that one.
    pub(super) fn to_stored(&self, schema: Option<&str>) -> Result<(String, assets::Collected)> {
        let mut collected = assets::Collected::default();
        let template = canonical::map_strings(&self.template_text, |s| collected.take(s))?;
        let bindings = canonical::map_strings(&self.bindings_text, |s| collected.take(s))?;
        let schema = schema.filter(|_| !self.has_extra(SCHEMA_KEY));
        Ok((self.assembled(&template, &bindings, schema)?, collected))
    }

    /// All parts where they stood, in canonical form.
    fn assembled(&self, template: &str, bindings: &str, schema: Option<&str>) -> Result<String> {
        let schema = schema.map(|schema| serde_json::Value::from(schema).to_string());
        let schema_key = format!("\"{SCHEMA_KEY}\"");
        let schema = schema.iter().map(|schema| (&*schema_key, &**schema));
        let name = serde_json::Value::from(self.name.as_str()).to_string();
        let mut extra = self.extra.iter();
        let entries = self.order.iter().filter_map(|part| match part {
            Part::Name => Some(("\"name\"", &*name)),
            Part::Template => Some(("\"template\"", template)),
            Part::Bindings => Some(("\"bindings\"", bindings)),
            Part::Extra => extra.next().map(|e| (&*e.key_text, &*e.value_text)),
        });
        let mut text = String::with_capacity(template.len() + bindings.len() + 256);
        for (key, value) in schema.chain(entries) {
            text.push(if text.is_empty() { '{' } else { ',' });
            for piece in [key, ":", value] {
                text.push_str(piece);
            }
        }
        text.push('}');
        canonical(&text, MAX_TEMPLATE_BYTES).ok_or_else(too_large)
    }
}

/// The file as JSON text.
fn json_text(bytes: Vec<u8>, format: Option<Format>, origin: Origin<'_>) -> Result<String> {
    if let Some(other) = foreign::of_bytes(&bytes) {
        return Err(other.problem(origin.name));
    }
    let text = decode(bytes, origin)?;
    match format {
        Some(Format::Json) => Ok(text),
        Some(Format::Yaml) => yaml_to_json(&text, origin),
        _ if text.trim_start().starts_with('{') => Ok(text),
        _ => yaml_to_json(&text, origin),
    }
}

fn yaml_to_json(text: &str, origin: Origin<'_>) -> Result<String> {
    Ok(yaml::read(text, origin)?.to_json().to_string())
}

/// Takes the JSON apart. References to pictures are resolved when there is somewhere to read them.
pub(super) fn document(
    text: &str,
    default_name: Option<&str>,
    origin: Origin<'_>,
    pictures: Option<Pictures<'_>>,
) -> Result<TemplateDocument> {
    // Everything is checked here once: syntax, depth, numbers. From now on the text is valid.
    let whole = json::read(text, origin)?;
    let Value::Object(object) = &whole else {
        let message = format!("a template file must be an object, not {}", whole.type_phrase());
        return Err(not_an_object(message, whole.type_name()).advice(SHAPE));
    };
    let mut parts = DocumentParts::default();
    for (key, value) in entries(text) {
        parts.take(key, value);
    }
    let Some(template) = parts.template else {
        return Err(missing_template(&whole));
    };
    let mut picture_files = Vec::new();
    let mut resolved = |text: &str| match pictures {
        Some(pictures) => pictures.resolve(text, &mut picture_files),
        None => Ok(text.to_owned()),
    };
    let template_text = resolved(template)?;
    let bindings_text = resolved(parts.bindings.unwrap_or("[]"))?;
    Ok(TemplateDocument {
        name: name(object.get("name"), default_name)?,
        template: parsed(&template_text, template, object.get("template"), origin)?,
        bindings: bindings(parsed(
            &bindings_text,
            parts.bindings.unwrap_or_default(),
            object.get("bindings"),
            origin,
        )?)?,
        template_text,
        bindings_text,
        extra: parts.extra,
        order: complete(parts.order),
        picture_files,
    })
}

/// The keys of the document as they come by.
#[derive(Default)]
struct DocumentParts<'a> {
    template: Option<&'a str>,
    bindings: Option<&'a str>,
    extra: Vec<Extra>,
    order: Vec<Part>,
}

impl<'a> DocumentParts<'a> {
    fn take(&mut self, key_text: &str, value: &'a str) {
        let key: Option<String> = serde_json::from_str(key_text).ok();
        let part = match key.as_deref() {
            Some("name") => Part::Name,
            Some("template") => {
                self.template = Some(value);
                Part::Template
            }
            Some("bindings") => {
                self.bindings = Some(value);
                Part::Bindings
            }
            _ => {
                let (key_text, value_text) = (key_text.to_owned(), value.to_owned());
                self.extra.push(Extra { key_text, value_text });
                Part::Extra
            }
        };
        if part == Part::Extra || !self.order.contains(&part) {
            self.order.push(part);
        }
    }
}

/// A stored document always has a name and bindings: the name first, the bindings after the
/// template.
fn complete(mut order: Vec<Part>) -> Vec<Part> {
    if !order.contains(&Part::Name) {
        order.insert(0, Part::Name);
    }
    if !order.contains(&Part::Bindings) {
        let template = order.iter().position(|part| *part == Part::Template);
        order.insert(template.map_or(order.len(), |at| at + 1), Part::Bindings);
    }
    order
}

/// The value of a part; parsed again only where references to assets were resolved.
fn parsed(resolved: &str, given: &str, value: Option<&Value>, origin: Origin<'_>) -> Result<Value> {
    match value {
        Some(value) if resolved == given => Ok(value.clone()),
        _ => json::read(resolved, origin),
    }
}

fn name(value: Option<&Value>, default_name: Option<&str>) -> Result<String> {
    match (value, default_name) {
        (Some(Value::Text(name)), _) => Ok(name.to_string()),
        (None | Some(Value::Null), Some(name)) => Ok(name.to_owned()),
        (None | Some(Value::Null), None) => {
            Err(Problem::new(Code::InvalidTemplate, "the template has no `name`")
                .pointer("/name")
                .advice("add a `name`, a text, beside `template`"))
        }
        (Some(other), _) => {
            let message = format!("`name` must be a text, not {}", other.type_phrase());
            Err(Problem::new(Code::InvalidTemplate, message)
                .pointer("/name")
                .advice("put the name in quotes")
                .detail("receivedType", other.type_name()))
        }
    }
}

/// Absent and `null` bindings are an empty list (spec 1 and 2.4).
fn bindings(value: Value) -> Result<Value> {
    match value {
        Value::Array(_) => Ok(value),
        Value::Null => Ok(Value::Array(Array::default())),
        other => {
            let message = format!("`bindings` must be a list, not {}", other.type_phrase());
            Err(Problem::new(Code::InvalidTemplate, message)
                .pointer("/bindings")
                .advice("write the bindings as a list, `[]` when there are none")
                .detail("receivedType", other.type_name()))
        }
    }
}

fn missing_template(whole: &Value) -> Problem {
    if let Some(other) = foreign::of_json(whole) {
        return other.advise(not_an_object(other.message(), "undefined"));
    }
    let looks_bare = ["schemas", "page", "pages"].iter().any(|key| whole.get(key).is_some());
    let message = "`template` is missing".to_owned();
    let problem = not_an_object(message, "undefined").pointer("/template");
    if looks_bare {
        problem.advice(
            "this looks like a bare template; put it inside an object: \
             `{ \"name\": …, \"template\": …, \"bindings\": [] }`",
        )
    } else {
        problem.advice(SHAPE)
    }
}

/// Shape of a template file.
pub(super) const SHAPE: &str =
    "a template file is an object with `name`, `template` and `bindings`";

fn not_an_object(message: String, received: &str) -> Problem {
    Problem::new(Code::TemplateNotAnObject, message).detail("receivedType", received)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::fs;

    use proptest::prelude::*;
    use tempfile::TempDir;

    use super::super::canonical::arbitrary;
    use super::*;

    fn posted(text: &str) -> Result<TemplateDocument> {
        TemplateDocument::from_json(text.into(), None)
    }

    fn refused(text: &str) -> Problem {
        posted(text).unwrap_err()
    }

    fn file(name: &str, text: &str) -> Result<TemplateDocument> {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        read_template_file(&path)
    }

    #[test]
    fn strict_stands_beside_the_template() {
        let strict = |more: &str| {
            let text = format!(r#"{{"name":"n","template":{{}},"bindings":[]{more}}}"#);
            posted(&text).unwrap().strict().map_err(|problem| problem.code)
        };
        assert_eq!(strict(""), Ok(None));
        assert_eq!(strict(r#","strict":null"#), Ok(None));
        assert_eq!(strict(r#","strict":true"#), Ok(Some(true)));
        assert_eq!(strict(r#","strict":false"#), Ok(Some(false)));
        assert_eq!(strict(r#","strict":"yes""#), Err(Code::InvalidTemplate));
        assert_eq!(strict(r#","strict":true,"strict":null"#), Ok(None));
    }

    #[test]
    fn what_cannot_be_read_is_a_problem_of_the_template() {
        let folder = TempDir::new().unwrap();
        let is_folder = read_template_file(folder.path()).unwrap_err();
        assert_eq!(is_folder.code, codes::TEMPLATE_UNREADABLE);
        let absent = read_template_file(&folder.path().join("absent.json")).unwrap_err();
        assert_eq!(absent.code, codes::TEMPLATE_NOT_FOUND);
        let huge = folder.path().join("huge.json");
        fs::File::create(&huge).unwrap().set_len(MAX_TEMPLATE_BYTES as u64 + 1).unwrap();
        assert_eq!(read_template_file(&huge).unwrap_err().code, codes::TEMPLATE_UNREADABLE);
    }

    #[test]
    fn the_text_is_kept_as_it_was_given() {
        let template = r#"{"x":1.50,"y":1e3,"x":-0,"s":"\u00e9\/","unknown":{"b":1,"a":2}}"#;
        let document = posted(&format!(r#"{{"name":"N","template":{template}}}"#)).unwrap();
        assert_eq!(document.template_text, template);
        assert_eq!(document.bindings_text, "[]");
        assert_eq!(document.template.get("y"), Some(&Value::Number(1000.0)));
        assert_eq!(document.bindings, Value::Array(Array::default()));
    }

    #[test]
    fn further_keys_keep_their_places() {
        let text = r#"{"$schema":"s","bindings":[],"\u00e9":1.0,"template":{},"z":{"a":[]}}"#;
        let document = TemplateDocument::from_json(text.into(), Some("N")).unwrap();
        assert_eq!(
            arbitrary::compact(&document.to_json().unwrap()),
            format!(r#"{{"name":"N",{}"#, &text[1..])
        );
        assert_eq!(document.extra[1].key_text, r#""\u00e9""#);
    }

    #[test]
    fn a_bare_project_file_is_named_after_its_file() {
        let document = file("My report.json", r#"{"template":{},"bindings":[]}"#).unwrap();
        assert_eq!(document.name, "My report");
        assert_eq!(
            document.to_json().unwrap(),
            "{\n  \"name\": \"My report\",\n  \"template\": {},\n  \"bindings\": []\n}\n"
        );
    }

    #[test]
    fn yaml_is_taken_as_the_json_it_stands_for() {
        let text = "name: N\ntemplate:\n  page: {width: 210, height: 297.5}\nbindings: []\n";
        let document = file("t.yml", text).unwrap();
        assert_eq!(document.template_text, r#"{"page":{"width":210,"height":297.5}}"#);
        assert_eq!(file("t.template", text).unwrap(), document);
        let problem = file("t.yaml", "template:\n  a/b: [.inf]\n").unwrap_err();
        assert_eq!(
            (problem.get("line"), problem.get("column")),
            (Some(&2.into()), Some(&9.into()))
        );
    }

    #[test]
    fn what_is_no_json_is_refused_with_its_place() {
        let problem = file("t.json", "{\"template\": {},\n}").unwrap_err();
        assert_eq!(problem.code, codes::TEMPLATE_UNREADABLE);
        assert_eq!(problem.get("line"), Some(&2.into()));
        assert_eq!(file("t.json", "").unwrap_err().code, codes::TEMPLATE_UNREADABLE);
        let missing = read_template_file(Path::new("no-such-file.json")).unwrap_err();
        assert_eq!(missing.code, codes::TEMPLATE_NOT_FOUND);
    }

    #[test]
    fn a_document_is_an_object_with_a_template() {
        for (text, received) in [("[]", "array"), ("1", "number"), ("null", "null")] {
            let problem = refused(text);
            assert_eq!(problem.code, Code::TemplateNotAnObject);
            assert_eq!(problem.get("receivedType"), Some(&received.into()));
        }
        let problem = refused(r#"{"name":"x"}"#);
        assert_eq!(problem.code, Code::TemplateNotAnObject);
        assert_eq!(problem.get("receivedType"), Some(&"undefined".into()));
        assert_eq!(problem.message, "`template` is missing");
        let bare = refused(r#"{"page":{"width":210,"height":297},"schemas":[]}"#);
        assert!(bare.advice.unwrap().contains("bare template"));
    }

    #[test]
    fn a_template_of_another_type_is_left_to_the_engine() {
        for text in ["null", "[]", "1", "\"x\""] {
            let document = posted(&format!(r#"{{"name":"N","template":{text}}}"#)).unwrap();
            assert_eq!(document.template_text, text);
            assert!(document.template.as_object().is_none());
        }
    }

    #[test]
    fn bindings_are_a_list_or_absent() {
        let document = posted(r#"{"name":"N","template":{},"bindings":null}"#).unwrap();
        assert_eq!(document.bindings, Value::Array(Array::default()));
        assert_eq!(document.bindings_text, "null");
        let problem = refused(r#"{"name":"N","template":{},"bindings":{}}"#);
        assert_eq!(problem.code, Code::InvalidTemplate);
        assert_eq!(problem.pointer.as_deref(), Some("/bindings"));
    }

    #[test]
    fn a_name_is_a_text() {
        assert_eq!(refused(r#"{"template":{}}"#).pointer.as_deref(), Some("/name"));
        assert_eq!(refused(r#"{"name":5,"template":{}}"#).pointer.as_deref(), Some("/name"));
    }

    #[test]
    fn of_equal_top_level_keys_the_last_one_counts() {
        let document = posted(r#"{"name":"a","template":1,"name":"b","template":{"x":1}}"#);
        let document = document.unwrap();
        assert_eq!((&*document.name, &*document.template_text), ("b", r#"{"x":1}"#));
        assert!(document.template.get("x").is_some());
    }

    #[test]
    fn references_are_resolved_beside_the_file() {
        let folder = TempDir::new().unwrap();
        let uri = assets::example(3, 1500);
        let text = format!(r#"{{"name":"N","template":{{"content":"{uri}"}}}}"#);
        let document = posted(&text).unwrap();
        let (stored, images) = document.to_stored(None).unwrap();
        fs::create_dir(folder.path().join("assets")).unwrap();
        images.write(&folder.path().join("assets")).unwrap();
        let path = folder.path().join("N.json");
        fs::write(&path, &stored).unwrap();
        let read = read_template_file(&path).unwrap();
        assert_eq!(read.template.get("content").and_then(Value::as_str), Some(&*uri));

        fs::remove_dir_all(folder.path().join("assets")).unwrap();
        let problem = read_template_file(&path).unwrap_err();
        assert!(problem.message.contains("is missing"), "{}", problem.message);
        assert!(problem.file.is_some());
    }

    proptest! {
        #[test]
        fn whatever_is_posted_is_shown_again(
            template in arbitrary::json(),
            bindings in arbitrary::list(arbitrary::json()),
        ) {
            let text = format!(r#"{{"name":"N","template":{template},"bindings":{bindings}}}"#);
            let shown = posted(&text).unwrap().to_json().unwrap();
            prop_assert_eq!(arbitrary::compact(&shown), arbitrary::compact(&text));
        }
    }
}
