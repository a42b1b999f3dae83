"""Media types and headers of answers that operations name."""

from __future__ import annotations

JSON = "application/json"
NDJSON = "application/x-ndjson"
MARKDOWN = "text/markdown"
CSV = "text/csv"
SSE = "text/event-stream"
TAR = "application/x-tar"
TEXT = "text/plain"

AS_OF = "X-As-Of-Version"
"""The version of a tournament that a page, a table or a file shows."""
ROUND_OVER, FINAL = "X-Round-Over", "X-Final"
"""Of standings whether their round is over, of ranks whether the tournament is: `true` or `false`."""
VERSION = "Playledger-Version"
"""The version of a match, a tournament or a ladder that an answer shows."""
HEAD_HASH = "Playledger-Head-Hash"
"""The hash of the event at that version."""
APPLIED = "Preference-Applied"
FILE_NAME = "Content-Disposition"
