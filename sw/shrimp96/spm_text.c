/* SPDX-License-Identifier: Apache-2.0 */
#include "spm_text.h"
#include <stdio.h>
#include <string.h>

void spm_columns(unsigned int set, char text[SPM_TEXT])
{
	struct spm_variables v;

	spm_decode(set, 0, &v);
	snprintf(text, SPM_TEXT, "%s%s%s%s%s", v.sender_mask ? ",sender" : "",
		 v.latency_mask ? ",latency" : "", v.size_mask ? ",size" : "",
		 v.tag_mask ? ",tag" : "", v.category_mask ? ",category" : "");
	memmove(text, text + 1, strlen(text));
}

static size_t add(char *text, size_t used, uint32_t mask, uint32_t value)
{
	return mask ? used + (size_t)snprintf(text + used, SPM_TEXT - used, ",%u", value)
		    : used;
}

void spm_values(const struct spm_variables *v, char text[SPM_TEXT])
{
	size_t used = 0;

	text[0] = '\0';
	used = add(text, used, v->sender_mask, v->sender);
	used = add(text, used, v->latency_mask, v->latency);
	used = add(text, used, v->size_mask, v->size);
	used = add(text, used, v->tag_mask, v->tag);
	add(text, used, v->category_mask, v->category);
	memmove(text, text + 1, strlen(text));
}
