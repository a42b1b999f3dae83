"""ConCardia C4, V4.22, as a table of contents."""

from __future__ import annotations

from functools import partial

from domain.games.c4 import balance, bot, loadouts, prompts, tables, unseen, views
from domain.games.c4 import frames as f
from domain.games.c4.board import Board
from domain.games.c4.cardfiles import READER, core
from domain.games.c4.events import EVENTS, UPCASTERS
from domain.games.c4.invariants import invariants
from domain.games.c4.loadouts import Loadout, Options
from domain.games.c4.match import Batch, Progress
from domain.games.c4.names import NAMES
from domain.games.c4.rules import (
    attacks,
    claims,
    effect_prompts,
    effects,
    ending,
    movements,
    playing,
    reactions,
    setup,
    turns,
    votes,
)
from domain.games.c4.sentences import describe
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.game import CardGame
from domain.kernel.loadouts import infos

STEPS: ByType[Batch, None] = by_type(
    on(f.Turn, turns.step),
    on(f.Play, playing.step_play),
    on(f.Use, playing.step_use),
    on(f.Do, effects.DO.step),
    on(f.IfDid, effect_prompts.step_if_did),
    on(f.Each, effect_prompts.step_each),
    on(f.Choice, effect_prompts.OPTION.step),
    on(f.PlayerChoice, effect_prompts.step_player_choice),
    on(f.CardChoice, effect_prompts.step_card_choice),
    on(f.LookTop, effect_prompts.step_look_top),
    on(f.Movement, movements.step_movement),
    on(f.Pay, movements.step_pay),
    on(f.Put, movements.step_put),
    on(f.Window, reactions.step_window),
    on(f.Attack, attacks.step_attack),
    on(f.AttackEach, attacks.step_attack_each),
    on(f.Reflip, attacks.step_reflip),
    on(f.Claim, claims.step),
    on(f.Vote, votes.step_vote),
    on(f.Ending, ending.step),
)

GAME: CardGame[Board, Options, Loadout, Progress, views.View] = CardGame(
    slug="c4",
    title="ConCardia C4",
    prefix="C4",
    package=__package__,
    rules_version="4.23",
    min_seats=2,
    max_seats=8,
    board_type=Board,
    view_type=views.View,
    options_type=Options,
    loadout_type=Loadout,
    progress_type=Progress,
    events=EVENTS,
    upcasters=UPCASTERS,
    actions=tuple(prompts.UNASKED),
    core=core,
    reader=READER,
    decks=partial(infos, loadouts.decks),
    precon=loadouts.precon,
    check_options=partial(loadouts.check_options, core),
    check_loadout=loadouts.check_loadout,
    decision_time=loadouts.decision_ms,
    turn_budget=loadouts.turn_ms,
    new_board=setup.new_board,
    setup=setup.set_up,
    steps=STEPS,
    leave=turns.concede,
    questions=prompts.QUESTIONS,
    standing=claims.standing,
    refuse_unasked=prompts.refuse_unasked,
    plays=prompts.plays,
    progress=views.progress,
    view=views.view,
    table=tables.table,
    names=NAMES,
    phase=views.phase,
    describe=describe,
    bot=bot.choose,
    attacking=balance.attacking,
    counted=balance.COUNTED,
    score=balance.score,
    evaluate=balance.evaluate,
    dealt=unseen.dealt,
    invariants=invariants,
)
