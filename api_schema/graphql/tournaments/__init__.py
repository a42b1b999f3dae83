"""The GraphQL skin of tournaments: what is asked, done and followed."""
