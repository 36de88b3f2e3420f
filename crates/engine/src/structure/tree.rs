//! The tree of structure elements as data.

/// Elements of a document with tags, in the order in which they are read. The first is the document.
#[derive(Debug, Default)]
pub struct Tree {
    elements: Vec<Element>,
    /// Kids of all elements, each linked to the next of its element: one allocation for all.
    kids: Vec<KidLink>,
    details: Vec<Details>,
}

/// Number of an element in its tree.
pub type ElementId = u32;

/// No number.
const NONE: u32 = u32::MAX;

/// The type of an element (ISO 32000-1, 14.8.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ElementType {
    Document,
    Sect,
    Div,
    P,
    /// From 1 to 6.
    Heading(u8),
    Caption,
    BlockQuote,
    List,
    ListItem,
    Label,
    ListBody,
    Table,
    TableHead,
    TableBody,
    TableFoot,
    Row,
    HeaderCell,
    Cell,
    Figure,
    Link,
    /// A field of the form.
    Form,
}

impl ElementType {
    /// Its name in the standard.
    pub fn name(self) -> &'static str {
        match self {
            Self::Document => "Document",
            Self::Sect => "Sect",
            Self::Div => "Div",
            Self::P => "P",
            Self::Heading(1) => "H1",
            Self::Heading(2) => "H2",
            Self::Heading(3) => "H3",
            Self::Heading(4) => "H4",
            Self::Heading(5) => "H5",
            Self::Heading(_) => "H6",
            Self::Caption => "Caption",
            Self::BlockQuote => "BlockQuote",
            Self::List => "L",
            Self::ListItem => "LI",
            Self::Label => "Lbl",
            Self::ListBody => "LBody",
            Self::Table => "Table",
            Self::TableHead => "THead",
            Self::TableBody => "TBody",
            Self::TableFoot => "TFoot",
            Self::Row => "TR",
            Self::HeaderCell => "TH",
            Self::Cell => "TD",
            Self::Figure => "Figure",
            Self::Link => "Link",
            Self::Form => "Form",
        }
    }
}

/// An element.
#[derive(Debug, Clone, Copy)]
pub struct Element {
    pub kind: ElementType,
    /// The element that holds it; its own number for the document.
    pub parent: ElementId,
    first: u32,
    last: u32,
    details: u32,
}

/// Rare properties of an element.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Details {
    /// Alternative text.
    pub alt: Option<Box<str>>,
    /// Language.
    pub lang: Option<Box<str>>,
    /// Summary of a table.
    pub summary: Option<Box<str>>,
    /// Direction of a header cell.
    pub scope: Option<Scope>,
    /// Columns that a cell covers, where it is more than one.
    pub span: Option<u32>,
    /// Place of a figure on its page in points: left, bottom, right, top.
    pub bounds: Option<[f64; 4]>,
    /// `true` if the items of a list are numbered.
    pub ordered: Option<bool>,
}

/// Direction in which a header cell names others (ISO 32000-1, table 349).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Column,
    Row,
}

/// Entry of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kid {
    Element(ElementId),
    /// Marked content: the index of its page, its group on that page, and its number within its stream.
    Content {
        page: u32,
        form: Option<u32>,
        number: u32,
    },
    /// The annotation of a link or of a field of the form, by its number among those of the page.
    Annotation {
        page: u32,
        link: u32,
    },
}

#[derive(Debug, Clone, Copy)]
struct KidLink {
    kid: Kid,
    next: u32,
}

impl Tree {
    /// A tree of an empty document.
    pub(super) fn new() -> Self {
        let mut tree = Self::default();
        tree.elements.push(Element {
            kind: ElementType::Document,
            parent: 0,
            first: NONE,
            last: NONE,
            details: NONE,
        });
        tree
    }

    /// Adds an element at the end of another.
    pub(super) fn add(&mut self, kind: ElementType, parent: ElementId) -> ElementId {
        let id = self.elements.len() as u32;
        self.elements.push(Element { kind, parent, first: NONE, last: NONE, details: NONE });
        self.put(parent, Kid::Element(id));
        id
    }

    /// Adds something at the end of an element.
    pub(super) fn put(&mut self, element: ElementId, kid: Kid) {
        let at = self.kids.len() as u32;
        self.kids.push(KidLink { kid, next: NONE });
        let Some(element) = self.elements.get_mut(element as usize) else { return };
        if let Some(last) = self.kids.get_mut(element.last as usize) {
            last.next = at;
        } else {
            element.first = at;
        }
        element.last = at;
    }

    /// The details of an element, to be filled in.
    pub(super) fn details_mut(&mut self, element: ElementId) -> &mut Details {
        let count = self.details.len();
        let at = match self.elements.get_mut(element as usize) {
            Some(element) if element.details != NONE => element.details as usize,
            element => {
                if let Some(element) = element {
                    element.details = count as u32;
                }
                self.details.push(Details::default());
                count
            }
        };
        &mut self.details[at]
    }

    /// The elements, each before those that it holds.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// Rare properties of an element, where it has any.
    pub fn details(&self, element: &Element) -> Option<&Details> {
        self.details.get(element.details as usize)
    }

    /// All texts that are not on the pages.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.details.iter().flat_map(|details| {
            let Details { alt, lang, summary, .. } = details;
            [alt, lang, summary].into_iter().flatten().map(|text| &**text)
        })
    }

    /// Entries of an element, in order.
    pub fn kids(&self, element: &Element) -> impl Iterator<Item = Kid> {
        let mut next = element.first;
        std::iter::from_fn(move || {
            let link = self.kids.get(next as usize)?;
            next = link.next;
            Some(link.kid)
        })
    }
}
