"""No leak through the service: two matches that differ only in what V can't see are shown to V in the same bytes.

At every stop of random play the hidden cards of the others are exchanged among each other: any that V can't see before
the step nor after it, Reactions in hands excepted (C4-455 lets them open windows). The same action is then decided on
both states, sealed, and rendered by the functions that answer requests. Hashes are left out: they hold salted
commitments to the hidden parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from uuid import UUID

import msgspec
import pytest

from api_schema.errors import ApiError
from domain.games.c4 import GAME as C4
from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from domain.games.c4.cards import definition
from domain.kernel import decide
from domain.kernel.audience import FULL, SPECTATOR, seat, seat_number
from domain.kernel.codec import SEALED
from domain.kernel.decide import Decision
from domain.kernel.facts import Fact
from domain.kernel.match import PromptOpened, State
from domain.kernel.prompts import Prompt, expand
from domain.kernel.refusal import Refusal
from service.catalogue.catalogue import GameCatalogue
from service.keys import Keys
from service.matches import events
from service.matches.aggregate import Aggregate
from service.matches.legal import Legal
from service.matches.refusals import refused
from service.matches.rendering import match_out, state_out
from service.matches.repository import stored
from service.matches.sealing import HIDDEN, Origin, seal
from service.matches.tokens import Tokens
from service.simulate.sampling import answer, typed
from tests.kit.play import MATCH, accepted, opening, server_seed

SEEDS = range(20)
STREAM = UUID(int=1)
ORIGIN = Origin("seat:0", "a command's digest")
ENTRY = GameCatalogue({C4.slug: C4}).entry(C4.slug)
LEGAL = Legal(Tokens(Keys(["a secret that only tests may know"])))

Move = Callable[[State], Decision | Refusal]


def chosen(state: State, seed: int, random: Random) -> Move:
    """What somebody does now, to be decided on more than one state."""
    secret, at = server_seed(seed), state.at + 1_000
    prompt = random.choice(list(state.prompts.values()))
    if random.random() < 0.01:
        return lambda known: decide.concede(C4, known, prompt.seat, at, secret)
    if random.random() < 0.05 and prompt.deadline is not None:
        late = prompt.deadline
        return lambda known: decide.time_out(C4, known, prompt.id, prompt.revision, late, secret)
    action = answer(C4, state, prompt, random)
    return lambda known: decide.act(
        C4, known, prompt.seat, action, at, secret, prompt=prompt.id, revision=prompt.revision
    )


def played(seed: int) -> Iterator[tuple[State, Move, Decision]]:
    """(state, move, what came of it) to the end of a match."""
    random = Random(f"{seed} non-interference")
    state = list(opening(C4, seed))[-1].state
    while state.status == "running":
        move = chosen(state, seed, random)
        step = accepted(move(state))
        yield state, move, step
        state = step.state


def plain(cid: str) -> bool:
    """No Reaction: windows don't depend on it."""
    return definition(cid).kind != "reaction"


def disguised(
    state: State, step: Decision, viewer: str, random: Random, movable: Callable[[str], bool] = plain
) -> State:
    """The state with the hidden cards of the others exchanged, as far as they stay hidden in the step.

    `movable` says which cards may come into a hand or go out of it.
    """
    twin = state.copy()
    for number, player in enumerate(twin.board.players):
        if seat_number(viewer) == number or touched(step, number, viewer):
            continue
        deck, hand = player.deck.cards, player.hand.known
        taken, told = takes(step, number), shown_ids(step)
        rest = list(range(len(taken), player.deck.size))
        drawn = [place for place, iid in enumerate(taken) if iid is not None and iid not in told]
        exchange(deck, rest, random)
        exchange(deck, [place for place in drawn + rest if movable(deck[place])], random)
        places = [place for place in drawn + rest if movable(deck[place])]
        held = [iid for iid, cid in hand.items() if iid not in told and movable(cid)]
        for iid, place in zip(held, places, strict=False):
            hand[iid], deck[place] = deck[place], hand[iid]
    return twin


def exchange(deck: list[str], places: list[int], random: Random) -> None:
    """Shuffle the cards at these places of a deck among each other."""
    cards = [deck[place] for place in places]
    random.shuffle(cards)
    for place, cid in zip(places, cards, strict=True):
        deck[place] = cid


def takes(step: Decision, number: int) -> list[str | None]:
    """The cards that the step takes from the top of a seat's deck: the id if it was drawn unseen, None if turned up."""
    return [
        fact.event.iid if isinstance(fact.event, e.CardDrawn) else None
        for fact in step.facts
        if (isinstance(fact.event, e.CardDrawn | e.CardFlipped) and fact.event.seat == number)
        or (isinstance(fact.event, e.CardDiscarded) and (fact.event.seat, fact.event.from_zone) == (number, "deck"))
    ]


def shown_ids(step: Decision) -> set[str]:
    """The cards that leave a hand in the step, face up."""
    return {fact.event.iid for fact in step.facts if isinstance(fact.event, e.CardPlayed | e.CardDiscarded)}


def touched(step: Decision, number: int, viewer: str) -> bool:
    """Whether the step shuffles or sinks cards of this seat, or shows its hand to the viewer."""
    return any(
        (isinstance(fact.event, e.DeckShuffled | e.CardMovedToBottom) and fact.event.seat == number)
        or (isinstance(fact.event, e.CardsLookedAt) and (fact.event.whose, seat(fact.event.viewer)) == (number, viewer))
        for fact in step.facts
    )


def aggregate(state: State) -> Aggregate:
    return Aggregate(MATCH, STREAM, ENTRY, state, bytes(32))


def shown(before: State, step: Decision, viewer: str, seed: int) -> dict[str, Any]:
    """All that the service renders for a viewer of this step, hashes of the chain left out."""
    new = seal(step, MATCH, server_seed(seed), bytes(32), before.version + 1, ORIGIN)
    rows = stored(aggregate(before), new)
    told = events.render(ENTRY, MATCH, rows, viewer)
    after = aggregate(step.state)
    number = seat_number(viewer)
    return {
        "events": [msgspec.structs.replace(event, hash="") for event in told],
        "state": state_out(after, viewer),
        "match": match_out(step.state, bytes(32), participant=number is not None),
        "legal": None if number is None else LEGAL.of(after, number),
        "sizes": [len(event.body) for event in new],
        "faces": [face(event.body) for event in new],
    }


def face(body: bytes) -> dict[str, Any]:
    """All of the hashed part of an event, but what its commitments are: everybody holds it with a history to verify."""
    found: dict[str, Any] = msgspec.json.decode(body)
    return found | {"commits": list(found["commits"])}


def hands(state: State) -> list[dict[str, str]]:
    return [player.hand.known for player in state.board.players]


def viewers(state: State) -> list[str]:
    return [SPECTATOR, *(seat(number) for number in range(len(state.seats)))]


@pytest.mark.rule("C4-455", "C4-R36")
def test_what_v_cannot_see_changes_no_byte_of_what_v_is_shown() -> None:
    exchanged = left = looked = 0
    for seed in SEEDS:
        random = Random(f"{seed} disguise")
        for state, move, step in played(seed):
            viewer = random.choice(viewers(state))
            twin = disguised(state, step, viewer, random)
            other = accepted(move(twin))
            one, two = shown(state, step, viewer, seed), shown(twin, other, viewer, seed)
            assert msgspec.json.encode(one) == msgspec.json.encode(two), viewer
            looked += any(isinstance(fact.event, e.CardsLookedAt) for fact in step.facts) and twin.board != state.board
            left += any(isinstance(fact.event, e.PlayerConceded) for fact in step.facts) and twin.board != state.board
            if hands(other.state) != hands(step.state):
                exchanged += 1
                assert shown(state, step, FULL, seed) != shown(twin, other, FULL, seed)
    assert exchanged > 500
    assert min(left, looked) > 10


@pytest.mark.rule("C4-455", "C4-R36")
def test_a_hidden_reaction_changes_nothing_but_who_is_asked_in_secret() -> None:
    """The declared exception, and no more than it: up to the first sealed event all is the same."""
    alike, asked = 0, 0
    for seed in SEEDS:
        random = Random(f"{seed} reactions")
        for state, move, step in played(seed):
            viewer = random.choice(viewers(state))
            twin = disguised(state, step, viewer, random, movable=lambda cid: True)
            one = shown(state, step, viewer, seed)["events"][step.hidden :]
            two = shown(twin, accepted(move(twin)), viewer, seed)["events"][step.hidden :]
            first = next(
                (place for place, pair in enumerate(zip(one, two, strict=False)) if SEALED in types(pair)), None
            )
            assert one[:first] == two[:first]
            alike += one == two
            asked += one != two
    assert alike > asked > 10


def types(pair: tuple[Any, Any]) -> set[str]:
    return {event.type for event in pair}


@pytest.mark.rule("C4-455")
def test_only_windows_ask_in_secret() -> None:
    hidden = {
        (prompt.kind, prompt.rule)
        for seed in SEEDS
        for state, _, _ in played(seed)
        for prompt in state.prompts.values()
        if prompt.secrecy == "hidden"
    }
    assert hidden == {("react", "C4-454")}


def asked_instead(step: Decision, prompt: Prompt, other: int) -> Decision:
    """The same step, with the hidden prompt opened to another seat."""
    state = step.state.copy()
    state.prompts[prompt.id] = msgspec.structs.replace(prompt, seat=other)
    facts = tuple(
        Fact(msgspec.structs.replace(fact.event, seat=other), sealed=seat(other))
        if isinstance(fact.event, PromptOpened) and fact.sealed == seat(prompt.seat)
        else fact
        for fact in step.facts
    )
    return msgspec.structs.replace(step, facts=facts, state=state)


@pytest.mark.rule("C4-455", "C4-R36")
def test_nobody_else_is_shown_who_is_asked_in_a_window() -> None:
    compared = 0
    for seed in SEEDS:
        for state, _, step in played(seed):
            for prompt in step.state.prompts.values():
                others = [number for number in range(len(state.seats)) if number != prompt.seat]
                if prompt.secrecy != "hidden":
                    continue
                other = asked_instead(step, prompt, others[0])
                for viewer in (SPECTATOR, *map(seat, others[1:])):
                    assert shown(state, step, viewer, seed) == shown(state, other, viewer, seed)
                    compared += 1
                assert shown(state, step, seat(prompt.seat), seed) != shown(state, other, seat(prompt.seat), seed)
    assert compared > 100


def test_a_ballot_shows_nothing_of_the_choice_while_others_still_vote() -> None:
    compared = 0
    for seed in range(60):
        for state, _, _ in played(seed):
            ballots = [prompt for prompt in state.prompts.values() if prompt.secrecy == "ballot"]
            if len(ballots) < 2:
                continue
            prompt, guard = ballots[0], {"prompt": ballots[0].id, "revision": ballots[0].revision}
            choices = [
                typed(C4, {"type": template.type, **fields})
                for template in C4.options(state, prompt)
                for fields in expand(template)
            ]
            one, two = (
                accepted(decide.act(C4, state, prompt.seat, choice, state.at, server_seed(seed), **guard))
                for choice in (choices[0], choices[-1])
            )
            for viewer in viewers(state):
                if choices[0] != choices[-1] and viewer != seat(prompt.seat):
                    assert shown(state, one, viewer, seed) == shown(state, two, viewer, seed)
                    compared += 1
    assert compared > 20


def refusal_of(state: State, number: int, action: Any, seed: int, **guard: int) -> ApiError | None:
    """The refusal as the service sends it, None if the action is accepted."""
    outcome = decide.act(C4, state, number, action, state.at, server_seed(seed), **guard)
    return refused(outcome, LEGAL.of(aggregate(state), number)) if isinstance(outcome, Refusal) else None


def told(error: ApiError | None, but: str = "") -> Any:
    """All that a refusal says, a word of the input made neutral."""
    if error is None:
        return None
    text = error.message.replace(but, "?") if but else error.message
    return error.code, text, error.rule_id, error.path, error.faults, msgspec.to_builtins(error.details)


def tries(iid: str, prompt: Prompt | None) -> list[Any]:
    """Everything that can be tried with the id of a card."""
    found: list[Any] = [a.PlayCard(iid), a.PlayReaction(iid), a.UseAbility(iid, 1), a.ChooseCards((iid,))]
    return found if prompt is None else [action for action in found if type(action) in C4.answers[prompt.kind]]


def test_a_refusal_says_the_same_of_a_hidden_card_and_of_none() -> None:
    compared = 0
    for seed in SEEDS:
        random = Random(f"{seed} refusals")
        for state, _, _ in played(seed):
            number = random.randrange(len(state.seats))
            others = [player.hand.known for place, player in enumerate(state.board.players) if place != number]
            hidden = [iid for hand in others for iid in hand]
            asked = [prompt for prompt in state.prompts.values() if prompt.seat == number]
            if not hidden or any(prompt.kind == "choose_cards" for prompt in asked):
                continue
            iid, nothing = random.choice(hidden), "c0123456789"
            for prompt in (None, *asked):
                guard = {} if prompt is None else {"prompt": prompt.id, "revision": prompt.revision}
                for real, made_up in zip(tries(iid, prompt), tries(nothing, prompt), strict=True):
                    error = refusal_of(state, number, real, seed, **guard)
                    assert error is not None
                    assert told(error, iid) == told(refusal_of(state, number, made_up, seed, **guard), nothing)
                    compared += 1
    assert compared > 1_000


def test_a_refusal_says_the_same_of_a_hidden_prompt_and_of_none() -> None:
    compared = 0
    for seed in SEEDS:
        for state, _, _ in played(seed):
            for prompt in state.prompts.values():
                if prompt.secrecy != "hidden":
                    continue
                for number in range(len(state.seats)):
                    if number != prompt.seat:
                        real = refusal_of(state, number, a.Pass(), seed, prompt=prompt.id, revision=0)
                        none = refusal_of(state, number, a.Pass(), seed, prompt=state.version + 9, revision=0)
                        assert real is not None
                        assert told(real) == told(none)
                        compared += 1
    assert compared > 100


def test_sealed_events_differ_in_nothing_but_version_time_and_commitment() -> None:
    faces = set()
    for seed in SEEDS:
        for state, _, step in played(seed):
            new = seal(step, MATCH, server_seed(seed), bytes(32), state.version + 1, ORIGIN)
            assert {event.at for event in new} == {step.at}
            for event in new:
                body = msgspec.json.decode(event.body)
                if step.hidden or event.type == SEALED:
                    assert (body["actor"], body["command"]) == HIDDEN
                if event.type == SEALED:
                    faces.add((*(key for key in body), body["type"], body["schema"], str(body["pub"])))
                    assert [(name, len(text)) for name, text in body["commits"].items()] == [(SEALED, 64)]
            for event_out in events.render(ENTRY, MATCH, stored(aggregate(state), new), SPECTATOR):
                if event_out.type == SEALED:
                    faces.add((event_out.actor, event_out.text, event_out.redacted, str(event_out.data)))
                if step.hidden:
                    assert (event_out.actor, event_out.caused_by) == ("hidden", None)
    assert len(faces) == 2


@pytest.mark.rule("C4-610")
def test_a_looked_at_hand_is_listed_by_id_not_by_arrival() -> None:
    looked, out_of_order = 0, 0
    for seed in range(60):
        for _, _, step in played(seed):
            for fact in step.facts:
                if isinstance(fact.event, e.CardsLookedAt) and fact.event.zone == "hand":
                    listed = [iid for _, iid in fact.event.cards or ()]
                    held = list(step.state.board.players[fact.event.whose].hand.known)
                    assert listed == sorted(str(iid) for iid in listed)
                    looked += 1
                    out_of_order += [iid for iid in held if iid in listed] != [iid for iid in listed if iid in held]
    assert looked > out_of_order > 0
