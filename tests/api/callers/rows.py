"""The rows: each operation with its guard. A new operation of either skin needs one line here.

REST: the operation's id, the policy, the body; `query`, `match` and `tournament` (in which state these are) where they
matter. GraphQL: the field, the policy, the text. In texts `$match`, `$key`, `$card_set`, `$deck`, `$tournament` and
`$referee` stand for what is there, in bodies and texts `$stop`, `$code` and `$entrant`.
`fresh`: it changes its match or tournament, so whoever comes after one who was answered gets another. `lacks`: the
scope that is missing here, where the operation needs another one as a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from api_schema.operations.operation import Operation
from api_schema.operations.table import OPERATIONS
from tests.api.callers.kinds import (
    ACT,
    GUESTS,
    OPEN,
    PLAYERS,
    PUBLIC,
    SEAT,
    WATCH,
    Policy,
    account,
    any_account,
    policy,
    staff,
    unless_seated,
    webhook_manager,
)

Match = Literal["open", "running", "private", "over"]
Hall = Literal["entry", "running", "over"]
BY_ID = {operation.id: operation for operation in OPERATIONS}


@dataclass(frozen=True)
class Row:
    """An operation and what each kind of caller is answered."""

    name: str
    policy: Policy
    text: str = ""
    body: Any = None
    query: str = ""
    match: Match = "running"
    tournament: Hall = "running"
    fresh: bool = False
    lacks: str = ""
    note: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def operation(self) -> Operation | None:
        """The operation of REST, None for a field of GraphQL."""
        return BY_ID.get(self.name)

    @property
    def is_of_tournament(self) -> bool:
        """Whether it is asked of a tournament that there is, and not of a match."""
        path = "" if self.operation is None else self.operation.path
        return path.startswith("/v1/tournaments/") or "$tournament" in self.text

    @property
    def shown(self) -> str:
        """The name in the page."""
        return f"{self.name}, {self.note}" if self.note else self.name


def seat(policy: Policy) -> dict[str, Any]:
    """As seat 0."""
    return {"policy": policy, "query": "?as=seat:0", "note": "as seat 0"}


NAMED = account("INVALID_INPUT")
"""Let in, and then told that the rest of the request is wrong: nothing of the others' accounts must go."""
UNKNOWN = account("NOT_FOUND")
JOIN = {"deck": "fox"}
OWN_SEATS = account() | {"other seat": "ok", "own seat": "ok"}
"""Where somebody is waited for: all seats of an account, or the one of a token that is still good."""
DECK = {"game": "envoys", "name": "Foxes", "loadout": {"charm": "fox"}}
OTHERS_DECK = dict.fromkeys(("spectator", "organiser", "referee", "admin", "provider"), "NOT_FOUND")
"""The deck is the player's: to others it doesn't exist, whatever they may do."""
ORGANISER, REFEREE, ADMIN = {"organiser": "ok"}, {"referee": "ok"}, {"admin": "ok"}
ENTRANT = account("NOT_FOUND") | {"player": "ok"}
"""What an entrant does; who has not entered is none."""
OWN_ENTRANT = policy("NOT_FOUND", dict.fromkeys(("player", "narrow", "webhooks"), "ok"))
"""What belongs to the own entrant, whatever the token of its account is for."""
ENTRY = {"deck": {"deck": "fox"}}
CONFIRM = {"round": 1, "table": 1, "kind": "CONFIRM"}
WARNING = {"kind": "WARNING", "reason": "slow", "round": 1, "table": 1, "entrant": "$entrant"}
NOBODY_RATED = dict.fromkeys(OPEN, "NOT_FOUND")
"""Nobody's token is looked at, and nobody has a rating here."""
NO_GAME = {"url": "https://receiver.example/hook", "game": "nothing", "matches": "PUBLIC"}
"""A webhook for no game that is played, so that none is made and no name is looked up."""

REST: tuple[Row, ...] = (
    Row("listGames", OPEN),
    Row("getGame", OPEN),
    Row("getRules", OPEN),
    Row("getLook", OPEN),
    Row("getIntroduction", OPEN),
    Row("getCards", OPEN),
    Row("getDecks", OPEN),
    Row("validateLoadout", OPEN, body={"game": "envoys", "seats": 2, "loadout": {"charm": "fox"}}),
    Row("uploadCardSet", account("CARD_SET_INVALID"), body={"game": "c4", "text": "nothing"}),
    Row("getCardSet", OPEN),
    Row("saveDeck", account(), body=DECK),
    Row("findDecks", any_account()),
    Row("getSavedDeck", any_account() | OTHERS_DECK),
    Row("changeDeck", account() | OTHERS_DECK, body=DECK, headers={"If-Match": '"1"'}),
    Row("deleteDeck", account() | OTHERS_DECK),
    Row("createMatch", GUESTS, body={"game": "envoys", "seats": 2}),
    Row("findMatches", PUBLIC),
    Row("getMatch", PUBLIC),
    Row("getMatch", PUBLIC, match="private", note="private"),
    Row("getStatistics", OPEN),
    Row("getDeckStatistics", OPEN),
    Row("getCardStatistics", OPEN),
    Row("getDeckMatchups", OPEN),
    Row("getHeadToHead", OPEN, query="?one=en_1&other=en_2"),
    Row("joinMatch", GUESTS, body=JOIN, match="open", fresh=True),
    Row("leaveMatch", ACT, match="open", fresh=True),
    Row("forkMatch", account(), body={"atVersion": "$stop"}, match="over"),
    Row("getState", WATCH),
    Row("getState", match="private", policy=PLAYERS, note="private"),
    Row("getState", **seat(SEAT)),
    Row("getState", PUBLIC | {"left seat": "UNAUTHENTICATED"}, query="?as=full", match="over", note="the full record"),
    Row("getLegalActions", ACT, query="?seat=0", note="of seat 0"),
    Row("getUnplayable", ACT, query="?seat=0", note="of seat 0"),
    Row("act", ACT, body={"type": "concede", "seat": 0}, fresh=True),
    Row("getEvents", WATCH),
    Row("getEvents", match="private", policy=PLAYERS, note="private"),
    Row("getEvents", **seat(SEAT)),
    Row("getFrames", WATCH),
    Row("getFrames", match="private", policy=PLAYERS, note="private"),
    Row("getFrames", **seat(SEAT)),
    Row("getPresence", WATCH),
    Row("getPresence", match="private", policy=PLAYERS, note="private"),
    Row("streamMatch", WATCH, match="over"),
    Row("streamMatch", match="over", **seat(SEAT)),
    Row("getReplay", WATCH),
    Row("getReplay", match="private", policy=PLAYERS, note="private"),
    Row("getReplay", **seat(SEAT)),
    Row("getAudit", WATCH, match="over"),
    Row("getLeaderboard", OPEN),
    Row("listSeasons", OPEN),
    Row("getRatedPlayer", NOBODY_RATED),
    Row("getRatings", policy("NOT_FOUND")),
    Row("verifyReplay", policy=policy("INVALID_INPUT"), body=b"nothing"),
    Row("getLimits", PUBLIC),
    Row("getAccount", any_account()),
    Row("renameAccount", account(), body={"name": "Ada"}),
    Row("eraseAccount", NAMED, query="?confirm=no"),
    Row("createToken", account(), body={"name": "x", "scopes": []}),
    Row("listTokens", account()),
    Row("revokeToken", UNKNOWN),
    Row("getInbox", account()),
    Row("streamInbox", account()),
    Row("getSeatsToAct", OWN_SEATS),
    Row(
        "createTournament", staff(ORGANISER, ADMIN), body={"game": "envoys", "name": "x", "policy": {"format": "SWISS"}}
    ),
    Row("findTournaments", PUBLIC),
    Row("getTournament", PUBLIC),
    Row("pauseTournament", staff(ORGANISER), body={}, fresh=True),
    Row("resumeTournament", staff({"organiser": "TOURNAMENT_STATUS"})),
    Row("cancelTournament", staff(ORGANISER), body={"reason": "rain"}, fresh=True),
    Row("finishTournament", staff({"organiser": "ROUND_OPEN"})),
    Row("registerEntrant", account() | {"player": "ENTRY_REFUSED"}, body=ENTRY, tournament="entry", fresh=True),
    Row("getEntrants", PUBLIC),
    Row("getEntrantRecord", OWN_ENTRANT, note="the own one"),
    Row("changeEntrantDeck", ENTRANT, body={"deck": "owl"}, tournament="entry", fresh=True),
    Row("checkInEntrant", ENTRANT, tournament="entry", fresh=True),
    Row("dropEntrant", ENTRANT, fresh=True),
    Row("reportResult", account("FORBIDDEN") | {"player": "RULING_REFUSED"}, body=CONFIRM),
    Row("getTournamentCodes", staff(ORGANISER)),
    Row(
        "joinTournamentStaff",
        staff(ADMIN, dict.fromkeys(("organiser", "referee"), "RULING_REFUSED")),
        body={"code": "$code"},
        fresh=True,
    ),
    Row("dismissTournamentStaff", staff(ORGANISER, REFEREE), fresh=True, lacks="tournament:manage"),
    Row("rulePairing", staff(ORGANISER, REFEREE), body=WARNING, fresh=True),
    Row("startRound", staff(ORGANISER), body={"round": 1}, tournament="entry", fresh=True),
    Row("getRounds", PUBLIC),
    Row("getRoundFile", PUBLIC),
    Row("getPairings", PUBLIC),
    Row("getBracket", PUBLIC),
    Row("getStandings", PUBLIC),
    Row("getRanks", PUBLIC),
    Row("getTournamentEvents", PUBLIC),
    Row("streamTournament", PUBLIC, tournament="over"),
    Row("streamPairings", PUBLIC, tournament="over"),
    Row("streamStandings", PUBLIC, tournament="over"),
    Row("exportTournament", PUBLIC),
    Row("exportRecord", PUBLIC),
    Row("exportRanks", PUBLIC),
    Row("exportStandings", PUBLIC),
    Row("exportPairings", PUBLIC),
    Row("exportResults", PUBLIC),
    Row("exportFideReport", PUBLIC),
    Row("exportMatches", PUBLIC),
    Row("exportReplays", PUBLIC),
    Row("createWebhook", webhook_manager("NOT_FOUND"), body=NO_GAME),
    Row(
        "createWebhook",
        webhook_manager("NOT_FOUND") | {"webhooks": "FORBIDDEN"},
        body={**NO_GAME, "matches": "OWN"},
        note="of own matches",
    ),
    Row("listWebhooks", webhook_manager("ok")),
    Row("getWebhook", webhook_manager("NOT_FOUND")),
    Row("deleteWebhook", webhook_manager("NOT_FOUND")),
    Row("replayWebhook", webhook_manager("NOT_FOUND"), body={"since": "2026-01-01T00:00:00Z"}),
    Row("getRoot", OPEN),
    Row("getApiRoot", OPEN),
    Row("getAbout", OPEN),
    Row("health", OPEN),
    Row("live", OPEN),
    Row("ready", OPEN),
    Row("getOpenapi", OPEN),
    Row("getAsyncapi", OPEN),
    Row("getGraphqlSchema", OPEN),
    Row("getSigningKeys", OPEN),
    Row("getDocs", OPEN),
    Row("listProblems", OPEN),
    Row("getProblem", OPEN),
)
ERRORS = "userErrors { code message }"
CONCEDE = "what: {match: CONCEDE}"
HOOK = 'input: {url: "https://receiver.example/hook", game: "nothing", matches: PUBLIC}'
OTHERS_NODE = dict.fromkeys(OTHERS_DECK, "nothing")
NODE_OF_NOBODY = dict.fromkeys(("nobody", "own seat", "left seat", "other seat"), "nothing")
"""What may not be seen is null, also for who has no account."""


def _order(name: str, fields: str = "") -> str:
    """A mutation of a tournament."""
    return f"mutation {{ {name}(input: {{tournamentId: $tournament, idempotencyKey: $key{fields}}}) {{ {ERRORS} }} }}"


def _of(fields: str) -> str:
    """What is asked of a tournament."""
    return f"{{ tournament(id: $tournament) {{ {fields} }} }}"


TOURNAMENTS: tuple[Row, ...] = (
    Row("Query.node", PUBLIC, "{ node(id: $tournament) { id } }", note="a tournament"),
    Row("Query.tournament", PUBLIC, _of("id")),
    Row("Query.tournaments", PUBLIC, "{ tournaments(first: 1) { nodes { id } } }"),
    Row("Query.tournamentCodes", staff(ORGANISER), "{ tournamentCodes(tournamentId: $tournament) { referee } }"),
    Row("Tournament.entrants", PUBLIC, _of("entrants(first: 1) { totalCount }")),
    Row("Tournament.entrantRecord", PUBLIC, _of("entrantRecord(entrant: $entrant) { version }")),
    Row("Tournament.entrantRecord", OWN_ENTRANT, _of("entrantRecord { version }"), note="the own one"),
    Row("Tournament.rounds", PUBLIC, _of("rounds { pairings(first: 1) { totalCount } proof { seed } }")),
    Row("Tournament.standings", PUBLIC, _of("standings(first: 1) { totalCount }")),
    Row("Tournament.ranks", PUBLIC, _of("ranks(first: 1) { totalCount }")),
    Row("Tournament.bracket", PUBLIC, _of("bracket { version }")),
    Row("Tournament.events", PUBLIC, _of("events { nodes { id } }")),
    Row(
        "Mutation.createTournament",
        staff(ORGANISER, ADMIN),
        'mutation { createTournament(input: {idempotencyKey: $key, game: "envoys", name: "x", policy: {format: SWISS}})'
        f" {{ {ERRORS} }} }}",
    ),
    Row("Mutation.pauseTournament", staff(ORGANISER), _order("pauseTournament", ', reason: "lunch"'), fresh=True),
    Row(
        "Mutation.resumeTournament",
        staff({"organiser": "TOURNAMENT_STATUS"}),
        _order("resumeTournament"),
    ),
    Row("Mutation.cancelTournament", staff(ORGANISER), _order("cancelTournament", ', reason: "rain"'), fresh=True),
    Row("Mutation.finishTournament", staff({"organiser": "ROUND_OPEN"}), _order("finishTournament")),
    Row(
        "Mutation.registerEntrant",
        account() | {"player": "ENTRY_REFUSED"},
        _order("registerEntrant", ', deck: {deck: "fox"}'),
        tournament="entry",
        fresh=True,
    ),
    Row(
        "Mutation.changeEntrantDeck",
        ENTRANT,
        _order("changeEntrantDeck", ', deck: "owl"'),
        tournament="entry",
        fresh=True,
    ),
    Row("Mutation.checkInEntrant", ENTRANT, _order("checkInEntrant"), tournament="entry", fresh=True),
    Row("Mutation.dropEntrant", ENTRANT, _order("dropEntrant"), fresh=True),
    Row(
        "Mutation.reportResult",
        account("FORBIDDEN") | {"player": "RULING_REFUSED"},
        _order("reportResult", ", round: 1, table: 1, kind: CONFIRM"),
    ),
    Row(
        "Mutation.joinTournamentStaff",
        staff(ADMIN, dict.fromkeys(("organiser", "referee"), "RULING_REFUSED")),
        _order("joinTournamentStaff", ", code: $code"),
        fresh=True,
    ),
    Row(
        "Mutation.dismissTournamentStaff",
        staff(ORGANISER, REFEREE),
        _order("dismissTournamentStaff", ", staff: $referee"),
        fresh=True,
        lacks="tournament:manage",
    ),
    Row(
        "Mutation.rulePairing",
        staff(ORGANISER, REFEREE),
        _order("rulePairing", ', kind: WARNING, reason: "slow", round: 1, table: 1, entrant: $entrant'),
        fresh=True,
    ),
    Row("Mutation.startRound", staff(ORGANISER), _order("startRound", ", round: 1"), tournament="entry", fresh=True),
    Row(
        "Subscription.tournamentUpdates",
        PUBLIC,
        "subscription { tournamentUpdates(tournamentId: $tournament, afterVersion: 0) { __typename } }",
        tournament="over",
    ),
    Row(
        "Subscription.pairingsUpdates",
        PUBLIC,
        "subscription { pairingsUpdates(tournamentId: $tournament, afterVersion: 0) { __typename } }",
        tournament="over",
    ),
    Row(
        "Subscription.standingsUpdates",
        PUBLIC,
        "subscription { standingsUpdates(tournamentId: $tournament, afterVersion: 0) { __typename } }",
        tournament="over",
    ),
)
GRAPHQL: tuple[Row, ...] = (
    Row("Query.node", PUBLIC, "{ node(id: $match) { id } }"),
    Row(
        "Query.viewer",
        any_account("nothing") | {"other seat": "ok", "own seat": "ok", "left seat": "ok"},
        "{ viewer { scopes } }",
    ),
    Row("Query.node", any_account() | OTHERS_NODE | NODE_OF_NOBODY, "{ node(id: $deck) { id } }", note="a saved deck"),
    Row("Query.webhooks", webhook_manager("ok"), "{ webhooks { id } }"),
    Row("Query.limits", PUBLIC, "{ limits { countedBy } }"),
    Row("Query.about", OPEN, "{ about { name } }"),
    Row("Query.games", OPEN, "{ games { slug } }"),
    Row("Query.game", OPEN, '{ game(slug: "envoys") { slug } }'),
    Row("Query.match", PUBLIC, "{ match(id: $match) { id } }"),
    Row("Query.matches", PUBLIC, "{ matches(first: 1) { nodes { id } } }"),
    Row("Query.leaderboard", OPEN, '{ leaderboard(game: "envoys", first: 1) { nodes { rank } } }'),
    Row(
        "Query.ratingHistory",
        NOBODY_RATED,
        '{ ratingHistory(game: "envoys", player: "ld_0", first: 1) { nodes { round } } }',
    ),
    Row("Query.cards", OPEN, '{ cards(game: "envoys", first: 1) { nodes { id } } }'),
    Row("Query.deckStatistics", OPEN, '{ deckStatistics(game: "envoys") { nodes { deck } } }'),
    Row("Query.cardStatistics", OPEN, '{ cardStatistics(game: "envoys") { nodes { card } } }'),
    Row("Query.deckMatchups", OPEN, '{ deckMatchups(game: "envoys") { nodes { deck } } }'),
    Row("Query.headToHead", OPEN, '{ headToHead(one: "en_1", other: "en_2") { matches } }'),
    Row("Query.cardSet", OPEN, "{ cardSet(hash: $card_set) { name } }"),
    Row(
        "Query.validateLoadout",
        OPEN,
        '{ validateLoadout(input: {game: "envoys", seats: 2, loadout: {charm: "fox"}}) { legal } }',
    ),
    Row("Match.state", WATCH, "{ match(id: $match) { state { version } } }"),
    Row("Match.state", PLAYERS, "{ match(id: $match) { state { version } } }", match="private", note="private"),
    Row("Match.state", SEAT, "{ match(id: $match) { state(as: {seat: 0}) { version } } }", note="as seat 0"),
    Row(
        "Match.legalActions",
        unless_seated(SEAT) | {"other seat": "ok"},
        "{ match(id: $match) { legalActions { version } } }",
    ),
    Row(
        "Match.legalActions",
        ACT,
        "{ match(id: $match) { legalActions(seat: 0) { version } } }",
        note="of seat 0",
    ),
    Row("Match.unplayable", ACT, "{ match(id: $match) { unplayable(seat: 0) { version } } }", note="of seat 0"),
    Row("Match.events", WATCH, "{ match(id: $match) { events { complete } } }"),
    Row("Match.events", SEAT, "{ match(id: $match) { events(as: {seat: 0}) { complete } } }", note="as seat 0"),
    Row("Match.presence", WATCH, "{ match(id: $match) { presence { spectators } } }"),
    Row(
        "Match.presence", PLAYERS, "{ match(id: $match) { presence { spectators } } }", match="private", note="private"
    ),
    Row("Match.replay", WATCH, "{ match(id: $match) { replay { url } } }"),
    Row("Match.replay", SEAT, "{ match(id: $match) { replay(as: {seat: 0}) { url } } }", note="as seat 0"),
    Row("Match.audit", WATCH, "{ match(id: $match) { audit { ok } } }", match="over"),
    Row(
        "Viewer.name",
        any_account("nothing") | {"other seat": "ok", "own seat": "ok", "left seat": "ok"},
        "{ viewer { name } }",
    ),
    Row("Viewer.tokens", account() | {"nobody": "nothing"}, "{ viewer { tokens { id } } }"),
    Row("Viewer.decks", any_account() | {"nobody": "nothing"}, "{ viewer { decks(first: 1) { totalCount } } }"),
    Row("Viewer.inbox", account() | {"nobody": "nothing"}, "{ viewer { inbox(first: 1) { truncated } } }"),
    Row("Viewer.seatsToAct", OWN_SEATS | {"nobody": "nothing"}, "{ viewer { seatsToAct { seat } } }"),
    Row(
        "Mutation.saveDeck",
        account(),
        f'mutation {{ saveDeck(input: {{game: "envoys", name: "Foxes", loadout: {{charm: "fox"}}}}) {{ {ERRORS} }} }}',
    ),
    Row(
        "Mutation.deleteDeck",
        account() | OTHERS_DECK,
        f"mutation {{ deleteDeck(input: {{id: $deck}}) {{ {ERRORS} }} }}",
    ),
    Row("Mutation.createWebhook", webhook_manager("NOT_FOUND"), f"mutation {{ createWebhook({HOOK}) {{ {ERRORS} }} }}"),
    Row(
        "Mutation.createWebhook",
        webhook_manager("NOT_FOUND") | {"webhooks": "FORBIDDEN"},
        f"mutation {{ createWebhook({HOOK.replace('PUBLIC', 'OWN')}) {{ {ERRORS} }} }}",
        note="of own matches",
    ),
    Row(
        "Mutation.deleteWebhook",
        webhook_manager("NOT_FOUND"),
        f'mutation {{ deleteWebhook(id: "wh_0") {{ {ERRORS} }} }}',
    ),
    Row(
        "Mutation.replayWebhook",
        webhook_manager("NOT_FOUND"),
        f'mutation {{ replayWebhook(input: {{id: "wh_0", since: "2026-01-01T00:00:00Z"}}) {{ {ERRORS} }} }}',
    ),
    Row("Mutation.renameAccount", account(), f'mutation {{ renameAccount(input: {{name: "Ada"}}) {{ {ERRORS} }} }}'),
    Row("Mutation.eraseAccount", NAMED, f'mutation {{ eraseAccount(input: {{confirm: "no"}}) {{ {ERRORS} }} }}'),
    Row(
        "Mutation.createToken",
        account(),
        f'mutation {{ createToken(input: {{name: "x", scopes: []}}) {{ {ERRORS} }} }}',
    ),
    Row("Mutation.revokeToken", UNKNOWN, f'mutation {{ revokeToken(id: "tk_0") {{ {ERRORS} }} }}'),
    Row(
        "Mutation.uploadCardSet",
        account("CARD_SET_INVALID"),
        f'mutation {{ uploadCardSet(input: {{game: "c4", text: "nothing"}}) {{ {ERRORS} }} }}',
    ),
    Row(
        "Mutation.createMatch",
        GUESTS,
        f'mutation {{ createMatch(input: {{idempotencyKey: $key, game: "envoys", seats: 2}}) {{ {ERRORS} }} }}',
    ),
    Row(
        "Mutation.joinMatch",
        GUESTS,
        f'mutation {{ joinMatch(input: {{idempotencyKey: $key, matchId: $match, deck: "fox"}}) {{ {ERRORS} }} }}',
        match="open",
        fresh=True,
    ),
    Row(
        "Mutation.leaveMatch",
        ACT,
        f"mutation {{ leaveMatch(input: {{idempotencyKey: $key, matchId: $match, seat: 0}}) {{ {ERRORS} }} }}",
        match="open",
        fresh=True,
    ),
    Row(
        "Mutation.forkMatch",
        account(),
        f"mutation {{ forkMatch(input: {{idempotencyKey: $key, matchId: $match, atVersion: $stop}}) {{ {ERRORS} }} }}",
        match="over",
    ),
    Row(
        "Mutation.act",
        ACT,
        f"mutation {{ act(input: {{idempotencyKey: $key, matchId: $match, seat: 0, {CONCEDE}}}) {{ {ERRORS} }} }}",
        fresh=True,
    ),
    Row(
        "Subscription.matchUpdates",
        WATCH,
        "subscription { matchUpdates(matchId: $match, afterVersion: 0) { __typename } }",
        match="over",
    ),
    Row(
        "Subscription.matchUpdates",
        SEAT,
        "subscription { matchUpdates(matchId: $match, afterVersion: 0, as: {seat: 0}) { __typename } }",
        match="over",
        note="as seat 0",
    ),
    Row("Subscription.inbox", account(), "subscription { inbox { __typename } }"),
    *TOURNAMENTS,
)
ROWS = REST + GRAPHQL
