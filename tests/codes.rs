//! Bar codes are read back: by rxing from their modules and from drawn pages, by zbar from pages.

use proptest::prelude::*;
use reportctl::barcode::{self, Code, Matrix, QrOptions, Room, Symbol};
use reportctl::format::{CheckDigit, ErrorCorrection, Symbology};
use reportctl::{Fonts, Options, Value, prepare};
use rxing::common::HybridBinarizer;
use rxing::{
    BarcodeFormat, BinaryBitmap, DecodeHints, Luma8LuminanceSource, MultiFormatReader, RXingResult,
    RXingResultMetadataType, Reader,
};

use crate::thorough::{is_thorough, sampled};
use crate::tools;

const QR: Code = Code::Qr(QrOptions { level: ErrorCorrection::M, raise: true, versions: (1, 40) });
const ROOM: Room = Room { width: 60.0, height: 40.0, quiet: 2.0 };

const fn bars(symbology: Symbology) -> Code {
    Code::Bars(symbology, CheckDigit::Auto)
}

fn format_of(code: Code) -> BarcodeFormat {
    let Code::Bars(symbology, _) = code else { return BarcodeFormat::QR_CODE };
    match symbology {
        Symbology::Code128 | Symbology::Gs1128 => BarcodeFormat::CODE_128,
        Symbology::Ean13 => BarcodeFormat::EAN_13,
        Symbology::Ean8 => BarcodeFormat::EAN_8,
        Symbology::Upca => BarcodeFormat::UPC_A,
        Symbology::Itf | Symbology::Itf14 => BarcodeFormat::ITF,
        Symbology::Code39 => BarcodeFormat::CODE_39,
        Symbology::Codabar => BarcodeFormat::CODABAR,
        Symbology::Datamatrix | Symbology::Gs1datamatrix => BarcodeFormat::DATA_MATRIX,
        Symbology::Pdf417 => BarcodeFormat::PDF_417,
        Symbology::Aztec => BarcodeFormat::AZTEC,
    }
}

/// Text that rxing reads from an image in shades of grey.
fn read(grey: Vec<u8>, width: usize, height: usize, code: Code) -> Result<RXingResult, String> {
    let mut hints = DecodeHints {
        TryHarder: Some(true),
        PossibleFormats: Some([format_of(code)].into()),
        // Whatever the number of digits.
        AllowedLengths: Some((2..200).step_by(2).collect()),
        ..DecodeHints::default()
    };
    if matches!(code, Code::Bars(Symbology::Gs1128, _)) {
        hints.AssumeGs1 = Some(true);
    }
    let source = Luma8LuminanceSource::new(grey, width as u32, height as u32).unwrap();
    let mut bitmap = BinaryBitmap::new(HybridBinarizer::new(source));
    let mut reader = MultiFormatReader::default();
    reader.decode_with_hints(&mut bitmap, &hints).map_err(|error| error.to_string())
}

/// A symbol as an image with several pixels a module.
fn image(symbol: &Symbol) -> (Vec<u8>, usize, usize) {
    const SCALE: usize = 4;
    const AROUND: usize = 12;
    let modules: &Matrix = &symbol.modules;
    let row = if symbol.is_linear() { 40 } else { symbol.row_height };
    let (columns, rows) = (modules.width() + 2 * AROUND, modules.height() * row + 2 * AROUND);
    let (width, height) = (columns * SCALE, rows * SCALE);
    let mut grey = vec![255; width * height];
    for (at, pixel) in grey.iter_mut().enumerate() {
        let (x, y) = (at % width / SCALE, at / width / SCALE);
        if x >= AROUND && y >= AROUND && modules.is_dark(x - AROUND, (y - AROUND) / row) {
            *pixel = 0;
        }
    }
    (grey, width, height)
}

fn decoded(code: Code, text: &str) -> (Symbol, String) {
    let symbol = barcode::encode(code, text, ROOM).unwrap();
    let (grey, width, height) = image(&symbol);
    let result = read(grey, width, height, code);
    let result = result.unwrap_or_else(|error| panic!("{code:?} of {text:?}: {error}"));
    (symbol, result.getText().to_owned())
}

/// Symbologies with texts that they hold; where a reader gives other characters, those too.
fn examples() -> Vec<(Code, &'static str, Option<&'static str>)> {
    vec![
        (QR, "HELLO WORLD 123", None),
        (QR, "Überweisung: 18,30 € – Café ☕", None),
        (QR, "0123456789012345678901234567890123456789", None),
        (bars(Symbology::Code128), "Wikipedia-2026/17", None),
        (bars(Symbology::Code128), "35261112345678000195550010000012341000012340", None),
        (bars(Symbology::Code128), "A\tb\u{7f}", None),
        (bars(Symbology::Gs1128), "(00)340123450000000017", Some("]C100340123450000000017")),
        (
            bars(Symbology::Gs1128),
            "(01)09521234543213(10)ABC(21)7",
            Some("]C1010952123454321310ABC\u{1d}217"),
        ),
        (bars(Symbology::Ean13), "400638133393", Some("4006381333931")),
        (bars(Symbology::Ean8), "9638507", Some("96385074")),
        (bars(Symbology::Upca), "03600029145", Some("036000291452")),
        (bars(Symbology::Itf), "12345", Some("012345")),
        (bars(Symbology::Itf14), "1540014128876", Some("15400141288763")),
        (bars(Symbology::Code39), "CODE 39-$/+%.", None),
        (bars(Symbology::Codabar), "31117013206375", None),
        (bars(Symbology::Datamatrix), "123456", None),
        (bars(Symbology::Datamatrix), "DE 1A 2B 3C lower UPPER 0123456789", None),
        (bars(Symbology::Datamatrix), "Grüße aus Köln – 12 €", None),
        (
            bars(Symbology::Gs1datamatrix),
            "(01)09521234543213(17)261231(10)ABC(21)7",
            Some("010952123454321317261231"),
        ),
        (bars(Symbology::Pdf417), "PDF417 reads: mixed, UPPER and lower; 1234567890123456!", None),
        (bars(Symbology::Pdf417), "Grüße aus Köln – 12 €", None),
        (
            bars(Symbology::Pdf417),
            "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 226F001A0025 100",
            None,
        ),
        (bars(Symbology::Aztec), "Aztec, lower UPPER 0123456789. \u{1}mixed|~ <tag>", None),
        (bars(Symbology::Aztec), "Grüße aus Köln – 12 €", None),
    ]
}

#[test]
fn every_symbology_is_read_back_from_its_modules() {
    for (code, text, expected) in examples() {
        let (symbol, found) = decoded(code, text);
        match expected {
            Some(expected) if matches!(code, Code::Bars(Symbology::Gs1datamatrix, _)) => {
                assert!(found.contains(expected) && found.contains("10ABC"), "{found:?}");
            }
            Some(expected) => assert_eq!(found, expected, "{}", symbol.text),
            None => assert_eq!(found, text, "{code:?}"),
        }
    }
}

/// All sizes of Data Matrix and of Aztec, and shapes of PDF417.
#[test]
fn symbols_of_every_size_are_read_back() {
    let text: String = (0_u32..2300).map(|i| char::from(b'a' + (i * i % 23) as u8)).collect();
    for length in [
        1, 3, 6, 11, 20, 33, 47, 60, 80, 100, 130, 170, 220, 290, 400, 520, 690, 900, 1040, 1300,
        1550, 1900, 2300,
    ] {
        let text = &text[..length];
        assert_eq!(decoded(bars(Symbology::Datamatrix), text).1, text);
        if length <= 1900 {
            assert_eq!(decoded(bars(Symbology::Aztec), text).1, text);
        }
        if length <= 1040 {
            assert_eq!(decoded(bars(Symbology::Pdf417), text).1, text);
        }
    }
}

/// ASCII and other characters, in runs, as texts have them.
fn any_text() -> impl Strategy<Value = String> {
    let run = prop_oneof![
        "[0-9]{1,20}",
        "[A-Z ]{1,12}",
        "[a-z ]{1,12}",
        "[!-/:-@\\[-`{-~]{1,4}",
        "[\\t\\n\\r -~]{1,10}",
        "[äöüßéñłžα-ωа-я€漢字]{1,5}",
    ];
    prop::collection::vec(run, 1..8).prop_map(|runs| runs.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if is_thorough() { 48 } else { 12 }, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_back_from_two_dimensions(text in any_text()) {
        prop_assume!(!text.trim().is_empty());
        for symbology in [Symbology::Datamatrix, Symbology::Pdf417, Symbology::Aztec] {
            prop_assert_eq!(decoded(bars(symbology), &text).1, text.clone(), "{:?}", symbology);
        }
        prop_assert_eq!(decoded(QR, &text).1, text);
    }

    #[test]
    fn any_text_is_read_back_from_one_dimension(
        ascii in "[\\t -~]{1,24}",
        mixed in "[0-9]{0,9}[a-z]{0,2}[0-9]{1,9}[\\t]?[A-Z]{0,3}",
        digits in "[0-9]{12}",
        even in "([0-9]{2}){3,15}",
        capitals in "[A-Z0-9 $%*+./-]{1,12}",
        coda in "[0-9$:/.+-]{3,14}",
    ) {
        for text in [&ascii, &mixed] {
            prop_assert_eq!(&decoded(bars(Symbology::Code128), text).1, text);
        }
        prop_assert!(decoded(bars(Symbology::Ean13), &digits).1.starts_with(&digits));
        prop_assert!(decoded(bars(Symbology::Upca), &digits[1..]).1.starts_with(&digits[1..]));
        prop_assert!(decoded(bars(Symbology::Ean8), &digits[5..]).1.starts_with(&digits[5..]));
        prop_assert_eq!(&decoded(bars(Symbology::Itf), &even).1, &even);
        let capitals = capitals.replace('*', "");
        if !capitals.is_empty() {
            prop_assert_eq!(&decoded(bars(Symbology::Code39), &capitals).1, &capitals);
        }
        prop_assert_eq!(&decoded(bars(Symbology::Codabar), &coda).1, &coda);
    }
}

/// A page with one code in a box of so many millimetres.
fn page(code: &serde_json::Value, width: f64, height: f64) -> Vec<u8> {
    let mut field = serde_json::json!({"id": "c", "name": "c", "x": 10, "y": 10, "width": width, "height": height});
    field.as_object_mut().unwrap().extend(code.as_object().unwrap().clone());
    let template = serde_json::json!({
        "extensions": 1, "page": {"width": width + 20.0, "height": height + 20.0}, "schemas": [field]});
    let template = Value::from_json(&template.to_string()).unwrap();
    let fonts = Fonts::standard();
    prepare(&template, &Value::Null).unwrap().generate(&Value::Null, &Options::new(&fonts)).unwrap()
}

/// The codes of `examples` as fields, in a size that people print.
fn fields() -> Vec<(Code, serde_json::Value, String)> {
    let field = |(code, text, expected): (Code, &str, Option<&str>)| {
        let json = match code {
            Code::Qr(_) => serde_json::json!({"type": "qrcode", "content": text}),
            Code::Bars(symbology, _) => serde_json::json!({
                "type": "barcode", "symbology": symbology.name(), "content": text,
                "includeText": code.is_linear() && text.is_ascii() && !text.contains('\t')}),
        };
        (code, json, expected.unwrap_or(text).to_owned())
    };
    examples().into_iter().map(field).collect()
}

#[test]
fn pages_are_read_by_rxing_and_zbar() {
    if !tools::has("pdftoppm") {
        return;
    }
    let zbar = tools::has("zbarimg");
    let folder = tempfile::tempdir().unwrap();
    for (number, (code, json, expected)) in fields().into_iter().enumerate() {
        let pdf = folder.path().join(format!("{number}.pdf"));
        let (width, height) = if code.is_linear() { (90.0, 25.0) } else { (40.0, 40.0) };
        std::fs::write(&pdf, page(&json, width, height)).unwrap();
        let raster = tools::rasters(&pdf, 1, 300).remove(0);
        let grey: Vec<u8> = raster.rgb.chunks(3).map(|pixel| pixel[0]).collect();
        let found = read(grey, raster.width, raster.height, code);
        let found = found.unwrap_or_else(|error| panic!("{json}: {error}")).getText().to_owned();
        assert!(found.contains(&expected) || expected.contains(&found), "{json}: {found:?}");
        if zbar && let Some(found) = by_zbar(&pdf, code) {
            let expected = expected.trim_start_matches("]C1");
            assert!(found.trim_end_matches('\n').contains(expected), "{json}: zbar {found:?}");
        }
    }
}

/// Text that zbar reads, for the symbologies that it knows.
fn by_zbar(pdf: &std::path::Path, code: Code) -> Option<String> {
    use Symbology::{Aztec, Datamatrix, Gs1datamatrix, Pdf417};
    if matches!(code, Code::Bars(Datamatrix | Gs1datamatrix | Pdf417 | Aztec, _)) {
        return None;
    }
    let name = match code {
        Code::Qr(_) => "qrcode",
        Code::Bars(Symbology::Ean8, _) => "ean8",
        Code::Bars(Symbology::Ean13, _) => "ean13",
        Code::Bars(Symbology::Upca, _) => "upca",
        Code::Bars(Symbology::Itf | Symbology::Itf14, _) => "i25",
        Code::Bars(Symbology::Code39, _) => "code39",
        Code::Bars(Symbology::Codabar, _) => "codabar",
        Code::Bars(..) => "code128",
    };
    let stem = pdf.with_extension("");
    let picture = std::fs::read_dir(pdf.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| {
            let file = path.file_name().unwrap().to_string_lossy().into_owned();
            file.starts_with(&format!("{}-", stem.file_name().unwrap().to_string_lossy()))
        })
        .unwrap();
    let output = std::process::Command::new("zbarimg")
        // UPC-A is read as a kind of EAN-13.
        .args(["-q", "--raw", "-Sdisable", "-Sean13.enable", &format!("-S{name}.enable")])
        .arg(picture)
        .output()
        .unwrap();
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The cross in the middle of a Swiss code leaves it readable.
#[test]
fn payments_are_read_back_from_pages() {
    if !tools::has("pdftoppm") {
        return;
    }
    let creditor = serde_json::json!({"name": "Robert Schneider AG", "street": "Rue du Lac", "number": "1268",
        "zip": "2501", "town": "Biel", "country": "CH"});
    let swiss = serde_json::json!({"type": "qrcode", "payload": {"type": "swiss",
        "iban": "CH44 3199 9123 0008 8901 2", "creditor": creditor, "amount": 1949.75, "currency": "CHF",
        "reference": "210000000003139471430009017", "message": "Order dated 18.06.2020"}});
    let epc = serde_json::json!({"type": "qrcode", "payload": {"type": "epc", "name": "Café Mirador GmbH",
        "iban": "DE89 3704 0044 0532 0130 00", "amount": "18.30", "text": "Rechnung 2026-17"}});
    let folder = tempfile::tempdir().unwrap();
    for (name, json, part) in [
        ("swiss", swiss, "\nQRR\n210000000003139471430009017\nOrder"),
        ("epc", epc, "\nCafé Mirador GmbH\nDE89370400440532013000\nEUR18.30\n"),
    ] {
        let pdf = folder.path().join(format!("{name}.pdf"));
        std::fs::write(&pdf, page(&json, 46.0, 46.0)).unwrap();
        let raster = tools::rasters(&pdf, 1, 300).remove(0);
        let grey: Vec<u8> = raster.rgb.chunks(3).map(|pixel| pixel[0]).collect();
        let result = read(grey, raster.width, raster.height, QR).unwrap();
        assert!(result.getText().contains(part), "{:?}", result.getText());
        let level =
            result.getRXingResultMetadata().get(&RXingResultMetadataType::ERROR_CORRECTION_LEVEL);
        assert!(format!("{level:?}").contains('M'), "{level:?}");
        // zbar loses its way in the cross of the Swiss code, which stands where SIX wants it.
        if name != "swiss" && tools::has("zbarimg") {
            let found = by_zbar(&pdf, QR).unwrap();
            assert!(found.contains("EUR18.30"), "{found:?}");
        }
    }
}

/// A page as a drawing, and the codes of its notes.
fn drawn(schema: serde_json::Value, code: &str) -> (String, Vec<reportctl::Code>) {
    let template = serde_json::json!({
        "page": {"width": 210, "height": 297}, "extensions": 1, "schemas": [schema],
    });
    let template = Value::from_json(&template.to_string()).unwrap();
    let bindings = serde_json::json!([{"schemaName": "t", "type": "array", "path": "rows",
        "columns": ["code"]}]);
    let bindings = Value::from_json(&bindings.to_string()).unwrap();
    let prepared = prepare(&template, &bindings).unwrap();
    let fonts = Fonts::standard();
    let options = Options::new(&fonts);
    let data = serde_json::json!({"rows": [{"code": code}], "code": code});
    let data = Value::from_json(&data.to_string()).unwrap();
    let layout = prepared.layout(&data, &options).unwrap();
    let mut page = String::new();
    let notes = prepared.svg(
        &layout,
        &options,
        |_| true,
        |_, svg| {
            page = svg;
            Ok(())
        },
    );
    (page, notes.unwrap().iter().map(|note| note.code).collect())
}

/// A table of one cell, inside of which a code has the box of a field at 11.5, 28.5 of 60 x 25.
fn cell(style: &serde_json::Value) -> serde_json::Value {
    let mut column = serde_json::json!({"cellHeight": 25, "kind": "barcode"});
    column.as_object_mut().unwrap().extend(style.as_object().unwrap().clone());
    serde_json::json!({"id": "t", "name": "t", "type": "table", "x": 10, "y": 20, "width": 63,
        "height": 14, "head": [""], "content": [["{code}"]], "borders": "none",
        "columnStyles": [column]})
}

fn codes(svg: &str) -> Vec<&str> {
    let paths = svg.split("<path d=\"").skip(1);
    let paths = paths.filter_map(|rest| rest.split('"').next());
    paths.filter(|path| path.len() > 200).collect()
}

#[test]
fn columns_of_tables_hold_every_symbology() {
    let all = [
        ("code128", "AB-1234567"),
        ("gs1-128", "(00)340123450000000017"),
        ("ean13", "4006381333931"),
        ("ean8", "96385074"),
        ("upca", "036000291452"),
        ("itf", "12345"),
        ("itf14", "15400141288763"),
        ("code39", "CODE 39"),
        ("codabar", "31117013206375"),
        ("datamatrix", "Data Matrix"),
        ("gs1datamatrix", "(01)09521234543213(10)ABC"),
        ("pdf417", "PDF417"),
        ("aztec", "Aztec"),
    ];
    for (symbology, content) in all {
        for text in [false, true] {
            let style = serde_json::json!({"symbology": symbology, "includeText": text});
            let mut field = serde_json::json!({"id": "f", "name": "f", "type": "barcode",
                "x": 11.5, "y": 28.5, "width": 60, "height": 25, "content": "{code}"});
            field.as_object_mut().unwrap().extend(style.as_object().unwrap().clone());
            let (as_field, _) = drawn(field, content);
            let (in_table, _) = drawn(cell(&style), content);
            assert!(!codes(&as_field).is_empty(), "{symbology}");
            assert_eq!(codes(&as_field), codes(&in_table), "{symbology} {text}");
        }
    }
}

#[test]
fn a_column_leaves_out_what_its_code_cannot_hold_where_it_says_so() {
    let style = serde_json::json!({"symbology": "ean13", "onError": "hide"});
    let (page, notes) = drawn(cell(&style), "4006381333932");
    assert_eq!(codes(&page), Vec::<&str>::new());
    assert_eq!(notes, [reportctl::Code::BarcodeContent]);
    let (_, notes) = drawn(cell(&style), "4006381333931");
    assert_eq!(notes, []);
}

/// The longest text of a kind, made of whole characters, that a code holds: in characters.
fn longest(code: Code, character: &str) -> usize {
    let fits = |count: usize| barcode::encode(code, &character.repeat(count), ROOM).is_ok();
    let (mut fits_at, mut fails_at) = (0, 8000);
    while fails_at - fits_at > 1 {
        let middle = usize::midpoint(fits_at, fails_at);
        if fits(middle) { fits_at = middle } else { fails_at = middle }
    }
    fits_at
}

#[test]
fn codes_hold_what_the_documentation_says() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/format/barcode.md");
    let text = std::fs::read_to_string(path).unwrap();
    let start = text.find("| holds at most |").unwrap();
    let lines = text[start..].lines().skip(2).take_while(|line| line.starts_with('|'));
    let lines: Vec<&str> = lines.collect();
    assert_eq!(lines.len(), 7);
    for line in sampled(lines, 3) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let level = |level| Code::Qr(QrOptions { level, raise: true, versions: (1, 40) });
        let code = match cells[0] {
            "`qrcode`, `L`" => level(ErrorCorrection::L),
            "`qrcode`, `M`" => level(ErrorCorrection::M),
            "`qrcode`, `Q`" => level(ErrorCorrection::Q),
            "`qrcode`, `H`" => level(ErrorCorrection::H),
            "`datamatrix`" => bars(Symbology::Datamatrix),
            "`aztec`" => bars(Symbology::Aztec),
            "`pdf417`" => bars(Symbology::Pdf417),
            other => panic!("{other}"),
        };
        let found = ["1", "A", "a", "\u{e9}"].map(|character| longest(code, character));
        let said: Vec<usize> = cells[1..5].iter().map(|cell| cell.parse().unwrap()).collect();
        assert_eq!(said, found, "{}", cells[0]);
    }
}
