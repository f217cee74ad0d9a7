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
const NEEDED: PlayCommand = { type: 'play', epoch: 4, kind: 'h265', url: 'https://s.test/a.flv', volume: 1, muted: false };

test('P22 P25 a player receives its command, provider 0 if it names none, and the sound of the page', () => {
  const own = { connectMs: 7_000, threads: { threads: 3, why: 'measured best' }, withoutSharedMemory: { maxPixels: 480 } } as const;
  const savings = { soundOnly: true, leastLevel: 2 } as const;
  const command = { ...NEEDED, ...own, providerId: 16, savings };
  expect(startOf(command, PAGE)).toMatchObject({ ...PAGE, ...own, epoch: 4, url: 'https://s.test/a.flv', providerId: 16, savings });
  expect(startOf(NEEDED, PAGE).providerId).toBe(0);
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
