"""No file imports itself by way of others. An import inside a function counts: it is one."""

from __future__ import annotations

from collections.abc import Mapping, Set

import grimp
import rustworkx

PACKAGES = ("domain", "eventstore", "api_schema", "service", "playledger_client")


def circles(imports: Mapping[str, Set[str]]) -> list[list[str]]:
    """The files of each circle, given what each file imports."""
    graph: rustworkx.PyDiGraph[str, None] = rustworkx.PyDiGraph()
    numbers = {module: graph.add_node(module) for module in sorted(imports)}
    graph.add_edges_from_no_data([(numbers[one], numbers[other]) for one in imports for other in imports[one]])
    found = rustworkx.strongly_connected_components(graph)
    return sorted(sorted(graph[number] for number in circle) for circle in found if len(circle) > 1)


def imports_of(*packages: str) -> dict[str, set[str]]:
    """What each file of some packages imports of them."""
    graph = grimp.build_graph(*packages, cache_dir=None)
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}


def test_no_file_is_in_a_circle() -> None:
    assert circles(imports_of(*PACKAGES)) == []


def test_a_circle_is_found() -> None:
    imports = imports_of(*PACKAGES)
    imports["domain.kernel.facts"] = imports["domain.kernel.facts"] | {"domain.kernel.decide"}
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set()}) == [["a", "b", "c"]]
    [found] = circles(imports)
    assert {"domain.kernel.facts", "domain.kernel.match", "domain.kernel.decide"} <= set(found)
