"""What the rule book says, by its nouns."""
