# SPDX-License-Identifier: Apache-2.0
BOARD_OF_MONITOR_numachine := numachine
MODEL_OF_MONITOR_numachine := numachine
