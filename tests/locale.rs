//! The locale of a request, and texts that templates share, on every way to a document.

use mail_parser::MessageParser;
use serde_json::Value as Json;

use crate::project::{Project, text};

/// A template whose documents are in the language that is asked for.
fn template() -> String {
    let fields = [
        text("total", "{MONEY(total)}"),
        text("due", r#"{T("due", DATE(due, "long"))}"#).replace("\"y\":15", "\"y\":30"),
        text("thanks", r#"{T("thanks")}"#).replace("\"y\":15", "\"y\":45"),
    ];
    format!(
        r#"{{"name": "Invoice", "template": {{"page": {{"width": 210, "height": 297}},
            "extensions": 1, "locale": "en-GB", "currency": "EUR",
            "texts": {{"de": {{"thanks": "Danke!"}}}}, "schemas": [{}]}}, "bindings": []}}"#,
        fields.join(",")
    )
}

const DATA: &str =
    r#"{"number": 7, "total": 1234.5, "due": "2026-04-30", "email": "ana@example.org"}"#;
const DATE: &str = "2026-01-31";

fn project() -> Project {
    Project::new()
        .template("invoice", &template())
        .file("templates/texts/de.json", r#"{"due": "Zahlbar bis %1", "thanks": "not this"}"#)
        .file("templates/texts/en.json", r#"{"due": "Payable by %1", "thanks": "Thank you!"}"#)
        .file("data.json", DATA)
        .file("rows.ndjson", format!("{DATA}\n"))
}

/// The texts of a page model.
fn texts(layout: &Json) -> Vec<String> {
    let placed = layout["pages"][0]["placements"].as_array().unwrap();
    placed.iter().map(|one| one["value"].as_str().unwrap().to_owned()).collect()
}

const GERMAN: [&str; 3] = ["1.234,50\u{a0}€", "Zahlbar bis 30. April 2026", "Danke!"];
const ENGLISH: [&str; 3] = ["€1,234.50", "Payable by 30 April 2026", "Thank you!"];

fn layout(project: &Project, more: &[&str]) -> Vec<String> {
    let usual = ["render", "invoice", "--data", "data.json", "--format", "layout", "-o", "-"];
    texts(&project.run([&usual[..], more].concat()).succeeds().json())
}

/// The document that `render` makes in a locale.
fn rendered(project: &Project, locale: &str) -> Vec<u8> {
    let arguments = ["render", "invoice", "--data", "data.json", "-o", "expected.pdf"];
    let more = ["--locale", locale, "--creation-date", DATE];
    project.run(arguments.iter().chain(&more)).succeeds();
    project.read("expected.pdf")
}

/// The only document in the outbox, which is emptied.
fn mailed(project: &Project) -> Vec<u8> {
    let names = project.names(".reportctl/outbox");
    let [name] = names.as_slice() else { panic!("{names:?}") };
    let path = project.path(&format!(".reportctl/outbox/{name}"));
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    let message = MessageParser::default().parse(&bytes).unwrap();
    message.attachment(0).unwrap().contents().to_vec()
}

#[test]
fn texts_of_the_folder_are_used_and_those_of_the_template_win() {
    let project = project();
    assert_eq!(layout(&project, &["--locale", "de-AT"])[1..], GERMAN[1..]);
    assert_eq!(layout(&project, &[]), ENGLISH);
    // A template of a tenant sees the texts of its own folder alone.
    let project = project
        .template("acme/invoice", &template())
        .file("templates/acme/texts/de.json", r#"{"due": "Fällig %1"}"#);
    let usual = ["render", "acme/invoice", "--data", "data.json", "--format", "layout", "-o", "-"];
    let run = project.run(usual.iter().chain(&["--locale", "de"])).succeeds();
    assert_eq!(texts(&run.json())[1], "Fällig 30. April 2026");
    let listed = project.run(["template", "list", "--json"]).succeeds().json();
    let mut ids: Vec<_> =
        listed.as_array().unwrap().iter().map(|one| one["id"].to_string()).collect();
    ids.sort();
    assert_eq!(ids, ["\"acme/invoice\"", "\"invoice\""]);
}

#[test]
fn texts_that_cannot_be_used_are_refused_with_their_file() {
    for (name, content, said) in [
        ("xx", "{}", "no data for the language `xx`"),
        ("de", "[]", "must be an object"),
        ("de", r#"{"due": 5}"#, "`due` must be a text"),
        ("de", "{", "not JSON"),
    ] {
        let project = project().file(&format!("templates/texts/{name}.json"), content);
        let run = project.run(["render", "invoice", "--data", "data.json", "-o", "x.pdf"]);
        run.fails_with(3).stderr_has(said).stderr_has(&format!("texts/{name}.json"));
    }
}

#[test]
fn missing_texts_are_noted_with_field_and_page() {
    let project = project().file("templates/texts/de.json", "{}");
    let run =
        project.run(["render", "invoice", "--data", "data.json", "-o", "x.pdf", "--locale", "de"]);
    // English stands in: it is the language of the template.
    let run = run.succeeds();
    assert!(!run.stderr.contains("no text"), "{}", run.stderr);
    let project =
        project.file("templates/texts/en.json", "{}").file("templates/texts/de.json", "{}");
    let arguments = ["render", "invoice", "--data", "data.json", "-o", "x.pdf", "--locale", "de"];
    let run = project.run(arguments).succeeds();
    let run =
        run.stderr_has("no text `due` in the language `de` (page 1)").stderr_has("field `due`");
    assert!(!run.stderr.contains("thanks"), "{}", run.stderr);
}

#[test]
fn what_is_mailed_is_in_the_locale_that_was_asked_for() {
    let project = project();
    let (german, english) = (rendered(&project, "de-DE"), rendered(&project, "en-GB"));
    assert_ne!(german, english);
    let send = |more: &[&str]| {
        let usual = ["send", "invoice", "--data", "data.json", "--to", "ana@example.org"];
        project.run([&usual[..], &["--creation-date", DATE], more].concat())
    };
    send(&["--locale", "de-DE"]).succeeds();
    assert!(mailed(&project) == german, "sent at once");
    send(&[]).succeeds();
    assert!(mailed(&project) == english, "in the locale of the template");
    send(&["--locale", "de-DE", "--queue"]).succeeds();
    let waiting = project.run(["queue", "list", "--json", "--status", "pending"]).succeeds().json();
    assert_eq!(waiting[0]["locale"], "de-DE");
    project.run(["worker", "--once"]).succeeds();
    assert!(mailed(&project) == german, "sent by a worker");
    let log = project.run(["log", "--json"]).succeeds();
    let log = String::from_utf8(log.stdout).unwrap();
    let last: Json = serde_json::from_str(log.lines().last().unwrap()).unwrap();
    assert_eq!(last["receipt"]["options"]["locale"], "de-DE", "{last}");
    let files: Vec<_> = last["receipt"]["texts"].as_array().unwrap().iter().collect();
    assert_eq!(files.len(), 2, "{last}");
    send(&["--locale", "xx"]).fails_with(2).stderr_has("no data for this locale");
}

#[test]
fn a_mailed_batch_has_one_locale_for_all_its_life() {
    let project = project();
    let german = rendered(&project, "de-DE");
    let batch = |more: &[&str]| {
        let usual = ["batch", "invoice", "--data", "rows.ndjson", "--email-field", "email"];
        project.run([&usual[..], &["--creation-date", DATE, "--key", "april"], more].concat())
    };
    batch(&["--locale", "de-DE"]).succeeds();
    assert!(mailed(&project) == german);
    // Begun in German, it is not gone on with in another language.
    batch(&[]).fails_with(4).stderr_has("the batch `april` was begun with");
    batch(&["--locale", "de-DE"]).succeeds();
    let planned = ["batch", "invoice", "--data", "rows.ndjson", "--filename", "i-{number}.pdf"];
    let plan = ["--plan", "plan.ndjson", "--locale", "de-DE", "--creation-date", DATE];
    project.run(planned.iter().chain(&plan)).succeeds();
    let apply = |more: &[&str]| {
        let usual = ["--apply", "plan.ndjson", "--out-dir", "out"];
        project.run([&planned[..], &usual, more].concat())
    };
    apply(&["--locale", "fr"]).fails_with(2).stderr_has("the plan is for `de-DE`");
    apply(&[]).succeeds();
    assert!(project.read("out/i-7.pdf") == german);
}

#[test]
fn cases_are_tested_in_their_locale_and_receipts_verify_in_it() {
    let project = project()
        .file("templates/tests/invoice/german/data.json", DATA)
        .file("templates/tests/invoice/german/case.yaml", "locale: de-DE\n");
    project.run(["test", "--accept"]).succeeds();
    let accepted = project.text("templates/tests/invoice/german/accepted/texts.txt");
    assert!(accepted.contains(GERMAN[0]) && accepted.contains(GERMAN[1]), "{accepted}");
    project.run(["test"]).succeeds();
    // A text that changes changes the document: what passed before is not taken for granted.
    let project = project.file("templates/texts/de.json", r#"{"due": "Fällig %1"}"#);
    project.run(["test"]).fails_with(7).stderr_has("Fällig");
    let project = project.file("templates/tests/invoice/german/case.yaml", "locale: xx\n");
    project.run(["test"]).fails_with(7).stderr_has("no data for the locale `xx`");

    let made = ["render", "invoice", "--data", "data.json", "-o", "x.pdf", "--receipt", "x.json"];
    project.run(made.iter().chain(&["--locale", "de-DE"])).succeeds();
    let verify =
        ["verify", "x.pdf", "--receipt", "x.json", "--data", "data.json", "--template", "invoice"];
    project.run(verify).succeeds();
    let project = project.file("templates/texts/de.json", r#"{"due": "Zahlbar %1"}"#);
    project.run(verify).fails_with(7).stderr_has("texts");
}

#[test]
fn the_mark_of_drafts_and_folded_items_follow_the_language() {
    let chart = r#"{"id": "c", "name": "sales", "type": "chart", "chartType": "bar", "x": 10, "y": 60, "width": 100,
        "height": 60, "topN": 1}"#;
    let binding = r#"[{"schemaName": "sales", "type": "chart", "path": "rows", "labelColumn": "n", "valueColumn": "v"}]"#;
    let template = template()
        .replace("]}, \"bindings\": []", &format!(",{chart}]}}, \"bindings\": {binding}"));
    let project = project().template("invoice", &template).file(
        "data.json",
        r#"{"total": 1, "due": "2026-04-30", "rows": [{"n": "a", "v": 2}, {"n": "b", "v": 1}, {"n": "c", "v": 1}]}"#,
    );
    let last = |locale: &str| {
        let usual = ["render", "invoice", "--data", "data.json", "--format", "layout", "-o", "-"];
        let layout = project.run(usual.iter().chain(&["--locale", locale])).succeeds().json();
        layout["pages"][0]["placements"][3]["items"][1]["label"].as_str().unwrap().to_owned()
    };
    assert_eq!(last("de"), "Sonstige (2)");
    assert_eq!(last("pt-BR"), "Outros (2)");
    let drawn = |locale: &str| {
        let usual = ["render", "invoice", "--data", "data.json", "-o", "d.pdf", "--draft"];
        project.run(usual.iter().chain(&["--locale", locale])).succeeds();
        // Letters of turned texts may stand on lines of their own.
        crate::tools::texts(&project.path("d.pdf")).split_whitespace().collect::<String>()
    };
    if crate::tools::has("pdftotext") {
        assert!(drawn("de").contains("ENTWURF"));
        assert!(drawn("en").contains("DRAFT"));
    }
}

/// Vector E0.5 of the extensions: the editor keeps a flat template as it is and adds its pages with
/// eight known keys; what is not known to it stays at the root, and counts there.
#[test]
fn pages_inherit_what_stands_at_the_root() {
    let flat: Json = serde_json::from_str(&template()).unwrap();
    let mut paged = flat.clone();
    let root = paged["template"].as_object_mut().unwrap();
    let mut page = serde_json::json!({"id": "p1", "name": "Page 1"});
    for key in ["page", "headerHeight", "footerHeight", "marginLeft", "marginRight", "schemas"] {
        if let Some(value) = root.get(key) {
            page[key] = value.clone();
        }
    }
    root.insert("pages".to_owned(), serde_json::json!([page]));
    root.insert("firstPage".to_owned(), serde_json::json!({"headerHeight": 0}));
    let rendered = |template: &Json| {
        let project = Project::new()
            .template("invoice", &template.to_string())
            .file("templates/texts/en.json", r#"{"due": "Payable by %1", "thanks": "Thank you!"}"#)
            .file("data.json", DATA);
        let page = layout(&project, &[]);
        let pdf = project.run([
            "render",
            "invoice",
            "--data",
            "data.json",
            "-o",
            "-",
            "--creation-date",
            DATE,
        ]);
        (page, pdf.succeeds().stdout)
    };
    let (texts, pdf) = rendered(&paged);
    assert_eq!(texts, ENGLISH);
    assert_eq!((texts, pdf), rendered(&flat));
}
