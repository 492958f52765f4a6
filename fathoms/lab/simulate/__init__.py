"""Whole games, as many as wanted: on cores, on a GPU or on a cluster, the same games for the same seed."""

from fathoms.lab.simulate.simulation import Plan, Tally, simulate

__all__ = ["Plan", "Tally", "simulate"]
