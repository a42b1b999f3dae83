"""The catalogue of games: rules, cards, decks, and the check of a loadout. Public, and the same for everybody."""

from __future__ import annotations

from collections.abc import Sequence

from api_schema import changes, reads
from api_schema.errors import ErrorCode
from api_schema.input.member_names import camel_value
from api_schema.limiting.budgets import Bucket
from api_schema.negotiation import negotiate
from api_schema.ports.catalogue import LARGEST_CARD_SET, CardSetInput, LoadoutInput, RuleInfo
from api_schema.rest.caching import PUBLIC_A_WHILE, PUBLIC_FOR_EVER, usual
from api_schema.rest.change_rows import change_row, created
from api_schema.rest.models import CardList, DeckList, GameList, GameOut, RuleList
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import CardsQuery, value_or_none
from api_schema.rest.read_rows import read_row
from api_schema.rest.replies import A_WHILE, JSON, MARKDOWN, Reply, vary
from domain.kernel.cardsets import is_hash
from domain.kernel.catalogue import CardInfo, DeckInfo
from domain.kernel.game import CardGame
from domain.kernel.look import Look


async def rules(call: ApiCall) -> Reply:
    """The rules, as data or as a text to read."""
    catalogue, slug = call.use_cases.catalogue, call.path.slug
    found, listed = catalogue.game(slug), catalogue.rules(slug)
    headers, digest = vary({"Cache-Control": f"public, {A_WHILE}"}, "Accept"), catalogue.rules_hash(slug)
    if negotiate(call.request, JSON, MARKDOWN) == MARKDOWN:
        return Reply(_markdown(found, listed).encode(), media=MARKDOWN, headers=headers)
    return Reply(RuleList(slug, found.rules_version, digest, tuple(listed)), headers=headers)


def _cards(call: ApiCall, listed: Sequence[CardInfo]) -> CardList:
    """The cards, of all sets or of one."""
    wanted = value_or_none(call.query.card_set)
    digest = wanted if wanted is not None and is_hash(wanted) else _card_set_hash(call)
    return CardList(call.path.slug, digest, tuple(listed))


def _decks(call: ApiCall, listed: Sequence[DeckInfo]) -> DeckList:
    return DeckList(call.path.slug, _card_set_hash(call), tuple(listed))


def _card_set_hash(call: ApiCall) -> str:
    return call.use_cases.catalogue.card_set_hash(call.path.slug)


def _games(call: ApiCall, found: Sequence[CardGame]) -> GameList:
    return GameList(tuple(_game(call, game) for game in found))


def _game(call: ApiCall, found: CardGame) -> GameOut:
    catalogue = call.use_cases.catalogue
    return GameOut(
        slug=found.slug,
        title=found.title,
        prefix=found.prefix,
        min_seats=found.min_seats,
        max_seats=found.max_seats,
        rules_version=found.rules_version,
        rules_hash=catalogue.rules_hash(found.slug),
        card_set_hash=catalogue.card_set_hash(found.slug),
        card_sets=tuple(catalogue.card_sets(found.slug)),
        option_schema=catalogue.option_schema(found.slug),
        loadout_schema=catalogue.loadout_schema(found.slug),
        bots=tuple(found.strengths),
    )


def _markdown(found: CardGame, listed: Sequence[RuleInfo]) -> str:
    lines = [f"# {found.title}: rules {found.rules_version}"]
    section = None
    for rule in listed:
        if rule.section != section:
            section = rule.section
            lines += ["", f"## {section}", ""]
        lines.append(f"- **{rule.id}** {rule.text}")
    return "\n".join(lines) + "\n"


OPERATIONS = (
    read_row(
        reads.LIST_GAMES,
        "/v1/games",
        "All games",
        "catalogue",
        PUBLIC_A_WHILE,
        reply=GameList,
        shows=_games,
        description="Each as `getGame` shows it. Its slug stands in the addresses of all that belongs to it.",
    ),
    read_row(
        reads.GET_GAME,
        "/v1/games/{slug}",
        "One game",
        "catalogue",
        PUBLIC_A_WHILE,
        reply=GameOut,
        shows=_game,
        description="What a match of it may be made with, and the version of its rules.",
    ),
    read_row(
        reads.GET_LOOK,
        "/v1/games/{slug}/look",
        "How a game looks: labels, places, faces of cards, weights of actions and events",
        "catalogue",
        PUBLIC_A_WHILE,
        reply=Look,
        description="For who draws tables: it says of every game in the same form how to show what a state holds.",
        shows=lambda call, found: camel_value(found.look),
    ),
    Operation(
        "getRules",
        "GET",
        "/v1/games/{slug}/rules",
        rules,
        "The rules of a game, by rule ID",
        "catalogue",
        RuleList,
        media={MARKDOWN: "The rules as Markdown, by section."},
        codes=(ErrorCode.NOT_FOUND,),
        description="Refusals, events and prompts name these ids in `ruleId` and `ruleIds`.",
    ),
    read_row(
        reads.GET_CARDS,
        "/v1/games/{slug}/cards",
        "The cards of a game",
        "catalogue",
        PUBLIC_A_WHILE,
        query_type=CardsQuery,
        reply=CardList,
        description="All of them in one answer, or those of one `set`; there are no pages.",
        shows=_cards,
    ),
    read_row(
        reads.GET_DECKS,
        "/v1/games/{slug}/decks",
        "The preconstructed decks of a game",
        "catalogue",
        PUBLIC_A_WHILE,
        reply=DeckList,
        description="Joining a match takes the `id` as `deck`, or the `loadout`, changed as you like.",
        shows=_decks,
    ),
    read_row(
        reads.VALIDATE_LOADOUT,
        "/v1/loadouts/validate",
        "Check a loadout, or a deck of the game: legal or not, with every violation and its rule ID",
        "catalogue",
        usual,
        method="POST",
        body=LoadoutInput,
        bucket=Bucket.READS,
        description="An illegal loadout is reported with status 200. Options that make no sense are refused.",
    ),
    change_row(
        changes.UPLOAD_CARD_SET,
        "POST",
        "/v1/card-sets",
        "Upload a card set of your own",
        "catalogue",
        created("/v1/card-sets/{0.hash}"),
        body=CardSetInput,
        largest=LARGEST_CARD_SET,
        links={"read": {"operationId": "getCardSet", "parameters": {"hash": "$response.body#/hash"}}},
        description=(
            "The text of one card file. The service checks it, stores it once under the SHA-256 of the text, and never"
            " changes it; everybody who knows the hash can read it. A match uses it by naming the hash in its option"
            " `cardSets`. A file with faults comes back as 422 with every fault and its line. Scope: `deck:write`."
        ),
    ),
    read_row(
        reads.GET_CARD_SET,
        "/v1/card-sets/{hash}",
        "A card set that a player has written",
        "catalogue",
        PUBLIC_FOR_EVER,
        description="By the hash of its text, so it never changes and may be kept for ever.",
    ),
)
