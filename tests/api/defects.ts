/** Defects of a backend, injected by a proxy between a checker and the origin server or the example: each changes one passing answer. */
import { createServer, request as httpRequest, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import type { User } from '../../scripts/verify-backend/backend.ts';
import type { Verified } from '../../scripts/verify-backend/verify.ts';
import { encodeCommand } from '../../src/wire/encode-command.ts';
import { readCommand } from '../../src/wire/server-side.ts';
import { readFrame } from '../../src/wire/frame.ts';
import { value } from '../mocks/fixture-files.ts';

export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly cookie: string;
  readonly body: string;
}
export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Defect {
  /** Changes an answer; streams are forwarded as they arrive. */
  readonly reply?: (reply: Reply, asked: Passing) => void;
  /** Changes headers and chunks of a stream. */
  readonly stream?: { readonly headers?: (headers: IncomingHttpHeaders) => void; readonly first?: (chunk: Buffer) => Buffer };
  /** Changes a command of the viewer. */
  readonly command?: (data: Buffer) => Buffer;
  /** null: dropped; a list: several pushes. */
  readonly push?: (data: Buffer | string) => Buffer | string | readonly Buffer[] | null;
  /** A push that is sent to the same viewer LATER_MS after this one; null: none. */
  readonly later?: (data: Buffer | string) => Buffer | null;
}

const LATER_MS = 50;

const isStream = (path: string): boolean => path.startsWith('/live/') && path.includes('.flv');

export interface DefectiveBackend {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** A proxy that replaces the origin server's address by its own. */
// Long: both directions of a proxy, HTTP and WebSocket, share its two addresses.
export async function startDefective(origin: string, { reply, stream, command, push, later }: Defect): Promise<DefectiveBackend> {
  const to = new URL(origin);
  let address = '';
  const own = (text: string): string => text.replaceAll(to.host, new URL(address).host);
  const server = createServer((asked, response) => {
    const body: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => body.push(chunk));
    asked.on('end', () => pass(asked.method ?? 'GET', asked.url ?? '/', asked.headers, Buffer.concat(body), response));
  });
  function pass(method: string, path: string, headers: IncomingHttpHeaders, body: Buffer, response: ServerResponse): void {
    const { 'content-length': _length, 'transfer-encoding': _encoding, 'accept-encoding': _accept, ...kept } = headers;
    const onward = httpRequest({
      host: to.hostname,
      port: to.port,
      method,
      path,
      headers: { ...kept, host: to.host, 'content-length': body.length },
    });
    onward.on('error', () => response.destroy());
    onward.on('response', (answer) => {
      if (isStream(path)) {
        const streamed = { ...answer.headers };
        stream?.headers?.(streamed);
        response.writeHead(answer.statusCode ?? 502, streamed);
        let isFirst = true;
        answer.on('data', (chunk: Buffer) => {
          response.write(isFirst && stream?.first ? stream.first(chunk) : chunk);
          isFirst = false;
        });
        answer.on('end', () => response.end());
        response.on('close', () => answer.destroy());
        return;
      }
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const { 'content-length': _own, 'transfer-encoding': _none, ...answered } = answer.headers;
        const changed: Reply = { status: answer.statusCode ?? 502, headers: answered, body: Buffer.concat(chunks) };
        changed.body = Buffer.from(own(changed.body.toString('utf8')));
        reply?.(changed, { method, path, cookie: headers.cookie ?? '', body: body.toString('utf8') });
        response.writeHead(changed.status, changed.headers).end(changed.body);
      });
    });
    onward.end(body);
  }
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (client, { url }) => {
    const upstream = new WebSocket(`${origin.replace('http', 'ws')}${url}`);
    const early: [Buffer, boolean][] = [];
    client.on('message', (sent: Buffer, isBinary) => {
      const data = isBinary && command ? command(sent) : sent;
      if (upstream.readyState === upstream.OPEN) upstream.send(data, { binary: isBinary });
      else early.push([data, isBinary]);
    });
    upstream.on('open', () => {
      for (const [data, isBinary] of early) upstream.send(data, { binary: isBinary });
    });
    upstream.on('message', (data: Buffer, isBinary) => {
      const given = isBinary ? data : data.toString('utf8');
      const sent = push ? push(given) : given;
      for (const one of Array.isArray(sent) ? (sent as readonly Buffer[]) : [sent as Buffer | string | null])
        if (one !== null && client.readyState === client.OPEN) client.send(one);
      const more = later?.(given) ?? null;
      if (more !== null) setTimeout(() => client.readyState === client.OPEN && client.send(more), LATER_MS);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('close', () => other.terminate());
      one.on('error', () => other.terminate());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** New user ids for each run, so that orders and lines of one do not affect another. */
export const usersFrom =
  (first: number, next = first): (() => readonly [User, User]) =>
  () => [
    { userId: next++, token: 't' },
    { userId: next++, token: 't' },
  ];

/** The command with other fields if it is a login. */
export function withLogin(data: Buffer, change: (fields: { token: string; kugouid: number; offset?: string }) => object): Buffer {
  if (![201, 2201].includes(commandOf(data))) return data;
  const command = value(readCommand(value(readFrame(new Uint8Array(data)))));
  if (command.id !== 201 && command.id !== 2201) return data;
  return Buffer.from(encodeCommand({ id: command.id, fields: { ...command.fields, ...change(command.fields as never) } }));
}

export const commandOf = (data: Buffer | string): number => (typeof data === 'string' ? 0 : data.readUInt32BE(4));
export const named = (results: readonly Verified[], is: Verified['outcome']['type']): readonly string[] =>
  results.flatMap(({ name, outcome }) => (outcome.type === is ? [outcome.type === 'failed' ? `${name}: ${outcome.why}` : name] : []));
