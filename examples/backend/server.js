/** One process for the page, the calls, the chat, and the streams of the media server. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { promises, readFileSync, statSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { unescape } from 'node:querystring';
import { fileURLToPath } from 'node:url';
import { createCalls, fieldsOf } from './calls.js';
import { createChat } from './chat.js';
import { openStore } from './store.js';

const MAX_BODY_BYTES = 65_536;
const MEDIA_RESTART_MS = 1_000;
const ROOMS = [
  { roomId: 1001, starId: 91_001, starName: '小喵Momo', liveName: 'OBS 直播间' },
  { roomId: 1002, starId: 91_002, starName: '夏沫', liveName: '第二直播间' },
];
const STREAM = { 'content-type': 'video/x-flv', 'cache-control': 'no-store', 'access-control-allow-origin': '*' };
const ANSWER = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** `dist`: the production build, `folder`: data of the database and the media server. */
// Long: the three kinds of requests share the store, the calls and the media server.
export async function startServer({ port, rtmpPort, mediaPort, dist, folder, onStream = () => undefined }) {
  const store = openStore(join(folder, 'room.sqlite'));
  const rooms = new Map(ROOMS.map((room) => [room.roomId, { ...room, live: null }]));
  const server = createServer((request, response) => {
    // Handles invalid requests: a bad address, a bad cookie, a viewer who disconnects. Also a build that is being replaced.
    handle(request, response).catch(() => (response.headersSent ? response.destroy() : response.writeHead(400).end()));
  });
  const chat = createChat({ server, store, rooms });
  const calls = createCalls({ store, rooms, chat });
  const headers = pageHeaders(dist);
  const onMedia = (message) => calls.onStream(message) && onStream(message);
  const program = [fileURLToPath(new URL('./media.js', import.meta.url)), [rtmpPort, mediaPort, join(folder, 'media')].map(String)];
  const startMedia = () => fork(...program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }).on('message', onMedia);
  let [media, restart] = [startMedia(), null];
  const hasFailed = once(media, 'exit').then(([code]) => {
    throw new Error(`the media server ended with ${code}: is port ${rtmpPort} or ${mediaPort} in use?`);
  });
  const isReady = Promise.race([once(media, 'message'), hasFailed]);

  /** The streams of a media server that has ended are over. OBS connects to the next one by itself. */
  function replaceMedia() {
    for (const { roomId, live } of rooms.values()) if (live !== null) onMedia({ room: roomId, isLive: false });
    restart = setTimeout(() => (media = startMedia().once('exit', replaceMedia)), MEDIA_RESTART_MS);
  }

  async function handle(request, response) {
    const url = new URL(request.url, `http://${request.headers.host ?? 'localhost'}`);
    if (url.pathname.startsWith('/svc/media/')) return passStream(response, url);
    const [, colour] = /^\/svc\/dots\/([0-9a-f]{6})\.svg$/.exec(url.pathname) ?? [];
    if (colour !== undefined) return response.writeHead(200, { 'content-type': TYPES['.svg'] }).end(dot(colour));
    return url.pathname.startsWith('/svc/') ? answerCall(request, response, url) : sendPage(response, url);
  }

  async function answerCall(request, response, url) {
    const open = {
      'access-control-allow-origin': request.headers.origin ?? '*',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type',
      vary: 'origin',
    };
    if (request.method === 'OPTIONS') return response.writeHead(204, open).end();
    const text = await readBody(request);
    if (text === null) return response.writeHead(413, open).end();
    const cookies = Object.fromEntries((request.headers.cookie ?? '').split(/;\s*/).map((pair) => pair.split(/=(.*)/)));
    const user = store.user(Number(cookies.fx_userid ?? 0), unescape(cookies.fx_token ?? ''));
    const isSecure = request.headers['x-forwarded-proto'] === 'https';
    const path = url.pathname.slice('/svc/'.length);
    const answer = calls.answer({ method: request.method, path, host: url.host, isSecure, user, body: fieldsOf(text) });
    if (answer === undefined || answer === null) return response.writeHead(404, open).end();
    return response.writeHead(200, { ...open, ...ANSWER }).end(JSON.stringify(answer));
  }

  /** Extension point for a larger site: viewers get the stream from a CDN, whose address is then in live info. */
  function passStream(response, { pathname }) {
    const upstream = get({ host: '127.0.0.1', port: mediaPort, path: pathname.slice('/svc/media'.length) }, (answer) => {
      answer.on('error', () => response.destroy()).pipe(response.writeHead(answer.statusCode, STREAM));
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
  }

  async function sendPage(response, { pathname }) {
    const file = pathname.startsWith('/deploy/') ? null : fileAt(dist, pathname);
    for (const [name, value] of headers) response.setHeader(name, value);
    if (file === null && pathname.startsWith('/assets/')) return response.writeHead(404).end();
    // Every other path is a room: the page reads it. Its services are at /svc, the default.
    const path = file ?? join(dist, 'index.html');
    response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
    response.setHeader('cache-control', pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    return response.end(await promises.readFile(path));
  }

  await Promise.all([once(server.listen(port), 'listening'), isReady]);
  media.once('exit', replaceMedia);
  return {
    port: server.address().port,
    close() {
      clearTimeout(restart);
      media.off('exit', replaceMedia).kill();
      chat.close();
      server.close().closeAllConnections();
      store.close();
    },
  };
}

/** Headers of the page as the build writes them for nginx: `add_header NAME "VALUE" always;` */
const pageHeaders = (dist) =>
  [...readFileSync(join(dist, 'deploy/footlight-headers.conf'), 'utf8').matchAll(/^add_header (\S+) "(.*)" always;$/gm)]
    .map(([, name, value]) => [name, value])
    .filter(([name]) => name !== 'Strict-Transport-Security');

function fileAt(root, path) {
  const file = normalize(join(root, decodeURIComponent(path)));
  return file.startsWith(root + sep) && statSync(file, { throwIfNoEntry: false })?.isFile() === true ? file : null;
}

async function readBody(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A dot in the named colour: the pictures of the gifts. */
const dot = (colour) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="24" fill="#${colour}"/></svg>`;
