"""The vocabulary that the words are registered in, and the names that they let a card choose from."""

from __future__ import annotations

from typing import Literal

from domain.kernel.effects.vocabulary import Vocabulary

VOCABULARY = Vocabulary(declared=frozenset({"opp", "any"}), roles=frozenset({"opp"}))
word = VOCABULARY.word

Nm = Literal["nm"]
Role = Literal["you", "other", "any", "opp"]
YesNo = Literal["yes", "no", "any"]
CardKind = Literal["regular", "stay_in_play", "reaction", "any"]
