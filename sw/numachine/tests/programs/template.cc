// SPDX-License-Identifier: Apache-2.0
// False sharing by a function whose name has more than a thousand characters.
#include <thread>

template <class A, class B> struct two {
	static constexpr int step = 1;
};
typedef two<int, long> two_types;
typedef two<two_types, two_types> four_types;
typedef two<four_types, four_types> eight_types;
typedef two<eight_types, eight_types> sixteen_types;
typedef two<sixteen_types, sixteen_types> thirty_two_types;
typedef two<thirty_two_types, thirty_two_types> sixty_four_types;

static volatile long counters[2];

template <class T> __attribute__((noinline)) void count(int i)
{
	for (int turn = 0; turn < 1000; turn++)
		counters[i] += T::step;
}

int main()
{
	std::thread a(count<sixty_four_types>, 0), b(count<sixty_four_types>, 1);

	a.join();
	b.join();
	return 0;
}
