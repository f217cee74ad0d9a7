/** nginx and other servers that a test starts with the files of the build, in a folder of the test. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const nginx = process.env['FOOTLIGHT_NGINX'] ?? 'nginx';
const START_LOOKS = 200;
const LOOK_MS = 50;
const END_MS = 300;

export const isInstalled = (command: string, argument: string): boolean => spawnSync(command, [argument]).status === 0;
export const hasNginx = (): boolean => isInstalled(nginx, '-v');

/** Resolves when the server answers at `address`. */
export async function startServer(command: string, args: readonly string[], address: string, folder: string): Promise<ChildProcess> {
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(command, args, { stdio: 'ignore', env });
  for (let look = 0; look < START_LOOKS; look++) {
    const answer = await fetch(address, { redirect: 'manual' }).catch(() => null);
    if (answer !== null) return child;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  child.kill('SIGKILL');
  throw new Error(`${command} did not start`);
}

export async function stopServer(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  // Caddy would wait seconds for open streams.
  const late = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await ended;
  clearTimeout(late);
}

/** The second server of the file, at a port of the test and without its certificate. */
export function plainServer(file: string, port: number): string {
  return `${file.slice(0, file.indexOf('server {'))}server {\n  ${file.slice(file.indexOf('listen 443'))}`
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_.*$/gm, '');
}

/** nginx with the servers of a configuration; `deploy` is the folder that contains the headers that they include. */
export function startNginx(servers: string, folder: string, deploy: string, address: string): Promise<ChildProcess> {
  cpSync(join(deploy, 'footlight-headers.conf'), join(folder, 'footlight-headers.conf'));
  const types = ['/etc/nginx/mime.types', '/opt/homebrew/etc/nginx/mime.types'].find(existsSync);
  if (types !== undefined) cpSync(types, join(folder, 'mime.types'));
  else writeFileSync(join(folder, 'mime.types'), 'types { text/html html; text/javascript js; text/css css; application/wasm wasm; }');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {} http { access_log off; ${paths}\n${servers}}`,
  );
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  const checked = spawnSync(nginx, ['-t', ...args], { encoding: 'utf8' });
  // From 1.25.1 on the shipped file has one known warning, which its own comment explains.
  const problems = checked.stderr.split('\n').filter((line) => /\[(?:warn|error|emerg)\]/.test(line) && !line.includes('listen ... http2'));
  if (checked.status !== 0 || problems.length > 0) throw new Error(problems.join('\n') || checked.stderr);
  return startServer(nginx, args, address, folder);
}
