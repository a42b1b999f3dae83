"""The bots of simulated matches: what they answer, and what they never do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from domain.games import discover
from domain.kernel.audience import seat as seat_name
from domain.kernel.decide import Decision
from domain.kernel.game import CardGame
from domain.kernel.match import ActionTaken, State
from domain.kernel.prompts import Prompt
from domain.kernel.seating import brought
from service.bots.bots import HOUSE, greedy, searching
from service.bots.sampling import answer
from service.bots.searching import Budget, candidates
from service.simulation.table import Setup, play
from tests.contract.games import DISCOVERED_IN_EVERY_MODE, of_each_mode
from tests.kit.modes import InMode
from tests.kit.noninterference import disguises

LOOKED_AHEAD = of_each_mode([game for game in discover().values() if game.dealt is not None])
DISGUISES = disguises()
STEPS = 250


def decisions(variant: InMode, bots: Sequence[str], seed: str = "p") -> Iterator[Decision]:
    """A match of the fewest seats, these bots in turn, for so many steps."""
    seats = variant.seats[0]
    decks = brought(variant.game, variant.options, seats, lambda side, known: known[(side + 1) % len(known)])
    seated = [bots[seat % len(bots)] for seat in range(seats)]
    options = {} if variant.mode is None else {"mode": variant.mode}
    return (step.decision for step in islice(play(Setup(variant.game, "mt_p", seed, decks, seated, options)), STEPS))


def attacks(game: CardGame, found: Iterator[Decision]) -> list[tuple[int, bool]]:
    """(seat, whether it attacks) of each answer."""
    state = next(found).state
    answered = []
    for decision in found:
        for fact in decision.facts:
            if isinstance(fact.event, ActionTaken) and fact.event.action is not None:
                seat = fact.event.seat
                answered.append((seat, game.attacking(state.board, seat, fact.event.action)))
        state = decision.state
    return answered


@DISCOVERED_IN_EVERY_MODE
def test_who_waits_never_attacks_and_who_is_greedy_does(variant: InMode) -> None:
    game = variant.game
    waiting = attacks(game, decisions(variant, ["waiting"]))
    greedy = attacks(game, decisions(variant, ["greedy"]))
    assert waiting
    assert not any(attacked for _, attacked in waiting)
    assert (
        any(attacked for _, attacked in greedy)
        or variant.seats[0] == 1
        or game.attacking is vars(CardGame)["attacking"]
    )


def prompts(variant: InMode) -> Iterator[tuple[State, Prompt, Decision]]:
    """Questions of a match between greedy bots, and what came of each."""
    found = decisions(variant, ["greedy"], "t")
    state = next(found).state
    for decision in found:
        for prompt in list(state.prompts.values())[:1]:
            yield state, prompt, decision
        state = decision.state


def other(state: State, prompt: Prompt, step: Decision, variant: InMode, random: Random) -> State:
    """A table that differs only in what the seat can't see: the cards of the others, and the order of its own deck."""
    twin = DISGUISES[variant.game.slug].disguised(state, step, seat_name(prompt.seat), random)
    mixed = twin.copy()
    random.shuffle(mixed.board.players[prompt.seat].deck.cards)
    same = variant.game.options(mixed, prompt) == variant.game.options(twin, prompt)
    return mixed if same else twin


@LOOKED_AHEAD
def test_a_table_dealt_anew_looks_the_same_to_the_seat(variant: InMode) -> None:
    game, changed = variant.game, 0
    assert game.dealt is not None
    for number, (state, prompt, _) in enumerate(prompts(variant)):
        random = Random(number)
        dealt = game.dealt(state, prompt.seat, lambda things, random=random: random.sample(things, len(things)))
        viewer = seat_name(prompt.seat)
        assert game.view(dealt, viewer) == game.view(state, viewer)
        changed += dealt.board != state.board
    assert changed


@LOOKED_AHEAD
def test_what_a_bot_of_the_house_is_given_is_the_same_whatever_its_seat_cannot_see(variant: InMode) -> None:
    """So whatever it does with that, it plays no better for it. What it is offered is what it is really offered."""
    game, changed = variant.game, 0
    for number, (state, prompt, step) in enumerate(prompts(variant)):
        twin = DISGUISES[game.slug].disguised(state, step, seat_name(prompt.seat), Random(number)).copy()
        for place in (place for other, place in enumerate(twin.seats) if other != prompt.seat):
            place.loadout, place.seed = None, "another seed"
        given = imagined(game, state, prompt, number)
        assert given == imagined(game, twin, prompt, number)
        assert game.options(given, prompt) == game.options(state, prompt)
        changed += twin.board != state.board
    assert changed or variant.seats[0] == 1


def imagined(game: CardGame, state: State, prompt: Prompt, seed: int) -> State:
    chance = Random(seed)
    return game.imagined(state, prompt.seat, lambda things: chance.sample(things, len(things)))


@DISCOVERED_IN_EVERY_MODE
def test_bots_of_the_house_answer_legally_from_what_they_are_given(variant: InMode) -> None:
    game, answered = variant.game, 0
    assert {*game.strengths} <= {*HOUSE}
    for number, (state, prompt, _) in enumerate(islice(prompts(variant), 0, None, 30)):
        for strength in game.strengths:
            action = HOUSE[strength](game, imagined(game, state, prompt, number), prompt, Random(number))
            assert game.refuse(state, prompt, action) is None
            answered += 1
    assert answered


@LOOKED_AHEAD
def test_who_searches_answers_from_what_its_seat_can_see(variant: InMode) -> None:
    """Whatever is hidden from it: the same chance, the same answer."""
    game, compared = variant.game, 0
    bot = searching(Budget(1), answer)
    for number, (state, prompt, step) in enumerate(prompts(variant)):
        if number % 8 == 0:
            twin = other(state, prompt, step, variant, Random(number))
            assert bot(game, twin, prompt, Random(1)) == bot(game, state, prompt, Random(1))
            compared += twin.board != state.board
    assert compared


@DISCOVERED_IN_EVERY_MODE
def test_what_is_tried_is_legal_and_begins_with_what_the_greedy_bot_says(variant: InMode) -> None:
    game, tried = variant.game, 0
    for number, (state, prompt, _) in enumerate(islice(prompts(variant), 0, None, 8)):
        proposed = greedy(game, state, prompt, Random(number))
        found = candidates(game, state, prompt, Random(number), greedy, [proposed, game.default(state, prompt)])
        assert found[0] == proposed
        assert all(one not in found[:place] for place, one in enumerate(found))
        assert not any(game.refuse(state, prompt, one) for one in found)
        tried += len(found)
    assert tried
