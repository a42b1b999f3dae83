"""The ties of a match to something beyond itself: the release that decides it, and the origin of a fork."""

from __future__ import annotations

import msgspec

from domain.kernel.facts import Event


class Pins(msgspec.Struct, frozen=True, omit_defaults=True):
    """What decides a match, for ever: versions and hashes of rules, engine, card sets, draws."""

    rules_version: str
    rules_hash: str
    engine_version: str
    card_set_hash: str
    rng_algorithm: str
    seed_commitment: str


class RulesRepinned(Event, frozen=True):
    """From here on the match is decided by another release. Draws go on as they were: same algorithm, same seed."""

    type = "rules_repinned"
    rules_version: str
    rules_hash: str
    engine_version: str
    card_set_hash: str


class Origin(msgspec.Struct, frozen=True):
    """The match that another one was forked from, at which version, and the hex hash of its chain there."""

    match: str
    version: int
    head: str


class MatchForked(Event, frozen=True):
    """Everything before this is a copy of the origin's facts. From here on these players hold the seats, untimed."""

    type = "match_forked"
    origin: Origin
    players: tuple[str, ...]
