/** `npm run example`: installs missing packages, builds the room once, starts all processes and prints the addresses. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8200' },
    rtmp: { type: 'string', default: '1935' },
    media: { type: 'string', default: '8201' },
    folder: { type: 'string', default: join(HERE, '.data') },
    dist: { type: 'string', default: join(ROOT, 'dist') },
  },
});

function run(command, cwd) {
  if (spawnSync(command, { cwd, stdio: 'inherit', shell: true }).status !== 0) process.exit(1);
}

if (!existsSync(join(HERE, 'node_modules'))) run('npm ci --no-audit --no-fund', HERE);
if (!existsSync(join(values.dist, 'index.html'))) run('npm run build', ROOT);
mkdirSync(values.folder, { recursive: true });

const { startServer } = await import('./server.js');
const rtmp = `rtmp://127.0.0.1:${values.rtmp}/live`;
const server = await startServer({
  port: Number(values.port),
  rtmpPort: Number(values.rtmp),
  mediaPort: Number(values.media),
  dist: values.dist,
  folder: values.folder,
  onStream: ({ room, isLive, codec, width, height }) =>
    console.log(isLive ? `room ${room}: live, ${codec} ${width}x${height}` : `room ${room}: off the air`),
});
const room = `http://127.0.0.1:${server.port}/live/1001`;
console.log(`Room         ${room}
OBS          server ${rtmp}, stream key 1001
ffmpeg       ffmpeg -re -f lavfi -i testsrc2=s=1280x720:r=30 -f lavfi -i sine=frequency=440 -c:v libx264 -preset veryfast -tune zerolatency -pix_fmt yuv420p -g 60 -c:a aac -f flv ${rtmp}/1001
Check        npm run verify:backend -- http://127.0.0.1:${server.port}`);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    server.close();
    process.exit(0);
  });
