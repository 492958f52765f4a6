"""Where the wrecks lie and how the Barracuda swims between them (B1, B2, B14 to B16)."""

from fathoms.engine.dialect import nth_bit, rule
from fathoms.games.barracuda.options import CELLS
from fathoms.games.barracuda.pieces import GRID, ORDERS, SHAPE_CELLS, WRECKS

ALL_WRECKS = (1 << (WRECKS + 1)) - 2  # bit n for wreck n


@rule
def lay_given(s, options):
    """Lay the wrecks out as the options say."""
    for wreck in range(1, WRECKS + 1):
        s.cell[wreck] = options[CELLS + wreck - 1]
    chart(s)


@rule
def lay_random(s, layout):
    """Lay the wrecks out as the sea shuffled them: the numbers in the order `layout` ranks, on one of the shapes."""
    shape = layout // ORDERS
    rank = layout % ORDERS
    size = ORDERS
    left = ALL_WRECKS
    for place in range(WRECKS):
        size //= WRECKS - place
        wreck = nth_bit(left, rank // size)
        rank %= size
        left &= ~(1 << wreck)
        s.cell[wreck] = SHAPE_CELLS[shape, place]
    chart(s)


@rule
def chart(s):
    """Work out, once a game, which wrecks touch and the Barracuda's next step from any wreck to any other."""
    for wreck in range(1, WRECKS + 1):
        s.near[wreck] = beside(s, wreck)
    for goal in range(1, WRECKS + 1):
        chart_towards(s, goal)


@rule
def beside(s, wreck):
    """Mask of the wrecks that share a side with this one."""
    here = int(s.cell[wreck])
    mask = 0
    for other in range(1, WRECKS + 1):
        there = int(s.cell[other])
        same_row = here // GRID == there // GRID
        if abs(here - there) == GRID or (same_row and abs(here - there) == 1):
            mask |= 1 << other
    return mask


@rule
def chart_towards(s, goal):
    """Fill the next steps towards one wreck, ring by ring outwards, the highest number first (B15)."""
    s.hop[goal, goal] = goal
    ring = 1 << goal
    seen = ring
    while seen != ALL_WRECKS:
        wider = 0
        for wreck in range(1, WRECKS + 1):
            nearer = int(s.near[wreck]) & ring
            if nearer != 0 and (seen >> wreck) & 1 == 0:
                s.hop[wreck, goal] = highest(nearer)
                wider |= 1 << wreck
        ring = wider
        seen |= wider


@rule
def highest(mask):
    """The highest set bit of a mask that is not empty."""
    position = 0
    while mask >> (position + 1) != 0:
        position += 1
    return position


@rule
def swim(s, distance, goal):
    """Where the Barracuda gets that swims so far towards a wreck, stopping there if it arrives early (B14)."""
    place = int(s.barracuda)
    for _ in range(distance):
        place = int(s.hop[place, goal])
    return place


@rule
def within_reach(s, distance):
    """Mask of the wrecks within a distance of 1 or 2 of the Barracuda, its own included (B16)."""
    mask = 0
    for wreck in range(1, WRECKS + 1):
        if swim(s, distance, wreck) == wreck:
            mask |= 1 << wreck
    return mask
