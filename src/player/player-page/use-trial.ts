/** One address at a time: its inspection, its player, and what the page shows of both. */
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  createPlayer,
  inspectStream,
  PLAYER_EVENTS,
  type Decision,
  type FootlightPlayer,
  type PlayerError,
  type Sources,
  type Statistics,
} from '../package/index.ts';
import { checksOf, plays, type Check, type Here, type SourceChoice } from './checks.ts';

export interface Trial {
  readonly phase: 'idle' | 'inspecting' | 'playing' | 'refused' | 'stopped';
  readonly checks: readonly Check[];
  readonly size: string;
  readonly firstFrameMs: number | null;
  readonly statistics: Statistics | null;
  readonly error: PlayerError | null;
  readonly isSoundBlocked: boolean;
  readonly isMuted: boolean;
  /** Page time at which the player was opened; events and decisions count from it. */
  readonly startMs: number;
  readonly events: readonly TrialEvent[];
  readonly decisions: readonly Decision[];
}
export interface TrialEvent {
  readonly atMs: number;
  readonly type: string;
  readonly detail: string;
}

const EVENTS_MAX = 200;
/** Largest picture for one thread, in pixels. */
const ONE_THREAD_PIXELS = 1280 * 720;
const OPUS = 'audio/mp4; codecs="opus"';
const HEVC = 'video/mp4; codecs="hvc1.1.6.L93.B0"';

const IDLE: Trial = {
  phase: 'idle',
  checks: [],
  size: '',
  firstFrameMs: null,
  statistics: null,
  error: null,
  isSoundBlocked: false,
  isMuted: true,
  startMs: 0,
  events: [],
  decisions: [],
};

/** iPhones have only ManagedMediaSource. */
interface MediaSources {
  readonly MediaSource?: typeof MediaSource;
  readonly ManagedMediaSource?: typeof MediaSource;
}

export function hereNow(allowsOneThread: boolean): Here {
  const sources: MediaSources = globalThis;
  // The same order as in the player.
  const source = sources.MediaSource ?? sources.ManagedMediaSource;
  return {
    isIsolated: crossOriginIsolated && typeof SharedArrayBuffer === 'function',
    isSecure: isSecureContext,
    mediaSource: source !== undefined,
    nativeHevc: source?.isTypeSupported(HEVC) ?? false,
    opus: source?.isTypeSupported(OPUS) ?? false,
    allowsOneThread,
  };
}

export function useTrial() {
  const [trial, setTrial] = useState(IDLE);
  const stage = useRef<HTMLDivElement | null>(null);
  const player = useRef<FootlightPlayer | null>(null);
  const inspection = useRef<AbortController | null>(null);

  const end = useCallback((): void => {
    inspection.current?.abort();
    player.current?.destroy();
    player.current = null;
  }, []);
  useEffect(() => end, [end]);

  const open = (sources: Sources, allowsOneThread: boolean): void => {
    if (stage.current === null) return;
    const opened = createPlayer(stage.current, {
      sources,
      settings: { unsharedPixels: allowsOneThread ? ONE_THREAD_PIXELS : 0 },
      muted: true,
    });
    player.current = opened;
    const startMs = performance.now();
    const patch = (change: Partial<Trial>): void => setTrial((before) => ({ ...before, ...change, decisions: [...opened.decisions()] }));
    for (const type of PLAYER_EVENTS) {
      if (type === 'fact' || type === 'statistics') continue;
      opened.on(type, (detail) => {
        const event = { atMs: performance.now() - startMs, type, detail: textOf(detail) };
        setTrial((before) => ({ ...before, events: [...before.events, event].slice(-EVENTS_MAX), decisions: [...opened.decisions()] }));
      });
    }
    opened.on('loadedmetadata', ({ videoWidth, videoHeight, firstFrameMs }) =>
      patch({ firstFrameMs, size: `${videoWidth}×${videoHeight}`, error: null }),
    );
    opened.on('resize', ({ videoWidth, videoHeight }) => patch({ size: `${videoWidth}×${videoHeight}` }));
    opened.on('statistics', (statistics) => patch({ statistics }));
    opened.on('autoplay', ({ blocked }) => patch({ isSoundBlocked: blocked }));
    opened.on('volumechange', ({ muted }) => patch({ isMuted: muted }));
    opened.on('error', (error) => patch({ error }));
  };

  return {
    trial,
    stage: useCallback((element: HTMLDivElement | null) => void (stage.current = element), []),
    start: (address: string, choice: SourceChoice, allowsOneThread: boolean): void => {
      end();
      if (!isAddress(address)) {
        const inspected = { ok: false, error: { code: 'STREAM_ADDRESS_BAD', detail: address } } as const;
        setTrial({ ...IDLE, phase: 'refused', checks: checksOf(inspected, hereNow(allowsOneThread)) });
        return;
      }
      if (choice === 'webrtc') {
        setTrial({ ...IDLE, phase: 'playing', startMs: performance.now() });
        open({ webrtc: [address] }, allowsOneThread);
        return;
      }
      setTrial({ ...IDLE, phase: 'inspecting' });
      const abort = new AbortController();
      inspection.current = abort;
      void inspectStream(address, { signal: abort.signal }).then((inspected) => {
        if (abort.signal.aborted) return;
        const checks = checksOf(inspected, hereNow(allowsOneThread), choice);
        const canPlay = plays(checks);
        setTrial({ ...IDLE, phase: canPlay ? 'playing' : 'refused', checks, startMs: performance.now() });
        if (!canPlay) return;
        const found = inspected.ok && inspected.value.video === 'H265' ? 'h265' : 'h264';
        open({ [choice === 'auto' ? found : choice]: [address] }, allowsOneThread);
      });
    },
    stop: (): void => {
      end();
      setTrial((before) => ({ ...before, phase: 'stopped' }));
    },
    setMuted: (muted: boolean): void => {
      if (player.current !== null) player.current.muted = muted;
    },
  };
}

/** Refuses a pasted host without a scheme, because the browser would read it as a path of this page. A path begins with a slash. */
function isAddress(text: string): boolean {
  try {
    return /^(https?:\/\/|\/)/i.test(text) && new URL(text, location.href).protocol.startsWith('http');
  } catch {
    return false;
  }
}

/** `kind h264, line 0`: the fields that are plain values. */
function textOf(detail: object | null): string {
  return Object.entries(detail ?? {})
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '')
    .map(([name, value]) => `${name} ${typeof value === 'number' ? Math.round(value * 10) / 10 : String(value)}`)
    .join(', ');
}
