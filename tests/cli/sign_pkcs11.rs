//! Signers with their keys on PKCS #11 tokens: SoftHSM keeps them in a folder of the test.

use std::path::Path;
use std::process::Command;

use cryptoki::context::{CInitializeArgs, CInitializeFlags, Pkcs11};
use cryptoki::object::{Attribute, AttributeType, CertificateType, ObjectClass};
use cryptoki::session::{Session, UserType};
use cryptoki::types::AuthPin;
use reportctl::expr::date::Timestamp;
use reportctl::signatures::settings::{SignerSettings, Signers, TokenSettings};
use reportctl::signatures::{Signing, Statement};

use super::sign::{openssl_verifies, pdfsig, project, pyhanko, seconds};
use crate::project::{Project, Run};
use crate::tools;

/// Paths at which distributions install SoftHSM.
const MODULES: [&str; 5] = [
    "/usr/lib/softhsm/libsofthsm2.so",
    "/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so",
    "/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so",
    "/usr/lib64/pkcs11/libsofthsm2.so",
    "/usr/local/lib/softhsm/libsofthsm2.so",
];

fn module() -> Option<&'static str> {
    let module = MODULES.into_iter().find(|path| Path::new(path).exists());
    if module.is_none() {
        tools::missing("there is no SoftHSM: install softhsm2");
    }
    module
}

fn softhsm(project: &Project, arguments: &str) {
    let mut command = Command::new("softhsm2-util");
    command.args(arguments.split(' ')).current_dir(project.path(""));
    let output = command.env("SOFTHSM2_CONF", project.path("softhsm.conf")).output().unwrap();
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Puts a key into the token of a project.
fn import(project: &Project, key: &str, label: &str, id: &str) {
    let mut command = Command::new("openssl");
    command.args(["pkcs8", "-topk8", "-nocrypt", "-in", key, "-out", "import.key"]);
    assert!(command.current_dir(project.path("")).status().unwrap().success());
    let place = format!("--token seals --pin 1234 --label {label} --id {id}");
    softhsm(project, &format!("--import import.key {place}"));
    std::fs::remove_file(project.path("import.key")).unwrap();
}

/// A folder with an authority, and a signer whose key is on the token `seals` and nowhere else.
fn token(kind: &str) -> Option<Project> {
    let module = module()?;
    if !tools::has("softhsm2-util") {
        return None;
    }
    let project = project(kind, "20")?;
    let folder = project.path("tokens");
    std::fs::create_dir(&folder).unwrap();
    let conf = format!("directories.tokendir = {}\n", folder.display());
    let signer = format!(
        "signers:\n  company: {{pkcs11: {{module: {module}, token: seals, key: seal, pinFile: pin}}, \
         certificate: company.pem, reason: Sealed}}\n"
    );
    let conf_path = project.path("softhsm.conf");
    let project = project
        .file("softhsm.conf", conf)
        .file("pin", "1234\n")
        .file("other", "4321\n")
        .file("reportctl.yaml", signer)
        .env("SOFTHSM2_CONF", conf_path.to_str().unwrap());
    softhsm(&project, "--init-token --free --label seals --pin 1234 --so-pin 12345678");
    import(&project, "company.key", "seal", "0a1b");
    std::fs::remove_file(project.path("company.key")).unwrap();
    Some(project)
}

/// Signs `a.pdf` with the token.
fn sign(project: &Project, more: &[&str]) -> Run {
    let own = ["sign", "a.pdf", "-o", "s.pdf", "--pkcs11-module", module().unwrap()];
    project.run([&own, more].concat())
}

const CERTIFICATE: [&str; 4] = ["--certificate", "company.pem", "--password-file", "pin"];

/// Runs a part of a test in a process of its own, in which SoftHSM has the folder of the project.
fn in_process(project: &Project, part: &str) {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &format!("cli::sign_pkcs11::{part}"), "--ignored", "--nocapture"])
        .env("SOFTHSM2_CONF", project.path("softhsm.conf"))
        .current_dir(project.path(""))
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

/// The library of the device, where this process is a part of a test.
fn context() -> Option<Pkcs11> {
    std::env::var_os("SOFTHSM2_CONF")?;
    let context = Pkcs11::new(module()?).unwrap();
    initialize(&context);
    Some(context)
}

fn initialize(context: &Pkcs11) {
    let _ = context.initialize(CInitializeArgs::new(CInitializeFlags::OS_LOCKING_OK));
}

fn session(context: &Pkcs11) -> Session {
    let slot = context.get_slots_with_initialized_token().unwrap()[0];
    let session = context.open_rw_session(slot).unwrap();
    // It may be logged in already.
    let _ = session.login(UserType::User, Some(&AuthPin::from("1234")));
    session
}

fn signing(pin: &str) -> Signing {
    let token = TokenSettings {
        module: module().unwrap().into(),
        pin_file: Some(pin.into()),
        ..TokenSettings::default()
    };
    let company = SignerSettings {
        pkcs11: Some(token),
        certificate: Some("company.pem".into()),
        ..SignerSettings::default()
    };
    let named = [("company".to_owned(), company)].into();
    Signing::new(Signers { named, ..Signers::default() })
}

/// Signs `a.pdf` in this process.
fn signed(signing: &Signing) -> Result<Vec<u8>, String> {
    let document = std::fs::read("a.pdf").unwrap();
    let signer = signing.signer("company").map_err(|problem| problem.to_string())?;
    let time = Timestamp::clamped(seconds());
    let signed = signer.sign(&document, &Statement::default(), time);
    signed.map_err(|problem| problem.to_string())
}

#[test]
fn keys_of_tokens_sign_as_those_of_files_do() {
    for kind in ["prime256v1", "secp384r1", "rsa"] {
        let Some(project) = token(kind) else { return };
        let flags = ["--pkcs11-token", "seals", "--pkcs11-key", "seal"];
        sign(&project, &[&flags, &CERTIFICATE[..]].concat())
            .succeeds()
            .stderr_has("signed by Company");
        let render = ["render", "invoice", "-d", "data.json", "-o", "r.pdf", "--sign", "company"];
        project.run(render).succeeds();
        for name in ["s.pdf", "r.pdf"] {
            let run = project.run(["verify", name, "--trust", "ca.pem"]).succeeds();
            run.stderr_has("covers the whole document").stderr_has("the certificate is trusted");
            assert!(openssl_verifies(&project, name), "{kind}");
            if let Some(said) = pdfsig(&project.path(name)) {
                assert!(said.contains("Signature is Valid."), "{said}");
            }
            assert_ne!(pyhanko(&project, name), Some(false), "{kind}");
        }
    }
}

#[test]
fn tokens_and_keys_are_found_by_each_of_their_names() {
    let Some(project) = token("prime256v1") else { return };
    sign(&project, &CERTIFICATE).succeeds();
    for key in ["seal", "0a1b", "0A:1B"] {
        sign(&project, &[&["--pkcs11-key", key], &CERTIFICATE[..]].concat()).succeeds();
    }
    let run = sign(&project, &[&["--pkcs11-token", "stamps"], &CERTIFICATE[..]].concat());
    let run = run.fails_with(2).stderr_has("there is no token `stamps`");
    let (_, serial) = run.stderr.split_once("`seals` (serial number ").unwrap();
    let serial = serial.split(',').next().unwrap();
    sign(&project, &[&["--pkcs11-token", serial], &CERTIFICATE[..]].concat()).succeeds();
    let variables = [("REPORTCTL_SIGNER_PASSWORD", "1234")];
    let own = ["sign", "a.pdf", "-o", "s.pdf", "--certificate", "company.pem"];
    let own = [&own[..], &["--pkcs11-module", module().unwrap()]].concat();
    project.run_with(variables, own).succeeds();
}

#[test]
fn documents_of_batches_and_messages_are_signed_with_the_token() {
    let Some(project) = token("rsa") else { return };
    let settings = project.text("reportctl.yaml") + "sign: company\nmail: {outbox: outbox}\n";
    let rows: String = (1..=20).map(|n| format!("{{\"number\": {n}, \"total\": 1}}\n")).collect();
    let project = project.file("reportctl.yaml", settings).file("rows.ndjson", rows);
    let batch =
        ["batch", "invoice", "-d", "rows.ndjson", "--out-dir", "out", "--filename", "{number}.pdf"];
    project.run(batch).succeeds();
    assert_eq!(project.names("out").len(), 20);
    for name in ["out/1.pdf", "out/20.pdf"] {
        project.run(["verify", name, "--trust", "ca.pem"]).succeeds();
    }
    project.run(["send", "invoice", "-d", "data.json", "--to", "a@example.org"]).succeeds();
    let message = project.read(&format!("outbox/{}", project.names("outbox")[0]));
    let message = mail_parser::MessageParser::default().parse(&message).unwrap();
    let project = project.file("m.pdf", message.attachment(0).unwrap().contents());
    project.run(["verify", "m.pdf", "--trust", "ca.pem"]).succeeds();
}

#[test]
fn certificates_may_be_on_the_token() {
    let Some(project) = token("prime256v1") else { return };
    let run = sign(&project, &["--password-file", "pin"]).fails_with(2);
    run.stderr_has("the token has no certificate").stderr_has("--certificate");
    for name in ["company", "ca"] {
        let mut command = Command::new("openssl");
        let (pem, der) = (format!("{name}.pem"), format!("{name}.der"));
        command.args(["x509", "-in", &pem, "-outform", "DER", "-out", &der]);
        assert!(command.current_dir(project.path("")).status().unwrap().success());
    }
    in_process(&project, "stores_certificates");
    sign(&project, &["--password-file", "pin"]).succeeds();
    project.run(["verify", "s.pdf", "--trust", "ca.pem"]).succeeds();
    assert!(openssl_verifies(&project, "s.pdf"));
    // Both are in the signature.
    let hexadecimal = |bytes: &[u8]| bytes.iter().map(|it| format!("{it:02X}")).collect::<String>();
    let signed = String::from_utf8_lossy(&project.read("s.pdf")).into_owned();
    for name in ["company.der", "ca.der"] {
        assert!(signed.contains(&hexadecimal(&project.read(name))), "{name}");
    }
}

#[test]
#[ignore = "started by a test of this module"]
fn stores_certificates() {
    let Some(context) = context() else { return };
    let session = session(&context);
    for name in ["ca.der", "company.der"] {
        let object = [
            Attribute::Token(true),
            Attribute::Private(false),
            Attribute::Class(ObjectClass::CERTIFICATE),
            Attribute::CertificateType(CertificateType::X_509),
            Attribute::Subject(vec![0x30, 0x00]),
            Attribute::Value(std::fs::read(name).unwrap()),
        ];
        session.create_object(&object).unwrap();
    }
}

#[test]
fn a_token_that_was_removed_signs_when_it_is_back() {
    let Some(project) = token("prime256v1") else { return };
    in_process(&project, "signs_again");
}

#[test]
#[ignore = "started by a test of this module"]
fn signs_again() {
    let Some(context) = context() else { return };
    let signing = signing("pin");
    signed(&signing).unwrap();
    // Sessions end with the removal of a token, and with a library that is initialized again.
    let restart = || {
        context.clone().finalize().unwrap();
        initialize(&context);
    };
    restart();
    signed(&signing).unwrap();
    session(&context).logout().unwrap();
    signed(&signing).unwrap();
    std::fs::rename("tokens", "removed").unwrap();
    std::fs::create_dir("tokens").unwrap();
    restart();
    for _ in 0..2 {
        let problem = signed(&signing).unwrap_err();
        assert!(problem.contains("there is no token"), "{problem}");
    }
    std::fs::remove_dir("tokens").unwrap();
    std::fs::rename("removed", "tokens").unwrap();
    restart();
    signed(&signing).unwrap();
}

#[test]
fn a_wrong_pin_is_tried_once_in_a_process() {
    let Some(project) = token("prime256v1") else { return };
    in_process(&project, "tries_a_pin_once");
}

#[test]
#[ignore = "started by a test of this module"]
fn tries_a_pin_once() {
    let Some(context) = context() else { return };
    let problem = signed(&signing("other")).unwrap_err();
    assert!(problem.contains("the PIN of the token `seals` is wrong"), "{problem}");
    // Now the token would take it.
    let session = session(&context);
    session.set_pin(&AuthPin::from("1234"), &AuthPin::from("4321")).unwrap();
    drop(session);
    let problem = signed(&signing("other")).unwrap_err();
    assert!(problem.contains("the PIN of the token `seals` is wrong"), "{problem}");
}

#[test]
fn what_a_token_refuses_is_said_with_its_fix() {
    let Some(project) = token("prime256v1") else { return };
    let refuses = |flags: &[&str], why: &str, advice: &str| {
        let flags = [flags, &["--error-format", "json"]].concat();
        let run = sign(&project, &flags).fails_with(2);
        assert_eq!(run.error()["code"], "signingFailed");
        run.stderr_has(why).stderr_has(advice);
        assert!(!project.path("s.pdf").exists());
    };
    let own = ["--certificate", "company.pem"];
    refuses(&own, "the token `seals` asks for a PIN", "REPORTCTL_SIGNER_PASSWORD");
    let pin = ["--certificate", "company.pem", "--password-file", "other"];
    refuses(&pin, "the PIN of the token `seals` is wrong", "lock the token");
    let key = ["--pkcs11-key", "sael"];
    refuses(
        &[&key, &CERTIFICATE[..]].concat(),
        "the token has no private key `sael`",
        "`seal` (id 0a1b)",
    );
    let foreign = ["--certificate", "ca.pem", "--password-file", "pin"];
    refuses(&foreign, "no certificate belongs to the private key", "issued for this key");
    for (file, why) in
        [("none.so", "the PKCS #11 module is not there"), ("pin", "is no PKCS #11 module")]
    {
        let flags = ["sign", "a.pdf", "--pkcs11-module", file, "--error-format", "json"];
        let run = project.run([&flags, &CERTIFICATE[..]].concat()).fails_with(2);
        assert_eq!(run.error()["code"], "signingFailed");
        run.stderr_has(why).stderr_has("the library of the device");
    }
    import(&project, "ca.key", "other", "02");
    refuses(&CERTIFICATE, "several private keys of the token fit", "`other` (id 02)");
    in_process(&project, "forbids_signing");
    let seal = ["--pkcs11-key", "seal"];
    refuses(&[&seal, &CERTIFICATE[..]].concat(), "may not sign", "CKA_SIGN");
    let settings = project.text("reportctl.yaml").replace("pinFile: pin}", "}, passwordFile: pin");
    let project = project.file("reportctl.yaml", settings);
    let run = project.run(["sign", "a.pdf", "--signer", "company"]).fails_with(2);
    run.stderr_has("has a PIN in place of a password").stderr_has("pinFile");
}

#[test]
#[ignore = "started by a test of this module"]
fn forbids_signing() {
    let Some(context) = context() else { return };
    let session = session(&context);
    let key = [Attribute::Class(ObjectClass::PRIVATE_KEY), Attribute::Label(b"seal".to_vec())];
    let key = session.find_objects(&key).unwrap()[0];
    session.update_attributes(key, &[Attribute::Sign(false)]).unwrap();
    let signs = session.get_attributes(key, &[AttributeType::Sign]).unwrap();
    assert_eq!(signs, [Attribute::Sign(false)]);
}
