/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WIRING_H
#define WIRING_H
/*
 * Pins of the memory monitor and their connections on its card, for the programs that drive the
 * pins (monitor.h, rack.h).
 */
#include "pins.h"

/* X(pin, field of struct nm_golden_clock): inputs that the card drives ... */
#define CARD_INPUTS(X)                        \
	X(mon_start, mon_start)               \
	X(ad, ad)                             \
	X(cmd, cmd)                           \
	X(valid, valid)                       \
	X(lock, lock)                         \
	X(local_global, local_global)         \
	X(block_label_write_data, label_data) \
	X(fifo_cnt_en, fifo_en)               \
	X(fifo_cnt_dir, fifo_up)              \
	X(sf_start, sf_start)                 \
	X(sf_double, sf_double)

/* ... and inputs that its wires drive, or a test in their place. */
#define WIRED_INPUTS(X)                     \
	X(config_register, config)          \
	X(overflow, overflow)               \
	X(external_addr, ext_addr)          \
	X(external_addr_enable, ext_enable) \
	X(external_data, ext_data)          \
	X(flex_lo_wr, lo_wr)                \
	X(flex_hi_wr, hi_wr)                \
	X(sram_addr0_oe_n, addr0_oe_n)

/* X(output, input): wires between the units. The second list has those of external accesses. */
#define CARD_WIRES(X)                          \
	X(sf_config_register, config_register) \
	X(ci_overflow, overflow)
#define EXTERNAL_WIRES(X)                                \
	X(sf_external_addr, external_addr)               \
	X(sf_external_addr_enable, external_addr_enable) \
	X(sf_external_data, external_data)               \
	X(sf_flex_lo_wr, flex_lo_wr)                     \
	X(sf_flex_hi_wr, flex_hi_wr)                     \
	X(sf_sram_addr0_oe_n, sram_addr0_oe_n)

#define PAIR_NUMBER(pin, field) P_##pin,
#define PAIR_NAME(pin, field) #pin,

#endif
