//! The locale of a request, and texts that templates share, on every way to a document.

use std::collections::BTreeMap;

use mail_parser::{MessageParser, MimeHeaders};
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
fn the_language_of_a_document_is_its_locale_unless_the_template_says_another() {
    let described = template().replacen("\"currency\"", r#""pdf": {"title": "T"}, "currency""#, 1);
    let other = described.replacen("\"title\"", r#""language": "fr", "title""#, 1);
    let plain = template().replacen("\"extensions\": 1, ", "", 1);
    let metadata = |template: &str, locale: Option<&str>| {
        let project = project().template("invoice", template);
        let usual = ["render", "invoice", "--data", "data.json", "-o", "x.pdf"];
        let asked = locale.map_or(vec![], |locale| vec!["--locale", locale]);
        project.run([&usual[..], &asked].concat()).succeeds();
        let file = lopdf::Document::load_mem(&project.read("x.pdf")).unwrap();
        let catalog = file.catalog().unwrap();
        let language = catalog.get(b"Lang").ok().and_then(|text| text.as_str().ok());
        let language = language.map(|text| String::from_utf8(text.to_vec()).unwrap());
        let xmp = catalog.get(b"Metadata").ok().and_then(|one| one.as_reference().ok());
        let xmp = xmp.and_then(|id| file.get_object(id).ok()?.as_stream().ok());
        (language, xmp.map(|xmp| String::from_utf8(xmp.content.clone()).unwrap()))
    };
    let language = |template: &str, locale| metadata(template, locale).0;
    assert_eq!(language(&template(), Some("de-AT")).as_deref(), Some("de-AT"));
    assert_eq!(language(&described, None).as_deref(), Some("en-GB"));
    assert_eq!(language(&other, Some("de-AT")).as_deref(), Some("fr"));
    assert_eq!(language(&plain, None), None);
    let from = r#""localeFrom": "IF($root.total > 1000, \"fr\", \"\")", "currency""#;
    let by_data = template().replacen("\"currency\"", from, 1);
    assert_eq!(language(&by_data, None).as_deref(), Some("fr"));
    // XMP comes with options of the PDF.
    assert_eq!(metadata(&template(), None).1, None);
    let xmp = metadata(&described, None).1.unwrap();
    assert!(xmp.contains("<rdf:li>en-GB</rdf:li>") && xmp.contains(">T</rdf:li>"), "{xmp}");
}

/// The messages of the outbox by their recipients, as subject, text, HTML text and file name; the
/// outbox is emptied.
fn messages(project: &Project) -> BTreeMap<String, [String; 4]> {
    let mut all = BTreeMap::new();
    for name in project.names(".reportctl/outbox") {
        let path = project.path(&format!(".reportctl/outbox/{name}"));
        let bytes = std::fs::read(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        let message = MessageParser::default().parse(&bytes).unwrap();
        let to = message.to().unwrap().first().unwrap().address().unwrap().to_owned();
        let parts = [
            message.subject().unwrap().to_owned(),
            message.body_text(0).unwrap().trim_end().to_owned(),
            message.body_html(0).unwrap().trim_end().to_owned(),
            message.attachment(0).unwrap().attachment_name().unwrap().to_owned(),
        ];
        assert_eq!(all.insert(to, parts), None);
    }
    all
}

#[test]
fn what_a_message_says_is_in_the_locale_of_its_document() {
    let said = r#"{T("thanks")} {MONEY($gross)}"#;
    let mail = serde_json::json!({
        "subject": said,
        "body": format!("{said} {{DATE(due, \"long\")}} {{$doc.language}}"),
        "html": format!("<b>{said}</b>"),
        // Programs read these, so that they are the same in every language.
        "filename": "{number}-{CURRENCY(total)}.pdf",
    });
    let from = r#""localeFrom": "$root.language", "defs": {"gross": "total * 2"}, "currency""#;
    let template = template().replacen("\"currency\"", from, 1);
    let template = template.replacen("\"bindings\"", &format!("\"mail\": {mail}, \"bindings\""), 1);
    let row = |name: &str, language: &str| {
        let email = format!("{name}@example.org");
        DATA.replace("ana@example.org", &email).replacen('{', &format!("{{{language}"), 1)
    };
    let data = [
        row("ana", r#""language": "de-DE", "#),
        row("bob", ""),
        row("eve", r#""language": "fr", "#),
    ];
    let project = project()
        .template("invoice", &template)
        .file("templates/texts/fr.json", r#"{"due": "Dû %1", "thanks": "Merci"}"#)
        .file("data.json", &data[0])
        .file("rows.ndjson", data.join("\n"));
    let german = "Danke! 2.469,00\u{a0}€";
    let english = "Thank you! €2,469.00";
    let french = "Merci 2\u{202f}469,00\u{a0}€";
    let expected = |said: &str, date: &str, language: &str| {
        let text = format!("{said} {date} {language}");
        [said.to_owned(), text, format!("<b>{said}</b>"), "7-1.234,50.pdf".to_owned()]
    };
    let in_german = expected(german, "30. April 2026", "de");
    let in_english = expected(english, "30 April 2026", "en");

    // By what the data says, one by one and in a batch.
    let to_ana = ["send", "invoice", "--data", "data.json", "--to", "ana@example.org"];
    project.run(to_ana).succeeds();
    assert_eq!(messages(&project)["ana@example.org"], in_german);
    let batch = ["batch", "invoice", "--data", "rows.ndjson", "--email-field", "email"];
    project.run(batch).succeeds();
    let sent = messages(&project);
    assert_eq!(sent["ana@example.org"], in_german);
    assert_eq!(sent["bob@example.org"], in_english);
    assert_eq!(sent["eve@example.org"], expected(french, "30 avril 2026", "fr"));

    // What is asked for wins, at once, later, and in plans.
    let english_wanted = ["--locale", "en-GB"];
    project.run([&to_ana[..], &english_wanted].concat()).succeeds();
    assert_eq!(messages(&project)["ana@example.org"], in_english);
    project.run([&to_ana[..], &english_wanted, &["--queue"]].concat()).succeeds();
    project.run(["worker", "--once"]).succeeds();
    assert_eq!(messages(&project)["ana@example.org"], in_english);
    let plan = ["--plan", "plan.ndjson", "--locale", "en-GB"];
    project.run([&batch[..], &plan].concat()).succeeds();
    let plan = String::from_utf8(project.read("plan.ndjson")).unwrap();
    assert_eq!(plan.matches(english).count(), 3, "{plan}");
}

#[test]
fn messages_note_texts_that_are_missing_as_documents_do() {
    let mail = r#""mail": {"subject": "{T(\"hello\")} {T(\"due\")}", "body": "{T(\"hello\")}", "html": "<b>{T(\"bye\")}</b>"}, "bindings""#;
    let template = template().replacen("\"bindings\"", mail, 1);
    let project = project().template("invoice", &template);
    let notes = [
        "the subject: there is no text `hello` in the language `de-DE`",
        "the text: there is no text `hello` in the language `de-DE`",
        "the HTML text: there is no text `bye` in the language `de-DE`",
    ];
    let send = ["send", "invoice", "--data", "data.json", "--to", "ana@example.org"];
    let batch = ["batch", "invoice", "--data", "rows.ndjson", "--email-field", "email"];
    for arguments in [&send[..], &batch] {
        let german = [arguments, &["--locale", "de-DE"]].concat();
        let run = project.run(&german).succeeds();
        let run = notes.iter().fold(run, |run, note| run.stderr_has(note));
        assert!(!run.stderr.contains("no text `due`"), "{}", run.stderr);
        let run = project.run([&german[..], &["--deny", "textMissing"]].concat());
        assert_ne!(run.code, Some(0), "{}", run.stderr);
        run.stderr_has(notes[0]);
    }
    // A worker notes them when it makes the message.
    project.run([&send[..], &["--locale", "de-DE", "--queue"]].concat()).succeeds();
    let run = project.run(["worker", "--once"]).succeeds();
    notes.iter().fold(run, |run, note| run.stderr_has(note));
}

#[test]
fn what_messages_say_stays_as_it_is_without_extensions() {
    let template = template()
        .replacen("\"extensions\": 1, ", "", 1)
        .replacen("\"bindings\"", r#""mail": {"subject": "{CURRENCY(total, \"EUR\")}|{T(\"thanks\")}|{$doc.language}", "html": "-"}, "bindings""#, 1);
    let project = project().template("invoice", &template);
    let send = ["send", "invoice", "--data", "data.json", "--to", "ana@example.org"];
    project.run(send.iter().chain(&["--allow", "all"])).succeeds();
    assert_eq!(messages(&project)["ana@example.org"][0], "EUR 1.234,50||");
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
