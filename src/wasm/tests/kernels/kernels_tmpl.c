/* The entries of the kernel bench, compiled once per sample width. */
#include "bench.h"
#include "dsp/deblock.h"
#include "dsp/intra.h"
#include "dsp/itx.h"
#include "dsp/mc.h"
#include "dsp/pixel.h"
#include "dsp/sao.h"

enum {
    MAX_BLOCK = 64,
    MARGIN = 32,
    STRIDE = MAX_BLOCK + 2 * MARGIN,
    ROWS = MAX_BLOCK + 2 * MARGIN,
    ORIGIN = MARGIN * STRIDE + MARGIN
};

/* Everything that a kernel may write, and guards: the margins of the planes, the ends of the arrays. */
static struct {
    pixel plane[2][ROWS * STRIDE];
    int16_t mid[2][HEVC_MID_SIZE + 64];
    int16_t coeffs[32 * 32 + 64];
    pixel smooth[16 + HEVC_BORDER_SIZE + 64];
} work;

/* Inputs that no kernel writes. */
static pixel source[2][ROWS * STRIDE];
static int16_t first[2][HEVC_MID_SIZE + 64], second[HEVC_MID_SIZE + 64];

/* The case drawn last. */
static struct {
    int w, h, mx, my, bit_depth;
    int log2_wd, w0, o0, w1, o1;
    int beta, tc0, tc1, keep;
    int log2_size, cols, rows, dc;
    int band_position, eo_class, sides;
    int16_t offset[4];
    int mode, edge_filter, allow_strong;
} now;

static void draw_samples(pixel *to, int count, int bit_depth) {
    const int max = (1 << bit_depth) - 1, kind = draw_int(0, 3);
    int level = draw_int(0, max);

    for (int i = 0; i < count; i++) switch (kind) {
        case 0: to[i] = (pixel)draw_int(0, max); break;                  /* noise */
        case 1: to[i] = (pixel)(draw_bits() & 0x10000 ? max : 0); break; /* extremes */
        default:                                                         /* smooth, or smooth with edges */
            level = clip3(0, max, level + draw_int(-2, 2));
            if (kind == 3 && draw_int(0, 30) == 0) level = draw_int(0, max);
            to[i] = (pixel)level;
        }
}

/* 14-bit intermediates: what the filters can give, and beyond up to any int16 for the saturating sums. */
static void draw_mids(int16_t *to, int count) {
    const int kind = draw_int(0, 2);

    for (int i = 0; i < count; i++)
        to[i] = (int16_t)(kind == 0        ? draw_int(0, 255) * 64
                          : kind == 1      ? draw_int(-8200, 24600)
                          : draw_int(0, 1) ? 24600
                                           : -8200);
}

/* shape: as for `draw`; what is timed has the depth that the SIMD kernels are made for: of range modules the largest. */
static void draw_depth(int shape) {
    now.bit_depth = BITDEPTH == 8 ? 8 : shape >= 0 || draw_int(0, 1) ? HEVC_MAX_BIT_DEPTH : draw_int(8, HEVC_MAX_BIT_DEPTH);
}

static void draw_work(void) {
    uint32_t *words = (uint32_t *)&work;
    const uint32_t fill = draw_bits();

    for (size_t i = 0; i < sizeof work / sizeof *words; i++) words[i] = fill ^ (uint32_t)i * 0x01000193u;
    for (int plane = 0; plane < 2; plane++) draw_samples(work.plane[plane], ROWS * STRIDE, now.bit_depth);
}

static void blank_nothing(void) {}

/* ---- inter prediction ---- */

static void draw_inter(int size, int shape, int step, int fractions) {
    draw_depth(shape);
    now.w = size ? size : step * draw_int(1, MAX_BLOCK / step / (draw_int(0, 2) ? 4 : 1));
    now.h = size ? size : 2 * draw_int(1, MAX_BLOCK / 2 / (draw_int(0, 2) ? 4 : 1));
    const int which = shape < 0 ? draw_int(0, 3) : shape; /* full, h, v, hv */
    now.mx = which & 1 ? draw_int(1, fractions - 1) : 0;
    now.my = which & 2 ? draw_int(1, fractions - 1) : 0;
    now.log2_wd = draw_int(0, 7) + 14 - now.bit_depth;
    now.w0 = draw_int(-128, 255), now.w1 = draw_int(-128, 255);
    now.o0 = draw_int(-128, 127) * (1 << (now.bit_depth - 8)),
    now.o1 = draw_int(-128, 127) * (1 << (now.bit_depth - 8));
    for (int plane = 0; plane < 2; plane++) {
        draw_samples(source[plane], ROWS * STRIDE, now.bit_depth);
        draw_mids(first[plane], HEVC_MID_SIZE + 64);
    }
    draw_mids(second, HEVC_MID_SIZE + 64);
    draw_work();
}

static void draw_luma(int size, int shape) { draw_inter(size, shape, 4, 4); }

static void draw_chroma(int size, int shape) {
    draw_inter(size, shape, 2, 8);
    if (!size && now.w > 32) now.w -= 32;
}

/* Lanes beyond w may hold anything, and so may what a last row of eight lanes spills into. */
static void blank_mid(void) {
    const int stride = HEVC_MID_STRIDE(now.w);

    for (int plane = 0; plane < 2; plane++)
        for (int y = 0; y < now.h; y++)
            for (int x = now.w; x < stride; x++) work.mid[plane][y * stride + x] = 0;
}

#define PICK(name) (version == SCALAR ? HEVC_C(name) : HEVC_SIMD(name))
#define DST(plane_index) (work.plane[plane_index] + ORIGIN)
#define SRC(plane_index) (source[plane_index] + ORIGIN)
#define MOTION now.w, now.h, now.mx, now.my, now.bit_depth

static void run_luma_uni(enum version version) { PICK(hevc_mc_luma_uni)(DST(0), STRIDE, SRC(0), STRIDE, MOTION); }

static void run_luma_mid(enum version version) { PICK(hevc_mc_luma_mid)(work.mid[0], SRC(0), STRIDE, MOTION); }

static void run_luma_bi(enum version version) { PICK(hevc_mc_luma_bi)(DST(0), STRIDE, first[0], SRC(0), STRIDE, MOTION); }

static void run_chroma_uni(enum version version) {
    PICK(hevc_mc_chroma_uni)(DST(0), DST(1), STRIDE, SRC(0), SRC(1), STRIDE, MOTION);
}

static void run_chroma_mid(enum version version) {
    PICK(hevc_mc_chroma_mid)(work.mid[0], work.mid[1], SRC(0), SRC(1), STRIDE, MOTION);
}

static void run_chroma_bi(enum version version) {
    PICK(hevc_mc_chroma_bi)(DST(0), DST(1), STRIDE, first[0], first[1], SRC(0), SRC(1), STRIDE, MOTION);
}

static void run_average(enum version version) {
    PICK(hevc_mc_average)(DST(0), STRIDE, SRC(0), STRIDE, SRC(1), STRIDE, now.w, now.h);
}

static void run_weight_uni(enum version version) {
    PICK(hevc_mc_weight_uni)(DST(0), STRIDE, first[0], now.w, now.h, now.log2_wd, now.w0, now.o0, now.bit_depth);
}

static void run_weight_bi(enum version version) {
    PICK(hevc_mc_weight_bi)
    (DST(0), STRIDE, first[0], second, now.w, now.h, now.log2_wd, now.w0, now.o0, now.w1, now.o1, now.bit_depth);
}

/* ---- deblocking ---- */

/* shape 0: no line qualifies, 1: normal, 2: strong; -1: as it comes, near the thresholds of the decisions. */
static void draw_edge(int size, int shape) {
    (void)size;
    draw_depth(shape);
    draw_work();
    now.beta = shape == 0 ? 0 : shape > 0 ? 64 : draw_int(0, 64);
    now.tc0 = shape >= 0 ? 10 : draw_int(0, 24);
    now.tc1 = shape >= 0 || draw_int(0, 1) ? now.tc0 : draw_int(0, 1) ? 0 : draw_int(0, 24);
    now.keep = shape >= 0 ? 0 : draw_int(0, 3) ? 0 : draw_int(0, 3);
    const int scale = 1 << (now.bit_depth - 8), max = (1 << now.bit_depth) - 1;
    const int noise = shape == 2   ? 0
                      : shape == 1 ? 5
                                   : draw_int(0, 8),
              slope = shape >= 0 ? 0 : draw_int(-3, 3), height = shape >= 0 ? 6 : draw_int(-40, 40);
    const int across_x = draw_int(0, 1), level = draw_int(0, max);
    if (shape < 0 && draw_int(0, 7) == 0) return;
    for (int plane = 0; plane < 2; plane++)
        for (int y = -8; y < 16; y++)
            for (int x = -8; x < 16; x++) {
                const int at = shape >= 0 ? 0 : across_x ? x : y;
                const int step = shape >= 0 ? (x >= 0) + (y >= 0) : at >= 0;
                work.plane[plane][ORIGIN + y * STRIDE + x] = (pixel)clip3(
                    0, max, level + (slope * at + height * step + (noise ? draw_int(0, noise) : 0)) * scale);
            }
}

static void run_deblock_luma_v(enum version version) {
    PICK(hevc_deblock_luma_v)(DST(0), STRIDE, now.beta, now.tc0, now.tc1, now.keep, now.bit_depth);
}

static void run_deblock_luma_h(enum version version) {
    PICK(hevc_deblock_luma_h)(DST(0), STRIDE, now.beta, now.tc0, now.tc1, now.keep, now.bit_depth);
}

static void run_deblock_chroma_v(enum version version) {
    PICK(hevc_deblock_chroma_v)(DST(0), DST(1), STRIDE, now.tc0, now.tc1, now.keep, now.bit_depth);
}

static void run_deblock_chroma_h(enum version version) {
    PICK(hevc_deblock_chroma_h)(DST(0), DST(1), STRIDE, now.tc0, now.tc1, now.keep, now.bit_depth);
}

/* ---- transforms ---- */

/* shape: coefficients in the first 4, 8, 16, 32 columns and rows. */
static void draw_coeffs(int size, int shape) {
    draw_depth(shape);
    draw_work();
    now.log2_size = 2;
    while (size ? 1 << now.log2_size < size : now.log2_size < 5 && draw_int(0, 2)) now.log2_size++;
    const int block = 1 << now.log2_size, kind = draw_int(0, 3);
    now.cols = shape >= 0 ? 4 << shape : 4 * draw_int(1, block / 4);
    now.rows = shape >= 0 ? 4 << shape : 4 * draw_int(1, block / 4);
    now.cols = now.cols < block ? now.cols : block;
    now.rows = now.rows < block ? now.rows : block;
    for (int i = 0; i < block * block; i++) work.coeffs[i] = 0;
    for (int y = 0; y < now.rows; y++)
        for (int x = 0; x < now.cols; x++) {
            const int extreme = draw_int(0, 1) ? 32767 : -32768;
            work.coeffs[y * block + x] = (int16_t)(kind == 0        ? extreme
                                                   : kind == 1      ? draw_int(-32768, 32767)
                                                   : kind == 2      ? draw_int(-600, 600)
                                                   : draw_int(0, 3) ? 0
                                                                    : draw_int(-3000, 3000));
        }
    now.dc = draw_int(0, 1) ? draw_int(-32768, 32767) : draw_int(-2000, 2000);
}

static void draw_4x4(int size, int shape) {
    (void)size;
    draw_coeffs(4, shape);
}

static void run_itx_dct_add(enum version version) {
    PICK(hevc_itx_dct_add)(DST(0), STRIDE, work.coeffs, now.log2_size, now.cols, now.rows, now.bit_depth);
}

static void run_itx_dst4_add(enum version version) { PICK(hevc_itx_dst4_add)(DST(0), STRIDE, work.coeffs, now.bit_depth); }

static void run_itx_dc_add(enum version version) {
    PICK(hevc_itx_dc_add)(DST(0), STRIDE, now.dc, now.log2_size, now.bit_depth);
}

static void run_itx_skip_add(enum version version) { PICK(hevc_itx_skip_add)(DST(0), STRIDE, work.coeffs, now.bit_depth); }

static void run_itx_bypass_add(enum version version) {
    PICK(hevc_itx_bypass_add)(DST(0), STRIDE, work.coeffs, now.log2_size, now.bit_depth);
}

/* ---- sample adaptive offset ---- */

/* shape: the edge class. */
static void draw_sao(int size, int shape) {
    draw_depth(shape);
    draw_work();
    for (int plane = 0; plane < 2; plane++) draw_samples(source[plane], ROWS * STRIDE, now.bit_depth);
    now.w = size ? size : 4 * draw_int(1, 16);
    now.h = size ? size : 4 * draw_int(1, 16);
    now.eo_class = shape >= 0 ? shape : draw_int(0, 3);
    now.band_position = draw_int(0, 31);
    now.sides = draw_int(0, 1) ? 255 : draw_int(0, 255);
    const int max = (1 << ((now.bit_depth < 10 ? now.bit_depth : 10) - 5)) - 1;
    const int scale = now.bit_depth > 10 ? 1 << draw_int(0, now.bit_depth - 10) : 1; /* log2_sao_offset_scale */
    for (int i = 0; i < 4; i++) now.offset[i] = (int16_t)(draw_int(-max, max) * scale);
}

static void run_sao_band(enum version version) {
    PICK(hevc_sao_band)(DST(0), STRIDE, now.w, now.h, now.band_position, now.offset, now.bit_depth);
}

static void run_sao_edge(enum version version) {
    PICK(hevc_sao_edge)
    (DST(0), STRIDE, SRC(0), source[1], now.w, now.h, now.eo_class, now.offset, now.sides, now.bit_depth);
}

/* ---- intra prediction ---- */

static pixel neighbours[64 + HEVC_BORDER_SIZE + 64];

/* shape: angular modes 2, 10, 14, 18, 22, 26, 34. */
static void draw_intra(int size, int shape) {
    static const int8_t modes[] = {2, 10, 14, 18, 22, 26, 34};

    draw_depth(shape);
    draw_work();
    now.log2_size = size == 4 ? 2 : size == 8 ? 3 : size == 16 ? 4 : size == 32 ? 5 : draw_int(2, 5);
    now.mode = shape >= 0 ? modes[shape] : draw_int(2, 34);
    now.edge_filter = now.log2_size < 5 ? draw_int(0, 1) : 0;
    now.allow_strong = now.log2_size == 5 ? draw_int(0, 1) : 0;
    draw_samples(neighbours, sizeof neighbours / sizeof *neighbours, now.bit_depth);
    if (draw_int(0, 3) == 0) /* flat enough for the strong filter */
        for (int i = 64, level = neighbours[0]; i <= 64 + 4 * 32; i++)
            neighbours[i] = (pixel)clip3(0, (1 << now.bit_depth) - 1, level + i / 16);
}

static void blank_smooth(void) {
    for (int i = (4 << now.log2_size) + 1; i < (4 << now.log2_size) + 1 + HEVC_BORDER_SLACK; i++)
        work.smooth[16 + i] = 0;
}

static void run_intra_smooth(enum version version) {
    PICK(hevc_intra_smooth)(work.smooth + 16, neighbours + 64, now.log2_size, now.allow_strong, now.bit_depth);
}

static void run_intra_planar(enum version version) {
#if HEVC_RANGE_EXTENSIONS && BITDEPTH == 16
    if (version == SIMD && now.bit_depth > 10) {
        hevc_intra_planar_16_deep(DST(0), STRIDE, neighbours + 64, now.log2_size);
        return;
    }
#endif
    PICK(hevc_intra_planar)(DST(0), STRIDE, neighbours + 64, now.log2_size);
}

static void run_intra_dc(enum version version) {
    PICK(hevc_intra_dc)(DST(0), STRIDE, neighbours + 64, now.log2_size, now.edge_filter);
}

static void run_intra_angular(enum version version) {
    PICK(hevc_intra_angular)(DST(0), STRIDE, neighbours + 64, now.log2_size, now.mode, now.edge_filter, now.bit_depth);
}

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define NAME(name) #name TEXT(HEVC_SUFFIX)

const struct entry hevc_sized(entries)[] = {
    {NAME(mc_luma_uni), draw_luma, run_luma_uni, blank_nothing, 8, 64, 4},
    {NAME(mc_luma_mid), draw_luma, run_luma_mid, blank_mid, 8, 64, 4},
    {NAME(mc_luma_bi), draw_luma, run_luma_bi, blank_nothing, 8, 64, 4},
    {NAME(mc_chroma_uni), draw_chroma, run_chroma_uni, blank_nothing, 4, 32, 4},
    {NAME(mc_chroma_mid), draw_chroma, run_chroma_mid, blank_mid, 4, 32, 4},
    {NAME(mc_chroma_bi), draw_chroma, run_chroma_bi, blank_nothing, 4, 32, 4},
    {NAME(mc_average), draw_chroma, run_average, blank_nothing, 4, 64, 1},
    {NAME(mc_weight_uni), draw_chroma, run_weight_uni, blank_nothing, 8, 64, 1},
    {NAME(mc_weight_bi), draw_chroma, run_weight_bi, blank_nothing, 8, 64, 1},
    {NAME(deblock_luma_v), draw_edge, run_deblock_luma_v, blank_nothing, 8, 8, 3},
    {NAME(deblock_luma_h), draw_edge, run_deblock_luma_h, blank_nothing, 8, 8, 3},
    {NAME(deblock_chroma_v), draw_edge, run_deblock_chroma_v, blank_nothing, 4, 4, 1},
    {NAME(deblock_chroma_h), draw_edge, run_deblock_chroma_h, blank_nothing, 4, 4, 1},
    {NAME(itx_dct_add), draw_coeffs, run_itx_dct_add, blank_nothing, 4, 32, 4},
    {NAME(itx_dst4_add), draw_4x4, run_itx_dst4_add, blank_nothing, 4, 4, 1},
    {NAME(itx_dc_add), draw_coeffs, run_itx_dc_add, blank_nothing, 4, 32, 1},
    {NAME(itx_skip_add), draw_4x4, run_itx_skip_add, blank_nothing, 4, 4, 1},
    {NAME(itx_bypass_add), draw_coeffs, run_itx_bypass_add, blank_nothing, 4, 32, 1},
    {NAME(sao_band), draw_sao, run_sao_band, blank_nothing, 16, 64, 1},
    {NAME(sao_edge), draw_sao, run_sao_edge, blank_nothing, 16, 64, 4},
    {NAME(intra_smooth), draw_intra, run_intra_smooth, blank_smooth, 4, 32, 1},
    {NAME(intra_planar), draw_intra, run_intra_planar, blank_nothing, 4, 32, 1},
    {NAME(intra_dc), draw_intra, run_intra_dc, blank_nothing, 4, 32, 1},
    {NAME(intra_angular), draw_intra, run_intra_angular, blank_nothing, 4, 32, 7},
};
const int hevc_sized(entry_count) = sizeof hevc_sized(entries) / sizeof hevc_sized(entries)[0];
void *const hevc_sized(work) = &work;
const size_t hevc_sized(work_bytes) = sizeof work;
