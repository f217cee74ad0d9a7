import * as v from 'valibot';
import { err, ok } from '../../src/core/result.ts';
const ms = v.pipe(v.number(), v.minValue(0), v.maxValue(3600000));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const target = {
    on: v.picklist(['http', 'stream', 'socket']),
    match: v.exactOptional(v.pipe(v.string(), v.maxLength(200))),
    times: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
};
const FAULTS = v.pipe(v.array(v.variant('kind', [
    v.object({ ...target, kind: v.literal('delay'), ms }),
    v.object({ ...target, kind: v.literal('drop'), share, track: v.exactOptional(v.picklist(['audio', 'video'])) }),
    v.object({ ...target, kind: v.literal('cut'), afterMs: ms }),
    v.object({ ...target, kind: v.literal('end'), afterMs: ms }),
    v.object({ ...target, kind: v.literal('corrupt'), share }),
    v.object({ ...target, kind: v.literal('disorder'), share }),
    v.object({ ...target, kind: v.literal('throttle'), kilobitsPerS: v.pipe(v.number(), v.minValue(1)) }),
    v.object({ ...target, kind: v.literal('stall'), afterMs: ms, forMs: v.exactOptional(ms) }),
    v.object({
        ...target,
        kind: v.literal('close-code'),
        afterMs: ms,
        code: v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(4999)),
    }),
    v.object({ ...target, kind: v.literal('status'), status: v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)) }),
    v.object({ ...target, kind: v.literal('refuse') }),
])), v.maxLength(50));
/** A list of faults as JSON: what POST /__origin/faults takes. An empty list ends all. */
export function readFaults(text) {
    try {
        const read = v.safeParse(FAULTS, JSON.parse(text));
        return read.success ? ok(read.output) : err('RECORDING_BAD', read.issues[0].message);
    }
    catch (thrown) {
        return err('RECORDING_BAD', String(thrown));
    }
}
