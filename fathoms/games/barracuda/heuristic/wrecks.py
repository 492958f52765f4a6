"""The Barracuda under control, and what the wrecks ask."""

from fathoms.engine.dialect import below, rule
from fathoms.games.barracuda.heuristic.table import can_bank, could_win, leader, richest, useful
from fathoms.games.barracuda.heuristic.weights import COIN, ROB_COIN, WIN
from fathoms.games.barracuda.notation import (
    A_BAIT,
    A_DISCARD,
    A_MEDDLE,
    A_RECOVER,
    A_ROB,
    A_SEND,
    A_SHARE,
    A_UNBAIT,
    A_UNIQUE,
    SHARES,
)
from fathoms.games.barracuda.pieces import (
    BANK,
    BARRACUDA,
    BARRACUDA_BIT,
    COMMON_KIND,
    GAIN,
    LAIR,
    MOST_SHARED,
    RECOVER,
    SHELTER,
    UNIQUE_AMOUNT,
    UNIQUE_KIND,
    WRECKS,
)
from fathoms.games.barracuda.rules.layout import within_reach
from fathoms.games.barracuda.rules.table import (
    allied,
    card_at,
    divers_at,
    holders_of_barracuda,
    opponents,
)


@rule
def choose_wreck(s, seat, rng):
    """Where it hurts opponents most and allies least; else home, where the cards come back."""
    reach = within_reach(s, int(s.distance))
    best = -(1 << 30)
    chosen = int(s.barracuda)
    for wreck in range(1, WRECKS + 1):
        if (reach >> wreck) & 1:
            harm = harm_at(s, seat, wreck) + below(rng, 50)
            if harm > best:
                best = harm
                chosen = wreck
    return A_SEND + chosen - 1


@rule
def harm_at(s, seat, wreck):
    """Bags lost there, and the Unique action that those who stand there miss."""
    harm = COIN // 2 if wreck == LAIR else 0
    sheltered = COMMON_KIND[card_at(s, wreck)] == SHELTER
    for other in range(int(s.players)):
        if other != seat and int(s.diver[other]) == wreck:
            lies = (int(s.lying) >> other) & 1
            lost = 0 if sheltered and not lies else int(s.bag[other]) * COIN
            missed = 0 if lies else missed_coins(s, other, wreck) * COIN // 2
            harm += -lost - missed if allied(s, seat, other) else lost + missed
    return harm


@rule
def missed_coins(s, seat, wreck):
    """What a standing diver cannot do where the Barracuda comes, in coins."""
    card = card_at(s, wreck)
    kind = UNIQUE_KIND[card]
    if kind == BANK:
        return 20 if could_win(s, seat) else int(s.bag[seat])
    return UNIQUE_AMOUNT[card] if kind == GAIN else min(UNIQUE_AMOUNT[card], int(s.shown[seat]))


@rule
def choose_act(s, seat):
    wreck = int(s.wreck)
    victim = richest(s, seat, divers_at(s, wreck) & opponents(s, seat))
    loot = int(s.bag[victim]) * ROB_COIN if victim >= 0 else -1
    unique = act_worth(s, seat, wreck)
    if share_worth(s, seat) > max(loot, unique):
        return share_action(s, seat)
    return A_ROB + victim if loot > unique else A_UNIQUE


@rule
def act_worth(s, seat, wreck):
    """What the Unique action is worth beside a theft."""
    card = card_at(s, wreck)
    kind = UNIQUE_KIND[card]
    amount = UNIQUE_AMOUNT[card]
    if kind == BANK:
        return WIN if could_win(s, seat) else min(amount, int(s.bag[seat])) * ROB_COIN * 5 // 2
    if kind == RECOVER:
        return min(amount, int(s.shown[seat])) * ROB_COIN * 4
    return useful(s, seat, amount) * ROB_COIN // 100 if kind == GAIN else ROB_COIN


@rule
def share_worth(s, seat):
    """Coins are better in the bag of the ally who can go and bank them; -1 where that changes nothing."""
    if int(s.teams) == 0 or int(s.diver[seat ^ 2]) != int(s.wreck):
        return -1
    ally = seat ^ 2
    both = int(s.bag[seat]) + int(s.bag[ally])
    if can_bank(s, seat) == can_bank(s, ally) or both > MOST_SHARED:
        return -1
    giver = ally if can_bank(s, seat) else seat
    return int(s.bag[giver]) * ROB_COIN * 2


@rule
def share_action(s, seat):
    ally = seat ^ 2
    left = int(s.bag[seat]) + int(s.bag[ally]) if can_bank(s, seat) else 0
    return A_SHARE + ally * SHARES + left


@rule
def choose_bait(s, seat):
    holders = holders_of_barracuda(s)
    if (holders >> seat) & 1 == 0:
        return A_BAIT
    others = holders & ~(1 << seat)
    rivals = others & opponents(s, seat)
    return A_UNBAIT + leader(s, seat, rivals if rivals != 0 else others)


@rule
def choose_meddle(s, seat):
    """Cards back while many lie in front, otherwise trouble for the leader."""
    return A_RECOVER if int(s.shown[seat]) >= 3 else A_MEDDLE + leader(s, seat, opponents(s, seat))


@rule
def choose_discard(s):
    """The bank's card if it was picked, else the Barracuda card, else any."""
    picked = int(s.picked)
    if picked & 1:
        return A_DISCARD
    if picked & BARRACUDA_BIT:
        return A_DISCARD + BARRACUDA - 1
    card = 0
    while (picked >> card) & 1 == 0:
        card += 1
    return A_DISCARD + card
