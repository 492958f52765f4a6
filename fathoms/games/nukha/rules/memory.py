"""What each viewer remembers of the cards that went out of sight; `docs/explain/nukha-knowledge.md` tells it in words.

`known[v][p]` is a hand that viewer v has seen go to place p. `gone[v][p]` of them at most may have left it since in
moves v did not see, and then lie in one of the places `strays[v][p]`. Cards v has seen come after the last such move
are apart, in `sure[v][p]`; where nothing can be gone, `sure` is empty. What v can look at is not kept here.
"""

from fathoms.engine.dialect import SPECTATOR, rule
from fathoms.games.nukha.pieces import KINDS, PURSE
from fathoms.games.nukha.rules.hands import cards_in, count_of, one, sees_inside, size
from fathoms.games.nukha.state import DISCARD, OPEN, PLACES, VIEWERS


@rule
def is_viewer(s, viewer):
    return viewer < int(s.players) or viewer == SPECTATOR


@rule
def forget_place(s, viewer, place):
    s.known[viewer, place] = 0
    s.sure[viewer, place] = 0
    s.gone[viewer, place] = 0
    s.strays[viewer, place] = 0


@rule
def forget(s, viewer):
    for place in range(PLACES):
        forget_place(s, viewer, place)


@rule
def forget_everything(s):
    """N24: when all is revealed there is nothing to remember."""
    for viewer in range(VIEWERS):
        forget(s, viewer)


@rule
def remembered(s, viewer, place):
    """All that the viewer remembers there, as a hand."""
    return int(s.known[viewer, place]) + int(s.sure[viewer, place])


@rule
def remember_purses(s):
    """N2: every Explorer starts with a Purse, face down, and everybody knows it."""
    for viewer in range(VIEWERS):
        for seat in range(int(s.players)):
            if is_viewer(s, viewer) and seat != int(s.captain) and seat != viewer:
                s.known[viewer, seat] = one(PURSE)


@rule
def remember_move(s, kind, start, end, audience):
    """A card goes from one place to another (one of them may be OPEN). Called before the cards are moved."""
    for viewer in range(VIEWERS):
        if is_viewer(s, viewer):
            if (audience >> viewer) & 1 or must_be(s, viewer, start, kind):
                see_leave(s, viewer, start, kind)
                see_come(s, viewer, end, kind)
            else:
                miss_move(s, viewer, start, end)


@rule
def must_be(s, viewer, place, kind):
    """Whether all the cards that lie there are of this one kind, and the viewer knows it."""
    known = count_of(s.known[viewer, place], kind)
    return int(s.gone[viewer, place]) == 0 and known == cards_in(s, place)


@rule
def see_leave(s, viewer, place, kind):
    """One card of this kind less among those remembered: from there, or else one that may have strayed there."""
    if place == OPEN or sees_inside(s, viewer, place):
        return
    if count_of(s.sure[viewer, place], kind) > 0:
        mix_strays(s, viewer, place)
        s.sure[viewer, place] -= one(kind)
    elif count_of(s.known[viewer, place], kind) > 0:
        mix_strays(s, viewer, place)
        drop(s, viewer, place, kind, 1)
    else:
        drop_strays(s, viewer, place, kind, 1)


@rule
def see_come(s, viewer, place, kind):
    if place != OPEN and not sees_inside(s, viewer, place):
        add_sure(s, viewer, place, one(kind))


@rule
def add_sure(s, viewer, place, cards):
    if int(s.gone[viewer, place]) > 0:
        s.sure[viewer, place] += cards
    else:
        s.known[viewer, place] += cards


@rule
def nothing_gone(s, viewer, place):
    """All that is remembered there is there."""
    s.known[viewer, place] += s.sure[viewer, place]
    s.sure[viewer, place] = 0
    s.gone[viewer, place] = 0
    s.strays[viewer, place] = 0


@rule
def miss_move(s, viewer, start, end):
    """Some card went from `start` to `end`: it may be one remembered at `start`, or one that had strayed there."""
    s.known[viewer, start] += s.sure[viewer, start]
    s.sure[viewer, start] = 0
    here = size(s.known[viewer, start])
    if here > 0:
        s.gone[viewer, start] = min(int(s.gone[viewer, start]) + 1, here)
        s.strays[viewer, start] = int(s.strays[viewer, start]) | (1 << end)
    for home in range(PLACES):
        strays = int(s.strays[viewer, home])
        if home != start and (strays >> start) & 1:
            s.strays[viewer, home] = (strays | (1 << end)) & ~(1 << home)


@rule
def drop(s, viewer, place, kind, count):
    s.known[viewer, place] -= count * one(kind)
    left = size(s.known[viewer, place])
    if left == 0:
        nothing_gone(s, viewer, place)
    else:
        s.gone[viewer, place] = min(int(s.gone[viewer, place]), left)


@rule
def drop_strays(s, viewer, place, kind, count):
    """Cards of this kind came to light at `place`: they may be ones remembered elsewhere that had strayed there.

    Which ones is not known: what is still remembered may then lie where those that were dropped could have been.
    """
    elsewhere = 0
    for home in range(PLACES):
        strays = int(s.strays[viewer, home])
        known = count_of(s.known[viewer, home], kind)
        if (strays >> place) & 1 and known > 0:
            here = min(count, known, int(s.gone[viewer, home]))
            if here < known:
                s.strays[viewer, home] = (strays | elsewhere) & ~(1 << home)
            if here > 0:
                drop(s, viewer, home, kind, here)
                count -= here
                elsewhere |= strays | (1 << home)


@rule
def mix_strays(s, viewer, place):
    """A card of `place` may have left and another of its kind come: the other's home cannot tell them apart."""
    away = int(s.strays[viewer, place])
    if away != 0:
        for home in range(PLACES):
            strays = int(s.strays[viewer, home])
            if (strays >> place) & 1:
                s.strays[viewer, home] = (strays | away) & ~(1 << home)


@rule
def look_inside(s, viewer, place, cards):
    """The viewer sees all that lies at `place`: settle what was remembered of it, and what may have strayed there."""
    mix_strays(s, viewer, place)
    missing_from(s, viewer, place, cards)
    for kind in range(KINDS):
        extra = count_of(cards, kind) - count_of(remembered(s, viewer, place), kind)
        if extra > 0:
            drop_strays(s, viewer, place, kind, extra)
    forget_place(s, viewer, place)
    for home in range(PLACES):
        s.strays[viewer, home] = int(s.strays[viewer, home]) & ~(1 << place)
        if int(s.strays[viewer, home]) == 0:
            nothing_gone(s, viewer, home)


@rule
def missing_from(s, viewer, place, cards):
    """What was remembered there and is not: it has strayed, and is remembered in the first place it may be in."""
    strays = int(s.strays[viewer, place])
    if strays == 0:
        return
    home = 0
    while (strays >> home) & 1 == 0:
        home += 1
    for kind in range(KINDS):
        missing = count_of(remembered(s, viewer, place), kind) - count_of(cards, kind)
        if missing > 0:
            rehome(s, viewer, home, missing * one(kind), missing, strays ^ (1 << home))


@rule
def rehome(s, viewer, home, cards, count, others):
    """Remember cards at `home`, from where they may have gone on to `others`."""
    if others == 0:
        add_sure(s, viewer, home, cards)
        return
    if int(s.gone[viewer, home]) == 0:
        s.sure[viewer, home] = s.known[viewer, home]
        s.known[viewer, home] = 0
    s.known[viewer, home] += cards
    s.gone[viewer, home] = int(s.gone[viewer, home]) + count
    s.strays[viewer, home] = int(s.strays[viewer, home]) | others


@rule
def remember_all(s, place, cards):
    """Everybody has worked out what lies in this loot (N31: nothing but Eggs)."""
    for viewer in range(VIEWERS):
        if is_viewer(s, viewer) and not sees_inside(s, viewer, place):
            look_inside(s, viewer, place, cards)
            s.known[viewer, place] = cards


@rule
def hand_over_discard(s, old, new):
    """N8: the new Captain looks under the Bottle; the old one remembers what lay there."""
    s.known[old, DISCARD] = int(s.discard)
    look_inside(s, new, DISCARD, int(s.discard))
