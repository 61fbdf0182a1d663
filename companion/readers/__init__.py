"""One module a game: table events become moves of that game."""
