//! Completions: what the program offers, and what shells make of it when Tab is pressed.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::project::Project;
use crate::tools;

/// A folder as `init` makes it, with a request and a token in its database.
fn project() -> Project {
    let project = Project::new();
    project.run(["init", "."]).succeeds();
    project
        .run(["send", "receipt", "--data", "data/receipt.json", "--to", "ana@example.org"])
        .succeeds();
    project
}

/// Completions of the last of these words.
fn offered(project: &Project, words: &[&str]) -> Vec<String> {
    // Of the shells, fish is asked for values with their meaning, one a line.
    let variables = [("REPORTCTL_COMPLETE", "fish")];
    let arguments = ["--", "reportctl"].iter().chain(words);
    let run = project.run_with(variables, arguments).succeeds().stderr("");
    let text = String::from_utf8(run.stdout).unwrap();
    let values = text.lines().map(|line| line.split('\t').next().unwrap().to_owned());
    // Where nothing is typed yet, flags follow the values.
    values.filter(|value| !value.starts_with("--")).collect()
}

#[test]
fn templates_go_by_their_ids_and_files() {
    let project = project().template("acme/invoice", &invoice());
    let all = offered(&project, &["render", ""]);
    assert!(all.starts_with(&["acme/invoice".to_owned(), "receipt".to_owned()]), "{all:?}");
    assert!(!all.iter().any(|name| name == "reportctl.yaml"), "settings are no template: {all:?}");
    assert_eq!(offered(&project, &["render", "re"]), ["receipt"]);
    assert_eq!(offered(&project, &["render", "templates/re"]), ["templates/receipt.json"]);
    assert_eq!(offered(&project, &["template", "remove", ""]), ["acme/invoice", "receipt"]);
    assert_eq!(offered(&project, &["log", "--template", "rec"]), ["receipt"]);
    let elsewhere = ["--templates", "templates/acme", "render", "inv"];
    assert_eq!(offered(&project, &elsewhere), ["invoice"]);
    let elsewhere = ["--templates=templates/acme", "render", "inv"];
    assert_eq!(offered(&project, &elsewhere), ["invoice"]);
}

fn invoice() -> String {
    crate::project::document("Invoice", &[], "[]")
}

#[test]
fn data_and_fonts_are_files_of_their_kinds() {
    let project = project().file("rows.csv", "a\n1\n").file("House.ttf", "").file("notes.txt", "");
    assert_eq!(offered(&project, &["render", "receipt", "--data", "r"]), ["rows.csv"]);
    assert_eq!(offered(&project, &["render", "receipt", "--data", "data/"]), ["data/receipt.json"]);
    assert_eq!(offered(&project, &["render", "receipt", "--font", "H"]), ["House.ttf"]);
    assert_eq!(offered(&project, &["render", "receipt", "--data", "n"]), Vec::<String>::new());
}

#[test]
fn requests_batches_and_tokens_are_those_of_the_database() {
    let project = project();
    let token = ["token", "create", "--name", "web", "--scope", "reports:read"];
    project.run(token).succeeds();
    let json = |arguments: &[&str]| -> serde_json::Value {
        serde_json::from_slice(&project.run(arguments).succeeds().stdout).unwrap()
    };
    let request = json(&["queue", "list", "--json"])[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(offered(&project, &["queue", "show", ""])[0], request);
    assert_eq!(
        offered(&project, &["log", "--request", &request[..4]]),
        std::slice::from_ref(&request)
    );
    let rows = format!("[{}]", project.text("data/receipt.json"));
    std::fs::write(project.path("rows.json"), rows).unwrap();
    let batch = ["batch", "receipt", "--data", "rows.json", "--to", "bob@example.org"];
    project.run([&batch[..], &["--key", "march"]].concat()).succeeds();
    assert_eq!(offered(&project, &["queue", "list", "--batch", "m"]), ["march"]);
    let token = json(&["token", "list", "--json"])[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(offered(&project, &["token", "revoke", &token[..4]]), [token]);
}

#[test]
fn pressing_tab_makes_no_database() {
    let project = Project::with_invoice();
    assert_eq!(offered(&project, &["queue", "show", "0"]), Vec::<String>::new());
    assert_eq!(project.names("."), ["data.json", "templates"]);
}

#[test]
fn codes_and_scopes_are_listed() {
    let project = Project::with_invoice();
    let allow = ["render", "invoice", "--allow", "missingP"];
    assert_eq!(offered(&project, &allow), ["missingPath"]);
    let two = ["check", "invoice", "--deny", "offPage,missingP"];
    assert_eq!(offered(&project, &two), ["offPage,missingPath"]);
    let scopes = ["token", "create", "--scope", "reports:read,templates:w"];
    assert_eq!(offered(&project, &scopes), ["reports:read,templates:write"]);
}

#[test]
fn folders_that_cannot_be_read_offer_nothing() {
    let project = Project::new().file("reportctl.yaml", "templates: [").file("data.json", "{}");
    assert_eq!(offered(&project, &["template", "remove", ""]), Vec::<String>::new());
}

/// Types lines into an interactive shell on a terminal of its own, where Tab completes.
fn type_into(project: &Project, shell: &str, start: &str, lines: &[&str]) -> String {
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_reportctl"));
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", binary.parent().unwrap().display());
    let mut child = Command::new("script")
        .args(["--quiet", "--flush", "--return", "--command", shell, "/dev/null"])
        .current_dir(project.path(""))
        .env("PATH", path)
        .env("HOME", project.path(""))
        .env("TERM", "dumb")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let (sender, shown) = mpsc::channel::<Vec<u8>>();
    let reader = std::thread::spawn(move || {
        let mut chunk = [0; 4096];
        while let Ok(count @ 1..) = stdout.read(&mut chunk) {
            if sender.send(chunk[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    let mut screen = String::new();
    // Each line ends with a mark; what the shell echoes of the command has it in two parts.
    let mut enter = |line: &str, number: usize, screen: &mut String| {
        write!(stdin, "{line}; echo 'line'-{number}-done\r").unwrap();
        stdin.flush().unwrap();
        let mark = format!("line-{number}-done");
        while !screen.contains(&mark) {
            match shown.recv_timeout(Duration::from_secs(20)) {
                Ok(bytes) => screen.push_str(&String::from_utf8_lossy(&bytes)),
                Err(_) => panic!("{shell} did not run `{line}`: {screen}"),
            }
        }
    };
    enter(start, 0, &mut screen);
    for (number, line) in lines.iter().enumerate() {
        enter(line, number + 1, &mut screen);
    }
    drop(stdin);
    let _ = child.kill();
    let _ = child.wait();
    reader.join().unwrap();
    screen
}

/// Completed words become commands that work.
fn completes(shell: &str, command: &str, start: &str) {
    if !(tools::has("script") && tools::has(shell)) {
        return;
    }
    let project = project();
    let lines = [
        "reportctl ren\tre\t--data data/re\t --output from-tab.pdf",
        "reportctl token create --scope templates:re\t --name tab --out token.txt",
    ];
    let screen = type_into(&project, command, start, &lines);
    assert!(project.path("from-tab.pdf").exists(), "{screen}");
    let tokens = project.run(["token", "list"]).succeeds();
    let tokens = String::from_utf8(tokens.stdout).unwrap();
    assert!(tokens.contains("templates:read"), "{tokens}{screen}");
}

#[test]
fn bash_completes() {
    completes("bash", "bash --norc --noprofile -i", "source <(reportctl completions bash)");
}

#[test]
fn zsh_completes() {
    let start = "autoload -U compinit; compinit -u -D; source <(reportctl completions zsh)";
    completes("zsh", "zsh -f -i", start);
}

#[test]
fn fish_completes() {
    completes("fish", "fish --no-config -i", "reportctl completions fish | source");
}
