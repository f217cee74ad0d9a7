import { readStreamMessage } from '../../../rules/messages/stream-message-bodies.ts';
import { expect, test } from 'vitest';
import { elementMs, NO_OFFSET, addOffset } from '../../../rules/clock/position.ts';
import {
  MessageQueue,
  LAST_STREAM_MESSAGE,
  MESSAGE_SCRIPT,
  MESSAGE_UUID,
  messageOfScript,
  messageOfSei,
  messagesOfDecoder,
  type StreamMessage,
} from '../../../rules/messages/stream-messages.ts';

/** Repeated here, so that a change of the limits fails a test. */
const DISPATCH_GAP_MS = 100;
const MAX_AHEAD_MS = 30_000;
const MAX_WAITING_MESSAGES = 256;

const UUID = Uint8Array.from(MESSAGE_UUID);
const UNREADABLE = { code: 0, json: '' };

test('P30 only a script tag with the specified name is a message; an invalid message is counted in its place', () => {
  expect(messageOfScript(MESSAGE_SCRIPT, { type: 2, data: { delay: 5 } })).toEqual({ code: 2, json: '{"delay":5}' });
  expect(messageOfScript(MESSAGE_SCRIPT, { type: LAST_STREAM_MESSAGE })).toEqual({ code: 28, json: 'null' });
  expect(messageOfScript('onMetaData', { type: 2 })).toBeNull();
  for (const bad of [null, 'x', {}, { type: 0 }, { type: 29 }, { type: 1.5 }, { type: '1' }, { type: 1, data: 'x'.repeat(5_000) }])
    expect(messageOfScript(MESSAGE_SCRIPT, bad)).toEqual(UNREADABLE);
});

test('P30 an SEI is a message only under the project’s UUID', () => {
  expect(messageOfSei(UUID, () => '{"type":5,"data":{"pitch":440}}')).toEqual({ code: 5, json: '{"pitch":440}' });
  expect(messageOfSei(UUID, () => '{"type":5')).toEqual(UNREADABLE);
  expect(messageOfSei(UUID.slice(1), () => '{"type":5}')).toBeNull();
  const banner = (): never => {
    throw new Error('an encoder banner is not even read');
  };
  expect(
    messageOfSei(
      Uint8Array.from(MESSAGE_UUID, (byte) => byte ^ 1),
      banner,
    ),
  ).toBeNull();
});

test('P30 the decoder’s list of SEIs: only complete messages of the project', () => {
  const text = new TextEncoder().encode('{"type":3,"data":{"bitrate":900}}');
  const ours = [5, 0, 0, UUID.length + text.length, ...UUID, ...text];
  const utf8 = (text: Uint8Array): string => new TextDecoder().decode(text);
  const bytes = Uint8Array.from([137, 0, 0, 1, 7, 5, 0, 0, 2, 9, 8, ...ours, ...ours.slice(0, -1)]);
  expect(messagesOfDecoder(bytes, utf8)).toEqual([{ code: 3, json: '{"bitrate":900}' }]);
  expect(messagesOfDecoder(bytes.subarray(0, 0), utf8)).toEqual([]);
});

test.each([
  [1, '{"songName":"星光","singerName":"Momo"}', { type: 'song-info', name: '星光', singer: 'Momo' }],
  [1, '{"songName":"星光","singerName":null}', { type: 'song-info', name: '星光', singer: '' }],
  [1, '{"songName":""}', { type: 'song-info', name: '', singer: '' }],
  [2, '{"delay":350}', { type: 'delay', delayMs: 350 }],
  [2, '{"delay":-1}', { type: 'unreadable' }],
  [3, '{"bitrate":1800}', { type: 'bitrate', kilobitsPerS: 1_800 }],
  [4, '{"giftname":"花","sendername":"A","num":3.5}', { type: 'effect-gift', sender: 'A', gift: '花', count: 3 }],
  [4, '{"giftname":"花","sendername":null,"num":null}', { type: 'effect-gift', sender: '', gift: '花', count: 1 }],
  [4, '{"giftname":"花"}', { type: 'effect-gift', sender: '', gift: '花', count: 1 }],
  [4, '{"num":3}', { type: 'unreadable' }],
  [5, '{"pitch":440}', { type: 'pitch', hertz: 440 }],
  [5, 'null', { type: 'unreadable' }],
  [5, '{', { type: 'unreadable' }],
  [6, 'null', { type: 'other' }],
  [28, '{"anything":1}', { type: 'other' }],
  [0, '', { type: 'unreadable' }],
  [29, '{}', { type: 'unreadable' }],
] as const)('P30 code %d with %s', (code, json, body) => {
  expect(readStreamMessage({ code, json })).toEqual(body);
});

const at = (ptsMs: number, code = 1): StreamMessage => ({ code, json: '', ptsMs });
const times = (messages: readonly StreamMessage[]): number[] => messages.map(({ ptsMs }) => ptsMs);

test('P30 messages are dispatched in the order of their pictures, those of one picture in order of arrival', () => {
  const queue = new MessageQueue();
  for (const message of [at(80), at(40), at(120), at(40, 2), at(0)]) queue.push(message);
  expect(queue.take(Number.NaN, 0)).toEqual([]);
  expect(queue.take(-1, 0)).toEqual([]);
  expect(queue.take(40, 0)).toEqual([at(0), at(40), at(40, 2)]);
  expect(queue.nextMs).toBe(80);
  expect(times(queue.take(500, DISPATCH_GAP_MS))).toEqual([80, 120]);
  expect([queue.length, queue.nextMs]).toEqual([0, Number.NaN]);
});

test('P30 the queue is bounded: the earliest are dropped and counted', () => {
  const queue = new MessageQueue();
  for (let i = 0; i < MAX_WAITING_MESSAGES + 3; i++) queue.push(at(i));
  expect([queue.length, queue.dropped, queue.nextMs]).toEqual([MAX_WAITING_MESSAGES, 3, 3]);
});

test('P30 after a jump forward each passed message is dispatched once, and a time of another clock does not wait forever', () => {
  const queue = new MessageQueue();
  for (const message of [at(1_000), at(2_000), at(9_000)]) queue.push(message);
  expect(times(queue.take(8_000, 0))).toEqual([1_000, 2_000]);
  queue.push(at(8_000 + MAX_AHEAD_MS + 1));
  expect(times(queue.take(8_000, DISPATCH_GAP_MS))).toEqual([8_000 + MAX_AHEAD_MS + 1]);
  // A jump back: messages later than the new position wait again.
  expect(queue.take(500, 2 * DISPATCH_GAP_MS)).toEqual([]);
  expect(times(queue.take(9_000, 2 * DISPATCH_GAP_MS))).toEqual([9_000]);
});

test('P30 the offset of a media element is the smallest recent difference, and is measured again after a jump', () => {
  let offset = NO_OFFSET;
  expect(elementMs(offset, 5_000)).toBeNaN();
  // A burst at the start, of which nothing is buffered yet.
  offset = addOffset(offset, 50_000, 0);
  expect(elementMs(offset, 50_000)).toBe(0);
  for (const [streamMs, endMs] of [
    [52_000, 2_960],
    [53_000, 3_900],
    [54_000, 4_980],
  ] as const)
    offset = addOffset(offset, streamMs, endMs);
  expect(elementMs(offset, 55_000)).toBe(55_000 - 49_020);
  offset = addOffset(offset, 2_000, 6_000);
  expect(elementMs(offset, 2_500)).toBe(6_500);
});
