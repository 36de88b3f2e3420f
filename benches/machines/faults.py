"""What fails, when, and on which machine."""

import collections

# Seconds after which the program counts a worker without a sign of life as gone.
LEASE = 10
# Kinds of faults with their weights, and the shortest and longest time in seconds.
FAULTS = {
    "machine killed": (20, (0, 6)),
    "machine paused": (10, (1, LEASE - 2)),
    "machine paused beyond the lease": (10, (LEASE + 3, 25)),
    "cut off from the database": (15, (2, 25)),
    "cut off from the archive": (12, (2, 25)),
    "cut off from the mail server": (12, (2, 25)),
    "link down": (11, (2, 20)),
    "new version of the template": (10, (0, 0)),
}


class Faults:
    """What happens to whom, and when: beginnings and ends in the order of their times."""

    def __init__(self, chance, number, seconds, machines, ports, repository):
        self.counts = collections.Counter()
        self.machines, self.ports, self.repository = machines, ports, repository
        kinds, weights = list(FAULTS), [weight for weight, _ in FAULTS.values()]
        # Each kind at least once, if there are enough.
        chosen = kinds[: number] + chance.choices(kinds, weights, k=max(0, number - len(kinds)))
        self.events = []
        for fault, kind in enumerate(chosen):
            begin = chance.uniform(0.03, 1) * seconds
            end = begin + chance.uniform(*FAULTS[kind][1])
            machine = chance.choice(machines)
            self.events += [(begin, fault, True, kind, machine), (end, fault, False, kind, machine)]
        self.events.sort(key=lambda event: event[:2])

    def until(self, seconds):
        """Applies the events that are due."""
        while self.events and self.events[0][0] <= seconds:
            _, fault, is_begin, kind, machine = self.events.pop(0)
            self.counts[kind] += is_begin
            self._apply(kind, machine, fault, is_begin)

    def _apply(self, kind, machine, fault, is_begin):
        if kind == "machine killed":
            machine.kill(fault) if is_begin else machine.start(fault)
        elif kind.startswith("machine paused"):
            machine.pause(fault) if is_begin else machine.resume(fault)
        elif kind == "link down":
            machine.unplug(fault) if is_begin else machine.plug(fault)
        elif kind.startswith("cut off"):
            port = self.ports[kind.rpartition(" the ")[2]]
            machine.cut(port) if is_begin else machine.heal(port)
        elif is_begin:
            self.repository.commit()
