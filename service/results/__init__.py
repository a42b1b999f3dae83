"""Results of matches that are over: what decks and cards came to, and how entrants did against each other."""
