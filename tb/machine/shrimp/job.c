/* SPDX-License-Identifier: Apache-2.0 */
#include "job.h"
#include "terminal.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORKLOADS "tb/machine/workload"

static bool have_valgrind(void)
{
	return system("command -v valgrind >/dev/null 2>&1") == 0;
}

static int spawn(char *const argv[])
{
	int status;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid < 0)
		return complain("fork: %s", strerror(errno));
	if (pid == 0) {
		execv(argv[0], argv);
		complain("%s: %s", argv[0], strerror(errno));
		_exit(127);
	}
	if (waitpid(pid, &status, 0) < 0)
		return complain("%s: %s", argv[0], strerror(errno));
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : 1;
}

/* Records one of our programs (@command NULL) or any command into the output folder. */
static int record(struct job *j, const struct job_options *o, const char *command)
{
	char *ours[] = {WORKLOADS "/record", "-o", j->trace, j->name, NULL};
	char *theirs[] = {WORKLOADS "/record", "-o", j->trace, "-c", (char *)command, NULL};

	snprintf(j->trace, sizeof(j->trace), "%s/%s.trace.gz", o->output, j->name);
	return spawn(command ? theirs : ours) ? complain("%s: not recorded", j->name) : 0;
}

/* The first word of a command, or the name of a recording, without folder and ending. */
static void set_name(struct job *j, const char *from)
{
	const char *end = from + strcspn(from, " \t"), *begin = end;
	size_t n = 0;

	while (begin > from && begin[-1] != '/')
		begin--;
	for (; begin < end && *begin != '.' && n < sizeof(j->name) - 1; begin++) {
		const char c = *begin;
		const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
				   (c >= 'A' && c <= 'Z') || c == '-';

		j->name[n++] = plain ? c : '_';
	}
	if (n == 0)
		j->name[n++] = '_';
	j->name[n] = 0;
}

static int find_recording(struct job *j, const struct job_options *o, const char *name)
{
	set_name(j, name);
	if (o->program)
		return record(j, o, o->program);
	if (strcmp(name, "radix") && strcmp(name, "lu")) {
		snprintf(j->trace, sizeof(j->trace), "%s", name);
		return 0;
	}
	if (!o->shipped && have_valgrind())
		return record(j, o, NULL);
	snprintf(j->trace, sizeof(j->trace), WORKLOADS "/%s.trace.gz", name);
	return 0;
}

int job_reader(const struct job *j, const struct job_options *o, struct lackey **l)
{
	int err = lackey_open(l, j->trace);

	if (err)
		return complain("%s: %s", j->trace, strerror(-err));
	if (o->from_marker)
		lackey_from_marker(*l);
	return 0;
}

int job_next(void *arg, struct lackey_access *a)
{
	return lackey_next(arg, a);
}

struct surveying {
	struct lackey *l;
	struct progress progress;
};

static void on_survey(void *arg, uint64_t done, uint64_t total)
{
	struct surveying *s = arg;

	progress_show(&s->progress, total ? (double)done / (double)total : 0,
		      lackey_lines(s->l));
}

static int survey(struct job *j, const struct job_options *o)
{
	struct surveying s;
	int err = job_reader(j, o, &s.l);

	if (err)
		return err;
	progress_begin(&s.progress, "lines", "%s: reading the recording", j->name);
	lackey_on_progress(s.l, on_survey, &s);
	err = survey_read(&j->survey, job_next, s.l);
	progress_end(&s.progress);
	if (err == -EBADMSG || err == -EIO)
		err = complain("%s", lackey_error(s.l));
	else if (err)
		err = complain("%s: %s", j->trace, strerror(-err));
	else if (!j->survey.stores)
		err = complain("%s: no store in it", j->trace);
	lackey_close(s.l);
	return err;
}

static int find_map(struct job *j, const struct job_options *o)
{
	char why[PATH_MAX + 256];
	const char *end = strstr(j->trace, ".trace");
	int err = 0;

	j->map = pagemap_open();
	if (!j->map)
		return complain("out of memory");
	for (unsigned int i = 0; i < o->maps && !err; i++)
		err = strchr(o->map[i], '=')
			      ? pagemap_parse(j->map, o->map[i], why, sizeof(why))
			      : pagemap_load(j->map, o->map[i], why, sizeof(why));
	if (o->maps)
		snprintf(j->map_name, sizeof(j->map_name), "%s%s", o->map[0],
			 o->maps > 1 ? ", ..." : "");
	else if (end) {
		snprintf(j->map_name, sizeof(j->map_name), "%.*s.map", (int)(end - j->trace),
			 j->trace);
		if (access(j->map_name, R_OK) == 0)
			err = pagemap_load(j->map, j->map_name, why, sizeof(why));
	}
	if (err)
		return complain("%s", why);
	if (pagemap_count(j->map))
		return 0;
	if (o->maps)
		return complain("%s: no page in it", j->map_name);
	err = survey_map(&j->survey, j->map, o->pages);
	snprintf(j->map_name, sizeof(j->map_name), "the %zu busiest pages",
		 pagemap_count(j->map));
	return err ? complain("page map: %s", strerror(-err)) : 0;
}

int job_open(struct job *j, const struct job_options *o, const char *name)
{
	int err;

	memset(j, 0, sizeof(*j));
	err = find_recording(j, o, name);
	if (!err)
		err = survey(j, o);
	return err ? err : find_map(j, o);
}

void job_close(struct job *j)
{
	survey_free(&j->survey);
	pagemap_close(j->map);
}
