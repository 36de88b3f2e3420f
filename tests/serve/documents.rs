//! Documents in answers.

use reportctl::delivery::mail::SendError;
use reportctl::delivery::queue::Scope;
use serde_json::json;

use super::service::{Answer, TestService, document};

const GENERATE: &str = "/api/reports/generate";

fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}")
}

/// The PDF attached to a message.
fn attached(message: &[u8]) -> Vec<u8> {
    let message = mail_parser::MessageParser::default().parse(message).unwrap();
    message.attachments().next().unwrap().contents().to_vec()
}

async fn with_invoice(service: TestService) -> TestService {
    let stored = service.post("/api/templates", &document("Invoice", "Invoice {number}")).await;
    assert_eq!(stored.status, 201);
    service
}

async fn generated(service: &TestService, data: &str) -> String {
    let request = format!(
        r#"{{"templateId": "invoice", "email": "ana@example.org", "data": {data}, "filename": "Rechnung Ä.pdf"}}"#
    );
    let answer = service.post(GENERATE, &request).await;
    assert_eq!(answer.status, 202);
    answer.json()["id"].as_str().unwrap().to_owned()
}

fn id_of(answer: &Answer) -> String {
    answer.json()["id"].as_str().unwrap().to_owned()
}

/// A template of two tables over the rows of the data.
fn two_tables() -> String {
    let table = |name: &str, y: u32| {
        json!({"id": name, "name": name, "type": "table", "x": 10, "y": y, "width": 190, "height": 20,
            "head": ["Name", "Price"], "content": [["{name}", "{CURRENCY(price)}"]]})
    };
    let binding = |name: &str, path: &str| json!({"schemaName": name, "type": "array", "path": path, "columns": []});
    json!({
        "name": "Tables",
        "template": {"page": {"width": 210, "height": 297}, "schemas": [table("one", 20), table("two", 60)]},
        "bindings": [binding("one", "rows"), binding("two", "others")],
    })
    .to_string()
}

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

on_both! {
    async fn tables_are_answered_as_csv_or_workbook(database) {
        let service = database.service("{}");
        assert_eq!(service.post("/api/templates", &two_tables()).await.status, 201);
        let path = "POST /api/templates/tables/render";
        let body = r#"{"data": {"rows": [{"name": "=x", "price": 1234.5}], "others": [{"name": "b", "price": "?"}]}}"#;
        let csv = ["Accept: text/csv"];
        let one = service.ask(&format!("{path}?table=one"), &csv, body).await;
        assert_eq!(one.status, 200);
        assert_eq!(one.header("content-type"), "text/csv; charset=utf-8; header=present");
        assert_eq!(one.header("vary"), "Accept");
        assert_eq!(one.body, b"Name,Price\n'=x,1234.5\n");
        let two = service.ask(&format!("{path}?table=two"), &csv, body).await;
        assert_eq!(two.body, b"Name,Price\nb,?\n");
        let several = service.ask(path, &csv, body).await;
        assert_eq!(several.json()["tables"], json!(["one", "two"]));
        several.refused(422, "severalTables");
        service.ask(&format!("{path}?table=no"), &csv, body).await.refused(422, "tableNotFound");

        let accept = format!("Accept: {XLSX}");
        let book = service.ask(path, &[accept.as_str()], body).await;
        assert_eq!((book.status.as_u16(), book.header("content-type")), (200, XLSX));
        let book = std::io::Cursor::new(book.body);
        let mut book: calamine::Xlsx<_> = calamine::open_workbook_from_rs(book).unwrap();
        assert_eq!(calamine::Reader::sheet_names(&book), ["one", "two"]);
        let range = calamine::Reader::worksheet_range(&mut book, "one").unwrap();
        assert_eq!(range.get((1, 1)), Some(&calamine::Data::Float(1234.5)));
        // They are no documents: the log has none.
        assert_eq!(service.get("/api/log").await.json(), json!([]));
    }

    async fn a_stored_template_is_rendered_as_pdf_or_page_model(database) {
        let service = with_invoice(database.service("{}")).await;
        let path = "POST /api/templates/invoice/render";
        let body = r#"{"data": {"number": 7}}"#;
        let pdf = service.ask(path, &[], body).await;
        assert_eq!((pdf.status.as_u16(), pdf.header("content-type")), (200, "application/pdf"));
        assert!(pdf.body.starts_with(b"%PDF-1.7"));
        let layout = service.ask(path, &["Accept: application/json"], body).await;
        assert_eq!(layout.header("content-type"), "application/json");
        assert_eq!(layout.json()["pages"][0]["placements"][0]["value"], "Invoice 7");
        // Documents are in the log, page models are not; nothing is mailed.
        let log = service.get("/api/log").await.json();
        assert_eq!(log.as_array().unwrap().len(), 1);
        assert_eq!((&log[0]["outcome"], &log[0]["template"]), (&json!("served"), &json!("invoice")));
        assert_eq!(service.mails.count(), 0);

        // What there is not is said with what there is.
        let refused = service.ask(path, &["Accept: text/html"], body).await;
        assert_eq!(refused.status, 406);
        assert_eq!(refused.json()["code"], "notAcceptable");
        assert_eq!(
            refused.json()["available"],
            json!(["application/pdf", XLSX, "text/csv", "application/json"])
        );

        service.ask("POST /api/templates/nothing/render", &[], body).await.refused(404, "templateNotFound");
        service.ask("POST /api/templates/..%2Finvoice/render", &[], body).await.refused(404, "templateNotFound");
        service.ask(path, &[], r#"{"data": 7}"#).await.refused(422, "invalidField");
        service.ask(path, &[], r#"{"data": {}, "template": {}}"#).await.refused(422, "templateNotAllowed");
        service.ask(path, &[], r#"{"data": {"number": "\u4e03"}}"#).await.refused(422, "unsupportedGlyph");
    }

    async fn data_that_lacks_a_path_is_refused_by_a_strict_service_or_template(database) {
        let asked = r#"{"data": {}}"#;
        let allowing = r#"{"data": {}, "allow": ["missingPath"]}"#;
        let own = document("Own", "{number}");
        let strict = document("Strict", "{number}").replacen('{', r#"{"strict": true, "#, 1);
        let lenient = database.service("{}");
        for template in [&own, &strict] {
            assert_eq!(lenient.post("/api/templates", template).await.status, 201);
        }
        for accept in ["Accept: application/pdf", "Accept: application/json"] {
            let render = async |id: &str, body: &str| {
                lenient.ask(&format!("POST /api/templates/{id}/render"), &[accept], body).await
            };
            assert_eq!(render("own", asked).await.status, 200);
            render("strict", asked).await.refused(422, "missingPath");
            assert_eq!(render("strict", allowing).await.status, 200);
        }
        drop(lenient);

        let service = database.service("serve: {strict: true}");
        assert_eq!(service.post("/api/templates", &own).await.status, 201);
        let path = "/api/templates/own/render";
        service.post(path, asked).await.refused(422, "missingPath");
        assert_eq!(service.post(path, allowing).await.status, 200);
        let unknown = r#"{"data": {}, "allow": ["pageLimit"]}"#;
        service.post(path, unknown).await.refused(422, "invalidField");
    }

    async fn data_is_validated_against_the_schema_with_all_problems(database) {
        let service = with_invoice(database.service("{}")).await;
        let schema = json!({
            "type": "object",
            "required": ["number", "lines"],
            "properties": {
                "number": { "type": "integer" },
                "total": { "type": "number" },
                "lines": { "type": "array", "items": {
                    "type": "object", "required": ["price"],
                    "properties": { "price": { "type": "number" } },
                } },
            },
        });
        let at = service.path("templates/invoice.schema.json");
        std::fs::write(at, schema.to_string()).unwrap();
        let wrong = r#"{"nmber": 7, "total": "much", "lines": [{"price": 1}, {"price": "two"}, {}]}"#;
        let requests = [
            ("/api/templates/invoice/render", format!(r#"{{"data": {wrong}}}"#)),
            (GENERATE, format!(r#"{{"templateId": "invoice", "email": "ana@example.org", "data": {wrong}}}"#)),
        ];
        for (path, body) in requests {
            let problem = service.post(path, &body).await.refused(422, "dataInvalid");
            assert_eq!((&problem["blame"], &problem["denied"]), (&json!("data"), &json!(4)), "{path}");
            let further = problem["further"].as_array().unwrap();
            let mut pointers: Vec<_> = further.iter().map(|one| one["pointer"].as_str().unwrap()).collect();
            pointers.push(problem["pointer"].as_str().unwrap());
            pointers.sort_unstable();
            assert_eq!(pointers, ["", "/lines/1/price", "/lines/2", "/total"], "{path}: {problem}");
            assert!(problem.to_string().contains("did you mean `number`?"), "{path}: {problem}");
        }
        // Nothing was made, recorded or mailed.
        assert_eq!(service.mails.count(), 0);
        assert_eq!(service.get("/api/reports").await.json().as_array().map(Vec::len), Some(0));
        let fits = r#"{"data": {"number": 7, "lines": []}}"#;
        assert_eq!(service.post("/api/templates/invoice/render", fits).await.status, 200);
    }

    async fn the_locale_of_a_request_is_that_of_its_document(database) {
        let service = database.service("serve: {mode: queued}");
        let text = r#"{MONEY(total)} {T("due")}"#;
        let extended = document("Invoice", text)
            .replacen("\"schemas\"", "\"extensions\": 1, \"locale\": \"en-GB\", \"currency\": \"EUR\", \"schemas\"", 1)
            .replacen("\"bindings\"", r#""mail": {"subject": "{MONEY(total)}"}, "bindings""#, 1);
        assert_eq!(service.post("/api/templates", &extended).await.status, 201, "{extended}");
        let texts = service.path("templates/texts");
        std::fs::create_dir_all(&texts).unwrap();
        std::fs::write(texts.join("de.json"), r#"{"due": "fällig"}"#).unwrap();
        let path = "POST /api/templates/invoice/render";
        let body = r#"{"data": {"total": 1234.5}, "locale": "de-DE"}"#;
        let layout = service.ask(path, &["Accept: application/json"], body).await.json();
        assert_eq!(layout["pages"][0]["placements"][0]["value"], "1.234,50\u{a0}€ fällig");
        let unknown = r#"{"data": {}, "locale": "xx"}"#;
        service.ask(path, &[], unknown).await.refused(422, "localeUnknown");

        let stored: serde_json::Value = serde_json::from_str(&extended).unwrap();
        let preview = |locale: &str| {
            json!({"template": stored["template"], "data": {"total": 1234.5}, "locale": locale}).to_string()
        };
        let german = service.post("/api/reports/preview", &preview("de-DE")).await;
        let english = service.post("/api/reports/preview", &preview("en-GB")).await;
        assert_eq!((german.status.as_u16(), english.status.as_u16()), (200, 200));
        // English has no text, which is noted; German has that of the folder.
        assert_eq!(german.header("x-reportctl-warnings"), "");
        assert!(english.header("x-reportctl-warnings").contains("textMissing"));
        service.post("/api/reports/preview", &preview("xx")).await.refused(422, "localeUnknown");

        let generate = |locale: &str| {
            format!(r#"{{"templateId": "invoice", "email": "ana@example.org", "data": {{"total": 1234.5}}, "locale": "{locale}"}}"#)
        };
        service.post(GENERATE, &generate("xx")).await.refused(422, "localeUnknown");
        let key = ["Idempotency-Key: one"];
        let taken = service.ask(&format!("POST {GENERATE}"), &key, &generate("de-DE")).await;
        assert_eq!(taken.status, 202);
        // With the same key, another locale is another request.
        service.ask(&format!("POST {GENERATE}"), &key, &generate("en-GB")).await.refused(422, "idempotencyKey");
        let id = taken.json()["id"].as_str().unwrap().to_owned();
        let mut log = json!([]);
        for _ in 0..500 {
            log = service.get("/api/log").await.json();
            if log.as_array().unwrap().iter().any(|entry| entry["outcome"] == "delivered") {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let delivered = log.as_array().unwrap().iter().find(|entry| entry["outcome"] == "delivered").unwrap();
        assert_eq!(delivered["receipt"]["options"]["locale"], "de-DE");
        // Made again, it is the same document.
        let again = service.get(&format!("/api/reports/{id}/pdf")).await;
        assert_eq!(again.status, 200);
        let message = &service.mails.delivered()[0].message;
        assert!(attached(message) == again.body);
        let message = mail_parser::MessageParser::default().parse(message).unwrap();
        assert_eq!(message.subject(), Some("1.234,50\u{a0}€"));
    }

    async fn the_document_of_a_report_is_the_one_that_was_mailed(database) {
        let service = with_invoice(database.service("{}")).await;
        let id = generated(&service, r#"{"number": 7}"#).await;
        let sent = attached(&service.mails.delivered()[0].message);
        // An answer to `HEAD` hands out no document, so the log has none.
        let head = service.ask(&format!("HEAD /api/reports/{id}/pdf"), &[], "").await;
        assert_eq!(head.status, 200);
        let log = service.get("/api/log").await.json();
        assert_eq!(log[log.as_array().unwrap().len() - 1]["outcome"], "delivered");
        // Another second would be another creation date.
        tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
        let path = format!("/api/reports/{id}/pdf");
        let pdf = service.get(&path).await;
        assert_eq!((pdf.status.as_u16(), pdf.body == sent), (200, true));
        assert_eq!(pdf.header("content-disposition"), "inline; filename*=UTF-8''Rechnung%20%C3%84.pdf");
        // A template that changed makes another document.
        let changed = document("Invoice", "Bill {number}");
        assert_eq!(service.ask("PUT /api/templates/invoice", &[], &changed).await.status, 200);
        service.get(&path).await.refused(409, "templateChanged");
        let gone = service.ask("DELETE /api/templates/invoice", &[], "").await;
        assert_eq!(gone.status, 204);
        service.get(&path).await.refused(409, "templateChanged");
        service.get("/api/reports/01890a5d-ac96-774b-bcce-b302099a8057/pdf").await.refused(404, "requestNotFound");
        service.get("/api/reports/x/pdf").await.refused(404, "requestNotFound");
    }

    async fn the_document_of_a_report_with_a_password_is_the_one_that_was_mailed(database) {
        let service = database.service("{}");
        let payslip = |title: &str| format!(r#"{{"name": "{title}", "bindings": [], "template": {{
            "extensions": 1, "page": {{"width": 100, "height": 100}}, "schemas": [],
            "pdf": {{"encryption": {{"userPassword": "{{pin}}"}}}}}}}}"#);
        let id = id_of(&service.post("/api/templates", &payslip("Payslip")).await);
        let request = format!(r#"{{"templateId": "{id}", "email": "ana@example.org", "data": {{"pin": "123456"}}}}"#);
        let report = id_of(&service.post(GENERATE, &request).await);
        assert_eq!(service.mails.count(), 1);
        let path = format!("/api/reports/{report}/pdf");
        let pdf = service.get(&path).await;
        assert_eq!(pdf.status, 200, "{}", String::from_utf8_lossy(&pdf.body));
        assert!(pdf.body.windows(8).any(|part| part == b"/Encrypt"));
        let changed = service.ask(&format!("PUT /api/templates/{id}"), &[], &payslip("Wages")).await;
        assert_eq!(changed.status, 200);
        service.get(&path).await.refused(409, "templateChanged");
    }

    async fn without_its_password_no_document_is_served_or_mailed(database) {
        let service = database.service("{}");
        let template = r#"{"name": "Payslip", "bindings": [], "template": {"extensions": 1,
            "page": {"width": 100, "height": 100}, "schemas": [],
            "pdf": {"encryption": {"userPassword": "{pin}"}}}}"#;
        assert_eq!(service.post("/api/templates", template).await.status, 201);
        let path = "POST /api/templates/payslip/render";
        service.ask(path, &[], r#"{"data": {"pin": "12345"}}"#).await.refused(422, "passwordMissing");
        let pdf = service.ask(path, &[], r#"{"data": {"pin": "123456"}}"#).await;
        assert_eq!(pdf.status, 200);
        assert!(pdf.body.windows(8).any(|part| part == b"/Encrypt"));
        let request = r#"{"templateId": "payslip", "email": "ana@example.org", "data": {}}"#;
        service.post(GENERATE, request).await.refused(422, "passwordMissing");
        assert_eq!(service.mails.count(), 0);
        let log = service.get("/api/log").await;
        assert!(!String::from_utf8_lossy(&log.body).contains("123456"));
    }

    async fn the_document_of_a_report_comes_from_the_archive(database) {
        let archive = tempfile::TempDir::new().unwrap();
        let settings = format!("archive: {{url: {:?}}}", archive.path());
        let service = with_invoice(database.service(&settings)).await;
        let id = generated(&service, r#"{"number": 7}"#).await;
        let sent = attached(&service.mails.delivered()[0].message);
        let path = format!("/api/reports/{id}/pdf");
        let changed = document("Invoice", "Bill {number}");
        assert_eq!(service.ask("PUT /api/templates/invoice", &[], &changed).await.status, 200);
        let pdf = service.get(&path).await;
        assert_eq!((pdf.status.as_u16(), pdf.body == sent), (200, true));
        assert_eq!(pdf.header("content-disposition"), "inline; filename*=UTF-8''Rechnung%20%C3%84.pdf");
        assert_eq!(pdf.header("content-type"), "application/pdf");
        let log = service.get("/api/log").await.json();
        let served = log.as_array().unwrap().last().unwrap();
        assert_eq!((&served["outcome"], &served["request"]), (&json!("served"), &json!(id)));
        assert_eq!((&served["sha256"], &served["archive"]), (&log[0]["sha256"], &log[0]["archive"]));
        // It is still there when the request and its data are not.
        service.purge(&id);
        assert_eq!(service.get(&path).await.body, sent);
        let other = bearer(&service.token("other", &Scope::ALL));
        service.ask(&format!("GET {path}"), &[&other], "").await.refused(404, "requestNotFound");
        let local = service.token("", &Scope::ALL);
        let files = walkdir::WalkDir::new(archive.path()).into_iter().map(|entry| entry.unwrap());
        for file in files.filter(|file| file.path().extension().is_some_and(|it| it == "pdf")) {
            std::fs::write(file.path(), &sent[..sent.len() - 10]).unwrap();
        }
        let damaged = service.ask(&format!("GET {path}"), &[&bearer(&local)], "").await;
        damaged.refused(500, "archiveDamaged");
        let record = std::fs::read_dir(archive.path()).unwrap().next().unwrap().unwrap().path();
        std::fs::rename(&record, archive.path().join("elsewhere")).unwrap();
        let gone = service.ask(&format!("GET {path}"), &[&bearer(&local)], "").await;
        gone.refused(404, "requestNotFound");
    }

    async fn without_its_archive_a_service_mails_nothing(database) {
        let service = with_invoice(database.service("archive: {url: /nonexistent/archive}")).await;
        let request = r#"{"templateId": "invoice", "email": "ana@example.org", "data": {"number": 7}}"#;
        let refused = service.post(GENERATE, request).await.refused(503, "archiveUnavailable");
        assert_eq!(refused["error"], "the archive of the service cannot be used now");
        assert_eq!(service.mails.count(), 0);
    }

    async fn a_report_without_data_has_no_document(database) {
        let service = with_invoice(database.service("serve: {mode: queued, workers: 0}")).await;
        let id = generated(&service, r#"{"number": 7}"#).await;
        let path = format!("/api/reports/{id}/pdf");
        service.get(&path).await.refused(409, "notFinished");
        service.end_and_erase(&id);
        service.get(&path).await.refused(410, "dataErased");
    }

    async fn a_canceled_report_has_no_document(database) {
        let service = with_invoice(database.service("serve: {mode: queued, workers: 0}")).await;
        let id = generated(&service, r#"{"number": 7}"#).await;
        service.cancel(&id);
        service.get(&format!("/api/reports/{id}/pdf")).await.refused(422, "canceled");
    }

    async fn a_report_that_could_not_be_mailed_has_a_document(database) {
        let service = with_invoice(database.service("{}")).await;
        service.mails.script([Some(SendError::Permanent { detail: String::new() })]);
        let request = r#"{"templateId": "invoice", "email": "ana@example.org", "data": {"number": 7}}"#;
        service.post(GENERATE, request).await.refused(422, "mailRefused");
        let reports = service.get("/api/reports").await.json();
        let path = format!("/api/reports/{}/pdf", reports[0]["id"].as_str().unwrap());
        assert!(service.get(&path).await.body.starts_with(b"%PDF"));
    }

    async fn documents_are_for_their_tenant_and_scope(database) {
        let service = database.service("{}");
        let acme = bearer(&service.token("acme", &Scope::ALL));
        service.ask("POST /api/templates", &[&acme], &document("Invoice", "Secret {number}")).await;
        let body = r#"{"data": {}}"#;
        let render = "POST /api/templates/invoice/render";
        assert_eq!(service.ask(render, &[&acme], body).await.status, 200);
        let other = bearer(&service.token("other", &Scope::ALL));
        service.ask(render, &[&other], body).await.refused(404, "templateNotFound");
        let reader = bearer(&service.token("acme", &[Scope::ReportsRead, Scope::ReportsSend]));
        assert_eq!(service.ask(render, &[&reader], body).await.refused(403, "forbidden")["scope"], "reports:render");
        service.ask("GET /api/reports/x/pdf", &[&reader], "").await.refused(403, "forbidden");
    }
}

/// A template with a picture that the data gives, in a field and in a cell.
fn with_pictures(background: &str) -> String {
    json!({"name": "Badge", "template": {
        "extensions": 1,
        "page": {"width": 100, "height": 100},
        "backgroundImage": background,
        "schemas": [
            {"id": "p", "name": "photo", "type": "image", "x": 1, "y": 1, "width": 9, "height": 9, "content": ""},
            {"id": "t", "name": "people", "type": "table", "x": 1, "y": 20, "width": 90, "height": 9,
             "head": ["Photo"], "headWidthPercentages": [100], "content": [["{photo}"]],
             "columnStyles": [{"kind": "image"}]},
        ]},
        "bindings": [{"schemaName": "photo", "type": "scalar", "path": "photo"},
                     {"schemaName": "people", "type": "array", "path": "people", "columns": ["photo"]}],
    })
    .to_string()
}

#[tokio::test]
async fn a_damaged_picture_is_blamed_on_who_gave_it() {
    let damaged = "data:image/png;base64,AAAA";
    let service = TestService::new();
    let path = "/api/templates/badge/render";
    let stored = service.post("/api/templates", &with_pictures("")).await;
    assert_eq!(stored.status, 201, "{}", String::from_utf8_lossy(&stored.body));
    for data in [json!({"photo": damaged}), json!({"people": [{"photo": damaged}]})] {
        let body = json!({"data": data}).to_string();
        let problem = service.post(path, &body).await.refused(422, "imageUnreadable");
        assert_eq!(problem["blame"], "data", "{problem}");
        assert!(problem["advice"].as_str().unwrap().contains("give data"), "{problem}");
    }
    // One of the template is refused when it is stored, and where a stored file has one.
    service
        .ask("PUT /api/templates/badge", &[], &with_pictures(damaged))
        .await
        .refused(422, "backgroundImageUnreadable");
    std::fs::write(service.path("templates/badge.json"), with_pictures(damaged)).unwrap();
    let problem = service.post(path, r#"{"data": {}}"#).await;
    let problem = problem.refused(422, "backgroundImageUnreadable");
    assert_eq!(problem["blame"], "template", "{problem}");
}

/// A PNG of one color, this many pixels wide.
fn png(width: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, 1);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&vec![0; width as usize]).unwrap();
    writer.finish().unwrap();
    bytes
}

#[tokio::test]
async fn a_picture_beside_a_template_is_the_one_that_is_there_now() {
    let service = TestService::new();
    let folder = service.path("templates");
    std::fs::create_dir_all(&folder).unwrap();
    let template = json!({"name": "Badge", "bindings": [], "template": {
        "page": {"width": 100, "height": 100},
        "schemas": [{"id": "p", "name": "logo", "type": "image", "x": 1, "y": 1, "width": 9,
                     "height": 9, "content": "logo.png"}]}});
    std::fs::write(folder.join("badge.json"), template.to_string()).unwrap();
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(60);
    for width in [3, 5] {
        let picture = folder.join("logo.png");
        std::fs::write(&picture, png(width)).unwrap();
        std::fs::File::options().write(true).open(&picture).unwrap().set_modified(old).unwrap();
        // The second time as it is kept, where it is kept.
        for _ in 0..2 {
            let pdf = service.post("/api/templates/badge/render", r#"{"data": {}}"#).await.body;
            let wanted = format!("/Width {width}");
            let has_it = pdf.windows(wanted.len()).any(|part| part == wanted.as_bytes());
            assert!(has_it, "{width}");
        }
    }
}
