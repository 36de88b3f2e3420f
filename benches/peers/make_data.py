#!/usr/bin/env python3
"""Writes the data of the comparison: the same bytes on every run.

usage: make_data.py FOLDER

  invoice.json        a page: ten lines with descriptions that wrap, in three groups
  ledger-N.json       N rows (1,000 / 10,000 / 100,000), a third of which wrap, in groups of 50
  text.json           paragraphs for 100 pages
"""
import json
import os
import random
import sys

WORDS = """the supplier delivers goods free of defects and accepts returns within thirty days of receipt unless the
order says otherwise prices are net of taxes and duties which the buyer bears in the country of delivery payment falls due
on the date of the invoice late payment bears interest at the statutory rate notices are in writing and count from their
arrival either party may end the agreement with three months notice to the close of a quarter""".split()
CATEGORIES = ["Consulting", "Hosting", "Material"]
ACCOUNTS = ["Travel", "Rent", "Wages", "Freight", "Licences", "Energy", "Repairs", "Marketing"]


def sentence(random, least, most):
    words = [random.choice(WORDS) for _ in range(random.randint(least, most))]
    return (" ".join(words)).capitalize() + "."


def invoice():
    r = random.Random(1)
    lines = []
    for category, count in zip(CATEGORIES, (4, 3, 3)):
        for _ in range(count):
            quantity, cents = r.randint(1, 40), r.randint(199, 99999)
            lines.append({"category": category, "item": sentence(r, 9, 20), "quantity": quantity,
                          "price": cents / 100, "amount": quantity * cents / 100})
    return {"number": "2026-0815", "date": "2026-06-18", "customer": "Café Mirador Lda.",
            "street": "Rua das Flores 17", "city": "1200-195 Lisboa", "lines": lines}


def ledger(rows):
    r = random.Random(rows)
    return {"title": "General ledger", "period": "2026", "rows": [
        {"no": i + 1, "account": f"{4000 + i // 50} {ACCOUNTS[i // 50 % 8]}",
         "date": f"2026-{i % 12 + 1:02d}-{i % 28 + 1:02d}",
         "text": sentence(r, 10, 16) if i % 3 == 0 else sentence(r, 2, 4),
         "amount": r.randint(-500000, 999999) / 100} for i in range(rows)]}


def text():
    r = random.Random(100)
    paragraph = lambda: " ".join(sentence(r, 8, 18) for _ in range(r.randint(4, 9)))
    return {"title": "Terms", "text": "\n".join(paragraph() for _ in range(1075))}


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    files = {"invoice": invoice(), "text": text()}
    files |= {f"ledger-{n}": ledger(n) for n in (1_000, 10_000, 100_000)}
    for name, content in files.items():
        with open(f"{folder}/{name}.json", "w", encoding="utf-8") as file:
            json.dump(content, file, ensure_ascii=False)


main()
