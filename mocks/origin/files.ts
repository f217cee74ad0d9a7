import type { ServerResponse, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { createReadStream, statSync } from 'node:fs';
import { extname, join, normalize, sep } from 'node:path';
import { ERROR_CACHE } from '../../scripts/build/headers.ts';

/** Sends a response of mocks/backend. An error response, and a body that fails, break the connection. */
export async function respond(response: ServerResponse, answer: Response, open: Readonly<Record<string, string>>): Promise<void> {
  if (answer.type === 'error') {
    response.destroy();
    return;
  }
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...open });
  if (answer.body === null || response.req.method === 'HEAD') {
    await answer.body?.cancel();
    response.end();
    return;
  }
  // Rejected if the viewer disconnects, or a fault cuts the stream.
  await pipeline(Readable.fromWeb(answer.body as NodeStream), response).catch(() => undefined);
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.mp4': 'video/mp4',
  '.flv': 'video/x-flv',
  '.txt': 'text/plain; charset=utf-8',
  '.bin': 'application/octet-stream',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** The file of a path, or null if there is none; never a file outside of `root`. */
export function fileAt(root: string, path: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  const file = normalize(join(root, decoded));
  if (decoded.includes('\0') || !file.startsWith(root.endsWith(sep) ? root : root + sep)) return null;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : null;
}

/** S36: path sets of the image service, mapped to the fixtures: all sizes of a picture are the same file. */
const SIZED = /^\/images\/(?:userlogo|roomcover|clan|snapshot|starcover)\/([\w-]+?)(?:_\d+x\d+)?(\.\w+)$/;

/** A file of the fixtures; `path` is relative to `/fixtures`. */
export const fixtureAt = (root: string, path: string): string | null => fileAt(root, path.replace(SIZED, '/images/$1$2'));

/** The file of the offline build for a path: every path without one is a room, except among the hashed files. */
export const offlineFileAt = (dist: string, path: string): string | null =>
  (path.startsWith('/fixtures/') ? fixtureAt(join(dist, 'fixtures'), path.slice('/fixtures'.length)) : null) ??
  fileAt(dist, path) ??
  fileAt(dist, `${path}.html`) ??
  (path.startsWith('/assets/') ? null : join(dist, 'index.html'));

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** The compressed file of the build, if the browser accepts it and requests the whole file. */
function compressedAt(file: string, request: IncomingMessage): { readonly path: string; readonly encoding: string } | null {
  if (request.headers.range !== undefined) return null;
  const accepted = (request.headers['accept-encoding'] ?? '').split(/\s*,\s*/);
  for (const [encoding, ending] of ENCODINGS)
    if (accepted.some((each) => each === encoding || (each.startsWith(`${encoding};`) && !/;\s*q=0(?:\.0*)?$/.test(each))))
      if (statSync(file + ending, { throwIfNoEntry: false })?.isFile()) return { path: file + ending, encoding };
  return null;
}

/** Sends a whole file, or the part in `Range`, which a <video> needs for seeking. */
export function sendFile(file: string, request: IncomingMessage, response: ServerResponse): void {
  const compressed = compressedAt(file, request);
  const path = compressed?.path ?? file;
  const { size } = statSync(path);
  response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
  response.setHeader('vary', 'accept-encoding');
  if (compressed) response.setHeader('content-encoding', compressed.encoding);
  response.setHeader('accept-ranges', 'bytes');
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  let [start, end] = [0, size - 1];
  if (range && (range[1] || range[2])) {
    start = range[1] ? Number(range[1]) : Math.max(0, size - Number(range[2]));
    end = range[1] && range[2] ? Math.min(size - 1, Number(range[2])) : size - 1;
    if (start > end) {
      response.writeHead(416, { 'content-range': `bytes */${size}`, 'cache-control': ERROR_CACHE }).end();
      return;
    }
    response.statusCode = 206;
    response.setHeader('content-range', `bytes ${start}-${end}/${size}`);
  }
  response.setHeader('content-length', size === 0 ? 0 : end - start + 1);
  if (request.method === 'HEAD' || size === 0) response.end();
  else
    createReadStream(path, { start, end })
      .on('error', () => response.destroy())
      .pipe(response);
}
