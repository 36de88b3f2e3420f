//! The least that a mail server does: it takes every message and forgets it.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;

/// Starts a server that ends with the process.
pub(crate) fn start() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || drop(serve(&stream)));
        }
    });
    address
}

fn serve(stream: &TcpStream) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::with_capacity(1 << 16, stream);
    let mut writer = stream;
    let mut line = Vec::new();
    let mut in_message = false;
    writer.write_all(b"220 localhost ESMTP\r\n")?;
    loop {
        line.clear();
        if reader.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let answer: &[u8] = match line.as_slice() {
            b".\r\n" if in_message => {
                in_message = false;
                b"250 2.0.0 queued\r\n"
            }
            _ if in_message => continue,
            b"DATA\r\n" => {
                in_message = true;
                b"354 go ahead\r\n"
            }
            b"QUIT\r\n" => b"221 2.0.0 bye\r\n",
            line if line.starts_with(b"EHLO") => b"250-localhost\r\n250 8BITMIME\r\n",
            _ => b"250 2.0.0 ok\r\n",
        };
        writer.write_all(answer)?;
    }
}
