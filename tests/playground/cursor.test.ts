import { expect, test } from 'vitest';
import { Cursor } from '../../src/playground/session/cursor.ts';
import type { HevcTrack } from '../../src/wasm/glue/containers/index.ts';
import type { Decoder, Pulled, Pushed } from '../../src/wasm/glue/decoder.ts';
import { done, ok, type HevcFailure } from '../../src/wasm/glue/result.ts';

const PICTURE = { name: 'picture', picture: { ptsMs: 0 } } as Pulled;
const TRACK = { config: {}, samples: [{ data: new Uint8Array(1) }] } as unknown as HevcTrack;

/** Pictures and errors of one unit; `push` returns the answer of the decoder to the nth push, `pull` a picture or null. */
async function decode(push: (count: number) => Pushed, pull: (pushes: number) => boolean) {
  let [pushes, pulledAfter] = [0, 0];
  const decoder = {
    push: () => ok(push(++pushes)),
    pull: () => {
      if (pulledAfter === pushes || !pull(pushes)) return ok<Pulled>({ name: 'again' });
      pulledAfter = pushes;
      return ok(PICTURE);
    },
    flush: () => done,
    reset: () => done,
    release: () => done,
    settled: () => Promise.resolve(),
  } as unknown as Decoder;
  const errors: (readonly [sample: number, error: HevcFailure])[] = [];
  const cursor = new Cursor(decoder, TRACK, 0, (error, sample) => errors.push([sample, error]));
  let pictures = 0;
  while (await cursor.next(false)) pictures++;
  return { pictures, errors, pushes };
}

test('a unit that the decoder does not take is skipped with an error', async () => {
  expect(
    await decode(
      () => 'full',
      () => false,
    ),
  ).toEqual({ pictures: 0, pushes: 5, errors: [[0, { code: 'DECODER_ARGUMENT', detail: 'full with nothing to pull' }]] });
});

test('a unit is not skipped while the decoder still outputs pictures', async () => {
  expect(
    await decode(
      (count) => (count <= 8 ? 'full' : 'taken'),
      (pushes) => pushes > 0,
    ),
  ).toEqual({ pictures: 9, pushes: 9, errors: [] });
});
