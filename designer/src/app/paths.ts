/** Paths of the service, and which data set is shown first. */

export function templatePath(id: string): string {
  return `/api/templates/${encodeURIComponent(id)}`;
}

export function dataPath(id: string, name: string): string {
  return `${templatePath(id)}/data/${encodeURIComponent(name)}`;
}

/** The data set that shipped templates come with, and that the data of a template without any is stored as. */
export const TYPICAL = "typical";

/** Shown first where they exist. */
const PREFERRED = ["sample", TYPICAL];

/** The data set that the template came with; whatever it holds by now, its file keeps its name. */
export function standardDataSet(names: readonly string[]): string | undefined {
  return PREFERRED.find((name) => names.includes(name));
}

export function firstDataSet(names: readonly string[]): string | undefined {
  return standardDataSet(names) ?? names[0];
}
