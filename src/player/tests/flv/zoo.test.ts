/** The zoo (streams/zoo.ts): pictures, span, and names of the tracks that are left out. */
import { expect, test } from 'vitest';
import { NO_KEYFRAME } from '../../rules/names.ts';
import type { FlvEvent } from '../../flv/reader.ts';
import { Timeline } from '../../flv/timeline.ts';
import { bytesOf, hasSound, rightOf, ZOO, type Codec, type ZooClass } from '../../streams/zoo.ts';
import { md5sOf, openDecoder } from '../../../wasm/cli/opened.ts';
import { joinAnnexB, splitLengthPrefixed } from '../../../wasm/glue/access-units.ts';
import { setsOfRecord } from '../../../wasm/glue/parameter-sets.ts';
import { digest } from '../../../wasm/streams/folder.ts';
import { ofType, readFlv, rewrite } from './flv-bytes.ts';

const CODECS: readonly Codec[] = ['h264', 'h265'];
const PICTURES = 200;
const SPAN_MS = 7_960;

/** Pictures from the first keyframe on, at the times of a player. */
function shown(bytes: Uint8Array): { pictures: number; spanMs: number; sounds: number } {
  const { events } = readFlv(bytes);
  const timeline = new Timeline();
  const times: number[] = [];
  let hasKey = false;
  for (const event of events) {
    if (event.type === 'sound') timeline.at('audio', event.timeMs, 23);
    if (event.type !== 'picture') continue;
    hasKey ||= event.isKey;
    if (hasKey) times.push(timeline.at('video', event.timeMs, 40).timeMs);
  }
  return { pictures: times.length, spanMs: (times.at(-1) ?? 0) - (times[0] ?? 0), sounds: ofType(events, 'sound').length };
}

const expectedOf = (zooClass: ZooClass): { pictures: number; spanMs: number } => {
  const pictures = zooClass.pictures ?? PICTURES;
  return { pictures, spanMs: pictures === 0 ? 0 : (zooClass.spanMs ?? SPAN_MS) };
};

test.each(ZOO.map((zooClass) => [zooClass.name, zooClass] as const))('P22 zoo, H265: %s', (_name, zooClass) => {
  const bytes = bytesOf(zooClass, 'h265');
  const { pictures, spanMs } = expectedOf(zooClass);
  const { facts } = readFlv(bytes);
  const result = shown(bytes);
  expect(result.pictures).toBe(pictures);
  expect(Math.abs(result.spanMs - spanMs)).toBeLessThanOrEqual(1);
  expect(Object.keys(facts.damage)).toEqual(zooClass.damage === undefined ? [] : [zooClass.damage]);
  if (rightOf(zooClass, 'h265') === 'picture') expect(facts.audio).toBe(zooClass.says);
  if (rightOf(zooClass, 'h265') === 'sound' && zooClass.says !== NO_KEYFRAME) expect(facts.video).toBe(zooClass.says);
});

test.each(ZOO.map((zooClass) => [zooClass.name, zooClass] as const))('P22 zoo, H264 on its way to the engine: %s', (name, zooClass) => {
  // As in real time, because a track may begin late.
  const { events, streams } = rewrite(bytesOf(zooClass, 'h264'), { chunkBytes: 5_000, ends: true, bytesPerMs: 20 });
  const right = rightOf(zooClass, 'h264');
  const dropped = events.flatMap((event) => (event.type === 'dropped' ? [`${event.track} ${event.name}`] : []));
  expect(dropped).toEqual(
    right === 'picture'
      ? [`audio ${zooClass.says}`]
      : right === 'sound'
        ? [`video ${zooClass.says}`]
        : name === 'vp6-g711'
          ? ['audio Speex']
          : name === 'encrypted'
            ? ['audio encrypted']
            : [],
  );
  const refused = events.some(({ type }) => type === 'unplayable' || type === 'no-keyframe');
  expect([refused, streams.length]).toEqual([right === 'refused' || zooClass.hasBothCodecs === true, zooClass.engines ?? 1]);
  if (refused) return;
  const bytes = streams.at(-1)!;
  // An engine is stricter than the reader: it receives nothing that needs a repair.
  expect(readFlv(bytes).facts).toMatchObject({ repairs: {}, damage: {} });
  // The last engine of several begins with the last round of the fixture.
  const { pictures, spanMs } = name === 'slice-tags' || streams.length > 1 ? { pictures: PICTURES, spanMs: SPAN_MS } : expectedOf(zooClass);
  const result = shown(bytes);
  if (name === 'gradual-refresh') {
    // A grey keyframe in front, and the pictures until the recovery pass within milliseconds.
    expect(result.pictures).toBe(pictures + 1);
    expect(result.spanMs).toBeGreaterThan(spanMs / 2);
    return;
  }
  expect(result.pictures).toBe(pictures);
  expect(Math.abs(result.spanMs - spanMs)).toBeLessThanOrEqual(1);
  if (right !== 'picture' && hasSound(zooClass, 'h264')) expect(result.sounds).toBeGreaterThan(250);
});

test('every class has an own name, and both codecs have each kind of result', () => {
  expect(new Set(ZOO.map(({ name }) => name)).size).toBe(ZOO.length);
  for (const codec of CODECS)
    expect(new Set(ZOO.map((zooClass) => rightOf(zooClass, codec)))).toEqual(new Set(['plays', 'picture', 'sound', 'refused']));
});

test.each([
  ['joined at a recovery point', Number.NaN, 2_000, 4_000],
  ['a picture of the refresh is lost: the next one repairs it', 2_800, 2_000, 6_000],
  ['a picture behind the refresh is lost: damaged again until the next refresh has ended', 4_400, 4_400, 8_000],
])('P22 a gradual refresh of H265 is undamaged and exact from its recovery on: %s', async (_what, lostMs, fromMs, toMs) => {
  const refresh = ZOO.find(({ name }) => name === 'gradual-refresh')!;
  const whole = await decode(readFlv(bytesOf({ ...refresh, make: (tags) => tags }, 'h265')).events);
  const joined = readFlv(bytesOf(refresh, 'h265')).events;
  for (const threads of [1, 2]) {
    const decoded = await decode(
      joined.filter((event) => event.type !== 'picture' || event.timeMs !== lostMs),
      threads,
    );
    const later = decoded.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs);
    expect(new Set(later.map(({ damaged }) => damaged))).toEqual(new Set([true]));
    const clean = decoded.filter(({ damaged }) => !damaged);
    expect(clean.length).toBeGreaterThan(lostMs > 4_000 ? 9 : 49);
    for (const { timeMs, md5 } of clean) expect(md5).toBe(whole.find((one) => one.timeMs === timeMs)?.md5);
  }
});

interface Decoded {
  readonly timeMs: number;
  readonly damaged: boolean;
  readonly md5: string;
}

async function decode(events: readonly FlvEvent[], threads = 1): Promise<Decoded[]> {
  const decoder = await openDecoder({ threads });
  const result: Decoded[] = [];
  const times: number[] = [];
  const sets: Uint8Array[] = [];
  const units = events.flatMap((event) => {
    if (event.type === 'video-config') sets.push(...setsOfRecord(event.record));
    if (event.type !== 'picture') return [];
    times.push(event.timeMs);
    return [joinAnnexB([...sets.splice(0), ...splitLengthPrefixed(event.data, 4)])];
  });
  await md5sOf(decoder, units, ({ ptsMs, damaged }, planes) => {
    result.push({ timeMs: times[ptsMs]!, damaged, md5: digest('md5', planes!) });
  });
  decoder.close();
  return result;
}
