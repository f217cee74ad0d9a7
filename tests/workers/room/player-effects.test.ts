/** The player's controller: effects of its decisions on player, reports, storage and room. */
import { expect, test } from 'vitest';
import { err, ok } from '../../../src/core/errors.ts';
import { ROOM_LIMITS } from '../../../src/core/room/limits.ts';
import { STORED_KEYS } from '../../../src/core/room/start/stored.ts';
import { BOTH, H264 } from '../../../src/player/tests/rules/harness.ts';
import { controller } from './player-harness.ts';

const OWN = { behindMs: 0, decodeLevel: 0, threads: 1, decoded: 1 } as const;

test('P13 P29 volume, muting and the chosen kind reach the player and the storage', () => {
  const room = controller();
  room.player.start(BOTH);
  room.firstFrame();
  room.player.setVolume(0.5);
  room.player.setMuted(true);
  room.player.choose('h264');
  expect(room.commands.filter((command) => command.type === 'set-volume')).toEqual([
    { type: 'set-volume', volume: 0.5, muted: false },
    { type: 'set-volume', volume: 0.5, muted: true },
  ]);
  expect(room.written).toEqual([STORED_KEYS.volume, STORED_KEYS.muted, STORED_KEYS.playerType]);
  expect(room.plays().at(-1)).toMatchObject({ kind: 'h264', volume: 0.5, muted: true });
});

test('P20 each change of the stream’s status is reported, and the player log keeps its newest lines', () => {
  const room = controller();
  room.player.start(H264);
  room.firstFrame();
  const statuses = room.pulled('status').map(({ fields }) => (fields as { status: number }).status);
  expect(statuses.length).toBeGreaterThan(1);
  expect(statuses.at(-1)).toBe(room.view().statusCode);
  for (let i = 0; i <= ROOM_LIMITS.logLines.value; i++) room.player.log(`line ${i}`);
  expect(room.view().log).toHaveLength(ROOM_LIMITS.logLines.value);
  expect(room.view().log.at(-1)).toMatchObject({ type: 'note', text: `line ${ROOM_LIMITS.logLines.value}` });
});

test('P29 a picture that is frozen in a hidden tab, or waits for a click, is not a stall', async () => {
  const hidden = controller();
  hidden.player.start(H264);
  hidden.firstFrame();
  hidden.player.setVisible(false);
  await hidden.wait(60_000);
  hidden.player.setVisible(true);
  await hidden.wait(500);
  const blocked = controller();
  blocked.player.start(H264);
  blocked.firstFrame();
  blocked.event({ type: 'autoplay', blocked: true, muted: false });
  await blocked.wait(60_000);
  for (const room of [hidden, blocked]) {
    expect(room.plays()).toHaveLength(1);
    expect(room.reported.map(({ name }) => name)).not.toContain('player.stall-downgrade');
  }
});

test('P29 a wasm decoder that starts in a hidden tab stops decoding like the previous one', async () => {
  const room = controller();
  room.player.start(BOTH);
  room.player.setVisible(false);
  await room.wait(5_000);
  room.fail();
  await room.wait(5_000);
  const count = room.commands.length;
  expect(room.plays().length).toBeGreaterThan(1);
  await room.wait(5_000);
  expect(room.commands.slice(count).filter((command) => command.type === 'set-decoding')).toEqual([expect.objectContaining({ on: false })]);
});

test('P25 decoding in a hidden tab is not used to judge the machine', async () => {
  const room = controller();
  room.player.start(BOTH);
  room.firstFrame();
  room.player.setVisible(false);
  for (let second = 1; second <= 16; second++) {
    await room.wait(1_000);
    room.progress({ positionS: second, own: { ...OWN, load: 1.5 } });
  }
  expect(room.commands.filter((command) => command.type === 'set-decode-level')).toEqual([]);
});

test('P4 P30 the size of the picture, its changes and the messages of the stream reach the room', () => {
  const room = controller();
  room.player.start(H264);
  room.firstFrame();
  room.event({ type: 'resolution', width: 480, height: 852 });
  const messages = [{ code: 2, json: '{}', ptsMs: 0 }];
  room.event({ type: 'stream-messages', messages });
  expect(room.outputs).toEqual([{ width: 852, height: 480 }, { width: 480, height: 852 }, messages]);
});

test.each([
  ['plays without its sound is watched for stalls', true, ['h265', 'h264']],
  ['does not play at all waits for a click and is not', false, ['h265']],
] as const)('P25 a picture that the browser’s autoplay policy %s', async (_what, muted, kinds) => {
  const room = controller();
  room.player.start(BOTH);
  room.firstFrame();
  room.event({ type: 'autoplay', blocked: true, muted });
  await room.wait(30_000);
  expect(room.plays().map(({ kind }) => kind)).toEqual(kinds);
});

test('P22 the result of native HEVC, success or failure, is stored for the next visit', () => {
  for (const works of [true, false]) {
    const room = controller({}, { nativeHevc: true });
    room.player.start({ ...H264, nativeh265: ['/live/n.flv'] });
    room.player.choose('h265-native');
    expect(room.plays().at(-1)).toMatchObject({ kind: 'h265-native' });
    room.written.length = 0;
    if (works) room.firstFrame();
    else room.event({ type: 'failed', failure: 'PLAYER_ERROR', detail: '', network: false, codecUnsupported: true });
    expect(room.written).toContain(STORED_KEYS.nativeHevc);
  }
});

test('P29 after picture-in-picture is closed h265 plays again', () => {
  const room = controller();
  room.player.start(BOTH);
  room.firstFrame();
  room.player.wantPictureInPicture();
  room.firstFrame();
  room.event({ type: 'picture-in-picture', active: true });
  room.event({ type: 'picture-in-picture', active: false });
  expect(room.plays().map(({ kind }) => kind)).toEqual(['h265', 'h264', 'h265']);
});

test('P23 P41 a start, a first picture, a stall and a failure are reported, each with its subject', async () => {
  const room = controller();
  room.player.start(H264);
  room.firstFrame();
  expect(room.pulled('start')).toMatchObject([{ fields: { kind: 'h264', line: 0, epoch: 1 } }]);
  expect(room.pulled('first-frame')).toEqual([
    { type: 'pull', event: 'first-frame', fields: { width: 852, height: 480, sinceStartMs: 100 } },
  ]);
  room.progress({ positionS: 1, paintedFrames: 10 });
  for (let second = 0; second < 8; second++) {
    await room.wait(1_000);
    room.progress({ positionS: 1, paintedFrames: 10 });
  }
  room.progress({ positionS: 2, paintedFrames: 20 });
  expect(room.pulled('stall')).toMatchObject([{ fields: { kind: 'h264' } }]);
  room.fail();
  expect(room.pulled('failed')).toMatchObject([{ fields: { failure: 'ACK_NETWORK_FAIL', kind: 'h264', network: 1 } }]);
});

test('a disposed controller starts nothing more', async () => {
  const room = controller();
  room.player.start(H264);
  room.fail();
  room.player.dispose();
  await room.wait(60_000);
  room.player.retry();
  expect(room.plays()).toHaveLength(1);
  expect(room.timers.size).toBe(0);
});

test('S2 a room worker that starts while the player plays shows it, and reports neither its start nor its picture again', async () => {
  const room = controller();
  room.player.start(BOTH);
  room.firstFrame();
  room.event({ type: 'autoplay', blocked: true, muted: true });
  room.event({ type: 'resolution', width: 480, height: 852 });
  room.player.setVolume(0.5);
  const { kind, lineCount, kinds, savers, activity, volume, canPictureInPicture, status } = room.view();
  room.loseRoom();
  await room.wait(1_000);
  room.player.chooseSaver('fewer-pictures');
  const [reports, outputs] = [room.reported.length, room.outputs.length];
  room.written.length = 0;
  room.newRoom();
  expect(room.view()).toMatchObject({
    kind,
    lineCount,
    kinds,
    savers,
    activity,
    volume,
    canPictureInPicture,
    status,
    saver: 'fewer-pictures',
  });
  expect(room.outputs.slice(outputs)).toEqual([
    { width: 852, height: 480 },
    { width: 480, height: 852 },
  ]);
  const names = room.reported.slice(reports).flatMap(({ event }) => (event === 'status' ? [] : [event]));
  expect(names).toEqual(['resumed']);
  // A choice made while there was no room worker is stored for the next visit.
  expect(room.written).toContain(STORED_KEYS.dataSaver);
  room.player.start(BOTH);
  expect(room.plays()).toHaveLength(1);
});

test('S2 a room worker that starts while the player waits for addresses fetches them', async () => {
  const room = controller();
  room.answers(err('HTTP_STATUS', '503'));
  room.loseRoom();
  room.newRoom();
  room.player.start(null);
  room.loseRoom();
  room.answers(ok(H264));
  room.newRoom();
  await room.wait(0);
  expect(room.plays()).toHaveLength(1);
  expect(room.isSettled()).toBe(false);
  room.firstFrame();
  expect(room.isSettled()).toBe(true);
});

test('P24 repeated orders change nothing, and the room does not start what the viewer stopped', async () => {
  const room = controller();
  room.player.start(H264);
  room.firstFrame();
  room.player.start(BOTH);
  expect(room.plays()).toHaveLength(1);
  room.player.stop('viewer');
  room.player.start(BOTH);
  expect(room.plays()).toHaveLength(1);
  room.player.stop('owner');
  expect(room.commands.at(-1)).toMatchObject({ type: 'stop', keepsPicture: false });
  const count = room.commands.length;
  room.player.stop('owner');
  room.player.stop('viewer');
  expect(room.commands).toHaveLength(count);
  room.player.start(BOTH);
  expect(room.plays()).toHaveLength(2);
});

test.each([
  ['a track of frames', 'track', ['h265'], true],
  ['a canvas, and H264 to take over', 'canvas', ['h265', 'h264'], true],
  ['a canvas alone', 'canvas', ['h265'], false],
] as const)('P23 H265 offers picture-in-picture with %s', (_what, pictureSurface, kinds, expected) => {
  const room = controller({}, { pictureSurface, kinds });
  room.player.start(BOTH);
  room.firstFrame();
  expect([room.view().kind, room.view().canPictureInPicture]).toEqual(['h265', expected]);
});
