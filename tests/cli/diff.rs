//! `reportctl diff`.

use lopdf::{Dictionary, Document, Object, SaveOptions, Stream, dictionary};
use reportctl_raster::{Difference, SEEN};

use crate::project::{Project, document, font, image, text};
use crate::thorough::sampled;

fn template(y: f64, more: &str) -> String {
    let total = text("total", "{total}").replace("\"y\":15", &format!("\"y\":{y}"));
    document("Invoice", &[text("title", &format!("Invoice{more}")), total], "[]")
}

/// A repository with two commits, the first of them tagged.
fn repository() -> Project {
    let project = Project::new()
        .template("invoice", &template(40.0, ""))
        .template("same", &document("Same", &[], "[]"))
        .file("templates/tests/invoice/first/data.json", r#"{"total": 12}"#);
    project.git(&["init", "--quiet", "--initial-branch", "main"]);
    project.git(&["add", "."]);
    project.git(&["commit", "--quiet", "--message", "one"]);
    project.git(&["tag", "v1"]);
    let project = project.template("invoice", &template(43.5, " no."));
    project.git(&["commit", "--quiet", "--all", "--message", "two"]);
    project
}

const WORDS: &str = "\
`title`: `content` is \"Invoice no.\" instead of \"Invoice\"
`total`: `y` is 43.5 instead of 40
page 1: `title` says `Invoice no.` instead of `Invoice`
page 1: `total` moved 3.5 mm down
";

#[test]
fn two_revisions_are_compared_field_by_field_and_page_by_page() {
    let project = repository();
    project.run(["diff", "invoice@v1", "invoice@HEAD"]).succeeds().stdout(WORDS);
    project.run(["diff", "invoice@v1"]).succeeds().stdout(WORDS);
    project.run(["diff", "invoice@v1", "--exit-code"]).ends_with(7);
    project.run(["diff", "invoice@HEAD", "--exit-code"]).succeeds().stdout("");
    let fields = &WORDS[..WORDS.find("page").unwrap()];
    project.run(["diff", "invoice@v1", "--no-pages"]).succeeds().stdout(fields);
    project.run(["diff", "invoice@nowhere"]).fails_with(2).stderr_has("no revision `nowhere`");
    project.run(["diff", "invoice"]).fails_with(2).stderr_has("nothing to compare");
    // Before the first commit of a template there is none.
    let project = project.template("young", &document("Young", &[text("t", "x")], "[]"));
    project.run(["diff", "young@v1"]).succeeds().stdout_has("`t` is new: text at 10 mm, 15 mm");
}

#[test]
fn differences_are_text_markdown_pages_and_pictures() {
    let project = repository();
    let diff = |more: &[&str]| project.run([&["diff", "invoice@v1"][..], more].concat()).succeeds();
    let markdown = diff(&["--format", "markdown"]);
    markdown.stdout_has("### 1 template changed").stdout_has("- page 1: `total` moved 3.5 mm down");
    diff(&["--format", "html", "-o", "d.html"]);
    assert_eq!(project.text("d.html").matches("<img ").count(), 3);
    diff(&["--format", "png"]);
    let picture = crate::tools::read_png(&project.path("diff-1.png"));
    assert_eq!((picture.width, picture.height), (3 * 794 + 24, 1123));
    let json = diff(&["--format", "json"]).json();
    assert_eq!(json[0]["fields"][1]["property"], "y");
}

#[test]
fn all_templates_of_a_range_are_one_summary() {
    let project = repository();
    let run = project.run(["diff", "v1..HEAD", "--format", "markdown"]).succeeds();
    let run = run.stdout_has("**invoice**");
    assert!(!String::from_utf8_lossy(&run.stdout).contains("same"));
    project.run(["diff", "v1..", "--no-pages"]).succeeds().stdout_has("invoice\n  `title`");
    project
        .run(["diff", "HEAD..", "--format", "markdown"])
        .succeeds()
        .stdout("### No template changed\n");
}

#[test]
fn git_shows_templates_with_it() {
    let project = repository().file(".gitattributes", "templates/*.json diff=reportctl\n");
    let program = env!("CARGO_BIN_EXE_reportctl");
    let own = |key: &str, value: &str| format!("diff.reportctl.{key}={program} {value}");
    let textconv = own("textconv", "diff --textconv");
    let shown = project.git(&["-c", &textconv, "diff", "v1", "HEAD"]);
    assert!(shown.contains("-`total` y: 40") && shown.contains("+`total` y: 43.5"), "{shown}");
    let external = own("command", "diff");
    let shown = project.git(&["-c", &external, "diff", "v1", "HEAD"]);
    assert!(shown.contains("`total`: `y` is 43.5 instead of 40"), "{shown}");
}

/// git writes what it compares to temporary files, where no picture lies beside a template; and the same attribute
/// stands for data, schemas and accepted pages.
#[test]
fn git_shows_templates_with_pictures_and_other_files() {
    let picture = std::fs::read(crate::documents::root().join("samples/receipt.png")).unwrap();
    let fields = |y: f64| {
        let title = text("title", "Invoice").replace("\"y\":15", &format!("\"y\":{y}"));
        [title, image("img/logo.png")]
    };
    let project = Project::new()
        .file("templates/img/logo.png", &picture)
        .file(".gitattributes", "templates/**/*.json diff=reportctl\n")
        .template("invoice", &document("Invoice", &fields(20.0), "[]"))
        .file("templates/tests/invoice/a/data.json", "{\"n\": 1}\n")
        .file("templates/tests/invoice/a/broken.json", "{\n");
    project.git(&["init", "--quiet"]);
    project.git(&["add", "."]);
    project.git(&["commit", "-qm", "Start"]);
    let project = project
        .template("invoice", &document("Invoice", &fields(40.0), "[]"))
        .file("templates/tests/invoice/a/data.json", "{\"n\": 2}\n")
        .file("templates/tests/invoice/a/broken.json", "{}\n");
    let program = env!("CARGO_BIN_EXE_reportctl");
    let textconv = format!("diff.reportctl.textconv={program} diff --textconv");
    let shown = project.git(&["-c", &textconv, "diff"]);
    assert!(shown.contains("y: 20") && shown.contains("y: 40"), "{shown}");
    assert!(shown.contains("+{\"n\": 2}") && shown.contains("+{}"), "{shown}");
    let only = ["--", "templates/invoice.json"];
    let external = format!("diff.reportctl.command={program} diff");
    let shown = project.git(&[&["-c", &external, "diff"], &only[..]].concat());
    assert!(shown.contains("`y` is 40 instead of 20"), "{shown}");
    project.git(&["commit", "-qam", "Lower"]);
    let extcmd = format!("{program} diff");
    let difftool = ["difftool", "--no-prompt", "--extcmd", &extcmd, "HEAD~", "HEAD"];
    let shown = project.git(&[&difftool[..], &only].concat());
    assert!(shown.contains("`y` is 40 instead of 20"), "{shown}");
}

#[test]
fn it_is_a_difftool_of_git() {
    let project = repository().template("young", &document("Young", &[text("t", "x")], "[]"));
    project.git(&["add", "."]);
    let extcmd = format!("{} diff", env!("CARGO_BIN_EXE_reportctl"));
    let difftool = ["difftool", "--no-prompt", "--extcmd", &extcmd];
    // Two revisions, then the working folder, where a template is new.
    let shown = project.git(&[&difftool[..], &["v1", "HEAD"]].concat());
    assert!(shown.contains("`total`: `y` is 43.5 instead of 40"), "{shown}");
    let shown = project.git(&[&difftool[..], &["HEAD"]].concat());
    assert!(shown.contains("`t` is new: text at 10 mm, 15 mm"), "{shown}");
    // By name, as `git difftool --tool reportctl` in a configured repository.
    let command = format!("{extcmd} \"$LOCAL\" \"$REMOTE\"");
    project.git(&["config", "difftool.reportctl.cmd", &command]);
    let named = ["difftool", "--no-prompt", "--tool", "reportctl", "v1", "HEAD"];
    let shown = project.git(&named);
    assert!(shown.contains("`title`: `content` is"), "{shown}");
}

#[test]
fn a_difftool_compares_pages_too() {
    let project = repository();
    let extcmd = format!("{} diff", env!("CARGO_BIN_EXE_reportctl"));
    for revisions in [&["v1", "HEAD"][..], &["v1"]] {
        let difftool = [&["difftool", "--no-prompt", "--extcmd", &extcmd][..], revisions].concat();
        let shown = project.git(&difftool);
        assert!(shown.contains("page 1: `total` moved 3.5 mm down"), "{shown}");
    }
}

#[test]
fn a_template_that_was_renamed_is_one_change() {
    let project = repository().template("other", &document("Other", &[text("t", "x")], "[]"));
    std::fs::rename(project.path("templates/same.json"), project.path("templates/empty.json"))
        .unwrap();
    project.git(&["mv", "templates/invoice.json", "templates/bill.json"]);
    let moved = template(50.0, " no.");
    let project = project.template("bill", &moved);
    let run = project.run(["diff", "HEAD..", "--format", "markdown"]).succeeds();
    let run =
        run.stdout_has("**bill (was invoice)**").stdout_has("- `total`: `y` is 50 instead of 43.5");
    let run = run.stdout_has("- page 1: `total` moved 6.5 mm down").stdout_has("**other**");
    assert!(!String::from_utf8_lossy(&run.stdout).contains("**invoice**"));
}

#[test]
fn texts_and_pictures_are_those_of_the_revision() {
    let field = text("t", "{T(\"hello\")}");
    let image = image("img/logo.png");
    let template = document("Letter", &[field, image], "[]");
    let template =
        template.replacen("\"page\"", "\"extensions\": 1, \"locale\": \"en\", \"page\"", 1);
    let picture = std::fs::read(crate::documents::root().join("samples/receipt.png")).unwrap();
    let project = repository()
        .template("letter", &template)
        .file("templates/tests/letter/first/data.json", "{}")
        .file("templates/img/logo.png", picture)
        .file("templates/texts/en.json", r#"{"hello": "Hello"}"#);
    project.git(&["add", "."]);
    project.git(&["commit", "--quiet", "--message", "letter"]);
    project.run(["diff", "letter@HEAD"]).succeeds().stdout("");
    let make = |project: &Project, name: &str| {
        let (output, receipt) = (format!("{name}.pdf"), format!("{name}.receipt.json"));
        let data = "templates/tests/letter/first/data.json";
        let render = ["render", "letter", "-d", data, "-o", &output, "--receipt", &receipt];
        project.run(render).succeeds();
    };
    make(&project, "before");
    let project = project.file("templates/texts/en.json", r#"{"hello": "Good day"}"#);
    let run = project.run(["diff", "letter@HEAD"]).succeeds();
    let run = run.stdout_has("the file `texts/en.json`: `sha256` is ");
    run.stdout_has("page 1: `t` says `Good day` instead of `Hello`\n");
    make(&project, "after");
    let run = project.run(["diff", "before.pdf", "after.pdf"]).succeeds();
    run.stdout_has("made with shared texts that changed: texts/en.json\n");
}

#[test]
fn a_version_that_cannot_be_rendered_is_said() {
    let broken = document("Invoice", &[text("title", "Invoice 漢")], "[]");
    let project = repository().template("invoice", &broken);
    let run = project.run(["diff", "invoice@v1"]).succeeds();
    run.stdout_has("`invoice` makes no document of this data");
}

/// A document with a title, a note, two lines of a table and a picture, and its receipt beside it.
fn render(project: &Project, name: &str, fields: &[String], data: &str, more: &[&str]) {
    let picture = std::fs::read(crate::documents::root().join("samples/receipt.png")).unwrap();
    let bindings = r#"[{"schemaName": "rows", "type": "array", "path": "rows", "columns": ["name", "price"]}]"#;
    let files = [
        ("templates/bill.json", document("Bill", fields, bindings).into_bytes()),
        ("templates/logo.png", picture),
        ("bill-data.json", data.as_bytes().to_vec()),
    ];
    for (path, content) in files {
        std::fs::create_dir_all(project.path("templates")).unwrap();
        std::fs::write(project.path(path), content).unwrap();
    }
    let (output, receipt) = (format!("{name}.pdf"), format!("{name}.receipt.json"));
    let render = ["render", "bill", "-d", "bill-data.json", "--creation-date", "2026-01-31"];
    let write = ["-o", &output, "--receipt", &receipt];
    project.run([&render[..], &write, more].concat()).succeeds();
}

fn bill(total_y: u32, note: &str, logo_x: u32) -> Vec<String> {
    let total = text("total", "Total {total}").replace("\"y\":15", &format!("\"y\":{total_y}"));
    let note = text("note", note).replace("\"y\":15", "\"y\":150");
    let table = r#"{"id": "rows", "name": "rows", "type": "table", "x": 10, "y": 60, "width": 190,
        "height": 20, "head": ["Name", "Price"], "headWidthPercentages": [50, 50], "content": [["", ""]]}"#;
    let logo = format!(
        r#"{{"id": "logo", "name": "logo", "type": "image", "x": {logo_x}, "y": 200, "width": 30,
            "height": 20, "content": "logo.png"}}"#
    );
    vec![text("title", "Bill {number}"), total, note, table.to_owned(), logo]
}

const BILL: &str = r#"{"number": 7, "total": 12, "rows": [{"name": "Tea", "price": 2.5}, {"name": "Cake", "price": 4}]}"#;

#[test]
fn two_documents_are_compared_by_what_stands_on_their_pages() {
    let project = Project::new();
    render(&project, "a", &bill(40, "Thank you", 10), BILL, &[]);
    let diff = |b: &str, more: &[&str]| project.run([&["diff", "a.pdf", b][..], more].concat());
    diff("a.pdf", &["--exit-code"]).succeeds().stdout("");

    // Another template: a move, another text, a moved picture.
    render(&project, "b", &bill(43, "Thanks", 20), BILL, &["--title", "Other"]);
    diff("b.pdf", &["--exit-code"]).ends_with(7).stdout(
        "made with another version of the template `bill`\n\
         the title is `Other` instead of `Bill`\n\
         page 1: `Thanks` instead of `Thank you`\n\
         page 1: `Total 12` moved 3 mm down\n\
         page 1: the picture at 20 mm, 201 mm moved from 10 mm, 201 mm\n",
    );
    let markdown = diff("b.pdf", &["--format", "markdown"]).succeeds();
    let markdown = markdown.stdout_has("### 1 document changed");
    markdown.stdout_has("**a.pdf, b.pdf**").stdout_has("- page 1: `Total 12` moved 3 mm down");
    diff("b.pdf", &["--format", "html", "-o", "d.html"]).succeeds();
    assert!(
        project.text("d.html").contains("<li>page 1: <code>Total 12</code> moved 3 mm down</li>")
    );
    let json = diff("b.pdf", &["--format", "json"]).succeeds().json();
    assert_eq!(json[0]["pages"][2]["words"], "`Thanks` instead of `Thank you`");

    // Other data: another value, a new row, which needs more lines.
    let data = BILL
        .replace("\"number\": 7", "\"number\": 8")
        .replace("}]}", "}, {\"name\": \"Jam\", \"price\": 3}]}");
    render(&project, "c", &bill(40, "Thank you", 10), &data, &[]);
    let run = diff("c.pdf", &[]).succeeds();
    let run =
        run.stdout_has("made of other data\n").stdout_has("page 1: `Bill 8` instead of `Bill 7`\n");
    run.stdout_has("page 1: `Jam` is new, at ").stdout_has("of the lines and areas look otherwise");

    // More pages, on which what followed the table now stands.
    let rows = vec![r#"{"name": "Tea", "price": 2.5}"#; 36].join(",");
    let data = format!(r#"{{"number": 7, "total": 12, "rows": [{rows}]}}"#);
    render(&project, "d", &bill(40, "Thank you", 10), &data, &[]);
    let run =
        diff("d.pdf", &[]).succeeds().stdout_has("the document has 2 pages instead of 1 page\n");
    run.stdout_has("page 2: `Thank you` moved from page 1 to page 2\n");

    // Other fonts, whose texts are read by their map; and a colour.
    let house = font("FixtureSans.ttf");
    render(&project, "e", &bill(40, "Thank you", 10), BILL, &["--font", house.to_str().unwrap()]);
    let run = diff("e.pdf", &[]).succeeds();
    let run = run.stdout_has("made with the fonts FixtureSans.ttf instead of the built-in ones\n");
    run.stdout_has("the font FixtureSans is new\n")
        .stdout_has("`Thank you` has the font FixtureSans instead of Helvetica\n");
    let red = bill(40, "Thank you", 10);
    let red: Vec<String> = red
        .iter()
        .map(|field| {
            field.replace("\"name\":\"note\"", "\"name\":\"note\",\"fontColor\":\"#ff0000\"")
        })
        .collect();
    render(&project, "f", &red, BILL, &[]);
    diff("f.pdf", &[])
        .succeeds()
        .stdout_has("page 1: `Thank you` has the color #ff0000 instead of #000000\n");
}

#[test]
fn two_documents_are_shown_before_after_and_overlaid() {
    let project = Project::new();
    render(&project, "a", &bill(40, "Thank you", 10), BILL, &[]);
    render(&project, "b", &bill(43, "Thanks", 10), BILL, &[]);
    let diff = |b: &str, more: &[&str]| project.run([&["diff", "a.pdf", b][..], more].concat());
    diff("b.pdf", &["--format", "png"]).succeeds().stderr_has("wrote diff-1.png");
    let picture = crate::tools::read_png(&project.path("diff-1.png"));
    assert_eq!((picture.width, picture.height), (3 * 794 + 24, 1123));
    diff("b.pdf", &["--format", "html", "-o", "d.html"]).succeeds();
    assert_eq!(project.text("d.html").matches("<img ").count(), 3);
    diff("a.pdf", &["--format", "png"]).succeeds().stderr_has("no page looks otherwise");
    // Another name of the document changes no page.
    render(&project, "c", &bill(40, "Thank you", 10), BILL, &["--title", "Other"]);
    diff("c.pdf", &["--format", "png"]).succeeds().stderr_has("no page looks otherwise");
}

/// The picture of a document's page, read from the document, is that of the template's page.
#[test]
fn pages_of_documents_look_as_they_are_rendered() {
    let project =
        Project::new().template("blank", &document("Blank", &[], "[]")).file("data.json", "{}");
    project.run(["render", "blank", "-d", "data.json", "-o", "blank.pdf"]).succeeds();
    let root = crate::documents::root();
    let path = |folder: &str, file: &str| root.join(folder).join(file).display().to_string();
    let house = font("FixtureSans.ttf").display().to_string();
    let cubic = font("FixtureCubic.otf").display().to_string();
    let mut samples: Vec<(String, String, Vec<&str>)> = crate::documents::small()
        .iter()
        .map(|of| {
            let template = path("templates", &format!("{}.json", of.template));
            (template, path("samples", &format!("{}.json", of.name)), Vec::new())
        })
        .collect();
    // Embedded fonts, with quadratic and with cubic outlines.
    for font in [&house, &cubic] {
        let invoice = ("templates/invoice.json", "samples/invoice-small.json");
        let [template, data] = [invoice.0, invoice.1].map(|file| path("", file));
        samples.push((template, data, vec!["--font", font]));
    }
    for (template, data, more) in sampled(samples, 6) {
        let render = |output: &str, and: &[&str]| {
            let arguments = [&["render", &template, "-d", &data, "-o", output][..], &more, and];
            project.run(arguments.concat()).succeeds();
        };
        render("a.pdf", &[]);
        render("a-1.png", &["--format", "png", "--dpi", "96", "--page", "1"]);
        let arguments = ["diff", "blank.pdf", "a.pdf", "--format", "png", "-o", "d-{page}.png"];
        project.run(arguments).succeeds();
        let picture = |name: &str| reportctl_raster::Image::from_png(&project.read(name)).unwrap();
        let (wanted, found) = (picture("a-1.png"), picture("d-1.png"));
        // Before, after and overlaid, side by side.
        let left = picture_width(&project) + 12;
        let found = found.part([left, 0, left + wanted.width, wanted.height]);
        let difference = Difference::of(&wanted, &found, SEEN);
        // Letters and bars of codes lie on parts of pixels here, and thin lines are not moved onto whole
        // ones. The page of a DANFSe is full of both.
        let most = if template.ends_with("danfse.json") { 0.04 } else { 0.03 };
        assert!(difference.share < most, "{template}: {difference:?}");
    }
}

/// The width of a page of `blank.pdf`, in pixels.
fn picture_width(project: &Project) -> usize {
    let png = project.run([
        "render",
        "blank",
        "-d",
        "data.json",
        "--format",
        "png",
        "--dpi",
        "96",
        "-o",
        "-",
    ]);
    reportctl_raster::Image::from_png(&png.stdout).unwrap().width
}

#[test]
fn documents_that_cannot_be_compared_are_said() {
    let project = Project::new();
    render(&project, "a", &bill(40, "Thank you", 10), BILL, &[]);
    let whole = project.read("a.pdf");
    let project = project
        .file("cut.pdf", &whole[..whole.len() / 2])
        .file("none.pdf", "%PDF-1.7 and nothing else")
        .template("bill", &document("Bill", &[text("t", "x")], "[]"));
    let diff = |a: &str, b: &str| project.run(["diff", a, b]).fails_with(2);
    diff("a.pdf", "cut.pdf").stderr_has("`cut.pdf` cannot be read as a PDF document");
    diff("none.pdf", "a.pdf").stderr_has("`none.pdf` cannot be read as a PDF document");
    diff("a.pdf", "bill").stderr_has("`a.pdf` is a PDF document, `bill` is not");
    project
        .run(["diff", "a.pdf", "a.pdf", "-d", "bill-data.json"])
        .fails_with(2)
        .stderr_has("documents are made already");
    diff("cut.pdf", "a.pdf").stderr_has("make it again");
    // A receipt that belongs to another document says nothing about this one.
    std::fs::copy(project.path("a.pdf"), project.path("b.pdf")).unwrap();
    let receipt = project.text("a.receipt.json");
    let wrong = receipt.replace("\"sha256\": \"", "\"sha256\": \"0");
    let project = project.file("b.receipt.json", wrong);
    project
        .run(["diff", "a.pdf", "b.pdf"])
        .succeeds()
        .stdout("the receipt beside `b.pdf` is that of another document\n");
    let project = project.file("b.receipt.json", "{}");
    project.run(["diff", "a.pdf", "b.pdf"]).fails_with(2).stderr_has("b.receipt.json");
    // A password keeps us out too.
    let locked = r#"{"name": "L", "template": {"version": 1, "extensions": 1,
        "pdf": {"encryption": {"userPassword": "{secret}"}},
        "page": {"width": 100, "height": 100}, "schemas": []}, "bindings": []}"#;
    let project =
        project.template("locked", locked).file("secret.json", r#"{"secret": "open sesame"}"#);
    project.run(["render", "locked", "-d", "secret.json"]).succeeds();
    project
        .run(["diff", "a.pdf", "locked.pdf"])
        .fails_with(2)
        .stderr_has("`locked.pdf` has a password");
}

/// A page of another program: a text in a group, set in an embedded TrueType font, and a line of text that
/// is shown word by word.
fn theirs(name: &str, y: u32, line: &str, change: impl FnOnce(&mut Document)) -> Document {
    let mut file = Document::with_version("1.5");
    let mut stream = |content: &str, dictionary: Dictionary| {
        let content = Stream::new(dictionary, content.as_bytes().to_vec());
        Object::Reference(file.add_object(content))
    };
    let map: String = name
        .chars()
        .enumerate()
        .map(|(at, one)| format!("<{:04X}><{:04X}>\n", at + 3, u32::from(one)))
        .collect();
    let map = format!(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def\n\
         1 begincodespacerange <0000><FFFF> endcodespacerange\n{} beginbfchar\n{map}endbfchar\n\
         endcmap end end",
        name.chars().count()
    );
    let map = stream(&map, Dictionary::new());
    let codes: String = (3..name.chars().count() + 3).map(|code| format!("{code:04X}")).collect();
    let group = format!("BT /F2 12 Tf 1 0 0 1 60 {y} Tm <{codes}> Tj ET");
    let words: Vec<String> = line.split(' ').map(|word| format!("({word}) Tj")).collect();
    let page = format!(
        "q /Fm Do Q 1 0 0 rg 60 600 100 2 re f 0 g BT /F1 10 Tf 60 700 Td {} ET",
        words.join(" ( ) Tj ")
    );
    let page = stream(&page, Dictionary::new());
    let program = std::fs::read(font("FixtureSans.ttf")).unwrap();
    let program = file.add_object(Stream::new(Dictionary::new(), program));
    let descriptor = file.add_object(dictionary! {
        "Type" => "FontDescriptor", "FontName" => "ABCDEF+Fixture", "Flags" => 4,
        "FontFile2" => program,
    });
    let descendant = file.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "CIDFontType2", "BaseFont" => "ABCDEF+Fixture",
        "CIDSystemInfo" => dictionary! {
            "Registry" => Object::string_literal("Adobe"),
            "Ordering" => Object::string_literal("Identity"), "Supplement" => 0,
        },
        "DW" => 600, "CIDToGIDMap" => "Identity", "FontDescriptor" => descriptor,
    });
    let composite = file.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type0", "BaseFont" => "ABCDEF+Fixture",
        "Encoding" => "Identity-H", "DescendantFonts" => vec![descendant.into()],
        "ToUnicode" => map,
    });
    let times = file.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Times-Roman",
        "Encoding" => "WinAnsiEncoding",
    });
    let whole: Vec<Object> = vec![0.into(), 0.into(), 595.into(), 842.into()];
    let group = file.add_object(Stream::new(
        dictionary! {
            "Type" => "XObject", "Subtype" => "Form", "BBox" => whole.clone(),
            "Resources" => dictionary! { "Font" => dictionary! { "F2" => composite } },
        },
        group.into_bytes(),
    ));
    let tree = file.new_object_id();
    let sheet = file.add_object(dictionary! {
        "Type" => "Page", "Parent" => tree, "Contents" => page, "MediaBox" => whole,
        "Resources" => dictionary! {
            "Font" => dictionary! { "F1" => times }, "XObject" => dictionary! { "Fm" => group },
        },
    });
    let pages = dictionary! { "Type" => "Pages", "Kids" => vec![sheet.into()], "Count" => 1 };
    file.objects.insert(tree, Object::Dictionary(pages));
    let catalog = file.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    file.trailer.set("Root", catalog);
    let info = dictionary! {
        "Producer" => Object::string_literal("Other"), "Title" => Object::string_literal(name),
        "CreationDate" => Object::string_literal("D:20260131120000+01'00'"),
    };
    let info = file.add_object(info);
    file.trailer.set("Info", info);
    change(&mut file);
    file
}

/// The file with tables as text, or with streams of objects.
fn bytes(mut file: Document, modern: bool) -> Vec<u8> {
    let options =
        SaveOptions::builder().use_object_streams(modern).use_xref_streams(modern).build();
    file.compress();
    let mut bytes = Vec::new();
    file.save_with_options(&mut bytes, options).unwrap();
    bytes
}

#[test]
fn documents_of_other_programs_are_compared() {
    let of = |name: &str, y, line: &str, modern| bytes(theirs(name, y, line, |_| {}), modern);
    let project = Project::new()
        .file("old.pdf", of("Facture", 500, "Total due today", false))
        .file("same.pdf", of("Facture", 500, "Total due today", true))
        .file("new.pdf", of("Invoice", 510, "Total due tomorrow", true));
    project.run(["diff", "old.pdf", "same.pdf", "--exit-code"]).succeeds().stdout("");
    project.run(["diff", "old.pdf", "new.pdf", "--exit-code"]).ends_with(7).stdout(
        "the title is `Invoice` instead of `Facture`\n\
         page 1: `Total due tomorrow` instead of `Total due today`\n\
         page 1: `Facture` is missing\n\
         page 1: `Invoice` is new, at 21.167 mm, 117.122 mm\n",
    );
    project
        .run(["diff", "old.pdf", "new.pdf", "--format", "png"])
        .succeeds()
        .stderr_has("wrote diff-1.png");
    // With a document of ours.
    render(&project, "ours", &bill(40, "Thank you", 10), BILL, &[]);
    let run = project.run(["diff", "old.pdf", "ours.pdf"]).succeeds();
    run.stdout_has("the font Helvetica is new").stdout_has("the font Fixture is not used any more");
}

#[test]
fn hostile_documents_are_refused() {
    let picture = theirs("p", 500, "p", |file| {
        file.add_object(Stream::new(
            dictionary! { "Subtype" => "Image", "Width" => 60_000, "Height" => 60_000 },
            Vec::new(),
        ));
    });
    // 600 MB of blanks in half a megabyte.
    let mut zip = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..600 {
        std::io::Write::write_all(&mut zip, &[b' '; 1 << 20]).unwrap();
    }
    let bomb = zip.finish().unwrap();
    let bomb = theirs("b", 500, "b", |file| {
        let dictionary = dictionary! { "Filter" => "FlateDecode" };
        let stream = file.add_object(Stream::new(dictionary, bomb));
        let id = *file.get_pages().values().next().unwrap();
        file.get_object_mut(id).unwrap().as_dict_mut().unwrap().set("Contents", stream);
    });
    let project = Project::new().file("plain.pdf", bytes(theirs("a", 500, "a", |_| {}), false));
    for (name, file, why) in [
        ("picture.pdf", picture, "a picture of it is too large"),
        ("bomb.pdf", bomb, "a stream of it is too large"),
    ] {
        let project = Project::new()
            .file("plain.pdf", project.read("plain.pdf"))
            .file(name, bytes(file, true));
        let why = format!("`{name}` cannot be read as a PDF document: {why}");
        project.run(["diff", "plain.pdf", name]).fails_with(2).stderr_has(&why);
    }
}

#[cfg(unix)]
#[test]
fn settings_of_a_repository_start_nothing() {
    let project = repository();
    let version = project.git(&["rev-parse", "v1:templates/invoice.json"]);
    let (folder, file) = version.trim().split_at(2);
    std::fs::remove_file(project.path(&format!(".git/objects/{folder}/{file}"))).unwrap();
    let marker = project.path("started");
    let command = format!("touch {}", marker.display());
    for (key, value) in [
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.partialCloneFilter", "blob:none"),
        ("protocol.ext.allow", "always"),
        ("protocol.ssh.allow", "always"),
        ("core.sshCommand", &*command),
        ("core.fsmonitor", &*command),
        ("core.pager", &*command),
        ("diff.external", &*command),
        ("gpg.program", &*command),
        ("log.showSignature", "true"),
    ] {
        project.git(&["config", key, value]);
    }
    for url in [format!("ext::{command}"), "ssh://host/repository".to_owned()] {
        project.git(&["config", "remote.origin.url", &url]);
        for operand in ["invoice@v1", "v1.."] {
            project.run(["diff", operand, "--no-pages"]);
            assert!(!marker.exists(), "{url}: {operand}");
        }
    }
}

#[test]
fn a_summary_shows_names_and_texts_letter_by_letter() {
    let evil = r"<img src=x> @everyone [x](https://evil.example)\n\n# #12 `";
    let project = repository()
        .template("invoice", &document("Invoice", &[text(evil, evil), text("title", "a")], "[]"));
    let run = project.run(["diff", "invoice@HEAD", "--format", "markdown"]).succeeds();
    let summary = String::from_utf8(run.stdout).unwrap();
    for part in ["<img", "@everyone", "x](", "https://", "\n# ", "#12"] {
        assert!(!summary.contains(part), "{part}: {summary}");
    }
    assert!(
        summary.lines().skip(1).all(|line| line.is_empty() || line.starts_with(['-', '*', 'I']))
    );
}

/// Git names files from the top of the repository; people name them from where they are.
#[test]
fn paths_are_those_of_the_working_folder_wherever_it_is() {
    let project = repository();
    let folder = project.path("").canonicalize().unwrap();
    let outside = format!("../{}/templates", folder.file_name().unwrap().to_str().unwrap());
    let absolute = folder.join("templates").to_str().unwrap().to_owned();
    let words = &WORDS[..WORDS.find("page").unwrap()];
    let diff = |folder: &str, templates: &str, what: &str| {
        project.run_in(folder, ["--templates", templates, "diff", what, "--no-pages"]).succeeds()
    };
    diff("", "templates", &format!("{outside}/invoice.json@v1")).stdout(words);
    for templates in ["templates", &outside, &absolute] {
        diff("", templates, "invoice@v1").stdout(words);
        diff("", templates, "v1..").stdout_has("invoice\n  `title`");
        diff("", templates, "v1..HEAD").stdout_has("invoice\n  `title`");
    }
    for name in ["./invoice.json@v1", "../templates/invoice.json@v1", "invoice@v1"] {
        diff("templates", ".", name).stdout(words);
        diff("templates", &absolute, name).stdout(words);
    }
    diff("templates", &absolute, "v1..").stdout_has("invoice\n  `title`");
}

/// A template that git cannot read would look as if it were new.
#[test]
fn what_git_cannot_read_is_not_taken_for_absent() {
    let project = repository();
    let hash = project.git(&["rev-parse", "v1:templates/invoice.json"]);
    let (folder, name) = hash.trim().split_at(2);
    let object = project.path(".git/objects").join(folder).join(name);
    std::fs::remove_file(object).unwrap();
    project
        .run(["diff", "invoice@v1"])
        .fails_with(1)
        .stderr_has("git cannot read a file of commit");
}

#[test]
fn differences_end_with_seven_though_they_are_not_read() {
    repository().run_unread(["diff", "invoice@v1", "--exit-code"]).ends_with(7);
}

#[test]
fn a_difference_takes_the_place_of_nothing_that_is_compared() {
    let project = repository();
    let before = project.text("templates/invoice.json");
    for output in ["templates/invoice.json", "templates/tests/invoice/first/data.json"] {
        project
            .run(["diff", "invoice@v1", "-o", output])
            .fails_with(2)
            .stderr_has("would be overwritten, and it is read");
    }
    assert_eq!(project.text("templates/invoice.json"), before);
}

/// The folder of a tenant may be in neither revision that the working folder shows.
#[test]
fn templates_of_tenants_that_are_gone_are_compared_as_well() {
    let project = repository().template("acme/bill", &document("Bill", &[text("t", "x")], "[]"));
    project.git(&["add", "."]);
    project.git(&["commit", "--quiet", "--message", "acme"]);
    project.git(&["rm", "--quiet", "-r", "templates/acme"]);
    project.git(&["commit", "--quiet", "--message", "without acme"]);
    for range in ["HEAD~1..HEAD", "HEAD~2..HEAD~1"] {
        let run = project.run(["diff", range, "--format", "markdown", "--exit-code"]);
        run.ends_with(7).stdout_has("**acme/bill**");
    }
}

/// Files that are no templates, and a template that one revision cannot read, keep no other from being compared.
#[test]
fn a_range_names_what_it_cannot_read_and_compares_the_rest() {
    let project = repository()
        .file("templates/texts/de.json", "{}\n")
        .file("templates/Old Receipt.json", "{}\n")
        .file("templates/broken.json", "{\n");
    project.git(&["add", "."]);
    project.git(&["commit", "--quiet", "--message", "broken"]);
    let project = project
        .template("broken", &document("Broken", &[text("t", "x")], "[]"))
        .template("invoice", &document("Bill", &[text("title", "b")], "[]"));
    project.git(&["add", "."]);
    project.git(&["commit", "--quiet", "--message", "repaired"]);
    let run = project.run(["diff", "HEAD~1..HEAD", "--no-pages"]).succeeds();
    let run = run.stdout_has("broken@HEAD~1").stdout_has("`name`");
    assert!(!String::from_utf8_lossy(&run.stdout).contains("/.tmp"));
    project.run(["diff", "HEAD~2..HEAD~1", "--no-pages"]).succeeds();
}

#[test]
fn files_of_the_library_and_the_order_of_fields_are_compared() {
    let picture = std::fs::read(crate::documents::root().join("samples/receipt.png")).unwrap();
    let extended = |fields: &[String]| {
        document("Invoice", fields, "[]").replacen("\"page\"", "\"extensions\": 1, \"page\"", 1)
    };
    let fields = [text("a", "x"), text("b", "y"), image("lib:logo.png")];
    let project = Project::new()
        .file("library/logo.png", "not yet a picture")
        .template("invoice", &extended(&fields));
    project.git(&["init", "--quiet"]);
    project.git(&["add", "."]);
    project.git(&["commit", "-qm", "Start"]);
    let project = project.file("library/logo.png", &picture);
    project.git(&["commit", "-qam", "Logo"]);
    let range = |range| project.run(["diff", range, "--no-pages", "--exit-code"]);
    range("HEAD~1..HEAD").ends_with(7).stdout_has("the library file `logo.png`");
    let [a, b, logo] = &fields;
    let fields = [b.clone(), a.clone(), logo.clone()];
    let project = project.template("invoice", &extended(&fields));
    let run = project.run(["diff", "HEAD..", "--no-pages", "--exit-code"]).ends_with(7);
    run.stdout_has("the fields: `order`");
}
