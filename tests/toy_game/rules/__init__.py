"""The rules of Envoys, by the chapters of RULES.md."""
