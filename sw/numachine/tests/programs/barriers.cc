/* SPDX-License-Identifier: Apache-2.0 */
/* barriers.c with the barrier of C++20, or with K = 0 with a condition variable. */
#include <barrier>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

alignas(64) static volatile long slots[N];

#if K == 0
/* Two sets in turn, as in barriers.c. */
class barrier {
	struct {
		std::mutex mutex;
		std::condition_variable all;
		int waiting, generation;
	} meetings[2] = {};

      public:
	explicit barrier(int) {}

	void arrive_and_wait()
	{
		static thread_local int turn;
		auto &now = meetings[turn];

		turn = !turn;
		std::unique_lock lock(now.mutex);
		const int mine = now.generation;

		if (++now.waiting == N) {
			now.waiting = 0;
			now.generation++;
			now.all.notify_all();
		}
		now.all.wait(lock, [&] { return mine != now.generation; });
	}
};
#else
using barrier = std::barrier<>;
#endif

int main()
{
	barrier all(N);
	std::vector<std::thread> threads;

	for (int k = 0; k < N; k++)
		threads.emplace_back([&all, k] {
			for (int i = 0; i < B; i++) {
				all.arrive_and_wait();
				for (int n = 0; n < 1600; n++)
					slots[k] = slots[k] + n;
			}
			all.arrive_and_wait();
		});
	for (auto &thread : threads)
		thread.join();
	return slots[0] == 0;
}
