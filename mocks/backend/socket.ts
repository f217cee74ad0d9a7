/** The chat server inside the socket worker: WebSockets created after `interceptSockets` are answered from a recording. */
import { WebSocketInterceptor, type WebSocketConnectionData } from '@mswjs/interceptors/WebSocket';
import { SESSION_CACHE, SESSION_PARTS } from '../control.ts';
import { listenToPage, type MockMessage } from '../media/mock-channel.ts';
import { lineInEnglish, pushInEnglish } from '../recordings/english.ts';
import { readSocketLog, type SocketLog } from '../recordings/recording.ts';
import { sessionLog } from '../recordings/session-log.ts';
import { scenarioOf } from '../scenarios.ts';
import { createChat, type Chat, type ChatConnection } from './chat.ts';
import { faultOf, faultsNow } from './faults.ts';

/** `/chat/{scenario}`, as in the recorded address answers; connections to other addresses are real and only recorded. */
const MOCKED = /^\/chat\/([\w-]+)/;
const EMPTY: SocketLog = { records: [], durationMs: 1_000, isTruncated: false };
const REFUSED_CODE = 1006;

let mockMessage: MockMessage | undefined;
let connections = 0;
let isReplaying = false;
const logs = new Map<string, Promise<SocketLog>>();

export function interceptSockets(): void {
  if (mockMessage) return;
  const page = listenToPage((message) => chat.deliver(message));
  const chat = createChat({
    injected: () => page.injected,
    onJoin: ({ roomId }, connection, { sessions }) => page.post({ kind: 'joined', roomId, connection, begins: sessions }),
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
    else void serve(connection, scenario, { page, chat, tap });
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

async function serve(
  { client }: WebSocketConnectionData,
  scenarioName: string,
  { page, chat, tap }: { readonly page: MockMessage; readonly chat: Chat; readonly tap: Tap },
): Promise<void> {
  const scenario = scenarioOf(scenarioName);
  const earlier = connections++;
  const path = client.url.pathname;
  const faults = faultsNow(scenario.faults, page.injected, { channel: 'socket', path, earlier, startMs: Date.now() });
  if (faultOf(faults, 'refuse')) {
    client.close(REFUSED_CODE, 'refused');
    return;
  }
  let isClosed = false;
  let connection: ChatConnection | undefined;
  // Commands may arrive before the recording is loaded; they are answered afterwards.
  const waiting: (Uint8Array | string)[] = [];
  const receive = (message: Uint8Array | string): void => void (connection?.receive(message) ?? waiting.push(message));
  client.addEventListener('close', () => {
    isClosed = true;
    connection?.end();
  });
  client.addEventListener('message', ({ data }) => {
    tap('out', data);
    if (data instanceof Blob) void data.arrayBuffer().then((buffer) => receive(new Uint8Array(buffer)));
    else receive(typeof data === 'string' ? data : bytesOf(data));
  });
  const log = await load(scenario.chat);
  if (isClosed) return;
  connection = chat.open({
    path,
    earlier,
    scenario,
    log,
    isReplay: isReplaying,
    send(message) {
      const inEnglish = (): typeof message => (typeof message === 'string' ? lineInEnglish(message) : pushInEnglish(message));
      const shown = page.isEnglish ? inEnglish() : message;
      // The buffer instead of the view, because the interceptor passes data by reference, whatever `binaryType` is.
      const data = typeof shown === 'string' ? shown : bufferOf(shown);
      tap('in', data);
      client.send(data);
    },
    close: (code) => client.close(code, 'by the server'),
  });
  for (const message of waiting) connection.receive(message);
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
