import type { Failure } from '../../core/result.ts';
import type { Decoder } from '../glue/decoder.ts';
import type { Picture } from '../glue/picture.ts';

/** Consecutive pushes answered 'full' without a picture to pull: the decoder is stuck, which is a bug. */
const STUCK_PUSHES_MAX = 4;

export interface StreamOutcome {
  readonly pictures: number;
  /** Number of units with an error, and the first error. */
  readonly errors: number;
  readonly firstError: Failure | undefined;
}

/** Decodes Annex B access units to the end. `show` receives every picture in output order; it is released afterwards. */
export async function decodeStream(
  decoder: Decoder,
  units: Iterable<Uint8Array>,
  show: (picture: Picture) => void = () => undefined,
): Promise<StreamOutcome> {
  let pictures = 0;
  let errors = 0;
  let firstError: Failure | undefined;
  const fail = (error: Failure) => {
    errors++;
    firstError ??= error;
  };

  /** Returns the number of pictures passed to `show`. */
  const drain = (): number => {
    for (let shown = 0; ; shown++) {
      const pulled = decoder.pull();
      if (!pulled.ok) fail(pulled.error);
      if (!pulled.ok || pulled.value.name !== 'picture') return shown;
      show(pulled.value.picture);
      decoder.release(pulled.value.picture);
      pictures++;
    }
  };

  let index = 0;
  for (const unit of units) {
    for (let stuck = 0; ;) {
      await decoder.settled();
      const pushed = decoder.push(unit, index);
      if (!pushed.ok) fail(pushed.error);
      const shown = drain();
      if (!pushed.ok || pushed.value === 'taken') break;
      stuck = shown > 0 ? 0 : stuck + 1;
      if (stuck > STUCK_PUSHES_MAX) {
        fail({ code: 'DECODER_ARGUMENT', detail: 'full with nothing to pull' });
        break;
      }
    }
    index++;
  }
  await decoder.settled();
  const flushed = decoder.flush();
  if (!flushed.ok) fail(flushed.error);
  drain();
  return { pictures, errors, firstError };
}
