import { DEFAULT_CHANNELS } from '../../../src/core/room/start/refer.ts';
import type { Services } from '../../../src/core/services.ts';
import type { Skipped } from '../../../src/core/socket/batch.ts';
import type { Command } from '../../../src/core/socket/outgoing.ts';
import { type Result, ok } from '../../../src/core/errors.ts';
import type { OutgoingLine, SocketDown, SocketIdentity } from '../../../src/workers/socket/api.ts';
import type { FamilyLoaders } from '../../../src/workers/socket/receiver.ts';
import { Socket, type SocketEvents, type SocketPlatform } from '../../../src/workers/socket/socket.ts';
import type { StatsEvent } from '../../../src/workers/stats/api.ts';
import { HEARTBEAT_RESPONSE, readFrame } from '../../../src/wire/frame.ts';
import { type PushToEncode, encodePush, readCommand } from '../../../src/wire/server-side.ts';
import { codecOf } from '../../../src/wire/all-families.ts';
import { readContents } from '../../../src/wire/body.ts';
import type { RoomMessage } from '../../../src/wire/registry.ts';

export const services: Services = {
  secure: 'https://s.test',
  backup: 'https://b.test',
  game: 'https://g.test',
  live: 'https://l.test',
  log: 'https://log.test',
  frames: 'https://frames.test',
  frameDomains: [],
  fandomSwitchPath: '/fandom/switch',
  socketFallback: [],
  loaderOrigins: [],
  addressOverrides: false,
  policyReports: '',
  channels: DEFAULT_CHANNELS,
};

export const identity: SocketIdentity = {
  roomId: 1001,
  roomKind: 'normal',
  vertical: false,
  userId: 7,
  token: 'secret',
  appId: '1010',
  platformId: 7,
  referer: '2199',
  sid: 'sid',
  deviceNo: 'device',
  dfid: '-',
};

/** A line as the room worker posts it. */
export const lineOf = (uuid: string, text = uuid, userId = identity.userId): OutgoingLine => ({
  uuid,
  seq: 1_700_000_000_000 + Number(uuid.replaceAll(/\D/g, '') || 0),
  userId,
  writtenMs: 1_700_000_000_000,
  chat: { text, receiverId: 0, receiverUserId: 0, secret: false, source: '', manual: true },
});

/** The socket worker with a fake `Platform`: the test advances the clock, answers the calls and acts as the server. */
export interface World {
  readonly socket: Socket;
  readonly down: SocketDown[];
  /** The batches as decoded by the room worker. */
  readonly batches: { readonly messages: readonly RoomMessage[]; readonly skipped: Skipped }[];
  readonly facts: StatsEvent[];
  readonly urls: string[];
  readonly credentials: string[];
  readonly dials: {
    readonly url: string;
    readonly events: SocketEvents;
    readonly sent: (string | Uint8Array<ArrayBuffer>)[];
    isClosed: boolean;
    /** False: the socket accepts no more data, like one that is closing. */
    isOpen: boolean;
  }[];
  /** The next answer of the address service. */
  answer: Result<unknown>;
  /** Advances the clock by `ms`: fires due timers in order, and settles the answers of calls between them. */
  pass(ms: number): Promise<void>;
  push(push: PushToEncode): void;
  /** Commands that the current connection received. */
  commands(): Command[];
  messages(): string[];
  count(name: string): number;
}

export function harness(at: Services = services, loaders?: FamilyLoaders): World {
  let nowMs = 0;
  let timers: { readonly atMs: number; readonly act: () => void }[] = [];
  const self: Omit<World, 'socket'> & { socket?: Socket } = {
    down: [],
    batches: [],
    facts: [],
    urls: [],
    credentials: [],
    dials: [],
    answer: ok({ code: 0, data: { addrs: ['one.test', 'two.test'], age: 600, soctoken: 'soc' } }),
    async pass(ms) {
      const untilMs = nowMs + ms;
      for (;;) {
        await settle();
        const due = timers.filter(({ atMs }) => atMs <= untilMs).toSorted((a, b) => a.atMs - b.atMs)[0];
        if (due === undefined) break;
        timers = timers.filter((timer) => timer !== due);
        nowMs = Math.max(nowMs, due.atMs);
        due.act();
      }
      nowMs = untilMs;
    },
    push: (push) => self.dials.at(-1)?.events.received(encodePush(push).buffer),
    commands: () =>
      (self.dials.at(-1)?.sent ?? []).flatMap((data) => {
        const frame = typeof data === 'string' ? null : readFrame(data);
        const command = frame?.ok ? readCommand(frame.value) : null;
        return command?.ok ? [command.value] : [];
      }),
    messages: () => self.batches.flatMap(({ messages }) => messages.map(({ name }) => name)),
    count: (name) => self.facts.reduce((sum, fact) => (fact.type === 'count' && fact.name === name ? sum + fact.by : sum), 0),
  };
  const platform: SocketPlatform = {
    nowMs: () => nowMs,
    epochMs: () => 1_700_000_000_000 + nowMs,
    random: () => 0,
    uuid: () => `uuid-${self.dials.length}`,
    dial(url, events) {
      const dial = { url, events, sent: [] as (string | Uint8Array<ArrayBuffer>)[], isClosed: false, isOpen: true };
      self.dials.push(dial);
      return { send: (data) => dial.isOpen && dial.sent.push(data) > 0, close: () => (dial.isClosed = true) };
    },
    async fetch(input, init) {
      self.credentials.push(init?.credentials ?? '');
      self.urls.push(typeof input === 'string' ? input : '');
      if (!self.answer.ok) throw new Error(self.answer.error.detail);
      return new Response(JSON.stringify(self.answer.value));
    },
    after(delayMs, act) {
      const timer = { atMs: nowMs + delayMs, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  const down = (message: SocketDown): void => {
    self.down.push(message);
    if (message.type !== 'messages') return;
    const { messages, failures, badExts } = readContents(structuredClone(message.batch), codecOf);
    self.batches.push({ messages, skipped: message.skipped });
    // The room worker reports them in the same way.
    for (const [code, { count, detail }] of failures) self.facts.push({ type: 'failure', code, detail, by: count });
    if (badExts > 0) self.facts.push({ type: 'count', name: 'chat.bad-ext', by: badExts });
  };
  const outs = { down, stats: (fact: StatsEvent) => self.facts.push(fact) };
  const socket = new Socket({ services: at, platform, outs, ...(loaders !== undefined && { loaders }) });
  return Object.assign(self, { socket });
}

/** Waits for the answers of calls, which take turns of the event loop. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** The server's answer to a login: it is accepted. */
export const confirmed: PushToEncode = { id: 901, body: { cmd: 901, type: 1, status: 1 } };

/** Connected, entered and logged in. */
export async function opened(who: SocketIdentity = identity, loaders?: FamilyLoaders): Promise<World> {
  const it = harness(services, loaders);
  it.socket.up({ type: 'connect', identity: who });
  await it.pass(0);
  it.dials.at(-1)?.events.opened();
  it.push(confirmed);
  await it.pass(0);
  return it;
}

/** A world whose socket is in blob mode and open. The login is not answered. */
export async function openedInBlobMode(): Promise<World> {
  const it = harness();
  it.answer = ok({ code: 0, data: { addrs: [{ host: 'old.test', socketType: 'blob' }] } });
  it.socket.up({ type: 'connect', identity });
  await it.pass(0);
  it.dials[0]?.events.opened();
  return it;
}

/** Loses a working connection and opens the next one, without its first message. */
export async function reconnect(it: World): Promise<void> {
  await it.pass(10_500);
  it.dials.at(-1)?.events.received(HEARTBEAT_RESPONSE);
  it.dials.at(-1)?.events.lost();
  await it.pass(8_000);
  it.dials.at(-1)?.events.opened();
}
