import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inlineScriptHashes, inlineStyleHashes } from '../../scripts/build/headers.ts';

/** Runs after `vite build` and `vite build --mode offline` (npm test does both). */
const filesOf = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Strings that only the mock backend contains; a test on the offline build proves that they can be found. */
const MARKS = ['mockServiceWorker', 'mock-sw', 'chat-flood'];

const textOf = (root: string): string =>
  filesOf(root)
    .filter((file) => /\.(js|html|css|json)$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

test('a production build contains no mock code and no recording', () => {
  expect(existsSync('dist/index.html'), 'run npm run build first').toBe(true);
  const text = textOf('dist');
  expect(MARKS.filter((mark) => text.includes(mark))).toEqual([]);
  expect(filesOf('dist').filter((file) => /\.(flv|bin|mp4)$|mock/i.test(file))).toEqual([]);
});

test('the offline build contains the marks of mock code that the production build must not contain', () => {
  const text = textOf('dist-offline');
  for (const mark of MARKS) expect(text, mark).toContain(mark);
});

const FIRST_SCRIPT = /<script data-files='([^']+)'>([^]+?)<\/script>/;

test('the first script is after its setting and before the main script, imports nothing, and is absent in the offline room', () => {
  const html = readFileSync('dist/index.html', 'utf8');
  const [whole, files = '', text = ''] = FIRST_SCRIPT.exec(html)!;
  const places = ['id="services"', whole, '<script type="module"'].map((part) => html.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(text).toContain('/info');
  expect(text).not.toMatch(/\bimport\b/);
  const named = [...files.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(4);
  for (const file of named) expect(existsSync(join('dist', file)), file).toBe(true);
  // The mock backend has to exist before the first call.
  expect(readFileSync('dist-offline/index.html', 'utf8')).not.toMatch(FIRST_SCRIPT);
});

/** A class name of mpegts.js. */
const ENGINE = 'FLVDemuxer';

/** A script with its static imports. */
function withImports(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file)) return found;
  const text = readFileSync(join('dist/assets', file), 'utf8');
  found.set(file, text);
  for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) withImports(imported, found);
  return found;
}

test('mpegts.js is one chunk of its own: neither the first load nor a worker contains it', () => {
  const html = readFileSync('dist/index.html', 'utf8');
  const run = [/<script type="module"[^>]* src="\/assets\/([^"]+)"/, /data-late="preload"[^>]* href="\/assets\/([^"]+\.js)"/];
  for (const script of run) {
    const first = [...withImports(script.exec(html)![1]!).values()].join('');
    expect(first.length).toBeGreaterThan(1_000);
    expect(first).not.toContain(ENGINE);
  }
  const scripts = readdirSync('dist/assets').filter((name) => name.endsWith('.js'));
  expect(scripts.filter((name) => name.startsWith('worker-')).length).toBeGreaterThanOrEqual(3);
  const engines = scripts.filter((name) => readFileSync(join('dist/assets', name), 'utf8').includes(ENGINE));
  expect(engines).toEqual([expect.stringMatching(/^engine-/)]);
});

/**
 * What a first visit fetches before its first picture: the page with its first script, the start, the player. A first visit to an isolated
 * page requests mpegts.js before the live info names H265.
 */
const UNTIL_PICTURE: Readonly<Record<string, readonly string[]>> = {
  H264: ['engine'],
  H265: ['engine', 'h265', 'worker-stream', 'worker-decode', 'worker-render', 'hevc-simd-mt'],
};
/** H264 needs 120 kB. The readers that mend unusual streams are 17 kB of H265's, once in a worker and once before mpegts.js. */
const MAX_BYTES_UNTIL_PICTURE = 250_000;

test('the code before the first picture is below 270 kB after gzip', () => {
  const files = readdirSync('dist/assets').filter((name) => /\.(?:js|wasm)$/.test(name));
  const html = readFileSync('dist/index.html');
  const [, start = ''] = /<script type="module"[^>]* src="\/assets\/([^"]+)"/.exec(html.toString('utf8'))!;
  for (const [kind, names] of Object.entries(UNTIL_PICTURE)) {
    const found = new Map<string, string>();
    withImports(start, found);
    for (const name of names)
      withImports(
        files.find((file) => file.startsWith(`${name}-`))!,
        found,
      );
    const sizes = [html, ...[...found.keys()].map((file) => readFileSync(join('dist/assets', file)))].map(
      (bytes) => gzipSync(bytes).length,
    );
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes, kind).toBeGreaterThan(50_000);
    expect(bytes, kind).toBeLessThan(MAX_BYTES_UNTIL_PICTURE);
  }
});

test('the licences of everything in the bundles, workers included, are beside them', () => {
  const text = readFileSync('dist/licenses.txt', 'utf8');
  for (const name of ['react-dom', 'comlink', 'mpegts.js', 'valibot', 'snappyjs', 'idb', '@trystero-p2p/core'])
    expect(text, name).toMatch(new RegExp(`^${name} \\d`, 'm'));
  expect(text.startsWith('Footlight')).toBe(true);
});

test('scripts and the decoder exist compressed, but not the page itself, because a deployment edits it', () => {
  const files = filesOf('dist').map((file) => relative('dist', file));
  const large = files.filter((file) => /\.(?:js|css|wasm)$/.test(file) && readFileSync(join('dist', file)).length >= 1_024);
  expect(large.length).toBeGreaterThan(10);
  for (const file of large) {
    const bytes = readFileSync(join('dist', file));
    expect(brotliDecompressSync(readFileSync(join('dist', `${file}.br`))).equals(bytes), file).toBe(true);
    expect(gunzipSync(readFileSync(join('dist', `${file}.gz`))).equals(bytes), file).toBe(true);
  }
  expect(files.filter((file) => file.startsWith('index.html.'))).toEqual([]);
});

test('the server files contain the policy of this page', () => {
  const html = readFileSync('dist/index.html', 'utf8');
  const hashes = [...inlineStyleHashes(html), ...inlineScriptHashes(html)];
  // The style, the first script, and the script that starts the page.
  expect(hashes).toHaveLength(3);
  for (const file of ['footlight-headers.conf', 'Caddyfile'])
    for (const hash of hashes) expect(readFileSync(join('dist/deploy', file), 'utf8')).toContain(hash);
  expect(readFileSync('dist/deploy/nginx.conf', 'utf8')).toContain('include footlight-headers.conf;');
});
