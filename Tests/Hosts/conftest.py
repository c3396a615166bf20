"""What all tests of the hosts share: a limit of time, the installed segments, and a home directory for each test."""

import ctypes
import pathlib
import signal
import sys
import tempfile

import pytest

pytest.register_assert_rewrite("home", "project", "shell", "terminal")

from home import Home
from project import Project


def pytest_configure():
    if sys.platform == "linux":
        # Detached processes become children of this one, so that it can wait for them and end them.
        PR_SET_CHILD_SUBREAPER = 36
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for number in [signal.SIGTERM, signal.SIGHUP]:
        # As ^C does, so that fixtures clean up.
        signal.signal(number, signal.default_int_handler)
    signal.signal(signal.SIGALRM, lambda *_: pytest.fail("more than two minutes"))


@pytest.fixture(autouse=True)
def limit():
    # Twice, if what cleans up hangs too.
    signal.setitimer(signal.ITIMER_REAL, 120, 120)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.fixture
def project():
    with tempfile.TemporaryDirectory(prefix="btcq project.") as directory:
        yield Project(pathlib.Path(directory))


@pytest.fixture(scope="session")
def segments():
    """The segments of an installation in ~/.local. They name that directory with a ~, so they fit any home."""
    with tempfile.TemporaryDirectory(prefix="btcq-segments.") as directory:
        project = Project(pathlib.Path(directory))
        project.install()
        yield project.segments


@pytest.fixture
def home(segments):
    # The name contains a space on purpose.
    with tempfile.TemporaryDirectory(prefix="btcq hosts.") as directory:
        home = Home(pathlib.Path(directory), segments)
        yield home
        home.close()
