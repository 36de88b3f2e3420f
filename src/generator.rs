//! Documents from named templates, many of them: for batches, workers and the service.
//!
//! Fonts and templates are read once and reused; a template whose file changed is read again.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime};

use sha2::{Digest, Sha256};

use crate::check::DataChecker;
use crate::config::Config;
use crate::font::Fonts;
use crate::mail::MailOptions;
use crate::pdf::Workspace;
use crate::problem::{Code, Problem, Result, Severity, quoted};
use crate::render::{Document, Options, Prepared};
use crate::store::{self, Id, Store, Target, TemplateDocument, TemplateId};
use crate::template::Template;
use crate::value::Value;
use crate::{Budget, files};

/// The name of a template as requests carry it: an id of the tenant's folder, or `file:` and an
/// absolute path, which only the command line makes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TemplateName(Box<str>);

const FILE: &str = "file:";

impl TemplateName {
    /// The name of a stored template.
    pub fn stored(id: &Id) -> Self {
        Self(id.as_str().into())
    }

    /// The name as a request carries it. What it names is looked at by [`Generator::template`].
    pub fn new(text: &str) -> Self {
        Self(text.into())
    }

    /// The name of a template file.
    pub fn file(path: &Path) -> Self {
        Self(format!("{FILE}{}", path.display()).into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TemplateName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A template ready to be used, with what is said about it elsewhere.
pub struct Compiled {
    /// The template.
    pub prepared: Prepared,
    /// Its name for people; the title of its documents.
    pub title: String,
    /// SHA-256 of its file, in hexadecimal: its version.
    pub hash: String,
    /// What its messages say (the `mail` object beside `template`).
    pub letter: MailOptions,
    /// The file it was read from, for messages.
    pub file: String,
}

/// Makes documents of named templates.
pub struct Generator {
    root: PathBuf,
    fonts: Fonts,
    limits: Limits,
    author: String,
    cache: RwLock<HashMap<(String, TemplateName), Cached>>,
}

/// What one document may spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most pages.
    pub max_pages: u32,
    /// Most bytes.
    pub max_output_bytes: u64,
    /// Most time.
    pub timeout: Option<Duration>,
}

impl Limits {
    /// Says whether the time of a document that begins now is used up.
    fn expiry(self) -> impl Fn() -> bool + Sync {
        let started = Instant::now();
        move || self.timeout.is_some_and(|timeout| started.elapsed() >= timeout)
    }
}

struct Cached {
    stamp: Stamp,
    /// Whether the file was old enough when it was read for a later change to be seen.
    is_settled: bool,
    compiled: Arc<Compiled>,
}

/// The coarsest step in which file systems note times.
const TICK: Duration = Duration::from_secs(2);

/// What changes when a file does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    modified: SystemTime,
    bytes: u64,
    /// Inode, and when it changed: `modified` can be set back, this cannot.
    #[cfg(unix)]
    node: (u64, i64, i64),
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        let metadata = path.metadata().ok()?;
        Some(Self {
            modified: metadata.modified().ok()?,
            bytes: metadata.len(),
            #[cfg(unix)]
            node: (metadata.ino(), metadata.ctime(), metadata.ctime_nsec()),
        })
    }

    /// Whether a change from now on gives another stamp. Two changes within one tick of the file
    /// system's clock may look the same.
    fn is_settled(&self) -> bool {
        #[cfg(unix)]
        let changed = u64::try_from(self.node.1)
            .map_or(self.modified, |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        #[cfg(not(unix))]
        let changed = self.modified;
        changed.elapsed().is_ok_and(|age| age > TICK)
    }
}

impl Generator {
    /// A generator with the settings' templates, limits and author.
    pub fn new(config: &Config, fonts: Fonts) -> Self {
        Self {
            root: config.templates.clone(),
            fonts,
            limits: Limits {
                max_pages: config.max_pages,
                max_output_bytes: config.max_output_bytes,
                timeout: config.timeout,
            },
            author: config.author.clone(),
            cache: RwLock::default(),
        }
    }

    /// The tenant and name of the template that the argument of a command names. A file of the
    /// repository goes by its id.
    ///
    /// # Errors
    /// `invalidId`; `templateNotFound` for a file that is not there.
    pub fn locate(&self, argument: &str) -> Result<(String, TemplateName)> {
        let path = match store::resolve(argument)? {
            Target::Stored(id) => return Ok(stored_name(&id)),
            Target::File(path) => path,
        };
        let absolute = path.canonicalize().map_err(|error| {
            let problem = files::io_problem("read", &path, &error);
            Problem { code: Code::TemplateNotFound, ..problem }
        })?;
        let id = self.root.canonicalize().ok().and_then(|root| {
            let inside = absolute.strip_prefix(root).ok()?.to_str()?.strip_suffix(".json")?;
            TemplateId::parse(inside).ok()
        });
        Ok(match id {
            Some(id) => stored_name(&id),
            None => (String::new(), TemplateName::file(&absolute)),
        })
    }

    /// The template of a tenant (empty for the local owner), compiled.
    ///
    /// # Errors
    /// `invalidId`, `templateNotFound`, and every problem that reading and compiling can have.
    pub fn template(&self, tenant: &str, name: &TemplateName) -> Result<Arc<Compiled>> {
        let source = self.source(tenant, name)?;
        // Looked at before it is read: a change in between is seen the next time.
        let stamp = Stamp::of(&source.path);
        let key = (tenant.to_owned(), name.clone());
        let cache = self.cache.read().unwrap_or_else(PoisonError::into_inner);
        let known = cache.get(&key).map(|cached| {
            let is_current = cached.is_settled && Some(cached.stamp) == stamp;
            (Arc::clone(&cached.compiled), is_current)
        });
        drop(cache);
        let known = match known {
            Some((compiled, true)) => return Ok(compiled),
            known => known.map(|(compiled, _)| compiled),
        };
        let is_settled = stamp.is_some_and(|stamp| stamp.is_settled());
        let (document, hash) = source.read()?;
        let compiled = match known {
            Some(compiled) if compiled.hash == hash => compiled,
            _ => Arc::new(source.compile(document, hash)?),
        };
        if let Some(stamp) = stamp {
            let mut cache = self.cache.write().unwrap_or_else(PoisonError::into_inner);
            if cache.len() >= MOST_CACHED {
                cache.clear();
            }
            cache.insert(key, Cached { stamp, is_settled, compiled: Arc::clone(&compiled) });
        }
        Ok(compiled)
    }

    /// A document: the template with data, made at a moment in seconds since 1970.
    ///
    /// # Errors
    /// Those of [`Prepared::generate`], naming the file of the template.
    pub fn generate(
        &self,
        compiled: &Compiled,
        data: &Value,
        created: i64,
        workspace: &mut Workspace,
    ) -> Result<Document> {
        self.render(&compiled.prepared, data, &self.limits, &compiled.title, created, workspace)
            .map_err(|problem| located(problem, &compiled.file))
    }

    /// A document of a template that is not stored, within limits of its own.
    ///
    /// # Errors
    /// Those of [`Prepared::generate`].
    pub fn render(
        &self,
        prepared: &Prepared,
        data: &Value,
        limits: &Limits,
        title: &str,
        created: i64,
        workspace: &mut Workspace,
    ) -> Result<Document> {
        let expired = limits.expiry();
        let options = self.options(limits, &expired, title, created);
        prepared.generate_in(data, &options, workspace)
    }

    /// What somebody should look at in a document of this data: paths that lead nowhere, texts
    /// without room and the like. What cannot be rendered has no such findings.
    pub fn warnings(&self, checker: &DataChecker<'_>, data: &Value, created: i64) -> Vec<Problem> {
        let expired = self.limits.expiry();
        let mut problems =
            checker.problems(data, &self.options(&self.limits, &expired, "", created));
        problems.retain(|problem| problem.severity == Severity::Warning);
        problems
    }

    fn options<'a>(
        &'a self,
        limits: &Limits,
        expired: &'a (dyn Fn() -> bool + Sync),
        title: &'a str,
        created: i64,
    ) -> Options<'a> {
        Options {
            fonts: &self.fonts,
            budget: Budget {
                max_pages: limits.max_pages,
                max_output_bytes: limits.max_output_bytes,
                expired: limits.timeout.is_some().then_some(expired),
            },
            created,
            title,
            author: &self.author,
        }
    }

    fn source(&self, tenant: &str, name: &TemplateName) -> Result<Source> {
        if let Some(path) = name.as_str().strip_prefix(FILE) {
            return Ok(Source { path: path.into(), stored: None });
        }
        let tenant = (!tenant.is_empty()).then(|| Id::parse(tenant)).transpose()?;
        let store = Store::open(&self.root, tenant)?;
        let id = TemplateId::from(Id::parse(name.as_str())?);
        Ok(Source { path: store.path(&id), stored: Some((store, id)) })
    }
}

/// The version of the program, which documents may differ by.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// Templates kept compiled; far more than anybody has in use at one time.
const MOST_CACHED: usize = 1000;

fn stored_name(id: &TemplateId) -> (String, TemplateName) {
    let tenant = id.tenant.as_ref().map_or("", Id::as_str).to_owned();
    (tenant, TemplateName::stored(&id.id))
}

/// Where a template is.
struct Source {
    path: PathBuf,
    stored: Option<(Store, TemplateId)>,
}

impl Source {
    /// The document and its version.
    fn read(&self) -> Result<(TemplateDocument, String)> {
        Ok(match &self.stored {
            Some((store, id)) => {
                let stored = store.load(id)?;
                (stored.document, stored.version)
            }
            None => {
                let document = store::read_template_file(&self.path)?;
                let hash = sha256(document.to_json()?.as_bytes());
                (document, hash)
            }
        })
    }

    fn compile(&self, document: TemplateDocument, hash: String) -> Result<Compiled> {
        let file = files::display_name(&self.path);
        let letter = letter(&document).map_err(|problem| problem.file(&file))?;
        let template = Template::parse(&document.template, &document.bindings).map_err(|all| {
            let unknown = || Problem::new(Code::InvalidTemplate, "the template cannot be read");
            located(all.into_iter().next().unwrap_or_else(unknown), &file)
        })?;
        Ok(Compiled { prepared: Prepared::new(template), title: document.name, hash, letter, file })
    }
}

/// Names the file of a problem that names a place in it.
fn located(problem: Problem, file: &str) -> Problem {
    let is_here = problem.pointer.is_some() || problem.field.is_some();
    if is_here && problem.file.is_none() { problem.file(file) } else { problem }
}

/// The `mail` object stored beside `template` and `bindings`.
///
/// # Errors
/// `invalidTemplate` when it is not one, or says what a template cannot say.
pub fn letter(document: &TemplateDocument) -> Result<MailOptions> {
    let Some(entry) = document.extra.iter().find(|entry| entry.key_text == "\"mail\"") else {
        return Ok(MailOptions::default());
    };
    let invalid = |what: String| {
        Problem::new(Code::InvalidTemplate, format!("`mail` cannot be used: {what}"))
            .pointer("/mail")
            .advice("it may have `subject`, `body`, `html`, `filename`, `replyTo`, `cc` and `bcc`")
    };
    let letter: MailOptions =
        serde_json::from_str(&entry.value_text).map_err(|error| invalid(told(&error)))?;
    // Who sends, and which files go along, is not for a template to say.
    for (name, is_there) in [
        ("from", letter.from.is_some()),
        ("to", letter.to.is_some()),
        ("attach", !letter.attach.is_empty()),
        ("messageOf", letter.message_of.is_some()),
    ] {
        if is_there {
            return Err(invalid(format!("a template cannot set {}", quoted(name))));
        }
    }
    Ok(letter)
}

/// The parser's error without what the pointer says, and without names that no template may use.
fn told(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    let text = text.split(", expected one of").next().unwrap_or_default();
    text.replace("a sequence", "a list")
        .replace(": sequence", ": list")
        .replace("a string", "a text")
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// Bytes in lower-case hexadecimal.
pub fn hexadecimal(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::fs;

    use tempfile::TempDir;

    use super::*;
    use crate::config::Settings;

    fn generator(folder: &TempDir) -> Generator {
        let templates = Some(folder.path().join("templates"));
        let config = Config::from(Settings { templates, ..Settings::default() });
        Generator::new(&config, Fonts::standard())
    }

    fn write(folder: &TempDir, name: &str, content: &str, more: &str) -> PathBuf {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let template = format!(
            r#"{{"name": "T", "template": {{"page": {{"width": 100, "height": 100}}, "schemas": [
                {{"id": "t", "name": "t", "type": "text", "x": 1, "y": 1, "width": 90, "height": 9,
                  "content": "{content}"}}]}}, "bindings": []{more}}}"#
        );
        fs::write(&path, template).unwrap();
        path
    }

    #[test]
    fn templates_are_compiled_once_and_again_when_they_change() {
        let folder = TempDir::new().unwrap();
        write(&folder, "templates/a.json", "one", "");
        let generator = generator(&folder);
        let name = TemplateName::new("a");
        let first = generator.template("", &name).unwrap();
        assert!(Arc::ptr_eq(&first, &generator.template("", &name).unwrap()));
        write(&folder, "templates/a.json", "another", "");
        let second = generator.template("", &name).unwrap();
        assert_ne!(first.hash, second.hash);
        // Of the same length, in place, and with the time of the one before.
        let path = folder.path().join("templates/a.json");
        let modified = fs::metadata(&path).unwrap().modified().unwrap();
        write(&folder, "templates/a.json", "yet one", "");
        fs::File::options().write(true).open(&path).unwrap().set_modified(modified).unwrap();
        let third = generator.template("", &name).unwrap();
        assert_ne!(second.hash, third.hash);
        fs::remove_file(path).unwrap();
        let gone = generator.template("", &name).err().map(|problem| problem.code);
        assert_eq!(gone, Some(Code::TemplateNotFound));
    }

    #[test]
    fn files_of_the_repository_go_by_their_id() {
        let folder = TempDir::new().unwrap();
        let inside = write(&folder, "templates/acme/a.json", "x", "");
        let outside = write(&folder, "b.json", "x", "");
        let generator = generator(&folder);
        let located = generator.locate(inside.to_str().unwrap()).unwrap();
        assert_eq!(located, ("acme".to_owned(), TemplateName::new("a")));
        assert_eq!(generator.locate("acme/a").unwrap(), located);
        let (tenant, name) = generator.locate(outside.to_str().unwrap()).unwrap();
        assert!(name.as_str().starts_with("file:/"), "{name}");
        assert!(generator.template(&tenant, &name).is_ok());
        let missing = generator.locate("no-such.json").unwrap_err();
        assert_eq!(missing.code, Code::TemplateNotFound);
    }

    #[test]
    fn a_template_may_say_what_its_mail_says_but_not_who_sends_it() {
        let folder = TempDir::new().unwrap();
        write(&folder, "templates/a.json", "x", r#", "mail": {"subject": "Invoice {n}"}"#);
        write(&folder, "templates/b.json", "x", r#", "mail": {"from": "x@example.org"}"#);
        let generator = generator(&folder);
        let letter = &generator.template("", &TemplateName::new("a")).unwrap().letter;
        assert_eq!(letter.subject.as_deref(), Some("Invoice {n}"));
        let problem = generator.template("", &TemplateName::new("b")).err().unwrap();
        assert_eq!(problem.code, Code::InvalidTemplate);
        assert_eq!(problem.pointer.as_deref(), Some("/mail"));
    }

    #[test]
    fn what_is_wrong_with_the_mail_of_a_template_is_told() {
        let folder = TempDir::new().unwrap();
        let generator = generator(&folder);
        for (mail, message) in [
            ("5", "`mail` cannot be used: invalid type: integer `5`, expected an object"),
            ("null", "`mail` cannot be used: invalid type: null, expected an object"),
            (r#"{"subjet": ""}"#, "`mail` cannot be used: unknown field `subjet`"),
            (
                r#"{"cc": "a@b.c"}"#,
                r#"`mail` cannot be used: invalid type: string "a@b.c", expected a list"#,
            ),
            (r#"{"subject": [1]}"#, "`mail` cannot be used: invalid type: list, expected a text"),
            (r#"{"to": "a@b.c"}"#, "`mail` cannot be used: a template cannot set `to`"),
        ] {
            write(&folder, "templates/a.json", "x", &format!(r#", "mail": {mail}"#));
            let problem = generator.template("", &TemplateName::new("a")).err().unwrap();
            assert_eq!(problem.message, message);
        }
    }
}
