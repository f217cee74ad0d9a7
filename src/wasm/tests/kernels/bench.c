#include "bench.h"

__attribute__((import_module("bench"), import_name("now"))) double now_ms(void);

enum { MAX_WORK_BYTES = 256 * 1024 };

static uint32_t seed_state;
static _Alignas(16) uint8_t image_before[MAX_WORK_BYTES], image_scalar[MAX_WORK_BYTES];
static double scalar_ns, simd_ns;

uint32_t draw_bits(void) {
    /* xorshift32 (Marsaglia 2003); the multiplication mixes the low bits. */
    seed_state ^= seed_state << 13;
    seed_state ^= seed_state >> 17;
    seed_state ^= seed_state << 5;
    return seed_state * 0x9e3779b1u;
}

int draw_int(int low, int high) { return low + (int)((uint64_t)draw_bits() * (uint32_t)(high - low + 1) >> 32); }

void copy_bytes(void *to, const void *from, size_t bytes) { __builtin_memcpy(to, from, bytes); }

static const struct entry *find(int kernel, void **work, size_t *bytes) {
    const int is_8 = kernel < entry_count_8;

    *work = is_8 ? work_8 : work_16;
    *bytes = is_8 ? work_bytes_8 : work_bytes_16;
    return is_8 ? &entries_8[kernel] : &entries_16[kernel - entry_count_8];
}

__attribute__((visibility("default"))) int bench_count(void) { return entry_count_8 + entry_count_16; }

__attribute__((visibility("default"))) const char *bench_name(int kernel) {
    void *work;
    size_t bytes;
    return find(kernel, &work, &bytes)->name;
}

/* field: 0 least size, 1 greatest size, 2 number of shapes. */
__attribute__((visibility("default"))) int bench_range(int kernel, int field) {
    void *work;
    size_t bytes;
    const struct entry *e = find(kernel, &work, &bytes);
    return field == 0 ? e->min_size : field == 1 ? e->max_size : e->shapes;
}

__attribute__((visibility("default"))) double bench_ns(int version) { return version == SCALAR ? scalar_ns : simd_ns; }

static double time_runs(const struct entry *e, enum version version, int repeats) {
    const double start = now_ms();
    for (int i = 0; i < repeats; i++) e->run(version);
    return (now_ms() - start) * 1e6 / repeats;
}

/* Compares `cases` cases, then times `repeats` runs of each version on the last one, in turns; the best of five turns
 * counts (read it with bench_ns). Returns 0, or the number of the first case whose images differ, counted from 1. */
__attribute__((visibility("default"))) int bench_run(int kernel, uint32_t seed, int size, int shape, int cases,
                                                     int repeats) {
    void *work;
    size_t bytes;
    const struct entry *e = find(kernel, &work, &bytes);

    if (bytes > MAX_WORK_BYTES) return -1;
    seed_state = seed ? seed : 1;
    for (int i = 1; i <= cases; i++) {
        e->draw(size, shape);
        copy_bytes(image_before, work, bytes);
        e->run(SCALAR);
        e->blank();
        copy_bytes(image_scalar, work, bytes);
        copy_bytes(work, image_before, bytes);
        e->run(SIMD);
        e->blank();
        if (__builtin_memcmp(image_scalar, work, bytes) != 0) return i;
        copy_bytes(work, image_before, bytes);
    }
    scalar_ns = simd_ns = 1e18;
    for (int turn = 0; turn < 5 && repeats > 0; turn++) {
        const double scalar = time_runs(e, SCALAR, repeats), simd = time_runs(e, SIMD, repeats);
        scalar_ns = scalar < scalar_ns ? scalar : scalar_ns;
        simd_ns = simd < simd_ns ? simd : simd_ns;
    }
    return 0;
}
