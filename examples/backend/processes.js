/** The processes of the example: one with a media server, or a cluster. Each child that ends is started again. */
import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { localBus, natsBus, ownStore } from './bus.js';
import { nextLive } from './calls.js';
import { ROOMS, startServer } from './server.js';
import { openStore } from './store.js';

const RESTART_MS = 1_000;
const START_MS = 30_000;
const RTMP_MODULE = '/usr/lib/nginx/modules/ngx_rtmp_module.so';
const MIME_TYPES = '/etc/nginx/mime.types';
/** Above the port of the page: chat processes, then NATS. */
const [CHAT_PORTS, NATS_PORT] = [10, 50];
const program = (file) => fileURLToPath(new URL(file, import.meta.url));

/** Starts a child, waits until `isReady(child)` resolves, and starts it again when it ends. */
async function keep(name, begin, isReady, onEnd = () => undefined) {
  let [child, timer] = [begin(), null];
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with ${code}: is its port in use?`);
  });
  await Promise.race([isReady(child), failed]);
  failed.catch(() => undefined);
  const again = () => {
    onEnd();
    timer = setTimeout(() => (child = begin().once('exit', again)), RESTART_MS);
  };
  child.once('exit', again);
  return () => {
    clearTimeout(timer);
    child.off('exit', again).kill();
    return child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  };
}

/** The media servers; `onLive(room, live)` after each start and end of a stream. The streams of one that has ended are over. */
async function keepMedia({ ports, folder, onStream, onLive }) {
  const lives = new Map(ROOMS.map(({ roomId }) => [roomId, null]));
  const change = (message) => {
    if (!lives.has(message.room)) return;
    const [before, live] = [lives.get(message.room), nextLive(lives.get(message.room), message)];
    lives.set(message.room, live);
    if ((before === null) !== (live === null)) onStream(message.room, live);
    onLive(message.room, live);
  };
  const starts = ports.map(({ rtmp, http }, server) => {
    const args = [rtmp, http, join(folder, `media-${server}`)].map(String);
    const begin = () =>
      fork(program('media.js'), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }).on('message', (message) =>
        change({ ...message, server }),
      );
    const end = () => {
      for (const room of lives.keys()) if (lives.get(room)?.servers.includes(server)) change({ room, isLive: false, server });
    };
    return keep(`the media server at the ports ${rtmp} and ${http}`, begin, (child) => once(child, 'message'), end);
  });
  const stops = await Promise.all(starts);
  return { lives, close: () => Promise.all(stops.map((stop) => stop())) };
}

export async function startSingle({ port, rtmpPort, mediaPort, dist, folder, onStream }) {
  const store = openStore(join(folder, 'room.sqlite'));
  const server = await startServer({ port, dist, bus: localBus(store), mediaPorts: [mediaPort] });
  const media = await keepMedia({ ports: [{ rtmp: rtmpPort, http: mediaPort }], folder, onStream, onLive: server.setLive });
  return {
    port: server.port,
    async close() {
      server.close();
      await media.close();
      store.close();
    },
  };
}

/** One chat process of a cluster. */
export async function startNode({ url, port, dist, address = `127.0.0.1:${port}/chat` }) {
  // The cluster's first process has ended.
  process.on('disconnect', () => process.exit(0));
  let server = null;
  const onLive = (lives) => {
    for (const [room, live] of lives) server?.setLive(room, live);
  };
  const bus = await natsBus({ url, id: address, address, roomIds: ROOMS.map(({ roomId }) => roomId), onLive });
  server = await startServer({ port, dist, bus, mediaPorts: [] });
  return {
    port: server.port,
    async close() {
      server.close();
      await bus.close();
    },
  };
}

export async function startCluster(options) {
  const { port, rtmpPort, mediaPort, processes, mediaServers, dist, folder, isDirect, onStream } = options;
  for (const name of ['nats-server', 'nginx'])
    if (spawnSync(name, ['-v']).error !== undefined)
      throw new Error(`${name} is not installed: apt-get install nats-server nginx libnginx-mod-rtmp`);
  const hasIngest = existsSync(RTMP_MODULE);
  const chats = Array.from({ length: processes }, (_, index) => port + CHAT_PORTS + index);
  // Without the RTMP module of nginx the publisher sends to the only media server.
  const media = Array.from({ length: hasIngest ? mediaServers : 1 }, (_, index) => ({
    rtmp: rtmpPort + (hasIngest ? 1 + index : 0),
    http: mediaPort + index,
  }));
  const url = `nats://127.0.0.1:${port + NATS_PORT}`;
  const stops = [];
  const close = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  };
  try {
    const nats = ['-a', '127.0.0.1', '-p', String(port + NATS_PORT), '-js', '-sd', join(folder, 'nats')];
    const answers = (where) => () => untilAnswer(where);
    stops.push(await keep('nats-server', () => spawn('nats-server', nats, { stdio: 'ignore' }), answers(port + NATS_PORT)));
    const store = openStore(join(folder, 'room.sqlite'));
    stops.push(() => store.close());
    let lives = new Map();
    const owner = await ownStore({ url, store, live: () => [...lives] });
    stops.push(() => owner.close());
    const servers = await keepMedia({ ports: media, folder, onStream, onLive: () => owner.sendLive() });
    stops.push(() => servers.close());
    ({ lives } = servers);
    for (const chat of chats) {
      const address = isDirect ? `127.0.0.1:${chat}/chat` : `/chat/${chat}`;
      const args = ['--join', url, '--port', String(chat), '--dist', dist, '--folder', folder, '--address', address];
      const begin = () => {
        const child = fork(program('start.js'), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
        console.log(`chat process at port ${chat}: pid ${child.pid}`);
        return child;
      };
      stops.push(await keep(`the chat process at port ${chat}`, begin, answers(chat)));
    }
    const config = writeNginx({ port, rtmpPort, chats, media, hasIngest, dist, folder });
    const args = ['-p', folder, '-c', config, '-e', join(folder, 'nginx-error.log')];
    stops.push(await keep('nginx', () => spawn('nginx', args, { stdio: ['ignore', 'ignore', 'inherit'] }), answers(port)));
  } catch (error) {
    await close();
    throw error;
  }
  return { port, close };
}

/** Resolves when something accepts connections at the port. */
async function untilAnswer(port) {
  const { connect } = await import('node:net');
  for (const endMs = Date.now() + START_MS; Date.now() < endMs; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) => socket.once('connect', () => resolve(true)).once('error', () => resolve(false)));
    socket.destroy();
    if (isOpen) return;
  }
  throw new Error(`nothing answers at port ${port}`);
}

/** The file of the build for nginx without its certificate, with the processes of this cluster behind it. */
function writeNginx({ port, rtmpPort, chats, media, hasIngest, dist, folder }) {
  const file = readFileSync(join(dist, 'deploy/nginx.conf'), 'utf8');
  const proxy = (path, to, more = '') => `location ${path} { proxy_pass http://127.0.0.1:${to}; proxy_buffering off; ${more} }\n`;
  const socket =
    'proxy_http_version 1.1; proxy_set_header Host $http_host; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade; proxy_read_timeout 60s;';
  const open =
    'proxy_hide_header Access-Control-Allow-Origin; proxy_hide_header Content-Type; add_header Access-Control-Allow-Origin *; add_header Content-Type video/x-flv; add_header Cache-Control no-store always;';
  const own = [
    ...chats.map((chat) => proxy(`= /chat/${chat}`, `${chat}/chat`, socket)),
    ...media.map(({ http }, index) => proxy(`/svc/media/${index}/`, `${http}/`, open)),
  ].join('');
  const server = `server {\n  ${file.slice(file.indexOf('listen 443'))}`
    .replace(/listen 443.*;/, `listen ${port};\n${own}`)
    .replace(/^ *(?:ssl_|server_name).*$/gm, '')
    // An order or a report that a process did not answer is sent to the next one: it has its own id.
    .replaceAll('http://127.0.0.1:8100;', 'http://footlight; proxy_next_upstream error timeout non_idempotent;')
    .replaceAll('/srv/footlight', dist);
  const pushes = media.map(({ rtmp }) => `push rtmp://127.0.0.1:${rtmp}/live;`).join(' ');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/nginx-${name};`)
    .join(' ');
  mkdirSync(join(folder, 'nginx'), { recursive: true });
  cpSync(join(dist, 'deploy/footlight-headers.conf'), join(folder, 'nginx/footlight-headers.conf'));
  if (existsSync(MIME_TYPES)) cpSync(MIME_TYPES, join(folder, 'nginx/mime.types'));
  const config = join(folder, 'nginx/nginx.conf');
  const lines = [
    'daemon off; worker_processes auto; worker_rlimit_nofile 65536;',
    `pid ${folder}/nginx.pid; error_log ${folder}/nginx-error.log;`,
    process.getuid?.() === 0 ? `user ${userInfo().username};` : '',
    hasIngest ? `load_module ${RTMP_MODULE};` : '',
    'events { worker_connections 30000; }',
    // Every media server gets the stream of each publisher.
    hasIngest ? `rtmp { server { listen ${rtmpPort}; application live { live on; ${pushes} } } }` : '',
    `http { access_log off; ${temporary}`,
    `upstream footlight { ${chats.map((chat) => `server 127.0.0.1:${chat} max_fails=1 fail_timeout=1s;`).join(' ')} }`,
    `${file.slice(0, file.indexOf('server {'))}${server}}`,
  ];
  writeFileSync(config, lines.join('\n'));
  return config;
}
