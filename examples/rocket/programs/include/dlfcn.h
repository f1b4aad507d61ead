/* SPDX-License-Identifier: Apache-2.0 */
#ifndef DLFCN_H
#define DLFCN_H
/* Declarations for device_open() and device_reason(), which a program on the cores does not
 * call: the linker drops them. */

#define RTLD_NOW 2
#define RTLD_LOCAL 0

/* not in picolibc's errno.h */
#define ELIBACC 79
#define ELIBBAD 80
#define ELIBEXEC 83

void *dlopen(const char *file, int mode);
void *dlsym(void *library, const char *symbol);
int dlclose(void *library);
char *dlerror(void);

#endif
