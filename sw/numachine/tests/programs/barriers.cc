/* SPDX-License-Identifier: Apache-2.0 */
/* barriers.c with the barrier of C++20. */
#include <barrier>
#include <thread>
#include <vector>

alignas(64) static volatile long slots[N];

int main()
{
	std::barrier<> barrier(N);
	std::vector<std::thread> threads;

	for (int k = 0; k < N; k++)
		threads.emplace_back([&barrier, k] {
			for (int i = 0; i < B; i++) {
				barrier.arrive_and_wait();
				for (int n = 0; n < 1600; n++)
					slots[k] = slots[k] + n;
			}
			barrier.arrive_and_wait();
		});
	for (auto &thread : threads)
		thread.join();
	return slots[0] == 0;
}
