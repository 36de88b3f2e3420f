//! Time stamps on signatures, of an authority that openssl plays.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use super::sign::{FILES, openssl_verifies, pdfsig, project, pyhanko};
use crate::project::{Project, Run};

/// Answer of an authority.
#[derive(Clone, Copy)]
enum Answer {
    /// The stamp that is asked for.
    Right,
    /// The stamp of another request.
    Replayed,
    /// No stamp.
    Refused,
    /// Something else.
    Status(u16),
}

fn openssl(folder: &Path, arguments: &str) {
    let mut command = Command::new("openssl");
    let output = command.args(arguments.split_whitespace()).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

const SETTINGS: &str = "\
[tsa]\ndefault_tsa = own\n[own]\nserial = serial\nsigner_cert = tsa.pem\ncerts = tsa.pem\nsigner_key = tsa.key\n\
signer_digest = sha256\ndefault_policy = 1.2.3.4\ndigests = sha256\naccuracy = secs:1\ness_cert_id_alg = sha256\n\
[ext]\nextendedKeyUsage = critical,timeStamping\nkeyUsage = critical,digitalSignature\n\
[plain]\nkeyUsage = critical,digitalSignature\n";

/// Makes an authority in the folder of the project, and gives its address. Its certificate is issued by `tsa-ca.pem`.
fn authority(project: &Project, answer: Answer) -> String {
    let folder = project.path("");
    std::fs::write(folder.join("ts.cnf"), SETTINGS).unwrap();
    std::fs::write(folder.join("serial"), "01\n").unwrap();
    if !folder.join("tsa.pem").exists() {
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
        openssl(
            &folder,
            &format!(
                "req -x509 {key} -keyout tsa-ca.key -out tsa-ca.pem -subj /CN=Clocks -days 20"
            ),
        );
        openssl(&folder, &format!("req {key} -keyout tsa.key -out tsa.csr -subj /CN=Clock"));
        openssl(
            &folder,
            "x509 -req -in tsa.csr -CA tsa-ca.pem -CAkey tsa-ca.key -CAcreateserial -days 20 \
             -extfile ts.cnf -extensions ext -out tsa.pem",
        );
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/tsa", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut request = Vec::new();
            let mut buffer = [0; 4096];
            let body = loop {
                let read = stream.read(&mut buffer).unwrap_or_default();
                request.extend_from_slice(&buffer[..read]);
                let Some(at) = request.windows(4).position(|it| it == b"\r\n\r\n") else {
                    assert!(read > 0);
                    continue;
                };
                let head = String::from_utf8_lossy(&request[..at]).to_lowercase();
                assert!(head.contains("content-type: application/timestamp-query"), "{head}");
                let length = head.split("content-length: ").nth(1).unwrap();
                let length: usize = length.lines().next().unwrap().trim().parse().unwrap();
                if request.len() >= at + 4 + length {
                    break request[at + 4..at + 4 + length].to_vec();
                }
            };
            let (status, answer) = match answer {
                Answer::Status(status) => (status, Vec::new()),
                Answer::Refused => {
                    // PKIStatusInfo: rejection, with a text.
                    let mut text = vec![0x30, 0x0a, 0x30, 0x08, 0x02, 0x01, 0x02, 0x30, 0x03];
                    text.extend([0x0c, 0x01, b'x']);
                    (200, text)
                }
                Answer::Right | Answer::Replayed => {
                    let is_first = !folder.join("request").exists();
                    if is_first || matches!(answer, Answer::Right) {
                        std::fs::write(folder.join("request"), &body).unwrap();
                    }
                    openssl(&folder, "ts -reply -config ts.cnf -queryfile request -out reply");
                    (200, std::fs::read(folder.join("reply")).unwrap())
                }
            };
            let head = format!(
                "HTTP/1.1 {status} X\r\nContent-Type: application/timestamp-reply\r\n\
                 Content-Length: {}\r\nConnection: close\r\n\r\n",
                answer.len()
            );
            let _ = stream.write_all(head.as_bytes());
            let _ = stream.write_all(&answer);
        }
    });
    address
}

fn sign(project: &Project, url: &str, more: &[&str]) -> Run {
    let named = ["sign", "a.pdf", "-o", "s.pdf", "--timestamp-url", url];
    project.run([&named[..], &FILES, more].concat())
}

#[test]
fn a_time_stamp_is_on_the_signature_and_other_programs_see_it() {
    for kind in ["prime256v1", "rsa"] {
        let Some(project) = project(kind, "20") else { return };
        let url = authority(&project, Answer::Right);
        sign(&project, &url, &["--timestamp-trust", "tsa-ca.pem"]).succeeds();
        project.run(["verify", "s.pdf"]).succeeds().stderr_has("of `Clock`");
        let both = project.text("ca.pem") + &project.text("tsa-ca.pem");
        let project = project.file("both.pem", both);
        let run = project.run(["verify", "s.pdf", "--trust", "both.pem"]).succeeds();
        run.stderr_has("of `Clock`, which is trusted").stderr_has("the certificate is trusted");
        let run = project.run(["verify", "s.pdf", "--trust", "both.pem", "--json"]).succeeds();
        let found = run.json();
        let stamp = &found["signatures"][0]["timeStamp"];
        assert_eq!((&stamp["state"], &stamp["trust"]), (&"intact".into(), &"trusted".into()));
        // Who trusts the signer alone does not trust the clock.
        let run = project.run(["verify", "s.pdf", "--trust", "ca.pem"]).fails_with(7);
        run.stderr_has("the time stamp of `Clock` is not trusted");
        assert!(openssl_verifies(&project, "s.pdf"), "{kind}");
        let both = project.text("both.pem");
        let project = project.file("ca.pem", both);
        assert_ne!(pyhanko(&project, "s.pdf"), Some(false), "{kind}");
        if let Some(said) = pdfsig(&project.path("s.pdf")) {
            assert!(said.contains("Signature is Valid."), "{said}");
        }
    }
}

#[test]
fn documents_get_time_stamps_as_they_are_made() {
    let Some(project) = project("prime256v1", "20") else { return };
    let url = authority(&project, Answer::Right);
    let settings = format!(
        "signers:\n  company: {{certificate: company.pem, key: company.key, timestampUrl: '{url}', \
         timestampTrust: tsa-ca.pem}}\n"
    );
    let project = project.file("reportctl.yaml", settings);
    project
        .run(["render", "invoice", "-d", "data.json", "-o", "r.pdf", "--sign", "company"])
        .succeeds();
    project.run(["verify", "r.pdf"]).succeeds().stderr_has("time stamp 2");
}

#[test]
fn an_authority_that_does_not_answer_rightly_signs_nothing() {
    let Some(project) = project("prime256v1", "20") else { return };
    let wrong = |url: &str, more: &[&str], said: &str| {
        sign(&project, url, more).fails_with(2).stderr_has(said);
        assert!(!project.path("s.pdf").exists());
    };
    wrong("ftp://example.org", &[], "is no address of a time-stamp authority");
    let closed = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", closed.local_addr().unwrap());
    drop(closed);
    wrong(&address, &[], "it cannot be reached");
    wrong(&authority(&project, Answer::Status(404)), &[], "it answers with status 404");
    wrong(&authority(&project, Answer::Refused), &[], "it refuses with status 2: `x`");
    let right = authority(&project, Answer::Right);
    wrong(&right, &["--timestamp-trust", "ca.pem"], "none of the trusted certificates issued it");
    // The answer to the request before.
    wrong(&authority(&project, Answer::Replayed), &[], "it is of another request");
    // A certificate for other purposes.
    let folder = project.path("");
    assert!(folder.join("reply").exists());
}
