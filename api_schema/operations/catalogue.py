"""The catalogue of games: rules, cards, decks, and the check of a loadout. Public, and the same for everybody."""

from __future__ import annotations

from api_schema.errors import ErrorCode
from api_schema.limiting.budgets import Bucket
from api_schema.loadouts import loadout_report
from api_schema.operations import beyond
from api_schema.operations.fields import Field, Input, Missing, Mutation, Payload
from api_schema.operations.http import MARKDOWN
from api_schema.operations.models import CardList, DeckList, GameList, GameOut, RuleList
from api_schema.operations.operation import Change, Keeps, Operation, Read
from api_schema.operations.parameters import CardsQuery, LanguageQuery
from api_schema.ports.base import Caller
from api_schema.ports.catalogue import (
    LARGEST_CARD_SET,
    CardSetInput,
    Catalogue,
    LoadoutInput,
    LoadoutReport,
    OwnCardSet,
)
from api_schema.ports.use_cases import UseCases
from domain.kernel.introduction import Introduction
from domain.kernel.look import Look

_UNKNOWN = (ErrorCode.NOT_FOUND,)


async def _validate(use_cases: UseCases, wanted: LoadoutInput) -> LoadoutReport:
    return await loadout_report(use_cases.catalogue, wanted)


async def _upload(use_cases: UseCases, caller: Caller, game: str, text: str) -> OwnCardSet:
    return await use_cases.catalogue.upload_card_set(caller, game, text)


LIST_GAMES = Read(
    "listGames",
    "/v1/games",
    "All games",
    "catalogue",
    Catalogue.games,
    keeps=Keeps.PUBLIC_A_WHILE,
    reply=GameList,
    description="Each as `getGame` shows it. Its slug stands in the addresses of all that belongs to it.",
    graphql=Field("games", points=0),
)
GET_GAME = Read(
    "getGame",
    "/v1/games/{slug}",
    "One game",
    "catalogue",
    Catalogue.game,
    keeps=Keeps.PUBLIC_A_WHILE,
    reply=GameOut,
    codes=_UNKNOWN,
    description="What a match of it may be made with, and the version of its rules.",
    graphql=Field("game", missing=Missing.NULL, points=0),
)
GET_LOOK = Read(
    "getLook",
    "/v1/games/{slug}/look",
    "How a game looks: labels, places, faces of cards, weights of actions and events",
    "catalogue",
    Catalogue.game,
    keeps=Keeps.PUBLIC_A_WHILE,
    reply=Look,
    codes=_UNKNOWN,
    description="For who draws tables: it says of every game in the same form how to show what a state holds.",
)
GET_INTRODUCTION = Read(
    "getIntroduction",
    "/v1/games/{slug}/introduction",
    "A game for people who have never seen it",
    "catalogue",
    Catalogue.introduction,
    keeps=Keeps.PUBLIC_A_WHILE,
    query_type=LanguageQuery,
    reply=Introduction,
    codes=_UNKNOWN,
    description="Its idea, its goal, its ways to win and lose, a turn step by step, the first words, a sentence about"
    " each ready-made deck. English stands in for a language that the game does not have: `language` says which it is.",
    graphql=Field(
        "introduction",
        "What it is about, for people who have never seen it; in English where it lacks the language.",
        "Game",
        of={"slug": "game.slug"},
        missing=Missing.NULL,
        points=0,
    ),
)
GET_RULES = Operation(
    "getRules",
    "/v1/games/{slug}/rules",
    "The rules of a game, by rule ID",
    "catalogue",
    reply=RuleList,
    media={MARKDOWN: "The rules as Markdown, by section."},
    codes=_UNKNOWN,
    description="Refusals, events and prompts name these ids in `ruleId` and `ruleIds`.",
)
GET_CARDS = Read(
    "getCards",
    "/v1/games/{slug}/cards",
    "The cards of a game",
    "catalogue",
    Catalogue.cards,
    keeps=Keeps.PUBLIC_A_WHILE,
    query_type=CardsQuery,
    reply=CardList,
    codes=_UNKNOWN,
    points=50,
    description="All of them in one answer, or those of one `set`; there are no pages.",
)
GET_DECKS = Read(
    "getDecks",
    "/v1/games/{slug}/decks",
    "The preconstructed decks of a game",
    "catalogue",
    Catalogue.decks,
    keeps=Keeps.PUBLIC_A_WHILE,
    reply=DeckList,
    codes=_UNKNOWN,
    description="Joining a match takes the `id` as `deck`, or the `loadout`, changed as you like.",
)
VALIDATE_LOADOUT = Read(
    "validateLoadout",
    "/v1/loadouts/validate",
    "Check a loadout, or a deck of the game: legal or not, with every violation and its rule ID",
    "catalogue",
    _validate,
    method="POST",
    body=LoadoutInput,
    codes=_UNKNOWN,
    beyond=f"{beyond.MATCH}, a number of seats that no mode has",
    bucket=Bucket.READS,
    points=20,
    description="An illegal loadout is reported with status 200. Options that make no sense are refused.",
    graphql=Field(
        "validateLoadout",
        "Every violation of a loadout; writes nothing.",
        input=Input(
            "LoadoutInput",
            LoadoutInput,
            "A loadout and what it is checked against; in its place a `deck` of the game, and the `seat` it is for.",
            first={},
        ),
        names={"wanted": "input"},
    ),
)
UPLOAD_CARD_SET = Change(
    "uploadCardSet",
    "/v1/card-sets",
    "Upload a card set of your own",
    "catalogue",
    _upload,
    scope="deck:write",
    body=CardSetInput,
    largest=LARGEST_CARD_SET,
    created="/v1/card-sets/{0.hash}",
    costs=20,
    codes=(ErrorCode.CARD_SET_INVALID, ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN),
    beyond="a game that is not here, a text that is no card file of it",
    links={"read": {"operationId": "getCardSet", "parameters": {"hash": "$response.body#/hash"}}},
    description="The text of one card file. The service checks it, stores it once under the SHA-256 of the text, and"
    " never changes it; everybody who knows the hash can read it. A match uses it by naming the hash in its option"
    " `cardSets`. A file with faults comes back as 422 with every fault and its line. Scope: `deck:write`.",
    graphql=Mutation(
        Payload(
            "CardSetPayload",
            "card_set",
            "The set under its hash; or every fault of the text, in `faults` of the error.",
        ),
        Input(
            "CardSetInput",
            description="The text of a card file for that game.",
            first={"game": str, "text": str},
        ),
        "Checked, stored once under the hash of its text, never changed. A match names it in `cardSets`.",
    ),
)
GET_CARD_SET = Read(
    "getCardSet",
    "/v1/card-sets/{hash}",
    "A card set that a player has written",
    "catalogue",
    Catalogue.card_set,
    keeps=Keeps.PUBLIC_FOR_EVER,
    codes=_UNKNOWN,
    description="By the hash of its text, so it never changes and may be kept for ever.",
    graphql=Field(
        "cardSet",
        "A set that a player has written.",
        names={"digest": "hash"},
        missing=Missing.NULL,
        points=0,
    ),
)

ROWS = (
    LIST_GAMES,
    GET_GAME,
    GET_LOOK,
    GET_INTRODUCTION,
    GET_RULES,
    GET_CARDS,
    GET_DECKS,
    VALIDATE_LOADOUT,
    UPLOAD_CARD_SET,
    GET_CARD_SET,
)
