"""Texts of cards by chance: typed, nested, and of every word that has a meaning where it stands.

What a word takes, names and is asked about is read from the vocabulary, so most texts are legal by construction. The
compiler sorts out the rest, which the words' own checks refuse.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from domain.kernel.effects.compiler import Call, Compiler, Said
from domain.kernel.effects.grammar import FILTERS, LARGEST, EffectFault
from domain.kernel.effects.subjects import NOTHING, Kinds, Place, TextPart
from domain.kernel.effects.vocabulary import Between, Group, Vocabulary, Word, WordParameter

TRIES = 8
"""Texts that are written for a place until it is left empty."""
DEEP = (2, 3, 3, 5)
"""Blocks, filters and sums inside one another, in the texts of one set."""
BOUND = (0.1, 0.1, 0.5)
"""How often a number is one of the bounds of its parameter."""
PLAIN: TextPart = TextPart(card=None, moments=())
"""A place in a text of a game whose words mean the same everywhere."""
UNBOUNDED = Between(0, LARGEST)
COMPARED = ("==", "!=", "<", "<=", ">", ">=")
BLOCKS = ("effects", "pattern", "outcome")


@dataclass(frozen=True)
class Here:
    """Where a word is written: in which part and group of texts, how much deeper it may go, what a condition is asked
    about, filters around it, the kinds that targets have named before, words that may not stand there.
    """

    part: TextPart
    group: Group
    depth: int
    about: Kinds = NOTHING
    filters: int = 0
    targets: dict[str, Kinds] = field(default_factory=dict)
    but: Container[str] = ()

    def inner(self, about: Kinds | None = None, filters: int = 0) -> Here:
        about = self.about if about is None else about
        return replace(self, depth=self.depth - 1, about=about, filters=self.filters + filters)


class Texts:
    """Writes texts with the words of a vocabulary and the names of a card set, to which its own are added.

    `tried` and `legal` count the texts; `most` says how often a word may stand in one.
    """

    def __init__(self, vocabulary: Vocabulary, names: Mapping[str, dict[str, str]], random: Random) -> None:
        self.vocabulary, self.names, self.random = vocabulary, names, random
        self.tried = self.legal = 0
        self.most: dict[str, int] = {}
        self._deep, self._bound = random.choice(DEEP), random.choice(BOUND)
        self.used: Counter[tuple[Group, str]] = Counter()

    def effects(self, part: TextPart = PLAIN, but: Container[str] = (), most: int = 3) -> str | None:
        """A sequence of effects."""
        return self._text(
            lambda here: self._block(here, most), lambda to, text: to.effects(text, part), part, "effect", but
        )

    def calls(self, group: Group, part: TextPart = PLAIN, but: Container[str] = (), most: int = 1) -> str | None:
        """Words of a group: modifiers, costs, a trigger."""

        def written(here: Here) -> str:
            return ", ".join(self._word(group, here) for _ in range(self.random.randint(1, most)))

        return self._text(written, lambda to, text: to.calls(group, text, part), part, group, but)

    def condition(self, part: TextPart = PLAIN, but: Container[str] = ()) -> str | None:
        """A condition."""
        return self._text(self._condition, lambda to, text: to.condition(text, part), part, "condition", but)

    def cards(self, part: TextPart, kinds: Kinds = NOTHING, but: Container[str] = ()) -> str | None:
        """Words for cards of these kinds, or of whatever kind."""
        return self._text(
            lambda here: self._cards(here, kinds)[0], lambda to, text: to.cards(text, part), part, "cards", but
        )

    def players(self, part: TextPart, but: Container[str] = ()) -> str | None:
        """Words for players."""
        return self._text(self._players, lambda to, text: to.players(text, part), part, "players", but)

    def all_but(self, group: Group, *kept: str) -> list[str]:
        """The words of a group but these."""
        return [name for name in self.vocabulary.names(group) if name not in kept]

    def _text(
        self,
        write: Callable[[Here], str],
        check: Callable[[Compiler, str], object],
        part: TextPart,
        group: Group,
        but: Container[str],
    ) -> str | None:
        """A text that the compiler takes; None where a few tries gave none."""
        for _ in range(TRIES):
            try:
                text = write(Here(part, group, self.random.randint(1, self._deep), part.about, but=but))
            except LookupError:
                continue  # no word has a meaning there
            self.tried += 1
            compiler = Compiler(self.vocabulary, self.names)
            try:
                check(compiler, text)
            except EffectFault:
                continue
            said = Counter(call.word for call in compiler.used)
            if all(said[word] <= most for word, most in self.most.items()):
                self.legal += 1
                return text
        return None

    def _block(self, here: Here, most: int = 2) -> str:
        return ", ".join(self._word("effect", here) for _ in range(self.random.randint(1, most)))

    def _word(self, group: Group, here: Here, kinds: Kinds = NOTHING) -> str:
        """A word that fits there, with what it takes. IndexError where there is none."""
        word = self.random.choice([word for word in self._fitting(group, here) if self._names(word, here, kinds)])
        self.used[group, word.name] += 1
        given = list(self._arguments(word, here, kinds))
        return f"{word.name}({', '.join(given)})" if given or group == "effect" else word.name

    def _fitting(self, group: Group, here: Here) -> Iterator[Word]:
        for (of, name), word in self.vocabulary.words.items():
            meaning = word.meaning
            if of != group or name in here.but or (meaning.only and not here.part.works(meaning.only)):
                continue
            asks = frozenset(meaning.asks)
            if asks and not asks & here.about:
                continue
            if here.depth > 0 or not any(parameter.kind in BLOCKS for parameter in word.parameters):
                yield word

    def _names(self, word: Word, here: Here, kinds: Kinds) -> bool:
        """Whether it can name cards of these kinds."""
        named = self._named(word, here)
        if not kinds or named is None:
            return named is not None
        takes = [frozenset(one.about or ()) for one in word.parameters if one.kind == "cards"]
        if not named:
            return any(not about or about & kinds for about in takes)
        if self.vocabulary.subjects.sure and word.group == "target":
            return named <= kinds
        return bool(named & kinds)

    def _named(self, word: Word, here: Here) -> Kinds | None:
        """The kinds of cards that it names by itself; None: it takes nothing and yet has no meaning there."""
        names, check = word.meaning.names, word.meaning.check
        said = Said(word, Call(word.name, word.function, {}, word.name), {})
        place = Place(said, here.part, here.group, here.targets)
        try:
            if check is not None and not word.parameters:
                check(place)
            return frozenset(names(place) if callable(names) else names)
        except EffectFault:
            return None

    def _arguments(self, word: Word, here: Here, kinds: Kinds) -> Iterator[str]:
        """What it takes, some of it by name."""
        named = False
        for parameter in word.parameters:
            # several outcomes mostly name a face twice
            if not parameter.required and self.random.random() < (0.9 if parameter.kind == "outcome" else 0.5):
                named = True
                continue
            named = named or self.random.random() < 0.1
            written = self._argument(parameter, here, kinds)
            yield f"{parameter.name}={written}" if named else written

    def _argument(self, parameter: WordParameter, here: Here, kinds: Kinds) -> str:  # noqa: PLR0911 - one for each kind
        about = frozenset(parameter.about or ())
        match parameter.kind:
            case "choice" | "choices":
                return self._choice(parameter, here)
            case "number":
                return self._number(here.inner(about or here.about), parameter.bounds or UNBOUNDED, parameter)
            case "condition":
                return self._condition(here.inner(about))
            case "players":
                return self._players(here.inner())
            case "cards":
                text, here.targets["pick"] = self._cards(here, about & kinds if about and kinds else about or kinds)
                return text
            case "effects":
                return f"[{self._block(here.inner())}]"
        groups: Mapping[str, Group] = {"target": "target", "outcome": "outcome", "pattern": "trigger"}
        return self._word(groups[parameter.kind], here.inner(), about)

    def _choice(self, parameter: WordParameter, here: Here) -> str:
        known = [*(self.names.get(parameter.names, ()) if parameter.names else parameter.choices)]
        fitting = [name for name in known if name not in here.but and name.isidentifier()]
        if parameter.kind == "choice" or self.random.random() < 0.5:
            return self.random.choice(fitting)
        return f"[{', '.join(self.random.choices(fitting, k=self.random.randint(1, 3)))}]"

    def _players(self, here: Here) -> str:
        text = self._word("players", here)
        if self.vocabulary.subjects.players and here.depth > 0 and here.filters < FILTERS:
            if self.random.random() < 0.2:
                return f"{text}[{self._condition(here.inner(NOTHING, filters=1))}]"
            if self.random.random() < 0.1:
                return f"{text} + {self._word('players', here)}"
        return text

    def _cards(self, here: Here, kinds: Kinds) -> tuple[str, Kinds]:
        """Cards of these kinds, and the kinds that they can be of."""
        fitting = [word for word in self._fitting("cards", here) if self._names(word, here, kinds)]
        word = self.random.choice(fitting)
        self.used["cards", word.name] += 1
        given = ", ".join(self._arguments(word, here, kinds))
        text, found = f"{word.name}({given})" if given else word.name, self._named(word, here) or NOTHING
        sure, filtered = self.vocabulary.subjects.sure, here.filters < FILTERS
        if sure and kinds and found - kinds:
            test, found = self._telling(here.inner(found, filters=1), kinds)
            return f"{text}[{test}]", found
        if filtered and here.depth > 0 and self.random.random() < 0.5:
            return f"{text}[{self._condition(here.inner(found, filters=1))}]", found
        return text, found

    def _telling(self, here: Here, kinds: Kinds) -> tuple[str, Kinds]:
        """A condition that is true of these kinds of what it is asked about alone."""
        found = here.about

        def left(word: Word) -> Kinds:
            return found & frozenset(word.meaning.asks) if word.meaning.asks else NOTHING

        fitting = [word for word in self._fitting("condition", here) if left(word) and left(word) <= kinds]
        word = self.random.choice(fitting)
        self.used["condition", word.name] += 1
        given = ", ".join(self._arguments(word, here, NOTHING))
        text = f"{word.name}({given})" if given else word.name
        if here.depth > 0 and self.random.random() < 0.3:
            text += f" and {self._word('condition', replace(here, about=left(word)))}"
        return text, left(word)

    def _condition(self, here: Here) -> str:
        drawn = self.random.random()
        if here.depth > 0 and drawn < 0.15:
            several = [self._condition(here.inner()) for _ in range(2)]
            return f"({self.random.choice((' and ', ' or ')).join(several)})"
        if here.depth > 0 and drawn < 0.3:
            return f"not {self._condition(here.inner())}"
        if drawn < 0.5 or not any(self._fitting("condition", here)):
            return f"{self._number(here.inner())} {self.random.choice(COMPARED)} {self._number(here.inner())}"
        return self._word("condition", here)

    def _number(self, here: Here, bounds: Between = UNBOUNDED, parameter: WordParameter | None = None) -> str:
        """A number within these bounds if it is written out: mostly a small one or a bound."""
        words = not bounds.written and any(self._fitting("number", here))
        drawn = self.random.random()
        if words and here.depth > 0 and drawn < 0.3:
            return self._word("number", here)
        if words and here.depth > 0 and drawn < 0.4:
            return f"{self._number(here.inner())} {self.random.choice('+-')} {self._word('number', here.inner())}"
        small = self.random.randint(max(bounds.low, -3), min(bounds.high, 4)) if bounds.low <= 4 else bounds.low
        return str(small if self.random.random() > self._bound else self.random.choice((bounds.low, bounds.high)))


def unused(vocabulary: Vocabulary, used: Mapping[tuple[Group, str], int]) -> list[str]:
    """The words of a vocabulary that were not used, as `group word`."""
    return sorted(f"{group} {name}" for group, name in vocabulary.words if not used.get((group, name)))
