"""Checks the files for Kubernetes, Compose, Prometheus and Grafana; see check.sh.

The chart is rendered by the library of Helm 4. Objects are validated by the schemas of the oldest and
of a recent version of Kubernetes, strictly: a key that the schema does not have is an error. What
schemas do not say is asserted here: security of pods, probes, selectors that meet labels.
"""

import argparse
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import helm_python as helm
import kubernetes_validate
import yaml

HERE = pathlib.Path(__file__).resolve().parent
PACKAGING = HERE.parent
ROOT = PACKAGING.parent
CHART = PACKAGING / "helm/reportctl"
MANIFESTS = HERE / "reportctl.yaml"
VERSIONS = ("1.27.0", "1.35.0")
BUILT_IN = {"v1", "apps/v1", "autoscaling/v2", "networking.k8s.io/v1", "policy/v1"}
# Labels that are wrong of objects that Helm does not manage.
OF_HELM = ("helm.sh/chart", "app.kubernetes.io/managed-by")
HEADER = """\
# The chart ../helm/reportctl with its default values. Generated: packaging/kubernetes/check.sh --update
"""

findings = []


def finding(where, message):
    findings.append(f"{where}: {message}")


def skip(message):
    """As in try.sh: what cannot be checked here is said, or is a failure."""
    print(f"skipped: {message}")
    if os.environ.get("REPORTCTL_REQUIRE_TOOLS"):
        sys.exit(1)


def run(where, command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        finding(where, (done.stdout + done.stderr).strip())
    return done


def render(values):
    """The objects of the chart, in the order of their files."""
    with helm.Chart.load(str(CHART)) as chart:
        files = chart.render(values, name="reportctl", namespace="reports")
    objects = []
    for name in sorted(files):
        if name.endswith(".yaml"):
            objects += [found for found in yaml.safe_load_all(files[name]) if found]
    return objects


def plain(objects):
    """The objects without what belongs to Helm."""
    def strip(value):
        if isinstance(value, dict):
            return {key: strip(inner) for key, inner in value.items() if key not in OF_HELM}
        return [strip(inner) for inner in value] if isinstance(value, list) else value

    class Dumper(yaml.SafeDumper):
        pass

    def text(dumper, value):
        style = "|" if "\n" in value else None
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)

    Dumper.add_representer(str, text)
    return HEADER + yaml.dump_all([strip(found) for found in objects], Dumper=Dumper, sort_keys=False, width=100)


def lint():
    outcome = helm.lint(str(CHART))
    for message in outcome.get("messages") or []:
        # An icon is for catalogues of charts.
        if "icon is recommended" not in str(message):
            finding("helm lint", str(message))
    for error in outcome.get("errors") or []:
        finding("helm lint", str(error))


def check_objects(where, objects, tools):
    names = set()
    custom = []
    for found in objects:
        name = (found["kind"], found["metadata"]["name"])
        if name in names:
            finding(where, f"{name} is there twice")
        names.add(name)
        if found["apiVersion"] not in BUILT_IN:
            custom.append(found)
            continue
        for version in VERSIONS:
            try:
                kubernetes_validate.validate(found, version, strict=True)
            except kubernetes_validate.ValidationError as error:
                finding(where, f"{name} with Kubernetes {version}: {error.message}")
    if custom and not (tools / "node_modules").exists():
        skip("objects of KEDA and the Prometheus Operator: npm is not installed")
    elif custom:
        lines = "\n".join(json.dumps(found) for found in custom)
        run(where, ["node", str(HERE / "validate.mjs"), str(tools)], input=lines)
    pods = [found["spec"]["template"] for found in objects if found["kind"] == "Deployment"]
    for pod in pods:
        check_pod(where, pod)
    # What selects pods selects some.
    labels = [pod["metadata"]["labels"] for pod in pods]
    for found in objects:
        spec = found.get("spec", {})
        selector = {
            "Service": spec.get("selector"),
            "PodDisruptionBudget": spec.get("selector", {}).get("matchLabels"),
            "NetworkPolicy": spec.get("podSelector", {}).get("matchLabels"),
            "PodMonitor": spec.get("selector", {}).get("matchLabels"),
        }.get(found["kind"])
        if selector and not any(selector.items() <= given.items() for given in labels):
            finding(where, f"{found['kind']} {found['metadata']['name']} selects no pod")
        target = spec.get("scaleTargetRef", {}).get("name")
        if target and ("Deployment", target) not in names:
            finding(where, f"{found['kind']} {found['metadata']['name']} scales nothing")


def check_pod(where, pod):
    spec = pod["spec"]
    security = spec.get("securityContext", {})
    name = f"{where}: {spec['containers'][0]['name']}"
    if security.get("runAsNonRoot") is not True or not security.get("runAsUser"):
        finding(name, "runs as root")
    if security.get("seccompProfile", {}).get("type") != "RuntimeDefault":
        finding(name, "has no seccomp profile")
    if spec.get("automountServiceAccountToken") is not False:
        finding(name, "has a token of the cluster")
    volumes = {volume["name"] for volume in spec.get("volumes", [])}
    for container in spec["containers"]:
        own = container.get("securityContext", {})
        if not own.get("readOnlyRootFilesystem") or own.get("allowPrivilegeEscalation") is not False:
            finding(name, "can write to its root, or gain privileges")
        if own.get("capabilities", {}).get("drop") != ["ALL"]:
            finding(name, "keeps capabilities")
        if "memory" not in container.get("resources", {}).get("limits", {}):
            finding(name, "has no limit of memory")
        mounted = {mount["name"] for mount in container.get("volumeMounts", [])}
        if mounted - volumes:
            finding(name, f"mounts volumes that are not there: {mounted - volumes}")
        if container.get("ports") and not container.get("readinessProbe"):
            finding(name, "has a port and no probe")


def check_own(where, objects):
    """Settings, variables, flags and times of our pods."""
    text = next(found for found in objects if found["kind"] == "ConfigMap")["data"]["reportctl.yaml"]
    settings = yaml.safe_load(text)
    documented = (ROOT / "docs/settings.md").read_text()
    flags = (ROOT / "docs/cli.md").read_text()
    for key in keys(settings):
        if f"| `{key}` |" not in documented:
            finding(where, f"docs/settings.md has no setting {key}")
    serve = settings.get("serve", {})
    # Seconds that the service may take to end (docs/service.md, "Limits and fairness").
    needed = sum(math.ceil(serve.get(key, least)) for key, least in
                 [("drainSeconds", 0), ("requestSeconds", 60), ("bodySeconds", 30)]) + 20
    for found in objects:
        if found["kind"] != "Deployment":
            continue
        spec = found["spec"]["template"]["spec"]
        if spec["terminationGracePeriodSeconds"] < needed:
            finding(where, f"{found['metadata']['name']} is killed before {needed} s")
        container = spec["containers"][0]
        for variable in container["env"]:
            if f"`{variable['name']}`" not in documented:
                finding(where, f"docs/settings.md has no variable {variable['name']}")
        section = flags.split(f"### reportctl {container['args'][0]}\n")[1].split("\n### ")[0]
        for flag in container["args"]:
            if flag.startswith("--") and not re.search(rf"`{re.escape(flag)}[` ]", section):
                finding(where, f"docs/cli.md has no flag {flag} of {container['args'][0]}")


def keys(settings, prefix=""):
    """Names of settings as docs/settings.md writes them."""
    for key, value in settings.items():
        if isinstance(value, dict) and prefix + key in ("mail", "mail.smtp", "mail.recipients", "worker", "serve", "designer"):
            yield from keys(value, f"{prefix}{key}.")
        else:
            yield prefix + key


def refused(values, expected):
    """The chart refuses values, and says why."""
    try:
        with helm.Chart.load(str(CHART)) as chart:
            chart.validate_schema(values)
            chart.render(values, name="reportctl", namespace="reports")
    except helm.HelmError as error:
        if expected not in str(error):
            finding("values.schema.json", f"{values} is refused with: {error}")
    else:
        finding("values.schema.json", f"{values} is accepted")


def check_chart(tools, update):
    lint()
    defaults = render({})
    text = plain(defaults)
    if update:
        MANIFESTS.write_text(text)
    if not MANIFESTS.exists() or MANIFESTS.read_text() != text:
        finding("packaging/kubernetes/reportctl.yaml", "is not what the chart gives: run packaging/kubernetes/check.sh --update")
    check_objects("reportctl.yaml", list(yaml.safe_load_all(text)), tools)
    check_own("reportctl.yaml", defaults)
    for path in [HERE / "try-values.yaml", *sorted((HERE / "variants").glob("*.yaml"))]:
        values = yaml.safe_load(path.read_text())
        with helm.Chart.load(str(CHART)) as chart:
            chart.validate_schema(values)
        objects = render(values)
        check_objects(path.name, objects, tools)
        check_own(path.name, objects)
    check_objects("try.yaml", list(yaml.safe_load_all((HERE / "try.yaml").read_text())), tools)
    refused({"replicas": 3}, "replicas")
    refused({"worker": {"autoscaling": {"by": "magic"}}}, "by")
    refused({"monitoring": {"enabled": True}}, "monitoring.tokenSecret.name")
    refused({"ingress": {"enabled": True}}, "ingress.hosts")
    run("values.schema.json", [sys.executable, "-m", "check_jsonschema", "--check-metaschema", str(CHART / "values.schema.json")])
    version = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text().split("[workspace.package]")[1], re.M)[1]
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text())
    if (chart["version"], chart["appVersion"]) != (version, version):
        finding("Chart.yaml", f"version and appVersion are not {version}, that of the program")


def check_compose():
    path = PACKAGING / "compose/compose.yaml"
    run("compose.yaml", [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(path)])
    project = yaml.safe_load(path.read_text())
    for kind in ("secrets", "volumes", "networks"):
        known = set(project.get(kind, {}))
        for name, service in project["services"].items():
            for used in service.get(kind, []):
                source = used.split(":")[0] if isinstance(used, str) else used["source"]
                if source not in known and not source.startswith(("/", ".")):
                    finding("compose.yaml", f"{name} uses {kind} that are not there: {source}")
    for name, service in project["services"].items():
        # `<<` is merged by the reader.
        if not service.get("read_only") or "no-new-privileges:true" not in service.get("security_opt", []):
            finding("compose.yaml", f"{name} can write to its root, or gain privileges")
        if service.get("cap_drop") != ["ALL"] or service.get("user", "").split(":")[0] in ("", "0", "root"):
            finding("compose.yaml", f"{name} runs as root, or keeps capabilities")
        for needed, how in service.get("depends_on", {}).items():
            other = project["services"].get(needed)
            if other is None or how["condition"] == "service_healthy" and "healthcheck" not in other:
                finding("compose.yaml", f"{name} waits for {needed}, which says nothing")
    pages = {"REPORTCTL_": "settings.md", "OTEL_": "telemetry.md", "AWS_": "archive-of-documents.md"}
    for service in project["services"].values():
        for variable, value in service.get("environment", {}).items():
            page = next((page for prefix, page in pages.items() if variable.startswith(prefix)), None)
            if page and not re.search(rf"`{variable}[`=]", (ROOT / "docs" / page).read_text()):
                finding("compose.yaml", f"docs/{page} has no variable {variable}")
            # A name of a service that is not there would be found out at the first document only.
            if (host := re.match(r"http://(\w+):", value)) and host[1] not in project["services"]:
                finding("compose.yaml", f"{variable} leads to {host[1]}, which is no service")


def used_metrics():
    """Names of metrics in alerts, their tests and the dashboard. try-stack.py looks for them in /metrics."""
    folder = PACKAGING / "monitoring"
    texts = [(folder / name).read_text() for name in ("alerts.yaml", "alerts.test.yaml", "dashboard.json")]
    return {name for text in texts for name in re.findall(r"\breportctl_[a-z_]+", text)}


def check_monitoring(tools):
    folder = PACKAGING / "monitoring"
    dashboard = json.loads((folder / "dashboard.json").read_text())
    rules = yaml.safe_load((folder / "alerts.yaml").read_text())
    panels = [panel for panel in dashboard["panels"] if panel["type"] != "row"]
    ids = [panel["id"] for panel in dashboard["panels"]]
    if len(set(ids)) != len(ids):
        finding("dashboard.json", "panels share an id")
    taken = set()
    for panel in dashboard["panels"]:
        place = panel["gridPos"]
        cells = {(x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])}
        if cells & taken or place["x"] + place["w"] > 24:
            finding("dashboard.json", f"the panel {panel['title']} overlaps another one, or the edge")
        taken |= cells
    expressions = [target["expr"] for panel in panels for target in panel["targets"]]
    alerts = [rule for group in rules["groups"] for rule in group["rules"]]
    for name in sorted(used_metrics() - metrics()):
        finding("monitoring", f"there is no metric {name}")
    for rule in alerts:
        if {"summary", "description"} - set(rule["annotations"]) or "severity" not in rule["labels"]:
            finding("alerts.yaml", f"{rule['alert']} lacks summary, description or severity")
    if not (tools / "promtool").exists():
        skip("rules and expressions: there is no promtool")
        return
    promtool = str(tools / "promtool")
    run("alerts.yaml", [promtool, "check", "rules", str(folder / "alerts.yaml")])
    run("alerts.test.yaml", [promtool, "test", "rules", str(folder / "alerts.test.yaml")])
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        # Variables of Grafana as it replaces them.
        concrete = [text.replace("$__rate_interval", "5m").replace("$instance", ".*") for text in expressions]
        recorded = [{"record": f"panel:{number}", "expr": text} for number, text in enumerate(concrete)]
        yaml.safe_dump({"groups": [{"name": "dashboard", "rules": recorded}]}, file)
        file.flush()
        run("dashboard.json", [promtool, "check", "rules", file.name])


def metrics():
    """Names of the samples that src/serve/metrics.rs registers."""
    source = (ROOT / "src/serve/metrics.rs").read_text()
    names = set()
    for name in re.findall(r'registry\.register\(\s*"(\w+)"', source):
        names.add(f"reportctl_{name}_total")
    for name in re.findall(r'= gauge\(\s*"(\w+)"', source):
        names.add(f"reportctl_{name}")
    histograms = set(re.findall(r"let (\w+) = Histogram::new", source))
    for name, variable in re.findall(r'register_with_unit\(\s*"(\w+)".*?(\w+)\.clone\(\)', source, re.S):
        ends = ("_bucket", "_sum", "_count") if variable in histograms else ("",)
        names.update(f"reportctl_{name}_seconds{end}" for end in ends)
    return names


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    check_chart(arguments.tools, arguments.update)
    check_compose()
    check_monitoring(arguments.tools)
    if findings:
        sys.exit("\n".join(findings))
    print("chart, manifests, Compose file, alerts and dashboard: no findings")


if __name__ == "__main__":
    main()
