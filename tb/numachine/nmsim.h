/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NMSIM_H
#define NMSIM_H
/*
 * The carrier "sim:" of libnm: a simulated memory monitor on its card, inside the driver's
 * process. Its time passes on request only.
 *
 * @args, separated by commas, may be NULL:
 *	line=64|128, boards=1|2		the card's straps (64, 1)
 *	station=N, board=N		what the card says of itself (0, 0)
 *	order=0|1			order of the FIFO depth address: 1 as of the AHDL (0)
 *	pipelined=0|1			1: a transaction a clock (0)
 *	seed=N				of everything random (1)
 *	wave=FILE			waves from power-on
 *
 * Commands (control of device.h), times with a unit ns, us, ms or s:
 *	card			"station=N board=N order=0|1 seed=N"
 *	run TIME		lets time pass
 *	time			ns since the start
 *	wave FILE|off		dumps waves to FILE from now on, or no more
 *	workload NAME [N]	processors begin to run a kernel (kernels.h), N references
 *				each (1000); status tells how far they are
 *	play [N] FILE...	recorded programs (recording.h), at most N references of
 *				each processor
 *	start AD CMD [valid] [lock] [local]
 *				a transaction; waits until it is counted
 *	random N [CLOCKS]	N random transactions, one in CLOCKS clocks at most
 *	stop			no more of these
 *	fifo N			N transactions more wait in the input FIFO; N < 0: fewer
 *	status			lines "name: value"
 */
#include "device.h"

/* 0, -EINVAL for a bad argument, -EACCES when the wave dump cannot be made, -ENOMEM. A
 * protocol error on the simulated card ends the process with a message. */
int numachinesim_open(const char *args, struct device **dev);

#endif
