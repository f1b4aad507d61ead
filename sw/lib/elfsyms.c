/* SPDX-License-Identifier: Apache-2.0 */
#include "elfsyms.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_MAX (256u << 20) /* bytes; a larger file is no program that is measured */

static int read_whole(struct elf *e, const char *path, size_t *size)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	size_t have = 0;
	int err = 0;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st))
		err = -errno;
	else if (!S_ISREG(st.st_mode) || st.st_size > FILE_MAX)
		err = -ENOEXEC;
	*size = err ? 0 : (size_t)st.st_size;
	e->file = err ? NULL : malloc(*size + 1);
	while (!err && have < *size) {
		const ssize_t n = e->file ? read(fd, e->file + have, *size - have) : -1;

		if (n <= 0)
			err = e->file ? -EIO : -ENOMEM;
		else
			have += (size_t)n;
	}
	close(fd);
	return err;
}

static bool inside(uint64_t at, uint64_t bytes, size_t size)
{
	return at <= size && bytes <= size - at;
}

static int by_address(const void *a, const void *b)
{
	const struct elf_symbol *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static int add_table(struct elf *e, const Elf64_Shdr *table, const Elf64_Shdr *names,
		     size_t size, uint64_t base)
{
	const size_t n = table->sh_size / sizeof(Elf64_Sym);
	struct elf_symbol *all;

	if (!inside(table->sh_offset, table->sh_size, size) ||
	    !inside(names->sh_offset, names->sh_size, size) || !names->sh_size ||
	    e->file[names->sh_offset + names->sh_size - 1])
		return -ENOEXEC;
	all = realloc(e->symbol, (e->count + n + 1) * sizeof(*all));
	if (!all)
		return -ENOMEM;
	e->symbol = all;
	for (size_t i = 0; i < n; i++) {
		Elf64_Sym s;
		const char *name;

		memcpy(&s, e->file + table->sh_offset + i * sizeof(s), sizeof(s));
		if (!s.st_value || s.st_shndx == SHN_UNDEF || s.st_name >= names->sh_size ||
		    (ELF64_ST_TYPE(s.st_info) != STT_FUNC &&
		     ELF64_ST_TYPE(s.st_info) != STT_OBJECT))
			continue;
		name = e->file + names->sh_offset + s.st_name;
		all[e->count++] =
			(struct elf_symbol){base + s.st_value, s.st_size,
					    ELF64_ST_TYPE(s.st_info) == STT_FUNC, name};
	}
	return 0;
}

static int add_sections(struct elf *e, const Elf64_Ehdr *h, size_t size, uint64_t base)
{
	Elf64_Shdr s, names;

	if (h->e_shstrndx >= h->e_shnum)
		return 0;
	memcpy(&names, e->file + h->e_shoff + h->e_shstrndx * sizeof(s), sizeof(names));
	if (!inside(names.sh_offset, names.sh_size, size) || !names.sh_size ||
	    e->file[names.sh_offset + names.sh_size - 1])
		return -ENOEXEC;
	e->section = calloc(h->e_shnum, sizeof(*e->section));
	if (!e->section)
		return -ENOMEM;
	for (unsigned int i = 0; i < h->e_shnum; i++) {
		memcpy(&s, e->file + h->e_shoff + i * sizeof(s), sizeof(s));
		if (s.sh_flags & SHF_ALLOC && s.sh_size && s.sh_name < names.sh_size)
			e->section[e->sections++] =
				(struct elf_section){base + s.sh_addr, s.sh_size,
						     e->file + names.sh_offset + s.sh_name};
	}
	return 0;
}

static int read_symbols(struct elf *e, size_t size, uint64_t entry)
{
	Elf64_Ehdr h;
	Elf64_Shdr s, names;
	Elf64_Phdr p;
	uint64_t base;
	int err = 0;

	if (size < sizeof(h) || memcmp(e->file, ELFMAG, SELFMAG) ||
	    e->file[EI_CLASS] != ELFCLASS64 || e->file[EI_DATA] != ELFDATA2LSB)
		return -ENOEXEC;
	memcpy(&h, e->file, sizeof(h));
	if ((h.e_type != ET_EXEC && h.e_type != ET_DYN) || h.e_shentsize != sizeof(s) ||
	    !inside(h.e_phoff, (uint64_t)h.e_phnum * sizeof(p), size) ||
	    !inside(h.e_shoff, (uint64_t)h.e_shnum * sizeof(s), size))
		return -ENOEXEC;
	base = h.e_type == ET_DYN && entry != ELF_AS_LINKED ? entry - h.e_entry : 0;
	e->first = UINT64_MAX;
	for (unsigned int i = 0; i < h.e_shnum && !err; i++) {
		memcpy(&s, e->file + h.e_shoff + i * sizeof(s), sizeof(s));
		if ((s.sh_type != SHT_SYMTAB && s.sh_type != SHT_DYNSYM) ||
		    s.sh_link >= h.e_shnum)
			continue;
		memcpy(&names, e->file + h.e_shoff + s.sh_link * sizeof(s), sizeof(names));
		err = add_table(e, &s, &names, size, base);
	}
	for (unsigned int i = 0; i < h.e_phnum; i++) {
		memcpy(&p, e->file + h.e_phoff + i * sizeof(p), sizeof(p));
		if (p.p_type != PT_LOAD)
			continue;
		if (base + p.p_vaddr < e->first)
			e->first = base + p.p_vaddr;
		if (base + p.p_vaddr + p.p_memsz > e->end)
			e->end = base + p.p_vaddr + p.p_memsz;
	}
	return err ? err : add_sections(e, &h, size, base);
}

int elf_open(struct elf *e, const char *path, uint64_t entry)
{
	size_t size = 0;
	int err;

	memset(e, 0, sizeof(*e));
	err = read_whole(e, path, &size);
	if (!err)
		err = read_symbols(e, size, entry);
	if (e->count)
		qsort(e->symbol, e->count, sizeof(*e->symbol), by_address);
	return err;
}

void elf_close(struct elf *e)
{
	free(e->symbol);
	free(e->section);
	free(e->file);
	memset(e, 0, sizeof(*e));
}

const struct elf_symbol *elf_find(const struct elf *e, uint64_t addr)
{
	for (size_t i = 0; i < e->count && e->symbol[i].addr <= addr; i++)
		if (addr - e->symbol[i].addr < e->symbol[i].size)
			return &e->symbol[i];
	return NULL;
}

const struct elf_section *elf_find_section(const struct elf *e, uint64_t addr)
{
	for (size_t i = 0; i < e->sections; i++)
		if (addr - e->section[i].addr < e->section[i].size)
			return &e->section[i];
	return NULL;
}
