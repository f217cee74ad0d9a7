/* Progress words that threads wait on. Every wait is for work that a thread has taken already (team.c), so it ends; a
 * word that passes HEVC_ROWS_ERROR ends all waits on it. There is one decoder per wasm memory, so one count of sleepers
 * serves all words. */
#ifndef HEVC_THREAD_H
#define HEVC_THREAD_H

#include <stdatomic.h>
#include <stdint.h>

/* Raises a word and wakes the threads that sleep on it. */
void hevc_progress_set(_Atomic int32_t *word, int32_t value);
/* The same, but never lowers it: for words that several threads raise. */
void hevc_progress_raise(_Atomic int32_t *word, int32_t value);
void hevc_progress_add(_Atomic int32_t *word, int32_t value);

/* Returns once *word >= value: a short spin, then sleep. */
void hevc_progress_wait_slow(_Atomic int32_t *word, int32_t value);

static inline void hevc_progress_wait(_Atomic int32_t *word, int32_t value) {
    if (__builtin_expect(atomic_load_explicit(word, memory_order_acquire) < value, 0))
        hevc_progress_wait_slow(word, value);
}

/* Only in native builds with HEVC_JITTER: now and then the calling thread falls asleep here, so that orders of events
 * which a quiet machine shows once in ten thousand decodes happen in every one. */
#ifdef HEVC_JITTER
void hevc_jitter(void);
#else
static inline void hevc_jitter(void) {}
#endif

/* Sleeps until *word is no longer `seen`, or for a while. */
void hevc_progress_sleep(_Atomic int32_t *word, int32_t seen);

/* Ends all waits: a thread has died in the middle of its job, the instance is of no use. */
void hevc_progress_abandon(void);
int hevc_progress_abandoned(void);

#endif
