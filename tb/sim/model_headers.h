/* SPDX-License-Identifier: Apache-2.0 */
/* The headers of C++ and Verilator that a model's C interface includes: mk/model.mk compiles
 * them once for all models. */
#ifndef MODEL_HEADERS_H
#define MODEL_HEADERS_H

/* Without C++17's special functions, templates that GCC expands in each file. */
#include <cstddef>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#include <cmath>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>

#include "verilated.h"
/* What compares a signal with its last value in the waves is a function here, not expanded for
 * each signal: that takes a third less to compile, and an eighth more to dump. */
#pragma push_macro("VL_ATTR_ALWINLINE")
#undef VL_ATTR_ALWINLINE
#define VL_ATTR_ALWINLINE __attribute__((noinline)) inline
// MODEL_VCD: waves are VCD, for systems without the libraries of the FST writer.
#ifdef MODEL_VCD
#include "verilated_vcd_c.h"
#else
#include "verilated_fst_c.h"
#endif
#pragma pop_macro("VL_ATTR_ALWINLINE")

#endif
