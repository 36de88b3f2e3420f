use super::*;

fn parts(pairs: &[(&str, &str)]) -> Parts {
    let mut parts = Parts::default();
    pairs.iter().for_each(|(name, text)| parts.add(*name, text));
    parts
}

fn text(kind: PayloadType, pairs: &[(&str, &str)]) -> String {
    payload(kind, &parts(pairs)).expect("it is right").text
}

/// The part that is wrong, and why, after some of the fields are replaced.
fn wrong(kind: PayloadType, right: &[(&str, &str)], changed: &[(&str, &str)]) -> (String, String) {
    let mut parts = parts(changed);
    right.iter().for_each(|(name, text)| parts.add(*name, text));
    let fault = payload(kind, &parts).expect_err("it is wrong");
    (fault.part, fault.reason)
}

const PIX: [(&str, &str); 4] = [
    ("key", "123e4567-e12b-12d1-a456-426655440000"),
    ("name", "Fulano de Tal"),
    ("city", "BRASILIA"),
    ("txid", "***"),
];

/// E5.1, the example of the manual of the central bank, and E5.2.
#[test]
fn pix_of_the_published_example() {
    assert_eq!(
        text(PayloadType::Pix, &PIX),
        "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR\
         5913Fulano de Tal6008BRASILIA62070503***63041D3D"
    );
    let with_amount = text(PayloadType::Pix, &[&PIX[..], &[("amount", "123.45")]].concat());
    assert!(with_amount.contains("53039865406123.455802BR"), "{with_amount}");
    assert!(with_amount.ends_with("6304A5A2"), "{with_amount}");
}

#[test]
fn pix_leaves_accents_out_and_verifies_the_rest() {
    let text = text(
        PayloadType::Pix,
        &[("url", "https://pix.example.com/qr/1"), ("name", "Padaria Pão"), ("city", "São Paulo")],
    );
    assert!(text.contains("010212") && text.contains("2520pix.example.com/qr/1"), "{text}");
    assert!(text.contains("5911Padaria Pao6009Sao Paulo"), "{text}");
    for (part, value) in [
        ("key", "zwölf"),
        ("key", ""),
        ("url", "pix.example.com"),
        ("name", "Comércio de Alimentos e Bebidas"),
        ("name", "鈴木"),
        ("city", "Santa Rita do Passa Quatro"),
        ("txid", "not allowed"),
        ("key", "123.456.789-09"),
        ("key", "61912345678x"),
        ("key", "12345678908"),
        ("key", "11111111111"),
        ("key", "00038166000106"),
        ("key", "12ABC34501DE36"),
        ("key", "00000000000000"),
        ("key", "(61) 91234-5678"),
        ("key", "123e4567e12b12d1a456426655440000"),
        ("key", "Fulano de Tal"),
        ("amount", "12,50"),
        ("amount", "0"),
    ] {
        let (found, reason) = wrong(PayloadType::Pix, &PIX, &[(part, value)]);
        let expected = if part == "url" { "key" } else { part };
        assert_eq!(found, expected, "{reason}");
    }
}

/// The scheme does not count, as it is no part of the code.
#[test]
fn pix_takes_addresses_that_fit_their_field() {
    let place = [("name", "Padaria Pao"), ("city", "Sao Paulo")];
    for (length, is_taken) in [(77, true), (78, false), (85, false), (86, false)] {
        let path = "x".repeat(length - "pix.example.com/".len());
        for scheme in ["", "https://"] {
            let url = format!("{scheme}pix.example.com/{path}");
            let parts = [&place[..], &[("url", &url)]].concat();
            if is_taken {
                let text = text(PayloadType::Pix, &parts);
                let account = format!("26990014br.gov.bcb.pix25{length}pix.example.com/");
                assert!(text.contains(&account), "{text}");
            } else {
                let (part, reason) = wrong(PayloadType::Pix, &place, &[("url", &url)]);
                assert_eq!(part, "url", "{reason}");
            }
        }
    }
}

/// The kinds of keys that the directory of accounts has.
#[test]
fn pix_takes_keys_of_every_kind() {
    for key in [
        "12345678909",
        "00038166000105",
        "12ABC34501DE35",
        "+5561912345678",
        "fulano_da_silva.recebedor@example.com",
    ] {
        let found = text(PayloadType::Pix, &[&[("key", key)], &PIX[..]].concat());
        assert!(found.contains(&format!("01{:02}{key}", key.len())), "{found}");
    }
}

const EPC: [(&str, &str); 4] = [
    ("name", "Cafe Mirador GmbH"),
    ("iban", "DE89 3704 0044 0532 0130 00"),
    ("amount", "18.30"),
    ("text", "Rechnung 2026-17"),
];

/// E5.3.
#[test]
fn epc_has_the_lines_of_the_guideline() {
    let found = payload(PayloadType::Epc, &parts(&EPC)).expect("it is right");
    assert_eq!(
        found.text,
        "BCD\n002\n1\nSCT\n\nCafe Mirador GmbH\nDE89370400440532013000\nEUR18.30\n\n\nRechnung 2026-17"
    );
    assert_eq!(found.text.len(), 83);
    assert_eq!(
        found.code.map(|code| (code.level, code.raise, code.versions)),
        Some((ErrorCorrection::M, false, (1, 13)))
    );
}

/// Examples published with the guideline and by those who use it.
#[test]
fn epc_of_published_examples() {
    assert_eq!(
        text(
            PayloadType::Epc,
            &[
                ("bic", "BPOTBEB1"),
                ("name", "Red Cross of Belgium"),
                ("iban", "BE72000000001616"),
                ("amount", "1"),
                ("purpose", "CHAR"),
                ("text", "Urgency fund"),
            ]
        ),
        "BCD\n002\n1\nSCT\nBPOTBEB1\nRed Cross of Belgium\nBE72000000001616\nEUR1.00\nCHAR\n\nUrgency fund"
    );
    assert_eq!(
        text(
            PayloadType::Epc,
            &[
                ("bic", "BFSWDE33BER"),
                ("name", "Wikimedia Foerdergesellschaft"),
                ("iban", "DE33 1002 0500 0001 1947 00"),
                ("amount", "123.45"),
                ("reference", "RF18 5390 0754 7034"),
            ]
        ),
        "BCD\n002\n1\nSCT\nBFSWDE33BER\nWikimedia Foerdergesellschaft\nDE33100205000001194700\n\
         EUR123.45\n\nRF18539007547034"
    );
}

#[test]
fn epc_refuses_what_breaks_a_rule() {
    let long = "x".repeat(141);
    for (part, value, reason) in [
        ("iban", "DE89 3704 0044 0532 0130 01", "the check digits"),
        ("iban", "DE8937040044053201300", "an IBAN of DE has 22 characters"),
        ("iban", "QQ89370400440532013000", "`QQ` is no country"),
        ("iban", "", "it is missing"),
        ("name", "", "it is missing"),
        ("name", "A\nB", "it contains a line break"),
        ("name", &long, "it has 141 characters"),
        ("bic", "ABC", "`ABC` is no BIC"),
        ("iban", "BR1800360305000010009795493C1", "`BR` is no country of SEPA"),
        ("amount", "18.305", "`18.305` has more than two decimals"),
        ("amount", "1.000,50", "`1.000,50` is not a plain number"),
        ("amount", "1000000000", "`1000000000` is not between"),
        ("amount", "-5", "`-5` is not between"),
        ("purpose", "gift", "it is a code"),
        ("reference", "R1", "there is either"),
        ("text", &long, "it has 141 characters"),
    ] {
        let (found, why) = wrong(PayloadType::Epc, &EPC, &[(part, value)]);
        assert!(found == part && why.starts_with(reason), "{part}: {why}");
    }
    let broken = wrong(PayloadType::Epc, &EPC, &[("text", ""), ("reference", "RF19539007547034")]);
    assert_eq!(broken.0, "reference");
    // Rounding errors of binary fractions are not a third decimal.
    let summed = text(PayloadType::Epc, &[&[("amount", "0.30000000000000004")], &EPC[..]].concat());
    assert!(summed.contains("EUR0.30"), "{summed}");
}

/// The bank is found by the account inside of the European Economic Area alone.
#[test]
fn epc_needs_the_bank_of_accounts_outside_of_the_economic_area() {
    let account = [("iban", "CH58 0079 1123 0008 8901 2")];
    let (part, reason) = wrong(PayloadType::Epc, &EPC, &account);
    assert_eq!((&*part, &*reason), ("bic", "accounts in CH need the BIC of their bank"));
    let found = text(PayloadType::Epc, &[&account, &[("bic", "KBBECH22XXX")], &EPC[..]].concat());
    assert!(found.contains("\nKBBECH22XXX\n"), "{found}");
}

const SWISS: [(&str, &str); 16] = [
    ("iban", "CH44 3199 9123 0008 8901 2"),
    ("creditor.name", "Robert Schneider AG"),
    ("creditor.street", "Rue du Lac"),
    ("creditor.number", "1268"),
    ("creditor.zip", "2501"),
    ("creditor.town", "Biel"),
    ("creditor.country", "CH"),
    ("amount", "1949.75"),
    ("currency", "CHF"),
    ("debtor.name", "Pia-Maria Rutschmann-Schnyder"),
    ("debtor.street", "Grosse Marktgasse"),
    ("debtor.number", "28"),
    ("debtor.zip", "9400"),
    ("debtor.town", "Rorschach"),
    ("debtor.country", "CH"),
    ("reference", "21 00000 00003 13947 14300 09017"),
];

/// Examples of the guideline of SIX.
#[test]
fn swiss_of_published_examples() {
    let more = [
        ("message", "Order dated 18.06.2020"),
        (
            "billInfo",
            "//S1/01/20170309/11/10201409/20/14000000/22/36958/30/CH106017086/40/1020/41/3010",
        ),
    ];
    assert_eq!(
        text(PayloadType::Swiss, &[&SWISS[..], &more].concat()),
        "SPC\n0200\n1\nCH4431999123000889012\nS\nRobert Schneider AG\nRue du Lac\n1268\n2501\nBiel\nCH\n\
         \n\n\n\n\n\n\n1949.75\nCHF\nS\nPia-Maria Rutschmann-Schnyder\nGrosse Marktgasse\n28\n9400\n\
         Rorschach\nCH\nQRR\n210000000003139471430009017\nOrder dated 18.06.2020\nEPD\n\
         //S1/01/20170309/11/10201409/20/14000000/22/36958/30/CH106017086/40/1020/41/3010"
    );
    assert_eq!(
        text(
            PayloadType::Swiss,
            &[
                ("iban", "CH37 0900 0000 3044 4222 5"),
                ("creditor.name", "Salvation Army Foundation Switzerland"),
                ("creditor.zip", "3000"),
                ("creditor.town", "Bern"),
                ("creditor.country", "CH"),
                ("currency", "CHF"),
                ("message", "Donnation to the Winterfest campaign"),
            ]
        ),
        "SPC\n0200\n1\nCH3709000000304442225\nS\nSalvation Army Foundation Switzerland\n\n\n3000\nBern\nCH\n\
         \n\n\n\n\n\n\n\nCHF\n\n\n\n\n\n\n\nNON\n\nDonnation to the Winterfest campaign\nEPD"
    );
    let account = [("iban", "CH5800791123000889012"), ("reference", "RF18 5390 0754 7034")];
    let scor = text(PayloadType::Swiss, &[&account[..], &SWISS].concat());
    assert!(scor.contains("\nSCOR\nRF18539007547034\n"), "{scor}");
    // The reference of the guideline's example with SCOR leaves 49, not 1: with these digits it is one.
    let printed = [account[0], ("reference", "RF720191230100405JSH0438")];
    let printed = wrong(PayloadType::Swiss, &SWISS, &printed);
    let reason = "the check digits of `RF720191230100405JSH0438` are wrong";
    assert_eq!(printed, ("reference".to_owned(), reason.to_owned()));
    let right = [account[0], ("reference", "RF240191230100405JSH0438")];
    let right = text(PayloadType::Swiss, &[&right[..], &SWISS].concat());
    assert!(right.contains("\nSCOR\nRF240191230100405JSH0438\n"), "{right}");
}

/// E5.5 and the other rules.
#[test]
fn swiss_refuses_what_breaks_a_rule() {
    let fault = |changed: &[(&str, &str)]| wrong(PayloadType::Swiss, &SWISS, changed);
    assert_eq!(
        fault(&[("reference", "210000000003139471430009018")]),
        ("reference".to_owned(), "the check digit is 8, but must be 7".to_owned())
    );
    for (part, value) in [
        ("reference", ""),
        ("reference", "RF18539007547034"),
        ("reference", "12345"),
        ("iban", "CH5800791123000889012"),
        ("iban", "DE89370400440532013000"),
        ("creditor.name", ""),
        ("creditor.zip", ""),
        ("creditor.country", "ch"),
        ("creditor.country", "XX"),
        ("creditor.number", "12345678901234567"),
        ("creditor.town", "Łódź ☃"),
        ("debtor.name", ""),
        ("currency", "USD"),
        ("currency", ""),
        ("amount", "0.001"),
        ("amount", "-0"),
        ("message", "x\ty"),
        ("reference", "000000000000000000000000000"),
        ("creditor.zip", "CH-2501"),
        ("billInfo", "S1/10/1"),
        ("billInfo", "//"),
    ] {
        let (found, reason) = fault(&[(part, value)]);
        let expected = match (part, value) {
            ("iban", "CH5800791123000889012") => "reference",
            _ => part,
        };
        assert_eq!(found, expected, "{part} {value}: {reason}");
    }
    let together = [("message", "m".repeat(100)), ("billInfo", "b".repeat(41))];
    let together = together.each_ref().map(|(name, text)| (*name, text.as_str()));
    assert_eq!(fault(&together).0, "message");
}

/// Notifications are over 0.00, and nothing else is.
#[test]
fn swiss_notifications_are_over_nothing() {
    for message in [
        "DO NOT USE FOR PAYMENT",
        "NICHT ZUR ZAHLUNG VERWENDEN",
        "NE PAS UTILISER POUR LE PAIEMENT",
        "NON UTILIZZARE PER IL PAGAMENTO",
    ] {
        for amount in ["0", "0.00"] {
            let zero = [("amount", amount), ("message", message)];
            let found = text(PayloadType::Swiss, &[&zero, &SWISS[..]].concat());
            assert!(found.contains("\n0.00\nCHF\n"), "{found}");
            assert!(found.contains(&format!("\n{message}\nEPD")), "{found}");
        }
        for amount in ["", "1949.75"] {
            let (part, reason) =
                wrong(PayloadType::Swiss, &SWISS, &[("amount", amount), ("message", message)]);
            assert!(part == "amount" && reason.ends_with("is over 0.00"), "{part}: {reason}");
        }
    }
    for message in ["", "Thank you"] {
        let zero = [("amount", "0.00"), ("message", message)];
        let (part, reason) = wrong(PayloadType::Swiss, &SWISS, &zero);
        assert!(part == "amount" && reason.starts_with("`0.00` is for notifications"), "{reason}");
    }
}

/// The example of the specification of NPCI.
#[test]
fn upi_of_the_published_example() {
    assert_eq!(
        text(
            PayloadType::Upi,
            &[
                ("pa", "nadeem@npci"),
                ("pn", "nadeem chinna"),
                ("mc", "0000"),
                ("tid", "cxnkjcnkjdfdvjndkjfvn"),
                ("tr", "4894398cndhcd23"),
                ("tn", "Pay to mystar store"),
                ("am", "10"),
                ("cu", "INR"),
                ("url", "https://mystar.com/orderid=9298yw89e8973e87389e78923ue892"),
            ]
        ),
        "upi://pay?pa=nadeem@npci&pn=nadeem%20chinna&mc=0000&tid=cxnkjcnkjdfdvjndkjfvn\
         &tr=4894398cndhcd23&tn=Pay%20to%20mystar%20store&am=10.00&cu=INR\
         &url=https://mystar.com/orderid=9298yw89e8973e87389e78923ue892"
    );
    let right = [("pa", "a@b"), ("pn", "A")];
    for (part, value) in [("pa", "a.b"), ("pn", ""), ("mc", "12"), ("cu", "USD"), ("am", "x")] {
        assert_eq!(wrong(PayloadType::Upi, &right, &[(part, value)]).0, part);
    }
}

/// The example of the specification.
#[test]
fn spayd_of_the_published_example() {
    let right = [
        ("ACC", "CZ58 5500 0000 0012 6509 8001"),
        ("AM", "480.5"),
        ("CC", "CZK"),
        ("RF", "1234567890123456"),
        ("DT", "20120524"),
        ("PT", "P2P"),
        ("MSG", "Payment for the goods"),
    ];
    assert_eq!(
        text(PayloadType::Spayd, &right),
        "SPD*1.0*ACC:CZ5855000000001265098001*AM:480.50*CC:CZK*RF:1234567890123456*DT:20120524*PT:P2P\
         *MSG:Payment for the goods"
    );
    let escaped = text(PayloadType::Spayd, &[("ACC", right[0].1), ("MSG", "A*B zpráva")]);
    assert!(escaped.ends_with("*MSG:A%2AB zpr%C3%A1va"), "{escaped}");
    for (part, value) in [
        ("ACC", "CZ5855000000001265098002"),
        ("ACC", ""),
        ("ALT-ACC", "CZ5855000000001265098001,CZ5855000000001265098001,CZ5855000000001265098001"),
        ("AM", "99999999.99"),
        ("CC", "koruna"),
        ("RF", "VS1"),
        ("DT", "20121324"),
        ("DT", "20260229"),
        ("X-PER", "31"),
        ("X-VS", "12345678901"),
        ("NT", "X"),
    ] {
        assert_eq!(wrong(PayloadType::Spayd, &right, &[(part, value)]).0, part);
    }
}
