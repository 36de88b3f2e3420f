/** Paths of the service, and which data set is shown first. */

export function templatePath(id: string): string {
  return `/api/templates/${encodeURIComponent(id)}`;
}

export function dataPath(id: string, name: string): string {
  return `${templatePath(id)}/data/${encodeURIComponent(name)}`;
}

/** Shown first where they exist. */
export const PREFERRED = ["sample", "typical"];

export function firstDataSet(names: readonly string[]): string | undefined {
  return PREFERRED.find((name) => names.includes(name)) ?? names[0];
}
