//! Speed of composing and delivering messages, as ratios measured in one run.
//!
//! `cargo bench --bench mail`; `--quick` takes fewer turns.

// A bench reports to the terminal and may stop when its own input is wrong.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod server;

use std::hint::black_box;
use std::time::{Duration, Instant};

use lettre::transport::smtp::client::SmtpConnection;
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, SmtpTransport, Transport as _};
use reportctl::Value;
use reportctl::delivery::mail::{Composer, MailOptions, Message, Parts, Transport, transport};
use reportctl::delivery::settings::{Encryption, Mail, TransportKind};
use reportctl::expr::date::Timestamp;
use uuid::Uuid;

fn main() {
    let quick = std::env::args().any(|arg| arg == "--quick");
    let (rounds, messages) = if quick { (3, 300) } else { (9, 1000) };
    compose(rounds);
    let ready: Vec<Message> = messages_of(2048, messages);
    folder(&ready[..200], rounds);
    // Few of them: with lettre alone, each waits for the network twice.
    smtp(&ready[..50], 3);
}

/// The median time of one turn; contenders take turns.
fn compare(job: &str, rounds: usize, each: usize, contenders: &mut [(&str, &mut dyn FnMut())]) {
    let mut times = vec![Vec::new(); contenders.len()];
    for round in 0..=rounds {
        for ((_, run), times) in contenders.iter_mut().zip(&mut times) {
            let start = Instant::now();
            run();
            // The first round warms up.
            if round > 0 {
                times.push(start.elapsed());
            }
        }
    }
    println!("\n{job}");
    let mut first = None;
    for ((name, _), times) in contenders.iter().zip(&mut times) {
        times.sort();
        let median: Duration = times[times.len() / 2];
        let seconds = median.as_secs_f64() / f64::from(u32::try_from(each).unwrap());
        let first = *first.get_or_insert(seconds);
        println!(
            "  {name:44} {:>9.2} µs each {:>9.0}/s {:>6.2} x",
            seconds * 1e6,
            1.0 / seconds,
            seconds / first
        );
    }
}

fn letter(text: &str) -> Composer {
    let settings =
        Mail { from: Some("Reports <reports@example.org>".to_owned()), ..Mail::default() };
    let letter: MailOptions = serde_json::from_str(text).unwrap();
    Composer::new(&letter, &MailOptions::default(), &settings).unwrap()
}

const USUAL: &str = r#"{"subject": "Invoice {number}", "body": "Hello {name},\n\nplease find invoice {number} attached.\n", "filename": "invoice-{number}"}"#;
const RICH: &str = r#"{"subject": "Fatura nº {number}", "body": "Olá {name}", "html": "<p>Olá {name}</p>", "filename": "fatura nº {number}"}"#;

fn data(number: usize) -> Value {
    Value::from_json(&format!(r#"{{"number": {number}, "name": "João da Silva"}}"#)).unwrap()
}

fn messages_of(bytes: usize, count: usize) -> Vec<Message> {
    let composer = letter(USUAL);
    let pdf: Vec<u8> = (0..bytes).map(|at| u8::try_from(at * 7 % 251).unwrap()).collect();
    let message = |at: usize| {
        let id = Uuid::from_u128(at as u128);
        let parts = Parts {
            link: None,
            id,
            recipient: "ana@example.com",
            sent_at: Timestamp::EPOCH,
            locale: None,
            filename: None,
            pdf: &pdf,
            einvoice: None,
        };
        composer.compose(&data(at), parts).unwrap()
    };
    (0..count).map(message).collect()
}

fn compose(rounds: usize) {
    const EACH: usize = 1000;
    let (usual, rich) = (letter(USUAL), letter(RICH));
    let (small, large) = (vec![b'x'; 2048], vec![b'x'; 1 << 20]);
    let data = data(7);
    let run = |composer: &Composer, pdf: &[u8], times: usize| {
        for at in 0..times {
            let id = Uuid::from_u128(at as u128);
            let parts = Parts {
                link: None,
                id,
                recipient: "ana@example.com",
                sent_at: Timestamp::EPOCH,
                locale: None,
                filename: None,
                pdf,
                einvoice: None,
            };
            black_box(composer.compose(&data, parts).unwrap());
        }
    };
    compare(
        "compose, 2 KB of PDF",
        rounds,
        EACH,
        &mut [
            ("text", &mut || run(&usual, &small, EACH)),
            ("text and HTML, accents everywhere", &mut || run(&rich, &small, EACH)),
        ],
    );
    compare("compose, 1 MB of PDF", rounds, 20, &mut [("text", &mut || run(&usual, &large, 20))]);
}

fn deliver(transport: &dyn Transport, messages: &[Message]) {
    let mut session = transport.session();
    for message in messages {
        session.deliver(&message.delivery()).unwrap();
    }
}

fn folder(messages: &[Message], rounds: usize) {
    let folder = tempfile::TempDir::new_in(".").unwrap();
    // Another one for each turn: replacing files is not what batches do.
    let turn = std::cell::Cell::new(0);
    let outbox = || {
        turn.set(turn.get() + 1);
        transport::Folder::new(folder.path().join(turn.get().to_string()))
    };
    let plain = folder.path().join("plain");
    std::fs::create_dir(&plain).unwrap();
    let memory = transport::Memory::default();
    compare(
        "deliver to a folder, 2 KB of PDF",
        rounds.min(3),
        messages.len(),
        &mut [
            ("files written without a flush", &mut || {
                for message in messages {
                    std::fs::write(plain.join(&message.message_id), &message.bytes).unwrap();
                }
            }),
            ("folder, one by one", &mut || deliver(&outbox(), messages)),
            ("folder, 100 together", &mut || {
                let outbox = outbox();
                let mut session = outbox.session();
                for messages in messages.chunks(100) {
                    let all: Vec<_> = messages.iter().map(Message::delivery).collect();
                    assert!(session.deliver_all(&all).iter().all(Result::is_ok));
                }
            }),
            ("memory", &mut || deliver(&memory, messages)),
        ],
    );
}

fn smtp(messages: &[Message], rounds: usize) {
    let server = server::start();
    let mut settings = Mail { transport: TransportKind::Smtp, ..Mail::default() };
    settings.smtp.host = Some("127.0.0.1".to_owned());
    settings.smtp.port = server.port();
    settings.smtp.encryption = Encryption::None;
    settings.smtp.messages_per_connection = u32::MAX;
    let ours = transport::open(&settings).unwrap();
    let envelope = |message: &Message| {
        let address = |text: &str| text.parse::<Address>().unwrap();
        lettre::address::Envelope::new(Some(address(&message.from)), vec![address(&message.to)])
            .unwrap()
    };
    let pool = SmtpTransport::builder_dangerous("127.0.0.1").port(server.port()).build();
    compare(
        "deliver over one connection, 2 KB of PDF",
        rounds,
        messages.len(),
        &mut [
            ("lettre alone, SmtpConnection", &mut || {
                let hello = ClientId::Domain("localhost".to_owned());
                let mut connection =
                    SmtpConnection::connect(server, None, &hello, None, None).unwrap();
                for message in messages {
                    connection.send(&envelope(message), &message.bytes).unwrap();
                }
                connection.quit().unwrap();
            }),
            ("lettre alone, SmtpTransport", &mut || {
                for message in messages {
                    pool.send_raw(&envelope(message), &message.bytes).unwrap();
                }
            }),
            ("reportctl", &mut || deliver(ours.as_ref(), messages)),
        ],
    );
}
