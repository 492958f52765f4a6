"""Bridges to the research world, each an extra: PettingZoo environments and OpenSpiel games over the same rules."""
