BOARD_OF_MONITOR_hypermon := hypermon
MODEL_OF_MONITOR_hypermon := hypermon
