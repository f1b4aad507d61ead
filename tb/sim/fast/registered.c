/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that the outputs of a top are driven directly from flip-flops or constants. */
#include "commands.h"

int registered_main(const struct netlist *n, int nexcept, char **except)
{
	bool *from_ff = zalloc(n->nets, sizeof(*from_ff));
	bool *seen = zalloc(nexcept, sizeof(*seen));
	int outputs = 0, logic = 0, errors = 0;

	from_ff[NET_0] = from_ff[NET_1] = true;
	for (int i = 0; i < n->ncells; i++) {
		const struct cell *c = &n->cells[i];
		const struct bits q = cell_port(c, "Q");

		if (starts_with(c->type, "$dff") || starts_with(c->type, "$adff"))
			for (int k = 0; k < q.n; k++)
				from_ff[q.net[k]] = true;
	}
	for (int i = 0; i < n->nports; i++) {
		const struct port *p = &n->ports[i];
		int bad = 0;
		bool may = false;

		if (!p->output)
			continue;
		outputs++;
		for (int k = 0; k < p->bits.n; k++)
			bad += !from_ff[p->bits.net[k]];
		logic += bad > 0;
		for (int k = 0; k < nexcept; k++)
			if (text_is(except[k], p->name))
				may = seen[k] = true;
		if (bad && !may)
			printf("%s: %d bits come from logic\n", p->name, bad);
		if (!bad && may)
			printf("%s: is registered\n", p->name);
		errors += (bad > 0) != may;
	}
	for (int k = 0; k < nexcept; k++)
		if (!seen[k]) {
			printf("%s: no such output\n", except[k]);
			errors++;
		}
	if (!outputs) {
		printf("no outputs\n");
		errors++;
	}
	printf("%s registered %s: %d of %d outputs come from flip-flops\n",
	       errors ? "FAIL" : "ok  ", n->top, outputs - logic, outputs);
	return errors > 0;
}
