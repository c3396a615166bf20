"""A real node_exporter reads the textfile. It skips a file with a timestamp, or with a family of two types."""

import os
import urllib.error
import urllib.request

from home import Home, check_requests, commented, free_port, wait_until
from report import expect, need

LABELS = 'currency="USD",pair="BTCUSDT",source="binance"'


def run(report):
    need("prometheus-node-exporter")
    with Home() as home:
        directory = home.path / "textfile"
        directory.mkdir()
        address = f"127.0.0.1:{free_port()}"
        home.start(
            "prometheus-node-exporter", f"--web.listen-address={address}", "--web.disable-exporter-metrics",
            "--collector.disable-defaults", "--collector.textfile", f"--collector.textfile.directory={directory}")

        def write(currency=""):
            # With a strict umask.
            command = ["sh", "-c", 'umask 077; exec "$0" "$1"', str(home.segments / "textfile"), str(directory)]
            return home.run(*command, environment={**home.environment, "BTCQ_CURRENCY": currency})

        def metrics():
            try:
                with urllib.request.urlopen(f"http://{address}/metrics", timeout=5) as response:
                    return response.read().decode()
            except urllib.error.URLError:
                return ""

        with report.check("node_exporter: exports the price with the line for cron, every minute"):
            home.write_profile()
            *schedule, command = commented(home.segments / "textfile").split(None, 5)
            run = home.run_by_cron(command.replace("/var/lib/prometheus/node-exporter", "textfile"))
            assert schedule == ["*"] * 5 and run.returncode == 0 and not run.stderr, run
            text = wait_until(metrics, "node_exporter does not respond")
            assert f"btcq_price{{{LABELS}}} 68901.23" in text, text
            assert f"btcq_quote_stale{{{LABELS}}} 0" in text, text
            assert "# TYPE btcq_price gauge" in text and "# HELP btcq_price Price of one bitcoin." in text, text
            assert "node_textfile_scrape_error 0" in text, text
        with report.check("node_exporter: the file is readable, and there is no other"):
            write()
            expect(os.listdir(directory), ["btcq-USD.prom"])
            expect(oct((directory / "btcq-USD.prom").stat().st_mode & 0o777), "0o644")
        with report.check("node_exporter: exports a second currency from a file of its own, and removes that of 1.2.0"):
            (directory / "btcq.prom").write_bytes((directory / "btcq-USD.prom").read_bytes())
            expect([write(currency).returncode for currency in ["eur", "EUR"]], [0, 0])
            expect(sorted(os.listdir(directory)), ["btcq-EUR.prom", "btcq-USD.prom"])
            text = metrics()
            for label in ['currency="USD",pair="BTCUSDT"', 'currency="EUR",pair="BTCEUR"']:
                assert f'btcq_price{{{label},source="binance"}} 68901.23' in text, text
            assert "node_textfile_scrape_error 0" in text, text
            (directory / "btcq-EUR.prom").unlink()
        with report.check("node_exporter: without a directory, the status is 2"):
            expect(home.run(str(home.segments / "textfile")).returncode, 2)
        with report.check("node_exporter: CDPATH does not change the directory"):
            (home.path / "other" / "textfile").mkdir(parents=True)
            variables = {**home.environment, "CDPATH": f"{home.path}/other"}
            run = home.run(str(home.segments / "textfile"), "textfile", environment=variables)
            expect((run.returncode, run.stdout, run.stderr), (0, "", ""))
            expect(os.listdir(home.path / "other" / "textfile"), [])
        check_links(report, home, directory)
        # cron runs it once a minute, and a run may take 5 s to receive a price: the next one must ask again.
        check_requests(report, home, "node_exporter", lambda: expect(write().returncode, 0), fresh=40, stale=55)
        with report.check("node_exporter: exports that a price is stale"):
            home.put_quote(age=300, exchanges="unreachable")
            write()
            assert f"btcq_quote_stale{{{LABELS}}} 1" in metrics(), metrics()
        with report.check("node_exporter: exports no price without a quote"):
            home.put_quote(age=3 * 86400)
            expect(write().returncode, 1)
            expect(os.listdir(directory), [])
            assert "btcq_" not in metrics(), metrics()


def check_links(report, home, directory):
    """Links with which the owner of the directory could make another user, such as root, write elsewhere."""
    script = str(home.segments / "textfile")
    target = home.path / "target"
    file = directory / "btcq-USD.prom"
    with report.check("node_exporter: writes through no link whose name is predicted"):
        home.write("predicted/mktemp", "#!/bin/sh\necho btcq-USD.prom.predicted\n").chmod(0o755)
        (directory / "btcq-USD.prom.predicted").symlink_to(target)
        path = f"{home.path}/predicted:{home.environment['PATH']}"
        run = home.run(script, str(directory), environment={**home.environment, "PATH": path})
        assert run.returncode != 0 and not target.exists(), run
    with report.check("node_exporter: replaces a link to another directory"):
        linked = home.path / "linked"
        linked.mkdir()
        file.unlink(missing_ok=True)
        file.symlink_to(linked)
        expect((home.run(script, str(directory)).returncode, file.is_symlink(), os.listdir(linked)), (0, False, []))
    for link in directory.glob("btcq-USD.prom.*"):
        link.unlink()
