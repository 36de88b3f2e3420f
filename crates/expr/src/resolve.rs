//! Resolution of calls to functions, with the arguments that are literals: done when the expression
//! is compiled.

use super::ast::{ArrayPath, Expr, Extended, Function, Setting};
use super::catalog;
use super::date::Pattern;
use super::dialect::Dialect;
use super::kind::{
    Choice, DateFunction, ItemFunction, LanguageFunction, ListFunction, NumberFunction,
    TextFunction, WordsFunction,
};
use super::path::{Path, Segment};
use super::value::number_of_text;
use reportctl_base::number::digits::decimals_of;

const DEFAULT_DECIMALS: u8 = 2;

/// The name of the function that makes groups.
const GROUPS: &str = "GROUPBY";

impl Function {
    /// The function of a name in upper case, with these arguments.
    pub(super) fn resolve(
        name: &str,
        args: &[Expr],
        sources: &[Box<str>],
        dialect: &Dialect,
    ) -> Self {
        let array = || ArrayPath::new(args.first(), sources.first().map_or("", |s| s), dialect);
        let decimals = |index| Setting::new(args.get(index), DEFAULT_DECIMALS, read_decimals);
        match name {
            "SUM" => Self::Sum(array()),
            "COUNT" => Self::Count(array()),
            "AVG" => Self::Average(array()),
            "CONCAT" => Self::Concat,
            "UPPER" => Self::Upper,
            "LOWER" => Self::Lower,
            "TRIM" => Self::Trim,
            "DATE" => Self::Date {
                // Only a pattern that is not given has a default: an empty one prints nothing.
                write: Setting::new(args.get(1), Pattern::default(), Pattern::compile),
                read: Setting::new(args.get(2), None, read_read_pattern),
            },
            "CURRENCY" => Self::Currency { decimals: decimals(2) },
            "NUMBER" => Self::Number { decimals: decimals(1) },
            "IF" => Self::If,
            _ if dialect.is_extended() => Extended::resolve(name, args, sources, dialect)
                .map_or(Self::Unknown, Self::Extended),
            _ => Self::Unknown,
        }
    }

    /// Largest number of arguments; `None` if there is no limit or no function.
    pub fn max_arguments(&self) -> Option<usize> {
        Some(match self {
            Self::Sum(_) | Self::Count(_) | Self::Average(_) => 1,
            Self::Upper | Self::Lower | Self::Trim => 1,
            Self::Number { .. } => 2,
            Self::Date { .. } | Self::Currency { .. } | Self::If => 3,
            Self::Extended(function) => return function.max_arguments(),
            Self::Concat | Self::Unknown => return None,
        })
    }
}

impl Extended {
    /// The function of a name in upper case, with these arguments.
    pub(super) fn resolve(
        name: &str,
        args: &[Expr],
        sources: &[Box<str>],
        dialect: &Dialect,
    ) -> Option<Self> {
        let source = sources.first().map_or("", |source| source);
        if let Some(function) = NumberFunction::named(name) {
            return Some(Self::Number(function));
        }
        if let Some(function) = ListFunction::named(name) {
            let list = if function.has_column() {
                ArrayPath::new(args.first(), source, dialect)
            } else {
                ArrayPath::whole(args.first(), source, dialect)
            };
            return Some(Self::List(function, list));
        }
        if name == GROUPS {
            return Some(Self::Groups(ArrayPath::whole(args.first(), source, dialect)));
        }
        if let Some(function) = ItemFunction::named(name) {
            return Some(Self::Items(function, ArrayPath::whole(args.first(), source, dialect)));
        }
        Choice::named(name)
            .map(Self::Choice)
            .or_else(|| TextFunction::named(name).map(Self::Text))
            .or_else(|| DateFunction::named(name).map(Self::Date))
            .or_else(|| WordsFunction::named(name).map(Self::Words))
            .or_else(|| LanguageFunction::named(name).map(Self::Language))
    }

    /// Largest number of arguments; `None` if there is no limit.
    pub(super) fn max_arguments(&self) -> Option<usize> {
        catalog::find(self.name())?.most()
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Number(function) => function.name(),
            Self::List(function, _) => function.name(),
            Self::Items(function, _) => function.name(),
            Self::Groups(_) => GROUPS,
            Self::Choice(function) => function.name(),
            Self::Text(function) => function.name(),
            Self::Date(function) => function.name(),
            Self::Words(function) => function.name(),
            Self::Language(function) => function.name(),
        }
    }
}

impl<T> Setting<T> {
    fn new(argument: Option<&Expr>, missing: T, read: fn(&str) -> T) -> Self {
        match argument {
            None => Self::Fixed(missing),
            Some(Expr::Text(text) | Expr::Number { source: text, .. }) => Self::Fixed(read(text)),
            Some(_) => Self::Evaluated,
        }
    }
}

impl ArrayPath {
    pub(super) fn new(argument: Option<&Expr>, source: &str, dialect: &Dialect) -> Self {
        let is_argument = argument.is_some_and(Expr::is_list_call);
        if is_argument {
            return Self { is_argument, ..Self::whole(argument, source, dialect) };
        }
        let read = Self::of_source(argument, source);
        Self { formula: dialect.list(&read.path).cloned(), ..read }
    }

    fn of_source(argument: Option<&Expr>, source: &str) -> Self {
        if let Some(Expr::Path(path)) = argument
            && source.starts_with('[')
        {
            return Self::from_brackets(path);
        }
        let (path, column) = source.rsplit_once('.').unwrap_or((source, ""));
        Self::at(Path::compile(path), column)
    }

    fn from_brackets(path: &Path) -> Self {
        let names: Vec<&str> = path.segments().iter().map(Segment::as_str).collect();
        match names.as_slice() {
            [array @ .., column] if !array.is_empty() => {
                Self::at(Path::from_segments(array.iter().copied()), column)
            }
            _ => Self::at(path.clone(), ""),
        }
    }

    fn at(path: Path, column: &str) -> Self {
        Self { path, column: column.into(), formula: None, is_argument: false }
    }

    /// The same list without a column: the part after the last dot belongs to the path.
    pub(super) fn whole(argument: Option<&Expr>, source: &str, dialect: &Dialect) -> Self {
        let path = match argument {
            Some(Expr::Path(path)) if source.starts_with('[') => path.clone(),
            _ => Path::compile(source),
        };
        let formula = dialect.list(&path).cloned();
        let is_argument = formula.is_none() && argument.is_some_and(Expr::is_list_call);
        Self { formula, is_argument, ..Self::at(path, "") }
    }
}

pub(super) fn read_decimals(text: &str) -> u8 {
    if text.is_empty() {
        return DEFAULT_DECIMALS;
    }
    decimals_of(number_of_text(text), DEFAULT_DECIMALS)
}

pub(super) fn read_read_pattern(text: &str) -> Option<Pattern> {
    (!text.is_empty()).then(|| Pattern::compile(text))
}
