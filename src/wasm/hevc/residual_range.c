/* Residuals of the range extensions (H.265 12/2016, 8.6.2, 8.6.4 to 8.6.6, 8.6.8): transform skip of any size,
 * rotation, RDPCM, prediction of chroma from luma. Only in builds that have them. */
#include "recon.h"

#if HEVC_RANGE_EXTENSIONS

#include "dsp/itx.h"
#include "record.h"

/* Coefficients that are the residual, or that transform_skip_flag scales to it. shift: right; negative: left. */
static void copy_coefficients(int32_t *out, int16_t *coeffs, int count, int shift, int rotated) {
    const int32_t round = shift > 0 ? 1 << (shift - 1) : 0;
    for (int i = 0; i < count; i++) {
        const int32_t value = coeffs[rotated ? count - 1 - i : i];
        out[i] = shift > 0 ? (value + round) >> shift : value * (1 << -shift);
    }
    for (int i = 0; i < count; i++) coeffs[i] = 0;
}

static void accumulate(int32_t *residual, int size, uint32_t rdpcm) {
    const int from = rdpcm == HEVC_RDPCM_VERTICAL ? size : 1;
    for (int i = from; i < size * size; i++)
        if (rdpcm == HEVC_RDPCM_VERTICAL || i % size) residual[i] += residual[i - from];
}

void hevc_extended_residual(hevc_scratch *s, uint32_t plane, uint32_t type, uint32_t extension, int log2_size, int cols,
                            int rows, const int depth[2]) {
    const int size = 1 << log2_size, count = size * size, bit_depth = depth[plane != 0];
    const int rotated = (extension & HEVC_EXTENDED_ROTATED) != 0;
    const int scale = (int)(extension >> HEVC_EXTENDED_SCALE_SHIFT) - 8;
    int32_t *const residual = s->residual[plane != 0];
    switch (type) {
    case HEVC_RESIDUAL_SKIP: /* tsShift = 5 + Log2( nTbS ), bdShift = 20 - BitDepth */
        copy_coefficients(residual, s->coeffs, count, 15 - bit_depth - log2_size, rotated);
        break;
    case HEVC_RESIDUAL_BYPASS: copy_coefficients(residual, s->coeffs, count, 0, rotated); break;
    default: hevc_itx_residual(residual, s->coeffs, log2_size, cols, rows, type == HEVC_RESIDUAL_DST, bit_depth);
    }
    if (extension & HEVC_EXTENDED_RDPCM) accumulate(residual, size, extension & HEVC_EXTENDED_RDPCM);
    if (scale)
        for (int i = 0; i < count; i++)
            residual[i] += (scale * (int32_t)(((int64_t)s->residual[0][i] * (1 << depth[1])) >> depth[0])) >> 3;
}

#endif
