/* SPDX-License-Identifier: Apache-2.0 */
#include "fft.h"
#include "random.h"
#include <complex.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define ROW_BYTES (FFT_SIDE * 16)
/* Cycles of an operation without its memory accesses. */
#define BUTTERFLY_CYCLES 30
#define TWIDDLE_CYCLES 20
#define MOVE_CYCLES 8

struct fft {
	struct svm *s;
	unsigned int nodes;
	uint32_t matrix[2]; /* addresses of the two matrices, source and destination of a
			     * transpose */
	double complex *points;
};

/* Transforms @v in place with radix 2; @n is a power of two. */
static void transform(double complex *v, unsigned int n)
{
	for (unsigned int i = 1, j = 0; i < n; i++) {
		unsigned int bit = n >> 1;

		for (; j & bit; bit >>= 1)
			j ^= bit;
		j ^= bit;
		if (i < j) {
			const double complex t = v[i];

			v[i] = v[j];
			v[j] = t;
		}
	}
	for (unsigned int len = 2; len <= n; len *= 2)
		for (unsigned int i = 0; i < n; i += len)
			for (unsigned int k = 0; k < len / 2; k++) {
				const double complex w = cexp(-2 * M_PI * I * k / len);
				const double complex a = v[i + k], b = v[i + k + len / 2] * w;

				v[i + k] = a + b;
				v[i + k + len / 2] = a - b;
			}
}

static uint32_t element(uint32_t matrix, unsigned int row, unsigned int column)
{
	return matrix + row * ROW_BYTES + column * 16;
}

static double complex read_point(struct cpu *cpu, uint32_t addr)
{
	const double re = shared_read_f64(cpu, addr);

	return CMPLX(re, shared_read_f64(cpu, addr + 8));
}

static void write_point(struct cpu *cpu, uint32_t addr, double complex v)
{
	shared_write_f64(cpu, addr, creal(v));
	shared_write_f64(cpu, addr + 8, cimag(v));
}

/* Transposes @from into @to: each node writes its rows of @to from its columns of @from. It
 * begins with its own rows of @from, so that the nodes do not all fetch the same page at
 * once. */
static void transpose(struct cpu *cpu, const struct fft *f, uint32_t from, uint32_t to)
{
	const unsigned int rows = FFT_SIDE / f->nodes, first = rows * cpu_node(cpu);

	for (unsigned int i = 0; i < FFT_SIDE; i++) {
		const unsigned int r = (first + i) % FFT_SIDE;

		for (unsigned int c = first; c < first + rows; c++) {
			write_point(cpu, element(to, c, r),
				    read_point(cpu, element(from, r, c)));
			cpu_compute(cpu, MOVE_CYCLES);
		}
	}
	barrier(cpu);
}

static void transform_rows(struct cpu *cpu, const struct fft *f, uint32_t matrix, bool twiddle)
{
	const unsigned int rows = FFT_SIDE / f->nodes, first = rows * cpu_node(cpu);
	double complex v[FFT_SIDE];

	for (unsigned int r = first; r < first + rows; r++) {
		for (unsigned int c = 0; c < FFT_SIDE; c++)
			v[c] = read_point(cpu, element(matrix, r, c));
		transform(v, FFT_SIDE);
		cpu_compute(cpu, FFT_SIDE / 2 * 8 * BUTTERFLY_CYCLES);
		for (unsigned int c = 0; c < FFT_SIDE; c++) {
			if (twiddle) {
				v[c] *= cexp(-2 * M_PI * I * r * c / FFT_POINTS);
				cpu_compute(cpu, TWIDDLE_CYCLES);
			}
			write_point(cpu, element(matrix, r, c), v[c]);
		}
	}
	barrier(cpu);
}

static void fft_node(struct cpu *cpu, void *arg)
{
	const struct fft *f = arg;

	barrier(cpu);
	transpose(cpu, f, f->matrix[0], f->matrix[1]);
	transform_rows(cpu, f, f->matrix[1], true);
	transpose(cpu, f, f->matrix[1], f->matrix[0]);
	transform_rows(cpu, f, f->matrix[0], false);
	transpose(cpu, f, f->matrix[0], f->matrix[1]);
}

static double uniform(uint64_t *random) /* returns a random number from -1 to 1 */
{
	return (double)(int64_t)random_lcg(random) / 9223372036854775808.0;
}

static int allocate(struct fft *f)
{
	const uint32_t part = FFT_SIDE / f->nodes * ROW_BYTES;

	for (int k = 0; k < 2; k++) {
		f->matrix[k] = svm_alloc(f->s, FFT_SIDE * ROW_BYTES, MC_PAGE_BYTES, 0);
		if (!f->matrix[k])
			return -ENOMEM;
		for (unsigned int node = 0; node < f->nodes; node++) {
			int err = svm_set_home(f->s, f->matrix[k] + node * part, part, node);

			if (err)
				return err;
		}
	}
	return 0;
}

void fft_set_home(struct fft *f, unsigned int node)
{
	for (int k = 0; k < 2; k++)
		svm_set_home(f->s, f->matrix[k], FFT_SIDE * ROW_BYTES, node);
}

int fft_open(struct fft **out, struct mc *m, struct svm *s, uint64_t seed)
{
	const unsigned int nodes = mc_configuration(m)->nodes;
	struct fft *f = calloc(1, sizeof(*f));
	int err;

	*out = NULL;
	if (!f)
		return -ENOMEM;
	f->s = s;
	f->nodes = nodes;
	f->points = malloc(FFT_POINTS * sizeof(*f->points));
	err = !f->points ? -ENOMEM : FFT_SIDE % nodes ? -EINVAL : allocate(f);
	if (err) {
		fft_close(f);
		return err;
	}
	for (unsigned int i = 0; i < FFT_POINTS; i++) {
		const double re = uniform(&seed);

		f->points[i] = CMPLX(re, uniform(&seed));
	}
	svm_put(s, f->matrix[0], f->points, FFT_POINTS * 16);
	err = mc_program(m, MC_ALL, fft_node, f);
	if (err)
		fft_close(f);
	else
		*out = f;
	return err;
}

void fft_close(struct fft *f)
{
	if (f)
		free(f->points);
	free(f);
}

double fft_error(struct fft *f)
{
	double complex *r = malloc(FFT_POINTS * sizeof(*r));
	double largest = 0, error = 0;

	if (!r)
		return INFINITY;
	svm_get(f->s, f->matrix[1], r, FFT_POINTS * 16);
	transform(f->points, FFT_POINTS);
	/* result X[k1 + 256 k2] is in row k2, column k1 */
	for (unsigned int k = 0; k < FFT_POINTS; k++) {
		const double d = cabs(r[k] - f->points[k]), v = cabs(f->points[k]);

		error = d > error ? d : error;
		largest = v > largest ? v : largest;
	}
	free(r);
	return error / largest;
}
