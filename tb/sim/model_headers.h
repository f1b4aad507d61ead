/* SPDX-License-Identifier: Apache-2.0 */
/* The headers of C++ and Verilator that the shim of a model includes: mk/model.mk compiles them
 * once for all models. */
#ifndef MODEL_HEADERS_H
#define MODEL_HEADERS_H

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>

#include "verilated.h"
// MODEL_VCD: waves are VCD, for systems without the libraries of the FST writer.
#ifdef MODEL_VCD
#include "verilated_vcd_c.h"
#else
#include "verilated_fst_c.h"
#endif

#endif
