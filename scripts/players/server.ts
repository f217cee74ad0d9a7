/** Serves the page of the trials, the players' files and the streams from this machine, and counts the bytes of scripts that a page loads. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ISOLATED, serveFolder } from '../packages/project.ts';
import { ROOT } from '../suite/tool.ts';
import { peerFile } from './peers.ts';
import { tagsOf, type LiveStream } from './live-stream.ts';
import { isStreamName, STREAMS } from './streams.ts';

const PAGE = path.join(ROOT, 'scripts/players/page');
const STEP_MS = 20;
/** Time in ms by which tags are sent early, because servers send the pictures since the last keyframe at once. */
const BURST_MS = 500;

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

export interface TrialServer {
  readonly server: Server;
  /** Files of the players that were requested since the last call, and their size by gzip. */
  takeLoaded(): { readonly files: number; readonly gzipBytes: number };
  /** Requests for streams since the last call. */
  takeRequests(): number;
}

/** `subject` is the folder of the unpacked @footlight/player. */
export async function startTrialServer(subject: string): Promise<TrialServer> {
  const loaded = new Map<string, number>();
  let requests = 0;
  const server = await serveFolder(PAGE, ISOLATED, (pathname, request, response) => {
    const [, place = '', ...rest] = pathname.split('/');
    const file = rest.join('/');
    if (place === 'subject' || place === 'peers') {
      const where = place === 'subject' ? path.join(subject, path.normalize(`/${file}`)) : peerFile(path.normalize(`/${file}`));
      sendFile(where, response, loaded);
      return true;
    }
    if (place !== 'live') return false;
    requests++;
    const name = file.replace(/\.flv$/, '');
    if (isStreamName(name)) void sendStream(STREAMS[name], request, response);
    else response.writeHead(404).end();
    return true;
  });
  return {
    server,
    takeLoaded() {
      const taken = { files: loaded.size, gzipBytes: [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0) };
      loaded.clear();
      return taken;
    },
    takeRequests() {
      const taken = requests;
      requests = 0;
      return taken;
    },
  };
}

function sendFile(file: string, response: ServerResponse, loaded: Map<string, number>): void {
  try {
    const bytes = readFileSync(file);
    loaded.set(file, gzipSync(bytes, { level: 9 }).length);
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
}

async function sendStream(stream: LiveStream, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'video/x-flv', 'cache-control': 'no-store' });
  const startMs = Date.now();
  const tags = tagsOf(stream);
  let next = tags.next();
  while (!request.destroyed) {
    const elapsedMs = Date.now() - startMs;
    if (stream.cutAfterMs !== undefined && elapsedMs > stream.cutAfterMs) {
      response.destroy();
      return;
    }
    const [fromMs, toMs] = stream.silentMs ?? [Infinity, Infinity];
    if (elapsedMs < fromMs || elapsedMs > toMs) {
      while (!next.done && next.value.atMs <= elapsedMs + BURST_MS) {
        response.write(next.value.bytes);
        next = tags.next();
      }
    }
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}
