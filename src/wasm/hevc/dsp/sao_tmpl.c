/* Sample adaptive offset, scalar: the specification that the SIMD kernels are compared with. */
#include "sao.h"
#include "pixel.h"

enum { MAX_SIZE = 64 };

void HEVC_C(hevc_sao_band)(pixel *pix, ptrdiff_t stride, int w, int h, int sao_band_position, const int16_t offset[4],
                           int bit_depth) {
    const int shift = HEVC_DEPTH(bit_depth) - 5;
    int16_t band_offset[32] = {0};

    for (int k = 0; k < 4; k++) band_offset[(k + sao_band_position) & 31] = offset[k];
    for (int y = 0; y < h; y++, pix += stride)
        for (int x = 0; x < w; x++) pix[x] = clip_pixel(pix[x] + band_offset[pix[x] >> shift], bit_depth);
}

/* Whether the sample at (x, y) + (dx, dy) may be read: inside the block always, outside depending on its side or
 * corner.
 */
static int is_available(int x, int y, int w, int h, int sides) {
    static const uint8_t bit[3 /* above, in, below */][3 /* left, in, right */] = {
        {HEVC_SAO_ABOVE_LEFT, HEVC_SAO_ABOVE, HEVC_SAO_ABOVE_RIGHT},
        {HEVC_SAO_LEFT, 0, HEVC_SAO_RIGHT},
        {HEVC_SAO_BELOW_LEFT, HEVC_SAO_BELOW, HEVC_SAO_BELOW_RIGHT}};
    const int column = x < 0 ? 0 : x < w ? 1 : 2, row = y < 0 ? 0 : y < h ? 1 : 2;

    return (row == 1 && column == 1) || (sides & bit[row][column]);
}

static int sign(int value) { return (value > 0) - (value < 0); }

void HEVC_C(hevc_sao_edge)(pixel *pix, ptrdiff_t stride, const pixel *above, const pixel *left, int w, int h,
                           int sao_eo_class, const int16_t offset[4], int sides, int bit_depth) {
    static const int8_t hpos[4 /* class */] = {-1, 0, -1, 1},
                               vpos[4] = {0, -1, -1, -1}; /* table 8-13, k = 0; k = 1 is opposite */
    const int dx = hpos[sao_eo_class], dy = vpos[sao_eo_class];
    const int by_sign[5 /* sum of signs + 2 */] = {offset[0], offset[1], 0, offset[2], offset[3]};
    pixel lines[2][MAX_SIZE + 2], *before = lines[0] + 1,
                                  *now = lines[1] + 1; /* rows y - 1 and y as they were, columns -1..w */

    for (int x = -1; x <= w; x++) before[x] = above[x];
    for (int y = 0; y < h; y++, pix += stride) {
        const pixel *after = pix + stride;
        const pixel after_left = y + 1 < h ? left[y + 1] : after[-1];

        now[-1] = left[y];
        for (int x = 0; x <= w; x++) now[x] = pix[x];
        for (int x = 0; x < w; x++) {
            if (!is_available(x + dx, y + dy, w, h, sides) || !is_available(x - dx, y - dy, w, h, sides)) continue;
            const int a = dy ? before[x + dx] : now[x + dx];
            const int b = !dy ? now[x - dx] : x - dx < 0 ? after_left : after[x - dx];
            pix[x] = clip_pixel(now[x] + by_sign[2 + sign(now[x] - a) + sign(now[x] - b)], bit_depth);
        }
        pixel *const swap = before;
        before = now;
        now = swap;
    }
}
