"""Barracuda's rule of thumb: weigh every card, and play it in proportion to e to the worth, so as not to be read.

Where more than two play, those who weigh alike would go to the same wrecks, and being alone pays: so they reckon with
what the others' hands let them do, and mix more.
"""

from math import log

import numpy as np

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
    LAST_TURN,
    MOST_SHARED,
    MOVEMENT_CARDS,
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
    chest_owner,
    divers_at,
    holders_of_barracuda,
    opponents,
)
from fathoms.games.barracuda.state import ACT, ASK_BAIT, ASK_MEDDLE, CHOOSE, OFF, STEER

# Hundredths: a card worth 100 more is played almost three times as often. The weights were learned by playing this rule
# against itself, and rounded.
COMMON_COIN = 175
UNIQUE_COIN = 120  # this and what follows to FOUND_COIN by the chance to do the Unique action
BANKED_COIN = 140
LAST_BANKED_COIN = 1000  # on the last turn, when only the chest counts
WIN = 2000
CARD_BACK = 560
BAIT_BACK = 275
FOUND_COIN = 250
BANK_CARD = 225
NO_COIN = -150  # wrecks that give cards
BITTEN_COIN = 225  # of the bag, by the chance that the dice send the Barracuda there
HUNTED_COIN = 60  # of the bag, by the opponents who could send it there
ROBBED_COIN = 440
LOOT_COIN = 125
ALL_CARDS_BACK = 425
STOP = 600  # to be at the bank before somebody who could win there
TOO_LATE = 660  # to be there after him
LURE = 60
NO_RIVAL = 90
LURE_AMONG_MANY = -700
OFF_THE_WRECKS = 150  # where lying down risks nothing
PREY_COIN = 120
PREY_COIN_AMONG_MANY = 40
PUT_OFF = 1400  # somebody's win, if the Barracuda gets to the bank
PUT_OFF_AMONG_MANY = 400  # others may do it
READY = 440  # to win oneself, so rather not to lie down
LYING_COIN = 220
LYING_ROBBED_COIN = 125
ROB_COIN = 160
COIN = 100
# Where more than two play: how much draws another player to each card, in no unit; set by hand, as MIXING is.
PULL_OF_BANK = 10
PULL_OF_BAG = 10  # a coin of it, to the bank
PULL_OF_WIN = 30
PULL_OF_COIN = 5  # of the Unique action, and two beside them
PULL_OF_CARD = 10  # to take back, and one beside them
PULL_OF_BAIT = 10
PULL_OF_LURE = 5
MOST_PULLING = 7  # coins
MIXING = 450  # how much chance is in a choice, in percent of what two play with: chance parts those who weigh alike
MIXING_IN_TEAMS = 350  # allies see each other's cards
ROLLS = DISTANCES * WRECKS
NOISE = np.array([round(-100 * log(-log((k + 0.5) / 32))) for k in range(32)], np.int64)  # Gumbel's, in 32 steps


@rule
def heuristic(s, seat, rng):
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
    rolls = rolls_by_wreck(s)
    coming = (expect(s, seat, 0), expect(s, seat, 1), expect(s, seat, 2), expect(s, seat, 3))
    mixing = mixing_at(s)
    best = -(1 << 30)
    chosen = BARRACUDA
    for card in range(1, BARRACUDA + 1):
        if (int(s.hand[seat]) >> (card - 1)) & 1:
            worth = NOISE[below(rng, len(NOISE))] * mixing // 100
            if card == BARRACUDA:
                worth += worth_of_lure(s, seat, coming)
            else:
                worth += worth_of_wreck(s, seat, card, rolls, coming)
            if worth > best:
                best = worth
                chosen = card
    return A_PLAY + chosen - 1


@rule
def mixing_at(s):
    """How much chance is in a choice: the more who may be in the way, the more."""
    if int(s.players) == 2:
        return 100
    return MIXING_IN_TEAMS if int(s.teams) == 1 else MIXING


@rule
def worth_of_wreck(s, seat, wreck, rolls, coming):
    """What diving there should bring: its actions, the company and the Barracuda weighed by their chances."""
    card = card_at(s, wreck)
    danger = ((rolls >> (4 * wreck)) & 15) * 100 // ROLLS
    mine = chance_of_first(s, seat, wreck, coming) * (100 - danger) // 100
    worth = mine * (unique_worth(s, seat, wreck) + int(s.coins[wreck]) * FOUND_COIN) // 100
    worth += card_worth(s, seat, UNIQUE_KIND[card]) + company_worth(s, seat, wreck, danger, coming)
    if COMMON_KIND[card] == GAIN:
        worth += useful(s, seat, COMMON_AMOUNT[card]) * COMMON_COIN // 100
    if COMMON_KIND[card] != SHELTER:
        risk = danger * BITTEN_COIN // 100 + hunters_of(s, seat, wreck) * HUNTED_COIN // 2
        worth -= int(s.bag[seat]) * risk
    return worth


@rule
def card_worth(s, seat, kind):
    """What speaks for playing a card wherever the others are: the fifth in front brings all five back."""
    worth = ALL_CARDS_BACK if in_front(s, seat) == 0 else 0
    if kind == BANK:
        return worth + BANK_CARD + bank_race(s, seat)
    return worth if kind == GAIN else worth + NO_COIN


@rule
def unique_worth(s, seat, wreck):
    card = card_at(s, wreck)
    kind = UNIQUE_KIND[card]
    amount = UNIQUE_AMOUNT[card]
    if kind == GAIN:
        return useful(s, seat, amount) * UNIQUE_COIN // 100
    if kind == BANK:
        coin = LAST_BANKED_COIN if int(s.turn) == LAST_TURN else BANKED_COIN
        return WIN if could_win(s, seat) else min(amount, int(s.bag[seat])) * coin
    if kind == RECOVER:
        return min(amount, in_front(s, seat)) * CARD_BACK
    return 0 if int(s.hand[seat]) & BARRACUDA_BIT else BAIT_BACK


@rule
def in_front(s, seat):
    """How many cards will lie in front of a player who plays a Movement card: the fewest have the initiative."""
    return (int(s.shown[seat]) + 1) % MOVEMENT_CARDS


@rule
def useful(s, seat, coins):
    """Coins in hundredths; those that the chest no longer needs count a fifth."""
    lacking = int(s.goal) - int(s.chest[chest_owner(s, seat)]) - int(s.bag[seat])
    needed = max(0, min(coins, lacking))
    return needed * 100 + (coins - needed) * 20


@rule
def could_win(s, seat):
    """Whether the bank would end the game."""
    most = UNIQUE_AMOUNT[card_at(s, 1)]
    return int(s.chest[chest_owner(s, seat)]) + min(most, int(s.bag[seat])) >= int(s.goal)


@rule
def rolls_by_wreck(s):
    """How many of the twelve rolls bring the Barracuda to each wreck, four bits a wreck."""
    rolls = 0
    for goal in range(1, WRECKS + 1):
        once = int(s.hop[int(s.barracuda), goal])
        rolls += (1 << (4 * once)) + (1 << (4 * int(s.hop[once, goal])))
    return rolls


@rule
def reach_of(s, wreck):
    """How many of the two distances let whoever controls the Barracuda send it to a wreck."""
    once = int(s.hop[int(s.barracuda), wreck])
    return int(once == wreck) + int(int(s.hop[once, wreck]) == wreck)


@rule
def hunters_of(s, seat, wreck):
    """The opponents who may send the Barracuda to a wreck, counted twice if any distance does."""
    return count_bits(holders_of_barracuda(s) & opponents(s, seat)) * reach_of(s, wreck)


@rule
def chance_of_first(s, seat, wreck, coming):
    """The chance in hundredths of being alone there or having the initiative."""
    chance = 100
    for other in range(int(s.players)):
        if other == seat:
            continue
        if allied(s, seat, other):
            chance = chance // 5 if int(s.chosen[other]) == wreck else chance
        elif in_front(s, other) <= in_front(s, seat):
            chance = chance * (100 - likelihood(coming[other], wreck)) // 100
    return chance


@rule
def company_worth(s, seat, wreck, danger, coming):
    """Robbed by those who come with the initiative; loot from those who come without it, or may lie there."""
    worth = 0
    for other in range(int(s.players)):
        if other == seat or allied(s, seat, other):
            continue
        caught = likelihood(coming[other], wreck)
        if in_front(s, other) < in_front(s, seat):
            worth -= caught * int(s.bag[seat]) * ROBBED_COIN // 100
        if in_front(s, other) <= in_front(s, seat):
            caught = 0
        if int(s.diver[other]) == wreck:
            caught += likelihood(coming[other], BARRACUDA)
        worth += caught * int(s.bag[other]) * (100 - danger) // 100 * LOOT_COIN // 100
    return worth


@rule
def bank_race(s, seat):
    """Somebody may be about to win at the bank: be there before him, or keep the card."""
    worth = 0
    for other in range(int(s.players)):
        if threatens(s, seat, other):
            worth = -TOO_LATE if in_front(s, other) < in_front(s, seat) else STOP
    return worth


@rule
def threatens(s, seat, other):
    """Whether this is an opponent who can win at the bank this turn."""
    return other != seat and not allied(s, seat, other) and can_bank(s, other) and could_win(s, other)


@rule
def expect(s, seat, other):
    """How likely an opponent is to play each card, in hundredths, eight bits a card; nothing of anybody else."""
    if other >= int(s.players) or other == seat or allied(s, seat, other):
        return 0
    return expect_of_rival(s, other) if int(s.players) == 2 else expect_of_crowd(s, other)


@rule
def likelihood(expected, card):
    return (expected >> (8 * card)) & 255


@rule
def expect_of_rival(s, other):
    """Any card alike, a bank more with a full bag."""
    hand = int(s.hand[other])
    bag = int(s.bag[other])
    expected = 100 // count_bits(hand) << (8 * BARRACUDA) if hand & BARRACUDA_BIT else 0
    for wreck in range(1, MOVEMENT_CARDS + 1):
        if (hand >> (wreck - 1)) & 1:
            wish = 2 + bag if UNIQUE_KIND[card_at(s, wreck)] == BANK else 2
            expected |= min(90, 100 * wish // (2 * count_bits(hand) + bag)) << (8 * wreck)
    return expected


@rule
def expect_of_crowd(s, other):
    """Each card of the hand by what draws a player to it."""
    pulls = 0
    total = 0
    for card in range(1, BARRACUDA + 1):
        if (int(s.hand[other]) >> (card - 1)) & 1:
            wish = pull(s, other, card)
            pulls |= wish << (8 * card)
            total += wish
    expected = 0
    for card in range(1, BARRACUDA + 1):
        expected |= 100 * likelihood(pulls, card) // total << (8 * card)
    return expected


@rule
def pull(s, other, card):
    """How much draws a player to a card: the bank with a full bag, coins, cards to take back. Under 256."""
    if card == BARRACUDA:
        return PULL_OF_LURE
    kind = UNIQUE_KIND[card_at(s, card)]
    if kind == BANK:
        wish = PULL_OF_BANK + min(int(s.bag[other]), MOST_PULLING) * PULL_OF_BAG
        return wish + PULL_OF_WIN if could_win(s, other) else wish
    if kind == GAIN:
        return (2 + UNIQUE_AMOUNT[card_at(s, card)]) * PULL_OF_COIN
    if kind == RECOVER:
        return (1 + min(UNIQUE_AMOUNT[card_at(s, card)], in_front(s, other))) * PULL_OF_CARD
    return PULL_OF_BAIT


@rule
def worth_of_lure(s, seat, coming):
    """What the Barracuda card should bring: the fullest bag, a win put off; many others make control unlikely."""
    foes = opponents(s, seat)
    many = foes & (foes - 1) != 0
    worth = LURE_AMONG_MANY if many else LURE
    worth += int(s.bag[richest(s, seat, foes)]) * (PREY_COIN_AMONG_MANY if many else PREY_COIN)
    if holders_of_barracuda(s) & foes == 0:
        worth += NO_RIVAL
    if any_threat(s, seat):
        worth += reach_of(s, 1) * (PUT_OFF_AMONG_MANY if many else PUT_OFF) // 2
    if could_win(s, seat):
        worth -= READY
    return worth - exposure(s, seat, coming)


@rule
def any_threat(s, seat):
    for other in range(int(s.players)):
        if threatens(s, seat, other):
            return True
    return False


@rule
def exposure(s, seat, coming):
    """What lying down risks: anybody who comes may rob a lying diver, and without the control the Barracuda bites."""
    wreck = int(s.diver[seat])
    if wreck == OFF:
        return -OFF_THE_WRECKS
    thieves = 0
    for other in range(int(s.players)):
        if other != seat and not allied(s, seat, other):
            thieves += likelihood(coming[other], wreck)
    return int(s.bag[seat]) * (LYING_COIN + LYING_ROBBED_COIN * min(90, thieves) // 100)


# The Barracuda under control


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


# What the wrecks ask


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
    return int(s.bag[giver]) * ROB_COIN * 2


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
