"""The events, named as in the catalogue; times, versions and visibility belong to the envelope.

`seat` is the player it is about, `iid` and `card` a card, `scp` the instance of an SCP. `cause` is a card id, or what
the rules call it (`draw_phase`, `setup` ...).
"""

from __future__ import annotations

from domain.games.scp.events import attempts, building, cards, piles, plays, scps, setup, turns
from domain.games.scp.events.attempts import *
from domain.games.scp.events.building import *
from domain.games.scp.events.cards import *
from domain.games.scp.events.piles import *
from domain.games.scp.events.plays import *
from domain.games.scp.events.scps import *
from domain.games.scp.events.setup import *
from domain.games.scp.events.subjects import *
from domain.games.scp.events.turns import *
from domain.kernel.facts import events_in

EVENTS = events_in(setup, turns, piles, building, cards, plays, attempts, scps)
