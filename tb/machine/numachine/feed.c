/* SPDX-License-Identifier: Apache-2.0 */
#include "feed.h"
#include "number.h"
#include "starts_with.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define OWNER_CLOCKS 40u
/* maximum of pending write-backs and invalidations; the FIFO holds fewer */
#define ANSWERS 256u

struct feed {
	struct card *card;
	feed_fn *fn;
	void *arg;
	uint64_t now;
	struct feed_entry next;
	bool more;
	struct feed_entry answer[ANSWERS];
	unsigned int first, answers;
};

static void queue_answer(void *arg, const struct card_message *m)
{
	struct feed *f = arg;
	struct feed_entry *e;

	if (m->kind != CARD_GIVE && m->kind != CARD_INVALIDATE)
		return;
	if (f->answers == ANSWERS)
		abort(); /* impossible: each answer belongs to a locked line, and the FIFO holds
			  * 64 transactions */
	e = &f->answer[(f->first + f->answers++) % ANSWERS];
	*e = (struct feed_entry){
		.at = f->now + OWNER_CLOCKS,
		.t = {.processor = m->kind == CARD_GIVE ? m->owner : m->processor,
		      .phase = m->kind == CARD_GIVE ? 0 : m->phase,
		      .cmd = m->kind == CARD_GIVE ? CARD_WRITE_BACK : CARD_INVAL_RES,
		      .addr = m->addr}};
}

struct feed *feed_open(const struct card_config *cfg, feed_fn *fn, void *arg)
{
	struct feed *f = calloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->fn = fn;
	f->arg = arg;
	f->card = card_open(cfg, queue_answer, f);
	if (!f->card) {
		free(f);
		return NULL;
	}
	f->more = fn(arg, &f->next);
	return f;
}

void feed_close(struct feed *f)
{
	if (!f)
		return;
	card_close(f->card);
	free(f);
}

static void receive(struct feed *f, const struct card_transaction *t)
{
	if (card_has(f->card, t->addr) && card_receive(f->card, t))
		abort();
}

void feed_clock(struct feed *f, struct card_pins *pins)
{
	for (; f->answers && f->answer[f->first].at <= f->now; f->answers--) {
		receive(f, &f->answer[f->first].t);
		f->first = (f->first + 1) % ANSWERS;
	}
	while (f->more && f->next.at <= f->now) {
		receive(f, &f->next.t);
		f->more = f->fn(f->arg, &f->next);
	}
	card_clock(f->card, pins);
	f->now++;
}

bool feed_done(const struct feed *f)
{
	return !f->more && !f->answers && card_idle(f->card);
}

/* ---- files ---- */

/* Parses a word that is a number; *at is set to the next word. */
static bool number(char **at, uint64_t max, uint64_t *v)
{
	char *end;

	if (number_read(*at, &end, v) || *v > max || (*end && !strchr(" \t", *end)))
		return false;
	*at = end + strspn(end, " \t");
	return true;
}

static bool command(char **at, uint64_t *cmd)
{
	static const struct {
		const char *name;
		uint16_t cmd;
	} names[] = {{"read", CARD_READ_REQ},
		     {"exclusive", CARD_REEX_REQ},
		     {"upgrade", CARD_UPGRADE_REQ},
		     {"writeback", CARD_WRITE_BACK},
		     {"uncached", CARD_NONBLOCK_READ}};
	const size_t n = strcspn(*at, " \t");

	if (starts_with(*at, "0x"))
		return number(at, 0x3FF, cmd);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strlen(names[i].name) == n && !strncmp(*at, names[i].name, n)) {
			*cmd = names[i].cmd;
			*at += n + strspn(*at + n, " \t");
			return true;
		}
	return false;
}

int feed_line(const char *text, size_t length, uint64_t last, struct feed_entry *e,
	      const char **wrong)
{
	char line[256], *at = line;
	uint64_t time, processor, phase, cmd, addr;

	*wrong = "a byte 0";
	if (memchr(text, '\0', length))
		return -EINVAL;
	*wrong = "line too long";
	if (length >= sizeof(line))
		return -EINVAL;
	memcpy(line, text, length);
	line[length] = '\0';
	line[strcspn(line, "#\r")] = '\0';
	at += strspn(at, " \t");
	if (!*at)
		return 0;
	*wrong = "no time";
	if (!number(&at, UINT64_MAX, &time))
		return -EINVAL;
	*wrong = "before the line above";
	if (time < last)
		return -EINVAL;
	*wrong = "a processor is 0 to 63";
	if (!number(&at, 63, &processor))
		return -EINVAL;
	*wrong = "a phase is 0 to 15";
	if (!number(&at, 15, &phase))
		return -EINVAL;
	*wrong = "read, exclusive, upgrade, writeback, uncached, or a command up to 0x3FF";
	if (!command(&at, &cmd))
		return -EINVAL;
	*wrong = "an address is a number below 0x10000000";
	if (!number(&at, 0xFFFFFFF, &addr))
		return -EINVAL;
	*wrong = "more than an address";
	if (*at)
		return -EINVAL;
	*e = (struct feed_entry){.at = time,
				 .t = {.processor = (uint8_t)processor,
				       .phase = (uint8_t)phase,
				       .cmd = (uint16_t)cmd,
				       .addr = (uint32_t)addr}};
	return 1;
}
