/**
 * The H265 canvas: three workers and the audio thread, wired together; the page itself touches neither bytes nor pictures.
 *
 *     stream worker --units--> decode worker --frame queue--> render worker -> OffscreenCanvas (or the page's canvas: drawing.ts)
 *            \--PCM ring--> audio thread (its position is the clock that the render worker follows)
 *
 * One instance plays one address once. What went wrong is told once; another try is another instance.
 */
import { transfer } from 'comlink';
import { DEFAULT_PLAYER_CONFIG } from '../../workers/core/player/constants.ts';
import type { Player, PlayerProgress } from '../../workers/core/player/contract.ts';
import type { Degree } from '../../workers/core/player/degree.ts';
import type { DecodeApi, DecodeEvent } from '../../workers/decode/api.ts';
import type { RenderEvent, SoundReady } from '../../workers/render/api.ts';
import { RATE_REASONS } from '../../workers/core/player/pacing.ts';
import { seenPosition } from '../../workers/core/player/seen-position.ts';
import { Board, BOARD_BYTES, type BoardField } from '../../workers/shared/board.ts';
import { FRAME_QUEUE_BYTES } from '../../workers/shared/frame-queue.ts';
import { spawn, type Spawned } from '../../workers/spawn.ts';
import type { StreamApi, StreamEvent } from '../../workers/stream/api.ts';
import { openDrawing } from './drawing.ts';
import type { PlayerStart } from './kinds.ts';
import type { P2pStream } from './p2p.ts';
import { RingSound } from './ring-sound.ts';
import { ElementSound } from './element-sound.ts';
import { createTeller } from './teller.ts';

const PROGRESS_EVERY_MS = 1_000;
/** After the last byte what is buffered is still played; a machine that does not get there is not waited for longer. */
const END_GRACE_MS = 1_000;
/** The output latency changes when headphones do. */
const LATENCY_EVERY_MS = 500;

interface Sound {
  setVolume(volume: number, muted: boolean): void;
  dispose(): void;
}

export function openH265(start: PlayerStart): Player {
  const { epoch, url, surface, video } = start;
  const startedAtMs = performance.now();
  const teller = createTeller(start);
  const { tell, fail } = teller;
  const boardBuffer = new SharedArrayBuffer(BOARD_BYTES);
  const framesBuffer = new SharedArrayBuffer(FRAME_QUEUE_BYTES);
  const board = new Board(boardBuffer);
  board.clear();

  const stream = spawn<StreamApi>(
    'stream',
    () => new Worker(new URL('../../workers/stream/worker.ts', import.meta.url), { type: 'module', name: 'stream' }),
  );
  const decode = spawn<DecodeApi>(
    'decode',
    () => new Worker(new URL('../../workers/decode/worker.ts', import.meta.url), { type: 'module', name: 'decode' }),
  );
  const workers: readonly Spawned<object>[] = [stream, decode];

  const units = new MessageChannel();
  const pictures = new MessageChannel();
  const fromStream = new MessageChannel();
  const fromDecode = new MessageChannel();
  const withRender = new MessageChannel();
  const shared = shareInto(start, board, (detail) => fail({ failure: 'P2P_ERROR', detail }));

  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%';
  canvas.setAttribute('aria-hidden', 'true');
  video.style.visibility = 'hidden';
  surface.append(canvas);
  const drawing = openDrawing(canvas, { board: boardBuffer, frames: framesBuffer, decode: pictures.port2, page: withRender.port2 });

  let { volume, muted } = start;
  let sound: Sound | undefined;
  let picture = { WIDTH: 0, HEIGHT: 0 };
  let hasBegun = false;
  let hasEnded = false;
  let isRunning = false;
  let isDecoding = true;
  let positionMs = Number.NaN;

  /** The first of it says that it plays: pictures, or sound alone (0x0). */
  const onSize = (width: number, height: number): void => {
    picture = { WIDTH: width, HEIGHT: height };
    if (hasBegun) tell({ type: 'resolution', epoch, width, height });
    else tell({ type: 'first-frame', epoch, width, height, sinceStartMs: performance.now() - startedAtMs });
    hasBegun = true;
  };
  const end = (): void => {
    teller.status('end');
    fail({ failure: 'ACK_NETWORK_FAIL', detail: 'the stream ended', network: true });
  };

  fromStream.port1.onmessage = ({ data }: MessageEvent<StreamEvent>) => {
    if (teller.isDisposed) return;
    switch (data.type) {
      case 'sound': {
        sound?.dispose();
        sound = new RingSound({
          ...data,
          board,
          volume,
          muted,
          onBlocked: (blocked) => tell({ type: 'autoplay', epoch, blocked, muted: muted || blocked }),
        });
        withRender.port1.postMessage({
          kind: 'sound',
          ring: data.ring,
          sampleRate: data.sampleRate,
          channels: data.channels,
        } satisfies SoundReady);
        return;
      }
      case 'sound-segment':
        sound ??= new ElementSound({
          mime: data.mime,
          board,
          volume,
          muted,
          running: isRunning,
          onBlocked: (blocked) => tell({ type: 'autoplay', epoch, blocked, muted: muted || blocked }),
        });
        if (sound instanceof ElementSound) sound.append(data.segment, data.baseMs);
        return;
      case 'sound-failed':
        // Pictures without sound are better than neither; the figure shows it.
        board.set('SOUND_RUNS', 0);
        return;
      case 'failed':
        fail(data);
        return;
      case 'ended':
        hasEnded = true;
        setTimeout(end, (Math.max(0, board.get('BUFFERED_MS')) || 0) + END_GRACE_MS);
    }
  };
  fromDecode.port1.onmessage = ({ data }: MessageEvent<DecodeEvent>) => {
    if (teller.isDisposed) return;
    if (data.type === 'failed')
      fail({ failure: data.code === 'DECODER_UNSUPPORTED' ? 'NO_SUPPORT' : 'PLAYER_ERROR', detail: `${data.code}: ${data.detail}` });
  };
  withRender.port1.onmessage = ({ data }: MessageEvent<RenderEvent>) => {
    if (teller.isDisposed) return;
    switch (data.type) {
      case 'first-frame':
      case 'resolution':
        onSize(data.width, data.height);
        return;
      case 'running':
        isRunning = data.running;
        if (sound instanceof ElementSound) sound.setRunning(isRunning);
        if (hasEnded && !data.running) {
          end();
          return;
        }
        teller.status(data.running ? 'playing' : 'buffering');
        if (data.running && !hasBegun && board.get('HAS_VIDEO') === 0) onSize(0, 0);
        return;
      case 'jump':
        if (sound instanceof ElementSound) sound.jump(data.toMs);
        return;
      case 'messages':
        tell({ type: 'stream-messages', epoch, messages: data.messages });
        return;
      case 'context':
        return;
      case 'failed':
        fail({ failure: 'PLAYER_ERROR', detail: data.detail });
    }
  };

  for (const worker of [...workers, drawing]) {
    void worker.died.then((detail) => {
      fail({ failure: 'PLAYER_ERROR', detail: `WORKER_CRASHED: ${detail}` });
    });
  }

  void Promise.all([
    drawing.started,
    decode.call((api) =>
      api.start(
        transfer(
          {
            board: boardBuffer,
            frames: framesBuffer,
            units: units.port2,
            render: pictures.port1,
            page: fromDecode.port2,
            threads: start.threads?.threads ?? 1,
          },
          [units.port2, pictures.port1, fromDecode.port2],
        ),
      ),
    ),
    stream.call((api) =>
      api.start(
        transfer(
          {
            url,
            shared: shared?.port ?? null,
            connectMs: start.connectMs ?? DEFAULT_PLAYER_CONFIG.numbers.flvConnectMs,
            board: boardBuffer,
            decode: units.port1,
            page: fromStream.port2,
            soundByElement: typeof AudioDecoder !== 'function',
          },
          [units.port1, fromStream.port2, ...(shared ? [shared.port] : [])],
        ),
      ),
    ),
  ]).then((results) => {
    for (const result of results)
      if (!result.ok)
        fail({
          failure: result.error.code === 'NO_SUPPORT' ? 'NO_SUPPORT' : 'PLAYER_ERROR',
          detail: `${result.error.code}: ${result.error.detail}`,
        });
  });

  const resize = new ResizeObserver(([entry]) => {
    if (!entry) return;
    const ratio = devicePixelRatio;
    drawing.setSize(Math.round(entry.contentRect.width * ratio), Math.round(entry.contentRect.height * ratio));
  });
  resize.observe(canvas);

  /** Nobody sees the picture of a hidden tab: there the sound says it all. */
  const positionSeen = (): number => {
    const mediaMs = board.get('MEDIA_MS');
    const seen = { mediaMs, shownMs: board.get('SHOWN_MS'), newestVideoMs: board.get('NEWEST_VIDEO_MS') };
    positionMs = isDecoding ? seenPosition(positionMs, seen) : mediaMs;
    return positionMs;
  };
  const progress = (): PlayerProgress => ({
    positionS: positionSeen() / 1_000,
    bufferedS: board.get('BUFFERED_MS') / 1_000,
    paintedFrames: board.get('PAINTED'),
    droppedFrames: board.get('DROPPED_LATE') + board.get('DROPPED_UNDECODED'),
    bytes: board.get('BYTES'),
    audioS: board.get('NEWEST_AUDIO_MS') / 1_000,
    videoS: board.get('NEWEST_VIDEO_MS') / 1_000,
    latencyS: board.get('BUFFERED_MS') / 1_000,
    decodeMs: board.get('DECODE_MS_P50'),
    own: {
      load: board.get('LOAD'),
      behindMs: Math.max(0, board.get('MEDIA_MS') - board.get('NEWEST_DECODED_MS')) || 0,
      degree: board.get('DEGREE') as Degree,
      threads: board.get('THREADS'),
      decoded: board.get('DECODED'),
    },
  });
  const timer = setInterval(() => tell({ type: 'progress', epoch, progress: progress() }), PROGRESS_EVERY_MS);
  const latencyTimer = setInterval(() => sound instanceof RingSound && sound.measureLatency(), LATENCY_EVERY_MS);

  return {
    kind: 'h265',
    epoch,
    progress,
    figures: () => ({
      CODEC: 'hevc',
      ...picture,
      ...readFigures(board),
      ...shared?.stream.figures(),
      THREADS_WHY: start.threads?.why ?? '',
    }),
    setVolume(nextVolume, nextMuted) {
      volume = nextVolume;
      muted = nextMuted;
      sound?.setVolume(volume, muted);
    },
    setDegree(degree) {
      void decode.call((api) => api.setDegree(degree));
    },
    setDecoding(on) {
      isDecoding = on;
      void decode.call((api) => api.setSuspended(!on));
      drawing.setHidden(!on);
    },
    // A canvas cannot be put in a picture-in-picture window: the room switches to h264 (document 1, section 4).
    requestPictureInPicture: () => Promise.resolve(false),
    dispose() {
      if (teller.isDisposed) return;
      teller.dispose();
      clearInterval(timer);
      clearInterval(latencyTimer);
      resize.disconnect();
      sound?.dispose();
      shared?.stream.close();
      for (const worker of [...workers, drawing]) worker.terminate();
      for (const port of [fromStream.port1, fromDecode.port1, withRender.port1]) port.close();
      canvas.remove();
      video.style.visibility = 'visible';
    },
  };
}

/** Viewers who share the stream: data channels are the page's, the bytes go on to the stream worker by a port of their own. */
function shareInto(
  { openP2p, url }: PlayerStart,
  board: Board,
  onFail: (detail: string) => void,
): { readonly stream: P2pStream; readonly port: MessagePort } | null {
  if (!openP2p) return null;
  const { port1, port2 } = new MessageChannel();
  const stream = openP2p({
    url: new URL(url, location.href).href,
    onBytes(bytes) {
      // The loader keeps its own for other viewers.
      const copy = bytes.slice().buffer;
      port1.postMessage(copy, [copy]);
      board.set('LUMP_MS', stream.figures().segmentMs);
    },
    onFail,
  });
  return { stream, port: port2 };
}

const FIGURES = [
  'THREADS',
  'DECODE_MS_P50',
  'DECODE_MS_P95',
  'LOAD',
  'DEGREE',
  'QUEUED_UNITS',
  'NEWEST_DECODED_MS',
  'DECODED',
  'PAINTED',
  'DROPPED_LATE',
  'DROPPED_UNDECODED',
  'DAMAGED_PICTURES',
  'DAMAGED_TAGS',
  'TIME_JUMPS',
  'REBUILDS',
  'AV_OFFSET_MS',
  'BUFFERED_MS',
  'RATE',
  'UNDERRUNS',
  'OUTPUT_LATENCY_MS',
  'CLOCK_SOURCE',
  'MEMORY_BYTES',
  'BYTES',
] as const satisfies readonly BoardField[];

function readFigures(board: Board): Readonly<Record<string, number | string>> {
  const figures: Record<string, number | string> = { PACE: RATE_REASONS[board.get('PACE')] ?? '' };
  for (const field of FIGURES) figures[field] = board.get(field);
  return figures;
}
