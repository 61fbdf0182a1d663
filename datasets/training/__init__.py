"""How the released weights are trained. Needs the extra `train`; nothing at run time does."""
