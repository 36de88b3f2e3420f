//! The shipped DANFSe: its code, its key, and what it says about the state of the NFS-e.

use serde_json::Value as Json;

use crate::documents::root;
use crate::project::Project;

/// The data of a sample.
fn sample(name: &str) -> Json {
    let text = std::fs::read_to_string(root().join(format!("samples/{name}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The page model of the template with this data.
fn layout(data: &Json) -> Json {
    let project = Project::new().file("data.json", data.to_string());
    let template = root().join("templates/danfse.json");
    let run = project.run([
        "render".as_ref(),
        template.as_os_str(),
        "--data".as_ref(),
        "data.json".as_ref(),
        "--format".as_ref(),
        "layout".as_ref(),
        "--output".as_ref(),
        "-".as_ref(),
    ]);
    serde_json::from_slice(&run.succeeds().stdout).unwrap()
}

/// Everything in a page model that has a name and is drawn, with its name.
fn fields<'a>(model: &'a Json, name: &str) -> Vec<&'a Json> {
    let mut found = Vec::new();
    let mut open = vec![model];
    while let Some(node) = open.pop() {
        match node {
            Json::Object(members) => {
                if node["name"] == name {
                    found.push(node);
                }
                open.extend(members.values());
            }
            Json::Array(items) => open.extend(items),
            _ => {}
        }
    }
    found
}

fn text<'a>(model: &'a Json, name: &str) -> Option<&'a str> {
    fields(model, name).first().and_then(|field| field["value"].as_str())
}

const SAMPLES: [&str; 4] = ["danfse", "danfse-small", "danfse-cancelled", "danfse-stress"];

#[test]
fn the_code_is_large_enough_and_leads_to_the_public_consultation() {
    for name in SAMPLES {
        let data = sample(name);
        let key = data["Id"].as_str().unwrap().strip_prefix("NFS").unwrap();
        let model = layout(&data);
        let codes = fields(&model, "qr");
        let [code] = codes[..] else { panic!("{name}: {codes:?}") };
        let width = code["columns"].as_f64().unwrap() * code["module"].as_f64().unwrap();
        assert!(width >= 15.2, "{name}: {width} mm");
        let site = match data["DPS"]["infDPS"]["tpAmb"].as_i64() {
            Some(2) => "https://www.producaorestrita.nfse.gov.br",
            _ => "https://www.nfse.gov.br",
        };
        let address = format!("{site}/ConsultaPublica/?tpc=1&chave={key}");
        assert_eq!((&code["value"], &code["link"]), (&Json::from(&*address), &address.into()));
        // The same key in groups of four.
        let shown = text(&model, "ident_key").unwrap();
        let shown = shown.strip_prefix("Chave de Acesso da NFS-e").unwrap();
        let groups: Vec<&str> = shown.split_whitespace().collect();
        assert_eq!(groups.concat(), key, "{name}");
        assert!(groups.iter().all(|group| group.len() == 4 || *group == &key[48..]), "{name}");
    }
}

/// The last digit of a key checks the others: weights from 2 to 9 from the right, modulo 11.
#[test]
fn keys_of_the_samples_have_their_check_digit() {
    for name in SAMPLES {
        let data = sample(name);
        let key = data["Id"].as_str().unwrap().trim_start_matches("NFS");
        let digits: Vec<u32> = key.chars().map(|digit| digit.to_digit(10).unwrap()).collect();
        let (check, rest) = digits.split_last().unwrap();
        let weights = (2..=9).cycle();
        let sum: u32 = rest.iter().rev().zip(weights).map(|(digit, weight)| digit * weight).sum();
        let expected = match 11 - sum % 11 {
            10 | 11 => 0,
            digit => digit,
        };
        assert_eq!((key.len(), *check), (50, expected), "{name}");
        // City, generator, kind of identifier, identifier, number, month: parts that the data has too.
        let number: u64 = key[23..36].parse().unwrap();
        assert_eq!(number.to_string(), data["nNFSe"].as_str().unwrap(), "{name}");
        let issuer = ["CNPJ", "CPF"].iter().find_map(|kind| data["emit"][kind].as_str()).unwrap();
        assert_eq!(key[9..23].trim_start_matches('0'), issuer, "{name}");
    }
}

#[test]
fn a_key_of_another_length_is_refused() {
    let mut data = sample("danfse");
    data["Id"] = "NFS4205407".into();
    let project = Project::new().file("data.json", data.to_string());
    let template = root().join("templates/danfse.json");
    let arguments = ["--data", "data.json", "--output", "out.pdf"].map(std::ffi::OsStr::new);
    let run = project.run([&["render".as_ref(), template.as_os_str()], &arguments[..]].concat());
    assert_ne!(run.code, Some(0));
    assert!(run.stderr.contains("50 posições, e não 7"), "{}", run.stderr);
}

#[test]
fn states_are_marked_on_the_page_and_for_screen_readers() {
    let marks = |data: &Json| {
        let model = layout(data);
        let is_there = |name| !fields(&model, name).is_empty();
        let watermarks: Vec<&str> = ["cancelled", "substituted", "no_validity"]
            .into_iter()
            .filter(|name| is_there(name))
            .collect();
        // The head is read aloud; watermarks are not.
        (watermarks.concat(), text(&model, "alert").unwrap_or_default().to_owned())
    };
    let mut data = sample("danfse");
    assert_eq!(marks(&data), (String::new(), String::new()));
    data["situacao"] = "cancelada".into();
    assert_eq!(marks(&data), ("cancelled".into(), "NFS-e CANCELADA".into()));
    data["situacao"] = "substituida".into();
    assert_eq!(marks(&data), ("substituted".into(), "NFS-e SUBSTITUÍDA".into()));
    data["DPS"]["infDPS"]["tpAmb"] = 2.into();
    let both = "NFS-e SEM VALIDADE JURÍDICA · NFS-e SUBSTITUÍDA";
    assert_eq!(marks(&data), ("substituted".into(), both.into()));
    data.as_object_mut().unwrap().remove("situacao");
    assert_eq!(marks(&data), ("no_validity".into(), "NFS-e SEM VALIDADE JURÍDICA".into()));
}

/// A party that is missing takes one line, and what follows moves up.
#[test]
fn missing_parties_give_way_to_one_line() {
    let full = sample("danfse-stress");
    let model = layout(&full);
    for party in ["customer", "recipient", "broker"] {
        assert_eq!(fields(&model, &format!("{party}_name")).len(), 1, "{party}");
        assert!(fields(&model, &format!("no_{party}_text")).is_empty(), "{party}");
    }
    let model = layout(&sample("danfse-small"));
    let mut tops = Vec::new();
    for party in ["customer", "recipient", "broker"] {
        assert!(fields(&model, &format!("{party}_name")).is_empty(), "{party}");
        let said = text(&model, &format!("no_{party}_text")).unwrap();
        assert!(said.ends_with("NÃO IDENTIFICADO NA NFS-e"), "{said}");
        tops.push(fields(&model, &format!("no_{party}_text"))[0]["y"].as_f64().unwrap());
    }
    assert!(tops.windows(2).all(|pair| (pair[1] - pair[0] - 4.4).abs() < 0.001), "{tops:?}");
    assert!(fields(&model, "reform_title").is_empty(), "no amounts of IBS and CBS");
}
