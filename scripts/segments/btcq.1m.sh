#!/bin/sh
# xbar: copy to ~/Library/Application Support/xbar/plugins; SwiftBar: copy to its plugin directory. The 1m in the name is
# the interval. If btcq is elsewhere, write its path. xbar does not read ~/.profile: set a proxy, certificates or a key here,
# as export https_proxy=http://proxy:3128
# A stale price is followed by its age: "$68,901.23 (18h old)".
#
# <xbar.title>btcq</xbar.title>
# <xbar.desc>The price of one bitcoin</xbar.desc>
# <xbar.dependencies>btcq</xbar.dependencies>

exec ~/.local/bin/btcq --quiet --max-age 50s --format xbar
