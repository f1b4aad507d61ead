/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HM_TABLE_H
#define HM_TABLE_H
/*
 * The table of the events that nodes send: identifiers, lengths, names, fields, and their
 * meaning for the analysis of a program. It is a text file, hmevents(5); # starts a comment.
 *
 *	IDENTIFIER LENGTH NAME CLASS [FIELD:TYPE[@OFFSET][,UNIT]]...
 *
 * Identifier 1..254 and length 2..64 in bytes, identifier included, decimal or after 0x
 * hexadecimal; name and class are words of up to 31 ASCII characters without blanks. A field
 * has a type u8 u16 u24 u32 (unsigned), i8 i16 i32 (signed), x8 x16 x32 (hexadecimal),
 * text1 to text16 (characters, padded with 0), or the name of an enumeration, which is one
 * byte; numbers are little endian. A field begins at OFFSET, or after the previous field; the
 * first field begins at 1.
 *
 *	enum NAME VALUE=WORD...			an enumeration, before its use
 *	match SENT RECEIVED			two events with the fields peer, length and, if
 *						both have it, type
 *	state EVENT STATE [FIELD=VALUE]		from this event on the node is in STATE
 *	sent bytes|words [sync]			how the nodes send (struct hm_node);
 *						default: words
 *
 * STATE is computing, system, sending, waiting, ended, or resume: the state before "system".
 * Identifier 255 is reserved for summaries in every table.
 */
#include "hm_node.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HM_NAME 32
#define HM_FIELDS 8u /* maximum number of fields of an event */
#define HM_ENUMS 16u /* maximum number of enumerations of a table */
#define HM_ENUM_WORDS 16u
#define HM_RULES 4u /* maximum number of rules for the states of an event */

enum hm_field_kind { HM_UNSIGNED, HM_SIGNED, HM_HEX, HM_TEXT, HM_ENUM };

struct hm_event_field {
	char name[HM_NAME], unit[HM_NAME]; /* the unit may be empty */
	enum hm_field_kind kind;
	uint8_t offset, bytes;
	uint8_t words; /* for HM_ENUM: number of its enumeration */
};

struct hm_enum {
	char name[HM_NAME];
	unsigned int count;
	struct {
		uint8_t value;
		char word[HM_NAME];
	} word[HM_ENUM_WORDS];
};

enum hm_node_state {
	HM_UNKNOWN, /* before the first event that determines the state, and after a gap */
	HM_COMPUTING,
	HM_SYSTEM,
	HM_SENDING,
	HM_WAITING,
	HM_ENDED,
	HM_STATES,
	HM_RESUME = HM_STATES /* used only in a rule */
};
extern const char *const hm_state_names[HM_STATES];

enum hm_role { HM_NO_MESSAGE, HM_SENT, HM_RECEIVED };

struct hm_event_type {
	uint8_t length; /* 0: no such event */
	char name[HM_NAME], class_name[HM_NAME];
	uint8_t fields;
	struct hm_event_field field[HM_FIELDS];
	/* matching: numbers of the fields peer, type, length; HM_FIELDS: none */
	enum hm_role role;
	uint8_t other; /* identifier of the event that it matches */
	uint8_t peer, type, size;
	uint8_t rules;
	struct {
		enum hm_node_state state;
		uint8_t field; /* number of the field; HM_FIELDS: the rule always applies */
		uint32_t value;
	} rule[HM_RULES];
};

struct hm_table {
	bool bytes; /* 2 nibbles for each byte; otherwise whole words of 8 nibbles */
	bool sync;  /* the nodes send synchronisation sequences */
	struct hm_event_type type[256];
	unsigned int enums;
	struct hm_enum words[HM_ENUMS];
};

/*
 * Reads a table. Returns 0 or a negative errno value with a message in @message: "file:line:
 * what is wrong" for -EINVAL, otherwise "file: what".
 */
int hm_table_read(struct hm_table *t, const char *path, char *message, size_t size);

/* Returns the value of a field that is not text, from the bytes of an event; a signed value is
 * extended to 64 bits. */
int64_t hm_field_value(const struct hm_event_field *f, const uint8_t *event);
/* Returns the word for a value of an enumeration; NULL: there is none. */
const char *hm_enum_word(const struct hm_table *t, const struct hm_event_field *f,
			 int64_t value);
/* Stores the value as text of at most 40 characters including the final 0: a number, a word, or
 * the characters of a text with '?' for those that cannot be printed. */
#define HM_VALUE_TEXT 40
unsigned int hm_field_text(const struct hm_table *t, const struct hm_event_field *f,
			   const uint8_t *event, char text[HM_VALUE_TEXT]);
/* Returns the number of the field @name; HM_FIELDS: there is none. */
unsigned int hm_field_find(const struct hm_event_type *type, const char *name);
/* Returns the state that begins with @event; HM_UNKNOWN: the event does not change the
 * state. */
enum hm_node_state hm_event_state(const struct hm_event_type *type, const uint8_t *event);

#ifdef __cplusplus
}
#endif

#endif
