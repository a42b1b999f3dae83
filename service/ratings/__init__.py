"""Ladders: ratings of finished tournaments, the leaderboards read from them, and files that anyone can recompute."""
