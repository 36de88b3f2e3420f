//! Which data each text of a template sees (spec 8.1): the one walk over everything that a template
//! takes from data. Lints, the search for what data lacks, and the contract of data go along it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::binding::{ItemKey, KeyPath, ListPath};
use super::field::{
    CodeSource, Column, ConditionalLook, Image, ImageContent, Input, Kpi, LookRule, OnPages,
    RowTemplate, Table,
};
use super::filter::Filters;
use super::pdf::Pdf;
use super::zone::Zone;
use super::{Aggregation, Design, Field, Kind, Template};
use crate::expr::{Condition, TextTemplate};

/// So deep sections may lie in others.
pub const MOST_NESTED: usize = 4;

/// Everything that a template takes from data.
#[derive(Default)]
pub struct Scopes<'t> {
    /// The lists whose items are seen, each after the one that it is looked for in.
    pub lists: Vec<SeenList<'t>>,
    /// The lists of the sections of a design, then its fields; last the template itself.
    pub parts: Vec<ScopedPart<'t>>,
}

/// What something sees of the data.
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

/// What the names that begin with `$` depend on (spec 20.0.5).
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
    /// What is brought forward to a page.
    Brought,
    /// What is carried over from a page, or its totals.
    Carried,
    /// Elsewhere, where no name is wrong.
    Other,
}

/// How much a document needs what a text takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Demand {
    /// All of it, where no condition stands before.
    All,
    /// What is evaluated.
    Evaluated,
    /// Nothing: it may be blank.
    Blank,
}

/// A list whose items something sees.
pub struct SeenList<'t> {
    pub field: &'t Field,
    /// Nothing: the items are those of `within`, as the rows of a table see them.
    pub path: Option<&'t ListPath>,
    /// What its path is looked for in.
    pub within: Sees,
    /// What repeats over it.
    pub of: Repeats,
    pub filters: Option<&'t Filters>,
    /// Keys of the items that are shown.
    pub keys: Vec<SeenKey<'t>>,
    /// Whether nothing asks for an item of it: then one is as good as any.
    pub is_frame: bool,
}

/// What repeats over a list.
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
    /// Whether its values are numbers.
    pub is_number: bool,
    /// The condition of the column that shows it.
    pub column: Option<&'t Condition>,
}

/// What one field takes, or the template itself.
pub struct ScopedPart<'t> {
    pub field: Option<&'t Field>,
    /// What its condition sees.
    pub sees: Sees,
    /// The lists that it goes over.
    pub lists: Range<usize>,
    pub texts: Vec<ScopedText<'t>>,
    /// Single values of bindings, and what they are looked for in.
    pub paths: Vec<(Sees, &'t KeyPath)>,
}

/// A compiled text of a template.
#[derive(Clone, Copy)]
pub enum Compiled<'t> {
    Text(&'t TextTemplate),
    /// A condition of the field, which decides whether or how it is drawn.
    OfField(&'t Condition),
    /// A condition of a part of the field.
    OfPart(&'t Condition),
    /// The value that rows or items are put together or in order by.
    Key(&'t Condition),
}

/// A text, and what it sees.
pub struct ScopedText<'t> {
    pub code: Compiled<'t>,
    pub sees: Sees,
    pub standing: Standing,
    pub demand: Demand,
    /// The rows of its table, by the number of the list.
    pub rows: Option<usize>,
    /// The condition without which it is not evaluated, besides that of the field, and its answer.
    pub when: Option<(&'t Condition, bool)>,
    /// The condition of the column that it is for.
    pub column: Option<&'t Condition>,
    /// The list without whose items alone it is printed.
    pub without: Option<usize>,
}

impl<'t> Compiled<'t> {
    /// JSON pointer of it.
    pub fn pointer(self) -> &'t str {
        match self {
            Self::Text(text) => text.pointer(),
            Self::OfField(condition) | Self::OfPart(condition) | Self::Key(condition) => {
                condition.pointer()
            }
        }
    }
}

impl<'t> ScopedText<'t> {
    fn new(code: Compiled<'t>, sees: Sees, standing: Standing) -> Self {
        let demand = Demand::All;
        Self { code, sees, standing, demand, rows: None, when: None, column: None, without: None }
    }

    fn of_document(text: &'t TextTemplate, part: &ScopedPart<'t>) -> Self {
        let standing = if part.sees == Sees::Pages { Standing::Band } else { Standing::Other };
        Self::new(Compiled::Text(text), part.sees.unless_nothing(Sees::Document), standing)
    }
}

impl Sees {
    /// The same, unless it sees nothing.
    fn unless_nothing(self, other: Self) -> Self {
        if self == Self::Nothing { self } else { other }
    }

    /// What a list of a field is looked for in: the document knows no pages there.
    fn around(self) -> Self {
        if self == Self::Pages { Self::Document } else { self }
    }
}

impl Template {
    /// Everything that it takes from data.
    pub fn scopes(&self) -> Scopes<'_> {
        let mut scopes = Scopes::default();
        for design in &self.designs {
            scopes.design(design, self.dialect.is_extended());
        }
        scopes.document(self);
        scopes
    }
}

impl<'t> Scopes<'t> {
    /// What is around the items of a list: the items that have it.
    pub fn parent(&self, sees: Sees) -> Option<Sees> {
        let Sees::Items(number) = sees else { return None };
        let list = self.lists.get(number)?;
        match (list.path, list.within) {
            (None, within) => self.parent(within),
            (Some(_), Sees::Items(_)) => Some(list.within),
            (Some(_), _) => None,
        }
    }

    fn design(&mut self, design: &'t Design, extended: bool) {
        // What the members of each section see, by its id, and the items of each section.
        let mut members: HashMap<&str, Sees> = HashMap::new();
        let mut items: HashMap<*const Field, usize> = HashMap::new();
        let first = self.lists.len();
        for field in sections(design, extended) {
            let Kind::Section(section) = &field.kind else { continue };
            let around = match field.section_id.as_deref().filter(|_| extended) {
                None => Sees::Document,
                Some(id) => match members.get(id) {
                    Some(sees) => *sees,
                    None => continue,
                },
            };
            if section.is_container() {
                members.entry(&field.id).or_insert(around);
                continue;
            }
            let Some(path) = &section.items else { continue };
            let number = self.lists.len();
            members.entry(&field.id).or_insert(Sees::Items(number));
            items.insert(field, number);
            self.lists.push(SeenList {
                filters: section.extended.as_ref().map(|extended| &extended.filters),
                is_frame: true,
                ..SeenList::new(field, path, around, Repeats::Section)
            });
            let lists = number..number + 1;
            let (field, sees) = (Some(field), around);
            self.parts.push(ScopedPart { field, sees, lists, texts: vec![], paths: vec![] });
        }
        let (first_part, sections) = (self.parts.len(), first..self.lists.len());
        for field in &design.fields {
            let zone = Zone::of(field, design);
            let sees = match &field.section_id {
                _ if zone == Zone::Page => Sees::Pages,
                None if zone.repeats() => Sees::Pages,
                None => Sees::Document,
                Some(id) => members.get(id.as_str()).copied().unwrap_or(Sees::Nothing),
            };
            let own = items.get(&std::ptr::from_ref(field)).map(|number| Sees::Items(*number));
            self.field(field, sees, own.unwrap_or(sees));
        }
        for part in &self.parts[first_part..] {
            let has_items = match part.field.map(|field| &field.kind) {
                Some(Kind::Table(_)) => true,
                Some(Kind::Section(_)) => extended,
                _ => false,
            };
            let asks = |text: &&ScopedText<'_>| match text.code {
                Compiled::Text(text) => text.has_tokens(),
                Compiled::OfField(_) => true,
                Compiled::OfPart(_) | Compiled::Key(_) => false,
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

    /// What a field takes that sees this, and whose repetitions, of a section, see that.
    fn field(&mut self, field: &'t Field, sees: Sees, repeated: Sees) {
        let standing = if sees == Sees::Pages { Standing::Band } else { Standing::Body };
        let first = self.lists.len();
        let own = |text| ScopedText::new(Compiled::Text(text), sees, standing);
        let mut part = ScopedPart {
            field: Some(field),
            sees,
            lists: first..first,
            texts: Vec::new(),
            paths: Vec::new(),
        };
        part.conditions(sees, field.visible_when.as_ref());
        if let Some(placing) = field.placing.as_deref() {
            if let OnPages::When(condition) = &placing.on_pages {
                part.conditions(sees, [condition]);
            }
            let texts = [&placing.link, &placing.bookmark, &placing.alt].into_iter().flatten();
            part.texts.extend(texts.map(|text| ScopedText { sees: repeated, ..own(text) }));
        }
        match &field.kind {
            Kind::Text(text) => {
                let rules = text.composed.as_ref().map_or(&[][..], |composed| &composed.rules);
                part.conditions(sees, rules.iter().map(|rule| &rule.when));
                part.texts.push(own(&text.text));
            }
            Kind::Code(code) => match &code.source {
                CodeSource::Text(text) => part.texts.push(own(text)),
                CodeSource::Payload(_, texts) => {
                    part.texts.extend(texts.iter().map(|(_, text)| own(text)));
                }
            },
            Kind::Section(section) => {
                let sort = section.extended.iter().flat_map(|extended| &extended.sort);
                let key = |by| ScopedText::new(Compiled::Key(by), repeated, Standing::Other);
                part.texts.extend(sort.map(|(by, _)| key(by)));
            }
            Kind::Chart(chart) => {
                if let Some(items) = &chart.items {
                    let keys = [(&items.label_column, false), (&items.value_column, true)];
                    self.figures((field, sees), (&items.path, &items.filters), &keys);
                }
            }
            Kind::Kpi(kpi) => self.card(field, kpi, &mut part),
            Kind::Image(image) => part.image(image, own),
            Kind::Table(table) => self.table(field, table, &mut part),
            Kind::Shape(_) | Kind::Unknown => {}
        }
        let replaced = field.replaced.iter();
        part.texts.extend(replaced.map(|text| ScopedText { sees: Sees::Nothing, ..own(text) }));
        part.lists.end = self.lists.len();
        self.parts.push(part);
    }

    /// The list of a chart or card, which sees the whole document.
    fn figures(
        &mut self,
        (field, sees): (&'t Field, Sees),
        (path, filters): (&'t ListPath, &'t Filters),
        keys: &[(&'t ItemKey, bool)],
    ) {
        let key = |(key, is_number): &(&'t ItemKey, bool)| SeenKey {
            key,
            is_number: *is_number,
            column: None,
        };
        let within = sees.unless_nothing(Sees::Document);
        self.lists.push(SeenList {
            filters: Some(filters),
            keys: keys.iter().map(key).collect(),
            ..SeenList::new(field, path, within, Repeats::Figures)
        });
    }

    fn card(&mut self, field: &'t Field, kpi: &'t Kpi, part: &mut ScopedPart<'t>) {
        let document = part.sees.unless_nothing(Sees::Document);
        for (text, is_shown) in
            [(&kpi.title, true), (&kpi.value, kpi.aggregate.is_none()), (&kpi.subtitle, true)]
        {
            if let Some(text) = text {
                let text = ScopedText::of_document(text, part);
                let sees = if is_shown { text.sees } else { Sees::Nothing };
                part.texts.push(ScopedText { sees, ..text });
            }
        }
        part.conditions(document, kpi.rules.iter().map(|rule: &LookRule| &rule.when));
        if let Some(value) = &kpi.aggregate {
            let keys = [(&value.value_column, true)];
            let keys = if value.aggregation == Aggregation::Count { &[][..] } else { &keys };
            self.figures((field, part.sees), (&value.path, &value.filters), keys);
        }
    }

    fn table(&mut self, field: &'t Field, table: &'t Table, part: &mut ScopedPart<'t>) {
        let extended = table.extended.as_deref();
        let column = |number: usize| extended?.columns.get(number)?.visible_when.as_ref();
        let around = part.sees.around();
        let document = part.sees.unless_nothing(Sees::Document);
        let list = match (&table.rows.array, part.sees) {
            (_, Sees::Nothing) => None,
            (Some((path, filters)), _) => {
                let keys =
                    table.columns.iter().enumerate().filter_map(|(number, shown)| match shown {
                        Column::Key(key) if key.is_written => {
                            Some(SeenKey { key, is_number: false, column: column(number) })
                        }
                        Column::Key(_) | Column::Text(_) => None,
                    });
                let list = SeenList::new(field, path, around, Repeats::Rows);
                Some(SeenList { filters: Some(filters), keys: keys.collect(), ..list })
            }
            (None, Sees::Items(_)) => Some(SeenList::same(field, around)),
            (None, _) => None,
        };
        let rows = list.map(|list| self.push(list));
        let row_sees = rows.map_or(Sees::Nothing, Sees::Items);
        // Rows that a table adds to its pages know their numbers, unless they are of an item.
        let pages = if around == Sees::Document { Sees::Pages } else { around };
        let text = |text: &'t TextTemplate, sees, standing| ScopedText {
            rows,
            ..ScopedText::new(Compiled::Text(text), sees, standing)
        };
        for (number, total) in table.footer.iter().enumerate() {
            let total = text(total, around, Standing::Totals);
            part.texts.push(ScopedText { column: column(number), ..total });
        }
        if let Some(extended) = extended {
            let mut further = FurtherRows { part, rows, column: &column };
            if let Some(empty) = &extended.empty_text {
                let empty = ScopedText::of_document(empty, further.part);
                let (demand, without) = (Demand::Evaluated, rows);
                further.part.texts.push(ScopedText { demand, without, rows, ..empty });
            }
            if let Some(summary) = &extended.summary {
                let summary = ScopedText::of_document(summary, further.part);
                further.part.texts.push(ScopedText { rows, ..summary });
            }
            let of_pages = |standing, demand| (pages, standing, demand);
            let (brought, carried) = (Standing::Brought, Standing::Carried);
            further.add(&extended.carried_over, of_pages(carried, Demand::Evaluated), None);
            further.add(&extended.brought_forward, of_pages(brought, Demand::Evaluated), None);
            further.add(&extended.page_totals, of_pages(carried, Demand::All), None);
            further.add(&extended.head_rows, of_pages(Standing::Head, Demand::All), None);
            if let Some(detail) = &extended.detail {
                let list = SeenList::new(field, &detail.path, row_sees, Repeats::Details);
                let items = rows.map_or(Sees::Nothing, |_| Sees::Items(self.push(list)));
                let of_items = (items, Standing::Row, Demand::All);
                further.condition(detail.visible_when.as_ref(), of_items, Compiled::OfPart);
                further.add(&detail.rows, of_items, detail.visible_when.as_ref());
            }
            for (number, shown) in extended.columns.iter().enumerate() {
                let of_column = (document, Standing::Other, Demand::All);
                further.condition(shown.visible_when.as_ref(), of_column, Compiled::OfPart);
                if let Some(title) = &shown.title {
                    let title = ScopedText::of_document(title, further.part);
                    further.part.texts.push(ScopedText { column: column(number), rows, ..title });
                }
            }
            for group in &extended.groups {
                let of_rows = (row_sees, Standing::Other, Demand::All);
                further.condition([&group.by], of_rows, Compiled::Key);
                let of_group = (row_sees, Standing::Group, Demand::Evaluated);
                further.add(&group.header, of_group, None);
                further.add(&group.footer, of_group, None);
            }
            let of_rows = (row_sees, Standing::Row, Demand::All);
            let looks = extended.styles.iter().map(|look: &ConditionalLook| &look.when);
            further.condition(looks, of_rows, Compiled::OfPart);
        }
        let shown = table.columns.iter().enumerate().filter_map(|(number, shown)| match shown {
            Column::Text(shown) => {
                let shown = text(shown, row_sees, Standing::Row);
                Some(ScopedText { column: column(number), ..shown })
            }
            Column::Key(_) => None,
        });
        let (formulas, cells): (Vec<_>, Vec<_>) =
            shown.partition(|shown| shown.code.pointer().starts_with("/bindings/"));
        part.texts.extend(formulas.into_iter().chain(cells));
        let input = table.rows.input.as_ref();
        match input {
            Some(Input::Template(text)) => {
                let text = ScopedText::of_document(text, part);
                let is_used = table.rows.array.is_none();
                let sees = if is_used { text.sees } else { Sees::Nothing };
                part.texts.push(ScopedText { sees, ..text });
            }
            Some(Input::Scalar(path)) if rows.is_none() => part.paths.push((document, path)),
            Some(Input::KeyValue(paths)) if rows.is_none() => {
                part.paths.extend(paths.iter().map(|path| (document, path)));
            }
            _ => {}
        }
    }

    /// Adds a list; gives its number.
    fn push(&mut self, list: SeenList<'t>) -> usize {
        self.lists.push(list);
        self.lists.len() - 1
    }

    /// What the template itself takes.
    fn document(&mut self, template: &'t Template) {
        let end = self.lists.len();
        let mut part = ScopedPart {
            field: None,
            sees: Sees::Document,
            lists: end..end,
            texts: Vec::new(),
            paths: Vec::new(),
        };
        part.of_template(Compiled::OfField, template.localization.from(), None);
        if let Some(pdf) = &template.pdf {
            part.pdf(pdf);
        }
        for requirement in &template.requirements {
            let that = &requirement.that;
            part.of_template(Compiled::OfField, [that], None);
            // The message is printed where the condition does not hold.
            part.of_template(Compiled::Text, [&requirement.message], Some((that, false)));
        }
        self.parts.push(part);
    }
}

impl<'t> SeenList<'t> {
    fn new(field: &'t Field, path: &'t ListPath, within: Sees, of: Repeats) -> Self {
        let (path, keys) = (Some(path), Vec::new());
        Self { field, path, within, of, filters: None, keys, is_frame: false }
    }

    /// The items that the rows of a table in a section are.
    fn same(field: &'t Field, within: Sees) -> Self {
        let (of, keys) = (Repeats::Rows, Vec::new());
        Self { field, path: None, within, of, filters: None, keys, is_frame: false }
    }
}

impl<'t> ScopedPart<'t> {
    /// Adds conditions of the field.
    fn conditions(&mut self, sees: Sees, conditions: impl IntoIterator<Item = &'t Condition>) {
        let text = |it| ScopedText::new(Compiled::OfField(it), sees, Standing::Other);
        self.texts.extend(conditions.into_iter().map(text));
    }

    fn image(&mut self, image: &'t Image, own: impl Fn(&'t TextTemplate) -> ScopedText<'t>) {
        let of_item = image.extended.as_ref().is_some_and(|framing| framing.of_item);
        match &image.bound {
            Some(ImageContent::Template(text)) if of_item => self.texts.push(own(text)),
            Some(ImageContent::Template(text)) => {
                self.texts.push(ScopedText::of_document(text, self));
            }
            Some(ImageContent::Scalar(path)) => {
                let document = self.sees.unless_nothing(Sees::Document);
                self.paths.push((if of_item { self.sees } else { document }, path));
            }
            Some(ImageContent::Rows) | None => {}
        }
    }

    /// Adds texts of the template itself, which all may be missing unless they are evaluated.
    fn of_template<T: 't>(
        &mut self,
        code: impl Fn(&'t T) -> Compiled<'t>,
        texts: impl IntoIterator<Item = &'t T>,
        when: Option<(&'t Condition, bool)>,
    ) {
        self.texts.extend(texts.into_iter().map(|text| ScopedText {
            demand: Demand::Evaluated,
            when,
            ..ScopedText::new(code(text), Sees::Document, Standing::Other)
        }));
    }

    fn pdf(&mut self, pdf: &'t Pdf) {
        let first = self.texts.len();
        let said = [&pdf.title, &pdf.author, &pdf.subject, &pdf.keywords, &pdf.language];
        self.of_template(Compiled::Text, said.into_iter().flatten(), None);
        // Nothing is said of what is blank.
        self.texts[first..].iter_mut().for_each(|text| text.demand = Demand::Blank);
        for file in &pdf.attachments {
            let when = file.when.as_ref().map(|when| (when, true));
            let texts = [Some(&file.name), Some(&file.source), file.mime_type.as_ref()];
            let texts = texts.into_iter().chain([file.description.as_ref()]).flatten();
            self.of_template(Compiled::Text, texts, when);
            self.of_template(Compiled::OfField, &file.when, None);
        }
        if let Some(encryption) = &pdf.encryption {
            let first = self.texts.len();
            self.of_template(Compiled::Text, [&encryption.user], None);
            // Without its password there is no document.
            self.texts[first..].iter_mut().for_each(|text| text.demand = Demand::All);
        }
    }
}

/// The further rows of a table with extensions.
struct FurtherRows<'w, 't> {
    part: &'w mut ScopedPart<'t>,
    /// The list of its rows.
    rows: Option<usize>,
    /// The condition of a column.
    column: &'w dyn Fn(usize) -> Option<&'t Condition>,
}

impl<'t> FurtherRows<'_, 't> {
    fn condition(
        &mut self,
        conditions: impl IntoIterator<Item = &'t Condition>,
        (sees, standing, demand): (Sees, Standing, Demand),
        code: impl Fn(&'t Condition) -> Compiled<'t>,
    ) {
        let rows = self.rows;
        self.part.texts.extend(conditions.into_iter().map(|condition| ScopedText {
            demand,
            rows,
            ..ScopedText::new(code(condition), sees, standing)
        }));
    }

    /// Adds rows; `when` is the condition of what they belong to.
    fn add(
        &mut self,
        templates: impl IntoIterator<Item = &'t RowTemplate>,
        how: (Sees, Standing, Demand),
        when: Option<&'t Condition>,
    ) {
        for template in templates {
            let own = template.visible_when.as_ref();
            self.condition(own, how, Compiled::OfPart);
            let (sees, standing, demand) = how;
            let cells = template.cells.iter().map(|(number, text)| ScopedText {
                demand,
                rows: self.rows,
                when: own.or(when).map(|when| (when, true)),
                column: (self.column)(*number),
                ..ScopedText::new(Compiled::Text(text), sees, standing)
            });
            self.part.texts.extend(cells);
        }
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
        // Those whose repetitions may continue on the next page may have sections as members.
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
