"""Every word of every game says what it is about, so that the texts of cards are checked by it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.games import discover
from domain.kernel.effects.vocabulary import Word

GAMES = {game.slug: game.vocabulary for game in discover().values() if game.vocabulary is not None}


def unsaid(word: Word) -> Iterator[str]:
    """What a word leaves open."""
    takes = [parameter for parameter in word.parameters if parameter.kind in ("cards", "target")]
    yield from (f"{parameter.name}: cards of which kind?" for parameter in takes if parameter.about is None)
    if word.group in ("cards", "target") and not takes and not word.meaning.names:
        yield "which cards does it name?"


@pytest.mark.parametrize("slug", GAMES)
def test_words_say_which_cards_they_take_and_name(slug: str) -> None:
    said = {f"{group} {name}": list(unsaid(word)) for (group, name), word in GAMES[slug].words.items()}
    assert {name: open_ for name, open_ in said.items() if open_} == {}


@pytest.mark.parametrize("slug", GAMES)
def test_words_speak_of_kinds_that_the_game_has_names_for(slug: str) -> None:
    words = GAMES[slug]
    for word in words.words.values():
        meaning = word.meaning
        kinds = {*meaning.asks, *([meaning.tells] if meaning.tells else [])}
        kinds |= set() if callable(meaning.names) else {*meaning.names}
        kinds |= {kind for parameter in word.parameters for kind in parameter.about or ()}
        assert kinds <= words.subjects.called.keys(), word.name
