/* SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later */
/*
 * A tool for valgrind: records the loads and stores of a program as lackey's --trace-mem=yes
 * prints them, in the compact form of memrec.h, without running any code inside the program.
 * Large allocations are found at the calls and returns of the functions that allocate.
 *
 *	--folder=DIR      for each program that runs: PID.N.accesses and PID.N.places
 *	--start=FUNCTION  begin with the first call of this function, not of main()
 *	--whole           begin with the first instruction
 *	--lines=N         stop after so many instructions and accesses
 *
 * A child that only forks is not recorded. A program that a recorded program executes is
 * recorded in its own files. The recorder is a separate program, linked with valgrind's
 * libraries (GPL 2 or later).
 */
#include "memrec.h"
#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "libvex_guest_offsets.h"
#include "valgrind_ir.h"
#include <elf.h>

/* a function of valgrind's core: moves a descriptor out of the program's range, with
 * close-on-exec */
extern Int VG_(safe_fd)(Int fd);
/* of valgrind's core: the end of the program's range of descriptors */
extern Int VG_(fd_hard_limit);

#define BUFFER (1u << 18)
#define RECORD_BYTES 32 /* maximum size of a record */
#define NAMES_MAX 4096
#define PAGE 4096u
#define PENDING 16 /* maximum number of nested calls of allocating functions */
#define SEGMENTS 4096
#define DESCRIPTORS 1024 /* end of the descriptors among which the core's are sought */
#define START_BYTES 64	 /* length of _start that is searched for the address of main */
#define NEW_FILE (VKI_O_WRONLY | VKI_O_CREAT | VKI_O_EXCL)

static struct {
	const HChar *folder, *start;
	Bool whole;
	ULong lines;
} option = {.lines = ~0ULL};

static struct {
	Bool begun;    /* the first instruction has been executed */
	Bool on;       /* accesses are recorded */
	Bool waits;    /* waits for the start function */
	Int fd, names; /* -1: a forked child */
	struct memrec_header header;
	Addr main, stack;
	HChar program[NAMES_MAX];
	ULong instructions; /* number of instructions since the last record */
	Addr at[MEMREC_NONE][MEMREC_OTHER + 1];
	UInt have;
	UChar buffer[BUFFER];
} rec = {.fd = -1, .names = -1};

/* ---- the file ---- */

static void put_all(Int fd, const void *data, UInt n)
{
	const HChar *at = data;

	while (n && fd >= 0) {
		const Int k = VG_(write)(fd, at, (Int)n);

		if (k <= 0) {
			/* the header replaces the old one, for which the disk has space */
			rec.header.flags |= MEMREC_FAILED;
			VG_(lseek)(rec.fd, 0, VKI_SEEK_SET);
			VG_(write)(rec.fd, &rec.header, sizeof(rec.header));
			VG_(umsg)("the recording cannot be written\n");
			VG_(exit)(1);
		}
		at += k;
		n -= (UInt)k;
	}
}

/* Writes the buffer to the file and updates the counts in the header. */
static void flush(void)
{
	if (rec.fd < 0 || !rec.have)
		return;
	put_all(rec.fd, rec.buffer, rec.have);
	rec.have = 0;
	VG_(lseek)(rec.fd, 0, VKI_SEEK_SET);
	put_all(rec.fd, &rec.header, sizeof(rec.header));
	VG_(lseek)(rec.fd, 0, VKI_SEEK_END);
}

static void put_number(ULong v)
{
	for (; v >= 128; v >>= 7)
		rec.buffer[rec.have++] = (UChar)(v | 128);
	rec.buffer[rec.have++] = (UChar)v;
}

static void put_head(UInt kind, UInt size)
{
	const ULong n = rec.instructions;

	if (rec.have > BUFFER - RECORD_BYTES)
		flush();
	rec.buffer[rec.have++] =
		(UChar)(kind | size << 2 | (n < MEMREC_MORE ? (UInt)n : MEMREC_MORE) << 5);
	if (n >= MEMREC_MORE)
		put_number(n - MEMREC_MORE);
	rec.instructions = 0;
}

/* Writes a record for the instructions after the last access. */
static void put_rest(void)
{
	if (rec.on && rec.instructions)
		put_head(MEMREC_NONE, 0);
}

static void write_places(void);

static void end_recording(UInt flags)
{
	if (rec.fd < 0)
		return;
	put_rest();
	rec.header.flags |= flags;
	write_places();
	flush();
	rec.on = False;
	VG_(close)(rec.fd);
	VG_(close)(rec.names);
	rec.fd = rec.names = -1;
}

/* ---- while the program runs ---- */

static VG_REGPARM(2) void on_instructions(UWord n)
{
	if (!rec.on)
		return;
	rec.instructions += n;
	rec.header.lines += n;
}

/* Called for each access. @what: bits 1..0 kind, 4..2 size as in a record, 31..8 bytes, 63..32
 * instructions since the previous event. */
static VG_REGPARM(2) void on_access(Addr a, UWord what)
{
	const UInt kind = what & 3, size = what >> 2 & 7, n = (UInt)(what >> 32);
	Long d;

	if (!rec.on)
		return;
	rec.instructions += n;
	rec.header.lines += n + 1;
	rec.header.stores += kind != MEMREC_LOAD;
	put_head(kind, size);
	if (size == MEMREC_OTHER)
		put_number(what >> 8 & 0xFFFFFF);
	d = (Long)(a - rec.at[kind][size]);
	rec.at[kind][size] = a;
	put_number((ULong)d << 1 ^ (ULong)(d >> 63));
	if (rec.header.lines >= option.lines)
		end_recording(MEMREC_CUT);
}

/* Called when the function at which the recording begins is reached: discards everything
 * recorded before. */
static void on_start(void)
{
	if (!rec.waits || rec.fd < 0)
		return;
	rec.waits = False;
	rec.on = True;
	flush();
	rec.header.begin = (ULong)VG_(lseek)(rec.fd, 0, VKI_SEEK_CUR);
	rec.header.lines = rec.header.stores = 0;
	rec.header.flags |= MEMREC_STARTED | (option.start ? 0 : MEMREC_MAIN);
	rec.instructions = 0;
	VG_(memset)(rec.at, 0, sizeof(rec.at));
	write_places();
}

/* ---- places: large allocations, the heap, the data of libraries ---- */

static __attribute__((format(printf, 1, 2))) void put_place(const HChar *format, ...)
{
	static HChar line[NAMES_MAX + 128];
	va_list args;
	UInt n;

	va_start(args, format);
	n = VG_(vsnprintf)(line, sizeof(line) - 1, format, args);
	va_end(args);
	if (n > sizeof(line) - 2)
		n = sizeof(line) - 2;
	for (UInt i = 0; i < n; i++)
		if (line[i] == '\n')
			line[i] = '?';
	line[n] = '\n';
	put_all(rec.names, line, n + 1);
}

static struct {
	Addr first, last; /* results of brk() */
} heap;

/* Writes the places. A mapping without a name immediately after the data of a library is the
 * library's zeroed data. */
static void write_places(void)
{
	static Addr start[SEGMENTS];
	const Int n = VG_(am_get_segment_starts)(SkFileC | SkAnonC, start, SEGMENTS);
	const HChar *name = NULL;
	Addr end = 0;

	for (Int i = 0; i < n; i++) {
		const NSegment *s = VG_(am_find_nsegment)(start[i]);
		const HChar *file = s->kind == SkFileC ? VG_(am_get_filename)(s) : NULL;

		if (file)
			name = file;
		else if (s->start != end)
			name = NULL;
		end = s->hasW ? s->end + 1 : 0;
		if (!s->hasW)
			continue;
		if (rec.stack >= s->start && rec.stack <= s->end)
			put_place("region %lx-%lx stack", s->start, s->end + 1);
		else if (s->start >= heap.first && s->start <= heap.last)
			put_place("region %lx-%lx heap", s->start, s->end + 1);
		else if (name)
			put_place("region %lx-%lx %s", s->start, s->end + 1, name);
	}
}

static struct pending {
	ThreadId thread;
	Addr sp; /* stack pointer of the caller when the function returns */
	Addr caller;
	ULong bytes;
	Bool by_reference; /* posix_memalign(): the result is stored through a pointer */
	Addr where;
} pending[PENDING];
static UInt pendings; /* the generated code reads it */

/* Where an allocating function gets the number of bytes: an argument, or the product of two. */
enum bytes { FIRST, SECOND, THIRD, PRODUCT };

static const struct allocator {
	const HChar *name;
	enum bytes bytes;
} allocators[] = {
	{"malloc", FIRST},	     {"calloc", PRODUCT},	 {"realloc", SECOND},
	{"reallocarray", THIRD},     {"aligned_alloc", SECOND},	 {"memalign", SECOND},
	{"valloc", FIRST},	     {"posix_memalign", THIRD},	 {"mmap", SECOND},
	{"mmap64", SECOND},	     {"__mmap", SECOND},	 {"__mmap64", SECOND},
	{"__libc_malloc", FIRST},    {"__libc_calloc", PRODUCT}, {"__libc_realloc", SECOND},
	{"__libc_memalign", SECOND},
};

static Bool begins_with(const HChar *name, const HChar *with)
{
	return VG_(strncmp)(name, with, VG_(strlen)(with)) == 0;
}

static const struct allocator *find_allocator(const HChar *name)
{
	static const struct allocator new = {"operator new", FIRST};

	for (UInt i = 0; i < sizeof(allocators) / sizeof(*allocators); i++)
		if (VG_(strcmp)(name, allocators[i].name) == 0)
			return &allocators[i];
	return begins_with(name, "operator new") ? &new : NULL;
}

/* A function that allocates is called: @sp points to its return address. */
static void on_allocator(const struct allocator *f, Addr sp, UWord a, UWord b, UWord c)
{
	const ULong bytes = f->bytes == FIRST	 ? a
			    : f->bytes == SECOND ? b
			    : f->bytes == THIRD	 ? c
						 : a * b;
	const ThreadId thread = VG_(get_running_tid)();
	UInt n = 0;

	/* drop calls that ended without a return, for example by longjmp() */
	for (UInt i = 0; i < pendings; i++)
		if (pending[i].thread != thread || pending[i].sp > sp + sizeof(Addr))
			pending[n++] = pending[i];
	pendings = n;
	for (UInt i = 0; i < pendings; i++)
		if (pending[i].thread == thread)
			return; /* a call within an allocating function */
	if (bytes < PAGE || pendings == PENDING || rec.names < 0)
		return;
	pending[pendings++] =
		(struct pending){.thread = thread,
				 .sp = sp + sizeof(Addr),
				 .caller = *(const Addr *)sp,
				 .bytes = VG_(strcmp)(f->name, "reallocarray") ? bytes : b * c,
				 .by_reference = !VG_(strcmp)(f->name, "posix_memalign"),
				 .where = a};
}

static void put_allocation(const struct pending *p, Addr result)
{
	const DiEpoch now = VG_(current_DiEpoch)();
	const HChar *name = "";

	if (p->by_reference)
		result = result ? 0 : *(const Addr *)p->where;
	if (!result || result > (Addr)-PAGE)
		return;
	/* mappings by the loader are libraries, not allocations */
	if (VG_(get_objname)(now, p->caller, &name) && VG_(strstr)(name, "/ld-linux"))
		return;
	if (!VG_(get_fnname)(now, p->caller, &name) && !VG_(get_objname)(now, p->caller, &name))
		name = "";
	put_place("%lx %llx %lx %s", result, p->bytes, p->caller, name);
}

/* A function has returned @result: drops the calls in deeper frames. */
static void on_return(Addr sp, UWord result)
{
	const ThreadId thread = VG_(get_running_tid)();
	UInt n = 0;

	for (UInt i = 0; i < pendings; i++) {
		const struct pending p = pending[i];

		if (p.thread != thread || p.sp > sp)
			pending[n++] = p;
		else if (p.sp == sp && rec.names >= 0)
			put_allocation(&p, result);
	}
	pendings = n;
}

/* ---- the beginning of a program ---- */

/* Finds main() of a program without symbols: _start loads its address into RDI before it calls
 * __libc_start_main() (lea offset(%rip), %rdi, or mov $address, %rdi). */
static Addr main_of_start(const UChar *code)
{
	const HChar *name;
	Addr main = 0;

	for (UInt i = 0; i + 7 <= START_BYTES && !main; i++) {
		Int v;

		VG_(memcpy)(&v, code + i + 3, sizeof(v));
		if (code[i] == 0x48 && code[i + 1] == 0x8D && code[i + 2] == 0x3D)
			main = (Addr)code + i + 7 + (Addr)(Long)v;
		else if (code[i] == 0x48 && code[i + 1] == 0xC7 && code[i + 2] == 0xC7)
			main = (Addr)(UInt)v;
	}
	if (!VG_(am_is_valid_for_client)(main, 1, VKI_PROT_EXEC) ||
	    (VG_(get_fnname)(VG_(current_DiEpoch)(), main, &name) &&
	     VG_(strcmp)(name, "main") && !begins_with(name, "main(")))
		return 0;
	return main;
}

static Addr entry_of(const Addr *stack)
{
	const Addr *at = stack + 1 + stack[0] + 1;

	while (*at++) /* skip the environment */
		;
	for (; at[0]; at += 2)
		if (at[0] == AT_ENTRY)
			return at[1];
	return 0;
}

static void put_header(const Addr *stack)
{
	struct memrec_header *h = &rec.header;
	UInt bytes = VG_(strlen)(rec.program) + 1;

	for (Addr i = 1; i <= stack[0]; i++)
		bytes += VG_(strlen)((const HChar *)stack[i]) + 1;
	VG_(memcpy)(h->magic, MEMREC_MAGIC, sizeof(h->magic));
	h->bytes = sizeof(*h) + bytes;
	h->begin = h->bytes;
	h->pid = (ULong)VG_(getpid)();
	put_all(rec.fd, h, sizeof(*h));
	put_all(rec.fd, rec.program, VG_(strlen)(rec.program) + 1);
	for (Addr i = 1; i <= stack[0]; i++)
		put_all(rec.fd, (const HChar *)stack[i],
			VG_(strlen)((const HChar *)stack[i]) + 1);
}

static Int create(const HChar *kind)
{
	static HChar path[NAMES_MAX];
	Int fd = -1;

	for (Int n = 0; n < 10000 && fd < 0; n++) {
		VG_(snprintf)
		(path, sizeof(path), "%s/%d.%d.%s", option.folder, VG_(getpid)(), n, kind);
		fd = VG_(fd_open)(path, NEW_FILE, 0600);
	}
	if (fd < 0) {
		VG_(umsg)("%s cannot be written\n", path);
		VG_(exit)(1);
	}
	return VG_(safe_fd)(fd);
}

/* The executable is the file that is mapped at its first instruction. */
static void find_program(Addr entry)
{
	const NSegment *s = VG_(am_find_nsegment)(entry);
	const HChar *name = s ? VG_(am_get_filename)(s) : NULL;

	if (name)
		VG_(strncpy)(rec.program, name, sizeof(rec.program) - 1);
}

static void begin_program(void)
{
	const Addr *stack = (const Addr *)VG_(get_SP)(VG_(get_running_tid)());

	rec.begun = True;
	rec.stack = (Addr)stack;
	rec.fd = create("accesses");
	rec.names = create("places");
	rec.header.entry = entry_of(stack);
	find_program(rec.header.entry);
	if (!option.start &&
	    VG_(am_is_valid_for_client)(rec.header.entry, START_BYTES, VKI_PROT_READ))
		rec.main = main_of_start((const UChar *)rec.header.entry);
	rec.waits = !option.whole;
	/* main() may also be found later by its name */
	rec.on = option.whole || (!option.start && !rec.main);
	put_header(stack);
}

/* ---- instrumentation ---- */

struct block {
	IRSB *sb;
	UInt instructions; /* number of instructions since the last event */
	/* a load is pending; a store to the same address turns it into a modify */
	Bool waiting;
	IRExpr *addr, *guard;
	UInt kind, bytes;
};

static UInt size_code(UInt bytes)
{
	for (UInt i = 0; i < MEMREC_OTHER; i++)
		if (bytes == 1u << i)
			return i;
	return MEMREC_OTHER;
}

static void put_instructions(struct block *b)
{
	if (b->instructions)
		ir_call(b->sb, 1, "on_instructions", on_instructions,
			mkIRExprVec_1(mkIRExpr_HWord(b->instructions)), NULL);
	b->instructions = 0;
}

static void put_waiting(struct block *b)
{
	const UWord what = b->kind | size_code(b->bytes) << 2 | b->bytes << 8 |
			   (b->guard ? 0 : (UWord)b->instructions << 32);

	if (!b->waiting)
		return;
	b->waiting = False;
	if (b->guard)
		put_instructions(b);
	ir_call(b->sb, 2, "on_access", on_access, mkIRExprVec_2(b->addr, mkIRExpr_HWord(what)),
		b->guard);
	b->instructions = 0;
}

static void put_access(struct block *b, Bool store, IRExpr *addr, UInt bytes, IRExpr *guard)
{
	if (b->waiting && store && !guard && !b->guard && b->bytes == bytes &&
	    eqIRAtom(b->addr, addr)) {
		b->kind = MEMREC_MODIFY;
		put_waiting(b);
		return;
	}
	put_waiting(b);
	b->kind = store ? MEMREC_STORE : MEMREC_LOAD;
	b->addr = addr;
	b->bytes = bytes;
	b->guard = guard;
	b->waiting = True;
	if (store)
		put_waiting(b);
}

static Bool is_start(const HChar *name, Addr at)
{
	const HChar *object;
	const UInt n = VG_(strlen)(option.start ? option.start : "main");

	if (VG_(strncmp)(name, option.start ? option.start : "main", n) ||
	    (name[n] && name[n] != '('))
		return False;
	return option.start || (VG_(get_objname)(VG_(current_DiEpoch)(), at, &object) &&
				!VG_(strcmp)(object, rec.program));
}

/* Adds calls at the entries of functions of interest. Only the first instruction of a block, or
 * one that does not follow the previous instruction, can be the entry of a called function. */
static void put_entry(struct block *b, Addr at)
{
	const struct allocator *f = NULL;
	const HChar *name;
	Bool start = rec.waits && at == rec.main;

	if (VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), at, &name)) {
		f = find_allocator(name);
		start |= rec.waits && is_start(name, at);
	}
	if (!start && !f)
		return;
	put_waiting(b);
	put_instructions(b);
	if (start)
		ir_call(b->sb, 0, "on_start", on_start, mkIRExprVec_0(), NULL);
	if (f)
		ir_call(b->sb, 0, "on_allocator", on_allocator,
			mkIRExprVec_5(mkIRExpr_HWord((HWord)f),
				      ir_register(b->sb, OFFSET_amd64_RSP),
				      ir_register(b->sb, OFFSET_amd64_RDI),
				      ir_register(b->sb, OFFSET_amd64_RSI),
				      ir_register(b->sb, OFFSET_amd64_RDX)),
			NULL);
}

/* Adds a check at a return whether an allocating function has ended. */
static void put_return(struct block *b)
{
	const IRTemp n = newIRTemp(b->sb->tyenv, Ity_I32),
		     any = newIRTemp(b->sb->tyenv, Ity_I1);

	addStmtToIRSB(b->sb, IRStmt_WrTmp(n, IRExpr_Load(Iend_LE, Ity_I32,
							 mkIRExpr_HWord((HWord)&pendings))));
	addStmtToIRSB(b->sb, IRStmt_WrTmp(any, IRExpr_Binop(Iop_CmpNE32, IRExpr_RdTmp(n),
							    IRExpr_Const(IRConst_U32(0)))));
	ir_call(b->sb, 0, "on_return", on_return,
		mkIRExprVec_2(ir_register(b->sb, OFFSET_amd64_RSP),
			      ir_register(b->sb, OFFSET_amd64_RAX)),
		IRExpr_RdTmp(any));
}

static void put_cas(struct block *b, const IRCAS *c)
{
	const UInt bytes = ir_bytes(b->sb, c->dataLo) * (c->dataHi ? 2 : 1);

	put_access(b, False, c->addr, bytes, NULL);
	put_access(b, True, c->addr, bytes, NULL);
}

/* Copies a statement and adds the events that it causes. */
static void put_statement(struct block *b, IRStmt *st)
{
	if (st->tag == Ist_Exit) {
		put_waiting(b);
		put_instructions(b);
	}
	addStmtToIRSB(b->sb, st);
	if (st->tag == Ist_CAS)
		put_cas(b, st->Ist.CAS.details);
	else
		ir_accesses(b->sb, st, put_access, b);
}

static IRSB *instrument(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout,
			const VexGuestExtents *extents, const VexArchInfo *host,
			IRType guest_word, IRType host_word)
{
	struct block b = {.sb = deepCopyIRSBExceptStmts(in)};
	Addr next = 0; /* address after the previous instruction */
	Int i = 0;

	if (!rec.begun)
		begin_program();
	for (; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++)
		addStmtToIRSB(b.sb, in->stmts[i]);
	for (; i < in->stmts_used; i++) {
		IRStmt *st = in->stmts[i];

		if (st->tag == Ist_IMark) {
			put_waiting(&b);
			if (st->Ist.IMark.addr != next)
				put_entry(&b, st->Ist.IMark.addr);
			next = st->Ist.IMark.addr + st->Ist.IMark.len;
			b.instructions++;
		}
		put_statement(&b, st);
	}
	put_waiting(&b);
	put_instructions(&b);
	if (in->jumpkind == Ijk_Ret)
		put_return(&b);
	return b.sb;
}

/* ---- the tool ---- */

/* Before a system call that may end this or another process, all records are written to the
 * file. */
static void before_call(ThreadId tid, UInt number, UWord *args, UInt n)
{
	if (number == __NR_execve || number == __NR_execveat) {
		put_rest();
		write_places();
	}
	flush();
}

static void after_call(ThreadId tid, UInt number, UWord *args, UInt n, SysRes result)
{
	if (number != __NR_brk || sr_isError(result))
		return;
	if (!heap.first)
		heap.first = sr_Res(result);
	if (sr_Res(result) > heap.last)
		heap.last = sr_Res(result);
}

static void in_child(ThreadId tid)
{
	if (rec.fd >= 0) {
		VG_(close)(rec.fd);
		VG_(close)(rec.names);
	}
	rec.fd = rec.names = -1;
	rec.have = 0;
	rec.on = rec.waits = False;
}

/* Returns the value of the option @name, or NULL if @arg is another one. */
static const HChar *value_of(const HChar *arg, const HChar *name)
{
	return begins_with(arg, name) ? arg + VG_(strlen)(name) : NULL;
}

static Bool take_option(const HChar *arg)
{
	const HChar *value;

	if ((value = value_of(arg, "--folder=")))
		option.folder = value;
	else if ((value = value_of(arg, "--start=")))
		option.start = value;
	else if ((value = value_of(arg, "--lines=")))
		option.lines = (ULong)VG_(strtoll10)(value, NULL);
	else if (VG_(strcmp)(arg, "--whole") == 0)
		option.whole = True;
	else
		return False;
	return True;
}

static void print_usage(void)
{
	VG_(printf)("    --folder=DIR --start=FUNCTION --whole --lines=N\n");
}

static void print_debug_usage(void)
{
}

/* The core moves the file of its messages out of the program's range of descriptors, but leaves
 * the descriptor open that it had at first. */
static void close_messages(void)
{
	static HChar file[NAMES_MAX], name[NAMES_MAX];
	const HChar *folder = VG_(strrchr)(option.folder, '/');
	const Int bytes = (Int)VG_(snprintf)(file, sizeof(file), "/%s/messages",
					     folder ? folder + 1 : option.folder);

	for (Int fd = 3; fd < VG_(fd_hard_limit) && fd < DESCRIPTORS; fd++) {
		HChar path[32];
		Int n;

		VG_(snprintf)(path, sizeof(path), "/proc/self/fd/%d", fd);
		n = (Int)VG_(readlink)(path, name, sizeof(name));
		if (n >= bytes && !VG_(strncmp)(name + n - bytes, file, bytes)) {
			VG_(close)(fd);
			return;
		}
	}
}

static void begin_tool(void)
{
	if (!option.folder) {
		VG_(umsg)("--folder is missing\n");
		VG_(exit)(1);
	}
	close_messages();
	VG_(atfork)(NULL, NULL, in_child);
}

static void end_tool(Int status)
{
	end_recording(0);
}

static void describe_tool(void)
{
	VG_(details_name)("memrec");
	VG_(details_version)(NULL);
	VG_(details_description)("recorder of memory accesses");
	VG_(details_copyright_author)("of the Tallyboard project");
	VG_(details_bug_reports_to)("the Tallyboard project");
	VG_(basic_tool_funcs)(begin_tool, instrument, end_tool);
	VG_(needs_command_line_options)(take_option, print_usage, print_debug_usage);
	VG_(needs_syscall_wrapper)(before_call, after_call);
}

VG_DETERMINE_INTERFACE_VERSION(describe_tool)
