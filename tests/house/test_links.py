"""Links of committed pages to other files, and to headings in them, lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tests.kit.process import ROOT

CODE = re.compile(r"^ *```.*?^ *```|`[^`\n]+`", re.MULTILINE | re.DOTALL)
COPIED = "bench/compared.md"
"""The end of docs/benchmarks.md: its links lead from there."""
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")


@cache
def anchors(page: Path) -> frozenset[str]:
    """The names that GitHub gives the headings of a page, once each."""
    headings = re.findall(r"^#+ (.+)$", CODE.sub(lambda code: code[0].strip("`"), page.read_text()), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)


def test_every_link_leads_to_a_file_and_to_a_heading_in_it(committed: Mapping[str, str]) -> None:
    lost = []
    for name in sorted(name for name in committed if name.endswith(".md") and name != COPIED):
        for target, anchor in LINK.findall(CODE.sub("", committed[name])):
            page = (ROOT / name).parent / target if target else ROOT / name
            if not page.exists() or (anchor and anchor not in anchors(page)):
                lost.append(f"{name}: {target}#{anchor}")
    assert lost == []
