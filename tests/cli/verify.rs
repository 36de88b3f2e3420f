//! `reportctl render --receipt` and `reportctl verify`.

use reportctl::locale::DATA_VERSIONS;

use crate::project::{Project, Run, document, font, text};

/// A private key for tests (RFC 8410, 10.3), and its public key.
pub(crate) const KEY: &str = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n-----END PRIVATE KEY-----\n";
pub(crate) const PUBLIC: &str = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n";
const OTHER: &str = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n";

fn project() -> Project {
    let project = Project::with_invoice()
        .file("key.pem", KEY)
        .file("public.pem", PUBLIC)
        .file("other.pem", OTHER)
        .file("House.ttf", std::fs::read(font("FixtureSans.ttf")).unwrap());
    project.run(["render", "invoice", "-d", "data.json", "--receipt", "r.json"]).succeeds();
    project
}

fn verify(project: &Project, more: &[&str]) -> Run {
    project.run([&["verify", "invoice.pdf", "--receipt", "r.json"][..], more].concat())
}

const AGAIN: [&str; 4] = ["--template", "invoice", "--data", "data.json"];

#[test]
fn a_document_comes_out_the_same_again() {
    let project = project();
    let receipt: serde_json::Value = serde_json::from_slice(&project.read("r.json")).unwrap();
    assert_eq!(receipt["template"]["name"], "invoice");
    assert_eq!(receipt["document"]["pages"], 1);
    assert_eq!(receipt["program"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(receipt["program"]["cldr"], DATA_VERSIONS.cldr);
    assert_eq!(receipt["program"]["tzdb"], DATA_VERSIONS.tzdb);
    verify(&project, &[]).succeeds().stderr_has("right: the document is that of the receipt");
    verify(&project, &AGAIN).succeeds().stderr_has("right: made again, it has the same bytes");
    let found = verify(&project, &[&AGAIN[..], &["--json"]].concat()).succeeds().json();
    assert_eq!((&found["verified"], &found["wrong"]), (&true.into(), &serde_json::json!([])));
    // Fonts are part of it.
    let font = ["--font", "House.ttf"];
    let render = ["render", "invoice", "-d", "data.json", "--receipt", "r.json"];
    project.run([&render[..], &font].concat()).succeeds();
    verify(&project, &[&AGAIN[..], &font].concat()).succeeds();
    verify(&project, &AGAIN)
        .fails_with(7)
        .stderr_has("the fonts are not those of the receipt: House.ttf");
}

#[test]
fn drafts_come_out_the_same_again_too() {
    let project = project();
    let render = ["render", "invoice", "-d", "data.json", "--draft", "--receipt", "r.json"];
    project.run(render).succeeds();
    let receipt: serde_json::Value = serde_json::from_slice(&project.read("r.json")).unwrap();
    assert_eq!(receipt["options"]["draft"], true);
    verify(&project, &AGAIN).succeeds().stderr_has("right: made again, it has the same bytes");
}

#[test]
fn what_differs_is_said() {
    let project = project().file("other.json", r#"{"number": 8, "total": 1}"#);
    let other = ["--template", "invoice", "--data", "other.json"];
    let run = verify(&project, &other).fails_with(7);
    let run = run.stderr_has("wrong: the data is not that of the receipt");
    run.stderr_has("wrong: made again, it differs from byte").stderr_has("right: the template is");
    let changed = document("Invoice", &[text("title", "Invoice no. {number}")], "[]");
    let project = project.template("invoice", &changed);
    verify(&project, &AGAIN).fails_with(7).stderr_has("the template is not that of the receipt");
    // A forged document: one byte is another.
    let mut forged = project.read("invoice.pdf");
    let last = forged.len() - 1;
    forged[last] ^= 1;
    let project = project.file("invoice.pdf", forged);
    verify(&project, &[]).fails_with(7).stderr_has("though it has as many bytes");
}

#[test]
fn signatures_are_checked() {
    let project = project();
    verify(&project, &["--key", "public.pem"]).fails_with(7).stderr_has("is not signed");
    let render = ["render", "invoice", "-d", "data.json", "--receipt", "r.json"];
    project.run([&render[..], &["--receipt-key", "key.pem"]].concat()).succeeds();
    verify(&project, &["--key", "public.pem"]).succeeds().stderr_has("the signature is right");
    verify(&project, &[]).succeeds().stderr_has("the signature is right");
    verify(&project, &["--key", "other.pem"]).fails_with(7).stderr_has("signed with another key");
    let forged = project.text("r.json").replace("\"title\": \"Invoice\"", "\"title\": \"Other\"");
    let project = project.file("r.json", forged);
    verify(&project, &[]).fails_with(7).stderr_has("the receipt was changed after it was signed");
    verify(&project, &["--key", "key.pem"]).fails_with(2).stderr_has("PUBLIC KEY");
    project.run([&render[..], &["--receipt-key", "data.json"]].concat()).fails_with(2);
}

#[test]
fn receipts_that_are_none_or_of_another_program_are_said() {
    let project = project();
    let text = project.text("r.json");
    let older = text.replace(env!("CARGO_PKG_VERSION"), "0.0.1");
    let project = project.file("r.json", older);
    // Another program may well make the same bytes.
    let version =
        format!("it was made with reportctl 0.0.1 instead of {}", env!("CARGO_PKG_VERSION"));
    verify(&project, &AGAIN).succeeds().stderr_has(&version);
    let data = text.replace(DATA_VERSIONS.cldr, "9.0.0").replace(DATA_VERSIONS.tzdb, "1999z");
    let project = project.file("r.json", data);
    let words = format!(
        "it was made with CLDR 9.0.0 instead of {}, time zone database 1999z instead of {}",
        DATA_VERSIONS.cldr, DATA_VERSIONS.tzdb
    );
    verify(&project, &[]).succeeds().stderr_has(&words);
    let found = verify(&project, &[&AGAIN[..], &["--json"]].concat()).succeeds().json();
    assert_eq!(found["versions"].as_array().unwrap().len(), 2);
    // Receipts from before these were noted, and signatures of them, stay as they were.
    let mut without: serde_json::Value = serde_json::from_str(&text).unwrap();
    without["program"].as_object_mut().unwrap().retain(|key, _| key != "cldr" && key != "tzdb");
    let project = project.file("r.json", without.to_string());
    let run = verify(&project, &AGAIN).succeeds();
    assert!(!run.stderr.contains("it was made with"), "{}", run.stderr);
    let project = project.file("r.json", text.replace(env!("CARGO_PKG_VERSION"), "0.0.1"));
    let changed = document("Invoice", &[text_field()], "[]");
    let project = project.template("invoice", &changed);
    verify(&project, &AGAIN).fails_with(7).stderr_has("; it was made with reportctl 0.0.1");
    // A receipt with more in it than this program knows.
    let version = env!("CARGO_PKG_VERSION");
    let later = text.replace(version, "9.0.0").replacen('{', "{\"later\": 1, ", 1);
    let project = project.file("r.json", later);
    verify(&project, &[]).fails_with(2).stderr_has("reportctl 9.0.0 made it, and this is");
    // A key that is there twice would mean two things.
    let twice = text.replacen("\"pages\":", "\"pages\": 9, \"pages\":", 1);
    let project = project.file("r.json", twice);
    verify(&project, &[]).fails_with(2).stderr_has("duplicate field `pages`");
    for (text, words) in [
        ("{}", "the receipt cannot be read"),
        ("no", "the receipt cannot be read"),
        (r#"{"receipt": 2}"#, "newer version"),
    ] {
        let project = Project::with_invoice().file("invoice.pdf", "x").file("r.json", text);
        verify(&project, &[]).fails_with(2).stderr_has(words);
    }
    let svg = ["render", "invoice", "-d", "data.json", "--format", "svg", "--receipt", "r.json"];
    project.run(svg).fails_with(2).stderr_has("a receipt is of a PDF");
}

fn text_field() -> String {
    text("title", "Other {number}")
}

#[test]
fn documents_with_passwords_are_compared_as_they_are_before_encryption() {
    let template = |words: &str| {
        format!(
            r##"{{"name": "Payslip", "bindings": [], "template": {{"extensions": 1,
                "page": {{"width": 210, "height": 297}},
                "pdf": {{"encryption": {{"userPassword": "{{pin}}", "ownerPassword": "payroll"}}}},
                "schemas": [
                  {{"id": "g", "name": "guard", "type": "image", "x": 0, "y": 0, "width": 1,
                    "height": 1, "content": "data:application/x-extensions,1"}},
                  {{"id": "t", "name": "t", "type": "text", "x": 10, "y": 10, "width": 90,
                    "height": 9, "content": "{words}"}}]}}}}"##
        )
    };
    let project = Project::new()
        .template("payslip", &template("Salary"))
        .file("data.json", r#"{"pin": "123456"}"#)
        .file("secrets/payroll", "owner-password")
        .file("reportctl.yaml", "secrets: secrets\n");
    let render = ["render", "payslip", "-d", "data.json", "-o", "a.pdf", "--receipt", "r.json"];
    project.run(render).succeeds();
    let verify = ["verify", "a.pdf", "--receipt", "r.json"];
    let again = [&verify[..], &["--template", "payslip", "--data", "data.json"]].concat();
    project.run(verify).succeeds().stderr_has("right: the document is that of the receipt");
    let words = "right: made again, it has the same bytes before it is encrypted";
    project.run(&again).succeeds().stderr_has(words);
    // Who verifies it need not know the secrets.
    std::fs::remove_file(project.path("secrets/payroll")).unwrap();
    project.run(&again).succeeds().stderr_has(words);
    let receipt: serde_json::Value = serde_json::from_str(&project.text("r.json")).unwrap();
    assert_ne!(receipt["document"]["plaintext"]["sha256"], receipt["document"]["sha256"]);
    // A receipt from before there were such hashes.
    let mut older = receipt;
    older["document"].as_object_mut().unwrap().remove("plaintext");
    let project = project.file("older.json", older.to_string());
    let of_older: Vec<_> =
        again.iter().map(|word| if *word == "r.json" { "older.json" } else { word }).collect();
    project.run(&of_older).fails_with(7).stderr_has("made again, it cannot be compared");
    let project = project.template("payslip", &template("Wages"));
    let run = project.run(&again).fails_with(7);
    run.stderr_has("wrong: made again, it differs before it is encrypted");
}
