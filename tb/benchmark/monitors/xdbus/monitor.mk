# SPDX-License-Identifier: Apache-2.0
BOARD_OF_MONITOR_xdbus := xdbus
MODEL_OF_MONITOR_xdbus := xdbus
PARTS_OF_MONITOR_xdbus := messages
