"""Writes locales.txt and zones.txt, the data of locales and time zones.

    npm i cldr-core@47.0.0 cldr-numbers-full@47.0.0 cldr-dates-full@47.0.0
    pip install tzdata==2026.6
    python3 generate.py node_modules PATH_OF_THE_PYTHON_PACKAGE/tzdata

CLDR data is under the Unicode licence V3 (LICENSE-UNICODE.txt beside this file); the time zone database is in the public
domain. What a locale shares with its parent is written once.
"""

import bisect
import json
import re
import struct
import sys
from pathlib import Path

LOCALES = """
af am ar az be bg bn bs ca cs cy da de de-AT de-CH el en en-001 en-AU en-CA en-GB en-IE en-IN en-NZ en-ZA es es-419 es-AR
es-CL es-CO es-MX es-PE es-US es-UY et eu fa fi fil fr fr-BE fr-CA fr-CH ga gl gu he hi hr hu hy id is it it-CH ja ka kk km kn ko
lo lt lv mk ml mn mr ms my nb ne nl nl-BE nn pa pl pt pt-PT ro ru sk sl sq sr sr-Latn sv sw ta te th tr uk ur uz vi zh
zh-Hant zh-Hant-HK
""".split()

# What of a locale is needed of the patterns by skeleton.
SKELETONS = """
d E Ed EEEEd M Md MEd MEEEEd MMM MMMd MMMEd MMMEEEEd MMMMd MMMMEd MMMMEEEEd y yM yMd yMMdd yMEd yMEEEEd yMMM yMMMd yMMMEd
yMMMEEEEd yMMMM yMMMMEd yMMMMEEEEd H Hm Hms h hm hms ms EHm EHms Ehm Ehms Gy GyMd GyMMM GyMMMd GyMMMEd GyMMMEEEEd GyMMMM
GyMMMMd GyMMMMEd yQQQ yQQQQ
""".split()

FIRST_YEAR = 2000
BEGIN = 946684800


def load(path):
    return json.loads(Path(path).read_text(encoding="utf-8"))


def pattern(value):
    return value["_value"] if isinstance(value, dict) else value


def fields(root, tag):
    numbers = load(f"{root}/cldr-numbers-full/main/{tag}/numbers.json")["main"][tag]["numbers"]
    money = load(f"{root}/cldr-numbers-full/main/{tag}/currencies.json")["main"][tag]["numbers"]["currencies"]
    dates = load(f"{root}/cldr-dates-full/main/{tag}/ca-gregorian.json")
    dates = dates["main"][tag]["dates"]["calendars"]["gregorian"]
    symbols = numbers["symbols-numberSystem-latn"]
    decimal = numbers["decimalFormats-numberSystem-latn"]["standard"].split(";")[0]
    parts = decimal.split(".")[0].split(",")
    primary = len(parts[-1])
    secondary = len(parts[-2]) if len(parts) > 2 else primary
    out = {
        "n": "|".join([symbols["decimal"], symbols["group"], symbols["minusSign"], symbols["percentSign"],
                       numbers["minimumGroupingDigits"], str(primary), str(secondary),
                       symbols.get("currencyDecimal", ""), symbols.get("currencyGroup", "")]),
        "P": numbers["percentFormats-numberSystem-latn"]["standard"],
        "C": numbers["currencyFormats-numberSystem-latn"]["standard"],
    }
    # Signs that go with the digits of the locale's own writing, where they are others.
    for system in ("arab", "arabext"):
        own = numbers.get(f"symbols-numberSystem-{system}")
        if own and own["minusSign"] + own["percentSign"] != symbols["minusSign"] + symbols["percentSign"]:
            money_pattern = numbers[f"currencyFormats-numberSystem-{system}"]["standard"]
            out["N"] = "|".join([system, own["minusSign"], own["percentSign"], money_pattern])
    for key, names, width, kind in [
        ("m", "months", "wide", "format"), ("M", "months", "wide", "stand-alone"),
        ("b", "months", "abbreviated", "format"), ("B", "months", "abbreviated", "stand-alone"),
        ("w", "days", "wide", "format"), ("W", "days", "wide", "stand-alone"),
        ("a", "days", "abbreviated", "format"), ("A", "days", "abbreviated", "stand-alone"),
    ]:
        out[key] = "|".join(dates[names][kind][width].values())
    periods = dates["dayPeriods"]["format"]["abbreviated"]
    # Eras after and before their first year.
    for key, width in [("e", "eraAbbr"), ("E", "eraNames")]:
        out[key] = "|".join(dates["eras"][width][era] for era in ("1", "0"))
    for key, width in [("Q", "wide"), ("q", "abbreviated")]:
        out[key] = shared("|".join(dates["quarters"]["format"][width].values()))
    out["p"] = f"{periods['am']}|{periods['pm']}"
    for key, width in [("f", "full"), ("l", "long"), ("d", "medium"), ("s", "short")]:
        out[key] = pattern(dates["dateFormats"][width])
    # How a date and a time stand together, by the length of the date.
    joined = dates["dateTimeFormats-atTime"]["standard"]
    out["t"] = "|".join(pattern(joined[width]) for width in ("full", "long", "medium", "short"))
    available = dates["dateTimeFormats"]["availableFormats"]
    # es-AR counts twelve hours with seconds without saying which; its parent says it.
    ambiguous = {name for name in available if "h" in name and not re.search("[aB]", pattern(available[name]))}
    out["k"] = {name: available[name] for name in SKELETONS if name in available and name not in ambiguous}
    if any("MMMMM" in text for text in out["k"].values()):
        out["i"] = "|".join(dates["months"]["format"]["narrow"].values())
    out["$"] = {
        code: entry["symbol"] for code, entry in money.items()
        if "symbol" in entry and entry["symbol"] != code and re.fullmatch("[A-Z]{3}", code)
    }
    return out


def shared(names):
    """The names of quarters as one with `#` for the number, where they differ in that alone."""
    one = [name.replace(str(number), "#") for number, name in enumerate(names.split("|"), 1)]
    return one[0] if len(set(one)) == 1 and one[0].count("#") == 1 else names


def parent_of(tag, explicit):
    """The nearest parent that is in the list; nothing for a language."""
    while True:
        tag = explicit.get(tag) or ("-".join(tag.split("-")[:-1]) if "-" in tag else None)
        if tag in (None, "und", "root"):
            return None
        if tag in LOCALES:
            return tag


def locales(root):
    core = f"{root}/cldr-core"
    explicit = load(f"{core}/supplemental/parentLocales.json")["supplemental"]["parentLocales"]["parentLocale"]
    plurals = load(f"{core}/supplemental/plurals.json")["supplemental"]["plurals-type-cardinal"]
    currency = load(f"{core}/supplemental/currencyData.json")["supplemental"]["currencyData"]
    version = load(f"{core}/package.json")["version"]
    lines = [f"# CLDR {version}, Unicode-3.0. Written by generate.py."]
    all_fields = {tag: fields(root, tag) for tag in LOCALES}
    codes = set(all_fields["en"]["$"])
    for regions in currency["region"].values():
        for entry in regions:
            for code, when in entry.items():
                if "_to" not in when and when.get("_tender") != "false":
                    codes.add(code)
    # Symbols of currencies that are not in use any more are left out.
    for entry in all_fields.values():
        entry["$"] = {code: symbol for code, symbol in entry["$"].items() if code in codes}
    for tag in LOCALES:
        own, parent = all_fields[tag], parent_of(tag, explicit)
        above = all_fields[parent] if parent else {}
        lines.append(f"@{tag}")
        if parent:
            lines.append(f"^{parent}")
        for key, value in own.items():
            if key in "MBWA" and value == own[key.lower()] and (not above or above[key] == above[key.lower()]):
                continue  # the same alone as inside a date
            known = above.get(key)
            if isinstance(value, dict):
                changed = {k: v for k, v in value.items() if (known or {}).get(k) != v}
                if key == "$":
                    # A currency that is called by its code here, and has a symbol in the parent.
                    changed |= {k: k for k in known or {} if k not in value}
                if changed:
                    lines.append(key + "\t".join(f"{k}={v}" for k, v in changed.items()))
            elif value != known:
                lines.append(key + value)
        if not parent or tag in plurals:
            rules = plurals.get(tag, plurals.get(tag.split("-")[0], {}))
            written = []
            for name, rule in rules.items():
                rule = rule.split("@")[0].strip()
                if rule:
                    written.append(f"{name.rsplit('-', 1)[1]}:{rule}")
            lines.append("r" + "|".join(written))
    lines.append("@")
    lines.append("c" + "".join(sorted(codes)))
    fractions = currency["fractions"]
    lines.append("f" + " ".join(f"{code}{entry['_digits']}" for code, entry in fractions.items()
                                if code in codes and entry["_digits"] != "2"))
    lines.append("h" + " ".join(twelve_hours(core)))
    region_parents = {}
    for child in explicit:
        parent = parent_of(child, explicit)
        if child not in LOCALES and parent and "-" in parent and re.fullmatch("(en|es|pt)-[A-Z]{2}", child):
            region_parents.setdefault(parent, []).append(child.split("-")[1])
    for parent, regions in region_parents.items():
        lines.append(f"<{parent}\t" + " ".join(sorted(regions)))
    return "\n".join(lines) + "\n"


def twelve_hours(core):
    """The regions, and languages for the region that they mean without one, whose clocks have twelve hours; then
    languages in a region that has it otherwise, those with 24 hours after `!`."""
    preferred = load(f"{core}/supplemental/timeData.json")["supplemental"]["timeData"]
    preferred = {key.replace("_", "-"): entry["_preferred"] for key, entry in preferred.items()}
    likely = load(f"{core}/supplemental/likelySubtags.json")["supplemental"]["likelySubtags"]
    languages = sorted({re.sub("-([A-Z]{2}|[0-9]{3})$", "", tag) for tag in LOCALES})

    def of(language, region):
        return preferred.get(f"{language.split('-')[0]}-{region}") or preferred.get(region, "H")

    out = [region for region, hours in preferred.items() if "-" not in region and hours == "h"]
    for language in languages:
        means = likely.get(language) or likely[language.split("-")[0]]
        if of(language, means.split("-")[-1]) == "h":
            out.append(language)
    for key, hours in preferred.items():
        if "-" in key and key.split("-")[0] in languages and hours != preferred.get(key.split("-")[1], "H"):
            out.append(key if hours == "h" else f"!{key}")
    return sorted(out)


def zone(path):
    """Transitions from FIRST_YEAR on (time, offset), the standard offset of that year for all the time before, and the
    rule of the future, of a TZif file."""
    data = path.read_bytes()
    header = struct.Struct(">4s1s15x6l")
    magic, _, isutc, isstd, leap, times, types, chars = header.unpack_from(data)
    assert magic == b"TZif"
    at = header.size + times * 5 + types * 6 + chars + leap * 8 + isstd + isutc
    _, _, isutc, isstd, leap, times, types, chars = header.unpack_from(data, at)
    at += header.size
    moments = struct.unpack_from(f">{times}q", data, at)
    kinds = struct.unpack_from(f">{times}B", data, at + times * 8)
    at += times * 9
    offsets = [struct.unpack_from(">lBB", data, at + 6 * i)[0] for i in range(types)]
    at += types * 6 + chars + leap * 12 + isstd + isutc
    rule = data[at:].decode().strip()

    def offset(moment):
        known = bisect.bisect_right(moments, moment)
        return offsets[kinds[known - 1]] if 0 < known < times else offset_by_rule(rule, moment)

    # In January or in July it is winter, whose time is called summer time by some zones (Ireland).
    first = min(offset(BEGIN), offset(BEGIN + 182 * 86400))
    kept = []
    for moment, after in [(BEGIN, offset(BEGIN)), *((moment, offsets[kind]) for moment, kind in zip(moments, kinds))]:
        # The rule holds from the last transition on, also where that changes only the name of the time.
        is_last = times and moment == moments[-1]
        if moment >= BEGIN and (is_last or after != (kept[-1][1] if kept else first)):
            kept.append((moment, after))
    return first, kept, rule


def shortened(first, kept, rule, ahead):
    """Without the transitions at the end that the rule gives as well."""
    while kept and ahead(rule, kept[-1][0]) == kept[-1][1]:
        since, before = kept[-2] if len(kept) > 1 else (BEGIN, first)
        # The rule has to give what is known of all the time before as well.
        step = 10 * 86400
        known = [*range(since, kept[-1][0], step), max(since, kept[-1][0] - 1)] if kept[-1][0] > since else []
        if any(ahead(rule, moment) != before for moment in known):
            break
        kept = kept[:-1]
    return first, kept


def offset_by_rule(rule, moment):
    """The offset at a moment by a POSIX rule, computed by the standard library."""
    import datetime
    from zoneinfo import ZoneInfo
    import io
    if rule not in offset_by_rule.zones:
        body = struct.pack(">4s1s15x6l", b"TZif", b"2", 0, 0, 0, 0, 1, 4) + struct.pack(">lBB", 0, 0, 0) + b"UTC\0"
        offset_by_rule.zones[rule] = ZoneInfo.from_file(io.BytesIO(body + body + b"\n" + rule.encode() + b"\n"))
    utc = datetime.datetime.fromtimestamp(moment, datetime.timezone.utc)
    return int(utc.astimezone(offset_by_rule.zones[rule]).utcoffset().total_seconds())


offset_by_rule.zones = {}


def zones(package):
    folder = Path(package) / "zoneinfo"
    names = (Path(package) / "zones").read_text().split()
    groups = {}
    for name in names:
        if name.startswith(("Etc/GMT", "posix", "right", "SystemV")) or name == "Factory":
            continue
        first, kept, rule = zone(folder / name)
        first, kept = shortened(first, kept, rule, offset_by_rule)
        # Abbreviations of zones are never printed.
        rule = re.sub(r"<[^>]*>|[A-Za-z]{3,}", "A", rule.split(",")[0]) + rule[len(rule.split(",")[0]):]
        groups.setdefault((first, tuple(kept), rule), []).append(name)
    version = (folder / "tzdata.zi").read_text().split("\n")[0].split()[-1]
    lines = [f"# tzdb {version}, public domain. Written by generate.py; transitions since {FIRST_YEAR}."]
    for (first, kept, rule), names in groups.items():
        last, parts = 0, []
        for moment, offset in kept:
            parts.append(f"{(moment - last) // 60}:{offset // 60}")
            last = moment
        lines.append(f"{' '.join(names)}\t{rule}\t{first // 60}\t{' '.join(parts)}")
    return "\n".join(lines) + "\n"


def main(root, package):
    here = Path(__file__).parent
    (here / "locales.txt").write_text(locales(root), encoding="utf-8")
    (here / "zones.txt").write_text(zones(package), encoding="utf-8")


main(*sys.argv[1:])
