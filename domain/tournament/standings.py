"""Standings after any round: points, then tie-breaks in the order of the policy, exact, and which of them decided."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from domain.tournament.entrants import Entrant, Round
from domain.tournament.ledger import Ledger, ledger
from domain.tournament.policy import Policy
from domain.tournament.tiebreaks import TIE_BREAKS, Books, direct_encounter

POINTS = "POINTS"
THOUSANDTHS = 1000
"""Of one: texts have as many digits as that."""


class Exact(msgspec.Struct, frozen=True):
    """A value as it is computed with, "7/12", and as people read it, "58.3%"."""

    code: str
    exact: str
    display: str


class Standing(msgspec.Struct, frozen=True):
    """One row. Those who share a rank are tied in everything. `record`: rounds won, drawn, lost.

    `decided_above`, `decided_below`: what decided against the neighbouring row: POINTS, or the code of a tie-break;
    None without such a row, or if nothing did.
    """

    rank: int
    entrant: str
    points: Exact
    record: tuple[int, int, int]
    tie_breaks: tuple[Exact, ...]
    decided_above: str | None
    decided_below: str | None


def standings(
    policy: Policy, entrants: Sequence[Entrant], rounds: Sequence[Round], after: int | None = None
) -> tuple[Standing, ...]:
    """The standings after a round, the best first; those who are tied in everything in the order of their ids."""
    return of(ledger(policy, entrants, rounds, after))


def of(found: Ledger) -> tuple[Standing, ...]:
    """The standings of a ledger."""
    keys = _keys(Books(found))
    order = sorted(sorted(keys), key=lambda entrant: keys[entrant], reverse=True)
    rows: list[Standing] = []
    for place, entrant in enumerate(order):
        above = _decided(found, keys, order, place)
        rank = place + 1 if above is not None or not rows else rows[-1].rank
        rows.append(_row(found, entrant, keys[entrant], rank, above, _decided(found, keys, order, place + 1)))
    return tuple(rows)


def _keys(books: Books) -> dict[str, tuple[Fraction, ...]]:
    """The sort key of an entrant: its points, then the value of each tie-break."""
    keys: dict[str, tuple[Fraction, ...]] = {entrant: (points,) for entrant, points in books.ledger.points.items()}
    for code in books.policy.tie_breaks:
        values = _encounters(books, keys) if code == "DE" else _values(books, code, keys)
        keys = {entrant: (*key, values[entrant]) for entrant, key in keys.items()}
    return keys


def _values(books: Books, code: str, keys: dict[str, tuple[Fraction, ...]]) -> dict[str, Fraction]:
    return {entrant: books.ask(TIE_BREAKS[code].value, entrant) for entrant in keys}


def _encounters(books: Books, keys: dict[str, tuple[Fraction, ...]]) -> dict[str, Fraction]:
    """The direct encounters of those who are tied so far."""
    groups: dict[tuple[Fraction, ...], list[str]] = {}
    for entrant, key in keys.items():
        groups.setdefault(key, []).append(entrant)
    return {entrant: value for tied in groups.values() for entrant, value in direct_encounter(books, tied).items()}


def _decided(found: Ledger, keys: dict[str, tuple[Fraction, ...]], order: list[str], place: int) -> str | None:
    """The code that decided between the row at a place and the one above it."""
    if not 0 < place < len(order):
        return None
    codes = (POINTS, *found.policy.tie_breaks)
    both = zip(codes, keys[order[place - 1]], keys[order[place]], strict=True)
    return next((code for code, above, below in both if above != below), None)


def _row(
    found: Ledger, entrant: str, key: tuple[Fraction, ...], rank: int, above: str | None, below: str | None
) -> Standing:
    account = found.accounts[entrant]
    won, drawn = (sum(line.outcome == outcome for line in account) for outcome in ("win", "draw"))
    return Standing(
        rank,
        entrant,
        exact(POINTS, key[0]),
        (won, drawn, len(account) - won - drawn),
        tuple(exact(code, value) for code, value in zip(found.policy.tie_breaks, key[1:], strict=True)),
        above,
        below,
    )


def exact(code: str, value: Fraction) -> Exact:
    """A value with its text."""
    percent = code in TIE_BREAKS and TIE_BREAKS[code].percent
    return Exact(code, str(value), _percent(value) if percent else _decimal(value))


def _percent(value: Fraction) -> str:
    """Percent with one digit after the point, a half rounded up."""
    tenths = int(value * THOUSANDTHS + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}%"


def _decimal(value: Fraction) -> str:
    """A number with as many digits after the point as it has, at most three; a half rounded up."""
    thousandths = int(value * THOUSANDTHS + Fraction(1, 2))
    whole, rest = divmod(thousandths, THOUSANDTHS)
    return f"{whole}.{rest:03}".rstrip("0").rstrip(".")
