"""Prints brackets as the service tells them, for the unit tests of the page's geometry: `python -m tests.web.brackets`.

One JSON object: a name such as `double 5 reset` to the nodes of a bracket before its first result.
"""

from __future__ import annotations

import sys

import msgspec

from api_schema.ports.tournaments import BracketNodeOut
from domain.tournament.brackets import BracketNode, double, single, state
from service.tournaments.rendering import bracket_node_out

MOST = 64


def graphs() -> dict[str, list[BracketNodeOut]]:
    """Single and double eliminations of 2 to MOST entrants, with and without third place and reset."""
    found = {}
    for entrants in range(2, MOST + 1):
        found[f"single {entrants}"] = nodes(single(entrants), entrants)
        found[f"single {entrants} third"] = nodes(single(entrants, third_place=True), entrants)
        found[f"double {entrants}"] = nodes(double(entrants, reset=False), entrants)
        found[f"double {entrants} reset"] = nodes(double(entrants), entrants)
    return found


def nodes(bracket: tuple[BracketNode, ...], entrants: int) -> list[BracketNodeOut]:
    """A bracket with nothing played."""
    seeds = tuple(f"en_{seed}" for seed in range(1, entrants + 1))
    names = {seed: seed.removeprefix("en_") for seed in seeds}
    return [bracket_node_out(match, None, names) for match in state(bracket, seeds, {}).values()]


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(graphs()))
