/** Outages of the chat server: real WebSockets and a real server, with a clock that the test drives. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { COMMAND } from '../../../src/core/socket/outgoing.ts';
import { readCommand, encodePush } from '../../../src/wire/server-side.ts';
import { HEARTBEAT_REQUEST, HEARTBEAT_RESPONSE, readFrame } from '../../../src/wire/frame.ts';
import type { SocketDown } from '../../../src/workers/socket/api.ts';
import { dial } from '../../../src/workers/socket/dispatch.ts';
import { Socket, type SocketPlatform } from '../../../src/workers/socket/socket.ts';
import { seeded } from '../../../src/wasm/tests/seeded.ts';
import { confirmed, identity, lineOf, services } from './harness.ts';

// Node has no WebSocket of its own in every version; an `error` without a listener would end the process.
class QuietWebSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.on('error', () => undefined);
  }
}
vi.stubGlobal('WebSocket', QuietWebSocket);

interface Timer {
  readonly atMs: number;
  readonly act: () => void;
}

/** One clock for all clients; it moves only while no answer of the network is awaited. */
class DrivenClock {
  nowMs = 0;
  /** Dials and messages without an answer. */
  awaited = 0;
  #timers: Timer[] = [];

  after(delayMs: number, act: () => void): () => void {
    const timer = { atMs: this.nowMs + delayMs, act };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  async passTo(endMs: number): Promise<void> {
    for (;;) {
      do await new Promise((resolve) => setImmediate(resolve));
      while (this.awaited > 0);
      let due: Timer | null = null;
      for (const timer of this.#timers) if (timer.atMs <= endMs && timer.atMs < (due?.atMs ?? Number.POSITIVE_INFINITY)) due = timer;
      if (due === null) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.nowMs = Math.max(this.nowMs, due.atMs);
      due.act();
    }
    this.nowMs = endMs;
  }
}

/** `said`: receives the uuid of each line of a viewer. */
async function startServer(port: number, said: string[]): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket) =>
    socket.on('message', (data, isBinary) => {
      if (!isBinary) {
        socket.send(HEARTBEAT_RESPONSE);
        return;
      }
      const frame = readFrame(new Uint8Array(data as Buffer));
      const command = frame.ok ? readCommand(frame.value) : frame;
      if (!command.ok) throw new Error(command.error.detail);
      const { id, fields } = command.value;
      if (id === COMMAND.login || id === COMMAND.relogin) socket.send(encodePush(confirmed));
      if (id === COMMAND.chat) said.push(fields['uuid'] ?? '');
    }),
  );
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  return {
    port: (http.address() as AddressInfo).port,
    async stop() {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      http.close();
      await once(http, 'close');
    },
  };
}

function createClient(clock: DrivenClock, port: number, random: () => number) {
  const states: { readonly name: string; readonly atMs: number }[] = [];
  const platform: SocketPlatform = {
    nowMs: () => clock.nowMs,
    epochMs: () => 1_700_000_000_000 + clock.nowMs,
    random,
    uuid: () => 'session',
    after: (delayMs, act) => clock.after(delayMs, act),
    fetch: () => Promise.resolve(Response.json({ code: 0, data: { addrs: [`127.0.0.1:${port}`], protocol: 'ws', age: 600 } })),
    dial(url, events) {
      // The dial, then the answer to the login.
      let owed = 1;
      clock.awaited++;
      const settle = (count: number): void => {
        clock.awaited -= count;
        owed -= count;
      };
      const open = dial(url, {
        ...events,
        received(data) {
          if (owed > 0) settle(1);
          events.received(data);
        },
        lost(code) {
          settle(owed);
          events.lost(code);
        },
      });
      return {
        send(data) {
          if (!open.send(data)) return false;
          if (data === HEARTBEAT_REQUEST) settle(-1);
          return true;
        },
        close() {
          settle(owed);
          open.close();
        },
      };
    },
  };
  const down = (message: SocketDown): void => {
    if (message.type === 'state') states.push({ name: message.name, atMs: clock.nowMs });
  };
  const socket = new Socket({ services, platform, outs: { down, stats: () => undefined } });
  socket.up({ type: 'connect', identity });
  return { socket, states };
}

const CLIENTS = 10;

test.each([
  ['a minute', 60_000],
  ['5 minutes', 300_000],
  ['an hour', 3_600_000],
])(
  'S2 after the chat server was down for %s every client is back by itself within 90 s, and half of them within 45 s',
  async (_what, downMs) => {
    const random = seeded(downMs);
    const clock = new DrivenClock();
    const said: string[] = [];
    let server = await startServer(0, said);
    const clients = Array.from({ length: CLIENTS }, () => createClient(clock, server.port, () => random.next()));
    await clock.passTo(35_000);
    expect(clients.map(({ states }) => states.at(-1)?.name)).toEqual(clients.map(() => 'open'));
    await server.stop();
    await clock.passTo(35_000 + downMs);
    // A line that is written during the outage waits for the connection.
    clients[0]!.socket.up({ type: 'send-chat', line: { ...lineOf('u1'), writtenMs: 1_700_000_000_000 + clock.nowMs } });
    await clock.passTo(clock.nowMs + 1);
    expect(clients.every(({ states }) => states.at(-1)?.name !== 'open')).toBe(true);
    const upMs = clock.nowMs;
    server = await startServer(server.port, said);
    await clock.passTo(upMs + 92_000);
    const waits = clients
      .map(({ states }) => states.find(({ name, atMs }) => name === 'open' && atMs >= upMs)?.atMs ?? Infinity)
      .toSorted((a, b) => a - b);
    expect(clients.map(({ states }) => states.at(-1)?.name)).toEqual(clients.map(() => 'open'));
    expect(waits.at(-1)! - upMs).toBeLessThanOrEqual(90_000);
    expect(waits[CLIENTS / 2 - 1]! - upMs).toBeLessThanOrEqual(45_000);
    expect(said).toEqual(['u1']);
    await server.stop();
  },
);
