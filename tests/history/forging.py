"""What somebody can do to a file of each kind: a match, the record of a tournament, the file of a ladder.

A forger knows every format and every rule, makes all sums and hashes anew, and has no key but an own one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from service.application.signing import Signature, Signer, ladder_message, message, tournament_message
from tests.history import damage
from tests.kernel import plain_fairness as plain

Row = dict[str, Any]
OWN = Signer([bytes(32)])
"""The key of the forger."""


class Lost(Exception):
    """A file has nothing that could be forged so."""


class Form:
    """A kind of file as its lines are forged."""

    def events(self, rows: list[Row]) -> list[Row]:
        """The events, each as the object that has `v`, `at` and `pub`."""
        raise NotImplementedError

    def written(self, rows: list[Row]) -> bytes:
        """The file of these lines, spelled as it has to be, its sums right, its hashes as they are."""
        raise NotImplementedError

    def rehash(self, rows: list[Row]) -> None:
        """Make every hash anew, and what names the last one; signatures stay."""
        raise NotImplementedError

    def sign(self, rows: list[Row], signer: Signer | None) -> None:
        """Sign the end, or let nobody have signed anything."""
        raise NotImplementedError

    def drop(self, rows: list[Row], event: Row) -> None:
        """Take the line of an event out."""
        rows[:] = [row for row in rows if row is not event and row.get("body") is not event]

    def swap(self, rows: list[Row], one: Row, other: Row) -> None:
        """Let two events change places."""
        first, second = (self._place(rows, event) for event in (one, other))
        rows[first], rows[second] = rows[second], rows[first]

    def _place(self, rows: list[Row], event: Row) -> int:
        return next(place for place, row in enumerate(rows) if row is event or row.get("body") is event)

    def renumber(self, rows: list[Row]) -> None:
        """Number all events from 1 on."""
        for number, event in enumerate(self.events(rows), 1):
            event["v"] = number


def as_member(signature: Signature) -> Row:
    return {"keyId": signature.key_id, "publicKey": signature.public_key, "value": signature.value}


class Match(Form):
    """A full replay file."""

    def events(self, rows: list[Row]) -> list[Row]:
        return [row for row in rows if row["k"] == "e"]

    def written(self, rows: list[Row]) -> bytes:
        return damage.summed(rows)

    def rehash(self, rows: list[Row]) -> None:
        signature = rows[-1]["signature"]
        damage.chained(rows)
        rows[-1] |= {"signature": signature, "version": self.events(rows)[-1]["v"]}

    def sign(self, rows: list[Row], signer: Signer | None) -> None:
        head, end = rows[0], rows[-1]
        signed = message(head["match"], head["game"], end["version"], end["head"], head["pins"])
        end["signature"] = None if signer is None else as_member(signer.sign(signed))


class Ladder(Form):
    """The file of a ladder."""

    def events(self, rows: list[Row]) -> list[Row]:
        return [row for row in rows if row["k"] == "e"]

    def written(self, rows: list[Row]) -> bytes:
        return b"".join(plain.canonical(row) + b"\n" for row in rows)

    def rehash(self, rows: list[Row]) -> None:
        head = bytes(32)
        for row in self.events(rows):
            named = {name: row[name] for name in ("v", "type", "schema", "actor", "command", "at", "pub")}
            head = plain.link(head, plain.canonical({"match": rows[0]["ladder"], "commits": {}, **named}))
            row["hash"] = head.hex()
        rows[-1] |= {"chainHead": head.hex(), "lastVersion": self.events(rows)[-1]["v"]}

    def sign(self, rows: list[Row], signer: Signer | None) -> None:
        end = rows[-1]
        signed = ladder_message(rows[0]["ladder"], end["lastVersion"], end["chainHead"])
        end["signature"] = None if signer is None else as_member(signer.sign(signed))


class Tournament(Form):
    """The record of a tournament. Its lines spell their members in an order of their own."""

    def events(self, rows: list[Row]) -> list[Row]:
        return [row["body"] for row in rows if "body" in row]

    def written(self, rows: list[Row]) -> bytes:
        return b"".join(map(self._line, rows))

    def _line(self, row: Row) -> bytes:
        if "body" in row:
            return b'{"hash":"' + row["hash"].encode() + b'","body":' + plain.canonical(row["body"]) + b"}\n"
        return json.dumps(row, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"

    def rehash(self, rows: list[Row]) -> None:
        head = bytes(32)
        for row in rows:
            if "body" in row:
                head = plain.link(head, plain.canonical(row["body"]))
                row["hash"] = head.hex()
        rows[0] |= {"head": head.hex(), "last_version": self.events(rows)[-1]["v"]}

    def sign(self, rows: list[Row], signer: Signer | None) -> None:
        rows[:] = [row for row in rows if "signature" not in row]
        if signer is not None:
            signed = tournament_message(rows[0]["tournament"], rows[0]["last_version"], rows[0]["head"])
            rows.append({"signature": as_member(signer.sign(signed))})


Forging = Callable[[Form, list[Row], Random], bytes]
"""Makes a forged file of the lines of a sound one, which it may change."""


def _leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """(container, key) of each plain value."""
    for key in value if isinstance(value, dict) else range(len(value)):
        if isinstance(value[key], dict | list):
            yield from _leaves(value[key])
        elif not isinstance(value[key], float):
            yield value, key


def change_a_leaf(value: Any, random: Random) -> None:
    """Another value in one place."""
    leaves = list(_leaves(value))
    if not leaves:
        raise Lost
    where, key = random.choice(leaves)
    old = where[key]
    where[key] = not old if isinstance(old, bool) else old + 1 if isinstance(old, int) else f"{old or ''}x"


def _changed(form: Form, rows: list[Row], random: Random) -> None:
    change_a_leaf(random.choice(form.events(rows)[1:])["pub"], random)


def leaf_changed(form: Form, rows: list[Row], random: Random) -> bytes:
    _changed(form, rows, random)
    return form.written(rows)


def leaf_changed_and_rehashed(form: Form, rows: list[Row], random: Random) -> bytes:
    _changed(form, rows, random)
    form.rehash(rows)
    return form.written(rows)


def leaf_changed_and_nobody_signed(form: Form, rows: list[Row], random: Random) -> bytes:
    _changed(form, rows, random)
    form.rehash(rows)
    form.sign(rows, None)
    return form.written(rows)


def leaf_changed_and_signed_by_the_forger(form: Form, rows: list[Row], random: Random) -> bytes:
    _changed(form, rows, random)
    form.rehash(rows)
    form.sign(rows, OWN)
    return form.written(rows)


def signed_by_the_forger(form: Form, rows: list[Row], random: Random) -> bytes:
    form.sign(rows, OWN)
    return form.written(rows)


def signature_taken_away(form: Form, rows: list[Row], random: Random) -> bytes:
    form.sign(rows, None)
    return form.written(rows)


def signature_of_something_else(form: Form, rows: list[Row], random: Random) -> bytes:
    """Where a record has several, an earlier one stands at the end."""
    old = [row["signature"] for row in rows if row.get("signature")]
    end = next(row for row in reversed(rows) if row.get("signature"))
    value = old[random.randrange(len(old) - 1)]["value"] if len(old) > 1 else as_member(OWN.sign(b"x"))["value"]
    end["signature"] = end["signature"] | {"value": value}
    return form.written(rows)


def _two(form: Form, rows: list[Row], random: Random) -> tuple[Row, Row]:
    events = form.events(rows)[1:]
    one, other = sorted(random.sample(range(len(events)), 2))
    return events[one], events[other]


def lines_swapped(form: Form, rows: list[Row], random: Random) -> bytes:
    form.swap(rows, *_two(form, rows, random))
    return form.written(rows)


def lines_swapped_and_renumbered(form: Form, rows: list[Row], random: Random) -> bytes:
    form.swap(rows, *_two(form, rows, random))
    form.renumber(rows)
    return form.written(rows)


def event_dropped(form: Form, rows: list[Row], random: Random) -> bytes:
    form.drop(rows, random.choice(form.events(rows)[1:-1]))
    return form.written(rows)


def event_dropped_and_renumbered(form: Form, rows: list[Row], random: Random) -> bytes:
    form.drop(rows, random.choice(form.events(rows)[1:-1]))
    form.renumber(rows)
    return form.written(rows)


def event_dropped_and_rehashed(form: Form, rows: list[Row], random: Random) -> bytes:
    form.drop(rows, random.choice(form.events(rows)[1:-1]))
    form.renumber(rows)
    form.rehash(rows)
    return form.written(rows)


def batch_dropped_and_rehashed(form: Form, rows: list[Row], random: Random) -> bytes:
    """What one command has caused."""
    events = form.events(rows)[1:]
    cause = random.choice(events)["command"]
    for event in [event for event in events if event["command"] == cause]:
        form.drop(rows, event)
    form.renumber(rows)
    form.rehash(rows)
    return form.written(rows)


def line_doubled(form: Form, rows: list[Row], random: Random) -> bytes:
    place = random.randrange(len(rows))
    rows.insert(place, rows[place])
    return form.written(rows)


def time_changed_and_rehashed(form: Form, rows: list[Row], random: Random) -> bytes:
    events = form.events(rows)
    for event in events[random.randrange(1, len(events)) :]:
        event["at"] += 60_000
    form.rehash(rows)
    return form.written(rows)


def bit_flipped(form: Form, rows: list[Row], random: Random) -> bytes:
    return damage.flip_a_bit(form.written(rows), random.randrange(1 << 40), random.randrange(8))


def cut_off(form: Form, rows: list[Row], random: Random) -> bytes:
    data = form.written(rows)
    return data[: random.randrange(len(data) // 2, len(data))]


def cut_after_a_line(form: Form, rows: list[Row], random: Random) -> bytes:
    return form.written(rows[: random.randrange(2, len(rows))])


def header_changed(form: Form, rows: list[Row], random: Random) -> bytes:
    """Pins of a match, the id of a tournament, the season of a ladder."""
    head = rows[0]
    change_a_leaf(head.get("pins", head), random)
    return form.written(rows)


def end_changed(form: Form, rows: list[Row], random: Random) -> bytes:
    """What says how it came out: the footer, or where a record ends by its header."""
    end = rows[-1] if "k" in rows[-1] else rows[0]
    if "result" in end:
        change_a_leaf(end["result"], random)
    else:
        name = random.choice([name for name in ("head", "chainHead", "last_version", "lastVersion") if name in end])
        end[name] = end[name] + 1 if isinstance(end[name], int) else "0" * 64
    return form.written(rows)


def commitment_or_part_changed(form: Form, rows: list[Row], random: Random) -> bytes:
    """A private part of a match, a commitment of a tournament; of a ladder, which hides nothing, the actor."""
    events = form.events(rows)
    parts = [part["data"] for event in events for part in event.get("prv", ()) if part.get("data")]
    commits = [event["commits"] for event in events if event.get("commits")]
    change_a_leaf(random.choice(parts or commits or events[1:]), random)
    return form.written(rows)


def command_changed_and_rehashed(form: Form, rows: list[Row], random: Random) -> bytes:
    """Who did it: nothing follows from that."""
    event = random.choice(form.events(rows)[1:])
    event["actor"] = "mallory"
    form.rehash(rows)
    return form.written(rows)


def state_hash_changed(form: Form, rows: list[Row], random: Random) -> bytes:
    """The hash of what somebody sees, in a check of a match."""
    check = random.choice([row for row in rows if row["k"] == "c"])
    check["state"][random.choice(list(check["state"]))] = "0" * 64
    return form.written(rows)


REHASHED: tuple[Forging, ...] = (
    leaf_changed_and_rehashed,
    leaf_changed_and_nobody_signed,
    leaf_changed_and_signed_by_the_forger,
    event_dropped_and_rehashed,
    batch_dropped_and_rehashed,
    time_changed_and_rehashed,
    command_changed_and_rehashed,
)
"""Those that leave a chain that follows from itself: but for a rule that they break, the signature alone tells."""
UNSIGNED: tuple[Forging, ...] = (signed_by_the_forger, signature_taken_away, signature_of_something_else)
"""Those that change nothing but who has signed it."""
PLAIN: tuple[Forging, ...] = (
    bit_flipped,
    cut_off,
    cut_after_a_line,
    leaf_changed,
    lines_swapped,
    lines_swapped_and_renumbered,
    event_dropped,
    event_dropped_and_renumbered,
    line_doubled,
    header_changed,
    end_changed,
    commitment_or_part_changed,
)
"""Those that break something where they are."""
FORGINGS: Mapping[str, Forging] = {forging.__name__: forging for forging in (*PLAIN, *REHASHED, *UNSIGNED)}


def forged(form: Form, data: bytes, forging: Forging, random: Random) -> bytes:
    """A forged file that is another one than the sound one."""
    while True:
        rows = [json.loads(line) for line in data.splitlines()]
        try:
            made = forging(form, rows, random)
        except Lost:
            continue
        if made != data:
            return made
