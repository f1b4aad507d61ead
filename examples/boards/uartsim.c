/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A simulated design behind a pseudo-terminal: to a program it behaves like an FPGA board with
 * a USB serial adapter. Bytes written to the terminal go to the design's receive pin; bytes
 * that the design sends can be read from the terminal. The design is surf_fpga, or the placed
 * netlist of an FPGA board (make bitstream).
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "cmdline.h"
#include "sim.h"
#include "uart.h"

#define SLICE SIM_US(20)
#define IDLE_MS 1 /* sleep between two slices without bytes */
#define PINS 4

/* The harness requires a list of tests from every program; this one has none. */
const struct sim_test sim_tests[] = {{0}};

static const char usage[] =
	"Usage: uartsim [OPTION]... [-- COMMAND [ARGUMENT]...]\n"
	"\n"
	"Simulates a design with a UART behind a pseudo-terminal and prints the name of the\n"
	"terminal. With COMMAND it runs the command, with this name in place of {} in the\n"
	"arguments, and ends with the exit status of the command.\n"
	"\n"
	"  -m, --model=NAME   compiled model; default surf_fpga\n"
	"  -p, --pins=NAMES   its clock, reset (active low), serial input and serial output;\n"
	"                     default clk,rst_n,rxd,txd\n"
	"  -c, --clock=NS     period of the clock; default 40\n"
	"  -b, --baud=N       rate of the line; default 3000000\n"
	"  -h, --help         print this and exit\n"
	"      --version      print the version and exit\n";

struct options {
	const char *model;
	char *pin[PINS];
	unsigned long clock_ns, baud;
};

struct terminal {
	int master, slave;
	const char *name;
};

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
	(void)signal;
	stopped = 1;
}

static void must(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "%s: %s: %s\n", util_name, what, strerror(errno));
	exit(UTIL_BAD_DATA);
}

/* Opens the terminal. The slave stays open, so that the terminal survives when a program closes
 * it. */
static void open_terminal(struct terminal *t)
{
	struct termios raw;

	t->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	must(t->master >= 0 && !grantpt(t->master) && !unlockpt(t->master), "pseudo-terminal");
	t->name = ptsname(t->master);
	must(t->name, "pseudo-terminal");
	t->slave = open(t->name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	must(t->slave >= 0 && !tcgetattr(t->slave, &raw), t->name);
	cfmakeraw(&raw);
	must(!tcsetattr(t->slave, TCSANOW, &raw) && !fcntl(t->master, F_SETFL, O_NONBLOCK),
	     t->name);
}

static struct uart *open_design(const struct options *o, struct sim **s)
{
	struct sim_clock *clk;
	struct sim_pin *reset;
	struct uart *uart;

	*s = sim_new(o->model, 0, 1);
	if (!*s)
		exit(UTIL_BAD_DATA);
	sim_limit(*s, UINT64_MAX);
	clk = sim_clock(*s, o->pin[0], SIM_NS(o->clock_ns), SIM_NS(o->clock_ns) / 2);
	reset = sim_pin(*s, o->pin[1]);
	uart = uart_open(*s, clk, o->pin[2], o->pin[3], (unsigned int)o->baud);
	sim_put(reset, 0);
	sim_wait(*s, SIM_US(1));
	sim_put(reset, 1);
	/* some boards hold themselves in reset for some time after configuration */
	sim_wait(*s, SIM_US(50));
	return uart;
}

/* Simulates a slice of time. Returns true if bytes were received or sent. */
static bool pass_bytes(const struct terminal *t, struct uart *uart)
{
	uint8_t bytes[4096];
	const ssize_t in = read(t->master, bytes, sizeof(bytes));
	size_t out;

	if (in > 0)
		uart_send(uart, bytes, (size_t)in);
	out = uart_receive(uart, bytes, sizeof(bytes), SLICE);
	for (size_t i = 0; i < out;) {
		const ssize_t n = write(t->master, bytes + i, out - i);

		if (n > 0)
			i += (size_t)n;
		else
			must(n == 0 || errno == EAGAIN || errno == EINTR, t->name);
	}
	return in > 0 || out || uart_is_sending(uart);
}

static pid_t start_command(char **command, const struct terminal *t)
{
	const pid_t child = fork();

	must(child >= 0, "fork");
	if (child)
		return child;
	for (char **word = command; *word; word++) {
		const char *at = strstr(*word, "{}");
		char *full = NULL;

		if (at &&
		    asprintf(&full, "%.*s%s%s", (int)(at - *word), *word, t->name, at + 2) > 0)
			*word = full;
	}
	execvp(command[0], command);
	fprintf(stderr, "%s: %s: %s\n", util_name, command[0], strerror(errno));
	_exit(127);
}

/* Runs until the command ends or a signal arrives. Returns the exit status. */
static int serve(const struct terminal *t, struct uart *uart, pid_t child)
{
	int status = 0;

	while (!stopped) {
		if (!pass_bytes(t, uart)) {
			struct pollfd p = {.fd = t->master, .events = POLLIN};

			poll(&p, 1, IDLE_MS);
		}
		if (child && waitpid(child, &status, WNOHANG) == child)
			return WIFEXITED(status) ? WEXITSTATUS(status) : UTIL_BAD_DATA;
	}
	if (child)
		kill(child, SIGTERM);
	return 0;
}

static bool set_pins(struct options *o, char *names)
{
	char *save = NULL;

	for (int i = 0; i < PINS; i++, names = NULL) {
		o->pin[i] = strtok_r(names, ",", &save);
		if (!o->pin[i])
			return false;
	}
	return !strtok_r(NULL, ",", &save);
}

static unsigned long number(const char *text, unsigned long most)
{
	char *end;
	const unsigned long v = strtoul(text, &end, 10);

	if (*end || *text < '0' || *text > '9' || !v || v > most)
		util_usage("not a number in range", text);
	return v;
}

int main(int argc, char **argv)
{
	struct options o = {"surf_fpga", {"clk", "rst_n", "rxd", "txd"}, 40, 3000000};
	struct terminal t;
	struct uart *uart;
	struct sim *s;
	char **command = NULL;
	int letter, status;

	for (int i = 1; i < argc && !command; i++)
		if (!strcmp(argv[i], "--")) {
			command = argv[i + 1] ? argv + i + 1 : NULL;
			argc = i;
		}
	util_begin("uartsim", usage, argc, argv);
	while ((letter = util_getopt(NULL)) >= 0)
		if (letter == 'm')
			o.model = optarg;
		else if (letter == 'c')
			o.clock_ns = number(optarg, 1000);
		else if (letter == 'b')
			o.baud = number(optarg, 50000000);
		else if (!set_pins(&o, optarg))
			util_usage("not the names of four pins", optarg);
	if (util_argument())
		util_usage("argument not expected before --", NULL);
	open_terminal(&t);
	uart = open_design(&o, &s);
	signal(SIGTERM, stop);
	signal(SIGINT, stop);
	if (!command) {
		printf("%s\n", t.name);
		fflush(stdout);
	}
	status = serve(&t, uart, command ? start_command(command, &t) : 0);
	sim_delete(s);
	return status;
}
