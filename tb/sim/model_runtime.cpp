// SPDX-License-Identifier: Apache-2.0
// The part of the C interface that is the same for all models that Verilator compiles: it and
// model_shim.cpp are the only C++ of the project.
#include "model_runtime.h"
#include "wave_file.h"
#if VM_COVERAGE
#include "verilated_cov.h"
#endif

#define WAVE_BLOCK 8192u // dumps after which a block of a wave file is written
#define MOST_CLOCKS 64u	 // bits of clock_bit

// Collects the text of $display and similar tasks, and the first statement that stopped the
// simulation.
struct tally_messages {
	void (*text_fn)(void *, const char *) = nullptr;
	void *text_arg = nullptr;
	bool opening = true;
	std::string early; // text printed before the caller could name a print function
	std::string last;
	std::string stop;

	void print(const char *text)
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
	void stopped(const char *file, int line, const char *what)
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
// Verilator's functions have no argument that says which model is being evaluated: each
// evaluation sets this.
static thread_local tally_messages *current;

extern "C" __attribute__((weak)) int tally_printf(const char *format, ...)
{
	va_list ap;
	char *text;

	va_start(ap, format);
	const int n = vasprintf(&text, format, ap);
	va_end(ap);
	if (n < 0)
		return n;
	if (current)
		current->print(text);
	else
		std::fputs(text, stdout);
	std::free(text);
	return n;
}

static inline void note_stop(const char *file, int line, const char *what)
{
	if (current)
		current->stopped(file, line, what);
}

__attribute__((weak)) void vl_finish(const char *file, int line, const char *)
{
	note_stop(file, line, "$finish");
}

__attribute__((weak)) void vl_stop(const char *file, int line, const char *)
{
	note_stop(file, line, "$stop");
}

// An error in Verilator's runtime, after which the evaluation cannot continue.
struct tally_fatal {
};
__attribute__((weak)) void vl_fatal(const char *file, int line, const char *, const char *what)
{
	note_stop(file, line, what);
	throw tally_fatal();
}

struct tally_edge {
	const uint8_t *level;
	uint8_t seen; // at the last evaluation
};
struct tally_instance {
	const tally_model *model;
	VerilatedContext ctx;
	std::unique_ptr<void, void (*)(void *)> top;
	std::unique_ptr<wave_writer> wave;
	struct wave_file file;
	unsigned int dumps; // since the wave dump was opened
	std::unique_ptr<void *[]> ptr;
	uint8_t *clock[MOST_CLOCKS]; // pins of the clocks, in the order of clock_bit
	unsigned int nclocks = 0;
	std::unique_ptr<tally_edge[]> edge; // the inputs at whose edges flip-flops act
	unsigned int nedges = 0;
	uint64_t high = 0; // clocks whose falling edge has not been evaluated
	uint64_t now = 0;  // ps
	tally_messages text;
	bool broken = false; // after a fatal error the model cannot be evaluated

	explicit tally_instance(const tally_model *described)
	    : model(described), top(nullptr, described->destroy),
	      ptr(new void *[described->npins]), edge(new tally_edge[described->npins])
	{
	}
};

static int evaluate(tally_instance *m)
{
	if (m->broken)
		return 1;
	current = &m->text;
	m->ctx.time(m->now);
	try {
		// the first evaluation also initializes the model
		if (m->wave || m->text.opening)
			m->model->eval(m->top.get());
		else
			m->model->eval_inside(m->top.get());
	} catch (const tally_fatal &) {
		m->broken = true;
	}
	return !m->text.stop.empty();
}

int tally_find(const tally_model *model, const char *name)
{
	for (unsigned int i = 0; i < model->npins; i++)
		if (std::strcmp(model->pins[i].name, name) == 0)
			return (int)i;
	return -1;
}

static void find_edges(tally_instance *m)
{
	for (unsigned int i = 0; i < m->model->npins; i++) {
		const tally_pin &pin = m->model->pins[i];
		auto *level = static_cast<uint8_t *>(m->ptr[i]);

		if (tally_is_clock(pin) && m->nclocks < MOST_CLOCKS)
			m->clock[m->nclocks++] = level;
		if (tally_has_edges(pin))
			m->edge[m->nedges++].level = level;
	}
}

tally_instance *tally_open(const tally_model *model, const char *scope, uint32_t jitter)
try {
	auto m = std::make_unique<tally_instance>(model);
	const std::string seed = "+jitter=" + std::to_string(jitter);
	const char *argv[] = {model->name, seed.c_str()};
	m->ctx.commandArgs(2, argv);
	// no worker threads, which would keep a process alive after its main thread has ended
	m->ctx.threads(1);
	// $value$plusargs, at the first evaluation, looks in the thread's context
	Verilated::threadContextp(&m->ctx);
	m->ctx.traceEverOn(true);
	m->ctx.randSeed((int)(jitter & 0x7fffffff) | 1);
	m->top.reset(model->create(&m->ctx, scope ? scope : "tb", m->ptr.get()));
	find_edges(m.get());
	// the model sees all clocks low, so that the first rise of a clock is an edge
	tally_eval(m.get());
	m->text.opening = false;
	return m.release();
} catch (const std::bad_alloc &) {
	return nullptr;
}

void tally_close(tally_instance *m)
{
	if (!m)
		return;
	tally_wave_close(m);
	current = &m->text;
	m->text.flush();
	if (!m->broken)
		m->model->final(m->top.get());
	current = nullptr;
	delete m;
}

void tally_set_time(tally_instance *m, uint64_t time_ps)
{
	m->now = time_ps;
}

void tally_on_text(tally_instance *m, void (*fn)(void *arg, const char *text), void *arg)
{
	m->text.text_fn = fn;
	m->text.text_arg = arg;
	m->text.flush();
}

const char *tally_stopped(const tally_instance *m)
{
	return m->text.stop.empty() ? nullptr : m->text.stop.c_str();
}

int tally_eval(tally_instance *m)
{
	const int stopped = evaluate(m);

	m->high = 0;
	for (unsigned int i = 0; i < m->nedges; i++)
		m->edge[i].seen = *m->edge[i].level;
	return stopped;
}

uint64_t tally_clock_bit(const tally_model *model, unsigned int pin)
{
	unsigned int n = 0;

	if (pin >= model->npins || !tally_is_clock(model->pins[pin]))
		return 0;
	for (unsigned int i = 0; i < pin; i++)
		n += tally_is_clock(model->pins[i]);
	return n < MOST_CLOCKS ? (uint64_t)1 << n : 0;
}

static bool edge_pending(const tally_instance *m)
{
	for (unsigned int i = 0; i < m->nedges; i++)
		if (*m->edge[i].level != m->edge[i].seen)
			return true;
	return false;
}

static void set(tally_instance *m, uint64_t clocks, uint8_t level)
{
	for (; clocks; clocks &= clocks - 1)
		*m->clock[__builtin_ctzll(clocks)] = level;
}

// Inputs that no flip-flop waits for are evaluated together with the rise: Verilator settles
// them before it looks for edges.
int tally_pulse(tally_instance *m, uint64_t rising)
{
	int stopped;

	if (m->nclocks < MOST_CLOCKS)
		rising &= ((uint64_t)1 << m->nclocks) - 1;
	if (m->high & rising || edge_pending(m))
		tally_eval(m);
	set(m, rising, 1);
	stopped = evaluate(m);
	set(m, rising, 0); // the next evaluation sees the fall
	m->high = rising;
	return stopped;
}

void *tally_pin_ptr(tally_instance *m, unsigned int pin)
{
	return pin < m->model->npins ? m->ptr[pin] : nullptr;
}

uint64_t tally_get(const tally_instance *m, unsigned int pin)
{
	const void *p = m->ptr[pin];
	const unsigned int w = m->model->pins[pin].width;

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

void tally_put(tally_instance *m, unsigned int pin, uint64_t value)
{
	void *p = m->ptr[pin];
	const unsigned int w = m->model->pins[pin].width;

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

void tally_get_words(const tally_instance *m, unsigned int pin, uint32_t *words)
{
	const unsigned int w = m->model->pins[pin].width;

	if (w > 64) {
		std::memcpy(words, m->ptr[pin], (w + 31) / 32 * 4);
		return;
	}
	const uint64_t v = tally_get(m, pin);
	words[0] = (uint32_t)v;
	if (w > 32)
		words[1] = (uint32_t)(v >> 32);
}

void tally_put_words(tally_instance *m, unsigned int pin, const uint32_t *words)
{
	const unsigned int w = m->model->pins[pin].width;

	if (w > 64) {
		std::memcpy(m->ptr[pin], words, (w + 31) / 32 * 4);
		if (w % 32)
			static_cast<uint32_t *>(m->ptr[pin])[w / 32] &= (1u << w % 32) - 1;
		return;
	}
	tally_put(m, pin, w > 32 ? words[0] | (uint64_t)words[1] << 32 : words[0]);
}

int tally_wave_open(tally_instance *m, const char *path)
{
	// evaluates the pending falls: from now on the caller drives the clock pins
	if (m->high)
		tally_eval(m);

	int err = tally_wave_close(m);

	if (!err && !wave_file_fits())
		err = -EFBIG;
	if (!err)
		err = wave_file_begin(&m->file, path);
	if (err)
		return err;
	if (!m->wave) {
		m->wave = std::make_unique<wave_writer>();
		m->model->trace(m->top.get(), m->wave.get());
	}
	errno = 0;
	m->dumps = 0;
	m->wave->open(m->file.part);
	return m->wave->isOpen() ? 0 : wave_file_end(&m->file, errno ? -errno : -EIO);
}

void tally_wave_dump(tally_instance *m, uint64_t time_ps)
{
	if (!m->wave || !m->wave->isOpen())
		return;
	m->wave->dump(time_ps);
	// otherwise the writer compresses everything at once, which can take seconds
	if (++m->dumps % WAVE_BLOCK == 0)
		m->wave->flush();
}

int tally_wave_close(tally_instance *m)
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

int tally_coverage_write(tally_instance *m, const char *path)
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
