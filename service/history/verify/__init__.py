"""Verification of replay files, level by level (docs/replay/format.md)."""
