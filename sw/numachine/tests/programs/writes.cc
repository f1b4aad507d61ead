/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads write the same objects in turn, each as C++ programs do. */
#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <pthread.h>
#include <string>

struct counts {
	long n[16];
};

alignas(64) static char by_fill[256], by_copy[256];
alignas(64) static std::array<char, 256> by_array;
alignas(64) static counts by_value, by_memset;
alignas(64) static long by_loop[16];
alignas(64) static int by_fill_n[64];
alignas(64) static char by_string[256];
static char source[2][256];
static pthread_barrier_t barrier;

#if __cplusplus >= 201703L
static_assert(std::char_traits<char>::length("constant") == 8, "at compile time");
#endif

static void *work(void *arg)
{
	const int k = arg != nullptr;

	for (int r = 0; r < 20; r++) {
		pthread_barrier_wait(&barrier);
		std::fill(std::begin(by_fill), std::end(by_fill), 0);
		std::copy(std::begin(source[k]), std::end(source[k]), by_copy);
		by_array.fill(1);
		by_value = counts{};
		std::memset(&by_memset, 0, sizeof(by_memset));
		std::fill_n(by_fill_n, 64, 0);
		std::char_traits<char>::assign(by_string, 64, 'x');
		for (auto &l : by_loop)
			l = k;
		__asm__ volatile("" : : : "memory");
	}
	return nullptr;
}

static unsigned int sum(const volatile void *p, size_t size)
{
	unsigned int s = 0;

	while (size--)
		s = 31 * s + static_cast<const volatile unsigned char *>(p)[size];
	return s;
}

int main()
{
	pthread_t t[2];

	pthread_barrier_init(&barrier, nullptr, 2);
	for (int k = 0; k < 2; k++)
		pthread_create(&t[k], nullptr, work, k ? source : nullptr);
	for (int k = 0; k < 2; k++)
		pthread_join(t[k], nullptr);
	return (sum(by_fill, sizeof(by_fill)) + sum(by_copy, sizeof(by_copy)) +
		sum(&by_array, sizeof(by_array)) + sum(&by_value, sizeof(by_value)) +
		sum(&by_memset, sizeof(by_memset)) + sum(by_loop, sizeof(by_loop)) +
		sum(by_fill_n, sizeof(by_fill_n)) + sum(by_string, sizeof(by_string))) == 1;
}
