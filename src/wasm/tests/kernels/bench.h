/* The kernel bench: every SIMD kernel runs beside its scalar reference on the same input, and both are timed in the same
 * call.
 *
 * A kernel's entry draws one case (sizes, fractions, samples) and then runs either version on `work`, a memory image that
 * holds everything a kernel may write, with guard bytes all around. Both versions start from the same image and must leave
 * the same. */
#ifndef KERNEL_BENCH_H
#define KERNEL_BENCH_H

#include <stddef.h>
#include <stdint.h>

enum version { SCALAR, SIMD };

struct entry {
    const char *name;
    /* size 0: anything the kernel allows; else this block size. shape: which of its paths, -1 any; below `shapes`. */
    void (*draw)(int size, int shape);
    void (*run)(enum version version);
    /* Blanks in `work` what the contract leaves open (lanes beyond w, slack). */
    void (*blank)(void);
    int min_size, max_size, shapes;
};

/* Filled by kernels_tmpl.c, once per sample width. */
extern const struct entry entries_8[], entries_16[];
extern const int entry_count_8, entry_count_16;
extern void *const work_8, *const work_16;
extern const size_t work_bytes_8, work_bytes_16;

uint32_t draw_bits(void);
/* low..high, both included. */
int draw_int(int low, int high);
void copy_bytes(void *to, const void *from, size_t bytes);

#endif
