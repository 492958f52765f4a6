"""Barracuda's rule of thumb: weigh every card in hundredths of a coin, and add some noise so as not to be read."""

from fathoms.engine.dialect import below, count_bits, rule
from fathoms.games.barracuda.notation import (
    A_BAIT,
    A_DISCARD,
    A_MEDDLE,
    A_PLAY,
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
    COMMON_AMOUNT,
    COMMON_KIND,
    DISTANCES,
    GAIN,
    LAIR,
    MOST_SHARED,
    MOVEMENT_CARDS,
    RECOVER,
    SHELTER,
    UNIQUE_AMOUNT,
    UNIQUE_KIND,
    WRECKS,
)
from fathoms.games.barracuda.rules_layout import swim, within_reach
from fathoms.games.barracuda.rules_table import (
    allied,
    card_at,
    chest_owner,
    divers_at,
    holders_of_barracuda,
    opponents,
)
from fathoms.games.barracuda.state import ACT, ASK_BAIT, ASK_MEDDLE, CHOOSE, OFF, STEER

COIN = 100
NOISE = 130  # how far apart two cards must be for one to be preferred always
WIN = 1500
ROLLS = DISTANCES * WRECKS


@rule
def thumb(s, seat, rng):
    phase = int(s.phase)
    if phase == CHOOSE:
        return choose_card(s, seat, rng)
    if phase == STEER:
        return choose_wreck(s, seat, rng)
    if phase == ACT:
        return choose_act(s, seat)
    if phase == ASK_BAIT:
        return choose_bait(s, seat)
    if phase == ASK_MEDDLE:
        return choose_meddle(s, seat)
    return choose_discard(s)


# A card to play


@rule
def choose_card(s, seat, rng):
    best = -(1 << 30)
    chosen = BARRACUDA
    for card in range(1, BARRACUDA + 1):
        if (int(s.hand[seat]) >> (card - 1)) & 1:
            worth = worth_of_lure(s, seat) if card == BARRACUDA else worth_of_wreck(s, seat, card)
            worth += below(rng, NOISE)
            if worth > best:
                best = worth
                chosen = card
    return A_PLAY + chosen - 1


@rule
def worth_of_wreck(s, seat, wreck):
    """What diving there should bring: its actions, the company and the Barracuda weighed by their chances."""
    card = card_at(s, wreck)
    bag = int(s.bag[seat])
    danger = danger_at(s, seat, wreck)
    mine = chance_of_first(s, seat, wreck)
    common = gain_worth(s, seat, COMMON_AMOUNT[card]) if COMMON_KIND[card] == GAIN else 0
    safe = common + mine * unique_worth(s, seat, wreck) // 100 - (100 - mine) * bag * COIN // 300
    bitten = common if COMMON_KIND[card] == SHELTER else common - bag * COIN
    found = mine * int(s.coins[wreck]) * COIN // 100
    return (safe * (100 - danger) + bitten * danger) // 100 + found * (100 - danger) // 100


@rule
def unique_worth(s, seat, wreck):
    card = card_at(s, wreck)
    kind = UNIQUE_KIND[card]
    amount = UNIQUE_AMOUNT[card]
    if kind == GAIN:
        return gain_worth(s, seat, amount)
    if kind == BANK:
        return bank_worth(s, seat, amount)
    if kind == RECOVER:
        return min(amount, (int(s.shown[seat]) + 1) % MOVEMENT_CARDS) * 70
    return 110


@rule
def gain_worth(s, seat, coins):
    """Coins that the chest no longer needs are worth little."""
    lacking = int(s.goal) - int(s.chest[chest_owner(s, seat)]) - int(s.bag[seat])
    useful = max(0, min(coins, lacking))
    return useful * COIN + (coins - useful) * COIN // 5


@rule
def bank_worth(s, seat, most):
    coins = min(most, int(s.bag[seat]))
    won = int(s.chest[chest_owner(s, seat)]) + coins >= int(s.goal)
    return WIN if won else coins * COIN


@rule
def danger_at(s, seat, wreck):
    """The chance in hundredths that the Barracuda comes: the dice, and whoever would steer it towards a full bag."""
    hits = 0
    for thrown in range(ROLLS):
        hits += int(swim(s, thrown // WRECKS + 1, thrown % WRECKS + 1) == wreck)
    reachable = (within_reach(s, DISTANCES) >> wreck) & 1
    hunters = count_bits(holders_of_barracuda(s) & opponents(s, seat))
    return min(90, hits * 100 // ROLLS + reachable * hunters * min(8, int(s.bag[seat])))


@rule
def chance_of_first(s, seat, wreck):
    """The chance in hundredths of being alone there or having the initiative."""
    mine = (int(s.shown[seat]) + 1) % MOVEMENT_CARDS
    chance = 100
    for other in range(int(s.players)):
        if other != seat and (int(s.hand[other]) >> (wreck - 1)) & 1:
            if allied(s, seat, other):
                chance = min(chance, 20) if int(s.chosen[other]) == wreck else chance
            elif (int(s.shown[other]) + 1) % MOVEMENT_CARDS <= mine:
                chance = chance * (100 - pull(s, other, wreck)) // 100
    return chance


@rule
def pull(s, other, wreck):
    """The chance in hundredths that another player goes to a wreck: any card alike, a bank more with a full bag."""
    bag = int(s.bag[other])
    wish = 2 + bag if UNIQUE_KIND[card_at(s, wreck)] == BANK else 2
    wishes = 2 * count_bits(s.hand[other])
    return min(90, 100 * wish // (wishes + bag))


@rule
def worth_of_lure(s, seat):
    """What the control of the Barracuda should bring: the richest bag, if nobody else plays the card."""
    prey = 0
    for other in range(int(s.players)):
        if (opponents(s, seat) >> other) & 1:
            prey = max(prey, int(s.bag[other]))
    rivals = count_bits(holders_of_barracuda(s) & opponents(s, seat))
    foes = count_bits(opponents(s, seat))
    alone = max(30, 90 - 20 * rivals)
    return alone * prey * COIN // (100 + 100 * foes) - exposure(s, seat, 100 - alone)


@rule
def exposure(s, seat, failure):
    """What lying down risks: anybody may rob a lying diver, and without the control the Barracuda bites."""
    wreck = int(s.diver[seat])
    if wreck == OFF:
        return 0
    thieves = 0
    for other in range(int(s.players)):
        if (opponents(s, seat) >> other) & 1 and (int(s.hand[other]) >> (wreck - 1)) & 1:
            thieves += pull(s, other, wreck)
    bitten = danger_at(s, seat, wreck) * failure // 100
    return int(s.bag[seat]) * COIN * min(90, thieves + bitten) // 100


# The Barracuda under control


@rule
def choose_wreck(s, seat, rng):
    """Where it hurts opponents most and allies least."""
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
            missed = 0 if lies else unique_worth(s, other, wreck)
            harm += -lost - missed if allied(s, seat, other) else lost + missed
    return harm


# What the wrecks ask


@rule
def choose_act(s, seat):
    wreck = int(s.wreck)
    victim = richest(s, seat, divers_at(s, wreck) & opponents(s, seat))
    loot = int(s.bag[victim]) * COIN * 5 // 4 if victim >= 0 else -1
    unique = unique_worth(s, seat, wreck)
    if share_worth(s, seat) > max(loot, unique):
        return share_action(s, seat)
    return A_ROB + victim if loot > unique else A_UNIQUE


@rule
def richest(s, seat, mask):
    """The seat of the fullest bag among a mask, counted from one's left; -1 for an empty mask."""
    found = -1
    for step in range(1, int(s.players)):
        other = (seat + step) % int(s.players)
        if (mask >> other) & 1 and (found < 0 or int(s.bag[other]) > int(s.bag[found])):
            found = other
    return found


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
    return int(s.bag[giver]) * COIN // 2


@rule
def can_bank(s, seat):
    """Whether card 1, the bank's, is in the hand."""
    return int(s.hand[seat]) & 1


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
def leader(s, seat, mask):
    """The seat nearest to the goal among a mask that is not empty, counted from one's left."""
    found = -1
    most = -1
    for step in range(1, int(s.players)):
        other = (seat + step) % int(s.players)
        coins = 2 * int(s.chest[chest_owner(s, other)]) + int(s.bag[other])
        if (mask >> other) & 1 and coins > most:
            most = coins
            found = other
    return found


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
