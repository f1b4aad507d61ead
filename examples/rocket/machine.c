/* SPDX-License-Identifier: Apache-2.0 */
/* Cores, memory and devices of examples/rocket; see the header. */
#include "machine.h"
#include "cmdline.h"
#include "le.h"
#include "sbit.h"
#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY_BYTES (64u << 20)
#define QUIET 500u /* clocks without a request after which a program has ended */

/* Addresses at the device port. */
#define ROM 0x10000000u
#define UART 0x12000000u
#define EXIT 0x12000008u
#define MONITOR 0x20000000u
#define MONITOR_BYTES 0x10000000u
#define MONITOR_REGISTERS 0x10000u /* in the monitor */

void must(int err, const char *what)
{
	if (!err)
		return;
	fprintf(stderr, "%s: %s: %s\n", util_name ? util_name : "rocket", what, strerror(-err));
	exit(UTIL_BAD_DATA);
}

/* ---- the memory ---- */

static uint64_t memory_read(void *arg, uint64_t addr)
{
	struct node *n = arg;

	return addr - MEMORY_AT < MEMORY_BYTES ? get_le64(n->memory + (addr - MEMORY_AT)) : 0;
}

static void memory_write(void *arg, uint64_t addr, uint64_t data, unsigned int strobe)
{
	struct node *n = arg;

	SIM_CHECK(n->s, addr - MEMORY_AT < MEMORY_BYTES, "a write outside of memory: %" PRIX64,
		  addr);
	for (unsigned int k = 0; k < 8; k++)
		if (strobe >> k & 1)
			n->memory[addr - MEMORY_AT + k] = (uint8_t)(data >> 8 * k);
}

static uint64_t memory_accept(void *arg, const struct axi_burst *b, uint64_t now)
{
	struct node *n = arg;

	n->requests++;
	return n->o.latency ? now + n->o.latency
			    : ddr_access(&n->ddr, now, b->addr, b->len + 1, b->write);
}

static void remember(struct node *n, const struct axi_burst *b, bool device)
{
	if (n->count == n->room) {
		n->room = n->room ? 2 * n->room : 4096;
		n->seen = realloc(n->seen, n->room * sizeof(*n->seen));
		must(n->seen ? 0 : -ENOMEM, "log");
	}
	n->seen[n->count++] = (struct seen){.end = b->end,
					    .addr = (uint32_t)b->addr,
					    .words = (((b->len + 1) << b->size) + 3) >> 2,
					    .latency = (uint32_t)(b->end - b->start),
					    .id = (uint8_t)b->id,
					    .write = b->write,
					    .device = device};
}

static void memory_done(void *arg, const struct axi_burst *b)
{
	remember(arg, b, false);
}

/* ---- the devices ---- */

/* csrw mie, zero; li t0, 1; slli t0, t0, 31; jr t0 */
static const uint32_t rom[] = {0x30401073, 0x00100293, 0x01F29293, 0x00028067};

static bool is_monitor(uint64_t addr)
{
	return addr - MONITOR < MONITOR_BYTES;
}

static uint64_t io_read(void *arg, uint64_t addr)
{
	struct node *n = arg;
	const uint64_t word = (addr - ROM) / 4;

	if (is_monitor(addr))
		return n->request[false].data;
	if (addr >= ROM && word + 1 < sizeof(rom) / sizeof(rom[0]))
		return rom[word] | (uint64_t)rom[word + 1] << 32;
	return 0;
}

static void put_character(struct node *n, char c)
{
	uint32_t bin, count;

	if (!n->o.quiet)
		putchar(c);
	if (c != '\n') {
		if (n->length < sizeof(n->line) - 1)
			n->line[n->length++] = c;
		return;
	}
	n->line[n->length] = 0;
	n->length = 0;
	if (sscanf(n->line, "bin %" SCNu32 ": %" SCNu32, &bin, &count) == 2 && bin < BINS)
		n->printed[bin] = count;
}

static void io_write(void *arg, uint64_t addr, uint64_t data, unsigned int strobe)
{
	struct node *n = arg;

	if (is_monitor(addr)) {
		n->request[true].data = data;
		n->request[true].strobe = strobe;
	} else if (addr == UART && strobe & 1) {
		put_character(n, (char)(data & 255));
	} else if (addr == EXIT) {
		n->exited = true;
		n->code = data & 255;
		n->exit_clock = sim_clock_edges(n->clk);
	}
}

static uint64_t io_accept(void *arg, const struct axi_burst *b, uint64_t now)
{
	struct node *n = arg;
	struct request *r = &n->request[b->write];

	n->requests++;
	if (!is_monitor(b->addr))
		return now + 4;
	SIM_CHECK(n->s, !b->len, "an access of %u beats to the monitor", b->len + 1);
	SIM_CHECK(n->s, !r->waits, "two accesses to the monitor at a time");
	r->waits = true;
	r->addr = (uint32_t)b->addr - MONITOR;
	r->bytes = 1u << b->size;
	return AXI_LATER;
}

static void io_done(void *arg, const struct axi_burst *b)
{
	remember(arg, b, true);
}

static void remember_phase(struct node *n, uint64_t from, uint32_t word)
{
	const struct phase p = {from, sim_clock_edges(n->clk),
				(uint8_t)surf_get(word, SURF_PHSR_PHASE)};

	if (p.number == (n->phases ? n->phase[n->phases - 1].number : 0))
		return;
	SIM_CHECK(n->s, n->phases < PHASES, "more than %u phases", PHASES);
	if (n->phases < PHASES)
		n->phase[n->phases++] = p;
}

/* Makes the access of a program to the monitor, with one or two words. */
static void make_request(struct node *n, bool write)
{
	struct request *r = &n->request[write];
	const uint64_t from = sim_clock_edges(n->clk);
	uint64_t data = 0;

	for (uint32_t addr = r->addr & ~3u; addr < r->addr + r->bytes; addr += 4) {
		uint32_t word = (uint32_t)(r->data >> 8 * (addr & 4));
		const int err = write ? word_device_write(n->bus, addr,
							  r->strobe >> (addr & 4) & 15, word)
				      : word_device_read(n->bus, addr, &word);

		SIM_CHECK(n->s, !err, "the monitor refuses address %08" PRIX32, addr);
		if (write && addr == MONITOR_REGISTERS + SURF_PHSR)
			remember_phase(n, from, word);
		data |= (uint64_t)word << 8 * (addr & 4);
	}
	if (!write)
		r->data = data;
	r->waits = false;
	axi_answer(n->io, write);
}

/* ---- the program ---- */

/* Loads the segments of an ELF file. */
static void load(struct node *n, const char *path)
{
	uint8_t *file = NULL;
	size_t bytes = 0, got;
	FILE *f = fopen(path, "r");
	Elf64_Ehdr head;

	must(f ? 0 : -errno, path);
	do {
		file = realloc(file, bytes + 65536);
		must(file ? 0 : -ENOMEM, path);
		got = fread(file + bytes, 1, 65536, f);
		bytes += got;
	} while (got);
	fclose(f);
	must(bytes < sizeof(head) ? -ENOEXEC : 0, path);
	memcpy(&head, file, sizeof(head));
	must(memcmp(head.e_ident, ELFMAG, SELFMAG) || head.e_ident[EI_CLASS] != ELFCLASS64 ||
			     head.e_machine != EM_RISCV ||
			     head.e_phentsize != sizeof(Elf64_Phdr)
		     ? -ENOEXEC
		     : 0,
	     path);
	for (unsigned int i = 0; i < head.e_phnum; i++) {
		Elf64_Phdr p;
		const uint64_t at = head.e_phoff + i * sizeof(p);

		must(at > bytes || bytes - at < sizeof(p) ? -ENOEXEC : 0, path);
		memcpy(&p, file + at, sizeof(p));
		if (p.p_type != PT_LOAD)
			continue;
		must(p.p_offset > bytes || bytes - p.p_offset < p.p_filesz ||
				     p.p_paddr < MEMORY_AT ||
				     p.p_paddr - MEMORY_AT > MEMORY_BYTES ||
				     MEMORY_BYTES - (p.p_paddr - MEMORY_AT) < p.p_filesz
			     ? -ENOEXEC
			     : 0,
		     path);
		memcpy(n->memory + (p.p_paddr - MEMORY_AT), file + p.p_offset, p.p_filesz);
	}
	free(file);
}

void machine_start_monitor(struct node *n, uint32_t bins, uint32_t htcr)
{
	uint8_t stream[SBIT_BYTES];
	struct sbit_map map;
	struct surf_experiment e = {
		.stream = stream, .stream_bytes = sizeof(stream), .bins = bins};

	for (unsigned int i = 0; i < SBIT_OUTPUTS; i++)
		map.sel[i] = (uint8_t)(i < 6	 ? sbit_variables[SBIT_LATENCY].first + 2u + i
				       : i < 10	 ? sbit_variables[SBIT_SENDER].first + i - 6u
				       : i == 10 ? sbit_variables[SBIT_COLOR].first + 0u
				       : i == 11 ? sbit_variables[SBIT_SENDER].first + 4u
						 : SBIT_ZERO);
	must(sbit_compile(&map, stream), "selector");
	must(surf_open_device(&n->monitor, &n->bus->dev), "monitor");
	e.acdr = surf_set(surf_set(0, SURF_ACDR_IMAGE_LAT_N, 4), SURF_ACDR_IMAGE_CATMUX, 1);
	e.htcr = htcr;
	must(surf_begin(&n->monitor, &e), "start");
}

static bool run_pauses(void *arg)
{
	const struct node *n = arg;

	return n->exited || n->request[0].waits || n->request[1].waits;
}

bool machine_run(struct node *n, uint64_t limit)
{
	const uint64_t begin = sim_clock_edges(n->clk);
	const sim_time period = sim_clock_period(n->clk);
	uint64_t requests;

	sim_put(sim_pin(n->s, "cores_resetn"), 1);
	while (!n->exited) {
		const uint64_t clocks = sim_clock_edges(n->clk) - begin;

		if (clocks > limit ||
		    !sim_wait_for(n->s, run_pauses, n, (limit - clocks) * period))
			return false;
		for (int k = 0; k < 2; k++)
			if (n->request[k].waits)
				make_request(n, k);
	}
	n->exit_clock -= begin;
	do {
		requests = n->requests;
		sim_wait_cycles(n->clk, QUIET);
	} while (requests != n->requests);
	return true;
}

void machine_open(struct node *n, struct sim *s, const struct machine_options *o,
		  const char *program)
{
	const struct axi_target memory = {n, memory_accept, memory_read, memory_write,
					  memory_done};
	const struct axi_target io = {n, io_accept, io_read, io_write, io_done};
	const struct sim_pin *reset;
	struct axi *port;

	*n = (struct node){.s = s, .o = *o};
	n->memory = calloc(1, MEMORY_BYTES);
	must(n->memory ? 0 : -ENOMEM, "memory");
	load(n, program);
	ddr_init(&n->ddr, &ddr_times_100mhz);
	n->clk = sim_clock(s, "aclk", SIM_NS(10), SIM_NS(5));
	reset = sim_pin(s, "cores_resetn");
	n->bus = axil_open(s, n->clk, "");
	must(n->bus ? 0 : -ENOMEM, "bus");
	port = axi_open(s, n->clk, "mem_", reset, &memory);
	if (o->cores == 2)
		axi_widen(port, "mem_");
	axi_set_stall(port, o->stall);
	n->io = axi_open(s, n->clk, "io_", reset, &io);
	sim_put(sim_pin(s, "defect"), o->defect);
}

void machine_close(struct node *n)
{
	free(n->seen);
	free(n->memory);
}
