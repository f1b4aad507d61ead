/* SPDX-License-Identifier: Apache-2.0 */
#include "hm_recording.h"
#include "le.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "# hypermon software recording 1\n"
#define DELTA_BYTES 2u

/* ---- writing ---- */

int hm_recording_begin(struct record_writer *w, unsigned int nodes)
{
	char text[HM_HEADER_BYTES];
	const int n =
		snprintf(text, sizeof(text), MAGIC "# nodes: %u\n" CHECK_HEADER "\n", nodes);

	memset(text + n, ' ', sizeof(text) - (size_t)n - 1);
	text[sizeof(text) - 1] = '\n';
	w->promised = true;
	return record_write_text(w, text, sizeof(text));
}

int hm_recording_node(struct record_writer *w, unsigned int node, const struct hm_soft *s,
		      uint64_t began_us)
{
	uint8_t head[HM_RECORDING_BLOCK];
	int err;

	put_le64(head, node);
	put_le64(head + 8, s->used);
	put_le64(head + 16, began_us);
	put_le64(head + 24, s->lost);
	err = record_write_text(w, (const char *)head, sizeof(head));
	return err ? err : record_write_text(w, (const char *)s->buffer, s->used);
}

int hm_recording_end(struct record_writer *w)
{
	record_write_end(w);
	return record_flush(w);
}

/* ---- reading ---- */

bool hm_recording_is(int fd)
{
	char text[sizeof(MAGIC) - 1];

	return pread(fd, text, sizeof(text), 0) == (ssize_t)sizeof(text) &&
	       !memcmp(text, MAGIC, sizeof(text));
}

static int wrong(struct hm_recording *r, unsigned int node, const char *what)
{
	r->node = node;
	r->wrong = what;
	return -EINVAL;
}

/* Reads until the buffer holds a whole record, or the rest of the node's records. */
static int fill_buffer(struct hm_recording *r, struct hm_recording_node *s)
{
	size_t room;
	ssize_t n;

	if (s->limit - s->used >= DELTA_BYTES + HM_EVENT_BYTES || !s->left)
		return 0;
	memmove(s->buffer, s->buffer + s->used, s->limit - s->used);
	s->limit -= s->used;
	s->used = 0;
	room = sizeof(s->buffer) - s->limit;
	n = pread(r->fd, s->buffer + s->limit, room < s->left ? room : s->left, (off_t)s->at);
	if (n <= 0)
		return n ? -errno : -EIO;
	s->at += (uint64_t)n;
	s->left -= (uint64_t)n;
	s->limit += (unsigned int)n;
	return 0;
}

/* Finds the next event of a node; an error ends its stream. */
static int next_record(struct hm_recording *r, unsigned int node)
{
	struct hm_recording_node *s = &r->stream[node];

	for (;;) {
		int err = fill_buffer(r, s);
		const uint8_t *p = s->buffer + s->used;
		unsigned int have = s->limit - s->used;

		s->length = 0;
		if (err || !have)
			return err;
		s->limit = s->used; /* after an error nothing more is read */
		if (have < DELTA_BYTES + 1)
			return wrong(r, node, "the last record is incomplete");
		if (p[2] != HM_ID_FILLER && !r->table->type[p[2]].length)
			return wrong(r, node, "an identifier that is not in the table");
		s->length = p[2] == HM_ID_FILLER ? 1 : r->table->type[p[2]].length;
		if (have < DELTA_BYTES + s->length) {
			s->length = 0;
			return wrong(r, node, "the last record is incomplete");
		}
		s->limit = s->used + have;
		s->us += (uint64_t)(p[0] | p[1] << 8);
		if (p[2] != HM_ID_FILLER)
			return 0;
		s->used += DELTA_BYTES + 1;
	}
}

static int read_blocks(struct hm_recording *r, uint64_t size)
{
	uint64_t at = HM_HEADER_BYTES;

	while (at < size) {
		uint8_t head[HM_RECORDING_BLOCK];
		uint64_t node, bytes;

		if (size - at < sizeof(head) ||
		    pread(r->fd, head, sizeof(head), (off_t)at) != (ssize_t)sizeof(head))
			return wrong(r, 0, "the file ends within the head of a node");
		node = get_le64(head);
		bytes = get_le64(head + 8);
		at += sizeof(head);
		if (node >= r->nodes)
			return wrong(r, 0, "a node that the header does not have");
		if (r->stream[node].at)
			return wrong(r, (unsigned int)node, "the node occurs twice");
		if (bytes > size - at)
			return wrong(r, (unsigned int)node, "the file ends within its records");
		r->stream[node].at = at;
		r->stream[node].left = bytes;
		r->stream[node].us = get_le64(head + 16);
		r->lost[node] = get_le64(head + 24);
		at += bytes;
	}
	return 0;
}

struct from {
	int fd;
	off_t at;
};

static ssize_t read_from(void *arg, void *buf, size_t size)
{
	struct from *f = arg;
	ssize_t n;

	do
		n = pread(f->fd, buf, size, f->at);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return -errno;
	f->at += n;
	return n;
}

/* Reads the whole file and compares its checksum; *size is then that of the data. */
static int check_file(struct hm_recording *r, uint64_t *size)
{
	struct from from = {.fd = r->fd};
	struct check_reader reader = {.source = read_from, .arg = &from};
	char *buf = malloc(RECORD_BUFFER);
	ssize_t n;

	if (!buf)
		return -ENOMEM;
	*size = 0;
	while ((n = check_read(&reader, buf, RECORD_BUFFER)) > 0)
		*size += (uint64_t)n;
	free(buf);
	if (n == -EILSEQ)
		return wrong(r, 0, CHECK_DAMAGED);
	if (!n && r->checked && !reader.found)
		return wrong(r, 0, CHECK_CUT);
	return (int)n;
}

int hm_recording_open(struct hm_recording *r, const char *path, const struct hm_table *table)
{
	char text[HM_HEADER_BYTES + 1] = "";
	uint64_t size = 0;
	struct stat st;
	int err, end = 0;

	memset(r, 0, sizeof(*r));
	r->name = path;
	r->table = table;
	r->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (r->fd < 0 || fstat(r->fd, &st))
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -ESPIPE;
	if (pread(r->fd, text, HM_HEADER_BYTES, 0) != (ssize_t)HM_HEADER_BYTES ||
	    sscanf(text, MAGIC "# nodes: %2u%n", &r->nodes, &end) != 1 || text[end] != '\n' ||
	    !r->nodes || r->nodes > HM_NODES)
		return wrong(r, 0, "this is not a software recording");
	r->checked = strstr(text, "\n" CHECK_HEADER "\n");
	err = check_file(r, &size);
	if (!err)
		err = read_blocks(r, size);
	for (unsigned int i = 0; !err && i < r->nodes; i++)
		err = next_record(r, i);
	return err;
}

void hm_recording_close(struct hm_recording *r)
{
	if (r->fd >= 0)
		close(r->fd);
	r->fd = -1;
}

static struct hm_event recorded_event(const struct hm_recording *r, unsigned int node)
{
	const struct hm_recording_node *s = &r->stream[node];
	const uint8_t *data = s->buffer + s->used + DELTA_BYTES;

	return (struct hm_event){.node = node,
				 .window = s->us,
				 .ns = s->us * 1000,
				 .nibble = s->events,
				 .type = &r->table->type[data[0]],
				 .length = s->length,
				 .data = data};
}

int hm_recording_next(struct hm_recording *r, struct hm_event *e,
		      bool (*ready)(void *arg, const struct hm_event *e), void *arg)
{
	unsigned int earliest = HM_NODES, first = HM_NODES;
	struct hm_recording_node *s;

	for (unsigned int i = 0; i < r->nodes; i++) { /* skips the event returned last */
		s = &r->stream[i];
		if (s->returned) {
			int err;

			s->returned = false;
			s->used += DELTA_BYTES + s->length;
			err = next_record(r, i);
			if (err)
				return err;
		}
	}
	for (unsigned int i = 0; i < r->nodes; i++) {
		struct hm_event next;

		s = &r->stream[i];
		if (!s->length)
			continue;
		if (first == HM_NODES || s->us < r->stream[first].us)
			first = i;
		if (earliest < HM_NODES && s->us >= r->stream[earliest].us)
			continue;
		next = recorded_event(r, i);
		if (!ready || ready(arg, &next))
			earliest = i;
	}
	if (earliest == HM_NODES)
		earliest = first;
	if (earliest == HM_NODES)
		return 0;
	*e = recorded_event(r, earliest);
	r->stream[earliest].events++;
	r->stream[earliest].returned = true;
	return 1;
}
