# SPDX-License-Identifier: Apache-2.0
BOARD_OF_MONITOR_hypermon := hypermon
MODEL_OF_MONITOR_hypermon := hypermon
