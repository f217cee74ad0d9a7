/**
 * Serves the offline room's production build for the end-to-end tests; builds first unless FOOTLIGHT_PREBUILT=1. Files are sent
 * uncompressed, with the headers of the preview, because compressing each response would cost every page start of the suite more than it
 * saves.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileAt, fixtureAt, sendFile } from '../../mocks/origin/files.ts';
import { startTracker } from '../../mocks/origin/tracker.ts';
import { pageHeaders } from '../build/headers.ts';
import { ROOT, runTool } from './tool.ts';

const [port = '4173'] = process.argv.slice(2);
if (process.env['FOOTLIGHT_PREBUILT'] !== '1' && !(runTool('vite build') && runTool('vite build --mode offline'))) process.exit(1);

const DIST = join(ROOT, 'dist-offline');
const INDEX = join(DIST, 'index.html');
const headers = new Map(Object.entries(pageHeaders({ html: readFileSync(INDEX, 'utf8'), isInsecure: true })));
let tracker: ReturnType<typeof startTracker> | undefined;

const server = createServer((request, response) => {
  const path = (request.url ?? '/').replace(/[?#].*$/, '');
  response.setHeaders(headers);
  if (path === '/__trackers.json') {
    // Started when the first viewer shares.
    tracker ??= startTracker();
    tracker.then(
      ({ address }) => response.setHeader('content-type', 'application/json').end(JSON.stringify([address])),
      () => response.writeHead(500).end(),
    );
    return;
  }
  const isHashed = path.startsWith('/assets/');
  // Every other path is a room: the page reads it.
  const picture = path.startsWith('/fixtures/') ? fixtureAt(join(DIST, 'fixtures'), path.slice('/fixtures'.length)) : null;
  const file = picture ?? fileAt(DIST, path) ?? fileAt(DIST, `${path}.html`) ?? (isHashed ? null : INDEX);
  if (file === null) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  sendFile(file, request, response);
});
server.listen(Number(port), '127.0.0.1');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));
