"""The kinds of callers, and what each of them is answered: one policy for each way in which operations are guarded."""

from __future__ import annotations

from collections.abc import Mapping

KINDS: Mapping[str, str] = {
    "nobody": "no token at all",
    "narrow": "a token of the player's own account whose one scope, `tournament:read`, lets it do nothing",
    "webhooks": "a token of the player's own account whose one scope is `webhook:manage`, which players don't have",
    "other seat": "the token of another seat of the same match",
    "own seat": "the token of the seat that is asked for",
    "spectator": "an account with all that players may do, and no seat",
    "player": "the account that holds the seat, and has entered the tournament",
    "organiser": "a spectator with the scopes `tournament:manage` and `tournament:referee`: it runs the tournament",
    "referee": "a spectator with the scope `tournament:referee`: it rules in the tournament, which opens nothing else",
    "admin": "an account with the scope `admin` alone, and no seat",
    "provider": "an access token of the identity provider, with all that players may do, and no seat",
    "left seat": "the token of a seat that was left; somebody else may sit there now",
    "expired": "a token of the player's account that has ended",
    "revoked": "a token of the player's account that was revoked",
    "garbage": "what is no token",
    "stranger": "an access token of another issuer",
}

OK, NOTHING = "ok", "nothing"
UNAUTHENTICATED, FORBIDDEN, NOT_YOUR_SEAT = "UNAUTHENTICATED", "FORBIDDEN", "NOT_YOUR_SEAT"
SIGNS: Mapping[str, str] = {OK: "+", NOTHING: "·", UNAUTHENTICATED: "A", FORBIDDEN: "F", NOT_YOUR_SEAT: "S"}
"""How an answer stands in the page; every other one by its code."""

Policy = dict[str, str]
_BAD = dict.fromkeys(("expired", "revoked", "garbage", "stranger"), UNAUTHENTICATED)
_WITHOUT_SEAT = ("nobody", "spectator", "organiser", "referee", "admin", "provider")
_WITHOUT_ACCOUNT = ("nobody", "other seat", "own seat", "left seat")


def policy(rest: str, *changes: Mapping[str, str]) -> Policy:
    """The same answer for all but those that are named; bad tokens are refused.

    The token for webhooks is as narrow as the other narrow one, unless it is named.
    """
    found = {**dict.fromkeys(KINDS, rest), **_BAD}
    for change in changes:
        found |= {"webhooks": change["narrow"], **change} if "narrow" in change else change
    assert found.keys() == KINDS.keys()
    return found


def all_of(kinds: tuple[str, ...], answer: str) -> dict[str, str]:
    """These kinds with that answer."""
    return dict.fromkeys(kinds, answer)


OPEN: Policy = dict.fromkeys(KINDS, OK)
"""Nobody's token is looked at."""
PUBLIC = policy(OK)
"""Open to all, with a token that is good or none."""
WATCH = policy(OK, {"left seat": UNAUTHENTICATED})
"""Public, as one perspective of a match: the token of a seat that was left looks at that match no more."""
SEAT = policy(NOT_YOUR_SEAT, {"narrow": FORBIDDEN, "own seat": OK, "player": OK, "left seat": UNAUTHENTICATED})
"""What one seat sees."""
PLAYERS = policy(FORBIDDEN, {"other seat": OK, "own seat": OK, "player": OK, "left seat": UNAUTHENTICATED})
"""What is open to the players of a match alone."""
ACT = {**SEAT, "nobody": UNAUTHENTICATED}
"""What one seat does."""
GUESTS = policy(OK, {"narrow": FORBIDDEN})
"""What anybody may begin, an account with the scope for it."""


def account(answer: str = OK) -> Policy:
    """What an account does, with the scope for it; `answer`: how far it gets here."""
    return policy(answer, all_of(_WITHOUT_ACCOUNT, UNAUTHENTICATED), {"narrow": FORBIDDEN})


def webhook_manager(answer: str) -> Policy:
    """What needs the scope for webhooks, which those who play don't have."""
    return policy(FORBIDDEN, all_of(_WITHOUT_ACCOUNT, UNAUTHENTICATED), all_of(("webhooks", "admin"), answer))


def staff(*changes: Mapping[str, str]) -> Policy:
    """What those do who run a tournament or rule in it; players can't."""
    return policy(FORBIDDEN, all_of(_WITHOUT_ACCOUNT, UNAUTHENTICATED), *changes)


def any_account(without: str = UNAUTHENTICATED) -> Policy:
    """What an account sees of itself, whatever its token's scopes."""
    return policy(OK, all_of(_WITHOUT_ACCOUNT, without))


def unless_seated(found: Policy) -> Policy:
    """The same, with nothing where who has no seat would be refused one."""
    return {**found, **all_of(_WITHOUT_SEAT, NOTHING)}
