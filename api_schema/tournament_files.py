"""The addresses of a tournament's files on this service."""

from __future__ import annotations

from typing import get_args

from api_schema.ports.tournaments import ExportName, TournamentPolicy
from api_schema.rooted import rooted

DUELS_ALONE = "report.fide-trf"
"""The FIDE report knows no tables of three."""
ARCHIVES = ("matches.ndjson", "replays.tar")
"""The files of its matches."""


def exports(tournament: str, policy: TournamentPolicy) -> list[tuple[str, str]]:
    """(name, address) of each file that the tournament has."""
    files = [name for name in get_args(ExportName) if policy.format != "PODS" or name != DUELS_ALONE]
    return [(name, rooted(f"/v1/tournaments/{tournament}/{name}")) for name in (*files, *ARCHIVES)]


def round_path(tournament: str, number: int) -> str:
    """The address of the proof of a round."""
    return rooted(f"/v1/tournaments/{tournament}/rounds/{number}/file")
