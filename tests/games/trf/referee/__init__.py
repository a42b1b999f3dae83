"""The second referee of TRF, written from its RULES.md alone: nothing here imports the game."""
