/* Decodes an Annex B file with the native build: writes raw planes and prints, per picture, what `ffmpeg -f framecrc`
 * prints (Adler-32 from 0), so that the first wrong picture is found by diff. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hevc.h"

#ifdef HEVC_THREADS
#include <pthread.h>

typedef struct worker {
    pthread_t thread;
    hevc *decoder;
    int index;
} worker;

static void *run_worker(void *argument) {
    worker *w = argument;
    hevc_thread_main(w->decoder, w->index);
    return 0;
}
#endif

enum { MAX_INPUT_BYTES = 64 << 20, MAX_MEMORY_BYTES = 1 << 30 };

/* Offset of the next start code prefix 00 00 01 at or after `at`, or `size`. */
static size_t next_start_code(const uint8_t *data, size_t size, size_t at) {
    for (; at + 3 <= size; at++)
        if (data[at] == 0 && data[at + 1] == 0 && data[at + 2] == 1) return at;
    return size;
}

/* One past the last byte of the access unit that begins at `at` (H.265 12/2016 7.4.2.4.4). */
static size_t access_unit_end(const uint8_t *data, size_t size, size_t at) {
    int has_picture = 0;
    size_t opener = 0; /* first unit since the last slice that may begin an access unit */

    for (size_t code = next_start_code(data, size, at); code + 5 < size; code = next_start_code(data, size, code + 3)) {
        const int type = data[code + 3] >> 1 & 63;
        const int layer = (data[code + 3] & 1) << 5 | data[code + 4] >> 3;
        const int is_slice = type < 32, is_first = is_slice && data[code + 5] >> 7;
        const int may_open =
            (type >= 32 && type <= 35) || type == 39 || (type >= 41 && type <= 44) || (type >= 48 && type <= 55);

        if (layer) continue;
        if ((is_first || may_open) && !opener) opener = code;
        if (has_picture && opener && (is_first || type == 35)) return data[opener - 1] == 0 ? opener - 1 : opener;
        if (!is_slice) continue;
        has_picture = 1;
        opener = 0;
    }
    return size;
}

/* Adler-32 from 0, continued. */
static uint32_t adler(uint32_t sum, const uint8_t *data, size_t size) {
    uint32_t a = sum & 0xffff, b = sum >> 16;

    for (size_t i = 0; i < size; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

struct output {
    FILE *raw;
    int print;
    long pictures;
};

static const uint8_t *plane_address(hevc *d, int handle, int plane) {
    return (const uint8_t *)hevc_plane(d, handle, plane);
}

static void write_picture(hevc *d, int handle, struct output *out) {
    const int width = hevc_picture(d, handle, HEVC_PIC_WIDTH), height = hevc_picture(d, handle, HEVC_PIC_HEIGHT);
    const int bytes = hevc_picture(d, handle, HEVC_PIC_BYTES_PER_SAMPLE);
    const int planes = hevc_picture(d, handle, HEVC_PIC_CHROMA) == 0 ? 1 : 3;
    uint32_t sum = 0;

    for (int p = 0; p < planes; p++) {
        const uint8_t *row = plane_address(d, handle, p);
        const int stride = hevc_picture(d, handle, p == 0 ? HEVC_PIC_STRIDE_Y : HEVC_PIC_STRIDE_C);
        const int format = hevc_picture(d, handle, HEVC_PIC_CHROMA); /* 1 4:2:0, 2 4:2:2, 3 4:4:4 */
        const size_t row_bytes = (size_t)(p == 0 || format == 3 ? width : (width + 1) / 2) * (size_t)bytes;
        const int rows = p == 0 || format != 1 ? height : (height + 1) / 2;

        for (int y = 0; y < rows; y++, row += stride) {
            if (out->print) sum = adler(sum, row, row_bytes);
            if (out->raw) fwrite(row, 1, row_bytes, out->raw);
        }
    }
    if (out->print)
        printf("%ld, poc %d, %dx%d, type %d, damaged %d, hash %d, 0x%08x\n", out->pictures,
               hevc_picture(d, handle, HEVC_PIC_POC), width, height, hevc_picture(d, handle, HEVC_PIC_NAL_TYPE),
               hevc_picture(d, handle, HEVC_PIC_DAMAGED), hevc_picture(d, handle, HEVC_PIC_HASH), sum);
    out->pictures++;
}

static void pull_all(hevc *d, struct output *out) {
    for (int handle = hevc_pull(d); handle >= 0x100; handle = hevc_pull(d)) {
        write_picture(d, handle, out);
        hevc_release(d, handle);
    }
}

static uint8_t *read_file(const char *name, size_t *size) {
    FILE *f = fopen(name, "rb");
    uint8_t *data = 0;
    long bytes;

    if (!f) return 0;
    if (fseek(f, 0, SEEK_END) == 0 && (bytes = ftell(f)) >= 0 && fseek(f, 0, SEEK_SET) == 0) {
        data = malloc((size_t)bytes + 1);
        *size = data ? fread(data, 1, (size_t)bytes, f) : 0;
    }
    fclose(f);
    return data;
}

int main(int argc, char **argv) {
    struct output out = {0};
    const char *name = 0;
    int check_hash = 0, workers = 0;
    size_t size = 0;

    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--out") && i + 1 < argc) {
            i++;
            out.raw = strcmp(argv[i], "-") ? fopen(argv[i], "wb") : stdout;
        } else if (!strcmp(argv[i], "--frames")) out.print = 1;
        else if (!strcmp(argv[i], "--check-hash")) check_hash = 1;
        else if (!strcmp(argv[i], "--workers") && i + 1 < argc) /* built with --threads */ workers = atoi(argv[++i]);
        else name = argv[i];
    }
    uint8_t *data = name ? read_file(name, &size) : 0;
    if (!data) {
        fprintf(stderr, "usage: %s FILE.265 [--out FILE.yuv, - for stdout] [--frames] [--check-hash] [--workers N]\n",
                argv[0]);
        return 2;
    }
    hevc *d = hevc_open(8192, 8192, 16, 4, MAX_INPUT_BYTES, MAX_MEMORY_BYTES);
    if (!d) return 3;
    hevc_set(d, HEVC_OPT_CHECK_HASH, check_hash);
    if (hevc_set(d, HEVC_OPT_THREADS, workers) != HEVC_OK) return 4;
#ifdef HEVC_THREADS
    worker team[8];
    for (int i = 0; i < workers && i < 8; i++) {
        team[i] = (worker){.decoder = d, .index = i + 1};
        pthread_create(&team[i].thread, 0, run_worker, &team[i]);
    }
#endif

    long unit = 0, errors = 0;
    for (size_t at = 0, end; at < size; at = end, unit++) {
        end = access_unit_end(data, size, at);
        int result = HEVC_AGAIN;
        for (int tries = 0; result == HEVC_AGAIN && tries < 64; tries++) {
            uint8_t *in = hevc_input(d, (uint32_t)(end - at));
            if (!in) break;
            memcpy(in, data + at, end - at);
            result = hevc_push(d, (uint32_t)(end - at), HEVC_ANNEXB, (double)unit);
            pull_all(d, &out);
        }
        if (result != HEVC_OK) {
            errors++;
            fprintf(stderr, "unit %ld at %zu (%zu bytes): %d %s\n", unit, at, end - at, result, hevc_reason(d));
        }
    }
    hevc_flush(d);
    pull_all(d, &out);
    const uint32_t mismatches = hevc_count(d, HEVC_COUNT_HASH_MISMATCHES);
    fprintf(stderr, "%ld pictures, %ld units, %ld errors, %u hash mismatches\n", out.pictures, unit, errors,
            mismatches);
#ifdef HEVC_THREADS
    hevc_threads_stop(d);
    for (int i = 0; i < workers && i < 8; i++) pthread_join(team[i].thread, 0);
#endif
    hevc_close(d);
    free(data);
    if (out.raw) fclose(out.raw);
    return errors || mismatches ? 1 : 0;
}
