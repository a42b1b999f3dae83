"""Card files (5xx): what they must hold, and sets that players write."""

from __future__ import annotations

import msgspec
import pytest

from domain.kernel.cardfile import CardFault
from domain.kernel.cardsets import Library
from domain.kernel.game import LoadoutContext, reader_of
from scripts.new_game.game import GAME
from scripts.new_game.game.loadouts import Loadout, Options
from scripts.new_game.tests.own_sets import TEXT, loadout


@pytest.mark.rule("BON-501")
@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ('wood = "birch"', 'wood = "brich"', "kitchen.toml:5: card 'Burnt Toast', key 'wood': unknown name 'brich'"),
        ("points = 2", "points = 10", "<= 9"),
        ("draw(you, 1)", "drew(you, 1)", "unknown effect 'drew'; did you mean 'draw'?"),
        ("draw(you, 1)", "draw(you, 21)", "n is a number from 0 to 20, not 21"),
        ('id = "cast_iron"', 'id = "hearth"', "'hearth' is taken"),
    ],
)
def test_what_is_wrong_with_a_card_is_said_with_its_place(written: str, instead: str, said: str) -> None:
    with pytest.raises(CardFault) as raised:
        reader_of(GAME).read_own(GAME.core(), TEXT.replace(written, instead), "kitchen.toml")
    assert said in str(raised.value)


@pytest.mark.rule("BON-502")
@pytest.mark.parametrize("change", [('kind = "log"', 'kind = "stone"'), ('kind = "stone"', 'kind = "log"')])
def test_each_stone_says_what_holds_and_no_log_does(change: tuple[str, str]) -> None:
    with pytest.raises(CardFault, match="BON-502"):
        reader_of(GAME).read_own(GAME.core(), TEXT.replace(*change))


@pytest.mark.rule("BON-503", "BON-702")
def test_a_deck_of_own_cards_is_legal_where_the_match_names_their_set() -> None:
    own = reader_of(GAME).read_own(GAME.core(), TEXT)
    library, options = Library(GAME.core(), own=(own,)), Options(card_sets=(own.hash,))
    deck = msgspec.convert(loadout(own.hash, 0), Loadout)
    assert GAME.wrong_options(options, 2, library) == []
    for named, rules in ((options.card_sets, set()), ((), {"BON-702"})):
        context = LoadoutContext(options, 2, library.cards(GAME.card_set_hash(), named))
        assert {fault.rule for fault in GAME.check_loadout(context, deck)} == rules
    (fault,) = GAME.wrong_options(Options(card_sets=("0" * 64,)), 2, library)
    assert fault.rule == "BON-503"
