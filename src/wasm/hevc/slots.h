/* Memory of picture slots. A slot is bound when the first picture needs it: the sum of the limits of the SPS and of the
 * caller is twice the real need, because pictures that the caller holds are mostly references too. */
#ifndef HEVC_SLOTS_H
#define HEVC_SLOTS_H

#include "decoder.h"

/* Whether the arena could hold all slots of the layout. */
int hevc_slots_fit(const hevc *d, const hevc_sps *sps);

/* Whether the active layout may have more slots than are bound. */
int hevc_slots_unbound(const hevc *d);

/* Binds one more; null when memory does not grow, or slots of an older format that the caller holds are in the way. */
hevc_pic *hevc_slot_bind(hevc *d, const hevc_sps *sps);

/* Gives back the memory of unused slots of an older format. */
void hevc_release_stale(hevc *d);

#endif
