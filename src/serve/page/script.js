"use strict";
const at = (id) => document.getElementById(id);
const MOST = 200;
// Kept by this page alone: not in cookies, not in the storage of the browser.
let token = "";
let chosen = null;
let shown = "";
let asked = 0;

class Refused extends Error {
  constructor(body, status) {
    super(body.error || "the service answered with " + status);
    this.body = body;
    this.status = status;
  }
}

async function call(path, options = {}) {
  const headers = { ...options.headers };
  if (token) headers.Authorization = "Bearer " + token;
  let response;
  try {
    response = await fetch(path, { ...options, headers });
  } catch {
    throw new Refused({ error: "The service does not answer.", advice: "see whether it is running" }, 0);
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  if (response.status === 401) askForToken(body);
  throw new Refused(body, response.status);
}

function askForToken(body) {
  at("access").hidden = false;
  at("find").hidden = true;
  at("templates").replaceChildren();
  if (token) body.error = "This token is not valid, or not any more.";
  at("token").focus();
}

function say(id, text, failed = false) {
  at(id).textContent = text;
  at(id).className = failed ? "failed" : "";
}

async function list() {
  const number = ++asked;
  try {
    const text = at("search").value.trim();
    const query = "?limit=" + MOST + (text ? "&q=" + encodeURIComponent(text) : "");
    const response = await call("/api/templates" + query);
    const templates = await response.json();
    // An answer that was overtaken by a later one is not shown.
    if (number !== asked) return;
    at("access").hidden = true;
    at("find").hidden = false;
    at("templates").replaceChildren(...templates.map(entry));
    if (response.headers.has("Link")) say("list-status", `The first ${MOST}; search for others.`);
    else if (templates.length) say("list-status", "");
    else say("list-status", text ? "No template has this in its name." : "There are no templates yet. POST one to /api/templates, or put its file into the folder.");
  } catch (error) {
    if (number === asked) say("list-status", error.status === 401 && !token ? "" : error.message, true);
  }
}

function entry(template) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  const id = document.createElement("small");
  id.textContent = template.id;
  button.append(template.name, id);
  button.dataset.id = template.id;
  if (chosen && chosen.id === template.id) button.setAttribute("aria-current", "true");
  button.addEventListener("click", () => choose(template.id));
  item.append(button);
  return item;
}

async function choose(id) {
  try {
    chosen = await (await call("/api/templates/" + encodeURIComponent(id))).json();
    for (const button of document.querySelectorAll("#templates button")) {
      if (button.dataset.id === id) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    at("chosen").textContent = "for " + chosen.name;
    for (const name of ["data", "generate", "tidy", "reset"]) at(name).disabled = false;
    reset();
    at("data").focus();
    at("data").setSelectionRange(0, 0);
    at("data").scrollTop = 0;
  } catch (error) {
    say("list-status", error.message, true);
  }
}

function reset() {
  at("data").value = JSON.stringify(skeleton(chosen), null, 2);
  looked();
  forget();
}

// The document belongs to other data.
function forget() {
  at("problem").hidden = true;
  for (const name of ["document", "download", "open"]) at(name).hidden = true;
  at("status").textContent = "Press Generate to see the document.";
}

const NUMBERS = /^(?:amount|count|price|qty|quantity|subtotal|sum|tax|total|vat|value|net|gross|debit|credit|rate|percent)$|(?:Amount|Count|Price|Total|Value|Rate|Sum)$/i;

// A value that shows what it is for.
function sample(path) {
  const name = path.split(".").pop();
  if (NUMBERS.test(name)) return 12.5;
  if (/(^|_)date$|Date$|At$/.test(name)) return "2026-01-31";
  if (/^(is|has)[A-Z]/.test(name)) return true;
  return name;
}

// Sets what is at a path, unless it is there; in the first item of lists.
function put(target, path, value) {
  const names = path.split(".");
  if (names.some((name) => !name || ["__proto__", "prototype", "constructor"].includes(name))) return;
  const last = names.pop();
  for (const name of names) {
    const next = Array.isArray(target[name]) ? target[name][0] : target[name];
    target = next !== null && typeof next === "object" ? next : (target[name] = {});
  }
  const there = target[last];
  if (Array.isArray(value) && Array.isArray(there)) Object.assign(there[0], { ...value[0], ...there[0] });
  else if (Array.isArray(value) || there === undefined) target[last] = value;
}

// Data that has every path that the template names.
function skeleton(document) {
  const data = {};
  const pages = [document.template, ...(document.template.pages || [])];
  const fields = pages.flatMap((page) => (Array.isArray(page.schemas) ? page.schemas : []));
  const bindings = (Array.isArray(document.bindings) ? document.bindings : []).filter((binding) => binding.path);
  const aboutItems = new Set();
  for (const binding of bindings.filter((one) => ["array", "section", "chart", "kpi"].includes(one.type))) {
    const field = fields.find((one) => one.name === binding.schemaName) || {};
    const members = binding.type === "section" ? fields.filter((one) => one.sectionId && one.sectionId === field.id) : [];
    const texts = members.map((member) => [member.content, member.title, member.value]);
    members.forEach((member) => aboutItems.add(member));
    if (binding.type === "array") {
      texts.push(field.content);
      aboutItems.add(field);
    }
    const columns = binding.columns || [];
    const formulas = columns.map((column) => column.formula);
    const keys = [...columns, binding.labelColumn, binding.valueColumn].filter((key) => typeof key === "string" && key);
    const item = {};
    for (const name of [...keys, ...tokens(JSON.stringify([texts, formulas]))]) {
      put(item, name, name === binding.valueColumn ? 12.5 : sample(name));
    }
    put(data, binding.path, [item]);
  }
  for (const binding of bindings.filter((one) => one.type === "scalar")) put(data, binding.path, sample(binding.path));
  for (const field of fields) {
    const { content, ...others } = field;
    const text = JSON.stringify(aboutItems.has(field) ? (field.sectionId ? "" : others) : field);
    for (const path of tokens(text)) put(data, path, sample(path));
  }
  return data;
}

const NO_PATHS = /^(?:AND|OR|NOT|true|false|null|line|pageNumber|pageCount)$/i;

// The paths in `{…}`: names that are not called and stand outside of quotes.
function tokens(text) {
  const found = new Set();
  for (const [, inside] of text.matchAll(/\{([^{}]*)\}/g)) {
    if (inside.includes("\":")) continue;
    const bare = inside.replace(/\\"(?:[^"\\]|\\[^"])*\\"|'[^']*'/g, " ");
    for (const [name] of bare.matchAll(/[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?!\s*\(|[\w$.])/g)) {
      if (!NO_PATHS.test(name)) found.add(name);
    }
  }
  return found;
}

// Says at once where the data is no JSON.
function looked() {
  try {
    const data = JSON.parse(at("data").value);
    const isObject = data !== null && typeof data === "object" && !Array.isArray(data);
    say("data-status", isObject ? "" : "The data must be an object: { … }", !isObject);
    return isObject ? data : null;
  } catch (error) {
    say("data-status", "Not JSON yet: " + error.message.replace(/^JSON\.parse: |, (?:\.\.\.)?".*$/gs, ""), true);
    return null;
  }
}

function tidy() {
  const data = looked();
  if (data) at("data").value = JSON.stringify(data, null, 2);
}

function showProblem(error) {
  const body = error.body || { error: error.message };
  const paragraph = (text, name = "") => {
    const element = document.createElement("p");
    element.textContent = text;
    element.className = name;
    return element;
  };
  const sentence = (text) => text[0].toUpperCase() + text.slice(1);
  const parts = [paragraph(sentence(body.error || error.message))];
  if (body.problems && body.problems.length > 1) {
    const all = document.createElement("ul");
    for (const problem of body.problems) {
      const item = document.createElement("li");
      item.textContent = [problem.error, problem.field && `(field ${problem.field})`].filter(Boolean).join(" ");
      all.append(item);
    }
    parts.push(all);
  }
  if (body.advice) parts.push(paragraph(sentence(body.advice) + ".", "more"));
  const place = [body.field && "field " + body.field, body.code].filter(Boolean).join(" · ");
  if (place) parts.push(paragraph(place, "more"));
  at("problem").replaceChildren(...parts);
  at("problem").hidden = false;
  at("status").textContent = "";
}

async function generate() {
  const data = looked();
  if (!chosen || at("generate").disabled) return;
  if (!data) return at("data").focus();
  forget();
  at("generate").disabled = true;
  at("status").textContent = "Generating…";
  try {
    const { template, bindings } = chosen;
    const start = performance.now();
    const response = await call("/api/reports/preview", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      // As it was written: large numbers keep their digits.
      body: `{"template":${JSON.stringify(template)},"bindings":${JSON.stringify(bindings ?? [])},"data":${at("data").value}}`,
    });
    const pdf = await response.blob();
    const time = Math.round(performance.now() - start);
    URL.revokeObjectURL(shown);
    shown = URL.createObjectURL(pdf);
    at("document").src = shown + "#navpanes=0&view=FitH";
    at("download").href = at("open").href = shown;
    at("download").download = chosen.id + ".pdf";
    // Where a browser has no viewer (on telephones, for example) the links remain.
    at("document").hidden = navigator.pdfViewerEnabled === false;
    at("download").hidden = at("open").hidden = false;
    at("status").textContent = `${(pdf.size / 1000).toFixed(1)} kB, made in ${time} ms`;
  } catch (error) {
    showProblem(error);
  } finally {
    at("generate").disabled = false;
  }
}

at("generate").addEventListener("click", generate);
at("tidy").addEventListener("click", tidy);
at("reset").addEventListener("click", reset);
at("data").addEventListener("input", looked);
at("search").addEventListener("input", list);
at("access").addEventListener("submit", (event) => {
  event.preventDefault();
  token = at("token").value.trim();
  list();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    generate();
  }
});
at("where").textContent = location.host;
list();
