/* SPDX-License-Identifier: Apache-2.0 */
#include "nm_diagnose.h"
#include <errno.h>

/* Minimum number of transfers to each user for a migratory line, whose users take turns. If the
 * users stored in any order, fewer transfers could be in turn by chance. */
#define MOVES 8
/* Minimum number of transfers from consumers to the producer. If any user stored, fewer stores
 * could all be those of one user by chance. */
#define TAKEN 6
/* Percentage of the requests from which on their line is transferred, and is not only moved
 * when a thread starts or ends. */
#define TRANSFERRED 5
/* Accesses of a thread up to which it is no user, such as those that initialise the data, and
 * their percentage. */
#define SINGLE 2
#define SINGLE_PERCENT 1
/* Percentage of the writes that the users who write must have: an initialisation has fewer than
 * the rest. */
#define WRITTEN 95
/* Percentages for "most of" and "hardly any of". */
#define HALF 50
#define FEW 10

const char *nm_pattern_name(enum nm_pattern p)
{
	static const char *const names[] = {
		"undecided",	 "private",	      "read-shared",
		"migratory",	 "producer-consumer", "write-shared",
		"false sharing", "true sharing",      "shared truly and falsely"};

	return p < NM_PATTERNS ? names[p] : "";
}

const char *nm_doubt_text(enum nm_doubt d)
{
	switch (d) {
	case NM_NO_DOUBT:
		break;
	case NM_TOO_FEW:
		return "too few requests";
	case NM_ONE_OR_SEVERAL:
		return "no line is taken from another processor; one or several users";
	case NM_TURNS:
		return "processors take turns; one or several of them write";
	case NM_MIXED:
		return "no pattern dominates";
	}
	return "";
}

/* Counts of the requests for a label by the state that they found. */
struct requests {
	uint64_t reads, writes; /* reads; writes, which are exclusive reads and upgrades */
	uint64_t dirty_reads;	/* reads that found the line with another owner */
	uint64_t dirty_writes;	/* writes that found the line with another owner: the processor
				 * did not have the line, or had lost it */
	uint64_t invalidates;
};

static uint64_t of_states(const struct nm_hits *h, unsigned int column, bool invalid)
{
	return invalid ? h->hit[NM_LI][column] + h->hit[NM_GI][column]
		       : h->hit[NM_LV][column] + h->hit[NM_GV][column];
}

static int count(const struct nm_table *t, int label, int phase, struct requests *r)
{
	struct nm_hits h;
	int err = nm_hits(t, &NM_EVENTS_OF(label, phase), &h);

	r->dirty_reads = of_states(&h, NM_HIT_READ, true);
	r->dirty_writes =
		of_states(&h, NM_HIT_REEX, true) + of_states(&h, NM_HIT_UPGRADE, true);
	r->reads = r->dirty_reads + of_states(&h, NM_HIT_READ, false);
	r->writes = r->dirty_writes + of_states(&h, NM_HIT_REEX, false) +
		    of_states(&h, NM_HIT_UPGRADE, false);
	r->invalidates = of_states(&h, NM_HIT_INVAL, false) + of_states(&h, NM_HIT_INVAL, true);
	return err;
}

static void doubt(struct nm_diagnosis *d, enum nm_doubt why)
{
	d->pattern = NM_UNDECIDED;
	d->doubt = why;
}

static void decide(struct nm_diagnosis *d, enum nm_pattern p)
{
	d->pattern = p;
	d->doubt = NM_NO_DOUBT;
}

/* Returns whether @part is at least @percent of @all. */
static bool at_least(uint64_t part, uint64_t all, unsigned int percent)
{
	return 100 * part >= percent * all;
}

/* Decides for a label that several processors write: they write at the same time if at least
 * half of the writes find the line with another owner, and no pattern dominates if at least a
 * tenth do. Returns false if fewer do, as when the processors read before they write. */
static bool at_once(struct nm_diagnosis *d, const struct requests *all)
{
	if (at_least(all->dirty_writes, all->writes, HALF))
		decide(d, NM_WRITE_SHARED);
	else if (at_least(all->dirty_writes, all->writes, FEW) && all->dirty_writes)
		doubt(d, NM_MIXED);
	else
		return false;
	return true;
}

static void without_phases(struct nm_diagnosis *d, const struct requests *all)
{
	if (!at_least(d->transfers, d->requests, TRANSFERRED))
		doubt(d, NM_ONE_OR_SEVERAL);
	else if (!at_once(d, all))
		doubt(d, NM_TURNS);
}

/* What the phases of a label do; each user has a phase of its own. */
struct by_phase {
	uint64_t only_read; /* reads of phases that do not write */
	uint64_t written;   /* writes of phases that do */
	uint64_t few_reads; /* reads of phases that are no users */
	unsigned int users;
	unsigned int turns; /* number of users that read and write in turns */
};

/* Counts @u, and readers and writers in @d. */
static int count_phases(const struct nm_table *t, int label, const struct requests *all,
			struct nm_diagnosis *d, struct by_phase *u)
{
	*u = (struct by_phase){0};
	for (int p = 0; p < (int)NM_PHASES; p++) {
		struct requests r;
		int err = count(t, label, p, &r);
		/* single accesses of others, such as the initialisation of the data, do not
		 * count */
		const bool reads =
			r.reads > SINGLE && at_least(r.reads, all->reads, SINGLE_PERCENT);
		const bool writes =
			r.writes > SINGLE && at_least(r.writes, all->writes, SINGLE_PERCENT);

		if (err)
			return err;
		u->users += reads || writes;
		d->readers += reads;
		d->writers += writes;
		/* in a turn a thread reads, then writes: it makes half as many reads as writes
		 * at least, and half as many again at most, but for two. A thread that reads
		 * and does not write afterwards does not take a turn. */
		u->turns += writes && at_least(r.reads, r.writes, HALF) &&
			    2 * r.reads <= 3 * r.writes + 4;
		u->few_reads += reads || writes ? 0 : r.reads;
		u->only_read += writes ? 0 : r.reads;
		u->written += writes ? r.writes : 0;
	}
	return 0;
}

static void with_phases(struct nm_diagnosis *d, const struct requests *all,
			const struct by_phase *u)
{
	if (u->users == 1 && !at_least(d->transfers, d->requests, TRANSFERRED) &&
	    u->few_reads && at_least(u->few_reads, all->reads, SINGLE_PERCENT))
		/* in a short run, the one user may be the one that stored data that all read */
		doubt(d, NM_TOO_FEW);
	else if (u->users == 1 && !at_least(d->transfers, d->requests, TRANSFERRED))
		decide(d, NM_PRIVATE);
	else if (u->users < 2)
		doubt(d, NM_MIXED);
	else if (!d->writers && !all->invalidates && !all->dirty_writes &&
		 !at_least(d->transfers, d->requests, TRANSFERRED))
		/* the data were stored before the others read them: no store took a line or a
		 * copy from another processor. One such store would show that the data change.
		 */
		decide(d, NM_READ_SHARED);
	else if (!d->writers)
		doubt(d, NM_MIXED);
	else if (!at_least(d->transfers, d->requests, TRANSFERRED))
		/* the users access different lines, or access them in turn */
		doubt(d, NM_MIXED);
	/* the other writes belong to users that seldom write */
	else if (!at_least(u->written, all->writes, WRITTEN))
		doubt(d, NM_MIXED);
	else if (d->writers == 1 && at_least(all->invalidates, all->writes, HALF)) {
		if (all->invalidates < TAKEN)
			doubt(d, NM_TOO_FEW);
		else
			decide(d, NM_PRODUCER_CONSUMER);
	}
	/* one user writes lines of which the others have no copy; the time of their reads is
	 * unknown */
	else if (d->writers == 1)
		doubt(d, NM_MIXED);
	else if (!at_once(d, all)) {
		if (d->transfers < MOVES * d->writers)
			/* each user may have taken its own line from the one that stored all */
			doubt(d, NM_TOO_FEW);
		else if (u->turns == d->writers && !at_least(u->only_read, all->reads, FEW))
			decide(d, NM_MIGRATORY);
		else
			doubt(d, NM_MIXED);
	}
}

int nm_diagnose(const struct nm_table *t, int label, bool phases, uint64_t least,
		struct nm_diagnosis *d)
{
	struct requests all;
	struct by_phase u;
	int err = count(t, label, -1, &all);

	*d = (struct nm_diagnosis){.requests = all.reads + all.writes,
				   .transfers = all.dirty_reads + all.dirty_writes +
						all.invalidates};

	if (err)
		return err;
	if (d->requests < least) {
		doubt(d, NM_TOO_FEW);
		return 0;
	}
	if (!phases) {
		without_phases(d, &all);
		return 0;
	}
	err = count_phases(t, label, &all, d, &u);
	if (!err)
		with_phases(d, &all, &u);
	return err;
}

/* ---- search ---- */

/* Returns the label from @from on with the most transfers. */
static int most_transfers(const struct nm_table *t, int from, uint64_t least,
			  struct nm_diagnosis *d)
{
	struct nm_diagnosis next;
	int found = -1;

	for (int k = from; k < (int)nm_labels(t->mode); k++)
		if (!nm_diagnose(t, k, false, NM_DIAGNOSE_LEAST, &next) && next.transfers &&
		    next.transfers >= least && (found < 0 || next.transfers > d->transfers)) {
			found = k;
			*d = next;
		}
	return found;
}

int nm_search_region(const struct nm_table *first, uint64_t least, struct nm_diagnosis *d)
{
	return most_transfers(first, 0, least, d);
}

/* A line is the one searched for if at least one of so many transfers of the region is its. */
#define LINE_PART 4

int nm_search_line(const struct nm_table *first, int region, const struct nm_table *second,
		   uint64_t least, struct nm_diagnosis *d)
{
	struct nm_diagnosis all, rest;
	int line = most_transfers(second, 1, least, d);

	/* transfers that no other line of the region has belong to its first line */
	if (nm_diagnose(first, region, false, NM_DIAGNOSE_LEAST, &all) ||
	    nm_diagnose(second, 0, false, NM_DIAGNOSE_LEAST, &rest))
		return -1;
	if (line < 0 || LINE_PART * d->transfers < all.transfers) {
		if (rest.transfers < least)
			return line;
		*d = rest;
		line = 0;
	}
	return line;
}

/* ---- pages ---- */

/* Counts the requests for the lines of a page, and those that took a line from another
 * processor. */
static void page_lines(const struct nm_table *histogram, const struct nm_names *names,
		       unsigned int page, uint64_t *requests, uint64_t *taken)
{
	const uint64_t start = (uint64_t)page * NM_PAGE_BYTES;
	uint64_t seen[(NM_LABEL_MAX + 1) / 64] = {0};

	*requests = *taken = 0;
	for (size_t i = 0; i < names->ranges; i++) {
		const struct nm_range *r = &names->range[i];
		const unsigned int k = nm_counted_label(histogram->mode, r->label);
		struct nm_diagnosis d;

		if (r->start >= start + NM_PAGE_BYTES || r->start + r->length <= start ||
		    seen[k / 64] >> k % 64 & 1 || nm_diagnose(histogram, (int)k, false, 0, &d))
			continue;
		seen[k / 64] |= UINT64_C(1) << k % 64;
		*requests += d.requests;
		*taken += d.transfers;
	}
}

void nm_advise(const struct nm_page *page, unsigned int number, unsigned int home,
	       uint64_t least, double factor, const struct nm_table *histogram,
	       const struct nm_names *names, struct nm_page_advice *a)
{
	const int to = nm_migrate(page, home, least, factor);
	const int written = histogram ? nm_page_written(histogram, names, number) : -1;
	uint64_t requests = 0, taken = 0;

	*a = (struct nm_page_advice){.remote = page->total - page->access[home],
				     .lines = written >= 0};
	if (histogram)
		page_lines(histogram, names, number, &requests, &taken);
	if (a->remote < least)
		a->advice = NM_STAY;
	else if (requests && (double)taken >= NM_PAGE_TAKEN * (double)requests)
		a->advice = NM_NO_HELP;
	else if (to >= 0) {
		a->advice = NM_MOVE;
		a->to = (unsigned int)to;
		a->saved = page->access[to] - page->access[home];
	} else if (written == 0 && 2 * requests >= page->total &&
		   nm_shared_page(page, home, least)) {
		/* histograms do not see uncached accesses, which may be stores */
		a->advice = NM_REPLICATE;
		a->saved = a->remote;
	} else if (a->remote > page->access[home])
		a->advice = NM_NO_HELP;
}

/* ---- with a recording ---- */

/* Minimum number of transfers for a statement about words. */
#define TRANSFERS_LEAST 10
/* Largest number of transfers for each line if the lines were only handed over, as after the
 * initialisation. */
#define REPEATED 3
/* True or false sharing counts if its share of the transfers is larger than this percentage. */
#define WORDS_PERCENT 10
/* Largest percentage of transfers without a write for a line to be migratory. */
#define TURNS_PERCENT 15

/* Returns how the words of a line are shared. */
static enum nm_pattern of_words(const struct nm_words_line *l)
{
	const uint64_t taken = l->after_read + l->without_read;
	const uint64_t n = l->true_sharing + l->false_sharing;

	if (l->senders == 1 || l->writers == 1)
		return NM_PRODUCER_CONSUMER;
	if (taken && at_least(l->after_read, taken, 100 - FEW) &&
	    100 * l->only_read <= TURNS_PERCENT * n)
		return NM_MIGRATORY;
	return NM_TRUE_SHARING;
}

/* Returns whether @events of @all accesses are a share below 2 % with a confidence of 95 %:
 * with no event after 150 accesses (the rule of three), with more events later. */
static bool rare(uint64_t events, uint64_t all)
{
	const double rest = (double)all - 50 * (double)events;

	return rest > 0 && rest * rest >= 150 * (double)all;
}

/* Returns whether @part of @all differs from WORDS_PERCENT by more than @deviations standard
 * deviations; @above: is larger, otherwise is smaller. */
static bool differs(uint64_t part, uint64_t all, bool above, unsigned int deviations)
{
	const double more = 100 * (double)part - WORDS_PERCENT * (double)all;

	return (above ? more > 0 : more < 0) &&
	       more * more > (double)(deviations * deviations * WORDS_PERCENT *
				      (100 - WORDS_PERCENT)) *
				     (double)all;
}

/* Returns the pattern of a line whose accesses mostly hit in the threads' caches; NM_UNDECIDED:
 * the transfers of the line decide. */
static enum nm_pattern of_copies(const struct nm_words_line *l)
{
	const uint64_t n = l->true_sharing + l->false_sharing, accesses = l->reads + l->writes;
	/* a line that was handed over once may move again */
	const bool taken = l->after_read || l->without_read;

	if (n >= REPEATED * l->lines + 1)
		return NM_UNDECIDED;
	if (l->users == 1)
		return rare(n + taken, accesses) ? NM_PRIVATE : NM_UNDECIDED;
	/* no store has taken the line from a reader */
	return l->writers < 2 && l->readers > 1 && !taken && rare(n, l->reads) ? NM_READ_SHARED
									       : NM_UNDECIDED;
}

/* Returns the pattern that the transfers of a line show; NM_UNDECIDED: too few of them. */
static enum nm_pattern of_transfers(const struct nm_words_line *l)
{
	const uint64_t n = l->true_sharing + l->false_sharing;
	enum nm_pattern p;

	if (!n)
		return NM_UNDECIDED;
	if (differs(l->true_sharing, n, false, 1))
		return NM_FALSE_SHARING;
	if (2 * l->crossed > n)
		return NM_BOTH_SHARING;
	if (l->false_sharing * 100 > WORDS_PERCENT * n)
		return differs(l->false_sharing, n, true, 2) &&
				       differs(l->true_sharing, n, true, 2)
			       ? NM_BOTH_SHARING
			       : NM_UNDECIDED;
	p = of_words(l);
	return p == NM_PRODUCER_CONSUMER && l->after_read + l->without_read < TAKEN
		       ? NM_UNDECIDED
		       : p;
}

/* Runs differ by this factor in a share, besides chance. */
#define RUNS_FACTOR 4
/* An event that was not seen may be this frequent, with a confidence of 95 %. */
#define UNSEEN 3

/* Returns whether the pattern of a line is another one if *@part of *@part + *@rest is larger
 * or smaller; both are members of @l, which are as before afterwards. */
static bool sensitive(struct nm_words_line *l, uint64_t *part, uint64_t *rest)
{
	const enum nm_pattern p = of_transfers(l);
	uint64_t *const minor = *part < *rest ? part : rest, *const major = minor == part
										    ? rest
										    : part;
	const uint64_t few = *minor, all = *minor + *major;
	const uint64_t more = RUNS_FACTOR * few + UNSEEN, less = few / RUNS_FACTOR;
	bool other;

	*minor = more < all ? more : all;
	*major = all - *minor;
	other = of_transfers(l) != p;
	*minor = less > UNSEEN ? less - UNSEEN : 0;
	*major = all - *minor;
	other |= few > UNSEEN && of_transfers(l) != p;
	*minor = few;
	*major = all - few;
	return other;
}

bool nm_depends_on_run(const struct nm_words_line *line)
{
	struct nm_words_line l = *line;
	uint64_t wrote = l.true_sharing + l.false_sharing - l.only_read;
	const enum nm_pattern p = of_transfers(&l);

	if (!p || of_copies(&l))
		return false;
	return (p == NM_MIGRATORY && 2 * l.gates > l.after_read) ||
	       sensitive(&l, &l.true_sharing, &l.false_sharing) ||
	       sensitive(&l, &l.after_read, &l.without_read) ||
	       sensitive(&l, &l.only_read, &wrote);
}

void nm_divide(struct nm_diagnosis *d, const struct nm_words_line *l)
{
	const uint64_t n = l->true_sharing + l->false_sharing;
	const enum nm_pattern copies = of_copies(l), shown = of_transfers(l);

	if (d->pattern == NM_PRIVATE || d->pattern == NM_READ_SHARED || !(l->reads + l->writes))
		return;
	if (d->doubt && copies)
		decide(d, copies);
	if (d->doubt == NM_TOO_FEW || copies)
		return;
	d->apart = l->false_sharing;
	if (n >= TRANSFERS_LEAST && shown) {
		decide(d, shown);
	} else if (n >= TRANSFERS_LEAST ||
		   (n && shown != d->pattern && d->pattern != NM_WRITE_SHARED)) {
		/* there are too few transfers for a verdict, but they contradict that of the
		 * counters */
		doubt(d, NM_TOO_FEW);
	}
}

void nm_diagnose_words(struct nm_diagnosis *d, const struct nm_words_line *l)
{
	const uint64_t n = l->true_sharing + l->false_sharing, accesses = l->reads + l->writes;

	*d = (struct nm_diagnosis){.requests = accesses,
				   .transfers = n,
				   .readers = l->readers,
				   .writers = l->writers};
	if (l->threads == 1) {
		decide(d, NM_PRIVATE);
		return;
	}
	doubt(d, NM_MIXED);
	nm_divide(d, l);
	if (d->doubt && n < TRANSFERS_LEAST)
		doubt(d, NM_TOO_FEW);
}
