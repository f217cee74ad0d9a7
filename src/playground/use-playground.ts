/** The worker behind the page, and the visitor's actions. */
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { EMPTY, reduce, type Busy, type State } from './model.ts';
import type { DecodeOptions, FromSession, OverlayLayer, ToSession } from './protocol.ts';
import { FILE_BYTES_MAX, nameOf, readAddress, SourceError } from './source.ts';

export interface Playground {
  readonly state: State;
  /** For the canvas element: the worker draws its picture. */
  readonly attach: (canvas: HTMLCanvasElement | null) => void;
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

  const send = useCallback((message: ToSession, transfer: Transferable[] = []) => {
    if (!worker.current) {
      worker.current = startWorker();
      worker.current.addEventListener('message', ({ data }: MessageEvent<FromSession>) => dispatch(data));
      worker.current.addEventListener('error', ({ message: detail }) => dispatch({ type: 'refused', code: 'WORKER', detail }));
    }
    worker.current.postMessage(message, transfer);
  }, []);

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
      attach: (canvas) => {
        // A canvas can be transferred to a worker only once; React calls this again for the same canvas only with null.
        if (!canvas || canvas.dataset['given'] === '1') return;
        canvas.dataset['given'] = '1';
        const offscreen = canvas.transferControlToOffscreen();
        send({ type: 'canvas', canvas: offscreen }, [offscreen]);
      },
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
    [state, send, open, read],
  );
}
