/** One process for the page, the calls and the chat; it forwards the streams of the media servers. */
import { once } from 'node:events';
import { existsSync, promises, readFileSync, statSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { unescape } from 'node:querystring';
import { createCalls, fieldsOf } from './calls.js';
import { createChat } from './chat.js';

const MAX_BODY_BYTES = 65_536;
export const ROOMS = [
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

/** `dist`: the production build. `mediaPorts`: of the media servers on this machine, in order. */
// Long: the three kinds of requests share the calls and the bus.
export async function startServer({ port, dist, bus, mediaPorts }) {
  const rooms = new Map(ROOMS.map((room) => [room.roomId, { ...room, live: null }]));
  const server = createServer((request, response) => {
    // 400: a bad address or cookie. 503: a build that is being replaced, a database that does not answer.
    const statusOf = (error) => (error instanceof URIError || error instanceof TypeError ? 400 : 503);
    handle(request, response).catch((error) => (response.headersSent ? response.destroy() : response.writeHead(statusOf(error)).end()));
  });
  const table = readTable(dist);
  const chat = await createChat({ server, bus, rooms });
  const calls = createCalls({ bus, rooms, chat });

  async function handle(request, response) {
    const url = new URL(request.url, `http://${request.headers.host ?? 'localhost'}`);
    if (url.pathname.startsWith('/svc/media/')) return passStream(response, url);
    const [, colour] = /^\/svc\/dots\/([0-9a-f]{6})\.svg$/.exec(url.pathname) ?? [];
    if (colour !== undefined) return response.writeHead(200, { 'content-type': TYPES['.svg'] }).end(dot(colour));
    return url.pathname.startsWith('/svc/') ? answerCall(request, response, url) : sendPage(request, response, url);
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
    const user = await bus.store.user(Number(cookies.fx_userid ?? 0), unescape(cookies.fx_token ?? ''));
    const isSecure = request.headers['x-forwarded-proto'] === 'https';
    const path = url.pathname.slice('/svc/'.length);
    const given = { host: url.host, isSecure, user, body: fieldsOf(text), query: url.searchParams };
    const answer = await calls.answer({ method: request.method, path, ...given });
    if (answer === undefined || answer === null) return response.writeHead(404, open).end();
    return response.writeHead(200, { ...open, ...ANSWER }).end(JSON.stringify(answer));
  }

  /** Extension point for a larger site: viewers get the stream from a CDN, whose address is then in live info. */
  function passStream(response, { pathname }) {
    const [, index, path] = /^\/svc\/media\/(\d+)(\/.*)$/.exec(pathname) ?? [];
    if (mediaPorts[index] === undefined) return response.writeHead(404).end();
    const upstream = get({ host: '127.0.0.1', port: mediaPorts[index], path }, (answer) => {
      answer.on('error', () => response.destroy()).pipe(response.writeHead(answer.statusCode, STREAM));
    });
    upstream.on('error', () => response.destroy());
    return response.on('close', () => upstream.destroy());
  }

  /** By the table that the build writes for all servers (dist/deploy/headers.json). */
  async function sendPage(request, response, { pathname }) {
    const { serves, cache, headers } = table.rules.find(({ paths }) => paths.some((one) => isBelow(pathname, `/${one}`)));
    for (const [name, value] of Object.entries({ ...table.headers, ...headers })) response.setHeader(name, value);
    const file = serves === 'nothing' ? null : fileAt(dist, pathname);
    if (file === null && serves !== 'room') return response.writeHead(404, { 'cache-control': table.errorCache }).end();
    // Every other path is a room: the page reads it. Its services are at /svc, the default.
    const path = file ?? join(dist, 'index.html');
    const zipped = existsSync(`${path}.gz`) && `${path}.gz`;
    const isZipped = zipped && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    const encoding = { ...(zipped && { vary: 'accept-encoding' }), ...(isZipped && { 'content-encoding': 'gzip' }) };
    const body = await promises.readFile(isZipped ? zipped : path);
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    return response.writeHead(200, { 'content-type': type, 'cache-control': cache, ...encoding }).end(body);
  }

  await once(server.listen(port), 'listening');
  return {
    port: server.address().port,
    setLive: (room, live) => calls.setLive(room, live),
    close() {
      chat.close();
      server.close().closeAllConnections();
    },
  };
}

/** Plain http: a proxy in front of it sends Strict-Transport-Security. */
function readTable(dist) {
  const table = JSON.parse(readFileSync(join(dist, 'deploy/headers.json'), 'utf8'));
  delete table.headers['Strict-Transport-Security'];
  return table;
}

const isBelow = (path, rule) => (rule.endsWith('/') ? path.startsWith(rule) : path === rule);

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
