# SPDX-License-Identifier: Apache-2.0
# Prints random records: -v n=COUNT -v seed=N, and -v hist=1 for a histogram, its bins ascending.
# Latencies, sizes, addresses and counts are small or have any value.
function up_to(limit) { return int(rand() * limit) }

BEGIN {
	srand(seed + 0)
	time = 0xFFFFFFFF - n * 5
	for (i = 0; i < n; i++) {
		if (hist) {
			bin += 1 + up_to(rand() < 0.5 ? 3 : int(0xFFFFFF / n))
			printf "%06X %08X\n", bin, rand() < 0.5 ? up_to(100) : up_to(0x100000)
			continue
		}
		time += 11 + up_to(50)
		latency = rand() < 0.7 ? up_to(300) : up_to(0x1000000)
		size = rand() < 0.1 ? 0 : rand() < 0.7 ? 1 + up_to(8) : up_to(1024)
		address = rand() < 0.6 ? up_to(4) * 1024 : up_to(0x2000000)
		printf "%06X %08X %08X %08X %08X\n", i % 0x1000000,
			up_to(64) * 0x4000000 + (rand() < 0.01) * 0x2000000 + (rand() < 0.01) * 0x1000000 + latency,
			up_to(16) * 0x10000000 + size * 0x40000 + up_to(64) * 0x1000 + int(time / 4294967296),
			time % 4294967296, (rand() < 0.1) * 0x80000000 + address * 16 + up_to(16)
	}
}
