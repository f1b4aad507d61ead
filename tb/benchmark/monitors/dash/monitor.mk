# SPDX-License-Identifier: Apache-2.0
BOARD_OF_MONITOR_dash := dash
MODEL_OF_MONITOR_dash := dash
PARTS_OF_MONITOR_dash := messages
