"""Everything that makes or measures pictures of cards."""
