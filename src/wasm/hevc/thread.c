#include "thread.h"

#include "inspect.h"

enum {
    SPINS = 3000,               /* loads before sleeping: some microseconds, about a CTB */
    SLEEP_NS = 20 * 1000 * 1000 /* then the abandoned mark is checked again */
};

#if defined(HEVC_THREADS)
static _Atomic int32_t sleepers;
static _Atomic int32_t abandoned;

#if defined(__wasm__)
static void sleep_on(_Atomic int32_t *word, int32_t seen) {
    __builtin_wasm_memory_atomic_wait32((int *)(void *)word, seen, SLEEP_NS);
}

static void wake(_Atomic int32_t *word) { __builtin_wasm_memory_atomic_notify((int *)(void *)word, 0xffffffffu); }
#else /* natively, for sanitizers: Linux futex */
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void sleep_on(_Atomic int32_t *word, int32_t seen) {
    const struct timespec limit = {0, SLEEP_NS};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, &limit, 0, 0);
}

static void wake(_Atomic int32_t *word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 0x7fffffff, 0, 0, 0); }

#ifdef HEVC_JITTER
void hevc_jitter(void) {
    static _Thread_local uint32_t state;
    if (!state) state = (uint32_t)(uintptr_t)&state | 1;
    state = state * 1664525u + 1013904223u;
    if (state >> 28) return;                                               /* one time in 16 */
    const struct timespec nap = {0, 1L << (10 + (state >> 24 & 15) % 14)}; /* a microsecond to eight milliseconds */
    nanosleep(&nap, 0);
}
#endif
#endif

void hevc_progress_sleep(_Atomic int32_t *word, int32_t seen) {
    hevc_stage_pause();
    for (int i = 0; i < SPINS; i++)
        if (atomic_load_explicit(word, memory_order_acquire) != seen) {
            hevc_stage_resume();
            return;
        }
    atomic_fetch_add(&sleepers, 1);
    if (atomic_load(word) == seen) sleep_on(word, seen);
    atomic_fetch_sub(&sleepers, 1);
    hevc_stage_resume();
}

/* A thread increments the count of sleepers before it reads the word again, and the word is raised before the count is
 * read: one of the two notices the other. */
static void notify(_Atomic int32_t *word) {
    if (atomic_load(&sleepers) > 0) wake(word);
}

void hevc_progress_set(_Atomic int32_t *word, int32_t value) {
    hevc_jitter();
    atomic_store(word, value);
    notify(word);
}

void hevc_progress_raise(_Atomic int32_t *word, int32_t value) {
    hevc_jitter();
    int32_t seen = atomic_load(word);
    while (seen < value && !atomic_compare_exchange_weak(word, &seen, value)) continue;
    notify(word);
}

void hevc_progress_add(_Atomic int32_t *word, int32_t value) {
    hevc_jitter();
    atomic_fetch_add(word, value);
    notify(word);
}

void hevc_progress_wait_slow(_Atomic int32_t *word, int32_t value) {
    for (;;) {
        const int32_t seen = atomic_load_explicit(word, memory_order_acquire);
        if (seen >= value || atomic_load_explicit(&abandoned, memory_order_relaxed)) return;
        hevc_progress_sleep(word, seen);
    }
}

void hevc_progress_abandon(void) { atomic_store(&abandoned, 1); }

int hevc_progress_abandoned(void) { return atomic_load_explicit(&abandoned, memory_order_relaxed); }

#else /* one thread: all work is done in order, nothing is waited for */

void hevc_progress_set(_Atomic int32_t *word, int32_t value) {
    atomic_store_explicit(word, value, memory_order_relaxed);
}

void hevc_progress_raise(_Atomic int32_t *word, int32_t value) {
    if (atomic_load_explicit(word, memory_order_relaxed) < value) hevc_progress_set(word, value);
}

void hevc_progress_add(_Atomic int32_t *word, int32_t value) {
    atomic_store_explicit(word, atomic_load_explicit(word, memory_order_relaxed) + value, memory_order_relaxed);
}

void hevc_progress_wait_slow(_Atomic int32_t *word, int32_t value) {
    (void)word;
    (void)value;
}

void hevc_progress_sleep(_Atomic int32_t *word, int32_t seen) {
    (void)word;
    (void)seen;
}

void hevc_progress_abandon(void) {}

int hevc_progress_abandoned(void) { return 0; }
#endif
