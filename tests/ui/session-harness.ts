/** The page without a browser: the globals that the session uses, workers without threads, and the other ends of their ports. */
import { vi } from 'vitest';
import { done, ok } from '../../src/core/errors.ts';
import type { ChatBatch } from '../../src/core/room/view.ts';
import type { FirstAnswers } from '../../src/ui/start/first-answers.ts';
import { Session } from '../../src/ui/session.ts';
import type { PageEvent, PageInput, RoomCommand, RoomPorts } from '../../src/workers/room/api.ts';
import { fakeWorkerClass, type FakeWorker } from '../../src/player/tests/fake-workers.ts';

/** Texts by key, enumerable like browser storage. */
class FakeStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

/** The parts of an element that session and player surface use. */
const fakeElement = () => ({
  style: {},
  dataset: {},
  textContent: '',
  append: () => undefined,
  remove: vi.fn(),
  setAttribute: () => undefined,
  addEventListener: () => undefined,
  querySelector: () => null,
  querySelectorAll: () => [],
  matches: () => false,
});

class FakeObserver {
  observe(): void {}
}

/** Arguments of a worker's start, with its ends of the ports. */
interface Started {
  readonly worker: string;
  readonly args: readonly unknown[];
  readonly ports: readonly MessagePort[];
  /** Messages received at its ports, in order. */
  readonly received: unknown[];
}

function listen(started: Omit<Started, 'received'>): Started {
  const received: unknown[] = [];
  for (const port of started.ports) {
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => received.push(data));
    port.start();
  }
  return { ...started, received };
}

/**
 * `answers`: of the first calls, by the end of their path; other calls get an unreadable answer. `firstAnswers`: results of the first
 * script.
 */
// Long: a fake of every global that a session uses, in one place for readers of the tests.
export function openSession(answers: Readonly<Record<string, unknown>> = {}, firstAnswers?: FirstAnswers) {
  const started: Started[] = [];
  const calls: (readonly [worker: string, call: string, args: readonly unknown[]])[] = [];
  const begin = (worker: string, args: readonly unknown[], ports: readonly MessagePort[]) => {
    started.push(listen({ worker, args, ports }));
    return Promise.resolve(done);
  };
  let busy = Promise.resolve();
  const noted =
    (worker: string, call: string) =>
    async (port: MessagePort, ...more: readonly unknown[]) => {
      await busy;
      calls.push([worker, call, more]);
      started.push(listen({ worker: `${worker} ${call}`, args: more, ports: [port] }));
      return done;
    };
  const apis: Readonly<Record<string, object>> = {
    room: {
      start: (input: PageInput, services: unknown, { page, socket, stats, early }: RoomPorts) =>
        begin('room', [input, services], [page, socket, stats, ...(early === undefined ? [] : [early.port])]),
      idle: () => Promise.resolve(done),
      decisions: () => Promise.resolve(ok([])),
    },
    socket: {
      start: (services: unknown, room: MessagePort, stats: MessagePort) => begin('socket', [services], [room, stats]),
      replaceStats: noted('socket', 'replaceStats'),
    },
    stats: {
      start: (services: unknown, identity: unknown, ports: readonly MessagePort[]) => begin('stats', [services, identity], ports),
      addPort: noted('stats', 'addPort'),
      attachPage: noted('stats', 'attachPage'),
    },
  };
  const { Worker, made } = fakeWorkerClass((name) => apis[name] ?? null);
  const listeners: (readonly [type: string, act: (event: object) => void])[] = [];
  const addEventListener = (type: string, act: (event: object) => void): void => void listeners.push([type, act]);
  const elements: ReturnType<typeof fakeElement>[] = [];
  const document = {
    cookie: '',
    hidden: false,
    pictureInPictureEnabled: false,
    documentElement: { lang: 'zh-CN' },
    body: fakeElement(),
    getElementById: () => null,
    querySelectorAll: () => [],
    createElement() {
      elements.push(fakeElement());
      return elements.at(-1);
    },
    addEventListener,
  };
  const location = {
    origin: 'https://room.test',
    href: 'https://room.test/live/1001',
    pathname: '/live/1001',

    search: '',
    reload: vi.fn(),
    replace: vi.fn(),
  };
  const [localStorage, sessionStorage] = [new FakeStorage(), new FakeStorage()];
  const open = vi.fn();
  const fetch = vi.fn((url: string) => {
    const end = Object.keys(answers).find((one) => new URL(url).pathname.endsWith(one));
    return Promise.resolve(new Response(end === undefined ? `early ${url}` : JSON.stringify(answers[end])));
  });
  const { setTimeout: startTimer } = globalThis;
  const timers: ReturnType<typeof setTimeout>[] = [];
  const globals = {
    fetch,
    // A pending restart must not run during the next test.
    setTimeout(act: () => void, delayMs: number) {
      const timer = startTimer(act, delayMs);
      timers.push(timer);
      return timer;
    },
    Worker,
    document,
    location,
    localStorage,
    window: { localStorage, sessionStorage, open, ...(firstAnswers === undefined ? {} : { firstAnswers }) },
    navigator: { userAgent: 'test', language: 'zh-CN', onLine: true, sendBeacon: () => true },
    screen: { width: 1_920, height: 1_080 },
    innerWidth: 1_280,
    innerHeight: 800,
    devicePixelRatio: 1,
    matchMedia: () => ({ matches: false }),
    // Immediate, so that it is always before the restart of a worker.
    requestAnimationFrame: (draw: () => void) => queueMicrotask(draw),
    addEventListener,
    HTMLVideoElement: { prototype: {} },
    HTMLCanvasElement: { prototype: {} },
    IntersectionObserver: FakeObserver,
    MutationObserver: FakeObserver,
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const session = new Session(1_001);
  const chats: ChatBatch[] = [];
  session.context.store.onChat((batch) => chats.push(batch));

  /** The newest start of a worker. */
  const last = (worker: string): Started => started.findLast((start) => start.worker === worker)!;
  return {
    session,
    context: session.context,
    started,
    calls,
    chats,
    document,
    location,
    localStorage,
    sessionStorage,
    open,
    fetch,
    elements,
    last,
    workers: (name: string): readonly FakeWorker[] => made.filter((worker) => worker.name === name),
    /** Events of the page received by the current room worker. */
    events: () => last('room').received as readonly PageEvent[],
    /** Socket and stats worker execute no call before. */
    setBusy: (until: Promise<void>) => void (busy = until),
    command: (command: RoomCommand) => last('room').ports[0]?.postMessage(command),
    /** As the browser dispatches them. */
    dispatch(type: string, event: object = {}) {
      for (const [name, act] of listeners) if (name === type) act(event);
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      for (const worker of made) worker.close();
      for (const { ports } of started) for (const port of ports) port.close();
      errors.mockRestore();
      vi.unstubAllGlobals();
    },
  };
}
