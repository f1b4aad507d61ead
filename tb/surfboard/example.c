/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shows how a user's program uses the SurfBoard's compiled model without the harness. It
 * simulates two boards, reads the product id of each over EISA, and then configures one of
 * them.
 *
 *	cc example.c -I build/include -L build/lib -lsurfboard
 */
#include <stdio.h>
#include "surfboard.h"

struct board {
	struct surfboard *m;
	uint64_t ps; /* time */
};

/* Simulates half a period of BCLK, 60 ns: the clock of Stage 1 makes one period in it, the 25
 * MHz clock 1.5. */
static void half_bclk(struct board *b, int level)
{
	for (int i = 0; i < 6; i++) {
		surfboard_put(b->m, SURFBOARD_PIN_CLK_S1, i < 3);
		surfboard_put(b->m, SURFBOARD_PIN_CLK25, b->ps / 20000 % 2 == 0);
		if (i == 0)
			surfboard_put(b->m, SURFBOARD_PIN_BCLK, level);
		surfboard_eval(b->m);
		b->ps += 10000;
	}
}

static void bclk(struct board *b, int n)
{
	while (n--) {
		half_bclk(b, 1);
		half_bclk(b, 0);
	}
}

/* Sets the inputs to their idle levels and holds the power-on reset for ten bus clocks. */
static struct board power_on(void)
{
	struct board b = {surfboard_open(NULL, 0), 0};
	static const enum surfboard_pin high[] = {
		SURFBOARD_PIN_LA_N,    SURFBOARD_PIN_BE_N,    SURFBOARD_PIN_M_IO,
		SURFBOARD_PIN_START_N, SURFBOARD_PIN_CMD_N,   SURFBOARD_PIN_AEN,
		SURFBOARD_PIN_PMEN_N,  SURFBOARD_PIN_S_EOD_N, SURFBOARD_PIN_X_IN,
		SURFBOARD_PIN_T_PD,    SURFBOARD_PIN_H_PD,    SURFBOARD_PIN_S_GRST_N,
	};

	for (unsigned int i = 0; i < sizeof(high) / sizeof(high[0]); i++)
		surfboard_put(b.m, high[i], ~(uint64_t)0);
	bclk(&b, 10);
	surfboard_put(b.m, SURFBOARD_PIN_POR_N, 1);
	bclk(&b, 4);
	return b;
}

/* Makes a standard EISA cycle in the board's slot-specific I/O space. */
static uint32_t slot_io(struct board *b, uint32_t addr, int write, uint32_t data)
{
	uint32_t value;
	int ready;

	surfboard_put(b->m, SURFBOARD_PIN_LA, addr >> 2);
	surfboard_put(b->m, SURFBOARD_PIN_M_IO, 0);
	surfboard_put(b->m, SURFBOARD_PIN_AEN, 0);
	half_bclk(b, 1);
	half_bclk(b, 0);
	surfboard_put(b->m, SURFBOARD_PIN_START_N, 0);
	surfboard_put(b->m, SURFBOARD_PIN_W_R, (uint64_t)write);
	surfboard_put(b->m, SURFBOARD_PIN_BE_N, 0);
	surfboard_put(b->m, SURFBOARD_PIN_D_I, data);
	half_bclk(b, 1); /* the board samples the cycle at this edge */
	surfboard_put(b->m, SURFBOARD_PIN_START_N, 1);
	surfboard_put(b->m, SURFBOARD_PIN_CMD_N, 0);
	half_bclk(b, 0);
	do { /* the cycle has wait states while the board holds EXRDY low */
		ready = !surfboard_get(b->m, SURFBOARD_PIN_EXRDY_OE);
		value = (uint32_t)surfboard_get(b->m, SURFBOARD_PIN_D_O);
		half_bclk(b, 1);
		if (ready)
			surfboard_put(b->m, SURFBOARD_PIN_CMD_N, 1);
		half_bclk(b, 0);
	} while (!ready);
	surfboard_put(b->m, SURFBOARD_PIN_AEN, 1);
	surfboard_put(b->m, SURFBOARD_PIN_M_IO, 1);
	bclk(b, 4);
	return value;
}

int main(void)
{
	struct board a = power_on(), b = power_on();
	uint32_t id_a, id_b, control_a, control_b;

	slot_io(&b, 0xC84, 1, 0xA5C35D00);
	id_a = slot_io(&a, 0xC80, 0, 0);
	id_b = slot_io(&b, 0xC80, 0, 0);
	control_a = slot_io(&a, 0xC84, 0, 0);
	control_b = slot_io(&b, 0xC84, 0, 0);
	printf("board a: EPIR %08X EBCR %08X\n", id_a, control_a);
	printf("board b: EPIR %08X EBCR %08X\n", id_b, control_b);
	surfboard_close(a.m);
	surfboard_close(b.m);
	return !(id_a == 0x1000464E && id_b == id_a && control_a == 0 &&
		 control_b == 0xA5C35D00);
}
