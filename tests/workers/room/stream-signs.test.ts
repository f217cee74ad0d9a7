import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StreamMessage } from '../../../src/workers/core/player/stream-messages.ts';
import { initialView, NO_SIGNS } from '../../../src/workers/core/room/initial-view.ts';
import { createScreen, type Screen } from '../../../src/workers/room/screen.ts';
import { createStreamSigns, type StreamSignsOwner } from '../../../src/workers/room/stream-signs.ts';
import type { StatsFact } from '../../../src/workers/stats/api.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function room(): { screen: Screen; signs: StreamSignsOwner; facts: StatsFact[] } {
  const screen = createScreen(initialView({ width: 1_280, height: 800 }), () => undefined);
  const facts: StatsFact[] = [];
  const stats = { tell: (fact: StatsFact) => void facts.push(fact), failure: () => undefined, replace: () => undefined };
  return { screen, signs: createStreamSigns(screen, stats), facts };
}
const message = (code: number, data: unknown): StreamMessage => ({ code, json: JSON.stringify(data), ptsMs: 0 });

test('P30 the room shows what the stream says, counts every message by its code, and the last word of a batch stands', () => {
  const { screen, signs, facts } = room();
  signs.heard([
    message(1, { songName: '星光', singerName: 'Momo' }),
    message(2, { delay: 900 }),
    message(2, { delay: 350 }),
    message(3, { bitrate: 1_800 }),
    message(5, { pitch: 440 }),
    message(17, {}),
    message(2, { delay: 'soon' }),
  ]);
  expect(screen.get().signs).toEqual({
    ...NO_SIGNS,
    song: { name: '星光', singer: 'Momo' },
    delayMs: 350,
    kilobitsPerS: 1_800,
    pitchHz: 440,
    heard: 6,
    unknown: 1,
    unreadable: 1,
  });
  expect(facts.filter((fact) => fact.type === 'count' && fact.name === 'stream-message.2')).toHaveLength(3);
  signs.heard([message(1, { songName: '' })]);
  expect(screen.get().signs.song).toBeNull();
});

test('P30 the tip of an effect gift goes after a while, a later one has a while of its own, and another stream begins with nothing', () => {
  const { screen, signs } = room();
  const gift = (): unknown => screen.get().signs.gift;
  signs.heard([message(4, { giftname: '花', sendername: 'A', num: 3 })]);
  expect(gift()).toEqual({ id: 1, sender: 'A', name: '花', count: 3 });
  vi.advanceTimersByTime(3_000);
  signs.heard([message(4, { giftname: '星' })]);
  vi.advanceTimersByTime(3_000);
  expect(gift()).toMatchObject({ id: 2, name: '星', count: 1 });
  vi.advanceTimersByTime(1_500);
  expect(gift()).toBeNull();
  signs.heard([message(4, { giftname: '星' }), message(2, { delay: 1 })]);
  signs.clear();
  expect(screen.get().signs).toBe(NO_SIGNS);
  vi.advanceTimersByTime(10_000);
  expect(screen.get().signs).toBe(NO_SIGNS);
});
