/* SPDX-License-Identifier: Apache-2.0 */
#include "nmsim.h"
#include "args.h"
#include "kernels.h"
#include "monitor.h"
#include "recording.h"
#include "trial.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The harness asks every program for its tests; those with such a board have none. */
const struct sim_test sim_tests[] = {{0}};

struct arguments {
	uint64_t line, boards, station, board, order, pipelined, seed;
	char wave[4096];
};

struct nmsim {
	struct device dev; /* first */
	struct arguments a;
	struct monitor *m;
	uint64_t random, every, gap; /* transactions to come, clocks between them */
	uint64_t started;
	struct machine *machine; /* NULL: no workload */
	struct kernel *kernel;	 /* what runs on it, one of these */
	struct recording *recording;
};

/* ---- arguments ---- */

static bool argument(struct arguments *a, const char *word)
{
	const struct {
		const char *name;
		uint64_t *v, lo, hi;
	} numbers[] = {
		{"line", &a->line, 64, 128},	   {"boards", &a->boards, 1, 2},
		{"station", &a->station, 0, 15},   {"board", &a->board, 0, 1},
		{"order", &a->order, 0, 1},	   {"pipelined", &a->pipelined, 0, 1},
		{"seed", &a->seed, 0, UINT64_MAX},
	};
	const char *text = args_value(word, "wave");

	if (text)
		return *text &&
		       (size_t)snprintf(a->wave, sizeof(a->wave), "%s", text) < sizeof(a->wave);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		text = args_value(word, numbers[i].name);
		if (text)
			return args_number(text, numbers[i].v) &&
			       *numbers[i].v >= numbers[i].lo && *numbers[i].v <= numbers[i].hi;
	}
	return false;
}

static int parse(struct arguments *a, const char *args)
{
	char *copy, *at, *word;
	int err = 0;

	*a = (struct arguments){.line = 64, .boards = 1, .seed = 1};
	if (!args || !*args)
		return 0;
	copy = strdup(args);
	if (!copy)
		return -ENOMEM;
	for (at = copy; !err && (word = strsep(&at, ","));)
		err = argument(a, word) ? 0 : -EINVAL;
	free(copy);
	if (!err && ((a->line != 64 && a->line != 128) || a->board >= a->boards ||
		     (a->order && a->pipelined)))
		err = -EINVAL; /* there is no model with both */
	return err;
}

/* ---- transactions ---- */

static bool next_random(void *arg, struct nmbus_access *a)
{
	struct nmsim *b = arg;

	if (b->gap) {
		b->gap--;
		return false;
	}
	if (!b->random)
		return false;
	b->random--;
	b->started++;
	b->gap = b->every - 1;
	monitor_random(b->m, a);
	return true;
}

static int say(char *reply, size_t size, int err, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

static int say(char *reply, size_t size, int err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(reply, size, fmt, ap);
	va_end(ap);
	return err;
}

static int start(struct nmsim *b, char *const word[], int n, char *reply, size_t size)
{
	struct nmbus_access a = {0};
	uint64_t cmd;

	if (n < 3 || !args_number(word[1], &a.ad) || !args_number(word[2], &cmd) ||
	    cmd > 0xFFFF)
		return say(reply, size, -EINVAL, "start AD CMD [valid] [lock] [local]");
	a.cmd = (uint16_t)cmd;
	for (int i = 3; i < n; i++) {
		if (!strcmp(word[i], "valid"))
			a.valid = true;
		else if (!strcmp(word[i], "lock"))
			a.lock = true;
		else if (!strcmp(word[i], "local"))
			a.local_global = true;
		else
			return say(reply, size, -EINVAL, "%s: valid, lock or local", word[i]);
	}
	nmbus_transact(b->m->bus, &a);
	b->started++;
	sim_wait_cycles(b->m->clk, 8);
	return 0;
}

static int start_random(struct nmsim *b, char *const word[], int n, char *reply, size_t size)
{
	uint64_t count, every = b->a.pipelined ? 1 : 4;

	if (n < 2 || n > 3 || !args_number(word[1], &count) ||
	    (n == 3 && (!args_number(word[2], &every) || !every || every > 1000000)))
		return say(reply, size, -EINVAL, "random N [CLOCKS]");
	b->random = count;
	b->every = every;
	nmbus_traffic(b->m->bus, next_random, b);
	return 0;
}

static bool clock_machine(void *arg, struct nmbus_access *a)
{
	struct nmsim *b = arg;
	struct card_pins pins[2];
	const char *wrong = machine_clock(b->machine, pins);
	const struct card_pins *p = &pins[b->a.board];

	if (wrong)
		SIM_FAIL(b->m->s, "%s", wrong);
	*a = trial_access(p);
	b->started += p->mon_start;
	return p->mon_start;
}

static void end_machine(struct nmsim *b)
{
	nmbus_traffic(b->m->bus, NULL, NULL);
	nmbus_fifo(b->m->bus, 0);
	machine_close(b->machine);
	kernel_close(b->kernel);
	recording_close(b->recording);
	b->machine = NULL;
	b->kernel = NULL;
	b->recording = NULL;
}

static int start_machine(struct nmsim *b, const struct machine_config *cfg, char *reply,
			 size_t size)
{
	b->machine = machine_open(cfg);
	if (!b->machine)
		return say(reply, size, -ENOMEM, "no memory");
	nmbus_traffic(b->m->bus, clock_machine, b);
	return 0;
}

static struct machine_config machine_of(const struct nmsim *b)
{
	return (struct machine_config){.card = {.station = (uint8_t)b->a.station,
						.line128 = b->a.line == 128,
						.boards2 = b->a.boards == 2},
				       .seed = b->a.seed};
}

static int workload(struct nmsim *b, char *const word[], int n, char *reply, size_t size)
{
	struct machine_config cfg = machine_of(b);
	char names[256] = "";
	uint64_t count = 1000;

	if (n < 2 || n > 3 ||
	    (n == 3 && (!args_number(word[2], &count) || !count || count > 1u << 30)))
		return say(reply, size, -EINVAL, "workload NAME [N]");
	end_machine(b);
	b->kernel = kernel_open(word[1], (unsigned int)count, &cfg);
	for (unsigned int i = 0; kernel_names[i]; i++)
		snprintf(names + strlen(names), sizeof(names) - strlen(names), " %s",
			 kernel_names[i]);
	if (!b->kernel)
		return say(reply, size, -EINVAL, "no workload \"%s\"; there are%s", word[1],
			   names);
	return start_machine(b, &cfg, reply, size);
}

static int play(struct nmsim *b, char *const word[], int n, char *reply, size_t size)
{
	struct machine_config cfg = machine_of(b);
	uint64_t most = 0;
	const char *error;
	const int limited = n > 2 && args_number(word[1], &most);

	if (n < 2 + limited)
		return say(reply, size, -EINVAL, "play [N] FILE...");
	end_machine(b);
	b->recording = recording_open(word + 1 + limited, (unsigned int)(n - 1 - limited), most,
				      &cfg, &error);
	if (!b->recording)
		return say(reply, size, -EINVAL, "%s", error);
	return start_machine(b, &cfg, reply, size);
}

static int fifo(struct nmsim *b, char *const word[], int n, char *reply, size_t size)
{
	const bool down = n == 2 && word[1][0] == '-';
	uint64_t count;

	if (n != 2 || !args_number(word[1] + down, &count) || count > 1000000)
		return say(reply, size, -EINVAL, "fifo N");
	if (!count)
		return 0;
	nmbus_fifo(b->m->bus, down ? -1 : 1);
	sim_wait_cycles(b->m->clk, (unsigned int)count);
	nmbus_fifo(b->m->bus, 0);
	return 0;
}

static int wave(struct nmsim *b, char *const word[], int n, char *reply, size_t size)
{
	if (n != 2)
		return say(reply, size, -EINVAL, "wave FILE|off");
	if (!sim_wave(b->m->s, strcmp(word[1], "off") ? word[1] : NULL))
		return say(reply, size, -EACCES, "%s cannot be written", word[1]);
	return 0;
}

static int status(const struct nmsim *b, char *reply, size_t size)
{
	struct machine_stats m = {0};
	struct card_stats c = {0};
	struct sram_stats st;
	int n;

	sram_stats(b->m->counters, &st);
	n = snprintf(reply, size,
		     "time ns: %" PRIu64 "\ntransactions: %" PRIu64 "\nto come: %" PRIu64
		     "\nbusy: %s\ncounter SRAM writes: %" PRIu64,
		     sim_now(b->m->s) / 1000, b->started, b->random, b->m->busy ? "yes" : "no",
		     st.writes);
	if (!b->machine || n < 0 || (size_t)n >= size)
		return 0;
	machine_get_stats(b->machine, &m);
	card_get_stats(machine_card(b->machine, (unsigned int)b->a.board), &c);
	snprintf(reply + n, size - (size_t)n,
		 "\nworkload: %s\nreferences: %" PRIu64 "\nsent to memory: %" PRIu64
		 "\n... by other stations: %" PRIu64 "\nrefused: %" PRIu64
		 "\nmean time in the FIFO ns: %" PRIu64,
		 b->recording && recording_error(b->recording) ? recording_error(b->recording)
		 : machine_done(b->machine)		       ? "has ended"
							       : "runs",
		 m.references, m.reads + m.exclusives + m.upgrades + m.write_backs + m.uncached,
		 m.remote, m.refused, c.taken ? c.waited * CARD_CLOCK_NS / c.taken : 0);
	return 0;
}

/* ---- as a device ---- */

static struct device *bus(struct device *dev)
{
	return nmbus_device(((struct nmsim *)dev)->m->bus);
}

static int s_read(struct device *dev, enum device_space space, uint32_t addr,
		  unsigned int width, uint64_t *value)
{
	return bus(dev)->ops->read(bus(dev), space, addr, width, value);
}

static int s_write(struct device *dev, enum device_space space, uint32_t addr,
		   unsigned int width, uint64_t value)
{
	return bus(dev)->ops->write(bus(dev), space, addr, width, value);
}

static int s_wait_irq(struct device *dev, uint64_t timeout_us)
{
	return bus(dev)->ops->wait_irq(bus(dev), timeout_us);
}

static int s_run(struct device *dev, uint64_t ns)
{
	return bus(dev)->ops->run(bus(dev), ns);
}

static int s_control(struct device *dev, const char *command, char *reply, size_t size)
{
	struct nmsim *b = (struct nmsim *)dev;
	char line[4200], *word[ARGS_WORDS];
	uint64_t ps;
	int n;

	*reply = 0;
	if ((size_t)snprintf(line, sizeof(line), "%s", command) >= sizeof(line))
		return say(reply, size, -EINVAL, "the command is too long");
	n = args_split(line, word);
	if (n < 1)
		return say(reply, size, -EINVAL, "no command");
	if (!strcmp(word[0], "card") && n == 1)
		return say(reply, size, 0,
			   "station=%" PRIu64 " board=%" PRIu64 " order=%" PRIu64
			   " seed=%" PRIu64,
			   b->a.station, b->a.board, b->a.order, b->a.seed);
	if (!strcmp(word[0], "time") && n == 1)
		return say(reply, size, 0, "%" PRIu64, sim_now(b->m->s) / 1000);
	if (!strcmp(word[0], "status") && n == 1)
		return status(b, reply, size);
	if (!strcmp(word[0], "stop") && n == 1) {
		b->random = 0;
		return 0;
	}
	if (!strcmp(word[0], "run")) {
		if (n != 2 || !args_time(word[1], &ps))
			return say(reply, size, -EINVAL, "run TIME");
		return s_run(dev, ps / 1000);
	}
	if (!strcmp(word[0], "wave"))
		return wave(b, word, n, reply, size);
	if (!strcmp(word[0], "start"))
		return start(b, word, n, reply, size);
	if (!strcmp(word[0], "random"))
		return start_random(b, word, n, reply, size);
	if (!strcmp(word[0], "workload"))
		return workload(b, word, n, reply, size);
	if (!strcmp(word[0], "play"))
		return play(b, word, n, reply, size);
	if (!strcmp(word[0], "fifo"))
		return fifo(b, word, n, reply, size);
	return say(reply, size, -EINVAL, "no command \"%s\"", word[0]);
}

static void s_close(struct device *dev)
{
	struct nmsim *b = (struct nmsim *)dev;

	end_machine(b);
	sim_delete(b->m->s);
	free(b);
}

static const struct device_ops ops = {
	.read = s_read,
	.write = s_write,
	.wait_irq = s_wait_irq,
	.run = s_run,
	.control = s_control,
	.close = s_close,
};

int numachinesim_open(const char *args, struct device **dev)
{
	struct monitor_config cfg = {.unwatched = true};
	struct nmsim *b = calloc(1, sizeof(*b));
	struct sim *s;
	int err;

	if (!b)
		return -ENOMEM;
	b->dev.ops = &ops;
	err = parse(&b->a, args);
	if (err)
		goto fail;
	err = -ENOMEM;
	s = sim_new(b->a.order	     ? "numachine_ahdl"
		    : b->a.pipelined ? "numachine_pipe"
				     : "numachine",
		    0, b->a.seed);
	if (!s)
		goto fail;
	if (*b->a.wave && !sim_wave(s, b->a.wave)) {
		sim_delete(s);
		err = -EACCES;
		goto fail;
	}
	cfg.geo = (struct golden_geometry){b->a.line == 128, b->a.boards == 2};
	cfg.ahdl_order = b->a.order;
	cfg.pipelined = b->a.pipelined;
	b->m = monitor_open(s, &cfg);
	monitor_power_on(b->m);
	*dev = &b->dev;
	return 0;
fail:
	free(b);
	return err;
}
