"""What was released is what the release wrote, and changes with its number alone; then its commit is named."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from itertools import chain, pairwise
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from api_schema import release
from api_schema.release import MANIFEST, RELEASED, Release
from api_schema.snapshots import FILES
from domain.games import discover
from domain.kernel.cardsets import PUBLISHED
from scripts import release as cutting
from scripts import released
from scripts.release import cut, faults, git, version
from service.projections.match_results.loadouts import DECKS
from tests.kit.fixtures import is_released
from tests.kit.process import ROOT
from tests.toy_game import GAME as TOY

FOLDER = RELEASED.relative_to(ROOT).as_posix()
PLACES = [f"{FOLDER}/{MANIFEST}", f"{FOLDER}/*.gz"]
NEW = {
    "schema.graphql": "type Query { a: Int }\n",
    "openapi.json": '{"paths": {}, "components": {"schemas": {}}}\n',
    "asyncapi.json": '{"channels": {}, "components": {"schemas": {}}}\n',
}
BROKEN = {**NEW, "schema.graphql": "type Query { b: Int }\n"}


def tampered(root: Path) -> list[str]:
    """The commits, and what isn't committed, that changed what was released without a higher version.

    Which commit has cut it may be named later.
    """
    commits = git(root, "log", "--reverse", "--format=%h", "--", *PLACES).split()
    seen = [([commit], _release(git(root, "show", f"{commit}:{FOLDER}/{MANIFEST}"))) for commit in commits]
    if git(root, "status", "--porcelain", "--", FOLDER):
        seen.append(([], _release((root / FOLDER / MANIFEST).read_text())))
    return [
        "".join(now) or "not committed"
        for (before, old), (now, new) in pairwise(seen)
        if version(new.version) <= version(old.version)
        and (structs.replace(old, commit=new.commit) != new or changed(root, *before, *now) != [MANIFEST])
    ]


def changed(root: Path, *commits: str) -> list[str]:
    """The names of the released files that differ between two commits, or now from one."""
    return [Path(name).name for name in git(root, "diff", "--name-only", *commits, "--", FOLDER).splitlines()]


def is_named(root: Path) -> bool:
    """Whether the commit that the last release names has its number. The commit that cuts it can't be named yet."""
    last = release.last(root / FOLDER)
    if last.commit and last.version == _number(git(root, "show", f"{last.commit}:pyproject.toml")):
        return True
    cut_by = git(root, "log", "-1", "--format=%H", "--", f"{FOLDER}/{MANIFEST}")
    return bool(changed(root, "HEAD")) or cut_by == git(root, "rev-parse", "HEAD")


def _release(manifest: str) -> Release:
    return msgspec.json.decode(manifest, type=Release)


def _number(project: str) -> object:
    return tomllib.loads(project)["project"]["version"]


def test_the_released_documents_are_those_of_the_manifest() -> None:
    assert release.last().files == release.digests()
    assert release.documents().keys() == set(FILES)


def test_the_number_of_the_last_release_stands_everywhere() -> None:
    last = release.last()
    for project in ("pyproject.toml", "client/pyproject.toml"):
        assert _number((ROOT / project).read_text()) == last.version
    assert f"newTag: {last.version}\n" in (ROOT / "deploy/kustomization.yaml").read_text()
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[:2] == ["[Unreleased]", f"[{last.version}] - {last.day}"]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no history here to look at")
@pytest.mark.programs
def test_nothing_that_was_released_has_changed_without_the_version() -> None:
    assert tampered(ROOT) == [], "only `make release VERSION=x.y.z` writes there: see docs/deprecation.md"


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no history here to look at")
@pytest.mark.programs
def test_the_commit_of_the_last_release_is_named() -> None:
    if git(ROOT, "rev-parse", "--is-shallow-repository") == "true":
        pytest.skip("a shallow clone need not have that commit")
    assert is_named(ROOT), "`make released` writes which commit is tagged"


@pytest.fixture
def root(tmp_path: Path, programs: None) -> Path:
    """A repository with one release, 0.1.0, and something unreleased."""
    for name, text in {
        "pyproject.toml": '[project]\nversion = "0.0.0"\n',
        "client/pyproject.toml": '[project]\nversion = "0.0.0"\n',
        "deploy/kustomization.yaml": "images:\n    newTag: 0.0.0\n",
        "CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n\n- The first.\n",
        **{f"api_schema/{name}": text for name, text in NEW.items()},
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    git(tmp_path, "init", "--quiet", "--initial-branch", "main")
    commit(tmp_path)
    assert faults(tmp_path, (0, 1, 0), NEW) == []
    cut(tmp_path, (0, 1, 0), "2026-11-23", NEW)
    commit(tmp_path)
    changelog = tmp_path / "CHANGELOG.md"
    changelog.write_text(changelog.read_text().replace("## [Unreleased]\n", "## [Unreleased]\n\n- More.\n"))
    commit(tmp_path)
    return tmp_path


def commit(root: Path) -> None:
    """Commit all that there is."""
    git(root, "add", "--all")
    git(root, "-c", "user.name=A", "-c", "user.email=a@b.example", "commit", "--quiet", "--message", "x")


def test_a_release_writes_its_number_and_its_documents(root: Path) -> None:
    text = (root / "CHANGELOG.md").read_text()
    assert text == "# Changelog\n\n## [Unreleased]\n\n- More.\n\n## [0.1.0] - 2026-11-23\n\n- The first.\n"
    for project in ("pyproject.toml", "client/pyproject.toml"):
        assert (root / project).read_text() == '[project]\nversion = "0.1.0"\n'
    assert (root / "deploy/kustomization.yaml").read_text() == "images:\n    newTag: 0.1.0\n"
    assert release.documents(root / FOLDER) == NEW
    assert tampered(root) == []
    assert faults(root, (0, 1, 1), NEW) == []
    cut(root, (0, 1, 1), "2026-11-24", NEW)
    assert tampered(root) == []
    commit(root)
    assert tampered(root) == []


def test_the_same_documents_are_the_same_bytes(tmp_path: Path) -> None:
    for place in ("one", "two"):
        release.write("1.0.0", "2026-11-23", NEW, tmp_path / place)
    assert release.digests(tmp_path / "one") == release.digests(tmp_path / "two")


@pytest.mark.parametrize(
    ("number", "current", "why"),
    [
        ((0, 1, 0), NEW, "take a higher number"),
        ((0, 0, 9), NEW, "take a higher number"),
        ((0, 1, 9), BROKEN, "below 0.2.0 clients may not break: schema.graphql: Field Query.a was removed."),
        ((0, 2, 0), {**NEW, "openapi.json": NEW["openapi.json"] + "\n"}, "make schema"),
    ],
)
def test_a_release_that_can_not_be_is_refused(
    root: Path, number: tuple[int, ...], current: Mapping[str, str], why: str
) -> None:
    if current is BROKEN:
        write(root, BROKEN)
    assert [fault for fault in faults(root, number, current) if why in fault]


def write(root: Path, texts: Mapping[str, str]) -> None:
    """Commit other documents of the contract."""
    for name, text in texts.items():
        (root / "api_schema" / name).write_text(text)
    commit(root)


def test_only_the_next_first_number_breaks_clients_and_before_the_first_the_next_second_one(root: Path) -> None:
    write(root, BROKEN)
    for number in ((0, 2, 0), (1, 0, 0)):
        assert faults(root, number, BROKEN) == []
    release.write("1.0.0", "2026-11-23", NEW, root / FOLDER)
    commit(root)
    assert any("below 2.0.0 clients" in fault for fault in faults(root, (1, 1, 0), BROKEN))


def test_a_release_is_a_commit_of_its_own_and_has_something_new(root: Path) -> None:
    (root / "other").touch()
    assert faults(root, (0, 2, 0), NEW) == ["something is not committed: a release is a commit of its own"]
    commit(root)
    cut(root, (0, 2, 0), "2026-11-24", NEW)
    commit(root)
    assert faults(root, (0, 3, 0), NEW) == ["CHANGELOG.md has nothing that is unreleased"]


@pytest.mark.parametrize("committing", [commit, lambda root: None], ids=["committed", "not committed"])
def test_released_documents_that_change_without_the_number_are_found(
    root: Path, committing: Callable[[Path], None]
) -> None:
    release.write("0.1.0", "2026-11-23", BROKEN, root / FOLDER)
    committing(root)
    assert release.last(root / FOLDER).files == release.digests(root / FOLDER)
    assert len(tampered(root)) == 1


def test_a_release_is_cut_on_main_where_all_have_one_number(root: Path) -> None:
    git(root, "switch", "--quiet", "--create", "other")
    (root / "client/pyproject.toml").write_text('[project]\nversion = "0.0.9"\n')
    commit(root)
    other_branch, other_number = faults(root, (0, 2, 0), NEW)
    assert other_branch == "a release is cut on the branch main"
    assert "'client/pyproject.toml': '0.0.9'" in other_number


def test_the_commit_of_a_release_is_named_once_it_has_its_tag(root: Path) -> None:
    assert not is_named(root)
    with pytest.raises(ValueError, match=r"no commit has the tag v0\.1\.0"):
        released.name(root)
    git(root, "tag", "v0.1.0", "HEAD")
    with pytest.raises(ValueError, match="not on the commit that has cut"):
        released.name(root)
    git(root, "tag", "--force", "v0.1.0", "HEAD~")
    released.name(root)
    first = git(root, "rev-parse", "HEAD~")
    assert release.last(root / FOLDER).commit == first
    commit(root)
    assert (is_named(root), tampered(root)) == (True, [])
    cut(root, (0, 2, 0), "2026-11-24", NEW)
    assert is_named(root)
    commit(root)
    assert is_named(root)
    assert release.last(root / FOLDER).commit == first, "the newest one that can be named"
    (root / "other").touch()
    commit(root)
    assert not is_named(root)


@pytest.mark.parametrize("text", ["1.0", "v1.0.0", "1.0.0-rc1", "01.0.0", ""])
def test_a_version_has_three_numbers(text: str) -> None:
    with pytest.raises(ValueError, match="is no version"):
        version(text)


def test_the_command_writes_what_it_doesnt_refuse(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cutting, "ROOT", root)
    monkeypatch.setattr(cutting, "snapshots", lambda games: NEW)
    for number, code in (("0.1.0", 1), ("0.2.0", 0)):
        monkeypatch.setattr("sys.argv", ["release", number])
        assert cutting.main() == code
    assert capsys.readouterr().err == "the last release is 0.1.0: take a higher number\n"
    assert release.last(root / FOLDER).version == "0.2.0"
    assert tampered(root) == []


def test_the_card_sets_of_every_release_can_be_read() -> None:
    """A published set stays as it is: matches are pinned to its hash."""
    for game in discover().values():
        published = sorted((cutting.folder_of(game) / PUBLISHED).glob("*.gz"))
        reader = game.reader
        assert published or reader is None or not is_released(game), f"{game.slug} left its card sets nowhere"
        for file in published:
            assert reader is not None
            core = reader.published(game.package, file.stem)
            assert core is not None
            assert core.hash == file.stem


def test_a_release_publishes_card_sets_once(tmp_path: Path) -> None:
    games = [*discover().values(), TOY]
    for _ in range(2):
        cutting.publish(games, lambda game: tmp_path / game.slug)
    for game in games:
        (file,) = (tmp_path / game.slug / PUBLISHED).glob("*.gz")
        assert file.stem == game.card_set_hash()
        decks = file.with_name(DECKS)
        assert {*chain(*json.loads(decks.read_bytes()).values())} == {deck.id for deck in game.decks()}
        decks.write_text('{"012345678901": ["fox"]}')
        file.write_bytes(b"as it was")
    cutting.publish(games, lambda game: tmp_path / game.slug)
    assert file.read_bytes() == b"as it was"
    assert json.loads(decks.read_bytes()).items() > {"012345678901": ["fox"]}.items()
