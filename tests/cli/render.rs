//! `reportctl render`.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::project::{Project, document, font, has_metadata, table_document, text};
use crate::tools;

/// The whole line about what was written, with a size that depends on the engine left out.
fn wrote(stderr: &str, file: &str, pages: &str) -> bool {
    stderr.starts_with(&format!("wrote {file} ({pages}, ")) && stderr.ends_with("B)\n")
        || stderr.ends_with("bytes)\n")
}

/// The titles of a layout of the invoice.
fn title(layout: &serde_json::Value) -> &str {
    layout["pages"][0]["placements"][0]["value"].as_str().unwrap()
}

#[test]
fn the_file_is_named_after_the_template() {
    let project = Project::with_invoice();
    let run = project.run(["render", "invoice", "--data", "data.json"]).succeeds().stdout("");
    assert!(wrote(&run.stderr, "invoice.pdf", "1 page"), "{}", run.stderr);
    assert!(project.read("invoice.pdf").starts_with(b"%PDF-1.7"));
    assert_eq!(project.names(""), ["data.json", "invoice.pdf", "templates"]);
}

#[test]
fn templates_of_tenants_and_files_are_found_too() {
    let invoice = document("Bill", &[text("t", "x")], "[]");
    let project = Project::with_invoice()
        .template("acme/bill", &invoice)
        .file("designs/draft.v2.json", &invoice)
        .file("designs/plain.yaml", "template: {page: {width: 99, height: 99}, schemas: []}\n");
    for (template, file) in [
        ("acme/bill", "bill.pdf"),
        ("designs/draft.v2.json", "draft.v2.pdf"),
        ("designs/plain.yaml", "plain.pdf"),
    ] {
        project.run(["render", template, "-d", "data.json"]).succeeds();
        assert!(project.read(file).starts_with(b"%PDF"), "{file}");
    }
}

#[test]
fn the_output_can_be_a_file_or_standard_output() {
    let project = Project::with_invoice();
    let run = project.run(["render", "invoice", "-d", "data.json", "-o", "a.pdf"]).succeeds();
    assert!(wrote(&run.stderr, "a.pdf", "1 page"), "{}", run.stderr);
    let run = project.run(["render", "invoice", "-d", "data.json", "-o", "-"]).succeeds();
    assert!(run.stdout.starts_with(b"%PDF-1.7") && run.stderr.is_empty());
    assert_eq!(project.names(""), ["a.pdf", "data.json", "templates"]);
}

#[test]
fn drawings_are_a_file_per_page() {
    let rows = format!(r#"{{"rows": [{}]}}"#, vec![r#"{"name": "Ana"}"#; 100].join(","));
    let project =
        Project::with_invoice().template("long", &table_document()).file("rows.json", &rows);
    let render = |template, more: &[&str]| {
        let data = if template == "long" { "rows.json" } else { "data.json" };
        let arguments = ["render", template, "-d", data, "--format", "svg"];
        project.run([&arguments[..], more].concat())
    };
    let run = render("invoice", &[]).succeeds();
    assert!(wrote(&run.stderr, "invoice.svg", "1 page"), "{}", run.stderr);
    assert!(project.read("invoice.svg").starts_with(b"<svg "));
    let run = render("invoice", &["-o", "-"]).succeeds();
    assert_eq!(run.stdout, project.read("invoice.svg"));
    // The number goes where the name says, and a name without it is for one page only.
    render("invoice", &["-o", "page-{page}.svg"]).succeeds();
    assert_eq!(project.read("page-1.svg"), project.read("invoice.svg"));
    render("long", &[]).succeeds();
    assert!(project.read("long-1.svg") != project.read("long-2.svg"));
    for output in ["one.svg", "-"] {
        let run = render("long", &["-o", output]).fails_with(2);
        assert!(run.stderr.contains("{page}"), "{}", run.stderr);
    }
    assert!(!project.names("").contains(&"one.svg".to_owned()));
}

#[test]
fn drafts_are_marked_on_every_page() {
    let project = Project::with_invoice();
    let render = |more: &[&str], file: &str| {
        let args = ["render", "invoice", "-d", "data.json", "--creation-date", "0", "-o", file];
        project.run(args.iter().chain(more)).succeeds();
        project.read(file)
    };
    let plain = render(&[], "plain.pdf");
    let draft = render(&["--draft"], "draft.pdf");
    let has = |pdf: &[u8], part: &[u8]| pdf.windows(part.len()).any(|window| window == part);
    assert!(has(&draft, b"/ExtGState") && has(&draft, b"Helvetica-Bold"));
    assert!(!has(&plain, b"/ExtGState") && !has(&plain, b"Helvetica-Bold"));
}

#[test]
fn the_layout_is_json_on_standard_output() {
    let project = Project::with_invoice();
    let run =
        project.run(["render", "invoice", "-d", "data.json", "--format", "layout"]).succeeds();
    assert_eq!(run.json()["pageCount"], 1);
    assert_eq!(title(&run.json()), "Invoice 7");
    assert_eq!(run.stdout.iter().filter(|byte| **byte == b'\n').count(), 1);
    assert_eq!(run.stderr, "");
    project
        .run(["render", "invoice", "-d", "data.json", "--format=layout", "-o", "l.json"])
        .succeeds()
        .stdout("");
    assert_eq!(project.read("l.json"), run.stdout);
}

#[test]
fn data_may_have_every_format_we_read() {
    let template = document("Rows", &[text("t", "{SUM(rows.n)} {a}")], "[]");
    let cases = [
        ("d.json", "{\"a\": \"x\", \"rows\": [{\"n\": 1}, {\"n\": 2}]}", "3 x"),
        ("d.yaml", "a: x\nrows:\n  - n: 1\n  - n: 2\n", "3 x"),
        ("d.csv", "n,m\n1,2\n2,3\n", "0 "),
        ("d.ndjson", "{\"n\": 1}\n{\"n\": 2}\n", "0 "),
        ("unknown", "a: y\n", "0 y"),
    ];
    for (name, data, expected) in cases {
        let run = Project::new()
            .template("rows", &template)
            .file(name, data)
            .run(["render", "rows", "-d", name, "--format", "layout"])
            .succeeds();
        assert_eq!(title(&run.json()), expected, "{name}");
    }
}

#[test]
fn data_may_come_from_standard_input() {
    let project = Project::with_invoice().input(r#"{"number": 8}"#);
    let run = project.run(["render", "invoice", "--data", "-", "--format", "layout"]).succeeds();
    assert_eq!(title(&run.json()), "Invoice 8");
}

#[test]
fn the_template_may_come_from_standard_input() {
    let template = document("Any", &[text("t", "{number}")], "[]");
    let project = Project::with_invoice().input(template);
    project.run(["render", "-", "-d", "data.json"]).succeeds().stderr_has("wrote template.pdf");
    project.run(["render", "-", "-d", "-"]).fails_with(2).stderr(
        "error: template and data cannot both come from standard input\n  = hint: put one of them into a file\n",
    );
}

#[test]
fn data_must_be_given() {
    let project = Project::with_invoice();
    project.run(["render", "invoice"]).fails_with(2).stderr_has("--data <FILE>");
    assert_eq!(project.names(""), ["data.json", "templates"]);
}

#[test]
fn the_same_moment_gives_the_same_bytes() {
    let project = Project::with_invoice();
    for file in ["a.pdf", "b.pdf"] {
        project
            .run([
                "render",
                "invoice",
                "-d",
                "data.json",
                "-o",
                file,
                "--creation-date",
                "2026-01-31",
            ])
            .succeeds();
    }
    assert_eq!(project.read("a.pdf"), project.read("b.pdf"));
    let project = project.env("SOURCE_DATE_EPOCH", "1769817600");
    project.run(["render", "invoice", "-d", "data.json", "-o", "c.pdf"]).succeeds();
    assert_eq!(project.read("a.pdf"), project.read("c.pdf"));
    // The flag comes first.
    project
        .run(["render", "invoice", "-d", "data.json", "-o", "d.pdf", "--creation-date", "0"])
        .succeeds();
    assert_ne!(project.read("a.pdf"), project.read("d.pdf"));
}

#[test]
fn moments_that_make_no_sense_are_refused() {
    let project = Project::with_invoice();
    project
        .run(["render", "invoice", "-d", "data.json", "--creation-date", "tomorrow"])
        .fails_with(2)
        .stderr_has("invalid value 'tomorrow' for '--creation-date <DATE>'")
        .stderr_has("write 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970");
    project
        .env("SOURCE_DATE_EPOCH", "soon")
        .run(["render", "invoice", "-d", "data.json"])
        .fails_with(2)
        .stderr_has(
            "error: `SOURCE_DATE_EPOCH` must be a whole number of seconds since 1970, not `soon`\n",
        );
}

#[test]
fn title_and_author_go_into_the_document() {
    let project = Project::with_invoice();
    let flags = ["--title", "Order 7", "--author", "Ana"];
    for (flags, title, author) in
        [(&[][..], "Invoice", "reportctl"), (&flags[..], "Order 7", "Ana")]
    {
        project.run(["render", "invoice", "-d", "data.json"].iter().chain(flags)).succeeds();
        let pdf = project.read("invoice.pdf");
        assert!(has_metadata(&pdf, "Title", title) && has_metadata(&pdf, "Author", author));
    }
}

#[test]
fn fonts_are_embedded_in_order() {
    let project = Project::with_invoice();
    let fonts = [font("FixtureSans.ttf"), font("FixtureCubic.otf")];
    let mut arguments = vec!["render".into(), "invoice".into(), "-ddata.json".into()];
    for font in &fonts {
        arguments.extend(["--font".into(), font.clone().into_os_string()]);
    }
    project.run(arguments).succeeds();
    let pdf = project.read("invoice.pdf");
    let embedded = pdf.windows(9).any(|window| window == b"/FontFile");
    assert!(embedded);
}

#[test]
fn what_is_no_font_is_named() {
    let project = Project::with_invoice().file("nonsense.ttf", "this is not a font");
    project
        .run(["render", "invoice", "-d", "data.json", "--font", "nonsense.ttf"])
        .fails_with(2)
        .stderr(
            "error: `nonsense.ttf` is not a TrueType, OpenType, WOFF or WOFF2 font\n\
         \x20 --> nonsense.ttf\n\
         \x20 = hint: give a font file, for example a `.ttf` or `.otf`\n",
        );
    project
        .run(["render", "invoice", "-d", "data.json", "--font", "missing.ttf"])
        .fails_with(2)
        .stderr("error: cannot read `missing.ttf`: no such file or folder\n  --> missing.ttf\n");
}

/// Embedding is what the licence in the table `OS/2` forbids, whatever asks for the font.
#[test]
fn a_font_that_must_not_be_embedded_is_refused() {
    let mut bytes = std::fs::read(font("FixtureSans.ttf")).unwrap();
    let record = bytes.windows(4).position(|tag| tag == b"OS/2").unwrap();
    let offset: [u8; 4] = bytes[record + 8..record + 12].try_into().unwrap();
    let kind = u32::from_be_bytes(offset) as usize + 8;
    bytes[kind..kind + 2].copy_from_slice(&[0, 2]);
    let project = Project::with_invoice().file("house.ttf", bytes);
    project
        .run(["render", "invoice", "-d", "data.json", "--font", "house.ttf", "-o", "out.pdf"])
        .fails_with(2)
        .stderr_has("the licence in the font `house.ttf` forbids embedding")
        .stderr_has("hint: use another font, or ask its maker for one that may be embedded");
    assert!(!project.path("out.pdf").exists());
}

#[test]
fn without_the_built_in_font_missing_characters_are_an_error() {
    let template = document("Greek", &[text("motto", "ΑΒΓ")], "[]");
    let project = Project::new().template("greek", &template).file("d.json", "{}");
    project.run(["render", "greek", "-d", "d.json"]).succeeds();
    let run = project
        .run(["--error-format", "json", "render", "greek", "-d", "d.json", "--no-fallback-font"])
        .fails_with(4);
    let error = run.error();
    assert_eq!(error["code"], "unsupportedGlyph");
    assert_eq!(error["blame"], "data");
    assert_eq!(error["field"], "motto");
    assert_eq!(error["char"], "Α");
}

#[test]
fn more_pages_than_allowed_are_refused() {
    let rows: Vec<_> = (0..500).map(|i| serde_json::json!({"name": format!("row {i}")})).collect();
    let data = serde_json::json!({ "rows": rows }).to_string();
    let project = Project::new().template("list", &table_document()).file("d.json", data);
    project.run(["render", "list", "-d", "d.json"]).succeeds().stderr_has("pages, ");
    let run = project
        .run(["render", "list", "-d", "d.json", "--max-pages", "2", "--error-format", "json"])
        .fails_with(4);
    let error = run.error();
    assert_eq!((&error["code"], &error["maxPages"]), (&"pageLimit".into(), &2.into()));
    assert_eq!(error["blame"], "data");
    assert!(error["error"].is_string() && error["advice"].is_string());
    for wrong in ["0", "many", "-1"] {
        project
            .run(["render", "list", "-d", "d.json", "--max-pages", wrong])
            .fails_with(2)
            .stderr_has("must be a whole number above 0");
    }
}

#[test]
fn time_is_limited() {
    let rows: Vec<_> = (0..5000).map(|i| serde_json::json!({"name": i})).collect();
    let data = serde_json::json!({ "rows": rows }).to_string();
    let project = Project::new().template("list", &table_document()).file("d.json", data);
    project
        .run(["render", "list", "-d", "d.json", "--timeout", "0.000001"])
        .fails_with(4)
        .stderr_has("error: the time allowed for this document is used up\n");
    project
        .run(["render", "list", "-d", "d.json", "--timeout", "0"])
        .fails_with(2)
        .stderr_has("must be a number of seconds above 0");
    assert_eq!(project.names(""), ["d.json", "templates"]);
}

#[test]
fn the_size_of_the_output_is_limited() {
    Project::with_invoice()
        .env("REPORTCTL_MAX_OUTPUT_BYTES", "5")
        .run(["render", "invoice", "-d", "data.json", "--error-format=json"])
        .fails_with(4)
        .stderr_has(r#""code":"outputLimit""#);
}

#[test]
fn nothing_is_written_when_it_fails() {
    let project = Project::with_invoice()
        .file("broken.json", "{\"number\": ")
        .file("out.pdf", "what was there before");
    project.run(["render", "invoice", "-d", "broken.json", "-o", "out.pdf"]).fails_with(4);
    assert_eq!(project.text("out.pdf"), "what was there before");
    assert_eq!(project.names(""), ["broken.json", "data.json", "out.pdf", "templates"]);
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let project = Project::with_invoice().file("taken/x", "");
    project.run(["render", "invoice", "-d", "data.json", "-o", "no/where.pdf"]).fails_with(1).stderr(
        "error: cannot write `no/where.pdf`: the folder `no` does not exist\n  --> no/where.pdf\n  = hint: create it first: `mkdir -p no`\n",
    );
    project
        .run(["render", "invoice", "-d", "data.json", "-o", "taken"])
        .fails_with(1)
        .stderr_has("error: cannot write `taken`: it is a folder\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_unexpected_failure() {
    let project = Project::with_invoice();
    let error = "error: cannot write `/dev/full`: the disk is full\n  --> /dev/full\n";
    let render = ["render", "invoice", "-d", "data.json", "-o", "/dev/full"];
    project.run(render).fails_with(1).stderr(error);
    let run = project.run(render.iter().chain(&["--error-format=json"])).fails_with(1);
    assert_eq!((&run.error()["code"], &run.error()["blame"]), (&"io".into(), &"package".into()));
    let output = Command::new(env!("CARGO_BIN_EXE_reportctl"))
        .args(["eval", "x"])
        .stdout(std::fs::File::options().write(true).open("/dev/full").unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: cannot write standard output: the disk is full\n  --> standard output\n"
    );
}

#[test]
fn quiet_says_nothing_and_verbose_says_every_step() {
    let project = Project::with_invoice().file("reportctl.yaml", "author: Ana\n");
    project.run(["-q", "render", "invoice", "-d", "data.json"]).succeeds().stdout("").stderr("");
    project
        .run(["render", "invoice", "-d", "data.json", "--verbose"])
        .succeeds()
        .stderr_has("read settings from reportctl.yaml\n")
        .stderr_has("read template templates/invoice.json\n")
        .stderr_has("read data data.json\n")
        .stderr_has("rendered in ")
        .stderr_has("wrote invoice.pdf (1 page, ");
    project.run(["render", "invoice", "-d", "data.json", "-q", "-v"]).fails_with(2);
    // Errors are reported even so, and programs get nothing else.
    project.run(["-q", "render", "nothing", "-d", "data.json"]).fails_with(3).stderr_has("error: ");
    project
        .run(["-v", "--error-format=json", "render", "invoice", "-d", "data.json"])
        .succeeds()
        .stderr("");
}

#[test]
fn a_reader_who_leaves_early_is_no_error() {
    let rows: Vec<_> = (0..20_000).map(|i| serde_json::json!({"name": i})).collect();
    let data = serde_json::json!({ "rows": rows }).to_string();
    let project = Project::new().template("list", &table_document()).file("d.json", data);
    let mut child = Command::new(env!("CARGO_BIN_EXE_reportctl"))
        .args(["render", "list", "-d", "d.json", "--format", "layout"])
        .current_dir(project.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().flush().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn what_follows_is_written_though_the_reader_left_early() {
    let project = Project::with_invoice();
    let render = ["render", "invoice", "-d", "data.json", "-o", "-", "--receipt", "r.json"];
    project.run_unread(render).succeeds();
    assert!(project.path("r.json").is_file());
}

#[test]
fn numbers_in_quotes_are_drawn_as_numbers_with_a_warning() {
    let field = |y: &str| {
        format!(
            r#"{{"id": "a", "name": "a", "type": "text", "x": 10, "y": {y}, "width": 50, "height": 5,
            "content": "x"}}"#
        )
    };
    let layout = |y: &str| {
        let project =
            Project::new().template("t", &document("T", &[field(y)], "[]")).file("d.json", "{}");
        project.run(["render", "t", "--data", "d.json", "--format", "layout"]).succeeds()
    };
    let quoted =
        layout("\"20\"").stderr_has("is read as the number 20").stderr_has("/template/schemas/0/y");
    assert!(quoted.stdout == layout("20").stderr("").stdout);
}

#[test]
fn a_list_of_rows_hints_at_batch() {
    let project = Project::with_invoice().file("rows.csv", "number,total\n1,2\n2,3\n");
    project
        .run(["render", "invoice", "--data", "rows.csv"])
        .succeeds()
        .stderr_has("warning: the data has no `number`")
        .stderr_has("the data is a list of 2 rows; `reportctl batch` makes a document for each");
    project
        .run(["render", "invoice", "--data", "rows.csv", "--strict"])
        .fails_with(4)
        .stderr_has("`--allow missingPath`");
}

#[test]
fn pictures_are_a_file_per_page_in_the_resolution_asked_for() {
    let rows = format!(r#"{{"rows": [{}]}}"#, vec![r#"{"name": "Ana"}"#; 100].join(","));
    let project =
        Project::with_invoice().template("long", &table_document()).file("rows.json", &rows);
    let render = |template, more: &[&str]| {
        let data = if template == "long" { "rows.json" } else { "data.json" };
        let arguments = ["render", template, "-d", data, "--format", "png"];
        project.run([&arguments[..], more].concat())
    };
    let size = |file: &str| {
        let raster = tools::read_png(&project.path(file));
        (raster.width, raster.height)
    };
    let run = render("invoice", &[]).succeeds();
    assert!(wrote(&run.stderr, "invoice.png", "1 page"), "{}", run.stderr);
    assert_eq!(size("invoice.png"), (1241, 1754));
    let run = render("invoice", &["-o", "-"]).succeeds();
    assert_eq!(run.stdout, project.read("invoice.png"));
    render("invoice", &["--dpi", "72", "-o", "small-{page}.png"]).succeeds();
    assert_eq!(size("small-1.png"), (596, 842));
    render("long", &["--dpi", "20"]).succeeds();
    assert!(project.read("long-1.png") != project.read("long-2.png"));
    // One page is one file, with the number that it has among all.
    let run = render("long", &["--dpi", "20", "--page", "2", "-o", "-"]).succeeds();
    assert_eq!(run.stdout, project.read("long-2.png"));
    let run = render("long", &["--dpi", "20", "--page", "2", "-o", "p{page}.png"]).succeeds();
    assert!(wrote(&run.stderr, "p2.png", "1 page"), "{}", run.stderr);
}

#[test]
fn pictures_that_cannot_be_are_refused() {
    let project = Project::with_invoice();
    let render = |more: &[&str]| {
        project.run([&["render", "invoice", "-d", "data.json"][..], more].concat()).fails_with(2)
    };
    render(&["--format", "png", "--dpi", "0"]).stderr_has("between 1 and 2400");
    render(&["--format", "png", "--dpi", "NaN"]).stderr_has("between 1 and 2400");
    render(&["--format", "png", "--page", "2"]).stderr_has("there is no page 2");
    render(&["--page", "1"]).stderr_has("a file per page");
    render(&["--open", "-o", "-"]).stderr_has("needs a file");
    assert_eq!(project.names(""), ["data.json", "templates"]);
}

#[cfg(target_os = "linux")]
#[test]
fn what_was_made_is_opened() {
    use std::os::unix::fs::PermissionsExt;
    let project = Project::with_invoice().file("bin/xdg-open", "#!/bin/sh\necho \"$1\" > opened\n");
    let program = project.path("bin/xdg-open");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", project.path("bin").display());
    let project = project.env("PATH", &path);
    project.run(["render", "invoice", "-d", "data.json", "--open"]).succeeds();
    let opened = project.path("opened");
    let seen = (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        std::fs::read_to_string(&opened).is_ok_and(|text| text == "invoice.pdf\n")
    });
    assert!(seen, "nothing was opened");
}

#[test]
fn a_command_that_waits_for_ever_ends_when_its_time_is_over() {
    let project = Project::new().template("list", &table_document());
    for arguments in [
        ["render", "list", "-d", "-", "-o", "out.pdf", "--timeout", "0.3"].as_slice(),
        &["--error-format", "json", "check", "list", "-d", "-"],
        &["einvoice", "check", "-"],
    ] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_reportctl"))
            .args(arguments)
            .current_dir(project.path(""))
            .env("REPORTCTL_TIMEOUT_SECONDS", "0.3")
            .stdin(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        // It stays open, and nothing comes.
        let input = child.stdin.take();
        let ended = child.wait_with_output().unwrap();
        drop(input);
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(4), "{said}");
        assert!(said.contains("the time allowed for this document is used up"), "{said}");
        assert!(!project.path("out.pdf").exists());
        assert!(!project.names("").iter().any(|name| name.contains(".tmp")));
    }
}

#[cfg(unix)]
#[test]
fn thousands_of_attachments_fit_in_little_memory() {
    let attachment = serde_json::json!({"name": "a.txt", "source": "a", "mimeType": "text/plain"});
    let template = serde_json::json!({"name": "A", "bindings": [], "template": {"extensions": 1,
        "page": {"width": 50, "height": 50}, "schemas": [], "pdf": {"attachments": vec![attachment; 5_000]}}});
    let project = Project::new().template("a", &template.to_string()).file("a.json", "{}");
    // Kilobytes of addresses. A compressor for each of them would take 1.5 GB.
    let script = r#"ulimit -v 1000000; exec "$0" render templates/a.json --data a.json -o a.pdf"#;
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_reportctl")]).current_dir(project.path(""));
    let output = shell.output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn files_that_are_read_or_written_are_not_overwritten() {
    let project = Project::with_invoice();
    let render =
        |more: &[&str]| project.run([&["render", "invoice", "-d", "data.json"], more].concat());
    let data = project.read("data.json");
    for (more, message) in [
        (&["-o", "data.json"][..], "`data.json` would be overwritten, and it is read"),
        (&["-o", "./templates/invoice.json"], "`./templates/invoice.json` would be overwritten"),
        (&["--receipt", "data.json"], "`data.json` would be overwritten, and it is read"),
        (&["-o", "a.pdf", "--receipt", "./a.pdf"], "`./a.pdf` would be written twice"),
        (&["-o", "-", "--receipt", "-"], "only one file can go to standard output"),
    ] {
        render(more).fails_with(2).stderr_has(message);
    }
    assert_eq!(project.read("data.json"), data);
    assert_eq!(project.names(""), ["data.json", "templates"]);
    let receipt = render(&["-o", "a.pdf", "--receipt", "-"]).succeeds().json();
    assert_eq!(receipt["document"]["pages"], 1);
}

#[test]
fn files_whose_names_follow_from_the_document_overwrite_nothing_either() {
    let project = Project::new()
        .template("list", &table_document())
        .file("list.pdf", r#"{"rows": [{"name": 1}]}"#)
        .file("data.json", r#"{"rows": [{"name": 1}]}"#)
        .file("data1.json", r#"{"rows": [{"name": 1}]}"#)
        .file("House.ttf", std::fs::read(font("FixtureSans.ttf")).unwrap());
    let render = |more: &[&str]| project.run([&["render", "list"][..], more].concat());
    for (more, message) in [
        (&["-d", "list.pdf"][..], "`list.pdf` would be overwritten, and it is read"),
        (&["-d", "data.json", "--receipt", "list.pdf"], "`list.pdf` would be written twice"),
        (
            &["-d", "data1.json", "--format", "svg", "-o", "data{page}.json", "--page", "1"],
            "`data1.json` would be overwritten, and it is read",
        ),
        (
            &["-d", "data.json", "--font", "House.ttf", "-o", "House.ttf"],
            "`House.ttf` would be overwritten, and it is read",
        ),
    ] {
        render(more).fails_with(2).stderr_has(message);
    }
    assert_eq!(project.text("list.pdf"), r#"{"rows": [{"name": 1}]}"#);
}

/// Names of files are bytes, of which not all need be text.
#[cfg(target_os = "linux")]
#[test]
fn pages_have_files_of_their_own_also_where_the_name_is_no_text() {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::OsStrExt;

    let rows = format!(r#"{{"rows": [{}]}}"#, vec![r#"{"name": "Ana"}"#; 100].join(","));
    let project = Project::new().template("long", &table_document()).file("d.json", rows);
    let pattern = OsStr::from_bytes(b"\xff-{page}.svg").to_owned();
    let render = ["render", "long", "-d", "d.json", "--format", "svg", "-o"].map(OsString::from);
    project.run(render.into_iter().chain([pattern])).succeeds();
    for name in [&b"\xff-1.svg"[..], b"\xff-2.svg"] {
        assert!(project.path("").join(OsStr::from_bytes(name)).is_file());
    }
}

#[test]
fn every_command_that_makes_a_document_keeps_to_its_memory() {
    let rows: Vec<_> =
        (0..3_000).map(|n| serde_json::json!({ "name": n.to_string(), "price": n })).collect();
    let project = Project::new()
        .template("list", &table_document())
        .file("data.json", serde_json::json!({ "items": rows, "rows": rows }).to_string())
        .env("REPORTCTL_MAX_MEMORY_BYTES", "1000");
    project
        .run(["render", "list", "-d", "data.json"])
        .fails_with(4)
        .stderr_has("more than 1 MB of memory");
    project.run(["check", "list", "-d", "data.json"]).fails_with(7).stderr_has("memoryLimit");
    let diff = ["diff", "list", "templates/list.json", "-d", "data.json", "--format", "json"];
    let diff = project.run(diff).ends_with(0).json();
    assert_eq!(diff[0]["problems"][0]["code"], "memoryLimit", "{diff:#}");
}
