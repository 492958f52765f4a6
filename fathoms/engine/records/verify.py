"""Checking a record: does it replay, do its positions match, did the sea keep its word?"""

from collections.abc import Collection
from dataclasses import dataclass

from fathoms.engine.errors import BadRecord
from fathoms.engine.match import Match
from fathoms.engine.records import Origin, Record, Tide, read_record
from fathoms.engine.sea import choose_fate, commitment_of, root_of


@dataclass(frozen=True)
class Verdict:
    """A record that holds: how much of it, and how much of the sea could be proven."""

    game: str
    rules: int  # the version it was played by
    known_rules: int  # the version that it was replayed by: only its own gives its positions
    events: int
    fates: int
    decided: tuple[tuple[str, int], ...]  # each root that was published, with how many fates follow from it
    by_server: tuple[str, ...]  # the seats whose words the server made
    over: bool
    origin: Origin | None = None
    given: int = 0  # fates that came with the first events from another game

    @property
    def roots(self) -> tuple[str, ...]:
        return tuple(root for root, _ in self.decided)

    @property
    def proven(self) -> int:
        """Fates that follow from what the record itself publishes."""
        return sum(count for _, count in self.decided)

    @property
    def unproven(self) -> int:
        return self.fates - self.proven

    def strange(self, kept: Collection[str]) -> int:
        """Fates that follow from other roots than those that somebody kept since before the first event."""
        return sum(count for root, count in self.decided if root not in kept)

    @property
    def compared(self) -> bool:
        """Whether every position was compared with the record's."""
        return self.rules == self.known_rules


def verify_record(text: str) -> Verdict:
    """Replay a save from its first event; BadRecord names the first event at fault."""
    record, sealed = read_record(text)
    secrets = _secrets_by_event(record)
    match = Match.begin(record, interpreted=True)
    for number, line in enumerate(record.events, 1):
        if number in secrets:
            _check_fate(match, number, line, *secrets[number])
        match.replay(record, number, line)
    _check_end(record, match)
    if not sealed:
        last = len(record.events)
        raise BadRecord(f"the record was changed: its seal is broken, though every event up to {last} replays", last)
    fates = sum(line.startswith("sea ") for line in record.events)
    decided = tuple((tide.published, len(tide.events)) for tide in record.sea)
    by_server = tuple(sorted({seat for tide in record.sea for seat in tide.by_server}))
    versions = record.rules, match.game.version
    facts = (record.game, *versions, len(record.events), fates, decided, by_server, match.over)
    return Verdict(*facts, record.origin, _given(record, secrets))


def _given(record: Record, secrets: dict[int, tuple[Tide, int]]) -> int:
    """How many fates without a secret stand among the events that came from elsewhere."""
    first = record.events[: record.origin.events] if record.origin else []
    return sum(line.startswith("sea ") and number not in secrets for number, line in enumerate(first, 1))


def _secrets_by_event(record: Record) -> dict[int, tuple[Tide, int]]:
    """Which commitment and leaf decided which event; the commitments themselves are checked here."""
    found: dict[int, tuple[Tide, int]] = {}
    for tide in record.sea:
        _check_words(tide)
        if root_of(tide.secrets, tide.leaves, tide.frontier) != tide.root:
            first = tide.events[0] if tide.events else None
            raise BadRecord(f"event {first}: the sea's secrets from here on do not lead to the published root", first)
        if tide.events != sorted(tide.events):
            fault = next(b for a, b in zip(tide.events, tide.events[1:], strict=False) if b < a)
            raise BadRecord(f"event {fault}: the sea's secrets were not used in their order", fault)
        for leaf, number in enumerate(tide.events):
            if not 1 <= number <= len(record.events) or number in found:
                message = f"event {number}: the sea has a secret for it, but the record has {len(record.events)} events"
                raise BadRecord(message, number)
            found[number] = (tide, leaf)
    return found


def _check_words(tide: Tide) -> None:
    """The words that decided are those that the seats had committed to."""
    if not tide.commitments:
        return
    first = tide.events[0] if tide.events else None
    for seat in sorted({*tide.commitments, *tide.entropy}):
        if commitment_of(tide.entropy.get(seat, "")) != tide.commitments.get(seat):
            raise BadRecord(f"event {first}: the words of seat {seat} are not those that it committed to", first)


def _check_fate(match: Match, number: int, line: str, tide: Tide, leaf: int) -> None:
    weighted = match.position.fates()
    if match.to_act != ["sea"] or not line.startswith("sea "):
        raise BadRecord(f"event {number}: {line!r} stands where the sea acted", number)
    secret = bytes.fromhex(tide.secrets[leaf])
    index = choose_fate(secret, leaf, tide.entropy, [weight for _, weight in weighted])
    due = f"sea {match.game.fate_text(weighted[index][0])}"
    if line != due:
        raise BadRecord(f"event {number}: {line!r} is not what the sea decided; its secret gives {due!r}", number)


def _check_end(record: Record, match: Match) -> None:
    last = len(record.events)
    result = {"scores": match.scores, "winners": match.winners} if match.over else None
    if record.result != result:
        told = "a finished game" if record.result else "an unfinished game"
        raise BadRecord(f"event {last}: the record tells of {told} with another result than its events", last)
