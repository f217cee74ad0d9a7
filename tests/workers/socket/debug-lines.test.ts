/** Lines and counters of the debug view. */
import { expect, test } from 'vitest';
import type { SocketTotals } from '../../../src/core/socket/totals.ts';
import { encodeFrame, HEARTBEAT_REQUEST } from '../../../src/wire/frame.ts';
import { createDebugLines } from '../../../src/workers/socket/debug-lines.ts';

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

test('S10 with a number the view shows only its traffic, with 0 all traffic, and a closed view makes no lines and counts nothing', () => {
  const one = view(501);
  for (const id of [501, 601]) {
    one.lines.add(() => `line ${id}`, id);
    one.lines.raw('in', frame(id));
    one.lines.raw('out', frame(id, 'command'));
  }
  one.lines.raw('out', HEARTBEAT_REQUEST);
  one.lines.raw('in', Uint8Array.of(1, 2, 3));
  one.lines.add(() => 'a reason');
  expect([one.lines.isWatched(501), one.lines.isWatched(601)]).toEqual([true, false]);
  expect(one.woken).toBe(4);
  expect(one.shown().map((line) => line.slice(0, 12))).toEqual(['line 501', '⇠ frame 19 B', '⇢ frame 19 B', 'a reason']);

  const all = view(0);
  all.lines.add(() => 'x', 601);
  all.lines.raw('out', HEARTBEAT_REQUEST);
  all.lines.raw('in', { any: 1 });
  all.lines.raw('in', 'text');
  expect(all.shown()).toEqual(['x', '⇢ HEARTBEAT_REQUEST', '⇠ neither text nor bytes', '⇠ text 4 characters']);
  expect(all.shown()).toEqual([]);

  const none = view(undefined);
  none.lines.add(() => {
    throw new Error('a line that nobody sees');
  }, 501);
  none.lines.raw('in', frame(501));
  none.lines.count({ id: 501, name: 'chat', bytes: 5, lagMs: 9 });
  expect([none.woken, none.shown(), none.lines.isWatched(501)]).toEqual([0, [], false]);
  // Opens the debug view: nothing was counted before.
  none.watched = 0;
  none.lines.add(() => 'opened');
  none.lines.flush();
  expect(none.sent[0]?.totals).toEqual({ acks: 0, lagMs: 0, byId: [] });
});

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

test('S10 500 numbers are counted separately, further ones are not counted', () => {
  const it = view(0);
  for (let id = 0; id < 502; id++) it.lines.count({ id, name: 'x', bytes: 1, lagMs: 0 });
  it.lines.count({ id: 0, name: 'x', bytes: 1, lagMs: 0 });
  it.lines.add(() => 'x');
  it.lines.flush();
  const { byId } = it.sent[0]!.totals;
  expect([byId.length, byId[0]?.count, byId.at(-1)?.id]).toEqual([500, 2, 499]);
});
