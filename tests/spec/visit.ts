/** A visit of the room worker with the page's player and the stats worker, for the tables of the documents. */
import { vi } from 'vitest';
import type { PlayerCommand, PlayerProgress } from '../../src/player/rules/contract.ts';
import { NO_BEACONS } from '../../src/core/reports/beacons.ts';
import { ok } from '../../src/core/errors.ts';
import type { MessageName } from '../../src/wire/registry.ts';
import { Stats } from '../../src/workers/stats/stats.ts';
import { messageOf, messagesDown } from '../message-of.ts';
import { liveInfo, openRoom, SERVICES, type RoomOptions } from '../workers/room/harness.ts';

/** One statement of a document. Its title begins with its rows; `ours` in it names the part that the document leaves open. */
export interface Clause {
  readonly title: string;
  readonly is: unknown;
  /** Runs the input through the worker and returns what it shows. */
  readonly shows: () => unknown;
}
export const clause = (title: string, is: unknown, shows: () => unknown): Clause => ({ title, is, shows });

export const loggedIn = (userId: number): string => `fx_userid=${userId}; fx_token=t`;
/** The star of the harness's room. */
export const STAR = loggedIn(77);

/** Live info with other fields of `data` and `data.room`. */
export function info(data: object = {}, room: object = {}, top: object = {}): object {
  const plain = liveInfo({ room }) as { readonly data: object };
  return { ...plain, ...top, data: { ...plain.data, ...data } };
}

const PROGRESS: PlayerProgress = {
  positionS: 1,
  bufferedS: 1,
  paintedFrames: 1,
  droppedFrames: 0,
  bytes: 1,
  audioS: NaN,
  videoS: NaN,
  latencyS: 1,
  decodeMs: NaN,
};

export interface VisitOptions extends RoomOptions {
  /** `data` of live info, and its `room`. */
  readonly data?: object;
  readonly room?: object;
  readonly config?: object;
  readonly ad?: object;
}

export type Visit = Awaited<ReturnType<typeof visit>>;

/** An answer of a service that never comes. */
export const unanswered = ({ init }: { readonly init: RequestInit }): Promise<never> =>
  new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true }));

/** Runs with timeouts of requests that pass only by `wait`. */
export async function withTimeouts<T>(run: (wait: (room: Visit, ms: number) => Promise<void>) => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    return await run(async (room, ms) => {
      vi.advanceTimersByTime(ms);
      await room.settle();
    });
  } finally {
    vi.useRealTimers();
  }
}

/** A visit after its start-up. */
// Long: what a statement may do and see, in one place for readers of the tables.
export async function visit({ data = {}, room: roomFields = {}, config = {}, ad, ...options }: VisitOptions = {}) {
  const answers = {
    '/info': info(data, roomFields),
    '/config': config,
    '/publish': { code: 0, data: { on: 0 } },
    ...(ad && { '/ad/query': { code: 0, data: ad } }),
    ...options.answers,
  };
  const room = openRoom({ ...options, answers });
  const posts: { readonly url: string; readonly body: unknown; readonly atMs: number }[] = [];
  const stats = new Stats({
    services: { log: SERVICES.log, game: SERVICES.game },
    identity: { roomId: 0, userId: 0, embed: false },
    session: 's',
    store: { save: () => Promise.resolve('unavailable'), claim: () => Promise.resolve([]), forget: () => Promise.resolve() },
    onHeld: () => NO_BEACONS,
    onArrived: () => undefined,
    platform: {
      ...room.clock,
      random: () => 0.5,
      uuid: () => 'id',
      post({ url, body }) {
        posts.push({ url, body: body.startsWith('content=') ? body : JSON.parse(body), atMs: room.clock.nowMs() });
        return Promise.resolve('sent');
      },
      get: () => Promise.resolve(ok({})),
      sign: () => 'sign',
      device: 'Linux',
      browser: 'Chrome',
      network: () => '4g',
    },
  });
  for (const fact of room.stats.posted) stats.apply(fact);
  room.stats.onPosted((fact) => stats.apply(fact));
  await room.settle();
  const playing = () => room.played.filter((command): command is Extract<PlayerCommand, { type: 'play' }> => command.type === 'play');
  return {
    ...room,
    posts,
    /** Bodies sent to the path of a reporting service. */
    sent: (path: string): readonly Readonly<Record<string, unknown>>[] =>
      posts.flatMap(({ url, body }) => (url.endsWith(path) ? (Array.isArray(body) ? body : [body]) : [])),
    /** Name of the stage, or of the feature on it. */
    stage(): string {
      const { stage } = room.view();
      return stage.name === 'feature' ? stage.feature : stage.name;
    },
    playing,
    kinds: () => playing().map(({ kind }) => kind),
    /** Switch reason code of the newest attempt, as reported. */
    reason: () =>
      room
        .reported('pull')
        .flatMap((fact) => (fact.event === 'start' ? [fact.fields.reason] : []))
        .at(-1),
    /** Pull failures: code and name. */
    failures: () => room.reported('pull').flatMap((fact) => (fact.event === 'failed' ? [[fact.fields.code, fact.fields.failure]] : [])),
    acks: () =>
      room
        .reported('pull')
        .flatMap((fact) => ((fact.event === 'failed' || fact.event === 'ack') && fact.fields.ack !== '' ? [fact.fields.ack] : [])),
    features: (name: string) => room.view().features[name],
    async push(name: MessageName, fields: Readonly<Record<string, unknown>>) {
      room.socket.deliver(messagesDown([messageOf(name, fields)]));
      await room.settle();
    },
    async feature(feature: string, action: object) {
      room.act({ type: 'feature', feature, action });
      await room.settle();
    },
    async act(action: Parameters<typeof room.act>[0]) {
      room.act(action);
      await room.settle();
    },
    async first(width = 1_280, height = 720) {
      room.report({ type: 'first-frame', width, height, sinceStartMs: 100 });
      await room.settle();
    },
    async progress(change: Partial<PlayerProgress>, ms = 0) {
      room.report({ type: 'progress', progress: { ...PROGRESS, ...change } });
      await room.settle(ms);
    },
    async fails(failure: string, more: object = {}, ms = 0) {
      room.report({ type: 'failed', failure, detail: '', network: false, codecUnsupported: false, ...more });
      await room.settle(ms);
    },
    navigated: () => room.commands('navigate').map(({ to }) => to),
    logs: () => room.view().player.log.flatMap((line) => (line.type === 'note' ? [line.text] : [])),
  };
}
