/**
 * How many invoices a second one warm Node process makes: `generatePdf`, pdf-lib with every cell drawn by hand, pdfme.
 * Compare the ratios of one run, never single times.
 *
 * usage: npm --prefix .. run build && npm install && node generate.mjs [SECONDS PER ROUND]
 */
import { readFileSync } from "node:fs";
import { generate } from "@pdfme/generator";
import { table, text } from "@pdfme/schemas";
import { PDFDocument, rgb, StandardFonts } from "pdf-lib";
import { generatePdf } from "../dist/server.js";

const ROUNDS = 5;
const seconds = Number(process.argv[2] ?? 2);
const file = JSON.parse(readFileSync(new URL("./invoice.json", import.meta.url), "utf8"));
const invoices = Array.from({ length: 200 }, (_, n) => invoice(n + 1));

/** An invoice with 12 lines; each number gives another one. */
function invoice(n) {
  const items = ["Consulting hour", "Hosting, monthly", "Support plan", "Laser cartridge", "Paper A4 80 g", "Installation"];
  const lines = Array.from({ length: 12 }, (_, i) => {
    const [qty, price] = [1 + ((n * 7 + i * 3) % 40), (199 + ((n * 7919 + i * 104729) % 99800)) / 100];
    return { pos: i + 1, item: items[(n + i) % 6], sku: `SKU-${10000 + ((n * 31 + i * 17) % 90000)}`, qty, price, total: Math.round(qty * price * 100) / 100 };
  });
  return {
    number: `INV-${String(n).padStart(6, "0")}`,
    date: `2026-${String((n % 12) + 1).padStart(2, "0")}-${String((n % 28) + 1).padStart(2, "0")}`,
    customer: { name: `Customer ${n} Ltda.`, street: `Rua das Flores ${n}`, city: "São Paulo", vat: `PT${500000000 + n}` },
    lines,
    subtotal: lines.reduce((sum, line) => sum + line.total, 0),
  };
}

const money = (value) => {
  const [whole, cents] = value.toFixed(2).split(".");
  return `€ ${whole.replace(/\B(?=(\d{3})+$)/g, ".")},${cents}`;
};
const day = (date) => date.split("-").reverse().join("/");
const HEAD = ["Pos", "Item", "SKU", "Qty", "Price", "Total"];
const WIDTHS = [15, 70, 30, 15, 30, 30];
const rows = ({ lines }) => [
  ...lines.map((line) => [String(line.pos), line.item, line.sku, String(line.qty), money(line.price), money(line.total)]),
  ["", "Total", "", "", "", money(lines.reduce((sum, line) => sum + line.total, 0))],
];

async function pdfLib(data) {
  const mm = (value) => (value * 72) / 25.4;
  const top = mm(297);
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([mm(210), top]);
  const black = rgb(0, 0, 0);
  const write = (content, x, y, size) => page.drawText(content, { x: mm(x), y: top - mm(y) - size, size, font, color: black });
  write("Example Company S.A.", 10, 6, 14);
  write(`Invoice ${data.number}`, 10, 25, 16);
  write(`Date: ${day(data.date)}`, 10, 37, 10);
  write(data.customer.name, 10, 45, 10);
  write(data.customer.street, 10, 51, 10);
  write(`${data.customer.city}  VAT ${data.customer.vat}`, 10, 57, 10);
  let y = 68;
  for (const [number, cells] of [HEAD, ...rows(data)].entries()) {
    let x = 10;
    const fill = number === 0 ? rgb(0.16, 0.5, 0.73) : number % 2 === 0 ? rgb(0.945, 0.96, 0.976) : undefined;
    for (const [i, cell] of cells.entries()) {
      const box = { x: mm(x), y: top - mm(y + 7), width: mm(WIDTHS[i]), height: mm(7) };
      if (fill) page.drawRectangle({ ...box, color: fill });
      page.drawRectangle({ ...box, borderColor: rgb(0.6, 0.6, 0.6), borderWidth: 0.5 });
      let shown = cell;
      while (shown && font.widthOfTextAtSize(shown, 9) > mm(WIDTHS[i] - 3)) shown = shown.slice(0, -1);
      page.drawText(shown, { x: mm(x + 1.5), y: top - mm(y + 3.5) - 3.2, size: 9, font, color: number === 0 ? rgb(1, 1, 1) : black });
      x += WIDTHS[i];
    }
    y += 7;
  }
  write("Payable within 30 days without deduction.", 10, y + 4, 9);
  write("Page 1 of 1", 175, 285, 8);
  return pdf.save();
}

const field = (name, y, fontSize) => ({ name, type: "text", position: { x: 10, y }, width: 190, height: 8, fontSize, content: "", readOnly: false });
const cell = { fontSize: 9, alignment: "left", verticalAlignment: "middle", lineHeight: 1, characterSpacing: 0, padding: { top: 2, right: 1.5, bottom: 2, left: 1.5 } };
const none = { top: 0, right: 0, bottom: 0, left: 0 };
const pdfmeTemplate = {
  basePdf: { width: 210, height: 297, padding: [20, 10, 15, 10] },
  schemas: [
    [
      field("brand", 20, 14),
      field("title", 30, 16),
      field("date", 40, 10),
      field("name", 46, 10),
      field("street", 52, 10),
      field("city", 58, 10),
      {
        name: "lines",
        type: "table",
        position: { x: 10, y: 68 },
        width: 190,
        height: 20,
        content: "[]",
        showHead: true,
        repeatHead: true,
        head: HEAD,
        headWidthPercentages: WIDTHS.map((width) => width / 1.9),
        tableStyles: { borderColor: "#999999", borderWidth: 0.18 },
        headStyles: { ...cell, fontColor: "#ffffff", backgroundColor: "#2980ba", borderColor: "", borderWidth: none },
        bodyStyles: { ...cell, fontColor: "#000000", backgroundColor: "", alternateBackgroundColor: "#f1f5f9", borderColor: "#999999", borderWidth: { top: 0.1, right: 0.1, bottom: 0.1, left: 0.1 } },
        columnStyles: {},
      },
    ],
  ],
};
const pdfme = (data) =>
  generate({
    plugins: { text, table },
    template: pdfmeTemplate,
    inputs: [
      {
        brand: "Example Company S.A.",
        title: `Invoice ${data.number}`,
        date: `Date: ${day(data.date)}`,
        name: data.customer.name,
        street: data.customer.street,
        city: `${data.customer.city}  VAT ${data.customer.vat}`,
        lines: JSON.stringify(rows(data)),
      },
    ],
  });

const makers = { generatePdf: (data) => generatePdf(file.template, data, file.bindings), "pdf-lib": pdfLib, pdfme };

/** Documents a second, for some time. */
async function rate(make, time) {
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < time * 1000) {
    await make(invoices[count % invoices.length]);
    count += 1;
  }
  return (count * 1000) / (performance.now() - start);
}

const rates = Object.fromEntries(Object.keys(makers).map((name) => [name, []]));
for (const make of Object.values(makers)) await rate(make, seconds);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, make] of Object.entries(makers)) rates[name].push(await rate(make, seconds));
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const ours = median(rates.generatePdf);
for (const [name, values] of Object.entries(rates)) {
  const middle = median(values);
  console.log(`${name.padEnd(12)} ${middle.toFixed(1).padStart(9)} documents/s   ours is ${(ours / middle).toFixed(1)} times as fast`);
}
