/** A real chat server that cuts its connections at critical points, and stores each viewer's lines. */
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { createChatServer, createKnownLines } from '../../mocks/backend/chat-server.ts';
import type { SocketLog } from '../../mocks/recordings/recording.ts';
import { COMMAND } from '../../src/core/socket/outgoing.ts';
import { readCommand } from '../../src/wire/server-side.ts';
import { readFrame } from '../../src/wire/frame.ts';
import type { Seeded } from '../../src/wasm/tests/seeded.ts';

export const CUTS = [
  'at once',
  'before the login answer',
  'after the login answer',
  'before a line was heard',
  'after a line was heard',
  'after its echo',
  'in good order',
  'half open',
] as const;
export type Cut = (typeof CUTS)[number];

export interface Said {
  readonly userId: number;
  readonly uuid: string;
  readonly text: string;
}

export interface CuttingServer {
  readonly port: number;
  /** Every line accepted by the room, in order, without repetitions, which the room's memory removes. */
  readonly said: readonly Said[];
  /** All received lines, including repetitions. */
  readonly received: readonly Said[];
  readonly cuts: ReadonlyMap<Cut, number>;
  /** From now on connections are not cut. */
  calm(): void;
  close(): Promise<void>;
}

const NO_LOG: SocketLog = { records: [], durationMs: 3_600_000, isTruncated: false };
const BEHAVIOUR = { login: 'accepted', heartbeat: 'answered', echo: true } as const;

export async function startCuttingServer(random: Seeded): Promise<CuttingServer> {
  const knownLines = createKnownLines();
  const said: Said[] = [];
  const received: Said[] = [];
  const cuts = new Map<Cut, number>();
  let isCalm = false;
  let connections = 0;
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket) => serve(socket, connections++));

  function serve(socket: WebSocket, earlier: number): void {
    const cut = isCalm ? null : random.pick(CUTS);
    const lines = 1 + random.int(4);
    let heardHere = 0;
    let userId = 0;
    let isDeaf = false;
    const chat = createChatServer({
      log: NO_LOG,
      behaviour: BEHAVIOUR,
      faults: () => [],
      earlier,
      knownLines: {
        add(uuid) {
          const isNew = knownLines.add(uuid);
          const line = received.at(-1);
          if (isNew && line !== undefined) said.push(line);
          return isNew;
        },
      },
    });
    const end = (what: Cut): boolean => {
      if (cut !== what) return false;
      cuts.set(what, (cuts.get(what) ?? 0) + 1);
      if (what === 'in good order') socket.close(1001);
      else if (what === 'half open') isDeaf = true;
      else socket.terminate();
      return true;
    };
    socket.on('error', () => socket.terminate());
    if (end('at once')) return;
    socket.on('message', (data: Buffer, isBinary) => {
      if (isDeaf) return;
      const message = isBinary ? new Uint8Array(data) : data.toString('utf8');
      const command = typeof message === 'string' ? null : commandOf(message);
      const isLogin = command?.id === COMMAND.login || command?.id === COMMAND.relogin;
      if (isLogin) {
        if (end('before the login answer')) return;
        userId = 'kugouid' in command.fields ? (command.fields.kugouid ?? 0) : 0;
      }
      const isLine = command?.id === COMMAND.chat;
      if (isLine) {
        heardHere++;
        if (heardHere >= lines && end('before a line was heard')) return;
        received.push({ userId, uuid: command.fields.uuid, text: command.fields.chatmsg });
      }
      const { messages } = chat.receive(message, Date.now());
      if (isLine && heardHere >= lines && end('after a line was heard')) return;
      for (const answer of messages) socket.send(answer);
      if (isLogin && end('after the login answer')) return;
      if (isLine && heardHere >= lines && (end('after its echo') || end('in good order'))) return;
      if (heardHere >= lines) end('half open');
    });
  }

  return {
    port: (server.address() as AddressInfo).port,
    said,
    received,
    cuts,
    calm() {
      isCalm = true;
      for (const socket of server.clients) socket.terminate();
    },
    async close() {
      for (const socket of server.clients) socket.terminate();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function commandOf(bytes: Uint8Array) {
  const frame = readFrame(bytes);
  const command = frame.ok ? readCommand(frame.value) : frame;
  return command.ok ? command.value : null;
}
