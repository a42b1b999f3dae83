"""Tournaments without any store: policies, pairings with their proofs, standings, tie-breaks, brackets, ratings."""
