import { expect, test } from 'vitest';
import { visitMachine, type EnterContext, type VisitEvent } from '../../../src/core/reports/enter-room.ts';
import { stepThrough, TICK } from './machine-run.ts';

const web: EnterContext = { roomId: 1001, embed: false, url: 'https://room.test/live/1001', streamId: 's1', isStar: false };
const is = (type: VisitEvent['type']): VisitEvent => ({ type });

test('P40 a live room is reported at 3 s with state 0, at 10 s with state 1, then every 10 s', () => {
  const due: (number | null)[] = [];
  const events: [number, VisitEvent | typeof TICK][] = [
    [500, is('entered')],
    [500, is('live')],
  ];
  for (let i = 0; i < 4; i++) {
    const { dueMs } = stepThrough(visitMachine, web, ...events);
    due.push(dueMs);
    expect(stepThrough(visitMachine, web, ...events, [dueMs! - 1, TICK]).effects).toHaveLength(i);
    events.push([dueMs!, TICK]);
  }
  expect(due).toEqual([3_500, 10_500, 20_500, 30_500]);
  expect(stepThrough(visitMachine, web, ...events).effects.map(([, { body }]) => [body.type, body.state])).toEqual([
    [1, 0],
    [1, 1],
    [2, 1],
    [2, 1],
  ]);
});

test('P7 P40 an offline room is not reported; reports start, stop and restart with the live stream', () => {
  const offline = stepThrough(visitMachine, web, [0, is('entered')], [60_000, TICK]);
  expect(offline).toMatchObject({ effects: [], dueMs: null });
  const evening = stepThrough(
    visitMachine,
    web,
    [0, is('entered')],
    [60_000, is('live')],
    [63_000, TICK],
    [65_000, is('offline')],
    [90_000, TICK],
    [100_000, is('live')],
    [103_000, TICK],
  );
  expect(evening.effects.map(([nowMs, { body }]) => [nowMs, body.type, body.state])).toEqual([
    [63_000, 1, 0],
    [103_000, 1, 0],
  ]);
});

test('P40 the star’s own room is reported from the entry on, also before the broadcast', () => {
  const { effects } = stepThrough(visitMachine, { ...web, isStar: true }, [0, is('entered')], [1_000, is('offline')], [3_000, TICK]);
  expect(effects).toHaveLength(1);
});

test('P40 page and os are 2 and 0 on the web, 5 and 10 embedded; room and stream are the current ones', () => {
  const report = (embed: boolean) => stepThrough(visitMachine, { ...web, embed }, [0, is('live')], [3_000, TICK]).effects[0]?.[1].body;
  expect(report(false)).toEqual({ type: 1, url: web.url, page: 2, os: 0, state: 0, room_id: 1001, streamid: 's1' });
  expect(report(true)).toMatchObject({ page: 5, os: 10 });
  const later = (nowMs: number): EnterContext => ({ ...web, streamId: nowMs < 5_000 ? '' : 's2' });
  const { effects } = stepThrough(visitMachine, later, [0, is('live')], [3_000, TICK], [10_000, TICK]);
  expect(effects.map(([, { body }]) => body.streamid)).toEqual(['', 's2']);
});

test('P40 a repeated entry is one visit, leaving ends it, and reports missed during sleep are skipped', () => {
  const twice = stepThrough(visitMachine, web, [0, is('live')], [9_000, is('entered')], [9_500, is('live')]);
  expect(twice.dueMs).toBe(3_000);
  expect(stepThrough(visitMachine, web, [0, is('live')], [9_000, is('left')]).dueMs).toBeNull();
  const slept = stepThrough(visitMachine, web, [0, is('live')], [3_000, TICK], [10_000, TICK], [3_600_000, TICK]);
  expect(slept.effects).toHaveLength(3);
  expect(slept.dueMs).toBe(3_610_000);
});

test('P40 a visit started by another stats worker continues with heartbeats', () => {
  const resumed = stepThrough(visitMachine, web, [50_000, is('resumed')]);
  expect(resumed.dueMs).toBe(60_000);
  const { effects, dueMs } = stepThrough(visitMachine, web, [50_000, is('resumed')], [60_000, TICK]);
  expect(effects).toMatchObject([[60_000, { body: { type: 2, state: 1 } }]]);
  expect(dueMs).toBe(70_000);
});

test('P40 a missed heartbeat is skipped at its exact time, and the entry and its second report are never skipped', () => {
  const at = (nowMs: number) => stepThrough(visitMachine, web, [0, is('live')], [3_000, TICK], [10_000, TICK], [nowMs, TICK]).dueMs;
  expect([at(20_000), at(29_999), at(30_000)]).toEqual([30_000, 30_000, 40_000]);
  const late = stepThrough(visitMachine, web, [0, is('live')], [60_000, TICK], [60_000, TICK]);
  expect(late.effects.map(([, { body }]) => [body.type, body.state])).toEqual([
    [1, 0],
    [1, 1],
  ]);
  expect(late.dueMs).toBe(20_000);
});

test('P40 an event that does not fit the state of the visit changes nothing', () => {
  expect(visitMachine.initial).toEqual({ name: 'outside' });
  expect(stepThrough(visitMachine, web, [0, TICK])).toEqual({ state: { name: 'outside' }, effects: [], dueMs: null });
  expect(stepThrough(visitMachine, web, [0, is('offline')]).state).toEqual({ name: 'outside' });
  expect(stepThrough(visitMachine, web, [0, is('entered')], [5, is('left')]).state).toEqual({ name: 'outside' });
  expect(stepThrough(visitMachine, { ...web, isStar: true }, [0, is('entered')], [5, is('entered')]).state).toMatchObject({ sinceMs: 0 });
  const { state } = stepThrough(visitMachine, web, [0, is('live')]);
  expect(visitMachine.step(state, TICK, 2_999, web)).toEqual([state]);
});
