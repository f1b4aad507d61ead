# SPDX-License-Identifier: Apache-2.0
# The SHRIMP performance monitor of 1996 in simulation. mk/boards.mk describes the variables.
PARTS_shrimp96 := tb/bus/eisa.c tb/bus/sni.c tb/device/simm.c
