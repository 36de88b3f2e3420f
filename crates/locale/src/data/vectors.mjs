// Writes vectors.txt: what the full ICU of Node says, for the tests of this folder.
//
//     node vectors.mjs $(cat changed.txt) > vectors.txt
//
// Node's CLDR may be newer than that of locales.txt; what changed between the two is left out by name.
import { readFileSync } from "node:fs";

const table = readFileSync(new URL("./locales.txt", import.meta.url), "utf8");
const locales = [...table.matchAll(/^@(\S+)$/gm)].map((match) => match[1]);

// Differences of CLDR 48 and tzdb 2025c to the tables: kind and locale.
const CHANGED = new Set(process.argv.slice(2));

const rows = [];
const add = (kind, locale, input, text) => {
  if (!CHANGED.has(`${kind}/${locale}`)) rows.push([kind, locale, input, text].join("\t"));
};

const day = Date.UTC(2026, 3, 30, 15, 4, 5);
const sunday = Date.UTC(2026, 10, 1, 9, 5, 0);
const SKELETONS = {
  yMMMMd: { year: "numeric", month: "long", day: "numeric" },
  MMMd: { month: "short", day: "numeric" },
  yMMMM: { year: "numeric", month: "long" },
  yMMMEd: { year: "numeric", month: "short", day: "numeric", weekday: "short" },
  Gy: { era: "short", year: "numeric" },
  GGGGyMMMMd: { era: "long", year: "numeric", month: "long", day: "numeric" },
  GyMMMEd: { era: "short", year: "numeric", month: "short", day: "numeric", weekday: "short" },
  Hm: { hour: "numeric", minute: "2-digit", hourCycle: "h23" },
};

for (const locale of locales) {
  const full = `${locale}-u-ca-gregory-nu-latn`;
  for (const number of [12345678.5, 1234567.891, -1234.5, 1234, 12, 0.5]) {
    add("decimal", locale, number, new Intl.NumberFormat(full, { maximumFractionDigits: 3 }).format(number));
  }
  for (const number of [0.256, -0.5, 12345.67]) {
    add("percent", locale, number, new Intl.NumberFormat(full, { style: "percent", maximumFractionDigits: 0 }).format(number));
  }
  for (const currency of ["EUR", "USD", "JPY", "CHF", "BRL", "SEK", "INR"]) {
    for (const number of [1234.5, -5, ...(currency === "EUR" ? [12345678.5] : [])]) {
      const text = new Intl.NumberFormat(full, { style: "currency", currency }).format(number);
      add("money", locale, `${number} ${currency}`, text);
    }
  }
  for (const style of ["full", "long", "medium", "short"]) {
    for (const time of [day, sunday]) {
      const format = new Intl.DateTimeFormat(full, { dateStyle: style, timeZone: "UTC" });
      add("date", locale, `${time / 1000} ${style}`, format.format(time));
    }
  }
  for (const [skeleton, options] of Object.entries(SKELETONS)) {
    const format = new Intl.DateTimeFormat(full, { ...options, timeZone: "UTC" });
    add(skeleton.startsWith("G") ? "era" : "date", locale, `${day / 1000} skeleton:${skeleton}`, format.format(day));
  }
  const named = { month: "long", day: "numeric", weekday: "long", timeZone: "UTC" };
  for (const [skeleton, year] of [["MMMMEEEEd", {}], ["yMMMMEEEEd", { year: "numeric" }]]) {
    const format = new Intl.DateTimeFormat(full, { ...year, ...named });
    add("named", locale, `${day / 1000} skeleton:${skeleton}`, format.format(day));
  }
  const clock = { hour: "numeric", minute: "2-digit", timeZone: "UTC" };
  const dated = { year: "numeric", day: "numeric", ...clock };
  for (const [skeleton, options] of [
    ["yMMMMdjm", { month: "long", ...dated }], ["yMMMdjm", { month: "short", ...dated }], ["jms", { second: "2-digit", ...clock }],
  ]) {
    // Node writes a blank for the narrow one.
    add("time", locale, `${day / 1000} skeleton:${skeleton}`, new Intl.DateTimeFormat(full, options).format(day));
  }
  const numeric = { year: "numeric", month: "2-digit", day: "2-digit", timeZone: "UTC" };
  add("date", locale, `${sunday / 1000} numeric`, new Intl.DateTimeFormat(full, numeric).format(sunday));
  const plural = new Intl.PluralRules(locale);
  for (const number of [0, 1, 2, 3, 4, 5, 6, 10, 11, 12, 14, 20, 21, 22, 25, 31, 100, 101, 102, 103, 111, 1000000, 0.5, 1.5, 2.1]) {
    add("plural", locale, number, plural.select(number));
  }
}
for (const [locale, text] of [["tr", "istanbul ığdır"], ["el", "Άγιος Νικόλαος μαΐου ρωμέικα άυλος"], ["az", "ilk"], ["lt", "i̇̀"], ["de", "straße"]]) {
  add("upper", locale, text, text.toLocaleUpperCase(locale));
}
for (const [locale, text] of [["tr", "ISPARTA İZMİR"], ["de", "ÄRGER"], ["el", "ΟΔΟΣ"]]) {
  add("lower", locale, text, text.toLocaleLowerCase(locale));
}
const zones = ["Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Asia/Kolkata", "Australia/Lord_Howe", "Africa/Casablanca",
  "Asia/Tehran", "America/St_Johns", "Pacific/Chatham", "Europe/Dublin", "Asia/Kathmandu", "America/Santiago", "Africa/Cairo", "UTC", "Asia/Calcutta"];
for (const zone of zones) {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium", hourCycle: "h23" });
  for (let year = 2000; year <= 2060; year += 1) {
    for (let step = 0; step < 12; step += 4) {
      const time = Date.UTC(year, step, 1 + ((year * 7 + step * 5) % 28), (step * 7) % 24, 30);
      const local = new Date(time).toLocaleString("sv-SE", { timeZone: zone });
      add("zone", zone, time / 1000, local);
    }
  }
}
console.log("# Node " + process.versions.node + ", CLDR " + process.versions.cldr + ". Written by vectors.mjs.");
console.log(rows.join("\n"));
