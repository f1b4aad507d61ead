/* SPDX-License-Identifier: Apache-2.0 */
#include "nm_unseen.h"
#include "starts_with.h"
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if __SIZEOF_POINTER__ == 8
typedef Elf64_Ehdr header;
typedef Elf64_Shdr section;
typedef Elf64_Sym symbol;
#else
typedef Elf32_Ehdr header;
typedef Elf32_Shdr section;
typedef Elf32_Sym symbol;
#endif

/* between blanks, so that a whole name can be searched */
static const char writers[] =
	" preadv recvmmsg fread_unlocked getline getdelim gets scanf fscanf sscanf vscanf "
	"vfscanf vsscanf asprintf vasprintf qsort qsort_r strtok strtok_r strsep swab memccpy "
	"memfrob strfry wcscpy wcsncpy wcscat wmemcpy wmemmove wmemset mbstowcs wcstombs "
	"inet_ntop getrandom getentropy strxfrm strftime ";

static const char orders[] = " semop semtimedop msgsnd msgrcv mq_send mq_receive mq_timedsend "
			     "mq_timedreceive flock lockf aio_suspend signalfd ";
/* tasks of OpenMP: those of gcc are followed in programs that run under valgrind, those of
 * clang, without the "__" at the beginning, in programs that are compiled for it */
static const char tasks[] = " GOMP_task GOMP_taskloop GOMP_taskloop_ull kmpc_omp_task "
			    "kmpc_omp_task_with_deps kmpc_taskloop ";
static const char forks[] = " fork vfork _Fork clone clone3 ";

struct file {
	const uint8_t *p;
	size_t size;
};

static const void *part(const struct file *f, uint64_t offset, uint64_t size)
{
	return offset <= f->size && size <= f->size - offset ? f->p + offset : NULL;
}

static const section *section_at(const struct file *f, const header *h, size_t i)
{
	return i < h->e_shnum ? part(f, h->e_shoff + i * sizeof(section), sizeof(section))
			      : NULL;
}

/* Returns the contents of a section, and their size in *size; NULL: it has none. */
static const char *contents(const struct file *f, const section *s, size_t *size)
{
	*size = s ? s->sh_size : 0;
	return s && s->sh_type != SHT_NOBITS && !(s->sh_flags & SHF_COMPRESSED)
		       ? part(f, s->sh_offset, s->sh_size)
		       : NULL;
}

/* Appends a function to a list that has room for it and does not contain it. */
static void add(char *list, const char *name, size_t n)
{
	const size_t used = strlen(list);

	for (const char *at = list; (at = strstr(at, name)); at += n)
		if ((at == list || at[-1] == ' ') && (!at[n] || at[n] == ','))
			return;
	if (used + n + 3 < NM_UNSEEN_TEXT)
		snprintf(list + used, NM_UNSEEN_TEXT - used, "%s%s", used ? ", " : "", name);
}

/* Looks up a function that the program takes from a library, whatever its form: the compiler
 * calls __isoc99_sscanf for sscanf and __snprintf_chk for snprintf. */
static void look_up(struct nm_unseen *u, const char *name)
{
	static const char *const before[] = {"__isoc99_", "__isoc23_", "__"};
	char word[40] = " ", *at = word + 1, *list;
	size_t n;

	for (size_t i = 0; i < sizeof(before) / sizeof(*before); i++)
		if (!strncmp(name, before[i], strlen(before[i]))) {
			name += strlen(before[i]);
			break;
		}
	n = strcspn(name, "@");
	if (n > 4 && starts_with(name + n - 4, "_chk"))
		n -= 4;
	if (n + 3 > sizeof(word))
		return;
	memcpy(at, name, n);
	strcpy(at + n, " ");
	list = strstr(writers, word)  ? u->writes
	       : strstr(orders, word) ? u->orders
	       /* librecord defines the functions of gcc that it knows */
	       : strstr(tasks, word) && u->records == (*at == 'G') ? u->orders
	       : strstr(forks, word)				   ? u->forks
								   : NULL;
	at[n] = '\0';
	if (list)
		add(list, at, n);
}

static void read_symbols(struct nm_unseen *u, const struct file *f, const header *h,
			 const section *s)
{
	size_t size, room;
	const char *const list = contents(f, s, &size);
	const char *const names = contents(f, section_at(f, h, s->sh_link), &room);

	for (size_t i = 0; list && names && room && i < size / sizeof(symbol); i++) {
		symbol y;

		memcpy(&y, list + i * sizeof(y), sizeof(y));
		if (y.st_shndx == SHN_UNDEF && y.st_name < room && !names[room - 1])
			look_up(u, names + y.st_name);
	}
}

/* Returns whether gcc, whose options are in @text, replaces fills and
 * copies by instructions. */
static bool expands(const char *text)
{
	const char *level = strstr(text, " -O");

	return !strstr(text, " -fno-builtin") && level && level[3] != '0' && level[3] != 'g';
}

/* Reads strings of the debug information, among which are the options of the compiler and the
 * names of files of -gsplit-dwarf. */
static void read_strings(struct nm_unseen *u, const char *text, size_t size)
{
	if (!size || text[size - 1])
		return;
	for (const char *end = text + size; text < end; text += strlen(text) + 1) {
		const size_t n = strlen(text);

		u->fills |= starts_with(text, "GNU C") && expands(text);
		u->split |= n > 4 && !strcmp(text + n - 4, ".dwo");
	}
}

int nm_unseen(struct nm_unseen *u, const char *path)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct file f = {0};
	const header *h = NULL;
	const section *names;
	struct stat st;
	size_t room, size;
	const char *name;
	int err = fd < 0 || fstat(fd, &st) ? -errno : st.st_size ? 0 : -EBADMSG;

	*u = (struct nm_unseen){0};
	if (!err) {
		f.size = (size_t)st.st_size;
		f.p = mmap(NULL, f.size, PROT_READ, MAP_PRIVATE, fd, 0);
		err = f.p == MAP_FAILED ? -errno : 0;
	}
	if (fd >= 0)
		close(fd);
	if (err)
		return err;
	h = part(&f, 0, sizeof(*h));
	if (!h || memcmp(h->e_ident, ELFMAG, SELFMAG) ||
	    h->e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32)) {
		munmap((void *)f.p, f.size);
		return -EBADMSG;
	}
	u->records = memmem(f.p, f.size, "librecord", 9);
	names = section_at(&f, h, h->e_shstrndx);
	name = contents(&f, names, &room);
	for (size_t i = 0; i < h->e_shnum; i++) {
		const section *s = section_at(&f, h, i);
		const char *text;

		if (!s)
			break;
		text = contents(&f, s, &size);
		if (s->sh_type == SHT_DYNSYM)
			read_symbols(u, &f, h, s);
		else if (text && name && s->sh_name < room &&
			 !strncmp(name + s->sh_name, ".debug_str", room - s->sh_name))
			read_strings(u, text, size);
	}
	munmap((void *)f.p, f.size);
	return 0;
}
