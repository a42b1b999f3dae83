"""A game's catalogue, read from its RULES.md: lines `- C4-101 text` under the headings of `## Rules`, and rulings."""

from __future__ import annotations

import re
from hashlib import sha256
from importlib import resources

from api_schema.ports.catalogue import RuleInfo
from domain.kernel.game import CardGame

FILE = "RULES.md"
_HEADING = re.compile(r"^(#{2,3}) (.+)$")
_LINE = re.compile(r"^- (?P<id>[A-Z][A-Z0-9&]*-R?\d+[a-z]?) (?P<text>.+)$")
_ROW = re.compile(r"^\| (?P<id>[A-Z][A-Z0-9&]*-R?\d+[a-z]?) \| (?P<text>.+) \|$")
SECTIONS = ("Rules", "Rulings")


def text_of(game: CardGame) -> str:
    """The game's RULES.md, empty if it has none."""
    file = resources.files(game.package) / FILE
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def hash_of(text: str) -> str:
    """The hex hash by which matches are pinned to a catalogue: of the IDs and the words of its rules and rulings.

    Headings, line breaks, tables of cards and examples may change under one version of the rules; cards have a hash of
    their own.
    """
    said = [f"{rule.id} {' '.join(rule.text.split())}\n" for rule in parse(text)]
    return sha256("".join(said).encode()).hexdigest()


def parse(text: str) -> list[RuleInfo]:
    """All rules and rulings in order. A rule's section is its heading; its text runs on over indented lines."""
    rules: list[RuleInfo] = []
    chapter = section = ""
    for line in text.splitlines():
        if heading := _HEADING.match(line):
            chapter, section = _place(heading, chapter)
        elif chapter in SECTIONS and (rule := _LINE.match(line) or _ROW.match(line)):
            rules.append(RuleInfo(rule["id"], rule["text"].strip().replace(" | ", " -> "), section))
        elif rules and chapter in SECTIONS and line.startswith("  "):
            last = rules[-1]
            rules[-1] = RuleInfo(last.id, f"{last.text} {line.strip()}", last.section)
    return rules


def _place(heading: re.Match[str], chapter: str) -> tuple[str, str]:
    title = heading[2].strip()
    return (title, title) if heading[1] == "##" else (chapter, title)
