"""Stored tournaments: they fold to what was decided, and nobody sees a deck before its time but whoever brought it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
import pytest

from domain.kernel.audience import FULL, SPECTATOR
from domain.kernel.draws import salt
from domain.kernel.facts import Event
from domain.kernel.upcasters import UnreadableEvent
from domain.tournament import decide
from domain.tournament import events as told
from domain.tournament.batch import TournamentDecision, audience
from domain.tournament.codec import fold
from domain.tournament.events import Deck, Terms
from domain.tournament.playing import game_over
from domain.tournament.policy import LateEntry, Policy
from domain.tournament.tournament import TournamentState
from eventstore import chain
from eventstore.envelope import NewEvent
from tests.kit.lanes import by_lane
from tests.kit.tournaments import ID, SEED, Desk, deck_of
from tests.kit.tournaments_by_chance import by_chance, whole

NUMBERS = range(by_lane(commit=18, nightly=72))
"""Each format with each rule for decks, once by commit and four times at night."""
OWN = "en_01"
VIEWERS = (FULL, SPECTATOR, audience(OWN), "seat:0")
HIDING = [number for number in NUMBERS if number // 6 % 3]
SWISS = Policy("swiss", rounds=2, late_entry=LateEntry(2))


def seen(state: TournamentState, viewer: str) -> TournamentState:
    """What a viewer is to know: everything but the decks of others that are hidden."""
    hides = state.terms.decks != "open" and viewer != FULL
    entries = {
        who: msgspec.structs.replace(entry, deck=None)
        if hides and who not in state.open_decks and viewer != f"entrant:{who}"
        else entry
        for who, entry in state.entries.items()
    }
    return msgspec.structs.replace(state, entries=entries)


@pytest.mark.parametrize("number", NUMBERS)
def test_what_is_stored_folds_for_everybody_to_what_was_decided_after_every_decision(number: int) -> None:
    desk = whole(number)
    for viewer in VIEWERS:
        folded, rows = TournamentState(), iter(desk.rows)
        for decision in desk.decisions:
            fold(folded, islice(rows, len(decision.facts)), viewer)
            assert folded == seen(decision.state, viewer), viewer
        assert folded.version == len(desk.stored)
        assert fold(TournamentState(), desk.rows, viewer) == folded


def test_somebody_hides_something() -> None:
    hidden = Desk(SWISS, Terms("closed"))
    hidden.enter("a", "b", deck=deck_of)
    assert seen(hidden.state, SPECTATOR) != hidden.state
    assert seen(hidden.state, audience("a")) != seen(hidden.state, SPECTATOR)


def test_an_event_that_can_not_be_read_is_named_by_its_place() -> None:
    desk = whole(0)
    rows = [("eaten", *row[1:]) if place == 2 else row for place, row in enumerate(desk.rows)]
    with pytest.raises(UnreadableEvent) as caught:
        fold(TournamentState(), rows)
    assert caught.value.where == "event 3 (eaten)"


def other_deck(entrant: str) -> Deck:
    """What somebody else would have brought."""
    return Deck(loadout={"cards": [entrant, "another"]})


@pytest.mark.parametrize("number", HIDING)
def test_hidden_decks_change_nothing_that_is_public_but_their_commitments(number: int) -> None:
    desk = whole(number)
    twin, decisions = by_chance(number, deck=other_deck)
    assert len(list(decisions)) > 10
    assert len(desk.decisions) == len(twin.decisions)
    assert len(desk.stored) == len(twin.stored)
    differing = 0
    for one, other in zip(desk.stored, twin.stored, strict=True):
        assert public(one) == public(other)
        differing += one.body != other.body
    assert differing >= len(desk.ever(told.EntrantRegistered))


def public(event: NewEvent) -> dict[str, Any]:
    """The body without commitments, and without the decks where they are shown."""
    body: dict[str, Any] = msgspec.json.decode(event.body)
    body["commits"] = sorted(body["commits"])
    body["pub"].pop("decks", None)
    return {**body, "type_": event.type, "at_": event.at, "end": event.batch_end}


@pytest.mark.parametrize("number", HIDING)
def test_a_deck_stands_in_no_public_part_before_it_is_revealed(number: int) -> None:
    desk = whole(number)
    for event in desk.stored:
        if event.type == told.DecksRevealed.type:
            continue
        assert b"deck of" not in event.body
        parts: dict[str, Any] = {} if event.private is None else msgspec.json.decode(event.private)
        own = msgspec.json.decode(event.body)["pub"].get("entrant")
        assert parts.keys() <= {f"entrant:{own}"}
        assert all(part.keys() == {"deck"} for part in parts.values())


@pytest.mark.parametrize("number", HIDING)
def test_what_is_revealed_is_what_was_committed_to(number: int) -> None:
    desk = whole(number)
    brought: dict[str, tuple[int, dict[str, Any]]] = {}
    revealed: list[str] = []
    for version, event in enumerate(desk.stored, 1):
        body = msgspec.json.decode(event.body)
        if event.type in (told.EntrantRegistered.type, told.DeckChanged.type):
            brought[body["pub"]["entrant"]] = version, body
        for who, deck in body["pub"].get("decks", {}).items():
            at, earlier = brought[who]
            opened = bytes.fromhex(body["pub"]["salts"][who])
            assert earlier["commits"] == {f"entrant:{who}": chain.commitment(opened, chain.canonical({"deck": deck}))}
            assert opened == salt(SEED, ID, at, f"entrant:{who}")
            revealed.append(who)
    assert len(set(revealed)) == len(revealed)
    took_part = {entry.id for entry in desk.state.entries.values() if entry.status != "withdrawn"}
    assert set(revealed) == took_part


@pytest.mark.parametrize("number", NUMBERS)
def test_decks_are_revealed_when_the_terms_say_so(number: int) -> None:
    desk = whole(number)
    rule = desk.state.terms.decks
    for decision in desk.decisions:
        shown = [event for event in events_of(decision) if isinstance(event, told.DecksRevealed)]
        assert len(shown) <= (rule != "open")
        if rule == "closed":
            assert bool(shown) == decision.state.over
        if rule == "after_round" and not decision.state.over:
            assert decision.state.round_is_over or not shown
            known = decision.state.open_decks
            assert known <= played(decision.state, len(decision.state.rounds))
            over = len(decision.state.rounds) - (not decision.state.round_is_over)
            assert played(decision.state, over) <= known


def events_of(decision: TournamentDecision) -> Iterator[Event]:
    return (fact.event for fact in decision.facts)


def played(state: TournamentState, rounds: int) -> set[str]:
    """Who has sat down to a game in the first so many rounds."""
    return {
        who
        for one in state.rounds[:rounds]
        for pairing in one.pairings
        for who in pairing.seats
        if state.tables[one.number, pairing.table].games
    }


def begun(terms: Terms, entrants: str = "abc") -> Desk:
    desk = Desk(SWISS, terms)
    desk.enter(*entrants, deck=deck_of)
    desk.round()
    return desk


def test_a_deck_that_was_not_played_stays_hidden_until_it_is_or_the_end() -> None:
    desk = begun(Terms("after_round"))
    [waiting] = desk.state.rounds[0].byes
    desk.enter("late", deck=deck_of)
    desk.play()
    assert desk.state.open_decks == set("abc") - {waiting}
    desk.round()
    desk.play()
    assert desk.state.open_decks == {"a", "b", "c", "late"}
    desk.do(decide.finish)
    assert [sorted(event.decks) for event in desk.ever(told.DecksRevealed)] == [
        sorted(set("abc") - {waiting}),
        sorted({waiting, "late"}),
    ]


def test_a_dispute_holds_decks_back_and_a_result_that_is_replayed_shows_them_once() -> None:
    desk = begun(Terms("after_round"), "abcd")
    desk.game(1)
    told_by = {"place": (1, 1), "entrant": desk.seats(1)[0]}
    desk.do(decide.dispute, **told_by, reason="no")
    desk.game(2)
    assert not desk.ever(told.DecksRevealed)
    desk.do(decide.confirm, **told_by)
    assert desk.state.open_decks == set("abcd")
    desk.do(decide.dispute, place=(1, 2), entrant=desk.seats(2)[1], reason="no")
    desk.ruling("replay", 2)
    desk.game(2)
    assert len(desk.ever(told.DecksRevealed)) == 1


def test_a_game_that_ends_after_a_cancellation_shows_nothing_more() -> None:
    desk = begun(Terms("closed"))
    desk.do(decide.cancel, reason="rain")
    assert desk.state.open_decks == set("abc")
    decision = desk.do(game_over, place=(1, 1), number=1, placings=[[0], [1]], rule="R-1")
    assert [event.type for event in events_of(decision)] == ["game_finished"]


def test_nobody_sees_what_somebody_brought_who_withdrew_or_what_was_left_at_home() -> None:
    desk = Desk(SWISS, Terms("closed"))
    desk.enter("a", "b", "c", deck=deck_of)
    desk.do(decide.change_deck, entrant="a", deck=Deck("the better one"))
    desk.do(decide.leave, entrant="c")
    desk.round()
    desk.play()
    desk.round()
    desk.play()
    desk.do(decide.finish)
    [revealed] = desk.ever(told.DecksRevealed)
    assert revealed.decks == {"a": Deck("the better one"), "b": deck_of("b")}
    shown = fold(TournamentState(), desk.rows, SPECTATOR)
    assert shown.entries["c"].deck is None


def test_nobody_can_guess_from_what_was_revealed_what_somebody_brought_who_withdrew() -> None:
    desk = Desk(SWISS, Terms("closed"))
    desk.enter("a", "b", "c", deck=deck_of)
    at = desk.state.entries["c"].since
    desk.do(decide.leave, entrant="c")
    desk.do(decide.cancel, reason="rain")
    revealed = desk.state.seed
    assert revealed is not None
    body = msgspec.json.decode(desk.stored[at - 1].body)
    guess = chain.canonical({"deck": deck_of("c")})
    made = {seed: chain.commitment(salt(seed, ID, at, "entrant:c"), guess) for seed in (SEED, bytes.fromhex(revealed))}
    assert body["commits"] == {"entrant:c": made[SEED]}
    assert made[bytes.fromhex(revealed)] != made[SEED]


def test_a_tournament_that_never_began_shows_no_deck() -> None:
    desk = Desk(SWISS, Terms("closed"))
    desk.enter("a", "b", deck=deck_of)
    desk.do(decide.cancel, reason="rain")
    assert not desk.ever(told.DecksRevealed)


def test_without_a_deck_nothing_is_hidden() -> None:
    desk = Desk(SWISS, Terms("closed"))
    desk.enter("a", "b")
    assert all(event.private is None for event in desk.stored)
    desk.do(decide.cancel, reason="rain")
    assert not desk.ever(told.DecksRevealed)


def test_a_forfeit_of_somebody_who_had_left_shows_nothing() -> None:
    """In a league of three a has a bye, then meets b, who has left: only c sees what a plays with."""
    desk = Desk(Policy("round_robin", seeding="given"), Terms("after_round"))
    desk.enter(*"abc", deck=deck_of)
    desk.round()
    desk.play()
    desk.do(decide.leave, entrant="b")
    desk.round()
    assert desk.state.round_is_over
    assert desk.state.open_decks == {"b", "c"}
    desk.round()
    desk.play()
    assert desk.state.open_decks == {"a", "b", "c"}
