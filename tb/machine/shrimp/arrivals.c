/* SPDX-License-Identifier: Apache-2.0 */
#include "arrivals.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEADER                                                                            \
	"# packets of a SHRIMP node: time/ps transmit-time address first-word words x y " \
	"color enables interrupt"

/* ---- writing ---- */

static int add_text(struct arrivals_file *w, const char *text)
{
	check_add(&w->check, text, strlen(text));
	return fputs(text, w->f) < 0 ? -EIO : 0;
}

int arrivals_create(struct arrivals_file *w, const char *folder, unsigned int node)
{
	int err, fd;

	memset(w, 0, sizeof(*w));
	if (snprintf(w->path, sizeof(w->path), "%s/node-%04u.packets", folder, node) >=
	    (int)sizeof(w->path))
		return -ENAMETOOLONG;
	err = outfile_open(&w->out, w->path);
	if (err)
		return err;
	fd = dup(w->out.fd);
	w->f = fd < 0 ? NULL : fdopen(fd, "w");
	if (!w->f) {
		err = -errno;
		if (fd >= 0)
			close(fd);
		outfile_abort(&w->out);
		return err;
	}
	return add_text(w, HEADER "\n" CHECK_HEADER "\n");
}

int arrivals_add(struct arrivals_file *w, const struct arrival *a)
{
	const struct packet *p = &a->p;
	char text[160];

	snprintf(text, sizeof(text),
		 "%" PRIu64 " %012" PRIX64 " %08" PRIX32 " %08" PRIX32 " %u %u %u %u %u %u\n",
		 a->rx_ps, p->tx, p->addr, p->first, p->words, p->x, p->y, p->color, p->be,
		 p->irq);
	return add_text(w, text);
}

int arrivals_commit(struct arrivals_file *w, const struct arrivals_head *h)
{
	char text[160];
	int err;

	snprintf(text, sizeof(text),
		 "# node %u seed %" PRIu64 " start %" PRIu64 " tick %011" PRIX64 "\n", h->node,
		 h->seed, h->start_ps, h->start_tick);
	err = add_text(w, text);
	check_end_line(&w->check, text);
	if (!err && fwrite(text, 1, CHECK_LINE, w->f) != CHECK_LINE)
		err = -EIO;
	if (fclose(w->f) && !err)
		err = -errno;
	w->f = NULL;
	if (!err)
		return outfile_commit(&w->out);
	outfile_abort(&w->out);
	return err;
}

void arrivals_abort(struct arrivals_file *w)
{
	if (!w->f)
		return;
	fclose(w->f);
	w->f = NULL;
	outfile_abort(&w->out);
}

/* ---- reading ---- */

/* Reads the whole file, checks and removes its end line, and appends a 0. NULL: @why has the
 * error message. */
static char *read_text(const char *path, char why[256])
{
	struct check check = {0};
	char *text = NULL, *more;
	size_t n = 0, room = 0, got;
	FILE *f = fopen(path, "r");

	if (!f) {
		snprintf(why, 256, "%s", strerror(errno));
		return NULL;
	}
	do {
		if (room < n + 65536) {
			room = 2 * room + 65536;
			more = realloc(text, room + 1);
			if (!more) {
				snprintf(why, 256, "out of memory");
				goto failed;
			}
			text = more;
		}
		got = fread(text + n, 1, room - n, f);
		n += got;
	} while (got);
	if (ferror(f)) {
		snprintf(why, 256, "%s", strerror(EIO));
		goto failed;
	}
	if (n < CHECK_LINE || !check_is_line(text + n - CHECK_LINE)) {
		snprintf(why, 256, CHECK_CUT);
		goto failed;
	}
	n -= CHECK_LINE;
	check_add(&check, text, n);
	if (!check_is_right(&check, text + n)) {
		snprintf(why, 256, CHECK_DAMAGED);
		goto failed;
	}
	fclose(f);
	text[n] = '\0';
	return text;
failed:
	fclose(f);
	free(text);
	return NULL;
}

/* Parses a packet. Returns NULL, or an error message. */
static const char *parse_packet(struct arrival *a, const char *line, uint64_t earliest)
{
	unsigned int words, x, y, color, be, irq;
	int end = 0;

	if (sscanf(line, "%" SCNu64 " %" SCNx64 " %" SCNx32 " %" SCNx32 " %u %u %u %u %u %u%n",
		   &a->rx_ps, &a->p.tx, &a->p.addr, &a->p.first, &words, &x, &y, &color, &be,
		   &irq, &end) != 10 ||
	    line[end])
		return "not a packet";
	if (!words || words > 1024 || x > 63 || y > 63 || color > 63 || be > 15 || irq > 1)
		return "a field is out of its range";
	if (a->rx_ps < earliest)
		return "time goes back";
	a->p.words = (uint16_t)words;
	a->p.x = (uint8_t)x;
	a->p.y = (uint8_t)y;
	a->p.color = (uint8_t)color;
	a->p.be = (uint8_t)be;
	a->p.irq = irq;
	return NULL;
}

static const char *parse_line(struct arrivals *all, char *line, size_t *room, bool *headed)
{
	struct arrivals_head *h = &all->head;
	const char *wrong;
	int end = 0;

	if (line[0] == '#') {
		if (sscanf(line,
			   "# node %u seed %" SCNu64 " start %" SCNu64 " tick %" SCNx64 "%n",
			   &h->node, &h->seed, &h->start_ps, &h->start_tick, &end) != 4 ||
		    line[end])
			return "not a line that describes the run";
		*headed = true;
		return NULL;
	}
	if (all->n == *room) {
		struct arrival *more;

		*room = 2 * *room + 256;
		more = realloc(all->a, *room * sizeof(*more));
		if (!more)
			return "out of memory";
		all->a = more;
	}
	memset(&all->a[all->n], 0, sizeof(all->a[0]));
	wrong = parse_packet(&all->a[all->n], line, all->n ? all->a[all->n - 1].rx_ps : 0);
	if (!wrong)
		all->n++;
	return wrong;
}

bool arrivals_read(struct arrivals *all, const char *path, char why[256])
{
	static const char begin[] = HEADER "\n" CHECK_HEADER "\n";
	char *text = read_text(path, why), *line;
	const char *wrong = NULL;
	size_t room = 0, number = 2;
	bool headed = false;

	memset(all, 0, sizeof(*all));
	if (!text)
		return false;
	if (strncmp(text, begin, sizeof(begin) - 1)) {
		snprintf(why, 256, "not a file of the packets of a SHRIMP node");
		free(text);
		return false;
	}
	for (line = text + sizeof(begin) - 1; *line && !wrong;) {
		char *end = strchr(line, '\n');

		number++;
		if (!end) {
			wrong = "the line has no end";
			break;
		}
		*end = '\0';
		wrong = headed ? "text behind the line that describes the run"
			       : parse_line(all, line, &room, &headed);
		line = end + 1;
	}
	if (wrong)
		snprintf(why, 256, "line %zu: %s", number, wrong);
	else if (!headed)
		snprintf(why, 256, "the line that describes the run is missing");
	free(text);
	if (!wrong && headed)
		return true;
	arrivals_free(all);
	return false;
}

void arrivals_free(struct arrivals *all)
{
	free(all->a);
	memset(all, 0, sizeof(*all));
}
