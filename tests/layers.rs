//! The layers: which room of `src` may know which, and which crate which. Modules that import each
//! other in a circle are refused, at the top of each crate and within each of its folders.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::documents;

/// The rooms of `src`; each knows those before it alone.
const ROOMS: [&str; 11] = [
    "base",
    "einvoice",
    "signatures",
    "data",
    "templates",
    "documents",
    "review",
    "delivery",
    "serve",
    "config",
    "cli",
];

/// Arrows against the order: a module, and the room that it should not know. The list may only
/// shrink.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// A module by its path, without the crate.
type Module = Vec<String>;

/// The modules of a crate: what each imports from the others, and what it exports again.
#[derive(Default)]
struct Crate {
    imports: BTreeMap<Module, BTreeSet<Module>>,
    /// Names that a module gives to what is elsewhere (`pub use`).
    exports: BTreeMap<Module, Module>,
}

impl Crate {
    /// Reads the sources below a folder, tests left out.
    fn read(root: &Path) -> Self {
        let mut all = Self::default();
        for file in sources(root) {
            let module = module_of(root, &file);
            if module.iter().any(|part| part == "tests") {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap();
            let tokens = tokens(without_tests(&text));
            all.add(&module, &tokens);
        }
        all
    }

    fn add(&mut self, module: &Module, tokens: &[String]) {
        let imports = self.imports.entry(module.clone()).or_default();
        // Inline modules that are open, by the depth of their braces.
        let (mut depth, mut inline) = (0, Vec::new());
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            match token.as_str() {
                "{" => {
                    depth += 1;
                    if at >= 2 && tokens[at - 2] == "mod" {
                        inline.push(depth);
                    }
                }
                "}" => {
                    inline.pop_if(|open| *open == depth);
                    depth -= 1;
                }
                "crate" | "super" | "self" if tokens.get(at + 1).is_some_and(|it| it == "::") => {
                    let is_export = exported(&tokens[..at]);
                    let mut leaves = Vec::new();
                    at = leaves_of(tokens, at, &[], &mut leaves);
                    for (path, name) in leaves {
                        let Some(path) = absolute(module, inline.len(), &path) else { continue };
                        if is_export {
                            let name = name.or_else(|| path.last().cloned()).unwrap_or_default();
                            self.exports
                                .insert([module.clone(), vec![name]].concat(), path.clone());
                        }
                        imports.insert(path);
                    }
                    continue;
                }
                // `pub use child::Name;`
                "use" if exported(&tokens[..=at]) => {
                    let mut leaves = Vec::new();
                    at = leaves_of(tokens, at + 1, &[], &mut leaves);
                    for (path, name) in leaves {
                        let name = name.or_else(|| path.last().cloned()).unwrap_or_default();
                        let exported = [module.clone(), vec![name]].concat();
                        let path = match path.first().map(String::as_str) {
                            Some("crate" | "super" | "self") => {
                                let Some(path) = absolute(module, 0, &path) else { continue };
                                imports.insert(path.clone());
                                path
                            }
                            // A child of the module is a part of it.
                            _ => [module.clone(), path].concat(),
                        };
                        self.exports.insert(exported, path);
                    }
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// The module in which a path ends, through what modules export again.
    fn resolve(&self, path: &Module) -> Module {
        let mut path = path.clone();
        // Names that lead to names are few.
        for _ in 0..8 {
            let known = (1..=path.len()).find_map(|length| {
                self.exports.get(&path[..length]).map(|target| (target.clone(), length))
            });
            match known {
                Some((target, length)) if !self.imports.contains_key(&path[..length]) => {
                    path = [target, path[length..].to_vec()].concat();
                }
                _ => break,
            }
        }
        while !path.is_empty() && !self.imports.contains_key(&path) {
            path.pop();
        }
        path
    }

    /// The modules that have modules inside, at any depth; the top of the crate is the first.
    fn folders(&self) -> BTreeSet<Module> {
        let parents =
            |module: &Module| (0..module.len()).map(|end| module[..end].to_vec()).collect();
        self.imports.keys().flat_map(|module| -> Vec<Module> { parents(module) }).collect()
    }

    /// The arrows between the modules directly in `room`, with a file for each. What the module of
    /// the room itself imports and declares is that of the whole.
    fn arrows(&self, room: &[String]) -> BTreeMap<(String, String), BTreeSet<Module>> {
        let mut arrows: BTreeMap<(String, String), BTreeSet<Module>> = BTreeMap::new();
        let inside = |path: &Module| path.strip_prefix(room).and_then(|it| it.first().cloned());
        for (module, imports) in &self.imports {
            let Some(from) = inside(module) else { continue };
            for import in imports {
                match inside(&self.resolve(import)) {
                    Some(to) if to != from => {
                        arrows.entry((from.clone(), to)).or_default().insert(module.clone());
                    }
                    _ => {}
                }
            }
        }
        arrows
    }
}

/// Returns `true` if the `use` that these tokens end in, or end before, is public.
fn exported(before: &[String]) -> bool {
    let before = before.strip_suffix(&["use".to_owned()]).unwrap_or_default();
    match before.last().map(String::as_str) {
        Some("pub") => true,
        Some(")") => before.iter().rev().take(6).any(|token| token == "pub"),
        _ => false,
    }
}

/// Collects the leaves of a path or of a tree of `use`, with the names that `as` gives; returns where
/// it ends.
fn leaves_of(
    tokens: &[String],
    mut at: usize,
    prefix: &[String],
    leaves: &mut Vec<(Module, Option<String>)>,
) -> usize {
    let mut path = prefix.to_vec();
    loop {
        match tokens.get(at).map(String::as_str) {
            Some("{") => {
                at += 1;
                while tokens.get(at).is_some_and(|token| token != "}") {
                    let next = leaves_of(tokens, at, &path, leaves);
                    at = if tokens.get(next).is_some_and(|token| token == ",") {
                        next + 1
                    } else {
                        next
                    };
                    if at == next && tokens.get(at).is_some_and(|token| token != "}") {
                        return at;
                    }
                }
                return at + 1;
            }
            Some(name) if is_name(name) || name == "*" => {
                if name != "self" || path.is_empty() {
                    path.push(name.to_owned());
                }
                at += 1;
            }
            _ => {
                leaves.push((path, None));
                return at;
            }
        }
        let follows = |at: usize, what: &str| tokens.get(at).is_some_and(|token| token == what);
        let continues =
            tokens.get(at + 1).is_some_and(|next| is_name(next) || next == "{" || next == "*");
        if follows(at, "::") && continues {
            at += 1;
            continue;
        }
        let name = if follows(at, "as") {
            at += 2;
            tokens.get(at - 1).cloned()
        } else {
            None
        };
        path.retain(|part| part != "*");
        leaves.push((path, name));
        return at;
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// A path from the top of the crate; nothing for one that leads out of inline modules only.
fn absolute(module: &Module, inline: usize, path: &[String]) -> Option<Module> {
    let first = path.first()?;
    if first == "crate" {
        return Some(path[1..].to_vec());
    }
    if first == "self" {
        return (inline == 0).then(|| [module.clone(), path[1..].to_vec()].concat());
    }
    let up = path.iter().take_while(|part| *part == "super").count();
    let kept = module.len().checked_sub(up.checked_sub(inline)?)?;
    Some([module[..kept].to_vec(), path[up..].to_vec()].concat())
}

/// The source without comments, texts and characters, as names and signs.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(length) = text_length(rest) {
            length
        } else if first.is_alphanumeric() || first == '_' {
            let length =
                rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            tokens.push(rest[..length].to_owned());
            length
        } else if rest.starts_with("::") {
            tokens.push("::".to_owned());
            2
        } else {
            if !first.is_whitespace() {
                tokens.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

/// The length of the literal text or character that begins here.
fn text_length(rest: &str) -> Option<usize> {
    let hashes = rest.strip_prefix('r').map(|raw| raw.len() - raw.trim_start_matches('#').len());
    if let Some(hashes) = hashes
        && rest[1 + hashes..].starts_with('"')
    {
        let end = format!("\"{}", "#".repeat(hashes));
        let start = hashes + 2;
        return Some(start + rest[start..].find(&end)? + end.len());
    }
    let mut chars = rest.char_indices();
    match chars.next()?.1 {
        '"' => {
            let mut is_escaped = false;
            for (at, c) in chars {
                match c {
                    '"' if !is_escaped => return Some(at + 1),
                    '\\' => is_escaped = !is_escaped,
                    _ => is_escaped = false,
                }
            }
            None
        }
        '\'' => {
            let inner = chars.next()?.1;
            let (at, close) = if inner == '\\' { chars.nth(1)? } else { chars.next()? };
            match (inner, close) {
                (_, '\'') => Some(at + 1),
                ('\\', _) => Some(at + 1 + rest[at..].find('\'')?),
                // A lifetime.
                _ => None,
            }
        }
        _ => None,
    }
}

/// A source up to the module of its tests, which is the last thing in it.
fn without_tests(text: &str) -> &str {
    let tests = text.match_indices("#[cfg(").find(|(at, _)| {
        let line = text[*at..].lines().next().unwrap_or_default();
        let next = text[*at..].lines().nth(1).unwrap_or_default();
        line.contains("test") && next.starts_with("mod ") && next.ends_with('{')
    });
    tests.map_or(text, |(at, _)| &text[..at])
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn module_of(root: &Path, file: &Path) -> Module {
    let path = file.strip_prefix(root).unwrap().with_extension("");
    let mut parts: Module = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    parts.pop_if(|last| *last == "mod");
    if parts == ["lib"] || parts == ["main"] {
        parts.clear();
    }
    parts
}

/// The groups of modules that reach each other.
fn circles(arrows: &BTreeMap<(String, String), BTreeSet<Module>>) -> Vec<BTreeSet<String>> {
    let names: BTreeSet<&String> = arrows.keys().flat_map(|(from, to)| [from, to]).collect();
    let reached = |start: &String| {
        let mut seen = BTreeSet::new();
        let mut open = vec![start];
        while let Some(from) = open.pop() {
            for (_, to) in arrows.keys().filter(|(other, _)| other == from) {
                if seen.insert(to.clone()) {
                    open.push(to);
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> =
        names.iter().map(|name| (*name, reached(name))).collect();
    let mut circles: Vec<BTreeSet<String>> = Vec::new();
    for name in names {
        let circle: BTreeSet<String> =
            reached[name].iter().filter(|other| reached[other].contains(name)).cloned().collect();
        if !circle.is_empty() && !circles.contains(&circle) {
            circles.push(circle);
        }
    }
    circles
}

/// Reports the circles of a folder, with the imports that make them.
fn report_circles(
    name: &str,
    arrows: &BTreeMap<(String, String), BTreeSet<Module>>,
    wrong: &mut Vec<String>,
) {
    for circle in circles(arrows) {
        wrong.push(format!("{name}: a circle of {circle:?}"));
        let within = |(from, to): &(String, String)| circle.contains(from) && circle.contains(to);
        for ((from, to), modules) in arrows.iter().filter(|(arrow, _)| within(arrow)) {
            let modules: Vec<String> = modules.iter().map(|module| module.join("::")).collect();
            wrong.push(format!("    {from} -> {to} in {}", modules.join(", ")));
        }
    }
}

#[test]
fn each_room_knows_only_those_before_it() {
    let all = Crate::read(&documents::root().join("src"));
    let place = |room: &str| ROOMS.iter().position(|known| *known == room);
    let mut wrong = Vec::new();
    let mut met = BTreeSet::new();
    for ((from, to), modules) in all.arrows(&[]) {
        let (Some(own), Some(other)) = (place(&from), place(&to)) else {
            wrong.push(format!("{from} -> {to}: a folder of `src` that is not in the list"));
            continue;
        };
        if other < own {
            continue;
        }
        for module in modules {
            let module = module.join("::");
            match EXCEPTIONS.iter().find(|known| **known == (module.as_str(), to.as_str())) {
                Some(known) => _ = met.insert(*known),
                None => wrong.push(format!("{module} -> {to}")),
            }
        }
    }
    let gone = EXCEPTIONS.iter().filter(|known| !met.contains(*known));
    wrong.extend(gone.map(|known| format!("{known:?} is no exception any more; shrink the list")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_modules_import_each_other_in_a_circle() {
    let root = documents::root();
    let all = Crate::read(&root.join("src"));
    let mut wrong = Vec::new();
    for folder in all.folders() {
        report_circles(&folder.join("/"), &all.arrows(&folder), &mut wrong);
    }
    for folder in fs::read_dir(root.join("crates")).unwrap() {
        let folder = folder.unwrap().path();
        let name = format!("crates/{}", folder.file_name().unwrap().to_string_lossy());
        let all = Crate::read(&folder.join("src"));
        for room in all.folders() {
            let name = [vec![name.clone()], room.clone()].concat().join("/");
            report_circles(&name, &all.arrows(&room), &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Type names that stand several times in a crate: settings of a module are read with its name
/// (`worker::Settings`), the others have one definition for each kind of build.
const REPEATED_TYPES: [&str; 5] = ["Settings", "Limits", "Compiled", "Files", "Substitutes"];

#[test]
fn a_type_name_is_used_once_in_a_crate() {
    let root = documents::root();
    let crates = fs::read_dir(root.join("crates")).unwrap();
    let crates = crates.map(|folder| folder.unwrap().path().join("src"));
    let mut wrong = Vec::new();
    for folder in crates.chain([root.join("src")]) {
        let mut defined: BTreeMap<String, PathBuf> = BTreeMap::new();
        for file in sources(&folder) {
            let text = fs::read_to_string(&file).unwrap();
            for name in without_tests(&text).lines().filter_map(defined_type) {
                if REPEATED_TYPES.contains(&name) {
                    continue;
                }
                if let Some(first) = defined.insert(name.to_owned(), file.clone()) {
                    wrong.push(format!("{name}: {} and {}", first.display(), file.display()));
                }
            }
        }
        assert!(!defined.is_empty() || folder.ends_with("allocator/src"), "{}", folder.display());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The name of the type that a line begins to define.
fn defined_type(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.trim_start(),
        None => line,
    };
    let keywords = ["struct ", "enum ", "trait ", "union "];
    let rest = keywords.iter().find_map(|keyword| line.strip_prefix(keyword))?;
    let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    Some(&rest[..end]).filter(|name| name.starts_with(char::is_uppercase))
}

#[test]
fn the_map_in_the_documentation_shows_the_rooms_in_their_order() {
    let page = fs::read_to_string(documents::root().join("docs/architecture.md")).unwrap();
    let shown = |title: &str| -> Vec<String> {
        let lines = page.lines().skip_while(|line| !line.starts_with(title)).skip(1);
        let lines = lines.take_while(|line| line.starts_with("  "));
        lines
            .filter_map(|line| line.trim().split_once('/'))
            .map(|(name, _)| name.to_owned())
            .collect()
    };
    assert_eq!(shown("src/"), ROOMS);
    let mut crates: Vec<String> = fs::read_dir(documents::root().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    crates.sort();
    let mut listed = shown("crates/");
    // Cargo itself refuses circles of crates; the order is that of who uses whom.
    for (place, name) in listed.iter().enumerate() {
        let manifest = documents::root().join("crates").join(name).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).unwrap();
        let used = manifest.lines().filter_map(|line| line.split_once("path = \"../"));
        for used in used.filter_map(|(_, rest)| rest.split_once('"')).map(|(used, _)| used) {
            let is_before = listed[..place].iter().any(|before| before == used);
            assert!(is_before, "{name} uses {used}, which stands after it in docs/architecture.md");
        }
    }
    listed.sort();
    assert_eq!(listed, crates);
    let folder = documents::root().join("designer/src");
    let folders = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut folders: Vec<String> = folders
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    folders.sort();
    let mut listed = shown("designer/src/");
    listed.sort();
    assert_eq!(listed, folders);
}

#[test]
fn paths_are_read_from_sources() {
    let text = "use crate::a::{self, b::C as D}; // crate::no\nlet x = \"crate::no\"; '\"'; \
                pub(crate) use e::F; fn f<'a>() { super::super::g::h() }";
    let mut all = Crate::default();
    let module = vec!["x".to_owned(), "y".to_owned()];
    all.imports.insert(vec!["g".to_owned()], BTreeSet::new());
    all.add(&module, &tokens(text));
    let imports: Vec<String> = all.imports[&module].iter().map(|path| path.join("::")).collect();
    assert_eq!(imports, ["a", "a::b::C", "g::h"]);
    let exported = [module, vec!["F".to_owned()]].concat();
    assert_eq!(all.exports[&exported].join("::"), "x::y::e::F");
}

#[test]
fn circles_are_found_whatever_leads_into_them() {
    let arrow = |(from, to): (&str, &str)| ((from.to_owned(), to.to_owned()), BTreeSet::new());
    let arrows = [("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")].into_iter().map(arrow).collect();
    let found: Vec<String> = circles(&arrows).iter().map(|circle| format!("{circle:?}")).collect();
    assert_eq!(found, [r#"{"b", "c"}"#]);
    let arrows = [("a", "b"), ("a", "c"), ("b", "c")].into_iter().map(arrow).collect();
    assert_eq!(circles(&arrows), []);
}
