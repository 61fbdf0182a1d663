"""Teaching a deck: each card is shown once, and its picture kept under its name."""
