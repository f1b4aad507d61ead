/* SPDX-License-Identifier: Apache-2.0 */
#include "ahdl.h"
#include "numachine_regs.h"

static unsigned int bit(uint64_t v, unsigned int n)
{
	return v >> n & 1;
}

static unsigned int bits(uint64_t v, unsigned int msb, unsigned int lsb)
{
	return (unsigned int)(v >> lsb & (((uint64_t)1 << (msb - lsb + 1)) - 1));
}

bool ahdl_flex_write_sram(const struct ahdl *a)
{
	return a->increment_sram == AHDL_INCREMENT;
}

bool ahdl_write_enable(const struct ahdl *a)
{
	return a->write_block_label == AHDL_WRITE;
}

unsigned int ahdl_mapped_cmd(const struct ahdl *a)
{
	const unsigned int code = bits(a->cmd_ff, 7, 3);
	const bool read_req = code == 0x01, read_res = code == 0x00, read_ex_req = code == 0x05,
		   read_ex_res = code == 0x04, write_back_res = code == 0x10,
		   inval_res = code == 0x18, upgrade_req = code == 0x19;
	const bool nack = bits(a->cmd_ff, 7, 6) == 0 && bit(a->cmd_ff, 4);
	const bool partial =
		read_req || read_res || read_ex_req || read_ex_res || inval_res || upgrade_req;
	const unsigned int c0 = (partial && bit(a->cmd_ff, 3)) || !write_back_res || nack;
	const unsigned int c1 = (partial && bit(a->cmd_ff, 5)) || write_back_res || nack;
	const unsigned int c2 = (partial && bit(a->cmd_ff, 6)) || write_back_res || nack;

	return c2 << 2 | c1 << 1 | c0;
}

bool ahdl_monitor_commands(const struct ahdl *a)
{
	const unsigned int type = bits(a->cmd_ff, 7, 5);

	return type == 0 || type == 1 || type == 2 || type == 4 || type == 6;
}

/* Returns the counter address that stage 2 computes from the latched inputs and the current
 * AD. */
static uint16_t histogram_stats(const struct ahdl *a, const struct ahdl_in *in)
{
	const unsigned int geometry =
		(unsigned int)in->cache_line_size << 1 | in->num_memory_boards;
	const unsigned int mode = a->config_reg_ff & 3; /* Config_Histo_ff */
	const bool mode1 = mode == 0, mode2 = mode == 1, mode3 = mode == 2, mode4 = mode == 3;
	const unsigned int bl = a->block_label_ff;
	unsigned int sel, direct, select_block, v;

	if (geometry == 0)
		sel = bit(in->ad, 24), direct = bit(in->ad, 25);
	else if (geometry == (1 | 2))
		sel = bit(in->ad, 25), direct = bit(in->ad, 26);
	else
		sel = bit(in->ad, 26), direct = bit(in->ad, 27);
	select_block = sel ? bits(bl, 3, 0) : bits(bl, 7, 4);

	v = ahdl_mapped_cmd(a) | (unsigned int)a->valid_ff << 3 |
	    (unsigned int)a->lock_ff << 4 | (unsigned int)a->local_global_ff << 5 |
	    (unsigned int)a->overflow_ff << 6;
	v |= ((mode2 ? 0 : bits(bl, 3, 0)) | (sel ? select_block : 0)) << 7;
	v |= (mode2 ? a->phase_id_ff : bits(bl, 7, 4)) << 11;
	v |= ((mode1 && bit(bl, 8)) || (mode3 && bit(in->ad, 6)) ||
	      ((mode2 || mode4) && direct))
	     << 15;
	return (uint16_t)v;
}

static enum ahdl_increment next_increment(const struct ahdl *a, bool mon_start)
{
	const unsigned int config = a->config_reg_ff >> 2;

	switch (a->increment_sram) {
	case AHDL_INCREMENT_IDLE:
		return mon_start ? AHDL_INCREMENT_CHECK : AHDL_INCREMENT_IDLE;
	case AHDL_INCREMENT_CHECK:
		if (ahdl_monitor_commands(a) && config == 2)
			return AHDL_INCREMENT;
		return config == 0 || config == 1 ? AHDL_INCREMENT : AHDL_INCREMENT_IDLE;
	default:
		return a->ready[2] ? AHDL_INCREMENT_IDLE : AHDL_INCREMENT;
	}
}

static enum ahdl_label next_label(const struct ahdl *a, bool mon_start)
{
	switch (a->write_block_label) {
	case AHDL_WRITE_IDLE:
		return mon_start ? AHDL_WRITE_CHECK : AHDL_WRITE_IDLE;
	case AHDL_WRITE_CHECK: /* the state waits for any match, also of a later access */
		return a->signal_address_write_ff ? AHDL_WRITE : AHDL_WRITE_CHECK;
	default:
		return AHDL_WRITE_IDLE;
	}
}

void ahdl_step(struct ahdl *a, const struct ahdl_in *in)
{
	const uint64_t ad = in->ad;
	struct ahdl n = *a;

	if (in->mon_start) {
		n.cmd_ff = in->cmd;
		n.ad_ff = ad;
		n.phase_id_ff = (uint8_t)bits(ad, 51, 48);
		n.pid_ff = (uint8_t)bits(ad, 53, 52);
		n.fifo_count_ff = a->fifo_counter;
		n.lock_ff = in->lock;
		n.valid_ff = in->valid;
		n.local_global_ff = in->local_global;
		n.block_label_ff = in->block_label & 0x1FF;
		n.overflow_ff = in->overflow;
	}
	n.station_id_ff =
		(uint8_t)((bit(ad, 63) | bit(ad, 62)) << 3 | (bit(ad, 63) | bit(ad, 61)) << 2 |
			  (bit(ad, 59) | bit(ad, 58)) << 1 | (bit(ad, 59) | bit(ad, 57)));
	n.histogram_stats_ff = histogram_stats(a, in);
	n.config_reg_ff =
		in->config & (NUMACHINE_CONFIG_MODE_MASK |
			      NUMACHINE_CONFIG_HISTO_MASK); /* Config_Histo_ff and Config_All_ff
							       are parts of it */
	n.flyer_miles_ff = (uint16_t)(bits(a->ad_ff, 25, 14) << 4 | a->station_id_ff);
	n.fifo_depth_histo_ff =
		(uint16_t)((unsigned int)a->fifo_count_ff << 10 |
			   (unsigned int)a->phase_id_ff << 6 |
			   (bit(a->pid_ff, 1) | bit(a->pid_ff, 0)) << 5 |
			   (bit(a->pid_ff, 1) | bit(ad, 53)) << 4 | a->station_id_ff);
	n.counter_sram_addr_ff = a->config_reg_ff >> 2 == 2   ? a->histogram_stats_ff
				 : a->config_reg_ff >> 2 == 1 ? a->fifo_depth_histo_ff
				 : a->config_reg_ff >> 2 == 0 ? a->flyer_miles_ff
							      : 0;
	n.bank_sel_ff = (uint8_t)((bit(ad, 24) & (bit(ad, 25) | (bit(ad, 7) ^ 1))) << 1 |
				  (bit(ad, 7) ? bit(ad, 24) ^ 1 : bit(ad, 6) ^ 1));
	n.ready[0] = in->mon_start;
	n.ready[1] = a->ready[0];
	n.ready[2] = a->ready[1];
	n.signal_address_write_ff =
		bits(ad, 27, 24) == 0xD && bits(ad, 35, 32) == 4 && !bit(in->cmd, 3);
	n.block_label_write_data_ff = in->block_label_write_data & 0x1FF;
	if (in->fifo_cnt_en)
		n.fifo_counter = (a->fifo_counter + (in->fifo_cnt_dir ? 1 : 63)) & 63;
	n.increment_sram =
		a->reset_as_printed ? AHDL_INCREMENT_IDLE : next_increment(a, in->mon_start);
	n.write_block_label =
		a->reset_as_printed ? AHDL_WRITE_IDLE : next_label(a, in->mon_start);
	*a = n;
}
