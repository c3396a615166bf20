"""The script alert, with prices of the exchange."""

import concurrent.futures
import os
import shutil

import pytest

from home import commented, need, unprivileged

# Prices in turn, with a * if the command runs. 0.5 % of 70000 is 350.
SEQUENCES = {
    "above 70000":
        "80000.00 65000.00 "  # noted, and on the other side
        "70000.00 70000.01* 70000.02 80000.00 "  # equal, and crossed
        "69650.01 70000.01 "  # within 0.5 %
        "69650.00 70000.01*",  # back by 0.5 %
    "below 70000":
        "60000.00 70349.99 69999.99 75000.00 "  # noted, within 0.5 %, and on the other side
        "70000.00 69999.99* 50000.00 "  # equal, and crossed
        "70349.99 69999.99 "  # within 0.5 %
        "70350.00 69999.99*",  # back by 0.5 %
    # As numbers, not as text; as many characters as the exchange's own price.
    "above 9000": "8000.000 10000.00*",
    # Exactly 0.5 %, where numbers with a binary point are not exact.
    "above 2.6300": "1.111111 3.333333* 2.616851 3.333333 2.616850 3.333333*",
}


# Leaves a process, which must not keep later runs from theirs.
ECHO = 'sleep 3 >/dev/null 2>&1 & echo "$BTCQ_PRICE"'


@pytest.fixture
def alert(home):
    def alert(price=None, arguments="above 70000", command=ECHO, **variables):
        """Runs the script. Returns its status and what it prints, which is the price if the command runs."""
        if price:
            home.set_price(price)
        run = home.run(str(home.segments / "alert"), *arguments.split(), "sh", "-c", command, **variables)
        return run.returncode, run.stdout + run.stderr

    return alert


@pytest.mark.parametrize("arguments", SEQUENCES)
def test_runs_the_command_once_for_each_crossing(alert, arguments):
    for price in SEQUENCES[arguments].split():
        printed = price.replace("*", "\n").replace(".00", "") if "*" in price else ""
        assert (price, *alert(price.rstrip("*"), arguments)) == (price, 0, printed)


def test_without_a_live_price_nothing_happens(home, alert):
    home.set_exchanges("unreachable")
    assert alert() == (1, "")
    home.set_exchanges("open")
    alert("60000.00")
    # A stale price that is above.
    home.put_quote(age=120, price="99999.99", exchanges="unreachable")
    assert alert() == (1, "")
    home.set_exchanges("open")
    assert alert("75000.00") == (0, "75000\n")


@pytest.fixture
def run(home, alert):
    """Runs the script with a command that fails with the status in a file."""
    home.write("status", "7")
    return lambda price: alert(price, command=f"{ECHO}; exit $(cat ~/status)")


def test_command_that_fails_is_run_again(home, run):
    assert [run("60000.00"), run("75000.00")] == [(0, ""), (7, "75000\n")]
    # Even if the price is on the other side again, or unknown.
    assert run("60000.00") == (7, "75000\n")
    home.set_exchanges("unreachable")
    home.write("status", "0")
    assert run("60000.00") == (0, "75000\n")
    home.set_exchanges("open")
    assert [run("75000.00"), run("60000.00"), run("80000.00")] == [(0, ""), (0, ""), (0, "80000\n")]


@pytest.mark.parametrize("since, expected", [(3500, (7, "75000\n")), (3700, (0, "")), (-3700, (0, ""))])
def test_command_that_fails_is_given_up_after_an_hour_or_if_the_clock_was_set_back(home, run, since, expected):
    assert [run("60000.00"), run("75000.00")] == [(0, ""), (7, "75000\n")]
    # Not its .lock.
    [file] = home.path.glob(".local/state/btcq/*[0-9a-f]")
    side, currency, time, price = file.read_text().split()
    file.write_text(f"{side} {currency} {int(time) - since} {price}\n")
    assert run("75000.00") == expected


def test_each_alert_has_its_own_state(home, alert):
    alerts = ["above 70000", "above 71000", "--currency EUR above 70000", "above 99999"]
    assert [alert("60000.00", arguments)[1] for arguments in alerts] == [""] * 4
    assert [alert("75000.00", arguments)[1] for arguments in alerts] == ["75000\n"] * 3 + [""]
    # Another currency begins anew.
    assert alert("60000.00", "above 72000") == (0, "")
    home.write(".config/btcq/config", "--currency EUR\n")
    assert [alert(price, "above 72000")[1] for price in ["75000.00", "60000.00", "75000.00"]] == ["", "", "75000\n"]


def test_arguments_of_the_command_are_kept_apart(home):
    """Two alerts whose arguments differ only in where a word ends."""
    def run(price, *names):
        home.set_price(price)
        home.output(str(home.segments / "alert"), "above", "70000", "touch", *names)

    for price in ["60000.00", "75000.00"]:
        run(price, "one file")
        run(price, "one", "file")
    assert {"one file", "one", "file"} <= {path.name for path in home.path.iterdir()}


def test_works_with_the_tools_of_busybox(home, alert):
    need("busybox")
    (home.path / "applets").mkdir()
    # Debian's is built without flock.
    for name in {"flock", *home.run("busybox", "--list").stdout.split()}:
        (home.path / "applets" / name).symlink_to(shutil.which("flock" if name == "flock" else "busybox"))
    assert [alert(price, PATH=f"{home.path}/applets")[1] for price in ["60000.00", "75000.00"]] == ["", "75000\n"]


@pytest.mark.parametrize("arguments", [
    "", "above", "above 70000", "over 70000 true", "--version above 70000 true", "--currency above 70000 true",
    *[f"above {limit} true" for limit in ["100,000", "-5", "1e5", ".5", "5.", "1.2.3", "$5", "0x5"]]])
def test_mistakes_are_errors_before_the_command_has_to_run(home, arguments):
    run = home.run(str(home.segments / "alert"), *arguments.split())
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("btcq: --currency: " if "--currency" in arguments else "alert: ")


def test_command_that_is_missing_is_an_error_before_it_has_to_run(alert):
    assert alert(arguments="above 70000 no-such-command") == (127, "alert: command not found: no-such-command\n")


def test_state_is_private_and_an_error_if_it_cannot_be_written(home, alert):
    elsewhere = home.path / "state home"
    assert [alert(price, XDG_STATE_HOME=str(elsewhere))[1] for price in ["60000.00", "75000.00"]] == ["", "75000\n"]
    assert oct((elsewhere / "btcq").stat().st_mode & 0o777) == "0o700"
    file = home.write("file", "")
    status, error = alert(XDG_STATE_HOME=str(file))
    assert status and str(file) in error
    # An ordinary user cannot make a directory that belongs to another one.
    other = home.path if unprivileged(home.path) else "/"
    assert alert(HOME=str(other)) == (1, f"alert: {other} belongs to another user\n")


@pytest.mark.parametrize("signal_name, side", [("TERM", "above"), ("KILL", "below")])
def test_run_that_is_interrupted_leaves_the_old_state_or_the_new_one(home, alert, signal_name, side):
    alert("60000.00", command="exit")
    mv = home.write(".local/bin/mv", f'#!/bin/sh\nkill -{signal_name} 0\nexec /bin/mv "$@"\n', 0o755)
    home.set_price("75000.00")
    # As the leader of a process group.
    home.run("setsid", str(home.segments / "alert"), "above", "70000", "sh", "-c", "exit")
    mv.unlink()
    [state] = home.path.glob(".local/state/btcq/*[0-9a-f]")
    assert state.read_text().split()[0] == side
    assert alert("60000.00", command="exit") == (0, "")
    assert state.read_text() == f"{side} USD\n"
    assert {path.name for path in state.parent.iterdir()} == {state.name, f"{state.name}.lock"}


def test_of_ten_runs_at_the_same_time_one_runs_the_command(alert):
    slow = f"{ECHO}; sleep 2"
    alert("60000.00", command=slow)
    with concurrent.futures.ThreadPoolExecutor(10) as pool:
        runs = pool.map(lambda _: alert("75000.00", command=slow), range(10))
    assert sorted(printed for _, printed in runs) == [""] * 9 + ["75000\n"]


def test_examples_for_cron_notify_and_mail(home):
    # Both say what they were called with.
    for name in ["notify-send", "mail"]:
        home.write(f".local/bin/{name}", f'#!/bin/sh\necho {name} $XDG_RUNTIME_DIR "$@" >>~/calls\n', 0o755)
    home.bare_environment["PATH"] += f":{home.path}/.local/bin"
    for price in ["60000.00", "75000.00"]:
        home.set_price(price)
        for line in commented(home.segments / "alert").splitlines()[1:3]:
            command = line.removeprefix("*/5 * * * * ").replace("100000", "70000")
            assert "%" not in command and home.run_by_cron(command) == 0
    assert (home.path / "calls").read_text() == (
        f"notify-send /run/user/{os.getuid()} Bitcoin: 75000\n"
        "mail -s Bitcoin: 75000 me@example.com\n")


def test_example_for_cron_writes_the_price_into_a_file(home):
    line, *_, trial = commented(home.segments / "alert").splitlines()
    assert line.startswith("*/5 * * * * ") and "%" not in line
    command = line.split(None, 5)[5]
    for price in ["60000.00", "75000.00", "75000.00"]:
        home.set_price(price)
        # The limit is one of five digits, as the exchange's price.
        assert home.run_by_cron(command.replace("100000", "70000")) == 0
    # The line with which the command is tried.
    assert home.run_by_cron(trial) == 0
    assert (home.path / "btc-alerts").read_text() == "75000\n100000.01\n"
    home.segments.unlink()
    assert home.run_by_cron(command) == 0


def test_on_a_terminal_a_run_says_what_it_has_noted_or_why_not(home):
    for exchanges, text in [("open", "68901.23 USD, noted as below 70000"), ("unreachable", "no quote: ")]:
        home.set_exchanges(exchanges)
        command = "~/.local/share/btcq/segments/alert above 70000 true"
        assert text in home.run("script", "-q", "-c", command, "/dev/null").stdout
