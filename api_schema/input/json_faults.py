"""Faults of JSON that is not read: it begins with a mark, or has too many parts."""

from __future__ import annotations

MOST_PARTS = 50_000
"""Lists, objects and commas of one text, many times what any request needs. The largest body holds a million, and to
read those would keep everybody waiting for a tenth of a second.
"""
CROWDED = f"it has over {MOST_PARTS:,} values"
_MARKS = {
    b"\xef\xbb\xbf": "a byte order mark stands before it (EF BB BF): send UTF-8 without one",
    b"\xff\xfe": "it is UTF-16: send UTF-8",
    b"\xfe\xff": "it is UTF-16: send UTF-8",
}


def marked(data: bytes) -> str | None:
    """The fault of JSON that begins with a byte order mark (RFC 8259, 8.1); None for other data."""
    return next((wrong for mark, wrong in _MARKS.items() if data.startswith(mark)), None)


def crowded(data: bytes | str) -> bool:
    """Whether JSON has too many parts. Those inside of texts count too, for nothing of it is read."""
    if isinstance(data, str):
        return data.count("[") + data.count("{") + data.count(",") > MOST_PARTS
    return data.count(b"[") + data.count(b"{") + data.count(b",") > MOST_PARTS
