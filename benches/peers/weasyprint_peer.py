"""WeasyPrint: HTML and CSS. usage: weasyprint_peer.py invoice|ledger|text DATA OUT [accessible]"""
import sys
from html import escape

from weasyprint import HTML

import common

CSS = """@page{size:A4;margin:20mm %s 15mm;@top-left{content:"%s";font-size:14pt}
@bottom-right{content:"Page " counter(page) " of " counter(pages);font-size:8pt}}
body{font:9pt Helvetica,Liberation Sans,sans-serif;margin:0}table{width:190mm;border-collapse:collapse;table-layout:fixed}
td,th{border:.5pt solid #999;padding:1.5mm;text-align:left;vertical-align:top}th{background:#2980ba;color:#fff;font-weight:normal}
.n{text-align:right}.b{font-weight:bold}.t p{font-size:10pt;line-height:1.3;text-align:justify;margin:0 0 2mm}"""


def table(head, widths, numbers, groups, row, subtotal, total):
    """A table with groups; CSS has no rows that carry a sum from page to page."""
    cell = lambda index, text, tag: f'<{tag}{" class=n" if index in numbers else ""}>{escape(text)}</{tag}>'
    line = lambda cells, style="": f"<tr{style}>" + "".join(cell(i, text, "td") for i, text in enumerate(cells)) + "</tr>"
    body = []
    for name, items, amount in groups:
        body.append(f"<tr class=b><td colspan={len(head)}>{escape(name)}</td></tr>")
        body += [line(row(item)) for item in items]
        body.append(line(subtotal(amount), " class=b"))
    body.append(line(total, " class=b"))
    columns = "".join(f'<col style="width:{width}mm">' for width in widths)
    titles = "".join(cell(i, title, "th") for i, title in enumerate(head))
    return f"<table><colgroup>{columns}</colgroup><thead><tr>{titles}</tr></thead><tbody>{''.join(body)}</tbody></table>"


def write(body, title, out, side="10mm"):
    html = f"<html lang=en><title>{title}</title><style>{CSS % (side, title)}</style>{body}</html>"
    variant = {"pdf_variant": "pdf/a-3a", "pdf_tags": True} if sys.argv[4:] else {}
    HTML(string=html).write_pdf(out, **variant)


def invoice(d, out):
    lines = table(["Item", "Quantity", "Price", "Amount"], [110, 20, 30, 30], [1, 2, 3], common.groups(d["lines"], "category"),
                  lambda l: [l["item"], str(l["quantity"]), common.money(l["price"]), common.money(l["amount"])],
                  lambda amount: ["Subtotal", "", "", common.money(amount)],
                  ["Total", "", "", common.money(sum(l["amount"] for l in d["lines"]))])
    write(f'<h1>Invoice {d["number"]}</h1><p>{"<br>".join((d["customer"], d["street"], d["city"]))}</p>{lines}'
          "<p>Payable within <b>30 days</b> without deduction.</p>", "Example Company S.A.", out)


def ledger(d, out):
    def row(r):
        year, month, day = r["date"].split("-")
        return [str(r["no"]), f"{month}/{day}/{year}", r["text"], common.money(r["amount"])]
    rows = table(["No", "Date", "Text", "Amount"], [18, 25, 112, 35], [0, 3], common.groups(d["rows"], "account"), row,
                 lambda amount: ["", "", "Subtotal", common.money(amount)],
                 ["", "", "Total", common.money(sum(r["amount"] for r in d["rows"]))])
    write(rows, f'{d["title"]} {d["period"]}', out)


def text(d, out):
    paragraphs = "".join(f"<p>{escape(one)}</p>" for one in d["text"].split("\n"))
    write(f"<div class=t>{paragraphs}</div>", d["title"], out, "20mm")


job, data, out = sys.argv[1:4]
{"invoice": invoice, "ledger": ledger, "text": text}[job](common.load(data), out)
