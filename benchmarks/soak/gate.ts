/**
 * A proxy between a browser and a server that damages the network as routers, portals and overloaded servers do. It delays bytes instead of
 * losing them, because TCP repeats what a network loses. Streams, sockets and calls can be damaged each alone.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Weather =
  | { readonly name: 'open' }
  /** Bytes of these directions are kept, and delivered when it ends. A connection that the browser ends meanwhile ends then. */
  | { readonly name: 'silent'; readonly up: boolean; readonly down: boolean }
  /**
   * Bytes per second to the browser, for all connections together. `roundTripMs`: each byte takes half of it in its direction, and a
   * connection one more round trip before its first request.
   */
  | { readonly name: 'narrow'; readonly bytesPerS: number; readonly roundTripMs?: number }
  /** Streams and sockets are reset in the middle of each message that the server sends. */
  | { readonly name: 'resets' }
  /** Every connection is reset as soon as it is made; each counts as a request. */
  | { readonly name: 'refused' }
  /** Every request gets this answer; streams and sockets of before end. */
  | { readonly name: 'answers'; readonly status: string; readonly headers: readonly string[]; readonly body: string }
  /** Connections of one kind are ill, all others work; those of before end. */
  | { readonly name: 'ill'; readonly kinds: Readonly<Partial<Record<Kind, Illness>>> };

/**
 * `reset`: ended after the request. `empty`: answered with 200 and no byte. `silent`: never answered. `overloaded`: the server closes a
 * socket with code 1013 after its first messages.
 */
type Illness = 'reset' | 'empty' | 'silent' | 'overloaded';

export interface Asked {
  readonly atMs: number;
  readonly path: string;
}

type Kind = 'call' | 'report' | 'stream' | 'socket';

interface Kept {
  readonly bytes: Buffer;
  /** Delivered at this time at the earliest. */
  readonly fromMs: number;
}

interface Link {
  /** Time at which the connection is made. */
  readonly openMs: number;
  readonly client: Socket;
  readonly server: Socket;
  kind: Kind;
  /** The network has forgotten this connection: nothing passes any more. */
  isDead: boolean;
  /** Kept bytes by direction, and whether the end of that side was kept as well. */
  readonly up: Kept[];
  readonly down: Kept[];
  isClientGone: boolean;
  /** Messages of the server so far; the first one opens a socket. */
  answers: number;
}

const REQUEST = /^(?:GET|POST|PUT|HEAD|OPTIONS|DELETE|PATCH) (\S+) HTTP\/1\.1\r\n/;
const UPGRADE = /\r\nupgrade: websocket\r\n/i;
const STREAM = /\.flv(?:\?|$)/;
const REPORT = /^\/svc\/log\//;
const EMPTY_ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: video/x-flv\r\nconnection: close\r\n\r\n';
/** A close frame with code 1013. */
const OVERLOADED = Buffer.from([0x88, 0x02, 0x03, 0xf5]);
/** The answer to this call names addresses of streams, or of sockets. */
const NAMES_ADDRESSES: Readonly<Record<'stream' | 'socket', RegExp>> = { stream: /^\/svc\/live\//, socket: /^\/svc\/backup\// };
const PUMP_MS = 20;
const PACKET_BYTES = 1_460;
/** Kept bytes of a connection; beyond it the sender waits, as behind a router. */
const QUEUE_BYTES = 128 * 1_024;

export class Gate {
  readonly asked: Asked[] = [];
  readonly #target: number;
  readonly #links = new Set<Link>();
  readonly #expired = new Set<'stream' | 'socket'>();
  readonly #listener = createServer((client) => this.#accept(client));
  #weather: Weather = { name: 'open' };
  #credit = 0;
  readonly #pump = setInterval(() => this.#drain(), PUMP_MS);

  private constructor(target: number) {
    this.#target = target;
  }

  static async open(target: number): Promise<Gate> {
    const gate = new Gate(target);
    await new Promise<void>((resolve, reject) => {
      gate.#listener.once('error', reject);
      gate.#listener.listen(0, '127.0.0.1', resolve);
    });
    return gate;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#listener.address() as AddressInfo).port}`;
  }

  set(weather: Weather): void {
    const ended = new Set([...this.#links].filter((link) => this.#illness(link) !== undefined));
    this.#weather = weather;
    if (weather.name === 'refused' || weather.name === 'answers') for (const link of this.#links) reset(link);
    for (const link of this.#links) if (ended.has(link) || this.#illness(link) !== undefined) reset(link);
    this.#drain();
  }

  /** The present connections never pass a byte again, and neither side receives an end. */
  forget(): void {
    for (const link of this.#links) link.isDead = true;
  }

  /** The server ends all connections, and refuses the addresses that it has named so far. */
  expire(): void {
    for (const link of this.#links) reset(link);
    this.#expired.add('stream').add('socket');
  }

  async close(): Promise<void> {
    clearInterval(this.#pump);
    for (const link of this.#links) reset(link);
    await new Promise<void>((resolve) => void this.#listener.close(() => resolve()));
  }

  #accept(client: Socket): void {
    if (this.#weather.name === 'refused') {
      this.asked.push({ atMs: Date.now(), path: 'a connection' });
      client.resetAndDestroy();
      return;
    }
    const server = connect(this.#target, '127.0.0.1');
    const openMs = performance.now() + this.#roundTripMs();
    const link: Link = { openMs, client, server, kind: 'call', isDead: false, up: [], down: [], isClientGone: false, answers: 0 };
    this.#links.add(link);
    client.setNoDelay(true);
    client.on('data', (bytes) => this.#fromBrowser(link, bytes));
    server.on('data', (bytes) => this.#fromServer(link, bytes));
    client.on('error', () => undefined);
    server.on('error', () => undefined);
    client.on('close', () => {
      link.isClientGone = true;
      if (link.isDead || !this.#isSilent('up')) this.#end(link);
    });
    server.on('close', () => {
      if (link.isDead || this.#isSilent('down') || this.#weather.name === 'narrow') return;
      this.#end(link);
    });
  }

  #end(link: Link): void {
    this.#links.delete(link);
    link.client.destroy();
    link.server.destroy();
  }

  #illness({ kind }: Link): Illness | undefined {
    return this.#weather.name === 'ill' ? this.#weather.kinds[kind] : undefined;
  }

  #roundTripMs(): number {
    return this.#weather.name === 'narrow' ? (this.#weather.roundTripMs ?? 0) : 0;
  }

  #kept({ openMs }: Link, bytes: Buffer): Kept {
    return { bytes, fromMs: Math.max(performance.now(), openMs) + this.#roundTripMs() / 2 };
  }

  #isSilent(direction: 'up' | 'down'): boolean {
    return this.#weather.name === 'silent' && this.#weather[direction];
  }

  #fromBrowser(link: Link, bytes: Buffer): void {
    const head = bytes.subarray(0, 8_192).toString('latin1');
    const path = REQUEST.exec(head)?.[1];
    if (path !== undefined) {
      this.asked.push({ atMs: Date.now(), path });
      link.kind = UPGRADE.test(head) ? 'socket' : STREAM.test(path) ? 'stream' : REPORT.test(path) ? 'report' : 'call';
      if (this.#isAnswered(link, path)) return;
    }
    if (link.isDead) return;
    if (this.#isSilent('up') || this.#roundTripMs() > 0) link.up.push(this.#kept(link, bytes));
    else link.server.write(bytes);
  }

  /** Whether the proxy itself has answered the request. */
  #isAnswered(link: Link, path: string): boolean {
    const weather = this.#weather;
    if (weather.name === 'answers') {
      answer(link, weather.status, weather.headers, weather.body);
      return true;
    }
    const illness = this.#illness(link);
    if (illness === 'reset') reset(link);
    if (illness === 'empty') link.client.write(EMPTY_ANSWER);
    if (illness === 'empty' || illness === 'silent') link.isDead = true;
    if (illness !== undefined && illness !== 'overloaded') return true;
    for (const kind of ['stream', 'socket'] as const) if (NAMES_ADDRESSES[kind].test(path)) this.#expired.delete(kind);
    if ((link.kind !== 'stream' && link.kind !== 'socket') || !this.#expired.has(link.kind)) return false;
    answer(link, '403 Forbidden', [], 'expired');
    return true;
  }

  #fromServer(link: Link, bytes: Buffer): void {
    if (link.isDead) return;
    const { name } = this.#weather;
    if (name === 'resets' && (link.kind === 'stream' || link.kind === 'socket')) {
      link.client.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => reset(link));
      return;
    }
    if (++link.answers > 1 && this.#illness(link) === 'overloaded') {
      link.client.end(Buffer.concat([bytes, OVERLOADED]));
      link.server.destroy();
      return;
    }
    if (!this.#isSilent('down') && name !== 'narrow' && link.down.length === 0) {
      if (!link.client.destroyed && !link.client.write(bytes)) this.#wait(link);
      return;
    }
    link.down.push(this.#kept(link, bytes));
    if (sizeOf(link.down) > QUEUE_BYTES) link.server.pause();
  }

  #wait(link: Link): void {
    link.server.pause();
    link.client.once('drain', () => link.server.resume());
  }

  /** Delivers kept bytes as far as the network allows. */
  #drain(): void {
    const weather = this.#weather;
    const nowMs = performance.now();
    this.#credit = weather.name === 'narrow' ? Math.min(this.#credit, 0) + (weather.bytesPerS * PUMP_MS) / 1_000 : Number.POSITIVE_INFINITY;
    for (const link of this.#links) {
      if (link.isDead) continue;
      if (!this.#isSilent('up')) {
        while (link.up[0] !== undefined && link.up[0].fromMs <= nowMs) link.server.write(link.up.shift()!.bytes);
        if (link.isClientGone) {
          link.server.end();
          this.#end(link);
          continue;
        }
      }
    }
    if (this.#isSilent('down')) return;
    // A packet of each connection in turn, as a router does.
    const live = [...this.#links].filter(({ isDead }) => !isDead);
    for (let isBusy = true; isBusy && this.#credit > 0;) isBusy = live.map((link) => this.#deliver(link, nowMs)).includes(true);
    for (const link of live) {
      if (sizeOf(link.down) <= QUEUE_BYTES && !link.client.writableNeedDrain) link.server.resume();
      if (link.down.length === 0 && link.server.destroyed) this.#end(link);
    }
  }

  /** Sends one packet; false if there is none. */
  #deliver(link: Link, nowMs: number): boolean {
    const next = link.down[0];
    if (next === undefined || next.fromMs > nowMs || this.#credit <= 0) return false;
    const { bytes, fromMs } = next;
    const sent = Math.min(bytes.length, PACKET_BYTES);
    if (!link.client.destroyed) link.client.write(bytes.subarray(0, sent));
    if (sent === bytes.length) link.down.shift();
    else link.down[0] = { bytes: bytes.subarray(sent), fromMs };
    this.#credit -= sent;
    // Last in the next round, which may have credit for one packet only.
    this.#links.delete(link);
    this.#links.add(link);
    return true;
  }
}

const sizeOf = (kept: readonly Kept[]): number => kept.reduce((sum, { bytes }) => sum + bytes.length, 0);

function reset({ client, server }: Link): void {
  if (!client.destroyed) client.resetAndDestroy();
  server.destroy();
}

function answer({ client, server }: Link, status: string, headers: readonly string[], body: string): void {
  const lines = [`HTTP/1.1 ${status}`, ...headers, 'connection: close', `content-length: ${Buffer.byteLength(body)}`, '', body];
  client.end(lines.join('\r\n'));
  server.destroy();
}
