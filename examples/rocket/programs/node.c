/* SPDX-License-Identifier: Apache-2.0 */
#include "node.h"
#include <stdio.h>
#include <string.h>

#define UART (*(volatile uint8_t *)0x12000000)
#define EXIT (*(volatile uint32_t *)0x12000008)

char node_stacks[NODE_HARTS][NODE_STACK] __attribute__((aligned(NODE_LINE)));
char node_local[NODE_HARTS][NODE_LOCAL] __attribute__((aligned(NODE_LINE)));
extern const char node_tdata[], node_tdata_end[];

static struct {
	int arrived, generation;
} barrier __attribute__((aligned(NODE_LINE)));

static int put_character(char c, FILE *file)
{
	(void)file;
	UART = (uint8_t)c;
	return (unsigned char)c;
}

static FILE uart = FDEV_SETUP_STREAM(put_character, NULL, NULL, _FDEV_SETUP_WRITE);
FILE *const stdin = &uart, *const stdout = &uart, *const stderr = &uart;

void node_barrier(void)
{
	const int now = __atomic_load_n(&barrier.generation, __ATOMIC_ACQUIRE);

	if (__atomic_add_fetch(&barrier.arrived, 1, __ATOMIC_ACQ_REL) == NODE_HARTS) {
		barrier.arrived = 0;
		__atomic_store_n(&barrier.generation, now + 1, __ATOMIC_RELEASE);
		return;
	}
	while (__atomic_load_n(&barrier.generation, __ATOMIC_ACQUIRE) == now)
		;
}

/* Ends the program: the device stops the simulation. */
void _exit(int status)
{
	EXIT = (uint32_t)status;
	for (;;)
		;
}

void node_begin(unsigned int hart)
{
	memcpy(node_local[hart], node_tdata, (size_t)(node_tdata_end - node_tdata));
	node_barrier();
	node_thread(hart);
	node_barrier();
	if (!hart)
		_exit(node_report());
	for (;;)
		;
}
