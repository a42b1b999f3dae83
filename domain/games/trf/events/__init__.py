"""The events, named as in the catalogue; times, versions and visibility belong to the envelope.

`seat` is the player it is about, `card` a card id, `iid` its instance. `cause` is a card id, or what the rules call it.
"""

from __future__ import annotations

from domain.games.trf.events import attacks, cards, fights, ooc, setup, turns, units
from domain.games.trf.events.attacks import *
from domain.games.trf.events.cards import *
from domain.games.trf.events.common import *
from domain.games.trf.events.fights import *
from domain.games.trf.events.ooc import *
from domain.games.trf.events.setup import *
from domain.games.trf.events.turns import *
from domain.games.trf.events.units import *
from domain.kernel.facts import events_in

EVENTS = events_in(setup, turns, cards, units, ooc, attacks, fights)
