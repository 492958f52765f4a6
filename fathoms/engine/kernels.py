"""The verbs as compiled functions that Python calls one at a time, over the first record of an array."""

from fathoms.engine import verbs
from fathoms.engine.cache import kernel


@kernel
def setup(states, options):
    verbs.setup(states[0], options)


@kernel
def to_act(states):
    return verbs.to_act(states[0])


@kernel
def choices(states, seat, out):
    return verbs.choices(states[0], seat, out)


@kernel
def play(states, seat, action):
    verbs.play(states[0], seat, action)


@kernel
def fates(states, out, weights):
    return verbs.fates(states[0], out, weights)


@kernel
def befall(states, fate):
    verbs.befall(states[0], fate)


@kernel
def scores(states, out):
    verbs.scores(states[0], out)


@kernel
def winners(states):
    return verbs.winners(states[0])


@kernel
def redact(states, viewer):
    verbs.redact(states[0], viewer)


@kernel
def imagine(states, viewer, rng):
    verbs.imagine(states[0], viewer, rng)


@kernel
def take_back(states, viewer):
    verbs.take_back(states[0], viewer)


@kernel
def audience(states, who, event):
    return verbs.audience(states[0], who, event)


@kernel
def unveils(states, who, event):
    return verbs.unveils(states[0], who, event)


@kernel
def why_not(states, seat, action):
    return verbs.why_not(states[0], seat, action)


@kernel
def sound(states):
    return verbs.sound(states[0])
