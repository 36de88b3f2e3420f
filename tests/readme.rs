//! The documentation is true: its commands run, its outputs are those printed, its links lead
//! somewhere, and it leaves no command, flag or setting out.

use std::collections::BTreeSet;
use std::fs;
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::documents;
use crate::project::Project;
use crate::queue::fixture::PostgresSchema;
use crate::tools;

const PAGES: [&str; 4] =
    ["README.md", "templates/README.md", "samples/README.md", "src/cli/init/README.md"];

/// Commands that are shown but not run, each with the reason.
const NOT_RUN: [(&str, &str); 4] = [
    ("cargo test", "runs this very test"),
    (
        "cargo install --locked --path .",
        "changes the reader's machine; the binary it builds runs here",
    ),
    ("cargo bench", "takes minutes"),
    ("cargo bench -- --quick", "takes a minute; run by .ci/run"),
];

/// A database that readers have; here, a schema of a server to test on.
const DATABASE: &str = "postgres://reportctl@db.example.org/reportctl";

/// Flags of other programs.
const FOREIGN_FLAGS: [&str; 8] = [
    "--locked",
    "--open",
    "--path",
    "--quick",
    "--release",
    "--retry",
    "--retry-connrefused",
    "--retry-delay",
];

/// Files that readers are supposed to have themselves.
const OWN_FILES: [(&str, &str); 2] = [
    ("my-reports/fonts/House.ttf", "crates/engine/src/font/data/LiberationSans-Regular.ttf"),
    ("my-reports/fonts/Other.otf", "tests/fonts/FixtureCubic.otf"),
];

fn page(name: &str) -> String {
    fs::read_to_string(documents::root().join(name)).unwrap()
}

/// A fenced block: what stands behind the fence, and what is in it.
struct Block {
    info: String,
    text: String,
    line: usize,
}

impl Block {
    fn language(&self) -> &str {
        self.info.split(' ').next().unwrap_or_default()
    }

    /// The file that the block is to be saved as: ```` ```json order.json ````.
    fn file(&self) -> Option<&str> {
        self.info.split(' ').nth(1)
    }
}

fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in markdown.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(info), None) => {
                let info = info.to_owned();
                open = Some(Block { info, text: String::new(), line: index + 1 });
            }
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is never closed");
    blocks
}

/// What is outside of fenced blocks.
fn prose(markdown: &str) -> String {
    let mut fenced = false;
    let mut prose = String::new();
    for line in markdown.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    prose
}

/// A shell in a copy of what the documentation needs of a checkout. `cd` lasts from one command
/// to the next, and so does what is started with `&`, until the shell is dropped.
struct Shell {
    folder: TempDir,
    place: PathBuf,
    /// What the documentation calls the ports 8080 and 8081; those may be taken here.
    ports: [(&'static str, String); 2],
    /// What the documentation calls [`DATABASE`], where there is a server to test on.
    database: Option<PostgresSchema>,
    /// Process groups of what was started with `&`.
    started: Vec<u32>,
}

impl Drop for Shell {
    fn drop(&mut self) {
        for group in self.started.drain(..) {
            let group = format!("-{group}");
            let signal = |name: &str| {
                let sent = Command::new("kill").args([name, "--", &group]).output();
                sent.is_ok_and(|output| output.status.success())
            };
            signal("-TERM");
            let start = Instant::now();
            while signal("-0") && start.elapsed() < Duration::from_secs(10) {
                std::thread::sleep(Duration::from_millis(20));
            }
            signal("-KILL");
        }
    }
}

impl Shell {
    fn in_checkout() -> Self {
        let folder = TempDir::new().unwrap();
        for name in ["templates", "samples"] {
            copy(&documents::root().join(name), &folder.path().join(name));
        }
        for (name, source) in OWN_FILES {
            copy(&documents::root().join(source), &folder.path().join(name));
        }
        let place = folder.path().to_owned();
        // Kept open together, so that they differ.
        let listeners = [0, 1].map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
        let [first, second] =
            listeners.map(|listener| listener.local_addr().unwrap().port().to_string());
        let ports = [(":8080", format!(":{first}")), (":8081", format!(":{second}"))];
        Self { folder, place, ports, database: PostgresSchema::new(), started: Vec::new() }
    }

    /// Runs the commands of every block, in order, and says how many there were.
    fn follow(&mut self, name: &str) -> usize {
        let mut commands = 0;
        for block in blocks(&page(name)) {
            let place = format!("{name}:{}", block.line);
            if let Some(file) = block.file() {
                fs::write(self.place.join(file), &block.text).unwrap();
            }
            match block.language() {
                "sh" => {
                    for line in block.text.lines() {
                        self.run(line, &place);
                        commands += 1;
                    }
                }
                "console" => {
                    for (line, expected) in transcript(&block.text) {
                        assert_eq!(self.run(line, &place), expected, "{place}: {line}");
                        commands += 1;
                    }
                }
                _ => {}
            }
        }
        commands
    }

    /// Runs one line, expects the exit code that it documents (`# exits 7`, else 0), and gives back
    /// what appears on the terminal.
    fn run(&mut self, line: &str, place: &str) -> String {
        if NOT_RUN.iter().any(|(command, _)| *command == line) {
            return String::new();
        }
        let (command, code) = match line.rsplit_once("# exits ") {
            Some((command, code)) => (command.trim_end(), code.parse().unwrap()),
            None => (line, 0),
        };
        let mut command = command.replace("cargo run --release -- ", "reportctl ");
        if command.contains(DATABASE) {
            let Some(database) = &self.database else { return String::new() };
            command = command.replace(DATABASE, &format!("'{}'", database.url()));
        }
        for (written, real) in &self.ports {
            command = command.replace(written, real);
        }
        let listen = format!("127.0.0.1{}", self.ports[0].1);
        let leave = self.folder.path().join("place");
        let script = format!(
            "exec 2>&1; set -o pipefail; trap 'pwd > \"{}\"' EXIT\n{command}",
            leave.display()
        );
        let mut programs = vec![binary_folder()];
        programs.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
        // To a file: a pipe would stay open as long as anything that was started.
        let terminal = self.folder.path().join("terminal");
        let mut shell = Command::new("bash")
            .args(["--noprofile", "--norc", "-c", &script])
            .env_clear()
            .env("PATH", std::env::join_paths(programs).unwrap())
            .env("HOME", self.folder.path().join("home"))
            .env("REPORTCTL_LISTEN", listen)
            .current_dir(&self.place)
            .stdin(Stdio::null())
            .stdout(fs::File::create(&terminal).unwrap())
            .process_group(0)
            .spawn()
            .unwrap();
        if command.trim_end().ends_with('&') {
            self.started.push(shell.id());
        }
        let status = shell.wait().unwrap();
        let mut said = String::from_utf8_lossy(&fs::read(&terminal).unwrap()).into_owned();
        // The next prompt starts on a line of its own.
        if !said.is_empty() && !said.ends_with('\n') {
            said.push('\n');
        }
        for (written, real) in &self.ports {
            said = said.replace(real, written);
        }
        assert_eq!(status.code(), Some(code), "{place}: {line}\n{said}");
        self.place = fs::read_to_string(&leave).unwrap().trim_end().into();
        said
    }
}

fn binary_folder() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_reportctl")).parent().unwrap().to_owned()
}

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
    }
}

/// The commands of a `console` block, each with what it prints.
fn transcript(text: &str) -> Vec<(&str, String)> {
    let mut commands: Vec<(&str, String)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, String::new())),
            (None, Some((_, output))) => *output += &format!("{line}\n"),
            (None, None) => panic!("`{line}` stands before the first command"),
        }
    }
    commands
}

#[test]
fn every_command_does_what_is_written() {
    if !tools::has("bash") {
        return;
    }
    assert!(Shell::in_checkout().follow("README.md") > 40);
    assert_eq!(Shell::in_checkout().follow("templates/README.md"), 1);
    assert_eq!(Shell::in_checkout().follow("samples/README.md"), 3);
}

#[test]
fn the_page_in_a_new_folder_is_true() {
    if !tools::has("bash") {
        return;
    }
    let mut shell = Shell::in_checkout();
    shell.run("reportctl init new && cd new", "init");
    assert_eq!(shell.follow("src/cli/init/README.md"), 4);
}

#[test]
fn commands_that_are_not_run_are_still_written_there() {
    let text = page("README.md");
    for (command, reason) in NOT_RUN {
        assert!(text.lines().any(|line| line == command), "{command} ({reason}) is gone");
    }
}

#[test]
fn examples_of_json_and_yaml_parse() {
    for name in PAGES {
        for block in blocks(&page(name)) {
            let text = &block.text;
            let parses = |text: &str| serde_json::from_str::<serde_json::Value>(text).is_ok();
            let fine = match block.language() {
                // An excerpt may be the inside of an object.
                "json" => parses(text) || parses(&format!("{{{text}}}")),
                "yaml" => serde_yaml::from_str::<serde_yaml::Value>(text).is_ok(),
                _ => true,
            };
            assert!(fine, "{name}:{} is not {}", block.line, block.language());
        }
    }
}

/// The documentation of the library is compiled and run; here the same example is shown.
#[test]
fn the_example_of_the_library_is_the_one_that_is_compiled() {
    let source = fs::read_to_string(documents::root().join("src/lib.rs")).unwrap();
    let documentation: String = source
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
        .collect();
    let without_hidden = |text: &str| -> String {
        text.lines()
            .filter(|line| !line.starts_with("# "))
            .map(|line| format!("{line}\n"))
            .collect()
    };
    let compiled: Vec<String> = blocks(&documentation)
        .iter()
        .filter(|block| block.info.is_empty())
        .map(|block| without_hidden(&block.text))
        .collect();
    let shown: Vec<Block> =
        blocks(&page("README.md")).into_iter().filter(|block| block.info == "rust").collect();
    assert_eq!(shown.len(), 1);
    assert!(compiled.contains(&shown[0].text), "{}", shown[0].text);
}

/// The targets of links and pictures.
fn links(markdown: &str) -> Vec<String> {
    let prose = prose(markdown);
    let inline = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let html = prose.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    inline.chain(html).map(str::to_owned).collect()
}

/// The anchors that a page has for its headings.
fn anchors(markdown: &str) -> Vec<String> {
    let prose = prose(markdown);
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

#[test]
fn links_lead_somewhere() {
    for name in PAGES {
        let file = documents::root().join(name);
        for link in links(&page(name)) {
            if link.starts_with("https://") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target =
                if path.is_empty() { file.clone() } else { file.parent().unwrap().join(path) };
            assert!(target.exists(), "{name}: {link} leads nowhere");
            if !anchor.is_empty() {
                let there = anchors(&fs::read_to_string(&target).unwrap());
                assert!(there.iter().any(|known| known == anchor), "{name}: {link}: {there:?}");
            }
        }
    }
}

/// A command with its help.
struct Help {
    command: String,
    text: String,
}

/// The program and all its commands.
fn helps() -> Vec<Help> {
    let project = Project::new();
    let mut waiting: Vec<Vec<String>> = vec![Vec::new()];
    let mut helps = Vec::new();
    while let Some(path) = waiting.pop() {
        let arguments = path.iter().map(String::as_str).chain(["--help"]);
        let run = project.run(arguments).succeeds();
        let text = String::from_utf8(run.stdout).unwrap();
        let names = text.lines().skip_while(|line| *line != "Commands:").skip(1);
        let names = names.map_while(|line| line.strip_prefix("  ")?.split(' ').next());
        for name in names.filter(|name| *name != "help") {
            waiting.push(path.iter().cloned().chain([name.to_owned()]).collect());
        }
        helps.push(Help { command: path.join(" "), text });
    }
    helps
}

/// All words such as `--data`.
fn flags(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_lowercase() || c == '-'));
    let flags = words.filter(|word| {
        word.strip_prefix("--").is_some_and(|name| name.starts_with(|c: char| c != '-'))
    });
    flags.map(str::to_owned).collect()
}

impl Help {
    /// The flags it declares.
    fn flags(&self) -> BTreeSet<String> {
        let lines = self.text.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
        lines.take_while(|line| !line.contains("REPORTCTL_")).flat_map(flags).collect()
    }

    /// What stands under a heading, up to the next blank line.
    fn under<'a>(&'a self, heading: &'a str) -> impl Iterator<Item = &'a str> {
        let lines = self.text.lines().skip_while(move |line| !line.starts_with(heading));
        lines.skip(1).take_while(|line| !line.is_empty()).map(str::trim)
    }
}

/// The rows of the tables whose first heading is this.
fn table<'a>(markdown: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let head = format!("| {heading} |");
    let lines = markdown.lines().skip_while(|line| !line.starts_with(&head)).skip(2);
    let rows = lines.take_while(|line| line.starts_with('|'));
    rows.map(|line| line.split(" | ").map(|cell| cell.trim_matches(['|', ' '])).collect()).collect()
}

#[test]
fn every_command_and_flag_is_documented() {
    let text = page("README.md");
    let rows = table(&text, "flag");
    let helps = helps();
    assert!(helps.len() > 12, "the help lists its commands");
    for help in &helps {
        let command = &help.command;
        let has_own_line = !help.text.contains("\nCommands:\n");
        if has_own_line {
            let listed = text.contains(&format!("| `reportctl {command}"));
            assert!(listed, "`reportctl {command}` is not among the commands");
        }
        for flag in help.flags() {
            let of_command = |cells: &&Vec<&str>| {
                flags(cells[0]).contains(&flag)
                    && (cells[1].contains(&format!("`{command}`")) || cells[1].contains("all"))
            };
            assert!(rows.iter().any(|row| of_command(&row)), "`{command}` has `{flag}`");
        }
    }
}

#[test]
fn only_flags_that_exist_are_documented() {
    let known: BTreeSet<String> = helps().iter().flat_map(Help::flags).collect();
    for name in PAGES {
        for flag in flags(&page(name)) {
            let exists = known.contains(&flag) || FOREIGN_FLAGS.contains(&flag.as_str());
            assert!(exists, "{name} speaks of `{flag}`");
        }
    }
}

#[test]
fn every_setting_and_exit_code_is_documented() {
    let text = page("README.md");
    let helps = helps();
    let help = helps.iter().find(|help| help.command.is_empty()).unwrap();
    let exits: Vec<_> = table(&text, "exit").into_iter().map(|row| row.join("  ")).collect();
    assert_eq!(exits, help.under("Exit codes:").collect::<Vec<_>>());
    let settings = table(&text, "flag");
    assert!(!settings.is_empty());
    let chapter = text.split("\n## Settings\n").nth(1).unwrap();
    let lines: Vec<&str> = help.under("Settings come").filter(|line| line.contains("  ")).collect();
    assert!(lines.len() >= 10, "{lines:?}");
    for line in lines {
        for word in line.split("  ").map(str::trim).filter(|word| !word.is_empty()) {
            let name = word.split(':').next().unwrap();
            assert!(chapter.contains(&format!("`{name}`")), "{name} is not among the settings");
        }
    }
}

#[test]
fn every_setting_of_the_file_and_every_variable_is_documented() {
    let text = page("README.md");
    let chapter = text.split("\n## Settings\n").nth(1).unwrap();
    let is_group = |name: &str| {
        let inside = format!("{name}.");
        reportctl::config::SETTINGS.iter().any(|(other, _)| other.starts_with(&inside))
    };
    for (name, _) in reportctl::config::SETTINGS.iter().filter(|(name, _)| !is_group(name)) {
        let documented = [format!("`{name}`"), format!("`{name}:")];
        assert!(documented.iter().any(|form| chapter.contains(form)), "{name} is left out");
    }
    for name in reportctl::config::env::ALL.iter().filter(|name| name.starts_with("REPORTCTL_")) {
        assert!(chapter.contains(&format!("`{name}`")), "{name} is left out");
    }
}

#[test]
fn the_picture_shows_what_the_first_command_makes() {
    let picture = documents::root().join("samples/receipt.png");
    assert!(fs::metadata(&picture).unwrap().len() <= 60_000);
    if !tools::has("pdftoppm") {
        return;
    }
    let project = Project::new();
    let files =
        ["templates/receipt.json", "samples/receipt.json"].map(|n| documents::root().join(n));
    let output = project.path("receipt.pdf");
    let [template, data] = &files;
    project
        .run([
            "render".as_ref(),
            template.as_os_str(),
            "--data".as_ref(),
            data.as_os_str(),
            "--output".as_ref(),
            output.as_os_str(),
        ])
        .succeeds();
    let made = tools::rasters(&output, 1, 100);
    let (mean, clear) = made[0].difference(&tools::read_png(&picture));
    assert!(mean < 0.01 && clear < 0.01, "{mean} {clear}");
}
