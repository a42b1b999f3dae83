"""The text of a document without what means nothing, so that a comment more makes no other document."""

from __future__ import annotations

import re

_IGNORED = r"(?:#[^\n\r]*+|[\t\n\r ,\ufeff]++)"
_PART = re.compile(
    rf'(?P<text>"""(?:\\"""|[^"]|"(?!""))*+"""|"(?:\\.|[^"\\])*+")'
    rf"|{_IGNORED}*+(?P<mark>\.\.\.|[!$&():=@\[\]{{|}}]){_IGNORED}*+"
    rf"|{_IGNORED}++",
    re.DOTALL,
)


def normal(text: str) -> str:
    """A text with the same tokens for all texts that have them; comments, commas and blanks are left out."""
    return _PART.sub(lambda part: part["text"] or part["mark"] or " ", text).strip(" ")
