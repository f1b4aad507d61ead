BOARD_OF_MONITOR_supermon := supermon
MODEL_OF_MONITOR_supermon := supermon
