//! Needs of a template: every path with its uses, whether or not some data has it.

use std::borrow::Cow;

use super::places::is_list_of_rows;
use super::uses::{Guards, Need, Taking, Used, is_items, uses};
use crate::contract::{NodeId, Shape, Use};
use reportctl_engine::expr::ast::{ArrayPath, Call, Role};
use reportctl_engine::expr::path::Segment;
use reportctl_engine::expr::report::property;
use reportctl_engine::expr::{Expr, Path, Reserved, TextTemplate};
use reportctl_engine::resolve::{LINE_NAMES, PAGE_NAMES};
use reportctl_engine::template::Template;
use reportctl_engine::template::scopes::{
    Compiled, Demand, Repeats, ScopedPart, ScopedText, Scopes, SeenList, Sees,
};

/// Value that an expression sees.
#[derive(Clone, Copy)]
struct Base {
    node: NodeId,
    /// Number of levels if the value is groups; `node` is an item of the innermost level.
    groups: usize,
    /// Names that are added to it.
    names: &'static [&'static str],
}

/// Place of an expression.
#[derive(Clone, Copy)]
struct Place<'p> {
    field: &'p str,
    seen: Base,
    /// Scope around the items that are seen.
    parent: Option<Base>,
    /// The rows of the table.
    rows: Option<Base>,
    /// `true` if names that begin with `$` are not of the data.
    extended: bool,
    /// `true` if there is no document without it.
    required: bool,
}

impl Base {
    fn new(node: NodeId) -> Self {
        Self { node, groups: 0, names: &[] }
    }
}

impl<'p> Place<'p> {
    /// A place in the document.
    fn of_document(field: &'p str, extended: bool) -> Self {
        let seen = Base::new(Shape::ROOT);
        Self { field, seen, parent: None, rows: None, extended, required: false }
    }

    /// The node that a path begins at, the rest of the path, and whether that is what is seen.
    fn find<'e>(&self, path: &'e Path) -> Option<(NodeId, Cow<'e, Path>, bool)> {
        let Some((first, rest)) = path.segments().split_first() else {
            return (self.seen.groups == 0).then_some((self.seen.node, Cow::Borrowed(path), true));
        };
        if self.extended && first.is_name() {
            let base = match first.reserved()? {
                Reserved::Root => Base::new(Shape::ROOT),
                Reserved::Parent => self.parent?,
                _ => return None,
            };
            let rest = Path::from_segments(rest.iter().map(Segment::as_str));
            return (base.groups == 0).then_some((base.node, Cow::Owned(rest), false));
        }
        let names = &self.seen.names;
        let added = names.iter().any(|name| name.eq_ignore_ascii_case(first.as_str()));
        let is_data = self.seen.groups == 0 && !(added && rest.is_empty());
        is_data.then_some((self.seen.node, Cow::Borrowed(path), true))
    }

    /// The items of a group that is seen, where a path is that of items.
    fn items_of_group(&self, path: &Path) -> Option<Base> {
        let groups = self.seen.groups.checked_sub(1).filter(|_| is_items(path))?;
        Some(Base { groups, ..Base::new(self.seen.node) })
    }
}

/// Adds everything that a template takes to what is known of the document.
pub(crate) fn needs(template: &Template, shape: &mut Shape) {
    let scopes = template.scopes();
    let extended = template.dialect.is_extended();
    let mut needs = Needs { shape, scopes: &scopes, extended, lists: Vec::new() };
    scopes.parts.iter().for_each(|part| needs.part(part));
}

/// Adds what a text takes, which is not needed for the document itself.
pub(crate) fn needs_of_text(text: &TextTemplate, name: &str, shape: &mut Shape) {
    let scopes = Scopes::default();
    let mut needs = Needs { shape, scopes: &scopes, extended: false, lists: Vec::new() };
    let place = Place::of_document(name, false);
    text.tokens().filter_map(|token| token.expr.ok()).for_each(|expr| {
        needs.expression(expr, Use::Shown, place);
    });
}

struct Needs<'n, 't> {
    shape: &'n mut Shape,
    scopes: &'n Scopes<'t>,
    extended: bool,
    /// The items of each list.
    lists: Vec<Base>,
}

impl Needs<'_, '_> {
    fn base(&self, sees: Sees) -> Option<Base> {
        let document = Base::new(Shape::ROOT);
        match sees {
            Sees::Nothing => None,
            Sees::Document => Some(document),
            Sees::Pages => Some(Base { names: &PAGE_NAMES, ..document }),
            Sees::Items(list) => self.lists.get(list).copied(),
        }
    }

    fn part(&mut self, part: &ScopedPart<'_>) {
        let name = match part.field {
            Some(field) => Cow::Borrowed(field.name.as_str()),
            None => Cow::Borrowed(""),
        };
        let required = part.field.is_none_or(|field| field.visible_when.is_none());
        let (figures, lists): (Vec<usize>, Vec<usize>) =
            part.lists.clone().partition(|list| self.scopes.lists[*list].of == Repeats::Figures);
        lists.into_iter().for_each(|list| self.list(list, required));
        part.texts.iter().for_each(|text| self.text(part, text, &name, required));
        figures.into_iter().for_each(|list| self.list(list, required));
        for (sees, value) in &part.paths {
            let Some(base) = self.base(*sees) else { continue };
            // An image without a picture shows that of the template, a table its own rows.
            let node = self.reach(base.node, &value.path, (Use::Shown, &name, required));
            self.shape.may_be_blank(node);
        }
    }

    /// Adds a list that something repeats over.
    fn list(&mut self, number: usize, required: bool) {
        let scopes = self.scopes;
        let list = &scopes.lists[number];
        let field = &list.field.name;
        let Some(seen) = self.base(list.within) else {
            let nothing = self.shape.detached();
            return self.lists.push(Base::new(nothing));
        };
        let Some(path) = list.path else { return self.lists.push(Base { names: &[], ..seen }) };
        let parent = scopes.parent(list.within).and_then(|sees| self.base(sees));
        let required = required && !list.is_frame && list.of != Repeats::Details;
        let place = Place { seen, parent, ..Place::of_document(field, self.extended) };
        let maker = path.made.maker();
        let items = match maker {
            Some(maker) => self
                .items_of_call(maker, Place { required, ..place })
                .map(|items| Base { groups: groups_made(maker, seen.groups), ..items }),
            None => place.items_of_group(path).or_else(|| {
                let (from, rest, is_seen) = place.find(path)?;
                let first = path.segments().first().and_then(Segment::reserved);
                let required = required && (is_seen || first == Some(Reserved::Root));
                let node = self.reach(from, &rest, (Use::List, field, required));
                // The items of lists that a function makes are not in the data.
                if list.of == Repeats::Figures && required {
                    let keys = list.keys.iter().filter(|key| key.key.is_written);
                    keys.for_each(|key| self.shape.some_item_has(node, key.key));
                }
                Some(Base::new(self.shape.items(node, field)))
            }),
        };
        let items = items.unwrap_or_else(|| Base::new(self.shape.detached()));
        if items.groups == 0 || list.of == Repeats::Figures {
            self.keys(list, items.node);
        }
        let names: &[&str] = if list.of == Repeats::Section { &LINE_NAMES } else { &[] };
        self.lists.push(Base { names, ..items });
    }

    /// The keys of columns and filters, which are names, not paths.
    fn keys(&mut self, list: &SeenList<'_>, items: NodeId) {
        let field = &list.field.name;
        let filters = list.filters.into_iter().flat_map(|filters| filters.columns());
        for column in filters.filter(|column| column.is_written) {
            let key = self.shape.column(items, column);
            self.shape.used(key, Use::Asked, field, false);
        }
        // A column without a value is an empty cell.
        for key in list.keys.iter().filter(|key| key.key.is_written) {
            let kind = if key.is_number { Use::Number } else { Use::Shown };
            let key = self.shape.column(items, key.key);
            self.shape.used(key, kind, field, false);
        }
    }

    fn text(&mut self, part: &ScopedPart<'_>, text: &ScopedText<'_>, name: &str, required: bool) {
        let Some(seen) = self.base(text.sees) else { return };
        let field = match part.field {
            Some(_) => Cow::Borrowed(name),
            None => Cow::Owned(property(text.code.pointer())),
        };
        // The needs of a row do not depend on the condition that shows the table.
        let has_rows = |list: usize| self.scopes.lists[list].path.is_some();
        let is_of_rows = matches!(text.sees, Sees::Items(list) if part.lists.contains(&list))
            && part.rows.is_some_and(has_rows);
        let is_certain = text.when.is_none() && text.column.is_none() && !text.in_place_of_rows;
        let place = Place {
            field: &field,
            seen,
            parent: self.scopes.parent(text.sees).and_then(|sees| self.base(sees)),
            rows: part.rows.and_then(|rows| self.base(Sees::Items(rows))),
            extended: self.extended,
            required: text.demand == Demand::All && is_certain && (required || is_of_rows),
        };
        match text.code {
            Compiled::Condition(condition) => {
                let place = Place { required: false, ..place };
                condition.expr().into_iter().for_each(|it| self.expression(it, Use::Truth, place));
            }
            Compiled::Key(key) => {
                let is_needed = text.demand == Demand::All;
                let kind = if is_needed { Use::Shown } else { Use::Asked };
                key.expr().into_iter().for_each(|it| self.expression(it, kind, place));
            }
            Compiled::Text(text) => {
                let exprs = text.tokens().filter_map(|token| token.expr.ok());
                exprs.for_each(|expr| self.expression(expr, Use::Shown, place));
            }
        }
    }

    /// Adds everything that an expression takes. `kind` is what is done with its value.
    fn expression(&mut self, expr: &Expr, kind: Use, place: Place<'_>) {
        let how = Taking::new(kind, Need::Always);
        let _ = uses(expr, how, &mut Guards::new(), &mut |used, guards, how| {
            let required = place.required && guards.is_empty() && how.need == Need::Always;
            match used {
                Used::Value(path) => {
                    if let Some((from, path, is_seen)) = place.find(path)
                        && !path.segments().is_empty()
                    {
                        self.reach(from, &path, (how.kind, place.field, required && is_seen));
                    }
                }
                Used::List(call, array) => {
                    self.listed(call, array, Place { required, ..place });
                }
            }
            Ok(())
        });
    }

    /// The node at a path, used like this.
    fn reach(
        &mut self,
        from: NodeId,
        path: &Path,
        (kind, field, required): (Use, &str, bool),
    ) -> NodeId {
        let segments = path.segments().iter();
        let node = segments.fold(from, |node, part| self.shape.part(node, part, required));
        self.shape.used(node, kind, field, required);
        node
    }

    /// The items of the list that a call puts into groups, which is added with what their keys take;
    /// `None` where that list is not part of the data.
    fn items_of_call(&mut self, call: &Call, place: Place<'_>) -> Option<Base> {
        let array = call.function.array()?;
        let items = match array.maker(call) {
            Some(maker) => Base {
                groups: groups_made(maker, place.seen.groups),
                ..self.items_of_call(maker, place)?
            },
            None => place.items_of_group(array.path()).or_else(|| {
                let (from, path, is_seen) = place.find(array.path())?;
                let required = place.required && is_seen;
                let list = self.reach(from, &path, (Use::List, place.field, required));
                Some(Base::new(self.shape.items(list, place.field)))
            })?,
        };
        if let Some(key) = call.args.get(1) {
            let of_items =
                Place { seen: items, parent: Some(place.seen), required: false, ..place };
            self.expression(key, Use::Shown, of_items);
        }
        Some(items)
    }

    /// Adds the list that a function goes over, and what it takes from its items.
    fn listed(&mut self, call: &Call, array: &ArrayPath, place: Place<'_>) {
        // A default stands in for the whole list.
        let is_spare = &*call.name == "LOOKUP" && call.args.len() > 4;
        let place = Place { required: place.required && !is_spare, ..place };
        let path = array.path();
        let mut required = place.required;
        let items = if array.is_made() {
            let maker = array.maker(call).filter(|_| array.is_readable());
            maker.and_then(|maker| {
                let groups = groups_made(maker, place.seen.groups);
                Some(Base { groups, ..self.items_of_call(maker, place)? })
            })
        } else if self.extended && is_list_of_rows(path) {
            required = false;
            place.rows
        } else {
            place.items_of_group(path).or_else(|| {
                let (from, path, is_seen) =
                    place.find(path).filter(|_| !path.segments().is_empty())?;
                required &= is_seen;
                let list = self.reach(from, &path, (Use::List, place.field, required));
                if required {
                    let columns = columns_of(call, array).into_iter();
                    columns.for_each(|column| self.shape.some_item_has(list, column));
                }
                Some(Base::new(self.shape.items(list, place.field)))
            })
        };
        let Some(items) = items else { return };
        let shown = matches!(&*call.name, "JOIN" | "FIRST" | "LAST");
        let kind = if shown { Use::Shown } else { Use::Number };
        match array.column() {
            // Items are counted whatever they hold.
            Some(_) if &*call.name == "COUNT" || items.groups > 0 => {}
            // Items without a value add nothing.
            Some(column) => self.column(items, column, kind, place),
            None if call.function.role(1) == Role::Item => {
                let parent = Some(place.seen);
                let of_items = Place { seen: items, parent, required: false, ..place };
                for (index, argument) in call.args.iter().enumerate().skip(1) {
                    let counts = index == 1 && &*call.name != "COUNTOF";
                    let kind = if counts { Use::Number } else { Use::Truth };
                    self.expression(argument, kind, of_items);
                }
            }
            None if items.groups > 0 => {}
            None if &*call.name == "LOOKUP" => {
                for (index, kind) in [(1, Use::Asked), (3, Use::Shown)] {
                    if let Some(Expr::Text(column)) = call.args.get(index) {
                        self.column(items, column, kind, place);
                    }
                }
            }
            None if &*call.name != "COUNT" => {
                self.shape.used(items.node, kind, place.field, required);
            }
            None => {}
        }
    }

    fn column(&mut self, items: Base, column: &str, kind: Use, place: Place<'_>) {
        let key = self.shape.column(items.node, column);
        self.shape.used(key, kind, place.field, false);
    }
}

/// Number of levels of the groups that a call makes from groups of `seen` levels.
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

/// The keys that a function takes of the items of its list whatever else these hold: without any of
/// them it gives nothing. Paths into items are no keys.
fn columns_of<'e>(call: &'e Call, array: &'e ArrayPath) -> Vec<&'e str> {
    match (&*call.name, array.column()) {
        ("COUNT", _) => Vec::new(),
        (_, Some(column)) => vec![column],
        ("LOOKUP", None) => lookup_columns(call).collect(),
        // Only values that are added up; a condition only asks.
        ("COUNTOF", None) => Vec::new(),
        (_, None) => match call.args.get(1) {
            Some(expr) if call.function.role(1) == Role::Item => keys_in(expr),
            _ => Vec::new(),
        },
    }
}

/// The keys of items that `LOOKUP` names: the one that it compares, and the one whose value it gives.
pub(super) fn lookup_columns(call: &Call) -> impl Iterator<Item = &str> {
    [1, 3].into_iter().filter_map(|index| match call.args.get(index) {
        Some(Expr::Text(column)) => Some(&**column),
        _ => None,
    })
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
