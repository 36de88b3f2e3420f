//! The business groups and terms of EN 16931-1 (2017, with A1:2019): name, place, cardinality, type, the first profile
//! of Factur-X that has them, the rule that demands them, and their elements in UN/CEFACT CII and UBL 2.1.
//!
//! Maps of templates, their check, writing, findings and the documentation take them from here. Paths of terms are
//! relative to the group, or begin with `/`; those without a group begin below the root of the document.

/// Type of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermKind {
    /// Free text.
    Text,
    /// An identifier, whose scheme is a term of its own.
    Identifier,
    /// The identifier of another document.
    Reference,
    /// A value of a code list.
    Code,
    /// A day.
    Date,
    /// An amount with two decimals.
    Amount,
    /// A price with any number of decimals.
    UnitPrice,
    /// A quantity.
    Quantity,
    /// A percentage.
    Percentage,
    /// A file in base64.
    Binary,
}

impl TermKind {
    /// The type as the documentation names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Identifier => "identifier",
            Self::Reference => "reference",
            Self::Code => "code",
            Self::Date => "date",
            Self::Amount => "amount",
            Self::UnitPrice => "unit price",
            Self::Quantity => "quantity",
            Self::Percentage => "percentage",
            Self::Binary => "file",
        }
    }
}

/// Profiles of Factur-X by what they hold; each has the terms of those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TermLevel {
    Minimum,
    BasicWl,
    Basic,
    En16931,
}

/// A business group (BG), or a business term (BT).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// Its identifier, such as `BT-112`; the scheme of `BT-34` is `BT-34-1`.
    pub id: &'static str,
    /// Its name in the standard.
    pub name: &'static str,
    /// The group that it is in; empty for none.
    pub group: &'static str,
    /// Its cardinality in the group.
    pub cardinality: &'static str,
    /// Its type; nothing for a group.
    pub kind: Option<TermKind>,
    /// The first profile of Factur-X that has it.
    pub level: TermLevel,
    /// The rule that demands it where its group is present; empty for none.
    pub rule: &'static str,
    cii: &'static str,
    ubl: &'static str,
}

impl Term {
    /// Returns `true` for a group.
    pub fn is_group(&self) -> bool {
        self.kind.is_none()
    }

    /// Returns `true` if it can occur several times in its group.
    pub fn is_list(&self) -> bool {
        self.cardinality.ends_with('n')
    }

    /// Its element in UN/CEFACT CII, below the root.
    pub fn cii(&self) -> String {
        self.path(|term| term.cii)
    }

    /// Its element in UBL 2.1, below the root.
    pub fn ubl(&self) -> String {
        self.path(|term| term.ubl)
    }

    fn path(&self, of: fn(&Self) -> &'static str) -> String {
        if let Some(path) = of(self).strip_prefix('/') {
            return path.to_owned();
        }
        let group = self.parent().map(|group| group.path(of)).unwrap_or_default();
        let parts = [group.as_str(), of(self)].into_iter().filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join("/")
    }

    /// The group that it is in.
    pub fn parent(&self) -> Option<&'static Self> {
        term(self.group)
    }

    /// The nearest group around it that can occur several times.
    pub fn list(&self) -> Option<&'static Self> {
        let mut group = self.parent();
        while let Some(one) = group.filter(|one| !one.is_list()) {
            group = one.parent();
        }
        group
    }
}

/// The group or term with this identifier.
pub fn term(id: &str) -> Option<&'static Term> {
    TERMS.iter().find(|term| term.id == id)
}

macro_rules! terms {
    ($($id:literal $name:literal $group:literal $cardinality:literal $kind:ident $level:ident $rule:literal $cii:literal $ubl:literal;)*) => {
        [$(Term {
            id: $id,
            name: $name,
            group: $group,
            cardinality: $cardinality,
            kind: kind!($kind),
            level: TermLevel::$level,
            rule: $rule,
            cii: $cii,
            ubl: $ubl,
        }),*]
    };
}

macro_rules! kind {
    (Group) => {
        None
    };
    ($kind:ident) => {
        Some(TermKind::$kind)
    };
}

/// Every group and every term, each in the order of the standard.
pub static TERMS: [Term; 211] = terms! {
    "BG-1" "Invoice note" "" "0..n" Group BasicWl "" "rsm:ExchangedDocument/ram:IncludedNote" "";
    "BG-2" "Process control" "" "1..1" Group Minimum "" "rsm:ExchangedDocumentContext" "";
    "BG-3" "Preceding invoice reference" "" "0..n" Group BasicWl "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:InvoiceReferencedDocument" "cac:BillingReference/cac:InvoiceDocumentReference";
    "BG-4" "Seller" "" "1..1" Group Minimum "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty" "cac:AccountingSupplierParty/cac:Party";
    "BG-5" "Seller postal address" "BG-4" "1..1" Group Minimum "" "ram:PostalTradeAddress" "cac:PostalAddress";
    "BG-6" "Seller contact" "BG-4" "0..1" Group En16931 "" "ram:DefinedTradeContact" "cac:Contact";
    "BG-7" "Buyer" "" "1..1" Group Minimum "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:BuyerTradeParty" "cac:AccountingCustomerParty/cac:Party";
    "BG-8" "Buyer postal address" "BG-7" "1..1" Group BasicWl "" "ram:PostalTradeAddress" "cac:PostalAddress";
    "BG-9" "Buyer contact" "BG-7" "0..1" Group En16931 "" "ram:DefinedTradeContact" "cac:Contact";
    "BG-10" "Payee" "" "0..1" Group BasicWl "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:PayeeTradeParty" "cac:PayeeParty";
    "BG-11" "Seller tax representative party" "" "0..1" Group BasicWl "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:SellerTaxRepresentativeTradeParty" "cac:TaxRepresentativeParty";
    "BG-12" "Seller tax representative postal address" "BG-11" "1..1" Group BasicWl "" "ram:PostalTradeAddress" "cac:PostalAddress";
    "BG-13" "Delivery information" "" "0..1" Group BasicWl "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeDelivery" "cac:Delivery";
    "BG-14" "Invoicing period" "BG-13" "0..1" Group BasicWl "" "/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:BillingSpecifiedPeriod" "/cac:InvoicePeriod";
    "BG-15" "Deliver to address" "BG-13" "0..1" Group BasicWl "" "ram:ShipToTradeParty/ram:PostalTradeAddress" "cac:DeliveryLocation/cac:Address";
    "BG-16" "Payment instructions" "" "0..1" Group BasicWl "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:SpecifiedTradeSettlementPaymentMeans" "cac:PaymentMeans";
    "BG-17" "Credit transfer" "BG-16" "0..n" Group BasicWl "" "" "cac:PayeeFinancialAccount";
    "BG-18" "Payment card information" "BG-16" "0..1" Group En16931 "" "ram:ApplicableTradeSettlementFinancialCard" "cac:CardAccount";
    "BG-19" "Direct debit" "BG-16" "0..1" Group BasicWl "" "" "cac:PaymentMandate";
    "BG-20" "Document level allowances" "" "0..n" Group BasicWl "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:SpecifiedTradeAllowanceCharge" "cac:AllowanceCharge";
    "BG-21" "Document level charges" "" "0..n" Group BasicWl "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:SpecifiedTradeAllowanceCharge" "cac:AllowanceCharge";
    "BG-22" "Document totals" "" "1..1" Group Minimum "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:SpecifiedTradeSettlementHeaderMonetarySummation" "cac:LegalMonetaryTotal";
    "BG-23" "VAT breakdown" "" "1..n" Group BasicWl "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax" "cac:TaxTotal/cac:TaxSubtotal";
    "BG-24" "Additional supporting documents" "" "0..n" Group En16931 "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:AdditionalReferencedDocument" "cac:AdditionalDocumentReference";
    "BG-25" "Invoice line" "" "1..n" Group Basic "" "rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem" "cac:InvoiceLine";
    "BG-26" "Invoice line period" "BG-25" "0..1" Group Basic "" "ram:SpecifiedLineTradeSettlement/ram:BillingSpecifiedPeriod" "cac:InvoicePeriod";
    "BG-27" "Invoice line allowances" "BG-25" "0..n" Group Basic "" "ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeAllowanceCharge" "cac:AllowanceCharge";
    "BG-28" "Invoice line charges" "BG-25" "0..n" Group Basic "" "ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeAllowanceCharge" "cac:AllowanceCharge";
    "BG-29" "Price details" "BG-25" "1..1" Group Basic "" "ram:SpecifiedLineTradeAgreement" "cac:Price";
    "BG-30" "Line VAT information" "BG-25" "1..1" Group Basic "" "ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax" "cac:Item/cac:ClassifiedTaxCategory";
    "BG-31" "Item information" "BG-25" "1..1" Group Basic "" "ram:SpecifiedTradeProduct" "cac:Item";
    "BG-32" "Item attributes" "BG-31" "0..n" Group En16931 "" "ram:ApplicableProductCharacteristic" "cac:AdditionalItemProperty";
    "BT-1" "Invoice number" "" "1..1" Identifier Minimum "BR-02" "rsm:ExchangedDocument/ram:ID" "cbc:ID";
    "BT-2" "Invoice issue date" "" "1..1" Date Minimum "BR-03" "rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString" "cbc:IssueDate";
    "BT-3" "Invoice type code" "" "1..1" Code Minimum "BR-04" "rsm:ExchangedDocument/ram:TypeCode" "cbc:InvoiceTypeCode";
    "BT-5" "Invoice currency code" "" "1..1" Code Minimum "BR-05" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:InvoiceCurrencyCode" "cbc:DocumentCurrencyCode";
    "BT-6" "VAT accounting currency code" "" "0..1" Code BasicWl "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:TaxCurrencyCode" "cbc:TaxCurrencyCode";
    "BT-7" "Value added tax point date" "" "0..1" Date En16931 "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax/ram:TaxPointDate/udt:DateString" "cbc:TaxPointDate";
    "BT-8" "Value added tax point date code" "" "0..1" Code BasicWl "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax/ram:DueDateTypeCode" "cac:InvoicePeriod/cbc:DescriptionCode";
    "BT-9" "Payment due date" "" "0..1" Date BasicWl "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/udt:DateTimeString" "cbc:DueDate";
    "BT-10" "Buyer reference" "" "0..1" Text Minimum "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:BuyerReference" "cbc:BuyerReference";
    "BT-11" "Project reference" "" "0..1" Reference En16931 "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:SpecifiedProcuringProject/ram:ID" "cac:ProjectReference/cbc:ID";
    "BT-12" "Contract reference" "" "0..1" Reference BasicWl "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:ContractReferencedDocument/ram:IssuerAssignedID" "cac:ContractDocumentReference/cbc:ID";
    "BT-13" "Purchase order reference" "" "0..1" Reference Minimum "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID" "cac:OrderReference/cbc:ID";
    "BT-14" "Sales order reference" "" "0..1" Reference En16931 "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:SellerOrderReferencedDocument/ram:IssuerAssignedID" "cac:OrderReference/cbc:SalesOrderID";
    "BT-15" "Receiving advice reference" "" "0..1" Reference En16931 "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeDelivery/ram:ReceivingAdviceReferencedDocument/ram:IssuerAssignedID" "cac:ReceiptDocumentReference/cbc:ID";
    "BT-16" "Despatch advice reference" "" "0..1" Reference BasicWl "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeDelivery/ram:DespatchAdviceReferencedDocument/ram:IssuerAssignedID" "cac:DespatchDocumentReference/cbc:ID";
    "BT-17" "Tender or lot reference" "" "0..1" Reference En16931 "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:AdditionalReferencedDocument/ram:IssuerAssignedID" "cac:OriginatorDocumentReference/cbc:ID";
    "BT-18" "Invoiced object identifier" "" "0..1" Identifier En16931 "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:AdditionalReferencedDocument/ram:IssuerAssignedID" "cac:AdditionalDocumentReference/cbc:ID";
    "BT-18-1" "Invoiced object identifier: scheme" "" "0..1" Code En16931 "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:AdditionalReferencedDocument/ram:ReferenceTypeCode" "cac:AdditionalDocumentReference/cbc:ID/@schemeID";
    "BT-19" "Buyer accounting reference" "" "0..1" Text BasicWl "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID" "cbc:AccountingCost";
    "BT-20" "Payment terms" "" "0..1" Text BasicWl "" "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:SpecifiedTradePaymentTerms/ram:Description" "cac:PaymentTerms/cbc:Note";
    "BT-21" "Invoice note subject code" "BG-1" "0..1" Code BasicWl "" "ram:SubjectCode" "cbc:Note";
    "BT-22" "Invoice note" "BG-1" "1..1" Text BasicWl "" "ram:Content" "cbc:Note";
    "BT-23" "Business process type" "BG-2" "0..1" Text Minimum "" "ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID" "cbc:ProfileID";
    "BT-24" "Specification identifier" "BG-2" "1..1" Identifier Minimum "BR-01" "ram:GuidelineSpecifiedDocumentContextParameter/ram:ID" "cbc:CustomizationID";
    "BT-25" "Preceding invoice reference" "BG-3" "1..1" Reference BasicWl "BR-55" "ram:IssuerAssignedID" "cbc:ID";
    "BT-26" "Preceding invoice issue date" "BG-3" "0..1" Date BasicWl "" "ram:FormattedIssueDateTime/qdt:DateTimeString" "cbc:IssueDate";
    "BT-27" "Seller name" "BG-4" "1..1" Text Minimum "BR-06" "ram:Name" "cac:PartyLegalEntity/cbc:RegistrationName";
    "BT-28" "Seller trading name" "BG-4" "0..1" Text BasicWl "" "ram:SpecifiedLegalOrganization/ram:TradingBusinessName" "cac:PartyName/cbc:Name";
    "BT-29" "Seller identifier" "BG-4" "0..n" Identifier BasicWl "" "ram:ID" "cac:PartyIdentification/cbc:ID";
    "BT-29-1" "Seller identifier: scheme" "BG-4" "0..1" Code BasicWl "" "ram:GlobalID/@schemeID" "cac:PartyIdentification/cbc:ID/@schemeID";
    "BT-30" "Seller legal registration identifier" "BG-4" "0..1" Identifier Minimum "" "ram:SpecifiedLegalOrganization/ram:ID" "cac:PartyLegalEntity/cbc:CompanyID";
    "BT-30-1" "Seller legal registration identifier: scheme" "BG-4" "0..1" Code Minimum "" "ram:SpecifiedLegalOrganization/ram:ID/@schemeID" "cac:PartyLegalEntity/cbc:CompanyID/@schemeID";
    "BT-31" "Seller VAT identifier" "BG-4" "0..1" Identifier Minimum "" "ram:SpecifiedTaxRegistration/ram:ID" "cac:PartyTaxScheme/cbc:CompanyID";
    "BT-32" "Seller tax registration identifier" "BG-4" "0..1" Identifier Minimum "" "ram:SpecifiedTaxRegistration/ram:ID" "cac:PartyTaxScheme/cbc:CompanyID";
    "BT-33" "Seller additional legal information" "BG-4" "0..1" Text En16931 "" "ram:Description" "cac:PartyLegalEntity/cbc:CompanyLegalForm";
    "BT-34" "Seller electronic address" "BG-4" "0..1" Identifier BasicWl "" "ram:URIUniversalCommunication/ram:URIID" "cbc:EndpointID";
    "BT-34-1" "Seller electronic address: scheme" "BG-4" "0..1" Code BasicWl "" "ram:URIUniversalCommunication/ram:URIID/@schemeID" "cbc:EndpointID/@schemeID";
    "BT-35" "Seller address line 1" "BG-5" "0..1" Text BasicWl "" "ram:LineOne" "cbc:StreetName";
    "BT-36" "Seller address line 2" "BG-5" "0..1" Text BasicWl "" "ram:LineTwo" "cbc:AdditionalStreetName";
    "BT-162" "Seller address line 3" "BG-5" "0..1" Text BasicWl "" "ram:LineThree" "cac:AddressLine/cbc:Line";
    "BT-37" "Seller city" "BG-5" "0..1" Text BasicWl "" "ram:CityName" "cbc:CityName";
    "BT-38" "Seller post code" "BG-5" "0..1" Text BasicWl "" "ram:PostcodeCode" "cbc:PostalZone";
    "BT-39" "Seller country subdivision" "BG-5" "0..1" Text BasicWl "" "ram:CountrySubDivisionName" "cbc:CountrySubentity";
    "BT-40" "Seller country code" "BG-5" "1..1" Code Minimum "BR-09" "ram:CountryID" "cac:Country/cbc:IdentificationCode";
    "BT-41" "Seller contact point" "BG-6" "0..1" Text En16931 "" "ram:PersonName" "cbc:Name";
    "BT-42" "Seller contact telephone number" "BG-6" "0..1" Text En16931 "" "ram:TelephoneUniversalCommunication/ram:CompleteNumber" "cbc:Telephone";
    "BT-43" "Seller contact email address" "BG-6" "0..1" Text En16931 "" "ram:EmailURIUniversalCommunication/ram:URIID" "cbc:ElectronicMail";
    "BT-44" "Buyer name" "BG-7" "1..1" Text Minimum "BR-07" "ram:Name" "cac:PartyLegalEntity/cbc:RegistrationName";
    "BT-45" "Buyer trading name" "BG-7" "0..1" Text BasicWl "" "ram:SpecifiedLegalOrganization/ram:TradingBusinessName" "cac:PartyName/cbc:Name";
    "BT-46" "Buyer identifier" "BG-7" "0..n" Identifier BasicWl "" "ram:ID" "cac:PartyIdentification/cbc:ID";
    "BT-46-1" "Buyer identifier: scheme" "BG-7" "0..1" Code BasicWl "" "ram:GlobalID/@schemeID" "cac:PartyIdentification/cbc:ID/@schemeID";
    "BT-47" "Buyer legal registration identifier" "BG-7" "0..1" Identifier Minimum "" "ram:SpecifiedLegalOrganization/ram:ID" "cac:PartyLegalEntity/cbc:CompanyID";
    "BT-47-1" "Buyer legal registration identifier: scheme" "BG-7" "0..1" Code Minimum "" "ram:SpecifiedLegalOrganization/ram:ID/@schemeID" "cac:PartyLegalEntity/cbc:CompanyID/@schemeID";
    "BT-48" "Buyer VAT identifier" "BG-7" "0..1" Identifier BasicWl "" "ram:SpecifiedTaxRegistration/ram:ID" "cac:PartyTaxScheme/cbc:CompanyID";
    "BT-49" "Buyer electronic address" "BG-7" "0..1" Identifier BasicWl "" "ram:URIUniversalCommunication/ram:URIID" "cbc:EndpointID";
    "BT-49-1" "Buyer electronic address: scheme" "BG-7" "0..1" Code BasicWl "" "ram:URIUniversalCommunication/ram:URIID/@schemeID" "cbc:EndpointID/@schemeID";
    "BT-50" "Buyer address line 1" "BG-8" "0..1" Text BasicWl "" "ram:LineOne" "cbc:StreetName";
    "BT-51" "Buyer address line 2" "BG-8" "0..1" Text BasicWl "" "ram:LineTwo" "cbc:AdditionalStreetName";
    "BT-163" "Buyer address line 3" "BG-8" "0..1" Text BasicWl "" "ram:LineThree" "cac:AddressLine/cbc:Line";
    "BT-52" "Buyer city" "BG-8" "0..1" Text BasicWl "" "ram:CityName" "cbc:CityName";
    "BT-53" "Buyer post code" "BG-8" "0..1" Text BasicWl "" "ram:PostcodeCode" "cbc:PostalZone";
    "BT-54" "Buyer country subdivision" "BG-8" "0..1" Text BasicWl "" "ram:CountrySubDivisionName" "cbc:CountrySubentity";
    "BT-55" "Buyer country code" "BG-8" "1..1" Code BasicWl "BR-11" "ram:CountryID" "cac:Country/cbc:IdentificationCode";
    "BT-56" "Buyer contact point" "BG-9" "0..1" Text En16931 "" "ram:PersonName" "cbc:Name";
    "BT-57" "Buyer contact telephone number" "BG-9" "0..1" Text En16931 "" "ram:TelephoneUniversalCommunication/ram:CompleteNumber" "cbc:Telephone";
    "BT-58" "Buyer contact email address" "BG-9" "0..1" Text En16931 "" "ram:EmailURIUniversalCommunication/ram:URIID" "cbc:ElectronicMail";
    "BT-59" "Payee name" "BG-10" "1..1" Text BasicWl "BR-17" "ram:Name" "cac:PartyName/cbc:Name";
    "BT-60" "Payee identifier" "BG-10" "0..1" Identifier BasicWl "" "ram:ID" "cac:PartyIdentification/cbc:ID";
    "BT-60-1" "Payee identifier: scheme" "BG-10" "0..1" Code BasicWl "" "ram:GlobalID/@schemeID" "cac:PartyIdentification/cbc:ID/@schemeID";
    "BT-61" "Payee legal registration identifier" "BG-10" "0..1" Identifier BasicWl "" "ram:SpecifiedLegalOrganization/ram:ID" "cac:PartyLegalEntity/cbc:CompanyID";
    "BT-61-1" "Payee legal registration identifier: scheme" "BG-10" "0..1" Code BasicWl "" "ram:SpecifiedLegalOrganization/ram:ID/@schemeID" "cac:PartyLegalEntity/cbc:CompanyID/@schemeID";
    "BT-62" "Seller tax representative name" "BG-11" "1..1" Text BasicWl "BR-18" "ram:Name" "cac:PartyName/cbc:Name";
    "BT-63" "Seller tax representative VAT identifier" "BG-11" "1..1" Identifier BasicWl "BR-56" "ram:SpecifiedTaxRegistration/ram:ID" "cac:PartyTaxScheme/cbc:CompanyID";
    "BT-64" "Tax representative address line 1" "BG-12" "0..1" Text BasicWl "" "ram:LineOne" "cbc:StreetName";
    "BT-65" "Tax representative address line 2" "BG-12" "0..1" Text BasicWl "" "ram:LineTwo" "cbc:AdditionalStreetName";
    "BT-164" "Tax representative address line 3" "BG-12" "0..1" Text BasicWl "" "ram:LineThree" "cac:AddressLine/cbc:Line";
    "BT-66" "Tax representative city" "BG-12" "0..1" Text BasicWl "" "ram:CityName" "cbc:CityName";
    "BT-67" "Tax representative post code" "BG-12" "0..1" Text BasicWl "" "ram:PostcodeCode" "cbc:PostalZone";
    "BT-68" "Tax representative country subdivision" "BG-12" "0..1" Text BasicWl "" "ram:CountrySubDivisionName" "cbc:CountrySubentity";
    "BT-69" "Tax representative country code" "BG-12" "1..1" Code BasicWl "BR-20" "ram:CountryID" "cac:Country/cbc:IdentificationCode";
    "BT-70" "Deliver to party name" "BG-13" "0..1" Text BasicWl "" "ram:ShipToTradeParty/ram:Name" "cac:DeliveryParty/cac:PartyName/cbc:Name";
    "BT-71" "Deliver to location identifier" "BG-13" "0..1" Identifier BasicWl "" "ram:ShipToTradeParty/ram:ID" "cac:DeliveryLocation/cbc:ID";
    "BT-71-1" "Deliver to location identifier: scheme" "BG-13" "0..1" Code BasicWl "" "ram:ShipToTradeParty/ram:GlobalID/@schemeID" "cac:DeliveryLocation/cbc:ID/@schemeID";
    "BT-72" "Actual delivery date" "BG-13" "0..1" Date BasicWl "" "ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString" "cbc:ActualDeliveryDate";
    "BT-73" "Invoicing period start date" "BG-14" "0..1" Date BasicWl "" "ram:StartDateTime/udt:DateTimeString" "cbc:StartDate";
    "BT-74" "Invoicing period end date" "BG-14" "0..1" Date BasicWl "" "ram:EndDateTime/udt:DateTimeString" "cbc:EndDate";
    "BT-75" "Deliver to address line 1" "BG-15" "0..1" Text BasicWl "" "ram:LineOne" "cbc:StreetName";
    "BT-76" "Deliver to address line 2" "BG-15" "0..1" Text BasicWl "" "ram:LineTwo" "cbc:AdditionalStreetName";
    "BT-165" "Deliver to address line 3" "BG-15" "0..1" Text BasicWl "" "ram:LineThree" "cac:AddressLine/cbc:Line";
    "BT-77" "Deliver to city" "BG-15" "0..1" Text BasicWl "" "ram:CityName" "cbc:CityName";
    "BT-78" "Deliver to post code" "BG-15" "0..1" Text BasicWl "" "ram:PostcodeCode" "cbc:PostalZone";
    "BT-79" "Deliver to country subdivision" "BG-15" "0..1" Text BasicWl "" "ram:CountrySubDivisionName" "cbc:CountrySubentity";
    "BT-80" "Deliver to country code" "BG-15" "1..1" Code BasicWl "BR-57" "ram:CountryID" "cac:Country/cbc:IdentificationCode";
    "BT-81" "Payment means type code" "BG-16" "1..1" Code BasicWl "BR-49" "ram:TypeCode" "cbc:PaymentMeansCode";
    "BT-82" "Payment means text" "BG-16" "0..1" Text En16931 "" "ram:Information" "cbc:PaymentMeansCode/@name";
    "BT-83" "Remittance information" "BG-16" "0..1" Text BasicWl "" "/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:PaymentReference" "cbc:PaymentID";
    "BT-84" "Payment account identifier" "BG-17" "1..1" Identifier BasicWl "BR-50" "ram:PayeePartyCreditorFinancialAccount/ram:IBANID" "cbc:ID";
    "BT-85" "Payment account name" "BG-17" "0..1" Text En16931 "" "ram:PayeePartyCreditorFinancialAccount/ram:AccountName" "cbc:Name";
    "BT-86" "Payment service provider identifier" "BG-17" "0..1" Identifier En16931 "" "ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID" "cac:FinancialInstitutionBranch/cbc:ID";
    "BT-87" "Payment card primary account number" "BG-18" "1..1" Text En16931 "" "ram:ID" "cbc:PrimaryAccountNumberID";
    "BT-88" "Payment card holder name" "BG-18" "0..1" Text En16931 "" "ram:CardholderName" "cbc:HolderName";
    "BT-89" "Mandate reference identifier" "BG-19" "0..1" Identifier BasicWl "" "/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:SpecifiedTradePaymentTerms/ram:DirectDebitMandateID" "cbc:ID";
    "BT-90" "Bank assigned creditor identifier" "BG-19" "0..1" Identifier BasicWl "" "/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:CreditorReferenceID" "/cac:AccountingSupplierParty/cac:Party/cac:PartyIdentification/cbc:ID";
    "BT-91" "Debited account identifier" "BG-19" "0..1" Identifier BasicWl "" "ram:PayerPartyDebtorFinancialAccount/ram:IBANID" "cac:PayerFinancialAccount/cbc:ID";
    "BT-92" "Document level allowance amount" "BG-20" "1..1" Amount BasicWl "BR-31" "ram:ActualAmount" "cbc:Amount";
    "BT-93" "Document level allowance base amount" "BG-20" "0..1" Amount BasicWl "" "ram:BasisAmount" "cbc:BaseAmount";
    "BT-94" "Document level allowance percentage" "BG-20" "0..1" Percentage BasicWl "" "ram:CalculationPercent" "cbc:MultiplierFactorNumeric";
    "BT-95" "Document level allowance VAT category code" "BG-20" "1..1" Code BasicWl "BR-32" "ram:CategoryTradeTax/ram:CategoryCode" "cac:TaxCategory/cbc:ID";
    "BT-96" "Document level allowance VAT rate" "BG-20" "0..1" Percentage BasicWl "" "ram:CategoryTradeTax/ram:RateApplicablePercent" "cac:TaxCategory/cbc:Percent";
    "BT-97" "Document level allowance reason" "BG-20" "0..1" Text BasicWl "" "ram:Reason" "cbc:AllowanceChargeReason";
    "BT-98" "Document level allowance reason code" "BG-20" "0..1" Code BasicWl "" "ram:ReasonCode" "cbc:AllowanceChargeReasonCode";
    "BT-99" "Document level charge amount" "BG-21" "1..1" Amount BasicWl "BR-36" "ram:ActualAmount" "cbc:Amount";
    "BT-100" "Document level charge base amount" "BG-21" "0..1" Amount BasicWl "" "ram:BasisAmount" "cbc:BaseAmount";
    "BT-101" "Document level charge percentage" "BG-21" "0..1" Percentage BasicWl "" "ram:CalculationPercent" "cbc:MultiplierFactorNumeric";
    "BT-102" "Document level charge VAT category code" "BG-21" "1..1" Code BasicWl "BR-37" "ram:CategoryTradeTax/ram:CategoryCode" "cac:TaxCategory/cbc:ID";
    "BT-103" "Document level charge VAT rate" "BG-21" "0..1" Percentage BasicWl "" "ram:CategoryTradeTax/ram:RateApplicablePercent" "cac:TaxCategory/cbc:Percent";
    "BT-104" "Document level charge reason" "BG-21" "0..1" Text BasicWl "" "ram:Reason" "cbc:AllowanceChargeReason";
    "BT-105" "Document level charge reason code" "BG-21" "0..1" Code BasicWl "" "ram:ReasonCode" "cbc:AllowanceChargeReasonCode";
    "BT-106" "Sum of invoice line net amount" "BG-22" "1..1" Amount BasicWl "BR-12" "ram:LineTotalAmount" "cbc:LineExtensionAmount";
    "BT-107" "Sum of allowances on document level" "BG-22" "0..1" Amount BasicWl "" "ram:AllowanceTotalAmount" "cbc:AllowanceTotalAmount";
    "BT-108" "Sum of charges on document level" "BG-22" "0..1" Amount BasicWl "" "ram:ChargeTotalAmount" "cbc:ChargeTotalAmount";
    "BT-109" "Invoice total amount without VAT" "BG-22" "1..1" Amount Minimum "BR-13" "ram:TaxBasisTotalAmount" "cbc:TaxExclusiveAmount";
    "BT-110" "Invoice total VAT amount" "BG-22" "0..1" Amount Minimum "" "ram:TaxTotalAmount" "/cac:TaxTotal/cbc:TaxAmount";
    "BT-111" "Invoice total VAT amount in accounting currency" "BG-22" "0..1" Amount BasicWl "" "ram:TaxTotalAmount" "/cac:TaxTotal/cbc:TaxAmount";
    "BT-112" "Invoice total amount with VAT" "BG-22" "1..1" Amount Minimum "BR-14" "ram:GrandTotalAmount" "cbc:TaxInclusiveAmount";
    "BT-113" "Paid amount" "BG-22" "0..1" Amount BasicWl "" "ram:TotalPrepaidAmount" "cbc:PrepaidAmount";
    "BT-114" "Rounding amount" "BG-22" "0..1" Amount En16931 "" "ram:RoundingAmount" "cbc:PayableRoundingAmount";
    "BT-115" "Amount due for payment" "BG-22" "1..1" Amount Minimum "BR-15" "ram:DuePayableAmount" "cbc:PayableAmount";
    "BT-116" "VAT category taxable amount" "BG-23" "1..1" Amount BasicWl "BR-45" "ram:BasisAmount" "cbc:TaxableAmount";
    "BT-117" "VAT category tax amount" "BG-23" "1..1" Amount BasicWl "BR-46" "ram:CalculatedAmount" "cbc:TaxAmount";
    "BT-118" "VAT category code" "BG-23" "1..1" Code BasicWl "BR-47" "ram:CategoryCode" "cac:TaxCategory/cbc:ID";
    "BT-119" "VAT category rate" "BG-23" "0..1" Percentage BasicWl "" "ram:RateApplicablePercent" "cac:TaxCategory/cbc:Percent";
    "BT-120" "VAT exemption reason text" "BG-23" "0..1" Text BasicWl "" "ram:ExemptionReason" "cac:TaxCategory/cbc:TaxExemptionReason";
    "BT-121" "VAT exemption reason code" "BG-23" "0..1" Code BasicWl "" "ram:ExemptionReasonCode" "cac:TaxCategory/cbc:TaxExemptionReasonCode";
    "BT-122" "Supporting document reference" "BG-24" "1..1" Reference En16931 "BR-52" "ram:IssuerAssignedID" "cbc:ID";
    "BT-123" "Supporting document description" "BG-24" "0..1" Text En16931 "" "ram:Name" "cbc:DocumentDescription";
    "BT-124" "External document location" "BG-24" "0..1" Text En16931 "" "ram:URIID" "cac:Attachment/cac:ExternalReference/cbc:URI";
    "BT-125" "Attached document" "BG-24" "0..1" Binary En16931 "" "ram:AttachmentBinaryObject" "cac:Attachment/cbc:EmbeddedDocumentBinaryObject";
    "BT-125-1" "Attached document: type" "BG-24" "0..1" Code En16931 "" "ram:AttachmentBinaryObject/@mimeCode" "cac:Attachment/cbc:EmbeddedDocumentBinaryObject/@mimeCode";
    "BT-125-2" "Attached document: file name" "BG-24" "0..1" Text En16931 "" "ram:AttachmentBinaryObject/@filename" "cac:Attachment/cbc:EmbeddedDocumentBinaryObject/@filename";
    "BT-126" "Invoice line identifier" "BG-25" "1..1" Identifier Basic "BR-21" "ram:AssociatedDocumentLineDocument/ram:LineID" "cbc:ID";
    "BT-127" "Invoice line note" "BG-25" "0..1" Text Basic "" "ram:AssociatedDocumentLineDocument/ram:IncludedNote/ram:Content" "cbc:Note";
    "BT-128" "Invoice line object identifier" "BG-25" "0..1" Identifier En16931 "" "ram:SpecifiedLineTradeSettlement/ram:AdditionalReferencedDocument/ram:IssuerAssignedID" "cac:DocumentReference/cbc:ID";
    "BT-128-1" "Invoice line object identifier: scheme" "BG-25" "0..1" Code En16931 "" "ram:SpecifiedLineTradeSettlement/ram:AdditionalReferencedDocument/ram:ReferenceTypeCode" "cac:DocumentReference/cbc:ID/@schemeID";
    "BT-129" "Invoiced quantity" "BG-25" "1..1" Quantity Basic "BR-22" "ram:SpecifiedLineTradeDelivery/ram:BilledQuantity" "cbc:InvoicedQuantity";
    "BT-130" "Invoiced quantity unit of measure code" "BG-25" "1..1" Code Basic "BR-23" "ram:SpecifiedLineTradeDelivery/ram:BilledQuantity/@unitCode" "cbc:InvoicedQuantity/@unitCode";
    "BT-131" "Invoice line net amount" "BG-25" "1..1" Amount Basic "BR-24" "ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount" "cbc:LineExtensionAmount";
    "BT-132" "Referenced purchase order line reference" "BG-25" "0..1" Reference En16931 "" "ram:SpecifiedLineTradeAgreement/ram:BuyerOrderReferencedDocument/ram:LineID" "cac:OrderLineReference/cbc:LineID";
    "BT-133" "Invoice line buyer accounting reference" "BG-25" "0..1" Text En16931 "" "ram:SpecifiedLineTradeSettlement/ram:ReceivableSpecifiedTradeAccountingAccount/ram:ID" "cbc:AccountingCost";
    "BT-134" "Invoice line period start date" "BG-26" "0..1" Date Basic "" "ram:StartDateTime/udt:DateTimeString" "cbc:StartDate";
    "BT-135" "Invoice line period end date" "BG-26" "0..1" Date Basic "" "ram:EndDateTime/udt:DateTimeString" "cbc:EndDate";
    "BT-136" "Invoice line allowance amount" "BG-27" "1..1" Amount Basic "BR-41" "ram:ActualAmount" "cbc:Amount";
    "BT-137" "Invoice line allowance base amount" "BG-27" "0..1" Amount Basic "" "ram:BasisAmount" "cbc:BaseAmount";
    "BT-138" "Invoice line allowance percentage" "BG-27" "0..1" Percentage Basic "" "ram:CalculationPercent" "cbc:MultiplierFactorNumeric";
    "BT-139" "Invoice line allowance reason" "BG-27" "0..1" Text Basic "" "ram:Reason" "cbc:AllowanceChargeReason";
    "BT-140" "Invoice line allowance reason code" "BG-27" "0..1" Code Basic "" "ram:ReasonCode" "cbc:AllowanceChargeReasonCode";
    "BT-141" "Invoice line charge amount" "BG-28" "1..1" Amount Basic "BR-43" "ram:ActualAmount" "cbc:Amount";
    "BT-142" "Invoice line charge base amount" "BG-28" "0..1" Amount Basic "" "ram:BasisAmount" "cbc:BaseAmount";
    "BT-143" "Invoice line charge percentage" "BG-28" "0..1" Percentage Basic "" "ram:CalculationPercent" "cbc:MultiplierFactorNumeric";
    "BT-144" "Invoice line charge reason" "BG-28" "0..1" Text Basic "" "ram:Reason" "cbc:AllowanceChargeReason";
    "BT-145" "Invoice line charge reason code" "BG-28" "0..1" Code Basic "" "ram:ReasonCode" "cbc:AllowanceChargeReasonCode";
    "BT-146" "Item net price" "BG-29" "1..1" UnitPrice Basic "BR-26" "ram:NetPriceProductTradePrice/ram:ChargeAmount" "cbc:PriceAmount";
    "BT-147" "Item price discount" "BG-29" "0..1" UnitPrice Basic "" "ram:GrossPriceProductTradePrice/ram:AppliedTradeAllowanceCharge/ram:ActualAmount" "cac:AllowanceCharge/cbc:Amount";
    "BT-148" "Item gross price" "BG-29" "0..1" UnitPrice Basic "" "ram:GrossPriceProductTradePrice/ram:ChargeAmount" "cac:AllowanceCharge/cbc:BaseAmount";
    "BT-149" "Item price base quantity" "BG-29" "0..1" Quantity Basic "" "ram:NetPriceProductTradePrice/ram:BasisQuantity" "cbc:BaseQuantity";
    "BT-150" "Item price base quantity unit of measure code" "BG-29" "0..1" Code Basic "" "ram:NetPriceProductTradePrice/ram:BasisQuantity/@unitCode" "cbc:BaseQuantity/@unitCode";
    "BT-151" "Invoiced item VAT category code" "BG-30" "1..1" Code Basic "BR-CO-04" "ram:CategoryCode" "cbc:ID";
    "BT-152" "Invoiced item VAT rate" "BG-30" "0..1" Percentage Basic "" "ram:RateApplicablePercent" "cbc:Percent";
    "BT-153" "Item name" "BG-31" "1..1" Text Basic "BR-25" "ram:Name" "cbc:Name";
    "BT-154" "Item description" "BG-31" "0..1" Text En16931 "" "ram:Description" "cbc:Description";
    "BT-155" "Item seller's identifier" "BG-31" "0..1" Identifier En16931 "" "ram:SellerAssignedID" "cac:SellersItemIdentification/cbc:ID";
    "BT-156" "Item buyer's identifier" "BG-31" "0..1" Identifier En16931 "" "ram:BuyerAssignedID" "cac:BuyersItemIdentification/cbc:ID";
    "BT-157" "Item standard identifier" "BG-31" "0..1" Identifier Basic "" "ram:GlobalID" "cac:StandardItemIdentification/cbc:ID";
    "BT-157-1" "Item standard identifier: scheme" "BG-31" "0..1" Code Basic "" "ram:GlobalID/@schemeID" "cac:StandardItemIdentification/cbc:ID/@schemeID";
    "BT-158" "Item classification identifier" "BG-31" "0..n" Identifier En16931 "" "ram:DesignatedProductClassification/ram:ClassCode" "cac:CommodityClassification/cbc:ItemClassificationCode";
    "BT-158-1" "Item classification identifier: scheme" "BG-31" "0..1" Code En16931 "" "ram:DesignatedProductClassification/ram:ClassCode/@listID" "cac:CommodityClassification/cbc:ItemClassificationCode/@listID";
    "BT-159" "Item country of origin" "BG-31" "0..1" Code En16931 "" "ram:OriginTradeCountry/ram:ID" "cac:OriginCountry/cbc:IdentificationCode";
    "BT-160" "Item attribute name" "BG-32" "1..1" Text En16931 "BR-54" "ram:Description" "cbc:Name";
    "BT-161" "Item attribute value" "BG-32" "1..1" Text En16931 "BR-54" "ram:Value" "cbc:Value";
};

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn identifiers_are_unique_and_groups_known() {
        let ids: HashSet<&str> = TERMS.iter().map(|term| term.id).collect();
        assert_eq!(ids.len(), TERMS.len());
        for term in TERMS.iter().filter(|term| !term.group.is_empty()) {
            assert!(term.parent().is_some_and(Term::is_group), "{}", term.id);
            assert!(term.parent().is_some_and(|group| group.level <= term.level), "{}", term.id);
        }
    }

    #[test]
    fn paths_begin_below_the_root() {
        let name = |id: &str| term(id).map(|term| (term.cii(), term.ubl()));
        let (cii, ubl) = name("BT-34-1").unwrap_or_default();
        assert_eq!(
            cii,
            "rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty/\
             ram:URIUniversalCommunication/ram:URIID/@schemeID"
        );
        assert_eq!(ubl, "cac:AccountingSupplierParty/cac:Party/cbc:EndpointID/@schemeID");
        assert_eq!(name("BT-73").unwrap_or_default().1, "cac:InvoicePeriod/cbc:StartDate");
        assert_eq!(term("BT-161").and_then(Term::list).map(|group| group.id), Some("BG-32"));
        assert_eq!(term("BT-153").and_then(Term::list).map(|group| group.id), Some("BG-25"));
        assert_eq!(term("BT-35").and_then(Term::list), None);
    }
}
