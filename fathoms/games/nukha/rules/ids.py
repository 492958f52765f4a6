"""The rules of The Nukha's Cave that a refusal or an invariant names, by their numbers in the book."""

PIECES = 1  # thirty coins, thirty-five cards
DRAFT = 3  # everybody chooses an Adventurer
CAVE = 4  # thirty cards, the Nomads among the last four
LOYALTY = 7  # richer than the Captain: mutiny or pledge
CLAIM = 12  # one of four is announced
ANSWER = 13  # the Captain buys or leaves
BOUGHT = 14  # the Captain pays, and attacks if it was true
LEFT = 15  # the Explorer keeps it, and attacks
ACCEPT = 16  # the card stays hidden
ACTS_ON = 20  # whom an effect can hit
THE_END = 24  # the Nomads arrive
PICK = 28  # a face-up card by name, or a hidden one
NOSTROMO = 30  # a card of the discard, with the mutiny
SIANA = 31  # she chooses the card that is hit
MOON = 32  # she hides what lies face up
RED = 33  # the poorest steals
SECRETS = 40  # who knows what
