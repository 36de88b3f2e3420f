//! Mail servers that mean harm: nothing that they send holds memory or a thread without end.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustls::{ServerConnection, StreamOwned};

use reportctl::delivery::mail::{Acceptance, Delivery, SendError, transport};
use reportctl::delivery::settings::{Encryption, Mail, Smtp, TransportKind};

use super::certificates::{self, Identity};

const TIMEOUT: Duration = Duration::from_millis(300);
/// Further time for slow machines.
const SLACK: Duration = Duration::from_secs(10);
const DRIP: Duration = Duration::from_millis(20);

/// A server that runs `attack` on every connection; gives its port and what it has sent.
fn server(
    attack: impl Fn(TcpStream, &AtomicUsize) -> std::io::Result<()> + Send + Sync + 'static,
) -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let sent = Arc::new(AtomicUsize::new(0));
    let (attack, counter) = (Arc::new(attack), Arc::clone(&sent));
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (attack, counter) = (Arc::clone(&attack), Arc::clone(&counter));
            // It ends when the client goes.
            thread::spawn(move || attack(stream, &counter));
        }
    });
    (port, sent)
}

fn settings(port: u16, encryption: Encryption) -> Mail {
    Mail {
        transport: TransportKind::Smtp,
        smtp: Smtp {
            host: Some("localhost".to_owned()),
            port,
            encryption,
            ca_file: Some(certificates::authority_file()),
            timeout: TIMEOUT,
            ..Mail::default().smtp
        },
        ..Mail::default()
    }
}

fn deliver(port: u16, encryption: Encryption, message: &[u8]) -> Result<Acceptance, SendError> {
    let transport = transport::open(&settings(port, encryption)).unwrap();
    let delivery = Delivery {
        from: "reports@example.org",
        to: "ana@example.org",
        message_id: "1@example.org",
        message,
    };
    transport.session().deliver(&delivery)
}

/// Sends the same again and again until it is not taken any more.
fn repeat(
    stream: &mut impl Write,
    text: &[u8],
    pause: Duration,
    sent: &AtomicUsize,
) -> std::io::Result<()> {
    loop {
        stream.write_all(text)?;
        stream.flush()?;
        sent.fetch_add(text.len(), Ordering::Relaxed);
        thread::sleep(pause);
    }
}

/// The failure of a delivery, which must come within a time.
fn failure(port: u16, encryption: Encryption, most: Duration) -> SendError {
    let started = Instant::now();
    let failure = deliver(port, encryption, b"Subject: x\r\n\r\nx\r\n").unwrap_err();
    let elapsed = started.elapsed();
    assert!(elapsed < most + SLACK, "{failure} after {elapsed:?}");
    failure
}

/// Bytes that the system buffers, and no more.
const ON_ITS_WAY: usize = 16 << 20;

#[test]
fn a_banner_without_end_is_cut_off() {
    let flood = [b'x'; 1 << 14];
    for encryption in [Encryption::None, Encryption::Starttls] {
        let (port, sent) =
            server(move |mut stream, sent| repeat(&mut stream, &flood, Duration::ZERO, sent));
        let failure = failure(port, encryption, TIMEOUT);
        assert!(failure.detail().ends_with("a line is longer than 4 kB"), "{failure}");
        assert!(matches!(failure, SendError::Unusable { .. }), "{failure:?}");
        assert!(sent.load(Ordering::Relaxed) < ON_ITS_WAY);
    }
}

#[test]
fn a_reply_of_lines_without_end_is_cut_off() {
    let (port, sent) = server(|mut stream, sent| {
        stream.write_all(b"220 hello\r\n")?;
        repeat(&mut stream, &b"250-SIZE 1\r\n".repeat(1000), Duration::ZERO, sent)
    });
    let failure = failure(port, Encryption::None, TIMEOUT);
    assert!(failure.detail().ends_with("a reply is longer than 64 kB"), "{failure}");
    assert!(sent.load(Ordering::Relaxed) < ON_ITS_WAY);
}

#[test]
fn a_server_that_sends_byte_by_byte_has_no_more_time_than_others() {
    for drip in [&b"2"[..], b"250-x\r\n"] {
        let (port, _) = server(move |mut stream, sent| {
            stream.write_all(b"220 hello\r\n")?;
            repeat(&mut stream, drip, DRIP, sent)
        });
        let failure = failure(port, Encryption::None, TIMEOUT * 2);
        assert!(failure.detail().ends_with("connecting: no answer in time"), "{failure}");
        assert!(matches!(failure, SendError::Temporary { .. }), "{failure:?}");
    }
}

#[test]
fn the_same_limits_hold_inside_tls() {
    let tls = |attack: fn(&mut dyn Write, &AtomicUsize) -> std::io::Result<()>| {
        let config = certificates::server_config(Identity::Good);
        server(move |stream, sent| {
            let session = ServerConnection::new(Arc::clone(&config)).unwrap();
            attack(&mut StreamOwned::new(session, stream), sent)
        })
    };
    let (port, sent) =
        tls(|mut stream, sent| repeat(&mut stream, &[b'x'; 1 << 14], Duration::ZERO, sent));
    let endless = failure(port, Encryption::Tls, TIMEOUT);
    assert!(endless.detail().ends_with("a line is longer than 4 kB"), "{endless}");
    assert!(sent.load(Ordering::Relaxed) < ON_ITS_WAY);
    let (port, _) = tls(|mut stream, sent| repeat(&mut stream, b"2", DRIP, sent));
    let slow = failure(port, Encryption::Tls, TIMEOUT * 2);
    assert!(slow.detail().ends_with("no answer in time"), "{slow}");
}

#[test]
fn a_handshake_without_end_is_given_up() {
    let (port, _) = server(|mut stream, sent| {
        // The start of a record that is long enough to last.
        stream.write_all(&[0x16, 3, 3, 0x3f, 0xff])?;
        repeat(&mut stream, &[2], DRIP, sent)
    });
    let failure = failure(port, Encryption::Tls, TIMEOUT);
    assert!(failure.detail().ends_with("no answer in time"), "{failure}");
}

/// Leads the dialogue up to the message.
fn up_to_data(stream: &mut TcpStream) -> std::io::Result<()> {
    for reply in ["220 hi", "250 hi", "250 ok", "250 ok", "354 go"] {
        stream.write_all(format!("{reply}\r\n").as_bytes())?;
        if reply != "354 go" {
            let _ = stream.read(&mut [0; 4096])?;
        }
    }
    Ok(())
}

#[test]
fn a_final_reply_without_end_leaves_the_delivery_unknown() {
    let (port, _) = server(|mut stream, sent| {
        up_to_data(&mut stream)?;
        let _ = stream.read(&mut [0; 4096])?;
        repeat(&mut stream, b"2", DRIP, sent)
    });
    let failure = failure(port, Encryption::None, TIMEOUT * 20);
    assert!(matches!(failure, SendError::Unknown { .. }), "{failure:?}");
    assert!(failure.detail().ends_with("message: no answer in time"), "{failure}");
}

#[test]
fn a_server_that_does_not_read_the_message_is_given_up() {
    let (port, _) = server(|mut stream, _| {
        up_to_data(&mut stream)?;
        thread::sleep(Duration::from_secs(60));
        Ok(())
    });
    let started = Instant::now();
    let message = "x\r\n".repeat(10 << 20);
    let failure = deliver(port, Encryption::None, message.as_bytes()).unwrap_err();
    assert!(matches!(failure, SendError::Unknown { .. }), "{failure:?}");
    assert!(started.elapsed() < TIMEOUT * 20 + SLACK);
}

#[test]
fn the_advice_names_what_is_wrong() {
    let advice = |failure: SendError| failure.to_problem().advice.unwrap_or_default().to_string();
    // A port that was free a moment ago.
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let refused = failure(free, Encryption::None, TIMEOUT);
    assert!(advice(refused).starts_with("nothing listens there"));

    let mut elsewhere = settings(25, Encryption::None);
    elsewhere.smtp.host = Some("no-such-host.invalid".to_owned());
    let unknown = transport::open(&elsewhere).unwrap().probe().unwrap_err();
    assert!(unknown.detail().contains("the host is unknown"), "{unknown}");
    assert!(advice(unknown).contains("`mail.smtp.host`"));

    let (plain, _) = server(|mut stream, _| {
        stream.write_all(b"220 hello\r\n")?;
        stream.read(&mut [0; 4096]).map(drop)
    });
    let no_tls = failure(plain, Encryption::Tls, TIMEOUT);
    assert!(advice(no_tls).contains("`starttls`"));

    // It waits for TLS, and the client for its greeting.
    let (silent, _) = server(|mut stream, _| stream.read(&mut [0; 4096]).map(drop));
    let no_greeting = failure(silent, Encryption::Starttls, TIMEOUT);
    assert!(advice(no_greeting).contains("`mail.smtp.encryption` to `tls`"));
}
