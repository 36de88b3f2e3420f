"""ReportLab, factur-x and pyHanko. usage: einvoices_peer.py DATA XML FOLDER COUNT

FOLDER has key.pem and certificate.pem; one process makes COUNT documents.
"""
import io
import logging
import sys
from html import escape

import facturx
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table

import common

logging.disable(logging.CRITICAL)
BODY = ParagraphStyle("body", fontName="Helvetica", fontSize=9, leading=11)


def page(data):
    """One page with the parties and the lines."""
    out = io.BytesIO()
    text = lambda value: Paragraph(escape(str(value)), BODY)
    rows = [[text(line["item"]), text(line["quantity"]), text(line["price"]), text(line["amount"])] for line in data["lines"]]
    story = [text(data["number"]), text(data["seller"]["name"]), text(data["customer"]["name"])]
    story.append(Table(rows, colWidths=[90 * mm, 25 * mm, 25 * mm, 30 * mm]))
    SimpleDocTemplate(out, pagesize=A4).build(story)
    return out.getvalue()


def main():
    data, folder, count = common.load(sys.argv[1]), sys.argv[3], int(sys.argv[4])
    with open(sys.argv[2], "rb") as file:
        xml = file.read()
    signer = signers.SimpleSigner.load(f"{folder}/key.pem", f"{folder}/certificate.pem")
    meta = signers.PdfSignatureMetadata(field_name="Seal", subfilter=fields.SigSeedSubFilter.PADES)
    for number in range(count):
        document = facturx.generate_from_binary(page(data), xml, flavor="factur-x", level="en16931", check_xsd=True)
        with open(f"{folder}/theirs-{number}.pdf", "wb") as out:
            signers.sign_pdf(IncrementalPdfFileWriter(io.BytesIO(document)), meta, signer=signer, output=out)


main()
