"""What people are told of C4's events: cards by name, players as the table calls them, the rule, and nothing hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from domain.games.c4 import GAME
from domain.games.c4 import events as e
from domain.games.c4.events import EVENTS
from domain.games.c4.sentences import SENTENCES
from domain.kernel import match as kernel
from domain.kernel.audience import sees
from domain.kernel.facts import Event, Fact, as_seen
from service.catalogue.rules import parse, text_of
from service.matches.texts import NOTHING_SEEN, describe
from service.simulation.table import Setup, play
from tests.kit.play import whole

CARDS = GAME.core().cards
RULE = re.compile(r" \[(C4-R?\d+)(, C4-R?\d+)*\]\.?$")
CARD_ID = re.compile(r"\b(COR|MID|STM|DGN|AMY)-\d\d\b")
NAMES_A_CARD = ("card", "source", "by", "target_card")
NAMES_A_PLAYER = (
    *("seat", "player", "voter", "viewer", "whose", "claimant", "accused", "other", "controller"),
    *("attacker", "defender", "old_defender", "new_defender", "from_seat", "to_seat"),
    *("taker", "victim", "giver", "receiver"),
)
VIEWERS = ["full", "spectator", *(f"seat:{number}" for number in range(5))]


@cache
def facts() -> tuple[Fact, ...]:
    """Random and greedy matches of two to five players, some for what is rare, and what is too rare for them."""
    decks = [deck.id for deck in GAME.decks()]
    found = [fact for seed in range(30) for step in whole(GAME, seed, 2 + seed % 4) for fact in step.facts]
    for seed in (*range(11), 12, 16, 35):
        brought = [decks[(seed * 3 + seat) % len(decks)] for seat in range(2 + seed % 4)]
        setup = Setup(GAME, "mt_texts", str(seed), brought, ["greedy", "random"] * 3)
        found += [fact for step in play(setup) for fact in step.decision.facts]
    wanted: Any = ("draw", "reveal", "look", "flip")
    return (*found, *(Fact(e.DrawFailed(seat=0, wanted=what)) for what in wanted))


def told() -> Iterator[tuple[Fact, str, Event | None, str]]:
    """Every fact as every viewer is told it: (fact, viewer, what the viewer sees, the sentence).

    A fact that hides nothing is the same for all of them, and so is its sentence.
    """
    for fact in facts():
        for viewer in VIEWERS if fact.secret or fact.sealed else VIEWERS[:1]:
            seen = as_seen(fact, viewer)
            yield fact, viewer, seen, describe(GAME, seen, CARDS)


def values(data: Any) -> Iterator[str]:
    """Every text in some data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from values(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from values(value)


def cards_of(event: Any) -> list[str]:
    """The cards that an event names, as far as it is seen."""
    cards = [getattr(event, name, None) for name in NAMES_A_CARD if not isinstance(event, e.FirstPlayerDetermined)]
    cards += [cid for cid, _ in getattr(event, "cards", None) or ()]
    if isinstance(event, e.EffectAdded):
        cards.append(event.effect.cid)
    if isinstance(event, e.CardDiscarded) and event.from_zone == "hand":
        cards.append(event.cause)
    return [cid for cid in cards if cid is not None]


def test_every_event_has_a_sentence_and_a_rule_and_was_seen_in_play() -> None:
    assert set(SENTENCES) == set(EVENTS)
    assert {type(fact.event) for fact in facts()} >= set(EVENTS)


def test_each_sentence_about_the_game_ends_with_a_rule_of_the_catalogue() -> None:
    known = {rule.id for rule in parse(text_of(GAME))}
    for _, _, seen, text in told():
        if isinstance(seen, (*EVENTS, kernel.PromptOpened, kernel.MatchEnded)):
            found = RULE.search(text)
            assert found, text
            assert set(re.findall(r"C4-R?\d+", text)) <= known, text


def test_cards_are_named_and_no_id_or_data_shows() -> None:
    names = {cid: card.name for cid, card in CARDS.items()}
    for _, _, seen, text in told():
        assert not re.search(r"None|[{}<>_']s?\b|\w\(|\bseat\b \d", text.replace("'s", "")), text
        assert not CARD_ID.search(text), text
        if isinstance(seen, EVENTS):
            for cid in cards_of(seen):
                assert names[cid] in text, (text, seen)
            for field in ("iid", "old", "target"):
                iid = getattr(seen, field, None)
                assert iid is None or iid not in text, text


def test_players_are_named_as_the_table_calls_them() -> None:
    for _, _, seen, text in told():
        if seen is None or isinstance(seen, e.CardDiscarded):
            continue
        for field in NAMES_A_PLAYER:
            seat = getattr(seen, field, None)
            if isinstance(seat, int):
                assert re.search(rf"\bP{seat + 1}\b", text), (field, text)


def test_a_sentence_tells_nothing_that_its_viewer_does_not_see() -> None:
    """Whatever the hidden fields hold, the sentence is the same: put what another such event held in their place."""
    others: dict[tuple[type[Event], str], list[Any]] = {}
    for fact in facts():
        for name in {name for names in fact.secret.values() for name in names}:
            others.setdefault((type(fact.event), name), []).append(getattr(fact.event, name))
    exchanged = 0
    for fact, viewer, seen, text in told():
        if seen is None:
            assert text == NOTHING_SEEN
            assert not sees(viewer, str(fact.sealed))
        shown = {name for audience, names in fact.secret.items() for name in names if sees(viewer, audience)}
        hidden = {name for names in fact.secret.values() for name in names} - shown
        for name in hidden - {"draws"}:
            here = getattr(fact.event, name)
            there = next((value for value in others[type(fact.event), name] if value != here), here)
            exchanged += there != here
            twin = msgspec.structs.replace(fact, event=msgspec.structs.replace(fact.event, **{name: there}))
            assert describe(GAME, as_seen(twin, viewer), CARDS) == text
            if name == "card" and here is not None:
                assert CARDS[here].name not in text
    assert exchanged > 1_000


@pytest.mark.rule("C4-455")
def test_who_is_asked_in_a_window_is_told_to_nobody_else() -> None:
    sealed = [fact for fact in facts() if fact.sealed is not None and isinstance(fact.event, kernel.PromptOpened)]
    assert len(sealed) > 50
    for fact in sealed:
        assert {viewer for viewer in VIEWERS if describe(GAME, as_seen(fact, viewer), CARDS) != NOTHING_SEEN} == {
            "full",
            fact.sealed,
        }
