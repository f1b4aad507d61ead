/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PAGE_H
#define PAGE_H
/* What the parts of the page share: the tables that were read, and the cells. */
#include "table.h"
#include <stdint.h>
#include <stdio.h>

#define MOST 40
#define MECHANISMS 6 /* maximum number of mechanisms of a monitor */

struct mechanism {
	char name[48], questions[120]; /* questions that it answers, each followed by a space */
};

struct about {
	char title[160], score[16], unit[160]; /* about a question */
	char name[64], kind[16], adds[512], limits[256], source[256], mechanism[160],
		outside[16]; /* about a monitor */
	struct mechanism part[MECHANISMS];
	unsigned int parts;
};

struct list {
	char *name[MOST];
	struct about about[MOST];
	unsigned int n;
};

extern struct list monitors, questions, programs;
extern struct table truth[MOST], answer[MOST][MOST]; /* [program][monitor] */
extern bool measured[MOST][MOST];
extern struct score cell[MOST][MOST]; /* [question][monitor] */
extern enum score_kind kind[MOST];
extern const char *folder;

void give_up(const char *what, const char *why);
/* Create and complete a file in the folder. */
FILE *create(const char *name);
void finish(FILE *f, const char *name);
/* Reads a table from the folder. False: it does not exist. */
bool read_file(struct table *t, const char *name);
/* Runs gnuplot on the script, which makes a picture in the folder, and frees the script. */
void draw(char *script, size_t size, const char *name);

bool answers(unsigned int q, unsigned int m);
double error_of(unsigned int q, unsigned int m);
bool is_computed(unsigned int m);
const char *star(unsigned int m); /* "*" after the name of a computed monitor */
const char *percent(double error);
/* Begin and end a scrolling table. */
void begin_table(FILE *f, const char *id, const char *head);
void end_table(FILE *f);

/* verdict.c */
void put_verdict(FILE *f); /* the results in sentences */
void put_values(FILE *f);  /* marginal values of monitors and mechanisms; sets */
void put_claims(FILE *f);

/* costs.c */
double luts(unsigned int m); /* LUT4 of a monitor; NAN: not known */
void read_sizes(void);
void write_perturbation(void);
void put_costs(FILE *f);
void put_losses(FILE *f);

#endif
