/**
 * A viewer's lines under random disconnects, crashes of the socket worker, reloads and changes of login, with a real WebSocket server.
 * Every line must be received once, in order, from the login that wrote it, or be returned to the send box.
 */
import { readServices } from '../../src/core/services.ts';
import { MessageChannel } from 'node:worker_threads';
import { createDecisionLog } from '../../src/player/base/machine.ts';
import { initialView } from '../../src/core/room/initial-view.ts';
import type { RoomView } from '../../src/core/room/view.ts';
import { EVERYBODY } from '../../src/core/room/chat/welcome.ts';
import { WAITS } from '../../src/player/base/waits.ts';
import { SOCKET_POLICY, type SocketPolicy } from '../../src/core/socket/connection-state.ts';
import type { SocketDown, SocketIdentity, SocketUp } from '../../src/workers/socket/api.ts';
import { SocketClient } from '../../src/workers/room/clients/socket-client.ts';
import { Socket } from '../../src/workers/socket/socket.ts';
import { seeded } from '../../src/wasm/tests/seeded.ts';
import { nodePlatform } from '../room/node-platform.ts';
import { startCuttingServer, type Said } from './chat-server.ts';

export interface ChatSoakOptions {
  readonly disconnects: number;
  readonly seed: number;
  readonly log?: (line: string) => void;
}

export interface ChatSoakResult {
  readonly disconnects: number;
  readonly cuts: Readonly<Record<string, number>>;
  readonly crashes: number;
  readonly reloads: number;
  readonly logins: number;
  readonly written: number;
  readonly heard: number;
  readonly repeated: number;
  readonly givenBack: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly byAnother: readonly string[];
  readonly outOfOrder: readonly string[];
}

/** The room's own times divided by a hundred, so that minutes become seconds. */
const QUICK = {
  ...SOCKET_POLICY,
  addressTimeoutMs: 300,
  connectTimeoutMs: 200,
  waits: Object.fromEntries(
    Object.entries(WAITS).map(([name, wait]) => [
      name,
      { ...wait, floorMs: 1, capMs: wait.capMs / 200, ...('baseMs' in wait && { baseMs: 5 }) },
    ]),
  ),
  switchDelayMs: 5,
  reconnectMs: 60,
  heartbeatMs: 60,
  enterWaitMs: 150,
  loginMonitorMs: 600,
  chatGapMs: 8,
  chatLineTimeMs: 3_600_000,
} as unknown as SocketPolicy;

const ROOM_ID = 1001;
const USERS = [7, 8] as const;
/** Below the queue's bound, so that a full queue does not affect the count. */
const MAX_PENDING = 30;
const STEP_MS = 12;
const SETTLE_LIMIT_MS = 60_000;

export async function run({ disconnects, seed, log = () => undefined }: ChatSoakOptions): Promise<ChatSoakResult> {
  const random = seeded(seed);
  const server = await startCuttingServer(seeded(seed + 1));
  const viewer = createViewer(server.port, () => random.next());
  const counts = { crashes: 0, reloads: 0, logins: 0 };
  const cutsSoFar = (): number => [...server.cuts.values()].reduce((sum, count) => sum + count, 0);
  const done = (): number => cutsSoFar() + counts.crashes + counts.reloads + counts.logins;
  viewer.open();
  for (let next = 100; done() < disconnects;) {
    if (viewer.pending() < MAX_PENDING) viewer.write();
    const drawn = random.int(200);
    if (drawn === 0 && ++counts.crashes > 0) viewer.crash();
    else if (drawn === 1 && ++counts.reloads > 0) viewer.reload();
    else if (drawn === 2 && ++counts.logins > 0) viewer.changeLogin();
    viewer.retryIfFailed();
    await new Promise((resolve) => setTimeout(resolve, random.int(STEP_MS)));
    if (done() >= next) {
      log(`${done()} disconnects, ${viewer.written.length} lines`);
      next += 100;
    }
  }
  server.calm();
  const startMs = Date.now();
  while (viewer.pending() > 0 && Date.now() - startMs < SETTLE_LIMIT_MS) {
    viewer.retryIfFailed();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  viewer.end();
  await server.close();
  return { disconnects: done(), cuts: Object.fromEntries(server.cuts), ...counts, ...judge(viewer, server) };
}

function judge(viewer: Viewer, { said, received }: { readonly said: readonly Said[]; readonly received: readonly Said[] }) {
  const heardTimes = new Map<string, number>();
  for (const { text } of said) heardTimes.set(text, (heardTimes.get(text) ?? 0) + 1);
  const written = new Map(viewer.written.map((line, order) => [line.text, { ...line, order }]));
  const outOfOrder = USERS.flatMap((userId) => {
    const orders = said.filter((line) => line.userId === userId).map(({ text }) => written.get(text)?.order ?? -1);
    return orders.flatMap((order, i) => (i > 0 && order < (orders[i - 1] ?? 0) ? [`${order} after ${orders[i - 1]}`] : []));
  });
  return {
    written: viewer.written.length,
    heard: said.length,
    repeated: received.length - said.length,
    givenBack: viewer.givenBack.size,
    // A returned line may have been received before its answer was lost; a line that was not returned must have been received.
    lost: viewer.written.filter(({ text }) => !heardTimes.has(text) && !viewer.givenBack.has(text)).map(({ text }) => text),
    doubled: [...heardTimes].filter(([, times]) => times > 1).map(([text]) => text),
    byAnother: received.filter(({ text, userId }) => written.get(text)?.userId !== userId).map(({ text }) => text),
    outOfOrder,
  };
}

interface Viewer {
  readonly written: readonly { readonly text: string; readonly userId: number }[];
  readonly givenBack: ReadonlySet<string>;
  open(): void;
  write(): void;
  pending(): number;
  retryIfFailed(): void;
  crash(): void;
  reload(): void;
  changeLogin(): void;
  end(): void;
}

/** The relevant parts of a page: the room worker's client and the socket worker, connected by a port as in the browser. */
// Long: both ends of one viewer: crashes, reloads and changes of login replace parts of this one state.
function createViewer(port: number, random: () => number): Viewer {
  const written: { readonly text: string; readonly userId: number }[] = [];
  const givenBack = new Set<string>();
  const session: Record<string, string> = {};
  let userId: number = USERS[0];
  let worker = startWorker(port, random);
  let page = startPage();

  function startPage() {
    let view: RoomView = initialView({ width: 1_280, height: 800 });
    let isOpen = true;
    const platform = nodePlatform({ random });
    const client: SocketClient = new SocketClient(worker.port, {
      screen: {
        get: () => view,
        patch(patch) {
          view = { ...view, ...patch };
          const back = patch.chat?.givenBack;
          if (isOpen && back) for (const text of back.text.split(' ')) givenBack.add(text);
        },
        showFeature: () => undefined,
        isFlushed: () => true,
      },
      stats: { emit: () => undefined, failure: () => undefined, replace: () => undefined },
      platform,
      roomId: ROOM_ID,
      session: { ...session },
      store(key, value) {
        if (!isOpen) return;
        if (value === null) delete session[key];
        else session[key] = value;
      },
      userAgent: 'soak',
      source: '',
      chat: () => undefined,
      onLoginRequired: () => undefined,
      onSlider: () => undefined,
      welcomePolicy: () => EVERYBODY,
      onMessage: () => undefined,
      onLateCode: () => undefined,
      me: () => ({ userId, starId: 1, name: '' }),
      blocked: () => new Set(),
      hides: () => null,
      onReach: () => undefined,
    });
    return {
      client,
      state: () => view.chat.connection,
      end() {
        isOpen = false;
        platform.kill();
      },
    };
  }

  const identity = (): SocketIdentity => ({
    roomId: ROOM_ID,
    roomKind: 'normal',
    vertical: false,
    userId,
    token: `token-${userId}`,
    appId: '1010',
    platformId: 7,
    referer: '2199',
    sid: '',
    deviceNo: 'soak',
    dfid: '-',
  });
  const open = (): void => page.client.connect(identity());
  const pending = (): number => {
    const stored = session['footlight.ownLines'];
    return stored === undefined ? 0 : (JSON.parse(stored) as { lines: unknown[] }).lines.length;
  };

  return {
    written,
    givenBack,
    open,
    pending,
    write() {
      const text = `line-${written.length}`;
      written.push({ text, userId });
      page.client.sendChat({ type: 'send-chat', text });
    },
    retryIfFailed() {
      if (page.state() === 'failed') page.client.retry('viewer');
    },
    crash() {
      worker.kill();
      worker = startWorker(port, random);
      page.client.replace(worker.port);
      open();
    },
    reload() {
      worker.kill();
      page.end();
      worker = startWorker(port, random);
      page = startPage();
      open();
    },
    changeLogin() {
      userId = userId === USERS[0] ? USERS[1] : USERS[0];
      open();
    },
    end() {
      worker.kill();
      page.end();
    },
  };
}

function startWorker(port: number, random: () => number): { readonly port: MessagePort; kill(): void } {
  const channel = new MessageChannel();
  const address = { code: 0, data: { addrs: [{ host: `127.0.0.1:${port}/chat`, protocol: 'ws' }], age: 600 } };
  const platform = nodePlatform({ random, fetch: () => Promise.resolve(new Response(JSON.stringify(address))) });
  let isAlive = true;
  const socket = new Socket({
    services: readServices(JSON.stringify({ backup: 'http://scheduler.test' }), 'http://room.test').services,
    platform,
    policy: QUICK,
    decisions: createDecisionLog(),
    outs: { down: (message: SocketDown) => isAlive && channel.port1.postMessage(message), stats: () => undefined },
  });
  channel.port1.on('message', (message: SocketUp) => isAlive && socket.up(message));
  return {
    // The same type in Node and browsers under different names.
    port: channel.port2 as unknown as MessagePort,
    kill() {
      isAlive = false;
      platform.kill();
      channel.port1.close();
    },
  };
}
