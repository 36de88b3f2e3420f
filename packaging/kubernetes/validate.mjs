// Validates objects of KEDA and of the Prometheus Operator by the schemas of their CRDs: JSON on
// standard input, one object a line; the findings go to standard output. The argument is the folder
// that has `node_modules`.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = `${process.argv[2]}/node_modules/@kubernetes-models`;
const load = (path) => import(pathToFileURL(`${folder}/${path}/index.js`));
const models = {
  "keda.sh/v1alpha1": await load("keda/keda.sh/v1alpha1"),
  "monitoring.coreos.com/v1": await load("prometheus-operator/monitoring.coreos.com/v1"),
};
let failed = false;
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const object = JSON.parse(line);
  const Model = models[object.apiVersion]?.[object.kind];
  try {
    if (!Model) throw new Error("no schema of this kind");
    new Model(object).validate();
  } catch (error) {
    failed = true;
    console.log(`${object.kind} ${object.metadata.name}: ${error.message}`);
  }
}
process.exit(failed ? 1 : 0);
