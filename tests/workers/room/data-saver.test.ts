import { expect, test } from 'vitest';
import { ok } from '../../../src/core/result.ts';
import { STORED_KEYS, writeStored } from '../../../src/core/room/start/stored.ts';
import { DEFAULT_PLAYER_CONFIG } from '../../../src/player/rules/constants.ts';
import { BOTH, controller, START_EPOCH_MS } from './player-harness.ts';

const kinds = (room: ReturnType<typeof controller>): string =>
  room
    .plays()
    .map(({ kind, savings }) => `${kind}${savings?.soundOnly ? ' sound' : ''}`)
    .join(', ');
const levels = (room: ReturnType<typeof controller>): readonly number[] =>
  room.commands.flatMap((command) => (command.type === 'set-decode-level' ? [command.level] : []));

function watching(stored: Readonly<Record<string, string>> = {}, can: Parameters<typeof controller>[1] = {}) {
  const room = controller(stored, can);
  room.answers(ok(BOTH));
  room.player.start(BOTH);
  room.firstFrame();
  return room;
}

test('P22 fewer pictures is a level of the current player; sound only is another player, and the picture can be restored', async () => {
  const room = watching();
  expect(room.view()).toMatchObject({ saver: 'off', savers: ['off', 'lower-line', 'fewer-pictures', 'sound-only'] });
  room.player.chooseSaver('fewer-pictures');
  expect(levels(room)).toEqual([2]);
  room.player.chooseSaver('off');
  expect([levels(room), room.plays().length]).toEqual([[2, 0], 1]);

  room.player.chooseSaver('sound-only');
  await room.wait(0);
  expect(kinds(room)).toBe('h265, h265 sound');
  expect(room.written.filter((key) => key === STORED_KEYS.dataSaver)).toHaveLength(3);
  room.player.chooseSaver('off');
  await room.wait(0);
  expect(kinds(room)).toBe('h265, h265 sound, h265');
});

test('P22 with fewer pictures a slow machine may decode even less, and a fast one never more', async () => {
  const room = watching({ [STORED_KEYS.dataSaver]: writeStored('fewer-pictures', null, START_EPOCH_MS) });
  expect(room.plays()[0]?.savings).toEqual({ soundOnly: false, leastLevel: 2 });
  for (let second = 1; second <= 12; second++) {
    await room.wait(1_000);
    room.progress({ positionS: second, own: { load: 1.5, behindMs: 0, decodeLevel: 2, threads: 1, decoded: second } });
  }
  expect(levels(room)).toEqual([2, 2, 3]);
});

test('P13 P22 of the low-bitrate setting and a manually chosen kind the newer one applies, and both are stored', () => {
  const room = watching({ [STORED_KEYS.playerType]: writeStored('h264', null, START_EPOCH_MS) });
  expect(kinds(room)).toBe('h264');
  room.player.chooseSaver('lower-line');
  return room.wait(0).then(() => {
    expect(kinds(room)).toBe('h264, h265');
    // A choice of the kind that already plays restarts nothing, and turns the setting off.
    room.player.choose('h265');
    expect([kinds(room), room.view().saver]).toEqual(['h264, h265', 'off']);
    room.player.choose('h264');
    expect([kinds(room), room.view().saver]).toEqual(['h264, h265, h264', 'off']);
  });
});

test('P13 a browser with reduced data starts with a low bitrate, until the viewer changes it', () => {
  expect(watching({}, { savesData: true }).view().saver).toBe('lower-line');
  const stored = { [STORED_KEYS.dataSaver]: writeStored('off', null, START_EPOCH_MS) };
  expect(watching(stored, { savesData: true }).view().saver).toBe('off');
});

const HD = { ...BOTH, width: 1_280, height: 720, httpflv: [] };
const unshared = { ...DEFAULT_PLAYER_CONFIG, numbers: { ...DEFAULT_PLAYER_CONFIG.numbers, unsharedPixels: 1_280 * 720 } };

test('P22 P29 without shared memory one thread decodes; a picture size that it could not decode is refused at the next start', async () => {
  const room = controller({}, { sharedMemory: false });
  room.player.configure(unshared);
  room.answers(ok(HD));
  room.player.start(HD);
  expect(room.plays()[0]).toMatchObject({
    threads: { threads: 1, why: 'no shared memory' },
    withoutSharedMemory: { maxPixels: 1_280 * 720 },
  });
  room.event({ type: 'first-frame', width: 1_280, height: 720, sinceStartMs: 100 });
  for (let second = 1; second <= 4; second++) {
    await room.wait(1_000);
    // 200 ms a megapixel.
    room.progress({ positionS: second, decodeMs: 184.32, own: { load: 4, behindMs: 0, decodeLevel: 0, threads: 1, decoded: second * 5 } });
  }
  expect(levels(room)).toEqual([1]);
  expect(room.written).toContain(STORED_KEYS.decodeThreads);
  room.player.retry();
  await room.wait(0);
  expect(room.plays()).toHaveLength(1);
  expect(room.view().activity).toMatchObject({ name: 'failed', unsupported: 'too large without shared memory' });
});
