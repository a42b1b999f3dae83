"""The events, named as in the catalogue; times, versions and visibility belong to the envelope.

`seat` is the player it is about. `cause` is a card id, or what the rules call it (`draw_card`, `poison` ...).
"""

from __future__ import annotations

from domain.games.cape_and_cowl.events import acts, cards, chance, characters, piles, points, turns
from domain.games.cape_and_cowl.events.acts import *
from domain.games.cape_and_cowl.events.cards import *
from domain.games.cape_and_cowl.events.chance import *
from domain.games.cape_and_cowl.events.characters import *
from domain.games.cape_and_cowl.events.piles import *
from domain.games.cape_and_cowl.events.points import *
from domain.games.cape_and_cowl.events.turns import *
from domain.kernel.facts import events_in

EVENTS = events_in(turns, cards, piles, points, acts, characters, chance)
