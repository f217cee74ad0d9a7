/** `npm run example`: installs missing packages, builds the room once, starts all processes and prints the addresses. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const DEFAULTS = { port: '8200', rtmp: '1935', media: '8201', folder: join(HERE, '.data'), dist: join(ROOT, 'dist') };
const OPTIONS = Object.fromEntries(Object.entries(DEFAULTS).map(([name, value]) => [name, { type: 'string', default: value }]));

const run = (command, cwd) => spawnSync(command, { cwd, stdio: 'inherit', shell: true }).status === 0 || process.exit(1);

async function start() {
  const { values } = parseArgs({ options: { ...OPTIONS, help: { type: 'boolean', short: 'h' } } });
  const defaults = Object.entries(DEFAULTS).map(([name, value]) => `  --${name} ${value}`);
  if (values.help) return ['npm run example -- [options], with their defaults:', ...defaults].join('\n');
  for (const name of ['port', 'rtmp', 'media']) if (!(values[name] < 65_536)) throw new Error(`--${name} ${values[name]} is not a port`);
  if (!existsSync(join(HERE, 'node_modules'))) run('npm ci --no-audit --no-fund', HERE);
  if (values.dist === DEFAULTS.dist && !existsSync(join(ROOT, 'dist/index.html'))) run('npm run build', ROOT);
  mkdirSync(values.folder, { recursive: true });
  const { startServer } = await import('./server.js');
  const rtmp = `rtmp://127.0.0.1:${values.rtmp}/live`;
  const server = await startServer({
    port: Number(values.port),
    rtmpPort: Number(values.rtmp),
    mediaPort: Number(values.media),
    dist: resolve(values.dist),
    folder: values.folder,
    onStream: ({ room, isLive, codec, width, height }) =>
      console.log(isLive ? `room ${room}: live, ${codec} ${width}x${height}` : `room ${room}: off the air`),
  });
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      server.close();
      process.exit(0);
    });
  return `Room         http://127.0.0.1:${server.port}/live/1001
OBS          server ${rtmp}, stream key 1001
ffmpeg       ffmpeg -re -f lavfi -i testsrc2=s=1280x720:r=30 -f lavfi -i sine=frequency=440 -c:v libx264 -preset veryfast -tune zerolatency -pix_fmt yuv420p -g 60 -c:a aac -f flv ${rtmp}/1001
Check        npm run verify:backend -- http://127.0.0.1:${server.port}`;
}

start().then(console.log, (error) => {
  console.error(error.message);
  process.exit(1);
});
