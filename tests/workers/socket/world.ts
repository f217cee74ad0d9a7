import type { Services } from '../../../src/workers/core/services.ts';
import type { Command } from '../../../src/workers/core/socket/commands.ts';
import type { Result } from '../../../src/workers/core/result.ts';
import { ok } from '../../../src/workers/core/result.ts';
import type { SocketDown, SocketIdentity } from '../../../src/workers/socket/api.ts';
import type { SocketEvents, SocketHands } from '../../../src/workers/socket/hands.ts';
import { type Socket, createSocket } from '../../../src/workers/socket/socket.ts';
import type { StatsFact } from '../../../src/workers/stats/api.ts';
import { readCommand } from '../../../src/workers/wire/decode-command.ts';
import { type PushToEncode, encodePush } from '../../../src/workers/wire/encode-push.ts';
import { readFrame } from '../../../src/workers/wire/frame.ts';

export const services: Services = {
  secure: 'https://s.test',
  backup: 'https://b.test',
  game: 'https://g.test',
  live: 'https://l.test',
  log: 'https://log.test',
  socketFallback: [],
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

/** The socket worker with a world made of numbers: the test moves the clock, answers the calls and is the server. */
export interface World {
  readonly socket: Socket;
  readonly down: SocketDown[];
  readonly facts: StatsFact[];
  readonly urls: string[];
  readonly dials: {
    readonly url: string;
    readonly events: SocketEvents;
    readonly sent: (string | Uint8Array<ArrayBuffer>)[];
    isClosed: boolean;
  }[];
  /** What the address service says next. */
  answer: Result<unknown>;
  /** Lets `ms` pass, timers in order, answers of calls between them. */
  pass(ms: number): Promise<void>;
  push(push: PushToEncode): void;
  /** Commands that the current connection received. */
  commands(): Command[];
  messages(): string[];
  count(name: string): number;
}

export function world(): World {
  let nowMs = 0;
  let timers: { readonly atMs: number; readonly act: () => void }[] = [];
  const self: Omit<World, 'socket'> & { socket?: Socket } = {
    down: [],
    facts: [],
    urls: [],
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
    messages: () => self.down.flatMap((message) => (message.kind === 'messages' ? message.messages.map(({ name }) => name) : [])),
    count: (name) => self.facts.reduce((sum, fact) => (fact.type === 'count' && fact.name === name ? sum + fact.by : sum), 0),
  };
  const hands: SocketHands = {
    nowMs: () => nowMs,
    clockMs: () => 1_700_000_000_000 + nowMs,
    random: () => 0,
    uuid: () => `uuid-${self.dials.length}`,
    dial(url, events) {
      const dial = { url, events, sent: [] as (string | Uint8Array<ArrayBuffer>)[], isClosed: false };
      self.dials.push(dial);
      return { send: (data) => void dial.sent.push(data), close: () => (dial.isClosed = true) };
    },
    async fetchJson({ url }) {
      self.urls.push(url);
      return self.answer;
    },
    after(delayMs, act) {
      const timer = { atMs: nowMs + delayMs, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  const socket = createSocket(services, hands, { down: (message) => self.down.push(message), stats: (fact) => self.facts.push(fact) });
  return Object.assign(self, { socket });
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

/** Connected, entered and logged in. */
export async function opened(who: SocketIdentity = identity): Promise<World> {
  const it = world();
  it.socket.up({ do: 'connect', identity: who });
  await it.pass(0);
  it.dials.at(-1)?.events.opened();
  it.push({ id: 901, body: { cmd: 901, type: 1, status: 1 } });
  await it.pass(0);
  return it;
}
