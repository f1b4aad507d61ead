/* SPDX-License-Identifier: Apache-2.0 */
#include "combine.h"

bool combine_init(struct combine *c, bool on, uint32_t boundary, uint64_t timeout_ps,
		  combine_fn *emit, void *arg)
{
	if (boundary < 256 || boundary > 4096 || (boundary & (boundary - 1)))
		return false;
	*c = (struct combine){.on = on,
			      .boundary = boundary,
			      .timeout_ps = timeout_ps,
			      .emit = emit,
			      .arg = arg};
	return true;
}

static void complete(struct combine *c, uint64_t ps, enum combine_why why)
{
	if (!c->open)
		return;
	c->open = false;
	c->p.done_ps = ps;
	c->p.why = why;
	c->emit(c->arg, &c->p);
}

bool combine_idle(struct combine *c, uint64_t ps)
{
	if (!c->open || !c->timeout_ps || ps - c->last_ps < c->timeout_ps)
		return false;
	complete(c, c->last_ps + c->timeout_ps, COMBINE_TIMEOUT);
	return true;
}

void combine_switch(struct combine *c, uint64_t ps, bool on)
{
	combine_idle(c, ps);
	if (!on)
		complete(c, ps, COMBINE_OFF);
	c->on = on;
}

void combine_read(struct combine *c, uint64_t ps)
{
	combine_idle(c, ps);
	complete(c, ps, COMBINE_READ);
}

void combine_end(struct combine *c, uint64_t ps)
{
	combine_idle(c, ps);
	complete(c, ps, COMBINE_END);
}

void combine_before_write(struct combine *c, uint64_t ps, uint64_t addr, uint8_t be,
			  const void *page)
{
	combine_idle(c, ps);
	/* A packet never crosses a page, so all its words belong to the same page. */
	if (c->open && (!page || be != 15 || addr != c->p.addr + 4u * c->p.words))
		complete(c, ps, page && be != 15 ? COMBINE_PART : COMBINE_OTHER);
}

void combine_write(struct combine *c, uint64_t ps, uint64_t addr, uint8_t be, const void *page)
{
	combine_before_write(c, ps, addr, be, page);
	if (!page)
		return;
	if (!c->open) {
		c->p = (struct combine_packet){
			.first_ps = ps, .addr = addr, .page = page, .be = be};
		c->open = true;
	}
	c->p.words++;
	c->last_ps = ps;
	if (!c->on)
		complete(c, ps, COMBINE_OFF);
	else if (be != 15)
		complete(c, ps, COMBINE_PART);
	else if (((addr + 4) & (c->boundary - 1)) == 0)
		complete(c, ps, COMBINE_BOUNDARY);
}

const char *combine_why_text(enum combine_why why)
{
	static const char *const text[COMBINE_WHYS] = {
		[COMBINE_OFF] = "combining off",     [COMBINE_READ] = "read",
		[COMBINE_OTHER] = "write elsewhere", [COMBINE_PART] = "part of a word",
		[COMBINE_BOUNDARY] = "boundary",     [COMBINE_TIMEOUT] = "time-out",
		[COMBINE_END] = "end of program",
	};

	return (unsigned int)why < COMBINE_WHYS ? text[why] : "";
}
