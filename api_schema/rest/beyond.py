"""Bodies that are refused although the schema takes them: the rest stands in words beside the answer 400."""

from __future__ import annotations

from collections.abc import Mapping

_FREE = "a number beyond 53 bits or a NUL character inside a free object"
_MATCH = f"a game that is not here, options of another form than the game's `optionSchema`, {_FREE}"
_DECK = f"a deck that the game does not have, none of `deck`, `deckId` and `loadout`, or several of them, {_FREE}"
_NAME = "a name that is longer than it may be, or has characters that nobody sees"
BEYOND: Mapping[str, str] = {
    "validateLoadout": f"{_MATCH}, a number of seats that no mode has",
    "uploadCardSet": "a game that is not here, a text that is no card file of it",
    "saveDeck": f"{_MATCH}, {_NAME}, more than 64 KiB",
    "changeDeck": f"{_MATCH}, {_NAME}, more than 64 KiB",
    "createMatch": f"{_MATCH}, options of more than 8 KiB, a number of seats that no mode has",
    "joinMatch": (
        f"a seat that the match does not have, {_DECK}, a bot that the game does not have, a bot with a saved deck or a"
        " loadout"
    ),
    "forkMatch": "a version that the match has not come to",
    "act": (
        "a token of another match, an action or a parameter of another game, `promptId` without `revision` or the other"
        " way round, parameters beside `concede`"
    ),
    "verifyReplay": "a text that is no replay file, or one of a later version",
    "createTournament": f"{_MATCH}, {_NAME}, a policy of which two members contradict each other, times out of bounds",
    "pauseTournament": "a reason of blanks alone",
    "cancelTournament": "no reason, or one of blanks alone",
    "registerEntrant": _DECK,
    "changeEntrantDeck": _DECK,
    "reportResult": "a dispute without a reason, a table that the round does not have",
    "joinTournamentStaff": "a code that opens no role",
    "rulePairing": (
        "a kind without what it is about (`round` and `table`, `entrant`, `result`) or with what it is not about,"
        " places or games that the table does not have"
    ),
    "startRound": "a round that is not the next one, somebody in `excused` who takes no part",
    "createWebhook": "a URL whose host or port may not be called, a game or a tournament that is not here",
    "replayWebhook": "both or none of `after` and `since`, a delivery that this webhook never had",
    "renameAccount": _NAME,
    "createToken": f"{_NAME}, scopes that your token does not have, an end that is past",
}
"""By the id of the operation: what it refuses by more than the form, as a code of its own or as INVALID_INPUT."""
