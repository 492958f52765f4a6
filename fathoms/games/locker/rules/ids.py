"""The rules of Davy Jones' Locker that a refusal or an invariant names, by their numbers in the book."""

ALL_CARDS = 1  # sixty cards, each in one place
REVEAL = 5  # the player in turn reveals the top card
ROW = 6  # a new suit joins the row, and its effect applies
CHOOSE = 7  # press on or surface, after the effect
NEXT_PLAYER = 12  # the turn passes to the left
EMPTY_DECK = 13  # nothing is left to reveal
SQUID = 15  # two more cards must be placed
MAP = 17  # three cards of the Locker, one of them to be placed
KNIFE = 18  # an opponent loses a suit's top card
DRONE = 19  # see the next card, then choose
NET = 21  # a suit's top card of one's own Hold
HARPOON = 22  # an opponent's top card of a suit one lacks
THE_END = 24  # the last card has been revealed
BACKFIRE = 34  # a Knife hits its owner's Hold
PLUNDER = 35  # the bonus comes from one opponent's Hold
DECOY = 46  # a Harpoon takes nothing but a Squid
SABOTEUR = 47  # an opponent is chosen before the first turn
