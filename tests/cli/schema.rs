//! `reportctl schema`.

use crate::documents::root;
use crate::project::Project;

#[test]
fn the_schema_printed_is_the_one_in_the_documentation() {
    for (arguments, file) in [
        (&["schema"][..], "docs/template.schema.json"),
        (&["schema", "--format", "json-schema"], "docs/template.schema.json"),
        (&["schema", "--format", "typescript"], "docs/template.d.ts"),
    ] {
        let documented = std::fs::read_to_string(root().join(file)).unwrap();
        let run = Project::new().run(arguments).succeeds().stderr("");
        assert!(run.stdout == documented.as_bytes(), "{file} is not what `schema` prints");
    }
}

#[test]
fn other_formats_are_refused() {
    let run = Project::new().run(["schema", "--format", "xsd"]).fails_with(2);
    run.stderr_has("json-schema, typescript");
}
