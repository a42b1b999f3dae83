"""The events, named as in the catalogue; times, versions and visibility belong to the envelope.

`seat` is the player it is about (`player` there). Characters go by instance id, `cid` beside it by card id; playing
cards by face. `cause` is a card's, move's or ability's id, or what the rules call it.
"""

from __future__ import annotations

from domain.games.capcom_crossovers.events import attacks, blocks, cards, characters, setup, turns
from domain.games.capcom_crossovers.events.attacks import *
from domain.games.capcom_crossovers.events.blocks import *
from domain.games.capcom_crossovers.events.cards import *
from domain.games.capcom_crossovers.events.characters import *
from domain.games.capcom_crossovers.events.setup import *
from domain.games.capcom_crossovers.events.turns import *
from domain.kernel.facts import events_in

EVENTS = events_in(setup, turns, blocks, cards, attacks, characters)
