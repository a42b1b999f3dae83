"""Records that leave: replay files, audits, and the check of a file that somebody sends."""

from __future__ import annotations

from api_schema.errors import ErrorCode
from api_schema.limiting.budgets import Bucket
from api_schema.operations.http import FILE_NAME, NDJSON, VERSION
from api_schema.operations.lobby import CLOSED, SEEN
from api_schema.operations.operation import Operation
from api_schema.operations.parameters import ReplayQuery
from api_schema.ports.history import AUDIT, AuditReport

_CODES = (*CLOSED, ErrorCode.NOT_YOUR_SEAT)
_LEVELS = """Levels: `store` (the rows agree with each other), L0 (chain and signature), L1 (fold), L2 (decided again),
L3 (seed and draws), L4 (redaction); see docs/replay/README.md."""

GET_REPLAY = Operation(
    "getReplay",
    "/v1/matches/{id}/replay",
    "The replay file of a match, as one perspective may keep it",
    "history",
    query_type=ReplayQuery,
    auth="optional",
    sight="replay:read",
    media={NDJSON: "Header, events, checks and footer, one canonical JSON object a line."},
    codes=_CODES,
    description="""A file to keep, which everybody can check without asking this service (docs/replay/format.md).
Mid-match it ends at the present version; its head is the `headHash` of the stream at that version. The file of a match
that is over never changes. The service packs it with gzip where Accept-Encoding prefers that, and doesn't say its
length beforehand.

`after`: only the lines after that version, without header, with checks and footer: a reader who has followed so far
goes on with the own chain. The service folds from the start all the same.""",
    costs=50,
    live=True,
    sends=(VERSION, FILE_NAME),
)
GET_AUDIT = Operation(
    "getAudit",
    "/v1/matches/{id}/audit",
    "Whether the stored record of a match holds",
    "history",
    reply=AuditReport,
    auth="optional",
    sight=SEEN,
    codes=_CODES,
    description=f"""Reads the stored events past every cache and checks them on every level, once for each version; a
report is remembered for as long as the service likes. {_LEVELS}

Whoever may see the match may ask. While the whole record is not open to the caller, levels say whether they hold and
nothing else; L2 then tells only if it failed. 503 while too many audits wait.""",
    costs=AUDIT,
)
VERIFY_REPLAY = Operation(
    "verifyReplay",
    "/v1/replays/verify",
    "Whether a replay file holds that you send",
    "history",
    method="POST",
    reply=AuditReport,
    auth="optional",
    upload={
        NDJSON: "A replay file.",
        "application/gzip": "A replay file, packed.",
        "application/octet-stream": "Either, told by the bytes.",
    },
    beyond="a text that is no replay file, or one of a later version",
    description=f"""Send the file as it is, plain or gzipped; nothing is kept. 413 beyond 16 MiB as sent, 64 MiB
or 50,000 lines unpacked, 60 seconds or 512 MiB of memory to check it; `playledger verify` has no such limits. 400 for
what is no replay file, with the line in `details.line`. A file that can be read gets a report, also when levels fail.
`pinned`: signed by a key of this service. 429 while two files of the same client are under way, 503 while too many
files wait. {_LEVELS}""",
    bucket=Bucket.READS,
    costs=5000,
)

ROWS = (GET_REPLAY, GET_AUDIT, VERIFY_REPLAY)
