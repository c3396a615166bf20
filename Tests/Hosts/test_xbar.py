"""The output of the plugin, by the rules in xbar's CONTRIBUTING.md."""

from home import PRICE, check_bar


def test_shows_the_price_its_age_and_a_menu(home):
    def plugin():
        # xbar ignores the output of a plugin that fails, and shows its stderr.
        return home.output(str(home.segments / "btcq.1m.sh"), environment=home.bare_environment)

    title, separator, *menu = plugin().splitlines()
    assert (title, separator) == (PRICE, "---")
    for text in ["binance", "BTCUSDT", "+2.31% in 24h", "refresh=true"]:
        assert any(text in line for line in menu)
    # The name contains the interval. A run may take 5 s to receive a price, and the next one must ask again.
    check_bar(home, plugin, fresh=40, old=55)
