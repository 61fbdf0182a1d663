"""Where the figures of the README and the model cards come from."""
