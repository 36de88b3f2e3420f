//! The paths, lists and keys that a template takes from the data.

use std::collections::{HashMap, HashSet};

use crate::texts::{
    FieldText, Part, Scope, column_conditions, sees_item, texts_of, texts_of_document,
};
use reportctl_engine::budget::Meter;
use reportctl_engine::expr::path::Segment;
use reportctl_engine::expr::value::text_of;
use reportctl_engine::expr::{Condition, Dialect, Expr, ListFormula, Path, Reserved, TextTemplate};
use reportctl_engine::format::{BindingType, Choose, field, page, section, table};
use reportctl_engine::layout::MOST_NESTED;
use reportctl_engine::problem::Result;
use reportctl_engine::template::read::Node;
use reportctl_engine::template::source::{Binding, Design, Field, Source};
use reportctl_engine::template::zone::Zone;
use reportctl_engine::template::{self, Kind, Template};

/// Everything that a template takes from the data, ready to be looked up.
pub(crate) struct Plan {
    pub(super) designs: Vec<DesignPlan>,
    /// The texts of the template itself.
    pub(super) texts: Vec<TextPlan>,
    /// What its expressions may use.
    pub(super) dialect: Dialect,
}

pub(super) struct DesignPlan {
    pub(super) sections: Vec<SectionPlan>,
    pub(super) fields: Vec<FieldPlan>,
}

/// A section that repeats over a list.
pub(super) struct SectionPlan {
    pub(super) list: List,
    pub(super) condition: Option<Condition>,
    /// Whether nothing in it asks for an item: then one repetition is as good as any, and the
    /// section only keeps its members together.
    pub(super) is_frame: bool,
    /// What its list is looked for in: the document, or the items of a section that stands before it
    /// among the sections of the design.
    pub(super) sees: DataScope,
}

/// The path of a list, as a binding gives it.
pub(super) struct List {
    pub(super) field: String,
    pub(super) source: String,
    /// The path from there on.
    pub(super) path: Path,
    /// Whether it begins at the document, wherever it is used: `$root`.
    pub(super) from_root: bool,
    /// The same where a formula makes the list.
    pub(super) made: ListFormula,
    /// Where the path stands.
    pub(super) pointer: String,
    /// The columns of its filters.
    pub(super) filters: Vec<Key>,
    /// Whether the field stands under a condition of its own.
    pub(super) guarded: bool,
    /// Whether nothing lacks where it is not there.
    pub(super) is_optional: bool,
}

/// An exact key that some item must have.
pub(super) struct Key {
    pub(super) key: String,
    pub(super) pointer: String,
    /// The column of the table that shows it.
    pub(super) column: Option<usize>,
}

/// The data that a field is evaluated against.
#[derive(Clone, Copy)]
pub(super) enum DataScope {
    Document,
    /// The document with page tokens.
    Band,
    /// The items of a section of its design.
    Section(usize),
}

pub(super) struct FieldPlan {
    pub(super) name: String,
    pub(super) sees: DataScope,
    pub(super) condition: Option<Condition>,
    pub(super) texts: Vec<TextPlan>,
    pub(super) rows: RowsPlan,
    /// The list in the item of each row that a table has further rows for.
    pub(super) detail: Option<List>,
    /// The conditions of the columns of a table, by their number.
    pub(super) columns: Vec<(usize, Condition)>,
    pub(super) items: Option<ItemsPlan>,
    /// Paths of an image or table that stand alone.
    pub(super) inputs: Vec<(Path, String)>,
}

/// What the rows of a table are made from.
pub(super) enum RowsPlan {
    None,
    /// The items of the section that the table is a member of.
    OfSection,
    /// A list, and the keys of its columns.
    List(List, Vec<Key>),
}

/// The list of a chart or card.
pub(super) struct ItemsPlan {
    pub(super) list: List,
    pub(super) keys: Vec<Key>,
    /// Keys that the binding leaves out, and its pointer.
    pub(super) absent: Vec<(&'static str, String)>,
}

pub(super) struct TextPlan {
    pub(super) code: TextCode,
    pub(super) property: String,
    pub(super) pointer: String,
    pub(super) scope: Scope,
    /// What it belongs to, where `scope` says that it sees names.
    pub(super) of: Part,
    /// The condition without which it is not evaluated, besides that of the field.
    pub(super) when: Option<Condition>,
    /// The column of the table that it is for.
    pub(super) column: Option<usize>,
}

pub(super) enum TextCode {
    Condition(Condition),
    Text(TextTemplate),
}

impl TextPlan {
    fn new(text: FieldText<'_>, source: &Source<'_>, meter: &Meter<'_>) -> Result<Self> {
        meter.read(text.text.len())?;
        let code = match text.scope {
            Scope::Condition | Scope::NamedCondition => {
                TextCode::Condition(Condition::compile_in(&text.text, &source.dialect))
            }
            _ => TextCode::Text(TextTemplate::compile_in(&text.text, &source.dialect)),
        };
        let when = text.when.map(|when| Condition::compile_in(&when, &source.dialect));
        let FieldText { property, pointer, scope, of, column, .. } = text;
        Ok(Self { code, property, pointer, scope, of, when, column })
    }

    /// Whether it is in a row that a table adds to its pages, which knows their numbers.
    pub(super) fn is_of_pages(&self) -> bool {
        matches!(self.scope, Scope::Named | Scope::NamedCondition)
            && matches!(self.of, Part::Table | Part::Pages)
    }

    /// Whether it is printed where a table has no rows.
    pub(super) fn is_of_empty_table(&self) -> bool {
        self.property == table::EMPTY_TEXT.name
    }

    /// Whether it says something of the PDF, and nothing where it is blank.
    pub(super) fn is_metadata(&self) -> bool {
        self.property.rsplit_once('.').is_some_and(|(of, _)| of == page::PDF.name)
    }

    /// Every expression of it.
    pub(super) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let (condition, template) = match &self.code {
            TextCode::Condition(condition) => (condition.expr(), None),
            TextCode::Text(template) => (None, Some(template)),
        };
        let tokens = template.into_iter().flat_map(TextTemplate::tokens);
        condition.into_iter().chain(tokens.filter_map(|token| token.expr.ok()))
    }
}

impl Plan {
    /// Compiles what the texts and bindings of a template take.
    ///
    /// # Errors
    /// `timeLimit` from the budget.
    pub(crate) fn new(source: &Source<'_>, template: &Template, meter: &Meter<'_>) -> Result<Self> {
        let placed = placed(template);
        let designs = source.designs.iter();
        let designs = designs.map(|design| DesignPlan::new(design, source, &placed, meter));
        let texts =
            if source.dialect.is_extended() { texts_of_document(&source.root) } else { Vec::new() };
        let texts = texts.into_iter().map(|text| TextPlan::new(text, source, meter));
        Ok(Self {
            designs: designs.collect::<Result<_>>()?,
            texts: texts.collect::<Result<_>>()?,
            dialect: source.dialect.clone(),
        })
    }
}

/// Zone and design of each field, by pointer.
fn placed(template: &Template) -> HashMap<&str, (Zone, &template::Field)> {
    let designs = template.designs.iter();
    designs
        .flat_map(|design| {
            let place = |field| (Zone::of(field, design), field);
            design.fields.iter().map(move |field| (field.pointer.as_str(), place(field)))
        })
        .collect()
}

impl DesignPlan {
    fn new(
        design: &Design<'_>,
        source: &Source<'_>,
        placed: &HashMap<&str, (Zone, &template::Field)>,
        meter: &Meter<'_>,
    ) -> Result<Self> {
        let condition = |field: &Field<'_>| {
            let (_, placed) = placed.get(field.node.pointer.as_str())?;
            placed.visible_when.clone()
        };
        let mut busy: HashSet<&str> = HashSet::new();
        for member in design.fields.iter().filter(|field| !field.section_id.is_empty()) {
            meter.step()?;
            if asks_for_an_item(member, source) {
                busy.insert(&member.section_id);
            }
        }
        let navigates = |field: &Field<'_>| {
            let has = |key: &str| field.node.text(key).contains('{');
            source.dialect.is_extended()
                && [field::LINK.name, field::BOOKMARK.name, field::ALT.name].into_iter().any(has)
        };
        let mut sections = Vec::new();
        // The plan of each section that has one, and what the members of each section see, by its id.
        let mut by_id: HashMap<&str, usize> = HashMap::new();
        let mut seen: HashMap<&str, DataScope> = HashMap::new();
        for Nested { field, around, is_container } in nested(design, source, placed) {
            meter.step()?;
            let around = match around {
                None => DataScope::Document,
                Some(around) => match seen.get(around) {
                    Some(sees) => *sees,
                    None => continue,
                },
            };
            if is_container {
                seen.entry(&field.id).or_insert(around);
                continue;
            }
            let binding = source.first_binding(field, BindingType::Section);
            let Some(binding) = binding else { continue };
            by_id.entry(&field.id).or_insert(sections.len());
            seen.entry(&field.id).or_insert(DataScope::Section(sections.len()));
            sections.push(SectionPlan {
                list: List::of_section(field, binding, source),
                condition: condition(field),
                is_frame: !busy.contains(&*field.id) && !navigates(field),
                sees: around,
            });
        }
        let mut fields = Vec::new();
        for field in &design.fields {
            meter.step()?;
            let zone = placed.get(field.node.pointer.as_str()).map(|(zone, _)| *zone);
            let sees = match &*field.section_id {
                _ if zone == Some(Zone::Page) => DataScope::Band,
                "" if zone.is_some_and(Zone::repeats) => DataScope::Band,
                "" => DataScope::Document,
                id => match seen.get(id) {
                    Some(sees) => *sees,
                    None => continue,
                },
            };
            let mut plan = FieldPlan::new(field, sees, condition(field), source, meter)?;
            // What a section says of links and the outline sees its items.
            let own = by_id.get(&*field.id).filter(|_| field.kind == "section");
            fields.extend(own.and_then(|section| plan.split_navigation(*section)));
            fields.push(plan);
        }
        Ok(Self { sections, fields })
    }
}

/// A section of a design.
struct Nested<'p, 'a> {
    field: &'p Field<'a>,
    /// The id of the section that it is a member of.
    around: Option<&'p str>,
    is_container: bool,
}

/// The sections of a design that are drawn, those around others first.
fn nested<'p, 'a>(
    design: &'p Design<'a>,
    source: &Source<'a>,
    placed: &HashMap<&str, (Zone, &template::Field)>,
) -> Vec<Nested<'p, 'a>> {
    let read = |field: &Field<'_>| match placed.get(field.node.pointer.as_str())?.1.kind {
        Kind::Section(ref section) => Some((section.is_container(), section.breaks())),
        _ => None,
    };
    let all = design.fields.iter().filter(|field| field.kind == "section");
    let mut found: Vec<Nested<'_, '_>> = Vec::new();
    // Without extensions no section lies in another.
    let is_inner = |field: &Field<'_>| source.dialect.is_extended() && !field.section_id.is_empty();
    let (inner, outer): (Vec<_>, Vec<_>) = all.partition(|field| is_inner(field));
    // Those whose repetitions may continue on the next page may have sections as members.
    let mut open: HashSet<&str> = HashSet::new();
    let mut level: Vec<&Field<'_>> = outer;
    for _ in 0..MOST_NESTED {
        let mut breaking: HashSet<&str> = HashSet::new();
        for field in level {
            let (is_container, breaks) = read(field).unwrap_or_default();
            let around = is_inner(field).then_some(&*field.section_id);
            found.push(Nested { field, around, is_container });
            if breaks && !field.id.is_empty() && open.insert(&field.id) {
                breaking.insert(&field.id);
            }
        }
        level =
            inner.iter().filter(|field| breaking.contains(&*field.section_id)).copied().collect();
    }
    found
}

fn asks_for_an_item(member: &Field<'_>, source: &Source<'_>) -> bool {
    let shows = |text: &FieldText<'_>| match text.scope {
        Scope::Document => false,
        Scope::Condition => true,
        _ => TextTemplate::compile(&text.text).has_tokens(),
    };
    let has_items =
        member.kind == "table" || (source.dialect.is_extended() && member.kind == "section");
    has_items || texts_of(member, source).iter().any(shows)
}

impl List {
    fn new(field: &Field<'_>, binding: &Binding<'_>, source: &Source<'_>) -> Self {
        let written = binding.node.text("path");
        let node = binding.node.get("path");
        let path = Path::compile(written);
        let from_root = match path.segments().split_first() {
            Some((first, rest))
                if source.dialect.is_extended() && first.reserved() == Some(Reserved::Root) =>
            {
                Some(Path::from_segments(rest.iter().map(Segment::as_str)))
            }
            _ => None,
        };
        Self {
            field: field.name.to_string(),
            source: written.to_owned(),
            from_root: from_root.is_some(),
            made: ListFormula::of(&Path::compile(written), &source.dialect),
            path: from_root.unwrap_or(path),
            pointer: node.map_or_else(|| binding.node.pointer.clone(), |node| node.pointer),
            guarded: !field.node.text("visibleWhen").trim().is_empty(),
            is_optional: false,
            filters: binding
                .conditions()
                .filter_map(|condition| condition.get("column"))
                .map(|column| Key::new(&column))
                .collect(),
        }
    }
}

impl List {
    /// The list of a section, whose filters stand in the field itself.
    fn of_section(field: &Field<'_>, binding: &Binding<'_>, source: &Source<'_>) -> Self {
        let mut list = Self::new(field, binding, source);
        if source.dialect.is_extended() {
            let groups = field.node.list(section::FILTERS.name);
            let conditions = groups.iter().flat_map(|group| group.elements());
            let columns = conditions.filter_map(|condition| condition.get("column"));
            list.filters.extend(columns.map(|column| Key::new(&column)));
        }
        list
    }
}

impl List {
    /// The list in the item of a row that a table has further rows for. Not every item has one.
    fn of_detail(field: &Field<'_>) -> Option<Self> {
        let path = field.node.get(table::DETAIL_KEY.name)?.get(table::DETAIL_PATH.name)?;
        let source = path.value.as_str()?;
        Some(Self {
            field: field.name.to_string(),
            source: source.to_owned(),
            path: Path::compile(source),
            from_root: false,
            made: ListFormula::default(),
            pointer: path.pointer,
            filters: Vec::new(),
            guarded: true,
            is_optional: true,
        })
    }
}

impl Key {
    fn new(node: &Node<'_>) -> Self {
        let key = text_of(node.value).into_owned();
        Self { key, pointer: node.pointer.clone(), column: None }
    }
}

impl FieldPlan {
    fn new(
        field: &Field<'_>,
        sees: DataScope,
        condition: Option<Condition>,
        source: &Source<'_>,
        meter: &Meter<'_>,
    ) -> Result<Self> {
        let mut texts = Vec::new();
        for text in texts_of(field, source).into_iter().filter(|text| text.used) {
            texts.push(TextPlan::new(text, source, meter)?);
        }
        let array = source.first_binding(field, BindingType::Array);
        let rows = match (field.kind, array) {
            ("table", Some(binding)) => {
                RowsPlan::List(List::new(field, binding, source), column_keys(field, binding))
            }
            ("table", None) if matches!(sees, DataScope::Section(_)) => RowsPlan::OfSection,
            _ => RowsPlan::None,
        };
        let stands_alone = match field.kind {
            "image" | "svg" => !sees_item(field, source),
            "table" => matches!(rows, RowsPlan::None),
            _ => false,
        };
        let items = match field.kind {
            "chart" => ItemsPlan::new(field, source, &["labelColumn", "valueColumn"]),
            "kpi" => ItemsPlan::new(field, source, &["valueColumn"]),
            _ => None,
        };
        let conditions =
            if source.dialect.is_extended() { column_conditions(field) } else { Vec::new() };
        let condition_of = |text: &str| Condition::compile_in(text, &source.dialect);
        Ok(Self {
            name: field.name.to_string(),
            sees,
            condition,
            texts,
            rows,
            detail: List::of_detail(field).filter(|_| source.dialect.is_extended()),
            columns: conditions.into_iter().map(|(at, text)| (at, condition_of(text))).collect(),
            items,
            inputs: if stands_alone { input_paths(field, source) } else { Vec::new() },
        })
    }
}

impl FieldPlan {
    /// Takes out what sees the items of a section: its link and bookmark, which each of them has, and
    /// what they are sorted by.
    fn split_navigation(&mut self, section: usize) -> Option<Self> {
        let is_of_items = |text: &TextPlan| {
            text.of == Part::SortKey
                || text.property == field::LINK.name
                || text.property == field::BOOKMARK.name
                || text.property == field::ALT.name
        };
        let (texts, others) = std::mem::take(&mut self.texts).into_iter().partition(is_of_items);
        self.texts = others;
        let texts: Vec<TextPlan> = texts;
        (!texts.is_empty()).then(|| Self {
            name: self.name.clone(),
            sees: DataScope::Section(section),
            condition: self.condition.clone(),
            texts,
            rows: RowsPlan::None,
            detail: None,
            columns: Vec::new(),
            items: None,
            inputs: Vec::new(),
        })
    }
}

/// The keys of the columns of a table that show one; the others are texts.
fn column_keys(field: &Field<'_>, binding: &Binding<'_>) -> Vec<Key> {
    let design = field.node.list("content").first().map(|row| row.elements());
    let columns = binding.node.list("columns");
    let mut keys = Vec::new();
    for (i, title) in field.node.list("head").into_iter().enumerate() {
        let cell = design.as_ref().and_then(|cells| cells.get(i));
        if cell.is_some_and(|cell| text_of(cell.value).contains('{')) {
            continue;
        }
        match columns.get(i) {
            Some(column) if column.value.as_object().is_some() || column.value.is_null() => {}
            Some(column) => keys.push(Key { column: Some(i), ..Key::new(column) }),
            None => keys.push(Key { column: Some(i), ..Key::new(&title) }),
        }
    }
    keys
}

/// The paths of `scalar` and `keyvalue` bindings of images and tables.
fn input_paths(field: &Field<'_>, source: &Source<'_>) -> Vec<(Path, String)> {
    let Some(binding) = source.input_of(field) else { return Vec::new() };
    let nodes = match binding.kind {
        "scalar" => binding.node.get("path").into_iter().collect(),
        "keyvalue" => binding.node.list("paths"),
        _ => Vec::new(),
    };
    nodes.into_iter().map(|node| (Path::compile(&text_of(node.value)), node.pointer)).collect()
}

impl ItemsPlan {
    fn new(field: &Field<'_>, source: &Source<'_>, keys: &[&'static str]) -> Option<Self> {
        let binding = source.first_binding(field, BindingType::named(field.kind)?)?;
        let mut plan =
            Self { list: List::new(field, binding, source), keys: Vec::new(), absent: Vec::new() };
        if binding.node.text("aggregation") != "count" {
            for &key in keys {
                match binding.node.get(key) {
                    Some(node) => plan.keys.push(Key::new(&node)),
                    None => plan.absent.push((key, binding.node.pointer.clone())),
                }
            }
        }
        Some(plan)
    }
}
