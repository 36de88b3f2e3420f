//! `reportctl eval`: what a template text or a condition gives.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::context::Context;
use super::document_args::NumbersArgs;
use super::exit::Exit;
use super::failure::Outcome;
use super::locale;
use super::term::ErrorFormat;
use crate::templates::SharedTexts;
use engine::budget::{Budget, Meter};
use engine::expr::lint::{check_condition, check_tokens, doubtful_names, loose_braces};
use engine::expr::{
    Condition, Dialect, Env, Expr, Globals, Languages, Path, Scope, TextTemplate, catalog,
    missing_text,
};
use engine::locale::Locale;
use engine::locale::{Zone, is_currency};
use engine::problem::{Code, Problem, Result, Severity, quoted};
use engine::suggest::did_you_mean;
use engine::value::{Object, Value};

/// Show what a text with expressions gives for some data
///
/// Tokens in braces are replaced as in a text field. A token that cannot be read shows nothing, and
/// a warning says why.
#[derive(Debug, Args)]
#[command(after_help = EVAL_EXAMPLES)]
pub(crate) struct EvalArgs {
    /// Text with expressions, or a bare expression with --condition
    // A text may well start with a hyphen.
    #[arg(value_name = "TEXT", allow_hyphen_values = true, value_parser = text_not_flag)]
    pub(crate) text: String,

    /// Data: JSON, YAML, CSV or NDJSON; `-` for standard input [default: an empty object]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) data: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) numbers: NumbersArgs,

    /// Evaluate the text as a condition, as in `visibleWhen`, and print `true` or `false`
    #[arg(long)]
    pub(crate) condition: bool,

    /// Allow the functions and names of the extensions, as templates with `"extensions": 1` do
    #[arg(long)]
    pub(crate) extensions: bool,

    /// Write in this locale, such as `de-DE`; implies --extensions
    #[arg(long, value_name = "TAG", value_parser = locale::parse)]
    pub(crate) locale: Option<String>,

    /// Currency of `MONEY` and `AMOUNTWORDS` where they name none, such as EUR; implies --extensions
    #[arg(long, value_name = "CURRENCY", value_parser = currency)]
    pub(crate) currency: Option<String>,

    /// Time zone in which instants are shown, such as Europe/Berlin; implies --extensions
    #[arg(long, value_name = "ZONE", value_parser = time_zone)]
    pub(crate) time_zone: Option<Zone>,

    /// File of texts for `T`, named after its language, such as texts/de.json; may be repeated
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "locale")]
    pub(crate) texts: Vec<PathBuf>,

    /// Calculate with decimal numbers, as `"arithmetic": "decimal"` does; implies --extensions
    #[arg(long)]
    pub(crate) decimal: bool,

    /// Fail when an expression cannot be read or a brace has no partner
    #[arg(long)]
    pub(crate) strict: bool,
}

/// A currency of ISO 4217.
fn currency(code: &str) -> Result<String, &'static str> {
    if is_currency(code) { Ok(code.to_owned()) } else { Err("use a code of ISO 4217, such as EUR") }
}

/// A time zone that there is data for.
fn time_zone(name: &str) -> Result<Zone, String> {
    Zone::find(name).ok_or_else(|| {
        did_you_mean(name, Zone::names())
            .unwrap_or_else(|| "use a name such as Europe/Berlin".to_owned())
    })
}

/// A mistyped flag must not pass for a text.
fn text_not_flag(text: &str) -> Result<String, &'static str> {
    let is_flag = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    match text.strip_prefix("--") {
        Some(name) if is_flag(name) => Err("there is no such flag; see `reportctl eval --help`"),
        _ => Ok(text.to_owned()),
    }
}

const EVAL_EXAMPLES: &str = "\
Examples:
  reportctl eval 'Total: {CURRENCY(SUM(items.amount), \"€\")}' --data order.json
  reportctl eval '{price * quantity}' --data - --strict
  reportctl eval '{T(\"due\", DATE(due, \"long\"))} {MONEY(total)}' --data order.json --locale de-DE --currency EUR --texts texts/de.json
  reportctl eval 'total > 1000 AND NOT cancelled' --condition --data order.json";

/// Advice about a missing text.
const ADD_TEXTS: &str = "give the file that has it: `--texts texts/de.json`";

pub(super) fn run(args: &EvalArgs, context: &Context<'_>) -> Outcome {
    let _in_time = context.watch();
    let data = match &args.data {
        Some(source) => context.data(source)?,
        None => Value::Object(Object::default()),
    };
    let expired = context.expiry();
    let meter = Meter::new(context.config.limits().budget(&expired));
    let today = context.report_date(None)?;
    let is_localized = args.locale.is_some() || args.currency.is_some() || args.time_zone.is_some();
    let extended = args.extensions || args.decimal || is_localized;
    let locale = args.locale.as_deref().and_then(Locale::find);
    let languages = Languages {
        locale: None,
        currency: args.currency.clone(),
        zone: args.time_zone.clone(),
        texts: SharedTexts::of_files(&args.texts)?.texts,
    };
    let globals = Globals::new(&data, today).in_language(&languages, locale);
    let mut env = Env::new(&meter, today.year());
    env.exact = args.decimal;
    env.globals = extended.then_some(&globals);
    let dialect = if extended { Dialect::EXTENDED } else { Dialect::BASE };
    let dialect = dialect.with_locale(args.locale.is_some());
    let scope = Scope { value: &data, extra: &[], env: &env, names: None };
    let (findings, shown) = if args.condition {
        condition(&args.text, &dialect, &scope)?
    } else {
        text(&args.text, &dialect, &scope)?
    };
    let findings = findings.into_iter().map(|found| with_flag(found, &dialect)).collect();
    report(findings, args.strict, context)?;
    let missing = globals.missing.take();
    let missing = missing.iter().map(|key| missing_text(key, globals.language()).advice(ADD_TEXTS));
    context.printer.warn(&missing.collect::<Vec<_>>());
    if context.printer.error_format == ErrorFormat::Human {
        context.printer.warn(&missing_names(args, &data, &dialect)?);
        if looks_like_expression(args) {
            context.printer.note(format_args!(
                "without braces this is text; the expression is {}",
                quoted(&format!("{{{}}}", args.text))
            ));
        }
    }
    let mut shown = shown?;
    shown.push('\n');
    context.printer.data(shown.as_bytes())?;
    Ok(Exit::Done)
}

/// What is to say about a text or a condition, and what it gives.
type Evaluated = (Vec<Problem>, Result<String>);

fn text(source: &str, dialect: &Dialect, scope: &Scope<'_>) -> Result<Evaluated> {
    let template = TextTemplate::compile_in(source, dialect);
    let mut shown = String::new();
    let rendered = template.render(scope, &mut shown);
    Ok((text_findings(&template, dialect, scope.env.meter)?, rendered.map(|()| shown)))
}

/// Proposes what helps here against a function that is not known.
fn with_flag(problem: Problem, dialect: &Dialect) -> Problem {
    if problem.code != Code::UnknownFunction {
        return problem;
    }
    let name = problem.get("detail").and_then(|name| name.as_str()).unwrap_or_default();
    let further = !dialect.is_extended() && catalog::find(name).is_some_and(|entry| entry.extended);
    if further {
        return problem.advice("it is a function of the extensions: add `--extensions`");
    }
    match did_you_mean(name, catalog::names(dialect).iter().copied()) {
        Some(question) if !matches!(name, "NOT" | "AND" | "OR") => problem.advice(question),
        _ => problem,
    }
}

fn condition(source: &str, dialect: &Dialect, scope: &Scope<'_>) -> Result<Evaluated> {
    let condition = Condition::compile_in(source, dialect);
    let found = check_condition(&condition, dialect, scope.env.meter)?;
    Ok((found, condition.holds(scope).map(|holds| holds.to_string())))
}

/// Problems of a text: first the errors, in the form of spec 7.9, in which positions count
/// inside the expression; then what is only suspicious.
fn text_findings(
    template: &TextTemplate,
    dialect: &Dialect,
    meter: &Meter<'_>,
) -> Result<Vec<Problem>> {
    let bad = template.bad_tokens().map(|bad| bad.error.to_problem().detail("offset", bad.offset));
    let braces = loose_braces(template.source()).into_iter().map(|brace| {
        let problem = brace.to_problem(template.source());
        Problem { severity: Severity::Error, ..problem }
            .detail("detail", "")
            .detail("expression", template.source())
    });
    let suspicious = check_tokens(template, dialect, meter)?.into_iter().filter(|problem| {
        problem.code == Code::UnknownFunction || problem.severity == Severity::Warning
    });
    Ok(bad.chain(braces).chain(suspicious).collect())
}

/// Paths that the text takes and the data lacks. A condition may ask for anything, and without
/// `--data` only names are reported that were hardly meant as names: `total-2`.
fn missing_names(args: &EvalArgs, data: &Value, dialect: &Dialect) -> Result<Vec<Problem>> {
    let misread = misread_names(args, data);
    let mut found: Vec<Problem> = misread.iter().map(|(_, problem)| problem.clone()).collect();
    if args.data.is_some() && !args.condition {
        let template = TextTemplate::compile_in(&args.text, dialect);
        let missing = check::missing_in_text(&template, data, dialect, Budget::default())?;
        found.extend(missing.into_iter().filter(|problem| {
            if problem.code == Code::UnknownFunction {
                return false;
            }
            let path = problem.get("path").and_then(|path| path.as_str());
            !misread.iter().any(|(name, _)| Some(name.as_str()) == path)
        }));
    }
    Ok(found)
}

/// Returns `true` if a text without braces was probably meant as an expression: `SUM(rows.total)`.
fn looks_like_expression(args: &EvalArgs) -> bool {
    let is_text = !args.condition && !args.text.contains(['{', '}']);
    let condition = Condition::compile(&args.text);
    let is_calculation = |expr: &Expr| match expr {
        Expr::Arithmetic { .. } | Expr::Compare { .. } => true,
        Expr::Call(call) => catalog::find(&call.name).is_some(),
        _ => false,
    };
    is_text && condition.expr().is_some_and(is_calculation)
}

/// Names that the data does not have and that were hardly meant as names, each with its warning.
fn misread_names(args: &EvalArgs, data: &Value) -> Vec<(String, Problem)> {
    let (template, condition);
    let names = if args.condition {
        condition = Condition::compile(&args.text);
        condition.expr().map(|expr| doubtful_names(&args.text, expr)).unwrap_or_default()
    } else {
        template = TextTemplate::compile(&args.text);
        let tokens = template.tokens().filter_map(|token| Some((token.token, token.expr.ok()?)));
        tokens
            .flat_map(|(token, expr)| doubtful_names(token.trim_matches(['{', '}']), expr))
            .collect()
    };
    let missing = names.into_iter().filter(|(name, _)| Path::compile(name).lookup(data).is_none());
    missing
        .map(|(name, advice)| {
            let message =
                format!("{} is read as one name, which the data does not have", quoted(name));
            let problem = Problem::warning(Code::MissingPath, message).advice(advice);
            (name.to_string(), problem)
        })
        .collect()
}

/// Warns; fails with the errors when strict.
fn report(findings: Vec<Problem>, strict: bool, context: &Context<'_>) -> Outcome<()> {
    let (errors, mut warnings): (Vec<_>, Vec<_>) =
        findings.into_iter().partition(|finding| finding.severity == Severity::Error);
    if strict && !errors.is_empty() {
        return Err(errors.into());
    }
    // Unreadable expressions show nothing, as in a document; here the reason is wanted.
    let errors = errors.into_iter().map(|error| Problem { severity: Severity::Warning, ..error });
    warnings.splice(0..0, errors);
    context.printer.warn(&warnings);
    Ok(())
}
