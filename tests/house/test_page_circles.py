"""No file of the page imports itself by way of others, lazily or for types alone. Components may draw one another."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from pathlib import Path

from tests.house.test_circles import circles

SOURCE = Path(__file__).parents[2] / "web" / "src"
IMPORT = re.compile(r"""(?:\bfrom|\bimport)[\s(]*['"]([#.][^'"?]*)""")


def imports_of(source: Path) -> dict[str, set[str]]:
    """What each file imports of the others."""
    files = {
        file: file.relative_to(source).as_posix() for file in source.rglob("*") if file.suffix in {".ts", ".svelte"}
    }
    found: dict[str, set[str]] = {}
    for file, name in files.items():
        given = IMPORT.findall(file.read_text())
        aims = [source / to[1:] if to.startswith("#") else (file.parent / to).resolve() for to in given]
        found[name] = {files[aim] for aim in aims if aim in files}
    return found


def of_code(imports: Mapping[str, Set[str]]) -> list[list[str]]:
    """The circles that are not of components alone."""
    return [circle for circle in circles(imports) if not all(name.endswith(".svelte") for name in circle)]


def test_no_file_of_the_page_is_in_a_circle() -> None:
    assert of_code(imports_of(SOURCE)) == []


def test_a_circle_of_the_page_is_found(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    for name, text in {
        "lib/a.ts": "import {\n  b,\n  type B\n} from './b.svelte.ts';",
        "lib/b.svelte.ts": "const { c } = await import('#lib/C.svelte');",
        "lib/C.svelte": "<script>import type { A } from './a.ts';</script>",
        "lib/D.svelte": "<script>import E from './E.svelte';</script>",
        "lib/E.svelte": "<script>import D from './D.svelte';</script>",
        "lib/f.ts": "import './a.ts';",
    }.items():
        (tmp_path / name).write_text(text)
    assert of_code(imports_of(tmp_path)) == [["lib/C.svelte", "lib/a.ts", "lib/b.svelte.ts"]]
