"""Matches with cards of random texts: they go on or end, and keep what always holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from domain.games.scp import GAME
from domain.games.scp import events as e
from domain.games.scp.board import Job
from domain.games.scp.definitions import CardType
from domain.kernel import decide
from domain.kernel.audience import SPECTATOR, seat
from domain.kernel.decide import Decision
from domain.kernel.facts import as_seen
from domain.kernel.fold import evolve
from domain.kernel.match import State
from service.bots.sampling import sample, typed
from tests.games.scp import custom
from tests.games.scp.invented import Inventor
from tests.games.scp.seating import Seated, brings, create
from tests.games.scp.table import Table
from tests.kit.scenario import SEED

NUMBERS: dict[CardType, int] = {
    "personnel": 6,
    "gear": 3,
    "finance": 2,
    "resource": 2,
    "event": 5,
    "complication": 3,
    "mission": 2,
    "scp": 10,
}
IDS = ("", "x", "P15", "s0000000000")
AMOUNTS = (-(10**15), -1, 0, 1, 2, 99, 10**15)
JOBS: tuple[Job, ...] = ("secure", "contain", "destroy", "defend")
Cids = dict[CardType, list[str]]


class Made(NamedTuple):
    """Invented cards, and their ids by their types."""

    cards: Mapping[str, Any]
    cids: Cids


def invent(random: Random) -> Made:
    """A set of invented cards."""
    inventor, game = Inventor(random), Table()
    cids: Cids = {
        kind: [custom.card(game, kind, *inventor.parts(kind), **inventor.facts(kind)) for _ in range(n)]
        for kind, n in NUMBERS.items()
    }
    return Made(game.cards, cids)


def scene(made: Made, random: Random) -> Table:
    """Such cards everywhere, in the middle of a turn."""
    cids, game = made.cids, Table(3)
    game.cards.update(made.cards)
    hand = [*cids["event"], *cids["complication"], *cids["mission"]]
    deck = [*hand, *cids["personnel"], *cids["gear"]]
    for scp in cids["scp"][:6]:
        holder = random.choice((None, 0, 1, 2))
        game.scp(scp, holder, status=None if holder is None else random.choice(("secured", "contained")))
    game.scps(*cids["scp"])
    for number in range(3):
        people = [game.asset(number, cid) for cid in random.sample(cids["personnel"], 4)]
        for cid in random.sample([*cids["gear"], *cids["finance"], *cids["resource"]], 4):
            game.asset(number, cid, **({"host": random.choice(people)} if game.cards[cid].attached else {}))
        game.player(number, pool=8, hand=random.sample(hand, 4), deck=random.choices(deck, k=30))
        game.player(number, discard=random.choices(deck, k=3), queue=random.sample(cids["gear"], 2))
        for person in people:
            scp, job = random.choice(game.board.scps), random.choice(JOBS) if number == 0 else "defend"
            if job != "defend" or scp.controller == number:
                game.assigned(job, scp.iid, person)
    return game.start(random.choice(("draw", "assignment", "retrieval", "research", "maintenance")))


def match(made: Made, random: Random) -> Table:
    """A match from its beginning whose decks are full of them."""
    cards = [cid for kind, cids in made.cids.items() if kind != "scp" for cid in cids for _ in range(3)]
    return Seated([brings(*random.sample(cards, 40), scps=made.cids["scp"])] * 3, cards=made.cards)


def hostile(state: State, random: Random) -> Any:
    """Any action about anything."""
    board = state.board
    zones = (zone for player in board.players for zone in (player.play, player.queue, player.discard))
    held = [iid for player in board.players for iid in player.hand.known]
    iids = [*IDS, *held, *(card.iid for zone in (*zones, board.scps, board.scp_discard) for card in zone)]
    kind = random.choice(GAME.actions)
    values: dict[str, Any] = {"n": AMOUNTS, "ability": AMOUNTS, "player": (*AMOUNTS, None), "job": (*JOBS, "research")}
    values["places"] = ((), (1,), (1, 1), (-1, 10**15))
    names = [field.name for field in msgspec.structs.fields(kind)]
    return kind(**{name: random.choice(values.get(name, iids)) for name in names})


def step(state: State, random: Random) -> Decision:
    """One of those who are asked answers, lets the time pass, or gives up."""
    prompt = random.choice(list(state.prompts.values()))
    chance = random.random()
    if chance < 0.01:
        done = decide.concede(GAME, state, prompt.seat, state.at, SEED)
    elif chance < 0.05 and prompt.deadline is not None:
        done = decide.time_out(GAME, state, prompt.id, prompt.revision, prompt.deadline, SEED)
    else:
        offered = GAME.options(state, prompt)
        wanted = [one for one in offered if one.type not in ("end_phase", "end_turn", "pass", "compare", "unassign")]
        chosen = random.choice(wanted if wanted and chance < 0.8 else offered)
        done = decide.act(GAME, state, prompt.seat, typed(GAME, sample(chosen, random)), state.at, SEED)
    assert isinstance(done, Decision), done
    return done


@pytest.mark.rule("SCP-R70", "SCP-R71")
@pytest.mark.parametrize("number", range(8))
def test_invented_cards_break_nothing(number: int) -> None:
    random, happened = Random(f"{number} invented"), Counter[type[Any]]()
    made = invent(random)
    for _ in range(4):
        state = scene(made, random).state
        for _ in range(60):
            if state.status != "running":
                break
            decide.act(GAME, state, random.randrange(3), hostile(state, random), state.at, SEED)
            done = step(state, random)
            state = done.state
            happened.update(type(fact.event) for fact in done.facts)
            assert GAME.invariants(state) == []
    assert happened[e.TextResolved]
    assert happened[e.EscalationChanged]


@pytest.mark.rule("SCP-R69", "SCP-523")
@pytest.mark.parametrize("number", range(3))
def test_of_invented_cards_all_see_what_they_are_told(number: int) -> None:
    random = Random(f"{number} told")
    game = match(invent(random), random)
    begun, state = create(3), game.state
    assert isinstance(begun, Decision)
    own = {viewer: begun.state.copy() for viewer in (SPECTATOR, *map(seat, range(3)))}
    for viewer, known in own.items():
        known.play_with(game.cards)
        for fact in game.history:
            evolve(GAME, known, as_seen(fact, viewer), state.at)
    for _ in range(200):
        if state.status != "running":
            break
        done = step(state, random)
        state = done.state
        for viewer, known in own.items():
            for fact in done.facts:
                evolve(GAME, known, as_seen(fact, viewer), done.at)
            known.frames = state.frames
            assert msgspec.to_builtins(GAME.view(known, viewer)) == msgspec.to_builtins(GAME.view(state, viewer))
        for prompt in state.prompts.values():
            assert GAME.options(own[seat(prompt.seat)], prompt) == GAME.options(state, prompt)
