//! `sign`, `verify` and documents that are signed when they are made: other programs verify the signatures.

use std::path::Path;
use std::process::Command;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use reportctl::expr::date::Timestamp;
use reportctl::signatures::verify::{self, Integrity};
use reportctl::signatures::{Signer, SignerFiles, Statement};

use crate::documents;
use crate::project::{Project, Run};
use crate::tools;

/// Runs openssl in the folder of a project.
fn openssl(project: &Project, arguments: &str) {
    let mut command = Command::new("openssl");
    command.args(arguments.split(' ')).current_dir(project.path(""));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A folder with an authority (`ca.pem`), and a signer `company` of it: `company.key`, `company.pem`.
pub(super) fn project(kind: &str, days: &str) -> Option<Project> {
    if !tools::has("openssl") {
        return None;
    }
    let project = Project::with_invoice()
        .file(
            "ext",
            "basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature,nonRepudiation\n",
        )
        .file("password", "hunter2\n")
        .file(
            "reportctl.yaml",
            "signers:\n  company: {certificate: company.pem, key: company.key, reason: Sealed}\n",
        );
    let key = match kind {
        "rsa" => "genrsa -out company.key 2048".to_owned(),
        curve => format!("ecparam -name {curve} -genkey -noout -out company.key"),
    };
    for arguments in [
        "ecparam -name prime256v1 -genkey -noout -out ca.key",
        "req -x509 -new -key ca.key -subj /CN=Root -days 30 -out ca.pem",
        &key,
        "req -new -key company.key -subj /O=House/CN=Company -out company.csr",
        &format!(
            "x509 -req -in company.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days {days} -extfile ext -out company.pem"
        ),
    ] {
        openssl(&project, arguments);
    }
    project.run(["render", "invoice", "-d", "data.json", "-o", "a.pdf"]).succeeds();
    Some(project)
}

pub(super) const FILES: [&str; 4] = ["--certificate", "company.pem", "--key", "company.key"];

fn sign(project: &Project, more: &[&str]) -> Run {
    project.run([&["sign", "a.pdf", "-o", "s.pdf"][..], more].concat())
}

/// Output of `pdfsig` for a document.
pub(super) fn pdfsig(file: &Path) -> Option<String> {
    if !tools::has("pdfsig") {
        return None;
    }
    let output = Command::new("pdfsig").arg("-nocert").arg(file).output().unwrap();
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns `true` if openssl verifies the signature of a document: bytes and signature are taken out by their range.
pub(super) fn openssl_verifies(project: &Project, name: &str) -> bool {
    let bytes = project.read(name);
    let text = String::from_utf8_lossy(&bytes);
    let (_, range) = text.rsplit_once("/ByteRange[").unwrap();
    let range = range.split_once(']').unwrap().0;
    let numbers: Vec<usize> = range.split_whitespace().map(|it| it.parse().unwrap()).collect();
    let [0, length, second, rest] = numbers[..] else { panic!("{range}") };
    let content = [&bytes[..length], &bytes[second..second + rest]].concat();
    let digits = std::str::from_utf8(&bytes[length + 1..second - 1]).unwrap();
    let signature: Vec<u8> = (0..digits.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap())
        .collect();
    std::fs::write(project.path("content"), content).unwrap();
    std::fs::write(project.path("signature"), signature).unwrap();
    let arguments = "cms -verify -binary -inform DER -in signature -content content -CAfile ca.pem \
                     -purpose any -out /dev/null";
    let mut command = Command::new("openssl");
    command.args(arguments.split_whitespace()).current_dir(project.path(""));
    command.output().unwrap().status.success()
}

/// Whether pyHanko verifies the signatures of a document; nothing where it is not installed.
pub(super) fn pyhanko(project: &Project, name: &str) -> Option<bool> {
    let program = documents::root().join("target/pyhanko/venv/bin/pyhanko");
    if !program.exists() {
        tools::missing(
            "there is no pyHanko: `pip install pyhanko-cli` in a venv at target/pyhanko/venv",
        );
        return None;
    }
    let output = Command::new(program)
        .args([
            "sign",
            "validate",
            "--pretty-print",
            "--trust",
            "ca.pem",
            "--no-revocation-check",
            name,
        ])
        .current_dir(project.path(""))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(output.status.success() && said.contains("judged VALID"))
}

#[test]
fn other_programs_verify_what_is_signed_and_see_one_byte_changed() {
    for kind in ["prime256v1", "secp384r1", "rsa"] {
        let Some(project) = project(kind, "20") else { return };
        let more = ["--reason", "Approved é", "--location", "Porto"];
        let run = sign(&project, &[&FILES[..], &more].concat()).succeeds();
        run.stderr_has("wrote s.pdf").stderr_has("signed by Company");
        let signed = project.read("s.pdf");
        assert!(signed.starts_with(&project.read("a.pdf")));
        let run = project.run(["verify", "s.pdf", "--trust", "ca.pem"]).succeeds();
        let run = run.stderr_has(
            "right: signature Signature1 of `Company`: the document is as it was signed",
        );
        let run = run.stderr_has("reason: Approved é").stderr_has("covers the whole document");
        run.stderr_has("the certificate is trusted");
        assert!(openssl_verifies(&project, "s.pdf"), "{kind}");
        if let Some(said) = pdfsig(&project.path("s.pdf")) {
            assert!(
                said.contains("Signature is Valid.") && said.contains("Total document signed"),
                "{said}"
            );
        }
        assert_ne!(pyhanko(&project, "s.pdf"), Some(false), "{kind}");
        if tools::has("qpdf") {
            tools::run("qpdf", &["--check"], &project.path("s.pdf")).unwrap();
        }
        // The date of the document.
        let mut changed = signed;
        let at = changed.windows(13).position(|part| part == b"/CreationDate").unwrap() + 22;
        changed[at] ^= 1;
        let project = project.file("c.pdf", changed);
        let run = project.run(["verify", "c.pdf"]);
        run.ends_with(7).stderr_has("wrong: signature").stderr_has("changed after it was signed");
        assert!(!openssl_verifies(&project, "c.pdf"), "{kind}");
        assert_ne!(pyhanko(&project, "c.pdf"), Some(true), "{kind}");
        if let Some(said) = pdfsig(&project.path("c.pdf")) {
            assert!(said.contains("Digest Mismatch"), "{said}");
        }
    }
}

#[test]
fn the_same_document_key_and_date_give_the_same_bytes() {
    for kind in ["prime256v1", "secp384r1", "rsa"] {
        let Some(project) = project(kind, "20") else { return };
        let now = seconds().to_string();
        let more = [&FILES[..], &["--creation-date", &now]].concat();
        sign(&project, &more).succeeds();
        let first = project.read("s.pdf");
        sign(&project, &more).succeeds();
        assert!(first == project.read("s.pdf"), "{kind}");
    }
}

/// Now, in seconds since 1970.
pub(super) fn seconds() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    since.as_secs() as i64
}

#[test]
fn every_byte_of_a_signed_document_counts() {
    let Some(project) = project("prime256v1", "20") else { return };
    sign(&project, &FILES).succeeds();
    let signed = project.read("s.pdf");
    let is_right =
        |bytes: &[u8]| verify::verify(bytes, None).is_ok_and(|found| verify::are_right(&found));
    assert!(is_right(&signed));
    let contents = signed.windows(10).position(|part| part == b"/Contents<").unwrap();
    let filled = contents + 10..signed.len() - 1;
    for at in (0..signed.len()).step_by(7) {
        let mut changed = signed.clone();
        changed[at] ^= 1;
        // Zeros that fill the place of the signature are no part of it, nor is the case of its digits.
        assert!(!is_right(&changed) || filled.contains(&at), "{at}");
    }
    for end in (0..signed.len()).step_by(31) {
        assert!(!is_right(&signed[..end]), "{end}");
    }
    let longer = [&signed[..], b"% more\n"].concat();
    let found = verify::verify(&longer, None).unwrap();
    assert!(
        found[0].state == Integrity::Intact
            && found[0].later_bytes == Some(7)
            && !verify::are_right(&found)
    );
}

#[test]
fn damaged_documents_are_refused_or_signed_rightly() {
    let Some(project) = project("prime256v1", "20") else { return };
    let [certificate, key] = ["company.pem", "company.key"].map(|name| project.path(name));
    let signer = Signer::read(&SignerFiles::Pem { certificate, key }, None).unwrap();
    let now = Timestamp::clamped(seconds());
    let document = project.read("a.pdf");
    let mut signed = 0;
    for at in 0..document.len() {
        let mut changed = document.clone();
        changed[at] = changed[at].wrapping_add(1 + (at % 7) as u8);
        // A document may be whole otherwise; then its signature is right.
        if let Ok(made) = signer.sign(&changed, &Statement::default(), now) {
            signed += 1;
            if at % 16 == 0 {
                assert!(
                    verify::verify(&made, None).is_ok_and(|found| verify::are_right(&found)),
                    "{at}"
                );
            }
        }
    }
    assert!(signed > 0 && signed < document.len(), "{signed}");
}

#[test]
fn documents_are_signed_again_and_certified_first() {
    let Some(project) = project("prime256v1", "20") else { return };
    let standards = ["--pdf-standard", "pdfa-3a,pdfua-1", "--locale", "en", "-o", "a.pdf"];
    project.run([&["render", "invoice", "-d", "data.json"][..], &standards].concat()).succeeds();
    sign(&project, &[&FILES[..], &["--certify", "fill-forms"]].concat()).succeeds();
    let run = project.run(["verify", "s.pdf"]).succeeds();
    run.stderr_has("certifies the document, and allows filling in forms, and signing");
    project.run([&["sign", "s.pdf", "-o", "t.pdf"][..], &FILES].concat()).succeeds();
    let found = project.run(["verify", "t.pdf", "--trust", "ca.pem", "--json"]).succeeds().json();
    assert_eq!(found["signatures"].as_array().unwrap().len(), 2);
    assert_eq!(found["signatures"][1]["laterBytes"], 0);
    assert!(found["signatures"][0]["laterBytes"].as_u64().unwrap() > 0);
    assert_ne!(pyhanko(&project, "t.pdf"), Some(false));
    let again = ["sign", "t.pdf", "-o", "u.pdf", "--certify", "none"];
    let run = project.run([&again[..], &FILES].concat()).fails_with(2);
    run.stderr_has("only the first signature of a document can certify it");
    sign(&project, &[&FILES[..], &["--certify", "none"]].concat()).succeeds();
    let run = project.run([&["sign", "s.pdf", "-o", "t.pdf"][..], &FILES].concat()).fails_with(2);
    run.stderr_has("the document is certified, and allows no changes");
}

#[test]
fn keys_are_read_from_pkcs12_and_with_their_password() {
    let Some(project) = project("rsa", "20") else { return };
    let export =
        "pkcs12 -export -in company.pem -inkey company.key -certfile ca.pem -passout pass:hunter2";
    openssl(&project, &format!("{export} -out new.p12"));
    openssl(
        &project,
        &format!("{export} -certpbe PBE-SHA1-3DES -keypbe PBE-SHA1-3DES -macalg sha1 -out old.p12"),
    );
    openssl(&project, "pkcs8 -topk8 -in company.key -out locked.key -passout pass:hunter2");
    let locked = ["--certificate", "company.pem", "--key", "locked.key"];
    for source in [&["--pkcs12", "new.p12"][..], &["--pkcs12", "old.p12"], &locked] {
        sign(&project, &[source, &["--password-file", "password"]].concat()).succeeds();
        project.run(["verify", "s.pdf", "--trust", "ca.pem"]).succeeds();
        let run = sign(&project, source).fails_with(2);
        run.stderr_has("the key has a password").stderr_has("--password-file");
        let run = project.run_with(
            [("REPORTCTL_SIGNER_PASSWORD", "other")],
            [&["sign", "a.pdf", "-o", "s.pdf"][..], source].concat(),
        );
        run.fails_with(2).stderr_has("the password of the key is wrong");
    }
}

#[test]
fn what_cannot_be_signed_is_said_with_its_fix() {
    let Some(project) = project("prime256v1", "20") else { return };
    let encrypted = ["--encrypt", "a", "b", "256", "--", "a.pdf"];
    if tools::has("qpdf") {
        let mut command = Command::new("qpdf");
        command.args(encrypted).arg("locked.pdf").current_dir(project.path(""));
        assert!(command.status().unwrap().success());
        let run = project.run([&["sign", "locked.pdf"][..], &FILES].concat()).fails_with(2);
        run.stderr_has("the document cannot be signed: it is encrypted")
            .stderr_has("without a password");
    }
    let half = project.read("a.pdf");
    let project = project.file("cut.pdf", &half[..half.len() / 2]).file("text.pdf", "no PDF");
    for (file, why) in [("cut.pdf", "its end is missing"), ("text.pdf", "it is no PDF file")] {
        let run = project.run([&["sign", file][..], &FILES].concat()).fails_with(2);
        run.stderr_has(why).stderr_has("open it in a PDF program");
        project.run(["verify", file]).fails_with(4).stderr_has("the document cannot be read");
    }
    let run = project.run(["sign", "a.pdf", "--certificate", "ca.pem", "--key", "company.key"]);
    run.fails_with(2).stderr_has("no certificate belongs to the private key");
    project.run(["sign", "a.pdf"]).fails_with(2).stderr_has("it is not said who signs");
    let run = project.run(["sign", "cut.pdf", "--signer", "company", "--error-format", "json"]);
    assert_eq!(run.fails_with(2).error()["code"], "signingFailed");
    let run = project.run(["sign", "a.pdf", "--signer", "compny"]).fails_with(2);
    run.stderr_has("did you mean `company`?");
    let run = sign(&project, &[&FILES[..], &["--creation-date", "2001-01-01"]].concat());
    run.fails_with(2).stderr_has("and the document is of 2001-01-01");
    project.run(["verify", "a.pdf"]).ends_with(7).stderr_has("the document has no signature");
}

/// A settings file that this program cannot follow, and the flags.
#[cfg(not(feature = "pkcs11"))]
#[test]
fn keys_on_tokens_need_a_program_that_is_built_for_them() {
    let Some(project) = project("prime256v1", "20") else { return };
    let token = ["--pkcs11-module", "softhsm.so", "--certificate", "company.pem"];
    let run = sign(&project, &token).fails_with(2);
    run.stderr_has("this program cannot use keys on PKCS #11 tokens")
        .stderr_has("feature `pkcs11`");
    let project = project.file("reportctl.yaml", "signers: {seal: {pkcs11: {module: softhsm.so}}}");
    let run = project.run(["render", "invoice", "-d", "data.json", "--error-format", "json"]);
    assert_eq!(run.fails_with(2).error()["code"], "invalidSetting");
    let run = project.run(["render", "invoice", "-d", "data.json"]).fails_with(2);
    run.stderr_has("this program cannot use `pkcs11` of the signer `seal`")
        .stderr_has("--features pkcs11");
}

#[test]
fn an_expired_certificate_signs_nothing() {
    let Some(project) = project("prime256v1", "20") else { return };
    let mut old = rcgen::CertificateParams::default();
    old.distinguished_name.push(rcgen::DnType::CommonName, "Old");
    old.not_before = rcgen::date_time_ymd(2020, 1, 1);
    old.not_after = rcgen::date_time_ymd(2020, 2, 1);
    let key = rcgen::KeyPair::generate().unwrap();
    let certificate = old.self_signed(&key).unwrap().pem();
    let project = project.file("company.pem", certificate).file("company.key", key.serialize_pem());
    let run = sign(&project, &FILES).fails_with(2);
    run.stderr_has("the certificate of `Old` expired on");
    assert!(!project.path("s.pdf").exists());
}

#[test]
fn documents_are_signed_as_they_are_made() {
    let Some(project) = project("prime256v1", "20") else { return };
    let render = ["render", "invoice", "-d", "data.json", "-o", "r.pdf", "--receipt", "r.json"];
    project.run([&render[..], &["--sign", "company"]].concat()).succeeds();
    project.run(["verify", "r.pdf", "--trust", "ca.pem"]).succeeds().stderr_has("reason: Sealed");
    let again = ["--template", "invoice", "--data", "data.json"];
    let run = project.run([&["verify", "r.pdf", "--receipt", "r.json"][..], &again].concat());
    run.succeeds().stderr_has("it has the same bytes before it is signed");
    // Neither key nor password are in what is written.
    assert!(!project.text("r.json").contains("PRIVATE"));
    let project = project
        .file("rows.ndjson", "{\"number\": 1, \"total\": 1}\n{\"number\": 2, \"total\": 2}\n");
    let batch =
        ["batch", "invoice", "-d", "rows.ndjson", "--out-dir", "out", "--filename", "{number}.pdf"];
    project.run([&batch[..], &["--sign", "company"]].concat()).succeeds();
    for name in ["out/1.pdf", "out/2.pdf"] {
        project.run(["verify", name, "--trust", "ca.pem"]).succeeds();
    }
    let run = project.run([&render[..], &["--sign", "other"]].concat()).fails_with(2);
    run.stderr_has("there is no signer `other`");
}

#[test]
fn mailed_documents_are_signed_by_the_worker_not_by_its_children() {
    let Some(project) = project("prime256v1", "20") else { return };
    let settings = project.text("reportctl.yaml") + "sign: company\nmail: {outbox: outbox}\n";
    let project = project.file("reportctl.yaml", settings);
    project.run(["send", "invoice", "-d", "data.json", "--to", "a@example.org"]).succeeds();
    let message = project.read(&format!("outbox/{}", project.names("outbox")[0]));
    let message = mail_parser::MessageParser::default().parse(&message).unwrap();
    let document = mail_parser::MimeHeaders::attachment_name(message.attachment(0).unwrap());
    assert!(document.is_some());
    let project = project.file("m.pdf", message.attachment(0).unwrap().contents());
    project.run(["verify", "m.pdf", "--trust", "ca.pem"]).succeeds();
}

/// Signatures in a second, in one thread: `REPORTCTL_BENCH_SIGN=1 cargo test --release --test main --
/// cli::sign::speed --nocapture`.
#[test]
#[expect(clippy::print_stdout, reason = "a measurement")]
fn speed() {
    if std::env::var_os("REPORTCTL_BENCH_SIGN").is_none() {
        return;
    }
    for kind in ["prime256v1", "secp384r1", "rsa"] {
        let Some(project) = project(kind, "20") else { return };
        let [certificate, key] = ["company.pem", "company.key"].map(|name| project.path(name));
        let signer = Signer::read(&SignerFiles::Pem { certificate, key }, None).unwrap();
        let (document, statement) = (project.read("a.pdf"), Statement::default());
        let now = Timestamp::clamped(seconds());
        let start = Instant::now();
        let mut count = 0;
        while start.elapsed().as_secs() < 3 {
            signer.sign(&document, &statement, now).unwrap();
            count += 1;
        }
        println!(
            "{kind}: {:.0} signatures a second",
            f64::from(count) / start.elapsed().as_secs_f64()
        );
    }
}

#[test]
fn documents_of_one_name_are_not_written_over_each_other() {
    let Some(project) = project("prime256v1", "20") else { return };
    let document = project.read("a.pdf");
    let project = project.file("x/b.pdf", &document).file("y/b.pdf", &document);
    let project = project.file("a-signed.pdf", &document).file("out/keep", "");
    let sign = |files: &[&str]| project.run([&["sign", "--signer", "company"], files].concat());
    sign(&["x/b.pdf", "y/b.pdf", "-o", "out"])
        .fails_with(2)
        .stderr_has("`out/b.pdf` would be written twice");
    assert_eq!(project.names("out"), ["keep"]);
    sign(&["a.pdf", "a-signed.pdf"])
        .fails_with(2)
        .stderr_has("`a-signed.pdf` would be overwritten, and it is read");
    assert_eq!(project.read("a-signed.pdf"), document);
    let own = ["sign", "a.pdf", "--certificate", "company.pem", "--key", "company.key", "-o"];
    for key in ["company.pem", "company.key"] {
        let run = project.run([&own[..], &[key]].concat());
        run.fails_with(2).stderr_has(&format!("`{key}` would be overwritten, and it is read"));
    }
    // One that is replaced by itself with its signature.
    sign(&["a.pdf", "-o", "a.pdf"]).succeeds();
    assert!(project.read("a.pdf").starts_with(&document));
}

/// The document with objects in the place of others or further ones, as an incremental update (ISO 32000-1, 7.5.6).
fn updated(document: &[u8], objects: &[(u32, &[u8])]) -> Vec<u8> {
    let text = String::from_utf8_lossy(document);
    let after = |mark: &str| text[text.rfind(mark).unwrap() + mark.len()..].trim_start();
    let until = |text: &str, end: char| text[..text.find(end).unwrap()].to_owned();
    let (root, previous) = (until(after("/Root"), 'R'), until(after("startxref"), '\n'));
    let mut out = document.to_vec();
    let mut table = "xref\n".to_owned();
    for (number, body) in objects {
        table.push_str(&format!("{number} 1\n{:010} 00000 n \n", out.len()));
        out.extend_from_slice(
            &[format!("{number} 0 obj\n").as_bytes(), body, b"\nendobj\n"].concat(),
        );
    }
    let at = out.len();
    let trailer =
        format!("trailer\n<</Root {root}R/Size 900/Prev {previous}>>\nstartxref\n{at}\n%%EOF\n");
    out.extend_from_slice((table + &trailer).as_bytes());
    out
}

/// A further signature covers everything, so the one that certified has to notice by itself.
#[test]
fn what_a_certification_does_not_allow_makes_it_wrong() {
    let Some(project) = project("prime256v1", "20") else { return };
    sign(&project, &[&FILES[..], &["--certify", "fill-forms"]].concat()).succeeds();
    let document = project.read("s.pdf");
    let parsed = lopdf::Document::load_mem(&document).unwrap();
    let page = parsed.get_pages()[&1];
    let dictionary = parsed.get_dictionary(page).unwrap();
    let number = |key: &[u8]| dictionary.get(key).unwrap().as_reference().unwrap().0;
    let tree = number(b"Parent");
    let content = parsed.get_page_contents(page)[0].0;
    let stream = b"<</Length 4>>stream\n0 g \nendstream";
    let wider = b"<</Type/Page/MediaBox[0 0 900 900]>>";
    let pages = b"<</Type/Pages/Kids[]/Count 0>>";
    // The last version of the page, with one more annotation.
    let text = String::from_utf8_lossy(&document);
    let start = text.rfind(&format!("\n{} 0 obj\n", page.0)).unwrap();
    let body = &text[start..][text[start..].find("<<").unwrap()..];
    let annotated =
        body[..body.find("endobj").unwrap()].replacen("/Annots[", "/Annots[801 0 R ", 1);
    assert!(annotated.contains("801 0 R"), "{annotated}");
    let annotated = annotated.into_bytes();
    let (stamp, box_of_none) = (
        b"<</Type/Annot/Subtype/Stamp/FT/Sig/F 4/Rect[0 0 99 99]>>",
        b"<</Type/Annot/Subtype/Widget/FT/Sig/T(x)/F 4/Rect[0 0 99 99]>>",
    );
    for (objects, why) in [
        (
            &[(page.0, &annotated[..]), (801, &stamp[..])][..],
            "a page was changed after it was certified",
        ),
        (
            &[(page.0, &annotated[..]), (801, &box_of_none[..])],
            "a page was changed after it was certified",
        ),
        (&[(content, &stream[..])], "what its pages show was changed after it was certified"),
        (&[(page.0, &wider[..])], "a page was changed after it was certified"),
        // One that nothing shows.
        (&[(800, &stream[..])], ""),
    ] {
        let project = Project::new()
            .file("t.pdf", updated(&document, objects))
            .file("company.pem", project.read("company.pem"))
            .file("company.key", project.read("company.key"))
            .file("ca.pem", project.read("ca.pem"));
        project.run([&["sign", "t.pdf", "-o", "u.pdf"][..], &FILES].concat()).succeeds();
        let run = project.run(["verify", "u.pdf", "--trust", "ca.pem"]);
        if why.is_empty() {
            run.succeeds();
        } else {
            run.fails_with(7).stderr_has(why);
        }
    }
    // A document without pages is not signed again.
    let project = project.file("t.pdf", updated(&document, &[(tree, &pages[..])]));
    let run = project.run(["verify", "t.pdf"]).fails_with(7);
    run.stderr_has("its pages were changed after it was certified");
}

#[test]
fn a_signature_says_what_was_signed() {
    let Some(project) = project("prime256v1", "20") else { return };
    sign(&project, &[&FILES[..], &["--reason", "Rejected"]].concat()).succeeds();
    let document = project.read("s.pdf");
    let parsed = lopdf::Document::load_mem(&document).unwrap();
    let is_signature =
        |object: &lopdf::Object| object.as_dict().is_ok_and(|dict| dict.has_type(b"Sig"));
    let (id, _) = parsed.objects.iter().find(|(_, object)| is_signature(object)).unwrap();
    let text: Vec<u8> = document.clone();
    let find = |mark: &[u8], from: usize| {
        from + text[from..].windows(mark.len()).position(|window| window == mark).unwrap()
    };
    let start = find(format!("{} 0 obj\n", id.0).as_bytes(), 0);
    let start = find(b"<<", start);
    let body = &document[start..find(b"\nendobj", start)];
    let at = body.windows(8).position(|window| window == b"Rejected").unwrap();
    let other = [&body[..at], b"Approved", &body[at + 8..]].concat();
    let project = project.file("t.pdf", updated(&document, &[(id.0, &other)]));
    project.run([&["sign", "t.pdf", "-o", "u.pdf"][..], &FILES].concat()).succeeds();
    let found = project.run(["verify", "u.pdf", "--trust", "ca.pem", "--json"]).ends_with(0).json();
    assert_eq!(found["signatures"][0]["reason"], "Rejected", "{found:#}");
}

#[test]
fn the_value_of_a_field_with_a_widget_of_its_own_is_in_the_field() {
    let Some(project) = project("prime256v1", "20") else { return };
    let document = project.read("a.pdf");
    let parsed = lopdf::Document::load_mem(&document).unwrap();
    let root = parsed.trailer.get(b"Root").unwrap().as_reference().unwrap().0;
    let pages = parsed.catalog().unwrap().get(b"Pages").unwrap().as_reference().unwrap().0;
    let page = parsed.get_pages()[&1].0;
    let catalog = format!("<</Type/Catalog/Pages {pages} 0 R/AcroForm<</Fields[801 0 R]>>>>");
    let widget =
        format!("<</Type/Annot/Subtype/Widget/Parent 801 0 R/Rect[0 0 9 9]/P {page} 0 R>>");
    let form = updated(
        &document,
        &[
            (root, catalog.as_bytes()),
            (801, b"<</FT/Sig/T(customer)/Kids[802 0 R]>>"),
            (802, widget.as_bytes()),
        ],
    );
    let project = project.file("f.pdf", form);
    let sign = ["sign", "f.pdf", "-o", "g.pdf", "--field", "customer"];
    project.run([&sign[..], &FILES].concat()).succeeds();
    let signed = lopdf::Document::load_mem(&project.read("g.pdf")).unwrap();
    assert!(signed.get_dictionary((801, 0)).unwrap().has(b"V"));
    assert!(!signed.get_dictionary((802, 0)).unwrap().has(b"V"));
    assert_ne!(pyhanko(&project, "g.pdf"), Some(false));
    let found = project.run(["verify", "g.pdf", "--json"]).succeeds().json();
    assert_eq!(found["signatures"].as_array().unwrap().len(), 1);
    project
        .run([&["sign", "g.pdf", "-o", "h.pdf", "--field", "customer"][..], &FILES].concat())
        .fails_with(2)
        .stderr_has("is signed already");
}
