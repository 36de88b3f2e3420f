"""ReportLab: platypus. usage: reportlab_peer.py invoice|ledger|text DATA OUT"""
import sys
from html import escape

from reportlab.lib import colors
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import LongTable, Paragraph, SimpleDocTemplate, Spacer

import common

BODY = ParagraphStyle("body", fontName="Helvetica", fontSize=9, leading=10.8)
TITLE = ParagraphStyle("title", parent=BODY, fontName="Helvetica-Bold", fontSize=16, leading=22)
TEXT = ParagraphStyle("text", parent=BODY, fontSize=10, leading=13, alignment=TA_JUSTIFY, spaceAfter=2 * mm)


def page(title):
    def draw(canvas, document):
        canvas.setFont("Helvetica", 14)
        canvas.drawString(10 * mm, 285 * mm, title)
        canvas.setFont("Helvetica", 8)
        canvas.drawRightString(200 * mm, 8 * mm, f"Page {document.page}")
    return draw


def build(out, title, story, side=10 * mm):
    document = SimpleDocTemplate(out, pagesize=A4, leftMargin=side, rightMargin=side, topMargin=20 * mm, bottomMargin=15 * mm)
    document.build(story, onFirstPage=page(title), onLaterPages=page(title))


def table(head, widths, groups, row, subtotal, total, numbers):
    """A table with groups; ReportLab has no rows that carry a sum from page to page."""
    rows, style = [head], [("GRID", (0, 0), (-1, -1), .5, colors.grey), ("FONTSIZE", (0, 0), (-1, -1), 9),
                           ("BACKGROUND", (0, 0), (-1, 0), colors.HexColor("#2980ba")), ("VALIGN", (0, 0), (-1, -1), "TOP"),
                           ("TEXTCOLOR", (0, 0), (-1, 0), colors.white)]
    style += [("ALIGN", (column, 0), (column, -1), "RIGHT") for column in numbers]
    bold = lambda: style.append(("FONTNAME", (0, len(rows) - 1), (-1, len(rows) - 1), "Helvetica-Bold"))
    for name, items, amount in groups:
        rows.append([name] + [""] * (len(head) - 1))
        style.append(("SPAN", (0, len(rows) - 1), (-1, len(rows) - 1)))
        bold()
        rows += [row(item) for item in items]
        rows.append(subtotal(amount))
        bold()
    rows.append(total)
    bold()
    return LongTable(rows, colWidths=[width * mm for width in widths], repeatRows=1, style=style)


def invoice(d, out):
    row = lambda l: [Paragraph(escape(l["item"]), BODY), str(l["quantity"]), common.money(l["price"]), common.money(l["amount"])]
    lines = table(["Item", "Quantity", "Price", "Amount"], [110, 20, 30, 30], common.groups(d["lines"], "category"), row,
                  lambda amount: ["Subtotal", "", "", common.money(amount)],
                  ["Total", "", "", common.money(sum(l["amount"] for l in d["lines"]))], [1, 2, 3])
    build(out, "Example Company S.A.", [
        Paragraph("Invoice " + d["number"], TITLE), Paragraph("<br/>".join((d["customer"], d["street"], d["city"])), BODY),
        Spacer(1, 5 * mm), lines, Paragraph("Payable within <b>30 days</b> without deduction.", BODY)])


def ledger(d, out):
    def row(r):
        year, month, day = r["date"].split("-")
        return [str(r["no"]), f"{month}/{day}/{year}", Paragraph(escape(r["text"]), BODY), common.money(r["amount"])]
    rows = table(["No", "Date", "Text", "Amount"], [18, 25, 112, 35], common.groups(d["rows"], "account"), row,
                 lambda amount: ["", "", "Subtotal", common.money(amount)],
                 ["", "", "Total", common.money(sum(r["amount"] for r in d["rows"]))], [0, 3])
    build(out, f'{d["title"]} {d["period"]}', [rows])


def text(d, out):
    build(out, d["title"], [Paragraph(escape(one), TEXT) for one in d["text"].split("\n")], 20 * mm)


job, data, out = sys.argv[1:4]
{"invoice": invoice, "ledger": ledger, "text": text}[job](common.load(data), out)
