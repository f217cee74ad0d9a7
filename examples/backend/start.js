/** `npm run example`: installs missing packages, builds the room once, starts all processes and prints the addresses. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const DEFAULTS = {
  port: '8200',
  rtmp: '1935',
  media: '8201',
  folder: join(HERE, '.data'),
  dist: join(ROOT, 'dist'),
  processes: '2',
  'media-servers': '2',
};
const FLAGS = {
  cluster: 'nats-server, several chat processes and media servers, nginx in front',
  direct: 'with --cluster: viewers connect to the chat processes, not through nginx',
};
const OPTIONS = {
  ...Object.fromEntries(Object.entries(DEFAULTS).map(([name, value]) => [name, { type: 'string', default: value }])),
  ...Object.fromEntries(Object.keys(FLAGS).map((name) => [name, { type: 'boolean', default: false }])),
  // One chat process of a cluster, also on another machine: the address of NATS, and the address that viewers get.
  join: { type: 'string' },
  address: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
};

/** Time between two looks whether npm has ended, in ms. */
const PARENT_LOOK_MS = 500;

const run = (command, cwd) => spawnSync(command, { cwd, stdio: 'inherit', shell: true }).status === 0 || process.exit(1);

async function start() {
  const { values } = parseArgs({ options: OPTIONS });
  const defaults = Object.entries({ ...DEFAULTS, ...FLAGS }).map(([name, value]) => `  --${name} ${value}`);
  const joined = '  --join nats://HOST:PORT --address HOST/chat  one more chat process of a cluster';
  if (values.help) return ['npm run example -- [options], with their defaults:', ...defaults, joined].join('\n');
  for (const name of ['port', 'rtmp', 'media']) if (!(values[name] < 65_536)) throw new Error(`--${name} ${values[name]} is not a port`);
  if (!existsSync(join(HERE, 'node_modules'))) run('npm ci --no-audit --no-fund', HERE);
  if (values.dist === DEFAULTS.dist && !existsSync(join(ROOT, 'dist/index.html'))) run('npm run build', ROOT);
  mkdirSync(values.folder, { recursive: true });
  const [port, rtmpPort, mediaPort, processes, mediaServers] = ['port', 'rtmp', 'media', 'processes', 'media-servers'].map((name) =>
    Number(values[name]),
  );
  const { startCluster, startNode, startSingle } = await import('./processes.js');
  const options = { port, rtmpPort, mediaPort, processes, mediaServers, folder: values.folder, dist: resolve(values.dist) };
  const begin = values.join === undefined ? (values.cluster ? startCluster : startSingle) : startNode;
  const onStream = (room, live) =>
    console.log(live === null ? `room ${room}: off the air` : `room ${room}: live, ${live.codec} ${live.width}x${live.height}`);
  const running = await begin({ ...options, isDirect: values.direct, url: values.join, address: values.address, onStream });
  const stop = () => void running.close().finally(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  // npm sends SIGTERM only to its shell, which ends without its child.
  const { ppid } = process;
  const look = setInterval(() => {
    if (process.ppid === ppid || process.env.npm_lifecycle_event === undefined) return;
    clearInterval(look);
    stop();
  }, PARENT_LOOK_MS).unref();
  if (values.join !== undefined) return `chat process at port ${running.port}`;
  const rtmp = `rtmp://127.0.0.1:${values.rtmp}/live`;
  return `Room         http://127.0.0.1:${running.port}/live/1001
OBS          server ${rtmp}, stream key 1001
ffmpeg       ffmpeg -re -f lavfi -i testsrc2=s=1280x720:r=30 -f lavfi -i sine=frequency=440 -c:v libx264 -preset veryfast -tune zerolatency -pix_fmt yuv420p -g 60 -c:a aac -f flv ${rtmp}/1001
Check        npm run verify:backend -- http://127.0.0.1:${running.port}`;
}

start().then(console.log, (error) => {
  console.error(error.message);
  process.exit(1);
});
