"""The catalogue of games: rules, cards, decks, and the check of a loadout. Public, and the same for everybody."""

from __future__ import annotations

from collections.abc import Sequence

from api_schema import changes
from api_schema.errors import ErrorCode
from api_schema.limiting.budgets import Bucket
from api_schema.loadouts import loadout_report
from api_schema.ports.catalogue import LARGEST_CARD_SET, CardSetInput, LoadoutInput, LoadoutReport, OwnCardSet, RuleInfo
from api_schema.ports.use_cases import UseCases
from api_schema.rest.change_rows import change_row, created
from api_schema.rest.models import CardList, DeckList, GameList, GameOut, RuleList
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import CardSetPath, CardsQuery, GamePath, given
from api_schema.rest.replies import A_WHILE, FOR_EVER, JSON, MARKDOWN, Reply, negotiate, vary
from api_schema.spelling import told
from domain.kernel.cardsets import is_hash
from domain.kernel.game import CardGame
from domain.kernel.look import Look

_PUBLIC = {"Cache-Control": f"public, {A_WHILE}"}
_FOR_EVER = {"Cache-Control": f"public, {FOR_EVER}"}


async def games(call: ApiCall) -> Reply:
    """All games."""
    found = call.uses.catalogue.games()
    return Reply(GameList(tuple(_game(call.uses, game) for game in found)), headers=_PUBLIC)


async def game(call: ApiCall) -> Reply:
    """One game."""
    return Reply(_game(call.uses, call.uses.catalogue.game(call.path.slug)), headers=_PUBLIC)


async def rules(call: ApiCall) -> Reply:
    """The rules, as data or as a text to read."""
    catalogue, slug = call.uses.catalogue, call.path.slug
    found, listed = catalogue.game(slug), catalogue.rules(slug)
    headers, digest = vary(_PUBLIC, "Accept"), catalogue.rules_hash(slug)
    if negotiate(call.request, JSON, MARKDOWN) == MARKDOWN:
        return Reply(_markdown(found, listed).encode(), media=MARKDOWN, headers=headers)
    return Reply(RuleList(slug, found.rules_version, digest, tuple(listed)), headers=headers)


async def look(call: ApiCall) -> Reply:
    """How a game looks to a client that knows none."""
    return Reply(told(call.uses.catalogue.game(call.path.slug).look), headers=_PUBLIC)


async def cards(call: ApiCall) -> Reply:
    """The cards, of all sets or of one."""
    catalogue, slug = call.uses.catalogue, call.path.slug
    wanted = given(call.query.card_set)
    listed = await catalogue.cards(slug, wanted)
    digest = wanted if wanted is not None and is_hash(wanted) else catalogue.card_set_hash(slug)
    return Reply(CardList(slug, digest, tuple(listed)), headers=_PUBLIC)


async def card_set(call: ApiCall) -> Reply:
    """A card set that a player has written; it never changes."""
    found = await call.uses.catalogue.card_set(call.path.hash)
    return Reply(found, headers=_FOR_EVER)


async def decks(call: ApiCall) -> Reply:
    """The preconstructed decks."""
    catalogue, slug = call.uses.catalogue, call.path.slug
    return Reply(DeckList(slug, catalogue.card_set_hash(slug), tuple(catalogue.decks(slug))), headers=_PUBLIC)


async def validate(call: ApiCall) -> Reply:
    """The report on a loadout; an illegal one is an answer, not an error."""
    return Reply(await loadout_report(call.uses.catalogue, call.body))


def _game(uses: UseCases, found: CardGame) -> GameOut:
    catalogue = uses.catalogue
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


_UNKNOWN = (ErrorCode.NOT_FOUND,)

OPERATIONS = (
    Operation("listGames", "GET", "/v1/games", games, "All games", "catalogue", GameList),
    Operation(
        "getGame", "GET", "/v1/games/{slug}", game, "One game", "catalogue", GameOut, path_type=GamePath, codes=_UNKNOWN
    ),
    Operation(
        "getLook",
        "GET",
        "/v1/games/{slug}/look",
        look,
        "How a game looks: labels, places, faces of cards, weights of actions and events",
        "catalogue",
        Look,
        path_type=GamePath,
        codes=_UNKNOWN,
    ),
    Operation(
        "getRules",
        "GET",
        "/v1/games/{slug}/rules",
        rules,
        "The rules of a game, by rule ID",
        "catalogue",
        RuleList,
        path_type=GamePath,
        media={MARKDOWN: "The rules as Markdown, by section."},
        codes=_UNKNOWN,
    ),
    Operation(
        "getCards",
        "GET",
        "/v1/games/{slug}/cards",
        cards,
        "The cards of a game",
        "catalogue",
        CardList,
        path_type=GamePath,
        query_type=CardsQuery,
        codes=_UNKNOWN,
        costs=50,
    ),
    Operation(
        "getDecks",
        "GET",
        "/v1/games/{slug}/decks",
        decks,
        "The preconstructed decks of a game",
        "catalogue",
        DeckList,
        path_type=GamePath,
        codes=_UNKNOWN,
    ),
    Operation(
        "validateLoadout",
        "POST",
        "/v1/loadouts/validate",
        validate,
        "Check a loadout, or a deck of the game: legal or not, with every violation and its rule ID",
        "catalogue",
        LoadoutReport,
        body=LoadoutInput,
        codes=_UNKNOWN,
        description="An illegal loadout is reported with status 200. Options that make no sense are refused.",
        bucket=Bucket.READS,
        costs=20,
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
    Operation(
        "getCardSet",
        "GET",
        "/v1/card-sets/{hash}",
        card_set,
        "A card set that a player has written",
        "catalogue",
        OwnCardSet,
        path_type=CardSetPath,
        codes=_UNKNOWN,
    ),
)
