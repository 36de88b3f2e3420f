//! Formulas that a template names (spec 20.9.3), compiled in the order in which they use each other.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::ast::{ArrayPath, Definition, Expr};
use super::dialect::Dialect;
use super::error::SyntaxError;
use super::parse::{MAX_DEPTH, parse_nested};
use super::path::Path;
use super::place::Place;
use reportctl_base::pointer::escaped;

/// Reason why a formula cannot be used.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// It cannot be read.
    Syntax(Box<SyntaxError>),
    /// It uses itself: the names on the way round, in order.
    Cycle(Vec<String>),
}

impl Dialect {
    /// The language of templates with extensions and these formulas, by name; `at` is the
    /// JSON pointer of the object that holds them.
    ///
    /// # Errors
    /// The names of formulas that cannot be used, each with the reason; the language then lacks
    /// them.
    pub fn with_definitions(sources: &[(&str, &str)], at: &str) -> (Self, Vec<(String, Fault)>) {
        let mut compiler = Compiler {
            sources: sources.iter().map(|(name, source)| (lower(name), (*name, *source))).collect(),
            done: HashSet::new(),
            at,
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
}

fn lower(name: &str) -> String {
    name.to_lowercase()
}

/// Reads formulas, those first that others use.
struct Compiler<'s> {
    /// JSON pointer of the object that holds the formulas.
    at: &'s str,
    /// Name as written and source, by the name in lower case.
    sources: HashMap<String, (&'s str, &'s str)>,
    /// Formulas that were read.
    done: HashSet<String>,
    /// Formulas that are being read, outermost first.
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
                let pointer = format!("{}/{}", self.at, escaped(spelt)).into();
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
    use crate::testing::render_in;

    fn dialect(sources: &[(&str, &str)]) -> Dialect {
        let (dialect, faults) = Dialect::with_definitions(sources, "/template/defs");
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
        let (_, faults) = Dialect::with_definitions(
            &[("a", "$b + 1"), ("b", "$c"), ("c", "$a"), ("d", "1 + ")],
            "/template/defs",
        );
        assert!(
            matches!(&faults[0], (name, Fault::Cycle(round)) if name == "a" && round.len() == 3)
        );
        assert!(matches!(&faults[1], (name, Fault::Syntax(_)) if name == "d"));
        let (_, faults) = Dialect::with_definitions(&[("a", "SUMOF(rows, $A)")], "/template/defs");
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
            Dialect::with_definitions(&sources, "/template/defs").1.len()
        };
        assert_eq!(faults(20), 0);
        assert!(faults(41) > 0);
        assert!(faults(2000) > 0);
    }
}
