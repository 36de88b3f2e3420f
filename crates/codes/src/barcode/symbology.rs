//! Symbologies and their options, by the names that templates have for them.

use reportctl_base::choices;

choices! {
    /// The kinds of bar code.
    Symbology {
        Code128 "code128" "Code 128: any ASCII.",
        Gs1128 "gs1-128" "GS1-128: Code 128 with application identifiers.",
        Ean13 "ean13" "EAN-13: articles in shops.",
        Ean8 "ean8" "EAN-8: small articles in shops.",
        Upca "upca" "UPC-A: articles in shops of North America.",
        Itf "itf" "Interleaved 2 of 5: an even number of digits.",
        Itf14 "itf14" "ITF-14: cartons.",
        Code39 "code39" "Code 39: capitals and digits.",
        Codabar "codabar" "Codabar: digits.",
        Datamatrix "datamatrix" "Data Matrix.",
        Gs1datamatrix "gs1datamatrix" "Data Matrix with application identifiers of GS1.",
        Pdf417 "pdf417" "PDF417.",
        Aztec "aztec" "Aztec.",
    }

    /// Treatment of the check digit of a number.
    CheckDigit {
        Auto "auto" "One that is missing is added, one that is there is verified.",
        None "none" "None is added: the number is given with all its digits. Those of EAN and UPC are verified, because readers refuse others; those of ITF-14 are not.",
    }

    /// Share of a QR code that may be damaged.
    ErrorCorrection {
        L "L" "7 %.",
        M "M" "15 %.",
        Q "Q" "25 %.",
        H "H" "30 %.",
    }
}
