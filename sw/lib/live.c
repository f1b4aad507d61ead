/* SPDX-License-Identifier: Apache-2.0 */
#include "live.h"
#include "cmdline.h"
#include "number.h"
#include "printable.h"
#include "unixdev.h"
#include "starts_with.h"
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define HISTORY 60u /* number of rates in the line of past rates */
#define NAME 24	    /* columns of a bar's name */
#define COUNT 13    /* columns of its count */

static const char usage_text[] =
	"Usage: tallyboard watch [OPTION]... BOARD\n"
	"\n"
	"Shows the state, the losses, the rate and a histogram of a running %s, again and\n"
	"again on a terminal, otherwise once. BOARD is unix:PATH, or the path of the socket.\n"
	"\n"
	"  -i, --interval=TIME between two views, 100ms to 1000s (1s)\n"
	"  -n, --count=N       end after N views\n"
	"%s"
	"      --server        only print the name of the server that simulates the board\n"
	"  -h, --help          print this and exit\n"
	"      --version       print the version and exit\n"
	"\n"
	"Keys: q ends, the space bar stops and continues.\n"
	"\n"
	"Exit status: 0 success, 1 error, 2 error in the command line.";

static const struct watch_kind *kind;
static struct {
	const char *board;
	uint64_t interval_ns;
	unsigned int count, bins;
	bool server, terminal;
} job = {.interval_ns = 1000000000};
static struct watch_sample sample;
static const char *absent; /* a number that the server's answer lacks */
static struct {
	uint64_t ns, total;
	double rate[HISTORY]; /* per second of the board's time, the last is the newest */
	unsigned int rates;
} past;
static struct termios cooked;
static volatile sig_atomic_t ended;

/* ---- for the kinds ---- */

void watch_add(struct watch_sample *s, uint64_t count, const char *fmt, ...)
{
	struct watch_bar *bar = &s->bar[s->bars];
	va_list ap;

	if (s->bars == WATCH_BARS)
		return;
	s->bars++;
	bar->count = count;
	va_start(ap, fmt);
	vsnprintf(bar->name, sizeof(bar->name), fmt, ap);
	va_end(ap);
}

void watch_append(char *text, const char *fmt, ...)
{
	const size_t n = strlen(text);
	va_list ap;

	if (n + 3 >= WATCH_TEXT)
		return;
	if (n)
		strcpy(text + n, ", ");
	va_start(ap, fmt);
	vsnprintf(text + strlen(text), WATCH_TEXT - strlen(text), fmt, ap);
	va_end(ap);
}

uint64_t watch_field(const char *lines, const char *name)
{
	const size_t n = strlen(name);
	uint64_t value;
	char *end;

	for (; *lines; lines += *lines == '\n') {
		if (!strncmp(lines, name, n) && starts_with(lines + n, ": ") &&
		    !number_read(lines + n + 2, &end, &value) && strchr(" \n", *end))
			return value;
		lines += strcspn(lines, "\n");
	}
	absent = name;
	return 0;
}

/* ---- the terminal ---- */

/* Sends a control sequence, which standard output itself would show as text (printable.h). */
static void control(const char *sequence)
{
	FILE *raw = printable_raw_stdout();

	fflush(stdout);
	if (fputs(sequence, raw) < 0 || fflush(raw))
		ended = SIGHUP; /* the terminal is gone */
}

static void on_end(int sig)
{
	ended = sig;
}

static void on_resize(int sig)
{
	(void)sig; /* the signal only ends poll(), after which the view is drawn again */
}

/* Switches the terminal to its alternate screen, hides the cursor, and reads keys without echo
 * and without waiting for a line end. */
static void enter_screen(void)
{
	const struct sigaction end = {.sa_handler = on_end}, resize = {.sa_handler = on_resize};
	struct termios raw;

	sigaction(SIGINT, &end, NULL);
	sigaction(SIGTERM, &end, NULL);
	sigaction(SIGHUP, &end, NULL);
	sigaction(SIGWINCH, &resize, NULL);
	if (!tcgetattr(STDIN_FILENO, &cooked)) {
		raw = cooked;
		raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
		raw.c_cc[VSUSP] = _POSIX_VDISABLE;
		tcsetattr(STDIN_FILENO, TCSANOW, &raw);
	}
	control("\033[?1049h\033[?25l");
}

static void leave_screen(void)
{
	control("\033[?25h\033[?1049l");
	if (isatty(STDIN_FILENO))
		tcsetattr(STDIN_FILENO, TCSANOW, &cooked);
}

static void screen_size(unsigned int *columns, unsigned int *rows)
{
	struct winsize size;

	*columns = 79;
	*rows = 24;
	if (job.terminal && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col >= 40 &&
	    size.ws_row >= 8) {
		*columns = size.ws_col - 1u;
		*rows = size.ws_row;
	}
}

static uint64_t real_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Waits for a key at most until @until; returns it, 0 if there is none. */
static char wait_key(uint64_t until)
{
	struct pollfd p = {.fd = job.terminal ? STDIN_FILENO : -1, .events = POLLIN};
	const uint64_t now = real_ns();
	char key = 0;

	if (now >= until || ended)
		return 0;
	if (poll(&p, 1, (int)((until - now) / 1000000 + 1)) > 0 &&
	    read(STDIN_FILENO, &key, 1) != 1)
		ended = SIGHUP; /* the terminal is gone */
	return key;
}

/* ---- the view ---- */

/* One line, cut at the width of the screen. */
static void put_line(unsigned int columns, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
static void put_line(unsigned int columns, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	printf("%.*s", (int)columns, text);
	if (job.terminal)
		control("\033[K");
	putchar('\n');
}

static void put_rates(unsigned int columns)
{
	char shades[HISTORY + 1] = "";
	double most = 0;

	for (unsigned int i = 0; i < past.rates; i++)
		if (past.rate[i] > most)
			most = past.rate[i];
	for (unsigned int i = 0; i < past.rates; i++)
		shades[i] =
			" .:-=+*#%@"[most > 0 ? (unsigned int)(past.rate[i] / most * 9) : 0];
	if (past.rates)
		put_line(columns, "%s: %" PRIu64 ", %.0f/s  [%s] of %.0f/s", sample.unit,
			 sample.total, past.rate[past.rates - 1], shades, most);
	else
		put_line(columns, "%s: %" PRIu64, sample.unit, sample.total);
}

static int by_count(const void *a, const void *b)
{
	const struct watch_bar *x = a, *y = b;

	return x->count == y->count ? strcmp(x->name, y->name) : x->count < y->count ? 1 : -1;
}

/* Adds neighbouring bins until they fit into @rows. */
static void fold(size_t rows)
{
	size_t width = 1, n = 0;

	while ((sample.bars + width - 1) / width > rows)
		width *= 2;
	for (size_t i = 0; i < sample.bars; i += width, n++) {
		const size_t last = i + width < sample.bars ? i + width - 1 : sample.bars - 1;
		uint64_t sum = 0;

		for (size_t k = i; k <= last; k++)
			sum += sample.bar[k].count;
		sample.bar[n].count = sum;
		if (width == 1)
			snprintf(sample.bar[n].name, sizeof(sample.bar[n].name), "%zu", i);
		else
			snprintf(sample.bar[n].name, sizeof(sample.bar[n].name), "%zu-%zu", i,
				 last);
	}
	sample.bars = n;
}

static void put_bars(unsigned int columns, unsigned int rows)
{
	const unsigned int room = columns > NAME + COUNT + 1 ? columns - NAME - COUNT - 1 : 1;
	static char line[1024];
	uint64_t most = 1;
	size_t n;

	if (sample.named)
		qsort(sample.bar, sample.bars, sizeof(*sample.bar), by_count);
	else if (sample.bars)
		fold(rows);
	n = sample.bars < rows ? sample.bars : rows;
	for (size_t i = 0; i < n; i++)
		if (sample.bar[i].count > most)
			most = sample.bar[i].count;
	for (size_t i = 0; i < n; i++) {
		const struct watch_bar *b = &sample.bar[i];
		/* a count other than 0 has at least one mark */
		unsigned int length = (unsigned int)((double)b->count / (double)most * room);

		length += b->count && !length;
		length = length < sizeof(line) - 1 ? length : (unsigned int)sizeof(line) - 1;
		memset(line, '#', length);
		line[length] = 0;
		put_line(columns, "%-*.*s%*" PRIu64 " %s", NAME, NAME, b->name, COUNT - 1,
			 b->count, line);
	}
	if (sample.bars > n && n)
		put_line(columns, "and %zu more", sample.bars - n);
}

static void put_view(bool stopped)
{
	unsigned int columns, rows;

	screen_size(&columns, &rows);
	if (job.terminal)
		control("\033[H");
	put_line(columns, "%s at %s, time %.6f s%s", kind->title, job.board,
		 (double)sample.ns / 1e9, stopped ? "  (stopped)" : "");
	if (*sample.lost && job.terminal)
		control("\033[7m");
	put_line(columns, "lost: %s", *sample.lost ? sample.lost : "nothing");
	if (job.terminal)
		control("\033[0m");
	put_line(columns, "%s", sample.state);
	put_rates(columns);
	put_line(columns, "%s", sample.what);
	put_bars(columns, rows - 7);
	if (job.terminal)
		control("\033[J");
	fflush(stdout);
}

static int take_sample(void)
{
	int err;

	memset(&sample, 0, sizeof(sample));
	err = kind->sample(&sample, job.bins);
	if (!err && absent)
		err = -EPROTO;
	if (err)
		return err;
	if (past.ns && sample.ns > past.ns && sample.total >= past.total) {
		if (past.rates == HISTORY)
			memmove(past.rate, past.rate + 1, --past.rates * sizeof(*past.rate));
		past.rate[past.rates++] = (double)(sample.total - past.total) /
					  ((double)(sample.ns - past.ns) / 1e9);
	}
	past.ns = sample.ns;
	past.total = sample.total;
	return 0;
}

/* Waits for the next view; returns whether there is one. */
static bool wait_next(void)
{
	uint64_t until = real_ns() + job.interval_ns;
	bool stopped = false;
	char key;

	while (!ended && (stopped || real_ns() < until)) {
		key = wait_key(stopped ? real_ns() + 1000000000 : until);
		if (key == 'q')
			return false;
		if (key != ' ')
			continue;
		stopped = !stopped;
		until = real_ns();
		put_view(stopped);
	}
	return !ended;
}

static int watch(void)
{
	const unsigned int views = job.count ? job.count : job.terminal ? 0 : 1;
	int err = 0;

	/* without a terminal there may be only one view; take a sample before it, so that it
	 * has a rate */
	if (!job.terminal) {
		err = take_sample();
		if (!err)
			wait_next();
	}
	for (unsigned int n = 0; !err && !ended; n++) {
		err = take_sample();
		if (err)
			break;
		put_view(false);
		if ((views && n + 1 == views) || !wait_next())
			break;
	}
	return err;
}

/* ---- command line ---- */

static int board_error(int err)
{
	if (absent)
		fprintf(stderr, "%s: %s: the answer to \"status\" has no number \"%s\"\n",
			util_name, job.board, absent);
	else
		fprintf(stderr, "%s: %s: %s\n", util_name, job.board,
			util_board_reason(err, job.board, ""));
	return UTIL_BAD_DATA;
}

static int print_server(void)
{
	struct device *dev;
	char name[64];
	int err = unixdev_open(job.board + strlen("unix:"), &dev);

	if (err)
		return board_error(err);
	err = dev->ops->control(dev, "server", name, sizeof(name));
	dev->ops->close(dev);
	if (err)
		return board_error(err);
	printf("%s\n", name);
	return util_finish();
}

/* Returns whether the board belongs to another server, after reporting that. */
static bool other_server(void)
{
	struct device *dev;
	char name[64] = "";

	if (unixdev_open(job.board + strlen("unix:"), &dev))
		return false; /* kind->open() reports it */
	if (dev->ops->control(dev, "server", name, sizeof(name)))
		*name = 0;
	dev->ops->close(dev);
	if (!strcmp(name, kind->server))
		return false;
	fprintf(stderr, "%s: %s: %s simulates this board, not %s\n", util_name, job.board,
		*name ? name : "another server", kind->server);
	return true;
}

static unsigned int number(const char *text, unsigned int most)
{
	uint64_t v;
	char *end;

	if (number_read(text, &end, &v) || *end || !v || v > most)
		util_usage("not a number in the range", text);
	return (unsigned int)v;
}

static void take_options(int argc, char **argv)
{
	enum { BINS = 300, SERVER };
	static const struct util_word words[] = {{"server", SERVER}, {"bins", BINS}, {0}};
	static char usage[2048], board[512];
	const char *path;
	int c;

	snprintf(usage, sizeof(usage), usage_text, kind->title,
		 kind->bins_usage ? kind->bins_usage : "");
	util_begin("tallyboard watch", usage, argc, argv);
	while ((c = util_getopt(words)) != -1) {
		if (c == 'i' &&
		    (number_time(optarg, 1, &job.interval_ns) || job.interval_ns < 100000000 ||
		     job.interval_ns > 1000000000000))
			util_usage("not a time from 100ms to 1000s", optarg);
		else if (c == 'n')
			job.count = number(optarg, UINT32_MAX);
		else if (c == SERVER)
			job.server = true;
		else if (c == BINS && !kind->bins_usage)
			util_usage("unknown option", "--bins");
		else if (c == BINS)
			job.bins = number(optarg, WATCH_BARS);
	}
	path = util_argument();
	if (!path || util_argument())
		util_usage(path ? "more than one board" : "no board", NULL);
	snprintf(board, sizeof(board), "%s%s", starts_with(path, "unix:") ? "" : "unix:", path);
	job.board = board;
}

int watch_main(const struct watch_kind *k, int argc, char **argv)
{
	int err;

	kind = k;
	take_options(argc, argv);
	if (job.server)
		return print_server();
	if (other_server())
		return UTIL_BAD_DATA;
	err = k->open(job.board);
	if (err)
		return board_error(err);
	job.terminal = isatty(STDOUT_FILENO) && isatty(STDIN_FILENO);
	if (job.terminal)
		enter_screen();
	err = watch();
	if (job.terminal)
		leave_screen();
	k->close();
	return err ? board_error(err) : util_finish();
}
