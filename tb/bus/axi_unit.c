/* SPDX-License-Identifier: Apache-2.0 */
/* The AXI4 slave, driven clock by clock by a master in this file, without a design. */
#include "axi.h"
#include "no_design.h"

/* ---- a simulator whose pins are variables ---- */

#define PINS 64

static struct variable {
	char name[24];
	uint64_t value;
} variables[PINS];
static size_t variables_used;

static uint64_t *variable(const char *name)
{
	for (size_t i = 0; i < variables_used; i++)
		if (!strcmp(variables[i].name, name))
			return &variables[i].value;
	assert_true(variables_used < PINS);
	snprintf(variables[variables_used].name, sizeof(variables->name), "%s", name);
	variables[variables_used].value = 0;
	return &variables[variables_used++].value;
}

static void *open_nothing(const char *model, uint32_t jitter, struct evaluate *eval)
{
	(void)model, (void)jitter;
	eval->all = evaluate_nothing;
	eval->pulse = pulse_nothing;
	return variables;
}

static bool find_pin(void *b, const char *name, struct sim_pin *p)
{
	(void)b;
	p->ptr = variable(name);
	p->bytes = 8;
	p->width = strcmp(name, "aclk") ? 64 : 1;
	return true;
}

const struct backend sim_backend = {
	.name = "none", .open = open_nothing, .close = close_nothing, .pin = find_pin};

/* ---- the bus ---- */

#define DELAY 5u

static struct sim *sim;
static struct sim_clock *clk;
static struct axi *slave;
static uint64_t memory[1024]; /* from address 0 on */
static struct axi_burst ended[64];
static size_t ended_count;
static bool later;

#define PIN(name) (*variable(name))

static uint64_t accept(void *arg, const struct axi_burst *b, uint64_t now)
{
	(void)arg, (void)b;
	return later ? AXI_LATER : now + DELAY;
}

static uint64_t read_memory(void *arg, uint64_t addr)
{
	(void)arg;
	return memory[addr / 8];
}

static void write_memory(void *arg, uint64_t addr, uint64_t data, unsigned int strobe)
{
	(void)arg;
	for (unsigned int k = 0; k < 8; k++)
		if (strobe >> k & 1)
			memory[addr / 8] = (memory[addr / 8] & ~(UINT64_C(255) << 8 * k)) |
					   (data & UINT64_C(255) << 8 * k);
}

static void note_end(void *arg, const struct axi_burst *b)
{
	(void)arg;
	ended[ended_count++] = *b;
}

static void begin(void)
{
	const struct axi_target t = {NULL, accept, read_memory, write_memory, note_end};

	sim = sim_open_("none", 0);
	assert_non_null(sim);
	variables_used = ended_count = 0;
	later = false;
	for (unsigned int i = 0; i < 1024; i++)
		memory[i] = i;
	clk = sim_clock(sim, "aclk", SIM_NS(10), SIM_NS(5));
	slave = axi_open(sim, clk, "", sim_pin(sim, "reset_n"), &t);
	sim_wait_cycles(clk, 2);
	PIN("reset_n") = 1;
	PIN("rready") = PIN("bready") = 1;
	sim_wait_cycles(clk, 2);
}

static void end(void)
{
	sim_cleanup_(sim);
	sim_close_(sim);
}

/* Puts an address of 8-byte beats on the channel AR or AW. */
static void put_address(bool write, unsigned int id, uint64_t addr, unsigned int beats,
			unsigned int burst)
{
	PIN(write ? "awid" : "arid") = id;
	PIN(write ? "awaddr" : "araddr") = addr;
	PIN(write ? "awlen" : "arlen") = beats - 1;
	PIN(write ? "awsize" : "arsize") = 3;
	PIN(write ? "awburst" : "arburst") = burst;
	PIN(write ? "awvalid" : "arvalid") = 1;
}

/* Sends an address; returns the number of clocks that this takes. */
static unsigned int send_address(bool write, unsigned int id, uint64_t addr, unsigned int beats,
				 unsigned int burst)
{
	unsigned int clocks = 1;
	bool ready;

	put_address(write, id, addr, beats, burst);
	for (;; clocks++) {
		ready = PIN(write ? "awready" : "arready");
		sim_wait_cycles(clk, 1);
		if (ready)
			break;
	}
	PIN(write ? "awvalid" : "arvalid") = 0;
	return clocks;
}

static void send_data(uint64_t data, unsigned int strobe, bool last)
{
	bool ready;

	PIN("wdata") = data;
	PIN("wstrb") = strobe;
	PIN("wlast") = last;
	PIN("wvalid") = 1;
	do {
		ready = PIN("wready");
		sim_wait_cycles(clk, 1);
	} while (!ready);
	PIN("wvalid") = 0;
}

/* Receives a beat of a read. */
static uint64_t receive(unsigned int id, bool last)
{
	uint64_t data;

	while (!PIN("rvalid"))
		sim_wait_cycles(clk, 1);
	data = PIN("rdata");
	assert_int_equal(PIN("rid"), id);
	assert_int_equal(PIN("rlast"), last);
	sim_wait_cycles(clk, 1);
	return data;
}

static void receive_response(unsigned int id)
{
	while (!PIN("bvalid"))
		sim_wait_cycles(clk, 1);
	assert_int_equal(PIN("bid"), id);
	sim_wait_cycles(clk, 1);
}

/* ---- the tests ---- */

static void reads(void)
{
	static const unsigned int wrapped[] = {11, 8, 9, 10};

	begin();
	send_address(false, 3, 0x40, 3, 1);
	send_address(false, 5, 0x58, 4, 2);
	for (unsigned int EACH(i, 0); i < 3; i++)
		assert_int_equal(receive(3, i == 2), 8 + i);
	for (unsigned int EACH(i, 0); i < 4; i++)
		assert_int_equal(receive(5, i == 3), wrapped[i]);
	assert_int_equal(ended_count, 2);
	assert_int_equal(ended[0].end - ended[0].start, DELAY + 2);
	assert_int_equal(ended[1].addr, 0x58);
	/* a master that waits sees the same beat */
	PIN("rready") = 0;
	send_address(false, 1, 0x80, 1, 1);
	sim_wait_cycles(clk, 20);
	assert_int_equal(PIN("rvalid"), 1);
	memory[16] = 99;
	sim_wait_cycles(clk, 1);
	assert_int_equal(PIN("rdata"), 16);
	PIN("rready") = 1;
	assert_int_equal(receive(1, true), 16);
	end();
}

static void writes(void)
{
	begin();
	/* data that come before their address wait */
	PIN("wdata") = 0x1122334455667788;
	PIN("wstrb") = 0x0F;
	PIN("wlast") = 0;
	PIN("wvalid") = 1;
	for (unsigned int EACH(i, 0); i < 10; i++) {
		assert_int_equal(PIN("wready"), 0);
		sim_wait_cycles(clk, 1);
	}
	send_address(true, 7, 0x100, 2, 1);
	send_data(0x1122334455667788, 0x0F, false);
	send_data(0x99, 0xFF, true);
	receive_response(7);
	assert_int_equal(memory[32], 0x55667788);
	assert_int_equal(memory[33], 0x99);
	assert_int_equal(ended_count, 1);
	end();
}

/* The address of the next write comes in the clock of the last data of the one before. */
static void writes_in_succession(void)
{
	begin();
	send_address(true, 0, 0, 1, 1);
	for (unsigned int EACH(i, 0); i < 20; i++) {
		put_address(true, i + 1, 8 * (i + 1), 1, 1);
		assert_int_equal(PIN("awready"), 1);
		send_data(1000 + i, 0xFF, true);
		PIN("awvalid") = 0;
		if (i % 4 == 3)
			sim_wait_cycles(clk, 3 * DELAY);
	}
	send_data(1020, 0xFF, true);
	sim_wait_cycles(clk, 3 * DELAY);
	assert_int_equal(ended_count, 21);
	for (unsigned int EACH(i, 0); i < 21; i++) {
		assert_int_equal(ended[i].id, i);
		assert_int_equal(memory[i], 1000 + i);
	}
	end();
}

static void queue_is_full(void)
{
	begin();
	later = true;
	for (unsigned int EACH(i, 0); i < AXI_QUEUE; i++)
		assert_int_equal(send_address(false, i, 8 * i, 1, 1), 1);
	put_address(false, 9, 0x200, 1, 1);
	for (unsigned int EACH(i, 0); i < 10; i++) {
		assert_int_equal(PIN("arready"), 0);
		assert_int_equal(PIN("rvalid"), 0);
		sim_wait_cycles(clk, 1);
	}
	axi_answer(slave, false);
	sim_wait_cycles(clk, 1);
	assert_int_equal(PIN("rvalid"), 1);
	assert_int_equal(receive(0, true), 0);
	assert_int_equal(send_address(false, 9, 0x200, 1, 1), 1);
	assert_int_equal(ended_count, 1);
	end();
}

/* A bus of 128 bits: beats of 16 bytes, and a narrow one in the upper half. */
static void wide(void)
{
	begin();
	axi_widen(slave, "");
	put_address(true, 2, 0x100, 2, 1);
	PIN("awsize") = 4;
	sim_wait_cycles(clk, 1);
	PIN("awvalid") = 0;
	PIN("wdata_hi") = 0x1111;
	send_data(0x2222, 0xFFFF, false);
	PIN("wdata_hi") = 0x3333;
	send_data(0x4444, 0x00FF, true);
	receive_response(2);
	assert_int_equal(memory[32], 0x2222);
	assert_int_equal(memory[33], 0x1111);
	assert_int_equal(memory[34], 0x4444);
	assert_int_equal(memory[35], 35);
	send_address(true, 2, 0x128, 1, 1); /* 8 bytes */
	PIN("wdata_hi") = 0x5555;
	send_data(0x6666, 0xFF00, true);
	receive_response(2);
	assert_int_equal(memory[36], 36);
	assert_int_equal(memory[37], 0x5555);
	put_address(false, 1, 0x100, 2, 1);
	PIN("arsize") = 4;
	sim_wait_cycles(clk, 1);
	PIN("arvalid") = 0;
	while (!PIN("rvalid"))
		sim_wait_cycles(clk, 1);
	assert_int_equal(PIN("rdata_hi"), 0x1111);
	assert_int_equal(receive(1, false), 0x2222);
	assert_int_equal(PIN("rdata_hi"), 35);
	assert_int_equal(receive(1, true), 0x4444);
	end();
}

/* ---- what the checker must notice ---- */

static void break_rule(void *rule)
{
	switch (*(unsigned int *)rule) {
	case 0: /* a burst that crosses 4 KB */
		send_address(false, 0, 0xFF8, 2, 1);
		break;
	case 1: /* FIXED */
		send_address(false, 0, 0, 2, 0);
		break;
	case 2: /* a WRAP of three beats */
		send_address(true, 0, 0, 3, 2);
		break;
	case 3: /* an early WLAST */
		send_address(true, 0, 0, 2, 1);
		send_data(0, 0xFF, true);
		break;
	case 4: /* a late WLAST */
		send_address(true, 0, 0, 1, 1);
		send_data(0, 0xFF, false);
		break;
	case 5: /* data that change while they wait */
		PIN("wvalid") = 1;
		sim_wait_cycles(clk, 2);
		PIN("wdata") = 1;
		break;
	case 6: /* WVALID that falls */
		PIN("wvalid") = 1;
		sim_wait_cycles(clk, 2);
		PIN("wvalid") = 0;
		break;
	case 7: /* an address that changes while it waits */
		later = true;
		for (unsigned int i = 0; i < AXI_QUEUE; i++)
			send_address(false, 0, 0, 1, 1);
		put_address(false, 0, 0, 1, 1);
		sim_wait_cycles(clk, 2);
		put_address(false, 0, 8, 1, 1);
		break;
	case 8: /* beats of 16 bytes on a bus of 8 */
		put_address(false, 0, 0, 1, 1);
		PIN("arsize") = 4;
		break;
	default: /* ARVALID that falls */
		later = true;
		for (unsigned int i = 0; i < AXI_QUEUE; i++)
			send_address(false, 0, 0, 1, 1);
		put_address(false, 0, 0, 1, 1);
		sim_wait_cycles(clk, 2);
		PIN("arvalid") = 0;
	}
	sim_wait_cycles(clk, 2);
}

static void rules(void)
{
	for (unsigned int EACH(rule, 0); rule < 10; rule++) {
		bool failed;

		begin();
		failed = fails(break_rule, &rule);
		if (!failed)
			print_error("rule %u was not noticed\n", rule);
		assert_true(failed);
		end();
	}
}

static const struct unit units[] = {
	UNIT(reads, ""),	 UNIT(writes, ""), UNIT(writes_in_succession, ""),
	UNIT(queue_is_full, ""), UNIT(wide, ""),   UNIT(rules, ""),
};

UNIT_MAIN(units)
