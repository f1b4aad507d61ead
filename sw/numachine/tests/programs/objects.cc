// SPDX-License-Identifier: Apache-2.0
// C++: threads, a lock, heap blocks by new, a virtual function, an exception.
#include <cstdio>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

struct Shape {
	virtual ~Shape() {}
	virtual long area() const = 0;
};

struct Square : Shape {
	long side;
	explicit Square(long s) : side(s) {}
	long area() const override { return side * side; }
};

static long *total;
static std::mutex lock;

static void add(const Shape *s)
{
	for (int i = 0; i < 100; i++) {
		std::lock_guard<std::mutex> guard(lock);
		*total += s->area();
	}
	try {
		throw std::runtime_error("caught");
	} catch (const std::exception &e) {
		std::lock_guard<std::mutex> guard(lock);
		*total += e.what()[0] == 'c';
	}
}

int main()
{
	std::vector<std::thread> threads;
	std::vector<Shape *> shapes;

	total = new long(0);
	for (int i = 1; i <= 3; i++)
		shapes.push_back(new Square(i));
	for (Shape *s : shapes)
		threads.emplace_back(add, s);
	for (std::thread &t : threads)
		t.join();
	std::printf("%ld\n", *total);
	for (Shape *s : shapes)
		delete s;
	delete total;
}
