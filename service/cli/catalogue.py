"""`rules`, `cards` and `deck`: what a game is made of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from service.cli.games import Mode, catalogue, game_named, options_in
from service.cli.output import AsJson, BadInput, echo, print_json, print_table

if TYPE_CHECKING:
    from domain.kernel.cardsets import OwnSet
    from domain.kernel.game import CardGame
    from service.catalogue.rule_index import RuleIndex

decks = typer.Typer(help="Preconstructed decks, and the check of your own.", no_args_is_help=True)


class _OfGame(TyperGroup):
    """`cards GAME` lists, whatever else `cards` can do."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        known = not args or args[0] in self.commands or args[0] in self.get_help_option_names(ctx)
        return super().parse_args(ctx, args if known else ["list", *args])


cards = typer.Typer(cls=_OfGame, help="The cards of a game, and the check of your own.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(rules)
    app.add_typer(cards, name="cards")


def rules(
    slug: Annotated[str | None, typer.Argument(help="The game; all games are listed if not given.")] = None,
    as_json: AsJson = False,
    write: Annotated[bool, typer.Option("--write", help="Write the tables and pages of cards and words.")] = False,
) -> None:
    """The rules of a game, and where each stands. With the tests that hold it."""
    from service.catalogue import card_tables, rule_index, scenario_index, vocabulary

    games = list(catalogue().games()) if slug is None else [game_named(slug)]
    if write:
        for game in games:
            written = [card_tables.write(game), scenario_index.write(game), vocabulary.write(game)]
            echo(f"{game.slug}: wrote {', '.join(file.name for file in written if file is not None)}")
        return
    found = {game.slug: rule_index.index_of(game) for game in games}
    if slug is None:
        _list_games(found, as_json)
    elif as_json:
        print_json(found[slug].as_data())
    else:
        known = found[slug]
        texts = {rule.id: rule.text for rule in catalogue().rules(slug)}
        print_table(
            ("rule", "code", "tests", "text"),
            (
                (rule, (known.implemented.get(rule) or ["-"])[0], _tests(known, rule), texts.get(rule, ""))
                for rule in known.catalogue
            ),
        )


def _tests(known: RuleIndex, rule: str) -> object:
    return "-" if known.tested is None else len(known.tested.get(rule, ()))


def _list_games(found: dict[str, RuleIndex], as_json: bool) -> None:
    counted = [
        {
            "game": slug,
            **one.as_data(),
            "missing": len(one.missing),
            "untested": None if one.untested is None else len(one.untested),
        }
        for slug, one in found.items()
    ]
    if as_json:
        print_json(counted)
    else:
        names = ("game", "catalogue", "implemented", "tested", "missing", "untested")
        print_table(names, (["-" if row[name] is None else row[name] for name in names] for row in counted))


@cards.command("list")
def list_cards(
    slug: Annotated[str, typer.Argument(help="The game.")],
    card_set: Annotated[str | None, typer.Option("--set", help="One card set.")] = None,
    as_json: AsJson = False,
) -> None:
    """The cards of a game."""
    found = catalogue().cards(slug, card_set)
    if as_json:
        print_json(found)
    else:
        print_table(("id", "name", "set", "text"), ((card.id, card.name, card.set, card.text) for card in found))


@cards.command("check")
def check_cards(
    slug: Annotated[str, typer.Argument(help="The game.")],
    file: Annotated[Path, typer.Argument(help="A card file.", exists=True, dir_okay=False)],
    as_json: AsJson = False,
) -> None:
    """Whether a card file can be uploaded. Its hash, or every fault in a line of its own and exit 2."""
    from domain.kernel.cardfile import CardFault, Flaw
    from domain.kernel.game import reader_of

    game, faults, made = game_named(slug), [], None
    try:
        made = reader_of(game, str(file)).read_own(game.core(), file.read_text("utf-8"), str(file))
    except UnicodeDecodeError as error:
        faults = [Flaw(str(file), f"this is no UTF-8: {error}")]
    except CardFault as fault:
        faults = fault.faults
    if as_json:
        counted = {} if made is None else {"hash": made.hash, "name": made.name, "cards": len(made.listed)}
        print_json({**counted, "faults": faults})
    elif made is not None:
        echo(made.hash)
    for flaw in () if as_json else faults:
        echo(str(flaw), err=True)
    if made is None:
        raise typer.Exit(2)


@decks.command("list")
def list_decks(slug: Annotated[str, typer.Argument(help="The game.")], as_json: AsJson = False) -> None:
    """The preconstructed decks of a game."""
    found = game_named(slug).decks()
    if as_json:
        print_json(found)
    else:
        print_table(("id", "name", "cards"), ((deck.id, deck.name, sum(deck.cards.values())) for deck in found))


@decks.command("show")
def show_deck(
    slug: Annotated[str, typer.Argument(help="The game.")],
    deck: Annotated[str, typer.Argument(help="The deck.")],
    mode: Mode = None,
    seat: Annotated[int | None, typer.Option(help="Whose: a deck may be another one for another seat.")] = None,
    seats: Annotated[int | None, typer.Option(help="Players in the match; the fewest if not given.")] = None,
) -> None:
    """A complete loadout around a deck, as JSON. A start for one of your own.

    Without --mode and --seat it is that of the first seat of a usual match, or of the first mode and seat that have it.
    """
    from api_schema.input.member_names import camel_value

    game = game_named(slug)
    _require_deck(deck, [known.id for known in game.decks()])
    found = next(_loadouts(game, deck, mode, seat, seats), None)
    if found is None:
        asked = [f"--mode {mode}"] * (mode is not None) + [f"--seat {seat}"] * (seat is not None)
        asked += [f"--seats {seats}"] * (seats is not None)
        raise BadInput(f"{' '.join(asked)}: the deck {deck!r} is for no such seat")
    loadout, where = found
    if mode is None and seat is None and where:
        echo(where, err=True)
    print_json(camel_value(loadout))


def _loadouts(
    game: CardGame, deck: str, mode: str | None, seat: int | None, seats: int | None
) -> Iterator[tuple[Any, str]]:
    """(loadout, what it is for unless that is the first seat of a usual match), mode by mode and seat by seat."""
    from domain.kernel.seating import in_mode, modes, seat_counts

    options_in(game, mode)
    for one in (None, *modes(game)) if mode is None else (mode,):
        options = in_mode(game, one)
        counts = [count for count in seat_counts(game, options) if seats in (None, count)]
        for number in range(max(counts, default=0)):
            loadout = game.precon(deck, number, options, next(count for count in counts if count > number))
            if loadout is not None and seat in (None, number):
                yield loadout, "" if (one, number) == (None, 0) else f"for seat {number}{f' in {one}' if one else ''}"


@decks.command("check")
def check_deck(
    slug: Annotated[str, typer.Argument(help="The game.")],
    file: Annotated[Path, typer.Argument(help="A loadout as JSON.", exists=True, dir_okay=False)],
    seats: Annotated[int | None, typer.Option(help="Players in the match.")] = None,
    mode: Mode = None,
    cards: Annotated[
        list[Path] | None,
        typer.Option(help="A card file of your own that the match has; may be repeated.", exists=True, dir_okay=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Whether a loadout is legal, with every rule that it breaks. Exit 1 if it is not."""
    import msgspec

    from domain.kernel.seating import fewest_seats, in_mode
    from service.catalogue.conversion import convert

    try:
        loadout = msgspec.json.decode(file.read_bytes(), type=dict)
    except msgspec.DecodeError as error:
        raise BadInput(f"{file}: {error}") from None
    game = game_named(slug)
    held = [_own_set(game, card_file) for card_file in cards or ()]
    options = options_in(game, mode) | ({"card_sets": [made.hash for made in held]} if held else {})
    wanted = seats or fewest_seats(game, in_mode(game, mode))
    chosen = convert(options, game.options_type, "options")
    report = catalogue().validate_loadout(slug, chosen, wanted, loadout, held)
    if as_json:
        print_json(report)
    else:
        echo("legal" if report.legal else "not legal")
        for fault in report.violations:
            echo(f"  {fault.rule_id} {'.'.join(fault.path)}: {fault.message}")
    if not report.legal:
        raise typer.Exit(1)


def _own_set(game: CardGame, file: Path) -> OwnSet[Any]:
    """The set of a card file. BadInput with its faults."""
    from domain.kernel.cardfile import CardFault
    from domain.kernel.game import reader_of

    try:
        return reader_of(game, str(file)).read_own(game.core(), file.read_text("utf-8"), str(file))
    except UnicodeDecodeError as error:
        raise BadInput(f"{file}: this is no UTF-8: {error}") from None
    except CardFault as fault:
        raise BadInput(str(fault)) from None


def _require_deck(deck: str, known: list[str]) -> None:
    if deck not in known:
        raise BadInput(f"there is no deck {deck!r}; there are {', '.join(known)}")
