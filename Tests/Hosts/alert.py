"""The script alert, with prices of the exchange and, for the comparison, of a stand-in for btcq."""

import concurrent.futures
import re
import shlex

from home import Home, unprivileged, wait_until
from report import expect, need
from terminal import Terminal

COMPARISONS = [
    ("100000", "above", "99999.99", False),
    ("100000", "above", "100000.00000001", True),
    ("100000", "below", "99999.99999999", True),
    ("100000", "below", "100000.01", False),
    # Equal is neither above nor below, in any notation.
    ("100000", "above", "100000", False),
    ("100000", "below", "100000", False),
    ("0100000.50", "above", "100000.5", False),
    ("0100000.50", "below", "100000.5", False),
    # Integer parts of different lengths, and fractions.
    ("9", "above", "10", True),
    ("10", "above", "9", False),
    ("0.5", "above", "0.45", False),
    ("0.05", "below", "0.049", True),
    ("0", "above", "0.00000001", True),
    # As binary floating point, these would be equal.
    ("9007199254740992.1", "above", "9007199254740992.2", True),
    ("1234567890123456789.123456789", "below", "1234567890123456789.123456788", True),
    ("0.1234567890123456788", "above", "0.1234567890123456789", True),
]

NO_PRICE = "not a price, digits with or without a fraction: "
USAGE = "; usage: alert above|below PRICE COMMAND [ARGUMENT...]\n"


def run(report):
    for check in [check_crossings, check_margin, check_no_live_price, check_failing_command, check_two_alerts, check_comparison,
                  check_arguments, check_state, check_owner, check_simultaneous_runs, check_example, check_terminal]:
        with Home() as home:
            check(report, home)


class Alert:
    """An alert whose command adds the price to a file."""

    def __init__(self, home, side, limit, status=0, **environment):
        self.home = home
        self.log = home.path / f"log {side} {limit}"
        self.environment = {**home.environment, **environment}
        command = f'echo "$BTCQ_PRICE" >>"$0"; exit {status}'
        self.arguments = [str(home.segments / "alert"), side, limit, "sh", "-c", command, str(self.log)]

    def run(self, price=None, error="", user=()):
        """Runs the script once, with the command of a user and this line on stderr, and returns its status."""
        if price:
            self.home.set_price(price)
        run = self.home.run(*user, *self.arguments, environment=self.environment)
        expect((run.stdout, run.stderr), ("", error))
        return run.returncode

    def prices(self):
        """The price of each run of the command."""
        return self.log.read_text().split() if self.log.exists() else []


def state_files(home):
    return sorted(file.name for file in (home.path / ".local" / "state" / "btcq").iterdir())


def check_crossings(report, home):
    alert = Alert(home, "above", "70000")
    with report.check("alert: the first price only sets the state"):
        alert.run("80000.00")
        expect(alert.prices(), [])
    with report.check("alert: runs the command once for each crossing, with the price"):
        for price in ["65000.00", "70000.01", "70000.02", "80000.00", "60000.00", "60000.00", "90000.00", "90000.00"]:
            expect(alert.run(price), 0)
        expect(alert.prices(), ["70000.01", "90000"])
    with report.check("alert: below"):
        alert = Alert(home, "below", "70000")
        for price in ["60000.00", "75000.00", "70000.00", "69999.99", "50000.00", "75000.00", "69999.98"]:
            alert.run(price)
        expect(alert.prices(), ["69999.99", "69999.98"])


def check_margin(report, home):
    """The prices after which the same crossing is reported again. 0.5 % of the limit is 350."""
    for side, crossing, near, far in [("above", "70000.01", "69650.01", "69650.00"), ("below", "69999.99", "70349.99", "70350.00")]:
        with report.check(f"alert: {side}, runs the command again only after a price 0.5 % on the other side"):
            alert = Alert(home, side, "70000")
            # The first price is near the limit, and does not keep the command from running.
            for price in [near, crossing, near, crossing, "70000.00", crossing]:
                expect(alert.run(price), 0)
            expect(len(alert.prices()), 1)
            for price in [far, near, crossing]:
                expect(alert.run(price), 0)
            expect(len(alert.prices()), 2)
        with report.check(f"alert: {side}, a first price on its side counts as a crossing"):
            alert = Alert(home, side, "70000.0")
            for price in [crossing, near, crossing, far, crossing]:
                alert.run(price)
            expect(len(alert.prices()), 1)


def check_no_live_price(report, home):
    alert = Alert(home, "above", "70000")
    alert.run("60000.00")
    with report.check("alert: without a live price, nothing happens and the state stays"):
        # A stale price that is on the other side.
        home.put_quote(age=120, price="99999.99", exchanges="unreachable")
        before = state_files(home)
        expect([alert.run(), alert.run()], [1, 1])
        home.quote.unlink()
        expect(alert.run(), 1)
        expect((alert.prices(), state_files(home)), ([], before))
    with report.check("alert: a crossing while there was no price is reported with the next one"):
        home.set_exchanges("open")
        alert.run("75000.00")
        expect(alert.prices(), ["75000"])
    with report.check("alert: without a live price at first, there is no state"):
        other = Alert(home, "above", "70001")
        home.set_exchanges("unreachable")
        expect(other.run(), 1)
        expect(len(state_files(home)), 1)


def check_failing_command(report, home):
    with report.check("alert: the status is that of the command, and one that fails is not run again"):
        alert = Alert(home, "above", "70000", status=7)
        expect([alert.run(price) for price in ["60000.00", "75000.00", "75000.00"]], [0, 7, 0])
        expect(alert.prices(), ["75000"])
    with report.check("alert: a command that does not exist is reported at the first run"):
        run = home.run(str(home.segments / "alert"), "above", "70001", "no-such-command")
        expect((run.returncode, run.stderr), (127, "alert: command not found: no-such-command\n"))
        expect(len(state_files(home)), 1)


def check_two_alerts(report, home):
    with report.check("alert: each combination of arguments and currency has its own state"):
        alerts = [Alert(home, "above", "70000"), Alert(home, "above", "80000"), Alert(home, "below", "70000")]
        for price in ["60000.00", "75000.00", "85000.00", "65000.00"]:
            for alert in alerts:
                alert.run(price)
        expect([alert.prices() for alert in alerts], [["75000"], ["85000"], ["65000"]])
        # Its first price; the state of the same alert in USD is no.
        Alert(home, "above", "70000", BTCQ_CURRENCY="EUR").run("99999.99")
        expect((alerts[0].prices(), len(state_files(home))), (["75000"], 4))
    with report.check("alert: one argument is not the same as two"):
        script = str(home.segments / "alert")
        for command in [["echo", "a b"], ["echo", "a", "b"]]:
            home.run(script, "above", "5", *command)
        expect(len(state_files(home)), 6)


def check_comparison(report, home):
    """With a stand-in, since the exchange has no price of so many digits."""
    (home.path / ".local" / "bin" / "btcq").unlink()
    home.write(".local/bin/btcq", '#!/bin/sh\necho "$*" >~/arguments\ncat ~/price\n').chmod(0o755)
    with report.check("alert: compares every digit") as remark:
        for limit, side, price, is_on_side in COMPARISONS:
            alert = Alert(home, side, limit)
            for number in ["0" if side == "above" else "9" * 30, price]:
                home.write("price", number)
                alert.log.unlink(missing_ok=True)
                alert.run()
            expect((limit, side, price, alert.prices()), (limit, side, price, [price] if is_on_side else []))
        remark(f"{len(COMPARISONS)} pairs")
    with report.check("alert: asks for a live price"):
        expect((home.path / "arguments").read_text(), "--quiet --number --max-stale 0\n")


def check_arguments(report, home):
    script = str(home.segments / "alert")
    with report.check("alert: --help prints the comment"):
        run = home.run(script, "--help")
        expect((run.returncode, run.stderr), (0, ""))
        assert "\nUsage: alert above|below PRICE COMMAND [ARGUMENT...]\n" in run.stdout and "#" not in run.stdout, run.stdout
    with report.check("alert: invalid arguments are a usage error, and set no state"):
        for arguments, error in [
            ([], "an argument is missing"), (["above"], "an argument is missing"),
            (["above", "70000"], "an argument is missing"), (["over", "70000", "true"], "not above or below: over"),
            *[(["above", limit, "true"], NO_PRICE + limit)
              for limit in ["100,000", "-5", "1e5", "", ".5", "5.", "1.2.3", "$5", "5 ", "0x5"]],
        ]:
            run = home.run(script, *arguments)
            expect((arguments, run.returncode, run.stdout, run.stderr), (arguments, 2, "", f"alert: {error}{USAGE}"))
        assert not (home.path / ".local" / "state").exists(), "there is a state"


def check_state(report, home):
    with report.check("alert: the state is in XDG_STATE_HOME, if that is an absolute path, and private"):
        for directory in [f"{home.path}/state home", "relative"]:
            Alert(home, "above", "70000", XDG_STATE_HOME=directory).run("60000.00")
        for directory in [home.path / "state home" / "btcq", home.path / ".local" / "state" / "btcq"]:
            [file] = directory.iterdir()
            expect((oct(directory.stat().st_mode & 0o777), oct(file.stat().st_mode & 0o777)), ("0o700", "0o600"))
            assert re.fullmatch(r"alert-above-70000-\d+\.no", file.name), file.name
    with report.check("alert: the state does not depend on the locale, whatever sh is"):
        # As in the terminal and in cron, with an argument of more bytes than characters.
        for shell, variables in [("sh", {"LC_ALL": "C"}), ("sh", {}), ("bash", {"LC_ALL": "C"}), ("bash", {})]:
            arguments = ["env", shell, str(home.segments / "alert"), "below", "1", "echo", "ü"]
            home.run(*arguments, environment={**home.environment, **variables})
        expect(len([name for name in state_files(home) if name.startswith("alert-below-1-")]), 1)
    with report.check("alert: the command has the umask of the caller"):
        home.set_price("60000.00")
        command = ["sh", "-c", 'umask 022; exec "$0" "$@"', str(home.segments / "alert"), "above", "70000", "sh", "-c", "umask"]
        home.run(*command)
        home.set_price("75000.00")
        expect(home.run(*command).stdout.strip(), "0022")
    with report.check("alert: a state that cannot be written is an error, and the command does not run"):
        home.write("file", "not a directory")
        for state in [home.path / "file", home.path / "file" / "deeper"]:
            alert = Alert(home, "above", "70000", XDG_STATE_HOME=str(state))
            for price in ["60000.00", "75000.00"]:
                expect(alert.run(price, f"alert: cannot write to {state}/btcq\n"), 1)
            expect(alert.prices(), [])
        state = home.path / "state"
        (state / "btcq").mkdir(parents=True)
        alert = Alert(home, "above", "70000", XDG_STATE_HOME=str(state))
        alert.run("60000.00")
        user = unprivileged(state, state / "btcq")
        home.path.chmod(0o711)
        (state / "btcq").chmod(0o500)
        status = alert.run("75000.00", f"alert: cannot write to {state}/btcq\n", user)
        expect((status, alert.prices()), (1, []))


def check_owner(report, home):
    elsewhere = home.path / "elsewhere"
    elsewhere.mkdir()
    user = home.path / "user"
    (user / ".local").mkdir(parents=True)
    (user / ".local" / "state").symlink_to(elsewhere)
    # An ordinary user cannot make a directory that belongs to another one.
    other = user if unprivileged(user) else "/"
    with report.check("alert: writes nothing if HOME or XDG_STATE_HOME belongs to another user"):
        for variables, directory in [
            ({"HOME": f"{other}"}, f"{other}/.local/state"), ({"XDG_STATE_HOME": f"{other}"}, other),
            ({"XDG_STATE_HOME": f"{other}/missing"}, f"{other}/missing"),
        ]:
            alert = Alert(home, "above", "70000", **variables)
            status = alert.run(error=f"alert: cannot write to {directory}/btcq: {other} belongs to another user\n")
            expect((status, list(elsewhere.iterdir())), (1, []))
    with report.check("alert: writes nothing through a link in place of its state"):
        alert = Alert(home, "above", "70000")
        alert.run("60000.00")
        [state] = (home.path / ".local" / "state" / "btcq").iterdir()
        state.unlink()
        state.symlink_to(elsewhere / "file")
        status = alert.run(error=f"alert: cannot write to {state.parent}\n")
        expect((status, list(elsewhere.iterdir())), (1, []))


def check_simultaneous_runs(report, home):
    with report.check("alert: of 20 runs at the same time, one runs the command"):
        # All of them find the old state before one has changed it.
        home.write("slow/mv", '#!/bin/sh\nsleep 3\nPATH=/usr/bin:/bin exec mv "$@"\n').chmod(0o755)
        alert = Alert(home, "above", "70000", PATH=f"{home.path}/slow:{home.environment['PATH']}")
        alert.run("60000.00")
        home.set_price("75000.00")
        with concurrent.futures.ThreadPoolExecutor(20) as runs:
            expect(set(runs.map(lambda _: alert.run(), range(20))), {0})
        expect(alert.prices(), ["75000"])


def check_example(report, home):
    """The line in the script's comment, run as cron runs it."""
    home.write_profile()
    [line] = re.findall(r"^#     (\*/5 .*)$", (home.segments / "alert").read_text(), re.MULTILINE)
    *schedule, command = line.split(None, 5)
    log = home.path / "btc-alerts"
    with report.check("alert: the example for cron writes the price into a file"):
        expect(len(schedule), 5)
        assert "%" not in command and "100000" in shlex.split(command)[-1], command
        written = []
        # The limit is one of five digits, as the exchange's price.
        for price in ["60000.00", "75000.00", "75000.00"]:
            home.set_price(price)
            run = home.run_by_cron(command.replace("100000", "70000"))
            expect((run.returncode, run.stdout + run.stderr), (0, ""))
            written.append(log.read_text() if log.exists() else "")
        expect(written, ["", "75000\n", "75000\n"])


def check_terminal(report, home):
    """The script as the command of a terminal, which has no other output."""
    def screen(side, price):
        if price:
            home.set_price(price)
        arguments = [str(home.segments / "alert"), side, "70000", "true"]
        with Terminal(home, ["sh", "-c", '"$@"; echo "status $?"; sleep 20', "sh", *arguments]) as terminal:
            wait_until(lambda: "status" in terminal.screen(), terminal.screen)
            return terminal.screen().replace("\n", " ")

    with report.check("alert: on a terminal, the first run says on which side the price is"):
        need("tmux")
        expect(screen("above", "60000.00"), "The price is 60000, not above 70000. The command will run when it is above 70000, and again after it was 0.5 % below. status 0")
        expect(screen("below", "60000.00"), "The price is 60000, already below 70000. The command will run when it is below 70000 after it was 0.5 % above. status 0")
        expect(screen("above", "60000.00"), "status 0")
    with report.check("alert: on a terminal, says why there is no price"):
        need("tmux")
        home.set_exchanges("unreachable")
        assert "no quote: " in (text := screen("above", None)), text
