"""Seats that are played by chance, over the published client."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from playledger_client import Match, Overtaken, choices, waiting
from playledger_client.models import MatchStatus


async def play_out(seats: Sequence[Match], enough: int | None = None) -> None:
    """Whoever is asked answers, until the match is over; `enough`: answers of a seat before it gives up."""
    chance, done = Random(1), dict.fromkeys(range(len(seats)), 0)
    while (await seats[0].info()).status == MatchStatus.RUNNING:
        for number, seat in enumerate(seats):
            try:
                for asked in waiting(await seat.legal())[:1]:
                    done[number] += 1
                    tired = done[number] == enough
                    await (seat.concede() if tired else seat.act(chance.choice(choices(asked))))
            except Overtaken:
                break
