"""A moment of a match as the lines of a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from api_schema.ports.matches import EventOut, LegalActionSet, PromptOptions, PromptOut, StateOut
from domain.kernel.audience import seat_number
from domain.kernel.game import CardGame
from domain.kernel.table import TableCard, TablePlayer, TableZone
from service.cli.output import printable, sentence

EVENTS = 5
"""Sentences that are shown, the current one last."""
LABELS = 8
"""Answers to one prompt that are named."""


@dataclass(frozen=True)
class Moment:
    """One version of a match from one perspective. `legal` is there for seats."""

    match: str
    game: CardGame
    last: int
    events: Sequence[EventOut]
    state: StateOut
    legal: LegalActionSet | None


def lines_of(moment: Moment, foot: Sequence[str], console: Console) -> list[Text]:
    """The moment in the size of the console. A last line says how much doesn't fit; `foot` stands at the bottom."""
    head = [_cut(line, console) for line in (*_header(moment), _line(), *_events(moment), _line())]
    tail = [_cut(line, console) for line in (_line(), *_hashes(moment.state), *map(_line, foot))]
    parts = [_wrapped(_table(moment), console), _wrapped(_asked(moment), console)]
    lines = [*head, *fit(parts, console.height - len(head) - len(tail)), *tail]
    return lines[-console.height :]


def fit(parts: Sequence[Sequence[Text]], height: int) -> list[Text]:
    """The parts one after the other in at most `height` lines, but at least one of each; the longest are cut first."""
    kept = [len(part) for part in parts]
    while sum(kept) > height and max(kept) > 1:
        kept[kept.index(max(kept))] -= 1
    lines: list[Text] = []
    for part, count in zip(parts, kept, strict=True):
        left = len(part) - count
        lines += [*part[: count - 1], _line(f"... and {left + 1} more lines", "dim")] if left else part
    return lines


def _line(text: str = "", style: str = "") -> Text:
    return Text(printable(text), style)


def _cut(line: Text, console: Console) -> Text:
    line.truncate(console.width, overflow="ellipsis")
    return line


def _wrapped(lines: Iterator[Text], console: Console) -> list[Text]:
    return [piece for line in lines for piece in line.wrap(console, console.width)]


def _header(moment: Moment) -> list[Text]:
    state = moment.state
    at = moment.events[-1].at if moment.events else ""
    title = f"{moment.match}  {moment.game.title}  version {state.version} of {moment.last}  {at}"
    number = seat_number(state.perspective)
    name = "" if number is None else f" ({moment.game.seat_name(number)})"
    within = ("an action is being resolved",) if state.resolving else ()
    now = ", ".join(dict.fromkeys((state.status.lower(), state.phase, *within)))
    return [_line(title, "bold"), _line(f"seen as {state.perspective}{name}  {now}")]


def _events(moment: Moment) -> Iterator[Text]:
    for event in moment.events[-EVENTS:]:
        current = event.version == moment.state.version
        yield _line(f"{'>' if current else ' '}{event.version:>5} {sentence(event)}", "bold" if current else "dim")


def _hashes(state: StateOut) -> list[Text]:
    return [_line(f"state {state.hash}", "dim"), _line(f"head  {state.head_hash}", "dim")]


def _table(moment: Moment) -> Iterator[Text]:
    table = moment.state.table
    if table is None:
        yield _line("There is no table yet.", "dim")
        return
    numbers = _numbers(table.stats)
    pending = f"; resolving {', '.join(one.text for one in table.pending)}" if table.pending else ""
    yield _line(f"Table: {numbers or table.phase}{pending}")
    for player in table.players:
        yield _player(moment.game, player, active=player.seat == table.active)
        yield from _zones(player.zones)
    yield from _zones(table.zones)


def _player(game: CardGame, player: TablePlayer, *, active: bool) -> Text:
    marks = ", ".join(mark for mark in player.marks if mark)
    text = f"{'*' if active else ' '} {game.seat_name(player.seat)}: {_numbers(player.stats)}"
    text += f" ({marks})" if marks else ""
    text += "" if player.in_match else ", out of the match"
    return _line(text, "bold" if active else "")


def _zones(zones: Sequence[TableZone]) -> Iterator[Text]:
    shown = [_zone(zone) for zone in zones if zone.count]
    if shown:
        yield _line("    " + "; ".join(shown))


def _zone(zone: TableZone) -> str:
    """`hand 3: Early Bird, 2 x Fire Drill`; cards that are not seen only count."""
    names = Counter(_card(card) for card in zone.cards if card.name is not None)
    cards = ", ".join(name if count == 1 else f"{count} x {name}" for name, count in names.items())
    return f"{zone.name.replace('_', ' ')} {zone.count}" + (f": {cards}" if cards else "")


def _card(card: TableCard) -> str:
    return f"{card.name} with {_numbers(card.counters)}" if card.counters else str(card.name)


def _numbers(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in numbers.items())


def _asked(moment: Moment) -> Iterator[Text]:
    own = {} if moment.legal is None else {options.prompt.id: options for options in moment.legal.prompts}
    if moment.state.result is not None:
        yield _line(f"Over: {moment.state.result.kind.lower()} [{moment.state.result.rule_id}]", "bold")
    elif not moment.state.prompts:
        yield _line("Nobody is asked anything that is seen from here.", "dim")
    for prompt in moment.state.prompts:
        yield _prompt(moment.game, prompt)
        if prompt.id in own:
            yield from _answers(own[prompt.id])
    number = seat_number(moment.state.perspective)
    if moment.legal is not None and moment.legal.may_concede and number is not None:
        yield _line(f"    {moment.game.seat_name(number)} may concede", "dim")


def _prompt(game: CardGame, prompt: PromptOut) -> Text:
    until = f", until {prompt.deadline}" if prompt.deadline else ""
    mode = "" if prompt.mode == "BLOCKING" else f", {prompt.mode.lower()}"
    kind = prompt.kind.replace("_", " ")
    return _line(f"{game.seat_name(prompt.seat)} is asked: {kind} [{prompt.rule_id}]{mode}{until}", "bold")


def _answers(options: PromptOptions) -> Iterator[Text]:
    labels = [action.label for action in options.actions]
    labels += [f"{template.label or template.type}, in many ways" for template in options.templates]
    more = f" ... and {len(labels) - LABELS} more" if len(labels) > LABELS else ""
    yield _line("    " + " | ".join(labels[:LABELS]) + more)
    if options.default is not None:
        yield _line(f"    when the time is up: {str(options.default['type']).replace('_', ' ')}", "dim")
