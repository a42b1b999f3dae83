"""The catalogue of games: rules, cards, decks, and the check of a loadout. Public, and the same for everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from api_schema.input.member_names import camel_value
from api_schema.negotiation import negotiate
from api_schema.operations import catalogue as rows
from api_schema.operations.http import JSON, MARKDOWN
from api_schema.operations.models import CardList, DeckList, GameList, GameOut, RuleList
from api_schema.operations.operation import Operation, Read
from api_schema.operations.parameters import value_or_none
from api_schema.ports.catalogue import RuleInfo
from api_schema.rest.call import ApiCall, Handler
from api_schema.rest.reading import Shows
from api_schema.rest.replies import A_WHILE, Reply, vary
from domain.kernel.cardsets import is_hash
from domain.kernel.catalogue import CardInfo, DeckInfo
from domain.kernel.game import CardGame


async def rules(call: ApiCall) -> Reply:
    """The rules, as data or as a text to read."""
    catalogue, slug = call.use_cases.catalogue, call.path.slug
    found, listed = catalogue.game(slug), catalogue.rules(slug)
    headers, digest = vary({"Cache-Control": f"public, {A_WHILE}"}, "Accept"), catalogue.rules_hash(slug)
    if negotiate(call.headers, JSON, MARKDOWN) == MARKDOWN:
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


SHOWN: Mapping[Read, Shows] = {
    rows.LIST_GAMES: _games,
    rows.GET_GAME: _game,
    rows.GET_LOOK: lambda call, found: camel_value(found.look),
    rows.GET_CARDS: _cards,
    rows.GET_DECKS: _decks,
}
HANDLERS: Mapping[Operation, Handler] = {rows.GET_RULES: rules}
