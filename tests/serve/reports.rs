//! `/api/reports` and `/api/log`.

use std::time::Duration;

use reportctl::delivery::mail::SendError;
use serde_json::{Value as Json, json};

use super::service::{Answer, TestDatabase, TestService, document};

const GENERATE: &str = "/api/reports/generate";

fn body(template: &str, email: &str, data: &str) -> String {
    format!(r#"{{"templateId": "{template}", "email": "{email}", "data": {data}}}"#)
}

async fn with_invoice(database: &TestDatabase, settings: &str) -> TestService {
    let service = database.service(settings);
    let stored = service.post("/api/templates", &document("Invoice", "Invoice {number}")).await;
    assert_eq!(stored.status, 201);
    service
}

async fn ended(service: &TestService, id: &str) -> Json {
    for _ in 0..500 {
        let report = service.get(&format!("/api/reports/{id}")).await.json();
        if report["status"] != "pending" {
            return report;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the report {id} never ended");
}

fn id(answer: &Answer) -> String {
    answer.json()["id"].as_str().unwrap().to_owned()
}

on_both! {
    async fn the_calls_of_the_guide_get_the_answers_of_the_guide(database) {
        // As json-pdf-designer's guide has them: POST, PUT, GET, GET, POST.
        let service = database.service("{}");
        let invoice = document("Invoice", "Invoice {number}");
        let id = id(&service.post("/api/templates", &invoice).await);
        assert_eq!(service.ask(&format!("PUT /api/templates/{id}"), &[], &invoice).await.status, 200);
        let loaded = service.get(&format!("/api/templates/{id}")).await.json();
        assert!(loaded["template"].is_object() && loaded["bindings"].is_array());
        assert_eq!(service.get("/api/templates").await.json()[0]["id"], json!(id));
        let request = format!(
            r#"{{"templateId": "{id}", "data": {{"number": 7}}, "email": "ana@example.org", "filename": "invoice.pdf"}}"#
        );
        let answer = service.post(GENERATE, &request).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["ok"]), (202, &json!(true)));
        let mails = service.mails.delivered();
        assert_eq!((mails.len(), &*mails[0].to), (1, "ana@example.org"));
        let message = String::from_utf8_lossy(&mails[0].message).into_owned();
        assert!(message.contains("Subject: Your report") && message.contains("invoice.pdf"));
        let unknown =
            service.post(GENERATE, &body("7e0a6c5d-93d1-4f0b-a1f4-52c85f1d9a37", "a@b.org", "{}")).await;
        assert_eq!(unknown.refused(404, "templateNotFound")["error"], "Template not found");
    }

    async fn in_queued_mode_a_request_is_taken_at_once_and_done_soon(database) {
        let service = with_invoice(database, "serve: {mode: queued}").await;
        let taken = service.post(GENERATE, &body("invoice", "ana@example.org", r#"{"number": 7}"#)).await;
        assert_eq!((taken.status.as_u16(), &taken.json()["status"]), (202, &json!("pending")));
        assert_eq!(taken.header("location"), format!("/api/reports/{}", id(&taken)));
        let report = ended(&service, &id(&taken)).await;
        assert_eq!(report["status"], "done");
        assert_eq!(
            (&report["templateId"], &report["email"]),
            (&json!("invoice"), &json!("ana@example.org"))
        );
        assert!(report["processedAt"].as_str().unwrap().ends_with('Z'), "{report}");
        assert_eq!(service.mails.count(), 1);
        let log = service.get("/api/log").await.json();
        assert_eq!((&log[0]["outcome"], &log[0]["request"]), (&json!("delivered"), &report["id"]));
    }

    async fn a_full_queue_refuses_new_requests_and_answers_repeated_ones(database) {
        let service = with_invoice(database, "serve: {mode: queued, workers: 0, maxPending: 2}").await;
        let asked = body("invoice", "ana@example.org", r#"{"number": 7}"#);
        let with_key = async |key: &str| {
            let key = format!("Idempotency-Key: {key}");
            service.ask(&format!("POST {GENERATE}"), &[&*key], &asked).await
        };
        let first = with_key("first").await;
        assert_eq!((first.status.as_u16(), with_key("second").await.status.as_u16()), (202, 202));
        let full = with_key("third").await;
        full.refused(503, "queueFull");
        assert_eq!(full.header("retry-after"), "10");
        let again = with_key("first").await;
        assert_eq!((again.status.as_u16(), id(&again)), (202, id(&first)));
        assert_eq!(service.get("/api/reports").await.json().as_array().unwrap().len(), 2);
    }

    async fn data_may_be_a_list(database) {
        let service = database.service("{}");
        let template = r#"{"name": "People", "bindings": [
            {"schemaName": "rows", "type": "array", "path": "$root", "columns": []}],
            "template": {"extensions": 1, "page": {"width": 210, "height": 297}, "schemas": [
            {"id": "t", "name": "rows", "type": "table", "x": 10, "y": 40, "width": 190,
             "height": 14, "head": ["Name"], "content": [["{name}"]]}]}}"#;
        let id = id(&service.post("/api/templates", template).await);
        let data = r#"[{"name": "Ana"}, {"name": "Bob"}]"#;
        let answer = service.post(GENERATE, &body(&id, "ana@example.org", data)).await;
        assert_eq!(answer.status, 202, "{}", answer.json());
        assert_eq!(service.mails.count(), 1);
        let report = answer.json()["id"].as_str().unwrap().to_owned();
        let pdf = service.get(&format!("/api/reports/{report}/pdf")).await;
        assert!(pdf.body.starts_with(b"%PDF"));
        let render = format!("POST /api/templates/{id}/render");
        let asked = ["Accept: application/json"];
        let rendered = service.ask(&render, &asked, &format!(r#"{{"data": {data}}}"#)).await.json();
        assert!(rendered["pages"][0].to_string().contains("Bob"), "{rendered}");
        let preview = format!(r#"{{"data": {data}, {}"#, &template[1..]);
        let preview = preview.replacen(r#""name": "People", "#, "", 1);
        assert_eq!(service.post("/api/reports/preview", &preview).await.status, 200);
    }

    async fn what_cannot_be_used_is_refused_before_anything_is_made(database) {
        let service =
            with_invoice(database, "{serve: {dataBytes: 1000}, mail: {recipients: {allow: [example.org]}}}")
                .await;
        let ok = body("invoice", "ana@example.org", "{}");
        let with = |more: &str| ok.replacen('{', &format!("{{{more}, "), 1);
        for (request, status, code, field) in [
            (with(r#""template": {}"#), 422, "templateNotAllowed", Some("template")),
            (with(r#""bindings": []"#), 422, "templateNotAllowed", Some("bindings")),
            (with(r#""to": "x""#), 422, "unknownField", Some("to")),
            (body("invoice", "ana", "{}"), 422, "invalidEmail", Some("email")),
            (
                body("invoice", r"ana@example.org\r\nBcc: x@y.z", "{}"),
                422,
                "invalidEmail",
                Some("email"),
            ),
            (body("invoice", "ana@elsewhere.org", "{}"), 422, "recipientNotAllowed", Some("email")),
            (body("invoice", "ana@example.org", "5"), 422, "invalidField", Some("data")),
            (with(r#""filename": "a\r\nb""#), 422, "invalidField", Some("filename")),
            (body("nothing", "ana@example.org", "{}"), 404, "templateNotFound", None),
            (body("file:/etc/passwd", "ana@example.org", "{}"), 404, "templateNotFound", None),
            (body("../invoice", "ana@example.org", "{}"), 404, "templateNotFound", None),
            (r#"{"templateId": "invoice", "data": {}}"#.to_owned(), 422, "invalidField", Some("email")),
            ("{".to_owned(), 400, "malformedJson", None),
            (
                body("invoice", "ana@example.org", &format!(r#"{{"x": "{}"}}"#, "x".repeat(1000))),
                413,
                "bodyTooLarge",
                None,
            ),
        ] {
            let refused = service.post(GENERATE, &request).await.refused(status, code);
            assert_eq!(refused["field"].as_str(), field, "{request}");
        }
        assert_eq!(service.get("/api/reports").await.json(), json!([]));
        assert_eq!(service.get("/api/log").await.json(), json!([]));
        assert_eq!(service.mails.count(), 0);
    }

    async fn data_that_lacks_a_path_is_refused_by_a_strict_service_or_template(database) {
        let incomplete = body("invoice", "ana@example.org", "{}");
        // One after the other: services on one queue make each other's reports, from templates that they
        // must both have.
        let lenient = with_invoice(database, "{}").await;
        assert_eq!(lenient.post(GENERATE, &incomplete).await.status, 202);
        let own = document("Own", "{number}").replacen('{', r#"{"strict": true, "#, 1);
        assert_eq!(lenient.post("/api/templates", &own).await.status, 201);
        let of_template = body("own", "ana@example.org", "{}");
        lenient.post(GENERATE, &of_template).await.refused(422, "missingPath");
        assert_eq!(lenient.mails.count(), 1);
        drop(lenient);

        let strict = with_invoice(database, "serve: {strict: true}").await;
        let refused = strict.post(GENERATE, &incomplete).await.refused(422, "missingPath");
        assert!(refused["error"].as_str().unwrap().contains("number"), "{refused}");
        let misspelt = document("Misspelt", "{nmber} {name}");
        assert_eq!(strict.post("/api/templates", &misspelt).await.status, 201);
        let data = body("misspelt", "ana@example.org", r#"{"number": 1, "nam": 2}"#);
        let several = strict.post(GENERATE, &data).await.refused(422, "missingPath");
        assert_eq!(several["advice"], "did you mean `number`?", "{several}");
        assert_eq!(several["further"][0]["advice"], "did you mean `nam`?", "{several}");
        assert_eq!(strict.mails.count(), 0);
        // There, though null.
        let null = body("invoice", "ana@example.org", r#"{"number": null}"#);
        assert_eq!(strict.post(GENERATE, &null).await.status, 202);
        let allowing = incomplete.replacen('{', r#"{"allow": ["missingPath"], "#, 1);
        assert_eq!(strict.post(GENERATE, &allowing).await.status, 202);
        let unknown = incomplete.replacen('{', r#"{"allow": ["pageLimit"], "#, 1);
        strict.post(GENERATE, &unknown).await.refused(422, "invalidField");
        let sum = document("Sum", "{number * 2}");
        assert_eq!(strict.post("/api/templates", &sum).await.status, 201);
        let text = body("sum", "ana@example.org", r#"{"number": "12,50"}"#);
        let refused = strict.post(GENERATE, &text).await.refused(422, "notANumber");
        assert!(refused["error"].as_str().unwrap().contains("`12,50`"), "{refused}");
        let allowing = text.replacen('{', r#"{"allow": ["notANumber"], "#, 1);
        assert_eq!(strict.post(GENERATE, &allowing).await.status, 202);
    }

    async fn data_of_another_shape_and_unknown_functions_are_refused_however_lenient(database) {
        for settings in ["{}", "serve: {mode: queued}"] {
            let service = with_invoice(database, settings).await;
            let template = document("Sum", "{MONNEY(number)}");
            assert_eq!(service.post("/api/templates", &template).await.status, 201);
            let unknown = body("sum", "ana@example.org", r#"{"number": 1}"#);
            let refused = service.post(GENERATE, &unknown).await.refused(422, "unknownFunction");
            assert!(refused["error"].as_str().unwrap().contains("`MONNEY`"), "{refused}");
            let template = r#"{"name": "Rows", "bindings": [
                {"schemaName": "rows", "type": "array", "path": "rows", "columns": ["a"]}],
                "template": {"page": {"width": 210, "height": 297}, "schemas": [
                {"id": "t", "name": "rows", "type": "table", "x": 10, "y": 40, "width": 190,
                 "height": 14, "head": ["A"], "content": []}]}}"#;
            assert_eq!(service.post("/api/templates", template).await.status, 201);
            for data in [r#"{"rows": "x"}"#, r#"{"rows": null}"#, r#"{"rows": [1, 2]}"#] {
                let asked = body("rows", "ana@example.org", data);
                let refused = service.post(GENERATE, &asked).await.refused(422, "dataShape");
                assert!(refused["error"].as_str().unwrap().contains("`rows"), "{refused}");
            }
            assert_eq!(service.mails.count(), 0);
            for (asked, code) in [
                (unknown, "unknownFunction"),
                (body("rows", "ana@example.org", r#"{"rows": [1, 2]}"#), "dataShape"),
            ] {
                let allowing = asked.replacen('{', &format!(r#"{{"allow": ["{code}"], "#), 1);
                let taken = service.post(GENERATE, &allowing).await;
                assert_eq!(taken.status, 202, "{}", taken.json());
                let report = ended(&service, &id(&taken)).await;
                assert_eq!(report["status"], "done", "{report}");
            }
        }
    }

    async fn data_that_does_not_fulfil_what_the_template_requires_is_refused(database) {
        let template = r#"{"name": "Bill", "bindings": [], "template": {"extensions": 1,
            "page": {"width": 210, "height": 297}, "schemas": [], "require": [
            {"that": "total == SUM(lines.net)", "message": "The total {total} is not the sum of the lines."},
            {"that": "COUNTOF(lines, NOT rate) == 0", "message": "A line has no VAT rate."}]}}"#;
        let (wrong, right) =
            (r#"{"total": 5, "lines": [{"net": 4}]}"#, r#"{"total": 4, "lines": [{"net": 4, "rate": 19}]}"#);
        for settings in ["{}", "serve: {mode: queued}"] {
            let service = database.service(settings);
            assert_eq!(service.post("/api/templates", template).await.status, 201);
            let answer = service.post(GENERATE, &body("bill", "ana@example.org", wrong)).await;
            let said = "The total 5 is not the sum of the lines.";
            let refused = answer.refused(422, "requirementFailed");
            assert_eq!((&refused["error"], &refused["blame"]), (&json!(said), &json!("data")), "{settings}");
            assert_eq!(refused["further"][0], "A line has no VAT rate.");
            let render = format!(r#"{{"data": {wrong}}}"#);
            let refused = service.post("/api/templates/bill/render", &render).await;
            refused.refused(422, "requirementFailed");
            assert_eq!(service.mails.count(), 0);
            let taken = service.post(GENERATE, &body("bill", "ana@example.org", right)).await;
            assert_eq!(taken.status, 202, "{}", taken.json());
            assert_eq!(ended(&service, &id(&taken)).await["status"], "done");
        }
    }

    async fn a_document_that_cannot_be_made_is_reported_with_its_details(database) {
        let service = with_invoice(database, "{maxOutputBytes: 100}").await;
        let answer = service.post(GENERATE, &body("invoice", "a@example.org", r#"{"number": 1}"#)).await;
        assert_eq!(answer.refused(422, "outputLimit")["limitBytes"], 100);
        let reports = service.get("/api/reports?status=error").await.json();
        assert_eq!(reports[0]["errorCode"], "outputLimit");
    }

    async fn a_mail_that_is_not_taken_is_reported(database) {
        let service = with_invoice(database, "{}").await;
        let detail = || "server mail.internal:25 says no".to_owned();
        service.mails.script([
            Some(SendError::permanent(detail())),
            Some(SendError::temporary(detail())),
            Some(SendError::unknown(detail())),
        ]);
        let request = body("invoice", "ana@example.org", r#"{"number": 7}"#);
        service.post(GENERATE, &request).await.refused(422, "mailRefused");
        let away = service.post(GENERATE, &request).await;
        let reported = away.refused(503, "mailUnavailable").to_string();
        assert!(!away.header("retry-after").is_empty() && !reported.contains("mail.internal"), "{reported}");
        service.post(GENERATE, &request).await.refused(504, "deliveryUnknown");
        assert_eq!(service.mails.count(), 0);
        // Nothing is sent later: each was answered.
        let reports = service.get("/api/reports?status=pending").await.json();
        assert_eq!(reports, json!([]));
    }

    async fn a_repeated_request_gets_the_first_answer(database) {
        for (settings, status) in [("{}", "done"), ("serve: {mode: queued}", "pending")] {
            let service = with_invoice(database, settings).await;
            // Both services may stand on the same database.
            let key = [&*format!("Idempotency-Key: order-{status}")];
            let request = body("invoice", "ana@example.org", r#"{"number": 7}"#);
            let ask = format!("POST {GENERATE}");
            let first = service.ask(&ask, &key, &request).await;
            assert_eq!(first.json()["status"], status);
            ended(&service, &id(&first)).await;
            let second = service.ask(&ask, &key, &request).await;
            assert_eq!((second.status, second.json()), (first.status, first.json()));
            assert_eq!(service.mails.count(), 1);
            let other = body("invoice", "ana@example.org", r#"{"number": 8}"#);
            service.ask(&ask, &key, &other).await.refused(422, "idempotencyKey");
            let allowing = request.replacen('{', r#"{"allow": ["missingPath"], "#, 1);
            service.ask(&ask, &key, &allowing).await.refused(422, "idempotencyKey");
            // Whatever became of the template.
            std::fs::remove_file(service.path("templates/invoice.json")).unwrap();
            let third = service.ask(&ask, &key, &request).await;
            assert_eq!((third.status, third.json()), (first.status, first.json()));
            let long = format!("Idempotency-Key: {}", "k".repeat(256));
            service.ask(&ask, &[&long], &request).await.refused(422, "invalidField");
        }
    }

    async fn a_repeated_request_is_sent_when_the_first_could_not_be(database) {
        let service = with_invoice(database, "{}").await;
        service.mails.script([Some(SendError::temporary(""))]);
        let request = body("invoice", "ana@example.org", r#"{"number": 7}"#);
        let ask = format!("POST {GENERATE}");
        let key = ["Idempotency-Key: order-7"];
        service.ask(&ask, &key, &request).await.refused(503, "mailUnavailable");
        assert_eq!(service.ask(&ask, &key, &request).await.status, 202);
        assert_eq!(service.ask(&ask, &key, &request).await.status, 202);
        assert_eq!(service.mails.count(), 1);
    }

    async fn a_key_used_for_another_request_sends_nothing_after_a_failure_either(database) {
        for settings in ["{}", "serve: {mode: queued, workers: 0}"] {
            let service = with_invoice(database, settings).await;
            service.mails.script([Some(SendError::temporary(""))]);
            let key = [&*format!("Idempotency-Key: order-{}", settings.len())];
            let ask = format!("POST {GENERATE}");
            let first = body("invoice", "ana@example.org", r#"{"number": 7}"#);
            let status = service.ask(&ask, &key, &first).await.status.as_u16();
            assert!([503, 202].contains(&status), "{status}");
            for other in [
                body("invoice", "bob@example.org", r#"{"number": 7}"#),
                body("invoice", "ana@example.org", r#"{"number": 8}"#),
                first.replacen('{', r#"{"filename": "a.pdf", "#, 1),
            ] {
                service.ask(&ask, &key, &other).await.refused(422, "idempotencyKey");
            }
            assert_eq!(service.mails.count(), 0, "{settings}");
        }
    }

    async fn a_repeated_request_is_answered_when_its_data_is_erased(database) {
        let service = with_invoice(database, "serve: {mode: queued, workers: 0}").await;
        let ask = format!("POST {GENERATE}");
        let key = ["Idempotency-Key: erased"];
        let request = body("invoice", "ana@example.org", r#"{"number": 7}"#)
            .replacen('{', r#"{"allow": ["missingPath"], "#, 1);
        let first = service.ask(&ask, &key, &request).await;
        service.end_and_erase(&id(&first));
        let second = service.ask(&ask, &key, &request).await;
        assert_eq!((second.status, second.json()), (first.status, first.json()));
        let other = request.replace("ana@", "bob@");
        service.ask(&ask, &key, &other).await.refused(422, "idempotencyKey");
    }

    async fn of_many_requests_with_one_key_one_is_sent(database) {
        for settings in ["{}", "serve: {mode: queued}"] {
            let service = std::sync::Arc::new(with_invoice(database, settings).await);
            for round in 0..4 {
                // The first delivery of every other round fails and may be tried again.
                let fails_first = round % 2 == 1 && settings == "{}";
                if fails_first {
                    let later = SendError::temporary("");
                    service.mails.script([Some(later)]);
                }
                let key = format!("Idempotency-Key: race-{round}-{}", settings.len());
                let before = service.mails.count();
                let tasks: Vec<_> = (0..16)
                    .map(|n| {
                        let (service, key) = (std::sync::Arc::clone(&service), key.clone());
                        // Two requests that differ, eight times each.
                        let request = body("invoice", &format!("r{}@example.org", n % 2), "{}");
                        tokio::spawn(async move {
                            let ask = format!("POST {GENERATE}");
                            let answer = service.ask(&ask, &[&key], &request).await;
                            (n % 2, answer.status.as_u16())
                        })
                    })
                    .collect();
                let mut answers = Vec::new();
                for task in tasks {
                    answers.push(task.await.unwrap());
                }
                let accepted: Vec<_> = answers.iter().filter(|(_, status)| *status == 202).collect();
                for (of, status) in &answers {
                    let expected: &[u16] = match accepted.first() {
                        // After a failure one that differs may look for the row while others like it arrive.
                        Some((first, _)) if first != of && fails_first => &[409, 422],
                        Some((first, _)) if first != of => &[422],
                        // One that repeats the first is never taken for another, whichever asks at the same time.
                        Some(_) if !fails_first => &[202, 409, 503],
                        _ => &[202, 409, 422, 503],
                    };
                    assert!(expected.contains(status), "{answers:?}");
                }
                for _ in 0..200 {
                    let pending = service.get("/api/reports?status=pending").await.json();
                    if pending == json!([]) {
                        break;
                    }
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                assert!(service.mails.count() <= before + 1, "{answers:?}");
                assert!(service.mails.count() == before + 1 || accepted.is_empty(), "{answers:?}");
            }
        }
    }

    async fn many_at_once_are_all_answered_and_sent_once(database) {
        let service = with_invoice(database, "{}").await;
        let service = std::sync::Arc::new(service);
        let tasks: Vec<_> = (0..60)
            .map(|n| {
                let service = std::sync::Arc::clone(&service);
                let request = body("invoice", &format!("r{n}@example.org"), "{}");
                tokio::spawn(async move { service.post(GENERATE, &request).await.status.as_u16() })
            })
            .collect();
        for task in tasks {
            assert_eq!(task.await.unwrap(), 202);
        }
        let mut recipients: Vec<String> = service.mails.delivered().into_iter().map(|m| m.to).collect();
        recipients.sort();
        recipients.dedup();
        assert_eq!((recipients.len(), service.mails.count()), (60, 60));
    }

    async fn reports_come_in_pages_the_newest_first(database) {
        let service = with_invoice(database, "serve: {mode: queued}").await;
        for n in 0..5 {
            let request = body("invoice", &format!("r{n}@example.org"), "{}");
            ended(&service, &id(&service.post(GENERATE, &request).await)).await;
        }
        let first = service.get("/api/reports?limit=3&status=done").await;
        let emails = |answer: &Answer| {
            let all = answer.json().as_array().unwrap().clone();
            all.iter().map(|one| one["email"].as_str().unwrap()[..2].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(emails(&first), ["r4", "r3", "r2"]);
        let next = first.header("link").split(['<', '>']).nth(1).unwrap().to_owned();
        let last = service.get(&next).await;
        assert_eq!((emails(&last), last.header("link")), (vec!["r1".into(), "r0".into()], ""));
        for query in ["limit=0", "status=open", "after=x", "limit=1001"] {
            service.get(&format!("/api/reports?{query}")).await.refused(422, "invalidField");
        }
        // A list that goes on behind a report that is gone, or that of another tenant, would end there.
        let other = id(&service.post(GENERATE, &body("invoice", "r5@example.org", "{}")).await);
        ended(&service, &other).await;
        service.purge(&other);
        service.get(&format!("/api/reports?after={other}")).await.refused(422, "invalidField");
        for unknown in ["x", "00000000-0000-0000-0000-000000000000", "..%2F"] {
            service.get(&format!("/api/reports/{unknown}")).await.refused(404, "requestNotFound");
        }
    }

    async fn the_queued_variant_of_the_guide_answers_with_the_id(database) {
        let service = with_invoice(database, "serve: {mode: queued}").await;
        let request = body("invoice", "ana@example.org", r#"{"number": 7}"#);
        let answer = service.post(GENERATE, &request).await;
        assert_eq!(answer.status, 202);
        assert_eq!(ended(&service, &id(&answer)).await["status"], "done");
        let message = service.mails.delivered().remove(0).message;
        let message = String::from_utf8_lossy(&message).into_owned();
        assert!(message.contains("Subject: Your report") && message.contains("report.pdf"));
        let ready = service.get("/readyz").await;
        assert_eq!((ready.status.as_u16(), &ready.json()["database"]), (200, &json!("ok")));
        // The mail is counted after its row has ended.
        let wanted = ["reportctl_mails_total{outcome=\"delivered\"} 1", "reportctl_queue_pending 0"];
        let mut metrics = String::new();
        for _ in 0..100 {
            metrics = String::from_utf8(service.get("/metrics").await.body).unwrap();
            if wanted.iter().all(|line| metrics.contains(line)) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert!(wanted.iter().all(|line| metrics.contains(line)), "{metrics}");
    }

    async fn a_template_changed_on_disk_is_used_without_a_restart(database) {
        let service = database.service("{}");
        let file = service.path("templates/a.json");
        std::fs::create_dir_all(service.path("templates")).unwrap();
        let mut modified = None;
        // Of the same length, in the same second: as quick as a script, or as `git checkout` can be.
        for name in ["one.pdf", "two.pdf", "six.pdf"] {
            let content = document("A", "a")
                .replacen('{', &format!(r#"{{"mail": {{"filename": "{name}"}}, "#), 1);
            std::fs::write(&file, content).unwrap();
            let handle = std::fs::File::options().write(true).open(&file).unwrap();
            let first = handle.metadata().unwrap().modified().unwrap();
            handle.set_modified(*modified.get_or_insert(first)).unwrap();
            assert_eq!(service.post(GENERATE, &body("a", "a@example.org", "{}")).await.status, 202);
            let message = service.mails.delivered().pop().unwrap().message;
            assert!(String::from_utf8_lossy(&message).contains(name), "{name}");
        }
    }
}
