BOARD_OF_MONITOR_numachine := numachine
MODEL_OF_MONITOR_numachine := numachine
