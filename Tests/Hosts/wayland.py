"""A sway without a screen, and pictures of what would be on it."""

import os
import subprocess

from home import wait_until

SWAY = """
xwayland disable
output * resolution {width}x{height}
default_border none
"""


class Screen:
    """A headless sway. Whatever is started in the home after it is shown on it."""

    def __init__(self, home, width, height, settings=""):
        self.home = home
        folder = home.path / "wayland"
        folder.mkdir(mode=0o700)
        (folder / "config").write_text(SWAY.format(width=width, height=height) + settings)
        words = ["sway", "-c", folder / "config"]
        if os.geteuid() == 0:
            # sway does not start as root.
            words = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", *words]
            home.path.chmod(0o711)
            for path in [folder, folder / "config"]:
                os.chown(path, 65534, 65534)
        home.environment.update(
            XDG_RUNTIME_DIR=str(folder), WAYLAND_DISPLAY="wayland-1", GDK_BACKEND="wayland",
            GSETTINGS_BACKEND="memory")
        home.start(*words, environment={
            "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"})
        wait_until((folder / "wayland-1").exists, "sway does not start")

    def picture(self, kind="ppm"):
        grim = ["grim", "-t", kind, "-"]
        return subprocess.run(
            grim, env=self.home.environment, stdout=subprocess.PIPE, timeout=10, check=True).stdout

    def rows(self):
        """The picture as rows of pixels."""
        # P6, width and height, the largest value; then three bytes a pixel.
        kind, size, largest, pixels = self.picture().split(b"\n", 3)
        assert kind == b"P6" and largest == b"255", (kind, largest)
        width, height = map(int, size.split())
        return [[pixels[i:i + 3] for i in range(3 * width * y, 3 * width * (y + 1), 3)] for y in range(height)]
