//! Profiles of EN 16931 that an invoice can be required to fulfil.

use clap::ValueEnum;
use en16931::profiles;

/// A set of rules on top of EN 16931 (a CIUS or an extension).
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Profile {
    /// The European standard alone
    En16931,
    /// XRechnung 3.0: invoices to authorities in Germany
    #[value(name = "xrechnung")]
    XRechnung,
    /// XRechnung 3.0 with its extension for sub-lines and third-party payments
    #[value(name = "xrechnung-extension")]
    XRechnungExtension,
    /// Peppol BIS Billing 3.0
    Peppol,
    /// Factur-X and ZUGFeRD, MINIMUM
    #[value(name = "minimum")]
    FacturxMinimum,
    /// Factur-X and ZUGFeRD, BASIC WL
    #[value(name = "basicwl")]
    FacturxBasicWl,
    /// Factur-X and ZUGFeRD, BASIC
    #[value(name = "basic")]
    FacturxBasic,
    /// Factur-X and ZUGFeRD, EXTENDED
    #[value(name = "extended")]
    FacturxExtended,
}

impl Profile {
    /// Its rules.
    pub(super) fn rules(self) -> &'static en16931::Profile {
        match self {
            Self::En16931 => &profiles::EN16931,
            Self::XRechnung => &profiles::XRECHNUNG,
            Self::XRechnungExtension => &profiles::XRECHNUNG_EXTENSION,
            Self::Peppol => &profiles::PEPPOL_BIS_3,
            Self::FacturxMinimum => &profiles::ZUGFERD_MINIMUM,
            Self::FacturxBasicWl => &profiles::ZUGFERD_BASIC_WL,
            Self::FacturxBasic => &profiles::ZUGFERD_BASIC,
            Self::FacturxExtended => &profiles::ZUGFERD_EXTENDED,
        }
    }
}
