#!/bin/sh
# xbar: copied to ~/Library/Application Support/xbar/plugins; SwiftBar: to its plugin folder. The 1m in the name is
# how often it runs. Neither is started by a shell: the login shell reads ~/.profile, for PATH and BTCQ_CURRENCY.
# A ~ behind the price says that it is stale.
#
# <xbar.title>btcq</xbar.title>
# <xbar.desc>The price of one bitcoin</xbar.desc>
# <xbar.dependencies>btcq</xbar.dependencies>

exec sh -lc 'exec btcq --quiet --max-age 50s --format xbar'
