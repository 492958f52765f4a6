"""A card to play: what each is worth, by the wreck it leads to, the company there and the danger."""

from fathoms.engine.dialect import below, rule
from fathoms.games.barracuda.heuristic.others import expect, likelihood
from fathoms.games.barracuda.heuristic.table import (
    any_threat,
    could_win,
    hunters_of,
    in_front,
    reach_of,
    richest,
    rolls_by_wreck,
    threatens,
    useful,
)
from fathoms.games.barracuda.heuristic.weights import (
    ALL_CARDS_BACK,
    BAIT_BACK,
    BANK_CARD,
    BANKED_COIN,
    BITTEN_COIN,
    CARD_BACK,
    COMMON_COIN,
    FOUND_COIN,
    HUNTED_COIN,
    LAST_BANKED_COIN,
    LOOT_COIN,
    LURE,
    LURE_AMONG_MANY,
    LYING_COIN,
    LYING_ROBBED_COIN,
    MIXING,
    MIXING_IN_TEAMS,
    NO_COIN,
    NO_RIVAL,
    NOISE,
    OFF_THE_WRECKS,
    PREY_COIN,
    PREY_COIN_AMONG_MANY,
    PUT_OFF,
    PUT_OFF_AMONG_MANY,
    READY,
    ROBBED_COIN,
    ROLLS,
    STOP,
    TOO_LATE,
    UNIQUE_COIN,
    WIN,
)
from fathoms.games.barracuda.notation import (
    A_PLAY,
)
from fathoms.games.barracuda.pieces import (
    BANK,
    BARRACUDA,
    BARRACUDA_BIT,
    COMMON_AMOUNT,
    COMMON_KIND,
    GAIN,
    LAST_TURN,
    RECOVER,
    SHELTER,
    UNIQUE_AMOUNT,
    UNIQUE_KIND,
)
from fathoms.games.barracuda.rules.table import (
    allied,
    card_at,
    holders_of_barracuda,
    opponents,
)
from fathoms.games.barracuda.state import OFF


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
