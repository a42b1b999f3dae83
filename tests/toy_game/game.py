"""Envoys as a table of contents."""

from __future__ import annotations

from functools import partial

from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.game import CardGame
from domain.kernel.loadouts import infos
from tests.toy_game import actions as act
from tests.toy_game import bot, loadouts, prompts, views
from tests.toy_game import events as ev
from tests.toy_game import frames as f
from tests.toy_game.board import Board
from tests.toy_game.cardfiles import READER, core
from tests.toy_game.invariants import invariants
from tests.toy_game.loadouts import Loadout, Options
from tests.toy_game.match import Batch, Progress
from tests.toy_game.rules import ending, setup, turns
from tests.toy_game.sentences import describe

STEPS: ByType[Batch, None] = by_type(
    on(f.Round, turns.start),
    on(f.Ballots, turns.ballots),
    on(f.Reveal, turns.reveal),
    on(f.Refill, turns.refill),
)

GAME: CardGame[Board, Options, Loadout, Progress, views.View] = CardGame(
    slug="envoys",
    title="Envoys",
    prefix="TOY",
    package=__package__,
    rules_version="1",
    min_seats=min(loadouts.SEATS),
    max_seats=max(loadouts.SEATS),
    board_type=Board,
    view_type=views.View,
    options_type=Options,
    loadout_type=Loadout,
    progress_type=Progress,
    events=ev.EVENTS,
    actions=(act.Send, act.Peek, act.Pay, act.Ban),
    core=core,
    reader=READER,
    decks=partial(infos, loadouts.decks),
    precon=loadouts.precon,
    check_options=loadouts.check_options,
    check_loadout=loadouts.check_loadout,
    time_limit=loadouts.time_limit,
    time_up=ending.time_up,
    new_board=setup.new_board,
    setup=setup.set_up,
    steps=STEPS,
    leave=ending.leave,
    questions=prompts.QUESTIONS,
    standing=prompts.standing,
    refuse_unasked=prompts.refuse_unasked,
    plays=prompts.plays,
    progress=views.progress,
    view=views.view,
    table=views.table,
    phase=views.phase,
    describe=describe,
    bot=bot.choose,
    counted=by_type(on(ev.PointScored, lambda event: (event.seat, "points"))),
    score=lambda board, seat: board.places[seat].points,
    invariants=invariants,
)
