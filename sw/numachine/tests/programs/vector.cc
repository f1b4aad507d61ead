// SPDX-License-Identifier: Apache-2.0
// The elements of a vector, one of each thread: allocated within the library, at the line of v.
#include <cstdio>
#include <thread>
#include <vector>

static void work(std::vector<long> *v, int k)
{
	for (int i = 0; i < 500; i++)
		*(volatile long *)&(*v)[k] += i;
}

int main()
{
	std::vector<long> v(4);
	std::vector<std::thread> t;

	for (int k = 0; k < 4; k++)
		t.emplace_back(work, &v, k);
	for (auto &x : t)
		x.join();
	std::printf("%ld\n", v[1]);
}
