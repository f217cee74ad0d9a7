/* Footlight's HEVC decoder: the whole public API.
 *
 * Implements H.265: the tool set of version 1 (04/2013), and with HEVC_RANGE_EXTENSIONS that of the format range
 * extensions up to 12 bits. Clause numbers in the sources are those of edition 12/2016. The caller pushes access units
 * and pulls pictures. src/wasm/tests/header.test.ts compiles and runs this, with `units` and `show` around it:
 *
 *     hevc *d = hevc_open(4096, 2304, 16, 8, 8 << 20, 512 << 20);
 *     if (!d) return 1;
 *     for (uint32_t i = 0; i <= num_units; i++) {
 *         if (i == num_units) hevc_flush(d);
 *         for (int result = HEVC_AGAIN; result == HEVC_AGAIN;) {
 *             if (i < num_units) {
 *                 uint8_t *in = hevc_input(d, units[i].bytes);
 *                 if (!in) return 1;
 *                 memcpy(in, units[i].data, units[i].bytes);
 *                 result = hevc_push(d, units[i].bytes, HEVC_ANNEXB, i);
 *                 if (result < 0) puts(hevc_reason(d));
 *             } else
 *                 result = HEVC_END;
 *             for (int pic = hevc_pull(d); pic >= HEVC_FIRST_HANDLE; pic = hevc_pull(d)) {
 *                 show(hevc_plane(d, pic, 0), hevc_picture(d, pic, HEVC_PIC_STRIDE_Y), hevc_picture_pts(d, pic));
 *                 hevc_release(d, pic);
 *             }
 *         }
 *     }
 *     hevc_close(d);
 *
 * Memory grows when an SPS is activated, when a picture wants a slot for the first time and when an access unit is
 * larger than those before it; an SPS of another format divides the one arena anew. Pictures stay in the decoder's
 * memory until released; a held picture is never written to. JavaScript never sees a struct: glue/ calls the verbs
 * below. */
#ifndef HEVC_H
#define HEVC_H

#include <stdint.h>

typedef struct hevc hevc;

/* Results. 0 is success; positive: call something else first; negative: an error. Never renumbered, never reused. */
enum hevc_result {
    HEVC_OK = 0,
    HEVC_AGAIN = 1,            /* push: the output queue is full, pull first; pull: nothing to hand out, push more */
    HEVC_END = 2,              /* pull after flush: everything was handed out */
    HEVC_ERR_INVALID = -1,     /* the bytes break the syntax; what could be decoded was, go on pushing */
    HEVC_ERR_UNSUPPORTED = -2, /* a profile or tool that this build does not decode: hevc_reason() says which */
    HEVC_ERR_LIMIT = -3,       /* larger than the limits given to hevc_open */
    HEVC_ERR_MEMORY = -4,      /* the memory could not grow to what the SPS needs */
    HEVC_ERR_ARGUMENT = -5,    /* a call out of order */
    HEVC_ERR_TRAPPED = -6      /* a thread worker trapped: close the decoder and open a new one in a new memory */
};

enum hevc_framing { HEVC_ANNEXB = 0, HEVC_LENGTH_PREFIXED = 1 /* hvcC; length size by hevc_configure */ };

/* Levels of less work; each may change before any push (H.265 has no say in this: the output is then not conforming).
 */
enum hevc_option {
    HEVC_OPT_THREADS = 0,      /* workers that run hevc_thread_main, 0 = all work inside hevc_push */
    HEVC_OPT_SKIP_FILTERS = 1, /* 0 none, 1 no deblocking/SAO on sub-layer non-reference pictures, 2 on none at all */
    HEVC_OPT_MAX_TEMPORAL_ID = 2, /* decode pictures of TemporalId <= value (7 = all) */
    HEVC_OPT_SKIP_PICTURES = 3,   /* 0 none, 1 sub-layer non-reference pictures, 2 all but IRAP pictures */
    HEVC_OPT_CHECK_HASH = 4,      /* verify the picture hash SEI, result per picture in HEVC_PIC_HASH */
    HEVC_OPT_SHOW_DAMAGED = 5     /* 1 hand out concealed pictures (default), 0 withhold until the next clean IRAP */
};

/* Fields of a picture handle. Planes are addresses in wasm memory; strides in bytes. */
enum hevc_picture_field {
    HEVC_PIC_PLANE_Y = 0,
    HEVC_PIC_PLANE_CB = 1,
    HEVC_PIC_PLANE_CR = 2, /* already moved to the cropped origin */
    HEVC_PIC_STRIDE_Y = 3,
    HEVC_PIC_STRIDE_C = 4,
    HEVC_PIC_WIDTH = 5,
    HEVC_PIC_HEIGHT = 6, /* cropped, luma samples */
    HEVC_PIC_BIT_DEPTH_Y = 7,
    HEVC_PIC_BIT_DEPTH_C = 8,
    HEVC_PIC_BYTES_PER_SAMPLE = 9, /* 1 for 8 bit, 2 (little endian) above */
    HEVC_PIC_CHROMA = 10,          /* chroma_format_idc: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4 */
    HEVC_PIC_POC = 11,
    HEVC_PIC_NAL_TYPE = 12,
    HEVC_PIC_TEMPORAL_ID = 13,
    HEVC_PIC_IS_KEY = 14,  /* IRAP with NoRaslOutputFlag */
    HEVC_PIC_DAMAGED = 15, /* 0 clean, 1 concealed or built from damaged references */
    HEVC_PIC_HASH = 16,    /* 0 not checked, 1 matches, 2 differs */
    HEVC_PIC_COLOUR_PRIMARIES = 17,
    HEVC_PIC_TRANSFER = 18,
    HEVC_PIC_MATRIX = 19, /* H.273 codes, 2 = unspecified */
    HEVC_PIC_FULL_RANGE = 20,
    HEVC_PIC_SAR_WIDTH = 21,
    HEVC_PIC_SAR_HEIGHT = 22, /* 0:0 when unspecified */
    HEVC_PIC_SEQUENCE = 23,   /* counts up at each activated SPS that changes the format */
    HEVC_PIC_SEI_ADDRESS = 24,
    HEVC_PIC_SEI_BYTES = 25, /* user data and mastering SEI of this picture: u8 type, u24 size, payload */
    HEVC_PIC_FIELDS
};

typedef struct hevc_limits {
    uint32_t max_width, max_height; /* luma samples, coded size */
    uint32_t max_dpb;               /* pictures, 1..16; clamps sps_max_dec_pic_buffering */
    uint32_t max_held;              /* pictures the caller may hold unreleased beyond the DPB */
    uint32_t max_input_bytes;       /* of one access unit */
    uint32_t max_memory_bytes;      /* the arena never grows past this */
} hevc_limits;

/* The limits as fields, so that no layout crosses to JavaScript. Returns 0 when memory cannot hold the decoder. */
hevc *hevc_open(uint32_t max_width, uint32_t max_height, uint32_t max_dpb, uint32_t max_held, uint32_t max_input_bytes,
                uint32_t max_memory_bytes);

/* HEVCDecoderConfigurationRecord (ISO/IEC 14496-15 8.3.3.1) already written at hevc_input(d, bytes): parameter sets and
 * length size. */
int hevc_configure(hevc *d, uint32_t bytes);
uint8_t *hevc_input(hevc *d, uint32_t bytes);
int hevc_push(hevc *d, uint32_t bytes, int framing, double pts);
enum { HEVC_FIRST_HANDLE = 0x100 };
int hevc_pull(hevc *d); /* >= HEVC_FIRST_HANDLE: a picture handle; else an hevc_result */
int32_t hevc_picture(hevc *d, int handle, int field);
double hevc_picture_pts(hevc *d, int handle);
const uint8_t *hevc_plane(hevc *d, int handle,
                          int plane); /* as HEVC_PIC_PLANE_*, for callers whose addresses have 64 bits */
int hevc_release(hevc *d, int handle);
int hevc_wait(hevc *d);  /* finishes what was pushed, for a caller that prefers it now to overlap with the next unit */
int hevc_flush(hevc *d); /* all pictures become pullable; the next push starts a new sequence */
int hevc_reset(hevc *d); /* drop everything but the parameter sets; resume at the next IRAP */
int hevc_set(hevc *d, int option, int value);
const char *hevc_reason(hevc *d); /* static text of the last error: which tool, limit or syntax element */

/* Counters since open: see enum; never reset, wrap at 2^32. */
enum hevc_counter {
    HEVC_COUNT_PICTURES,
    HEVC_COUNT_SKIPPED,
    HEVC_COUNT_DAMAGED,
    HEVC_COUNT_MISSING_REFERENCES,
    HEVC_COUNT_BAD_NALS,
    HEVC_COUNT_HASH_MISMATCHES,
    HEVC_COUNT_ARENA_BYTES,
    HEVC_COUNT_OTHER_LAYERS, /* slices of other layers, passed over: second views, alpha, enhancement */
    HEVC_COUNTERS
};
uint32_t hevc_count(hevc *d, int counter);

#ifdef HEVC_THREADS
/* A worker enters here with its own stack and TLS and returns only after hevc_threads_stop. index: 1..threads. */
void hevc_thread_main(hevc *d, int index);
void hevc_threads_stop(hevc *d);
/* The worker's own instance calls it after its hevc_thread_main trapped: marks every job failed and wakes every waiter,
 * so that the calling thread returns HEVC_ERR_TRAPPED from the call it is in and from all later ones. */
void hevc_thread_died(hevc *d, int index);
#endif

void hevc_close(hevc *d);
#endif
