import { afterEach, expect, test, vi } from 'vitest';
import { galleryView } from '../../mocks/gallery/states.ts';
import { NO_STREAM_INFO } from '../../src/core/room/initial-view.ts';
import { RATE_REASONS } from '../../src/player/rules/clock/pacing.ts';
import type { PlayerLogBody, PlayerLogEntry } from '../../src/player/rules/contract.ts';
import { SWITCH_REASON, type SwitchReasonName } from '../../src/player/rules/names.ts';
import type { PlayerFigures } from '../../src/player/page-player.ts';
import type { Diagnostics } from '../../src/ui/page/diagnostics.ts';
import { logLine, downloadLog } from '../../src/ui/stage/log/log-text.ts';
import { type NerdCase, type NerdName, nerdRows, type NerdSample, NERD_TEXT } from '../../src/ui/stage/log/nerd-figures.ts';
import { en as enPage } from '../../src/ui/text/en.ts';
import { zhCN as zhPage } from '../../src/ui/text/zh-CN.ts';

const size = { width: 852, height: 480 };
const LINES: readonly (readonly [PlayerLogBody, string])[] = [
  [
    {
      type: 'attempt',
      player: 'h264',
      line: 0,
      lines: 2,
      why: 'first address',
      reason: 'HISTORY_STALL',
      because: 'h265 stalled too often before',
    },
    'h264 address 1 of 2: first address (3 HISTORY_STALL: h265 stalled too often before)',
  ],
  [
    { type: 'attempt', player: 'h265', line: 1, lines: 2, why: 'too much is buffered', reason: 'UNKNOW', because: null },
    'h265 address 2 of 2: tab is back: too much is buffered (0 UNKNOW)',
  ],
  [{ type: 'failure', failure: 'TIMEOUT', ack: 'STALL_TIMEOUT', why: 'h265 stalled, h264' }, 'TIMEOUT (STALL_TIMEOUT): h265 stalled, h264'],
  [{ type: 'failure', failure: 'ACK_FAIL', ack: null, why: 'another address' }, 'ACK_FAIL: another address'],
  [{ type: 'player-error', detail: 'NetworkError 404' }, 'player: NetworkError 404'],
  [
    { type: 'ack', ack: 'STREAM_PIXED_CHANGED', from: size, to: { width: 1_280, height: 720 } },
    'STREAM_PIXED_CHANGED: 852x480 to 1280x720',
  ],
  [{ type: 'gave-up', failure: 'ACK_FAIL', retryInMs: 31_200 }, 'gave up: ACK_FAIL, next try in 31 s'],
  [{ type: 'gave-up', failure: 'NO_SUPPORT', retryInMs: null }, 'gave up: NO_SUPPORT'],
  [{ type: 'first-frame', size, afterMs: 609 }, 'first picture 852x480 after 609 ms'],
  [{ type: 'resolution', size }, 'the picture is 852x480 now'],
  [{ type: 'autoplay', allowed: 'picture' }, 'the browser allows the picture, sound after a click'],
  [{ type: 'autoplay', allowed: 'nothing' }, 'the browser waits for a click'],
  [{ type: 'picture-in-picture', active: true }, 'picture-in-picture'],
  [{ type: 'picture-in-picture', active: false }, 'back from picture-in-picture'],
  [{ type: 'decode-level', level: 3, why: 'decoding is over its budget' }, 'decode key pictures only: decoding is over its budget'],
  [{ type: 'decoding', on: false, why: 'hidden' }, 'decoding stopped: hidden'],
  [{ type: 'decoding', on: true, why: 'visible' }, 'decoding again: visible'],
  [
    { type: 'threads', decodeMs: 6.04, threads: 2, next: 1, why: 'fewer are tried' },
    'decoding takes 6.0 ms a picture on 2 threads; next time 1: fewer are tried',
  ],
  [{ type: 'choice-refused', player: 'webrtc' }, 'webrtc cannot be chosen here'],
  [{ type: 'network', isOnline: false }, 'the browser has no network'],
  [{ type: 'network', isOnline: true }, 'the browser has a network again'],
  [{ type: 'note', text: 'lead-in: over' }, 'lead-in: over'],
];

test.each(LINES)('P3 an entry of the player log becomes one line: $kind', (body, text) => {
  expect(logLine({ ...body, atMs: 3_249 })).toBe(`+3.2s ${text}`);
});

const en = { ...enPage, nerd: NERD_TEXT.en };
const zhCN = { ...zhPage, nerd: NERD_TEXT['zh-CN'] };

const UNKNOWN = Number.NaN;
const PROGRESS: PlayerFigures['progress'] = {
  positionS: 100,
  bufferedS: 1.234,
  paintedFrames: 500,
  droppedFrames: 7,
  bytes: 2_097_152,
  audioS: UNKNOWN,
  videoS: UNKNOWN,
  latencyS: 1.5,
  decodeMs: 4.26,
};
const sample = (atMs: number, progress: Partial<PlayerFigures['progress']> = {}, rest: Partial<PlayerFigures> = {}): NerdSample => ({
  atMs,
  figures: { kind: 'h264', epoch: 3, progress: { ...PROGRESS, ...progress }, own: {}, ...rest },
});
const CASE: NerdCase = { now: sample(2_000), before: null, kind: 'h264', reason: 'UNKNOW', log: [], streamInfo: NO_STREAM_INFO };

function shown(changes: Partial<NerdCase>, words: typeof en | typeof zhCN = en): Partial<Record<NerdName, string>> {
  return Object.fromEntries(nerdRows({ ...CASE, ...changes }, words).map(({ name, value }) => [name, value]));
}
const linesOf = (changes: Partial<NerdCase>, wanted: NerdName): readonly string[] =>
  nerdRows({ ...CASE, ...changes }, en)
    .find(({ name }) => name === wanted)
    ?.entries.map(logLine) ?? [];

test('P29 speeds need two samples of one player; another epoch gives none', () => {
  const now = sample(2_500, { bytes: PROGRESS.bytes + 51_200, paintedFrames: 513 });
  expect(shown({ now, before: sample(2_000) })).toMatchObject({ speed: '100 KiB/s · 2.0 MiB', resolution: '26 fps' });
  const older = sample(2_000, {}, { epoch: 2 });
  expect(shown({ now, before: older }).speed).toBe('2.0 MiB');
  expect(shown({ now, before: older })).not.toHaveProperty('resolution');
  expect(shown({ now, before: sample(2_500) }).speed).toBe('2.0 MiB');
  expect(shown({ now: sample(2_500, { bytes: 10 }), before: sample(2_000) }).speed).toBe('0 B/s · 10 B');
});

test('P29 the H265 decoder shows its times, threads, queues, drops, offset, pace and level', () => {
  const own = {
    CODEC: 'hevc',
    WIDTH: 852,
    HEIGHT: 480,
    DECODE_MS_P50: 3.14,
    DECODE_MS_P95: 9.96,
    THREADS: 2,
    THREADS_WHY: 'fewer do',
    QUEUED_UNITS: 4,
    NEWEST_DECODED_MS: 100_120,
    DROPPED_LATE: 5,
    DROPPED_UNDECODED: 2,
    DAMAGED_PICTURES: 0,
    DAMAGED_TAGS: 0,
    REBUILDS: 0,
    AV_OFFSET_MS: -0.3,
    RATE: 1.1,
    PACE: 'catching up',
  };
  const now = sample(2_000, { own: { load: 0.9, behindMs: 0, decodeLevel: 1, threads: 2, decoded: 9 } }, { kind: 'h265', own });
  const log: readonly PlayerLogEntry[] = [
    { type: 'decode-level', atMs: 1_000, level: 3, why: 'decoding is over its budget' },
    { type: 'decode-level', atMs: 2_000, level: 0, why: 'more work would fit' },
    { type: 'note', atMs: 3_000, text: 'decode nothing: a note' },
  ];
  expect(shown({ now, log, kind: 'h265', reason: 'NATIVE_H265' })).toEqual({
    kind: 'High H.265 (h265)',
    why: 'the browser decodes H.265 (10)',
    codec: 'hevc',
    resolution: '852×480',
    decode: 'p50 3.1 ms · p95 10.0 ms',
    threads: '2 · fewer do',
    queues: '4 to decode · 120 ms decoded ahead',
    dropped: '5 late · 2 undecoded',
    offset: '0 ms',
    latency: '1.50 s',
    buffer: '1.23 s',
    speed: '2.0 MiB',
    pace: '1.10× · catching up',
    decodeLevel: '1 · no filters on pictures that nothing refers to',
    retries: '0',
  });
  expect(linesOf({ now, log }, 'decodeLevel')).toEqual(['+2.0s decode all: more work would fit']);
  const damaged = sample(2_000, {}, { own: { ...own, DAMAGED_TAGS: 3 } });
  expect(shown({ now: damaged }).damage).toBe('0 pictures · 3 tags · 0 rebuilds');
});

test('P29 unknown values have no row, and no row shows NaN', () => {
  const now = sample(2_000, {
    bufferedS: UNKNOWN,
    latencyS: UNKNOWN,
    decodeMs: UNKNOWN,
    bytes: UNKNOWN,
    droppedFrames: UNKNOWN,
    positionS: UNKNOWN,
  });
  const rows = shown({ now });
  expect(Object.keys(rows)).toEqual(['kind', 'why', 'retries']);
  const half = { QUEUED_UNITS: 3, NEWEST_DECODED_MS: UNKNOWN, RATE: 1, PACE: 'a new reason', AV_OFFSET_MS: UNKNOWN };
  expect(shown({ now: sample(2_000, {}, { own: half }) })).toMatchObject({ queues: '3 to decode', pace: '1.00× · a new reason' });
  expect(JSON.stringify(shown({ now: sample(2_000, {}, { own: half }) }))).not.toContain('NaN');
});

test('P22 P24 the log shows why this kind plays and what failed before', () => {
  const attempt = { type: 'attempt', reason: 'UNKNOW', because: null, player: 'h265', line: 0, lines: 1 } as const;
  const log: readonly PlayerLogEntry[] = [
    { ...attempt, atMs: 200, why: 'first address' },
    { type: 'failure', atMs: 5_000, failure: 'ACK_NETWORK_FAIL', ack: 'TIMEOUT', why: 'another address' },
    { ...attempt, atMs: 5_000, why: 'another address' },
    { type: 'player-error', atMs: 9_000, detail: 'SOMETHING: else' },
    { type: 'failure', atMs: 9_000, failure: 'P2P_ERROR', ack: null, why: 'sharing failed, once more without it' },
    { type: 'failure', atMs: 9_500, failure: 'PLAYER_ERROR', ack: null, why: 'h265 cannot be decoded, h264' },
    { ...attempt, player: 'h264', line: 1, lines: 3, atMs: 9_500, why: 'h265 cannot be decoded, h264', reason: 'NO_SUPPORT' },
    { type: 'failure', atMs: 9_900, failure: 'NO_SUPPORT', ack: null, why: 'no address' },
    { type: 'gave-up', atMs: 10_000, failure: 'NO_SUPPORT', retryInMs: null },
  ];
  expect(linesOf({ log }, 'why')).toEqual([
    '+5.0s h265 address 1 of 1: another address (0 UNKNOW)',
    '+9.5s h264 address 2 of 3: h265 cannot be decoded, h264 (9 NO_SUPPORT)',
  ]);
  expect(shown({ log }).retries).toBe('4');
  expect(linesOf({ log }, 'retries')).toEqual([
    '+9.0s P2P_ERROR: sharing failed, once more without it',
    '+9.5s PLAYER_ERROR: h265 cannot be decoded, h264',
    '+9.9s NO_SUPPORT: no address',
  ]);
});

test('sharing shows peers, origin of the bytes, and shared bytes', () => {
  const own = { peers: 2, fromPeersBytes: 3_145_728, fromSourceBytes: 1_048_576, toPeersBytes: 2_048, droppedPeers: 0 };
  const rows = shown({ now: sample(2_000, {}, { own }) });
  expect(rows.peers).toBe('2');
  expect(rows.shared).toBe('3.0 MiB from peers (75%) · 1.0 MiB from source · 2 KiB sent');
  expect(shown({ now: sample(2_000, {}, { own: { ...own, droppedPeers: 1, dropWhy: 'wrong bytes' } }) }).peers).toBe(
    '2 · 1 dropped · wrong bytes',
  );
  expect(shown({ now: sample(2_000, {}, { own: { ...own, fromPeersBytes: 0, fromSourceBytes: 0 } }) }).shared).toContain('(0%)');
  expect(rows).not.toHaveProperty('threads');
});

test.each([en, zhCN])('P22 P29 every switch reason and every pace has a text ($lang)', (words) => {
  for (const reason of Object.keys(SWITCH_REASON) as SwitchReasonName[])
    expect(shown({ reason }, words).why).toBe(`${words.nerd.reasons[reason]} (${SWITCH_REASON[reason]})`);
  expect(Object.keys(words.nerd.paces).sort()).toEqual([...RATE_REASONS].sort());
});

test('P30 values carried in the stream have their own rows, and its delay is part of the latency', () => {
  const streamInfo = { ...NO_STREAM_INFO, delayMs: 350, kilobitsPerS: 1_800, pitchHz: 440, dispatched: 12, unknown: 2, unreadable: 1 };
  expect(shown({ streamInfo })).toMatchObject({
    latency: '1.85 s · 0.35 s before the server',
    bitrate: '1800 kbit/s',
    pitch: '440 Hz',
    messages: '12 · 2 unknown · 1 unreadable',
  });
  expect(shown({})).not.toHaveProperty('messages');
  expect(shown({}).latency).toBe('1.50 s');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('P3 the address of the saved log is valid after the click, because browsers read the file later, and is released at last', async () => {
  vi.useFakeTimers();
  const links: { readonly href: string; readonly download: string }[] = [];
  vi.stubGlobal('document', {
    createElement: () => ({
      click: vi.fn(function (this: (typeof links)[number]) {
        links.push(this);
      }),
    }),
  });
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  await downloadLog(galleryView('live', { width: 1_280, height: 720 }), () => Promise.resolve({ version: '1.2.3' } as Diagnostics));
  expect(links.map(({ download }) => download)).toEqual([expect.stringMatching(/^footlight-player-\d+\.log$/)]);
  vi.advanceTimersByTime(5_000);
  expect(revoked).not.toHaveBeenCalled();
  expect(await (await fetch(links[0]!.href)).text()).toContain('"version": "1.2.3"');
  vi.runAllTimers();
  expect(revoked).toHaveBeenCalledExactlyOnceWith(links[0]!.href);
});
