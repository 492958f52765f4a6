"""What lies in the box of Davy Jones' Locker: suits, cards, diver skills and variants, as data."""

import numpy as np

SUITS = ("anchor", "squid", "map", "key", "chest", "knife", "drone", "net", "harpoon", "mermaid")
ANCHOR, SQUID, MAP, KEY, CHEST, KNIFE, DRONE, NET, HARPOON, MERMAID = range(10)
CARDS_A_SUIT = 6
CARDS = len(SUITS) * CARDS_A_SUIT

VALUES = np.array([2 + k + (2 if suit == MERMAID else 0) for suit in range(10) for k in range(6)], np.int64)
LOWEST = sum(1 << (suit * CARDS_A_SUIT) for suit in range(10))  # the ten cards the Locker starts with …
MOST_SUNKEN = 3  # … or so many of each suit at most, where the table chooses (L62)
ALL_CARDS = (1 << CARDS) - 1
SUIT_CARDS = (1 << CARDS_A_SUIT) - 1  # a suit's cards, before shifting
SUIT_COUNT = len(SUITS)

# Skill 0 is none; the order is that of the rules, L31 to L47.
SKILLS = (
    "none",
    "safe-harbour",
    "clean-sweep",
    "salvage",
    "backfire",
    "plunder",
    "windfall",
    "double-haul",
    "dry-net",
    "squid-fisher",
    "beastmaster",
    "navigator",
    "golden-scales",
    "charmer",
    "mystic",
    "freebooter",
    "decoy",
    "saboteur",
)
(
    NO_SKILL,
    SAFE_HARBOUR,
    CLEAN_SWEEP,
    SALVAGE,
    BACKFIRE,
    PLUNDER,
    WINDFALL,
    DOUBLE_HAUL,
    DRY_NET,
    SQUID_FISHER,
    BEASTMASTER,
    NAVIGATOR,
    GOLDEN_SCALES,
    CHARMER,
    MYSTIC,
    FREEBOOTER,
    DECOY,
    SABOTEUR,
) = range(18)
SKILL_COUNT = len(SKILLS) - 1
# Bosun, Blade, Locksmith, Trawler, Tamer, Cartographer, Songkeeper, Pilot, Harpooner, Saboteur: 0 to 9.
CHARACTER_OF = np.array([-1, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9], np.int64)

VARIANTS = ("none", "neighbours", "hoard", "sudden-death", "full-house", "strange-waters", "depth-limit")
NO_VARIANT, NEIGHBOURS, HOARD, SUDDEN_DEATH, FULL_HOUSE, STRANGE_WATERS, DEPTH_LIMIT = range(7)

SQUID_ASKS, BEASTMASTER_ASKS = 2, 4
GOLDEN_BONUS = 5
SUDDEN_DEATH_WORTH = 50
FULL_HOUSE_PENALTY = 5
DEPTH_LIMIT_SCORE = 60
SAFE_HARBOUR_CARDS = 3  # the Anchor and the two cards after it


def card_text(card: int) -> str:
    return f"{SUITS[card // CARDS_A_SUIT]}-{VALUES[card]}"
