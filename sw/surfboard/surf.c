/* SPDX-License-Identifier: Apache-2.0 */
/* The user interface to the SurfBoard (TR-596-99 B.2.1). */
#include "cmdline.h"
#include "printable.h"
#include "shell.h"
#include "textline.h"
#include "starts_with.h"
#include <editline/readline.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#define PROMPT "> "
#define HISTORY_FILE ".surf_history" /* file in the home folder */
#define HISTORY_LINES 1000

static const char usage_text[] =
	"Usage: surf [-b BOARD] [-c COMMANDS | SCRIPT]\n"
	"       surf -b BOARD --probe=FIRST-LAST\n"
	"\n"
	"User interface to the SurfBoard. HELP lists the commands of the report, HELP\n"
	"MORE the additional ones.\n"
	"\n"
	"  -b, --board=BOARD       sim:[ARGUMENTS], a board simulated in this process (the\n"
	"                          default), unix:PATH, a board simulated by surfd, or\n"
	"                          mmap:ARGUMENTS, uart:DEVICE or etherbone:HOST, a real\n"
	"                          board\n"
	"  -c, --command=COMMANDS  execute these commands, separated by ; or newlines\n"
	"      --probe=FIRST-LAST  list the cores at these bus addresses, in hexadecimal\n"
	"  -h, --help              print this and exit\n"
	"      --version           print the version and exit\n"
	"\n"
	"Commands come from SCRIPT (-: standard input), "
	"or after a prompt from standard input.\n"
	"COMMANDS and SCRIPT end at the first error; at the prompt surf continues.\n"
	"\n"
	"Exit status: 0 success, 1 a command failed, or something is missing in what SAVE\n"
	"wrote, 2 error in the command line. At a terminal commands do not change it.\n";

static volatile sig_atomic_t caught; /* signal that ends the current command */

static void on_signal(int number)
{
	caught = number;
}

static void catch_signals(void)
{
	static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
	/* SA_RESTART is not set, so that a signal interrupts a read at the prompt. */
	struct sigaction action = {.sa_handler = on_signal};

	for (unsigned int i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		sigaction(numbers[i], &action, NULL);
}

/* ---- at a terminal ---- */

static struct {
	const struct shell *sh;
	char before[1024]; /* the line up to the word that is completed */
	enum shell_offer offer;
} completed;

static char *next_word(const char *word, int n)
{
	char text[64];

	completed.offer = shell_complete(completed.sh, completed.before, word, (unsigned int)n,
					 text, sizeof(text));
	return completed.offer == SHELL_WORD ? strdup(text) : NULL;
}

static char **complete(const char *word, int start, int end)
{
	char **words, text[64];

	(void)end;
	snprintf(completed.before, sizeof(completed.before), "%.*s", start, rl_line_buffer);
	words = rl_completion_matches(word, next_word);
	if (words) {
		/* A point and a field may follow the name of a register. */
		const bool reg = shell_complete(completed.sh, "show ", words[0], 0, text,
						sizeof(text)) == SHELL_WORD &&
				 !strcmp(text, words[0]);

		rl_completion_append_character = reg ? '\0' : ' ';
	} else if (shell_complete(completed.sh, completed.before, word, 0, (char[64]){""},
				  64) == SHELL_FILE) {
		rl_completion_append_character = ' ';
		words = rl_completion_matches(word, rl_filename_completion_function);
	}
	rl_attempted_completion_over = 1;
	return words;
}

/*
 * Returns the next character, or -1. It replaces the library's function, which would continue
 * to read after a signal. The library does not assemble multibyte characters from such a
 * function, so this one does.
 */
static int next_key(FILE *in)
{
	mbstate_t state = {0};
	wchar_t key;

	for (;;) {
		char c;

		if (caught || read(fileno(in), &c, 1) != 1)
			return -1;
		switch (mbrtowc(&key, &c, 1, &state)) {
		case (size_t)-2:
			break;
		case (size_t)-1:
			memset(&state, 0, sizeof(state));
			break;
		default:
			return (int)key;
		}
	}
}

/* Returns the path of the history file; NULL if there is no home folder. */
static const char *history_path(char *buf, size_t size)
{
	const char *home = getenv("HOME");
	int n = home && *home ? snprintf(buf, size, "%s/%s", home, HISTORY_FILE) : -1;

	return n < 0 || (size_t)n >= size ? NULL : buf;
}

static int at_terminal(struct shell *sh)
{
	char buf[PATH_MAX];
	const char *history = history_path(buf, sizeof(buf));
	char *line;

	setlocale(LC_CTYPE, "");
	completed.sh = sh;
	rl_readline_name = "surf";
	rl_outstream = printable_raw_stdout();
	rl_catch_signals = 0;
	rl_getc_function = next_key;
	rl_basic_word_break_characters = " \t;=\"";
	rl_attempted_completion_function = complete;
	using_history();
	stifle_history(HISTORY_LINES);
	if (history)
		read_history(history);
	for (;;) {
		enum shell_result result;

		line = readline(PROMPT);
		if (!line) {
			putchar('\n');
			if (caught != SIGINT)
				break;
			caught = 0;
			continue;
		}
		if (*line)
			add_history(line);
		result = shell_line(sh, NULL, 0, line);
		free(line);
		if (caught == SIGINT)
			caught = 0;
		if (result == SHELL_QUIT || caught)
			break;
	}
	if (history)
		write_history(history);
	return UTIL_DONE;
}

/* ---- without a terminal ---- */

/* Runs a session on standard input; the transcript shows the lines after their prompts. */
static int session(struct shell *sh)
{
	enum shell_result result = SHELL_OK;
	unsigned long number = 0;
	int status = UTIL_DONE;
	char *line = NULL;
	size_t size = 0;
	ssize_t n = 0;

	while (result != SHELL_QUIT && !caught) {
		fputs(PROMPT, stdout);
		errno = 0;
		n = textline_read(&line, &size, stdin);
		if (n < 0)
			break;
		number++;
		if (n && line[n - 1] == '\n')
			line[--n] = 0;
		else
			fprintf(stderr, "standard input:%lu: " TEXTLINE_UNENDED "\n", number);
		printf("%s\n", line);
		if (strlen(line) != (size_t)n) {
			fprintf(stderr, "standard input:%lu: not a line of text\n", number);
			status = UTIL_BAD_DATA;
			continue;
		}
		result = shell_line(sh, "standard input", number, line);
		if (result == SHELL_ERROR)
			status = UTIL_BAD_DATA;
	}
	if (n < 0)
		putchar('\n');
	if ((ferror(stdin) || errno == EMSGSIZE) && !caught) {
		fprintf(stderr, "standard input: %s\n", strerror(errno ? errno : EIO));
		status = UTIL_BAD_DATA;
	}
	free(line);
	return status;
}

static int batch(struct shell *sh, const char *commands, const char *script)
{
	const bool input = script && !strcmp(script, "-");
	enum shell_result result;
	FILE *in = input ? stdin : NULL;

	if (commands && !*commands)
		return UTIL_DONE;
	if (commands)
		in = fmemopen((void *)commands, strlen(commands), "r");
	else if (!input)
		in = fopen(script, "re");
	if (!in) {
		fprintf(stderr, "%s: %s\n", commands ? "surf" : script, strerror(errno));
		return UTIL_BAD_DATA;
	}
	result = shell_script(sh, in, commands ? "-c" : input ? "standard input" : script);
	if (!input)
		fclose(in);
	return result == SHELL_ERROR ? UTIL_BAD_DATA : UTIL_DONE;
}

/* ---- the board ---- */

static const char *open_reason(const char *board, int err)
{
	switch (err) {
	case -ENODEV:
		return "no SurfBoard found";
	case -EADDRINUSE:
		return "registers and memories of the board have the same addresses";
	default:
		return util_board_reason(
			err, board,
			"trace=MB and hist=MB (0, 4, 16 or 64), revision=1|2, seed=N, "
			"wave=FILE");
	}
}

/* ---- cores on a bus ---- */

/* Cores that were found. A bus that decodes few address bits shows a core again after its
 * window; it is listed once. */
struct cores {
	struct surf_identity id; /* of the last one, */
	uint32_t first, last;	 /* at @first and, if it is repeated, up to @last */
	unsigned int found;
};

static void print_core(const struct cores *c)
{
	static const char *const buses[] = {"EISA", "AXI4-Lite", "Wishbone"};
	const struct surf_identity *id = &c->id;
	const uint32_t bus = surf_get(id->options, SURF_IDOR_BUS);

	if (!c->found)
		return;
	printf("%08" PRIX32 ": ", c->first);
	if (id->kind == SURF_CORE_OLD) {
		printf("core without an identity block");
	} else {
		printf("core on %s, revision %" PRIu32 ", clock ",
		       bus < 3 ? buses[bus] : "another bus",
		       surf_get(id->options, SURF_IDOR_REV));
		if (id->clock_hz)
			printf("%" PRIu32 " Hz", id->clock_hz);
		else
			printf("unknown");
		printf(", %lu bins, %lu words of trace, %lu KB of addresses",
		       1ul << surf_get(id->sizes, SURF_IDGR_HIST),
		       1ul << surf_get(id->sizes, SURF_IDGR_TRACE),
		       1ul << surf_get(id->sizes, SURF_IDGR_WINDOW) >> 10);
	}
	if (c->last != c->first)
		printf(", again up to %08" PRIX32, c->last);
	putchar('\n');
}

static int add_core(void *arg, uint32_t addr, const struct surf_identity *id)
{
	struct cores *c = arg;
	const uint32_t window = id->kind == SURF_CORE
					? 1u << surf_get(id->sizes, SURF_IDGR_WINDOW)
					: 0x10000000;

	if (c->found && addr - c->last == window && c->id.kind == id->kind &&
	    c->id.clock_hz == id->clock_hz && c->id.sizes == id->sizes &&
	    c->id.options == id->options) {
		c->last = addr;
		return caught;
	}
	print_core(c);
	*c = (struct cores){*id, addr, addr, c->found + 1};
	return caught;
}

/* Lists the cores from @range, FIRST-LAST. Returns the exit status. */
static int list_cores(const char *board, const char *range)
{
	unsigned long first, last;
	struct cores cores = {0};
	char *end;
	int err;

	errno = 0;
	first = strtoul(range, &end, 16);
	if (!isxdigit((unsigned char)*range) || *end != '-' || !isxdigit((unsigned char)end[1]))
		util_usage("not a range of addresses", range);
	last = strtoul(end + 1, &end, 16);
	if (*end || errno || last < first || last > UINT32_MAX)
		util_usage("not a range of addresses", range);
	catch_signals();
	err = surf_Probe(board, (uint32_t)first, (uint32_t)last, add_core, &cores);
	print_core(&cores);
	if (err)
		fprintf(stderr, "surf: %s: %s\n", board, open_reason(board, err));
	else if (!cores.found)
		fprintf(stderr, "surf: %s: no core at these addresses\n", board);
	return err || !cores.found || util_finish() ? UTIL_BAD_DATA : UTIL_DONE;
}

int main(int argc, char **argv)
{
	static const struct util_word words[] = {{"probe", 'p'}, {0}};
	const char *board = "sim:", *commands = NULL, *probe = NULL;
	static struct surf surf;
	struct shell sh = {.surf = &surf, .stop = &caught};
	int c, err, status;
	bool terminal;

	util_begin("surf", usage_text, argc, argv);
	sh.out = stdout; /* standard output as util_begin() has set it up */
	sh.err = stderr;
	while ((c = util_getopt(words)) != -1) {
		if (c == 'b') {
			board = optarg;
			continue;
		}
		if (c == 'p') {
			probe = optarg;
			continue;
		}
		if (commands)
			util_usage("commands are given twice", optarg);
		commands = optarg;
	}
	if (argc - optind > (commands ? 0 : 1))
		util_usage("too many arguments", argv[argc - 1]);
	if (probe && (commands || argc > optind))
		util_usage("--probe takes no commands", NULL);
	if (probe)
		return list_cores(board, probe);
	err = surf_Open(&surf, board);
	if (err) {
		fprintf(stderr, "surf: %s: %s\n", board, open_reason(board, err));
		return UTIL_BAD_DATA;
	}
	sh.remote = starts_with(board, "unix:");
	catch_signals();
	terminal = !commands && optind == argc && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
	if (commands || optind < argc)
		status = batch(&sh, commands, argv[optind]);
	else if (terminal)
		status = at_terminal(&sh);
	else
		status = session(&sh);
	surf_Close(&surf);
	if (sh.incomplete && !terminal && !status)
		status = UTIL_BAD_DATA;
	if (sh.out_err)
		status = util_file_error("standard output", sh.out_err);
	else if (util_finish())
		status = UTIL_BAD_DATA;
	if (caught) {
		signal(caught, SIG_DFL);
		raise(caught);
	}
	return status;
}
