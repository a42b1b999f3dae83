"""`rules`, `cards` and `deck`: what a game is made of."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from service.catalogue import exercised, index, vocabulary
from service.cli.games import catalogue, game_named
from service.cli.output import AsJson, BadInput, print_json, print_table

decks = typer.Typer(help="Preconstructed decks, and the check of your own.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(rules)
    app.command()(cards)


def rules(
    slug: Annotated[str | None, typer.Argument(help="The game; all games are listed if not given.")] = None,
    as_json: AsJson = False,
    write: Annotated[bool, typer.Option("--write", help="Write the indexes of the checkout.")] = False,
) -> None:
    """The rules of a game: where each one stands in the code, and what tests it."""
    games = list(catalogue().games()) if slug is None else [game_named(slug)]
    if write:
        for game in games:
            written = [index.write(game), exercised.write(game), vocabulary.write(game)]
            typer.echo(f"{game.slug}: wrote {', '.join(file.name for file in written if file is not None)}")
        return
    found = {game.slug: index.committed(game) for game in games}
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
                (rule, (known.implemented.get(rule) or ["-"])[0], len(known.tested.get(rule, ())), texts.get(rule, ""))
                for rule in known.catalogue
            ),
        )


def _list_games(found: dict[str, index.RuleIndex], as_json: bool) -> None:
    counted = [
        {
            "game": slug,
            **one.as_data(),
            "missing": len(one.missing),
            "untested": len(one.untested),
        }
        for slug, one in found.items()
    ]
    if as_json:
        print_json(counted)
    else:
        names = ("game", "catalogue", "implemented", "tested", "missing", "untested")
        print_table(names, ([row[name] for name in names] for row in counted))


def cards(
    slug: Annotated[str, typer.Argument(help="The game.")],
    card_set: Annotated[str | None, typer.Option("--set", help="One card set.")] = None,
    as_json: AsJson = False,
) -> None:
    """The cards of a game."""
    found = catalogue().cards(slug, card_set)
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        print_table(("id", "name", "set", "text"), ((card.id, card.name, card.set, card.text) for card in found))


@decks.command("list")
def list_decks(slug: Annotated[str, typer.Argument(help="The game.")], as_json: AsJson = False) -> None:
    """The preconstructed decks of a game."""
    found = game_named(slug).decks()
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        print_table(("id", "name", "cards"), ((deck.id, deck.name, sum(deck.cards.values())) for deck in found))


@decks.command("show")
def show_deck(
    slug: Annotated[str, typer.Argument(help="The game.")], deck: Annotated[str, typer.Argument(help="The deck.")]
) -> None:
    """A complete loadout around a deck, as JSON: a start for one of your own."""
    game = game_named(slug)
    _require_deck(deck, [known.id for known in game.decks()])
    print_json(msgspec.to_builtins(game.precon(deck, 0)))


@decks.command("check")
def check_deck(
    slug: Annotated[str, typer.Argument(help="The game.")],
    file: Annotated[Path, typer.Argument(help="A loadout as JSON.", exists=True, dir_okay=False)],
    seats: Annotated[int | None, typer.Option(help="Players in the match.")] = None,
    as_json: AsJson = False,
) -> None:
    """Whether a loadout is legal, with every rule that it breaks. Exit 1 if it is not."""
    try:
        loadout = msgspec.json.decode(file.read_bytes(), type=dict)
    except msgspec.DecodeError as error:
        raise BadInput(f"{file}: {error}") from None
    report = catalogue().validate_loadout(slug, {}, seats or game_named(slug).min_seats, loadout)
    if as_json:
        print_json(msgspec.to_builtins(report))
    else:
        typer.echo("legal" if report.legal else "not legal")
        for fault in report.violations:
            typer.echo(f"  {fault.rule_id} {'.'.join(fault.path)}: {fault.message}")
    if not report.legal:
        raise typer.Exit(1)


def _require_deck(deck: str, known: list[str]) -> None:
    if deck not in known:
        raise BadInput(f"there is no deck {deck!r}; there are {', '.join(known)}")
