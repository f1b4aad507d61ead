/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

unsigned int ranks_owner(unsigned int ranks, unsigned int nodes, unsigned int node)
{
	return node * ranks / nodes;
}

int ranks_resize(struct ranks_buffer *b, size_t bytes)
{
	if (bytes > b->room) {
		const size_t room = bytes > 2 * b->room ? bytes : 2 * b->room;
		uint8_t *more = realloc(b->data, room);

		if (!more)
			return -ENOMEM;
		b->data = more;
		b->room = room;
	}
	b->bytes = bytes;
	return 0;
}

int ranks_append(struct ranks_buffer *b, const void *data, size_t bytes)
{
	const size_t at = b->bytes;
	const int err = ranks_resize(b, at + bytes);

	if (!err && bytes)
		memcpy(b->data + at, data, bytes);
	return err;
}

bool ranks_extract(struct ranks_part *p, void *data, size_t bytes)
{
	if (p->left < bytes)
		return false;
	if (bytes)
		memcpy(data, p->at, bytes);
	p->at += bytes;
	p->left -= bytes;
	return true;
}

int ranks_port_open(struct ranks_port *p, const struct ranks *ranks)
{
	*p = (struct ranks_port){.ranks = ranks};
	p->out = calloc(ranks->ranks, sizeof(*p->out));
	p->in = calloc(ranks->ranks, sizeof(*p->in));
	return p->out && p->in ? 0 : -ENOMEM;
}

void ranks_port_close(struct ranks_port *p)
{
	for (unsigned int i = 0; p->ranks && i < p->ranks->ranks; i++) {
		if (p->out)
			free(p->out[i].data);
		if (p->in)
			free(p->in[i].data);
	}
	free(p->out);
	free(p->in);
}

int ranks_port_exchange(struct ranks_port *p)
{
	const struct ranks *r = p->ranks;

	for (unsigned int i = 0; i < r->ranks; i++)
		if (i != r->rank) {
			p->counts.messages++;
			p->counts.bytes += p->out[i].bytes;
		}
	return r->exchange(r->arg, p->out, p->in);
}
