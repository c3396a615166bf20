"""The status line of a tmux that runs in the terminal of another one."""

import re

import pytest

from home import CHANGES, PRICE, check_requests, commented, need, wait_for_btcq, wait_until
from terminal import Terminal

INTERVAL = "set-option -g status-interval 1\n"


def lines(home):
    """The lines in the comment: that for ~/.tmux.conf, options, a template, and that for ~/.tmux.conf.local."""
    return commented(home.segments / "tmux.conf").splitlines(keepends=True)


@pytest.fixture
def source(home):
    """The line for ~/.tmux.conf, which is there already."""
    need("tmux")
    source = lines(home)[0]
    # Twice: reading the settings again must not add a second price.
    home.configure("tmux.conf", ".tmux.conf", INTERVAL + 2 * source)
    return source


def tmux(home, server, *command):
    # Without -f it reads ~/.tmux.conf.
    return ["tmux", "-S", f"{home.path}/{server}", *command]


def check_shown(home, text, width="80", colour=""):
    """Starts another tmux, whose status line must end in the text and contain the price once."""
    # A new name: the previous one may not have ended.
    server = f"server-{next(Terminal.numbers)}"
    with Terminal(home, tmux(home, server, "new-session", "sleep 60")) as terminal:
        wait_until(lambda: terminal.last_line().endswith(f" {text}"))
        assert colour in terminal.screen(Terminal.COLOUR)
        assert terminal.last_line().count("901.23") == 1
        assert home.run(*tmux(home, server, "show-options", "-gv", "status-right-length")).stdout == f"{width}\n"
    wait_for_btcq()
    return text


def test_refreshes_a_price_after_a_minute(home, source):
    check_requests(home, lambda: check_shown(home, PRICE))
    # It has no age while the refresh may still succeed.
    home.put_quote(age=75, exchanges="unreachable")
    check_shown(home, PRICE)


def test_shows_the_age_of_a_stale_price_after_a_status_of_40_columns(home, source):
    status = f"set-option -g status-right {'x' * 40}\n"
    for width, expected in [(None, "80"), (20, "80"), (120, "120")]:
        home.put_quote(age=18 * 3600 + 60, exchanges="unreachable")
        settings = f"set-option -g status-right-length {width}\n" if width else ""
        home.write(".tmux.conf", INTERVAL + settings + status + source)
        check_shown(home, f"{'x' * 40} {PRICE} (18h old)", expected)


@pytest.mark.parametrize("order", ["before", "after"])
def test_shows_the_change_in_a_colour_on_black(home, source, order):
    template = lines(home)[2]
    home.write(".tmux.conf", INTERVAL + (template + source if order == "before" else source + template))
    for (change, text), colour in zip(CHANGES.items(), ["\x1b[92m\x1b[40m", "\x1b[91m\x1b[40m"]):
        home.put_quote(age=1, change=change)
        check_shown(home, f"{PRICE} {text}", colour=colour + text)
    home.put_quote(age=300, exchanges="unreachable")
    check_shown(home, f"{PRICE} (5m old)")


def test_options_choose_a_currency_and_a_template_is_not_a_part_of_the_command(home, source):
    template = "set -g @btcq_template \"{price} it's; a, b, ) `x`\"\n"
    home.write(".tmux.conf", INTERVAL + source + lines(home)[1] + template)
    check_shown(home, f"{PRICE.replace('$', '€')} it's; a, b, ) `x`")


def test_oh_my_tmux_shows_the_price(home):
    """A model: it takes the text from this variable, which a bar divides into parts and a comma into smaller ones."""
    need("tmux")
    line = lines(home)[3]
    home.put_quote(age=300, exchanges="unreachable")
    assert not {",", "|"} & set(re.search(r"#\(.*?\)", line)[0])
    variable = "tmux_conf_theme_status_right"
    home.write(".tmux.conf", f'{INTERVAL}{variable}="other"\n{line}set-option -g status-right "${variable}"\n')
    check_shown(home, f"{PRICE} (5m old)", "40")


def test_does_not_wait_for_a_silent_network(home, source):
    home.put_quote(age=300, exchanges="silent")
    with Terminal(home, tmux(home, "silent", "new-session", "sleep 60")) as terminal:
        lines = []
        while not lines or not lines[-1].endswith(f" {PRICE} (5m old)"):
            lines.append(terminal.last_line())
        # tmux shows the command and "not ready" in place of one that takes more than a second.
        assert not any("<'" in line for line in lines)
