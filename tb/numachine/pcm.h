/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PCM_H
#define PCM_H
/*
 * The processor-card monitor on the external agent bus, with its SRAM, and the golden model
 * with a scoreboard that compares every clock of every test.
 */
#include "numachine_regs.h"
#include "pcm_golden.h"
#include "sim.h"
#include "sram.h"

#define PCM_WRAP_INIT 0xFFFFFFF0u /* COUNTS_INIT of model nmpcm_wrap */

struct pcm {
	struct sim *s;
	struct sim_clock *clk; /* 50 MHz */
	struct sram *sram;
	struct pcm_golden *g;
	struct sim_pin *pin[32];
	struct pcm_in in; /* inputs of the last clock that ended */
};

/* Opens the monitor; the reset has ended and the SRAM is cleared. */
struct pcm *pcm_start(struct sim *s);
void pcm_reset(struct pcm *p);

/* Simulates a clock with these inputs; @in->ad is random if there is no start. */
void pcm_clock(struct pcm *p, const struct pcm_in *in);
void pcm_idle(struct pcm *p, unsigned int clocks);
/* Make a transaction of two clocks, from the processor or to it. */
void pcm_out(struct pcm *p, uint16_t cmd, uint64_t ad);
void pcm_back(struct pcm *p, uint16_t cmd, uint64_t ad);

/* Access the monitor; these functions return in the clock after the reply. */
uint32_t pcm_get(struct pcm *p, unsigned int reg);
void pcm_put(struct pcm *p, unsigned int reg, uint32_t value);
uint64_t pcm_get_two(struct pcm *p, unsigned int reg); /* bits 63..32: the even one */
void pcm_put_two(struct pcm *p, unsigned int reg, uint64_t value);
uint32_t pcm_word(struct pcm *p, unsigned int word); /* of the SRAM */
void pcm_put_word(struct pcm *p, unsigned int word, uint32_t value);
uint64_t pcm_two_words(struct pcm *p, unsigned int word); /* bits 63..32: the even one */
void pcm_put_two_words(struct pcm *p, unsigned int word, uint64_t value);
/* Performs an access of another processor, which arrives through the incoming FIFO. */
void pcm_put_from_outside(struct pcm *p, unsigned int reg, uint32_t value);
/* Compares all words of the SRAM with the golden model; returns their sum. */
uint64_t pcm_compare(struct pcm *p);

#endif
