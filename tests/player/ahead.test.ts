import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlayCommand, Player, PlayerEvent } from '../../src/player/rules/contract.ts';
import { expecting, type Ahead } from '../../src/player/ahead.ts';
import type { PlayerStart } from '../../src/player/kinds/player-start.ts';

const COMMAND: PlayCommand = {
  do: 'play',
  epoch: 1,
  kind: 'h264',
  url: '/a.flv',
  providerId: 0,
  codec: '',
  p2p: '',
  volume: 0.8,
  muted: false,
};
const FIRST_FRAME: PlayerEvent = { type: 'first-frame', epoch: 1, width: 852, height: 480, sinceStartMs: 5 };
const status = (name: 'buffering' | 'playing'): PlayerEvent => ({ type: 'status', epoch: 1, name });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const opened: PlayerStart[] = [];
  const dispose = vi.fn();
  const player = { kind: 'h264', epoch: 1, dispose } as unknown as Player;
  const onFirstFrame = vi.fn();
  const video = { hidden: true } as HTMLVideoElement;
  const ahead: Ahead = expecting(COMMAND, (start) => {
    opened.push(start);
    return player;
  })(video, {} as HTMLElement, onFirstFrame);
  const said: PlayerEvent[] = [];
  const start = { emit: (event: PlayerEvent) => void said.push(event) } as PlayerStart;
  return { ahead, opened, dispose, player, onFirstFrame, video, said, start, emit: (event: PlayerEvent) => opened[0]!.emit(event) };
}

test('P5 P20 the expected command takes the player that plays, with what it has said, in order, and what it says from then on', async () => {
  const { ahead, opened, dispose, player, onFirstFrame, video, said, start, emit } = open();
  expect(opened).toMatchObject([{ epoch: 1, url: '/a.flv', volume: 0.8, muted: false, openP2p: null }]);
  expect(video.hidden).toBe(false);
  emit(status('buffering'));
  emit(FIRST_FRAME);
  expect(onFirstFrame).toHaveBeenCalledOnce();
  const openPlayer = ahead.take({ ...COMMAND });
  expect(openPlayer?.(start)).toBe(player);
  expect(said).toEqual([]);
  await Promise.resolve();
  expect(said).toEqual([status('buffering'), FIRST_FRAME]);
  emit(status('playing'));
  expect(said.at(-1)).toEqual(status('playing'));
  vi.advanceTimersByTime(60_000);
  ahead.end();
  expect(dispose).not.toHaveBeenCalled();
  expect(opened).toHaveLength(1);
});

test.each([
  ['another address', { url: '/b.flv' }],
  ['another kind', { kind: 'h265' as const }],
  ['a later epoch', { epoch: 2 }],
  ['the sound off', { muted: true }],
])('P24 a command with %s ends the player that was opened ahead', (_name, change) => {
  const { ahead, dispose } = open();
  expect(ahead.take({ ...COMMAND, ...change })).toBeNull();
  expect(dispose).toHaveBeenCalledOnce();
  expect(ahead.take(COMMAND)).toBeNull();
  expect(dispose).toHaveBeenCalledOnce();
});

test('P5 a player that nobody takes is ended: by the room, or after a while', () => {
  const byRoom = open();
  byRoom.ahead.end();
  byRoom.ahead.end();
  expect(byRoom.dispose).toHaveBeenCalledOnce();
  const byTime = open();
  for (let i = 0; i < 1_000; i++) byTime.emit(status(i % 2 === 0 ? 'buffering' : 'playing'));
  vi.advanceTimersByTime(10_000);
  expect(byTime.dispose).toHaveBeenCalledOnce();
  expect(byTime.ahead.take(COMMAND)).toBeNull();
});
