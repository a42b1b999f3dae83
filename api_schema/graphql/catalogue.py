"""The games and what they are made of: rules, card sets, cards, decks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import strawberry

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql import shapes
from api_schema.graphql.context import Info, page_size
from api_schema.graphql.paging import PageInfo, edge_type, list_of
from api_schema.graphql.query_rows import query_field
from api_schema.graphql.scalars import Json, plain
from api_schema.input.member_names import camel_value
from api_schema.operations.catalogue import GET_INTRODUCTION
from domain.kernel.catalogue import CardInfo
from domain.kernel.game import CardGame

GAME_ID = "gm_"


@strawberry.interface(
    description="Anything that `node` finds by its id, which no other thing has: caches may keep it by that. All other "
    "ids are good only where they stand."
)
class Node:
    """The interface behind `node(id)`."""

    @strawberry.field(description="As `node` takes it.")
    def id(self) -> strawberry.ID:
        raise NotImplementedError


@strawberry.input(description="A fact of a card: its name and the wanted value.")
class AttributeFilter:
    """One attribute to match."""

    name: str
    value: str


@strawberry.input(description="Which cards: all conditions must hold.")
class CardFilter:
    """Conditions on cards."""

    text: str | None = strawberry.field(default=None, description="Part of name or text, in any case.")
    ids: list[strawberry.ID] | None = None
    attributes: list[AttributeFilter] | None = None

    def accepts(self, card: CardInfo) -> bool:
        """Whether the card meets all conditions."""
        wanted = (self.text or "").casefold()
        return (
            (self.ids is None or card.id in self.ids)
            and wanted in f"{card.name}\n{card.text}".casefold()
            and all(card.attributes.get(item.name) == item.value for item in self.attributes or ())
        )


WhichCards = Annotated[CardFilter | None, strawberry.argument(name="filter")]


CardEdge = edge_type("Card", shapes.Card)


@strawberry.type(description="Cards in the order of their sets.")
class CardConnection:
    """A page of cards."""

    cards: strawberry.Private[Sequence[CardInfo]]
    page_info: PageInfo
    total_count: int

    @strawberry.field(graphql_type=list[shapes.Card])
    def nodes(self) -> Any:
        return self.cards

    @strawberry.field(graphql_type=list_of(CardEdge))
    def edges(self) -> Any:
        return [CardEdge(cursor=card.id, node=card) for card in self.cards]


def card_page(cards: Sequence[CardInfo], wanted: CardFilter | None, first: int, after: str | None) -> CardConnection:
    """The page after a card's id; cards are immutable per card set, so a page never shifts."""
    found = [card for card in cards if wanted is None or wanted.accepts(card)]
    start = 0 if after is None else next((place + 1 for place, card in enumerate(found) if card.id == after), None)
    if start is None:
        message = "this is not a cursor of this list: it belongs to another filter, or to no list"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("after",))
    page = found[start : start + page_size(first)]
    info = PageInfo(
        has_next_page=start + len(page) < len(found),
        end_cursor=page[-1].id if page else None,
        has_previous_page=start > 0,
        start_cursor=page[0].id if page else None,
    )
    return CardConnection(cards=page, page_info=info, total_count=len(found))


@strawberry.type(description="A game that can be played here.")
class Game(Node):
    """One game of the catalogue."""

    game: strawberry.Private[CardGame]

    @strawberry.field(description="Of this game alone: `gm_...`.")
    def id(self) -> strawberry.ID:
        return strawberry.ID(GAME_ID + self.game.slug)

    @strawberry.field(description="Its name in arguments and addresses.")
    def slug(self) -> str:
        return self.game.slug

    @strawberry.field(description="Its name for people.")
    def title(self) -> str:
        return self.game.title

    @strawberry.field(description="The fewest seats of a match.")
    def min_seats(self) -> int:
        return self.game.min_seats

    @strawberry.field(description="The most seats of a match.")
    def max_seats(self) -> int:
        return self.game.max_seats

    @strawberry.field(
        graphql_type=list[shapes.HouseBot],
        description="The bots of the house that take seats of your own matches, the weakest first.",
    )
    def bots(self) -> Any:
        return self.game.strengths

    @strawberry.field(description="JSON Schema of the match options.")
    def option_schema(self, info: Info) -> Json:
        return Json(info.context.use_cases.catalogue.option_schema(self.game.slug))

    @strawberry.field(description="JSON Schema of what a player brings.")
    def loadout_schema(self, info: Info) -> Json:
        return Json(info.context.use_cases.catalogue.loadout_schema(self.game.slug))

    @strawberry.field(
        graphql_type=shapes.MatchCounts,
        description="The numbers of this game's matches, private ones included; a moment behind.",
    )
    async def match_counts(self, info: Info) -> Any:
        statistics = await info.context.use_cases.matches.statistics()
        return next(found.matches for found in statistics.games if found.game == self.game.slug)

    @strawberry.field(description="Rises with every change of its rules.")
    def rules_version(self) -> str:
        return self.game.rules_version

    @strawberry.field(description="How it looks to a client that knows no game, as over REST.")
    def look(self) -> Json:
        return Json(plain(camel_value(self.game.look)))

    introduction = query_field(GET_INTRODUCTION)

    @strawberry.field(description="Of the rules' text, SHA-256 in hex.")
    def rules_hash(self, info: Info) -> str:
        return info.context.use_cases.catalogue.rules_hash(self.game.slug)

    @strawberry.field(description="Of all core cards, SHA-256 in hex.")
    def card_set_hash(self, info: Info) -> str:
        return info.context.use_cases.catalogue.card_set_hash(self.game.slug)

    @strawberry.field(description="The prefix of its rule IDs.")
    def prefix(self) -> str:
        return self.game.prefix

    @strawberry.field(graphql_type=list[shapes.Rule], description="Rules and rulings, by section or by id if asked.")
    def rules(self, info: Info, section: str | None = None, ids: list[strawberry.ID] | None = None) -> Any:
        return [
            rule
            for rule in info.context.use_cases.catalogue.rules(self.game.slug)
            if (section is None or rule.section == section) and (ids is None or rule.id in ids)
        ]

    @strawberry.field(graphql_type=list[shapes.CardSet], description="The sets of its core cards.")
    def card_sets(self, info: Info) -> Any:
        return info.context.use_cases.catalogue.card_sets(self.game.slug)

    @strawberry.field(graphql_type=list[shapes.Deck], description="Preconstructed decks; `cards` counts card ids.")
    def decks(self, info: Info) -> Any:
        return info.context.use_cases.catalogue.decks(self.game.slug)

    @strawberry.field(description="All core cards, or those of one set.")
    async def cards(
        self,
        info: Info,
        first: int,
        after: str | None = None,
        card_set: str | None = None,
        where: WhichCards = None,
    ) -> CardConnection:
        return card_page(await info.context.use_cases.catalogue.cards(self.game.slug, card_set), where, first, after)
