"""Names for things on a table, several of which have one name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from domain.kernel.sentences import p


class NamedThing(NamedTuple):
    """A thing on a table: whose it is (None: nobody's), its instance id, its printed name."""

    seat: int | None
    iid: str
    name: str


def distinct_names(things: Iterable[NamedThing]) -> dict[str, str]:
    """Their names by id: "Field Medic" alone, "Field Medic 2" as the second of its player, "Field Medic of P2" where
    others have one too.
    """
    by_name: dict[str, list[NamedThing]] = {}
    for thing in things:
        by_name.setdefault(thing.name, []).append(thing)
    found: dict[str, str] = {}
    for name, alike in by_name.items():
        if len(alike) == 1:
            found[alike[0].iid] = name
        else:
            found |= _alike(name, alike)
    return found


def _alike(name: str, things: Iterable[NamedThing]) -> dict[str, str]:
    """The names of things of one name."""
    by_seat: dict[int | None, list[str]] = {}
    for thing in things:
        by_seat.setdefault(thing.seat, []).append(thing.iid)
    return {
        iid: _apart(name, n if len(iids) > 1 else None, seat if len(by_seat) > 1 else None)
        for seat, iids in by_seat.items()
        for n, iid in enumerate(iids, 1)
    }


def _apart(name: str, n: int | None, seat: int | None) -> str:
    counted = name if n is None else f"{name} {n}"
    return counted if seat is None else f"{counted} of {p(seat)}"
