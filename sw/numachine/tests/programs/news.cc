// SPDX-License-Identifier: Apache-2.0
// Blocks of all kinds of operator new, each with another size, that two threads use.
#include <cstdio>
#include <new>
#include <thread>

struct alignas(64) Line {
	long a[8];
};

int main()
{
	volatile long *block[] = {
		new long(0),
		new long[2](),
		new (std::nothrow) long[3](),
		reinterpret_cast<long *>(new Line()),
		reinterpret_cast<long *>(new Line[2]()),
		static_cast<long *>(operator new(40, std::nothrow)),
	};
	const auto use = [&block] {
		for (volatile long *b : block)
			++*b;
	};

	use();
	std::thread(use).join();
	std::printf("%ld\n", *block[1]);
}
