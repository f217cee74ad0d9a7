/** The worker behind the page, and the visitor's actions. */
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { EMPTY, reduce, type Busy, type State } from './model.ts';
import type { DecodeOptions, FromSession, OverlayLayer, ToSession } from './protocol.ts';

// Reads the bytes of an address, within limits.

/** A larger file and the decoder together do not fit into the memory of a small machine. */
const FILE_BYTES_MAX = 512 * 1024 ** 2;
/** Milliseconds read from a live stream, which never ends. */
const LIVE_MS = 15_000;

class SourceError extends Error {
  readonly code: 'FETCH' | 'TOO_LARGE';
  constructor(code: 'FETCH' | 'TOO_LARGE', detail: string) {
    super(detail);
    this.code = code;
  }
}

/** A response without a length is cut after LIVE_MS; a file is read to its end. */
export async function readAddress(address: string, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(address, { signal }).catch((error: unknown) => {
    throw new SourceError('FETCH', String(error));
  });
  if (!response.ok || !response.body) throw new SourceError('FETCH', `status ${response.status}`);
  const isLive = !response.headers.has('content-length');
  const reader = response.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  // Also ends a live stream that sends nothing more.
  const end = isLive ? setTimeout(() => void reader.cancel().catch(() => undefined), LIVE_MS) : undefined;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parts.push(read.value);
      bytes += read.value.length;
      if (bytes > FILE_BYTES_MAX) {
        void reader.cancel();
        throw new SourceError('TOO_LARGE', `more than ${FILE_BYTES_MAX / 1024 ** 2} MB`);
      }
      onProgress(bytes);
    }
  } finally {
    clearTimeout(end);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Last part of the path; the whole text if it is not a valid address, which the request then reports. */
function nameOf(address: string): string {
  try {
    return decodeURIComponent(new URL(address, location.href).pathname.split('/').pop() ?? '') || address;
  } catch {
    return address;
  }
}

export interface Playground {
  readonly state: State;
  /** For the parent of the canvas on which the worker draws. */
  readonly attach: (parent: HTMLElement | null) => void;
  readonly openFile: (file: File) => void;
  readonly openAddress: (address: string) => void;
  readonly setOptions: (options: DecodeOptions) => void;
  readonly setRate: (rate: number) => void;
  readonly select: (index: number) => void;
  readonly togglePlay: () => void;
  readonly start: (busy: Busy) => void;
  readonly setLayers: (layers: readonly OverlayLayer[]) => void;
}

const startWorker = (): Worker => new Worker(new URL('./session/worker.ts', import.meta.url), { type: 'module', name: 'playground' });

// Long: a table of actions that share the worker, the current read and the latest state through refs of one hook.
export function usePlayground(): Playground {
  const [state, dispatch] = useReducer(reduce, EMPTY, (empty) => ({
    ...empty,
    options: { ...empty.options, threads: crossOriginIsolated ? Math.min(navigator.hardwareConcurrency, 4) : 1 },
  }));
  const worker = useRef<Worker>(undefined);
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  const source = useRef<{ readonly name: string; readonly bytes: Uint8Array }>(undefined);
  const reading = useRef<AbortController>(undefined);

  const parent = useRef<HTMLElement>(null);

  const start = useCallback((): Worker => {
    if (worker.current) return worker.current;
    const started = startWorker();
    started.addEventListener('message', ({ data }: MessageEvent<FromSession>) => dispatch(data));
    started.addEventListener('error', (event: Event) => {
      const isRunning = event instanceof ErrorEvent;
      // If the script could not be loaded, the next file starts another worker.
      if (!isRunning) worker.current = undefined;
      dispatch({ type: 'refused', code: 'WORKER', detail: isRunning ? event.message : '' });
    });
    worker.current = started;
    // A canvas can be transferred only once, so each worker has its own.
    const canvas = document.createElement('canvas');
    parent.current?.replaceChildren(canvas);
    const offscreen = canvas.transferControlToOffscreen();
    started.postMessage({ type: 'canvas', canvas: offscreen } satisfies ToSession, [offscreen]);
    return started;
  }, []);

  const send = useCallback((message: ToSession) => start().postMessage(message), [start]);

  const attach = useCallback(
    (element: HTMLElement | null) => {
      parent.current = element;
      if (element) start();
    },
    [start],
  );

  useEffect(() => () => reading.current?.abort(), []);

  const open = useCallback(
    (options: DecodeOptions) => {
      const file = source.current;
      if (file) send({ type: 'open', name: file.name, bytes: file.bytes, options });
    },
    [send],
  );

  const read = useCallback(
    async (name: string, start: (signal: AbortSignal) => Promise<Uint8Array>) => {
      // Bytes and errors of an earlier read are dropped.
      reading.current?.abort();
      const controller = new AbortController();
      reading.current = controller;
      dispatch({ type: 'reading', bytes: 0 });
      try {
        const bytes = await start(controller.signal);
        if (controller.signal.aborted) return;
        source.current = { name, bytes };
        open(latest.current.options);
      } catch (error) {
        if (controller.signal.aborted) return;
        const code = error instanceof SourceError ? error.code : 'FETCH';
        dispatch({ type: 'refused', code, detail: error instanceof Error ? error.message : String(error) });
      }
    },
    [open],
  );

  return useMemo<Playground>(
    () => ({
      state,
      attach,
      openFile: (file) => {
        if (file.size > FILE_BYTES_MAX) {
          reading.current?.abort();
          dispatch({ type: 'refused', code: 'TOO_LARGE', detail: file.name });
          return;
        }
        void read(file.name, async () => new Uint8Array(await file.arrayBuffer()));
      },
      openAddress: (address) => {
        void read(nameOf(address), (signal) => readAddress(address, (bytes) => dispatch({ type: 'reading', bytes }), signal));
      },
      setOptions: (options) => {
        dispatch({ type: 'options', options });
        open(options);
      },
      setRate: (rate) => {
        dispatch({ type: 'rate', rate });
        if (state.isPlaying) send({ type: 'play', from: state.index, rate });
      },
      select: (index) => {
        const bounded = Math.max(0, Math.min(index, state.rows.length - 1));
        dispatch({ type: 'select', index: bounded });
        send({ type: 'show', index: bounded });
      },
      togglePlay: () => {
        dispatch({ type: 'playing', isPlaying: !state.isPlaying });
        if (state.isPlaying) send({ type: 'pause' });
        else send({ type: 'play', from: state.index >= state.rows.length - 1 ? 0 : state.index, rate: state.rate });
      },
      start: (busy) => {
        dispatch({ type: 'busy', busy });
        send({ type: busy });
      },
      setLayers: (layers) => {
        dispatch({ type: 'layers', layers });
        send({ type: 'overlay', layers, index: state.index });
      },
    }),
    [state, attach, send, open, read],
  );
}
