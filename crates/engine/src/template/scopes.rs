//! Scopes: the data that each text of a template sees (spec 8.1). One walk covers everything that
//! a template takes from data. Lints, the search for missing data and the data contract use it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::binding::{KeyPath, ListPath};
use super::field::{
    CodeSource, Column, Image, ImageContent, Input, Kpi, OnPages, RowTemplate, Table,
};
use super::filter::Filters;
use super::key::ItemKey;
use super::zone::Zone;
use super::{Aggregation, Design, Field, Kind, Template};
use crate::expr::{Condition, TextTemplate};

/// Maximum number of levels of nested sections.
pub const MOST_NESTED: usize = 4;

/// Everything that a template takes from data.
#[derive(Default)]
pub struct Scopes<'t> {
    /// Lists whose items are seen, each after the list in whose items its path is looked up.
    pub lists: Vec<SeenList<'t>>,
    /// The lists of the sections of a design, then its fields; last the template itself.
    pub parts: Vec<ScopedPart<'t>>,
}

/// Scope: the part of the data that a text or condition sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sees {
    /// Nothing: it is not evaluated.
    Nothing,
    Document,
    /// The document, and the numbers of the page.
    Pages,
    /// The items of a list, by its number.
    Items(usize),
}

/// Position of a text, on which the names that begin with `$` depend (spec 20.0.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// A band, or a field that stands on the page.
    Band,
    /// The body of a page.
    Body,
    /// The rows of the data in a table, or details of them.
    Row,
    /// The totals of a table.
    Totals,
    /// Header or footer of a group.
    Group,
    /// Rows above the titles.
    Head,
    /// Row brought forward to a page.
    Brought,
    /// Row carried over from a page, or the totals of the page.
    Carried,
    /// Elsewhere, where no name is wrong.
    Other,
}

/// Degree to which a document needs the values that a text takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Demand {
    /// All values, unless a condition precedes them.
    All,
    /// Values that are evaluated.
    Evaluated,
    /// No value: the text may be blank.
    Blank,
}

/// A list whose items something sees.
pub struct SeenList<'t> {
    pub field: &'t Field,
    /// Path of the list; `None`: the items are those of `within`, as the rows of a table see them.
    pub path: Option<&'t ListPath>,
    /// Scope in which its path is looked up.
    pub within: Sees,
    /// Kind of repetition over the list.
    pub of: Repeats,
    pub filters: Option<&'t Filters>,
    /// Keys of the items that are shown.
    pub keys: Vec<SeenKey<'t>>,
    /// `true` if nothing refers to an item of the list: its items are then interchangeable.
    pub is_frame: bool,
}

/// Kind of repetition over a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeats {
    Section,
    /// The rows of a table.
    Rows,
    /// Further rows of a row.
    Details,
    /// A chart or card.
    Figures,
}

/// A key of the items of a list.
pub struct SeenKey<'t> {
    pub key: &'t ItemKey,
    /// `true` if its values are numbers.
    pub is_number: bool,
    /// The condition of the column that shows it.
    pub column: Option<&'t Condition>,
}

/// Data that one field takes, or the template itself.
pub struct ScopedPart<'t> {
    pub field: Option<&'t Field>,
    /// Scope of its condition.
    pub sees: Sees,
    /// The lists that it goes over.
    pub lists: Range<usize>,
    /// The rows of a table, by the number of the list.
    pub rows: Option<usize>,
    pub texts: Vec<ScopedText<'t>>,
    /// Paths of single values of bindings, each with the scope in which it is looked up.
    pub paths: Vec<(Sees, &'t KeyPath)>,
}

/// A compiled text of a template.
#[derive(Clone, Copy)]
pub enum Compiled<'t> {
    Text(&'t TextTemplate),
    Condition(&'t Condition),
    /// The value that rows or items are put together or in order by.
    Key(&'t Condition),
}

/// A text with its scope.
pub struct ScopedText<'t> {
    pub code: Compiled<'t>,
    pub sees: Sees,
    pub standing: Standing,
    pub demand: Demand,
    /// The condition without which it is not evaluated, besides that of the field, and its answer.
    pub when: Option<(&'t Condition, bool)>,
    /// The condition of the column that it is for.
    pub column: Option<&'t Condition>,
    /// `true` if it is printed only where the table has no rows.
    pub in_place_of_rows: bool,
}

impl<'t> Compiled<'t> {
    /// JSON pointer of it.
    pub fn pointer(self) -> &'t str {
        match self {
            Self::Text(text) => text.pointer(),
            Self::Condition(condition) | Self::Key(condition) => condition.pointer(),
        }
    }
}

impl Template {
    /// Everything that it takes from data.
    pub fn scopes(&self) -> Scopes<'_> {
        let mut scopes = Scopes::default();
        for design in &self.designs {
            scopes.design(design, self.dialect.is_extended());
        }
        scopes.parts.push(ScopedPart::of_template(self, scopes.lists.len()));
        scopes
    }
}

impl<'t> Scopes<'t> {
    /// Scope around the items of a list: the items that contain the list.
    pub fn parent(&self, sees: Sees) -> Option<Sees> {
        let Sees::Items(number) = sees else { return None };
        let list = self.lists.get(number)?;
        match list.path {
            None => self.parent(list.within),
            Some(_) => Some(list.within).filter(|within| matches!(within, Sees::Items(_))),
        }
    }

    fn design(&mut self, design: &'t Design, extended: bool) {
        // The scope of the members of each section, by its id, and the items of each section.
        let mut members: HashMap<&str, Sees> = HashMap::new();
        let mut items: HashMap<*const Field, Sees> = HashMap::new();
        let first = self.lists.len();
        for field in sections(design, extended) {
            let Kind::Section(section) = &field.kind else { continue };
            let around = match field.section_id.as_deref().filter(|_| extended) {
                None => Some(Sees::Document),
                Some(id) => members.get(id).copied(),
            };
            let Some(around) = around else { continue };
            let sees = match &section.items {
                _ if section.is_container() => around,
                None => continue,
                Some(path) => {
                    let mut part = ScopedPart::new(Some(field), around, self.lists.len());
                    let list = SeenList::new(field, Some(path), around, Repeats::Section);
                    let filters = section.extended.as_ref().map(|extended| &extended.filters);
                    let list = SeenList { filters, is_frame: true, ..list };
                    let sees = Sees::Items(part.push(self, list));
                    items.insert(field, sees);
                    self.parts.push(part);
                    sees
                }
            };
            members.entry(&field.id).or_insert(sees);
        }
        let (parts, sections) = (self.parts.len(), first..self.lists.len());
        for field in &design.fields {
            let zone = Zone::of(field, design);
            let sees = match &field.section_id {
                _ if zone == Zone::Page => Sees::Pages,
                None if zone.repeats() => Sees::Pages,
                None => Sees::Document,
                Some(id) => members.get(id.as_str()).copied().unwrap_or(Sees::Nothing),
            };
            let repeated = items.get(&std::ptr::from_ref(field)).copied().unwrap_or(sees);
            self.field(field, sees, repeated);
        }
        for part in &self.parts[parts..] {
            let has_items = part.field.is_some_and(|field| match field.kind {
                Kind::Table(_) => true,
                Kind::Section(_) => extended,
                _ => false,
            });
            let asks = |text: &&ScopedText<'_>| match text.code {
                Compiled::Text(text) => text.has_tokens(),
                Compiled::Condition(_) => true,
                Compiled::Key(_) => false,
            };
            let seen = part.texts.iter().filter(asks).map(|text| text.sees);
            let values = part.paths.iter().map(|(sees, _)| *sees);
            for sees in seen.chain(values).chain(has_items.then_some(part.sees)) {
                if let Sees::Items(number) = sees
                    && sections.contains(&number)
                {
                    self.lists[number].is_frame = false;
                }
            }
        }
    }

    /// Adds the data that a field takes. `sees`: scope of the field; `repeated`: scope of the
    /// repetitions of a section.
    fn field(&mut self, field: &'t Field, sees: Sees, repeated: Sees) {
        use Compiled::{Condition, Key, Text};
        let standing = if sees == Sees::Pages { Standing::Band } else { Standing::Body };
        let mut part = ScopedPart::new(Some(field), sees, self.lists.len());
        part.conditions(sees, &field.visible_when);
        if let Some(placing) = field.placing.as_deref() {
            if let OnPages::When(condition) = &placing.on_pages {
                part.add(Condition(condition), sees, Standing::Other);
            }
            for text in [&placing.link, &placing.bookmark, &placing.alt].into_iter().flatten() {
                part.add(Text(text), repeated, standing);
            }
        }
        if let Some(signature) = field.signature.as_deref() {
            for text in [&signature.reason, &signature.location].into_iter().flatten() {
                part.add(Text(text), sees, standing);
            }
        }
        if !matches!(field.kind, Kind::Table(_)) {
            part.replaced(field);
        }
        match &field.kind {
            Kind::Text(text) => {
                let composed = text.composed.iter();
                let rules = composed.flat_map(|composed| &composed.rules);
                part.conditions(sees, rules.map(|rule| &rule.when));
                part.add(Text(&text.text), sees, standing);
            }
            Kind::Code(code) => match &code.source {
                CodeSource::Text(text) => {
                    part.add(Text(text), sees, standing);
                }
                CodeSource::Payload(_, texts) => texts.iter().for_each(|(_, text)| {
                    part.add(Text(text), sees, standing);
                }),
            },
            Kind::Section(section) => {
                let sort = section.extended.iter().flat_map(|extended| &extended.sort);
                sort.for_each(|(by, _)| {
                    part.add(Key(by), repeated, Standing::Other).demand = Demand::Evaluated;
                });
            }
            Kind::Chart(chart) => {
                if let Some(items) = &chart.items {
                    let keys = [(&items.label_column, false), (&items.value_column, true)];
                    part.figures(self, (&items.path, &items.filters), &keys);
                }
            }
            Kind::Kpi(kpi) => part.card(self, kpi),
            Kind::Image(image) => part.image(image, standing),
            Kind::Table(table) => part.table(self, table),
            Kind::Shape(_) | Kind::Unknown => {}
        }
        if sees == Sees::Nothing {
            part.texts.iter_mut().for_each(|text| text.sees = Sees::Nothing);
            part.paths.clear();
            self.lists.truncate(part.lists.start);
            (part.lists.end, part.rows) = (part.lists.start, None);
        }
        self.parts.push(part);
    }
}

impl<'t> SeenList<'t> {
    fn new(field: &'t Field, path: Option<&'t ListPath>, within: Sees, of: Repeats) -> Self {
        Self { field, path, within, of, filters: None, keys: Vec::new(), is_frame: false }
    }
}

impl<'t> ScopedPart<'t> {
    fn new(field: Option<&'t Field>, sees: Sees, list: usize) -> Self {
        let (texts, paths) = (Vec::new(), Vec::new());
        Self { field, sees, lists: list..list, rows: None, texts, paths }
    }

    fn add(&mut self, code: Compiled<'t>, sees: Sees, standing: Standing) -> &mut ScopedText<'t> {
        let (demand, in_place_of_rows) = (Demand::All, false);
        let (when, column) = (None, None);
        let text = ScopedText { code, sees, standing, demand, when, column, in_place_of_rows };
        let at = self.texts.len();
        self.texts.push(text);
        &mut self.texts[at]
    }

    fn conditions(&mut self, sees: Sees, all: impl IntoIterator<Item = &'t Condition>) {
        for condition in all {
            self.add(Compiled::Condition(condition), sees, Standing::Other);
        }
    }

    /// Adds the texts of a field that others stand in for.
    fn replaced(&mut self, field: &'t Field) {
        for text in &field.replaced {
            self.add(Compiled::Text(text), Sees::Nothing, Standing::Other);
        }
    }

    /// Adds a text that sees the document wherever its field stands.
    fn of_document(&mut self, text: &'t TextTemplate) -> &mut ScopedText<'t> {
        let standing = self.standing();
        self.add(Compiled::Text(text), Sees::Document, standing)
    }

    /// Standing of the texts of the field that have no other one.
    fn standing(&self) -> Standing {
        if self.sees == Sees::Pages { Standing::Band } else { Standing::Other }
    }

    /// Adds a list; gives its number.
    fn push(&mut self, scopes: &mut Scopes<'t>, list: SeenList<'t>) -> usize {
        scopes.lists.push(list);
        self.lists.end = scopes.lists.len();
        self.lists.end - 1
    }

    /// The list of a chart or card, which sees the whole document.
    fn figures(
        &mut self,
        scopes: &mut Scopes<'t>,
        (path, filters): (&'t ListPath, &'t Filters),
        keys: &[(&'t ItemKey, bool)],
    ) {
        let Some(field) = self.field else { return };
        let key = |it: &(&'t ItemKey, bool)| SeenKey { key: it.0, is_number: it.1, column: None };
        let list = SeenList::new(field, Some(path), Sees::Document, Repeats::Figures);
        let keys = keys.iter().map(key).collect();
        self.push(scopes, SeenList { filters: Some(filters), keys, ..list });
    }

    fn card(&mut self, scopes: &mut Scopes<'t>, kpi: &'t Kpi) {
        let is_text = kpi.aggregate.is_none();
        for (text, is_shown) in [(&kpi.title, true), (&kpi.value, is_text), (&kpi.subtitle, true)] {
            if let Some(text) = text.as_ref().map(|text| self.of_document(text))
                && !is_shown
            {
                text.sees = Sees::Nothing;
            }
        }
        self.conditions(Sees::Document, kpi.rules.iter().map(|rule| &rule.when));
        if let Some(value) = &kpi.aggregate {
            let counts = value.aggregation == Aggregation::Count;
            let keys = [(&value.value_column, true)];
            let keys = if counts { &[][..] } else { &keys };
            self.figures(scopes, (&value.path, &value.filters), keys);
        }
    }

    fn image(&mut self, image: &'t Image, standing: Standing) {
        let of_item = image.extended.as_ref().is_some_and(|framing| framing.of_item);
        let sees = if of_item { self.sees } else { Sees::Document };
        match &image.bound {
            Some(ImageContent::Template(text)) if of_item => {
                self.add(Compiled::Text(text), sees, standing);
            }
            Some(ImageContent::Template(text)) => {
                self.of_document(text);
            }
            Some(ImageContent::Scalar(path)) => self.paths.push((sees, path)),
            Some(ImageContent::Rows) | None => {}
        }
    }

    fn table(&mut self, scopes: &mut Scopes<'t>, table: &'t Table) {
        let Some(field) = self.field else { return };
        let columns = table.extended.as_ref().map_or(&[][..], |extended| &extended.columns);
        let column = |number: usize| columns.get(number)?.visible_when.as_ref();
        // The document knows no pages there; rows that a table adds to its pages do, unless they are
        // of an item.
        let is_member = matches!(self.sees, Sees::Items(_));
        let around = if is_member { self.sees } else { Sees::Document };
        let pages = if is_member { self.sees } else { Sees::Pages };
        let list = SeenList::new(field, None, around, Repeats::Rows);
        let list = match &table.rows.array {
            Some((path, filters)) => {
                let keys = table.columns.iter().enumerate().filter_map(|(i, it)| match it {
                    Column::Key(key) if key.is_written => {
                        Some(SeenKey { key, is_number: false, column: column(i) })
                    }
                    Column::Key(_) | Column::Text(_) => None,
                });
                let (path, filters) = (Some(path), Some(filters));
                Some(SeenList { path, filters, keys: keys.collect(), ..list })
            }
            None => is_member.then_some(list),
        };
        self.rows = list.map(|list| self.push(scopes, list));
        let rows = self.rows.map_or(Sees::Nothing, Sees::Items);
        for (i, total) in table.footer.iter().enumerate() {
            self.add(Compiled::Text(total), around, Standing::Totals).column = column(i);
        }
        if let Some(extended) = table.extended.as_deref() {
            use Demand::{All, Evaluated};
            use Standing::{Brought, Carried, Group, Head, Other, Row, Totals};
            if let Some(empty) = &extended.empty_text {
                let standing = self.standing();
                let empty = self.add(Compiled::Text(empty), around, standing);
                (empty.demand, empty.in_place_of_rows) = (Evaluated, true);
            }
            extended.summary.iter().for_each(|summary| {
                self.of_document(summary);
            });
            self.rows(&extended.carried_over, (pages, Carried, Evaluated), None, &column);
            self.rows(&extended.brought_forward, (pages, Brought, Evaluated), None, &column);
            self.rows(&extended.page_totals, (pages, Carried, All), None, &column);
            self.rows(&extended.head_rows, (pages, Head, All), None, &column);
            self.rows(&extended.footer_rows, (around, Totals, All), None, &column);
            if let Some(detail) = &extended.detail {
                let list = SeenList::new(field, Some(&detail.path), rows, Repeats::Details);
                let items = Sees::Items(self.push(scopes, list));
                let items = if rows == Sees::Nothing { rows } else { items };
                let when = detail.visible_when.as_ref();
                when.iter().for_each(|when| {
                    self.add(Compiled::Condition(when), items, Row);
                });
                self.rows(&detail.rows, (items, Row, All), when, &column);
            }
            for (i, shown) in columns.iter().enumerate() {
                self.conditions(Sees::Document, &shown.visible_when);
                if let Some(title) = &shown.title {
                    self.of_document(title).column = column(i);
                }
            }
            for group in &extended.groups {
                self.add(Compiled::Key(&group.by), rows, Other);
                self.rows(&group.header, (rows, Group, Evaluated), None, &column);
                self.rows(&group.footer, (rows, Group, Evaluated), None, &column);
            }
            for look in &extended.styles {
                self.add(Compiled::Condition(&look.when), rows, Row);
            }
        }
        self.replaced(field);
        for (i, shown) in table.columns.iter().enumerate() {
            if let Column::Text(text) = shown {
                self.add(Compiled::Text(text), rows, Standing::Row).column = column(i);
            }
        }
        let is_bound = table.rows.array.is_some();
        match &table.rows.input {
            Some(Input::Template(text)) => {
                let text = self.of_document(text);
                text.sees = if is_bound { Sees::Nothing } else { text.sees };
            }
            Some(Input::Scalar(path)) if !is_bound && !is_member => {
                self.paths.push((Sees::Document, path));
            }
            Some(Input::KeyValue(paths)) if !is_bound && !is_member => {
                self.paths.extend(paths.iter().map(|path| (Sees::Document, path)));
            }
            _ => {}
        }
    }

    /// Adds further rows of a table; `when` is the condition of what they belong to.
    fn rows(
        &mut self,
        rows: impl IntoIterator<Item = &'t RowTemplate>,
        (sees, standing, demand): (Sees, Standing, Demand),
        when: Option<&'t Condition>,
        column: &dyn Fn(usize) -> Option<&'t Condition>,
    ) {
        for row in rows {
            let own = row.visible_when.as_ref();
            if let Some(own) = own {
                self.add(Compiled::Condition(own), sees, standing);
            }
            for (number, cell) in &row.cells {
                let text = self.add(Compiled::Text(cell), sees, standing);
                text.demand = demand;
                text.when = own.or(when).map(|when| (when, true));
                text.column = column(*number);
            }
        }
    }

    /// Data that the template itself takes.
    fn of_template(template: &'t Template, lists: usize) -> Self {
        let mut part = Self::new(None, Sees::Document, lists);
        part.conditions(Sees::Document, template.localization.from());
        let pdf = template.pdf.iter();
        for pdf in pdf {
            let said = [&pdf.title, &pdf.author, &pdf.subject, &pdf.keywords, &pdf.language];
            for text in said.into_iter().flatten() {
                // Nothing is said of what is blank.
                part.of_document(text).demand = Demand::Blank;
            }
            for file in &pdf.attachments {
                part.conditions(Sees::Document, &file.when);
                let named = [Some(&file.name), Some(&file.source), file.mime_type.as_ref()];
                for text in named.into_iter().chain([file.description.as_ref()]).flatten() {
                    let text = part.of_document(text);
                    text.demand = Demand::Evaluated;
                    text.when = file.when.as_ref().map(|when| (when, true));
                }
            }
            if let Some(encryption) = &pdf.encryption {
                // Without its password there is no document.
                part.of_document(&encryption.user);
            }
        }
        for requirement in &template.requirements {
            part.conditions(Sees::Document, [&requirement.that]);
            let message = part.of_document(&requirement.message);
            message.demand = Demand::Evaluated;
            // It is printed where the condition does not hold.
            message.when = Some((&requirement.that, false));
        }
        part
    }
}

/// The sections of a design that are drawn, those around others first.
fn sections(design: &Design, extended: bool) -> Vec<&Field> {
    let all = design.fields.iter().filter(|field| matches!(field.kind, Kind::Section(_)));
    // Without extensions no section lies in another.
    let (inner, mut level): (Vec<&Field>, Vec<&Field>) =
        all.partition(|field| extended && field.section_id.is_some());
    let mut found = Vec::new();
    let mut open: HashSet<&str> = HashSet::new();
    for _ in 0..MOST_NESTED {
        // Sections whose repetitions may continue on the next page may have sections as members.
        let mut breaking: HashSet<&str> = HashSet::new();
        for field in level {
            found.push(field);
            let breaks = matches!(&field.kind, Kind::Section(section) if section.breaks());
            if breaks && !field.id.is_empty() && open.insert(&field.id) {
                breaking.insert(&field.id);
            }
        }
        let is_next =
            |field: &&&Field| field.section_id.as_deref().is_some_and(|id| breaking.contains(id));
        level = inner.iter().filter(is_next).copied().collect();
    }
    found
}
