//! The store as its users see it.

#![expect(clippy::unwrap_used, reason = "tests")]

use crate::templates::codes;
use proptest::prelude::*;
use tempfile::TempDir;

use super::canonical::arbitrary::{compact, json, list};
use super::*;

fn store(folder: &TempDir) -> Store {
    Store::open(folder.path().join("templates"), None).unwrap()
}

fn tenant(folder: &TempDir, name: &str) -> Store {
    Store::open(folder.path().join("templates"), Some(Id::parse(name).unwrap())).unwrap()
}

fn document(name: &str, template: &str) -> TemplateDocument {
    let name = serde_json::Value::from(name);
    let text = format!(r#"{{"name":{name},"template":{template},"bindings":[]}}"#);
    TemplateDocument::from_json(text.into(), None).unwrap()
}

fn with_image(name: &str, seed: u8) -> TemplateDocument {
    document(name, &format!(r#"{{"content":"{}"}}"#, assets::example(seed, 1500)))
}

fn id(text: &str) -> TemplateId {
    TemplateId::parse(text).unwrap()
}

/// The names of all files, folders left out.
fn files_in(path: &Path) -> Vec<String> {
    let mut names: Vec<String> = walkdir::WalkDir::new(path)
        .into_iter()
        .flatten()
        .filter(|entry| !entry.file_type().is_dir() && entry.file_name() != ".lock")
        .map(|entry| entry.path().strip_prefix(path).unwrap().display().to_string())
        .collect();
    names.sort();
    names
}

#[test]
fn what_is_added_can_be_loaded() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder);
    let given = document("Fatura São João", r#"{"page":{"width":210.0}}"#);
    let saved = store.add(&given).unwrap();
    assert_eq!(saved.id.to_string(), "fatura-sao-joao");
    let loaded = store.load(&saved.id).unwrap();
    assert_eq!(loaded.version, saved.version);
    assert_eq!(loaded.document.name, given.name);
    assert_eq!(compact(&loaded.document.template_text), given.template_text);
    assert_eq!(loaded.document.template, given.template);
    assert_eq!(
        fs::read_to_string(store.path(&saved.id)).unwrap(),
        "{\n  \"name\": \"Fatura São João\",\n  \"template\": {\n    \"page\": {\n      \
         \"width\": 210.0\n    }\n  },\n  \"bindings\": []\n}\n"
    );
    assert_eq!(sha256(&fs::read(store.path(&saved.id)).unwrap()), saved.version);
}

#[test]
fn a_name_that_is_taken_gets_a_number() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder);
    let ids: Vec<String> = ["Invoice", "invoice", "INVOICE!", "Invoice 2"]
        .iter()
        .map(|name| store.add(&document(name, "{}")).unwrap().id.to_string())
        .collect();
    assert_eq!(ids, ["invoice", "invoice-2", "invoice-3", "invoice-2-2"]);
}

#[test]
fn an_id_can_be_given_unless_it_is_taken() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder);
    for given in ["bill", "acme/bill"] {
        let saved = store.add_as(&id(given), &with_image("Invoice", 1)).unwrap();
        assert_eq!(saved.id, id(given));
        assert_eq!(store.load(&id(given)).unwrap().version, saved.version);
        let problem = store.add_as(&id(given), &with_image("Other", 2)).unwrap_err();
        assert_eq!(problem.code, codes::CONFLICT);
    }
    let names = files_in(store.root());
    assert_eq!(names.len(), 4, "two templates and their image, nothing of the others: {names:?}");
}

#[test]
fn writers_at_the_same_time_get_ids_of_their_own() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder);
    let mut ids: Vec<TemplateId> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..8)
            .map(|_| {
                let store = store.clone();
                scope.spawn(move || {
                    let ids = (0..5).map(|_| store.add(&with_image("Same", 1)).unwrap().id);
                    ids.collect::<Vec<_>>()
                })
            })
            .collect();
        writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect()
    });
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 40);
    assert_eq!(store.list().unwrap().templates.len(), 40);
}

#[test]
fn of_two_changes_to_one_version_the_second_is_refused() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder);
    let saved = store.add(&document("a", "{}")).unwrap();
    let first = store.update(&saved.id, &document("a", r#"{"x":1}"#), Some(&saved.version));
    let first = first.unwrap();
    assert_ne!(first.version, saved.version);
    let second = store.update(&saved.id, &document("a", r#"{"x":2}"#), Some(&saved.version));
    let problem = second.unwrap_err();
    assert_eq!(problem.code, codes::CONFLICT);
    assert_eq!(problem.get("found"), Some(&first.version.clone().into()));
    assert_eq!(store.load(&saved.id).unwrap().document.template_text, "{\n    \"x\": 1\n  }");
    assert_eq!(store.remove(&saved.id, Some("old")).unwrap_err().code, codes::CONFLICT);

    // Only one of many that start from the same version wins.
    let won = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..8)
            .map(|n| {
                let (store, saved, first) = (&store, &saved, &first);
                scope.spawn(move || {
                    let change = document("a", &format!(r#"{{"n":{n}}}"#));
                    store.update(&saved.id, &change, Some(&first.version)).is_ok()
                })
            })
            .collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).filter(|won| *won).count()
    });
    assert_eq!(won, 1);
    store.remove(&saved.id, None).unwrap();
    assert_eq!(files_in(store.root()), [""; 0]);
}

#[test]
fn images_are_shared_and_go_with_their_last_template() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder);
    let a = store.add(&with_image("a", 1)).unwrap().id;
    let b = store.add(&with_image("b", 1)).unwrap().id;
    let images = |store: &Store| {
        let files = files_in(store.root());
        files.into_iter().filter(|file| file.starts_with("assets")).collect::<Vec<_>>()
    };
    let first = images(&store);
    assert_eq!(first.len(), 1);
    assert_eq!(store.load(&b).unwrap().document.template, with_image("b", 1).template);

    store.update(&a, &with_image("a", 2), None).unwrap();
    assert_eq!(images(&store).len(), 2);
    store.remove(&b, None).unwrap();
    assert_eq!(images(&store).len(), 1);
    assert_ne!(images(&store), first);
    store.update(&a, &document("a", "{}"), None).unwrap();
    assert_eq!(files_in(store.root()), ["a.json"]);
    assert!(!store.root().join("assets").exists());
}

#[test]
fn images_of_what_cannot_be_read_stay() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder);
    let a = store.add(&with_image("a", 1)).unwrap().id;
    let text = fs::read_to_string(store.path(&a)).unwrap();
    fs::write(store.root().join("broken.json"), text.replace('}', "")).unwrap();
    store.remove(&a, None).unwrap();
    assert_eq!(files_in(store.root()).len(), 2);
}

#[test]
fn missing_and_altered_images_are_named() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder);
    let a = store.add(&with_image("a", 1)).unwrap().id;
    let image = store.root().join(&files_in(store.root())[1]);
    fs::write(&image, "other").unwrap();
    let problem = store.load(&a).unwrap_err();
    assert!(problem.message.contains("was altered"), "{}", problem.message);
    assert_eq!(problem.code, codes::TEMPLATE_UNREADABLE);
    fs::remove_file(&image).unwrap();
    let problem = store.load(&a).unwrap_err();
    assert!(problem.message.contains("is missing"), "{}", problem.message);
    assert!(problem.file.unwrap().ends_with("a.json"));
    // Writing the template again repairs it.
    store.update(&a, &with_image("a", 1), None).unwrap();
    assert!(store.load(&a).is_ok());
}

#[test]
fn readers_never_see_half_a_change() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder);
    let a = store.add(&with_image("a", 0)).unwrap().id;
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for seed in 1..40 {
                store.update(&a, &with_image("a", seed), None).unwrap();
            }
        });
        while !writer.is_finished() {
            store.load(&a).unwrap();
        }
    });
}

#[test]
fn what_is_not_there_is_not_found_with_what_is_near() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder);
    let problem = store.load(&id("invoice")).unwrap_err();
    assert_eq!(problem.code, codes::TEMPLATE_NOT_FOUND);
    assert!(problem.advice.unwrap().contains("does not exist"));
    assert_eq!(store.remove(&id("invoice"), None).unwrap_err().code, codes::TEMPLATE_NOT_FOUND);
    assert!(!store.root().exists());

    store.add(&document("Invoice", "{}")).unwrap();
    store.add(&document("Receipt", "{}")).unwrap();
    tenant(&folder, "acme").add(&document("Offer", "{}")).unwrap();
    for (asked, advice) in [
        ("invioce", "did you mean `invoice`?"),
        ("rec", "did you mean `receipt`?"),
        ("offer", "did you mean `acme/offer`?"),
        ("amce/offer", "did you mean `acme/offer`?"),
    ] {
        assert_eq!(store.load(&id(asked)).unwrap_err().advice.unwrap(), advice);
    }
    let far = store.load(&id("something-else")).unwrap_err();
    assert!(far.advice.unwrap().contains("template list"));
    let update = store.update(&id("missing"), &document("x", "{}"), None);
    assert_eq!(update.unwrap_err().code, codes::TEMPLATE_NOT_FOUND);
}

#[test]
fn a_tenant_sees_its_own_folder_and_nothing_else() {
    let folder = TempDir::new().unwrap();
    let (local, acme, beta) = (store(&folder), tenant(&folder, "acme"), tenant(&folder, "beta"));
    local.add(&document("Local", "{}")).unwrap();
    let saved = acme.add(&with_image("Invoice", 1)).unwrap();
    assert_eq!(saved.id.to_string(), "invoice");
    assert_eq!(files_in(local.root())[1..].len(), 2);
    assert!(local.root().join("acme/assets").is_dir());

    assert!(acme.load(&id("invoice")).is_ok());
    assert!(acme.load(&id("acme/invoice")).is_ok());
    assert!(local.load(&id("acme/invoice")).is_ok());
    for (store, hidden) in [(&acme, "local"), (&beta, "invoice"), (&beta, "acme/invoice")] {
        let problem = store.load(&id(hidden)).unwrap_err();
        assert_eq!((problem.code, problem.get("near")), (codes::TEMPLATE_NOT_FOUND, None));
        assert!(problem.advice.is_some_and(|advice| !advice.contains("did you mean")));
    }
    let names = |listing: Listing| {
        listing.templates.iter().map(|entry| entry.id.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(local.list().unwrap()), ["local"]);
    assert_eq!(names(local.list_all().unwrap()), ["acme/invoice", "local"]);
    assert_eq!(names(acme.list_all().unwrap()), ["invoice"]);
    assert_eq!(names(beta.list().unwrap()), [""; 0]);
}

#[test]
fn the_list_is_sorted_and_survives_broken_files() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder);
    assert_eq!(store.list().unwrap(), Listing::default());
    for name in ["b", "a", "C", "a"] {
        store.add(&document(name, "{}")).unwrap();
    }
    for (name, text) in [
        ("broken.json", "{\"name\": \"x\","),
        ("list.json", "[1]"),
        ("no-template.json", "{\"name\": \"x\"}"),
        ("Upper Case.json", "{\"template\":{}}"),
        ("unnamed.json", "{\"template\":{}}"),
        ("README.md", "# ignored"),
        (".hidden.json", "ignored"),
    ] {
        fs::write(store.root().join(name), text).unwrap();
    }
    let listing = store.list().unwrap();
    let lines: Vec<(String, String)> =
        listing.templates.into_iter().map(|entry| (entry.name, entry.id.to_string())).collect();
    let expected = [("C", "c"), ("a", "a"), ("a", "a-2"), ("b", "b"), ("unnamed", "unnamed")];
    assert_eq!(lines, expected.map(|(name, id)| (name.to_owned(), id.to_owned())));
    let problems: Vec<Code> = listing.problems.iter().map(|problem| problem.code).collect();
    assert_eq!(
        problems,
        [
            codes::INVALID_ID,
            codes::TEMPLATE_UNREADABLE,
            Code::TemplateNotAnObject,
            Code::TemplateNotAnObject
        ]
    );
    assert!(listing.problems.iter().all(|problem| problem.file.is_some()));
}

#[test]
fn formatting_changes_the_layout_only() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder);
    let saved = store.add(&with_image("a", 1)).unwrap();
    assert!(!store.format(&saved.id, true).unwrap());
    let text = fs::read_to_string(store.path(&saved.id)).unwrap();
    fs::write(store.path(&saved.id), compact(&text)).unwrap();
    assert!(store.format(&saved.id, true).unwrap());
    assert!(store.format(&saved.id, false).unwrap());
    assert_eq!(fs::read_to_string(store.path(&saved.id)).unwrap(), text);
    assert_eq!(files_in(store.root()).len(), 2);
}

#[test]
fn arguments_are_paths_or_ids() {
    let folder = TempDir::new().unwrap();
    let plain = folder.path().join("plain");
    fs::write(&plain, "{}").unwrap();
    let plain = plain.display().to_string();
    for path in ["invoice.json", "invoice.YAML", "no/such.yml", "./x.json", &plain] {
        assert_eq!(resolve(path), Ok(Target::File(path.into())));
    }
    let given = document("Given", "{}");
    fs::write(&plain, given.to_json().unwrap()).unwrap();
    let store = store(&folder);
    store.add(&given).unwrap();
    for argument in [&*plain, "given"] {
        assert_eq!(store.read(&resolve(argument).unwrap()).unwrap().name, "Given");
    }
    for text in ["invoice", "acme/invoice"] {
        assert_eq!(resolve(text), Ok(Target::Stored(id(text))));
    }
    for text in ["../invoice", "invoice.pdf", "a/b/c", ""] {
        assert_eq!(resolve(text).unwrap_err().code, codes::INVALID_ID, "{text}");
    }
}

#[test]
fn a_file_is_no_repository() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "").unwrap();
    assert_eq!(Store::open(path, None).unwrap_err().code, Code::InvalidSetting);
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;

    use super::*;

    /// A store, and a template, an image and a tenant outside of it.
    fn outside() -> (TempDir, Store, PathBuf) {
        let folder = TempDir::new().unwrap();
        let other = Store::open(folder.path().join("outside"), None).unwrap();
        other.add(&with_image("Secret", 1)).unwrap();
        let store = store(&folder);
        store.add(&document("Own", "{}")).unwrap();
        let path = folder.path().join("outside");
        (folder, store, path)
    }

    fn assert_refused<T: std::fmt::Debug>(result: Result<T>) {
        let problem = result.unwrap_err();
        assert_eq!(problem.code, codes::TEMPLATE_UNREADABLE);
        assert!(problem.message.contains(" is a link"), "{}", problem.message);
    }

    #[test]
    fn a_linked_file_outside_is_refused() {
        let (_folder, store, outside) = outside();
        let before = files_in(&outside);
        symlink(outside.join("secret.json"), store.root().join("link.json")).unwrap();
        symlink(outside.join("new.json"), store.root().join("dangling.json")).unwrap();
        for name in ["link", "dangling"] {
            assert_refused(store.load(&id(name)));
            assert_refused(store.update(&id(name), &document("x", "{}"), None));
            assert_refused(store.remove(&id(name), None));
            assert_refused(store.format(&id(name), false));
            let saved = store.add(&document(name, "{}")).unwrap();
            assert_eq!(saved.id.to_string(), format!("{name}-2"));
        }
        assert_eq!(store.list().unwrap().problems.len(), 2);
        assert_eq!(files_in(&outside), before);
    }

    #[test]
    fn a_linked_tenant_outside_is_refused() {
        let (folder, store, outside) = outside();
        let before = files_in(&outside);
        symlink(&outside, store.root().join("acme")).unwrap();
        assert_refused(store.load(&id("acme/secret")));
        let acme = tenant(&folder, "acme");
        assert_refused(acme.load(&id("secret")));
        assert_refused(acme.add(&document("x", "{}")));
        assert_refused(acme.list());
        assert_eq!(store.list_all().unwrap().templates.len(), 1);
        assert_eq!(files_in(&outside), before);
    }

    #[test]
    fn a_linked_folder_of_images_outside_is_refused() {
        let (_folder, store, outside) = outside();
        let before = files_in(&outside);
        symlink(outside.join("assets"), store.root().join("assets")).unwrap();
        fs::copy(outside.join("secret.json"), store.root().join("copy.json")).unwrap();
        assert_refused(store.load(&id("copy")));
        assert_refused(store.add(&with_image("x", 2)));
        store.remove(&id("copy"), None).unwrap();
        assert_eq!(files_in(&outside), before);
    }

    #[test]
    fn a_linked_image_outside_is_refused() {
        let (_folder, store, outside) = outside();
        let a = store.add(&with_image("a", 1)).unwrap().id;
        let image = files_in(store.root()).into_iter().find(|f| f.starts_with("assets")).unwrap();
        fs::remove_file(store.root().join(&image)).unwrap();
        symlink(outside.join(&image), store.root().join(&image)).unwrap();
        assert_refused(store.load(&a));

        // Writing puts a file into the place of the link, and nothing where the link leads.
        fs::write(outside.join(&image), "untouched").unwrap();
        store.update(&a, &with_image("a", 1), None).unwrap();
        assert!(store.load(&a).is_ok());
        assert_eq!(fs::read_to_string(outside.join(&image)).unwrap(), "untouched");
    }

    #[test]
    fn files_may_be_links_inside_and_folders_may_not() {
        let folder = TempDir::new().unwrap();
        let (store, acme) = (store(&folder), tenant(&folder, "acme"));
        acme.add(&with_image("Invoice", 1)).unwrap();
        symlink("acme/invoice.json", store.root().join("link.json")).unwrap();
        symlink("acme", store.root().join("beta")).unwrap();
        assert!(store.load(&id("link")).is_ok());
        assert_refused(store.load(&id("beta/invoice")));
        store.update(&id("link"), &with_image("Other", 2), None).unwrap();
        assert_eq!(store.load(&id("acme/invoice")).unwrap().document.name, "Other");
        let all = store.list_all().unwrap();
        assert_eq!((all.templates.len(), all.problems.len()), (2, 1));
        store.remove(&id("link"), None).unwrap();
        assert!(store.load(&id("acme/invoice")).is_ok());
    }

    #[test]
    fn the_lock_is_never_made_through_a_link() {
        let (_folder, store, outside) = outside();
        fs::remove_file(store.root().join(".lock")).unwrap();
        symlink(outside.join("made"), store.root().join(".lock")).unwrap();
        assert!(store.add(&document("x", "{}")).is_err());
        assert!(!outside.join("made").exists());
    }
}

#[test]
fn what_killed_writers_left_behind_is_removed_once_it_is_old() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder);
    let id = store.add(&document("x", "{}")).unwrap().id;
    let images = store.root().join(assets::FOLDER);
    fs::create_dir_all(&images).unwrap();
    let left = |folder: &Path, name: &str, hours: u64| {
        let path = folder.join(name);
        let file = fs::File::create(&path).unwrap();
        let hours = std::time::Duration::from_secs(hours * 3600);
        file.set_modified(std::time::SystemTime::now() - hours).unwrap();
        path
    };
    for add in [true, false] {
        let old = [store.root(), &images].map(|folder| left(folder, ".reportctl-Ab1.tmp", 2));
        let kept =
            [left(store.root(), ".reportctl-Ab2.tmp", 0), left(store.root(), "other.tmp", 2)];
        if add {
            store.add(&document("y", "{}")).unwrap()
        } else {
            store.update(&id, &document("z", "{}"), None).unwrap()
        };
        assert!(old.iter().all(|path| !path.exists()));
        assert!(kept.iter().all(|path| path.exists()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn what_was_posted_comes_back(
        template in json(),
        bindings in list(json()),
        seed in 0_u8..4,
        bytes in 700_usize..1600,
    ) {
        let folder = TempDir::new().unwrap();
        let store = store(&folder);
        let image = assets::example(seed, bytes);
        let template = format!(r#"{{"image":"{image}","odd":{template}}}"#);
        let text = format!(r#"{{"name":"N","template":{template},"bindings":{bindings}}}"#);
        let posted = TemplateDocument::from_json(text.into(), None).unwrap();
        let id = store.add(&posted).unwrap().id;
        let loaded = store.load(&id).unwrap().document;
        prop_assert_eq!(compact(&loaded.template_text), compact(&template));
        prop_assert_eq!(compact(&loaded.bindings_text), compact(&bindings));
        prop_assert_eq!(loaded.template, posted.template);
        prop_assert_eq!(loaded.bindings, posted.bindings);
    }
}

#[test]
fn further_keys_are_taken_out_wherever_they_stand() {
    let text = r#"{"id": 1, "name": "A", "x": 2, "id": 3, "template": {}, "id": 4, "y": 5}"#;
    let mut document = TemplateDocument::from_json(text.into(), None).unwrap();
    document.remove_extra("id");
    let plain = r#"{"name": "A", "x": 2, "template": {}, "bindings": [], "y": 5}"#;
    let plain = TemplateDocument::from_json(plain.into(), None).unwrap();
    let keys = |json: String| json.lines().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(keys(document.to_json().unwrap()), keys(plain.to_json().unwrap()));
}
