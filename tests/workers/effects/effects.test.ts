import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { err, ok, type Result } from '../../../src/core/errors.ts';
import { promised } from '../../../src/core/promised.ts';
import { ALPHA_VIDEO_LIMITS, readAlphaVideo, type AlphaVideo } from '../../../src/workers/effects/alpha-video.ts';
import type { EffectEvent } from '../../../src/workers/effects/api.ts';
import { createEffectPlayer, type EffectPlatform } from '../../../src/workers/effects/effect-player.ts';
import { seeded } from '../../../src/wasm/tests/seeded.ts';

const MAX_DECODING = 4;
const MAX_FRAMES = 6;

const FIXTURES = ['petals', 'rocket', 'fireworks', 'crown'] as const;
const fileOf = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(`fixtures/effects/${name}.mp4`));

test('S21 every effect of the fixtures is readable: two square parts, pictures in decoding order, at most 128 kB', () => {
  for (const name of FIXTURES) {
    const bytes = fileOf(name);
    const read = readAlphaVideo(bytes);
    if (!read.ok) throw new Error(`${name}: ${read.error.detail}`);
    const { codec, width, height, samples, durationMs, description } = read.value;
    expect([width, height, samples[0]!.type, description[0]]).toEqual([2 * height, 360, 'key', 1]);
    expect(codec).toMatch(/^avc1\.64[0-9a-f]{4}$/);
    expect(Math.round(durationMs)).toBe(samples.length * 40);
    expect([...samples].map(({ timestamp }) => timestamp).toSorted((a, b) => a - b)[0]).toBe(0);
    expect(bytes.length).toBeLessThan(131_072);
  }
});

test('S21 invalid files are refused by name: no video, H265, truncated, too large, flipped bits', () => {
  expect(readAlphaVideo(new Uint8Array(0))).toMatchObject({ ok: false, error: { code: 'DECODER_UNSUPPORTED' } });
  expect(readAlphaVideo(new Uint8Array(readFileSync('fixtures/clips/stage-h265.mp4')))).toMatchObject({
    ok: false,
    error: { code: 'DECODER_UNSUPPORTED' },
  });
  expect(readAlphaVideo(new Uint8Array(ALPHA_VIDEO_LIMITS.bytes.value + 1))).toMatchObject({ ok: false, error: { code: 'DECODER_LIMIT' } });
  const whole = fileOf('crown');
  expect(readAlphaVideo(whole.subarray(0, whole.length - 5_000))).toMatchObject({ ok: false, error: { code: 'DECODER_DAMAGED' } });
  const random = seeded(17);
  // The tables are at the front, where damage has the most effect.
  const head = 6_000;
  let refused = 0;
  for (let round = 0; round < 300; round++) {
    const broken = whole.slice();
    broken.set(random.flip(whole.subarray(0, head)), 0);
    const read = readAlphaVideo(broken);
    if (!read.ok) refused++;
    else expect(read.value.samples.length).toBeLessThanOrEqual(ALPHA_VIDEO_LIMITS.pictures.value);
  }
  expect(refused).toBeGreaterThan(0);
});

test('S21 a picture has at least two parts of two pixels and at most the limit', () => {
  const whole = fileOf('crown');
  // Width and height in the sample entry (ISO/IEC 14496-12 12.1.3).
  const entry = Buffer.from(whole).indexOf('avc1', Buffer.from(whole).indexOf('stsd')) + 4;
  const read = (width: number, height: number): string => {
    const sized = whole.slice();
    new DataView(sized.buffer).setUint32(entry + 24, width * 65_536 + height);
    const { ok: isRead, error } = readAlphaVideo(sized) as { readonly ok: boolean; readonly error?: { code: string; detail: string } };
    return isRead ? 'read' : `${error?.code} ${error?.detail}`;
  };
  const [width, height] = [ALPHA_VIDEO_LIMITS.widthPx.value, ALPHA_VIDEO_LIMITS.heightPx.value];
  expect([read(4, 2), read(width, height)]).toEqual(['read', 'read']);
  for (const [w, h] of [
    [3, 2],
    [4, 1],
  ] as const)
    expect(read(w, h)).toMatch(new RegExp(`^DECODER_(?!LIMIT).* ${w}x${h}$`));
  expect(read(width + 1, height)).toBe(`DECODER_LIMIT effect: ${width + 1}x${height}`);
  expect(read(width, height + 1)).toBe(`DECODER_LIMIT effect: ${width}x${height + 1}`);
});

/** Pictures are output in the order of their times, one per turn; `breaksAt` fails on that sample, `isEmpty` outputs none. */
function platform({ breaksAt = Number.POSITIVE_INFINITY, isSupported = true, isEmpty = false, queued = 0 } = {}) {
  const it = {
    nowMs: 0,
    painted: [] as number[],
    open: 0,
    finished: 0,
    events: [] as EffectEvent[],
    isLost: false,
    steps: new Set<() => void>(),
  };
  const parts: EffectPlatform = {
    nowMs: () => it.nowMs,
    everyFrame(act) {
      it.steps.add(act);
      return () => void it.steps.delete(act);
    },
    openDecoder(_video, onFrame, onError) {
      if (!isSupported) return Promise.resolve(err('DECODER_UNSUPPORTED', 'no'));
      let given = 0;
      return Promise.resolve(
        ok({
          queued: () => queued,
          decode(sample) {
            if (given++ === breaksAt) return onError('broken');
            if (isEmpty) return undefined;
            it.open++;
            const frame = { timestamp: sample.timestamp, close: () => void it.open-- };
            return onFrame(frame as VideoFrame);
          },
          finish() {
            it.finished++;
            return Promise.resolve();
          },
          close: () => undefined,
        }),
      );
    },
    paint(frame) {
      if (it.isLost) return false;
      it.painted.push(frame.timestamp);
      return true;
    },
    clear: () => undefined,
    emit: (event) => void it.events.push(event),
  };
  const run = (ms: number, stepMs: number): void => {
    for (const endMs = it.nowMs + ms; it.nowMs < endMs; it.nowMs += stepMs) for (const step of it.steps) step();
  };
  return { ...it, it, run, player: createEffectPlayer(parts) };
}
const film = async (pictures: number): Promise<Result<AlphaVideo>> => Promise.resolve(ok(videoOf(pictures)));
const videoOf = (pictures: number): AlphaVideo => ({
  codec: 'avc1.640016',
  description: new Uint8Array(7),
  width: 4,
  height: 2,
  durationMs: pictures * 40,
  samples: Array.from({ length: pictures }, (_, i) => ({
    type: i === 0 ? 'key' : 'delta',
    timestamp: i * 40_000,
    duration: 40_000,
    data: new Uint8Array(1),
  })),
});

test('S21 an effect plays by the clock: every picture once if there is time, late ones skipped, all closed', async () => {
  const smooth = platform();
  await smooth.player.play(1, film(25));
  smooth.run(1_100, 10);
  expect(smooth.it.painted).toHaveLength(25);
  expect(smooth.it.events).toEqual([
    { type: 'shown', id: 1 },
    { type: 'ended', id: 1 },
  ]);
  const slow = platform();
  await slow.player.play(1, film(25));
  slow.run(1_300, 130);
  expect(slow.it.painted.length).toBeLessThan(12);
  expect(slow.it.painted).toEqual(slow.it.painted.toSorted((a, b) => a - b));
  expect(slow.it.events.at(-1)).toEqual({ type: 'ended', id: 1 });
  expect([smooth.it.open, slow.it.open, smooth.it.steps.size]).toEqual([0, 0, 0]);
  expect([smooth.it.finished, slow.it.finished]).toEqual([1, 1]);
});

test('S21 an effect decodes only a few pictures ahead', async () => {
  const it = platform();
  await it.player.play(1, film(25));
  it.run(10, 10);
  expect([it.it.open, it.it.finished]).toEqual([MAX_FRAMES, 0]);
  const busy = platform({ queued: MAX_DECODING });
  await busy.player.play(1, film(25));
  busy.run(10, 10);
  expect(busy.it.open).toBe(0);
});

test('S21 an effect that replaces another, is stopped, fails, or cannot be decoded leaves no picture behind', async () => {
  const it = platform();
  await it.player.play(1, film(25));
  it.run(200, 10);
  const second = it.player.play(2, film(5));
  const third = it.player.play(3, film(5));
  expect(await second).toMatchObject({ ok: false, error: { code: 'PLAYER_ERROR' } });
  expect(await third).toMatchObject({ ok: true });
  it.run(400, 10);
  expect(it.it.events.map(({ type, id }) => `${type} ${id}`)).toEqual(['shown 1', 'shown 3', 'ended 3']);
  await it.player.play(4, film(25));
  it.run(100, 10);
  it.player.stop();
  expect([it.it.open, it.it.steps.size]).toEqual([0, 0]);
  const broken = platform({ breaksAt: 8 });
  await broken.player.play(1, film(25));
  broken.run(1_000, 10);
  expect(broken.it.events.at(-1)).toEqual({ type: 'failed', id: 1, detail: 'broken' });
  expect(broken.it.open).toBe(0);
  expect(await platform({ isSupported: false }).player.play(1, film(2))).toMatchObject({
    ok: false,
    error: { code: 'DECODER_UNSUPPORTED' },
  });
});

test('S21 an effect whose decoder outputs no picture of the whole video fails, so that the still effect is shown', async () => {
  const it = platform({ isEmpty: true });
  await it.player.play(1, film(3));
  it.run(20, 10);
  await Promise.resolve();
  it.run(20, 10);
  expect(it.it.events).toEqual([{ type: 'failed', id: 1, detail: 'no picture' }]);
  expect(it.it.steps.size).toBe(0);
});

test('S21 an effect is shown with its first picture, also if that picture is due later or the context was lost at the start', async () => {
  const late = platform();
  // Without an edit list the first picture of a video with B pictures is not at 0.
  const { samples, ...video } = videoOf(5);
  const delayed = samples.map((sample) => ({ ...sample, timestamp: sample.timestamp + 80_000 }));
  await late.player.play(1, Promise.resolve(ok({ ...video, durationMs: 280, samples: delayed })));
  late.run(70, 10);
  expect(late.it.events).toEqual([]);
  late.run(300, 10);
  const lost = platform();
  lost.it.isLost = true;
  await lost.player.play(1, film(5));
  lost.run(60, 10);
  expect(lost.it.events).toEqual([]);
  lost.it.isLost = false;
  lost.run(300, 10);
  for (const { events } of [late.it, lost.it])
    expect(events).toEqual([
      { type: 'shown', id: 1 },
      { type: 'ended', id: 1 },
    ]);
});

test('S21 an effect whose file is still read when it is stopped or replaced is not drawn', async () => {
  const it = platform();
  const file = promised<Result<AlphaVideo>>();
  const stopped = it.player.play(1, file.promise);
  it.player.stop();
  file.resolve(ok(videoOf(5)));
  expect(await stopped).toMatchObject({ ok: false, error: { code: 'PLAYER_ERROR' } });
  const large = promised<Result<AlphaVideo>>();
  const replaced = it.player.play(2, large.promise);
  await it.player.play(3, film(5));
  large.resolve(ok(videoOf(5)));
  expect(await replaced).toMatchObject({ ok: false, error: { code: 'PLAYER_ERROR' } });
  it.run(400, 10);
  expect(it.it.events.map(({ type, id }) => `${type} ${id}`)).toEqual(['shown 3', 'ended 3']);
  expect(await it.player.play(4, Promise.resolve(err('DECODER_DAMAGED', 'x')))).toMatchObject({ error: { code: 'DECODER_DAMAGED' } });
});
