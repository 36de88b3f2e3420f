//! The shipped templates with data to try them, built into the program.

use crate::templates::store::TemplateDocument;
use engine::problem::Result;

/// A template that comes with the program.
pub(crate) struct Shipped {
    /// Its id.
    pub(crate) name: &'static str,
    template: &'static str,
    /// Data that it can be rendered with, as JSON.
    pub(crate) data: &'static str,
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        /// The names of all, for the command line.
        pub(crate) const NAMES: &[&str] = &[$($name),*];

        /// All of them.
        pub(crate) const SHIPPED: &[Shipped] = &[$(Shipped {
            name: $name,
            template: include_str!(concat!("../../templates/", $name, ".json")),
            data: include_str!(concat!("../../samples/", $name, ".json")),
        }),*];
    };
}

shipped![
    "account-statement",
    "belgian-invoice",
    "certificate",
    "contract",
    "credit-note",
    "danfse",
    "delivery-note",
    "french-invoice",
    "german-invoice",
    "invoice",
    "letter",
    "multilingual-invoice",
    "payment-reminder",
    "payslip",
    "pix-slip",
    "price-list",
    "quote",
    "receipt",
    "sales-dashboard",
    "shipping-label",
    "statement-by-account",
    "swiss-invoice",
    "timesheet",
];

/// Default of `template new`: an empty page with a title.
const BLANK: Shipped = Shipped {
    name: "blank",
    template: r#"{
  "name": "Blank",
  "template": {
    "version": 1,
    "page": { "width": 210, "height": 297 },
    "schemas": [
      {
        "id": "title", "name": "title", "type": "text", "content": "{title}",
        "x": 20, "y": 20, "width": 170, "height": 12, "fontSize": 20
      }
    ]
  },
  "bindings": []
}"#,
    data: "{\n  \"title\": \"Title\"\n}\n",
};

impl Shipped {
    /// The shipped template of that name; the blank one without a name.
    pub(crate) fn find(name: Option<&str>) -> &'static Self {
        let found = SHIPPED.iter().find(|shipped| Some(shipped.name) == name);
        found.unwrap_or(&BLANK)
    }

    /// The template, its name for people included.
    pub(crate) fn document(&self) -> Result<TemplateDocument> {
        TemplateDocument::from_json(self.template.into(), Some(self.name))
    }
}
