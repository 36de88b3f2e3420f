//! Fields for signatures: signed where the template puts them, empty ones for others, valid for two validators.

use lopdf::{Dictionary, Document, Object};
use reportctl::expr::date::Timestamp;
use serde_json::{Value as Json, json};

use super::sign::{FILES, openssl_verifies, pdfsig, project, pyhanko, seconds};
use crate::lawful;
use crate::project::{Project, document, text};

/// A template with a text and these fields, as a document for everybody and for archives.
fn template(fields: &[Json]) -> String {
    let title = text("title", "Contract {number}");
    let mut template: Json = serde_json::from_str(&document("Contract", &[title], "[]")).unwrap();
    let own = &mut template["template"];
    own["extensions"] = 1.into();
    own["pdf"] =
        json!({ "title": "Contract", "language": "en", "conformance": ["pdfa-3a", "pdfua-1"] });
    own["schemas"][0]["role"] = "h1".into();
    own["schemas"].as_array_mut().unwrap().extend(fields.iter().cloned());
    template.to_string()
}

fn field(name: &str, more: &Json) -> Json {
    let mut field = json!({ "id": name, "name": name, "type": "signature", "x": 20, "y": 200, "width": 60,
        "height": 20 });
    field.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    field
}

fn with_fields(project: Project, fields: &[Json]) -> Project {
    project.template("contract", &template(fields))
}

const RENDER: [&str; 6] = ["render", "contract", "-d", "data.json", "-o", "c.pdf"];

/// The fields of the form of a document.
fn fields(bytes: &[u8]) -> Vec<Dictionary> {
    let document = Document::load_mem(bytes).unwrap();
    let form = document.catalog().unwrap().get(b"AcroForm").and_then(Object::as_dict).unwrap();
    let listed = form.get(b"Fields").and_then(Object::as_array).unwrap();
    listed
        .iter()
        .map(|field| document.get_dictionary(field.as_reference().unwrap()).unwrap().clone())
        .collect()
}

fn text_of(field: &Dictionary, key: &[u8]) -> String {
    String::from_utf8_lossy(field.get(key).and_then(Object::as_str).unwrap()).into_owned()
}

#[test]
fn a_document_is_signed_in_the_field_of_its_template() {
    let Some(project) = project("prime256v1", "20") else { return };
    let said = json!({ "signer": "company", "reason": "Agreed {number}", "location": "Porto",
        "alt": "Signature of the seller" });
    let project = with_fields(project, &[field("seller", &said)]);
    project.run(RENDER).succeeds();
    let run = project.run(["verify", "c.pdf", "--trust", "ca.pem"]).succeeds();
    let run = run.stderr_has("right: signature seller of `Company`");
    run.stderr_has("reason: Agreed 7").stderr_has("covers the whole document");
    assert!(openssl_verifies(&project, "c.pdf"));
    if let Some(said) = pdfsig(&project.path("c.pdf")) {
        assert!(said.contains("Signature is Valid.") && said.contains("seller"), "{said}");
    }
    let bytes = project.read("c.pdf");
    let [field] = &fields(&bytes)[..] else { panic!("not one field") };
    assert_eq!(text_of(field, b"TU"), "Signature of the seller");
    let rect = field.get(b"Rect").and_then(Object::as_array).unwrap();
    let rect: Vec<f32> = rect.iter().map(|side| side.as_float().unwrap()).collect();
    // 20 mm from the left, and 20 mm high from 220 mm below the top of A4.
    assert_eq!(rect, [56.69, 218.27, 226.77, 274.96]);
    let document = Document::load_mem(&bytes).unwrap();
    let appearance = field.get(b"AP").and_then(Object::as_dict).unwrap();
    let appearance = appearance.get(b"N").and_then(Object::as_reference).unwrap();
    let appearance = document.get_object(appearance).and_then(Object::as_stream).unwrap();
    let content = appearance.decompressed_content().unwrap();
    // Reason, place and date are drawn, and belong to no part of the page.
    let lines = String::from_utf8_lossy(&content).to_lowercase().matches("tj\n").count();
    assert_eq!(lines, 3, "{}", String::from_utf8_lossy(&content));
    assert!(!String::from_utf8_lossy(&content).contains("BDC"));
    // The same template, data, key and date give the same bytes.
    // The certificate is valid since a moment ago.
    let tomorrow = Timestamp::clamped(seconds() + 86_400).civil();
    let tomorrow = format!("{:04}-{:02}-{:02}", tomorrow.year, tomorrow.month, tomorrow.day);
    let dated = [&RENDER[..], &["--creation-date", &tomorrow]].concat();
    project.run(&dated).succeeds();
    let first = project.read("c.pdf");
    project.run(&dated).succeeds();
    assert_eq!(first, project.read("c.pdf"));
}

#[test]
fn a_field_without_signer_stays_empty_for_others() {
    let Some(project) = project("prime256v1", "20") else { return };
    let project = with_fields(
        project,
        &[field("buyer", &json!({ "borderColor": "#000000", "borderWidth": 0.2 }))],
    );
    project.run(RENDER).succeeds();
    let run = project.run(["verify", "c.pdf"]).fails_with(7);
    run.stderr_has("no signature");
    assert!(fields(&project.read("c.pdf"))[0].get(b"V").is_err());
    // The signer of all documents has a field of its own.
    project.run([&RENDER[..], &["--sign", "company"]].concat()).succeeds();
    let all = fields(&project.read("c.pdf"));
    let signed: Vec<_> = all.iter().map(|field| (text_of(field, b"T"), field.has(b"V"))).collect();
    assert_eq!(signed, [("buyer".to_owned(), false), ("Signature1".to_owned(), true)]);
    assert!(openssl_verifies(&project, "c.pdf"));
}

#[test]
fn an_empty_field_is_signed_later_and_keeps_its_look() {
    let Some(project) = project("prime256v1", "20") else { return };
    let own = field(
        "buyer",
        &json!({ "content": "Sign here", "borderColor": "#000000", "borderWidth": 0.2 }),
    );
    let project = with_fields(project, &[own, field("seller", &json!({ "x": 110 }))]);
    project.run(RENDER).succeeds();
    let look = |name: &str| {
        let all = fields(&project.read(name));
        let field = all.iter().find(|field| text_of(field, b"T") == "buyer").unwrap();
        (field.get(b"AP").cloned().ok(), field.get(b"Rect").cloned().ok(), field.has(b"V"))
    };
    let (appearance, rectangle, _) = look("c.pdf");
    let sign = |from: &str, to: &str, field: &str| {
        let named = ["sign", from, "-o", to, "--field", field, "--reason", "Agreed"];
        project.run([&named[..], &FILES].concat())
    };
    sign("c.pdf", "d.pdf", "buyer").succeeds();
    assert!(appearance.is_some());
    assert_eq!(look("d.pdf"), (appearance, rectangle, true));
    let run = project.run(["verify", "d.pdf", "--trust", "ca.pem"]).succeeds();
    let run = run.stderr_has("right: signature buyer of `Company`");
    run.stderr_has("reason: Agreed").stderr_has("covers the whole document");
    assert!(openssl_verifies(&project, "d.pdf"));
    assert_ne!(pyhanko(&project, "d.pdf"), Some(false));
    if let Some(said) = pdfsig(&project.path("d.pdf")) {
        assert!(said.contains("Signature is Valid.") && said.contains("buyer"), "{said}");
    }
    if let Some(validators) = lawful::validators() {
        let signed = [project.path("d.pdf")];
        assert_eq!(lawful::refused(&validators, "3a,ua1", &signed), "");
    }
    // The other field, with the first signature still right.
    sign("d.pdf", "e.pdf", "seller").succeeds();
    let found = project.run(["verify", "e.pdf", "--trust", "ca.pem", "--json"]).succeeds().json();
    assert_eq!(found["signatures"].as_array().unwrap().len(), 2);
    assert_ne!(pyhanko(&project, "e.pdf"), Some(false));

    let run = sign("d.pdf", "f.pdf", "buyer").fails_with(2);
    run.stderr_has("the signature field `buyer` is signed already");
    let run = sign("d.pdf", "f.pdf", "byer").fails_with(2);
    run.stderr_has("no signature field `byer`")
        .stderr_has("its empty signature fields are `seller`");
    let run = sign("e.pdf", "f.pdf", "other").fails_with(2);
    run.stderr_has("leave out the field");
    assert!(!project.path("f.pdf").exists());
}

#[test]
fn two_validators_accept_documents_with_fields_for_signatures() {
    let Some(validators) = lawful::validators() else { return };
    let Some(project) = project("prime256v1", "20") else { return };
    let picture = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 1'%3E%3Crect width='2' height='1'/%3E%3C/svg%3E";
    let mut files = Vec::new();
    for (name, own) in [
        ("text", json!({ "signer": "company", "reason": "Agreed", "backgroundColor": "#eeeeee" })),
        ("image", json!({ "signer": "company", "appearance": "image", "picture": picture })),
        ("none", json!({ "signer": "company", "appearance": "none", "rotate": 30 })),
        ("empty", json!({ "content": "Please sign here" })),
    ] {
        let other = field("other", &json!({ "x": 110 }));
        let template = template(&[field("own", &own), other]);
        let project = Project::new()
            .file("reportctl.yaml", project.text("reportctl.yaml"))
            .file("company.pem", project.read("company.pem"))
            .file("company.key", project.read("company.key"))
            .file("data.json", r#"{"number": 7}"#)
            .template("contract", &template);
        project.run(RENDER).succeeds();
        files.push((project.path("c.pdf"), project, name));
    }
    let paths: Vec<_> = files.iter().map(|(path, ..)| path.clone()).collect();
    assert_eq!(lawful::refused(&validators, "3a,ua1", &paths), "");
}

#[test]
fn a_signer_that_is_not_there_makes_no_document() {
    let Some(project) = project("prime256v1", "20") else { return };
    let project = with_fields(project, &[field("seller", &json!({ "signer": "compamy" }))]);
    let run = project.run(RENDER).fails_with(2);
    let run = run.stderr_has("there is no signer `compamy`");
    run.stderr_has("did you mean `company`?");
    assert!(!project.path("c.pdf").exists());
    let project = project.file("rows.ndjson", "{\"number\": 1}\n");
    let batch = [
        "batch",
        "contract",
        "-d",
        "rows.ndjson",
        "--out-dir",
        "out",
        "--filename",
        "{number}.pdf",
    ];
    assert_ne!(project.run(batch).code, Some(0));
    assert!(!project.path("out/1.pdf").exists());
}

#[test]
fn documents_of_children_are_signed_in_their_field() {
    let Some(project) = project("prime256v1", "20") else { return };
    let settings = project.text("reportctl.yaml") + "mail: {outbox: outbox}\n";
    let project = with_fields(
        project.file("reportctl.yaml", settings),
        &[field("seller", &json!({ "signer": "company" }))],
    );
    project.run(["send", "contract", "-d", "data.json", "--to", "a@example.org"]).succeeds();
    let message = project.read(&format!("outbox/{}", project.names("outbox")[0]));
    let message = mail_parser::MessageParser::default().parse(&message).unwrap();
    let project = project.file("m.pdf", message.attachment(0).unwrap().contents());
    let run = project.run(["verify", "m.pdf", "--trust", "ca.pem"]).succeeds();
    run.stderr_has("right: signature seller of `Company`");
}

#[test]
fn templates_of_a_tenant_name_its_own_signers_only() {
    let Some(project) = project("prime256v1", "20") else { return };
    let template = template(&[field("seller", &json!({ "signer": "company" }))]);
    let project = project.file("templates/acme/contract.json", template);
    let render = ["render", "acme/contract", "-d", "data.json", "-o", "c.pdf"];
    project.run(render).fails_with(2).stderr_has("there is no signer `acme/company`");
    let settings = "signers:\n  acme/company: {certificate: company.pem, key: company.key}\n";
    let project = project.file("reportctl.yaml", settings);
    project.run(render).succeeds();
    project.run(["verify", "c.pdf", "--trust", "ca.pem"]).succeeds();
}

#[test]
fn a_field_that_would_stand_several_times_is_refused() {
    let check = |fields: &[Json]| {
        Project::new().template("contract", &template(fields)).run(["check", "contract"])
    };
    let signer = json!({ "signer": "company" });
    check(&[field("a", &signer), field("b", &json!({ "x": 110 }))]).succeeds();
    let run = check(&[field("a", &signer), field("b", &signer)]).fails_with(7);
    run.stderr_has("another field has a `signer`").stderr_has("/template/schemas/2/signer");
    let run = check(&[field("a", &json!({ "position": "page" }))]).fails_with(7);
    run.stderr_has("the field is printed on several pages");
    let section = json!({ "id": "s", "name": "s", "type": "section", "x": 10, "y": 190, "width": 190,
        "height": 40 });
    let member = field("a", &json!({ "signer": "company", "sectionId": "s" }));
    check(&[section, member]).fails_with(7).stderr_has("the field repeats with its section");
}
