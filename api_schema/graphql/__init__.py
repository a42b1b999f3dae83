"""The GraphQL skin: one schema over all games, generated where a game is concerned."""
