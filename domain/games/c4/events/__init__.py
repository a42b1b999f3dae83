"""The events of C4, named as in its catalogue; times, versions and visibility belong to the envelope."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.c4.events import attacks, cards, effects, endings, setup, tokens, turns, votes
from domain.games.c4.events.attacks import *
from domain.games.c4.events.cards import *
from domain.games.c4.events.effects import *
from domain.games.c4.events.endings import *
from domain.games.c4.events.setup import *
from domain.games.c4.events.tokens import *
from domain.games.c4.events.turns import *
from domain.games.c4.events.votes import *
from domain.kernel.facts import events_in
from domain.kernel.upcasters import Upcaster

EVENTS = events_in(setup, turns, cards, attacks, tokens, effects, votes, endings)

UPCASTERS: Mapping[tuple[str, int], Upcaster] = {
    # what the vote was about can't be known from the event alone
    ("ballot_cast", 1): lambda data: data,
}
