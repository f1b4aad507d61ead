/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PAGEMAP_H
#define PAGEMAP_H
/*
 * The pages of the program that automatic update transfers: the outgoing page tables of the
 * three senders and the incoming page table of the receiver combined. In text form it has one
 * entry per line, '#' begins a comment:
 *
 *	page[-last page]=sender[:color[:interrupt]]
 *	4c4000-4c7000=1:3	# 16 KB of node 1, color 3
 *	4c8000=2:7:1		# one page of node 2, which interrupts
 *
 * Pages are addresses in hexadecimal, multiples of 4096; sender is 1 to 3, color
 * 0 to 15, interrupt 0 or 1. The entries get consecutive pages in the memory of
 * node 0, from PAGEMAP_DEST on.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PAGE_BYTES 4096u
#define PAGEMAP_SENDERS 3
#define PAGEMAP_DEST 0x01000000u
/* Packets reach the low 128 MB of a node only (TR-596-99 A.7). */
#define PAGEMAP_PAGES ((0x08000000u - PAGEMAP_DEST) / PAGE_BYTES)

struct pagemap_entry {
	uint64_t page;	/* address in the sender's memory */
	uint32_t dest;	/* address in node 0 */
	uint8_t sender; /* 1..3 */
	uint8_t color;	/* the 6-bit tag; bits 5..4 are 01 in this interface */
	bool irq;
};

struct pagemap;

struct pagemap *pagemap_open(void);
void pagemap_close(struct pagemap *m);
/* Adds an entry. Returns 0, -EINVAL, -EEXIST if the page is already mapped, -ENOSPC or
 * -ENOMEM. */
int pagemap_add(struct pagemap *m, uint64_t page, unsigned int sender, unsigned int color,
		bool irq);
/* Adds one entry in text form. After an error @why has an error message. */
int pagemap_parse(struct pagemap *m, const char *text, char *why, size_t len);
/* Adds the entries of a file; @why begins with file:line. */
int pagemap_load(struct pagemap *m, const char *path, char *why, size_t len);
/* Finds the entry of the page that contains @addr, or NULL. The pointer is valid until the next
 * pagemap_add(). */
const struct pagemap_entry *pagemap_find(const struct pagemap *m, uint64_t addr);
size_t pagemap_count(const struct pagemap *m);
const struct pagemap_entry *pagemap_at(const struct pagemap *m, size_t i);

#endif
