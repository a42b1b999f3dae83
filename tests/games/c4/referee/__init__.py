"""The second referee of C4, written from its RULES.md alone: nothing here imports the game."""
