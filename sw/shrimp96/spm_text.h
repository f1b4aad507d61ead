/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPM_TEXT_H
#define SPM_TEXT_H
/* Output of the tools of the SHRIMP performance monitor of 1996. */
#include "spm_config.h"

#define SPM_TEXT 160 /* maximum size of a line with its final 0, bytes */
/* beginning of the line of a file with the name of the configuration */
#define SPM_CONFIG_LINE "# config: "
/* beginning of a line that says what is missing; NOTHING: nothing */
#define SPM_LOST_LINE "# lost: "
#define SPM_LOST_NOTHING SPM_LOST_LINE "0"

/* Stores the variables that addresses of @set contain, such as "sender,latency,tag", in the
 * order of the columns of spm_values(). */
void spm_columns(unsigned int set, char text[SPM_TEXT]);
/* Stores their values, such as "18,9,1024"; nibbles that the address does not contain are 0. */
void spm_values(const struct spm_variables *v, char text[SPM_TEXT]);

#endif
