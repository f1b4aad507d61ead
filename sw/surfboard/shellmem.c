/* SPDX-License-Identifier: Apache-2.0 */
#include "shellparts.h"
#include "bsel.h"
#include "le.h"
#include "outfile.h"
#include "progress.h"
#include "surfrecord.h"
#include "sbit.h"
#include "surfstate.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BLOCK 0x10000u /* number of bytes that are moved between two checks of shell.stop */
#define PART 64u       /* number of trace entries that are likely to be recorded together */
#define FIFO_SLOTS 4096
/* Largest size of a stream, including the extra ones that may be before and after it. */
#define STREAM_BYTES_MAX 65536
/* Presence bits of a trace entry that the board has not written, in word 3. */
#define NOT_PRESENT 0x60000000u

const char *const shell_memories[SHELL_MEMORIES] = {"TRACE", "HISTOGRAM", "FIFO", "STATE"};

static const struct memory {
	const char *name;
	const char *unit, *units; /* name of an element of its contents */
	uint32_t bytes;		  /* size of an element in bytes */
	bool hist;
} memories[] = {
	[SHELL_TRACE] = {"trace", "entry", "entries", 16, false},
	[SHELL_HISTOGRAM] = {"histogram", "bin", "bins", 4, true},
};

static int find_memory(struct shell *sh, const char *name)
{
	for (int i = 0; i < SHELL_MEMORIES; i++)
		if (!strcasecmp(name, shell_memories[i]))
			return i;
	shell_fail(sh, "%s: not TRACE, HISTOGRAM, FIFO or STATE", name);
	return -1;
}

static enum shell_result file_failed(struct shell *sh, const char *path, int err)
{
	return shell_fail(sh, "%s: %s", path, outpath_reason(err));
}

/* Prints the number of entries, bins or slots of a file. */
static void print_count(struct shell *sh, const char *path, uint64_t n, int which)
{
	const struct memory *m = which == SHELL_FIFO ? NULL : &memories[which];

	fprintf(sh->out, "%s: %" PRIu64 " %s\n", path, n,
		m	 ? n == 1 ? m->unit : m->units
		: n == 1 ? "slot"
			 : "slots");
}

/* Returns the number of entries or bins of the board's memory. */
static enum shell_result memory_size(struct shell *sh, const struct memory *m, uint32_t *n)
{
	int err = m->hist ? surf_GetHSize(sh->surf, n) : surf_GetTSize(sh->surf, n);

	if (err)
		return shell_check(sh, err, m->name);
	*n /= m->bytes;
	return *n ? SHELL_OK : shell_fail(sh, "the board has no %s memory", m->name);
}

static int get_block(struct shell *sh, const struct memory *m, uint32_t first, void *buf,
		     uint32_t n)
{
	return (m->hist ? surf_GetHMem : surf_GetTMem)(sh->surf, first * m->bytes, buf,
						       n * m->bytes, NULL, NULL);
}

/* Returns whether an entry was recorded. The report's board writes packets only. */
static bool is_recorded(const struct shell *sh, const uint32_t *word)
{
	const unsigned int kind = trace_presence(word);

	return sh->surf->capabilities ? kind != TRACE_NONE : kind == TRACE_PACKET;
}

/* Reads word 3 of a trace entry, which shows whether it was recorded. */
static int probe(struct shell *sh, uint32_t entry, uint8_t *buf, bool *recorded)
{
	int err = surf_GetTMem(sh->surf, entry * 16 + 12, buf + 12, 4, NULL, NULL);

	*recorded = !err && is_recorded(sh, (uint32_t[4]){[3] = get_le32(buf + 12)});
	return err;
}

/*
 * Reads entries; of trace entries that were not recorded it reads only word 3. Recorded entries
 * are contiguous, so after the first recorded one of a part the rest is read as one block.
 */
static int get_recorded(struct shell *sh, const struct memory *m, uint32_t first, uint8_t *buf,
			uint32_t n)
{
	int err = 0;

	if (m->hist)
		return get_block(sh, m, first, buf, n);
	for (uint32_t i = 0, k; !err && i < n; i += k) {
		bool recorded;

		k = 1;
		err = probe(sh, first + i, buf + i * m->bytes, &recorded);
		if (!recorded)
			continue;
		if (i % PART == 0)
			k = n - i < PART ? n - i : PART;
		err = get_block(sh, m, first + i, buf + i * m->bytes, k);
	}
	return err;
}

static int put_block(struct shell *sh, const struct memory *m, uint32_t first, const void *buf,
		     uint32_t n)
{
	return (m->hist ? surf_PutHMem : surf_PutTMem)(sh->surf, first * m->bytes, buf,
						       n * m->bytes, NULL, NULL);
}

/* ---- a part of a memory, block by block ---- */

struct part {
	const struct memory *m;
	uint32_t first, last;
};

/* Parses [first [last]] in entries or bins; without these words the part is the whole
 * memory. */
static enum shell_result parse_part(struct shell *sh, const struct memory *m, int argc,
				    char **argv, struct part *p)
{
	uint32_t n;

	*p = (struct part){.m = m};
	if (memory_size(sh, m, &n))
		return SHELL_ERROR;
	p->last = n - 1;
	if (argc > 0 && shell_value(sh, argv[0], &p->first))
		return SHELL_ERROR;
	if (argc > 1 && shell_value(sh, argv[1], &p->last))
		return SHELL_ERROR;
	if (p->first >= n || p->last >= n)
		return shell_fail(sh, "the last %s of the memory is %" PRIX32, m->unit, n - 1);
	if (p->first > p->last)
		return shell_fail(sh, "the last %s is before the first", m->unit);
	return SHELL_OK;
}

/* Handles @n entries from @first on; @buf holds BLOCK bytes. */
typedef int block_fn(struct shell *sh, const struct memory *m, uint32_t first, uint8_t *buf,
		     uint32_t n, void *arg);

static int each_block(struct shell *sh, const struct part *p, const char *what, uint8_t *buf,
		      block_fn *fn, void *arg)
{
	const uint64_t total = (uint64_t)p->last - p->first + 1;
	struct progress progress;
	uint64_t done = 0;
	int err = 0;

	progress_begin(&progress, "KB", "%s", what);
	while (!err && done < total) {
		const uint32_t room = BLOCK / p->m->bytes;
		const uint32_t n = total - done < room ? (uint32_t)(total - done) : room;

		err = shell_stopped(sh) ? -ECANCELED
					: fn(sh, p->m, p->first + (uint32_t)done, buf, n, arg);
		done += n;
		progress_show(&progress, (double)done / (double)total,
			      done * p->m->bytes / 1024);
	}
	progress_end(&progress);
	return err;
}

/* ---- the index FIFO ---- */

/* Changes a field of HTCR, which is read each time because the board sets TRG in it. */
static int set_htcr(struct shell *sh, enum surf_field f, uint32_t value)
{
	uint32_t htcr;
	int err = surf_GetReg(sh->surf, SURF_HTCR, &htcr);

	return err ? err : surf_PutReg(sh->surf, SURF_HTCR, surf_set(htcr, f, value));
}

/*
 * Halts the histogram while slots are removed and put back, so that no bin index and no other
 * program comes in between. *htcr is the argument of resume().
 */
static int halt(struct shell *sh, uint32_t *htcr)
{
	int err = surf_hold(sh->surf);

	if (err)
		return err;
	err = surf_GetReg(sh->surf, SURF_HTCR, htcr);
	if (!err && surf_get(*htcr, SURF_HTCR_HEN))
		err = set_htcr(sh, SURF_HTCR_HEN, 0);
	if (err)
		surf_release(sh->surf);
	return err;
}

static int resume(struct shell *sh, uint32_t htcr)
{
	int err = surf_get(htcr, SURF_HTCR_HEN) ? set_htcr(sh, SURF_HTCR_HEN, 1) : 0;
	int err2 = surf_release(sh->surf);

	return err ? err : err2;
}

static int condition(struct shell *sh, enum surf_field f, bool *set)
{
	uint32_t iscr;
	int err = surf_GetReg(sh->surf, SURF_ISCR, &iscr);

	*set = !err && surf_get(iscr, f);
	return err;
}

static int pop_slots(struct shell *sh, uint16_t slot[FIFO_SLOTS], unsigned int *n)
{
	bool more;
	int err;

	*n = 0;
	while (!(err = condition(sh, SURF_ISCR_FNE, &more)) && more) {
		uint32_t v;

		if (*n == FIFO_SLOTS)
			return -EOVERFLOW;
		err = surf_GetReg(sh->surf, SURF_HFDR, &v);
		if (err)
			break;
		slot[(*n)++] = v & (surf_mask(SURF_HFDR_LSB) | surf_mask(SURF_HFDR_DATA));
	}
	return err;
}

/* Pushes slots; returns -ENOSPC if the FIFO is full; *done receives the number of pushed
 * slots. */
static int push_slots(struct shell *sh, const uint16_t *slot, unsigned int n,
		      unsigned int *done)
{
	for (*done = 0; *done < n; ++*done) {
		bool full;
		int err = condition(sh, SURF_ISCR_FF, &full);

		if (!err && full)
			err = -ENOSPC;
		if (!err)
			err = surf_PutReg(sh->surf, SURF_HFDR, slot[*done]);
		if (err)
			return err;
	}
	return 0;
}

/* Pops all slots and pushes them back. */
static int copy_slots(struct shell *sh, uint16_t slot[FIFO_SLOTS], unsigned int *n)
{
	unsigned int done;
	uint32_t htcr;
	int err = halt(sh, &htcr), err2;

	if (err)
		return err;
	err = pop_slots(sh, slot, n);
	err2 = push_slots(sh, slot, *n, &done);
	err = err ? err : err2;
	err2 = resume(sh, htcr);
	return err ? err : err2;
}

/* Resets the FIFO and restores its offsets, which the reset clears. */
static int reset_fifo(struct shell *sh)
{
	uint32_t htcr, hfcr;
	int err = surf_GetReg(sh->surf, SURF_HTCR, &htcr);

	if (err || surf_get(htcr, SURF_HTCR_FRS))
		return err;
	err = surf_GetReg(sh->surf, SURF_HFCR, &hfcr);
	if (!err)
		err = set_htcr(sh, SURF_HTCR_FRS, 1);
	if (!err)
		err = set_htcr(sh, SURF_HTCR_FRS, 0);
	return err ? err : surf_PutReg(sh->surf, SURF_HFCR, hfcr);
}

static int clear_fifo(struct shell *sh)
{
	int err = surf_hold(sh->surf), err2;

	if (err)
		return err;
	err = reset_fifo(sh);
	err2 = surf_release(sh->surf);
	return err ? err : err2;
}

/* ---- CLEAR ---- */

static int clear_block(struct shell *sh, const struct memory *m, uint32_t first, uint8_t *buf,
		       uint32_t n, void *arg)
{
	(void)arg;
	return put_block(sh, m, first, buf, n);
}

enum shell_result shell_clear(struct shell *sh, int argc, char **argv)
{
	const int which = find_memory(sh, argv[1]);
	struct part part;
	uint8_t *buf;
	int err;

	if (which < 0)
		return SHELL_ERROR;
	if (which == SHELL_STATE || (which == SHELL_FIFO && argc > 2))
		return shell_fail(sh,
				  "CLEAR is for TRACE, HISTOGRAM (or parts of them) and FIFO");
	if (which == SHELL_FIFO)
		return shell_check(sh, clear_fifo(sh), "FIFO");
	if (parse_part(sh, &memories[which], argc - 2, argv + 2, &part))
		return SHELL_ERROR;
	buf = calloc(1, BLOCK);
	if (!buf)
		return shell_check(sh, -ENOMEM, "CLEAR");
	if (which == SHELL_TRACE)
		for (unsigned int i = 0; i < BLOCK; i += 16)
			put_le32(buf + i + 12, NOT_PRESENT);
	err = each_block(sh, &part,
			 part.m->hist ? "clearing the histogram" : "clearing the trace", buf,
			 clear_block, NULL);
	free(buf);
	return shell_check(sh, err, shell_memories[which]);
}

/* ---- SAVE ---- */

/* Room for all entries between two outliers: 1023 packets after the first, each with a loss
 * marker, 1023 packets before the second, and a marker before them. */
#define AROUND 4096

/*
 * Entries of outlier capture. The packets before an outlier come from a circular buffer, so all
 * entries since the previous outlier are sorted by receive time.
 */
struct in_order {
	bool on;
	uint32_t waiting;
	struct trace_record entry[AROUND];
};

/* The entries that the board recorded: the last TECR entries before TICR, modulo the size of
 * the memory. */
struct recorded {
	uint32_t begin, count, mask;
	bool only;		/* save only these entries */
	uint32_t index, events; /* TICR and TECR before they are read */
};

struct save {
	struct outfile out;
	struct record_writer writer;
	uint64_t records;
	struct in_order order;
	struct recorded recorded;
	uint64_t others; /* saved entries that the board did not record */
	uint64_t lost;	 /* packets that markers among the entries say are missing */
	bool lost_more;
	int file_err; /* error of the file, not of the board */
	uint8_t buf[BLOCK];
	uint16_t slot[FIFO_SLOTS];
};

/* Returns whether markers in the trace show all losses except @loss, the packets lost after the
 * last marker. */
static bool exact_loss(struct shell *sh, struct record_loss *loss, unsigned int *losses)
{
	uint32_t mode, missing;

	if (surf_GetExtension(sh->surf, SURF_TMCR, &mode) || !surf_get(mode, SURF_TMCR_MARK) ||
	    surf_GetExtension(sh->surf, SURF_MISS, &missing))
		return false;
	if (missing)
		loss[(*losses)++] = (struct record_loss){RECORD_LOST_PACKETS, .count = missing,
							 .more = missing == UINT32_MAX};
	return true;
}

/* Writes a line for each tap into the header; says which ones have
 * lost or doubted something. */
static int write_taps(struct shell *sh, struct save *s)
{
	struct surf_tap taps[SURF_TAPS];
	unsigned int n;
	int err = surf_GetTaps(sh->surf, taps, &n);

	for (unsigned int i = 0; !err && i < n; i++) {
		char line[200];

		shell_tap_text(&taps[i], line, sizeof(line));
		if (taps[i].dropped || taps[i].flags) {
			fprintf(sh->out, "%s\n", line);
			sh->incomplete = true;
		}
		err = s->file_err = record_write_comment(&s->writer, line);
	}
	return err;
}

/* Returns the bits of the phase that the entries of a trace have with this PHCR. */
static uint8_t phase_bits(uint32_t phcr)
{
	return (surf_get(phcr, SURF_PHCR_HIGH) ? TRACE_PHASE_CATEGORY : 0) |
	       (surf_get(phcr, SURF_PHCR_LOW) ? TRACE_PHASE_BE : 0);
}

/* Writes the header: conditions of the measurement, and losses. */
static int write_header(struct shell *sh, struct save *s, int which)
{
	static const char *const kind[] = {"trace", "histogram", "FIFO"};
	const bool trace = which == SHELL_TRACE;
	struct record_loss loss[3];
	struct record_header h = {.board = "surfboard", .loss = loss};
	char configuration[sizeof(sh->selector) + 64];
	uint32_t acdr, ttcr, iscr, tpir, phcr;
	int err = surf_GetReg(sh->surf, SURF_ACDR, &acdr);

	if (!err)
		err = surf_GetReg(sh->surf, SURF_TTCR, &ttcr);
	if (!err)
		err = surf_GetReg(sh->surf, SURF_ISCR, &iscr);
	if (!err)
		err = surf_GetReg(sh->surf, SURF_TPIR, &tpir);
	if (!err)
		err = shell_clock(sh, &h.clock_hz);
	if (err)
		return err;
	snprintf(configuration, sizeof(configuration),
		 "ACDR %08" PRIX32 ", TTCR %08" PRIX32 "%s%s", acdr, ttcr,
		 *sh->selector ? ", selector " : "", sh->selector);
	h.configuration = configuration;
	h.clock_unknown = !h.clock_hz;
	if (h.clock_unknown) {
		fprintf(sh->out, "the core does not say its clock; TIMEBASE sets it\n");
		h.latency_ticks = record_unit_ticks(surf_get(acdr, SURF_ACDR_IMAGE_LAT_S));
	} else {
		h.latency_ns =
			record_unit_ns(h.clock_hz, surf_get(acdr, SURF_ACDR_IMAGE_LAT_S));
	}
	if (trace && surf_get(iscr, SURF_ISCR_TP))
		h.trigger = &tpir;
	if (trace && !surf_GetExtension(sh->surf, SURF_PHCR, &phcr))
		h.phase_bits = phase_bits(phcr);
	if ((!trace || !exact_loss(sh, loss, &h.losses)) && surf_get(iscr, SURF_ISCR_PV))
		loss[h.losses++] =
			(struct record_loss){RECORD_LOST_PACKETS, .count = 1, .more = true};
	if (!trace && surf_get(iscr, SURF_ISCR_FV))
		loss[h.losses++] = (struct record_loss){"indices of wrapped bins", .count = 1,
							.more = true};
	/* a bin of revision 2 may stop at the largest count instead */
	if (which == SHELL_HISTOGRAM && surf_get(iscr, SURF_ISCR_BV))
		loss[h.losses++] = (struct record_loss){"counts of wrapped or full bins",
							.count = 1, .more = true};
	for (unsigned int i = 0; i < h.losses; i++)
		fprintf(sh->out, "lost %s: %" PRIu64 "%s\n", loss[i].what, loss[i].count,
			loss[i].more ? " or more" : "");
	sh->incomplete |= h.losses > 0;
	s->file_err = record_write_header(&s->writer, kind[which], &h);
	return s->file_err ? s->file_err : write_taps(sh, s);
}

/* Writes a record, or a comment with the number of packets that were lost here. */
static int write_entry(struct save *s, const struct trace_record *t)
{
	char text[64];

	if (trace_presence(t->word) != TRACE_LOSS) {
		s->records++;
		return record_write_trace(&s->writer, t);
	}
	s->lost += trace_missing(t->word);
	s->lost_more |= trace_missing(t->word) == UINT32_MAX;
	snprintf(text, sizeof(text), "lost " RECORD_LOST_PACKETS ": %" PRIu32 "%s",
		 trace_missing(t->word),
		 trace_missing(t->word) == UINT32_MAX ? " or more" : "");
	return record_write_comment(&s->writer, text);
}

static int by_time(const void *a, const void *b)
{
	const struct trace_record *x = a, *y = b;
	const uint64_t later = trace_rxtime(x->word) - trace_rxtime(y->word);

	/* a marker has the time of the packet after it */
	if (!(later << 20))
		return (trace_presence(y->word) == TRACE_LOSS) -
		       (trace_presence(x->word) == TRACE_LOSS);
	return later << 20 >> 63 ? -1 : 1;
}

static int write_in_order(struct save *s)
{
	struct in_order *o = &s->order;
	const uint32_t first = o->waiting ? o->entry[0].index : 0;
	int err = 0;

	qsort(o->entry, o->waiting, sizeof(o->entry[0]), by_time);
	for (uint32_t i = 0; !err && i < o->waiting; i++) {
		o->entry[i].index = first + i;
		err = write_entry(s, &o->entry[i]);
	}
	o->waiting = 0;
	return err;
}

static bool was_recorded(const struct recorded *r, uint32_t entry)
{
	return ((entry - r->begin) & r->mask) < r->count;
}

static int save_entry(struct save *s, const struct trace_record *t)
{
	struct in_order *o = &s->order;
	const bool recorded = was_recorded(&s->recorded, t->index);

	if (!recorded && (o->on || s->recorded.only))
		return 0;
	s->others += !recorded;
	if (!o->on)
		return write_entry(s, t);
	o->entry[o->waiting++] = *t;
	return o->waiting == AROUND || trace_presence(t->word) == TRACE_OUTLIER
		       ? write_in_order(s)
		       : 0;
}

/* Determines which entries the board has recorded and whether it captures outliers. @all: no
 * other entries are saved, unless they were loaded and nothing has been recorded since. */
static int look_at_order(struct shell *sh, struct save *s, bool all)
{
	struct recorded *r = &s->recorded;
	uint32_t capture, index, size;
	int err = surf_GetReg(sh->surf, SURF_TICR, &index);

	if (!err)
		err = surf_GetReg(sh->surf, SURF_TECR, &r->count);
	if (!err)
		err = surf_GetTSize(sh->surf, &size);
	if (err)
		return err;
	r->index = index;
	r->events = r->count;
	if (sh->loaded && sh->loaded_at[0] == index && sh->loaded_at[1] == r->count)
		r->count = size / 16;
	r->only = all;
	r->mask = size / 16 - 1;
	r->begin = index - r->count;
	err = surf_GetExtension(sh->surf, SURF_OLCR, &capture);
	s->order.on = !err && capture;
	return err == -ENOTSUP ? 0 : err;
}

/*
 * Returns -ESTALE if the board may have overwritten an entry of @p while it was read. How many
 * it has recorded since is known if TECR has risen by as much as TICR; before a trigger TECR
 * stands still, and TICR may have gone round.
 */
static int check_overwritten(struct shell *sh, const struct recorded *r, const struct part *p)
{
	const uint32_t size = r->mask + 1, free = r->count < size ? size - r->count : 0;
	uint32_t index, events, recorded;
	int err = surf_GetReg(sh->surf, SURF_TICR, &index);

	if (!err)
		err = surf_GetReg(sh->surf, SURF_TECR, &events);
	if (err || (index == r->index && events == r->events))
		return err;
	recorded = events - r->events == ((index - r->index) & r->mask) ? events - r->events
									: size;
	if (r->only)
		return recorded > free ? -ESTALE : 0;
	return ((p->first - r->index) & r->mask) < recorded ||
			       ((r->index - p->first) & r->mask) <= p->last - p->first
		       ? -ESTALE
		       : 0;
}

/* Returns whether one of the @n entries from @first on was recorded. */
static bool any_recorded(const struct recorded *r, uint32_t first, uint32_t n)
{
	return r->count && (was_recorded(r, first) || ((r->begin - first) & r->mask) < n);
}

static int save_block(struct shell *sh, const struct memory *m, uint32_t first, uint8_t *buf,
		      uint32_t n, void *arg)
{
	struct save *s = arg;
	int err = 0;

	if (s->recorded.only && !any_recorded(&s->recorded, first, n))
		return 0;
	err = get_recorded(sh, m, first, buf, n);
	for (uint32_t i = 0; !err && i < n; i++) {
		const uint8_t *p = buf + i * m->bytes;
		struct trace_record t = {.index = first + i};

		for (unsigned int k = 0; k < m->bytes / 4; k++)
			t.word[k] = get_le32(p + 4 * k);
		if (m->hist ? t.word[0] == 0 : !is_recorded(sh, t.word))
			continue;
		s->records += m->hist;
		s->file_err =
			m->hist ? record_write_hist(&s->writer,
						    &(struct hist_record){t.index, t.word[0]})
				: save_entry(s, &t);
		err = s->file_err;
	}
	return err;
}

/* Saves the slots as lines of a histogram file: number and slot, with the LSB flag as bit 8. */
static int save_fifo(struct shell *sh, struct save *s)
{
	unsigned int n = 0;
	int err = copy_slots(sh, s->slot, &n);

	for (unsigned int i = 0; !err && i < n; i++) {
		const struct hist_record h = {i, s->slot[i]};

		s->file_err = err = record_write_hist(&s->writer, &h);
	}
	s->records = n;
	return err;
}

/* Reports, to the user and in the file, what a saved part of the histogram leaves out. */
static int note_cut(struct shell *sh, struct save *s, const struct part *p)
{
	char text[128];
	uint32_t size, last = sh->mapped ? sbit_last_bin(&sh->map) : 0;

	if (memory_size(sh, p->m, &size))
		return -EIO;
	if (last >= size)
		last = size - 1;
	if (!last || (p->first == 0 && p->last >= last))
		return 0;
	fprintf(sh->out,
		"warning: %s reaches bins 0 to %" PRIX32 "; packets outside %" PRIX32
		" to %" PRIX32 " are not saved\n",
		sh->selector, last, p->first, p->last);
	snprintf(text, sizeof(text),
		 "cut: bins %06" PRIX32 " to %06" PRIX32 " of 000000 to %06" PRIX32, p->first,
		 p->last, last);
	return record_write_comment(&s->writer, text);
}

/* Saves a memory. @all: of a trace, saves the entries that the board has recorded, unless the
 * memory was loaded. */
static enum shell_result save_records(struct shell *sh, int which, const struct part *part,
				      bool all, const char *path)
{
	struct save *s = calloc(1, sizeof(*s));
	int err = s ? outfile_open(&s->out, path) : -ENOMEM;

	if (err) {
		free(s);
		return file_failed(sh, path, err);
	}
	shell_flush(sh);
	record_writer_open(&s->writer, s->out.fd);
	err = write_header(sh, s, which);
	if (!err && which == SHELL_HISTOGRAM)
		s->file_err = err = note_cut(sh, s, part);
	if (!err && which == SHELL_TRACE)
		err = look_at_order(sh, s, all);
	if (!err)
		err = which == SHELL_FIFO ? save_fifo(sh, s)
					  : each_block(sh, part,
						       part->m->hist ? "saving the histogram"
								     : "saving the trace",
						       s->buf, save_block, s);
	if (!err && which == SHELL_TRACE)
		err = check_overwritten(sh, &s->recorded, part);
	if (!err)
		s->file_err = err = write_in_order(s);
	if (!err)
		record_write_end(&s->writer);
	if (!err)
		s->file_err = err = record_flush(&s->writer);
	if (err)
		outfile_abort(&s->out);
	else
		s->file_err = err = outfile_commit(&s->out);
	if (s->file_err)
		file_failed(sh, path, s->file_err);
	else if (err)
		shell_check(sh, err, shell_memories[which]);
	else if (strcmp(path, "-"))
		print_count(sh, path, s->records, which);
	if (!err && s->lost) {
		fprintf(sh->out,
			"lost " RECORD_LOST_PACKETS ": %" PRIu64 "%s, at marked places\n",
			s->lost, s->lost_more ? " or more" : "");
		sh->incomplete = true;
	}
	if (!err && s->others)
		fprintf(sh->out,
			"warning: %s: %" PRIu64 " of the entries are older than TICR and TECR "
			"say, or were never recorded\n",
			path, s->others);
	free(s);
	return err ? SHELL_ERROR : SHELL_OK;
}

/* ---- the whole state ---- */

struct state_progress {
	struct shell *sh;
	struct progress p;
};

static int on_state(void *arg, uint32_t done, uint32_t total)
{
	struct state_progress *s = arg;

	progress_show(&s->p, total ? (double)done / total : 1, done / 1024);
	return shell_stopped(s->sh);
}

static enum shell_result save_state(struct shell *sh, const char *path)
{
	struct state_progress s = {.sh = sh};
	int err;

	shell_flush(sh);
	progress_begin(&s.p, "KB", "saving the state");
	err = surf_save_state(sh->surf, path, on_state, &s);
	progress_end(&s.p);
	/* these two are errors of the file */
	return err == -EPERM || err == -ENOTSUP ? file_failed(sh, path, err)
						: shell_check(sh, err, path);
}

static enum shell_result load_state(struct shell *sh, const char *path)
{
	struct state_progress s = {.sh = sh};
	struct surf_state_report report = {0};
	int err;

	progress_begin(&s.p, "KB", "loading the state");
	err = surf_load_state(sh->surf, path, &report, on_state, &s);
	progress_end(&s.p);
	switch (err) {
	case 0:
		break;
	case -EBADMSG:
		return shell_fail(sh, "%s:%" PRIu64 ": %s", path, report.line, report.wrong);
	case -EMEDIUMTYPE:
		return shell_fail(sh, "%s: the memories of that board have other sizes", path);
	case -ENOTSUP:
		return shell_fail(
			sh, "%s: it uses an extension register that this board does not have",
			path);
	default:
		return shell_check(sh, err, path);
	}
	if (report.saved & ~report.board) {
		fprintf(sh->out, "conditions that cannot be restored on the board:");
		shell_conditions(sh->out, report.saved & ~report.board);
		putc('\n', sh->out);
	}
	if (report.unsaved)
		fprintf(sh->out,
			"extension registers that the file does not have: "
			"%u, now as after power-on\n",
			report.unsaved);
	return SHELL_OK;
}

enum shell_result shell_save(struct shell *sh, int argc, char **argv)
{
	const int which = find_memory(sh, argv[1]);
	struct part part = {0};

	if (which < 0)
		return SHELL_ERROR;
	if (argc > 3 && (which == SHELL_FIFO || which == SHELL_STATE))
		return shell_fail(sh, "only parts of TRACE and HISTOGRAM can be saved");
	if (which == SHELL_STATE)
		return save_state(sh, argv[2]);
	if (which != SHELL_FIFO && parse_part(sh, &memories[which], argc - 3, argv + 3, &part))
		return SHELL_ERROR;
	return save_records(sh, which, &part, argc == 3, argv[2]);
}

/* ---- LOAD ---- */

/* The contents of a file in the form of the memory, and the entries that it names. */
struct image {
	const struct memory *m;
	uint32_t size;	/* entries of the memory */
	uint32_t named; /* number of entries that the file names */
	uint8_t *data;
	uint8_t *given; /* entries that the file names, one bit each */
};

static bool given(const struct image *im, uint32_t i)
{
	return im->given[i / 8] >> i % 8 & 1;
}

static void set_given(struct image *im, uint32_t i)
{
	im->named += !given(im, i);
	im->given[i / 8] |= (uint8_t)(1u << i % 8);
}

/* Reads the next record of a trace or histogram file. Returns 1, 0 at the end, or a negative
 * errno value. */
static int next_record(struct record_reader *r, bool hist, struct trace_record *t)
{
	struct hist_record h;
	int n = hist ? record_read_hist(r, &h) : record_read_trace(r, t);

	if (hist && n == 1) {
		t->index = h.bin;
		t->word[0] = h.count;
	}
	return n;
}

static enum shell_result file_error(struct shell *sh, const struct record_reader *r, int err)
{
	char text[512];

	return shell_fail(sh, "%s", record_message(r, err, text, sizeof(text)));
}

static enum shell_result read_image(struct shell *sh, struct record_reader *r, struct image *im)
{
	struct trace_record t;
	int n;

	while ((n = next_record(r, im->m->hist, &t)) == 1) {
		uint8_t *p;

		if (t.index >= im->size)
			return shell_fail(
				sh, "%s:%" PRIu64 ": the last %s of the memory is %" PRIX32,
				r->name, r->line, im->m->unit, im->size - 1);
		if (given(im, t.index))
			return shell_fail(sh, "%s:%" PRIu64 ": this %s again", r->name, r->line,
					  im->m->unit);
		p = im->data + (size_t)t.index * im->m->bytes;
		for (unsigned int k = 0; k < im->m->bytes / 4; k++)
			put_le32(p + 4 * k, t.word[k]);
		set_given(im, t.index);
	}
	return n ? file_error(sh, r, n) : SHELL_OK;
}

/* Writes the image to the memory; contiguous entries are written as one block. */
static int write_image(struct shell *sh, const struct image *im)
{
	const uint32_t room = BLOCK / im->m->bytes;
	struct progress progress;
	uint32_t done = 0;
	int err = 0;

	progress_begin(&progress, im->m->units, "loading the %s", im->m->name);
	for (uint32_t i = 0, n; !err && i < im->size; i += n) {
		n = 0;
		while (n < room && i + n < im->size && given(im, i + n))
			n++;
		if (n == 0) {
			n = 1;
			continue;
		}
		err = shell_stopped(sh)
			      ? -ECANCELED
			      : put_block(sh, im->m, i, im->data + (size_t)i * im->m->bytes, n);
		done += n;
		progress_show(&progress, (double)done / im->named, done);
	}
	progress_end(&progress);
	return err;
}

/* What the header lines of a file that is loaded say. */
struct loaded {
	struct record_info info;
	bool lost; /* something is missing in it */
};

static void on_header(void *arg, const char *text, size_t length)
{
	static const char *const missing[] = {" lost ", " cut: "};
	struct loaded *l = arg;

	record_info_line(&l->info, text, length);
	for (size_t i = 0; i < sizeof(missing) / sizeof(*missing); i++)
		l->lost |= length > strlen(missing[i]) &&
			   !memcmp(text, missing[i], strlen(missing[i]));
}

/* Says what a file that SAVE writes later will not tell of the one that was loaded. */
static enum shell_result compare_header(struct shell *sh, const struct memory *m,
					const char *path, const struct loaded *l)
{
	struct record_info board = RECORD_INFO;
	uint32_t acdr, phcr;
	int err = surf_GetReg(sh->surf, SURF_ACDR, &acdr);

	if (!err)
		err = shell_clock(sh, &board.clock_hz);
	if (err)
		return shell_check(sh, err, path);
	board.latency_ticks = record_unit_ticks(surf_get(acdr, SURF_ACDR_IMAGE_LAT_S));
	if (!surf_GetExtension(sh->surf, SURF_PHCR, &phcr))
		board.phase_bits = phase_bits(phcr);
	if (!m->hist && board.clock_hz && !record_info_same(&board, &l->info))
		fprintf(sh->out,
			"warning: %s: its clock, unit of latency or phase is not that of the "
			"board, which SAVE will write\n",
			path);
	if (l->lost)
		fprintf(sh->out,
			"warning: %s: something was lost in it, of which SAVE will not tell\n",
			path);
	return SHELL_OK;
}

static enum shell_result load_records(struct shell *sh, const struct memory *m,
				      const char *path, struct record_reader *r)
{
	struct loaded header = {RECORD_INFO, false};
	struct image im = {.m = m};
	enum shell_result result;

	if (memory_size(sh, m, &im.size))
		return SHELL_ERROR;
	r->comment = on_header;
	r->comment_arg = &header;
	im.data = calloc(im.size, m->bytes);
	im.given = calloc(im.size / 8 + 1, 1);
	if (im.data && im.given)
		result = read_image(sh, r, &im);
	else
		result = shell_check(sh, -ENOMEM, path);
	if (!result)
		result = shell_check(sh, write_image(sh, &im), m->hist ? "HISTOGRAM" : "TRACE");
	if (!result)
		print_count(sh, path, im.named, m->hist ? SHELL_HISTOGRAM : SHELL_TRACE);
	if (!result)
		result = compare_header(sh, m, path, &header);
	if (!result && !m->hist)
		sh->loaded = !surf_GetReg(sh->surf, SURF_TICR, &sh->loaded_at[0]) &&
			     !surf_GetReg(sh->surf, SURF_TECR, &sh->loaded_at[1]);
	free(im.data);
	free(im.given);
	return result;
}

static enum shell_result push_file(struct shell *sh, const char *path, const uint16_t *slot,
				   unsigned int n)
{
	unsigned int done = 0;
	bool held = false;
	uint32_t htcr;
	int err = halt(sh, &htcr), err2;

	if (err)
		return shell_check(sh, err, "FIFO");
	held = surf_get(htcr, SURF_HTCR_FRS);
	err = held ? -EBUSY : push_slots(sh, slot, n, &done);
	err2 = resume(sh, htcr);
	if (err == -ENOSPC)
		return shell_fail(sh, "FIFO: full after %u of %u slots", done, n);
	if (!err && !err2)
		print_count(sh, path, n, SHELL_FIFO);
	return shell_check(sh, err ? err : err2, "FIFO");
}

static enum shell_result load_fifo(struct shell *sh, const char *path, struct record_reader *r)
{
	const uint32_t most = surf_mask(SURF_HFDR_LSB) | surf_mask(SURF_HFDR_DATA);
	uint16_t *slot = calloc(FIFO_SLOTS, sizeof(*slot));
	enum shell_result result = SHELL_OK;
	struct hist_record h;
	unsigned int n = 0;
	int err;

	if (!slot)
		return shell_check(sh, -ENOMEM, path);
	r->kind = "FIFO";
	while ((err = record_read_hist(r, &h)) == 1) {
		const char *wrong = n == FIFO_SLOTS  ? "more slots than the FIFO has"
				    : h.bin != n     ? "slots are not numbered in order"
				    : h.count > most ? "a slot has 9 bits"
						     : NULL;

		if (wrong) {
			result = shell_fail(sh, "%s:%" PRIu64 ": %s", r->name, r->line, wrong);
			break;
		}
		slot[n++] = (uint16_t)h.count;
	}
	if (err < 0)
		result = file_error(sh, r, err);
	if (!result)
		result = push_file(sh, path, slot, n);
	free(slot);
	return result;
}

enum shell_result shell_load(struct shell *sh, int argc, char **argv)
{
	const int which = find_memory(sh, argv[1]);
	enum shell_result result;
	struct record_reader *r;
	char text[512];
	int err;

	(void)argc;
	if (which < 0)
		return SHELL_ERROR;
	if (which == SHELL_STATE)
		return load_state(sh, argv[2]);
	r = malloc(sizeof(*r));
	if (!r)
		return shell_check(sh, -ENOMEM, argv[2]);
	err = record_open(r, argv[2]);
	if (err)
		result = file_failed(sh, argv[2], err);
	else if (which == SHELL_FIFO)
		result = load_fifo(sh, argv[2], r);
	else
		result = load_records(sh, &memories[which], argv[2], r);
	if (!result && record_note(r, text, sizeof(text)))
		fprintf(sh->out, "%s\n", text);
	record_close(r);
	free(r);
	return result;
}

/* ---- FPGA ---- */

struct source {
	struct shell *sh;
	const char *path;
};

static void on_source_error(void *arg, const struct bsel_error *e)
{
	const struct source *s = arg;

	shell_fail(s->sh, "%s:%u:%u: %s", s->path, e->line, e->column, e->what);
}

/* Reads a stream; returns the number of bytes read into @stream, or 0 after an error. */
static size_t read_stream(struct shell *sh, const char *path, uint8_t *stream)
{
	const char *point = strrchr(path, '.');
	const bool source = point && !strcasecmp(point, ".bsel");
	struct source arg = {sh, path};
	FILE *in = fopen(path, source ? "re" : "rbe");
	struct sbit_map map;
	size_t n = 0;
	int err = 0;

	if (!in) {
		file_failed(sh, path, -errno);
		return 0;
	}
	if (source) {
		err = bsel_parse(in, &map, on_source_error, &arg);
		if (!err) {
			sbit_compile(&map, stream);
			n = SBIT_BYTES;
		} else if (err != -EINVAL) {
			file_failed(sh, path, err);
		}
	} else {
		errno = 0;
		n = fread(stream, 1, STREAM_BYTES_MAX + 1, in);
		if (ferror(in)) {
			file_failed(sh, path, errno ? -errno : -EIO);
			n = 0;
		} else if (n == 0 || n > STREAM_BYTES_MAX) {
			shell_fail(sh, "%s: too %s for a configuration", path,
				   n ? "long" : "short");
			n = 0;
		}
	}
	fclose(in);
	return n;
}

/* Returns false, after an error message, if the board's histogram memory is too small for the
 * configuration. */
static bool fits_memory(struct shell *sh, const char *path, const struct sbit_map *map)
{
	uint32_t bytes;
	char text[128];

	if (surf_GetHSize(sh->surf, &bytes) || !bytes ||
	    !sbit_unfit(map, bytes / 4, SBIT_ANY_LATENCY, text, sizeof(text)))
		return true;
	shell_fail(sh, "%s: not loaded: %s", path, text);
	return false;
}

enum shell_result shell_fpga(struct shell *sh, int argc, char **argv)
{
	const char *path = argv[1];
	uint8_t *stream = malloc(STREAM_BYTES_MAX + 1);
	struct sbit_fault fault;
	struct sbit_map map = {0};
	char text[96];
	bool valid;
	size_t n;
	int err;

	(void)argc;
	if (!stream)
		return shell_check(sh, -ENOMEM, path);
	n = read_stream(sh, path, stream);
	if (!n) {
		free(stream);
		return SHELL_ERROR;
	}
	valid = !sbit_decode(stream, n * 8, &map, &fault);
	if (valid && !fits_memory(sh, path, &map)) {
		free(stream);
		return SHELL_ERROR;
	}
	err = surf_ConfigHAS(sh->surf, stream, n);
	snprintf(sh->selector, sizeof(sh->selector), "%s", err ? "" : path);
	sh->mapped = !err && valid;
	sh->map = map;
	if (!err)
		fprintf(sh->out, "%s: loaded, DONE 1\n", path);
	else if (err != -EBADMSG && err != -ENODATA)
		shell_check(sh, err, path);
	else if (!valid)
		shell_fail(sh, "%s: not loaded: bit %" PRIu32 ": %s", path, fault.bit,
			   sbit_describe(&fault, text, sizeof(text)));
	else
		shell_fail(sh, "%s: not loaded: %s", path,
			   err == -EBADMSG ? "the board found an error" : "not complete");
	free(stream);
	return err ? SHELL_ERROR : SHELL_OK;
}
