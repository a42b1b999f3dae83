"""The scopes of an account's token: the one list, and what each opens."""

from __future__ import annotations

from collections.abc import Mapping

SCOPES: Mapping[str, str] = {
    "match:read": "see what the account's own seats see: their views, legal actions, private matches",
    "match:create": "open matches, and fork those that are over",
    "match:play": "take seats, act and leave; and see what these seats see, since every answer shows it",
    "replay:read": "take along records of own matches as the own seats saw them",
    "deck:write": "keep decks, and upload card sets",
    "tournament:read": "see what a tournament shows to its entrants alone",
    "tournament:enter": "enter tournaments and drop out of them",
    "tournament:manage": "run own tournaments",
    "tournament:referee": "rule in tournaments that made the account their referee",
    "webhook:manage": "register, list and remove webhooks",
    "account:write": "change the account: its name, its tokens, its end",
    "admin": "everything that any scope allows; it opens no match that is closed to the account",
}
"""Every scope with what it is for. A public operation needs none, and no token."""

ADMIN = "admin"
PLAYER = (
    "match:read",
    "match:create",
    "match:play",
    "deck:write",
    "replay:read",
    "tournament:read",
    "tournament:enter",
    "account:write",
)
"""All that a player needs."""
