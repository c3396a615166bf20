"""A sway with a virtual screen, a session bus, and screenshots of the screen."""

import subprocess

from home import lines, unprivileged, wait_until

SWAY = """
xwayland disable
output * resolution {width}x{height}
default_border none
"""


class Screen:
    """A headless sway. Programs that are started in the home afterwards are shown on it."""

    def __init__(self, home, width, height, settings=""):
        self.home = home
        directory = home.path / "wayland"
        directory.mkdir(mode=0o700)
        (directory / "config").write_text(SWAY.format(width=width, height=height) + settings)
        command = ["sway", "-c", directory / "config"]
        # sway does not run as root.
        command = [*unprivileged(directory, directory / "config"), *command]
        home.path.chmod(0o711)
        home.environment.update(
            XDG_RUNTIME_DIR=str(directory), WAYLAND_DISPLAY="wayland-1", GDK_BACKEND="wayland",
            GSETTINGS_BACKEND="memory")
        home.start(*command, environment={
            "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"})
        wait_until((directory / "wayland-1").exists, "sway does not start")
        # waybar 0.12 does not start without one.
        bus = home.start("dbus-daemon", "--session", "--nofork", "--print-address", stdout=subprocess.PIPE)
        home.environment["DBUS_SESSION_BUS_ADDRESS"] = next(lines(bus))

    def rows(self):
        """The picture as rows of pixels."""
        grim = ["grim", "-t", "ppm", "-"]
        picture = subprocess.run(grim, env=self.home.environment, stdout=subprocess.PIPE, timeout=10, check=True).stdout
        # P6, width and height, the largest value; then three bytes a pixel.
        kind, size, largest, pixels = picture.split(b"\n", 3)
        assert kind == b"P6" and largest == b"255", (kind, largest)
        width, height = map(int, size.split())
        return [[pixels[i:i + 3] for i in range(3 * width * y, 3 * width * (y + 1), 3)] for y in range(height)]
