"""New revisions hold no lock for long, and leave the release before what it needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from eventstore.revisions import EVENT_STORE, Revisions
from service.tables import REVISIONS
from tests.kit.online_rules import faults
from tests.kit.process import ROOT

FOLDERS = (EVENT_STORE, REVISIONS)
BASES = {"0010", "s0027"}
"""The first revisions of both folders: nobody used what they make."""
FORM = "from alembic import op\nimport sqlalchemy as sa\n{head}\ndef upgrade():\n    {body}\n"
COLUMN = 'sa.Column("a", sa.Text())'
MADE = 'op.create_table("mine", sa.Column("a", sa.Text()))'


def releases() -> Sequence[str]:
    """Those that are out."""
    return re.findall(r"^## \[(\d[^]]*)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)


def named(folders: Iterable[Revisions]) -> dict[str, Path]:
    """The files of revisions, by what they are called."""
    files = [file for part in folders for file in sorted(part.versions.glob("[vs][0-9]*.py"))]
    return {file.stem.partition("_")[0].removeprefix("v"): file for file in files}


def refused(folders: Iterable[Revisions]) -> list[str]:
    """What is wrong with all revisions but the first ones."""
    new = [file for name, file in named(folders).items() if name not in BASES]
    return [fault for file in new for fault in faults(file, releases())]


def told(folder: Path, body: str, head: str = "") -> list[str]:
    file = folder / "s9999_tried.py"
    file.write_text(FORM.format(head=head, body=body.replace("; ", "\n    ")))
    return faults(file, ["0.1.0"])


def test_new_revisions_can_be_applied_while_the_release_before_works() -> None:
    assert refused(FOLDERS) == []


@pytest.mark.parametrize(("number", "folder"), [("0010", EVENT_STORE), ("s0027", REVISIONS)])
def test_all_but_the_first_of_a_folder_are_looked_at(tmp_path: Path, number: str, folder: Revisions) -> None:
    first = named([folder])[number]
    for name in (first.name, first.name.replace(number, f"{number[:-1]}8")):
        (tmp_path / name).write_text(FORM.format(head="", body='op.drop_table("streams")'))
    (fault,) = refused([replace(folder, versions=tmp_path)])
    assert "`drop_table` on streams" in fault


@pytest.mark.parametrize(
    ("body", "right"),
    [
        ('op.create_index("i", "match_list", ["game"])', "use `create_index_online`"),
        ('op.execute("CREATE UNIQUE INDEX i ON match_list (game)")', "use `create_index_online`"),
        ('op.drop_column("match_list", "game")', "`unused_since`"),
        ('op.drop_table("match_list")', "`unused_since`"),
        ('op.execute("ALTER TABLE match_list DROP COLUMN game")', "`unused_since`"),
        ('op.rename_table("match_list", "matches")', "beside it"),
        ('op.execute("ALTER TABLE match_list RENAME COLUMN game TO played")', "beside it"),
        ('op.alter_column("match_list", "game", new_column_name="played")', "beside it"),
        ('op.alter_column("match_list", "round", type_=sa.BigInteger())', "beside it"),
        ('op.alter_column("match_list", "round", nullable=False)', "server_default"),
        ('op.execute("ALTER TABLE match_list ALTER COLUMN round SET NOT NULL")', "server_default"),
        ('op.add_column("match_list", sa.Column("a", sa.Text(), nullable=False))', "without a server_default"),
        ('op.add_column("match_list", sa.Column("a", sa.DateTime(), server_default=sa.func.now()))', "a constant"),
        ('op.add_column("match_list", sa.Column("a", sa.Text(), sa.ForeignKey("accounts.account")))', "a key"),
        ('op.create_unique_constraint("u", "match_list", ["game"])', "unique=True"),
        ('op.create_foreign_key("f", "match_list", "accounts", ["a"], ["a"])', "leave it out"),
        ('op.execute("UPDATE match_list SET round = 0")', "page by page"),
        ('op.execute("DELETE FROM match_list")', "page by page"),
        ("op.execute(\"UPDATE read_models SET name = 'inbox'\")", "page by page"),
        ('op.execute("VACUUM FULL match_list")', "operators"),
        (
            'op.add_column("decks", sa.Column("a", sa.Text())); op.add_column("inbox", sa.Column("a", sa.Text()))',
            "each",
        ),
        ('create_index_online("i", "inbox", ["at"]); op.execute("SELECT 1")', "nothing else"),
    ],
)
def test_what_would_stop_play_is_refused_with_what_is_right(tmp_path: Path, body: str, right: str) -> None:
    found = told(tmp_path, body)
    assert len(found) == 1, found
    assert found[0].startswith("s9999_tried.py: ")
    assert right in found[0]


@pytest.mark.parametrize(
    "body",
    [
        f'{MADE}; op.create_index("i", "mine", ["a"])',
        'op.add_column("match_list", sa.Column("a", sa.Text()))',
        'op.add_column("match_list", sa.Column("a", sa.Boolean(), nullable=False, server_default=sa.false()))',
        'create_index_online("i", "match_list", ["game"]); create_index_online("j", "match_list", ["round"])',
        "op.execute(\"DELETE FROM read_models WHERE name = 'inbox'\")",
        'op.execute("ALTER TABLE match_list SET (fillfactor = 80)")',
    ],
)
def test_what_takes_a_moment_is_taken(tmp_path: Path, body: str) -> None:
    assert told(tmp_path, body) == []


def test_what_no_release_uses_any_more_may_go(tmp_path: Path) -> None:
    """The release that does without it is out, so it is the one before."""
    drop = 'op.drop_column("match_list", "game")'
    assert told(tmp_path, drop, 'unused_since = "0.1.0"') == []
    assert len(told(tmp_path, drop, 'unused_since = "0.2.0"')) == 1
