// pdfmake: document definitions. usage: pdfmake_peer.mjs invoice|ledger|text DATA OUT
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

// From the folder that the script was started in: packages lie beside it.
const require = createRequire(`${process.cwd()}/`);
const loaded = require("pdfmake");
const pdfmake = loaded.default ?? loaded;
pdfmake.setFonts({ Helvetica: { normal: "Helvetica", bold: "Helvetica-Bold", italics: "Helvetica-Oblique", bolditalics: "Helvetica-BoldOblique" } });
pdfmake.setUrlAccessPolicy?.(() => false);
pdfmake.setLocalAccessPolicy?.(() => true);

const mm = (value) => (value * 72) / 25.4;
const format = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const money = (value) => format.format(value);
const sum = (rows) => rows.reduce((total, row) => total + row.amount, 0);
const right = (text) => ({ text, alignment: "right" });
const strong = (cells) => cells.map((cell) => (typeof cell === "string" ? { text: cell, bold: true } : { ...cell, bold: true }));

function groups(rows, key) {
  const found = [];
  for (const row of rows) {
    if (found.at(-1)?.[0] !== row[key]) found.push([row[key], []]);
    found.at(-1)[1].push(row);
  }
  return found;
}

// pdfmake has no rows that carry a sum from page to page.
const table = (head, widths, grouped, row, subtotal, total) => ({
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: widths.map((width) => mm(width) - 9),
    body: [
      head.map((text) => ({ text, color: "white" })),
      ...grouped.flatMap(([name, rows]) => [
        [{ text: name, bold: true, colSpan: head.length }, ...head.slice(1).map(() => "")],
        ...rows.map(row),
        strong(subtotal(rows)),
      ]),
      strong(total),
    ],
  },
  layout: { fillColor: (row) => (row === 0 ? "#2980ba" : null), hLineColor: () => "#999999", vLineColor: () => "#999999", hLineWidth: () => 0.5, vLineWidth: () => 0.5 },
});

const definition = (title, content, side = 10) => ({
  pageSize: "A4",
  pageMargins: [mm(side), mm(20), mm(side), mm(15)],
  defaultStyle: { font: "Helvetica", fontSize: 9 },
  header: { text: title, fontSize: 14, margin: [mm(side), mm(6), 0, 0] },
  footer: (number, count) => ({ text: `Page ${number} of ${count}`, alignment: "right", fontSize: 8, margin: [0, 0, mm(side), 0] }),
  content,
});

const documents = {
  invoice: (d) =>
    definition("Example Company S.A.", [
      { text: `Invoice ${d.number}`, fontSize: 16, bold: true },
      [d.customer, d.street, d.city].join("\n"),
      table(
        ["Item", "Quantity", "Price", "Amount"],
        [110, 20, 30, 30],
        groups(d.lines, "category"),
        (line) => [line.item, right(String(line.quantity)), right(money(line.price)), right(money(line.amount))],
        (rows) => ["Subtotal", "", "", right(money(sum(rows)))],
        ["Total", "", "", right(money(sum(d.lines)))],
      ),
      { text: ["Payable within ", { text: "30 days", bold: true }, " without deduction."] },
    ]),
  ledger: (d) =>
    definition(`${d.title} ${d.period}`, [
      table(
        ["No", "Date", "Text", "Amount"],
        [18, 25, 112, 35],
        groups(d.rows, "account"),
        (row) => [right(String(row.no)), row.date.replace(/(\d+)-(\d+)-(\d+)/, "$2/$3/$1"), row.text, right(money(row.amount))],
        (rows) => ["", "", "Subtotal", right(money(sum(rows)))],
        ["", "", "Total", right(money(sum(d.rows)))],
      ),
    ]),
  text: (d) =>
    definition(
      d.title,
      d.text.split("\n").map((text) => ({ text, fontSize: 10, alignment: "justify", lineHeight: 1.3, margin: [0, 0, 0, mm(2)] })),
      20,
    ),
};

const [job, data, out] = process.argv.slice(2);
const buffer = await pdfmake.createPdf(documents[job](JSON.parse(readFileSync(data, "utf8")))).getBuffer();
writeFileSync(out, buffer);
