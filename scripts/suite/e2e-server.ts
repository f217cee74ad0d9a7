/**
 * Serves the offline room's production build for the end-to-end tests; builds first unless FOOTLIGHT_PREBUILT=1. Files are sent
 * uncompressed, with the headers of the preview, because compressing each response would cost every page start of the suite more than it
 * saves.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { offlineFileAt, sendFile } from '../../mocks/origin/files.ts';
import { startTracker } from '../../mocks/origin/tracker.ts';
import { pageHeaders, pagesOf, ruleOf } from '../build/headers.ts';
import { ROOT, runTool } from './tool.ts';

const [port = '4173'] = process.argv.slice(2);
if (process.env['FOOTLIGHT_PREBUILT'] !== '1' && !(runTool('vite build') && runTool('vite build --mode offline'))) process.exit(1);

const DIST = join(ROOT, 'dist-offline');
const headers = new Map(Object.entries(pageHeaders({ html: pagesOf(DIST), isInsecure: true })));
let tracker: ReturnType<typeof startTracker> | undefined;

const server = createServer((request, response) => {
  const path = (request.url ?? '/').replace(/[?#].*$/, '');
  response.setHeaders(headers);
  response.setHeaders(new Map(Object.entries(ruleOf(path).headers ?? {})));
  if (path === '/__trackers.json') {
    // Started when the first viewer shares.
    tracker ??= startTracker();
    tracker.then(
      ({ address }) => response.setHeader('content-type', 'application/json').end(JSON.stringify([address])),
      () => response.writeHead(500).end(),
    );
    return;
  }
  const file = offlineFileAt(DIST, path);
  if (file === null) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader('cache-control', ruleOf(path).cache);
  sendFile(file, request, response);
});
server.listen(Number(port), '127.0.0.1');
// Playwright's end of this pipe closes with it.
process.stdin.resume().on('end', () => process.exit(0));
