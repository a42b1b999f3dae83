"""Nothing hidden in any answer: whatever a replica has said would be the same if the cards that its asker can't see
were others; and what strangers are told is the same in another world, in which secrets are others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Iterator, Mapping, Sequence
from re import sub
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

import msgspec

from domain.games.c4 import GAME as C4
from domain.kernel.audience import SPECTATOR, seat
from domain.kernel.match import MatchStarted
from service.bootstrap import Playledger
from service.matches.frames import difference, frame_state
from service.matches.perspectives import perspective_on, view_hash
from service.matches.rendering import match_out, state_out, view_of
from tests.kit.twins import Twin
from tests.simulation import clients, receiver, scenes
from tests.simulation.chance import EPOCH
from tests.simulation.replicas import Exchange

DECISION = 600
LATER = {"spectatorDelayMs": 3_000}
ORDERS = ({"visibility": "INVITE"}, LATER, {**LATER, "reveal": "PARTICIPANTS"})
SLACK = 500
"""Milliseconds by which a replica may take the time of the store for a later one."""
ASKED = (
    *("", "/state", "/state?at={}", "/state?as=spectator", "/events?limit=9&after={}", "/events?as=seat:0&limit=9"),
    *("/legal-actions", "/legal-actions?at={}", "/legal-actions?seat=0"),
)
LIST = "/v1/matches?order=RECENTLY_UPDATED"
ASKING = 0.3
"""Seconds between two questions of a spy."""
JUDGED = {"": 3, "state": 10, "legal-actions": 16, "events": 6, "actions": 8, "stream": 12}
"""Of each kind the most answers to strangers, and to players, that are held against a twin."""
SEALED = {"game": "c4", "seats": 2, "visibility": "INVITE"}
CARDS = ("COR-01", "COR-02", "COR-03", "COR-04")
NAMES = ("Ada", "Bob", "Eve", "Max")
SCOPES = ("match:create", "match:play", "deck:write", "webhook:manage")


class Answer(NamedTuple):
    """What was said of a match when, to the bearer of which token, to which kind of question."""

    at: float
    match: str
    kind: str
    query: Mapping[str, str]
    bearer: str
    told: Any

    @property
    def heads(self) -> Sequence[tuple[int, str | None]]:
        """The events that it is of, or the last of them: versions and hashes."""
        listed = [(one["version"], one["hash"]) for one in self.told.get("events", ())]
        return listed or [(self.told["version"], self.told.get("headHash"))]


def answers() -> Iterator[Answer]:
    """All that told something. The kind is the last word of the path, none for the match itself."""
    for exchange in Exchange.made:
        _, _, what, match, kind = [*exchange.scope["path"].split("/"), "", "", ""][:5]
        if what != "matches" or exchange.status not in (200, 201):
            continue
        asked = dict(parse_qsl(exchange.scope["query_string"].decode())), exchange.bearer
        if kind == "stream":
            for at, message in exchange.sent:
                fields = clients.fields_of(message.get("body", b"").decode())
                if fields.get("event") == "events_appended":
                    yield Answer(at, match, kind, *asked, msgspec.json.decode(fields["data"]))
        elif (b"content-type", b"application/json") in exchange.sent[0][1]["headers"] and (text := exchange.text):
            at, told = exchange.sent[-1][0], msgspec.json.decode(text)
            if match:
                yield Answer(at, match, kind, *asked, told)
            yield from (Answer(at, one["id"], "matches", *asked, one) for one in told.get("matches", ()))


class Twins(scenes.Scene):
    """Matches that are private, or that strangers see later; spies who ask for all that there is; twins of it all."""

    async def begin(self) -> None:
        self._stranger = await clients.account(self.house, "match:read")
        await self._keep_secrets()

    async def _keep_secrets(self) -> None:
        """What strangers may not know is by chance, of which no other chance depends."""
        secret, asker = self.run.world.chance("secret"), clients.Asker("keeper", self.house)
        decks = [deck.id for deck in C4.decks()]
        keeper = await clients.account(self.house, *SCOPES, name=secret.choice(NAMES))
        loadout = {"deck": [secret.choice(CARDS)], "tokenKind": ""}
        made = await asker.ask("POST", "/v1/decks", keeper, game="c4", name=secret.choice(NAMES), loadout=loadout)
        url = receiver.URL + secret.choice("0123456789")
        await asker.ask("POST", "/v1/webhooks", keeper, url=url, kinds=["match.aborted"], game="scp")
        match = await asker.ask("POST", "/v1/matches", keeper, **SEALED)
        path = f"/v1/matches/{match['match']['id']}"
        for bearer in (keeper, None):
            await asker.ask("POST", f"{path}/seats", bearer, deck=secret.choice(decks), invite=match["invite"])
        self._kept = [f"/v1/decks/{made['id']}", *(path + what for what in ASKED)]

    def works(self) -> Iterable[Coroutine[Any, Any, None]]:
        yield clients.play(self.house, scenes.OF_TWINS, DECISION, orders=ORDERS)
        yield self._spy()

    def watches(self) -> Iterable[Coroutine[Any, Any, None]]:
        watcher = clients.Watcher(scenes.WATCHERS + 1, scenes.OF_TWINS, self.house)
        watcher.record = lambda operation: None  # what comes late by intent
        yield watcher.watch()

    async def _spy(self) -> None:
        asker = clients.Asker("spy", self.house)
        choice = asker.random.choice
        while not self.house.stopping:
            await asyncio.sleep(ASKING)
            bearer, place, running = choice((None, self._stranger)), LIST, [*self.house.running.values()]
            if running and asker.random.random() < 0.7:
                match = choice(running)
                place = match.path + choice(ASKED)
                bearer = choice((bearer, *match.tokens.values(), choice(running).tokens[0]))
            elif asker.random.random() < 0.7:
                place = choice(self._kept)
            await asker.once(asker.any_server(), "GET", place.format(asker.random.randrange(1, 60)), bearer)

    async def wrong(self, app: Playledger) -> Sequence[str]:
        self._legal, self._with_options = app.matches.legal, app.matches.use_cases._with_options
        self._note_strangers()
        said, found, twins = [*answers()], list[str](), dict[str, Twin | None]()
        seats = {one.told["seatToken"]: (one.match, one.told["seat"]) for one in said if one.told.get("seatToken")}
        alike: dict[tuple[str, bool], list[tuple[Twin, Answer, int | None]]] = {}
        for one in said:
            if one.match not in twins:
                twins[one.match] = await Twin.of(app, one.match)
            match, number = seats.get(one.bearer, ("", 0))
            own = number if match == one.match else None
            known = one.bearer in ("", self._stranger, *seats)
            if (twin := twins[one.match]) and known and one.kind in (*JUDGED, "matches"):
                if not self._allowed(twin, one, own):
                    found.append(f"this was told to {one.bearer or 'nobody'}: {one!s:.600}")
                elif self._stands(twin, one):
                    alike.setdefault((one.kind, own is None), []).append((twin, one, own))
        draw = self.run.world.chance("twins")
        for (kind, _), all_ in alike.items():
            for twin, one, own in draw.sample(all_, min(JUDGED.get(kind, 0), len(all_))):
                again = msgspec.json.decode(msgspec.json.encode(self._again(twin, one, own)))
                if unlike := difference(again, one.told):
                    asked = one._replace(told=None)
                    found.append(
                        f"this was told to {one.bearer or 'nobody'}, and not of a twin: {asked} {unlike!s:.900}"
                    )
        return found

    def _allowed(self, twin: Twin, one: Answer, own: int | None) -> bool:
        """Whether somebody with this seat, or with none, may be told such a thing, and then already."""
        state, viewer = twin.now.state, one.query.get("as", SPECTATOR)
        if own is not None or viewer != SPECTATOR:
            return own is not None and viewer in (SPECTATOR, seat(own))
        if one.kind == "actions" or (one.told.get("prompts") and one.kind == "legal-actions"):
            return False
        if one.kind and state.visibility == "invite":
            return False
        until = round((EPOCH + one.at) * 1000) + SLACK - state.spectator_delay
        started = next((event.version for event in twin.read if event.type == MatchStarted.type), len(twin.read))
        first = next((event.version for event in twin.read[started - 1 :] if event.batch_end), started)
        known = [event.version for event in twin.read if event.at <= until and event.batch_end]
        return not state.spectator_delay or not self._stands(twin, one) or one.heads[-1][0] <= max([first, *known])

    def _stands(self, twin: Twin, one: Answer) -> bool:
        """Whether it is of what the store has: a failover may have taken it away."""
        if one.kind == "legal-actions":
            return all(one.at > loss.ended for loss in self.run.losses)
        read = twin.read
        return all(version <= len(read) and read[version - 1].hash.hex() == head for version, head in one.heads)

    def _again(self, twin: Twin, one: Answer, own: int | None) -> Any:
        """The same answer of the twin."""
        viewer = one.query.get("as", SPECTATOR if own is None else seat(own))
        sight, (first, _), (last, _) = perspective_on(twin.now.state, viewer), one.heads[0], one.heads[-1]
        then = twin.at(last, sight)
        if one.kind == "state":
            return state_out(then, viewer)
        if one.kind == "legal-actions":
            return self._legal.of(then, int(one.query.get("seat", -1 if own is None else own)))
        if not one.kind:
            return self._with_options(match_out(then.state, then.head, participant=own is not None))
        again = {**one.told, "events": [*twin.events(first, last, sight)]}
        if one.kind == "stream":
            again["stateHash"] = view_hash(view_of(then, viewer))
        if "patch" in again:
            before = None if first == 1 else frame_state(state_out(twin.at(first - 1, sight), viewer))
            again["patch"] = difference(before, frame_state(state_out(then, viewer)))
        return again

    def _note_strangers(self) -> None:
        """Add to the trace all that they were told: but for the heads of chains, which hold salted commitments."""
        told = {"/v1/matches", *(place.partition("?")[0] for place in self._kept)}
        for one in Exchange.made:
            if one.bearer in ("", self._stranger) and one.scope["path"] in told and one.sent:
                at, start = one.sent[0]
                text = sub(rb'"headHash":"\w+"', b"", one.text)
                heads = [head for head in start["headers"] if head[0] != b"etag" or text == one.text]
                self.run.loop.note(at, one.scope["path"], one.status, heads, text)
