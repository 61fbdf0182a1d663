"""Card decks to make scenes with: gathered from packages, and drawn from a seed.

`python -m companion_datasets.decks` fills the cache; `load.load_deck` reads one deck.
"""
