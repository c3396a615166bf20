#!/bin/sh
# Xfce: add a Generic Monitor to the panel, with a period of 15 s and this command; write the path of your home directory for
# ~, since no shell runs it
#     ~/.local/share/btcq/segments/genmon.sh
# A stale price is followed by its age: "$68,901.23 (18h old)". The tooltip shows source, pair, age and the change in 24
# hours. If btcq is elsewhere, write its path. Xfce does not read ~/.profile on every system: set a proxy, certificates or a
# key here, as export https_proxy=http://proxy:3128

# Without a price, an empty text replaces the last one.
~/.local/bin/btcq --quiet --max-age 1m --stale-ok --template \
    '<txt>{price}{stale: ({age} old)}</txt><tool>{source} {pair}{cached:, {age} old}{up:, {change} in 24h}{down:, {change} in 24h}</tool>' ||
    echo '<txt></txt><tool>btcq: no price</tool>'
