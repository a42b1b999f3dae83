"""The maximum-weight matching of a maintained library (rustworkx), asked in one place and in integers alone."""

from __future__ import annotations

from collections.abc import Sequence

import rustworkx

WIDEST = 1 << 123
"""The library counts in 128 bits and adds up to four weights."""

Edge = tuple[int, int]


class Work:
    """The amount of matching done: calls and edges, so that a test need not look at a clock."""

    def __init__(self) -> None:
        self.calls = 0
        self.edges = 0


def cheapest(nodes: int, edges: Sequence[Edge], costs: Sequence[int], work: Work | None = None) -> list[Edge] | None:
    """The perfect matching of least cost, pairs in order; None if there is no perfect one.

    With the lots in the costs no two matchings cost the same (for m edges they do with a chance of m in 2^48), so
    whatever finds the cheapest finds this one.
    """
    if work is not None:
        work.calls += 1
        work.edges += len(edges)
    most = max(costs, default=0) + 1
    if most >= WIDEST:
        raise OverflowError("the tiers of the costs need more than 123 bits")
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from([(one, other, most - cost) for (one, other), cost in zip(edges, costs, strict=True)])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < nodes:
        return None
    return sorted((min(pair), max(pair)) for pair in found)
