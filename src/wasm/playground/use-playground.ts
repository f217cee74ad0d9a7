/** The worker behind the page, and the visitor's actions. */
import { useState, useSyncExternalStore } from 'react';
import { EMPTY, reduce, type Action, type Busy, type State } from './model.ts';
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
async function readAddress(address: string, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<Uint8Array> {
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

/** The state of the page, the worker behind it, the current read, and the visitor's actions. */
export class Playground {
  #state: State = {
    ...EMPTY,
    options: { ...EMPTY.options, threads: crossOriginIsolated ? Math.min(navigator.hardwareConcurrency, 4) : 1 },
  };
  #worker: Worker | undefined;
  /** Of the canvas on which the worker draws. */
  #parent: HTMLElement | null = null;
  #source: { readonly name: string; readonly bytes: Uint8Array } | undefined;
  #reading: AbortController | undefined;
  #changed: () => void = () => undefined;

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#changed = changed;
    return () => this.#reading?.abort();
  };

  readonly snapshot = (): State => this.#state;

  get state(): State {
    return this.#state;
  }

  readonly attach = (parent: HTMLElement | null): void => {
    this.#parent = parent;
    if (parent) this.#started();
  };

  openFile(file: File): void {
    if (file.size <= FILE_BYTES_MAX) {
      void this.#read(file.name, async () => new Uint8Array(await file.arrayBuffer()));
      return;
    }
    this.#reading?.abort();
    this.#dispatch({ type: 'refused', code: 'TOO_LARGE', detail: file.name });
  }

  openAddress(address: string): void {
    const progress = (bytes: number): void => this.#dispatch({ type: 'reading', bytes });
    void this.#read(nameOf(address), (signal) => readAddress(address, progress, signal));
  }

  setOptions(options: DecodeOptions): void {
    this.#set({ options });
    this.#open();
  }

  setRate(rate: number): void {
    this.#set({ rate });
    if (this.#state.isPlaying) this.#send({ type: 'play', from: this.#state.index, rate });
  }

  readonly select = (index: number): void => {
    const bounded = Math.max(0, Math.min(index, this.#state.rows.length - 1));
    this.#set({ index: bounded, isPlaying: false });
    this.#send({ type: 'show', index: bounded });
  };

  readonly togglePlay = (): void => {
    const { isPlaying, index, rows, rate } = this.#state;
    this.#set({ isPlaying: !isPlaying });
    this.#send(isPlaying ? { type: 'pause' } : { type: 'play', from: index >= rows.length - 1 ? 0 : index, rate });
  };

  start(busy: Busy): void {
    this.#dispatch({ type: 'busy', busy });
    this.#send({ type: busy });
  }

  setLayers(layers: readonly OverlayLayer[]): void {
    this.#set({ layers, isPlaying: false });
    this.#send({ type: 'overlay', layers, index: this.#state.index });
  }

  #dispatch(action: Action): void {
    this.#state = reduce(this.#state, action);
    this.#changed();
  }

  #set(to: Extract<Action, { type: 'set' }>['to']): void {
    this.#dispatch({ type: 'set', to });
  }

  #send(message: ToSession): void {
    this.#started().postMessage(message);
  }

  #open(): void {
    if (this.#source) this.#send({ type: 'open', ...this.#source, options: this.#state.options });
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./session/worker.ts', import.meta.url), { type: 'module', name: 'playground' });
    worker.addEventListener('message', ({ data }: MessageEvent<FromSession>) => this.#dispatch(data));
    worker.addEventListener('error', (event: Event) => {
      const isRunning = event instanceof ErrorEvent;
      // If the script could not be loaded, the next file starts another worker.
      if (!isRunning) this.#worker = undefined;
      this.#dispatch({ type: 'refused', code: 'WORKER', detail: isRunning ? event.message : '' });
    });
    this.#worker = worker;
    // A canvas can be transferred only once, so each worker has its own.
    const canvas = document.createElement('canvas');
    this.#parent?.replaceChildren(canvas);
    const offscreen = canvas.transferControlToOffscreen();
    worker.postMessage({ type: 'canvas', canvas: offscreen } satisfies ToSession, [offscreen]);
    return worker;
  }

  async #read(name: string, start: (signal: AbortSignal) => Promise<Uint8Array>): Promise<void> {
    // Bytes and errors of an earlier read are dropped.
    this.#reading?.abort();
    const { signal } = (this.#reading = new AbortController());
    this.#dispatch({ type: 'reading', bytes: 0 });
    try {
      const bytes = await start(signal);
      if (signal.aborted) return;
      this.#source = { name, bytes };
      this.#open();
    } catch (error) {
      if (signal.aborted) return;
      const code = error instanceof SourceError ? error.code : 'FETCH';
      this.#dispatch({ type: 'refused', code, detail: error instanceof Error ? error.message : String(error) });
    }
  }
}

export function usePlayground(): Playground {
  const [playground] = useState(() => new Playground());
  useSyncExternalStore(playground.subscribe, playground.snapshot);
  return playground;
}
