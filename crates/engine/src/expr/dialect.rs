//! What the expressions of a template may use: the functions of extensions (spec 20.9.1), and
//! formulas that the template names (20.9.3).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::aggregate::ArrayPath;
use super::ast::Expr;
use super::error::SyntaxError;
use super::findings::Place;
use super::parse::{MAX_DEPTH, parse_nested};
use super::path::Path;
use crate::format::page;
use crate::pointer::escaped;

/// The language of a template's expressions.
#[derive(Debug, Clone, Default)]
pub struct Dialect {
    /// Whether the functions of extensions are known.
    pub extended: bool,
    /// Whether there is a locale, which has names of months and days for dates.
    pub localized: bool,
    definitions: Option<Arc<HashMap<Box<str>, Arc<Definition>>>>,
}

/// A formula with a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Definition {
    /// The formula.
    pub expr: Expr,
    /// Where it stands in the template.
    pub(super) place: Option<Arc<Place>>,
    /// How deeply it is nested.
    pub(super) depth: usize,
    /// How many parts it has, those of the formulas that it uses included.
    pub(super) size: usize,
}

/// Why a formula cannot be used.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// It cannot be read.
    Syntax(Box<SyntaxError>),
    /// It uses itself: the names on the way round, in order.
    Cycle(Vec<String>),
}

impl Dialect {
    /// The language of templates without extensions.
    pub const BASE: Self = Self { extended: false, localized: false, definitions: None };

    /// The language of templates with extensions that name no formulas.
    pub const EXTENDED: Self = Self { extended: true, localized: false, definitions: None };

    /// The same with a locale or without one.
    #[must_use]
    pub fn with_locale(self, localized: bool) -> Self {
        Self { localized, ..self }
    }

    /// The language of templates with extensions and these formulas, by name.
    ///
    /// # Errors
    /// The names of formulas that cannot be used, each with the reason; the language then lacks
    /// them.
    pub fn with_definitions(sources: &[(&str, &str)]) -> (Self, Vec<(String, Fault)>) {
        let mut compiler = Compiler {
            sources: sources.iter().map(|(name, source)| (lower(name), (*name, *source))).collect(),
            done: HashSet::new(),
            open: Vec::new(),
            dialect: Self { definitions: Some(Arc::default()), ..Self::EXTENDED },
            faults: Vec::new(),
        };
        for (name, _) in sources {
            compiler.define(&lower(name));
        }
        let Compiler { dialect, mut faults, .. } = compiler;
        // In the order and the spelling of the template.
        let mut places = HashMap::with_capacity(sources.len());
        for (place, (name, _)) in sources.iter().enumerate() {
            places.entry(lower(name)).or_insert(place);
        }
        faults.sort_by_key(|(name, _)| places.get(name).copied());
        for (name, _) in &mut faults {
            if let Some((spelt, _)) = places.get(name).and_then(|at| sources.get(*at)) {
                (*spelt).clone_into(name);
            }
        }
        (dialect, faults)
    }

    /// The formula that a path such as `$net` names.
    pub(super) fn definition(&self, path: &Path) -> Option<&Arc<Definition>> {
        let [name] = path.segments() else { return None };
        self.definitions.as_ref()?.get(name.lower().strip_prefix('$')?)
    }

    /// The formula that a path such as `$byRate` names, if it makes a list.
    pub(super) fn list(&self, path: &Path) -> Option<&Arc<Definition>> {
        self.definition(path).filter(|definition| definition.expr.list_call().is_some())
    }

    /// The names of all formulas, without `$`, in order.
    pub fn defined(&self) -> Vec<&str> {
        let definitions = self.definitions.iter().flat_map(|all| all.keys());
        let mut names: Vec<&str> = definitions.map(|name| &**name).collect();
        names.sort_unstable();
        names
    }
}

fn lower(name: &str) -> String {
    name.to_lowercase()
}

/// Reads formulas, those first that others use.
struct Compiler<'s> {
    /// Name as written and source, by the name in lower case.
    sources: HashMap<String, (&'s str, &'s str)>,
    /// Those that were read.
    done: HashSet<String>,
    /// Those being read, outermost first.
    open: Vec<String>,
    /// The language with those that can be used.
    dialect: Dialect,
    faults: Vec<(String, Fault)>,
}

impl Compiler<'_> {
    fn define(&mut self, name: &str) {
        if self.done.contains(name) {
            return;
        }
        let Some((spelt, source)) = self.sources.get(name).copied() else { return };
        if let Some(start) = self.open.iter().position(|open| open == name) {
            let round = self.open.get(start..).unwrap_or_default().to_vec();
            self.faults.push((round.first().cloned().unwrap_or_default(), Fault::Cycle(round)));
            return;
        }
        self.open.push(name.to_owned());
        // A first reading, in which the names of formulas are paths, says which ones it uses. The
        // nesting of formulas inside formulas is bounded, so is the depth of this recursion.
        if self.open.len() > MAX_DEPTH {
            let error = SyntaxError::too_deep(MAX_DEPTH, source);
            self.faults.push((name.to_owned(), Fault::Syntax(Box::new(error))));
        } else if let Ok((expr, _)) = parse_nested(source, &Dialect::EXTENDED) {
            let mut used = Vec::new();
            expr.visit(&mut |expr| {
                let path = match expr {
                    Expr::Path(path) => Some(path),
                    Expr::Call(call) => call.function.array().map(ArrayPath::path),
                    _ => None,
                };
                if let Some([segment]) = path.map(Path::segments) {
                    used.extend(segment.lower().strip_prefix('$').map(str::to_owned));
                }
            });
            used.iter().for_each(|used| self.define(used));
        }
        match parse_nested(source, &self.dialect) {
            Ok((expr, depth)) => {
                let pointer = format!("/template/{}/{}", page::DEFS.name, escaped(spelt)).into();
                let place = Place { field: None, pointer, list: None };
                let place = Some(Arc::new(place));
                let definition = Definition { size: size_of(&expr), expr, depth, place };
                if let Some(all) = &mut self.dialect.definitions {
                    Arc::make_mut(all).insert(name.into(), Arc::new(definition));
                }
            }
            Err(error) => self.faults.push((name.to_owned(), Fault::Syntax(Box::new(error)))),
        }
        self.open.pop();
        self.done.insert(name.to_owned());
    }
}

fn size_of(expr: &Expr) -> usize {
    let mut size: usize = 0;
    expr.visit_here(&mut |expr| {
        size = size.saturating_add(match expr {
            Expr::Defined(defined) => defined.definition.size,
            Expr::Call(call) => call.function.array().map_or(0, ArrayPath::size).saturating_add(1),
            _ => 1,
        });
    });
    size
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::testing::render_in;

    fn dialect(sources: &[(&str, &str)]) -> Dialect {
        let (dialect, faults) = Dialect::with_definitions(sources);
        assert_eq!(faults, []);
        dialect
    }

    #[test]
    fn formulas_are_used_by_name_where_the_data_has_no_such_key() {
        let dialect = dialect(&[("gross", "$net * 1.2"), ("Net", "qty * price")]);
        let data = r#"{"qty":2,"price":5,"rows":[{"qty":1,"price":3},{"qty":2,"price":4}],"$x":1}"#;
        assert_eq!(render_in("{$net} {$GROSS} {$x} {$none}", data, &dialect), "10 12 1 ");
        assert_eq!(render_in("{SUMOF(rows, $net)}", data, &dialect), "11");
        let data = r#"{"qty":2,"price":5,"$net":"own"}"#;
        assert_eq!(render_in("{$net} {$gross}", data, &dialect), "own ");
        assert_eq!(dialect.defined(), ["gross", "net"]);
    }

    #[test]
    fn formulas_that_use_themselves_are_faults() {
        let (_, faults) =
            Dialect::with_definitions(&[("a", "$b + 1"), ("b", "$c"), ("c", "$a"), ("d", "1 + ")]);
        assert!(
            matches!(&faults[0], (name, Fault::Cycle(round)) if name == "a" && round.len() == 3)
        );
        assert!(matches!(&faults[1], (name, Fault::Syntax(_)) if name == "d"));
        let (_, faults) = Dialect::with_definitions(&[("a", "SUMOF(rows, $A)")]);
        assert!(matches!(&faults[..], [(_, Fault::Cycle(_))]));
    }

    #[test]
    fn nesting_counts_through_formulas() {
        let chain = |length: usize| -> Vec<(String, String)> {
            (0..length).map(|i| (format!("d{i}"), format!("($d{})", i + 1))).collect()
        };
        let faults = |length: usize| {
            let owned = chain(length);
            let sources: Vec<(&str, &str)> =
                owned.iter().map(|(name, source)| (name.as_str(), source.as_str())).collect();
            Dialect::with_definitions(&sources).1.len()
        };
        assert_eq!(faults(20), 0);
        assert!(faults(41) > 0);
        assert!(faults(2000) > 0);
    }
}
