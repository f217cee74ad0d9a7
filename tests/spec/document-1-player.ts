// Long file: one table, to be read beside the document.
/**
 * Document 1, statement by statement: the player layer, run through the room worker, the page's player and the stats worker. The players
 * themselves are replaced: their events are the input, and the commands to them are the output.
 */
import { expect } from 'vitest';
import { MAX_QUEUED_BYTES } from '../../src/player/workers/decode/unit-queue.ts';
import { PACING } from '../../src/player/rules/clock/pacing.ts';
import { isNetworkError } from '../../src/player/rules/recovery/media-errors.ts';
import { clause, info, STAR, visit, type Clause, type Visit, type VisitOptions } from './visit.ts';

const H264 = ['https://cdn.test/a.flv'];
const H265 = ['https://cdn.test/b.flv'];
const BOTH = { h265flv: H265, streamWidth: 1_280, streamHeight: 720 };
const RTC = { webrtc: [{ url: 'https://rtc.test/a', codec: 'h264', provider: 5 }] };
const entry = (value: unknown): string => JSON.stringify({ value, untilMs: null });
const agent = (browser: string): string => `Mozilla/5.0 (X11) AppleWebKit/537.36 ${browser}`;

/** Kind and switch reason code of the first attempt. */
const first = async (options: VisitOptions) => {
  const room = await visit(options);
  return [room.kinds()[0], room.reason()];
};
/** Values that the room stored, with the time until they expire. */
function keptIn(room: Visit) {
  const entries = room
    .commands('store')
    .flatMap(({ area, key, value }): [string, { readonly value: unknown; readonly forMs: number }][] => {
      if (area !== 'local' || value === null) return [];
      const { value: kept, untilMs } = JSON.parse(value) as { readonly value: unknown; readonly untilMs: number };
      return [[key.replace('footlight.', ''), { value: kept, forMs: Math.round((untilMs - room.clock.epochMs()) / 1_000) * 1_000 }]];
    });
  return Object.fromEntries(entries);
}
const both = (more: VisitOptions = {}): VisitOptions => ({ ...more, data: { ...BOTH, ...more.data } });

const CANDIDATES: readonly Clause[] = [
  clause('P22 h265 plays where nothing removes it (ours: the order of the kinds)', ['h265', 0], async () => first(both())),
  ...(
    [
      ['the config switch is off', both({ config: { h265: 0 } }), 6],
      ['the skip switch is on and both sides exceed 720', both({ config: { skipHighResolution: 1 }, data: { streamHeight: 721 } }), 4],
      ['the stored stall count is at its threshold 3', both({ storage: { 'footlight.stallCount': entry(3) } }), 3],
      ['it stays on h264 after a stall', both({ storage: { 'footlight.stayOnH264': entry(true) } }), 3],
      ['Safari without Chrome', both({ userAgent: agent('Version/17.0 Safari/605.1.15') }), 5],
      ['Chrome below 80', both({ userAgent: agent('Chrome/79.0.1 Safari/537.36') }), 7],
      ['no shared array buffer', both({ capabilities: { sharedMemory: false } }), 9],
      ['the viewer chose h264', both({ storage: { 'footlight.playerType': entry('h264') } }), 2],
    ] as const
  ).map(([why, options, reason]) =>
    clause(`P22 h265 is removed: ${why} (switch reason ${reason})`, ['h264', reason], async () => first(options)),
  ),
  ...(
    [
      ['one side of 720', both({ config: { skipHighResolution: 1 } })],
      ['the skip switch off', both({ data: { streamHeight: 1_080, streamWidth: 1_920 } })],
      ['2 stored stalls', both({ storage: { 'footlight.stallCount': entry(2) } })],
      ['Chrome 80', both({ userAgent: agent('Chrome/80.0 Safari/537.36') })],
      ['the browser of Android', both({ userAgent: 'Mozilla/5.0 (Linux; U; Android 12) Version/4.0 Mobile Safari/534.30' })],
    ] as const
  ).map(([why, options]) => clause(`P22 h265 stays: ${why}`, 'h265', async () => (await first(options))[0])),
  ...(
    [
      ['the switch is off', both({ config: { h265: 0 } })],
      ['it stays on h264 after a stall', both({ storage: { 'footlight.stayOnH264': entry(true) } })],
    ] as const
  ).map(([why, options]) =>
    clause(`P22 ${why}, but the stream’s codec was unsupported: h265 is allowed`, ['h264', 'h265'], async () => {
      const room = await visit(options);
      await room.fails('NO_SUPPORT', { codecUnsupported: true });
      return room.kinds();
    }),
  ),
  clause(
    'P22 a browser with native hevc uses the native address (switch reason 10)',
    ['https://cdn.test/n.flv', 'h265-native', 10],
    async () => {
      const room = await visit(both({ data: { nativeh265: ['https://cdn.test/n.flv'] }, capabilities: { nativeHevc: true } }));
      return [room.playing()[0]?.url, room.kinds()[0], room.reason()];
    },
  ),
  clause(
    'P22 webrtc by the config switch',
    [
      ['webrtc', 0],
      ['h264', 6],
    ],
    async () => [await first({ data: RTC, config: { webrtc: 1 } }), await first({ data: RTC, config: { webrtc: 0 } })],
  ),
  clause('P22 webrtc is removed without the video frame callback', ['h264', 9], async () =>
    first({ data: RTC, config: { webrtc: 1 }, capabilities: { videoFrameCallback: false } }),
  ),
  clause(
    'P21 a webrtc address has url, codec and provider 5 or 16; another provider is none',
    [
      ['webrtc', 5, 'h264'],
      ['webrtc', 16, 'h264'],
      ['h264', 0, ''],
    ],
    async () => {
      const of = async (provider: number) => {
        const command = (
          await visit({ data: { webrtc: [{ url: 'https://rtc.test/a', codec: 'h264', provider }] }, config: { webrtc: 1 } })
        ).playing()[0];
        return [command?.kind, command?.providerId, command?.codec];
      };
      return [await of(5), await of(16), await of(6)];
    },
  ),
];

/** The commands to play, newest last, after failures. */
const after = async (options: VisitOptions, ...fail: readonly ((room: Visit) => Promise<void>)[]) => {
  const room = await visit(options);
  for (const one of fail) await one(room);
  return room;
};
const codec = (room: Visit) => room.fails('NO_SUPPORT', { codecUnsupported: true });
const broken = (room: Visit) => room.fails('PLAYER_ERROR');
const network = (room: Visit) => room.fails('ACK_NETWORK_FAIL', { network: true });
/** Plays with pictures from here on. */
const started = (room: Visit) => room.first();

const P2P = { enableP2PArr: ['https://cdn.test/p2p.js'] };
const stallCounts = (room: Visit) => room.reported('count').filter(({ name }) => name === 'player.stall-downgrade').length;
/** A picture that moves, `seconds` long. */
const plays = async (room: Visit, seconds: number, from = 0) => {
  for (let second = 1; second <= seconds; second++) await room.progress({ positionS: from + second, own: undefined as never }, 1_000 - 34);
};
/** `count` stalls of 300 ms each. */
const stalls = async (room: Visit, count: number, from: number) => {
  for (let one = 1; one <= count; one++) await room.progress({ positionS: from + one }, 1_300 - 34);
};

const FALLBACKS: readonly Clause[] = [
  clause('P23 codec unsupported with no earlier failure: h264 to h265', [['h264', 'h265'], 9], async () => {
    const room = await after(both({ storage: { 'footlight.playerType': entry('h264') } }), codec);
    return [room.kinds(), room.reason()];
  }),
  clause('P23 once: the second time no further switch', ['h264', 'h265'], async () =>
    (await after(both({ storage: { 'footlight.playerType': entry('h264') } }), codec, codec)).kinds(),
  ),
  clause('P23 codec unsupported after an earlier failure: the next address', ['/1.flv', '/2.flv', '/3.flv'], async () => {
    const room = await after(
      both({ storage: { 'footlight.playerType': entry('h264') }, data: { httpflv: ['/1.flv', '/2.flv', '/3.flv'] } }),
      network,
      async (one) => one.settle(5_000),
      codec,
    );
    return room.playing().map(({ url }) => url);
  }),
  clause('P23 a webrtc failure falls back to flv', ['webrtc', 'h264'], async () =>
    (await after({ data: RTC, config: { webrtc: 1 } }, network)).kinds(),
  ),
  clause('P23 a stall of webrtc: h264, switch reason 1, one stall is counted', [['webrtc', 'h264'], 1, 1], async () => {
    const room = await after({ data: RTC, config: { webrtc: 1 } }, started);
    await room.progress({ positionS: 1 }, 30_000);
    return [room.kinds(), room.reason(), stallCounts(room)];
  }),
  clause('P23 an h265 decode error falls back to h264', ['h265', 'h264'], async () => (await after(both(), started, broken)).kinds()),
  clause('P23 a network error of h265 does not', ['h265', 'h265'], async () =>
    (await after(both({ data: { h265flv: ['/1.flv', '/2.flv'] } }), network, async (room) => room.settle(5_000))).kinds(),
  ),
  clause('P23 a stall of 30 s: h264, switch reason 1, one stall is counted', [['h265', 'h264'], 1, 1], async () => {
    const room = await after(both(), started);
    await room.progress({ positionS: 1 }, 30_000);
    return [room.kinds(), room.reason(), stallCounts(room)];
  }),
  clause('P23 picture-in-picture: h264, switch reason 8, no stall is counted', [['h265', 'h264'], 8, 0], async () => {
    const room = await after(both(), started);
    room.player.order({ type: 'picture-in-picture' });
    await room.settle();
    return [room.kinds(), room.reason(), stallCounts(room)];
  }),
  clause('P23 without the switch of P2P the address is played without it (ours: the switch)', [['', H264[0]]], async () =>
    (await visit({ data: P2P, config: { p2p: 0 } })).playing().map(({ p2p, url }) => [p2p ?? '', url]),
  ),
  clause(
    'P23 a P2P error retries once without P2P',
    [
      [
        ['https://cdn.test/p2p.js', H264[0]],
        ['', H264[0]],
      ],
      [[8, 'P2P_ERROR']],
    ],
    async () => {
      const room = await after({ data: P2P, config: { p2p: 1 } }, async (one) => one.fails('P2P_ERROR'));
      return [room.playing().map(({ p2p, url }) => [p2p ?? '', url]), room.failures()];
    },
  ),
  clause('P25 2 minutes of h265 with 3 stalls: h264', [1, ['h265', 'h264'], 1], async () => {
    const room = await after(both(), started);
    await plays(room, 110);
    await stalls(room, 3, 110);
    const before = room.kinds().length;
    await plays(room, 10, 113);
    return [before, room.kinds(), stallCounts(room)];
  }),
  clause('P25 2 stalls: h265 stays', ['h265'], async () => {
    const room = await after(both(), started);
    await plays(room, 110);
    await stalls(room, 2, 110);
    await plays(room, 20, 112);
    return room.kinds();
  }),
  clause('P25 a pause of less than 200 ms is no stall', ['h265'], async () => {
    const room = await after(both(), started);
    await plays(room, 110);
    for (let one = 1; one <= 3; one++) await room.progress({ positionS: 110 + one }, 1_190 - 34);
    await plays(room, 20, 113);
    return room.kinds();
  }),
  clause('P25 P13 stays on h264 for 1 day; the stall count is kept', [1, true, 1], async () => {
    const room = await after(both(), started);
    await room.progress({ positionS: 1 }, 30_000);
    const { stallCount, stayOnH264 } = keptIn(room);
    return [stallCount?.value, stayOnH264?.value, (stayOnH264?.forMs ?? 0) / 86_400_000];
  }),
];

const DEAD = { '/addresses': info() };
const RETRY: readonly Clause[] = [
  clause('P24 the first attempt waits 0', 1, async () => (await visit()).playing().length),
  clause('P24 the next address after the retry interval of 5 s', [1, '/2.flv'], async () => {
    const room = await after({ data: { httpflv: ['/1.flv', '/2.flv'] } }, network);
    await room.settle(4_900);
    const before = room.playing().length;
    await room.settle(100);
    return [before, room.playing().at(-1)?.url];
  }),
  clause('P24 a codec-unsupported failure waits 0', ['/1.flv', '/2.flv'], async () =>
    (await after({ data: { httpflv: ['/1.flv', '/2.flv'] } }, codec)).playing().map(({ url }) => url),
  ),
  clause('P24 a forced retry waits 0', 2, async () => {
    const room = await after({ answers: DEAD }, network);
    await room.act({ type: 'retry-player' });
    return room.playing().length;
  }),
  clause(
    'P24 all addresses failed: a fresh list, up to 2 retries 5 s apart, then the fail callback and the tip',
    [
      [
        [0, false],
        [1, false],
      ],
      2,
      3,
      true,
      'failed',
    ],
    async () => {
      const room = await after({ answers: DEAD }, network);
      const seen: unknown[] = [];
      for (let round = 1; round <= 2; round++) {
        seen.push([room.askedFor('/addresses').length, room.view().tips.liveFail]);
        await room.settle(5_000);
        await network(room);
      }
      return [seen, room.askedFor('/addresses').length, room.playing().length, room.view().tips.liveFail, room.view().player.activity.name];
    },
  ),
  clause('P24 first-fail wait 15 s: without a picture a retry starts, ack TIMEOUT', [[], [[6, 'TIMEOUT']], ['TIMEOUT']], async () => {
    const room = await visit({ data: { httpflv: ['/1.flv', '/2.flv'] } });
    await room.settle(14_900);
    const before = room.failures();
    await room.settle(100);
    return [before, room.failures(), room.acks()];
  }),
  clause('P24 the waits are configurable', ['TIMEOUT'], async () => {
    const room = await visit({ config: { firstFailWaitMs: 2_000 } });
    await room.settle(2_000);
    return room.acks();
  }),
  clause(
    'P24 P25 a click that the browser requires begins the first-fail wait again (ours: the document has no click)',
    [[], [], ['TIMEOUT']],
    async () => {
      const room = await visit();
      await room.settle(14_000);
      room.report({ type: 'autoplay', blocked: true, muted: false });
      await room.settle(60_000);
      const blocked = room.acks();
      room.report({ type: 'autoplay', blocked: false, muted: false });
      await room.settle(14_900);
      const before = room.acks();
      await room.settle(100);
      return [blocked, before, room.acks()];
    },
  ),
  clause('P25 the position is unchanged for the stall wait of 30 s: STALL_TIMEOUT', [[], ['STALL_TIMEOUT'], [[6, 'TIMEOUT']]], async () => {
    const room = await after({ data: { httpflv: ['/1.flv', '/2.flv'] } }, started);
    await room.progress({ positionS: 1 }, 29_900);
    const before = room.acks();
    await room.settle(100);
    return [before, room.acks(), room.failures()];
  }),
  clause('P25 not while the page is hidden', [], async () => {
    const room = await after({}, started);
    await room.progress({ positionS: 1 });
    room.player.setVisible(false);
    await room.settle(60_000);
    return room.acks();
  }),
  clause('P25 a negative position: CURRENT_TIME_ERROR', ['CURRENT_TIME_ERROR'], async () => {
    const room = await after({}, started);
    await room.progress({ positionS: -1 });
    return room.acks();
  }),
  clause('P25 another picture size: STREAM_PIXED_CHANGED', ['STREAM_PIXED_CHANGED'], async () => {
    const room = await after({}, started);
    room.report({ type: 'resolution', width: 640, height: 480 });
    await room.settle();
    return room.acks();
  }),
  ...[-1, 404, 500, 502, 503, 504].map((status) =>
    clause(`P26 status ${status} is a network error`, true, () => isNetworkError({ status })),
  ),
  ...[0, 200, 403, 501, 505].map((status) => clause(`P26 status ${status} is none`, false, () => isNetworkError({ status }))),
  clause('P26 a network-error string, an io error type (ours: their spellings)', [true, true, false], () => [
    isNetworkError({ message: 'NetworkError' }),
    isNetworkError({ type: 'ioError' }),
    isNetworkError({ type: 'other' }),
  ]),
];

const FAILURES = [
  ['JS_LOAD_ERROR', 1],
  ['PLAYER_ERROR', 2],
  ['NO_SUPPORT', 3],
  ['ACK_NETWORK_FAIL', 4],
  ['ACK_FAIL', 5],
  ['TIMEOUT', 6],
  ['P2P_ERROR', 8],
] as const;
/** The failure tip and the message in the player box after giving up. */
const gaveUp = async (failure: string, options: VisitOptions = {}) => {
  const room = await visit({ config: { maxRetries: 0 }, ...options });
  await room.fails(failure);
  return room.view().tips;
};
const status = async (act: (room: Visit) => unknown, options: VisitOptions = {}) => {
  const room = await visit(options);
  await act(room);
  await room.settle();
  return room.view().player.statusCode;
};
const named = (name: string) => (room: Visit) => room.report({ type: 'status', name });

const CODES: readonly Clause[] = [
  ...FAILURES.map(([name, code]) =>
    clause(`P26 pull failure ${code} ${name}`, [[code, name], code], async () => {
      const room = await after({}, async (one) => one.fails(name));
      await room.settle(3_000);
      return [room.failures()[0], room.sent('/stats').map(({ state }) => state)[0]];
    }),
  ),
  clause(
    'P21 no address: the failure tip, no no-live tip, pull failure 7 STREAM_ADDR_ERROR',
    [{ noLive: false, liveFail: true, playerMessage: '播放时出现异常，请稍候再试' }, [7, 'STREAM_ADDR_ERROR']],
    async () => {
      const room = await visit({ data: { httpflv: [] }, answers: { '/addresses': info({ httpflv: [] }) } });
      return [room.view().tips, room.failures()[0]];
    },
  ),
  ...(
    [
      ['responseCode 1', info({}, {}, { responseCode: 1 })],
      ['data.status 0', info({ status: 0 })],
    ] as const
  ).map(([what, answer]) =>
    clause(`P21 addresses with ${what}: the list is empty`, [[], [7, 'STREAM_ADDR_ERROR']], async () => {
      const room = await visit({ data: { httpflv: [] }, answers: { '/addresses': answer } });
      return [room.kinds(), room.failures()[0]];
    }),
  ),
  clause(
    'P28 a browser that plays nothing: 你的浏览器版本较低，请升级你的浏览器',
    { noLive: false, liveFail: true, playerMessage: '你的浏览器版本较低，请升级你的浏览器' },
    async () => (await visit({ capabilities: { mediaSource: false } })).view().tips,
  ),
  clause(
    'P28 an error: 播放时出现异常，请稍候再试',
    {
      noLive: false,
      liveFail: true,
      playerMessage: '播放时出现异常，请稍候再试',
    },
    async () => gaveUp('PLAYER_ERROR'),
  ),
  clause(
    'P28 a script that does not load: no message, the failure tip shows',
    {
      noLive: false,
      liveFail: true,
      playerMessage: '',
    },
    async () => gaveUp('JS_LOAD_ERROR'),
  ),
  clause('P20 status 1 begin (ours: the conditions of the statuses)', 1, async () => status(() => undefined)),
  clause('P20 status 2 stop', 2, async () =>
    status((room) => room.push('live-status', { roomid: 1_001, status: 0 }), { answers: { '/info': info() } }),
  ),
  clause('P20 status 3 pause', 3, async () => status(named('paused'))),
  clause('P20 status 4 resume', 4, async () => status((room) => [named('paused')(room), named('playing')(room)])),
  clause('P20 status 5 buffering', 5, async () => status(named('buffering'))),
  clause('P20 status 6 ready', 6, async () => status((room) => room.first())),
  clause('P20 status 7 no stream', 7, async () => status((room) => room.fails('ACK_NETWORK_FAIL', { network: true }))),
  clause('P20 status 8 end', 8, async () => status(named('end'))),
  clause('P20 status 9 abort by user', 9, async () => status((room) => room.act({ type: 'stop-player' }))),
  clause('P20 status 10 playing', 10, async () => status(named('playing'))),
  clause('P20 status 11 overtime', 11, async () => status((room) => room.settle(15_000))),
  clause('P20 status 12 preload', 12, async () =>
    status(() => undefined, { data: { httpflv: [] }, answers: { '/addresses': () => new Promise(() => undefined) } }),
  ),
  ...(['created', 'playing', 'paused', 'buffering', 'stopped', 'end'] as const).map((name) =>
    clause(`P20 the stream status name ${name}`, name, async () => {
      const room = await visit();
      room.report({ type: 'status', name });
      await room.settle();
      return room.view().player.status;
    }),
  ),
];

/** Hidden and visible again with these measurements; whether the player was started again. */
const returned = async (progress: object, options: VisitOptions = {}) => {
  const room = await after(options, started);
  await room.progress({ positionS: 5 });
  room.player.setVisible(false);
  await room.settle(1_000);
  await room.progress({ positionS: 6, audioS: 6, videoS: 6, ...progress });
  room.player.setVisible(true);
  await room.settle();
  return room.playing().length > 1;
};

const numbersOf = async (...names: readonly string[]) => {
  const room = await visit();
  const configured = room.commands('player').flatMap(({ order }) => (order.type === 'configure' ? [order.config.numbers] : []))[0];
  return names.map((name) => configured?.[name as keyof typeof configured]);
};

const THE_REST: readonly Clause[] = [
  clause('P27 visible again: replay if the audio length is negative', true, async () => returned({ audioS: -1 })),
  clause('P27 replay if audio and video differ by more than 10 s', [true, false], async () => [
    await returned({ audioS: 17 }),
    await returned({ audioS: 15.9 }),
  ]),
  clause('P27 replay if more than 10 s are buffered', [true, false], async () => [
    await returned({ bufferedS: 10.1 }),
    await returned({ bufferedS: 10 }),
  ]),
  clause('P27 not with the relay switch off', false, async () => returned({ bufferedS: 20 }, { config: { replayOnVisible: 0 } })),
  clause('P27 h265 stops decoding 5 s after the tab is hidden', [0, [expect.objectContaining({ on: false })]], async () => {
    const room = await after(both(), started);
    room.player.setVisible(false);
    await room.settle(4_900);
    const before = room.played.filter(({ type }) => type === 'set-decoding').length;
    await room.settle(100);
    return [before, room.played.filter(({ type }) => type === 'set-decoding')];
  }),
  clause(
    'P29 h265: chunk 131072, preload 2000 ms, buffering 1000 ms, 180 segments, keep-cache rate 1.1, first-frame ready delay 2 s',
    [131_072, 2_000, 1_000, 180, 1.1, 2_000],
    async () => numbersOf('chunkBytes', 'preloadMs', 'bufferingMs', 'cachedSegments', 'keepCacheRate', 'firstFrameReadyDelayMs'),
  ),
  clause('P29 volume 80 (player) and 0.8 (player layer), fps 60', [80, 0.8, 60, 0.8], async () => [
    ...(await numbersOf('volumePercent', 'volume', 'fps')),
    (await visit()).playing()[0]?.volume,
  ]),
  clause('P29 the pipeline uses these numbers', [1.1, 2_000, 1_000, 131_072 * 180], () => [
    PACING.keepCacheRate,
    PACING.preloadMs,
    PACING.bufferingMs,
    MAX_QUEUED_BYTES,
  ]),
  clause('P29 flv connect frequency 15 s', 15_000, async () => (await visit(both())).playing()[0]?.connectMs),
  clause(
    'P25 stall thresholds 200 and 20000 ms, count 3, h265 to h264 2 min, stall time 3 min, h264 for 1 day, decode threshold 25 ms',
    [200, 20_000, 3, 120_000, 180_000, 86_400_000, 25],
    async () =>
      numbersOf('stallMinMs', 'stallIgnoreMs', 'stallCount', 'h265ToH264WaitMs', 'stallTimeMs', 'stayOnH264Ms', 'decodeThresholdMs'),
  ),
  clause('P13 the player type is kept for 36500 days', ['h264', 36_500], async () => {
    const room = await after(both(), started);
    await room.act({ type: 'choose-kind', kind: 'h264' });
    const { playerType } = keptIn(room);
    return [playerType?.value, (playerType?.forMs ?? 0) / 86_400_000];
  }),
  ...(
    [
      [
        1,
        { songName: '晴天', singer: '林听夏' },
        (room: Visit) => room.features('stream-info'),
        expect.objectContaining({ view: expect.objectContaining({ song: expect.objectContaining({ name: '晴天' }) }) }),
      ],
      [2, { delay: 120 }, (room: Visit) => room.view().streamInfo.delayMs, 120],
      [3, { bitrate: 900 }, (room: Visit) => room.view().streamInfo.kilobitsPerS, 900],
      [
        4,
        { giftname: '火箭', num: 2, sendername: '小鱼' },
        (room: Visit) => room.features('stream-info'),
        expect.objectContaining({ view: expect.objectContaining({ gift: expect.objectContaining({ count: 2 }) }) }),
      ],
      [5, { pitch: 440 }, (room: Visit) => room.view().streamInfo.pitchHz, 440],
    ] as const
  ).map(([code, body, shows, is]) =>
    clause(`P30 stream message ${code} (ours: the fields of the message)`, is, async () => {
      const room = await after({}, started);
      room.report({ type: 'stream-messages', messages: [{ code, json: JSON.stringify(body), ptsMs: 1 }] });
      await room.settle();
      return shows(room);
    }),
  ),
  clause('P31 the star: the publishing tool instead of a player', ['publish', []], async () => {
    const room = await visit({ cookie: STAR });
    await room.act({ type: 'retry-player' });
    return [room.stage(), room.kinds()];
  }),
  clause('P31 P24 after the star has left a retry starts nothing', ['h264'], async () => {
    const room = await visit();
    await room.push('live-status', { roomid: 1_001, status: 0 });
    await room.act({ type: 'retry-player' });
    return room.kinds();
  }),
  clause(
    'P21 P24 the address call names the room, the kind and whether it is a retry (ours: the call)',
    [
      ['', 'start'],
      ['h264', 'retry'],
    ],
    async () => {
      const room = await visit({ data: { httpflv: [] }, answers: { '/addresses': info() } });
      await network(room);
      await room.settle(5_000);
      return room.askedFor('/room/1001/addresses').map(({ url }) => [url.searchParams.get('kind'), url.searchParams.get('type')]);
    },
  ),
  clause(
    'P41 stats reporter: type, stream_id, room_id, state, time_length, fs, para, para1, para2 (ours: the spelling of the fields and the values of type)',
    { type: 1, stream_id: 'sid-1', room_id: 1_001, state: 0, time_length: 100, fs: 100, para: 'h264', para1: '1280x720', para2: '0' },
    async () => {
      const room = await after({}, started);
      await room.settle(3_000);
      return room.sent('/stats')[0];
    },
  ),
  clause(
    'P41 the first screen is counted at 5 s, the pull times out at 60 s',
    [
      [],
      [[2, 1, 5_000]],
      [[2, 1, 5_000]],
      [
        [2, 1, 5_000],
        [1, 6, 60_000],
      ],
    ],
    async () => {
      const room = await visit({ config: { firstFailWaitMs: 120_000 } });
      const at = async (ms: number) => {
        await room.settle(ms);
        return room.sent('/stats').map(({ type, state, time_length }) => [type, state, time_length]);
      };
      return [await at(4_900), await at(2_200), await at(52_800), await at(3_000)];
    },
  ),
  clause('P41 the download speed every 5 s, the performance at most every 60 s', [13, 1, '1000'], async () => {
    const room = await after({}, started);
    for (let second = 1; second <= 66; second++)
      await room.progress({ positionS: second, bytes: second * 1_000, paintedFrames: second * 25 }, 1_000 - 34);
    await room.settle(3_000);
    const of = (type: number) => room.sent('/stats').filter((report) => report['type'] === type);
    return [of(4).length, of(3).length, of(4).map(({ para1 }) => para1)[2]];
  }),
];

export const PLAYER_CLAUSES: readonly Clause[] = [...CANDIDATES, ...FALLBACKS, ...RETRY, ...CODES, ...THE_REST];
