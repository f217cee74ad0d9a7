import { expect, test } from 'vitest';
import { roomTalk } from '../../../mocks/sessions/room-talk.ts';
import { readEnvelope } from '../../../src/wire/envelope.ts';
import { readFrame } from '../../../src/wire/frame.ts';

const TEXT = new TextDecoder();
const ROOMS = [1_002, 1_003, 1_004, 1_005, 1_006, 1_007, 4_321];

/** Readable text in the payloads, which are stored uncompressed. */
function textsOf(roomId: number): readonly string[] {
  return roomTalk(roomId)!.records.map(({ bytes }) => {
    const frame = readFrame(bytes);
    if (!frame.ok || frame.value.kind !== 'push') throw new Error('no push');
    const envelope = readEnvelope(frame.value.payload);
    if (!envelope.ok) throw new Error('no envelope');
    return TEXT.decode(envelope.value.content);
  });
}

test('S20 every room except the recorded one has its own chat traffic, deterministic and in order of time', () => {
  expect(roomTalk(1_001)).toBeNull();
  for (const roomId of ROOMS) {
    const log = roomTalk(roomId)!;
    expect(log).toEqual(roomTalk(roomId));
    expect(log.records.length).toBeGreaterThan(18);
    const times = log.records.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(log.durationMs);
  }
  const wholes = ROOMS.map((roomId) => textsOf(roomId).join('\n'));
  expect(new Set(wholes).size).toBe(ROOMS.length);
  for (const whole of wholes) expect(whole).not.toMatch(/测试|test|观众\d|用户\d/i);
});
