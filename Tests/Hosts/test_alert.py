"""The script alert, with prices of the exchange and, for the comparison, of a stand-in for btcq."""

import concurrent.futures
import re
import shutil

import pytest

from home import need, unprivileged

# Prices in turn, with a * if the command runs. The limit is 70000; 0.5 % of it is 350.
SEQUENCES = {
    "above": "80000.00 65000.00 70000.01* 70000.02 80000.00 60000.00 60000.00 90000.00* 90000.00",
    "below": "60000.00 75000.00 70000.00 69999.99* 50000.00 75000.00 69999.98*",
    "above, near the limit": "69650.01 70000.01* 69650.01 70000.01 70000.00 70000.01 69650.00 69650.01 70000.01*",
    "below, near the limit": "70349.99 69999.99* 70349.99 69999.99 70000.00 69999.99 70350.00 70349.99 69999.99*",
    "above, as the first price is": "70000.01 69650.01 70000.01 69650.00 70000.01*",
    "below, as the first price is": "69999.99 70349.99 69999.99 70350.00 69999.99*",
}

# The price is on the side of the limit, or not.
COMPARISONS = [
    ("99999.99", "not above", "100000"), ("100000.00000001", "above", "100000"),
    ("99999.99999999", "below", "100000"), ("100000.01", "not below", "100000"),
    # Equal is neither above nor below, in any notation.
    ("100000.5", "not above", "0100000.50"), ("100000.5", "not below", "0100000.50"),
    # Integer parts of different lengths, and fractions.
    ("10", "above", "9"), ("9", "not above", "10"), ("0.45", "not above", "0.5"), ("0.049", "below", "0.05"),
    # As binary floating point, these would be equal.
    ("9007199254740992.2", "above", "9007199254740992.1"),
    ("1234567890123456789.123456788", "below", "1234567890123456789.123456789"),
]


@pytest.fixture
def alert(home):
    def alert(price=None, side="above", limit="70000", status=0, **variables):
        """Runs the script. Returns its status and what it prints, which is the price if the command runs."""
        if price:
            home.set_price(price)
        command = ["sh", "-c", f'echo "$BTCQ_PRICE"; exit {status}']
        run = home.run(str(home.segments / "alert"), side, limit, *command, **variables)
        return run.returncode, run.stdout + run.stderr

    return alert


@pytest.fixture
def state(home):
    return home.path / ".local/state/btcq"


@pytest.mark.parametrize("name", SEQUENCES)
def test_runs_the_command_once_for_each_crossing(alert, name):
    for price in SEQUENCES[name].split():
        printed = price.replace("*", "\n").replace(".00", "") if "*" in price else ""
        assert (price, *alert(price.rstrip("*"), name.split(",")[0])) == (price, 0, printed)


def test_without_a_live_price_nothing_happens(home, alert, state):
    home.set_exchanges("unreachable")
    assert (alert(), state.exists()) == ((1, ""), False)
    home.set_exchanges("open")
    alert("60000.00")
    # A stale price that is above.
    home.put_quote(age=120, price="99999.99", exchanges="unreachable")
    assert alert() == (1, "")
    home.set_exchanges("open")
    assert alert("75000.00") == (0, "75000\n")


def test_command_that_fails_is_not_repeated(home, alert):
    assert [alert(price, status=7)[0] for price in ["60000.00", "75000.00", "75000.00"]] == [0, 7, 0]
    run = home.run(str(home.segments / "alert"), "above", "70001", "no-such-command")
    assert (run.returncode, run.stderr) == (127, "alert: command not found: no-such-command\n")


def test_each_alert_has_its_own_state(home, state):
    def count(*arguments):
        assert home.run(str(home.segments / "alert"), *arguments, "true").returncode == 0
        return len(list(state.iterdir()))

    alerts = [["above", "70000"], ["above", "80000"], ["below", "70000"], ["--currency", "EUR", "above", "70000"]]
    assert [count(*arguments) for arguments in alerts * 2] == [1, 2, 3, 4, 4, 4, 4, 4]
    home.write(".config/btcq/config", "--currency EUR\n")
    assert count("above", "70000") == 5


def test_works_with_the_tools_of_busybox(home, state):
    """Debian's has no cksum."""
    need("busybox")
    busybox = shutil.which("busybox")
    names = home.run(busybox, "--list").stdout.split()
    for name in names:
        (home.path / "applets").mkdir(exist_ok=True)
        (home.path / "applets" / name).symlink_to(busybox)
    environment = home.urls | {"HOME": str(home.path), "PATH": f"{home.path}/applets"}
    for command in ["echo one", "echo two"]:
        run = home.run(
            busybox, "sh", str(home.segments / "alert"), "above", "70000", *command.split(), environment=environment)
        assert (run.returncode, run.stdout + run.stderr) == (0, "")
    assert len(list(state.iterdir())) == 2


@pytest.mark.parametrize("price, side, limit", COMPARISONS)
def test_compares_every_digit(home, alert, price, side, limit):
    (home.path / ".local/bin/btcq").unlink()
    home.write(".local/bin/btcq", '#!/bin/sh\necho "$(cat ~/price) USD"\n', 0o755)
    arguments = {"side": side.split()[-1], "limit": limit}
    home.write("price", "0" if arguments["side"] == "above" else "9" * 30)
    alert(**arguments)
    home.write("price", price)
    assert alert(**arguments) == (0, "" if "not" in side else f"{price}\n")


@pytest.mark.parametrize("arguments", [
    "", "above", "above 70000", "over 70000 true", "--version above 70000 true", "--currency above 70000 true",
    *[f"above {limit} true" for limit in ["100,000", "-5", "1e5", ".5", "5.", "1.2.3", "$5", "0x5"]]])
def test_invalid_arguments_are_a_usage_error(home, state, arguments):
    run = home.run(str(home.segments / "alert"), *arguments.split())
    assert (run.returncode, run.stdout, state.exists()) == (2, "", False)
    usage = "; usage: alert [OPTION...] above|below PRICE COMMAND [ARGUMENT...]\n"
    assert run.stderr.endswith(usage) or run.stderr.startswith("btcq: --currency: ")


def test_state_is_private_and_an_error_if_it_cannot_be_written(home, alert, state):
    alert("60000.00")
    [file] = state.iterdir()
    assert [oct(path.stat().st_mode & 0o777) for path in [state, file]] == ["0o700", "0o600"]
    elsewhere = f"{home.path}/state home"
    assert [alert(price, XDG_STATE_HOME=elsewhere)[1] for price in ["60000.00", "75000.00"]] == ["", "75000\n"]
    # In the place of a directory.
    assert alert(XDG_STATE_HOME=str(file)) == (1, f"alert: cannot write to {file}/btcq\n")


def test_writes_nothing_into_a_directory_of_another_user(home, alert):
    # An ordinary user cannot make a directory that belongs to another one.
    other = home.path if unprivileged(home.path) else "/"
    error = f"alert: cannot write to {other}/.local/state/btcq: {other} belongs to another user\n"
    assert alert(HOME=str(other)) == (1, error)


def test_of_ten_runs_at_the_same_time_one_runs_the_command(home, alert):
    # All of them find the old state before one has changed it.
    home.write("slow/mv", '#!/bin/sh\nsleep 2\nPATH=/usr/bin:/bin exec mv "$@"\n', 0o755)
    path = f"{home.path}/slow:{home.environment['PATH']}"
    alert("60000.00")
    with concurrent.futures.ThreadPoolExecutor(10) as pool:
        results = pool.map(lambda _: alert("75000.00", PATH=path), range(10))
    assert sorted(results) == [(0, "")] * 9 + [(0, "75000\n")]


def test_example_for_cron_writes_the_price_into_a_file(home):
    [line] = re.findall(r"^#     (\*/5 .*)$", (home.segments / "alert").read_text(), re.MULTILINE)
    command = line.split(None, 5)[5]
    assert "%" not in command
    for price in ["60000.00", "75000.00", "75000.00"]:
        home.set_price(price)
        # The limit is one of five digits, as the exchange's price.
        assert home.run_by_cron(command.replace("100000", "70000")) == 0
    assert (home.path / "btc-alerts").read_text() == "75000\n"
    home.segments.unlink()
    assert home.run_by_cron(command) == 0


def test_on_a_terminal_the_first_run_says_what_it_has_noted(home):
    def screen(side):
        command = f"~/.local/share/btcq/segments/alert {side} 70000 true"
        return home.run("script", "-q", "-c", command, "/dev/null").stdout

    home.set_price("60000.00")
    assert "60000 USD, not above 70000" in screen("above")
    assert "60000 USD, already below 70000" in screen("below")
    assert screen("above") == ""
    home.set_exchanges("unreachable")
    assert "no quote: " in screen("above")
