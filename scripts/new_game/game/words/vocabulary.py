"""The vocabulary that the words are registered in, and the numbers that they take."""

from __future__ import annotations

from typing import Annotated

from domain.kernel.effects.vocabulary import Between, Vocabulary

VOCABULARY = Vocabulary()
word = VOCABULARY.word

Count = Annotated[int, Between(0, 20)]
Change = Annotated[int, Between(-9, 9)]
