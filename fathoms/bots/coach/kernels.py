"""What the coach counts, compiled, written once on the verbs: games played on by rule of thumb, and who wins them."""

from typing import NamedTuple

from fathoms.bots.chance_kernels import pick_fate
from fathoms.bots.search.playout_kernels import advice
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA, SEA_BIT, rule
from fathoms.engine.kinds import Codes, Ints, Records, Rng

MOST_EVENTS = 20_000  # a game that is longer counts as shared by all


class Room(NamedTuple):
    """Memory for games that are played on."""

    worlds: Records  # the present one, what a seat knows of it, and where games start from
    out: Codes  # choices, or fates
    weights: Ints  # of fates
    rng: Rng
    picked: Ints  # a seat: what it would do by rule of thumb
    mine: Ints  # the same, where it is compared with what was done


@rule
def advise_all(worlds, acting, picked, rng):
    """What each seat that owes a decision would do by rule of thumb; none knows what the others choose."""
    for seat in range(6):
        if (acting >> seat) & 1:
            picked[seat] = advice(worlds, seat, rng)


@rule
def play_on(room):
    """The rest of a game by rule of thumb: its winners, as bits; 0 if it does not end."""
    worlds, picked, out, weights, rng = room.worlds, room.picked, room.out, room.weights, room.rng
    s = worlds[0]
    acting = verbs.to_act(s)
    events = 0
    while acting != 0 and events < MOST_EVENTS:
        if acting & SEA_BIT:
            verbs.befall(s, pick_fate(s, out, weights, rng))
        else:
            advise_all(worlds, acting, picked, rng)
            for seat in range(6):
                if (acting >> seat) & 1:
                    verbs.play(s, seat, int(picked[seat]))
        events += 1
        acting = verbs.to_act(s)
    return verbs.winners(s)


@rule
def follow_sea(states, room, fate, stream, outcomes):
    """One stream past a fate: where the stream had drawn the same one, nothing changes."""
    rng = room.rng
    rng[0] = stream
    drawn = pick_fate(states[0], room.out, room.weights, rng)
    after = rng[0]
    if drawn == fate:
        outcomes[1] = outcomes[0]
    else:
        room.worlds[0] = states[0]
        verbs.befall(room.worlds[0], fate)
        outcomes[1] = play_on(room)
    return after


@rule
def follow_seats(states, room, chosen, seats, stream, outcomes):
    """One stream past decisions made at the same time: column T holds the winners if just the seats of T had chosen as
    they did and the others by rule of thumb. Bit b of T is seat `seats[b]`."""
    worlds, rng, mine = room.worlds, room.rng, room.mine
    acting = verbs.to_act(states[0])
    rng[0] = stream
    worlds[0] = states[0]
    advise_all(worlds, acting, mine, rng)
    after = rng[0]
    same = 0
    for b in range(len(seats)):
        if mine[seats[b]] == chosen[seats[b]]:
            same |= 1 << b
    for t in range((1 << len(seats)) - 1, 0, -1):
        alike = t | same
        if alike == same:
            outcomes[t] = outcomes[0]
        elif alike != t:
            outcomes[t] = outcomes[alike]
        else:
            worlds[0] = states[0]
            b = 0
            for seat in range(6):
                if (acting >> seat) & 1:
                    action = mine[seat]
                    if b < len(seats) and seats[b] == seat:
                        if (t >> b) & 1:
                            action = chosen[seat]
                        b += 1
                    verbs.play(worlds[0], seat, int(action))
            rng[0] = after
            outcomes[t] = play_on(room)
    return after


@kernel
def follow(states, room, chosen, seats, fresh, streams, outcomes):
    """Take every stream past what happened in a position: `chosen[who]`, for the sea or for `seats` in their order.

    Column 0 of `outcomes` holds the winners each stream led to so far (if not `fresh`: then they are found first), the
    last column those it leads to now.
    """
    sea = verbs.to_act(states[0]) & SEA_BIT != 0
    for i in range(len(streams)):
        if fresh:
            room.rng[0] = streams[i]
            room.worlds[0] = states[0]
            outcomes[i, 0] = play_on(room)
        if sea:
            streams[i] = follow_sea(states, room, int(chosen[SEA]), streams[i], outcomes[i])
        else:
            streams[i] = follow_seats(states, room, chosen, seats, streams[i], outcomes[i])


@kernel
def weigh(told, room, me, actions, streams, outcomes):
    """The winners after each of `actions`, in worlds that a seat cannot tell from the true one: the same for all.

    `told[0]` is redacted for the seat `me`; each stream imagines one world.
    """
    worlds, rng = room.worlds, room.rng
    for i in range(len(streams)):
        rng[0] = streams[i]
        worlds[2] = told[0]
        verbs.imagine(worlds[2], me, rng)
        start = rng[0]
        for a in range(len(actions)):
            worlds[0] = worlds[2]
            rng[0] = start
            verbs.play(worlds[0], me, int(actions[a]))
            outcomes[i, a] = play_on(room)
