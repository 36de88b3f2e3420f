"""Writes spelled.txt: numbers in words by CLDR's spell-out rules.

    npm i cldr-rbnf@48.2.0 && python3 spelled.py node_modules/cldr-rbnf/rbnf > spelled.txt

A small reader of rule-based number formats (Unicode TR35, part 3), independent of the program.
"""

import json
import re
import sys

FORMS = {
    "pt": {"alone": "cardinal-masculine", "masculine": "cardinal-masculine", "feminine": "cardinal-feminine"},
    "en": {"alone": "cardinal"},
    "de": {"alone": "cardinal-neuter", "masculine": "cardinal-masculine", "feminine": "cardinal-feminine"},
    "es": {"alone": "numbering", "masculine": "cardinal-masculine", "feminine": "cardinal-feminine"},
    "fr": {"alone": "cardinal-masculine", "masculine": "cardinal-masculine", "feminine": "cardinal-feminine"},
    "fr-BE": {"alone": "cardinal-masculine"},
    "fr-CH": {"alone": "cardinal-masculine"},
    "it": {"alone": "numbering", "masculine": "cardinal-masculine", "feminine": "cardinal-feminine"},
}
FORMS["de"]["alone"] = "numbering"


def numbers():
    yield from range(0, 131)
    yield from (180, 188, 191, 199, 200, 201, 203, 208, 221, 300, 380, 400, 500, 580, 600, 700, 800, 900, 999)
    yield from (1000, 1001, 1003, 1008, 1021, 1080, 1100, 1101, 1200, 1234, 1999, 2000, 2001, 2100, 2222, 3003)
    yield from (10000, 21000, 21021, 31001, 80000, 99999, 100000, 100001, 101101, 200000, 222222, 380380, 500500, 999999)
    yield from (10**6, 10**6 + 1, 10**6 + 100, 2 * 10**6, 21 * 10**6, 2222222, 80 * 10**6, 200 * 10**6, 999999999)
    yield from (10**9, 10**9 + 1, 2 * 10**9, 21 * 10**9 + 21, 10**12, 2 * 10**12, 987654321987, 10**15, 123456789012345)


class Rules:
    def __init__(self, path):
        groups = json.load(open(path))["rbnf"]["rbnf"]
        self.sets = {}
        for group in groups.values():
            for name, rules in group.items():
                entries = []
                if isinstance(rules, dict):
                    rules = rules.items()
                elif isinstance(rules, str):
                    continue
                for key, text in rules:
                    text = text.replace("←", "<").replace("→", ">")
                    match = re.fullmatch(r"(\d+)(?:/(\d+))?(>*)", key)
                    if match:
                        base, radix, shift = int(match[1]), int(match[2] or 10), len(match[3])
                        exponent = 0
                        while base and radix ** (exponent + 1) <= base:
                            exponent += 1
                        text = text.rstrip(";")
                        entries.append((base, radix ** max(exponent - shift, 0), text[1:] if text.startswith("'") else text))
                self.sets[name] = sorted(entries)

    def spell(self, name, number):
        entries = self.sets[name]
        at = max(i for i, entry in enumerate(entries) if entry[0] <= number)
        base, divisor, text = entries[at]
        # The rule before takes over where two substitutions would leave nothing.
        if text.count("<") and text.count(">") and number % divisor == 0 and base % divisor != 0:
            base, divisor, text = entries[at - 1]
        high, low = divmod(number, divisor)
        if low == 0:
            text = re.sub(r"\[.*?\]", "", text)
        text = text.replace("[", "").replace("]", "")

        def plural(match):
            kind = "one" if high == 1 else "other"
            forms = dict(re.findall(r"(\w+)\{([^}]*)\}", match[1]))
            return forms.get(kind, forms["other"])

        text = re.sub(r"\$\(cardinal,([^$]*)\)\$", plural, text)

        def substitute(match):
            token = match[0]
            inner = token[1:-1]
            value = {"<": high, ">": low, "=": number}[token[0]]
            if inner.startswith("%"):
                return self.spell(inner, value)
            if inner.startswith(("#", "0")):
                raise ValueError(f"digits in {text}")
            return self.spell(name, value)

        return re.sub(r"<[^<>=]*<|>[^<>=]*>|=[^<>=]*=", substitute, text)


def main(folder):
    print("# CLDR 48.2 (cldr-rbnf), Unicode-3.0. Written by spelled.py.")
    for tag, forms in FORMS.items():
        rules = Rules(f"{folder}/{tag}.json")
        for form, name in forms.items():
            for number in numbers():
                if tag == "fr-BE" and (number > 10**6 or 8 in (number // 10 % 10, number // 10**4 % 10)):
                    continue  # its rules write the eighties otherwise than those of fr, and out of use
                if tag.startswith("fr") and number >= 10**6 and number // 10**6 % 100 in (0, 80):
                    continue  # the rules drop the s before nouns such as millions, the language does not
                if tag == "it" and number > 1000 and number % 1000 == 3:
                    continue  # the rules drop the accent of tré there, the language does not
                if tag == "it" and form == "feminine" and number % 1000 > 100 and number % 10 == 1:
                    continue  # centouna, but centoventuno: the rules leave out the form after hundreds
                words = rules.spell(f"%spellout-{name}", number).replace("\u00ad", "")
                print(tag, form, number, words, sep="\t")


main(sys.argv[1])
