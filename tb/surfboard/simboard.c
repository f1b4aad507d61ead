/* SPDX-License-Identifier: Apache-2.0 */
#include "simboard.h"
#include "args.h"
#include "node.h"
#include "traffic.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A packet of 1024 words and whatever the three stages and the memories hold is done within
 * this time after the link has become idle. */
#define DONE_PS SIM_US(10)

const struct simboard_kind simboard_kind = {
	.server = "surfd",
	.usage = "Usage: surfd [OPTION]... SOCKET\n"
		 "\n"
		 "Simulates a SHRIMP node with its SurfBoard and serves it on the Unix socket "
		 "SOCKET:\n"
		 "any number of programs open it as unix:SOCKET. Ends on SIGINT and SIGTERM.\n"
		 "\n"
		 "  -b, --board=ARGUMENTS   separated by commas: trace=MB and hist=MB, the "
		 "memories\n"
		 "                          (0, 4, 16 or 64; default 16), seed=N, wave=FILE\n"
		 "  -c, --command=COMMAND   carry this out first, as surf_Control would: for "
		 "instance\n"
		 "                          'generate period=10us', 'pause' or 'speed 0.01'; "
		 "may be\n"
		 "                          given many times\n"
		 "  -h, --help              print this and exit\n"
		 "      --version           print the version and exit\n"
		 "\n"
		 "Exit status: 0, 1 error, 2 error in the command line.\n",
	.arguments = "the arguments of a board are trace=MB and hist=MB (0, 4, 16 or 64), "
		     "seed=N, wave=FILE, separated by commas",
};

struct simboard_inside {
	struct node *n;
	bool serves; /* time passes by itself */
	struct traffic *traffic;
	sim_time quiet;	   /* since when nothing was on the link */
	char command[256]; /* that began it */
	char trouble[512]; /* why the last traffic ended early */
	char wave[PATH_MAX];
	struct sim_pin *output;
	bool external;
};

/* The harness asks every program for its tests; those with such a board have none. */
const struct sim_test sim_tests[] = {{0}};

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

/* ---- traffic ---- */

static void end_traffic(struct simboard *b)
{
	sni_set_source(b->in->n->sni, NULL, NULL);
	traffic_close(b->in->traffic);
	b->in->traffic = NULL;
	b->in->quiet = UINT64_MAX; /* its last packet may be on its way */
}

static bool next_packet(void *arg, struct packet *p)
{
	struct simboard *b = arg;

	return traffic_next(b->in->traffic, sim_now(b->s), node_ticks(b->in->n), p);
}

bool simboard_busy(struct simboard *b)
{
	if (b->in->traffic &&
	    traffic_ended(b->in->traffic, b->in->trouble, sizeof(b->in->trouble)))
		end_traffic(b);
	if (b->in->traffic || !sni_idle(b->in->n->sni)) {
		b->in->quiet = UINT64_MAX;
		return true;
	}
	if (b->in->quiet == UINT64_MAX)
		b->in->quiet = sim_now(b->s);
	return sim_now(b->s) - b->in->quiet < DONE_PS;
}

static int begin_traffic(struct simboard *b, const char *command, char *const words[], int n,
			 char *reply, size_t size)
{
	int err;

	simboard_busy(b);
	if (b->in->traffic)
		return say(reply, size, -EBUSY, "packets are being sent; stop first");
	err = strcmp(words[0], "play") == 0
		      ? traffic_play(&b->in->traffic, words + 1, n - 1, reply, size)
		      : traffic_generate(&b->in->traffic, words + 1, n - 1, reply, size);
	if (err)
		return err;
	snprintf(b->in->command, sizeof(b->in->command), "%s", command);
	b->in->trouble[0] = 0;
	traffic_start(b->in->traffic, sim_now(b->s), node_ticks(b->in->n));
	sni_set_source(b->in->n->sni, next_packet, b);
	return 0;
}

/* ---- commands ---- */

struct request {
	struct simboard *b;
	const char *command; /* whole */
	char *const *words;
	int n;
	char *reply;
	size_t size;
	struct simboard_wait *w;
};

static int wrong_word(const struct request *r, int i)
{
	if (i >= r->n)
		return say(r->reply, r->size, -EINVAL, "%s: something is missing", r->words[0]);
	return say(r->reply, r->size, -EINVAL, "%s: '%s' is wrong", r->words[0], r->words[i]);
}

static int do_run(const struct request *r)
{
	uint64_t ps;

	if (r->n != 2 || !args_time(r->words[1], &ps))
		return wrong_word(r, 1);
	*r->w = (struct simboard_wait){.waiting = true, .until = sim_now(r->b->s) + ps};
	return 0;
}

static int do_drain(const struct request *r)
{
	uint64_t ps = 0;

	if (r->n > 2 || (r->n == 2 && !args_time(r->words[1], &ps)))
		return wrong_word(r, 1);
	*r->w = (struct simboard_wait){.waiting = true,
				       .drain = true,
				       .limited = r->n == 2,
				       .until = sim_now(r->b->s) + ps};
	return 0;
}

static int do_traffic(const struct request *r)
{
	return begin_traffic(r->b, r->command, r->words, r->n, r->reply, r->size);
}

static int do_stop(const struct request *r)
{
	if (r->b->in->traffic)
		end_traffic(r->b);
	return 0;
}

static int do_external(const struct request *r)
{
	uint64_t v;

	if (r->n != 2 || !args_number(r->words[1], &v) || v > 1)
		return wrong_word(r, 1);
	r->b->in->external = v;
	node_x_in(r->b->in->n, !v);
	return 0;
}

/* A memory module comes up with anything: here with no trace entry and empty bins. */
static void power_on(struct node *n)
{
	node_power_on(n);
	simm_fill(n->trace, UINT32_MAX);
}

static int do_reset(const struct request *r)
{
	const char *which = r->n == 2 ? r->words[1] : "";

	if (strcmp(which, "power") == 0)
		power_on(r->b->in->n);
	else if (strcmp(which, "bus") == 0)
		node_resdrv(r->b->in->n);
	else if (strcmp(which, "global") == 0)
		node_global_reset(r->b->in->n);
	else
		return wrong_word(r, 1);
	return 0;
}

/* The simulator does not say why it cannot write. */
static int begin_wave(struct simboard *b, const char *path)
{
	const int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

	if (fd < 0)
		return -errno;
	close(fd);
	if (!sim_wave(b->s, path))
		return -EIO;
	strcpy(b->in->wave, path);
	return 0;
}

static int do_wave(const struct request *r)
{
	struct simboard *b = r->b;
	const bool off = r->n == 2 && strcmp(r->words[1], "off") == 0;
	int err;

	if (r->n != 2 || strlen(r->words[1]) >= sizeof(b->in->wave))
		return wrong_word(r, 1);
	b->in->wave[0] = 0;
	sim_wave(b->s, NULL);
	if (off)
		return 0;
	err = begin_wave(b, r->words[1]);
	return err ? say(r->reply, r->size, err, "%s: %s", r->words[1], strerror(-err)) : 0;
}

static int do_pause(const struct request *r)
{
	if (!r->b->in->serves)
		return say(r->reply, r->size, -EOPNOTSUPP,
			   "time passes on request only; a server knows this command");
	r->b->paused = strcmp(r->words[0], "pause") == 0;
	return 0;
}

static int do_speed(const struct request *r)
{
	char *end;
	double v;

	if (!r->b->in->serves)
		return do_pause(r);
	if (r->n == 2 && strcmp(r->words[1], "max") == 0) {
		r->b->speed = 0;
		return 0;
	}
	if (r->n != 2)
		return wrong_word(r, 1);
	v = strtod(r->words[1], &end);
	if (*end || !(v >= 1e-9 && v <= 1e6))
		return wrong_word(r, 1);
	r->b->speed = v;
	return 0;
}

static int do_status(const struct request *r)
{
	struct simboard *b = r->b;
	const struct node *n = b->in->n;
	char speed[32] = "max";

	simboard_busy(b);
	if (b->speed > 0)
		snprintf(speed, sizeof(speed), "%g", b->speed);
	say(r->reply, r->size, 0,
	    "time: %" PRIu64 " ns\nstate: %s\nspeed: %s\ntraffic: %s\nsent: %" PRIu64
	    "\nwords: %" PRIu64 "\narrived: %" PRIu64 "\ndropped: %" PRIu64
	    "\nignored: %" PRIu64 "\nexternal: %d\noutput: %d\nwave: %s%s%s",
	    sim_now(b->s) / SIM_NS(1),
	    !b->in->serves ? "on request"
	    : b->paused	   ? "paused"
			   : "running",
	    speed, b->in->traffic ? b->in->command : "none", sni_packets(n->sni),
	    sni_words(n->sni), n->arrived, n->dropped, n->ignored, b->in->external,
	    (int)sim_get(b->in->output), b->in->wave[0] ? b->in->wave : "off",
	    b->in->trouble[0] ? "\ntrouble: " : "", b->in->trouble);
	return 0;
}

static const struct {
	const char *name;
	int (*fn)(const struct request *r);
	int words; /* how many at most */
} commands[] = {
	{"run", do_run, 2},
	{"drain", do_drain, 2},
	{"play", do_traffic, INT_MAX},
	{"generate", do_traffic, INT_MAX},
	{"stop", do_stop, 1},
	{"external", do_external, 2},
	{"reset", do_reset, 2},
	{"wave", do_wave, 2},
	{"pause", do_pause, 1},
	{"resume", do_pause, 1},
	{"speed", do_speed, 2},
	{"status", do_status, 1},
};

int simboard_command(struct simboard *b, const char *command, char *reply, size_t size,
		     struct simboard_wait *w)
{
	char none[1];
	char *words[ARGS_WORDS], *copy = strdup(command);
	struct request r = {b, command, words, 0, size ? reply : none, size ? size : 1, w};
	int err = -EINVAL;

	w->waiting = false;
	r.reply[0] = 0;
	if (!copy)
		return -ENOMEM;
	r.n = args_split(copy, words);
	if (r.n <= 0) {
		say(r.reply, r.size, 0, r.n ? "too many words" : "no command");
	} else {
		size_t i = 0;

		while (i < sizeof(commands) / sizeof(commands[0]) &&
		       strcmp(words[0], commands[i].name))
			i++;
		if (i == sizeof(commands) / sizeof(commands[0]))
			say(r.reply, r.size, 0, "'%s' is no command", words[0]);
		else if (r.n > commands[i].words)
			wrong_word(&r, commands[i].words);
		else
			err = commands[i].fn(&r);
	}
	free(copy);
	return err;
}

bool simboard_waited(struct simboard *b, const struct simboard_wait *w, char *reply,
		     size_t size, int *err)
{
	*err = 0;
	if (!w->drain)
		return sim_now(b->s) >= w->until;
	if (!simboard_busy(b)) {
		if (b->in->trouble[0])
			*err = say(reply, size, -EBADMSG, "%s", b->in->trouble);
		return true;
	}
	if (!w->limited || sim_now(b->s) < w->until)
		return false;
	*err = say(reply, size, -ETIMEDOUT, "packets are still being sent");
	return true;
}

/* ---- open and close ---- */

struct arguments {
	struct node_config cfg;
	uint64_t seed;
	const char *wave;
};

static bool simm_size(const char *text, enum simm_size *size)
{
	static const char *const mb[] = {"0", "4", "16", "64"};

	for (unsigned int i = 0; i < 4; i++)
		if (strcmp(text, mb[i]) == 0) {
			*size = (enum simm_size)i;
			return true;
		}
	return false;
}

static bool argument(struct arguments *a, const char *word)
{
	const char *v;

	if ((v = args_value(word, "trace")))
		return simm_size(v, &a->cfg.trace);
	if ((v = args_value(word, "hist")))
		return simm_size(v, &a->cfg.hist);
	if ((v = args_value(word, "seed")))
		return args_number(v, &a->seed);
	a->wave = args_value(word, "wave");
	return a->wave && strlen(a->wave) < PATH_MAX;
}

static int open_node(struct simboard *b, const struct arguments *a)
{
	b->s = sim_new(NULL, 0, a->seed);
	if (!b->s)
		return -ENOMEM;
	if (a->wave) {
		int err = begin_wave(b, a->wave);

		if (err)
			return err;
	}
	b->in->n = node_open(b->s, &a->cfg);
	b->in->output = sim_pin(b->s, "x_out_oe");
	power_on(b->in->n);
	return 0;
}

int simboard_open(struct simboard *b, const char *args, bool serves)
{
	struct arguments a = {.cfg = {.trace = SIMM_16MB, .hist = SIMM_16MB, .unwatched = true},
			      .seed = 1};
	char *copy = strdup(args ? args : ""), *save = NULL;
	int err = copy ? 0 : -ENOMEM;

	memset(b, 0, sizeof(*b));
	b->in = calloc(1, sizeof(*b->in));
	if (!b->in)
		err = -ENOMEM;
	else
		b->in->serves = serves;
	for (char *w = copy ? strtok_r(copy, ",", &save) : NULL; w && !err;
	     w = strtok_r(NULL, ",", &save))
		if (!argument(&a, w))
			err = -EINVAL;
	if (!err)
		err = open_node(b, &a);
	free(copy);
	if (err)
		simboard_close(b);
	return err;
}

void simboard_close(struct simboard *b)
{
	if (b->in)
		traffic_close(b->in->traffic);
	if (b->s)
		sim_delete(b->s);
	free(b->in);
	memset(b, 0, sizeof(*b));
}

struct device *simboard_bus(struct simboard *b)
{
	return b->in->n->dev;
}
