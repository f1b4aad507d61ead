BOARD_OF_MONITOR_multikron := multikron
MODEL_OF_MONITOR_multikron := multikron
