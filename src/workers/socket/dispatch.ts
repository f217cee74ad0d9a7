import { isFields, textUpTo, wholeOf, type Read } from '../../player/base/answer-fields.ts';
import { err, ok, type Result } from '../../core/errors.ts';
import type { DispatchAnswer, LoginType } from '../../core/socket/address.ts';
import { monitoredJson } from '../../wire/http.ts';
import type { Platform } from '../platform.ts';
import type { StatsEvent } from '../stats/api.ts';
import type { OpenSocket, SocketEvents } from './socket.ts';

/** Upper bound of an address response; the usual size is a few hundred bytes. */
export const MAX_ADDRESS_BYTES = 65_536;
const MAX_ADDRESSES = 16;
/** A longer list is refused. */
const MAX_LISTED = 1_000;

type Address = Extract<DispatchAnswer, { ok: true }>['addresses'][number];
type Protocol = Address['protocol'];
type SocketType = Address['socketType'];

/** A host name or address, optionally with port and path; nothing else may be part of a socket URL. */
const HOST = /^[A-Za-z0-9.[\]:_-]{1,255}(?:\/[\w./-]{0,255})?$/;
const MAX_HOST_CHARS = 255;
const MAX_TOKEN_CHARS = 512;
const hostOf: Read<string> = (given) =>
  typeof given === 'string' && given.length <= MAX_HOST_CHARS && HOST.test(given) ? given : undefined;
const protocolOf: Read<Protocol> = (given) => (given === 'ws' || given === 'wss' ? given : undefined);
const socketTypeOf: Read<SocketType> = (given) => {
  if (given === 'binary' || wholeOf(given) === 1) return 'binary';
  return given === 'blob' || wholeOf(given) === 2 ? 'blob' : undefined;
};
const loginTypeOf: Read<LoginType> = (given) => (given === 'guest' || given === 'login' ? given : undefined);
const token = textUpTo(MAX_TOKEN_CHARS);
const tokenOf: Read<string> = (given) => token(typeof given === 'number' ? String(given) : given);

/** An entry is a host, or an object with its own protocol. Its counters are ignored, because the client has its own policy. null: invalid. */
function readEntry(given: unknown, protocol: Protocol, socketType: SocketType): Address | null {
  const fields = isFields(given) ? given : { host: given };
  const host = hostOf(fields['host']);
  const own = { protocol: protocolOf(fields['protocol'] ?? protocol), socketType: socketTypeOf(fields['socketType'] ?? socketType) };
  if (host === undefined || own.protocol === undefined || own.socketType === undefined) return null;
  return { host, protocol: own.protocol, socketType: own.socketType };
}

/**
 * Validates the response of the address service (S1). An invalid entry is skipped and counted in `dropped`. A response without a known type
 * applies to the requested login type.
 */
export function readDispatch(body: unknown, requested: LoginType): Result<{ readonly answer: DispatchAnswer; readonly dropped: number }> {
  const code = isFields(body) ? wholeOf(body['code']) : undefined;
  if (!isFields(body) || code === undefined) return err('HTTP_BAD_BODY', 'socket addresses: no code');
  // The code of a refusal decides alone: its data is often empty, in some form.
  if (code !== 0 || body['data'] === undefined || body['data'] === null)
    return ok({ answer: { ok: true, code, addresses: [], type: requested, ageS: 0, socToken: '' }, dropped: 0 });
  if (!isFields(body['data'])) return err('HTTP_BAD_BODY', 'socket addresses: data is no object');
  const { data } = body;
  const addrs: unknown = data['addrs'] ?? [];
  const entries: readonly unknown[] | undefined = Array.isArray(addrs) && addrs.length <= MAX_LISTED ? addrs : undefined;
  const protocol = protocolOf(data['protocol'] ?? 'wss');
  const socketType = socketTypeOf(data['socketype'] ?? 'binary');
  if (!entries || !protocol || !socketType) {
    const wrong = entries ? (protocol ? 'socketype' : 'protocol') : 'addrs';
    return err('HTTP_BAD_BODY', `socket addresses: data.${wrong} is wrong`);
  }
  // The addresses serve without the other fields.
  const type = loginTypeOf(data['type']) ?? requested;
  const ageS = wholeOf(data['age']) ?? 0;
  const socToken = tokenOf(data['soctoken']) ?? '';
  const addresses = entries.slice(0, MAX_ADDRESSES).flatMap((entry) => readEntry(entry, protocol, socketType) ?? []);
  return ok({ answer: { ok: true, code, addresses, type, ageS, socToken }, dropped: entries.length - addresses.length });
}

/** Sends the request to the address service, and reports a failed request, a wrong response and invalid entries. */
export async function requestAddresses(
  url: string,
  requested: LoginType,
  timeoutMs: number,
  { platform, stats }: { readonly platform: Platform; readonly stats: (fact: StatsEvent) => void },
): Promise<DispatchAnswer> {
  // The scheduler has another origin and identifies a login by its cookies.
  const request = { method: 'GET', url, timeoutMs, maxBytes: MAX_ADDRESS_BYTES, credentials: 'include' } as const;
  const body = await monitoredJson(request, platform, (call) => stats({ type: 'call', call }));
  const read = body.ok ? readDispatch(body.value, requested) : body;
  if (!read.ok) {
    const { code, detail, retryAfterMs = null } = read.error;
    stats({ type: 'failure', code, detail });
    return { ok: false, retryAfterMs };
  }
  if (read.value.dropped > 0) stats({ type: 'count', name: 'socket.bad-addresses', by: read.value.dropped });
  return read.value.answer;
}

/** Opens a WebSocket of the browser. */
export function dial(url: string, events: SocketEvents): OpenSocket {
  let isOver = false;
  const over = (closeCode?: number): void => {
    if (isOver) return;
    isOver = true;
    events.lost(closeCode);
  };
  let socket: WebSocket;
  try {
    socket = new WebSocket(url);
  } catch {
    // The constructor throws for an invalid address; reported asynchronously, like the failure of a socket.
    queueMicrotask(() => over());
    return { send: () => false, close: () => (isOver = true) };
  }
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('open', () => events.opened());
  socket.addEventListener('message', (event: MessageEvent<unknown>) => events.received(event.data));
  // A close event follows each error event, and only the former has the code.
  socket.addEventListener('close', ({ code }) => over(code));
  return {
    send(data) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(data);
      return true;
    },
    close() {
      isOver = true;
      socket.close();
    },
  };
}
