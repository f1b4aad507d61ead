/* SPDX-License-Identifier: Apache-2.0 */
#include "apps.h"
#include <errno.h>
#include <string.h>

const struct workload *const workloads[] = {&workload_lu, &workload_ocean, &workload_radix,
					    &workload_simple, NULL};

const struct workload *workload_find(const char *name)
{
	for (unsigned int i = 0; workloads[i]; i++)
		if (strcmp(workloads[i]->name, name) == 0)
			return workloads[i];
	return NULL;
}

void workload_begin(struct cpu *cpu, const struct workload_config *c)
{
	barrier(cpu);
	if (cpu_node(cpu) == 0 && c->begin)
		cpu_call(cpu, c->begin, c->arg);
	barrier(cpu);
}

void workload_end(struct cpu *cpu, const struct workload_config *c)
{
	barrier(cpu);
	if (cpu_node(cpu) == 0 && c->end)
		cpu_call(cpu, c->end, c->arg);
}

uint64_t workload_random(uint64_t *state)
{
	uint64_t z = *state += 0x9E3779B97F4A7C15u;

	z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
	z = (z ^ z >> 27) * 0x94D049BB133111EBu;
	return z ^ z >> 31;
}

int workload_grid(unsigned int nodes, unsigned int *rows, unsigned int *columns)
{
	if (!nodes || nodes & (nodes - 1))
		return -EINVAL;
	for (*columns = 1, *rows = nodes; *rows > *columns; *rows /= 2)
		*columns *= 2;
	return 0;
}
