"""What the tests of the guests share: starting one, reading the runs it brought out, and comparing
them with what was read by hand beside them."""

import json
import pathlib
import re
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parent
SKIPPED = 77


def run_or_end(*words):
    """Runs a program of this folder; ends the test where that program fails or skips."""
    status = subprocess.run([TESTS / words[0], *words[1:]], check=False).returncode
    if status == SKIPPED:
        sys.exit(SKIPPED)
    if status != 0:
        sys.exit(f"{words[0]} ended with status {status}")


def runs_by_label(program, folder):
    """The runs below a folder as `collect show` prints them: {label: Run}."""
    files = sorted(str(path) for path in folder.rglob("*.collect"))
    if not files:
        sys.exit(f"no run files below {folder}")
    shown = subprocess.run([program, "show", "--format=json", *files], check=True,
                           capture_output=True, text=True).stdout
    return {run["run"]["label"]: Run(run) for run in json.loads(shown)}


class Run:
    """One run: its metrics by name."""

    def __init__(self, shown):
        self.facts = shown["run"]
        self.closed = shown["damage"]["closed"]
        self.metrics = {metric["name"]: metric for metric in shown["metrics"]}

    def value(self, name):
        """The run value of a metric, None where it is absent."""
        return self.metrics.get(name, {}).get("value")

    def probe(self, name):
        """Health of a probe."""
        return next((p for p in self.facts["probes"] if p["probe"] == name), {})

    def counters(self, probe):
        """Counters of a probe by their name without the probe's."""
        return {name[len(probe) + 1:]: metric["value"] for name, metric in self.metrics.items()
                if name.startswith(probe + ".") and metric["kind"] == "counter"
                and "value" in metric}


class Checks:
    """Counts what holds, and prints what does not."""

    def __init__(self):
        self.held = 0
        self.failed = 0

    def that(self, holds, sentence):
        if holds:
            self.held += 1
            return
        self.failed += 1
        print(f"FAILED: {sentence}")

    def between(self, name, low, value, high):
        self.that(value is not None and low <= value <= high,
                  f"{name} is {value}, expected {low} to {high}")

    def near(self, name, value, expected, part):
        """Within a part of what was expected, such as 0.02."""
        self.between(name, expected * (1 - part), value, expected * (1 + part))

    def end(self):
        print(f"{self.held} checks held, {self.failed} failed")
        sys.exit(1 if self.failed or not self.held else 0)


def fields(text):
    """Lines of a name and a number, such as /proc/vmstat."""
    pairs = (line.split() for line in text.splitlines())
    return {words[0]: int(words[1]) for words in pairs if len(words) == 2}


def cpu_table(text):
    """/proc/interrupts or /proc/softirqs: {(label, CPU number): count}. Rows with one number for
    the whole machine are left out."""
    head, *rows = text.splitlines()
    cpus = [int(number) for number in re.findall(r"CPU(\d+)", head)]
    table = {}
    for row in rows:
        label, _, rest = row.strip().partition(":")
        counts = rest.split()[:len(cpus)]
        if len(counts) == len(cpus) and all(count.isdigit() for count in counts):
            table.update({(label, cpu): int(count) for cpu, count in zip(cpus, counts)})
    return table


def growth(first, last):
    """How much every number grew that is in both."""
    return {key: last[key] - first[key] for key in first if key in last}


def check_between_snapshots(checks, run, folder, source, parse, key_of, away=None):
    """Every counter of the probe must have grown by at least what the file grew by between the two
    snapshots within the run and at most by what it grew by between the two around it. Of the CPU
    that was `away` nothing is known from the last sample before to the first one after (S-018):
    its counters may have grown by less."""
    probe, label = {"vmstat": "proc-vmstat"}.get(source, source), run.facts["label"]
    texts = [(folder / f"{label}.{i}.{source}").read_text() for i in (1, 2, 3, 4)]
    before, first, last, after = map(parse, texts)
    least, most = growth(first, last), growth(before, after)
    compared = 0
    for name, value in run.counters(probe).items():
        key = key_of(name)
        if key in least and key in most:
            compared += 1
            low = 0 if away is not None and key[-1] == away else least[key]
            checks.between(f"{label}: {probe}.{name}", low, value, most[key])
    checks.that(compared > 0, f"{label}: nothing of {probe} could be compared")
    print(f"{label}: {compared} counters of {probe} compared with the files read by hand")


def check_proc_files(checks, run, folder, away=None):
    """The three files that every guest has. Of the CPU that was `away` /proc/softirqs keeps the
    column, so that nothing of it is lost."""
    def cell(name):
        found = re.match(r"CPU(\d+)\.([^:]+)", name)
        return found and (found.group(2), int(found.group(1)))

    check_between_snapshots(checks, run, folder, "interrupts", cpu_table, cell, away)
    check_between_snapshots(checks, run, folder, "softirqs", cpu_table, cell)
    check_between_snapshots(checks, run, folder, "vmstat", fields, lambda name: name)


def check_whole(checks, run):
    """The run ended well, and nothing went back without a cause."""
    label = run.facts["label"]
    checks.that(run.closed, f"{label}: the run file is not closed")
    checks.that(run.facts["outcome"].get("exit_status", 0) == 0, f"{label}: the command failed")
    for name, metric in run.metrics.items():
        checks.that(not metric.get("resets"), f"{label}: {name} has {metric.get('resets')} resets")
