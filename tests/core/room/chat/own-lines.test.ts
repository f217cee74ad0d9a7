import { expect, test } from 'vitest';
import { readLines, readOffsets, type StoredLine, writeLines, writeOffsets } from '../../../../src/core/room/chat/own-lines.ts';
import { safetyFields } from '../../../../src/core/socket/safety.ts';
import { seeded } from '../../../seeded.ts';

/** Repeated here, so that a change of the limits fails a test. */
const MAX_STORED_LINES = 100;
const MAX_STORED_OFFSETS = 20;

const line = (uuid: string): StoredLine => ({
  uuid,
  seq: 5,
  userId: 7,
  writtenMs: 1_700_000_000_000,
  text: '你好',
  toUserId: 0,
  secret: false,
  manual: true,
  failure: null,
});

test('S7 lines survive a reload of their own room, in order and bounded', () => {
  const lines = [line('a'), { ...line('b'), secret: true, manual: false, toUserId: 3, failure: 'muted' as const }];
  const text = writeLines(1001, lines) ?? '';
  expect(readLines(1001, text)).toEqual(lines);
  expect(readLines(1002, text)).toEqual([]);
  expect(writeLines(1001, [])).toBeNull();
  expect(
    readLines(
      1001,
      writeLines(
        1001,
        Array.from({ length: 500 }, (_, i) => line(`u${i}`)),
      ) ?? '',
    ),
  ).toHaveLength(MAX_STORED_LINES);
});

test('S7 invalid stored values are skipped and valid lines are kept', () => {
  const bad = [
    null,
    3,
    {},
    { ...line('a'), text: 5 },
    { ...line('a'), text: 'x'.repeat(501) },
    { ...line('<b>') },
    { ...line('a'), userId: -1 },
    { ...line('a'), seq: 0.5 },
  ];
  expect(readLines(1001, JSON.stringify({ roomId: 1001, lines: [...bad, line('fine')] }))).toEqual([line('fine')]);
  for (const text of ['', '{', 'null', '[]', '{"roomId":1001}', '{"roomId":1001,"lines":{}}', 'x'.repeat(200_000)])
    expect(readLines(1001, text)).toEqual([]);
  expect(readLines(1001, undefined)).toEqual([]);
  const random = seeded(81);
  const whole = new TextEncoder().encode(writeLines(1001, [line('a'), line('b')]) ?? '');
  for (let round = 0; round < 2_000; round++)
    expect(Array.isArray(readLines(1001, new TextDecoder().decode(random.flip(whole))))).toBe(true);
});

test('S5 each room has its own offset, and the oldest rooms are dropped', () => {
  const two = writeOffsets(readOffsets(writeOffsets(new Map(), 1001, '5')), 1002, '77');
  expect(readOffsets(two)).toEqual(
    new Map([
      [1001, '5'],
      [1002, '77'],
    ]),
  );
  expect(readOffsets(writeOffsets(readOffsets(two), 1001, '6')).get(1001)).toBe('6');
  let text = '';
  for (let room = 0; room < 50; room++) text = writeOffsets(readOffsets(text), room, '1');
  expect(readOffsets(text).size).toBe(MAX_STORED_OFFSETS);
  for (const bad of ['1:x', '12', '1:2:3', '-1:2', '1:99999999999999999']) expect(readOffsets(bad).size).toBe(0);
});

test('S4 S23 the result of the slider check fills all six safety fields, bound to device, room and time', () => {
  const passed = {
    roomId: 1001,
    deviceNo: 'device',
    dfid: 'd1',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36',
    passedTimes: 1,
    passedMs: 1_700_000_000_000,
  };
  const fields = safetyFields(passed);
  expect(fields).toEqual({
    safeSign: expect.stringMatching(/^[0-9a-f]{8}$/),
    safeTimes: '1',
    safeCt: '1700000000000',
    version: '1.0.0',
    sysVersion: 'Windows NT 10.0; Win64; x64',
    kfd: 'd1',
  });
  for (const other of [{ roomId: 1002 }, { deviceNo: 'other' }, { passedMs: 1 }, { passedTimes: 2 }])
    expect(safetyFields({ ...passed, ...other }).safeSign).not.toBe(fields.safeSign);
});
