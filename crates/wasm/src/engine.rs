//! Documents: templates and data kept by handle, rendered, drawn and checked.

pub mod fonts;
mod measure;
mod slots;

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value as Json, json};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use reportctl_check::{self as check, DataChecker};
use reportctl_engine::budget::Meter;
use reportctl_engine::editor::{self, Images, page_model};
use reportctl_engine::expr::date::Timestamp;
use reportctl_engine::expr::{Env, Globals, Scope, TextTemplate, lint};
use reportctl_engine::font::Face;
use reportctl_engine::format::schema;
use reportctl_engine::problem::{Code, Problem};
use reportctl_engine::{
    Budget, Fonts, Host, Library, Options, Prepared, Value, Workspace, prepare_with,
};

use crate::problem::{malformed, thrown};
use slots::Slots;

/// An engine with its fonts, and the templates and data that were given to it.
#[wasm_bindgen]
pub struct Engine {
    faces: Vec<Arc<Face>>,
    fonts: Fonts,
    /// The same without the built-in fallback, for documents that refuse it.
    plain_fonts: Fonts,
    /// The files that templates name.
    library: Library,
    templates: Slots<Loaded>,
    data: Slots<Value>,
    images: Images,
    workspace: Workspace,
}

/// A template as it was given, compiled at the first use: one that is refused can be checked.
struct Loaded {
    template: Value,
    bindings: Value,
    prepared: Option<Result<Prepared, Problem>>,
}

/// Options of a call, all optional.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
struct CallOptions {
    max_pages: Option<u32>,
    /// Seconds since 1970.
    creation_date: i64,
    title: String,
    author: String,
    /// BCP 47 tag of the locale that is asked for.
    locale: Option<String>,
    fallback_font: Option<bool>,
    /// 32 random bytes for the keys of one document with a password.
    random: Option<[u8; 32]>,
}

impl Host for CallOptions {
    fn entropy(&self) -> Option<[u8; 32]> {
        self.random
    }
}

/// A finished document.
#[wasm_bindgen]
pub struct Rendered {
    bytes: Vec<u8>,
    pages: usize,
    warnings: String,
}

#[wasm_bindgen]
impl Rendered {
    /// The PDF; it can be taken once.
    #[wasm_bindgen(js_name = takeBytes)]
    pub fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Number of pages.
    #[wasm_bindgen(getter)]
    pub fn pages(&self) -> usize {
        self.pages
    }

    /// Warnings, as a JSON array.
    #[wasm_bindgen(getter)]
    pub fn warnings(&self) -> String {
        self.warnings.clone()
    }
}

/// Inputs of a call.
struct Opened<'e> {
    prepared: &'e Prepared,
    data: &'e Value,
    options: Options<'e>,
    images: &'e mut Images,
    workspace: &'e mut Workspace,
}

#[wasm_bindgen]
impl Engine {
    /// An engine with Helvetica and the fallback font.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self {
            faces: Vec::new(),
            fonts: Fonts::standard(),
            plain_fonts: Fonts::new(Vec::new(), false),
            library: Library::default(),
            templates: Slots::default(),
            data: Slots::default(),
            images: Images::default(),
            workspace: Workspace::default(),
        }
    }

    /// Adds a font file after those that were added before; all of them come before the fallback.
    ///
    /// # Errors
    /// `fontUnreadable`, `fontDecompressFailed` or `fontRestricted`.
    #[wasm_bindgen(js_name = addFont)]
    pub fn add_font(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), JsValue> {
        let face = Face::from_bytes(name, bytes).map_err(|problem| thrown(&problem))?;
        self.faces.push(Arc::new(face));
        self.stack_fonts();
        Ok(())
    }

    /// Forgets the fonts that were added.
    #[wasm_bindgen(js_name = clearFonts)]
    pub fn clear_fonts(&mut self) {
        self.faces.clear();
        self.stack_fonts();
    }

    /// Adds a file that templates name as `lib:NAME`, in the place of another one of its name.
    #[wasm_bindgen(js_name = addLibraryFile)]
    pub fn add_library_file(&mut self, name: &str, bytes: Vec<u8>) {
        self.library.insert(name, bytes);
        self.templates.iter_mut().for_each(|loaded| loaded.prepared = None);
    }

    /// Forgets the files that were added.
    #[wasm_bindgen(js_name = clearLibrary)]
    pub fn clear_library(&mut self) {
        self.library = Library::default();
        self.templates.iter_mut().for_each(|loaded| loaded.prepared = None);
    }

    /// Keeps a template with its bindings, both JSON texts, and gives its handle.
    ///
    /// # Errors
    /// `malformedJson` only: errors of a template are reported by the calls that use it.
    #[wasm_bindgen(js_name = addTemplate)]
    pub fn add_template(&mut self, template: &str, bindings: &str) -> Result<u32, JsValue> {
        let read = |what, text| Value::from_json(text).map_err(|error| malformed(what, &error));
        let template = read("the template", template)?;
        let bindings = read("the bindings", bindings)?;
        Ok(self.templates.add(Loaded { template, bindings, prepared: None }))
    }

    /// Forgets a template.
    #[wasm_bindgen(js_name = removeTemplate)]
    pub fn remove_template(&mut self, handle: u32) {
        self.templates.remove(handle);
    }

    /// Keeps data, a JSON text, and gives its handle.
    ///
    /// # Errors
    /// `malformedJson`.
    #[wasm_bindgen(js_name = addData)]
    pub fn add_data(&mut self, data: &str) -> Result<u32, JsValue> {
        let data = Value::from_json(data).map_err(|error| malformed("the data", &error))?;
        Ok(self.data.add(data))
    }

    /// Forgets data.
    #[wasm_bindgen(js_name = removeData)]
    pub fn remove_data(&mut self, handle: u32) {
        self.data.remove(handle);
    }

    /// The PDF of a template and data.
    ///
    /// # Errors
    /// The problem that kept the document from being made.
    pub fn render(&mut self, template: u32, data: u32, options: &str) -> Result<Rendered, JsValue> {
        let options = CallOptions::read(options)?;
        let Opened { prepared, data, options, workspace, .. } =
            self.open(template, data, &options)?;
        let document =
            prepared.generate_in(data, &options, workspace).map_err(|problem| thrown(&problem))?;
        let warnings: Vec<_> =
            prepared.warnings().iter().chain(&document.warnings).cloned().collect();
        Ok(Rendered {
            bytes: document.bytes,
            pages: document.pages,
            warnings: editor::problems(&warnings).to_string(),
        })
    }

    /// Pages as drawings: the pages numbered in `pages`, or all. A JSON text of the shape of
    /// `DrawnDocument` in `designer/src/engine/types.ts`, where `images` has only the images that
    /// this engine has not given before, and each page names in `pictures` the images that it uses.
    ///
    /// # Errors
    /// The problem that kept the document from being drawn.
    pub fn draw(
        &mut self,
        template: u32,
        data: u32,
        options: &str,
        pages: Option<Vec<u32>>,
    ) -> Result<String, JsValue> {
        let options = CallOptions::read(options)?;
        let Opened { prepared, data, options, images, .. } = self.open(template, data, &options)?;
        let layout = prepared.layout(data, &options).map_err(|problem| thrown(&problem))?;
        let drawing = images.drawing(prepared, &layout, &options, pages.as_deref());
        drawing.map_err(|problem| thrown(&problem))
    }

    /// One page, numbered from 1, as an SVG file.
    ///
    /// # Errors
    /// The problem that kept the page from being drawn; `invalidField` where there is no such page.
    #[wasm_bindgen(js_name = pageSvg)]
    pub fn page_svg(
        &mut self,
        template: u32,
        data: u32,
        options: &str,
        page: usize,
    ) -> Result<String, JsValue> {
        let options = CallOptions::read(options)?;
        let Opened { prepared, data, options, .. } = self.open(template, data, &options)?;
        let layout = prepared.layout(data, &options).map_err(|problem| thrown(&problem))?;
        let mut file = None;
        prepared
            .svg(
                &layout,
                &options,
                |number| number == page,
                |_, svg| {
                    file = Some(svg);
                    Ok(())
                },
            )
            .map_err(|problem| thrown(&problem))?;
        file.ok_or_else(|| {
            let message =
                format!("there is no page {page}; the document has {}", layout.pages.len());
            thrown(&Problem::new(Code::InvalidField, message))
        })
    }

    /// The page model of a template and data, as `--format layout` prints it, with `id` and
    /// `pointer` of every field.
    ///
    /// # Errors
    /// The problem that kept it from being made.
    pub fn layout(&mut self, template: u32, data: u32, options: &str) -> Result<String, JsValue> {
        let options = CallOptions::read(options)?;
        let Opened { prepared, data, options, .. } = self.open(template, data, &options)?;
        let layout = prepared.layout(data, &options).map_err(|problem| thrown(&problem))?;
        Ok(page_model(&layout).to_string())
    }

    /// Findings of `reportctl check` in a template, and with `data` also in the two together, as a
    /// JSON array.
    ///
    /// # Errors
    /// `timeLimit`; problems of the template are findings.
    pub fn check(
        &mut self,
        template: u32,
        data: Option<u32>,
        options: &str,
    ) -> Result<String, JsValue> {
        let options = CallOptions::read(options)?;
        let loaded = self.templates.get(template).ok_or_else(|| stale("template"))?;
        let (source, bindings) = (&loaded.template, &loaded.bindings);
        let library = &self.library;
        let mut problems = check::template_with(source, bindings, library, options.budget())
            .map_err(|problem| thrown(&problem))?;
        if let Some(data) = data {
            let data = self.data.get(data).ok_or_else(|| stale("data"))?;
            let fonts = options.fonts(&self.fonts, &self.plain_fonts);
            if let Ok(checker) = DataChecker::with_library(source, bindings, library.clone()) {
                problems.extend(checker.problems(data, &options.for_engine(fonts)));
                check::say_once(&mut problems);
            }
        }
        Ok(editor::problems(&problems).to_string())
    }

    /// Result of a template text for data, or for an item of it given as a JSON text: `{ text,
    /// error? }`.
    ///
    /// # Errors
    /// `malformedJson`, and the limits of a render.
    pub fn evaluate(
        &self,
        text: &str,
        data: u32,
        item: Option<String>,
        extensions: Option<bool>,
    ) -> Result<String, JsValue> {
        let item = match item {
            Some(item) => {
                Some(Value::from_json(&item).map_err(|error| malformed("the item", &error))?)
            }
            None => None,
        };
        let root = self.data.get(data);
        let data = match &item {
            Some(item) => item,
            None => root.ok_or_else(|| stale("data"))?,
        };
        let meter = Meter::default();
        let dialect = crate::dialect(extensions);
        let globals = Globals::new(root.unwrap_or(data), Timestamp::EPOCH);
        let globals = dialect.is_extended().then_some(&globals);
        let env = Env { globals, ..Env::new(&meter, Timestamp::EPOCH.year()) };
        let template = TextTemplate::compile_in(text, &dialect);
        let mut shown = String::new();
        template
            .render(&Scope { value: data, extra: &[], env: &env, names: None }, &mut shown)
            .map_err(|problem| thrown(&problem))?;
        let bad = template
            .bad_tokens()
            .next()
            .map(|bad| json!({ "message": bad.error.to_problem().message, "offset": bad.offset }));
        let bad = bad.or_else(|| unknown_function(&template));
        Ok(match bad {
            Some(error) => json!({ "text": shown, "error": error }),
            None => json!({ "text": shown }),
        }
        .to_string())
    }

    /// Width, ascent and descent of a line of text in millimetres: `[w, a, d]`.
    ///
    /// # Errors
    /// `unsupportedGlyph`.
    #[wasm_bindgen(js_name = measureText)]
    pub fn measure_text(&self, text: &str, font_size: f64) -> Result<Vec<f64>, JsValue> {
        measure::line(&self.fonts, text, font_size).map_err(|problem| thrown(&problem))
    }

    /// A template and data by their handles, with what a call works in.
    fn open<'e>(
        &'e mut self,
        template: u32,
        data: u32,
        options: &'e CallOptions,
    ) -> Result<Opened<'e>, JsValue> {
        let fonts = options.fonts(&self.fonts, &self.plain_fonts);
        Ok(Opened {
            prepared: prepared(&mut self.templates, template, &self.library)?,
            data: self.data.get(data).ok_or_else(|| stale("data"))?,
            options: options.for_engine(fonts),
            images: &mut self.images,
            workspace: &mut self.workspace,
        })
    }

    fn stack_fonts(&mut self) {
        self.fonts = Fonts::new(self.faces.clone(), true);
        self.plain_fonts = Fonts::new(self.faces.clone(), false);
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

/// JSON Schema of template files.
#[wasm_bindgen]
pub fn schema() -> String {
    schema::json_schema().to_string()
}

impl CallOptions {
    fn read(text: &str) -> Result<Self, JsValue> {
        match text {
            "" => Ok(Self::default()),
            text => serde_json::from_str(text).map_err(|error| malformed("the options", &error)),
        }
    }

    fn budget(&self) -> Budget<'static> {
        let default = Budget::default();
        Budget { max_pages: self.max_pages.unwrap_or(default.max_pages), ..default }
    }

    fn fonts<'f>(&self, all: &'f Fonts, plain: &'f Fonts) -> &'f Fonts {
        if self.fallback_font == Some(false) { plain } else { all }
    }

    fn for_engine<'o>(&'o self, fonts: &'o Fonts) -> Options<'o> {
        Options {
            fonts,
            budget: self.budget(),
            report_date: Timestamp::clamped(self.creation_date),
            title: &self.title,
            author: &self.author,
            locale: self.locale.as_deref(),
            host: self,
            ..Options::new(fonts)
        }
    }
}

/// The template of a handle, compiled.
fn prepared<'t>(
    templates: &'t mut Slots<Loaded>,
    handle: u32,
    library: &Library,
) -> Result<&'t Prepared, JsValue> {
    let loaded = templates.get(handle).ok_or_else(|| stale("template"))?;
    if loaded.prepared.is_none() {
        let prepared = prepare_with(&loaded.template, &loaded.bindings, library.clone());
        if let Ok(prepared) = &prepared {
            // An editor gives the template again after every change; the pictures hardly change.
            let others =
                templates.iter().filter_map(|other| other.prepared.as_ref()?.as_ref().ok());
            others.for_each(|other| prepared.inherit_pictures(other));
        }
        if let Some(loaded) = templates.get_mut(handle) {
            loaded.prepared = Some(prepared);
        }
    }
    match templates.get(handle).and_then(|loaded| loaded.prepared.as_ref()) {
        Some(prepared) => prepared.as_ref().map_err(thrown),
        None => Err(stale("template")),
    }
}

fn stale(what: &str) -> JsValue {
    thrown(&Problem::new(Code::Internal, format!("there is no {what} of this handle")))
}

/// The first call of a function that does not exist, as the error of an evaluation.
fn unknown_function(template: &TextTemplate) -> Option<Json> {
    template.tokens().find_map(|token| {
        let unknown = lint::unknown_functions(token.expr.ok()?);
        let (name, position) = unknown.first()?;
        let message = format!("there is no function `{name}`");
        // After the brace.
        Some(json!({ "message": message, "offset": token.offset + 1 + position }))
    })
}
