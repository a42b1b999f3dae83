"""The games of this installation, and all that never changes about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from typing import Any

import msgspec

from api_schema.errors import ApiError, ErrorCode
from api_schema.input.member_names import camel_path, camel_text, camel_type, camel_value
from api_schema.ports.catalogue import LoadoutReport, RuleInfo, ViolationOut
from domain.kernel.cardsets import Core, Library, OwnSet, sets_of
from domain.kernel.catalogue import CardInfo, CardSetInfo, DeckInfo
from domain.kernel.codec import Codec
from domain.kernel.game import CardGame, LoadoutContext
from domain.kernel.introduction import ENGLISH, Introduction
from domain.kernel.lineage import RulesRepinned
from domain.kernel.refusal import Violation
from domain.kernel.seating import as_loadout
from domain.kernel.snapshots import schema_hash, views_hash
from service.catalogue import rules
from service.catalogue.conversion import ready_loadout, received
from service.catalogue.member_names import GameMemberNames
from service.version import engine_version

MemberNamesOf = Callable[[str], GameMemberNames | None]
"""The stored data of a game as the API writes it, by its slug; None for a game that is not here any more."""


class CatalogueEntry:
    """One game with what is derived from it, once."""

    def __init__(self, game: CardGame) -> None:
        self.game = game

    @cached_property
    def codec(self) -> Codec:
        """Reads its stored events."""
        return Codec(self.game)

    @cached_property
    def schema_hash(self) -> str:
        """The hash of the types of its states."""
        return schema_hash(self.game)

    @cached_property
    def views_hash(self) -> str:
        """The hash of the types of its views."""
        return views_hash(self.game)

    @cached_property
    def rules_text(self) -> str:
        """Its RULES.md."""
        return rules.text_of(self.game)

    @cached_property
    def rules(self) -> tuple[RuleInfo, ...]:
        """Its rules and rulings."""
        return tuple(rules.parse(self.rules_text))

    @cached_property
    def rules_hash(self) -> str:
        """The hash of its rules, which its matches pin."""
        return rules.hash_of(self.rules_text)

    @cached_property
    def member_names(self) -> GameMemberNames:
        """Its stored data as the API writes it."""
        return GameMemberNames(self.game)

    @cached_property
    def option_schema(self) -> Mapping[str, Any]:
        """The JSON schema of its options, as the API writes them."""
        return msgspec.json.schema(camel_type(self.game.options_type))

    @cached_property
    def loadout_schema(self) -> Mapping[str, Any]:
        """The JSON schema of its loadouts, as the API writes them."""
        return msgspec.json.schema(camel_type(self.game.loadout_type))

    @cached_property
    def decks(self) -> tuple[DeckInfo, ...]:
        """Its preconstructed decks, each with its loadout."""
        decks = ((deck, as_loadout(self.game, deck.id)) for deck in self.game.decks())
        return tuple(
            msgspec.structs.replace(
                deck, loadout=None if loadout is None else msgspec.to_builtins(camel_value(loadout))
            )
            for deck, loadout in decks
        )

    def published(self, pinned: str) -> Core | None:
        """The core sets of this hash, where this release or an earlier one has them. CardFault if it can't be read by
        these rules.
        """
        core = self.game.core()
        if core.hash == pinned or self.game.reader is None:
            return core if core.hash == pinned else None
        return self.game.reader.published(self.game.package, pinned)

    def library(self, pinned: str, own: Sequence[OwnSet[Any]] = ()) -> Library:
        """The cards of a match that is pinned to these core sets, as far as this release has them."""
        core = self.published(pinned)
        return Library(self.game.core(), () if core is None else (core,), tuple(own))

    @cached_property
    def release(self) -> RulesRepinned:
        """The release that decides its matches in this process, as the event that pins a match to it."""
        return RulesRepinned(
            rules_version=self.game.rules_version,
            rules_hash=self.rules_hash,
            engine_version=engine_version(),
            card_set_hash=self.game.card_set_hash(),
        )


class GameCatalogue:
    """ports.Catalogue over the games that were found."""

    def __init__(self, games: Mapping[str, CardGame]) -> None:
        self._games = games
        self._entries: dict[str, CatalogueEntry] = {}

    def entry(self, slug: str) -> CatalogueEntry:
        """NOT_FOUND for an unknown slug, with the nearest known one."""
        if slug not in self._entries:
            self._require(slug)
            self._entries[slug] = CatalogueEntry(self._games[slug])
        return self._entries[slug]

    def _require(self, slug: str) -> None:
        if slug not in self._games:
            near = get_close_matches(slug[:64], self._games, 1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(sorted(self._games))}"
            raise ApiError(ErrorCode.NOT_FOUND, f"there is no game {slug[:64]!r}{hint}", path=("game",))

    def warm_up(self) -> None:
        """Derive now what each game is asked for first, which takes half a second: nobody should wait for it later."""
        for game in self.games():
            entry = self.entry(game.slug)
            _ = entry.release, entry.rules, entry.option_schema, entry.loadout_schema, game.cards(), entry.decks

    def games(self) -> Sequence[CardGame]:
        return [self.game(slug) for slug in sorted(self._games)]

    def game(self, slug: str) -> CardGame:
        return self.entry(slug).game

    def member_names(self, slug: str) -> GameMemberNames | None:
        """The stored data of a game as the API writes it; None for a game that is not here any more."""
        return self.entry(slug).member_names if slug in self._games else None

    def introduction(self, slug: str, language: str) -> Introduction:
        """In English where there is none in the language."""
        found = self.game(slug).introductions
        if not found:
            raise ApiError(ErrorCode.NOT_FOUND, f"{slug} has no introduction", path=("slug",))
        return found.get(language, found[ENGLISH])

    def rules(self, slug: str) -> Sequence[RuleInfo]:
        return self.entry(slug).rules

    def rules_hash(self, slug: str) -> str:
        return self.entry(slug).rules_hash

    def cards(self, slug: str, card_set: str | None = None) -> Sequence[CardInfo]:
        game = self.game(slug)
        listed = [*game.cards(), *game.things(game.core().cards)]
        if card_set is None:
            return listed
        if card_set not in {known.id for known in game.card_sets()}:
            raise ApiError(ErrorCode.NOT_FOUND, f"{slug} has no card set {card_set!r}", path=("set",))
        return [card for card in listed if card.set == card_set]

    def card_sets(self, slug: str) -> Sequence[CardSetInfo]:
        return self.game(slug).card_sets()

    def decks(self, slug: str) -> Sequence[DeckInfo]:
        return self.entry(slug).decks

    def card_set_hash(self, slug: str) -> str:
        return self.entry(slug).release.card_set_hash

    def option_schema(self, slug: str) -> Mapping[str, Any]:
        return self.entry(slug).option_schema

    def loadout_schema(self, slug: str) -> Mapping[str, Any]:
        return self.entry(slug).loadout_schema

    def validate_loadout(
        self, slug: str, options: Any, seats: int, loadout: Mapping[str, Any], own: Sequence[OwnSet] = ()
    ) -> LoadoutReport:
        """`options` as the game reads them, a loadout as the API writes it; `own` are the card sets that they name."""
        return self._report(slug, options, seats, own, lambda game: received(loadout, game.loadout_type, "loadout"))

    def validate_deck(
        self, slug: str, options: Any, seats: int, deck: str, seat: int, own: Sequence[OwnSet] = ()
    ) -> LoadoutReport:
        """The same of a preconstructed deck for one of the seats. INVALID_INPUT for a deck that is not for it."""
        return self._report(slug, options, seats, own, lambda game: ready_loadout(game, deck, options, seats, seat))

    def _report(
        self, slug: str, options: Any, seats: int, own: Sequence[OwnSet], brought: Callable[[CardGame], Any]
    ) -> LoadoutReport:
        game = self.game(slug)
        library = Library(game.core(), own=tuple(own))
        faults = game.wrong_options(options, seats, library)
        if not faults:
            context = LoadoutContext(options, seats, library.cards(game.card_set_hash(), sets_of(options)))
            faults = game.check_loadout(context, brought(game))
        return LoadoutReport(not faults, tuple(_out(game, fault) for fault in faults))


def _out(game: CardGame, fault: Violation) -> ViolationOut:
    kinds = game.options_type, game.loadout_type
    return ViolationOut(fault.rule, camel_text(fault.message, *kinds), camel_path(fault.path, *kinds))
