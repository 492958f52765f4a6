"""Who knows what in The Reef: what a viewer may not see is blanked, or filled with a possible world."""

from fathoms.engine.dialect import EVERYONE, rule

# --- Nothing is hidden (R52) ---


@rule
def redact(s, viewer):
    """Everybody knows all there is: what nobody knows is not in the record."""


@rule
def imagine(s, viewer, rng):
    """A redacted record is the whole record."""


@rule
def audience(s, who, event):
    return EVERYONE


@rule
def unveils(s, who, event):
    return 0
