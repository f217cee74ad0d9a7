import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { EMPTY, reduce, type State } from '../../playground/model.ts';
import type { FromSession } from '../../playground/protocol.ts';
import { Md5, md5 } from '../../playground/session/md5.ts';
import { PlaygroundSession } from '../../playground/session/session.ts';
import { readParameterSet } from '../../playground/syntax/parameter-sets.ts';
import { splitAnnexB } from '../../glue/access-units.ts';
import { bytesOf, fixtureOf } from '../package/streams.ts';
import { readManifest } from '../../streams/folder.ts';

const OPTIONS = { threads: 1, build: 'auto' } as const;

async function open(path: string, bytes = bytesOf(path)): Promise<{ session: PlaygroundSession; events: FromSession[] }> {
  const events: FromSession[] = [];
  const session = (await PlaygroundSession.open(path, bytes, OPTIONS, undefined, (event) => events.push(event)))!;
  onTestFinished(() => session.close());
  return { session, events };
}

const after = (events: readonly FromSession[]): State => events.reduce<State>((state, event) => reduce(state, event), EMPTY);

test('each kind of file is analysed picture by picture, in output order, with its types', async () => {
  for (const [path, pictures, types] of [
    ['streams/sizes-h265-hvc1.flv', 200, 'BIP'],
    ['clips/stage-h265.mp4', 75, 'BIP'],
    ['hevc/b8-pyramid.265', 16, 'BIP'],
    ['hevc/intra-only.265', undefined, 'I'],
  ] as const) {
    const { session, events } = await open(path);
    await session.analyse();
    const state = after(events);
    expect(state.phase, path).toBe('ready');
    if (pictures !== undefined) expect(state.rows.length, path).toBe(pictures);
    expect(state.rows.map(({ index }) => index)).toEqual(state.rows.map((_, i) => i));
    expect([...new Set(state.rows.map(({ type }) => type))].sort().join('')).toBe(types);
    const times = state.rows.map(({ timeUs }) => timeUs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(state.facts?.sets.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['VPS', 'SPS', 'PPS']));
    expect(state.facts?.sets.filter(({ isCut }) => isCut)).toEqual([]);
    expect(state.log).toEqual([]);
    expect(state.hashes[0]).toMatch(/^[0-9a-f]{32}$/); // the first picture is shown
  }
});

test('a picture reached by steps has the MD5 of full decoding, forwards and backwards', async () => {
  for (const path of ['hevc/open-gop.265', 'clips/stage-h265-fragments.mp4']) {
    const { session, events } = await open(path);
    await session.analyse();
    const count = after(events).rows.length;
    const shown = new Map<number, string | undefined>();
    for (const index of [count - 1, 0, 1, 2, Math.floor(count / 2), Math.floor(count / 2) - 1, count - 1]) {
      const from = events.length;
      await session.show(index);
      for (const event of events.slice(from)) if (event.type === 'shown') shown.set(event.index, event.md5);
    }
    const second = await open(path);
    await second.session.analyse();
    await second.session.hash();
    const { hashes } = after(second.events);
    for (const [index, hash] of shown) expect(hash, `${path} ${index}`).toBe(hashes[index]);
    expect(hashes.length).toBe(count);
  }
});

test('a new command ends the previous pass, and damage is listed while the rest is analysed', async () => {
  const { session, events } = await open('clips/stage-h265.mp4');
  const analysing = session.analyse();
  session.pause();
  await analysing;
  expect(events.some(({ type }) => type === 'analysed')).toBe(false);
  const bytes = bytesOf('hevc/b8-pyramid.265');
  bytes.fill(0xde, 2_910, 4_400); // header and data of the P picture that is referenced by others
  const damaged = await open('damaged', bytes);
  await damaged.session.analyse();
  const state = after(damaged.events);
  expect(state.phase).toBe('ready');
  expect(state.log.length).toBeGreaterThan(0);
  expect(state.rows.some(({ isDamaged }) => isDamaged)).toBe(true);
});

test('a picture that was on its way does not move the timeline from the one that was chosen', () => {
  const ready: State = { ...EMPTY, phase: 'ready', index: 74 };
  const seen = (state: State, index: number): State => reduce(state, { type: 'shown', index, md5: undefined });
  const chosen = reduce(ready, { type: 'set', to: { index: 0, isPlaying: false } });
  expect(seen(chosen, 74).index).toBe(0);
  expect(seen(seen(chosen, 0), 1).index).toBe(1);
  expect(seen(reduce(chosen, { type: 'set', to: { isPlaying: true } }), 1).index).toBe(1);
});

test('parameter sets are read completely in every stream of the fixtures', () => {
  const rows = readManifest(fixtureOf('hevc'));
  for (const { file } of rows) {
    const bytes = bytesOf(`hevc/${file}`).subarray(0, 4_096);
    const sets = [...splitAnnexB(bytes)].flatMap((nal) => readParameterSet(nal) ?? []);
    expect(sets.length, file).toBeGreaterThanOrEqual(3);
    expect(sets.filter(({ isCut }) => isCut)).toEqual([]);
  }
  const cut = readParameterSet(Uint8Array.from([0x42, 1, 1, 1, 0x60]));
  expect(cut).toMatchObject({ kind: 'SPS', isCut: true });
  expect(readParameterSet(Uint8Array.from([0x02, 1, 1]))).toBeUndefined();
});

test('MD5 equals Node’s for every length around a block, and for views', () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * 37) & 255);
  for (const length of [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 300]) {
    const part = bytes.subarray(0, length);
    expect(md5(part)).toBe(createHash('md5').update(part).digest('hex'));
  }
  expect(md5(bytes.subarray(3, 200))).toBe(createHash('md5').update(bytes.subarray(3, 200)).digest('hex'));
  const pieces = new Md5();
  for (let at = 0; at < bytes.length; at += 37) pieces.update(bytes.subarray(at, at + 37));
  expect(pieces.hex()).toBe(createHash('md5').update(bytes).digest('hex'));
});
