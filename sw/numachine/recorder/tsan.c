/* SPDX-License-Identifier: Apache-2.0 */
/* Defines the functions that gcc and clang call in programs compiled with -fsanitize=thread. */
#include "recorder.h"

#define CALLED __attribute__((visibility("default"))) void

static inline void note(enum memtrace_kind kind, const volatile void *addr, size_t size,
			uintptr_t place)
{
	struct recorder_thread *t = recorder_enter_access();

	if (!t)
		return;
	recorder_access(t, kind, addr, size, place);
	recorder_leave(t);
}

/* ---- plain accesses ---- */

#define ACCESS(name, size)                                        \
	CALLED __tsan_##name##read##size(void *addr);             \
	CALLED __tsan_##name##write##size(void *addr);            \
	CALLED __tsan_##name##read##size(void *addr)              \
	{                                                         \
		note(MEMTRACE_READ, addr, size, RECORDER_PLACE);  \
	}                                                         \
	CALLED __tsan_##name##write##size(void *addr)             \
	{                                                         \
		note(MEMTRACE_WRITE, addr, size, RECORDER_PLACE); \
	}

#define BOTH(name, size)                                          \
	CALLED __tsan_##name##read_write##size(void *addr);       \
	CALLED __tsan_##name##read_write##size(void *addr)        \
	{                                                         \
		note(MEMTRACE_READ, addr, size, RECORDER_PLACE);  \
		note(MEMTRACE_WRITE, addr, size, RECORDER_PLACE); \
	}

#define SIZES(f, name) f(name, 1) f(name, 2) f(name, 4) f(name, 8) f(name, 16)
#define WIDE_SIZES(f, name) f(name, 2) f(name, 4) f(name, 8) f(name, 16)

SIZES(ACCESS, )
SIZES(ACCESS, volatile_)
WIDE_SIZES(ACCESS, unaligned_)
WIDE_SIZES(ACCESS, unaligned_volatile_)
SIZES(BOTH, )
WIDE_SIZES(BOTH, unaligned_)

CALLED __tsan_read_range(void *addr, size_t size);
CALLED __tsan_read_range(void *addr, size_t size)
{
	note(MEMTRACE_READ, addr, size, RECORDER_PLACE);
}

CALLED __tsan_write_range(void *addr, size_t size);
CALLED __tsan_write_range(void *addr, size_t size)
{
	note(MEMTRACE_WRITE, addr, size, RECORDER_PLACE);
}

/* Reads the pointer to the table of virtual functions. */
CALLED __tsan_vptr_read(void **addr);
CALLED __tsan_vptr_read(void **addr)
{
	note(MEMTRACE_READ, addr, sizeof(*addr), RECORDER_PLACE);
}

CALLED __tsan_vptr_update(void **addr, void *value);
CALLED __tsan_vptr_update(void **addr, void *value)
{
	(void)value; /* the program itself stores the value */
	note(MEMTRACE_WRITE, addr, sizeof(*addr), RECORDER_PLACE);
}

/* ---- functions ---- */

CALLED __tsan_func_entry(void *place);
CALLED __tsan_func_entry(void *place)
{
	struct recorder_thread *t = recorder_enter_access();

	if (t)
		recorder_call(t, (uintptr_t)place, RECORDER_PLACE,
			      (uintptr_t)__builtin_dwarf_cfa());
	recorder_leave(t);
}

CALLED __tsan_func_exit(void);
CALLED __tsan_func_exit(void)
{
	struct recorder_thread *t = recorder_enter_access();

	if (t)
		recorder_return(t);
	recorder_leave(t);
}

CALLED __tsan_init(void);
CALLED __tsan_init(void)
{
	recorder_init();
	(void)*(const volatile int *)&recorder_calls;
}

CALLED __tsan_ignore_thread_begin(void);
CALLED __tsan_ignore_thread_begin(void)
{
}

CALLED __tsan_ignore_thread_end(void);
CALLED __tsan_ignore_thread_end(void)
{
}

/* ---- atomic accesses ---- */

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

/*
 * Performs an operation and assigns its number in one step, so that the numbers follow the
 * order of the operations. All operations are sequentially consistent, whatever order the
 * program requests.
 */
static inline struct recorder_thread *begin(const volatile void *addr, bool wide)
{
	struct recorder_thread *t;

	recorder_turn(0);
	t = recorder_enter_access();
	if (t || wide)
		recorder_lock(addr);
	return t;
}

static inline void end(struct recorder_thread *t, enum memtrace_kind kind,
		       const volatile void *addr, size_t size, uintptr_t place)
{
	recorder_atomic(t, kind, addr, size, place);
	if (t || size > 8)
		recorder_unlock(addr);
	recorder_leave(t);
}

#define OPERATION(n, type, name, kind, expression)                           \
	__attribute__((visibility("default")))                               \
	type __tsan_atomic##n##_##name(volatile type *a, type v, int order); \
	type __tsan_atomic##n##_##name(volatile type *a, type v, int order)  \
	{                                                                    \
		struct recorder_thread *t = begin(a, sizeof(*a) > 8);        \
		type r = (expression);                                       \
                                                                             \
		(void)order;                                                 \
		end(t, kind, a, sizeof(type), RECORDER_PLACE);               \
		return r;                                                    \
	}

#define COMPARE(n, type, name, weak)                                                           \
	__attribute__((visibility("default"))) int __tsan_atomic##n##_compare_exchange_##name( \
		volatile type *a, type *c, type v, int order, int failed);                     \
	int __tsan_atomic##n##_compare_exchange_##name(volatile type *a, type *c, type v,      \
						       int order, int failed)                  \
	{                                                                                      \
		struct recorder_thread *t = begin(a, sizeof(*a) > 8);                          \
		const int r = EXCHANGE##n(a, c, v, weak);                                      \
                                                                                               \
		(void)order;                                                                   \
		(void)failed;                                                                  \
		end(t, r ? MEMTRACE_ATOMIC_RMW : MEMTRACE_ATOMIC_READ, a, sizeof(type),        \
		    RECORDER_PLACE);                                                           \
		return r;                                                                      \
	}

#define ATOMIC(n, type)                                                                      \
	__attribute__((visibility("default")))                                               \
	type __tsan_atomic##n##_load(const volatile type *a, int order);                     \
	type __tsan_atomic##n##_load(const volatile type *a, int order)                      \
	{                                                                                    \
		struct recorder_thread *t = begin(a, sizeof(*a) > 8);                        \
		const type r = LOAD##n(a);                                                   \
                                                                                             \
		(void)order;                                                                 \
		end(t, MEMTRACE_ATOMIC_READ, a, sizeof(type), RECORDER_PLACE);               \
		return r;                                                                    \
	}                                                                                    \
	CALLED __tsan_atomic##n##_store(volatile type *a, type v, int order);                \
	void __tsan_atomic##n##_store(volatile type *a, type v, int order)                   \
	{                                                                                    \
		struct recorder_thread *t = begin(a, sizeof(*a) > 8);                        \
                                                                                             \
		(void)order;                                                                 \
		STORE##n(a, v);                                                              \
		end(t, MEMTRACE_ATOMIC_WRITE, a, sizeof(type), RECORDER_PLACE);              \
	}                                                                                    \
	OPERATION(n, type, exchange, MEMTRACE_ATOMIC_RMW, SWAP##n(a, v))                     \
	OPERATION(n, type, fetch_add, MEMTRACE_ATOMIC_RMW, FETCH##n(add, a, v))              \
	OPERATION(n, type, fetch_sub, MEMTRACE_ATOMIC_RMW, FETCH##n(sub, a, v))              \
	OPERATION(n, type, fetch_and, MEMTRACE_ATOMIC_RMW, FETCH##n(and, a, v))              \
	OPERATION(n, type, fetch_or, MEMTRACE_ATOMIC_RMW, FETCH##n(or, a, v))                \
	OPERATION(n, type, fetch_xor, MEMTRACE_ATOMIC_RMW, FETCH##n(xor, a, v))              \
	OPERATION(n, type, fetch_nand, MEMTRACE_ATOMIC_RMW, FETCH##n(nand, a, v))            \
	COMPARE(n, type, strong, 0)                                                          \
	COMPARE(n, type, weak, 1)                                                            \
	__attribute__((visibility("default"))) type __tsan_atomic##n##_compare_exchange_val( \
		volatile type *a, type c, type v, int order, int failed);                    \
	type __tsan_atomic##n##_compare_exchange_val(volatile type *a, type c, type v,       \
						     int order, int failed)                  \
	{                                                                                    \
		struct recorder_thread *t = begin(a, sizeof(*a) > 8);                        \
		const int r = EXCHANGE##n(a, &c, v, 0);                                      \
                                                                                             \
		(void)order;                                                                 \
		(void)failed;                                                                \
		end(t, r ? MEMTRACE_ATOMIC_RMW : MEMTRACE_ATOMIC_READ, a, sizeof(type),      \
		    RECORDER_PLACE);                                                         \
		return c;                                                                    \
	}

#define ORDER __ATOMIC_SEQ_CST
#define EXCHANGE8(a, c, v, weak) __atomic_compare_exchange_n(a, c, v, weak, ORDER, ORDER)
#define EXCHANGE16 EXCHANGE8
#define EXCHANGE32 EXCHANGE8
#define EXCHANGE64 EXCHANGE8
#define LOAD8(a) __atomic_load_n(a, ORDER)
#define LOAD16 LOAD8
#define LOAD32 LOAD8
#define LOAD64 LOAD8
#define STORE8(a, v) __atomic_store_n(a, v, ORDER)
#define STORE16 STORE8
#define STORE32 STORE8
#define STORE64 STORE8
#define SWAP8(a, v) __atomic_exchange_n(a, v, ORDER)
#define SWAP16 SWAP8
#define SWAP32 SWAP8
#define SWAP64 SWAP8
#define FETCH8(op, a, v) __atomic_fetch_##op(a, v, ORDER)
#define FETCH16 FETCH8
#define FETCH32 FETCH8
#define FETCH64 FETCH8

ATOMIC(8, u8)
ATOMIC(16, u16)
ATOMIC(32, u32)
ATOMIC(64, u64)

#ifdef __SIZEOF_INT128__
/* Operations of 16 bytes are atomic only with respect to the functions of this file, not to
 * those of another run time. */
__extension__ typedef unsigned __int128 u128;

static u128 swap(volatile u128 *a, u128 v)
{
	const u128 old = *a;

	*a = v;
	return old;
}

static int exchange(volatile u128 *a, u128 *c, u128 v)
{
	const u128 old = *a;

	if (old != *c) {
		*c = old;
		return 0;
	}
	*a = v;
	return 1;
}

#define LOAD128(a) (*(a))
#define STORE128(a, v) (*(a) = (v))
#define SWAP128(a, v) swap(a, v)
#define EXCHANGE128(a, c, v, weak) exchange(a, c, v)
#define FETCH128(op, a, v) swap(a, VALUE_##op(*(a), v))
#define VALUE_add(x, v) ((x) + (v))
#define VALUE_sub(x, v) ((x) - (v))
#define VALUE_and(x, v) ((x) & (v))
#define VALUE_or(x, v) ((x) | (v))
#define VALUE_xor(x, v) ((x) ^ (v))
#define VALUE_nand(x, v) (~((x) & (v)))

ATOMIC(128, u128)
#endif

CALLED __tsan_atomic_thread_fence(int order);
CALLED __tsan_atomic_thread_fence(int order)
{
	(void)order;
	__atomic_thread_fence(ORDER);
}

CALLED __tsan_atomic_signal_fence(int order);
CALLED __tsan_atomic_signal_fence(int order)
{
	(void)order;
	__atomic_signal_fence(ORDER);
}
