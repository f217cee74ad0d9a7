/** The chat server inside the socket worker: WebSockets created after `interceptSockets` are answered from a recording. */
import { WebSocketInterceptor, type WebSocketConnectionData } from '@mswjs/interceptors/WebSocket';
import { createChatServer, createKnownLines, type ChatOut, type ChatViewer } from './chat-server.ts';
import { createCourseSender, isFor, execute } from '../sessions/course-delivery.ts';
import { SESSION_CACHE, SESSION_PARTS, type CourseMessage, type PushedMessage } from '../control.ts';
import { faultOf, faultsNow, type Fault } from './faults.ts';
import { readSocketLog, type SocketLog } from '../recordings/recording.ts';
import { MAX_WAIT_MS } from '../recordings/replay.ts';
import { sessionLog } from '../recordings/session-log.ts';
import { roomLogOf } from '../sessions/room-talk.ts';
import { scenarioOf } from '../scenarios.ts';
import { greetingFor } from '../sessions/greeting.ts';
import { listenToPage, type MockMessage } from '../media/mock-channel.ts';

/** `/chat/{scenario}`, as in the recorded address answers; connections to other addresses are real and only recorded. */
const MOCKED = /^\/chat\/([\w-]+)/;
const EMPTY: SocketLog = { records: [], durationMs: 1_000, isTruncated: false };
const REFUSED_CODE = 1006;

let mockMessage: MockMessage | undefined;
let connections = 0;
const knownLines = createKnownLines();
/** Open connections, for the pushes of the panel and of scripted sessions. */
const open = new Set<OpenConnection>();
interface OpenConnection {
  push(message: PushedMessage): void;
  coursePush(message: CourseMessage): void;
}
let isReplaying = false;
const logs = new Map<string, Promise<SocketLog>>();

export function interceptSockets(): void {
  if (mockMessage) return;
  const page = listenToPage({
    onPush: (message) => open.forEach((connection) => connection.push(message)),
    onCoursePush: (message) => open.forEach((connection) => connection.coursePush(message)),
  });
  mockMessage = page;
  const tap: Tap = (direction, data) => {
    if (!page.isRecording) return;
    if (data instanceof Blob) {
      void data.arrayBuffer().then((buffer) => tap(direction, buffer));
      return;
    }
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : bytesOf(data);
    page.post({ kind: 'socket-record', direction, form: typeof data === 'string' ? 'text' : 'binary', bytes });
  };
  const interceptor = new WebSocketInterceptor();
  interceptor.on('connection', (connection) => {
    const scenario = MOCKED.exec(connection.client.url.pathname)?.[1];
    if (scenario === undefined) passThrough(connection, tap);
    else void serve(connection, scenario, page, tap);
  });
  interceptor.apply();
}

type Data = string | ArrayBufferLike | Blob | ArrayBufferView;
type Tap = (direction: 'in' | 'out', data: Data) => void;

function passThrough({ client, server }: WebSocketConnectionData, tap: Tap): void {
  client.addEventListener('message', (event) => tap('out', event.data));
  server.addEventListener('message', (event) => tap('in', event.data));
  server.connect();
}

// Long: all inner functions use the state of one connection (ended, timer, waiting commands, faults).
async function serve({ client }: WebSocketConnectionData, scenarioName: string, page: MockMessage, tap: Tap): Promise<void> {
  const scenario = scenarioOf(scenarioName);
  const earlier = connections++;
  const startMs = Date.now();
  let isOver = false;
  let timer = 0;
  const faults = (): readonly Fault[] =>
    faultsNow(scenario.faults, page.injected, { channel: 'socket', path: client.url.pathname, earlier, startMs });
  const over = (): void => {
    isOver = true;
    open.delete(mine);
    clearTimeout(timer);
  };
  // Without effect until the recording is loaded.
  let mine: OpenConnection = { push: () => undefined, coursePush: () => undefined };
  client.addEventListener('close', over);
  if (faultOf(faults(), 'refuse')) {
    over();
    client.close(REFUSED_CODE, 'refused');
    return;
  }
  // Commands may arrive before the recording is loaded; they are answered afterwards.
  const waiting: (Uint8Array | string)[] = [];
  let hear = (message: Uint8Array | string): void => void waiting.push(message);
  client.addEventListener('message', (event) => {
    tap('out', event.data);
    if (event.data instanceof Blob) void event.data.arrayBuffer().then((buffer) => hear(new Uint8Array(buffer)));
    else hear(typeof event.data === 'string' ? event.data : bytesOf(event.data));
  });
  const connection = crypto.randomUUID();
  const onJoin = ({ roomId }: ChatViewer): void =>
    // After the answer to the login.
    void setTimeout(() => page.post({ kind: 'joined', roomId, connection, begins: scenario.courses }), 0);
  const server = createChatServer({
    log: await load(scenario.chat),
    roomLog: (roomId) => (isReplaying ? null : roomLogOf(scenario.chat, roomId)),
    greeting: (roomId, nowMs) => (isReplaying ? [] : greetingFor(scenario.chat, roomId, nowMs)),
    behaviour: scenario.behaviour,
    faults,
    earlier,
    knownLines,
    onJoin,
  });
  const send = (message: ChatOut): void => {
    // The buffer instead of the view, because the interceptor passes data by reference, whatever `binaryType` is.
    const data = typeof message === 'string' ? message : bufferOf(message);
    tap('in', data);
    client.send(data);
  };
  const turn = (): void => {
    if (isOver) return;
    const elapsedMs = Date.now() - startMs;
    const due = server.due(elapsedMs, Date.now());
    for (const message of due.messages) send(message);
    if (due.close) {
      over();
      client.close(due.close.code, 'by the recording');
      return;
    }
    timer = self.setTimeout(turn, Math.min(MAX_WAIT_MS, Math.max(1, due.nextMs - elapsedMs)));
  };
  hear = (message) => {
    const delayMs = faultOf(faults(), 'delay')?.ms ?? 0;
    self.setTimeout(() => {
      if (isOver) return;
      const answer = server.receive(message, Date.now());
      for (const reply of answer.messages) send(reply);
      if (answer.close) {
        over();
        client.close(1000, 'quit');
      }
    }, delayMs);
  };
  const sendCourse = createCourseSender(faults, (message) => send(server.push(message.id, message.body, Date.now())));
  mine = {
    push: ({ id, body }) => send(server.push(id, body, Date.now())),
    coursePush(message) {
      if (isOver || !isFor(message, connection, server.viewer())) return;
      execute(message, server, Date.now());
      sendCourse(message);
    },
  };
  if (!isOver) open.add(mine);
  turn();
  for (const message of waiting) hear(message);
}

/** A copy, because the data may be sent, recorded and changed. */
const bytesOf = (data: ArrayBufferLike | ArrayBufferView): Uint8Array<ArrayBuffer> =>
  (ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)).slice();
const bufferOf = (bytes: Uint8Array<ArrayBuffer>): ArrayBuffer =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;

/** The recording of the replayed session, or of the scenario. */
function load(name: string): Promise<SocketLog> {
  const known = logs.get(name) ?? fetchLog(name);
  logs.set(name, known);
  return known;
}

async function fetchLog(name: string): Promise<SocketLog> {
  const session = await (await caches.open(SESSION_CACHE)).match(SESSION_PARTS.socket);
  isReplaying = session !== undefined;
  const played = isReplaying ? null : sessionLog(name);
  if (played !== null) return played;
  const response = session ?? (await fetch(`/fixtures/recordings/${name}.bin`));
  const log = response.ok ? readSocketLog(new Uint8Array(await response.arrayBuffer())) : null;
  if (log?.ok) return log.value;
  console.error('RECORDING_BAD', name, log === null ? String(response.status) : log.error.detail);
  return EMPTY;
}
