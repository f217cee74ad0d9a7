/** A project that installs a tarball as its consumers do: files, types, and a server for its pages. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ROOT, runNpm } from '../suite/tool.ts';

/** The page and its workers have shared memory. */
export const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

const MIME_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
  '.mp4': 'video/mp4',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
};

/** An empty project with the package in its node_modules; nothing is downloaded. */
export function installTarball(project: string, tarball: string): void {
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  writeFileSync(path.join(project, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
  const args = ['install', tarball, '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--silent'];
  if (runNpm(args, { cwd: project }).status !== 0) throw new Error('npm install failed');
}

export interface Page {
  readonly script: string;
  /** Name of a module -> its address, where no bundler resolves it. */
  readonly imports?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Writes `index.html` of the folder. */
export function writePage(folder: string, { script, imports, body = '' }: Page): void {
  mkdirSync(folder, { recursive: true });
  const map = imports === undefined ? '' : `<script type="importmap">${JSON.stringify({ imports })}</script>`;
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><link rel="icon" href="data:,">${map}${body}<script type="module" src="${script}"></script>\n`,
  );
}

/** Returns true if it has sent the response. */
export type Answer = (pathname: string, request: IncomingMessage, response: ServerResponse) => boolean;

/** Serves the files of a folder for requests that `answer` has not answered. */
export function serveFolder(folder: string, headers: Readonly<Record<string, string>>, answer: Answer = () => false): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (answer(pathname, request, response)) return;
    const file = path.join(folder, pathname.endsWith('/') ? `${pathname}index.html` : path.normalize(pathname));
    try {
      const bytes = readFileSync(file);
      response.writeHead(200, { 'Content-Type': MIME_TYPES[path.extname(file)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

export const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

export function closeServer(server: Server): void {
  server.close();
  server.closeAllConnections();
}

/** Checks `types.ts` of the project with each set of compiler options, without skipLibCheck, so that the declarations are checked too. */
export function checkConsumerTypes(project: string, projects: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return projects.flatMap((options, i) => {
    const config = path.join(project, `tsconfig-${i}.json`);
    const compilerOptions = { ...options, target: 'ES2022', strict: true, noEmit: true, exactOptionalPropertyTypes: true };
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ['types.ts'] }));
    const tsc = [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config, '--pretty', 'false'];
    const { status, stdout } = spawnSync('node', tsc, { encoding: 'utf8' });
    return status === 0 ? [] : [stdout];
  });
}
