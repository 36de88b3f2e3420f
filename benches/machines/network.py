"""Machines that are network namespaces of one Linux kernel, on one bridge, and the ways in which they fail."""

import os
import re
import signal
import subprocess


def run(*command, check=True):
    """Runs a command and returns its output; a failure is an exception with what the command wrote."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if check and done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr.strip() or done.returncode}")
    return done.stdout


def remove_leftovers():
    """Removes what runs left that were killed; returns their numbers. Names have the number of the process of a run."""
    gone = set()
    for name in re.findall(r"^(rc\d+-\d)\b", run("ip", "netns", "list"), re.MULTILINE):
        number = int(name[2:].partition("-")[0])
        if not os.path.exists(f"/proc/{number}"):
            for pid in run("ip", "netns", "pids", name).split():
                os.kill(int(pid), signal.SIGKILL)
            run("ip", "netns", "delete", name)
            gone.add(number)
    for number in gone:
        run("ip", "link", "delete", f"rc{number}", check=False)
    return gone


class Bridge:
    """The bridge; its address is that of all servers."""

    def __init__(self, number):
        self.name = f"rc{number}"
        # Of the range for tests of networks between machines (RFC 2544).
        for third in range(number % 200, number % 200 + 50):
            self.network = f"198.18.{third}"
            if not run("ip", "-4", "route", "show", "to", "root", f"{self.network}.0/24").strip():
                break
        else:
            raise RuntimeError("no free network in 198.18.0.0/16")
        self.address = f"{self.network}.1"

    def make(self):
        run("ip", "link", "add", self.name, "type", "bridge")
        run("ip", "address", "add", f"{self.address}/24", "dev", self.name)
        run("ip", "link", "set", self.name, "up")

    def remove(self):
        run("ip", "link", "delete", self.name, check=False)


class Machine:
    """A namespace, a folder, and the programs that run there. Faults are named, because several may last at a time."""

    def __init__(self, bridge, number, folder):
        self.number, self.folder, self.bridge = number, folder, bridge
        self.name = f"{bridge.name}-{number}"
        self.address = f"{bridge.network}.{10 + number}"
        # The end at the bridge, whose link is cut.
        self.link = f"{bridge.name}v{number}"
        self.programs = []
        self.ends, self.pauses, self.outages = set(), set(), set()
        self.is_up = False

    def make(self):
        inner = f"{self.link}i"
        run("ip", "netns", "add", self.name)
        run("ip", "link", "add", self.link, "type", "veth", "peer", "name", inner)
        run("ip", "link", "set", inner, "netns", self.name)
        run("ip", "link", "set", self.link, "master", self.bridge.name, "up")
        inside = ("ip", "-n", self.name)
        run(*inside, "link", "set", "lo", "up")
        run(*inside, "link", "set", inner, "name", "eth0")
        run(*inside, "address", "add", f"{self.address}/24", "dev", "eth0")
        run(*inside, "link", "set", "eth0", "up")

    def remove(self):
        self.is_up = False
        for _ in range(3):
            self.signal(signal.SIGKILL)
        for program in self.programs:
            program.kill()
        run("ip", "link", "delete", self.link, check=False)
        run("ip", "netns", "delete", self.name, check=False)

    def signal(self, number):
        """A signal to all processes of the machine: renderers and git are processes of their own."""
        for pid in run("ip", "netns", "pids", self.name, check=False).split():
            try:
                os.kill(int(pid), number)
            except ProcessLookupError:
                pass

    def start(self, fault=None):
        self.ends.discard(fault)
        if not self.ends:
            self.is_up = True
            for program in self.programs:
                program.start()

    def kill(self, fault):
        """All processes end at once, as with the power."""
        self.ends.add(fault)
        self.is_up = False
        for _ in range(2):
            # Twice, because one may have been starting another one.
            self.signal(signal.SIGKILL)
        for program in self.programs:
            program.kill()
        self.pauses.clear()

    def pause(self, fault):
        if self.is_up:
            self.pauses.add(fault)
            self.signal(signal.SIGSTOP)

    def resume(self, fault):
        self.pauses.discard(fault)
        if not self.pauses:
            self.signal(signal.SIGCONT)

    def unplug(self, fault):
        self.outages.add(fault)
        run("ip", "link", "set", self.link, "down")

    def plug(self, fault):
        self.outages.discard(fault)
        if not self.outages:
            run("ip", "link", "set", self.link, "up")

    def _rules(self, action, port):
        for chain, side in (("OUTPUT", "--dport"), ("INPUT", "--sport")):
            run("ip", "netns", "exec", self.name, "iptables", "-w", action, chain, "-p", "tcp", side, str(port), "-j", "DROP")

    def cut(self, port):
        """Drops packets to and from a port of the servers: connections hang, none is refused."""
        self._rules("-A", port)

    def heal(self, port):
        self._rules("-D", port)


class Program:
    """A process of a machine that is started again when it ends, as a service manager does."""

    def __init__(self, machine, command, environment):
        self.machine = machine
        self.command = ["ip", "netns", "exec", machine.name, *command]
        self.environment = environment
        self.log = machine.folder / f"{command[1]}.log"
        self.process = None
        # Exit codes of ends that no fault caused.
        self.ends = []
        machine.programs.append(self)

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                self.command, cwd=self.machine.folder, env=self.environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )

    def kill(self):
        """Ends a process that had not entered the namespace when those in there were killed, and waits for its end."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def watch(self):
        """Starts the process again if it ended by itself."""
        if self.machine.is_up and self.process is not None and self.process.poll() is not None:
            self.ends.append(self.process.returncode)
            self.start()
