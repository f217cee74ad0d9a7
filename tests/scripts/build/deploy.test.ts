import { spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { deployFiles } from '../../../scripts/build/deploy.ts';
import { freePort } from '../../../scripts/suite/free-port.ts';
import { pageHeaders } from '../../../scripts/build/headers.ts';
import { packageRoot, printLicenses, readPackage } from '../../../scripts/build/licenses-plugin.ts';
import { hasNginx, isInstalled, plainServer, startNginx, startServer, stopServer } from '../../nginx.ts';

const HTML = '<!doctype html><style>html{color:red}</style><p>room</p>';
const SCRIPT = `export const text = '${'a'.repeat(2_000)}';`;
const FILES = deployFiles({ html: HTML });
/** The same page below a path of a host that has others. */
const BASE = '/rooms/';
const FILES_BELOW = deployFiles({ html: HTML }, BASE);

const caddy = process.env['FOOTLIGHT_CADDY'] ?? 'caddy';

const folders: string[] = [];
const running: ChildProcess[] = [];
const servers: Server[] = [];
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
  writeFileSync(join(root, 'assets/main-abc.js'), SCRIPT);
  writeFileSync(join(root, 'assets/main-abc.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(root, 'assets/main-abc.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(root, 'assets/decoder-abc.wasm'), new Uint8Array([0, 97, 115, 109]));
  for (const [name, text] of Object.entries(base === '/' ? FILES : FILES_BELOW)) writeFileSync(join(root, 'deploy', name), text);
  return { folder, root: served };
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

/** Requirements for both servers. */
async function expectSite(host: string, base = '/'): Promise<void> {
  const address = `${host}${base.slice(0, -1)}`;
  const headers = pageHeaders({ html: HTML });
  for (const path of ['/', '/live/1001', '/room/star/1001', '/index.html']) {
    const answer = await fetch(`${address}${path}`);
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, HTML]);
    for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name), `${name} of ${path}`).toBe(value);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=');
  }
  const script = await fetch(`${address}/assets/main-abc.js`, { headers: { 'accept-encoding': 'gzip' } });
  expect([script.status, script.headers.get('content-encoding'), await script.text()]).toEqual([200, 'gzip', SCRIPT]);
  expect(script.headers.get('cache-control')).toContain('immutable');
  expect(script.headers.get('content-type')).toMatch(/javascript/);
  for (const [name, value] of Object.entries(headers)) expect(script.headers.get(name), name).toBe(value);
  const again = await fetch(`${address}/assets/decoder-abc.wasm`);
  expect(again.headers.get('content-type')).toBe('application/wasm');
  const unchanged = await fetch(`${address}/assets/decoder-abc.wasm`, { headers: { 'if-none-match': again.headers.get('etag') ?? '' } });
  expect([unchanged.status, unchanged.headers.get('document-isolation-policy')]).toEqual([304, headers['Document-Isolation-Policy']]);
  for (const path of ['/assets/gone.js', '/deploy/nginx.conf']) expect((await fetch(`${address}${path}`)).status, path).toBe(404);
}

const BASES = [
  ['at the root', '/', FILES],
  ['below a path', BASE, FILES_BELOW],
] as const;

test.skipIf(!hasNginx()).each(BASES)(
  'nginx with the file of a build %s: headers, caching, compressed files, room page for every other path, services and chat',
  async (_where, base, files) => {
    const { folder, root } = site(base);
    const port = await freePort();
    const server = plainServer(files['nginx.conf']!, port)
      .replaceAll('127.0.0.1:8100', `127.0.0.1:${await services()}`)
      .replaceAll('/srv/footlight', root);
    running.push(await startNginx(server, folder, join(root, base, 'deploy'), `http://127.0.0.1:${port}/`));
    await expectSite(`http://127.0.0.1:${port}`, base);
    await expectServices(`http://127.0.0.1:${port}`);
  },
);

test.skipIf(!hasNginx() || !isInstalled('openssl', 'version'))(
  'nginx with both servers of the file: HTTP/2 with the page’s headers, and a redirect from plain http',
  async () => {
    const { folder, root } = site();
    const [plain, secure] = [await freePort(), await freePort()];
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const made = spawnSync('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
      '-subj',
      '/CN=room.example',
    ]);
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
  'Caddy with the file of a build %s: headers, caching, compressed files, room page for every other path, services and chat',
  async (_where, base, files) => {
    const { folder, root } = site(base);
    const port = await freePort();
    const config = files['Caddyfile']!.replace('room.example {', `{\n\tadmin off\n}\nhttp://127.0.0.1:${port} {`)
      .replaceAll('127.0.0.1:8100', `127.0.0.1:${await services()}`)
      .replaceAll('/srv/footlight', root);
    writeFileSync(join(folder, 'Caddyfile'), config);
    const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    running.push(await startServer(caddy, args, `http://127.0.0.1:${port}/`, folder));
    await expectSite(`http://127.0.0.1:${port}`, base);
    await expectServices(`http://127.0.0.1:${port}`);
  },
);

test('both files contain every header of the page, and the pair for Firefox as a comment', () => {
  for (const file of ['footlight-headers.conf', 'Caddyfile']) {
    for (const [name, value] of Object.entries(pageHeaders({ html: HTML }))) expect(FILES[file]).toContain(`${name} "${value}"`);
    expect(FILES[file]).toMatch(/# .*Cross-Origin-Opener-Policy "same-origin"/);
  }
});

test('licences: package of a module, its texts, and the project’s own first', () => {
  expect(packageRoot('/x/node_modules/react-dom/cjs/a.js')).toBe('/x/node_modules/react-dom');
  expect(packageRoot('\0/x/node_modules/@a/b/c.js?commonjs-proxy')).toBe('/x/node_modules/@a/b');
  expect(packageRoot('/x/node_modules/a/node_modules/b/i.js')).toBe('/x/node_modules/a/node_modules/b');
  expect(packageRoot('/x/src/ui/main.tsx')).toBeNull();
  const react = readPackage('node_modules/react');
  expect(react).toMatchObject({ name: 'react', license: 'MIT' });
  const text = printLicenses('MIT License', [react]);
  expect(text.startsWith('Footlight\n\nMIT License')).toBe(true);
  expect(text).toContain(`react ${react.version} (MIT)\n\nMIT License`);
});
