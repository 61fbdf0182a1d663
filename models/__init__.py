"""The released weights; every file has a model card beside it."""
