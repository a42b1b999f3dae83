"""ports.Catalogue: what the games are, and the card sets that their players write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from api_schema.ports.base import Caller
from api_schema.ports.catalogue import LoadoutReport, OwnCardSet, RuleInfo
from domain.kernel.cardsets import is_hash
from domain.kernel.catalogue import CardInfo, CardSetInfo, DeckInfo
from domain.kernel.game import CardGame
from domain.kernel.introduction import ENGLISH, Introduction
from service.application import inputs
from service.application.refusals import store_errors
from service.catalogue.card_sets import CardSetBook, no_set, told
from service.catalogue.catalogue import GameCatalogue
from service.catalogue.conversion import received


class CatalogueUseCases:
    """The catalogue has what is fixed; the book has the sets of players."""

    def __init__(self, catalogue: GameCatalogue, book: CardSetBook) -> None:
        self._catalogue = catalogue
        self._book = book

    def games(self) -> Sequence[CardGame]:
        return self._catalogue.games()

    def game(self, slug: str) -> CardGame:
        return self._catalogue.game(slug)

    def introduction(self, slug: str, language: str = ENGLISH) -> Introduction:
        return self._catalogue.introduction(slug, language)

    def rules(self, slug: str) -> Sequence[RuleInfo]:
        return self._catalogue.rules(slug)

    def rules_hash(self, slug: str) -> str:
        return self._catalogue.rules_hash(slug)

    def card_sets(self, slug: str) -> Sequence[CardSetInfo]:
        return self._catalogue.card_sets(slug)

    def decks(self, slug: str) -> Sequence[DeckInfo]:
        return self._catalogue.decks(slug)

    def card_set_hash(self, slug: str) -> str:
        return self._catalogue.card_set_hash(slug)

    def option_schema(self, slug: str) -> Mapping[str, Any]:
        return self._catalogue.option_schema(slug)

    def loadout_schema(self, slug: str) -> Mapping[str, Any]:
        return self._catalogue.loadout_schema(slug)

    async def cards(self, slug: str, card_set: str | None = None) -> Sequence[CardInfo]:
        if card_set is None or not is_hash(card_set):
            return self._catalogue.cards(slug, card_set)
        with store_errors(), told():
            found = await self._book.held(self._catalogue.game(slug), [card_set])
        if not found:
            raise no_set(card_set)
        own = found[0]
        of_own = {card.set for card in own.listed}
        beside = self._catalogue.game(slug).things({**own.cards, **own.others})
        return [*own.listed, *(one for one in beside if one.set in of_own)]

    async def validate_loadout(
        self, slug: str, options: Mapping[str, Any], seats: int, loadout: Mapping[str, Any]
    ) -> LoadoutReport:
        game = self._catalogue.game(slug)
        chosen = received(options, game.options_type, "options")
        library = await self._book.chosen(game, chosen)
        return self._catalogue.validate_loadout(slug, chosen, seats, loadout, library.own)

    async def validate_deck(
        self, slug: str, options: Mapping[str, Any], seats: int, deck: str, seat: int
    ) -> LoadoutReport:
        game = self._catalogue.game(slug)
        chosen = received(options, game.options_type, "options")
        place = inputs.bounded(seat, 0, seats - 1, "seat")
        library = await self._book.chosen(game, chosen)
        return self._catalogue.validate_deck(slug, chosen, seats, deck, place, library.own)

    async def upload_card_set(self, caller: Caller, slug: str, text: str) -> OwnCardSet:
        return await self._book.upload(caller, slug, text)

    async def card_set(self, digest: str) -> OwnCardSet:
        return await self._book.get(digest)
