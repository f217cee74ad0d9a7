/** Serves the offline room's production build for the end-to-end tests; builds first unless `npm test` has just done it. */
import { spawn, spawnSync } from 'node:child_process';

const vite = (...args: string[]): [string, string[]] => ['npx', ['--no-install', 'vite', ...args]];

if (process.env['FOOTLIGHT_PREBUILT'] !== '1') {
  for (const [command, args] of [vite('build'), vite('build', '--mode', 'offline')]) {
    const { status } = spawnSync(command, args, { stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
}
const [command, args] = vite('preview', '--mode', 'offline', '--port', '4173', '--strictPort');
const server = spawn(command, args, { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 0));
