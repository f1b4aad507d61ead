# SPDX-License-Identifier: Apache-2.0
BOARD_OF_MONITOR_surfboard := surfboard
MODEL_OF_MONITOR_surfboard := surfboard
PARTS_OF_MONITOR_surfboard := packets
