/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SENDING_H
#define SENDING_H
/* Packets that commands send to a simulated board, for simboard.c of the SHRIMP boards. */
#include "shrimp_node.h"
#include "simboard.h"
#include "traffic.h"

struct sending {
	struct shrimp_node *c;
	const struct simboard *b;
	struct traffic *traffic; /* NULL: none */
	char command[256];	 /* command that started the traffic */
	char trouble[512];	 /* reason why the last traffic ended early */
};

/* Verbs "play", "workload" and "generate" of a struct simboard_kind. */
#define SENDING_VERBS(fn)                                                                \
	{"play", fn, ARGS_WORDS, "FILE [OPTION=VALUE]..."},                              \
		{"workload", fn, ARGS_WORDS, "lu|ocean|radix|simple [OPTION=VALUE]..."}, \
	{                                                                                \
		"generate", fn, ARGS_WORDS, "[OPTION=VALUE]..."                          \
	}

int sending_command(struct sending *t, const struct simboard_request *r);
void sending_stop(struct sending *t, struct simboard *b);
bool sending_active(struct sending *t, struct simboard *b);
/* The function `ahead` of a struct simboard_kind. */
bool sending_ahead(struct sending *t, sim_time until);
/* The function `trouble` of a struct simboard_kind; NULL: there was no trouble. */
const char *sending_trouble(const struct sending *t);
void sending_close(struct sending *t);

#endif
