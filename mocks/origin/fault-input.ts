import * as v from 'valibot';
import { err, ok, type Result } from '../../src/core/result.ts';
import type { Fault } from '../backend/faults.ts';

const ms = v.pipe(v.number(), v.minValue(0), v.maxValue(3_600_000));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const target = {
  on: v.picklist(['http', 'stream', 'socket']),
  match: v.exactOptional(v.pipe(v.string(), v.maxLength(200))),
  times: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
} as const;
const FAULTS = v.pipe(
  v.array(
    v.variant('kind', [
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
    ]),
  ),
  v.maxLength(50),
);

/** Reads the body of POST /__origin/faults, a list of faults as JSON. An empty list removes all faults. */
export function readFaults(text: string): Result<readonly Fault[]> {
  try {
    const read = v.safeParse(FAULTS, JSON.parse(text));
    return read.success ? ok(read.output) : err('RECORDING_BAD', read.issues[0].message);
  } catch (thrown) {
    return err('RECORDING_BAD', String(thrown));
  }
}
