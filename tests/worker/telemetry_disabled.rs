//! Variables of a collector, in a program that was built without OTLP.

use crate::project::Project;
use crate::serve::client::Running;

const VARIABLE: (&str, &str) =
    ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://127.0.0.1:4318/v1/traces");
const MESSAGE: &str = "this program was built without OTLP";

#[test]
fn a_collector_that_gets_nothing_is_reported_by_each_command_that_would_export() {
    let project = Project::with_invoice();
    let send = ["send", "invoice", "-d", "data.json", "--to", "ana@example.org"];
    for arguments in [&send[..], &["worker", "--once"]] {
        let run = project.run_with([VARIABLE], arguments).succeeds();
        assert_eq!(run.stderr.matches(MESSAGE).count(), 1, "{}", run.stderr);
        run.stderr_has("telemetry: none: ").stderr_has("build it with the feature `otlp`\n");
        let run = project.run_with([VARIABLE, ("OTEL_SDK_DISABLED", "true")], arguments).succeeds();
        assert!(!run.stderr.contains(MESSAGE), "{}", run.stderr);
    }
    let log = Running::start_with(&project, &[], &[VARIABLE]).log_with("telemetry");
    assert!(log.contains(MESSAGE), "{log}");
}
