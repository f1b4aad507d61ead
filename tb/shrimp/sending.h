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
	struct traffic *traffic;		   /* NULL: none */
	char command[256];			   /* command that started the traffic */
	char trouble[512];			   /* reason why the last traffic ended early */
	void (*on_packet)(const struct packet *p); /* called when a packet starts; or NULL */
};

/* The traffic of a board; its simboard.c defines this function. */
struct sending *sending_of(const struct simboard *b);

/* Entries for the verbs of a struct simboard_kind, the second with functions of its own. */
#define SENDING_VERBS SENDING_VERBS_BY(sending_command, sending_stop)
#define SENDING_VERBS_BY(begin, stop)                                                       \
	{"play", begin, ARGS_WORDS, "FILE [OPTION=VALUE]..."},                              \
		{"workload", begin, ARGS_WORDS, "lu|ocean|radix|simple [OPTION=VALUE]..."}, \
		{"generate", begin, ARGS_WORDS, "[OPTION=VALUE]..."},                       \
	{                                                                                   \
		"stop", stop, 1, ""                                                         \
	}
int sending_command(const struct simboard_request *r);
int sending_stop(const struct simboard_request *r);

/* For the members sends, ahead, trouble and close of a struct simboard_kind. */
bool sending_active(struct simboard *b);
bool sending_ahead(struct simboard *b, sim_time until);
const char *sending_trouble(struct simboard *b);
void sending_close(struct simboard *b);

#endif
