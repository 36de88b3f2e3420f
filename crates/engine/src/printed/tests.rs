//! Prints of terms that agree with the invoice, and others.

#![expect(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::calendar::{Civil, Timestamp};
use crate::locale::{DateStyle, Decimals};
use crate::number::digits::Digits;

/// Returns `true` if a text prints the value of a term, in an invoice with a currency.
fn agrees(id: &'static str, shown: &str, value: &str, locale: &str, currency: &str) -> bool {
    let invoice = CompanionFile {
        name: String::new(),
        mime_type: "text/xml",
        bytes: Vec::new(),
        embedding: None,
        values: vec![("BT-5", currency.to_owned()), (id, value.to_owned())],
        warnings: Vec::new(),
    };
    let (language, accounting) = (OnceCell::new(), OnceCell::new());
    Printed { invoice: &invoice, locale, language, accounting }.agrees(id, shown)
}

fn prints(id: &'static str, shown: &str, value: &str, locale: &str) -> bool {
    agrees(id, shown, value, locale, "EUR")
}

#[test]
fn a_value_is_found_as_it_is_printed() {
    for (id, shown, value, locale) in [
        ("BT-112", "178,50\u{a0}€", "178.50", "de-DE"),
        ("BT-112", "€1,178.50", "1178.50", "en-US"),
        ("BT-112", "EUR 1’178.50", "1178.50", "de-CH"),
        ("BT-112", "1 178,50 €", "1178.50", "fr-FR"),
        ("BT-112", "178 €", "178.00", "de-DE"),
        ("BT-112", "178.5", "178.50", "en-US"),
        ("BT-112", "178.500", "178.50", "en-US"),
        ("BT-112", "178.50", "178.50", "de-DE"),
        ("BT-112", "178.50 incl. 19% VAT", "178.50", "en-US"),
        ("BT-112", "178.50 EUR bis 02.12.2026", "178.50", "en-US"),
        ("BT-112", "2026.00 by 2 December 2026", "2026.00", "en-GB"),
        ("BT-112", "Total 178.50 ² (2 items)", "178.50", "en-US"),
        ("BT-112", "Total - 178.50", "178.50", "en-US"),
        ("BT-112", "(178.50)", "-178.50", "en-US"),
        ("BT-112", "-€178.50", "-178.50", "en-US"),
        ("BT-112", "€ -178,50", "-178.50", "de-DE"),
        ("BT-112", "178,50-", "-178.50", "de-DE"),
        ("BT-112", "\u{2212}178,50 kr. €", "-178.50", "sv-SE"),
        ("BT-113", " ", "", "en-US"),
        ("BT-113", "–", "", "en-US"),
        ("BT-113", "0.00", "", "en-US"),
        ("BT-2", "02.11.2026", "2026-11-02", "de-DE"),
        ("BT-2", "02.11.2026 10:00", "2026-11-02", "de-DE"),
        ("BT-2", "11/2/26", "2026-11-02", "en-US"),
        ("BT-2", "2026-11-02", "2026-11-02", "en-US"),
        ("BT-2", "20261102", "2026-11-02", "en-US"),
        ("BT-2", "Issued 2 Nov 2026", "2026-11-02", "en-US"),
        ("BT-2", "November 2nd, 2026", "2026-11-02", "en-US"),
        ("BT-2", "Berlin, den 2. November 2026", "2026-11-02", "de-DE"),
        ("BT-2", "2026年11月2日", "2026-11-02", "ja-JP"),
        ("BT-9", "-", "", "en-US"),
        ("BT-1", "Invoice 2026-7.", "2026-7", "en-US"),
        ("BT-1", "R - 7", "R-7", "en-US"),
        ("BT-44", "B, Berlin", "B", "en-US"),
        ("BT-84", "DE89 3704 0044", "DE8937040044", "en-US"),
    ] {
        assert!(prints(id, shown, value, locale), "{shown} {value} {locale}");
    }
}

#[test]
fn another_value_is_never_taken_for_it() {
    for (id, shown, value, locale) in [
        ("BT-112", "178,05 €", "178.50", "de-DE"),
        ("BT-112", "-178.50", "178.50", "en-US"),
        ("BT-112", "- 178.50", "178.50", "en-US"),
        ("BT-112", "(178.50)", "178.50", "en-US"),
        ("BT-112", "(€178.50)", "178.50", "en-US"),
        ("BT-112", "17850", "178.50", "en-US"),
        ("BT-112", "1785.0", "178.50", "en-US"),
        ("BT-112", "1.7850 EUR", "178.50", "en-US"),
        ("BT-112", "17.850", "178.50", "de-DE"),
        ("BT-112", "$178.50", "178.50", "en-US"),
        ("BT-112", "USD 178.50", "178.50", "en-US"),
        ("BT-112", "178.50 US$", "178.50", "en-US"),
        ("BT-112", "178.50 and 178.50", "178.50", "en-US"),
        ("BT-112", "178%", "178.00", "en-US"),
        ("BT-112", "2 December 2026", "2026.00", "en-GB"),
        ("BT-113", "5", "", "en-US"),
        ("BT-113", "none", "", "en-US"),
        ("BT-2", "03.11.2026", "2026-11-02", "de-DE"),
        ("BT-2", "2 Nov 2025", "2026-11-02", "en-US"),
        ("BT-2", "02 Dec 2026", "2026-11-02", "en-US"),
        ("BT-2", "02/11/2026", "2026-11-02", "en-US"),
        ("BT-2", "2.12.2026 (11)", "2026-11-02", "de-DE"),
        ("BT-2", "12.11.2026, Kunde 2", "2026-11-02", "de-DE"),
        ("BT-2", "Berlin, 12.10.2026 (Nr. 2)", "2026-11-02", "de-DE"),
        ("BT-2", "1. 2. 11. 2026", "2026-11-02", "de-DE"),
        ("BT-9", "02.11.2026", "", "de-DE"),
        ("BT-1", "Invoice 2026-8", "2026-7", "en-US"),
        ("BT-1", "R-70", "R-7", "en-US"),
        ("BT-1", "R-71", "R-7", "en-US"),
        ("BT-1", "XR-7", "R-7", "en-US"),
        ("BT-1", "R-7/2", "R-7", "en-US"),
        ("BT-44", "Bob & Co", "B", "en-US"),
    ] {
        assert!(!prints(id, shown, value, locale), "{shown} {value} {locale}");
    }
}

/// Locales of every script and every way to group digits that the engine knows.
const LOCALES: [&str; 56] = [
    "en-US", "en-GB", "en-IN", "en-ZA", "en-CA", "de-DE", "de-AT", "de-CH", "fr-FR", "fr-CH",
    "fr-CA", "it-IT", "es-ES", "es-MX", "pt-BR", "pt-PT", "nl-NL", "sv-SE", "nb-NO", "da-DK",
    "fi-FI", "is-IS", "pl-PL", "cs-CZ", "sk-SK", "hu-HU", "ro-RO", "bg-BG", "el-GR", "ru-RU",
    "uk-UA", "sr-RS", "hr-HR", "sl-SI", "lt-LT", "lv-LV", "et-EE", "tr-TR", "he-IL", "ar-EG",
    "ar-SA", "fa-IR", "hi-IN", "mr-IN", "bn-BD", "ne-NP", "my-MM", "th-TH", "vi-VN", "ja-JP",
    "ko-KR", "zh-CN", "zh-TW", "id-ID", "eu-ES", "ca-ES",
];

#[test]
fn amounts_and_dates_of_every_locale_are_right() {
    let decimals = Decimals { least: 2, most: 2 };
    let mut wrong = Vec::new();
    for tag in LOCALES {
        let Some(locale) = Locale::find(tag) else { continue };
        for currency in ["EUR", "USD", "CHF", "PLN", "INR", "TRY", "AED"] {
            let symbol = locale.currency_symbol(currency);
            for (value, number) in [("1234567.89", 1_234_567.89), ("178.50", 178.5)] {
                let mut shown = String::new();
                locale.money(Digits::shortest(number), false, decimals, symbol, &mut shown);
                if !agrees("BT-112", trim(&shown), value, tag, currency) {
                    wrong.push(format!("{tag} {shown} {value}"));
                }
                let mut shown = String::new();
                locale.money(Digits::shortest(number), true, decimals, symbol, &mut shown);
                if agrees("BT-112", trim(&shown), value, tag, currency)
                    || !agrees("BT-112", trim(&shown), &format!("-{value}"), tag, currency)
                {
                    wrong.push(format!("{tag} {shown} -{value}"));
                }
            }
        }
        for (value, month, day) in [("2026-11-02", 11, 2), ("2026-03-25", 3, 25)] {
            let civil = Civil { year: 2026, month, day, hour: 0, minute: 0, second: 0 };
            let time = Timestamp::from_parts(civil).unwrap();
            for style in ["numeric", "short", "medium", "long", "full", "DD MMMM YYYY"] {
                let mut shown = String::new();
                locale.date(time, &DateStyle::read(style), &mut shown);
                if !prints("BT-2", trim(&shown), value, tag)
                    || prints("BT-2", trim(&shown), "2026-11-03", tag)
                    || prints("BT-2", trim(&shown), "2026-04-25", tag)
                {
                    wrong.push(format!("{tag} {style} {shown}"));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
