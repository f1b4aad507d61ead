BOARD_OF_MONITOR_surfboard := surfboard
MODEL_OF_MONITOR_surfboard := surfboard
