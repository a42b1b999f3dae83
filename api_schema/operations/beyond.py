"""Words for what is refused although the schema takes it: they stand beside the answer 400."""

FREE = "a number beyond 53 bits or a NUL character inside a free object"
MATCH = f"a game that is not here, options of another form than the game's `optionSchema`, {FREE}"
DECK = f"a deck that the game does not have, none of `deck`, `deckId` and `loadout`, or several of them, {FREE}"
NAME = "a name that is longer than it may be, or has characters that nobody sees"
