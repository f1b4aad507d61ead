/* SPDX-License-Identifier: Apache-2.0 */
#ifndef AUXV_H
#define AUXV_H
/* Declarations for device_open(), which a program on the cores does not call: the linker drops
 * it. */

#define AT_BASE 7

unsigned long getauxval(unsigned long type);

#endif
