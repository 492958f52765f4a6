"""How the bots' networks are learned: values, policies by self-play, imitation of a level, values for lookahead."""
