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

/// Nota Técnica 008, 2.4.3: at least 1.52 cm, at 17.48 and 1.67 cm, with the address and the key in one block.
#[test]
fn the_code_is_large_enough_and_leads_to_the_public_consultation() {
    for name in SAMPLES {
        let data = sample(name);
        let key = data["Id"].as_str().unwrap().strip_prefix("NFS").unwrap();
        let model = layout(&data);
        let codes = fields(&model, "qr");
        let [code] = codes[..] else { panic!("{name}: {codes:?}") };
        let number = |key: &str| code[key].as_f64().unwrap();
        let width = number("columns") * number("module");
        assert!(width >= 15.2, "{name}: {width} mm");
        let quiet = 4.0 * number("module");
        let corner = (number("x") + quiet, number("y") + quiet);
        assert!((corner.0 - 174.8).abs() < 0.2 && (corner.1 - 16.7).abs() < 0.2, "{corner:?}");
        let address = format!("https://www.nfse.gov.br/ConsultaPublica/?tpc=1&chave={key}");
        assert_eq!((&code["value"], &code["link"]), (&Json::from(&*address), &address.into()));
        assert_eq!(text(&model, "ident_key"), Some(key), "{name}");
    }
}

/// Nota Técnica 008, 2.2 and annex I: one page, the blocks in their order, at the places of the table in 2.4.5 where nothing
/// above them is left out or grows.
#[test]
fn blocks_stand_on_one_page_in_the_order_of_the_model() {
    const BLOCKS: [(&str, f64); 10] = [
        ("provider_title", 43.4),
        ("customer_title", 69.2),
        ("recipient_title", 88.6),
        ("broker_title", 108.0),
        ("service_title", 127.4),
        ("iss_title", 144.3),
        ("federal_title", 170.2),
        ("reform_title", 183.2),
        ("totals_title", 209.0),
        ("notes_title", 222.7),
    ];
    let mut full = sample("danfse-stress");
    for name in SAMPLES {
        let model = layout(&sample(name));
        assert_eq!(model["pages"].as_array().unwrap().len(), 1, "{name}");
        let top = |name: &str| fields(&model, name).first().and_then(|it| it["y"].as_f64());
        let tops: Vec<f64> = BLOCKS.iter().filter_map(|(name, _)| top(name)).collect();
        assert!(tops.len() >= 7 && tops.windows(2).all(|pair| pair[0] < pair[1]), "{tops:?}");
    }
    full["DPS"]["infDPS"]["serv"]["cServ"]["xDescServ"] = "Projeto".into();
    full["DPS"]["infDPS"]["serv"]["infoCompl"]["xInfComp"] = "Contrato 7".into();
    let model = layout(&full);
    for (name, expected) in BLOCKS {
        let top = fields(&model, name)[0]["y"].as_f64().unwrap();
        assert!((top - expected).abs() <= 0.2001, "{name}: {top}");
    }
}

/// Texts of any length end within the page: they are cut, with an ellipsis (2.1 and 2.4.5).
#[test]
fn the_longest_texts_stay_on_one_page() {
    let mut data = sample("danfse-stress");
    let service = &mut data["DPS"]["infDPS"]["serv"];
    service["cServ"]["xDescServ"] = "MANUTENÇÃO ".repeat(180).into();
    service["infoCompl"]["xInfComp"] = "INFORMAÇÃO ".repeat(180).into();
    let model = layout(&data);
    assert_eq!(model["pages"].as_array().unwrap().len(), 1);
    let taxes = text(&model, "notes_taxes").unwrap();
    assert!(
        taxes.starts_with("Totais Aproximados dos Tributos cfe. Lei nº 12.741/2012: Federais: R$"),
        "{taxes}"
    );
}

/// Version 1.02 of the Nota Técnica: with `tpRetPisCofins` 1, PIS and COFINS count among what is withheld.
#[test]
fn withheld_contributions_are_added_up() {
    let mut data = sample("danfse");
    let federal = |data: &Json| {
        let model = layout(data);
        ["federal_csll", "federal_pis", "federal_cofins", "federal_kind"]
            .map(|name| text(&model, name).unwrap_or_default().replace('\u{a0}', " "))
    };
    assert_eq!(federal(&data), ["R$ 857,93", "R$ 119,93", "R$ 553,50", "PIS/COFINS/CSLL Retidos"]);
    data["DPS"]["infDPS"]["valores"]["trib"]["tribFed"]["piscofins"]["tpRetPisCofins"] = 1.into();
    assert_eq!(federal(&data), ["R$ 1.531,36", "R$ 0,00", "R$ 0,00", "PIS/COFINS Retidos"]);
    // Note 6: the row of PIS and COFINS ends with the year 2026.
    data["DPS"]["infDPS"]["dCompet"] = "2027-01-31".into();
    let model = layout(&data);
    assert!(fields(&model, "federal_pis").is_empty() && !fields(&model, "federal_irrf").is_empty());
}

/// Note 4 and 2.4.5: no ISSQN, and no municipality where the service has the item 99.
#[test]
fn operations_without_issqn_say_so() {
    let mut data = sample("danfse");
    let service = &mut data["DPS"]["infDPS"];
    service["valores"]["trib"]["tribMun"].as_object_mut().unwrap().remove("tribISSQN");
    service["serv"]["cServ"]["cTribNac"] = "990101".into();
    let model = layout(&data);
    assert_eq!(
        text(&model, "no_iss_text"),
        Some("TRIBUTAÇÃO MUNICIPAL (ISSQN) - OPERAÇÃO NÃO SUJEITA AO ISSQN")
    );
    assert!(fields(&model, "iss_title").is_empty() && fields(&model, "city").is_empty());
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
        let is_there = |name: &&str| !fields(&model, name).is_empty();
        let marks: Vec<&str> =
            ["cancelled", "substituted", "alert"].into_iter().filter(is_there).collect();
        marks.join(" ")
    };
    let mut data = sample("danfse");
    assert_eq!(marks(&data), "");
    data["situacao"] = "cancelada".into();
    assert_eq!(marks(&data), "cancelled");
    data["situacao"] = "substituida".into();
    assert_eq!(marks(&data), "substituted");
    data["DPS"]["infDPS"]["tpAmb"] = 2.into();
    assert_eq!(marks(&data), "substituted alert");
    // Watermarks are not read aloud: the title and the alternative text of the code say the state.
    let project = Project::new().file("data.json", data.to_string());
    let template = root().join("templates/danfse.json");
    let arguments = ["--data", "data.json", "--output", "out.pdf"].map(std::ffi::OsStr::new);
    project.run([&["render".as_ref(), template.as_os_str()], &arguments[..]].concat()).succeeds();
    let pdf = lopdf::Document::load(project.path("out.pdf")).unwrap();
    let texts: Vec<String> = pdf
        .objects
        .values()
        .filter_map(|object| object.as_dict().ok())
        .flat_map(|it| [it.get(b"Title"), it.get(b"Alt")])
        .filter_map(|text| text.ok().and_then(|text| lopdf::decode_text_string(text).ok()))
        .collect();
    for part in ["(substituida)", "que foi substituída"] {
        assert!(texts.iter().any(|text| text.ends_with(part)), "{texts:?}");
    }
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
    assert!(tops.windows(2).all(|pair| (pair[1] - pair[0] - 3.2).abs() < 0.001), "{tops:?}");
    // Fields without data have a dash (note 12).
    assert_eq!(text(&model, "reform_base"), Some("-"), "no amounts of IBS and CBS");
}
