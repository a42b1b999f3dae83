"""The names of tournaments, so that one is found by any part of it: every end of a name begins with a part."""

from __future__ import annotations

from collections.abc import Sequence

import structlog
from sqlalchemy import Connection

from domain.kernel.upcasters import UnreadableEvent
from domain.tournament.events import TournamentCreated
from eventstore import Logged
from eventstore.read_models.past import Past
from service.application.names import folded
from service.projections.tournament_history import public
from service.projections.tournament_names.table import tournament_names
from service.projections.tournament_states import of_tournaments

log = structlog.get_logger(__name__)

NAME = "tournament_names"
LONGEST = 200
"""Characters of a folded name that are kept: a few signs of a name can fold to very many."""


class TournamentNames:
    """Applies events of the log; each event once, in the order of the log."""

    name = NAME
    follows = (TournamentCreated.type,)
    tables = (tournament_names,)

    def apply(self, connection: Connection, logged: Sequence[Logged], past: Past) -> None:
        """Note the names of new tournaments. A name never changes."""
        made = [entry for entry in logged if entry.event.type == TournamentCreated.type]
        if not made:
            return
        known = of_tournaments(past, made)
        rows = [
            {"part": part, "created_position": entry.position}
            for entry in made
            if entry.event.stream_id in known
            for part in _ends(_name(entry))
        ]
        if rows:
            connection.execute(tournament_names.insert(), rows)


def _name(entry: Logged) -> str:
    """The name of a new tournament; none if a newer release has made it."""
    try:
        made = public(entry.event)
    except UnreadableEvent as error:
        log.warning("the names pass over a tournament", stream=str(entry.event.stream_id), error=str(error))
        return ""
    return made.name if isinstance(made, TournamentCreated) else ""


def _ends(name: str) -> Sequence[str]:
    text = folded(name)[:LONGEST]
    return [text[at:] for at in range(len(text))]
