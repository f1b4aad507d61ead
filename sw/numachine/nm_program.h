/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NM_PROGRAM_H
#define NM_PROGRAM_H
/*
 * Finds the objects, threads and source lines of recorded programs in the NUMAchine's memory.
 * Addresses are physical, as in the labels and as the simulated machine's command play places
 * the programs.
 */
#include "memtrace.h"
#include "nm_words.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NM_PROGRAM_MOST 64u /* recordings */
#define NM_PROGRAM_NAME 512u

struct nm_program;

/*
 * Reads the recordings, in the order in which they are played. Returns 0, or a negative errno
 * value and an error message in @error.
 */
int nm_program_open(struct nm_program **p, char *const *path, size_t n, unsigned int line_bytes,
		    char error[MEMTRACE_ERROR]);
/* Does the same without the accesses before @from; NULL: reads all accesses. */
int nm_program_open_from(struct nm_program **p, char *const *path, size_t n,
			 unsigned int line_bytes, const struct memtrace_from *from,
			 char error[MEMTRACE_ERROR]);
void nm_program_close(struct nm_program *p);
/* An access at a physical address; @reference: number of accesses of all threads before it. */
struct nm_program_access {
	uint32_t thread;
	uint64_t addr, size, reference;
	bool writes, atomic;
	uint64_t pc, object; /* as in struct nm_words_use */
};
/* Called for an access; returns 0 or a negative errno value. */
typedef int nm_program_visit(void *arg, const struct nm_program_access *a);
/* Reads the recordings once more and calls @visit for each access, in the order in which
 * nm_program_open() has added them to nm_program_words(). @objects: finds the object, too.
 * Returns as nm_program_open() does. */
int nm_program_accesses_again(struct nm_program *p, bool objects, nm_program_visit *visit,
			      void *arg, char error[MEMTRACE_ERROR]);
const struct nm_words *nm_program_words(const struct nm_program *p);
/* Returns the path of the first incomplete recording, and its errno value in *why; NULL: all
 * are complete. */
const char *nm_program_incomplete(const struct nm_program *p, int *why);

/* Stores the name of the object that is used and the offset in it: "VARIABLE", "VARIABLE of
 * thread 3", "stack of thread 3" or "128 bytes allocated at PLACE". The name of a heap block
 * does not contain the place yet: *pc is the address of the place, 0 for other objects. Returns
 * whether the object is a variable. */
bool nm_program_object(const struct nm_program *p, const struct nm_words_line *l,
		       const struct nm_words_use *u, char name[NM_PROGRAM_NAME],
		       uint64_t *offset, uint64_t *pc);
/* The frame of a function whose variable is used. */
struct nm_program_frame {
	uint32_t thread;
	uint64_t pc; /* a place in the function */
	/* of the first byte used, from the function's frame address (CFA), and from the stack
	 * pointer at its beginning */
	int64_t from_frame, from_stack;
};
/*
 * Tells functions and their variables apart: stores what identifies the function that contains
 * @pc, a return address in the file @path, and the variable that it then has at a place of its
 * frame; 0: none is known. Returns false if the function is not known.
 */
typedef bool nm_program_variable(void *arg, const char *path, uint64_t pc,
				 const struct nm_program_frame *frame, uint64_t *function,
				 uint64_t *variable);
/* Tells the uses of different variables apart that have the same place in a frame at different
 * times. */
void nm_program_variables(struct nm_program *p, nm_program_variable *variable, void *arg);
/* Returns the object that the use of a line has after nm_program_variables(), if @u has the one
 * of a struct nm_program_access. */
uint64_t nm_program_object_of_use(struct nm_program *p, const struct nm_words_line *l,
				  const struct nm_words_use *u);
/* Returns whether a use is of the stack of a thread. */
bool nm_program_on_stack(const struct nm_words_use *u);
/* Finds the frame of a use; false: the use is of no stack, or of an unknown function. */
bool nm_program_frame(const struct nm_program *p, const struct nm_words_line *l,
		      const struct nm_words_use *u, struct nm_program_frame *frame);
/* For a use of a heap block, stores the places of the calls that led to its allocation,
 * innermost first; returns their number, at most NM_PROGRAM_STACK. */
#define NM_PROGRAM_STACK 16u
unsigned int nm_program_stack(const struct nm_program *p, const struct nm_words_use *u,
			      const uint64_t **stack);
/* Returns the number of pages, memtrace_layout_pages(); after them there is no memory of the
 * program. */
size_t nm_program_pages(const struct nm_program *p);
/* Returns the thread that uses a page first, also if it does so before the start of the
 * analysis: systems as Linux then place the page in the memory nearest to this thread. */
uint32_t nm_program_first(const struct nm_program *p, size_t page);
uint64_t nm_program_accesses(const struct nm_program *p);
/* Returns the number of accesses that were counted, not recorded. */
uint64_t nm_program_left(const struct nm_program *p);
/* Returns the number of phases that were recorded; 0: all accesses until an end. */
uint64_t nm_program_phases(const struct nm_program *p);
/* Returns whether some words order threads by plain accesses that are not recorded as such. */
bool nm_program_unordered(const struct nm_program *p);
unsigned int nm_program_threads(const struct nm_program *p);
/* Finds the recording of a thread, its number there, its function and name. */
void nm_program_thread(const struct nm_program *p, uint32_t thread, size_t *which,
		       const struct memtrace_thread **t);
/* Returns the program file; "": not known. */
const char *nm_program_file(const struct nm_program *p, uint32_t thread);
/* Finds the path of the program or library that contains @pc, and the address in that file for
 * addr2line. */
bool nm_program_place(const struct nm_program *p, uint32_t thread, uint64_t pc,
		      const char **path, uint64_t *addr);

#ifdef __cplusplus
}
#endif

#endif
