/** Where the tarball is tried: the project that it is installed into, and a server of its files and of the media. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ROOT } from './emit.ts';

export const PROJECT = path.join(ROOT, '.cache/hevc-package/project');
export const CLIP = path.join(ROOT, 'fixtures/clips/stage-h265.mp4');
export const INSTALLED = path.join(PROJECT, 'node_modules/@footlight/hevc');
const STREAM = path.join(ROOT, 'fixtures/streams/sync-640x360-h265-id12.flv');
export const PAGE_DEADLINE_MS = 30_000;

export const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.mp4': 'video/mp4',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
};

export function serve(folder: string, headers: Readonly<Record<string, string>>): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const media = { '/clip.mp4': CLIP, '/stream.flv': STREAM }[pathname];
    const file = media ?? path.join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    try {
      const bytes = readFileSync(file);
      response.writeHead(200, { 'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream', ...headers });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

export const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
