"""What every Python peer prints."""
import json


def money(value):
    return f"{value:,.2f}"


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def groups(rows, key):
    """Rows in groups of neighbours, each with its key and the sum of its amounts."""
    found = []
    for row in rows:
        if not found or found[-1][0] != row[key]:
            found.append((row[key], []))
        found[-1][1].append(row)
    return [(name, rows, sum(row["amount"] for row in rows)) for name, rows in found]
