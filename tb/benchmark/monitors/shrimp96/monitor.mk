# SPDX-License-Identifier: Apache-2.0
BOARD_OF_MONITOR_shrimp96 := shrimp96
MODEL_OF_MONITOR_shrimp96 := shrimp96
PARTS_OF_MONITOR_shrimp96 := packets
