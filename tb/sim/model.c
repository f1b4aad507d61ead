/* SPDX-License-Identifier: Apache-2.0 */
/* One compiled model behind the harness's table; built once per MODEL. */
#include "model.h"
#include MODEL_H

#define CAT2(a, b) a##b
#define CAT(a, b) CAT2(a, b)
#define STR2(x) #x
#define STR(x) STR2(x)
#define F(name) CAT(MODEL, name)

static void *m_open(const char *scope, uint32_t jitter)
{
	return F(_open)(scope, jitter);
}

static void m_close(void *m)
{
	F(_close)(m);
}

static void m_eval(void *m)
{
	F(_eval)(m);
}

static void *m_ptr(void *m, unsigned int pin)
{
	return F(_pin_ptr)(m, (enum F(_pin))pin);
}

static int m_wave_open(void *m, const char *path)
{
	return F(_wave_open)(m, path);
}

static void m_wave_dump(void *m, uint64_t time_ps)
{
	F(_wave_dump)(m, time_ps);
}

static void m_wave_close(void *m)
{
	F(_wave_close)(m);
}

static int m_coverage_write(void *m, const char *path)
{
	return F(_coverage_write)(m, path);
}

extern const struct model F(_model);
const struct model F(_model) = {
	.name = STR(MODEL),
	.open = m_open,
	.close = m_close,
	.eval = m_eval,
	.find = F(_find),
	.width = F(_pin_width),
	.is_output = F(_pin_is_output),
	.ptr = m_ptr,
	.wave_open = m_wave_open,
	.wave_dump = m_wave_dump,
	.wave_close = m_wave_close,
	.coverage_write = m_coverage_write,
};
