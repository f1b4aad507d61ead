/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NODE_ERRNO_H
#define NODE_ERRNO_H
/* Linux's error numbers that picolibc lacks, for the texts of device_access_reason(). The
 * values are only different from the others. */
#include_next <errno.h>

#ifndef ERESTART
#define ERESTART 2001
#endif
#ifndef EUCLEAN
#define EUCLEAN 2002
#endif
#ifndef EREMOTEIO
#define EREMOTEIO 2003
#endif
#ifndef EMEDIUMTYPE
#define EMEDIUMTYPE 2004
#endif
#ifndef ENOKEY
#define ENOKEY 2005
#endif
#ifndef EKEYEXPIRED
#define EKEYEXPIRED 2006
#endif

#endif
