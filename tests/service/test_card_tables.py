"""Tables of cards, printed from the card files."""

from __future__ import annotations

import pytest

from domain.games import discover
from service.catalogue import action_tables
from service.catalogue.action_tables import BEGIN
from service.catalogue.card_tables import printed

GAMES = discover()
END = "<!-- end of cards -->"


def table(slug: str, mark: str) -> list[str]:
    """The lines between the marks."""
    begin = f"<!-- cards {mark} -->"
    first, *lines, last = printed(GAMES[slug], f"{begin}\nwhat was there\n{END}").splitlines()
    assert (first, last) == (begin, END)
    return lines


@pytest.mark.parametrize(
    ("slug", "mark", "head", "row"),
    [
        (
            "c4",
            "in=C-MID-1705: symbol text",
            "| card | name | symbol | text | effects |",
            "| MID-02 | Pants Tax | paper | Each player who wears pants loses 1 token. Draw a card. | "
            '`kind = "regular"` `play = "lose(all[wears_pants], 1), draw(you, 1)"` |',
        ),
        (
            "cape_and_cowl",
            "kind=character: hp attacks abilities -class -rarity -cost",
            "| card | name | hp | attacks | abilities |",
            '| ironwood | Ironwood | 25 | Root Slam `type = "Earth", strength = 12, cost = 1` | '
            'Shade: Protector. `when = "passive", do = "protector(self)"`<br>'
            'Regrowth: At the start of your turn it heals 2. `when = "start", do = "heal(self, 2)"` |',
        ),
        (
            "capcom_crossovers",
            "each=moves: id cards attrs damage -type -priority -cp -mark -text -effects -avoid",
            "| card | name | id | cards | attrs | damage |",
            "| spider_man | Web Ball | web_ball | J | R, S | 4 |",
        ),
        ("trf", "kind=character: unique -rest", "| card | name | unique | effects |", None),
    ],
)
def test_a_table_has_its_columns_and_a_row_for_each_card(slug: str, mark: str, head: str, row: str | None) -> None:
    _, count, _, first, rule, *rows, _ = table(slug, mark)
    assert count == f"{len(rows)} in all."
    assert (first, rule) == (head, f"|{' --- |' * head.count(' | ')} --- |")
    assert row is None or row in rows


def test_cards_are_found_among_several_values() -> None:
    marked = table("scp", "types=complication: cost")
    assert any(line.startswith("| E16 |") for line in marked)
    assert any(line.startswith("| C01 |") for line in marked)
    assert not any(line.startswith("| E01 |") for line in marked)


def test_a_text_without_marks_stays_as_it_is() -> None:
    assert printed(GAMES["c4"], "| a | table |\n") == "| a | table |\n"


def test_actions_and_prompts_are_printed_from_the_code() -> None:
    first, *lines, last = printed(GAMES["c4"], f"{BEGIN}\nwhat was there\n{action_tables.END}").splitlines()
    assert (first, last) == (BEGIN, action_tables.END)
    assert "| `make_claim` | `kind`, `accused` | Say that somebody swore, used a phone or made a pun. |" in lines
    assert "| `react` | C4-454 | Play a Reaction or pass | `pass`, `play_reaction` | hidden |" in lines
    assert "| `main` | C4-204 |" in "".join(lines)
