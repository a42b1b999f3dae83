"""The events of the game; times, versions and visibility belong to the envelope."""

from domain.kernel.facts import events_in
from scripts.new_game.game.events import cards, endings, setup, turns
from scripts.new_game.game.events.cards import *
from scripts.new_game.game.events.endings import *
from scripts.new_game.game.events.setup import *
from scripts.new_game.game.events.turns import *

EVENTS = events_in(setup, turns, cards, endings)
