use super::super::drawing::{Drawing, GradientGeometry, Paint};
use super::*;
use reportctl_base::color::Color;

fn drawing(svg: &str) -> Drawing {
    let picture = read(svg, SvgFonts::standard(), &Meter::default()).expect("a drawing");
    let PictureData::Drawing(drawing) = picture.data else { panic!("not a drawing") };
    Drawing::clone(&drawing)
}

/// Elements in a drawing of 100 by 100.
fn within(elements: &str) -> Drawing {
    drawing(&format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
            width="100" height="100">{elements}</svg>"#
    ))
}

fn outlines(drawing: &Drawing) -> Vec<&Outline> {
    let outlines = drawing.marks.iter().filter_map(|mark| match mark {
        Mark::Outline(outline) => Some(&**outline),
        _ => None,
    });
    outlines.collect()
}

fn fill(outline: &Outline) -> Option<String> {
    match &outline.fill.as_ref()?.paint {
        Paint::Color(color) => Some(color.to_hex()),
        Paint::Gradient(_) => Some("gradient".to_owned()),
    }
}

fn problem(svg: &str) -> Problem {
    read(svg, SvgFonts::standard(), &Meter::default()).expect_err("refused")
}

#[test]
fn sizes_come_from_lengths_or_from_the_view_box() {
    for (attributes, size) in [
        (r#"width="1in" height="48""#, (96.0, 48.0)),
        (r#"viewBox="0 0 30 20""#, (30.0, 20.0)),
        (r#"width="60" viewBox="0 0 30 20""#, (60.0, 40.0)),
        (r#"width="100%" height="100%" viewBox="0 0 30 20""#, (30.0, 20.0)),
        ("", (300.0, 150.0)),
    ] {
        let found = drawing(&format!("<svg {attributes}/>"));
        assert_eq!((found.width, found.height), size, "{attributes}");
    }
}

#[test]
fn view_boxes_are_fitted_into_the_size() {
    let found = drawing(
        r#"<svg width="100" height="50" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>"#,
    );
    let rect = outlines(&found)[0];
    assert_eq!(rect.segments[0], Segment::Move(25.0, 0.0));
    assert_eq!(rect.segments[2], Segment::Line(75.0, 50.0));
}

#[test]
fn styles_win_over_sheets_and_sheets_over_attributes() {
    let found = within(
        r##"<style>.a { fill: #00ff00 } #b { fill: blue } rect { fill: red }</style>
        <rect width="1" height="1" fill="black"/>
        <rect width="1" height="1" class="x a"/>
        <rect width="1" height="1" class="a" id="b"/>
        <rect width="1" height="1" class="a" style="fill:none;stroke:gray"/>
        <g fill="yellow"><path d="M0 0h1v1z"/></g>"##,
    );
    let fills: Vec<_> = outlines(&found).into_iter().map(fill).collect();
    let expected = ["#ff0000", "#00ff00", "#0000ff", "", "#ffff00"];
    let expected: Vec<_> =
        expected.map(|one| Some(one.to_owned()).filter(|one| !one.is_empty())).to_vec();
    assert_eq!(fills, expected);
}

#[test]
fn gradients_take_over_what_they_do_not_say() {
    let found = within(
        r##"<defs><linearGradient id="a"><stop offset="0" stop-color="red"/>
        <stop offset="100%" stop-color="blue" stop-opacity=".5"/></linearGradient>
        <linearGradient id="b" xlink:href="#a" x2="0" y2="1"/></defs>
        <rect x="10" y="20" width="30" height="40" fill="url(#b)"/>"##,
    );
    let Paint::Gradient(gradient) = &outlines(&found)[0].fill.as_ref().expect("a fill").paint
    else {
        panic!("no gradient")
    };
    assert_eq!(gradient.geometry, GradientGeometry::Line([0.0, 0.0, 0.0, 1.0]));
    assert_eq!(gradient.matrix.place(0.0, 1.0), (10.0, 60.0));
    assert_eq!(gradient.stops[0].color, Color::rgb(1.0, 0.0, 0.0));
    assert_eq!(gradient.stops[1].opacity, 0.5);
}

#[test]
fn uses_symbols_and_clips_are_drawn() {
    let found = within(
        r##"<symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></symbol>
        <clipPath id="c"><rect width="50" height="50"/></clipPath>
        <use href="#s" x="20" width="40" height="40" clip-path="url(#c)"/>
        <rect width="9" height="9" clip-path="url(#none)" opacity=".5"/>"##,
    );
    assert!(matches!(&found.marks[0], Mark::Begin(layer) if layer.clip.is_some()));
    let circle = outlines(&found)[0];
    assert_eq!(circle.segments[0], Segment::Move(60.0, 20.0));
    let begun = found.marks.iter().filter(|mark| matches!(mark, Mark::Begin(_))).count();
    let ended = found.marks.iter().filter(|mark| matches!(mark, Mark::End)).count();
    assert_eq!((begun, ended), (2, 2));
    assert_eq!(outlines(&found)[1].fill.as_ref().map(|ink| ink.opacity), Some(0.5));
}

#[test]
fn strokes_keep_their_form_under_uneven_scales() {
    let found = within(
        r#"<path d="M0 0L10 0" stroke="red" stroke-width="2" stroke-dasharray="4 2" transform="scale(2)"/>
        <path d="M0 0L10 0" stroke="red" stroke-width="2" transform="scale(2 1)"/>"#,
    );
    let [even, uneven] = outlines(&found)[..] else { panic!("two outlines") };
    let line = even.stroke.as_ref().expect("a stroke");
    assert_eq!((line.width, line.dashes.clone()), (4.0, vec![8.0, 4.0]));
    assert_eq!(even.matrix, None);
    assert!(uneven.matrix.is_some());
}

/// E6.5, and the other things that are not drawn.
#[test]
fn what_is_not_drawn_is_named() {
    let found = within(
        r##"<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>
        <rect width="9" height="9" filter="url(#f)"/><text><textPath href="#f">Hello</textPath></text>
        <rect width="9" height="9" style="mask:url(#m);mix-blend-mode:multiply"/>
        <pattern id="p"/><rect width="9" height="9" fill="url(#p) red"/>
        <image href="https://example.org/a.png" width="1" height="1"/>"##,
    );
    assert_eq!(outlines(&found).len(), 3);
    assert_eq!(fill(outlines(&found)[2]).as_deref(), Some("#ff0000"));
    let dropped =
        ["filter", "text on a path", "mask", "blend mode", "pattern", "pictures in other files"];
    assert_eq!(found.dropped, dropped);
}

#[test]
fn what_is_hidden_is_not_drawn() {
    let found = within(
        r#"<g display="none"><rect width="9" height="9"/></g><rect width="9" height="9" opacity="0"/>
        <g visibility="hidden"><rect width="9" height="9"/><rect width="9" height="9" visibility="visible"/></g>
        <defs><rect width="9" height="9"/></defs><g transform="scale(0)"><rect width="9" height="9"/></g>"#,
    );
    assert_eq!(outlines(&found).len(), 1);
}

#[test]
fn bombs_are_refused() {
    let laughs: String = (1..10)
        .map(|n| format!("<!ENTITY l{n} \"{}\">", format!("&l{};", n - 1).repeat(10)))
        .collect();
    let laughs = format!("<!DOCTYPE svg [<!ENTITY l0 \"ha\">{laughs}]><svg>&l9;</svg>");
    assert_eq!(problem(&laughs).code, Code::SvgUnreadable);
    let quadratic = format!(
        "<!DOCTYPE svg [<!ENTITY a \"{}\">]><svg>{}</svg>",
        "x".repeat(500_000),
        "&a;".repeat(100_000)
    );
    assert_eq!(problem(&quadratic).code, Code::SvgUnreadable);
    let uses: String = (1..12)
        .map(|n| {
            format!("<g id=\"u{n}\">{}</g>", format!("<use href=\"#u{}\"/>", n - 1).repeat(10))
        })
        .collect();
    let uses = format!("<svg><g id=\"u0\"><path d=\"M0 0h1\"/></g>{uses}</svg>");
    assert_eq!(problem(&uses).code, Code::ImageTooLarge);
    let circle = "<svg><g id=\"a\"><use href=\"#a\"/></g></svg>";
    assert_eq!(problem(circle).code, Code::ImageTooLarge);
    let deep = format!("<svg>{}{}</svg>", "<g>".repeat(50_000), "</g>".repeat(50_000));
    assert_eq!(problem(&deep).code, Code::ImageTooLarge);
    let long = format!("<svg><path d=\"M0 0{}\"/></svg>", "h1".repeat(500_000));
    assert_eq!(problem(&long).code, Code::ImageTooLarge);
    assert_eq!(problem(&" ".repeat(MAX_BYTES + 1)).code, Code::ImageTooLarge);
    let clips = "<svg><clipPath id=\"c\" clip-path=\"url(#c)\"><path d=\"M0 0h1v1z\"/></clipPath>
        <path d=\"M0 0h1v1z\" clip-path=\"url(#c)\"/></svg>";
    assert_eq!(problem(clips).code, Code::SvgUnreadable);
}

#[test]
fn what_is_no_svg_is_said() {
    for text in ["", "<svg", "<html/>", "<svg width=\"0\" viewBox=\"0 0 1e9 1\"/>", "\u{0}"] {
        assert_eq!(problem(text).code, Code::SvgUnreadable, "{text}");
    }
}

#[test]
fn entities_of_illustrator_are_read() {
    let found = drawing(
        "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"svg11.dtd\" [\n\
         <!ENTITY ns_svg \"http://www.w3.org/2000/svg\">]>\n\
         <svg xmlns=\"&ns_svg;\" width=\"9\" height=\"9\"><rect width=\"9\" height=\"9\"/></svg>",
    );
    assert_eq!(outlines(&found).len(), 1);
}

/// The boxes of outlines: left, top, right and bottom, rounded.
fn boxes(drawing: &Drawing) -> Vec<[i64; 4]> {
    let placed = |outline: &&Outline| {
        let matrix = outline.matrix.unwrap_or(Matrix::IDENTITY);
        let segments = outline.segments.iter().map(|one| one.map(|x, y| matrix.place(x, y)));
        shape::bounds(segments).map(|around| around.map(|side| side.round() as i64))
    };
    outlines(drawing).iter().filter_map(placed).collect()
}

#[test]
fn texts_are_outlines_in_the_built_in_face() {
    // `H` is as high as the capitals: 0.729 of the size above the baseline; 0.722 wide, of which
    // 0.08 on both sides are blank.
    let found = within(r##"<text x="10" y="90" font-size="100" fill="#ff0000">H</text>"##);
    assert_eq!(found.dropped, Vec::<&str>::new());
    assert_eq!(boxes(&found), [[18, 21, 74, 90]]);
    assert_eq!(fill(outlines(&found)[0]).as_deref(), Some("#ff0000"));
    // Anchors, lengths by the size, places of parts, transforms.
    let at = |text: &str| {
        let [left, _, right, bottom] = boxes(&within(text))[0];
        (left, right, bottom)
    };
    let (left, right, _) =
        at(r#"<text x="50" y="50" font-size="40" text-anchor="middle">H</text>"#);
    assert!((left + right - 100).abs() <= 1);
    let (_, right, _) = at(r#"<text x="50" y="50" font-size="40" text-anchor="end">H</text>"#);
    assert_eq!(right, 47);
    assert_eq!(at(r#"<text y="50" font-size="40" style="font-size:20px"> H </text>"#).2, 50);
    assert_eq!(at(r#"<g font-size="20"><text dy="1em" y="10">H</text></g>"#).2, 30);
    assert_eq!(at(r#"<text transform="translate(5 9)" y="1">H</text>"#).2, 10);
    let two = r#"<text y="20" font-size="10">A<tspan x="0" dy="12" fill="blue">B</tspan></text>"#;
    let found = within(two);
    assert_eq!(boxes(&found).iter().map(|one| one[3]).collect::<Vec<_>>(), [20, 32]);
    assert_eq!(fill(outlines(&found)[1]).as_deref(), Some("#0000ff"));
    // Each character at a place of its own, as programs export them.
    let apart = boxes(&within(r#"<text x="0 30 60" y="20" font-size="10">HHH</text>"#));
    assert_eq!(apart.iter().map(|one| one[0]).collect::<Vec<_>>(), [1, 31, 61]);
}

#[test]
fn bold_and_italic_texts_have_outlines_of_their_own() {
    let plain = boxes(&within(r#"<text y="50" font-size="40">I</text>"#))[0];
    let bold = within(r#"<text y="50" style="font:bold 40px/1.2 Arial">I</text>"#);
    assert!(outlines(&bold)[0].stroke.is_some(), "drawn thicker");
    assert_eq!(boxes(&bold)[0], plain);
    let italic = within(r#"<text y="50" font-size="40" font-style="italic">I</text>"#);
    assert!(outlines(&italic)[0].stroke.is_none());
    assert!(boxes(&italic)[0][2] > plain[2] + 4, "it leans to the right");
}

#[test]
fn blanks_of_texts_are_collapsed() {
    let width = |text: &str| {
        let found = within(&format!("<text y='50' font-size='10' {text}</text>"));
        boxes(&found).last().map(|one| one[2])
    };
    assert_eq!(width(">a b"), width(">\n  a \n\t b  "));
    assert!(width("xml:space='preserve'>a   b") > width(">a b"));
    assert_eq!(boxes(&within("<text>  </text>")), Vec::<[i64; 4]>::new());
}

#[test]
fn texts_are_set_in_fonts_of_the_template() {
    use reportctl_base::library::Library;
    use reportctl_fonts::{FaceSource, FontDefinition, NamedFonts};
    let mut library = Library::default();
    library
        .insert("house.ttf", include_bytes!("../../../../tests/fonts/FixtureSmall.ttf").as_slice());
    let definition = FontDefinition {
        name: "House".to_owned(),
        pointer: "/template/fonts/House".to_owned(),
        faces: [
            Some(FaceSource::File { name: "house.ttf".to_owned(), number: 0 }),
            None,
            None,
            None,
        ],
        fallback: Vec::new(),
    };
    let definitions = [definition];
    let named = Arc::new(NamedFonts::load(&definitions, &library).expect("fonts"));
    let svg_fonts = SvgFonts::new(&named, &definitions);
    let set = |family: &str, svg_fonts: &SvgFonts| {
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>\
             <text y='50' font-size='40' font-family=\"{family}\">a</text></svg>"
        );
        read(&svg, svg_fonts, &Meter::default()).expect("a drawing").data
    };
    assert_eq!(set("Other, 'house'", &svg_fonts), set("House", &svg_fonts));
    assert_ne!(set("House", &svg_fonts), set("House", SvgFonts::standard()));
    assert_eq!(set("Other", &svg_fonts), set("Other", SvgFonts::standard()));
}

#[test]
fn long_and_odd_texts_are_refused_or_drawn_as_far_as_they_go() {
    let long = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text>{}</text></svg>",
        "a".repeat(60_000)
    );
    assert_eq!(problem(&long).code, Code::ImageTooLarge);
    let found = within("<text y='9' font-size='1e9'>a</text><text font-size='-4'>b</text>");
    assert_eq!(found.dropped, Vec::<&str>::new());
    let found = within("<text y='9'>\u{10ffff}</text>");
    assert_eq!(found.dropped, ["characters that no font has"]);
    let deep = "<tspan>".repeat(200) + "a" + &"</tspan>".repeat(200);
    assert!(outlines(&within(&format!("<text>{deep}</text>"))).is_empty());
}

/// As [`within`], without a picture where it is refused.
fn tried(elements: &str) -> Result<Drawing> {
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
            width="100" height="100">{elements}</svg>"#
    );
    read(&svg, SvgFonts::standard(), &Meter::default()).map(|picture| match picture.data {
        PictureData::Drawing(drawing) => Drawing::clone(&drawing),
        _ => panic!("not a drawing"),
    })
}

fn many(count: usize, element: impl Fn(usize) -> String) -> String {
    (0..count).map(element).collect()
}

/// Each of them was read by a function that called itself.
#[test]
fn a_chain_of_references_in_a_colour_takes_no_stack() {
    let chain = "url()".repeat(200_000);
    for attribute in ["fill", "stroke", "clip-path", "mask"] {
        within(&format!(r#"<rect {attribute}="{chain}" width="9" height="9"/>"#));
    }
    let found = within(r##"<rect fill="url(#gone) red" width="9" height="9"/>"##);
    assert_eq!(fill(outlines(&found)[0]).as_deref(), Some("#ff0000"));
}

#[test]
fn long_lists_of_dashes_are_not_copied_to_each_line() {
    let dashes = "1 ".repeat(250_000);
    let paths = r#"<path d="M0 0h9"/>"#.repeat(20_000);
    let found = within(&format!(r#"<g stroke="red" stroke-dasharray="{dashes}">{paths}</g>"#));
    assert_eq!(found.dropped, ["long lists of dashes"]);
    assert!(found.memory() < 20 << 20, "{}", found.memory());
    let few = "1 ".repeat(style::MAX_DASHES);
    let problem = tried(&format!(r#"<g stroke="red" stroke-dasharray="{few}">{paths}</g>"#));
    assert_eq!(problem.expect_err("refused").code, Code::ImageTooLarge);
}

#[test]
fn outlines_share_the_stops_of_their_gradient() {
    let with = |stops: usize, uses: usize| {
        let stops = many(stops, |i| format!("<stop offset='{}'/>", i as f64 / stops as f64));
        tried(&format!(
            "<linearGradient id='a'>{stops}</linearGradient><linearGradient id='b' href='#a'/>
             <rect id='r' width='9' height='9' fill='url(#b)'/>{}",
            "<use href='#r'/>".repeat(uses)
        ))
    };
    let found = with(1000, 100).expect("a drawing");
    let stops: Vec<_> = outlines(&found)
        .iter()
        .filter_map(|outline| match &outline.fill.as_ref()?.paint {
            Paint::Gradient(gradient) => Some(gradient.stops.clone()),
            Paint::Color(_) => None,
        })
        .collect();
    assert_eq!(stops.len(), 101);
    assert!(stops.iter().all(|other| Arc::ptr_eq(other, &stops[0])));
    assert!(found.memory() < 1 << 20, "{}", found.memory());
    assert_eq!(with(20_000, 20_000).expect_err("refused").code, Code::ImageTooLarge);
}

#[test]
fn letters_at_places_of_their_own_share_their_style() {
    let (family, dashes) = ("a,".repeat(500_000), "1 ".repeat(300_000));
    let places = many(5000, |i| format!("{i} "));
    let found = within(&format!(
        "<text font-family='{family}' stroke='red' stroke-dasharray='{dashes}' x='{places}'>{}</text>",
        "i".repeat(5000)
    ));
    assert_eq!(outlines(&found).len(), 5000);
    assert!(found.memory() < 20 << 20, "{}", found.memory());
}

#[test]
fn what_is_drawn_again_counts_again() {
    for (element, again) in [
        (format!("<path id='a' d='{}'/>", " ".repeat(1_000_000)), "<use href='#a'/>".repeat(1000)),
        (
            format!("<style>g {{ font-family: {} }}</style>", "x".repeat(1_000_000)),
            "<g/>".repeat(1000),
        ),
        (
            format!("<clipPath id='a'>{}</clipPath>", "<rect/>".repeat(30_000)),
            "<rect width='9' height='9' clip-path='url(#a)'/>".repeat(5000),
        ),
    ] {
        let problem = tried(&format!("{element}{again}")).expect_err("refused");
        assert_eq!(problem.code, Code::ImageTooLarge, "{}", &element[..20]);
    }
}

#[test]
fn elements_with_more_attributes_or_namespaces_than_drawings_have_are_refused() {
    let attributes = many(200_000, |i| format!(" a{i}=''"));
    let nested = many(30_000, |i| format!("<g xmlns:n{i}='u'>"));
    for elements in [format!("<g{attributes}/>"), nested, "<g>".repeat(100_000)] {
        assert_eq!(tried(&elements).expect_err("refused").code, Code::ImageTooLarge);
    }
}

#[test]
fn pictures_in_cmyk_are_found_in_drawings() {
    let jpeg = include_str!("../../../../tests/lawful/cmyk.jpg.base64").trim();
    let dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let with = |kind: &str, data: &str| {
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\
             <image width='9' height='9' href='data:image/{kind};base64,{data}'/></svg>"
        );
        read(&svg, SvgFonts::standard(), &Meter::default()).expect("a drawing").has_cmyk()
    };
    assert!(with("jpeg", jpeg));
    assert!(!with("png", dot));
}

#[test]
fn lines_have_no_area() {
    let found = within(
        r#"<line x2="10" fill="red"/><line x2="10" fill="red" stroke="blue"/>
        <polyline points="0 0 10 0 10 10" fill="red"/>"#,
    );
    let [line, polyline] = outlines(&found)[..] else { panic!("{found:?}") };
    assert!(line.fill.is_none() && line.stroke.is_some());
    assert!(polyline.fill.is_some());
}

#[test]
fn clip_rules_come_from_around_a_part_of_a_clip_path() {
    let star = r#"<path id="star" d="M0 0L10 0L5 9L0 3L10 3Z"/>"#;
    let rule = |clip: &str| {
        let found = within(&format!(
            r##"<defs>{star}</defs><g>{clip}</g><rect width="9" height="9" clip-path="url(#c)"/>"##
        ));
        found.marks.iter().find_map(|mark| match mark {
            Mark::Begin(Layer { clip: Some((_, rule)), .. }) => Some(*rule),
            _ => None,
        })
    };
    let (even, usual) = (Some(FillRule::EvenOdd), Some(FillRule::NonZero));
    let path = |rule: &str| format!(r#"<path {rule} d="M0 0L10 0L5 9L0 3L10 3Z"/>"#);
    let clip =
        |around: &str, part: &str| rule(&format!(r#"<clipPath id="c" {around}>{part}</clipPath>"#));
    assert_eq!(clip("", &path("")), usual);
    assert_eq!(clip("", &path("clip-rule='evenodd'")), even);
    assert_eq!(clip("clip-rule='evenodd'", &path("")), even);
    assert_eq!(clip("clip-rule='evenodd'", &path("clip-rule='nonzero'")), usual);
    assert_eq!(clip("", "<use href='#star' clip-rule='evenodd'/>"), even);
    let outside =
        format!("<g style='clip-rule:evenodd'><clipPath id='c'>{}</clipPath></g>", path(""));
    assert_eq!(rule(&outside), even);
}

#[test]
fn symbols_are_painted_through_and_clipped() {
    let found = within(
        r##"<clipPath id="c"><rect width="5" height="5"/></clipPath>
        <symbol id="s" viewBox="0 0 10 10" opacity=".5" clip-path="url(#c)"><rect width="9" height="9"/></symbol>
        <use href="#s" width="10" height="10"/>"##,
    );
    let layers: Vec<_> = found
        .marks
        .iter()
        .filter_map(|mark| match mark {
            Mark::Begin(layer) => Some((layer.opacity, layer.clip.is_some())),
            _ => None,
        })
        .collect();
    assert_eq!(layers, [(0.5, false), (1.0, true), (1.0, true)]);
    assert_eq!(found.marks.iter().filter(|mark| matches!(mark, Mark::End)).count(), 3);
}
