"""The runbook knows every setting and every alarm, and the alarms ask for metrics that there are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from typer.testing import CliRunner

from service.cli import app
from service.limits import Limits
from service.settings import Settings
from tests.kit.process import ROOT
from tests.kit.served import serve, sqlite_url

RUNBOOK = (ROOT / "deploy" / "runbook.md").read_text()
ROW = re.compile(r"^\| `PLAYLEDGER_([A-Z_]+)` \| (.+?) \| (.+) \|$", re.MULTILINE)
METRIC = re.compile(r"\b(?:playledger|process)_[a-z_]+\b")
SHOWN = re.compile(r"^\| `(playledger_[a-z_]+)`", re.MULTILINE)
PARTS = ("_bucket", "_count", "_sum")


def alerts() -> Sequence[Any]:
    groups = yaml.safe_load((ROOT / "deploy" / "alerts.yaml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def test_every_setting_has_a_row() -> None:
    named = {name.lower() for name, _, _ in ROW.findall(RUNBOOK)}
    missing = sorted(f"PLAYLEDGER_{name.upper()}" for name in Settings.model_fields.keys() - named)
    assert not missing, f"deploy/runbook.md has no row for {', '.join(missing)}"
    unknown = sorted(named - Settings.model_fields.keys())
    assert not unknown, f"deploy/runbook.md has a row for {', '.join(unknown)}, which nothing reads"


def test_every_default_that_is_told_is_the_one_that_holds() -> None:
    for name, told, _ in ROW.findall(RUNBOOK):
        default = Settings.model_fields[name.lower()].get_default()
        if told.startswith("`"):
            assert told == f"`{str(default).lower() if isinstance(default, bool) else default}`", name
        else:
            assert default in (None, "", (), Limits()), name


def test_every_limit_has_its_key_told() -> None:
    rows = re.findall(r"^\|.*\| ([^|]*) \|$", (ROOT / "docs" / "limits.md").read_text(), re.MULTILINE)
    assert {key for told in rows for key in re.findall(r"`(\w+)`", told)} == Limits.model_fields.keys()


def test_every_alarm_has_a_section_and_every_section_an_alarm() -> None:
    sections = re.findall(r"^### (\w+)$", RUNBOOK[RUNBOOK.index("## Alarms") :], re.MULTILINE)
    assert [rule["alert"] for rule in alerts()] == sections


@pytest.mark.anyio
async def test_every_metric_that_is_named_is_there(tmp_path: Path) -> None:
    served = await serve(sqlite_url(tmp_path))
    text = (await served.app.metrics.text()).decode()
    await served.app.stop()
    there = {family.name for family in text_string_to_metric_families(text)}
    there |= {f"{name}_total" for name in there} | {name + part for name in there for part in PARTS}
    files = [*sorted((ROOT / "deploy").rglob("*.yaml")), ROOT / "deploy" / "runbook.md"]
    named = {name for file in files for name in METRIC.findall(file.read_text())}
    assert len(named) > 12
    assert named - there <= {"playledger_service"}, "the role of the service is no metric"
    ours = {name for name in named & there if name.startswith("playledger_")}
    told = set(SHOWN.findall(RUNBOOK))
    assert told <= ours
    missing = sorted(family for family in families(text) - told if family.startswith("playledger_"))
    assert not missing, f"deploy/runbook.md does not tell of {', '.join(missing)}"


def families(text: str) -> set[str]:
    """The metrics by the names that they are asked for."""
    counters = {family.name for family in text_string_to_metric_families(text) if family.type == "counter"}
    others = {family.name for family in text_string_to_metric_families(text) if family.type != "counter"}
    return {f"{name}_total" for name in counters} | others


def test_every_command_that_is_named_is_there() -> None:
    named = set(re.findall(r"`playledger (\w[\w-]*)", RUNBOOK))
    assert {"rebuild", "audit", "secrets"} <= named
    said = CliRunner().invoke(app, ["--help"]).stdout
    assert [name for name in named if not re.search(rf"\b{name}\b", said)] == []
