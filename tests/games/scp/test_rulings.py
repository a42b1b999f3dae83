"""The rules point to the rulings on them: a player who opens the rule of a refusal finds the whole truth."""

from __future__ import annotations

import re
from importlib.resources import files

from service.catalogue.rules import parse


def test_each_ruling_is_named_by_a_rule() -> None:
    known = parse((files("domain.games.scp") / "RULES.md").read_text(encoding="utf-8"))
    rulings = {rule.id for rule in known if rule.id.startswith("SCP-R")}
    named = {one for rule in known if rule.id not in rulings for one in re.findall(r"SCP-R\d+", rule.text)}
    assert rulings - named == set()
    assert named - rulings == set()
