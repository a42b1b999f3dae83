"""Names that people can see, and no others: those of real people, and those that hide something."""

from __future__ import annotations

import re
import sys
import unicodedata

from api_schema.input.patterns import NAME
from domain.kernel.visible import unprintable, wrong_with_name
from tests.kit.cases import cases

SEEN = {
    "Sri in Sinhala": "ශ්‍රී ලාල්",
    "Malayalam, the old way to write n": "അവന്‍",
    "Rachel in Bengali": "র‍্যাচেল",
    "Kannada": "ಅರ‍್ಕ",
    "Hindi with a virama that stays": "क्‌ष",
    "Persian": "می‌خواهم",
    "Persian, after a letter that joins nothing": "امیر‌حسین",
    "Persian, vowels written": "علیِ‌رضا",
    "Mongolian": "ᠨᠠᠷ᠎ᠠ",
    "Japanese, a form of one ideograph": "辻\U000e0100さん",
    "family": "👨‍👩‍👧‍👦",
    "farmer": "👩🏽‍🌾",
    "heart on fire": "❤️‍🔥",
    "head that shakes": "🙂‍↔️",
    "rainbow": "🏳️‍🌈",
    "pirates": "🏴‍☠️",
    "detective": "🕵🏻‍♂️",
    "Scotland": "Mac 🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "keys": "1️⃣",
    "information": "ℹ️",
    "Hebrew, three marks": "שָּׁלוֹם",
    "Burmese": "မြွှေ",
    "Tibetan": "བསྒྲུབས",
    "Khmer": "ស្ត្រី",
    "Vietnamese": "Nguyễn Thị Ánh",
    "Arabic": "مُحَمَّد",
    "Thai": "น้ำฝน",
    "of two words": "Zoë O’Neill-Łukasz",
}
UNSEEN = {
    "Hangul filler": "\u3164",
    "half-wide Hangul filler": "a\uffa0",
    "fillers of syllables": "\u115f\u1160",
    "Khmer vowels without ink": "ក\u17b4",
    "grapheme joiner": "a\u034fb",
    "empty Braille": "\u2800",
    "empty note head": "\U0001d159",
    "soft hyphen": "a\u00adb",
    "invisible times": "a\u2062b",
    "object replacement in a deprecated range": "a\U000e0001b",
    "non-joiner alone": "\u200c",
    "joiner alone": "\u200d",
    "non-joiner between Latin letters": "a\u200cb",
    "joiner between Latin letters": "a\u200db",
    "non-joiner at the end": "می\u200c",
    "two non-joiners": "می\u200c\u200cخ",
    "joiner between Arabic letters": "ب\u200dب",
    "joiner behind an emoji": "👨\u200d",
    "joiner before an emoji": "a\u200d👨",
    "joiner before a vowel": "ක්\u200dා",
    "selector behind a letter": "a\ufe0f",
    "two selectors": "❤\ufe0f\ufe0f",
    "selector of ideographs behind a letter": "a\U000e0100",
    "Mongolian selector behind a letter": "a\u180b",
    "vowel separator": "a\u180eb",
    "tags without a flag": "a\U000e0067\U000e0062",
    "tags without an end": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067",
    "tags of no length that there is": "🏴" + "\U000e0061" * 30 + "\U000e007f",
    "direction": "a\u202eb",
    "private": "\ue000",
    "ideographic space": "a\u3000b",
    "two spaces": "a  b",
    "four marks": "a\u0300\u0323\u0301\u0302",
    "dozens of marks": "Z" + "\u0300\u0317\u0489" * 12,
    "marks around a joiner": "ක\u0300\u0300්\u200d\u0300\u0300",
    "mark alone": "\u0301",
    "mark on a space": "a \u0301",
}
FORMS = re.compile("[\u200c\u200d\u180b-\u180f\ufe00-\ufe0f]|\\s")
"""What is seen in some places, and spaces, which a pattern sees otherwise."""


def test_each_name_of_people_is_taken() -> None:
    with cases() as case:
        for kind, name in SEEN.items():
            with case(kind):
                assert wrong_with_name(unicodedata.normalize("NFC", name)) is None
                assert unprintable(name) is None
                assert re.search(NAME["pattern"], name)


def test_each_name_that_hides_something_is_refused() -> None:
    with cases() as case:
        for kind, name in UNSEEN.items():
            with case(kind):
                assert wrong_with_name(unicodedata.normalize("NFC", name)) is not None


def test_the_documents_refuse_what_nobody_sees_anywhere_and_nothing_else() -> None:
    """Those of the first plane that this Unicode has assigned; documents of patterns know no others for sure."""
    seen = re.compile(NAME["pattern"])
    for number in (*range(0x21, 0xD800), *range(0xE000, 0x10000)):
        one = chr(number)
        if unicodedata.category(one) == "Cn" or FORMS.match(one):
            continue
        wrong = wrong_with_name(f"a{one}")
        assert (seen.match(f"a{one}b") is None) == (wrong is not None), f"U+{number:04X}"


def test_whatever_has_no_place_in_a_text_is_told() -> None:
    for one in map(chr, range(sys.maxunicode + 1)):
        if unicodedata.category(one).startswith("C") and one != "\n":
            assert unprintable(one) == one


def test_texts_of_cards_keep_their_joiners_and_lines() -> None:
    assert unprintable("ශ්‍රී\nمی‌خواهم") is None
    assert unprintable("a\u200db") == "\u200d"
    assert unprintable("a\tb") == "\t"
