//! A working folder, a run of the program in it, and what is expected of that run.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value as Json;
use tempfile::TempDir;

/// A temporary working folder.
pub(crate) struct Project {
    folder: TempDir,
    environment: Vec<(String, String)>,
    input: Option<Vec<u8>>,
}

impl Project {
    /// An empty folder.
    pub(crate) fn new() -> Self {
        Self { folder: TempDir::new().unwrap(), environment: Vec::new(), input: None }
    }

    /// A folder with the template `invoice` and fitting `data.json`.
    pub(crate) fn with_invoice() -> Self {
        Self::new()
            .template("invoice", &document("Invoice", &[text("title", "Invoice {number}")], "[]"))
            .file("data.json", r#"{"number": 7, "total": 12.5}"#)
    }

    /// Adds a file.
    pub(crate) fn file(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    /// Adds a stored template.
    pub(crate) fn template(self, id: &str, content: &str) -> Self {
        self.file(&format!("templates/{id}.json"), content)
    }

    /// Sets an environment variable.
    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Gives the program something to read.
    pub(crate) fn input(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = Some(input.into());
        self
    }

    /// Path of a file of the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A file of the folder.
    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// A text file of the folder.
    pub(crate) fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The names in a folder of the folder, sorted.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Output of git in the folder, with an author that no configuration of this machine has.
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        let output = std::process::Command::new("git")
            .args(["-c", "user.name=A", "-c", "user.email=a@example.org"])
            .args(["-c", "commit.gpgsign=false"])
            .args(arguments)
            .current_dir(self.path(""))
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs the program in the folder.
    pub(crate) fn run<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Run {
        self.run_in("", arguments)
    }

    /// Runs the program in the folder with further variables.
    pub(crate) fn run_with<A: AsRef<OsStr>>(
        &self,
        variables: impl IntoIterator<Item = (&'static str, &'static str)>,
        arguments: impl IntoIterator<Item = A>,
    ) -> Run {
        self.execute("", variables, arguments)
    }

    /// Runs the program in a folder of the folder.
    pub(crate) fn run_in<A: AsRef<OsStr>>(
        &self,
        folder: &str,
        arguments: impl IntoIterator<Item = A>,
    ) -> Run {
        self.execute(folder, [], arguments)
    }

    /// Runs the program with a standard output that is closed.
    pub(crate) fn run_unread<A: AsRef<OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = A>,
    ) -> Run {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_reportctl"))
            .args(arguments)
            .current_dir(self.path(""))
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        Run {
            code: output.status.code(),
            stdout: Vec::new(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    fn execute<A: AsRef<OsStr>>(
        &self,
        folder: &str,
        variables: impl IntoIterator<Item = (&'static str, &'static str)>,
        arguments: impl IntoIterator<Item = A>,
    ) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reportctl"));
        // What might be set where the tests run, and would change what they see.
        for variable in reportctl::config::env::names() {
            command.env_remove(variable);
        }
        command.current_dir(self.path(folder)).args(arguments);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.envs(variables);
        command.write_stdin(self.input.clone().unwrap_or_default());
        let output = command.output().unwrap();
        Run {
            code: output.status.code(),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Result of a run of the program. The methods are expectations.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Run {
    /// Exit code 0.
    pub(crate) fn succeeds(self) -> Self {
        self.ends_with(0)
    }

    /// This exit code, and no data on standard output.
    pub(crate) fn fails_with(self, code: i32) -> Self {
        self.ends_with(code).stdout("")
    }

    /// This exit code.
    pub(crate) fn ends_with(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "stderr: {}", self.stderr);
        self
    }

    /// Exactly this on standard output.
    pub(crate) fn stdout(self, expected: &str) -> Self {
        assert_eq!(String::from_utf8_lossy(&self.stdout), expected);
        self
    }

    /// This somewhere on standard output.
    pub(crate) fn stdout_has(self, expected: &str) -> Self {
        let stdout = String::from_utf8_lossy(&self.stdout);
        assert!(stdout.contains(expected), "{expected:?} is not in {stdout}");
        self
    }

    /// Exactly this on standard error.
    pub(crate) fn stderr(self, expected: &str) -> Self {
        assert_eq!(self.stderr, expected);
        self
    }

    /// This somewhere on standard error.
    pub(crate) fn stderr_has(self, expected: &str) -> Self {
        assert!(self.stderr.contains(expected), "{expected:?} is not in {}", self.stderr);
        self
    }

    /// The object that standard error is, on one line.
    pub(crate) fn error(&self) -> Json {
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        serde_json::from_str(&self.stderr).unwrap()
    }

    /// Standard output as JSON.
    pub(crate) fn json(&self) -> Json {
        serde_json::from_slice(&self.stdout).unwrap()
    }
}

/// A text field.
pub(crate) fn text(name: &str, content: &str) -> String {
    serde_json::json!({
        "id": name, "name": name, "type": "text",
        "x": 10, "y": 15, "width": 190, "height": 10, "content": content
    })
    .to_string()
}

/// A field with a picture, named by its path from the template.
pub(crate) fn image(path: &str) -> String {
    serde_json::json!({
        "id": "i", "name": "i", "type": "image",
        "x": 1, "y": 1, "width": 9, "height": 9, "content": path
    })
    .to_string()
}

/// A template document of one A4 page with these fields and bindings.
pub(crate) fn document(name: &str, fields: &[String], bindings: &str) -> String {
    let schemas = fields.join(",");
    format!(
        r#"{{"name": "{name}", "template": {{"page": {{"width": 210, "height": 297}},
            "schemas": [{schemas}]}}, "bindings": {bindings}}}"#
    )
}

/// A template document with a table of the rows of the data.
pub(crate) fn table_document() -> String {
    let table = r#"{"id": "rows", "name": "rows", "type": "table", "x": 10, "y": 20, "width": 190,
        "height": 20, "head": ["Name"], "headWidthPercentages": [100], "content": [[""]]}"#;
    let bindings =
        r#"[{"schemaName": "rows", "type": "array", "path": "rows", "columns": ["name"]}]"#;
    document("List", &[table.to_owned()], bindings)
}

/// A font file of the tests.
pub(crate) fn font(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fonts").join(name)
}

/// Returns `true` if a PDF has this text in its metadata, which is written in UTF-16.
pub(crate) fn has_metadata(pdf: &[u8], key: &str, text: &str) -> bool {
    let hex: String = text.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    String::from_utf8_lossy(pdf).contains(&format!("/{key}<FEFF{hex}>"))
}
