"""Play, watch and run card games on a Playledger service. `Client` is where to begin."""

from playledger_client.answers import choices, filled, guarded, waiting
from playledger_client.board import Board, Shown, boards
from playledger_client.client import Client
from playledger_client.connection import Connection, new_key
from playledger_client.inbox import Inbox
from playledger_client.match import Match
from playledger_client.patches import patched
from playledger_client.problems import (
    Diverged,
    Illegal,
    NotAllowed,
    NotFound,
    Overtaken,
    PlayledgerError,
    RateLimited,
    Refused,
    Unavailable,
    Unreachable,
)
from playledger_client.tournament import Tournament

__all__ = [
    "Board", "Client", "Connection", "Diverged", "Illegal", "Inbox", "Match", "NotAllowed", "NotFound", "Overtaken",
    "PlayledgerError", "RateLimited", "Refused", "Shown", "Tournament", "Unavailable", "Unreachable", "boards",
    "choices", "filled", "guarded", "new_key", "patched", "waiting",
]  # fmt: skip
