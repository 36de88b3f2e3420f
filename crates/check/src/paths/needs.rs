//! What a template needs of its data: every path with what is done with it, whether or not some data
//! has it.

use std::borrow::Cow;

use super::plan::{
    DataScope, DesignPlan, FieldPlan, ItemsPlan, Key, List, Plan, RowsPlan, SectionPlan, TextCode,
    TextPlan,
};
use crate::contract::{Node, Use};
use crate::texts::{Part, Scope};
use reportctl_engine::expr::ast::{ArrayPath, Call, Role};
use reportctl_engine::expr::path::Segment;
use reportctl_engine::expr::{CompareOp, Dialect, Expr, Path, Reserved, TextTemplate};
use reportctl_engine::format::pdf;
use reportctl_engine::resolve::{LINE_NAMES, PAGE_NAMES};

/// Where an expression stands.
#[derive(Clone, Copy)]
struct Place<'p> {
    field: &'p str,
    /// Names that are added to what is seen.
    names: &'static [&'static str],
    /// Whether names that begin with `$` are not of the data.
    extended: bool,
    /// Whether a condition stands before it.
    guarded: bool,
    /// Whether a condition only asks for it.
    asked: bool,
    /// Which of the paths count.
    origin: Origin,
    /// Of how many levels the groups are that are seen; the node is what is in the innermost.
    groups: usize,
}

/// Where paths begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// In what the expression sees.
    Seen,
    /// In the document or what is around an item, by the name that says so.
    Outside(Reserved),
    /// In lists of rows such as `$group.rows`; the items are what is seen.
    Rows,
}

const ROOT: Origin = Origin::Outside(Reserved::Root);
const PARENT: Origin = Origin::Outside(Reserved::Parent);

impl Place<'_> {
    fn required(&self) -> bool {
        !self.guarded && !self.asked
    }

    /// The same for what the expression takes from elsewhere.
    fn outside(self, origin: Origin) -> Self {
        Self { origin, names: &[], guarded: true, ..self }
    }

    /// The part of a path that counts from the origin, if it begins there.
    fn path<'e>(&self, path: &'e Path) -> Option<Cow<'e, Path>> {
        let (first, rest) = path.segments().split_first()?;
        let added = self.names.iter().any(|name| name.eq_ignore_ascii_case(first.as_str()));
        let named = self.extended && first.is_name();
        match self.origin {
            Origin::Seen if named || self.groups > 0 || (added && rest.is_empty()) => None,
            Origin::Seen => Some(Cow::Borrowed(path)),
            Origin::Outside(name) if named && first.reserved() == Some(name) => {
                Some(Cow::Owned(Path::from_segments(rest.iter().map(Segment::as_str))))
            }
            Origin::Outside(_) | Origin::Rows => None,
        }
    }
}

/// Whether this is a list of rows of the table (spec 20.0.5).
pub(super) fn is_list_of_rows(path: &Path) -> bool {
    let [name, rows] = path.segments() else { return false };
    let has_rows = |name: Reserved| name.parts().contains(&"rows");
    name.reserved().is_some_and(has_rows) && rows.lower() == "rows"
}

impl Plan {
    /// Adds everything that the template takes to the document.
    pub(crate) fn needs(&self, document: &mut Node) {
        for design in &self.designs {
            design.needs(document, &self.dialect);
        }
        for text in &self.texts {
            // Nothing is said of what is blank, but without its password there is no document.
            let guarded = !text.property.ends_with(pdf::USER_PASSWORD.name) || text.when.is_some();
            let place = place_of(&text.property, DataScope::Document, &self.dialect, guarded);
            text.take(document, place);
            text.take(document, place.outside(ROOT));
        }
    }
}

/// Adds what a text takes, which is not needed for the document itself.
pub(crate) fn needs_of_text(text: &TextTemplate, name: &str, document: &mut Node) {
    let origin = Origin::Seen;
    let place = Place {
        field: name,
        names: &[],
        extended: false,
        guarded: true,
        asked: false,
        origin,
        groups: 0,
    };
    for expr in text.tokens().filter_map(|token| token.expr.ok()) {
        walk(expr, Use::Shown, place, document);
    }
}

impl DesignPlan {
    fn needs(&self, document: &mut Node, dialect: &Dialect) {
        let sections = &self.sections;
        for section in sections {
            let guarded = section.condition.is_some() || section.is_frame;
            let place = place_of(&section.list.field, section.sees, dialect, guarded);
            let place = Place { groups: groups_seen(sections, section.sees), ..place };
            section.list.needs(section.list.base(sections, section.sees, document), place);
        }
        for field in &self.fields {
            field.needs(sections, document, dialect);
        }
    }
}

/// What is seen inside a section, or outside of all.
fn seen_by<'n>(sections: &[SectionPlan], sees: DataScope, document: &'n mut Node) -> &'n mut Node {
    let section = match sees {
        DataScope::Section(index) => sections.get(index),
        DataScope::Document | DataScope::Band => None,
    };
    match section {
        Some(section) => {
            let groups = groups_seen(sections, section.sees);
            items_of(section.list.base(sections, section.sees, document), &section.list, groups)
        }
        None => document,
    }
}

/// Of how many levels the groups are that are seen inside a section.
fn groups_seen(sections: &[SectionPlan], sees: DataScope) -> usize {
    let mut lists = Vec::new();
    let mut sees = sees;
    while let DataScope::Section(index) = sees {
        let Some(section) = sections.get(index) else { break };
        lists.push(&section.list);
        sees = section.sees;
    }
    lists.iter().rev().fold(0, |groups, list| list.groups(groups))
}

/// Whether a path is that of the items of a group.
fn is_items(path: &Path) -> bool {
    matches!(path.segments(), [items] if items.lower() == "items")
}

/// Of how many levels the groups are that a call makes, where those that it sees have so many.
fn groups_made(call: &Call, seen: usize) -> usize {
    let mut levels = 1;
    let mut call = call;
    while let Some(array) = call.function.array() {
        match array.maker(call) {
            Some(maker) => call = maker,
            None if is_items(array.path()) => return levels + seen.saturating_sub(1),
            None => break,
        }
        levels += 1;
    }
    levels
}

/// What is around the items of a section; nothing of a section of the document.
fn around(sections: &[SectionPlan], sees: DataScope) -> Option<DataScope> {
    let DataScope::Section(index) = sees else { return None };
    sections
        .get(index)
        .map(|section| section.sees)
        .filter(|sees| matches!(sees, DataScope::Section(_)))
}

fn place_of<'p>(field: &'p str, sees: DataScope, dialect: &Dialect, guarded: bool) -> Place<'p> {
    let names: &'static [&'static str] = match sees {
        DataScope::Document => &[],
        DataScope::Band => &PAGE_NAMES,
        DataScope::Section(_) => &LINE_NAMES,
    };
    let extended = dialect.is_extended();
    Place { field, names, extended, guarded, asked: false, origin: Origin::Seen, groups: 0 }
}

impl List {
    /// What its path begins at.
    fn base<'n>(
        &self,
        sections: &[SectionPlan],
        sees: DataScope,
        document: &'n mut Node,
    ) -> &'n mut Node {
        let of_root = self.from_root || self.made.maker().is_some_and(is_of_root);
        let sees = if of_root { DataScope::Document } else { sees };
        seen_by(sections, sees, document)
    }

    /// Of how many levels the groups are that are its items, where those that are seen have so many.
    fn groups(&self, seen: usize) -> usize {
        match self.made.maker() {
            Some(maker) => groups_made(maker, seen),
            None if is_items(&self.path) => seen.saturating_sub(1),
            None => 0,
        }
    }

    /// The items of the list, which is added where it is not known yet.
    fn needs<'n>(&self, base: &'n mut Node, place: Place<'_>) -> &'n mut Node {
        let groups = self.groups(place.groups);
        let items = match self.made.maker() {
            Some(maker) => made_items(maker, place, base),
            None if place.groups > 0 => base,
            None => reach(base, &self.path, Use::List, place).items(place.field),
        };
        let asked = Place { asked: true, ..place };
        if groups == 0 {
            keys(&self.filters, Use::Asked, asked, items);
        }
        items
    }
}

/// The keys of columns and filters, which are names, not paths.
fn keys(keys: &[Key], kind: Use, place: Place<'_>, items: &mut Node) {
    for Key { key, .. } in keys {
        items.column(key).used(kind, place.field, place.required());
    }
}

impl FieldPlan {
    fn needs(&self, sections: &[SectionPlan], document: &mut Node, dialect: &Dialect) {
        let groups = groups_seen(sections, self.sees);
        let place = place_of(&self.name, self.sees, dialect, self.condition.is_some());
        let place = Place { groups, ..place };
        // A table inside a section has a list of the section's item.
        if let RowsPlan::List(list, columns) = &self.rows {
            let rows = list.needs(list.base(sections, self.sees, document), place);
            // A column without a value is an empty cell.
            if list.groups(groups) == 0 {
                keys(columns, Use::Shown, Place { guarded: true, ..place }, rows);
            }
        }
        // Not every row has details.
        if let Some(detail) = &self.detail
            && let Some(rows) = self.rows(sections, document)
        {
            let groups = self.groups_of_rows(sections);
            detail.needs(rows, Place { names: &[], guarded: true, groups, ..place });
        }
        for text in &self.texts {
            self.text(text, sections, document, place);
        }
        if let Some(items) = &self.items {
            items.needs(document, Place { groups: 0, ..place });
        }
        for (path, _) in &self.inputs {
            // An image without a picture shows that of the template, a table its own rows.
            reach(document, path, Use::Shown, Place { groups: 0, ..place }).may_be_blank();
        }
    }

    fn text(
        &self,
        text: &TextPlan,
        sections: &[SectionPlan],
        document: &mut Node,
        place: Place<'_>,
    ) {
        let plain = Place { names: &[], ..place };
        let hidden = text.column.is_some_and(|at| self.columns.iter().any(|(of, _)| *of == at));
        let guarded = text.when.is_some() || hidden || text.is_of_empty_table();
        // What is around the rows of a table in a section, or around the items of a section.
        let mut parent = around(sections, self.sees);
        let is_member = matches!(self.sees, DataScope::Section(_));
        let (base, place): (&mut Node, Place<'_>) = match (text.scope, text.of) {
            (Scope::Document, _) | (Scope::NamedCondition, Part::Column) => {
                (&mut *document, Place { guarded: plain.guarded || guarded, groups: 0, ..plain })
            }
            (Scope::Condition | Scope::Own, _) | (_, Part::SortKey) => {
                (seen_by(sections, self.sees, document), place)
            }
            (Scope::Totals, _) => {
                let guarded = place.guarded || guarded;
                (seen_by(sections, self.sees, document), Place { guarded, ..place })
            }
            (Scope::Named | Scope::NamedCondition, Part::Table | Part::Pages | Part::Column) => {
                let guarded = place.guarded || guarded || text.of == Part::Pages;
                let names =
                    if text.is_of_pages() && !is_member { &PAGE_NAMES } else { place.names };
                (seen_by(sections, self.sees, document), Place { guarded, names, ..place })
            }
            (Scope::Rows | Scope::Named | Scope::NamedCondition, of) => {
                let Some(rows) = self.rows(sections, document) else { return };
                if matches!(self.rows, RowsPlan::List(..)) {
                    parent = Some(self.sees).filter(|_| is_member);
                }
                // What a row needs does not depend on whether the table is shown.
                let own = match &self.rows {
                    RowsPlan::List(..) => Place { guarded: false, ..plain },
                    _ => plain,
                };
                let groups = self.groups_of_rows(sections);
                let guarded = own.guarded || guarded || of == Part::Group;
                let place = Place { guarded, groups, ..own };
                match (of, &self.detail) {
                    (Part::Detail, Some(detail)) => {
                        text.take(rows, place.outside(PARENT));
                        parent = None;
                        let inner = Place { groups: detail.groups(groups), ..place };
                        (items_of(rows, detail, groups), inner)
                    }
                    (Part::Detail, None) => return,
                    _ => (rows, place),
                }
            }
        };
        text.take(base, place);
        if place.extended {
            text.take(document, place.outside(ROOT));
            if let Some(rows) = self.rows(sections, document) {
                text.take(rows, place.outside(Origin::Rows));
            }
        }
        if let Some(parent) = parent {
            text.take(seen_by(sections, parent, document), place.outside(PARENT));
        }
    }

    /// Of how many levels the groups are that the rows of a table show.
    fn groups_of_rows(&self, sections: &[SectionPlan]) -> usize {
        let seen = groups_seen(sections, self.sees);
        match &self.rows {
            RowsPlan::List(list, _) => list.groups(seen),
            RowsPlan::OfSection | RowsPlan::None => seen,
        }
    }

    /// The items that the rows of a table are made of.
    fn rows<'n>(&self, sections: &[SectionPlan], document: &'n mut Node) -> Option<&'n mut Node> {
        match &self.rows {
            RowsPlan::List(list, _) => {
                let groups = groups_seen(sections, self.sees);
                Some(items_of(list.base(sections, self.sees, document), list, groups))
            }
            RowsPlan::OfSection => Some(seen_by(sections, self.sees, document)),
            RowsPlan::None => None,
        }
    }
}

impl TextPlan {
    fn take(&self, base: &mut Node, place: Place<'_>) {
        match &self.code {
            TextCode::Condition(condition) => {
                let Some(expr) = condition.expr() else { return };
                match self.of {
                    Part::GroupKey => walk(expr, Use::Shown, place, base),
                    Part::SortKey => walk(expr, Use::Asked, Place { asked: true, ..place }, base),
                    _ => walk(expr, Use::Truth, Place { asked: true, ..place }, base),
                }
            }
            TextCode::Text(template) => {
                for expr in template.tokens().filter_map(|token| token.expr.ok()) {
                    walk(expr, Use::Shown, place, base);
                }
            }
        }
    }
}

impl ItemsPlan {
    fn needs(&self, document: &mut Node, place: Place<'_>) {
        // The items of lists that a function makes are not in the data.
        if place.required() && self.list.made.maker().is_none() {
            let list = reach(document, &self.list.path, Use::List, place);
            self.keys.iter().for_each(|Key { key, .. }| list.some_item_has(key));
        }
        let items = self.list.needs(document, place);
        for Key { key, pointer, .. } in &self.keys {
            let kind = if pointer.ends_with("valueColumn") { Use::Number } else { Use::Shown };
            items.column(key).used(kind, place.field, false);
        }
    }
}

/// The items of a list that is known already.
fn items_of<'n>(base: &'n mut Node, list: &List, groups: usize) -> &'n mut Node {
    if let Some(maker) = list.made.maker() {
        let place = place_of(&list.field, DataScope::Document, &Dialect::EXTENDED, true);
        return made_items(maker, Place { groups, ..place }, base);
    }
    if groups > 0 {
        return base;
    }
    let mut node = base;
    for segment in list.path.segments() {
        node = match segment.index() {
            Some(index) => node.element(index),
            None => node.key(segment.as_str()),
        };
    }
    node.items(&list.field)
}

/// The node at a path, used like this.
fn reach<'n>(base: &'n mut Node, path: &Path, kind: Use, place: Place<'_>) -> &'n mut Node {
    let mut node = base;
    let required = place.required();
    for segment in path.segments() {
        node = match segment.index() {
            // A list may be shorter than asked for; an element that is there is needed as anything is.
            Some(index) => {
                let element = node.element(index);
                element.passed(required);
                element
            }
            None => {
                let next = node.key(segment.as_str());
                next.passed(required);
                next
            }
        };
    }
    node.used(kind, place.field, required);
    node
}

/// Adds everything that an expression takes. `kind` is what is done with its value.
fn walk(expr: &Expr, kind: Use, place: Place<'_>, base: &mut Node) {
    match expr {
        Expr::Text(_) | Expr::Number { .. } => {}
        Expr::Path(path) => {
            if let Some(path) = place.path(path).filter(|path| !path.segments().is_empty()) {
                reach(base, &path, kind, place);
            }
        }
        Expr::Defined(defined) => {
            defined.formula().into_iter().for_each(|expr| walk(expr, kind, place, base));
        }
        Expr::Negate(inner) => walk(inner, Use::Number, place, base),
        Expr::Not(inner) => walk(inner, Use::Truth, Place { asked: true, ..place }, base),
        Expr::Arithmetic { first, rest } => {
            walk(first, Use::Number, place, base);
            rest.iter().for_each(|(_, operand)| walk(operand, Use::Number, place, base));
        }
        Expr::Compare { sides, op } => {
            let asked = Place { asked: true, ..place };
            walk(&sides.0, compared(*op, &sides.1), asked, base);
            walk(&sides.1, compared(*op, &sides.0), asked, base);
        }
        Expr::And(all) | Expr::Or(all) => {
            let asked = Place { asked: true, ..place };
            all.iter().for_each(|one| walk(one, Use::Truth, asked, base));
        }
        Expr::Call(call) => {
            if let Some(array) = call.function.array() {
                list(call, array, place, base);
                let args = call.args.iter().enumerate();
                for (index, argument) in args {
                    if call.function.role(index) == Role::Value {
                        // The default of `LOOKUP` stands in for what is not found.
                        let guarded = place.guarded || index > 3;
                        walk(argument, Use::Shown, Place { guarded, ..place }, base);
                    }
                }
                return;
            }
            let guarded = Place { guarded: true, ..place };
            match &*call.name {
                "IF" => {
                    for (index, argument) in call.args.iter().enumerate() {
                        match index {
                            0 => walk(argument, Use::Truth, Place { asked: true, ..place }, base),
                            _ => walk(argument, kind, guarded, base),
                        }
                    }
                }
                // What stands in for what is blank is what that would have been.
                "DEFAULT" if call.args.len() > 1 => {
                    call.args.iter().for_each(|argument| walk(argument, kind, guarded, base));
                }
                "CASE" if call.args.len() > 1 => {
                    let last = call.args.len() - 1;
                    for (index, argument) in call.args.iter().enumerate() {
                        let is_value = index % 2 == 1 && index < last;
                        match index {
                            0 => walk(argument, Use::Shown, place, base),
                            _ if is_value => walk(argument, Use::Asked, guarded, base),
                            _ => walk(argument, kind, guarded, base),
                        }
                    }
                }
                // Blanks are left out.
                "LEAST" | "GREATEST" => {
                    call.args
                        .iter()
                        .for_each(|argument| walk(argument, Use::Number, guarded, base));
                }
                name => {
                    for (index, argument) in call.args.iter().enumerate() {
                        walk(argument, of_argument(name, index), place, base);
                    }
                }
            }
        }
    }
}

/// What a function does with an argument.
fn of_argument(name: &str, index: usize) -> Use {
    match (name, index) {
        (
            "CURRENCY" | "NUMBER" | "MONEY" | "DECIMAL" | "PERCENT" | "ROUND" | "FLOOR" | "CEIL"
            | "TRUNC" | "ABS" | "SIGN" | "WORDS" | "AMOUNTWORDS",
            0,
        )
        | ("MOD", _)
        | ("DATEADD", 1) => Use::Number,
        ("DATE" | "DATEADD" | "WEEKDAY" | "WEEKNUM", 0) | ("DATEDIFF", 0 | 1) => Use::Date,
        _ => Use::Shown,
    }
}

/// The path of the list of the data that a call puts into groups.
fn grouped_path(call: &Call) -> Option<&Path> {
    let mut call = call;
    loop {
        let array = call.function.array()?;
        match array.maker(call) {
            Some(maker) => call = maker,
            None => return Some(array.path()),
        }
    }
}

/// Whether the list that a call puts into groups begins at the document by name.
fn is_of_root(call: &Call) -> bool {
    let first = grouped_path(call).and_then(|path| path.segments().first());
    first.is_some_and(|first| first.reserved() == Some(Reserved::Root))
}

/// Whether the list that a call puts into groups is looked for in what is at hand.
fn begins_here(call: &Call, place: Place<'_>) -> bool {
    let is_seen = place.origin == Origin::Seen && place.groups > 0;
    grouped_path(call).is_some_and(|path| {
        (is_seen && is_items(path)) || Place { names: &[], ..place }.path(path).is_some()
    })
}

/// The items of the list that a call puts into groups, which is added with what their keys take. A
/// list that begins elsewhere is described beside the data, as what need not be there.
fn items_of_call<'n>(call: &Call, place: Place<'_>, base: &'n mut Node) -> &'n mut Node {
    let Some(array) = call.function.array() else { return base };
    let is_seen = place.origin == Origin::Seen;
    let (items, groups) = match array.maker(call) {
        Some(maker) => (items_of_call(maker, place, base), groups_made(maker, place.groups)),
        None if is_seen && place.groups > 0 && is_items(array.path()) => (base, place.groups - 1),
        None => match (Place { names: &[], ..place }).path(array.path()) {
            Some(path) => (reach(base, &path, Use::List, place).items(place.field), 0),
            None => (base.key(&array.path().to_string()).items(place.field), 0),
        },
    };
    if let Some(key) = call.args.get(1) {
        let key_place = Place { names: &[], guarded: true, origin: Origin::Seen, groups, ..place };
        walk(key, Use::Shown, key_place, items);
    }
    items
}

/// The items of the groups that a binding names.
fn made_items<'n>(maker: &Call, place: Place<'_>, base: &'n mut Node) -> &'n mut Node {
    let place = if is_of_root(maker) { place.outside(ROOT) } else { place };
    items_of_call(maker, place, base)
}

/// The keys that a function takes of the items of its list whatever else these hold: without any of
/// them it gives nothing. Paths into items are no keys.
fn columns_of<'e>(call: &'e Call, array: &'e ArrayPath) -> Vec<&'e str> {
    match (&*call.name, array.column()) {
        ("COUNT", _) => Vec::new(),
        (_, Some(column)) => vec![column],
        ("LOOKUP", None) => {
            let texts = [1, 3].into_iter().filter_map(|index| match call.args.get(index) {
                Some(Expr::Text(column)) => Some(&**column),
                _ => None,
            });
            texts.collect()
        }
        // What is added up; a condition only asks.
        ("COUNTOF", None) => Vec::new(),
        (_, None) => match call.args.get(1) {
            Some(expr) if call.function.role(1) == Role::Item => keys_in(expr),
            _ => Vec::new(),
        },
    }
}

/// The keys that an expression calculates with.
fn keys_in(expr: &Expr) -> Vec<&str> {
    match expr {
        Expr::Path(path) => match path.segments() {
            [key, ..] if !key.is_name() => vec![key.as_str()],
            _ => Vec::new(),
        },
        Expr::Negate(inner) => keys_in(inner),
        Expr::Arithmetic { first, rest } => {
            let rest = rest.iter().flat_map(|(_, operand)| keys_in(operand));
            keys_in(first).into_iter().chain(rest).collect()
        }
        Expr::Defined(defined) => defined.formula().map(keys_in).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// Adds the list that a function goes over, and what it takes from its items.
fn list(call: &Call, array: &ArrayPath, place: Place<'_>, base: &mut Node) {
    let items = || call.args.iter().enumerate().skip(1);
    let path = Place { names: &[], ..place }.path(array.path());
    if place.origin != Origin::Seen {
        // What the items are asked for may begin outside as well.
        let outside = items().filter(|(index, _)| call.function.role(*index) == Role::Item);
        outside.for_each(|(_, argument)| walk(argument, Use::Shown, place, base));
    }
    // A default stands in for the whole list.
    let guarded = place.guarded || (&*call.name == "LOOKUP" && call.args.len() > 4);
    let place = Place { guarded, ..place };
    let is_seen = place.origin == Origin::Seen;
    let (items, groups) = match path {
        _ if array.is_made() => {
            let maker = array.maker(call).filter(|_| array.is_readable());
            let Some(maker) = maker.filter(|maker| begins_here(maker, place)) else { return };
            (items_of_call(maker, place, base), groups_made(maker, place.groups))
        }
        _ if is_seen && place.groups > 0 && is_items(array.path()) => (base, place.groups - 1),
        Some(path) => {
            let list = reach(base, &path, Use::List, place);
            if place.required() {
                columns_of(call, array).into_iter().for_each(|column| list.some_item_has(column));
            }
            (list.items(place.field), 0)
        }
        None if place.origin == Origin::Rows && is_list_of_rows(array.path()) => {
            (base, place.groups)
        }
        None => return,
    };
    let shown = matches!(&*call.name, "JOIN" | "FIRST" | "LAST");
    let kind = if shown { Use::Shown } else { Use::Number };
    match array.column() {
        // What it counts is the items, whatever they hold.
        Some(_) if &*call.name == "COUNT" || groups > 0 => {}
        // Items without a value add nothing.
        Some(column) => items.column(column).used(kind, place.field, false),
        None if call.function.role(1) == Role::Item => {
            for (index, argument) in call.args.iter().enumerate().skip(1) {
                let counts = index == 1 && &*call.name != "COUNTOF";
                let origin = Origin::Seen;
                let names = &[];
                let of_items =
                    Place { names, asked: !counts, guarded: true, origin, groups, ..place };
                walk(argument, if counts { Use::Number } else { Use::Truth }, of_items, items);
            }
        }
        None if groups > 0 => {}
        None if &*call.name == "LOOKUP" => {
            for (index, kind) in [(1, Use::Asked), (3, Use::Shown)] {
                if let Some(Expr::Text(column)) = call.args.get(index) {
                    items.column(column).used(kind, place.field, false);
                }
            }
        }
        None if &*call.name != "COUNT" => items.used(kind, place.field, place.required()),
        None => {}
    }
}

/// What a value is that is compared with this.
fn compared(op: CompareOp, other: &Expr) -> Use {
    let numeric = matches!(op, CompareOp::Gt | CompareOp::Gte | CompareOp::Lt | CompareOp::Lte);
    match other {
        Expr::Number { .. } => Use::Number,
        Expr::Text(text) if text.eq_ignore_ascii_case("true") => Use::Flag,
        Expr::Text(text) if text.eq_ignore_ascii_case("false") => Use::Flag,
        _ if numeric => Use::Number,
        _ => Use::Asked,
    }
}
