/* SPDX-License-Identifier: Apache-2.0 */
#ifndef AHDL_H
#define AHDL_H
/*
 * Reference model of the AHDL program that the thesis prints (appendix B, SUBDESIGN
 * monmem), clock by clock of 50 MHz and equation by equation, faults included. It shows what
 * the printed program would have done; nm_golden.h, and not this model, defines what the
 * monitor must do.
 *
 * The printed text does not compile. The model assumes the only possible meaning: undeclared
 * nodes are nodes; ELSE IF ... END IF is ELSIF; the label machine has the third state that it
 * uses; constants combined by OR are combined bit by bit before they are compared.
 */
#include <stdbool.h>
#include <stdint.h>

struct ahdl_in { /* inputs of one clock */
	bool mon_start;
	uint64_t ad;
	uint16_t cmd;
	bool valid, lock, local_global;
	uint16_t block_label, block_label_write_data; /* 9 bits */
	uint8_t config;				      /* Config_Register[3..0] */
	bool overflow;
	bool fifo_cnt_en, fifo_cnt_dir;
	bool cache_line_size, num_memory_boards;
};

enum ahdl_increment { AHDL_INCREMENT_IDLE, AHDL_INCREMENT_CHECK, AHDL_INCREMENT };
enum ahdl_label { AHDL_WRITE_IDLE, AHDL_WRITE_CHECK, AHDL_WRITE };

struct ahdl {
	/* The reset input of an AHDL machine is active high, and the program connects resetn,
	 * so that its machines stay in reset. True: the model does the same; false: the
	 * machines work as intended. */
	bool reset_as_printed;
	uint16_t cmd_ff;
	uint64_t ad_ff;
	uint8_t station_id_ff, phase_id_ff, pid_ff, fifo_count_ff;
	bool lock_ff, valid_ff, local_global_ff, overflow_ff;
	uint16_t block_label_ff, block_label_write_data_ff;
	uint8_t config_reg_ff, bank_sel_ff, fifo_counter;
	uint16_t histogram_stats_ff, flyer_miles_ff, fifo_depth_histo_ff;
	uint16_t counter_sram_addr_ff; /* Counter_Sram_Addr[15..0] */
	bool ready[3], signal_address_write_ff;
	enum ahdl_increment increment_sram;
	enum ahdl_label write_block_label;
};

/* Return outputs in the clock whose register contents the model holds. */
bool ahdl_flex_write_sram(const struct ahdl *a);
bool ahdl_write_enable(const struct ahdl *a);
/* Returns Mapped_Cmd[2..0] of the latched command. */
unsigned int ahdl_mapped_cmd(const struct ahdl *a);
bool ahdl_monitor_commands(const struct ahdl *a);
/* Simulates the clock edge. A model that is all zeroes is in its state after reset. */
void ahdl_step(struct ahdl *a, const struct ahdl_in *in);

#endif
