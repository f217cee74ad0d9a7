/** Steps that watch a player or the room: live streams in real time, shaped networks, and the main thread under chat. */
import { createPlayer, type FootlightPlayer, type Sources } from '../../src/player/package/index.ts';
import { writeShape } from '../../mocks/recordings/network-shape.ts';
import { quantile } from '../measure/schema.ts';
import TRACES from '../stall/traces.json';
import { watch, type WatchSample } from '../stall/watch.ts';
import { NATIVE_HEVC } from './collected.ts';
import { inWorker, sleep, type Step, type StepContext } from './step.ts';

// Live streams: from the page's own service worker, or from the origin server that sends the page.

const PROBE = '/live/stage-852x480-h264.flv';
const CONTROL_LIMIT_MS = 10_000;

let opening: Promise<string | null> | undefined;

/** Null: streams play; else the reason. Checked once. */
const openStreams = (): Promise<string | null> => (opening ??= open());

async function open(): Promise<string | null> {
  if ('serviceWorker' in navigator) await controlled().catch(() => undefined);
  const abort = new AbortController();
  try {
    const response = await fetch(PROBE, { signal: abort.signal });
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && type.includes('flv')) return null;
    return `this server has no live streams, and no service worker replaces it (status ${response.status}, ${type}); https or localhost is needed`;
  } catch (cause) {
    return String(cause);
  } finally {
    abort.abort();
  }
}

/** The service worker of the offline room, which answers streams of workers too once it controls the page. */
async function controlled(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register('/mock-sw.js', { scope: '/' });
  if (serviceWorker.controller !== null) return;
  await new Promise<void>((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
    setTimeout(resolve, CONTROL_LIMIT_MS);
  });
}

// Play

/** Streams by rising size. */
const STREAMS = ['stage-852x480', 'stage-1280x720', 'bench-1920x1080'] as const;
const FIRST_PICTURE_MS = 20_000;
const SAMPLE_MS = 200;
/** Without shared memory the room plays H265 only if a deployment allows it; the page measures it anyway. */
const SETTINGS = { unsharedPixels: 8_388_608 };

function sampleOf(player: FootlightPlayer, startMs: number): WatchSample {
  const now = player.statistics();
  return {
    atMs: performance.now() - startMs,
    positionS: now?.currentTime ?? 0,
    painted: now?.paintedFrames ?? 0,
    dropped: now?.droppedFrames ?? 0,
    offsetMs: Number.NaN,
    kind: now?.kind ?? '',
    epoch: 0,
    latencyMs: (now?.latency ?? Number.NaN) * 1_000,
  };
}

/** The level of the last decision about it; 0 without one. */
function levelOf(player: FootlightPlayer): number {
  const last = player.decisions().findLast(({ machine, effects }) => machine === 'decode-level' && effects.length > 0);
  const levels = ['all', 'no filters on pictures that nothing refers to', 'no pictures that nothing refers to', 'key pictures only'];
  return last === undefined ? 0 : Math.max(0, levels.indexOf(last.to));
}

async function watchPlayer(
  group: string,
  about: string,
  contestant: string,
  sources: Sources,
  forMs: number,
  context: StepContext,
): Promise<void> {
  const { collected, signal, stage } = context;
  const box = document.createElement('div');
  stage.replaceChildren(box);
  const streams = await openStreams();
  if (streams !== null) {
    collected.miss(group, about, contestant, streams);
    return;
  }
  const player = createPlayer(box, { sources, settings: SETTINGS, muted: true });
  try {
    let startMs = Number.NaN;
    let failure = '';
    player.on('loadedmetadata', ({ firstFrameMs }) => void (startMs = Number.isNaN(startMs) ? firstFrameMs : startMs));
    player.on('error', ({ code, detail, unsupported }) => void (failure = [code, unsupported, detail].filter(Boolean).join(': ')));
    const samples: WatchSample[] = [];
    const beginMs = performance.now();
    let endMs = beginMs + FIRST_PICTURE_MS;
    let isMoving = false;
    while (performance.now() < endMs && !signal.aborted && player.error === null) {
      await sleep(SAMPLE_MS, signal);
      const sample = sampleOf(player, beginMs);
      if (!isMoving && sample.painted > 0) {
        isMoving = true;
        endMs = performance.now() + forMs;
      }
      if (isMoving) samples.push(sample);
    }
    signal.throwIfAborted();
    if (!isMoving) {
      collected.miss(group, about, contestant, failure || `no picture within ${FIRST_PICTURE_MS} ms`);
      return;
    }
    const { painted, dropped, rebuffers, stalledShare, latencyP50Ms } = watch(samples);
    const now = player.statistics();
    const isOwn = now?.kind === 'h265';
    collected.add(group, about, now?.kind === 'h265-native' ? NATIVE_HEVC : isOwn ? `footlight x${now.threads}` : contestant, {
      start: startMs,
      painted: (painted * 1_000) / (samples.at(-1)!.atMs - samples[0]!.atMs),
      dropped,
      stalls: rebuffers,
      stalled: stalledShare * 100,
      latency: latencyP50Ms,
      ...(isOwn ? { decode: now.decodeMs, level: levelOf(player) } : {}),
    });
  } finally {
    player.destroy();
    stage.replaceChildren();
  }
}

export const playSteps = (isQuick: boolean): readonly Step[] =>
  (['H264', 'H265'] as const).flatMap((codec) =>
    (isQuick ? STREAMS.slice(0, 1) : STREAMS).map((stream): Step => {
      const forMs = isQuick ? 2_000 : 20_000;
      const size = stream.split('-')[1]!;
      const address = `/live/${stream}-${codec === 'H264' ? 'h264' : 'h265-hvc1'}.flv`;
      return {
        part: 'play',
        name: `${codec} ${size}`,
        seconds: forMs / 1_000 + 2,
        run: (context) =>
          watchPlayer(
            `Play: ${codec} ${size}`,
            `${address} in real time`,
            'mpegts.js',
            codec === 'H264' ? { h264: [address] } : { h265: [address] },
            forMs,
            context,
          ),
      };
    }),
  );

// Network

export const networkSteps = (isQuick: boolean): readonly Step[] =>
  (isQuick ? TRACES.slice(0, 1) : TRACES).map(({ name, about, steps }): Step => {
    const forMs = isQuick ? 2_000 : steps.reduce((sum, { forMs: ms }) => sum + ms, 0);
    return {
      part: 'network',
      name,
      seconds: forMs / 1_000 + 2,
      run(context) {
        const shape = writeShape({ startMs: Date.now(), steps });
        return watchPlayer(
          `Network: ${name}`,
          about,
          'mpegts.js',
          { h264: [`/live/stage-852x480-h264.flv?shape=${shape}`] },
          forMs,
          context,
        );
      },
    };
  });

// Room

const CHATS = [
  { perS: 0, scenario: 'chat-none' },
  { perS: 30, scenario: 'chat-30' },
  { perS: 300, scenario: 'chat-300' },
] as const;
/** The room has started: features, chat and picture. */
const ROOM_STARTS_MS = 8_000;
/** An answer takes this long on an idle page; later ones found it busy. */
const BUSY_MS = 1;

/** Frame times and long tasks of a window, until `stop`. */
function watchFrames(window: Window & typeof globalThis): {
  stop(): { readonly frames: readonly number[]; readonly longTaskMs: number | null };
} {
  const frames: number[] = [];
  let isOver = false;
  let lastMs = Number.NaN;
  const next = (nowMs: number): void => {
    if (!Number.isNaN(lastMs)) frames.push(nowMs - lastMs);
    lastMs = nowMs;
    if (!isOver) window.requestAnimationFrame(next);
  };
  window.requestAnimationFrame(next);
  const hasLongTasks = window.PerformanceObserver.supportedEntryTypes.includes('longtask');
  let longTaskMs = 0;
  const observer = new window.PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTaskMs += duration;
  });
  if (hasLongTasks) observer.observe({ type: 'longtask' });
  return {
    stop() {
      isOver = true;
      observer.disconnect();
      return { frames, longTaskMs: hasLongTasks ? longTaskMs : null };
    },
  };
}

export const roomSteps = (isQuick: boolean): readonly Step[] =>
  CHATS.map(({ perS, scenario }): Step => {
    const [startsMs, forMs] = isQuick ? [1_500, 1_000] : [ROOM_STARTS_MS, 10_000];
    return {
      part: 'room',
      name: `${perS} messages/s`,
      seconds: (startsMs + forMs) / 1_000 + 1,
      async run(context) {
        const about = 'The room with H264 at 480p in a frame of this page, which shares its main thread';
        const streams = await openStreams();
        if (streams !== null) {
          context.collected.miss('Room', about, `${perS} messages/s`, streams);
          return;
        }
        const frame = document.createElement('iframe');
        frame.title = 'room';
        frame.src = `/live/1001?scenario=${scenario}`;
        context.stage.replaceChildren(frame);
        try {
          await sleep(startsMs, context.signal);
          context.signal.throwIfAborted();
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => port1.postMessage(0);
          const frames = watchFrames(frame.contentWindow as Window & typeof globalThis);
          const { value } = await inWorker({ type: 'ask', port: port2, forMs }, [port2], 'asked', context);
          const seen = frames.stop();
          port1.close();
          context.collected.add('Room', about, `${perS} messages/s`, {
            'main thread': (value.filter((ms) => ms > BUSY_MS).length / value.length) * 100,
            'answer p95': quantile(value, 0.95),
            'long tasks': seen.longTaskMs === null ? Number.NaN : (seen.longTaskMs * 1_000) / forMs,
            'frame p95': quantile(seen.frames, 0.95),
            'longest frame': Math.max(...seen.frames),
          });
        } finally {
          context.stage.replaceChildren();
        }
      },
    };
  });
