import { expect, test } from 'vitest';
import type { SocketTotals } from '../../../src/core/room/initial-view.ts';
import type { Failure } from '../../../src/core/errors.ts';
import { manualClock } from '../../../src/player/tests/manual-clock.ts';
import { codecOf } from '../../../src/wire/all-families.ts';
import { encodeFrame } from '../../../src/wire/frame.ts';
import { ROWS } from '../../../src/wire/registry.ts';
import type { Codec } from '../../../src/wire/schema.ts';
import { createDebugLines } from '../../../src/workers/socket/debug-lines.ts';
import { createFamilies, FAMILY_LOADERS } from '../../../src/workers/socket/receiver.ts';
import { bodyOf, fieldsOf, schemaOf } from '../../wires/marked-body.ts';
import { identity, opened } from './harness.ts';

const MAX_WAITING_BYTES = 4_194_304;
const MAX_WAITING_MESSAGES = 500;

const PK = codecOf('pk');

function setup() {
  const failures: Failure[] = [];
  const outcomes: string[] = [];
  const loads: { resolve(codec: Codec): void; reject(cause: Error): void }[] = [];
  const clock = manualClock();
  const families = createFamilies({
    loaders: { pk: () => new Promise((resolve, reject) => loads.push({ resolve, reject })) },
    clock,
    random: () => 0,
    onFailure: (failure) => failures.push(failure),
    onNotice: (family, why) => outcomes.push(`${family} ${why}`),
  });
  const read: number[] = [];
  return {
    failures,
    outcomes,
    loads,
    read,
    pass: (ms: number) => clock.advance(ms),
    add: (i: number, family = 'pk', bytes = 10) => families.withCode(family, bytes, () => read.push(i)),
  };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('S9 each family except `core` can be loaded, and its code contains each schema that its rows name', async () => {
  const families = new Set(ROWS.map(({ family }): string => family).filter((family) => family !== 'core'));
  expect([...families].toSorted()).toEqual(Object.keys(FAMILY_LOADERS).toSorted());
  for (const family of families) {
    const codec = await FAMILY_LOADERS[family]!();
    for (const row of ROWS.filter((row) => row.family === family)) expect(codec[row.schema]?.name, row.name).toBe(row.schema);
  }
});

test('S9 messages of a family wait in order while its code loads, and later ones are read immediately', async () => {
  const it = setup();
  for (let i = 0; i < 5; i++) it.add(i);
  it.add(100, 'core');
  expect(it.read).toEqual([100]);
  expect(it.loads).toHaveLength(1);
  it.loads[0]?.resolve(PK);
  await settle();
  it.add(5);
  expect(it.read).toEqual([100, 0, 1, 2, 3, 4, 5]);
  expect(it.failures).toEqual([]);
});

test('S9 messages that wait for code are bounded by number and by bytes; an unknown family is named', () => {
  const it = setup();
  for (let i = 0; i < MAX_WAITING_MESSAGES + 3; i++) it.add(i);
  expect(it.failures).toHaveLength(3);
  const big = setup();
  big.add(0, 'pk', MAX_WAITING_BYTES);
  big.add(1, 'pk', 1);
  expect(big.failures).toHaveLength(1);
  big.add(2, 'unheard-of');
  expect(big.failures[1]?.detail).toContain('no such code');
});

test('S9 P1 a family whose code is late is named to the room worker until it is loaded, and its messages arrive', async () => {
  let isMissing = true;
  const loaders = { pk: () => (isMissing ? Promise.reject(new TypeError('404')) : Promise.resolve(PK)) };
  const it = await opened(identity, loaders);
  const { id } = ROWS.find(({ family }) => family === 'pk')!;
  const families = () => it.down.filter(({ type }) => type === 'family');
  it.push({ id, body: {} });
  it.push({ id, body: {} });
  await it.pass(200);
  expect(families()).toEqual([{ type: 'family', family: 'pk', why: 'could not be loaded' }]);
  isMissing = false;
  await it.pass(60_000);
  await it.pass(200);
  expect(families()[1]).toEqual({ type: 'family', family: 'pk', why: null });
  expect(
    it.down.filter(({ type }) => type === 'messages').flatMap((message) => (message as { batch: { count: number } }).batch.count),
  ).toContain(2);
});

/** Lines and counters of the debug view. */
function view(watched: number | undefined) {
  const it = { watched, woken: 0, sent: [] as { readonly lines: readonly string[]; readonly totals: SocketTotals }[] };
  const lines = createDebugLines({
    watched: () => it.watched,
    onLine: () => void it.woken++,
    send: (sent, totals) => void it.sent.push({ lines: sent, totals }),
  });
  const shown = (): readonly string[] => {
    it.sent.length = 0;
    lines.flush();
    return it.sent.flatMap((sent) => sent.lines);
  };
  return Object.assign(it, { lines, shown });
}
const frame = (command: number, kind: 'push' | 'command' = 'push') => encodeFrame({ kind, command, payload: Uint8Array.of(1, 2, 3) });

test('S10 the header of a frame is shown byte by byte, its payload never', () => {
  const it = view(0);
  it.lines.raw('in', frame(501).buffer);
  expect(it.shown()).toEqual([expect.stringMatching(/^⇠ frame 19 B 46 4c 01 02 00 00 01 f5 00 00 00 03( [0-9a-f]{2}){4}$/)]);
  const larger = new Uint8Array(40);
  larger.set(frame(77), 9);
  const part = view(77);
  part.lines.raw('in', larger.subarray(9, 28));
  expect(part.shown()).toHaveLength(1);
});

test('S10 the newest 60 lines are kept, each of at most 300 characters', () => {
  const it = view(0);
  for (let at = 0; at < 61; at++) it.lines.add(() => `${at} ${'x'.repeat(400)}`);
  const lines = it.shown();
  expect([lines.length, lines[0]?.slice(0, 3), lines.at(-1)?.slice(0, 3)]).toEqual([60, '1 x', '60 ']);
  expect(lines.every(({ length }) => length === 300)).toBe(true);
});

test('S10 messages are counted by number, with their bytes, the newest delay and the number of acknowledgements', () => {
  const it = view(0);
  it.lines.count({ id: 501, name: 'chat', bytes: 5, lagMs: 9 });
  it.lines.count({ id: 601, name: 'gift', bytes: 7, lagMs: 8 });
  it.lines.count({ id: 501, name: 'chat', bytes: 6, lagMs: 3 });
  it.lines.acknowledged();
  it.lines.acknowledged();
  it.lines.add(() => 'x');
  it.lines.flush();
  const totals = {
    acks: 2,
    lagMs: 3,
    byId: [
      { id: 501, name: 'chat', count: 2, bytes: 11 },
      { id: 601, name: 'gift', count: 1, bytes: 7 },
    ],
  };
  expect(it.sent[0]?.totals).toEqual(totals);
  // A sent list does not change with later messages.
  it.lines.count({ id: 501, name: 'chat', bytes: 1, lagMs: 1 });
  expect(it.sent[0]?.totals).toEqual(totals);
});

/** S9: in one batch a state replaces the older one with the same key, and only that one, in both encodings. */
// A key of the room alone has one value, because messages of other rooms are dropped.
const KEYED = ROWS.filter(({ messageClass, key }) => messageClass === 'state' && key.some((name) => !/^room/i.test(name)));
const CODECS = ['protobuf', 'json'] as const;

test.each(KEYED.flatMap((row) => CODECS.map((codec) => [row.name, codec, row] as const)))(
  'S9 each %s received as %s replaces the one with the same key',
  async (name, codec, row) => {
    const schema = schemaOf(row);
    const fields = fieldsOf(schema);
    const valueOf = (path: string, type: string, at: number, version: number): string | number | boolean => {
      if (/^roomid$/i.test(path)) return 1001;
      const seen = row.key.includes(path) ? at : version + 100;
      return type === 'number' ? seen : type === 'text' ? `t${seen}` : false;
    };
    /** `at` is in each field of the key, `version` in the others. */
    const body = (at: number, version: number): object =>
      bodyOf(schema, new Map(fields.map(({ path, type }) => [path, valueOf(path, type, at, version)])));
    const it = await opened();
    it.batches.length = 0;
    for (const [at, version] of [
      [1, 1],
      [2, 1],
      [1, 2],
    ] as const)
      it.push({ id: row.id, codec, body: body(at, version) });
    await it.pass(1_000);
    const received = it.batches.flatMap(({ messages }) => messages).filter((message) => message.name === name);
    expect(received.map((message) => message.body)).toMatchObject([body(2, 1), body(1, 2)]);
  },
);
