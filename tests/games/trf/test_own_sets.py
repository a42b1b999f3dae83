"""Cards that players write: in matches that name their set."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from domain.games.trf import GAME
from domain.games.trf import events as e
from domain.games.trf.cardfiles import READER
from domain.games.trf.loadouts import Loadout, Options
from domain.kernel import decide
from domain.kernel.audience import FULL
from domain.kernel.cardsets import Library, card_id
from domain.kernel.codec import encode
from domain.kernel.decide import Decision
from domain.kernel.game import LoadoutContext
from domain.kernel.match import ClockPolicy, MatchCreated
from eventstore.chain import canonical
from tests.games.trf.own_sets import TEXT, WORDS, loadout
from tests.kit.play import MATCH, NOW, accepted, moves, pins, server_seed

OWN = READER.read_own(GAME.core(), TEXT)
LIBRARY = Library(GAME.core(), own=(OWN,))


@pytest.mark.rule("TRF-R67", "TRF-809")
def test_own_cards_are_brought_where_the_match_names_their_set() -> None:
    options, brought = Options(card_sets=(OWN.hash,)), msgspec.convert(loadout(OWN.hash, 0), Loadout)
    assert GAME.wrong_options(options, 2, LIBRARY) == []
    known = LIBRARY.cards(GAME.card_set_hash(), options.card_sets)
    assert GAME.check_loadout(LoadoutContext(options, 2, known), brought) == []
    context = LoadoutContext(Options(), 2, GAME.core().cards)
    refused = {fault.rule for fault in GAME.check_loadout(context, brought)}
    assert refused == {"TRF-102", "TRF-105", "TRF-801"}
    (fault,) = GAME.wrong_options(Options(card_sets=("0" * 64,)), 2, LIBRARY)
    assert (fault.rule, fault.path) == ("TRF-R67", ("options", "card_sets"))


def played(seed: int) -> Iterator[Decision]:
    """A whole match of own cards."""
    options = Options(card_sets=(OWN.hash,))
    event = MatchCreated(
        match=MATCH,
        game=GAME.slug,
        seats=2,
        options=options,
        clock=ClockPolicy(decision=60_000),
        pins=pins(GAME, seed),
    )
    step = accepted(decide.create(GAME, event, NOW, LIBRARY))
    yield step
    for seat in range(2):
        brought = msgspec.convert(loadout(OWN.hash, seat), Loadout)
        step = accepted(
            decide.join(GAME, step.state, seat, f"player-{seat}", NOW, loadout=brought, server_seed=server_seed(seed))
        )
        yield step
    yield from moves(GAME, step.state, seed)


@pytest.mark.rule("TRF-R67")
def test_whole_matches_whose_chain_holds_no_word_of_the_maker() -> None:
    entered = set()
    for seed in range(4):
        for step in played(seed):
            assert GAME.invariants(step.state) == []
            if step.state.board_or_none is not None:
                GAME.view(step.state, FULL)
            for fact in step.facts:
                parts = encode(fact, "seat:0", "command")
                text = canonical([parts.pub, parts.private]).decode()
                assert not any(word in text for word in WORDS), text
                if type(fact.event) in GAME.events:
                    assert GAME.describe(fact.event, step.state.cards)
                if isinstance(fact.event, e.CharacterPlayed | e.OocAnnounced):
                    entered.add(fact.event.card)
        assert step.state.result is not None
    assert {card_id(OWN.hash, 3), card_id(OWN.hash, 4)} <= entered
