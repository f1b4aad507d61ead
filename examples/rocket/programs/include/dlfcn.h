/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DLFCN_H
#define DLFCN_H
/* Declarations for device_open() and device_open_reason(), which a program on the cores does
 * not call: the linker drops them. */

#define RTLD_NOW 2
#define RTLD_LOCAL 0

void *dlopen(const char *file, int mode);
void *dlsym(void *library, const char *symbol);
int dlclose(void *library);
char *dlerror(void);

#endif
