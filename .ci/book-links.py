"""A preprocessor of mdBook for links.

The built book has no sources, so links that leave `docs/` become plain text. mdBook writes `README.md` as `index.html` and
does not follow links to it.
"""

import json
import posixpath
import re
import sys

LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|#)([^)\s#]+)(#[^)]*)?\)")


def in_book(text: str, folder: str) -> str:
    def replaced(link: re.Match) -> str:
        target = posixpath.normpath(posixpath.join(folder, link[2]))
        if target.startswith("../"):
            return link[1]
        path = posixpath.join(posixpath.dirname(link[2]), "index.md") if target.endswith("README.md") else link[2]
        return f"[{link[1]}]({path}{link[3] or ''})"

    return LINK.sub(replaced, text)


def walk(items: list) -> None:
    for item in items:
        chapter = item.get("Chapter") if isinstance(item, dict) else None
        if chapter:
            folder = posixpath.dirname(chapter["path"] or "")
            chapter["content"] = in_book(chapter["content"], folder)
            walk(chapter["sub_items"])


if sys.argv[1:2] != ["supports"]:
    _, book = json.load(sys.stdin)
    walk(book["items"])
    json.dump(book, sys.stdout)
