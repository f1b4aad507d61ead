// SPDX-License-Identifier: Apache-2.0
// The C interface of a compiled model: the only C++ of the project, shared by all
// tops. MODEL is the model's name, PINS_DEF its pin list; the interface is described
// in the generated header.
#include "model_headers.h"
#include "wave_file.h"
#if VM_COVERAGE
#include "verilated_cov.h"
#endif

#define WAVE_BLOCK 8192u // dumps after which a block of a wave file is written

#define CAT2(a, b) a##b
#define CAT(a, b) CAT2(a, b)
#define STR2(x) #x
#define STR(x) STR2(x)
#define F(name) CAT(MODEL, name)
#define CLASS CAT(V, MODEL)
#include MODEL_H
#include CLASS_H

// The function that eval() of the model's class calls. If a release of Verilator gives it
// another name, the shim calls eval(), which costs a few per cent more.
#define ROOT CAT(CLASS, ___024root)
#ifdef MODEL_PLAIN_EVAL
#define ROOT_EVAL CAT(no_, ROOT)
#else
#define ROOT_EVAL CAT(ROOT, ___eval)
#endif
class ROOT;
__attribute__((weak)) void ROOT_EVAL(ROOT *);

namespace
{
#ifdef MODEL_VCD
using wave_writer = VerilatedVcdC;
#else
using wave_writer = VerilatedFstC;
#endif

enum direction { IN, OUT, RESET };
struct info {
	const char *name;
	unsigned int width;
	direction dir;
	const char *domain;
};
constexpr info pins[] = {
#define PIN(name, width, dir, domain) {#name, width, dir, #domain},
#include PINS_DEF
#undef PIN
};
constexpr unsigned int npins = sizeof(pins) / sizeof(pins[0]);

// The domain of a clock pin is its frequency.
constexpr bool is_clock(const char *domain)
{
	return domain[0] >= '0' && domain[0] <= '9';
}

} // namespace

// Verilator's functions have no argument that says which model is being evaluated: each model
// sets this. Shared by all models of a program.
struct tally_sink {
	virtual void print(const char *text) = 0;
	virtual void stopped(const char *file, int line, const char *what) = 0;
};
inline thread_local tally_sink *tally_now;

extern "C" __attribute__((weak)) int tally_printf(const char *format, ...)
{
	va_list ap;
	char *text;

	va_start(ap, format);
	const int n = vasprintf(&text, format, ap);
	va_end(ap);
	if (n < 0)
		return n;
	if (tally_now)
		tally_now->print(text);
	else
		std::fputs(text, stdout);
	std::free(text);
	return n;
}

static inline void tally_stopped(const char *file, int line, const char *what)
{
	if (tally_now)
		tally_now->stopped(file, line, what);
}

__attribute__((weak)) void vl_finish(const char *file, int line, const char *)
{
	tally_stopped(file, line, "$finish");
}

__attribute__((weak)) void vl_stop(const char *file, int line, const char *)
{
	tally_stopped(file, line, "$stop");
}

// An error in Verilator's runtime, after which the evaluation cannot continue.
struct tally_fatal {
};
__attribute__((weak)) void vl_fatal(const char *file, int line, const char *, const char *what)
{
	tally_stopped(file, line, what);
	throw tally_fatal();
}

namespace
{
// Collects the text of $display and similar tasks, and the first statement that stopped the
// simulation.
struct messages final : tally_sink {
	void (*text_fn)(void *, const char *) = nullptr;
	void *text_arg = nullptr;
	bool opening = true;
	std::string early; // text printed before the caller could name a print function
	std::string last;
	std::string stop;

	void print(const char *text) override
	{
		last = text;
		early += text;
		if (!opening)
			flush();
	}

	void flush()
	{
		if (early.empty())
			return;
		if (text_fn)
			text_fn(text_arg, early.c_str());
		else
			std::fputs(early.c_str(), stdout);
		early.clear();
	}

	// Before Verilator stops for $error, $fatal or a failed assertion, it prints "[TIME]
	// %Error: FILE:LINE: WHAT"; FILE has no folder.
	void stopped(const char *file, int line, const char *what) override
	{
		const std::string path = file ? file : "";
		const std::string number = ":" + std::to_string(line) + ": ";
		const std::string place = " " + path.substr(path.rfind('/') + 1) + number;
		const std::size_t at = last.find(place);

		if (!stop.empty())
			return;
		stop = path + number + what;
		if (at != std::string::npos && last.find('%') < at) {
			stop = path + number + last.substr(at + place.size());
			stop.resize(stop.find_last_not_of("\n") + 1);
		}
	}
};

uint64_t low(uint64_t v)
{
	return v;
}

template <std::size_t N> uint64_t low(const VlWide<N> &)
{
	return 0; // neither clock nor reset
}
} // namespace

struct MODEL {
	VerilatedContext ctx;
	std::unique_ptr<CLASS> top;
	std::unique_ptr<wave_writer> wave;
	struct wave_file file;
	unsigned int dumps; // since the wave dump was opened
	void *ptr[npins];
	uint8_t *clock[64]; // pins of the clocks, in the order of clock_bit
	unsigned int nclocks;
	uint64_t high; // clocks whose falling edge has not been evaluated
	uint64_t seen; // levels() at the last evaluation
	uint64_t now;  // ps
	messages text;
	bool broken; // after a fatal error the model cannot be evaluated
};

// Clocks and resets: the inputs that flip-flops wait for.
template <bool B> struct constant {
	static constexpr bool value = B;
};
static inline uint64_t levels(const struct MODEL *m)
{
	uint64_t l = 0;
#define PIN(name, width, dir, domain)                                          \
	if (constant < direction::dir == RESET || is_clock(#domain) > ::value) \
		l = l << 1 | low(m->top->name);
#include PINS_DEF
#undef PIN
	return l;
}

static int evaluate(struct MODEL *m)
{
	if (m->broken)
		return 1;
	tally_now = &m->text;
	m->ctx.time(m->now);
	try {
		if (!ROOT_EVAL || m->wave || m->text.opening) // the first evaluation also
							      // initializes the model
			m->top->eval();
		else
			ROOT_EVAL(m->top->rootp);
	} catch (const tally_fatal &) {
		m->broken = true;
	}
	return !m->text.stop.empty();
}

extern "C" {
unsigned int F(_api)(void)
{
	return 5;
}

const char *F(_simulator)(void)
{
	return "verilator " VERILATOR_RELEASE;
}

const char *F(_pin_name)(unsigned int pin)
{
	return pin < npins ? pins[pin].name : nullptr;
}

unsigned int F(_pin_width)(unsigned int pin)
{
	return pin < npins ? pins[pin].width : 0;
}

int F(_pin_is_output)(unsigned int pin)
{
	return pin < npins && pins[pin].dir == OUT;
}

int F(_find)(const char *name)
{
	for (unsigned int i = 0; i < npins; i++)
		if (std::strcmp(pins[i].name, name) == 0)
			return (int)i;
	return -1;
}

struct MODEL *F(_open)(const char *scope, uint32_t jitter)
try {
	auto m = std::make_unique<struct MODEL>();
	const std::string seed = "+jitter=" + std::to_string(jitter);
	const char *argv[] = {STR(MODEL), seed.c_str()};
	m->ctx.commandArgs(2, argv);
	// no worker threads, which would keep a process alive after its main thread has ended
	m->ctx.threads(1);
	// $value$plusargs, at the first evaluation, looks in the thread's context
	Verilated::threadContextp(&m->ctx);
	m->ctx.traceEverOn(true);
	m->ctx.randSeed((int)(jitter & 0x7fffffff) | 1);
	m->top.reset(new CLASS(&m->ctx, scope ? scope : "tb"));
	unsigned int i = 0;
#define PIN(name, width, dir, domain) m->ptr[i++] = &m->top->name;
#include PINS_DEF
#undef PIN
	for (i = 0; i < npins; i++)
		if (is_clock(pins[i].domain) && m->nclocks < 64)
			m->clock[m->nclocks++] = static_cast<uint8_t *>(m->ptr[i]);
	F(_eval)
	(m.get()); // the model sees all clocks low, so that the first rise of a clock
		   // is an edge
	m->text.opening = false;
	return m.release();
} catch (const std::bad_alloc &) {
	return nullptr;
}

void F(_close)(struct MODEL *m)
{
	if (!m)
		return;
	F(_wave_close)(m);
	tally_now = &m->text;
	m->text.flush();
	if (!m->broken)
		m->top->final();
	tally_now = nullptr;
	delete m;
}

void F(_set_time)(struct MODEL *m, uint64_t time_ps)
{
	m->now = time_ps;
}

void F(_on_text)(struct MODEL *m, void (*fn)(void *arg, const char *text), void *arg)
{
	m->text.text_fn = fn;
	m->text.text_arg = arg;
	m->text.flush();
}

const char *F(_stopped)(const struct MODEL *m)
{
	return m->text.stop.empty() ? nullptr : m->text.stop.c_str();
}

int F(_eval)(struct MODEL *m)
{
	const int stopped = evaluate(m);

	m->high = 0;
	m->seen = levels(m);
	return stopped;
}

uint64_t F(_clock_bit)(unsigned int pin)
{
	unsigned int n = 0;

	if (pin >= npins || !is_clock(pins[pin].domain))
		return 0;
	for (unsigned int i = 0; i < pin; i++)
		n += is_clock(pins[i].domain);
	return n < 64 ? (uint64_t)1 << n : 0;
}

static inline void set(struct MODEL *m, uint64_t clocks, uint8_t level)
{
	for (; clocks; clocks &= clocks - 1)
		*m->clock[__builtin_ctzll(clocks)] = level;
}

// Inputs that no flip-flop waits for are evaluated together with the rise: Verilator settles
// them before it looks for edges.
int F(_pulse)(struct MODEL *m, uint64_t rising)
{
	int stopped;

	if (m->high & rising || levels(m) != m->seen)
		F(_eval)(m);
	set(m, rising, 1);
	stopped = evaluate(m);
	set(m, rising, 0); // the next evaluation sees the fall
	m->high = rising;
	return stopped;
}

void *F(_pin_ptr)(struct MODEL *m, enum F(_pin) pin)
{
	return (unsigned int)pin < npins ? m->ptr[pin] : nullptr;
}

uint64_t F(_get)(const struct MODEL *m, enum F(_pin) pin)
{
	const void *p = m->ptr[pin];
	const unsigned int w = pins[pin].width;

	if (w <= 8)
		return *static_cast<const CData *>(p);
	if (w <= 16)
		return *static_cast<const SData *>(p);
	if (w <= 32)
		return *static_cast<const IData *>(p);
	if (w <= 64)
		return *static_cast<const QData *>(p);
	const EData *words = static_cast<const EData *>(p);
	return words[0] | (uint64_t)words[1] << 32;
}

void F(_put)(struct MODEL *m, enum F(_pin) pin, uint64_t value)
{
	void *p = m->ptr[pin];
	const unsigned int w = pins[pin].width;

	if (w < 64)
		value &= ((uint64_t)1 << w) - 1;
	if (w <= 8)
		*static_cast<CData *>(p) = (CData)value;
	else if (w <= 16)
		*static_cast<SData *>(p) = (SData)value;
	else if (w <= 32)
		*static_cast<IData *>(p) = (IData)value;
	else if (w <= 64)
		*static_cast<QData *>(p) = value;
	else {
		const uint32_t words[2] = {(uint32_t)value, (uint32_t)(value >> 32)};
		std::memset(p, 0, (w + 31) / 32 * 4);
		std::memcpy(p, words, sizeof(words));
	}
}

void F(_get_words)(const struct MODEL *m, enum F(_pin) pin, uint32_t *words)
{
	const unsigned int w = pins[pin].width;

	if (w > 64) {
		std::memcpy(words, m->ptr[pin], (w + 31) / 32 * 4);
		return;
	}
	const uint64_t v = F(_get)(m, pin);
	words[0] = (uint32_t)v;
	if (w > 32)
		words[1] = (uint32_t)(v >> 32);
}

void F(_put_words)(struct MODEL *m, enum F(_pin) pin, const uint32_t *words)
{
	const unsigned int w = pins[pin].width;

	if (w > 64) {
		std::memcpy(m->ptr[pin], words, (w + 31) / 32 * 4);
		if (w % 32)
			static_cast<uint32_t *>(m->ptr[pin])[w / 32] &= (1u << w % 32) - 1;
		return;
	}
	F(_put)(m, pin, w > 32 ? words[0] | (uint64_t)words[1] << 32 : words[0]);
}

int F(_wave_open)(struct MODEL *m, const char *path)
{
	// evaluates the pending falls: from now on the caller drives the clock pins
	if (m->high)
		F(_eval)(m);

	int err = F(_wave_close)(m);

	if (!err && !wave_file_fits())
		err = -EFBIG;
	if (!err)
		err = wave_file_begin(&m->file, path);
	if (err)
		return err;
	if (!m->wave) {
		m->wave = std::make_unique<wave_writer>();
		m->top->trace(m->wave.get(), 99);
	}
	errno = 0;
	m->dumps = 0;
	m->wave->open(m->file.part);
	return m->wave->isOpen() ? 0 : wave_file_end(&m->file, errno ? -errno : -EIO);
}

void F(_wave_dump)(struct MODEL *m, uint64_t time_ps)
{
	if (!m->wave || !m->wave->isOpen())
		return;
	m->wave->dump(time_ps);
	// otherwise the writer compresses everything at once, which can take seconds
	if (++m->dumps % WAVE_BLOCK == 0)
		m->wave->flush();
}

int F(_wave_close)(struct MODEL *m)
{
	if (!m->wave || !m->wave->isOpen())
		return 0;
	m->wave->close();
#ifdef MODEL_VCD
	return wave_file_end(&m->file, 0);
#else
	return wave_file_end(&m->file, wave_file_is_fst(m->file.part) ? 0 : -ENOSPC);
#endif
}

int F(_coverage_write)(struct MODEL *m, const char *path)
{
#if VM_COVERAGE
	m->ctx.coveragep()->write(path);
	return 0;
#else
	(void)m;
	(void)path;
	return -1;
#endif
}
}
