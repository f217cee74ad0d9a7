/** One viewer of the crowd: made of the room's machines, or of the reconnect rule of another library. */
import { outboxMachine } from '../../src/core/reports/outbox.ts';
import { liveCheckMachine } from '../../src/core/room/start/live-check.ts';
import { connectionMachine, type ConnectionRun } from '../../src/core/socket/connection.ts';
import { SOCKET_POLICY } from '../../src/core/socket/connection-state.ts';
import { WAITS } from '../../src/player/base/waits.ts';
import type { Clock } from '../../src/player/base/clock.ts';
import { createRunner } from '../../src/player/base/machine.ts';
import { DEFAULT_PLAYER_CONFIG } from '../../src/player/rules/constants.ts';
import { NO_ADDRESSES, NO_HISTORY } from '../../src/player/rules/recovery/candidates.ts';
import { recoveryMachine } from '../../src/player/rules/recovery/recovery.ts';
import type { RecoveryContext } from '../../src/player/rules/recovery/recovery-state.ts';
import { ReachHub } from '../../src/workers/room/room-base.ts';

// The services of a crowd as a model: one clock of milliseconds, capacity per second, outages. It knows no viewer.

/** Runs actions at their times, in order; a model of a crowd has millions. */
class Timeline {
  nowMs = 0;
  readonly #due: (readonly (() => void)[] | undefined)[] = [];

  at(atMs: number, act: () => void): void {
    const ms = Math.max(this.nowMs, Math.ceil(atMs));
    const others = this.#due[ms] as (() => void)[] | undefined;
    if (others === undefined) this.#due[ms] = [act];
    else others.push(act);
  }

  readonly after = (delayMs: number, act: () => void): (() => void) => {
    let isOff = false;
    this.at(this.nowMs + delayMs, () => isOff || act());
    return () => {
      isOff = true;
    };
  };

  runTo(endMs: number): void {
    for (; this.nowMs <= endMs; this.nowMs++) {
      // An action may add another one to the same millisecond.
      const due = this.#due[this.nowMs] ?? [];
      for (let place = 0; place < due.length; place++) due[place]!();
      this.#due[this.nowMs] = undefined;
    }
  }
}

export type RequestKind = 'dial' | 'live info' | 'addresses' | 'reports' | 'stream';
export const BUCKET_MS = 100;

export interface ServicePlan {
  /** Logins per second; Infinity: no limit. */
  readonly capacityPerS: number;
  isUp(nowMs: number): boolean;
  /** Share of the requests that are answered with 503 and this Retry-After in ms. */
  readonly overload?: { readonly share: number; readonly retryAfterMs: number; isOn(nowMs: number): boolean };
}

/** A refused dial costs the server this share of a login, for its connection and its TLS handshake. */
const REFUSAL_COST = 0.05;
/** Longest queue of dials before the chat server, in ms; longer ones are refused. */
const QUEUE_MS = 2_000;
/** Round trip in ms: the least, and the random part. */
const ANSWER_MS = { least: 40, spread: 120 };

type Answer = { readonly ok: true } | { readonly ok: false; readonly retryAfterMs: number | null };

/** Answers requests by the plan, and counts them. */
export class World {
  readonly timeline = new Timeline();
  /** Requests of all viewers by kind, per BUCKET_MS from the event on. */
  readonly requests = new Map<RequestKind, number[]>();
  readonly #random: () => number;
  readonly #plan: ServicePlan;
  #capacityPerS: number;
  /** Time at which the chat server has worked off its queue. */
  #freeMs = 0;

  constructor(plan: ServicePlan, random: () => number) {
    this.#plan = plan;
    this.#capacityPerS = plan.capacityPerS;
    this.#random = random;
  }

  /** Logins per second from now on. */
  limit(capacityPerS: number): void {
    this.#capacityPerS = capacityPerS;
  }

  answerMs(): number {
    return ANSWER_MS.least + this.#random() * ANSWER_MS.spread;
  }

  request(kind: RequestKind, answered: (answer: Answer) => void): void {
    const { nowMs } = this.timeline;
    this.#count(kind, nowMs);
    const answer = kind === 'dial' ? this.#login(nowMs) : this.#serve(nowMs);
    const queuedMs = kind === 'dial' && answer.ok ? Math.max(0, this.#freeMs - nowMs) : 0;
    this.timeline.at(nowMs + queuedMs + this.answerMs(), () => answered(answer));
  }

  #serve(nowMs: number): Answer {
    const { overload } = this.#plan;
    if (!this.#plan.isUp(nowMs)) return { ok: false, retryAfterMs: null };
    const isOver = overload !== undefined && overload.isOn(nowMs) && this.#random() < overload.share;
    return isOver ? { ok: false, retryAfterMs: overload.retryAfterMs } : { ok: true };
  }

  /** A server that is busy refuses, which costs time too: enough refusals leave none for logins. */
  #login(nowMs: number): Answer {
    const answer = this.#serve(nowMs);
    const capacityPerS = this.#capacityPerS;
    if (!answer.ok || capacityPerS === Number.POSITIVE_INFINITY) return answer;
    const perLoginMs = 1_000 / capacityPerS;
    const startMs = Math.max(nowMs, this.#freeMs);
    const isRefused = startMs - nowMs > QUEUE_MS;
    this.#freeMs = startMs + perLoginMs * (isRefused ? REFUSAL_COST : 1);
    return isRefused ? { ok: false, retryAfterMs: null } : answer;
  }

  #count(kind: RequestKind, nowMs: number): void {
    const counts = this.requests.get(kind) ?? [];
    const bucket = Math.floor(nowMs / BUCKET_MS);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
    this.requests.set(kind, counts);
  }
}

export interface Viewer {
  start(): void;
  /** The server closes the chat connection, or the stream. */
  cut(what: 'chat' | 'stream', closeCode: number): void;
  /** A push of the live status. */
  push(): void;
}

/** Parts of a viewer that a scenario needs: each costs time. */
export type ViewerPart = 'chat' | 'live info' | 'picture' | 'reports';

export interface ViewerDeps {
  readonly parts: readonly ViewerPart[];
  readonly world: World;
  readonly random: () => number;
  /** The chat is logged in, or no longer. */
  readonly onReady: (isReady: boolean) => void;
}

const NO_LOG = { add: () => undefined, entries: () => [], total: () => 0 } as unknown as Parameters<typeof createRunner>[1]['decisions'];
const ADDRESSES = { ...NO_ADDRESSES, httpflv: ['https://a.example/live.flv', 'https://b.example/live.flv'] };
const BOOK = { code: 0, type: 'guest', ageS: 1_800, socToken: '' } as const;
const SOCKETS = ['a.example', 'b.example', 'c.example'].map((host) => ({ host, protocol: 'wss', socketType: 'binary' }) as const);
const PLAYER: Omit<RecoveryContext, 'random'> = {
  config: DEFAULT_PLAYER_CONFIG,
  browser: { chromeMajor: 120, isSafariWithoutChrome: false },
  abilities: {
    kinds: ['h264'],
    mediaSource: true,
    h264: true,
    nativeHevc: false,
    sharedMemory: true,
    videoFrameCallback: true,
    webrtc: true,
  },
  history: NO_HISTORY,
  isVisible: true,
  isLive: true,
  isOnline: true,
};
/** Interval of the progress that the player reports: shorter than the stall wait of P24. */
const PROGRESS_MS = 20_000;
/** Interval of the reports of a viewer; the enter-room heartbeat of P40. */
const REPORT_MS = 10_000;

/** The machines of the chat, the live check, the reports and the player, with the fact that they share. */
// Long: four machines that share one world, one clock and one fact.
export function roomViewer({ parts, world, random, onReady }: ViewerDeps): Viewer {
  const { timeline } = world;
  const clock: Clock = { nowMs: () => timeline.nowMs, epochMs: () => timeline.nowMs, after: timeline.after };
  const hub = new ReachHub();
  let isReady = false;
  let shown = 'idle';
  const setReady = (next: boolean): void => {
    if (next === isReady) return;
    isReady = next;
    onReady(next);
  };
  const connection = createRunner(connectionMachine, {
    clock,
    decisions: NO_LOG,
    context: () => ({ policy: SOCKET_POLICY, services: { socketFallback: [] }, returnMs: WAITS.chatReturn.capMs, random: random() }),
    onState: ({ name, connection: { attempt } }) => {
      if (name === shown) return;
      shown = name;
      if (name === 'open') hub.observe('chat', true);
      if (name === 'pausing' || (name === 'waiting' && attempt > 0)) hub.observe('chat', false);
    },
    execute: (effect: ConnectionRun) => {
      const { epoch } = connection.state().connection;
      if (effect.type === 'request-addresses')
        world.request('addresses', (answer) =>
          connection.send({ type: 'addressed', epoch, answer: answer.ok ? { ok: true, ...BOOK, addresses: SOCKETS } : answer }),
        );
      if (effect.type === 'dial') world.request('dial', ({ ok }) => connection.send({ type: ok ? 'opened' : 'lost', epoch }));
      if (effect.type === 'login')
        timeline.after(world.answerMs(), () =>
          connection.send({ type: 'message', epoch, status: { cmd: 901, type: 1, status: 1, errno: 0 } }),
        );
      if (effect.type === 'beat') timeline.after(world.answerMs(), () => connection.send({ type: 'beat-answered', epoch }));
      if (effect.type === 'ready') setReady(true);
      if (effect.type === 'stop-lines') setReady(false);
    },
  });
  const live = createRunner(liveCheckMachine, {
    clock,
    decisions: NO_LOG,
    context: () => ({ firstMs: null, random: random() }),
    execute(effect) {
      if (effect.type !== 'request') return;
      world.request('live info', (answer) => {
        hub.observe('services', answer.ok);
        live.send({ type: 'answer', liveStatus: answer.ok ? 1 : null, retryAfterMs: answer.ok ? null : answer.retryAfterMs });
      });
    },
  });
  const outbox = createRunner(outboxMachine, {
    clock,
    decisions: NO_LOG,
    context: () => ({ epochMs: timeline.nowMs, random: random() }),
    execute(effect) {
      if (effect.type !== 'send') return;
      world.request('reports', (answer) =>
        outbox.send(
          answer.ok ? { type: 'sent' } : { type: 'failed', ...(answer.retryAfterMs !== null && { retryAfterMs: answer.retryAfterMs }) },
        ),
      );
    },
  });
  const player = createRunner(recoveryMachine, {
    clock,
    decisions: NO_LOG,
    context: () => ({ ...PLAYER, random: random() }),
    execute(effect) {
      const { epoch } = player.state();
      if (effect.type === 'failure' && effect.network) hub.observe('picture', false);
      if (effect.type === 'addresses-wanted')
        world.request('addresses', (answer) => {
          hub.observe('services', answer.ok);
          player.send(answer.ok ? { type: 'addresses', epoch, addresses: ADDRESSES } : { type: 'addresses-failed', epoch });
        });
      if (effect.type === 'play')
        world.request('stream', ({ ok }) => {
          if (ok) hub.observe('picture', true);
          player.send(ok ? { type: 'first-frame', epoch, width: 852, height: 480 } : lostStream(epoch));
        });
    },
  });
  hub.listen('chat', (reach) => connection.send({ type: 'reach', reach }));
  hub.listen('services', (reach) => live.send({ type: 'reach', reach }));
  hub.listen('reports', (reach) => outbox.send({ type: 'reach', reach }));
  hub.listen('picture', (reach) => reach === 'up' && player.send({ type: 'reachable' }));

  let reports = 0;
  const report = (): void => {
    outbox.send({ type: 'add', reports: [{ endpoint: 'enter-room', body: {} }], firstNumber: ++reports });
    timeline.after(REPORT_MS, report);
  };
  const progress = (): void => {
    const { name, epoch } = player.state();
    const positionS = timeline.nowMs / 1_000;
    if (name === 'playing') player.send({ type: 'progress', epoch, progress: { ...NO_PROGRESS, positionS } });
    timeline.after(PROGRESS_MS, progress);
  };
  return {
    start() {
      if (parts.includes('live info')) live.send({ type: 'shown', shown: 'live' });
      if (parts.includes('chat')) connection.send({ type: 'connect', loginType: 'guest' });
      if (parts.includes('reports')) timeline.after(random() * REPORT_MS, report);
      if (!parts.includes('picture')) return;
      player.send({ type: 'start', addresses: ADDRESSES });
      timeline.after(random() * PROGRESS_MS, progress);
    },
    cut(what, closeCode) {
      if (what === 'chat') connection.send({ type: 'lost', epoch: connection.state().connection.epoch, closeCode });
      else player.send(lostStream(player.state().epoch));
    },
    push: () => live.send({ type: 'push', liveStatus: 1 }),
  };
}

const lostStream = (epoch: number) =>
  ({ type: 'failed', epoch, failure: 'ACK_NETWORK_FAIL', network: true, codecUnsupported: false }) as const;

const NO_PROGRESS = {
  bufferedS: 1,
  paintedFrames: 1,
  droppedFrames: 0,
  bytes: 1,
  audioS: Number.NaN,
  videoS: Number.NaN,
  latencyS: 1,
  decodeMs: Number.NaN,
};

/** The wait in ms before attempt number `tries`, counted from 1 after each lost connection. */
export type ReconnectRule = (tries: number, random: () => number) => number;

/** The defaults of other libraries, from their documentation. None of them ends its attempts. */
export const RECONNECT_RULES: Readonly<Record<string, ReconnectRule>> = {
  /** `reconnectAfterMs` of Phoenix.Socket: steps without a random part. */
  phoenix: (tries) => [10, 50, 100, 150, 200, 250, 500, 1_000, 2_000][tries - 1] ?? 5_000,
  /** `reconnectionDelay` 1 s doubles up to `reconnectionDelayMax` 5 s; `randomizationFactor` 0.5 in both directions. */
  'socket.io': (tries, random) => Math.min(5_000, Math.min(5_000, 1_000 * 2 ** (tries - 1)) * (0.5 + random())),
  /** `minReconnectDelay` 500 ms and `maxReconnectDelay` 20 s with full jitter. */
  centrifuge: (tries, random) => Math.min(20_000, 500 + random() * Math.min(20_000, 500 * 2 ** (tries - 1))),
};

/** A chat client alone that reconnects by the rule of a library. */
export function ruleViewer(rule: ReconnectRule, { world, random, onReady }: ViewerDeps): Viewer {
  let tries = 0;
  let isOpen = false;
  const dial = (): void =>
    world.request('dial', ({ ok }) => {
      if (!ok) return wait();
      world.timeline.after(world.answerMs(), () => {
        tries = 0;
        isOpen = true;
        onReady(true);
      });
    });
  const wait = (): void => void world.timeline.after(rule(++tries, random), dial);
  return {
    start: dial,
    cut(what) {
      if (what !== 'chat' || !isOpen) return;
      isOpen = false;
      onReady(false);
      wait();
    },
    push: () => undefined,
  };
}
