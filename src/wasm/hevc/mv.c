/* Motion vectors: merge mode and vector prediction (H.265 12/2016, 8.5.3.2.2 to 8.5.3.2.9). */
#include "ctu.h"
#include "spans.h"

static int clip3(int low, int high, int v) { return v < low ? low : v > high ? high : v; }

static int mv_equal(hevc_mv a, hevc_mv b) { return a.x == b.x && a.y == b.y; }

static int is_inter(const hevc_motion *m) { return m->ref_idx[0] >= 0 || m->ref_idx[1] >= 0; }

static const hevc_motion *motion_at(const hevc_parser *p, int x, int y) {
    return p->motion + ((y - (int)p->y0) >> 2) * (int)p->work->stride4 + ((x - (int)p->x0) >> 2);
}

/* (8-179) to (8-183): td, tb: POC distances, td not 0. */
static hevc_mv mv_scale(hevc_mv mv, int td, int tb) {
    td = clip3(-128, 127, td);
    tb = clip3(-128, 127, tb);
    const int tx = (16384 + ((td < 0 ? -td : td) >> 1)) / td;
    const int factor = clip3(-4096, 4095, (tb * tx + 32) >> 6);
    const int x = factor * mv.x, y = factor * mv.y;
    return (hevc_mv){(int16_t)clip3(-32768, 32767, (x < 0 ? -1 : 1) * (((x < 0 ? -x : x) + 127) >> 8)),
                     (int16_t)clip3(-32768, 32767, (y < 0 ? -1 : 1) * (((y < 0 ? -y : y) + 127) >> 8))};
}

/* 8.5.3.2.9 for the block of the collocated picture that covers (x, y). */
static int collocated(const hevc_parser *p, const hevc_pic *col, uint32_t x, uint32_t y, uint32_t list, int ref_idx,
                      hevc_mv *out) {
    const hevc_slice *s = p->slice;
    const hevc_motion *m = col->motion + (y >> 4) * col->motion_stride + (x >> 4);
    if (!is_inter(m)) return 0;
    const uint32_t from = m->ref_idx[0] < 0           ? 1
                          : m->ref_idx[1] < 0         ? 0
                          : s->no_backward_prediction ? list
                                                      : s->collocated_from_l0_flag;
    const hevc_reference *ref = &col->refs[m->ref_pic[from] & (HEVC_MAX_REFS - 1)];
    const uint32_t is_long = (s->ref_is_long_term[list] >> ref_idx) & 1u;
    if (is_long != ref->is_long_term) return 0;
    const int td = col->poc - ref->poc, tb = p->frame->pic->poc - s->ref_poc[list][ref_idx];
    *out = is_long || td == tb || td == 0 ? m->mv[from] : mv_scale(m->mv[from], td, tb);
    return 1;
}

/* 8.5.3.2.8 */
static int temporal(const hevc_parser *p, uint32_t x, uint32_t y, uint32_t w, uint32_t h, uint32_t list, int ref_idx,
                    hevc_mv *out) {
    const hevc_slice *s = p->slice;
    if (!s->slice_temporal_mvp_enabled_flag) return 0;
    const hevc_pic *col = p->frame->pic->refs[s->collocated_ref_pic].pic;
    const uint32_t right = x + w, bottom = y + h;
    if (y >> p->log2_ctb == bottom >> p->log2_ctb && bottom < p->height && right < p->width &&
        collocated(p, col, right, bottom, list, ref_idx, out))
        return 1;
    return collocated(p, col, x + (w >> 1), y + (h >> 1), list, ref_idx, out);
}

/* 6.4.2; null when not available or intra. Neighbours inside the coding block are decoded already, except the
 * third quarter as seen from the second (z-scan order). */
static const hevc_motion *neighbour(const hevc_parser *p, uint32_t x, uint32_t y, int nx, int ny) {
    const int same_cb = nx >= (int)p->cu_x && ny >= (int)p->cu_y && nx < (int)(p->cu_x + (1u << p->cu_log2)) &&
                        ny < (int)(p->cu_y + (1u << p->cu_log2));
    if (!(same_cb && p->cu_part_mode != HEVC_PART_NxN) && !hevc_available(p, x, y, nx, ny)) return 0;
    const hevc_motion *m = motion_at(p, nx, ny);
    return is_inter(m) ? m : 0;
}

static const hevc_motion *merge_neighbour(const hevc_parser *p, uint32_t x, uint32_t y, int nx, int ny) {
    const int level = p->pps->log2_par_mrg_level;
    if ((int)x >> level == nx >> level && (int)y >> level == ny >> level) return 0;
    return neighbour(p, x, y, nx, ny);
}

/* 8.5.3.2.4, a B slice's combined candidates: the pairs of the list. */
static const uint8_t combined[12][2 /* l0Cand, l1Cand */] = {{0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 2}, {2, 1},
                                                             {0, 3}, {3, 0}, {1, 3}, {3, 1}, {2, 3}, {3, 2}};

/* Candidates up to merge_idx; later ones cannot change earlier ones. */
static void merge_list(const hevc_parser *p, uint32_t xp, uint32_t yp, uint32_t wp, uint32_t hp, uint32_t part_idx,
                       uint32_t merge_idx, hevc_motion *list) {
    const hevc_slice *s = p->slice;
    const int x = (int)xp, y = (int)yp, w = (int)wp, h = (int)hp;
    const uint32_t mode = p->cu_part_mode;
    const int second_right =
        part_idx == 1 && (mode == HEVC_PART_Nx2N || mode == HEVC_PART_nLx2N || mode == HEVC_PART_nRx2N);
    const int second_below =
        part_idx == 1 && (mode == HEVC_PART_2NxN || mode == HEVC_PART_2NxnU || mode == HEVC_PART_2NxnD);
    uint32_t n = 0;

    const hevc_motion *a1 = second_right ? 0 : merge_neighbour(p, xp, yp, x - 1, y + h - 1);
    if (a1) list[n++] = *a1;
    if (n > merge_idx) return;
    const hevc_motion *b1 = second_below ? 0 : merge_neighbour(p, xp, yp, x + w - 1, y - 1);
    if (b1 && !(a1 && hevc_motion_same(a1, b1))) list[n++] = *b1;
    if (n > merge_idx) return;
    const hevc_motion *b0 = merge_neighbour(p, xp, yp, x + w, y - 1);
    if (b0 && !(b1 && hevc_motion_same(b1, b0))) list[n++] = *b0;
    if (n > merge_idx) return;
    const hevc_motion *a0 = merge_neighbour(p, xp, yp, x - 1, y + h);
    if (a0 && !(a1 && hevc_motion_same(a1, a0))) list[n++] = *a0;
    if (n > merge_idx) return;
    if (n < 4) {
        const hevc_motion *b2 = merge_neighbour(p, xp, yp, x - 1, y - 1);
        if (b2 && !(a1 && hevc_motion_same(a1, b2)) && !(b1 && hevc_motion_same(b1, b2))) list[n++] = *b2;
        if (n > merge_idx) return;
    }

    if (s->slice_temporal_mvp_enabled_flag) {
        hevc_motion *m = &list[n];
        *m = (hevc_motion){{{0, 0}, {0, 0}}, {-1, -1}, {255, 255}};
        const uint32_t lists = s->slice_type == HEVC_SLICE_B ? 2 : 1;
        for (uint32_t l = 0; l < lists; l++)
            if (temporal(p, xp, yp, wp, hp, l, 0, &m->mv[l])) {
                m->ref_idx[l] = 0;
                m->ref_pic[l] = s->ref_pic[l][0];
            }
        if (is_inter(m)) n++;
        if (n > merge_idx) return;
    }

    if (s->slice_type == HEVC_SLICE_B && n > 1) {
        const uint32_t pairs = n * (n - 1);
        for (uint32_t c = 0; c < pairs && n <= merge_idx; c++) {
            const hevc_motion *m0 = &list[combined[c][0]], *m1 = &list[combined[c][1]];
            if (m0->ref_idx[0] < 0 || m1->ref_idx[1] < 0) continue;
            if (m0->ref_pic[0] == m1->ref_pic[1] && mv_equal(m0->mv[0], m1->mv[1])) continue;
            list[n++] = (hevc_motion){
                {m0->mv[0], m1->mv[1]}, {m0->ref_idx[0], m1->ref_idx[1]}, {m0->ref_pic[0], m1->ref_pic[1]}};
        }
        if (n > merge_idx) return;
    }

    uint32_t num_refs = s->num_ref_idx_active[0];
    if (s->slice_type == HEVC_SLICE_B && s->num_ref_idx_active[1] < num_refs) num_refs = s->num_ref_idx_active[1];
    for (uint32_t zero = 0; n <= merge_idx; zero++) {
        const uint32_t r = zero < num_refs ? zero : 0;
        hevc_motion *m = &list[n++];
        *m = (hevc_motion){{{0, 0}, {0, 0}}, {(int8_t)r, -1}, {s->ref_pic[0][r], 255}};
        if (s->slice_type == HEVC_SLICE_B) {
            m->ref_idx[1] = (int8_t)r;
            m->ref_pic[1] = s->ref_pic[1][r];
        }
    }
}

void hevc_motion_merge(hevc_parser *p, uint32_t x, uint32_t y, uint32_t w, uint32_t h, uint32_t part_idx,
                       uint32_t merge_idx, hevc_motion *out) {
    hevc_motion list[6];
    const uint32_t size = 1u << p->cu_log2;
    if (p->pps->log2_par_mrg_level > 2 && size == 8) { /* singleMCLFlag: all parts share the list of the 2Nx2N block */
        const uint8_t mode = p->cu_part_mode;
        p->cu_part_mode = HEVC_PART_2Nx2N;
        merge_list(p, p->cu_x, p->cu_y, size, size, 0, merge_idx, list);
        p->cu_part_mode = mode;
    } else merge_list(p, x, y, w, h, part_idx, merge_idx, list);
    *out = list[merge_idx];
    if (w + h == 12 && out->ref_idx[0] >= 0 && out->ref_idx[1] >= 0) {
        out->ref_idx[1] = -1;
        out->ref_pic[1] = 255;
        out->mv[1] = (hevc_mv){0, 0};
    }
}

/* A neighbour's vector that points into the wanted picture: list X first, then Y. 8.5.3.2.7, steps 3 to 5. */
static int same_picture(const hevc_motion *m, uint32_t list, uint32_t ref_pic, hevc_mv *out) {
    for (uint32_t i = 0, l = list; i < 2; i++, l = 1 - l)
        if (m->ref_idx[l] >= 0 && m->ref_pic[l] == ref_pic) {
            *out = m->mv[l];
            return 1;
        }
    return 0;
}

/* Any vector of the same term, scaled by the POC distances. 8.5.3.2.7, step 7. */
static int scaled_picture(const hevc_parser *p, const hevc_motion *m, uint32_t list, int ref_idx, hevc_mv *out) {
    const hevc_slice *s = p->slice;
    const hevc_pic *pic = p->frame->pic;
    const uint32_t is_long = (s->ref_is_long_term[list] >> ref_idx) & 1u;
    for (uint32_t i = 0, l = list; i < 2; i++, l = 1 - l) {
        if (m->ref_idx[l] < 0) continue;
        const hevc_reference *ref = &pic->refs[m->ref_pic[l] & (HEVC_MAX_REFS - 1)];
        if (ref->is_long_term != is_long) continue;
        const int td = pic->poc - ref->poc, tb = pic->poc - s->ref_poc[list][ref_idx];
        *out = is_long || td == tb || td == 0 ? m->mv[l] : mv_scale(m->mv[l], td, tb);
        return 1;
    }
    return 0;
}

hevc_mv hevc_motion_predict(const hevc_parser *p, uint32_t xp, uint32_t yp, uint32_t wp, uint32_t hp, uint32_t list,
                            int ref_idx, uint32_t mvp_flag) {
    const int x = (int)xp, y = (int)yp, w = (int)wp, h = (int)hp;
    const uint32_t ref_pic = p->slice->ref_pic[list][ref_idx];
    hevc_mv candidate_a = {0, 0}, candidate_b = {0, 0};
    int has_a = 0, has_b = 0;

    const hevc_motion *a[2] = {neighbour(p, xp, yp, x - 1, y + h), neighbour(p, xp, yp, x - 1, y + h - 1)};
    const int is_scaled = a[0] || a[1];
    for (int k = 0; k < 2 && !has_a; k++)
        if (a[k]) has_a = same_picture(a[k], list, ref_pic, &candidate_a);
    for (int k = 0; k < 2 && !has_a; k++)
        if (a[k]) has_a = scaled_picture(p, a[k], list, ref_idx, &candidate_a);

    const hevc_motion *b[3] = {neighbour(p, xp, yp, x + w, y - 1), neighbour(p, xp, yp, x + w - 1, y - 1),
                               neighbour(p, xp, yp, x - 1, y - 1)};
    for (int k = 0; k < 3 && !has_b; k++)
        if (b[k]) has_b = same_picture(b[k], list, ref_pic, &candidate_b);
    if (!is_scaled) {
        if (has_b) {
            has_a = 1;
            candidate_a = candidate_b;
        }
        has_b = 0;
        for (int k = 0; k < 3 && !has_b; k++)
            if (b[k]) has_b = scaled_picture(p, b[k], list, ref_idx, &candidate_b);
    }

    hevc_mv candidates[3];
    uint32_t n = 0;
    if (has_a) candidates[n++] = candidate_a;
    if (has_b && !(has_a && mv_equal(candidate_a, candidate_b))) candidates[n++] = candidate_b;
    if (n < 2 && n <= mvp_flag && temporal(p, xp, yp, wp, hp, list, ref_idx, &candidates[n])) n++;
    return mvp_flag < n ? candidates[mvp_flag] : (hevc_mv){0, 0};
}
