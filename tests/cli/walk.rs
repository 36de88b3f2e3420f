//! A walk through the history of a repository of templates: three commits, what each does to
//! documents, and which of them made a PDF.

use sha2::{Digest, Sha256};

use super::verify::{KEY, PUBLIC};
use crate::project::{Project, document, text};

fn commit(project: &Project, tag: &str) {
    project.git(&["add", "."]);
    project.git(&["commit", "--quiet", "--message", tag]);
    project.git(&["tag", tag]);
}

fn table(columns: &str) -> String {
    format!(
        r#"{{"id": "lines", "name": "lines", "type": "table", "x": 10, "y": 60, "width": 190,
            "height": 30, "head": [{columns}], "content": [[]]}}"#
    )
}

fn bill(note_y: u32, with_total: bool, columns: &[&str]) -> String {
    let note = text("note", "Thank you").replace("\"y\":15", &format!("\"y\":{note_y}"));
    let mut fields = vec![text("title", "Bill {number}"), note];
    if with_total {
        let total = text("total", "Total {CURRENCY(SUM(lines.price))}");
        fields.push(total.replace("\"y\":15", "\"y\":200"));
    }
    let quoted: Vec<String> = columns.iter().map(|column| format!("\"{column}\"")).collect();
    fields.push(table(&quoted.join(", ")));
    let bindings = format!(
        r#"[{{"schemaName": "lines", "type": "array", "path": "lines", "columns": [{}]}}]"#,
        quoted.join(", ")
    );
    document("Bill", &fields, &bindings)
}

const DATA: &str = r#"{"number": 7, "lines": [
    {"item": "Tea", "price": 2.5, "vat": 0.5}, {"item": "Cake", "price": 4, "vat": 0.8}]}"#;

#[test]
fn three_commits_are_distinguished_and_a_document_is_traced_to_one() {
    let project = Project::new()
        .file("data.json", DATA)
        .file(".gitignore", "*.pdf\n*.json.receipt\n*.pem\n.passed\n")
        .file("key.pem", KEY)
        .file("public.pem", PUBLIC)
        .template("bill", &bill(30, true, &["item", "price"]))
        .file("templates/tests/bill/two-lines/data.json", DATA);
    project.git(&["init", "--quiet", "--initial-branch", "main"]);
    project.run(["test", "--accept"]).succeeds();
    commit(&project, "start");

    // A harmless move: seen, understood, accepted.
    let project = project.template("bill", &bill(35, true, &["item", "price"]));
    let run = project.run(["test"]).fails_with(7);
    run.stderr_has("bill/two-lines\n  page 1: `note` moved 5 mm down\n");
    project.run(["test", "--accept"]).succeeds();
    commit(&project, "move");

    // The total is lost.
    let project = project.template("bill", &bill(35, false, &["item", "price"]));
    let run = project.run(["test"]).fails_with(7);
    run.stderr_has("bill/two-lines\n  page 1: `total` is missing\n");
    commit(&project, "loss");

    // It is back, and there is a new column.
    let project = project.template("bill", &bill(35, true, &["item", "vat", "price"]));
    let run = project.run(["test"]).fails_with(7);
    run.stderr_has("there is a new column `vat` of `lines`");
    project.run(["test", "--accept"]).succeeds();
    commit(&project, "column");

    let diff = |a: &str, b: &str| {
        let run = project.run(["diff", &format!("bill@{a}"), &format!("bill@{b}")]).succeeds();
        String::from_utf8(run.stdout).unwrap()
    };
    let moved = diff("start", "move");
    assert!(moved.contains("`note`: `y` is 35 instead of 30"), "{moved}");
    assert!(moved.contains("page 1: `note` moved 5 mm down"), "{moved}");
    let lost = diff("move", "loss");
    assert!(lost.contains("`total` is gone"), "{lost}");
    assert!(lost.contains("page 1: `total` is missing"), "{lost}");
    let column = diff("move", "column");
    assert!(column.contains("there is a new column `vat` of `lines`"), "{column}");

    // What a pull request shows.
    let summary = project.run(["diff", "start..column", "--format", "markdown"]).succeeds();
    summary
        .stdout_has("### 1 template changed")
        .stdout_has("**bill**")
        .stdout_has("- page 1: there is a new column `vat` of `lines`");

    // Which commit made a document?
    project.git(&["checkout", "--quiet", "move"]);
    let signed = ["--receipt", "bill.json.receipt", "--receipt-key", "key.pem"];
    let render = ["render", "bill", "-d", "data.json"];
    project.run([&render[..], &signed].concat()).succeeds();
    let made = project.read("bill.pdf");
    project.git(&["checkout", "--quiet", "main"]);
    let verify = |more: &[&str]| {
        let arguments = ["verify", "bill.pdf", "--receipt", "bill.json.receipt"];
        project.run([&arguments[..], &["--key", "public.pem"], more].concat())
    };
    let made_by =
        |commit: &str| verify(&["--data", "data.json", "--template", &format!("bill@{commit}")]);
    made_by("move").succeeds().stderr_has("made again, it has the same bytes");
    for other in ["start", "loss", "column"] {
        made_by(other).fails_with(7).stderr_has("the template is not that of the receipt");
    }
    let write = |name: &str, content: &[u8]| std::fs::write(project.path(name), content).unwrap();
    // A forged document is refused: one of its bytes is another.
    let mut forged = made.clone();
    let at = forged.windows(2).position(|two| two == b"7 ").unwrap();
    forged[at] = b'8';
    write("bill.pdf", &forged);
    verify(&[]).fails_with(7).stderr_has("the document is not that of the receipt");
    // And with the receipt changed to fit, as only the key could sign it.
    let hash = |bytes: &[u8]| -> String {
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let receipt = project.text("bill.json.receipt").replace(&hash(&made), &hash(&forged));
    write("bill.json.receipt", receipt.as_bytes());
    verify(&[]).fails_with(7).stderr_has("the receipt was changed after it was signed");
    // A receipt of the forger's own has no signature, or that of another key.
    write("data.json", DATA.replace("\"price\": 4", "\"price\": 9").as_bytes());
    project.run([&render[..], &["--receipt", "bill.json.receipt"]].concat()).succeeds();
    verify(&[]).fails_with(7).stderr_has("is not signed");
}
