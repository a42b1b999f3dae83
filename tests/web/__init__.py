"""The page for people, in a real browser before a real service. Without either these tests are skipped by name."""
