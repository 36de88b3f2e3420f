//! `reportctl token`: who may use the service.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::path::PathBuf;

use clap::{Subcommand, ValueHint};

use crate::base::{clock, files};
use crate::cli::context::Context;
use crate::cli::delivery::table::Table;
use crate::cli::exit::Exit;
use crate::cli::failure::Outcome;
use crate::delivery::queue::{self, Scope, Token};
use crate::serve::auth::NewToken;
use crate::serve::codes;
use crate::templates::store::Id;
use engine::problem::{Problem, Result, quoted};

#[derive(Debug, Subcommand)]
pub(crate) enum TokenCommand {
    /// Make a token and print it, once
    Create {
        /// Tenant whose templates and reports it is for [default: the root folder]
        #[arg(long, value_name = "NAME")]
        tenant: Option<String>,
        /// What it is for, separated by commas: templates:read, templates:write, reports:send,
        /// reports:read, reports:render, log:read, metrics:read
        #[arg(long = "scope", value_name = "SCOPES", required = true, value_delimiter = ',')]
        scopes: Vec<Scope>,
        /// Name for people; stands in the generation log [default: the tenant]
        #[arg(long, value_name = "TEXT")]
        name: Option<String>,
        /// Days until it expires [default: it does not]
        #[arg(long, value_name = "DAYS")]
        days: Option<u32>,
        /// Write the token to a new file that only its owner can read, instead of printing it
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        out: Option<PathBuf>,
    },
    /// List the tokens: id, tenant, name, scopes, state
    List {
        /// Those of this tenant only
        #[arg(long, value_name = "NAME")]
        tenant: Option<String>,
        /// Print a JSON array
        #[arg(long)]
        json: bool,
    },
    /// Revoke a token
    Revoke {
        /// Its id
        #[arg(value_name = "ID")]
        id: String,
    },
}

pub(super) const TOKEN_EXAMPLES: &str = "\
Examples:
  reportctl token create --tenant acme --scope templates:write,reports:send
  reportctl token create --name prometheus --scope metrics:read --days 365 --out token.txt
  reportctl token list";

pub(super) fn run(command: TokenCommand, context: &Context<'_>) -> Outcome {
    match command {
        TokenCommand::Create { tenant, scopes, name, days, out } => {
            create(tenant.as_deref(), scopes, name, days, out.as_deref(), context)
        }
        TokenCommand::List { tenant, json } => list(tenant.as_deref(), json, context),
        TokenCommand::Revoke { id } => revoke(&id, context),
    }
}

fn create(
    tenant: Option<&str>,
    mut scopes: Vec<Scope>,
    name: Option<String>,
    days: Option<u32>,
    out: Option<&Path>,
    context: &Context<'_>,
) -> Outcome {
    let tenant = tenant.map(parse_tenant).transpose()?;
    scopes.sort_unstable();
    scopes.dedup();
    let name = name.unwrap_or_else(|| tenant.as_ref().map_or("local", Id::as_str).to_owned());
    if name.chars().any(char::is_control) || name.is_empty() {
        return Err(
            Problem::new(codes::USAGE, "a name of a token has no control characters").into()
        );
    }
    let expires_at = days.map(|days| clock::millis() + i64::from(days) * clock::DAY);
    let new = NewToken::create(&name, tenant.as_ref(), scopes, expires_at)?;
    // Created before the token exists: a token that cannot be written down is of no use.
    let mut file = out.map(|path| new_private_file(path).map(|file| (path, file))).transpose()?;
    let added = queue::open_database(&context.config.database())
        .and_then(|database| database.add_token(&new.token))
        .and_then(|()| match &mut file {
            Some((path, file)) => writeln!(file, "{}", new.secret)
                .and_then(|()| file.sync_all())
                .map_err(|error| files::io_problem("write", path, &error)),
            None => Ok(()),
        });
    if let (Err(_), Some((path, _))) = (&added, &file) {
        let _ = std::fs::remove_file(path);
    }
    added?;
    if file.is_none() {
        context.printer.data(format!("{}\n", new.secret).as_bytes())?;
    }
    let folder = tenant.as_ref().map_or("all of the root folder".to_owned(), |tenant| {
        format!("the tenant {}", quoted(tenant.as_str()))
    });
    let (id, shown) = (new.token.id, if file.is_some() { "written" } else { "shown" });
    context
        .printer
        .note(format_args!("the token is {shown} once; it is for {folder}, with the id {id}"));
    if file.is_none() && is_readable_by_others() {
        context.printer.warn(&[Problem::warning(
            codes::USAGE,
            "the file that standard output goes to can be read by other users",
        )
        .advice("run `chmod 600` on it, or use `--out FILE`")]);
    }
    Ok(Exit::Done)
}

fn new_private_file(path: &Path) -> Result<File> {
    let created = files::private().write(true).create_new(true).open(path);
    created.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            let name = files::display_name(path);
            Problem::new(codes::USAGE, format!("`{name}` exists already"))
                .advice("give the name of a new file")
        }
        _ => files::io_problem("create", path, &error),
    })
}

/// Returns `true` if standard output is a file that others than its owner can read.
fn is_readable_by_others() -> bool {
    use std::os::unix::fs::MetadataExt;
    let output = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    let metadata = output.and_then(|file| file.metadata());
    metadata.is_ok_and(|metadata| metadata.is_file() && metadata.mode() & 0o044 != 0)
}

/// Tenants are folders, called like templates.
fn parse_tenant(name: &str) -> Result<Id> {
    Id::parse(name).map_err(|problem| Problem {
        code: codes::USAGE,
        message: format!("{} cannot be the name of a tenant", quoted(name)),
        ..problem
    })
}

fn list(tenant: Option<&str>, json: bool, context: &Context<'_>) -> Outcome {
    let tokens = queue::open_database(&context.config.database())?.list_tokens(tenant)?;
    let text = if json {
        let mut text = serde_json::to_string_pretty(&tokens).map_err(anyhow::Error::from)?;
        text.push('\n');
        text
    } else if tokens.is_empty() {
        context.printer.note("no tokens");
        return Ok(Exit::Done);
    } else {
        let mut table = Table::new(&HEADER).with_header();
        table.rows(&tokens.iter().map(cells).collect::<Vec<_>>())
    };
    context.printer.data(text.as_bytes())?;
    Ok(Exit::Done)
}

const HEADER: [&str; 6] = ["ID", "TENANT", "NAME", "SCOPES", "STATE", "USED"];

/// A token as cells under [`HEADER`].
fn cells(token: &Token) -> Vec<String> {
    let tenant = if token.tenant.is_empty() { "-" } else { &token.tenant };
    let scopes: Vec<&str> = token.scopes.iter().map(|scope| scope.as_str()).collect();
    let day = |timestamp: i64| clock::rfc3339(timestamp)[..10].to_owned();
    let state = match (token.revoked_at, token.expires_at) {
        (Some(at), _) => format!("revoked {}", day(at)),
        (None, Some(at)) if at <= clock::millis() => format!("expired {}", day(at)),
        (None, Some(at)) => format!("until {}", day(at)),
        (None, None) => "valid".to_owned(),
    };
    // Records of uses are a minute apart.
    let minute = |timestamp: i64| format!("{}Z", &clock::rfc3339(timestamp)[..16]);
    let used = token.last_used_at.map_or("never".to_owned(), minute);
    vec![token.id.to_string(), tenant.to_owned(), token.name.clone(), scopes.join(","), state, used]
}

fn revoke(id: &str, context: &Context<'_>) -> Outcome {
    let unknown = || {
        Problem::new(codes::TOKEN_NOT_FOUND, format!("there is no token {}", quoted(id)))
            .advice("`reportctl token list` shows the ids")
    };
    let parsed = uuid::Uuid::try_parse(id).map_err(|_| unknown())?;
    let database = queue::open_database(&context.config.database())?;
    if !database.revoke_token(parsed, clock::millis())? {
        return Err(unknown().into());
    }
    context
        .printer
        .note(format_args!("revoked {parsed}; running services refuse it within seconds"));
    Ok(Exit::Done)
}
