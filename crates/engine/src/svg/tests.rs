#![expect(clippy::unwrap_used, reason = "tests")]

use crate::{Fonts, Options, Value, prepare};

fn files(schemas: &str, bindings: &str, data: &str) -> Vec<String> {
    let template = format!(r#"{{"page":{{"width":100,"height":50}},"schemas":[{schemas}]}}"#);
    let read = |text: &str| Value::from_json(text).unwrap();
    let prepared = prepare(&read(&template), &read(bindings)).unwrap();
    let data = read(data);
    let fonts = Fonts::standard();
    let options = Options::new(&fonts);
    let layout = prepared.layout(&data, &options).unwrap();
    let mut files = Vec::new();
    let take = |_, file| {
        files.push(file);
        Ok(())
    };
    prepared.svg(&layout, &options, |_| true, take).unwrap();
    files
}

const TEXT: &str = r#""id":"t","type":"text","x":10,"y":10,"width":80,"height":5"#;

#[test]
fn a_page_has_its_size_in_millimetres_and_white_paper() {
    let files = files("", "[]", "{}");
    assert_eq!(
        files,
        ["<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100mm\" height=\"50mm\" \
          viewBox=\"0 0 283.465 141.732\">\n<defs>\n</defs>\n\
          <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n</svg>\n"]
    );
}

#[test]
fn fields_are_groups_that_name_them_and_names_cannot_become_elements() {
    let file = &files(&format!(r#"{{{TEXT},"name":"<a & \"b\">","content":"x"}}"#), "[]", "{}")[0];
    let group =
        "<g data-field=\"&lt;a &amp; &quot;b&quot;&gt;\" data-pointer=\"/template/schemas/0\">";
    assert!(file.contains(group), "{file}");
}

#[test]
fn a_glyph_is_defined_once_and_blanks_are_not_drawn() {
    let file = &files(&format!(r#"{{{TEXT},"name":"t","content":"o o"}}"#), "[]", "{}")[0];
    assert_eq!(file.matches("<path id=\"g-").count(), 1, "{file}");
    assert_eq!(file.matches("<use href=\"#g-").count(), 2, "{file}");
    // The second letter stands after a letter and a blank of Helvetica, in units of the outline.
    let units = (556.0 + 278.0) * 2.048;
    let (_, x) = file.split_once("\" x=\"").unwrap();
    let x: f64 = x.split('"').next().unwrap().parse().unwrap();
    assert!((x - units).abs() < 0.01, "{x}");
}

#[test]
fn repeated_fields_say_which_item_they_show() {
    let section = r#"{"id":"s","name":"list","type":"section","x":0,"y":0,"width":80,"height":10}"#;
    let member = format!(r#"{{{TEXT},"sectionId":"s","name":"m","content":"{{a}}"}}"#);
    let bindings = r#"[{"schemaName":"list","type":"section","path":"rows"}]"#;
    let files = files(&format!("{section},{member}"), bindings, r#"{"rows":[{"a":1},{"a":2}]}"#);
    let all = files.concat();
    for item in 0..2 {
        let group = format!("data-pointer=\"/template/schemas/1\" data-item=\"{item}\"");
        assert_eq!(all.matches(&group).count(), 1, "{all}");
    }
}

#[test]
fn rectangles_of_one_colour_are_one_path() {
    let table = r##"{"id":"t","name":"t","type":"table","x":0,"y":0,"width":90,"height":20,
        "head":["A"],"content":[["1"],["2"],["3"]],"bodyBackgroundColor":"#ff0000"}"##;
    let file = &files(table, "[]", "{}")[0];
    assert_eq!(file.matches("fill=\"#f00\"").count(), 1, "{file}");
    assert!(file.contains("stroke-linecap=\"square\""), "{file}");
}

#[test]
fn parts_are_the_same_in_millimetres() {
    let template = format!(
        r#"{{"page":{{"width":100,"height":50}},"headerHeight":8,"schemas":[
            {{"id":"h","name":"head","type":"text","x":1,"y":1,"width":9,"height":5,"content":"h"}},
            {{{TEXT},"name":"t","content":"x"}},
            {{"id":"b","name":"blank","type":"text","x":10,"y":20,"width":9,"height":5,"content":""}}]}}"#
    );
    let prepared = prepare(&Value::from_json(&template).unwrap(), &Value::Null).unwrap();
    let fonts = Fonts::standard();
    let options = Options::new(&fonts);
    let layout = prepared.layout(&Value::Null, &options).unwrap();
    let (pages, _) = prepared.drawing(&layout, &options, |page| page == 1, &|_, _| 0).unwrap();
    let [page] = pages.as_slice() else { panic!("one page") };
    let parts: Vec<_> = page
        .placements
        .iter()
        .map(|one| (one.field, one.zone.as_str(), one.svg.is_empty()))
        .collect();
    assert_eq!(parts, [("head", "header", false), ("t", "body", false), ("blank", "body", true)]);
    let text = &page.placements[1];
    assert_eq!((text.x, text.y, text.width, text.height), (10.0, 10.0, 80.0, 5.0));
    assert!(text.svg.contains("transform=\"scale(.352777778)\""), "{}", text.svg);
    assert!(page.defs.contains("<path id=\"g-"));
    let (none, _) = prepared.drawing(&layout, &options, |page| page == 2, &|_, _| 0).unwrap();
    assert!(none.is_empty());
}

#[test]
fn pictures_and_colours_that_parts_of_a_drawing_share_are_defined_once() {
    let pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let drawing = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><defs>\
         <image id='i' width='1' height='1' href='{pixel}'/><linearGradient id='g'>\
         <stop offset='0' stop-color='red'/><stop offset='1' stop-color='blue'/></linearGradient></defs>\
         <use href='#i'/><use href='#i' x='3'/><rect width='2' height='2' fill='url(#g)'/>\
         <rect y='4' width='3' height='3' fill='url(#g)'/></svg>"
    );
    let schema = format!(
        r#"{{"id":"s","name":"s","type":"svg","x":0,"y":0,"width":9,"height":9,"content":"{drawing}"}}"#
    );
    let template =
        format!(r#"{{"extensions":1,"page":{{"width":9,"height":9}},"schemas":[{schema}]}}"#);
    let prepared = prepare(&Value::from_json(&template).unwrap(), &Value::from_json("[]").unwrap());
    let (prepared, fonts) = (prepared.unwrap(), Fonts::standard());
    let options = Options::new(&fonts);
    let data = Value::from_json("{}").unwrap();
    let layout = prepared.layout(&data, &options).unwrap();
    let mut file = String::new();
    let take = |_, page| {
        file = page;
        Ok(())
    };
    prepared.svg(&layout, &options, |_| true, take).unwrap();
    assert_eq!(file.matches("data:image/png").count(), 1, "{file}");
    assert_eq!(file.matches("<stop ").count(), 2, "{file}");
    let target = |start: &str, before: &str| {
        let (_, rest) = file.split_once(start).unwrap();
        let (_, rest) = rest.split_once(before).unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    let image = target("<image ", "id=\"");
    assert_eq!(file.matches(&format!("<use href=\"#{image}\"")).count(), 2, "{file}");
    let colors = target("<linearGradient ", "id=\"");
    assert_eq!(file.matches(&format!(" href=\"#{colors}\"/>")).count(), 2, "{file}");
}

/// Viewers turn a picture as its file says, unless the drawing has another style.
#[test]
fn pictures_whose_file_says_their_orientation_are_shown_as_they_are_stored() {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    let stored = include_str!("../../../../tests/lawful/cmyk.jpg.base64").trim();
    let stored = STANDARD.decode(stored).unwrap();
    let mut exif =
        b"\xff\xe1\x00\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0"
            .to_vec();
    exif.extend([0; 4]);
    let turned = [&stored[..2], &exif, &stored[2..]].concat();
    let style = |file: &[u8]| {
        let uri = format!("data:image/jpeg;base64,{}", STANDARD.encode(file));
        let field = format!(
            r#"{{"id":"i","type":"image","x":1,"y":1,"width":8,"height":8,"name":"i","content":"{uri}"}}"#
        );
        let file = &files(&field, "[]", "{}")[0];
        assert!(file.contains("<image "), "{file}");
        file.contains(" style=\"image-orientation:none\"")
    };
    assert!(style(&turned));
    assert!(!style(&stored));
}
