//! `reportctl diff`: what changed between two versions of a template, and in the pages they make.

use std::fs;
use std::path::{Component, Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint};

use super::context::Context;
use super::document_args::NumbersArgs;
use super::exit::Exit;
use super::failure::Outcome;
use super::overwriting;
use super::pattern::{self, PAGE};
use crate::base::files;
use crate::base::printable;
use crate::config::{Config, env};
use crate::documents::Machine;
use crate::review::cases;
use crate::review::diff::{self, Changed, Diff, Side, report};
use crate::serve::codes;
use crate::templates::store::{self, Target, TemplateId};
use engine::expr::date::Timestamp;
use engine::problem::{Code, Problem, Result};
use engine::render::Options;

/// Show what changed between two versions of a template, and in their pages
///
/// Two PDF documents, whatever programs made them, are compared by the content of their pages, their
/// metadata and, where these are beside them, their receipts.
///
/// A version is a stored template, a file, or either at a revision of git: `invoice@main`. Without a
/// second one it is the template as it is now; `main..` and `main..HEAD` stand for all templates
/// that changed between revisions. With data (or the data of the first case of `reportctl test`)
/// both versions are rendered, and their pages compared in words and as pictures.
#[derive(Debug, Args)]
#[command(after_help = DIFF_EXAMPLES)]
pub(crate) struct DiffArgs {
    /// First version, or a range of revisions
    #[arg(value_name = "A", value_hint = ValueHint::FilePath)]
    a: String,

    /// Second version [default: the template as it is now]
    #[arg(value_name = "B", value_hint = ValueHint::FilePath)]
    b: Option<String>,

    /// Further arguments that git gives an external difference program
    #[arg(hide = true)]
    from_git: Vec<String>,

    /// Data that both versions are rendered with [default: that of the first case]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    data: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) numbers: NumbersArgs,

    /// Locale of the documents, such as `de-DE`, instead of that of the template or the data
    #[arg(long, value_name = "TAG", value_parser = super::locale::parse)]
    locale: Option<String>,

    /// Render nothing
    #[arg(long, conflicts_with = "data")]
    no_pages: bool,

    /// What to write
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: DiffFormat,

    /// Output file, `-` for standard output; `{page}` stands for the number of a page of `png`
    /// [default: standard output; diff-{page}.png]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// End with exit code 7 where something changed
    #[arg(long)]
    exit_code: bool,

    /// Print one template as lines, a property each: a `textconv` of git
    #[arg(long, conflicts_with_all = ["b", "data"])]
    textconv: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DiffFormat {
    /// Lines for people
    Text,
    /// A summary for a comment of a pull request
    Markdown,
    /// A page with pictures before, after and overlaid
    Html,
    /// A picture of each page that changed: before, after and overlaid
    Png,
    /// One JSON array
    Json,
}

const DIFF_EXAMPLES: &str = "\
Examples:
  reportctl diff invoice@main
  reportctl diff invoice@main invoice@HEAD --data order.json --format html --output diff.html
  reportctl diff old.json new.json --exit-code
  reportctl diff main..HEAD --format markdown
  reportctl diff invoice-january.pdf invoice-february.pdf
  git config diff.reportctl.textconv 'reportctl diff --textconv'";

/// Resolution of pictures.
const DPI: f64 = 96.0;

pub(super) fn run(args: &DiffArgs, context: &Context<'_>) -> Outcome {
    let _in_time = context.watch();
    let config = &context.config;
    if args.textconv {
        context.printer.data(&as_lines(Path::new(&args.a))?)?;
        return Ok(Exit::Done);
    }
    let mut inputs: Vec<PathBuf> = config.files().cloned().collect();
    let diffs = match revisions(args) {
        Some((from, to)) => {
            let changed = diff::changed(&config.documents(), from, to)?;
            let of = |Changed { before: was, after: is }: Changed| {
                let after = to.map_or_else(|| is.clone(), |to| format!("{is}@{to}"));
                let before = format!("{was}@{from}");
                let sides = [
                    Side::read(&config.documents(), &before),
                    Side::read(&config.documents(), &after)
                        .or_else(|problem| gone(problem, config)),
                ];
                let title = if was == is { is.clone() } else { format!("{is} (was {was})") };
                inputs.push(config.templates.join(format!("{is}.json")));
                let names = [before, after];
                let difference = match sides {
                    [Ok(before), Ok(after)] => {
                        self::of(&before, &after, &[is, was], args, context, &mut inputs)?
                    }
                    // The others are compared all the same.
                    [Err(problem), _] => Diff::unreadable(names.clone(), &names[0], problem),
                    [_, Err(problem)] => Diff::unreadable(names.clone(), &names[1], problem),
                };
                Ok((title, difference))
            };
            changed.into_iter().map(of).collect::<Outcome<Vec<_>>>()?
        }
        None => vec![two(args, context, &mut inputs)?],
    };
    write(args, &diffs, &inputs, context)?;
    let differs = diffs.iter().any(|(_, diff)| !diff.is_empty());
    Ok(if args.exit_code && differs { Exit::Findings } else { Exit::Done })
}

/// A template file as lines, a property each; any other file as it is, because git gives up where this fails. Pictures
/// stay names of files: git writes what it compares to a folder without them.
fn as_lines(path: &Path) -> Outcome<Vec<u8>> {
    let bytes = fs::read(path).map_err(|error| files::io_problem("read", path, &error))?;
    let is_template = |json: &serde_json::Value| json["template"].is_object();
    let json = serde_json::from_slice(&bytes).ok().filter(is_template);
    // Templates may be YAML.
    let json = json.or_else(|| {
        let document = store::read_template_file(path).ok()?;
        serde_json::from_str(&document.to_json().ok()?).ok()
    });
    Ok(json.map_or(bytes, |json| report::flat(&json).into_bytes()))
}

/// The range of revisions that the arguments stand for, if they stand for one.
fn revisions(args: &DiffArgs) -> Option<(&str, Option<&str>)> {
    range(&args.a).filter(|_| args.b.is_none() && !Path::new(&args.a).is_file())
}

/// The two revisions of `A..B` or `A...B`; the working folder where the second one is empty. Two points beside a
/// slash are those of a path.
fn range(text: &str) -> Option<(&str, Option<&str>)> {
    let (from, to) = text.split_once("..")?;
    let to = to.strip_prefix('.').unwrap_or(to);
    let is_path = from.is_empty() || from.ends_with('/') || to.starts_with('/');
    (!is_path).then(|| (from, Some(to).filter(|to| !to.is_empty())))
}

/// A template that is no more is an empty one.
fn gone(problem: Problem, config: &Config) -> Result<Side> {
    match problem.code {
        codes::TEMPLATE_NOT_FOUND => Side::read(&config.documents(), "/dev/null"),
        _ => Err(problem),
    }
}

fn two(
    args: &DiffArgs,
    context: &Context<'_>,
    inputs: &mut Vec<PathBuf>,
) -> Outcome<(String, Diff)> {
    let config = &context.config;
    // git diff: path old-file old-hex old-mode new-file new-hex new-mode.
    let (a, b) = match (&args.b, args.from_git.as_slice()) {
        (Some(old), [_, _, new, ..]) => (old.clone(), new.clone()),
        (Some(b), _) => (args.a.clone(), b.clone()),
        (None, _) => {
            let now = args.a.rsplit_once('@').map(|(name, _)| name).ok_or_else(|| {
                Problem::new(codes::USAGE, "one version is nothing to compare")
                    .advice("name a second one, or a revision: `reportctl diff invoice@main`")
            })?;
            (args.a.clone(), now.to_owned())
        }
    };
    inputs.extend([&a, &b].into_iter().filter_map(|operand| file_of(config, operand)));
    if let Some(diff) = documents(Path::new(&a), Path::new(&b), args)? {
        return Ok((format!("{a}, {b}"), diff));
    }
    // git writes what it compares to temporary files, and says elsewhere what they are.
    let of_git = context.variable(env::BASE)?.unwrap_or_default();
    let named = if args.from_git.is_empty() { &of_git } else { &args.a };
    let side = |operand: &str| {
        let is_temporary =
            operand != named && Path::new(operand).is_file() && operand != "/dev/null";
        if named.ends_with(".json") && is_temporary {
            Side::read_version(&config.documents(), operand, Path::new(named))
        } else {
            Side::read(&config.documents(), operand)
        }
    };
    let (before, after) = (side(&a)?, side(&b)?);
    let names = [&b, &a, &args.a, &of_git];
    let ids: Vec<String> = names.into_iter().filter_map(|name| id_of(config, name)).collect();
    let title = if a.split('@').next() == b.split('@').next() { a } else { format!("{a}, {b}") };
    Ok((title, of(&before, &after, &ids, args, context, inputs)?))
}

/// The file of a template or document in the working folder, which an operand names at a revision or not.
fn file_of(config: &Config, operand: &str) -> Option<PathBuf> {
    match store::resolve(without_revision(operand)).ok()? {
        Target::Stored(id) => Some(config.templates.join(format!("{id}.json"))),
        Target::File(path) => Some(path),
    }
}

/// A name without the revision of git behind it.
fn without_revision(name: &str) -> &str {
    let at_revision = name.rsplit_once('@').filter(|_| !Path::new(name).is_file());
    at_revision.map_or(name, |(name, _)| name)
}

/// The id of a template of the repository, at a revision or not, or of its file.
fn id_of(config: &Config, name: &str) -> Option<String> {
    match store::resolve(without_revision(name)).ok()? {
        Target::Stored(id) => Some(id.to_string()),
        Target::File(path) => {
            let plain = |path: &Path| -> PathBuf {
                path.components().filter(|part| *part != Component::CurDir).collect()
            };
            let inside = plain(&path).strip_prefix(plain(&config.templates)).ok()?.to_owned();
            let id = TemplateId::parse(inside.to_str()?.strip_suffix(".json")?).ok()?;
            Some(id.to_string())
        }
    }
}

/// The difference of two PDF documents; nothing where both are none.
fn documents(a: &Path, b: &Path, args: &DiffArgs) -> Outcome<Option<Diff>> {
    let usage = |message: String, advice: &'static str| {
        Err(Problem::new(codes::USAGE, message).advice(advice).into())
    };
    match (diff::pdf::is_pdf(a), diff::pdf::is_pdf(b)) {
        (false, false) => Ok(None),
        (true, true) if args.data.is_some() => {
            usage("documents are made already".to_owned(), "leave out `--data`")
        }
        (true, true) => {
            let pictured = matches!(args.format, DiffFormat::Html | DiffFormat::Png);
            Ok(Some(diff::pdf::compare(a, b, pictured.then_some(DPI))?))
        }
        (is_first, _) => {
            let (document, other) = if is_first { (a, b) } else { (b, a) };
            let (document, other) = (files::display_name(document), files::display_name(other));
            usage(
                format!("`{document}` is a PDF document, `{other}` is not"),
                "compare two documents, or two templates",
            )
        }
    }
}

/// The difference of two versions, with their pages where there is data.
fn of(
    before: &Side,
    after: &Side,
    ids: &[String],
    args: &DiffArgs,
    context: &Context<'_>,
    inputs: &mut Vec<PathBuf>,
) -> Outcome<Diff> {
    let file = if args.no_pages { None } else { data(ids, args, context)? };
    inputs.extend(file.clone());
    let data = file.map(|file| context.data(&file)).transpose()?;
    let Some(data) = data else { return Ok(Diff::of(before, after, None)?) };
    let fonts = context.fonts()?;
    let expired = context.expiry();
    let config = &context.config;
    let template = after.template.as_ref().or(before.template.as_ref());
    let title = template.map_or("", |template| template.document.name.as_str());
    let host = Machine::new(config.secrets.clone())
        .of(template.and_then(|template| template.tenant.as_ref()));
    let options = Options {
        fonts: &fonts,
        budget: config.limits().budget(&expired),
        report_date: Timestamp::EPOCH,
        title,
        author: &config.author,
        host: &host,
        locale: args.locale.as_deref(),
        standards: config.standards,
        ..Options::new(&fonts)
    };
    Ok(Diff::of(before, after, Some((&data, &options, DPI)))?)
}

/// The file of the data that is asked for, or that of the first case of the first of some templates.
fn data(ids: &[String], args: &DiffArgs, context: &Context<'_>) -> Outcome<Option<PathBuf>> {
    if let Some(path) = &args.data {
        return Ok(Some(path.clone()));
    }
    if ids.is_empty() {
        return Ok(None);
    }
    let store = context.store()?;
    let of_cases = |id: &String| cases::find(&store, std::slice::from_ref(id)).unwrap_or_default();
    Ok(ids.iter().flat_map(of_cases).find_map(|case| case.data().ok()))
}

fn write(
    args: &DiffArgs,
    diffs: &[(String, Diff)],
    inputs: &[PathBuf],
    context: &Context<'_>,
) -> Outcome<()> {
    let text = match args.format {
        DiffFormat::Text => {
            let titled = diffs.len() != 1 || revisions(args).is_some();
            let of = |(title, diff): &(String, Diff)| {
                if titled {
                    format!("{}\n{}", printable::line(title), indented(&report::text(diff)))
                } else {
                    report::text(diff)
                }
            };
            diffs.iter().map(of).collect()
        }
        DiffFormat::Markdown => report::markdown(diffs),
        DiffFormat::Html => report::html(diffs).map_err(internal)?,
        DiffFormat::Json => format!("{}\n", report::json(diffs)),
        DiffFormat::Png => return pictures(args, diffs, inputs, context),
    };
    let output = args.output.as_deref().unwrap_or(Path::new("-"));
    overwriting::refuse(inputs.iter().map(PathBuf::as_path), [output])?;
    context.printer.file(output, text.as_bytes())?;
    Ok(())
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

fn internal(error: std::io::Error) -> Problem {
    Problem::new(Code::Internal, format!("cannot write a PNG: {error}"))
}

fn pictures(
    args: &DiffArgs,
    diffs: &[(String, Diff)],
    inputs: &[PathBuf],
    context: &Context<'_>,
) -> Outcome<()> {
    let pattern = args.output.clone().unwrap_or_else(|| PathBuf::from("diff-{page}.png"));
    let pairs: Vec<_> =
        diffs.iter().flat_map(|(_, diff)| &diff.pages).flat_map(|pages| &pages.pictures).collect();
    if pairs.is_empty() {
        context.printer.note("no page looks otherwise");
        return Ok(());
    }
    let has_place = pattern::has_place(&pattern, PAGE);
    if pairs.len() > 1 && (!has_place || diffs.len() > 1) {
        return Err(Problem::new(codes::USAGE, format!("{} pages look otherwise", pairs.len()))
            .advice("compare one template, and put `{page}` into the name of the output file")
            .into());
    }
    let file = |page: usize| pattern::filled(&pattern, PAGE, &page.to_string());
    let files: Vec<PathBuf> = pairs.iter().map(|pair| file(pair.page)).collect();
    overwriting::refuse(inputs.iter().map(PathBuf::as_path), files.iter().map(PathBuf::as_path))?;
    for (pair, path) in pairs.into_iter().zip(files) {
        let png = report::picture(pair).png(DPI).map_err(internal)?;
        if pattern == Path::new("-") {
            context.printer.data(&png)?;
            continue;
        }
        files::write_output(&path, &png)?;
        context.printer.note(format_args!("wrote {}", path.display()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_points_are_a_range_of_revisions_or_part_of_a_path() {
        for (text, expected) in [
            ("main..HEAD", Some(("main", Some("HEAD")))),
            ("main...HEAD", Some(("main", Some("HEAD")))),
            ("HEAD~1..", Some(("HEAD~1", None))),
            ("feature/a..feature/b", Some(("feature/a", Some("feature/b")))),
            ("../templates/b.json@HEAD", None),
            ("templates/../b.json@HEAD", None),
            ("invoice@main", None),
        ] {
            assert_eq!(range(text), expected, "{text}");
        }
    }
}
