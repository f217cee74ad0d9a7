/* Intra prediction, scalar: the specification that the SIMD kernels are compared with. */
#include "intra.h"
#include "pixel.h"

enum { MAX_SIZE = 32 };

/* Table 8-5, modes 2..34. */
static const int8_t intra_pred_angle[35 /* mode */] = {0,  0,  32,  26,  21,  17,  13,  9,   5,   2,   0,   -2,
                                                       -5, -9, -13, -17, -21, -26, -32, -26, -21, -17, -13, -9,
                                                       -5, -2, 0,   2,   5,   9,   13,  17,  21,  26,  32};
/* Table 8-6, modes 11..25. */
static const int16_t inv_angle[15 /* mode - 11 */] = {-4096, -1638, -910, -630, -482, -390,  -315, -256,
                                                      -315,  -390,  -482, -630, -910, -1638, -4096};

void HEVC_C(hevc_intra_smooth)(pixel *out, const pixel *in, int log2_size, int allow_strong, int bit_depth) {
    const int size = 1 << log2_size, last = 4 * size;
    const int bottom_left = in[0], corner = in[2 * size], top_right = in[last];

    out[0] = in[0];
    out[last] = in[last];
    if (allow_strong) {
        const int flat = 1 << (HEVC_DEPTH(bit_depth) - 5);
        const int bend_left = bottom_left + corner - 2 * in[size], bend_above = corner + top_right - 2 * in[3 * size];

        if (bend_left < flat && bend_left > -flat && bend_above < flat && bend_above > -flat) {
            for (int i = 1; i < 64; i++) {
                out[i] = (pixel)(((64 - i) * bottom_left + i * corner + 32) >> 6);
                out[64 + i] = (pixel)(((64 - i) * corner + i * top_right + 32) >> 6);
            }
            out[64] = (pixel)corner;
            return;
        }
    }
    (void)bit_depth;
    for (int i = 1; i < last; i++) out[i] = (pixel)((in[i - 1] + 2 * in[i] + in[i + 1] + 2) >> 2);
}

void HEVC_C(hevc_intra_planar)(pixel *dst, ptrdiff_t dst_stride, const pixel *border, int log2_size) {
    const int size = 1 << log2_size;
    const pixel *above = border + 2 * size + 1, *left = border + 2 * size - 1;
    const int top_right = above[size], bottom_left = left[-size];

    for (int y = 0; y < size; y++, dst += dst_stride)
        for (int x = 0; x < size; x++)
            dst[x] = (pixel)(((size - 1 - x) * left[-y] + (x + 1) * top_right + (size - 1 - y) * above[x] +
                              (y + 1) * bottom_left + size) >>
                             (log2_size + 1));
}

void HEVC_C(hevc_intra_dc)(pixel *dst, ptrdiff_t dst_stride, const pixel *border, int log2_size, int edge_filter) {
    const int size = 1 << log2_size;
    const pixel *above = border + 2 * size + 1, *left = border + 2 * size - 1;
    int sum = size;

    for (int i = 0; i < size; i++) sum += above[i] + left[-i];
    const int dc = sum >> (log2_size + 1);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++) dst[y * dst_stride + x] = (pixel)dc;
    if (!edge_filter) return;
    dst[0] = (pixel)((left[0] + 2 * dc + above[0] + 2) >> 2);
    for (int i = 1; i < size; i++) {
        dst[i] = (pixel)((above[i] + 3 * dc + 2) >> 2);
        dst[i * dst_stride] = (pixel)((left[-i] + 3 * dc + 2) >> 2);
    }
}

void HEVC_C(hevc_intra_angular)(pixel *dst, ptrdiff_t dst_stride, const pixel *border, int log2_size, int mode,
                                int edge_filter, int bit_depth) {
    const int size = 1 << log2_size, angle = intra_pred_angle[mode];
    /* Modes 2..17 are modes 34..18 with the block turned about its diagonal: main runs along the prediction's own side.
     */
    const int is_vertical = mode >= 18;
    const ptrdiff_t along = is_vertical ? 1 : dst_stride, across = is_vertical ? dst_stride : 1;
    const int towards_main = is_vertical ? 1 : -1;
    const pixel *corner = border + 2 * size;
    pixel line[3 * MAX_SIZE + 1], *ref = line + MAX_SIZE; /* ref[-size .. 2 * size], 8.4.4.2.6 */

    for (int i = 0; i <= 2 * size; i++) ref[i] = corner[towards_main * i];
    if (angle < 0)
        for (int i = -1; i > (size * angle) >> 5; i--)
            ref[i] = corner[-towards_main * ((i * inv_angle[mode - 11] + 128) >> 8)];

    for (int y = 0; y < size; y++) {
        const int whole = ((y + 1) * angle) >> 5, fraction = ((y + 1) * angle) & 31;
        for (int x = 0; x < size; x++)
            dst[y * across + x * along] =
                (pixel)(((32 - fraction) * ref[x + whole + 1] + (fraction ? fraction * ref[x + whole + 2] : 0) + 16) >>
                        5);
    }
    if (angle == 0 && edge_filter)
        for (int y = 0; y < size; y++)
            dst[y * across] = clip_pixel(ref[1] + ((corner[-towards_main * (y + 1)] - corner[0]) >> 1), bit_depth);
}
