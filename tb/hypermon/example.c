/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shows how a user's program uses the compiled board and its driver: node 5 sends a nibble, and
 * the driver reads it over the PBX bus.
 *
 * After make install:
 *	cc example.c $(pkg-config --cflags --libs tally-hm tally-model-hypermon)
 */
#include "hm_node.h"
#include "hmlib.h"
#include "hypermon.h"
#include <stdio.h>

static struct hypermon *monitor;

static void clocks(unsigned int n)
{
	for (n *= 2; n; n--) {
		hypermon_put(monitor, HYPERMON_PIN_CLK20, n % 2 == 0);
		hypermon_eval(monitor);
	}
}

/* Performs a bus transfer with its four phases. */
static uint64_t transfer(uint32_t addr, unsigned int read, uint64_t value)
{
	hypermon_put(monitor, HYPERMON_PIN_A, addr >> 2);
	hypermon_put(monitor, HYPERMON_PIN_RW, read);
	hypermon_put(monitor, HYPERMON_PIN_D_I, value);
	for (hypermon_put(monitor, HYPERMON_PIN_REQ_N, 0);
	     hypermon_get(monitor, HYPERMON_PIN_ACK_N);)
		clocks(1);
	value = hypermon_get(monitor, HYPERMON_PIN_D_O);
	for (hypermon_put(monitor, HYPERMON_PIN_REQ_N, 1);
	     !hypermon_get(monitor, HYPERMON_PIN_ACK_N);)
		clocks(1);
	return value;
}

static int read_bus(struct device *dev, enum device_space space, uint32_t addr,
		    unsigned int width, uint64_t *value)
{
	*value = transfer(addr, 1, 0);
	return dev && space == DEVICE_MEM && width == 32 ? 0 : -1;
}

static int write_bus(struct device *dev, enum device_space space, uint32_t addr,
		     unsigned int width, uint64_t value)
{
	transfer(addr, 0, value);
	return dev && space == DEVICE_MEM && width == 32 ? 0 : -1;
}

/* Writes the port of node 5, whose cable has a pair of wires for each bit. The six processor
 * cycles of a write are eight clocks. */
static void port(void *arg, uint32_t value)
{
	const uint64_t strobe = (uint64_t)(value >> 4) << 5, data = (uint64_t)(value & 15)
								    << 20;

	hypermon_put(arg, HYPERMON_PIN_ECB_STROBE_P, strobe);
	hypermon_put(arg, HYPERMON_PIN_ECB_STROBE_N, ~strobe & 0xFFFF);
	hypermon_put(arg, HYPERMON_PIN_ECB_DATA_P, data);
	hypermon_put(arg, HYPERMON_PIN_ECB_DATA_N, ~data);
	clocks(8);
}

int main(void)
{
	const struct device_ops ops = {.read = read_bus, .write = write_bus};
	struct device dev = {.ops = &ops};
	struct hm_node node = {.port = port, .arg = monitor = hypermon_open(NULL, 0)};
	uint32_t frame[HM_FRAME_WORDS];
	size_t words, frames;
	struct hm hm;

	hypermon_put(monitor, HYPERMON_PIN_REQ_N, 1);
	port(monitor, 0);
	hypermon_put(monitor, HYPERMON_PIN_RESET_N, 1);
	clocks(8);
	if (hm_open_device(&hm, &dev) || hm_reset(&hm))
		return 1;
	hm_nibble(&node, 9);
	clocks(40);
	if (hm_read_frames(&hm, frame, HM_FRAME_WORDS, &words, &frames) || frames != 1)
		return 1;
	printf("vector %04X, node 5: %X\n", hm_frame_vector(frame), hm_frame_nibble(frame, 5));
	hypermon_close(monitor);
	return hm_frame_vector(frame) != 1u << 5 || hm_frame_nibble(frame, 5) != 9;
}
