/* SPDX-License-Identifier: Apache-2.0 */
#include "pagemap.h"
#include "input.h"
#include "textline.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINE 1024	      /* maximum bytes of a line of a file */
#define FILE_BYTES (16 << 20) /* maximum of a file; a map of all pages has a tenth of it */

struct pagemap {
	struct pagemap_entry *entry;
	size_t count, room;
	uint32_t *slot; /* hash table: entry + 1, or 0 */
	size_t slots;	/* a power of two, more than twice the entries */
};

struct pagemap *pagemap_open(void)
{
	struct pagemap *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->slots = 64;
	m->slot = calloc(m->slots, sizeof(*m->slot));
	if (!m->slot) {
		free(m);
		return NULL;
	}
	return m;
}

void pagemap_close(struct pagemap *m)
{
	if (!m)
		return;
	free(m->entry);
	free(m->slot);
	free(m);
}

static uint32_t *find(const struct pagemap *m, uint64_t page)
{
	size_t i = (page / PAGE_BYTES * 0x9E3779B97F4A7C15u >> 32) & (m->slots - 1);

	while (m->slot[i] && m->entry[m->slot[i] - 1].page != page)
		i = (i + 1) & (m->slots - 1);
	return &m->slot[i];
}

static int grow(struct pagemap *m)
{
	if (m->count == m->room) {
		size_t room = m->room ? 2 * m->room : 32;
		struct pagemap_entry *e = realloc(m->entry, room * sizeof(*e));

		if (!e)
			return -ENOMEM;
		m->entry = e;
		m->room = room;
	}
	if (2 * (m->count + 1) >= m->slots) {
		uint32_t *slot = calloc(2 * m->slots, sizeof(*slot));

		if (!slot)
			return -ENOMEM;
		free(m->slot);
		m->slot = slot;
		m->slots *= 2;
		for (size_t i = 0; i < m->count; i++)
			*find(m, m->entry[i].page) = (uint32_t)i + 1;
	}
	return 0;
}

int pagemap_add(struct pagemap *m, uint64_t page, unsigned int sender, unsigned int color,
		bool irq)
{
	int err;

	if (page % PAGE_BYTES || sender < 1 || sender > PAGEMAP_SENDERS || color > 15)
		return -EINVAL;
	if (m->count == PAGEMAP_PAGES)
		return -ENOSPC;
	if (*find(m, page))
		return -EEXIST;
	err = grow(m);
	if (err)
		return err;
	m->entry[m->count] = (struct pagemap_entry){
		.page = page,
		.dest = PAGEMAP_DEST + (uint32_t)m->count * PAGE_BYTES,
		.sender = (uint8_t)sender,
		.color = (uint8_t)(0x10 | color),
		.irq = irq,
	};
	*find(m, page) = (uint32_t)++m->count;
	return 0;
}

const struct pagemap_entry *pagemap_find(const struct pagemap *m, uint64_t addr)
{
	uint32_t i = *find(m, addr & ~(uint64_t)(PAGE_BYTES - 1));

	return i ? &m->entry[i - 1] : NULL;
}

size_t pagemap_count(const struct pagemap *m)
{
	return m->count;
}

const struct pagemap_entry *pagemap_at(const struct pagemap *m, size_t i)
{
	return &m->entry[i];
}

static bool number(const char **s, int base, uint64_t *v)
{
	char *end;

	if (!isxdigit((unsigned char)**s))
		return false;
	errno = 0;
	*v = strtoull(*s, &end, base);
	if (end == *s || errno)
		return false;
	*s = end;
	return true;
}

static int wrong(char *why, size_t len, int err, const char *what, const char *text)
{
	snprintf(why, len, "%s: '%s'", what, text);
	return err;
}

int pagemap_parse(struct pagemap *m, const char *text, char *why, size_t len)
{
	uint64_t page, last, sender, color = m->count, irq = 0;
	const char *s = text;

	if (!number(&s, 16, &page))
		return wrong(why, len, -EINVAL, "no page address", text);
	last = page;
	if (*s == '-' && (s++, !number(&s, 16, &last)))
		return wrong(why, len, -EINVAL, "no last page", text);
	if (page % PAGE_BYTES || last % PAGE_BYTES)
		return wrong(why, len, -EINVAL, "a page is a multiple of 1000 (hexadecimal)",
			     text);
	if (last < page)
		return wrong(why, len, -EINVAL, "the last page lies before the first", text);
	if (*s++ != '=')
		return wrong(why, len, -EINVAL, "no '=' after the page", text);
	if (!number(&s, 10, &sender) || sender < 1 || sender > PAGEMAP_SENDERS)
		return wrong(why, len, -EINVAL, "the sender is not 1, 2 or 3", text);
	color %= 16;
	if (*s == ':' && (s++, !number(&s, 10, &color) || color > 15))
		return wrong(why, len, -EINVAL, "the color is not 0 to 15", text);
	if (*s == ':' && (s++, !number(&s, 10, &irq) || irq > 1))
		return wrong(why, len, -EINVAL, "the interrupt bit is not 0 or 1", text);
	if (*s)
		return wrong(why, len, -EINVAL, "more than page=sender:color:interrupt", text);
	if ((last - page) / PAGE_BYTES >= PAGEMAP_PAGES - m->count)
		return wrong(why, len, -ENOSPC, "more pages than fit into 112 MB", text);
	for (uint64_t i = 0; i <= (last - page) / PAGE_BYTES; i++) {
		int err = pagemap_add(m, page + i * PAGE_BYTES, (unsigned int)sender,
				      (unsigned int)color, irq);

		if (err)
			return wrong(why, len, err,
				     err == -EEXIST ? "a page is mapped twice" : strerror(-err),
				     text);
	}
	return 0;
}

/* Loads the lines of @f; none may be longer than LINE. */
static int load_lines(struct pagemap *m, FILE *f, const char *path, char *why, size_t len)
{
	char line[LINE + 2], what[256];
	unsigned long number = 0;
	int err = 0;

	while (!err && fgets(line, sizeof(line), f)) {
		char *from = line, *to;

		number++;
		if (!strchr(line, '\n')) {
			snprintf(why, len, "%s:%lu: %s", path, number,
				 feof(f) ? TEXTLINE_UNENDED : "line too long");
			return -EBADMSG;
		}
		from[strcspn(from, "#")] = 0;
		while (isspace((unsigned char)*from))
			from++;
		to = from + strlen(from);
		while (to > from && isspace((unsigned char)to[-1]))
			to--;
		*to = 0;
		if (!*from)
			continue;
		err = pagemap_parse(m, from, what, sizeof(what));
		if (err)
			snprintf(why, len, "%s:%lu: %s", path, number, what);
	}
	if (!err && ferror(f)) {
		err = -EIO;
		snprintf(why, len, "%s: cannot be read", path);
	}
	return err;
}

int pagemap_load(struct pagemap *m, const char *path, char *why, size_t len)
{
	const int fd = input_open_regular(path);
	struct stat st;
	FILE *f = NULL;
	int err = fd < 0 ? fd : 0;

	if (!err && !fstat(fd, &st) && st.st_size > FILE_BYTES)
		err = -EFBIG;
	if (!err && !(f = fdopen(fd, "r")))
		err = -errno;
	if (err) {
		if (fd >= 0)
			close(fd);
		snprintf(why, len, "%s: %s", path, strerror(-err));
		return err;
	}
	err = load_lines(m, f, path, why, len);
	fclose(f);
	return err;
}
