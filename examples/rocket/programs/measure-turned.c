/* SPDX-License-Identifier: Apache-2.0 */
/* measure.c with its phases in another order. */
#define ORDER TRULY, FALSELY, ALONE
#include "measure.c"
