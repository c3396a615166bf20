"""The output of the plugin, by the rules in xbar's CONTRIBUTING.md."""

from home import PRICE, check_bar


def test_shows_the_price_and_its_age_above_the_menu(home):
    def plugin():
        # xbar ignores the output of a plugin that fails, and shows its stderr.
        return home.output(str(home.segments / "btcq.1m.sh"), environment=home.bare_environment)

    assert plugin().splitlines()[:2] == [PRICE, "---"]
    # The name contains the interval. A run may take 5 s to receive a price, and the next one must ask again.
    check_bar(home, plugin, fresh=40, old=55)
