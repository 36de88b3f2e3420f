//! Passwords: the standard security handler with AES-256, revision 6 (ISO 32000-2, 7.6.4).

use aes::cipher::{BlockCipherEncrypt, KeyInit};
use aes::{Aes128Enc, Aes256Enc, Block};
use lopdf::{Dictionary, Document, Object, StringFormat};
use sha2::{Digest, Sha256, Sha384, Sha512};

use crate::format::Permission;
use crate::resolve::password::{LONGEST, mapped};

/// Passwords and permissions of a document, and what its keys are made from.
pub struct EncryptionParameters {
    /// The password that opens it.
    pub user: String,
    /// The password that allows everything; nothing: one that is thrown away.
    pub owner: Option<String>,
    /// Permissions of readers who open it with the user password; `None`: everything is allowed.
    pub permissions: Option<Vec<Permission>>,
    /// Random bytes that were used for nothing before.
    pub entropy: [u8; 32],
}

/// Name of the crypt filter.
const FILTER: &[u8] = b"StdCF";
const BLOCK: usize = 16;

/// Encrypts all strings and streams of a document, and adds the dictionary that says how.
pub(super) fn apply(document: &mut Document, encryption: &EncryptionParameters) {
    let mut random = Random::new(encryption);
    let key: [u8; 32] = random.bytes();
    let cipher = Aes256Enc::new(&key.into());
    for object in document.objects.values_mut() {
        encrypt(object, &cipher, &mut random);
    }
    let dictionary = dictionary(encryption, &key, &mut random);
    let id = document.add_object(dictionary);
    document.trailer.set("Encrypt", id);
}

/// Random bytes from few: SHA-256 in counter mode. The password goes in as well, so that two
/// documents never share a key.
struct Random {
    state: Sha256,
    counter: u64,
}

impl Random {
    fn new(encryption: &EncryptionParameters) -> Self {
        let mut state = Sha256::new();
        state.update(encryption.entropy);
        state.update(encryption.user.as_bytes());
        Self { state, counter: 0 }
    }

    /// Up to 32 of them.
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        self.counter += 1;
        let mut state = self.state.clone();
        state.update(self.counter.to_be_bytes());
        let hash = state.finalize();
        let mut bytes = [0; N];
        bytes.copy_from_slice(&hash[..N]);
        bytes
    }
}

fn encrypt(object: &mut Object, cipher: &Aes256Enc, random: &mut Random) {
    match object {
        Object::String(text, format) => {
            *text = sealed(text, cipher, random);
            *format = StringFormat::Hexadecimal;
        }
        Object::Array(items) => items.iter_mut().for_each(|item| encrypt(item, cipher, random)),
        Object::Dictionary(dictionary) => encrypt_values(dictionary, cipher, random),
        Object::Stream(stream) => {
            encrypt_values(&mut stream.dict, cipher, random);
            let content = sealed(&stream.content, cipher, random);
            stream.set_content(content);
        }
        _ => {}
    }
}

fn encrypt_values(dictionary: &mut Dictionary, cipher: &Aes256Enc, random: &mut Random) {
    for (_, value) in dictionary.iter_mut() {
        encrypt(value, cipher, random);
    }
}

/// Bytes in AES-256-CBC with padding (PKCS #7), after the block that they begin with.
fn sealed(bytes: &[u8], cipher: &Aes256Enc, random: &mut Random) -> Vec<u8> {
    let start: [u8; BLOCK] = random.bytes();
    let padding = BLOCK - bytes.len() % BLOCK;
    let mut out = Vec::with_capacity(BLOCK + bytes.len() + padding);
    out.extend_from_slice(&start);
    out.extend_from_slice(bytes);
    // At most 16.
    out.resize(out.len() + padding, padding as u8);
    chain(cipher, start, &mut out[BLOCK..]);
    out
}

/// Cipher block chaining over whole blocks.
fn chain(
    cipher: &impl BlockCipherEncrypt<BlockSize = aes::cipher::consts::U16>,
    start: [u8; BLOCK],
    bytes: &mut [u8],
) {
    let mut before: Block = start.into();
    for chunk in bytes.chunks_exact_mut(BLOCK) {
        for (byte, mask) in before.iter_mut().zip(chunk.iter()) {
            *byte ^= mask;
        }
        cipher.encrypt_block(&mut before);
        chunk.copy_from_slice(&before);
    }
}

/// The encryption dictionary (ISO 32000-2, tables 20 and 21; algorithms 8 to 10).
fn dictionary(
    encryption: &EncryptionParameters,
    key: &[u8; 32],
    random: &mut Random,
) -> Dictionary {
    let user = prepared(&encryption.user);
    let owner = match &encryption.owner {
        Some(owner) => prepared(owner),
        None => random.bytes::<32>().to_vec(),
    };
    let (user_entry, user_key) = entries(&user, &[], key, random);
    let (owner_entry, owner_key) = entries(&owner, &user_entry, key, random);
    let permissions = permissions(encryption.permissions.as_deref());
    let mut check = [0xff; BLOCK];
    check[..4].copy_from_slice(&permissions.to_le_bytes());
    check[8..12].copy_from_slice(b"Tadb");
    check[12..].copy_from_slice(&random.bytes::<4>());
    let mut check: Block = check.into();
    Aes256Enc::new(key.into()).encrypt_block(&mut check);

    let name = |name: &[u8]| Object::Name(name.to_vec());
    let string = |bytes: &[u8]| Object::String(bytes.to_vec(), StringFormat::Hexadecimal);
    let mut filter = Dictionary::new();
    filter.set("CFM", name(b"AESV3"));
    filter.set("AuthEvent", name(b"DocOpen"));
    filter.set("Length", 32);
    let mut filters = Dictionary::new();
    filters.set(FILTER, filter);
    let mut dictionary = Dictionary::new();
    dictionary.set("Filter", name(b"Standard"));
    dictionary.set("V", 5);
    dictionary.set("R", 6);
    dictionary.set("Length", 256);
    dictionary.set("O", string(&owner_entry));
    dictionary.set("U", string(&user_entry));
    dictionary.set("OE", string(&owner_key));
    dictionary.set("UE", string(&user_key));
    dictionary.set("P", i64::from(permissions));
    dictionary.set("Perms", string(&check));
    dictionary.set("EncryptMetadata", true);
    dictionary.set("CF", filters);
    dictionary.set("StmF", name(FILTER));
    dictionary.set("StrF", name(FILTER));
    dictionary
}

/// Entry that a password is checked with (48 bytes), and the key of the file, encrypted with that
/// password (32 bytes).
fn entries(
    password: &[u8],
    user_entry: &[u8],
    key: &[u8; 32],
    random: &mut Random,
) -> (Vec<u8>, [u8; 32]) {
    let salts: [u8; 16] = random.bytes();
    let mut entry = hash(password, &salts[..8], user_entry).to_vec();
    entry.extend_from_slice(&salts);
    let mut sealed = *key;
    let cipher = Aes256Enc::new(&hash(password, &salts[8..], user_entry).into());
    chain(&cipher, [0; BLOCK], &mut sealed);
    (entry, sealed)
}

/// The hash of a password (algorithm 2.B).
fn hash(password: &[u8], salt: &[u8], user_entry: &[u8]) -> [u8; 32] {
    let first = Sha256::new().chain_update(password).chain_update(salt).chain_update(user_entry);
    let mut hash = first.finalize().to_vec();
    let mut round = 0;
    let mut last = 0;
    while round < 64 || round < usize::from(last) + 32 {
        let part = [password, &hash, user_entry].concat();
        let mut repeated = part.repeat(64);
        let (mut key, mut start) = ([0; BLOCK], [0; BLOCK]);
        key.copy_from_slice(&hash[..BLOCK]);
        start.copy_from_slice(&hash[BLOCK..2 * BLOCK]);
        chain(&Aes128Enc::new(&key.into()), start, &mut repeated);
        let remainder = repeated[..BLOCK].iter().map(|byte| u32::from(*byte)).sum::<u32>() % 3;
        hash = match remainder {
            0 => Sha256::digest(&repeated).to_vec(),
            1 => Sha384::digest(&repeated).to_vec(),
            _ => Sha512::digest(&repeated).to_vec(),
        };
        last = repeated.last().copied().unwrap_or_default();
        round += 1;
    }
    let mut out = [0; 32];
    out.copy_from_slice(&hash[..32]);
    out
}

/// The bits of permissions (ISO 32000-2, table 22). Reading aloud is always allowed.
fn permissions(granted: Option<&[Permission]>) -> i32 {
    let bit = |permission: Permission| match permission {
        Permission::Print => 1 << 2 | 1 << 11,
        Permission::Modify => 1 << 3,
        Permission::Copy => 1 << 4,
        Permission::Annotate => 1 << 5,
        Permission::Fill => 1 << 8,
        Permission::Assemble => 1 << 10,
        Permission::Accessibility => 1 << 9,
    };
    let all = [
        Permission::Print,
        Permission::Modify,
        Permission::Copy,
        Permission::Annotate,
        Permission::Fill,
        Permission::Assemble,
    ];
    let reserved = !0xfff | 1 << 6 | 1 << 7 | bit(Permission::Accessibility);
    granted.unwrap_or(&all).iter().fold(reserved, |bits, permission| bits | bit(*permission))
}

/// A password as bytes: SASLprep, UTF-8, at most 127 bytes.
fn prepared(password: &str) -> Vec<u8> {
    let mut bytes = mapped(password).into_bytes();
    bytes.truncate(LONGEST);
    bytes
}

#[cfg(test)]
mod tests {
    use lopdf::LoadOptions;

    use super::*;

    fn encryption(user: &str, owner: Option<&str>) -> EncryptionParameters {
        EncryptionParameters {
            user: user.to_owned(),
            owner: owner.map(str::to_owned),
            permissions: Some(vec![Permission::Print]),
            entropy: [7; 32],
        }
    }

    fn encrypted(encryption: &EncryptionParameters) -> Vec<u8> {
        let mut document = Document::with_version("1.7");
        let text = document.add_object(Object::string_literal("(secret\r"));
        let stream = lopdf::Stream::new(Dictionary::new(), b"of the stream".to_vec());
        let stream = document.add_object(stream);
        let mut catalog = Dictionary::new();
        catalog.set("Type", "Catalog");
        catalog.set("Text", text);
        catalog.set("Stream", stream);
        let catalog = document.add_object(catalog);
        document.trailer.set("Root", catalog);
        let id = Object::String(vec![1; 16], StringFormat::Hexadecimal);
        document.trailer.set("ID", vec![id.clone(), id]);
        apply(&mut document, encryption);
        let mut bytes = Vec::new();
        document.save_to(&mut bytes).expect("it is written");
        bytes
    }

    #[test]
    fn both_passwords_open_what_was_encrypted() {
        let bytes = encrypted(&encryption("p\u{a0}ſ2345", Some("owner")));
        assert!(!bytes.windows(6).any(|part| part == b"secret" || part == b"stream\n"));
        // SASLprep makes `s` of the long one, and a blank of one that does not break.
        for password in ["p s2345", "owner"] {
            let document =
                Document::load_mem_with_options(&bytes, LoadOptions::with_password(password));
            let document = document.unwrap_or_else(|error| panic!("{password}: {error}"));
            let catalog = document.catalog().expect("a catalog");
            let text = catalog.get(b"Text").and_then(|o| document.dereference(o)).expect("a text");
            assert_eq!(text.1.as_str().ok(), Some(&b"(secret\r"[..]));
            let stream = catalog.get(b"Stream").and_then(|o| document.dereference(o));
            let stream = stream.expect("a stream").1.as_stream().expect("a stream");
            assert_eq!(stream.content, b"of the stream");
        }
        let wrong = LoadOptions::with_password("wrong");
        assert!(Document::load_mem_with_options(&bytes, wrong).is_err());
    }

    #[test]
    fn keys_depend_on_entropy_and_password() {
        let one = encrypted(&encryption("123456", None));
        assert_eq!(one, encrypted(&encryption("123456", None)));
        assert_ne!(one, encrypted(&encryption("123457", None)));
    }

    #[test]
    fn reading_aloud_is_always_allowed() {
        assert_eq!(permissions(Some(&[])), -3392);
        assert_eq!(permissions(None), -4);
    }
}
