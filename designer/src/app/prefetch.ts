/** Answers to what the page of a template asks first, asked for before the application is there to ask. */
import { dataPath, firstDataSet, templatePath } from "./paths";
import { storedToken } from "./storage";

/** An answer that was not taken by then is too old. */
const KEPT_MS = 10_000;

const answers = new Map<string, Promise<Response>>();
let askedWith = "";

export function prefetch(id: string): void {
  askedWith = storedToken();
  for (const path of ["/api/session", templatePath(id), "/api/texts", "/api/fonts", `${templatePath(id)}/data`]) ask(path);
  const list = answers.get(`${templatePath(id)}/data`);
  void list
    ?.then(async (response) => {
      const sets = response.ok ? ((await response.clone().json()) as { name: string }[]) : [];
      const first = firstDataSet(sets.map(({ name }) => name));
      if (first !== undefined) ask(dataPath(id, first));
    })
    // Who asks for it later sees why it failed.
    .catch(() => {});
  setTimeout(() => answers.clear(), KEPT_MS);
}

function ask(path: string): void {
  const answer = fetch(path, { headers: askedWith ? { Authorization: `Bearer ${askedWith}` } : {} });
  answer.catch(() => {});
  answers.set(path, answer);
}

/** The answer to a request that was made early, once; nothing where there is none. */
export function takePrefetched(path: string, token: string): Promise<Response> | undefined {
  const answer = token === askedWith ? answers.get(path) : undefined;
  answers.delete(path);
  return answer;
}
