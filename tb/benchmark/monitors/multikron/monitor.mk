# SPDX-License-Identifier: Apache-2.0
BOARD_OF_MONITOR_multikron := multikron
MODEL_OF_MONITOR_multikron := multikron
