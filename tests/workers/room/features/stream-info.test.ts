import { expect, test } from 'vitest';
import type { StreamMessage } from '../../../../src/player/rules/messages/stream-messages.ts';
import type { Failure } from '../../../../src/core/result.ts';
import { initialView, NO_STREAM_INFO } from '../../../../src/core/room/initial-view.ts';
import { createScreen } from '../../../../src/workers/room/screen.ts';
import { createStreamInfo } from '../../../../src/workers/room/features/stream-info.ts';
import type { StatsEvent } from '../../../../src/workers/stats/api.ts';
import { manualClock } from '../../../manual-clock.ts';

const message = (code: number, data: unknown): StreamMessage => ({ code, json: JSON.stringify(data), ptsMs: 0 });

test('P30 the room shows the stream’s figures and counts every message by code, and the last message of a batch applies', () => {
  const screen = createScreen(initialView({ width: 1_280, height: 800 }), manualClock(), () => undefined);
  const events: StatsEvent[] = [];
  const info = createStreamInfo(screen, { emit: (event) => events.push(event), failure: () => undefined, replace: () => undefined });
  info.onMessages([
    message(1, { songName: '星光', singerName: 'Momo' }),
    message(2, { delay: 900 }),
    message(2, { delay: 350 }),
    message(3, { bitrate: 1_800 }),
    message(5, { pitch: 440 }),
    message(17, {}),
    message(2, { delay: 'soon' }),
  ]);
  expect(screen.get().streamInfo).toEqual({ delayMs: 350, kilobitsPerS: 1_800, pitchHz: 440, dispatched: 6, unknown: 1, unreadable: 1 });
  expect(events.filter((event) => event.type === 'count' && event.name === 'stream-message.2')).toHaveLength(3);
  info.clear();
  expect(screen.get().streamInfo).toBe(NO_STREAM_INFO);
});

test('P30 a message that cannot be parsed is logged with its code and its text, within a bound; the next one is shown', () => {
  const screen = createScreen(initialView({ width: 1_280, height: 800 }), manualClock(), () => undefined);
  const failures: Failure[] = [];
  const info = createStreamInfo(screen, { emit: () => undefined, failure: (failure) => failures.push(failure), replace: () => undefined });
  info.onMessages([
    message(2, { delay: 'soon' }),
    { code: 0, json: '', ptsMs: 0 },
    message(4, { num: 1, note: 'x'.repeat(4_000) }),
    message(17, { unknown: true }),
    message(2, { delay: 350 }),
  ]);
  expect(failures).toEqual([
    { code: 'STREAM_MESSAGE_BAD', detail: 'code 2: {"delay":"soon"}' },
    { code: 'STREAM_MESSAGE_BAD', detail: 'code 0: ' },
    { code: 'STREAM_MESSAGE_BAD', detail: expect.stringMatching(/^code 4: \{"num":1,"note":"x{90,}$/) },
  ]);
  expect(failures[2]!.detail.length).toBeLessThanOrEqual(120);
  expect(screen.get().streamInfo).toMatchObject({ delayMs: 350, unreadable: 3 });
});

test('P30 songs and gifts of the stream are counted and change no figure; without figures nothing is cleared', () => {
  const patches: unknown[] = [];
  const first = createScreen(initialView({ width: 1_280, height: 800 }), manualClock(), () => undefined);
  const screen = { ...first, patch: (patch: Parameters<typeof first.patch>[0]) => (patches.push(patch), first.patch(patch)) };
  const info = createStreamInfo(screen, { emit: () => undefined, failure: () => undefined, replace: () => undefined });
  info.clear();
  expect(patches).toEqual([]);
  info.onMessages([message(2, { delay: 350 })]);
  info.onMessages([message(1, { songName: '星光' }), message(4, { giftname: '玫瑰', num: 1 })]);
  expect(screen.get().streamInfo).toEqual({ ...NO_STREAM_INFO, delayMs: 350, dispatched: 3 });
});
