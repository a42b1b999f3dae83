"""What JSON that can't be read begins with, where that says what is wrong."""

from __future__ import annotations

_MARKS = {
    b"\xef\xbb\xbf": "a byte order mark stands before it (EF BB BF): send UTF-8 without one",
    b"\xff\xfe": "it is UTF-16: send UTF-8",
    b"\xfe\xff": "it is UTF-16: send UTF-8",
}


def marked(data: bytes) -> str | None:
    """What is wrong with JSON that begins with a byte order mark (RFC 8259, 8.1); None for other data."""
    return next((wrong for mark, wrong in _MARKS.items() if data.startswith(mark)), None)
