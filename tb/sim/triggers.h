// SPDX-License-Identifier: Apache-2.0
#ifndef TRIGGERS_H
#define TRIGGERS_H
// The triggers of an evaluation, handled a vector register at a time. Verilator 5.006 looks
// at one after the other, at several places of every evaluation, which takes 12 % of a run at
// the rated packet rate. Included before all else
// into the sources that it makes. Other versions are left as they are.
#include <cstring>
#include "verilated_config.h"

#if VERILATOR_VERSION_INTEGER == 5006000
#define VlTriggerVec VlTriggerVecSlow
#include "verilated.h"
#undef VlTriggerVec

template <std::size_t N> class VlTriggerVec final
{
	static constexpr std::size_t SIZE = (N + 15) / 16 * 16;
	alignas(16) bool flag[SIZE] = {};

public:
	void clear()
	{
		for (std::size_t i = 0; i < SIZE; i++)
			flag[i] = false;
	}
	bool &at(std::size_t i)
	{
		return flag[i];
	}
	bool any() const
	{
		uint64_t all = 0, word;

		for (std::size_t i = 0; i < SIZE; i += 8) {
			std::memcpy(&word, flag + i, 8);
			all |= word;
		}
		return all;
	}
	void set(const VlTriggerVec &other)
	{
		for (std::size_t i = 0; i < SIZE; i++)
			flag[i] |= other.flag[i];
	}
	void andNot(const VlTriggerVec &a, const VlTriggerVec &b)
	{
		for (std::size_t i = 0; i < SIZE; i++)
			flag[i] = a.flag[i] & !b.flag[i];
	}
};
#endif

#endif
