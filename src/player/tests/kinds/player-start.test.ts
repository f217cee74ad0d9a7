/** P22, P29: the command of the recovery rules becomes the arguments of a player, field by field. */
import { expect, test } from 'vitest';
import { codecsOf, engineError } from '../../kinds/mpegts/event-fields.ts';
import { startOf, type PlayerStart } from '../../kinds/player-start.ts';
import type { PlayCommand } from '../../rules/contract.ts';

const PAGE = {
  volume: 0.3,
  muted: true,
  openP2p: null,
  video: {} as HTMLVideoElement,
  surface: {} as HTMLElement,
  report: {} as PlayerStart['report'],
} satisfies Partial<PlayerStart>;
const NEEDED: PlayCommand = { type: 'play', epoch: 4, kind: 'h265', url: 'https://s.test/a.flv' } as PlayCommand;

test('P22 P25 a player receives each member of its command, and the sound of the page', () => {
  const command = {
    ...NEEDED,
    providerId: 16,
    connectMs: 7_000,
    threads: { count: 3, why: 'enough cores' },
    withoutSharedMemory: { maxLines: 480 },
    savings: { maxLines: 720 },
  } as unknown as PlayCommand;
  const { providerId, connectMs, threads, withoutSharedMemory, savings } = command;
  expect(startOf(command, PAGE)).toEqual({
    ...PAGE,
    epoch: 4,
    url: 'https://s.test/a.flv',
    providerId,
    connectMs,
    threads,
    withoutSharedMemory,
    savings,
  });
  for (const value of [providerId, connectMs, threads, withoutSharedMemory, savings]) expect(value).toBeDefined();
});

test('P22 an address without a provider has provider 0', () => {
  expect(startOf(NEEDED, PAGE)).toMatchObject({ providerId: 0, savings: undefined });
});

test.each([
  [{ videoCodec: 'avc1.64001f', audioCodec: 'mp4a.40.2' }, 'avc1.64001f, mp4a.40.2'],
  [{ audioCodec: 'mp4a.40.2' }, 'mp4a.40.2'],
  [{ videoCodec: '', audioCodec: 'mp4a.40.2' }, 'mp4a.40.2'],
  [{ videoCodec: 7, audioCodec: '' }, ''],
  [null, ''],
])('P3 the player log names the codecs of %o, video first', (info, codecs) => {
  expect(codecsOf(info)).toBe(codecs);
});

test('P25 each field of an error of the engine is checked', () => {
  expect(engineError('NetworkError', 'HttpStatusCodeInvalid', { code: 404, msg: 'Not Found' })).toEqual({
    type: 'NetworkError',
    detail: 'HttpStatusCodeInvalid',
    code: 404,
    message: 'Not Found',
  });
  expect(engineError(1, 2, { code: '404', msg: 5 })).toEqual({ type: '', detail: undefined, code: undefined, message: '' });
});
