/** The embedded pages on a separate origin (another port), so that the room's origin check and sandbox are tested for real. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { framePageAt, FRAMES_PATH, frameTypeOf } from './frame-pages.ts';
import { fileAt, sendFile } from './files.ts';

export interface RunningFrames {
  /** `http://127.0.0.1:port/frames` */
  readonly address: string;
  readonly close: () => Promise<void>;
}

const CLIENT = '/frame-client.js';
/** Pages below this path are never answered, so that their load times out. */
const SILENT = '/silent/';

export async function startFrames(dist: string): Promise<RunningFrames> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/[?#].*$/, '');
    if (path.startsWith(SILENT)) return;
    const page = path.startsWith(FRAMES_PATH) ? framePageAt(path.slice(FRAMES_PATH.length)) : null;
    const script = path === CLIENT ? fileAt(dist, CLIENT) : null;
    if (page !== null) response.writeHead(200, { 'content-type': frameTypeOf(path) }).end(page);
    else if (script !== null) sendFile(script, request, response);
    else response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('no such page\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${FRAMES_PATH.replace(/\/$/, '')}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
