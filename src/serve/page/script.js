"use strict";
const at = (id) => document.getElementById(id);
let token = "";
let chosen = null;
let shown = "";

async function call(path, options = {}) {
  const headers = { ...options.headers };
  if (token) headers.Authorization = "Bearer " + token;
  const response = await fetch(path, { ...options, headers });
  if (response.ok) return response;
  const error = await response.json().catch(() => ({ error: response.statusText }));
  at("access").hidden = response.status !== 401 && !token;
  throw new Error([error.error, error.field, error.advice].filter(Boolean).join("\n"));
}

function say(text, failed = false) {
  at("status").textContent = text;
  at("status").className = failed ? "failed" : "";
}

async function list() {
  try {
    const query = encodeURIComponent(at("search").value);
    const templates = await (await call("/api/templates?limit=200&q=" + query)).json();
    at("templates").replaceChildren(...templates.map(entry));
    say(templates.length ? "" : "There are no templates.");
  } catch (error) {
    say(error.message, true);
  }
}

function entry(template) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.textContent = template.name;
  button.addEventListener("click", () => choose(template.id, button));
  item.append(button);
  return item;
}

async function choose(id, button) {
  try {
    chosen = await (await call("/api/templates/" + encodeURIComponent(id))).json();
    for (const other of document.querySelectorAll("#templates button")) other.removeAttribute("aria-current");
    button.setAttribute("aria-current", "true");
    at("chosen").textContent = chosen.name;
    at("data").value = JSON.stringify(skeleton(chosen), null, 2);
    at("generate").disabled = false;
    say("");
  } catch (error) {
    say(error.message, true);
  }
}

// Data that has every path that the template names.
function skeleton(document) {
  const data = {};
  const put = (path, value) => {
    const names = path.split(".");
    if (names.some((name) => name === "__proto__")) return;
    let inside = data;
    for (const name of names.slice(0, -1)) {
      if (inside[name] === null || typeof inside[name] !== "object") inside[name] = {};
      inside = Array.isArray(inside[name]) ? inside[name][0] ??= {} : inside[name];
    }
    const last = names[names.length - 1];
    if (!(last in inside)) inside[last] = value;
  };
  for (const binding of document.bindings || []) {
    if (typeof binding.path !== "string" || !binding.path) continue;
    const columns = (binding.columns || []).map((column) => column.key || column.path).filter(Boolean);
    if (binding.type === "array") put(binding.path, [Object.fromEntries(columns.map((name) => [name, name]))]);
    else put(binding.path, binding.path);
  }
  for (const [, path] of JSON.stringify(document.template).matchAll(/\{([A-Za-z_][\w.]*)\}/g)) {
    if (!["pageNumber", "pageCount"].includes(path)) put(path, path);
  }
  return data;
}

async function generate() {
  try {
    say("Generating…");
    const { template, bindings } = chosen;
    const data = JSON.parse(at("data").value);
    const start = performance.now();
    const response = await call("/api/reports/preview", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ template, bindings, data }),
    });
    const pdf = await response.blob();
    URL.revokeObjectURL(shown);
    shown = URL.createObjectURL(pdf);
    at("document").src = shown;
    at("document").hidden = false;
    at("download").href = shown;
    at("download").hidden = false;
    say(`${(pdf.size / 1000).toFixed(1)} kB in ${Math.round(performance.now() - start)} ms`);
  } catch (error) {
    say(error.message, true);
  }
}

at("generate").addEventListener("click", generate);
at("search").addEventListener("input", list);
at("access").addEventListener("submit", (event) => {
  event.preventDefault();
  token = at("token").value.trim();
  list();
});
list();
