import { spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { startOrigin } from '../../mocks/origin/server.ts';
import { deployFiles } from '../../scripts/build/deploy.ts';
import { missingForMedia, startExample } from '../../scripts/example-server.ts';
import { freePort } from '../../scripts/lib/free-port.ts';
import { pageHeaders } from '../../scripts/build/headers.ts';
import { value } from '../mocks/fixture-files.ts';
import { hasNginx, isInstalled, plainServer, startNginx, startServer, stopServer } from './nginx.ts';

const HTML = '<!doctype html><style>html{color:red}</style><script type="application/json" id="services"></script><p>room</p>';
const SCRIPT = `export const text = '${'a'.repeat(2_000)}';`;
const FILES = deployFiles({ html: HTML });
/** The same page below a path of a host that has others. */
const BASE = '/rooms/';
const FILES_BELOW = deployFiles({ html: HTML }, BASE);

const caddy = process.env['FOOTLIGHT_CADDY'] ?? 'caddy';

const folders: string[] = [];
const running: ChildProcess[] = [];
const servers: { close(): unknown; closeAllConnections(): void }[] = [];
afterEach(async () => {
  // First, because Caddy waits for streams to end.
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
  await Promise.all(running.splice(0).map(stopServer));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A minimal build. */
function site(base = '/'): { readonly folder: string; readonly root: string } {
  const folder = mkdtempSync(join(tmpdir(), 'footlight-deploy-'));
  folders.push(folder);
  // nginx started by root reads files as another user.
  chmodSync(folder, 0o755);
  const served = join(folder, 'site');
  const root = join(served, base);
  mkdirSync(join(root, 'assets'), { recursive: true });
  mkdirSync(join(root, 'deploy'));
  writeFileSync(join(root, 'index.html'), HTML);
  writeFileSync(join(root, 'robots.txt'), 'User-agent: *');
  writeFileSync(join(root, 'frame-client.js'), SCRIPT);
  mkdirSync(join(root, 'frames'));
  writeFileSync(join(root, 'frames/page.js'), SCRIPT);
  writeFileSync(join(root, 'assets/main-abc.js'), SCRIPT);
  writeFileSync(join(root, 'assets/main-abc.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(root, 'assets/main-abc.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(root, 'assets/decoder-abc.wasm'), new Uint8Array([0, 97, 115, 109]));
  for (const [name, text] of Object.entries(base === '/' ? FILES : FILES_BELOW)) writeFileSync(join(root, 'deploy', name), text);
  return { folder, root: base === '/' ? root.slice(0, -1) : served };
}

/** Services on the page's own origin: a call, an endless stream, and an echoing chat. */
async function services(): Promise<number> {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': request.url?.endsWith('.flv') === true ? 'video/x-flv' : 'application/json' });
    if (request.url?.endsWith('.flv') === true) response.write('FLV');
    else response.end(JSON.stringify({ url: request.url, cookie: request.headers.cookie ?? '', by: request.headers['x-forwarded-proto'] }));
  });
  new WebSocketServer({ server, path: '/chat' }).on('connection', (socket) => socket.on('message', (data) => socket.send(data)));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function expectServices(address: string): Promise<void> {
  const call = await fetch(`${address}/svc/live/room/1001/info?a=1`, { headers: { cookie: 'fx_userid=7' } });
  expect(await call.json()).toEqual({ url: '/svc/live/room/1001/info?a=1', cookie: 'fx_userid=7', by: 'http' });
  const stream = await fetch(`${address}/svc/live/1001.flv`);
  const reader = stream.body!.getReader();
  // Arrives before the stream has ended.
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('FLV');
  await reader.cancel();
  const socket = new WebSocket(`${address.replace('http', 'ws')}/chat`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send('HEARTBEAT_REQUEST');
  expect(String(await new Promise((resolve) => socket.once('message', resolve)))).toBe('HEARTBEAT_REQUEST');
  socket.terminate();
}

const rows = (base: string): readonly (readonly [path: string, status: number, cache: string | null])[] =>
  (
    [
      ['', 200, 'no-cache'],
      ['live/1001', 200, 'no-cache'],
      ['room/star/1001', 200, 'no-cache'],
      ['index.html', 200, 'no-cache'],
      ['chats', 200, 'no-cache'],
      ['assets/main-abc.js', 200, 'public, max-age=31536000, immutable'],
      ['assets/gone.js', 404, 'no-store'],
      ['assets/', 404, 'no-store'],
      ['deploy/nginx.conf', 404, 'no-store'],
      ['deploy/none', 404, 'no-store'],
      ['robots.txt', 200, 'no-cache'],
      ['favicon.ico', 404, 'no-store'],
      ['frame-client.js', 200, 'no-cache'],
      ['frames/page.js', 200, 'no-cache'],
      ['frames/gone.html', 404, 'no-store'],
    ] as const
  ).map(([path, status, cache]) => [`${base}${path}`, status, cache]);

/** Requirements for each server: the table of headers.ts, path by path. */
async function expectSite(host: string, base = '/', given: Readonly<Record<string, string>> = pageHeaders({ html: HTML })): Promise<void> {
  const got = await Promise.all(
    rows(base).map(async ([path]) => {
      const answer = await fetch(`${host}${path}`);
      await answer.arrayBuffer();
      // A page of the room's own origin has no origin in its sandbox.
      const isOfFrame = path.startsWith(`${base}frame`);
      const framed = { 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' };
      for (const [name, value] of Object.entries(answer.ok ? { ...given, ...(isOfFrame && framed) } : {}))
        expect(answer.headers.get(name), `${name} of ${path}`).toBe(value);
      return [path, answer.status, answer.headers.get('cache-control')];
    }),
  );
  expect(got).toEqual(rows(base));
  const address = `${host}${base}`;
  expect(await (await fetch(`${address}live/1001`)).text()).toContain('<p>room</p>');
  const script = await fetch(`${address}assets/main-abc.js`, { headers: { 'accept-encoding': 'gzip' } });
  expect([script.status, script.headers.get('content-encoding'), await script.text()]).toEqual([200, 'gzip', SCRIPT]);
  expect(script.headers.get('content-type')).toMatch(/javascript/);
  const plain = await fetch(`${address}assets/main-abc.js`, { headers: { 'accept-encoding': 'identity' } });
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, SCRIPT]);
  for (const { headers } of [script, plain]) expect(headers.get('vary')?.toLowerCase()).toBe('accept-encoding');
  expect((await fetch(`${address}assets/decoder-abc.wasm`)).headers.get('content-type')).toBe('application/wasm');
}

/** nginx and Caddy also compare a stored file. */
async function expectUnchanged(host: string, base: string): Promise<void> {
  const address = `${host}${base}assets/decoder-abc.wasm`;
  const first = await fetch(address);
  expect(first.headers.get('strict-transport-security')).toContain('max-age=');
  const again = await fetch(address, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  expect([again.status, again.headers.get('document-isolation-policy')]).toEqual([304, 'isolate-and-credentialless']);
}

const BASES = [
  ['at the root', '/', FILES],
  ['below a path', BASE, FILES_BELOW],
] as const;

test.skipIf(!hasNginx()).each(BASES)('nginx (skipped if not installed) with the file of a build %s', async (_where, base, files) => {
  const { folder, root } = site(base);
  const port = await freePort();
  const server = plainServer(files['nginx.conf']!, port)
    .replaceAll('127.0.0.1:8100', `127.0.0.1:${await services()}`)
    .replaceAll('/srv/footlight', root);
  const address = `http://127.0.0.1:${port}`;
  running.push(await startNginx(server, folder, join(root, base, 'deploy'), address));
  await expectSite(address, base);
  await expectUnchanged(address, base);
  await expectServices(address);
});

test('the origin server sends what the table says', async () => {
  const origin = value(await startOrigin({ port: 0, scenario: '', dist: site().root }));
  servers.push({ close: () => void origin.close(), closeAllConnections: () => undefined });
  await expectSite(origin.address, '/', pageHeaders({ html: HTML, isInsecure: true }));
});

test.skipIf(missingForMedia() !== null)('the example (skipped without its packages or ffmpeg) sends what the table says', async () => {
  const example = await startExample(site().root);
  servers.push({ close: () => void example.close(), closeAllConnections: () => undefined });
  await expectSite(example.address);
});

test.skipIf(!hasNginx() || !isInstalled('openssl', 'version'))(
  'nginx (skipped if it or openssl is not installed) with both servers of the file: HTTP/2 with the page’s headers, and a redirect from plain http',
  async () => {
    const { folder, root } = site();
    const [plain, secure] = [await freePort(), await freePort()];
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const selfSigned = `req -x509 -newkey rsa:2048 -nodes -keyout ${key} -out ${certificate} -subj /CN=room.example`;
    const made = spawnSync('openssl', selfSigned.split(' '));
    expect(made.status).toBe(0);
    const file = FILES['nginx.conf']!.replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${secure} ssl http2;`)
      .replace('/etc/ssl/room.example.pem', certificate)
      .replace('/etc/ssl/room.example.key', key)
      .replaceAll('/srv/footlight', root);
    running.push(await startNginx(file, folder, join(root, 'deploy'), `http://127.0.0.1:${plain}/`));
    const moved = await fetch(`http://127.0.0.1:${plain}/live/1001?a=1`, { redirect: 'manual', headers: { host: 'room.example' } });
    expect([moved.status, moved.headers.get('location')?.replace(/^https:\/\/[^/]*/, '')]).toEqual([301, '/live/1001?a=1']);
    const session = connectHttp2(`https://127.0.0.1:${secure}`, {
      ca: readFileSync(certificate),
      servername: 'room.example',
      checkServerIdentity: () => undefined,
    });
    const answer = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
      session.once('error', reject);
      session.request({ ':path': '/live/1001' }).once('response', resolve).resume().end();
    });
    expect([session.alpnProtocol, answer[':status']]).toEqual(['h2', 200]);
    for (const [name, value] of Object.entries(pageHeaders({ html: HTML }))) expect(answer[name.toLowerCase()], name).toBe(value);
    session.destroy();
  },
);

test.skipIf(!isInstalled(caddy, 'version')).each(BASES)(
  'Caddy (skipped if not installed) with the file of a build %s',
  async (_where, base, files) => {
    const { folder, root } = site(base);
    const port = await freePort();
    const config = files['Caddyfile']!.replace('room.example {', `http://127.0.0.1:${port} {`)
      .replaceAll('127.0.0.1:8100', `127.0.0.1:${await services()}`)
      .replaceAll('/srv/footlight', root);
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${config}`);
    const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    const address = `http://127.0.0.1:${port}`;
    running.push(await startServer(caddy, args, address, folder));
    await expectSite(address, base);
    await expectUnchanged(address, base);
    await expectServices(address);
  },
);

test('both files contain every header of the page, and the pair for Firefox as a comment', () => {
  for (const file of ['footlight-headers.conf', 'Caddyfile']) {
    for (const [name, value] of Object.entries(pageHeaders({ html: HTML }))) expect(FILES[file]).toContain(`${name} "${value}"`);
    expect(FILES[file]).toMatch(/# .*Cross-Origin-Opener-Policy "same-origin"/);
  }
});
