"""The rule book, by its nouns."""
