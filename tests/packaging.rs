//! Files that come with the program and are read by other tools.

use serde_json::Value as Json;

use crate::documents::root;

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

fn yaml(text: &str) -> Json {
    serde_yaml::from_str(text).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

#[test]
fn the_action_runs_the_script_beside_it() {
    let action = yaml(&read("packaging/ci/action.yml"));
    assert_eq!(action["runs"]["using"], "composite");
    let steps = action["runs"]["steps"].as_array().unwrap();
    for step in steps {
        let run = step["run"].as_str().unwrap_or_default();
        assert_eq!(run.is_empty(), step["shell"].is_null(), "{step}");
        // What a pull request says must not become a part of a script.
        assert!(!run.contains("${{"), "{run}");
    }
    assert_eq!(steps[0]["run"], "bash \"$GITHUB_ACTION_PATH/ci.sh\" \"$BASE\"");
    assert!(root().join("packaging/ci/ci.sh").is_file());
}

#[test]
fn the_examples_for_continuous_integration_are_yaml() {
    let text = read("docs/ci.md");
    let examples: Vec<Json> = text
        .split("```yaml\n")
        .skip(1)
        .map(|rest| yaml(rest.split("```").next().unwrap()))
        .collect();
    let [workflow, gitlab, hooks, local] = examples.as_slice() else { panic!("{examples:#?}") };
    assert_eq!(workflow["jobs"]["templates"]["steps"][2]["uses"], "./packaging/ci");
    assert!(gitlab["templates"]["script"][0].as_str().unwrap().contains("packaging/ci/ci.sh"));
    let ids = |hooks: &Json| -> Vec<Json> {
        hooks.as_array().unwrap().iter().map(|hook| hook["id"].clone()).collect()
    };
    let known = ids(&yaml(&read(".pre-commit-hooks.yaml")));
    for hooks in [hooks, local] {
        assert_eq!(ids(&hooks["repos"][0]["hooks"]), known);
    }
}

/// `cargo binstall` makes the address of an archive, and the path of the program in it, from these.
#[test]
fn binstall_finds_the_archives_of_a_release() {
    let manifest = read("Cargo.toml");
    let setting = |name: &str| {
        let line = manifest.lines().find(|line| line.starts_with(name)).unwrap();
        line.split('"').nth(1).unwrap().to_owned()
    };
    let script = read("packaging/release.sh");
    let archive = script.lines().find_map(|line| line.strip_prefix("name=")).unwrap();
    let archive = archive.replace("$version", "{ version }").replace("$target", "{ target }");
    let archive = archive.replace("reportctl", "{ name }");
    assert_eq!(setting("pkg-url").rsplit('/').next().unwrap(), format!("{archive}.tar.gz"));
    assert_eq!(setting("bin-dir"), format!("{archive}/{{ bin }}{{ binary-ext }}"));
}

/// The program warns of variables with its prefix that nothing reads; its tests read what it writes.
#[test]
fn the_program_does_not_warn_of_variables_for_its_tests() {
    let script = read(".ci/run");
    let exports = script.lines().filter_map(|line| line.trim().strip_prefix("export "));
    let names: Vec<&str> = exports
        .flat_map(str::split_whitespace)
        .filter_map(|variable| variable.split_once('=').map(|(name, _)| name))
        .filter(|name| name.starts_with("REPORTCTL_"))
        .collect();
    assert!(names.contains(&"REPORTCTL_THOROUGH"), "{names:?}");
    let set = names.iter().map(|name| (name.into(), "1".into()));
    assert_eq!(reportctl::config::env::unknown(set), []);
}

/// Names that the program no longer has are passed over by the linker without a word, and the start takes longer.
#[test]
#[cfg(target_os = "linux")]
fn the_order_of_functions_is_that_of_this_program() {
    use std::path::Path;

    use crate::tools;

    if !tools::has("nm") || !tools::has("python3") {
        return;
    }
    let script = root().join("packaging/function-order.py");
    let check =
        |program: &Path| tools::run("python3", &[script.to_str().unwrap(), "--check"], program);
    let found = check(Path::new(env!("CARGO_BIN_EXE_reportctl"))).unwrap();
    assert!(String::from_utf8_lossy(&found).ends_with("functions of the order exist\n"));
    let error = check(Path::new("/bin/sh")).unwrap_err();
    assert!(error.contains("function-order.ld is old: run packaging/function-order.py"), "{error}");
}
