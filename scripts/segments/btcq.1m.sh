#!/bin/sh
# xbar: copy to ~/Library/Application Support/xbar/plugins; SwiftBar: copy to its plugin directory. The 1m in the name is
# the interval. Neither is started by a shell, so a login shell reads ~/.profile for PATH and BTCQ_CURRENCY.
# A stale price is followed by its age: "$68,901.23 (18h old)".
#
# <xbar.title>btcq</xbar.title>
# <xbar.desc>The price of one bitcoin</xbar.desc>
# <xbar.dependencies>btcq</xbar.dependencies>

exec sh -lc 'exec btcq --quiet --max-age 50s --format xbar'
