/** Builds the page of a consumer's project with each bundler, with the settings that the package documents. */
import { cpSync } from 'node:fs';
import path from 'node:path';
import { build as buildByEsbuild } from 'esbuild';
import { build as buildByVite, createServer, type Plugin, type ViteDevServer } from 'vite';
import webpack from 'webpack';
import { writePage } from './project.ts';

export interface Bundled {
  readonly project: string;
  /** The module that `index.html` of the project loads. */
  readonly entry: string;
  readonly body?: string;
}

/** Like the other bundle functions, returns the folder to be served. */
export async function bundleByVite({ project }: Bundled): Promise<string> {
  const outDir = path.join(project, 'out-vite');
  await buildByVite({ root: project, configFile: false, logLevel: 'error', build: { outDir }, worker: { format: 'es' } });
  return outDir;
}

export async function bundleByWebpack({ project, entry, body = '' }: Bundled): Promise<string> {
  const outDir = path.join(project, 'out-webpack');
  await new Promise<void>((resolve, reject) => {
    webpack(
      {
        context: project,
        mode: 'production',
        entry: `./${entry}`,
        output: { path: outDir, publicPath: '/' },
        optimization: { minimize: false },
      },
      (error, stats) => {
        if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')));
        else resolve();
      },
    );
  });
  writePage(outDir, { script: './main.js', body });
  return outDir;
}

/** esbuild does not process `new URL(…, import.meta.url)`: with `lib`, the package's files are copied beside the bundle. */
export async function bundleByEsbuild({ project, entry, body = '' }: Bundled, folder: string, lib?: string): Promise<string> {
  const outDir = path.join(project, folder);
  await buildByEsbuild({ entryPoints: [path.join(project, entry)], outfile: path.join(outDir, 'page.js'), bundle: true, format: 'esm' });
  if (lib !== undefined) cpSync(lib, outDir, { recursive: true });
  writePage(outDir, { script: './page.js', body });
  return outDir;
}

/** `excluded` is not pre-bundled by the development server, because a pre-bundle lacks the workers and wasm files of the package. */
export async function serveByVite(
  { project }: Bundled,
  excluded: string,
  headers: Readonly<Record<string, string>>,
  plugins: readonly Plugin[] = [],
): Promise<ViteDevServer> {
  const server = await createServer({
    root: project,
    configFile: false,
    logLevel: 'error',
    cacheDir: path.join(project, '.vite'),
    optimizeDeps: { exclude: [excluded] },
    server: { host: '127.0.0.1', port: 0, headers, fs: { strict: false } },
    plugins: [...plugins],
  });
  await server.listen();
  return server;
}
