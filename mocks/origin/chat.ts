import type { WebSocket } from 'ws';
import { createChatServer, type ChatOut, type ChatViewer, type KnownLines, type SaidLine } from '../backend/chat-server.ts';
import { createCourseSender, isFor, execute } from '../sessions/course-delivery.ts';
import { faultOf, faultsNow, type Fault, type Injected } from '../backend/faults.ts';
import { COMMAND } from '../../src/core/socket/commands.ts';
import type { SocketLog } from '../recordings/recording.ts';
import { MAX_WAIT_MS } from '../recordings/replay.ts';
import { greetingFor } from '../sessions/greeting.ts';
import { roomLogOf } from '../sessions/room-talk.ts';
import type { Scenario } from '../scenario.ts';
import type { LiveListener, OriginBroadcasts } from './broadcasts.ts';
import type { Courses } from './courses.ts';
import type { FeatureServices } from './feature-services.ts';

export interface ChatDeps {
  readonly log: SocketLog;
  readonly scenario: Scenario;
  readonly path: string;
  readonly earlier: number;
  readonly injected: () => Injected;
  /** Shared by all connections of the server. */
  readonly knownLines: KnownLines;
  /** Without them feature calls are not answered. */
  readonly courses?: Courses;
  /** Without them gifts of viewers are not shown. */
  readonly gifts?: FeatureServices;
  /** Without it viewers are not notified when a star starts or stops. */
  readonly broadcasts?: OriginBroadcasts;
  /** Without them a line is returned only to its sender. */
  readonly lines?: Lines;
}

/** Lines of all connections, distributed to those of the same room. */
export interface Lines {
  say(line: SaidLine, from: WebSocket): void;
  /** Returns an unsubscribe function. */
  listen(listener: (line: SaidLine, from: WebSocket) => void): () => void;
}

export function createLines(): Lines {
  const listeners = new Set<(line: SaidLine, from: WebSocket) => void>();
  return {
    say(line, from) {
      for (const listener of listeners) listener(line, from);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** 1006 cannot be sent; the peer sees it when the connection ends without a close frame. */
const ABNORMAL = 1006;

export function serveChat(socket: WebSocket, deps: ChatDeps): void {
  const { log, scenario, path, earlier } = deps;
  const startMs = Date.now();
  const faults = (): readonly Fault[] => faultsNow(scenario.faults, deps.injected(), { channel: 'socket', path, earlier, startMs });
  const connection = `${path} ${earlier}`;
  const onJoin = (viewer: ChatViewer): void => {
    deps.gifts?.joined(viewer);
    // After the answer to the login.
    void setImmediate(() => deps.courses?.host.join(viewer.roomId, connection, scenario.courses));
  };
  const server = createChatServer({
    log,
    roomLog: (roomId) => roomLogOf(scenario.chat, roomId),
    greeting: (roomId, nowMs) => greetingFor(scenario.chat, roomId, nowMs),
    behaviour: scenario.behaviour,
    faults,
    earlier,
    knownLines: deps.knownLines,
    onJoin,
    onLine: (line) => deps.lines?.say(line, socket),
  });
  let timer: NodeJS.Timeout | undefined;
  const send = (message: ChatOut): void => {
    if (socket.readyState === socket.OPEN) socket.send(message);
  };
  const turn = (): void => {
    const nowMs = Date.now();
    const due = server.due(nowMs - startMs, nowMs);
    for (const message of due.messages) send(message);
    if (due.close?.isClean === true && due.close.code !== ABNORMAL) socket.close(due.close.code);
    else if (due.close) socket.terminate();
    else timer = setTimeout(turn, Math.min(MAX_WAIT_MS, Math.max(1, due.nextMs - (nowMs - startMs))));
  };
  socket.on('message', (data: Buffer | ArrayBuffer | Buffer[], isBinary) => {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer);
    const message = isBinary ? new Uint8Array(bytes) : bytes.toString('utf8');
    setTimeout(
      () => {
        const answer = server.receive(message, Date.now());
        for (const reply of answer.messages) send(reply);
        if (answer.close) socket.close(1000);
      },
      faultOf(faults(), 'delay')?.ms ?? 0,
    );
  });
  const sendCourse = createCourseSender(faults, ({ id, body }) => send(server.push(id, body, Date.now())));
  const unlisten = deps.courses?.listen((message) => {
    if (!isFor(message, connection, server.viewer())) return;
    execute(message, server, Date.now());
    sendCourse(message);
  });
  const pushTo: LiveListener = (roomId, { id, body }) => {
    if (server.viewer()?.roomId === roomId) send(server.push(id, body, Date.now()));
  };
  const unlistenLines = deps.lines?.listen(({ roomId, body, toUserId }, from) => {
    const viewer = server.viewer();
    const isReceiver = viewer?.roomId === roomId && (toUserId === null || toUserId === viewer.userId);
    if (isReceiver && from !== socket) send(server.push(COMMAND.chat, body, Date.now()));
  });
  const unlistenGifts = deps.gifts?.listen(pushTo);
  const unlistenLive = deps.broadcasts?.listen(pushTo);
  socket.on('close', () => {
    clearTimeout(timer);
    unlistenLines?.();
    unlistenGifts?.();
    unlistenLive?.();
    unlisten?.();
  });
  // A client may disconnect in the middle of a frame: the socket's error is ignored.
  socket.on('error', () => socket.terminate());
  turn();
}
