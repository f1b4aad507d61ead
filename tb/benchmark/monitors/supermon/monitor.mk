# SPDX-License-Identifier: Apache-2.0
BOARD_OF_MONITOR_supermon := supermon
MODEL_OF_MONITOR_supermon := supermon
