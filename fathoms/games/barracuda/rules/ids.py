"""The rules of Barracuda that a refusal or an invariant names, by their numbers in the book."""

PIECES = 3  # what everybody starts with
BAIT = 9  # take the Barracuda card back, or away
MEDDLE = 10  # recover a card, or search a hand
CHOOSE = 11  # all choose a card at the same time
MOVEMENT = 12  # a card moves its diver, and stays in front
ALL_BACK = 13  # the last Movement card brings all five back
CONTROL = 16  # one Barracuda card steers it
INITIATIVE = 20  # fewest cards in front
BITE = 22  # coins are left on the wreck, four at most
CONTEST = 23  # with the initiative: the Unique action, or a theft
LYING = 25  # whoever played the Barracuda card
VICTORY = 28  # enough coins in the chest
LAST_TURN = 29  # the hundredth is the last
SHARE = 32  # allies divide their coins
NO_ROBBING = 33  # allies do not rob each other
