"""Effects as typed expressions: one grammar for all games, a vocabulary per game, compiled once when cards load."""
