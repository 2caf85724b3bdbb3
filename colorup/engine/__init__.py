"""The rules of a colour-up: pure functions over frozen values, standard library only."""
