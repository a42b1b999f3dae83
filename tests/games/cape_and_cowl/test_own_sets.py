"""Cards that players write: in decks where the match names their set."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import pytest

from domain.games.cape_and_cowl import GAME
from domain.games.cape_and_cowl import events as e
from domain.games.cape_and_cowl.definitions import AttackType, Definition
from domain.games.cape_and_cowl.loadouts import Loadout, Options
from domain.kernel import decide
from domain.kernel.audience import FULL
from domain.kernel.cardfile import CardFault
from domain.kernel.cardsets import Library, OwnSet, card_id
from domain.kernel.codec import encode
from domain.kernel.decide import Decision
from domain.kernel.game import LoadoutContext, reader_of
from domain.kernel.match import ClockPolicy, MatchCreated
from eventstore.chain import canonical
from tests.games.cape_and_cowl.own_sets import TEXT, WORDS, loadout
from tests.games.cape_and_cowl.table import P1, P2, Table
from tests.kit.play import MATCH, NOW, accepted, moves, pins, server_seed

Own = OwnSet[Definition | AttackType]
MakeTable = Callable[..., Table]


@pytest.fixture
def own() -> Own:
    return reader_of(GAME).read_own(GAME.core(), TEXT)


@pytest.fixture
def library(own: Own) -> Library:
    return Library(GAME.core(), own=(own,))


def deck(own: Own, n: int = 5) -> Loadout:
    return msgspec.convert(loadout(own.hash, P1, n), Loadout)


def context(library: Library, *named: str) -> LoadoutContext[Options, Loadout]:
    """A match that names these sets."""
    return LoadoutContext(Options(card_sets=named), 2, library.cards(GAME.card_set_hash(), named))


@pytest.mark.rule("CNC-R64", "CNC-808")
def test_a_deck_of_own_cards_is_legal_where_the_match_names_their_set(own: Own, library: Library) -> None:
    options = Options(card_sets=(own.hash,))
    assert GAME.wrong_options(options, 2, library) == []
    assert GAME.check_loadout(context(library, own.hash), deck(own)) == []
    assert {fault.rule for fault in GAME.check_loadout(context(library), deck(own))} == {"CNC-602"}
    (fault,) = GAME.wrong_options(Options(card_sets=("0" * 64,)), 2, library)
    assert (fault.rule, fault.path) == ("CNC-R64", ("options", "card_sets"))


@pytest.mark.rule("CNC-R64", "CNC-805")
def test_rules_for_decks_hold_for_own_cards(own: Own, library: Library) -> None:
    faults = GAME.check_loadout(context(library, own.hash), deck(own, 6))
    assert [fault.rule for fault in faults] == ["CNC-805"] * 3


def dealt_with(own: Own, table: MakeTable) -> Table:
    """A table at which the cards of this set are played, too."""
    game = table()
    game.cards |= {**own.cards, **own.others}
    return game


@pytest.mark.rule("CNC-450", "CNC-R64")
def test_an_own_type_has_its_effect_and_its_boost(table: MakeTable, own: Own) -> None:
    knight, bakery, _ = (card_id(own.hash, number) for number in (1, 2, 3))
    game = dealt_with(own, table).player(P1, cities=[bakery], deck=["nill"] * 5).player(P2, characters=["danger"])
    game.character(P1, knight, combo=(1, 2))
    game.start()
    game.attack(P1, knight, "danger")
    assert game.hp(P2, "danger") == 40 - (9 + 3)
    (unleashed,) = game.happened(e.TypeEffectUnleashed)
    assert "unleashes Sugar Rush" in GAME.describe(unleashed, game.cards)
    assert game.hand(P1) == ["nill", "nill"]


@pytest.mark.rule("CNC-314", "CNC-R65")
def test_two_targets_are_named_in_written_order(table: MakeTable, own: Own) -> None:
    event = card_id(own.hash, 3)
    game = dealt_with(own, table).player(P1, hand=[event], characters=["nill"])
    game.player(P2, characters=["danger", "riot_sergeant"])
    game.start()
    nill, danger, sergeant = game.seen(P1, "nill"), game.seen(P2, "danger"), game.seen(P2, "riot_sergeant")
    assert len(game.legal(P1, "play_event")) == 3 * 2
    assert game.refused(P1, game.playing(P1, event, danger, nill)).path == ("targets", "1")
    assert game.refused(P1, game.playing(P1, event, danger)).rule == "CNC-314"
    game.play(P1, event, sergeant, sergeant)
    assert (game.hp(P2, "riot_sergeant"), game.hp(P2, "danger"), game.hp(P1, "nill")) == (10, 40, 5)


def played(own: Own, library: Library, seed: int) -> Iterator[Decision]:
    """A whole match of two decks with own cards."""
    options = Options(card_sets=(own.hash,))
    event = MatchCreated(
        match=MATCH,
        game=GAME.slug,
        seats=2,
        options=options,
        clock=ClockPolicy(decision=60_000),
        pins=pins(GAME, seed),
    )
    step = accepted(decide.create(GAME, event, NOW, library))
    yield step
    for seat in (0, 1):
        step = accepted(
            decide.join(GAME, step.state, seat, f"player-{seat}", NOW, loadout=deck(own), server_seed=server_seed(seed))
        )
        yield step
    yield from moves(GAME, step.state, seed)


@pytest.mark.rule("CNC-R58", "CNC-R64")
def test_whole_matches_whose_chain_holds_no_word_of_the_maker(own: Own, library: Library) -> None:
    for seed in range(8):
        used = False
        for step in played(own, library, seed):
            assert GAME.invariants(step.state) == []
            if step.state.board_or_none is not None:
                GAME.view(step.state, FULL)
            for fact in step.facts:
                parts = encode(fact, "seat:0", "command")
                text = canonical([parts.pub, parts.private]).decode()
                assert not any(word in text for word in WORDS), text
                used = used or card_id(own.hash, 1) in text
                if type(fact.event) in GAME.events:
                    assert GAME.describe(fact.event, step.state.cards)
        assert used
        assert step.state.result is not None


@pytest.mark.rule("CNC-617", "CNC-R64")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ('id = "bakery"', "is taken"),
        ('do = "porter(me)"', "the word of the Porter alone"),
        ('name = "Fire"', "is taken"),
    ],
)
def test_an_own_set_is_no_second_core_set(change: str, said: str) -> None:
    texts = {
        'id = "bakery"': TEXT.replace('id = "bakery"', 'id = "mac"'),
        'do = "porter(me)"': TEXT.replace('do = "attack_mod(my_char, 3, types=Pastry)"', change),
        'name = "Fire"': TEXT.replace('name = "Pastry"', change),
    }
    with pytest.raises(CardFault, match=said):
        reader_of(GAME).read_own(GAME.core(), texts[change])
