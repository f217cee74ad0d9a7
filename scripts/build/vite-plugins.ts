import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type Plugin, type HtmlTagDescriptor, build, type Rolldown, parseAst } from 'vite';
import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';
import type { FirstFiles } from '../../src/core/room/start/early-start.ts';

/** The React part of the room (src/ui/shell.tsx): imported lazily, and requested a little earlier. */
const SHELL = /[\\/]src[\\/]ui[\\/]shell\.tsx$/;
export const SHELL_CHUNK = 'page';
/**
 * One file for everything that the shell imports, which would otherwise be split into ten because later chunks share parts; index.html
 * lists it with its style sheets, and src/ui/session.ts requests them after the stream, because loading them earlier would delay the
 * picture.
 */
export function shellPlugin(base: string): {
  readonly plugin: Plugin;
  readonly isOfTheShell: (id: string) => boolean;
} {
  const ids = new Set<string>();
  const plugin: Plugin = {
    name: 'footlight:shell',
    apply: 'build',
    buildEnd() {
      const walk = (id: string): void => {
        if (ids.has(id)) return;
        ids.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) walk(imported);
      };
      ids.clear();
      for (const id of this.getModuleIds()) if (SHELL.test(id)) walk(id);
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, chunk }) {
        if (chunk?.facadeModuleId?.endsWith('index.html') !== true) return [];
        const chunks = Object.values(bundle ?? {}).filter((one) => one.type === 'chunk');
        const shell = chunks.find(({ name }) => name === SHELL_CHUNK);
        if (shell === undefined) return [];
        const tag = (attrs: HtmlTagDescriptor['attrs']): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { crossorigin: true, ...attrs },
          injectTo: 'head',
        });
        const late = (rel: string, as: string, file: string): HtmlTagDescriptor =>
          tag({ 'data-late': rel, fetchpriority: 'low', as, href: `${base}${file}` });
        return [
          late('preload', 'script', shell.fileName),
          ...[...(shell.viteMetadata?.importedCss ?? [])].map((file) => late('preload', 'style', file)),
        ];
      },
    },
  };
  return { plugin, isOfTheShell: (id) => ids.has(id) };
}

const SOURCE = fileURLToPath(new URL('../../src/ui/start/first-script.ts', import.meta.url));
/** The first script is inserted after this setting, because it reads the setting. A deployment edits the setting. */
const SETTING = /<script type="application\/json" id="services">[^<]*<\/script>/;
const H265_PLAYER = /[\\/]src[\\/]player[\\/]kinds[\\/]h265\.ts$/;
/** The module that imports mpegts.js. The rest of the H264 player is in the start chunk. */
const H264_ENGINE = /[\\/]src[\\/]player[\\/]kinds[\\/]mpegts[\\/]engine\.ts$/;

interface FirstScript {
  readonly plugin: Plugin;
  /** Text of the inlined script; empty before it was bundled. */
  readonly text: () => string;
}

/**
 * The script that sends the first requests before the main script runs (src/ui/start/first-script.ts). It is bundled separately, because a shared
 * chunk would delay it. It is inlined in index.html after the services setting, which it reads, because loading another file takes 50 ms;
 * the content policy allows it by its hash (headers.ts). Development and the offline room run without it, because their mock backend must
 * start first.
 */
export function firstScript(target: readonly string[], base: string): FirstScript {
  let text = '';
  const plugin: Plugin = {
    name: 'footlight:first-script',
    apply: 'build',
    async buildEnd(failed) {
      if (failed) return;
      const built = await build({
        configFile: false,
        define: { FOOTLIGHT_BASE: JSON.stringify(base) },
        logLevel: 'error',
        publicDir: false,
        build: { write: false, target: [...target], modulePreload: false, rolldownOptions: { input: SOURCE, output: { format: 'iife' } } },
      });
      const [output] = [built].flat();
      const chunk = output && 'output' in output ? output.output[0] : undefined;
      if (chunk === undefined) this.error('the first script was not bundled');
      text = chunk.code.trim();
      if (/<\/script|<!--/i.test(text)) this.error('the first script has text that would end it within a page');
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (text === '' || !html.includes('id="services"')) return html;
        if (!SETTING.test(html)) throw new Error('the services setting of index.html has an unexpected form');
        const files = JSON.stringify(filesOf(bundle ?? {}, base));
        return html.replace(SETTING, (setting) => `${setting}\n    <script data-files='${files}'>${text}</script>`);
      },
    },
  };
  return { plugin, text: () => text };
}

function filesOf(bundle: Rolldown.OutputBundle, base: string): FirstFiles {
  const addressOf = (worker: string): string => {
    const file = Object.keys(bundle).find((name) => name.startsWith(`assets/worker-${worker}-`) && name.endsWith('.js'));
    if (file === undefined) throw new Error(`the build has no worker of the name ${worker}`);
    return `${base}${file}`;
  };
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const scriptsOf = (module: RegExp): readonly string[] => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => module.test(id)));
    if (chunk === undefined) throw new Error(`the build has no chunk with ${module.source}`);
    // Files that the page itself requests are omitted.
    const own = chunk.imports.filter((name) => !isOfThePage(chunks.find(({ fileName }) => fileName === name)));
    return [chunk.fileName, ...own].map((file) => `${base}${file}`);
  };
  const workers = (...names: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(names.map((name) => [name, addressOf(name)]));
  return {
    // mpegts.js needs no worker.
    h264: { scripts: scriptsOf(H264_ENGINE), workers: {} },
    // Workers start in this order. The stream worker is the first, because it requests the stream.
    h265: { scripts: scriptsOf(H265_PLAYER), workers: workers('stream', 'decode', 'render') },
  };
}

const isOfThePage = (chunk: Rolldown.OutputChunk | undefined): boolean => chunk === undefined || chunk.isEntry || chunk.name === 'start';

/** Modules that every room loads before its picture moves. */
const START = ['src/ui/main.ts', 'src/ui/room-workers.ts', 'src/player/rules/recovery/stored-visits.ts', 'mocks/page.ts'];
/** Modules that draw the room, with the lazily imported parts of every room. */
const ROOM = [
  'src/ui/shell.tsx',
  'src/ui/chat/Chat.tsx',
  'src/ui/room/BottomPanel.tsx',
  'src/ui/overlays/Notices.tsx',
  'src/ui/overlays/RoomDialog.tsx',
  'src/ui/stage/controls/Controls.tsx',
  'src/ui/stage/StageActivity.tsx',
  'src/ui/features/FeaturePanel.tsx',
  'src/ui/features/Dock.tsx',
  'src/ui/features/FeatureEntries.tsx',
  'mocks/panel/PanelView.tsx',
];
/** Entries other than the room: modules shared with it are in a separate file. */
const OTHERS = [
  'src/wasm/playground/main.tsx',
  'src/player/player-page/main.tsx',
  'benchmarks/page/main.tsx',
  'scripts/api/page/main.tsx',
  'src/ui/p2p/loader.ts',
  'mocks/media/bad-peer.ts',
];
const ENTRIES = ['src/ui/main.ts', ...OTHERS];

const isOneOf = (id: string, files: readonly string[]): boolean => files.some((file) => id.replaceAll('\\', '/').endsWith(`/${file}`));

/**
 * Builds the offline room into few files. With chunks by shared imports a start loaded eighty files, and each passes through server,
 * network process, browser and test runner: a quarter of a test's page start (docs/decisions/0010). A production build is split for its
 * first picture instead.
 */
export function offlineChunksPlugin(): { readonly plugin: Plugin; readonly groups: Rolldown.CodeSplittingGroup[] } {
  const [others, start, room] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const plugin: Plugin = {
    name: 'footlight:offline-chunks',
    apply: 'build',
    buildEnd(error) {
      if (error !== undefined) return;
      const walk = (id: string, found: Set<string>): void => {
        if (found.has(id)) return;
        found.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) walk(imported, found);
      };
      const ids = [...this.getModuleIds()];
      for (const [files, found] of [
        [OTHERS, others],
        [START, start],
        [ROOM, room],
      ] as const) {
        found.clear();
        for (const file of files) {
          const id = ids.find((one) => isOneOf(one, [file]));
          if (id === undefined) throw new Error(`${file} is not in the offline room: scripts/build/vite-plugins.ts names it`);
          walk(id, found);
        }
      }
    },
  };
  const isEntry = (id: string): boolean => isOneOf(id, ENTRIES);
  return {
    plugin,
    groups: [
      { name: 'shared', test: (id) => !isEntry(id) && others.has(id) && (start.has(id) || room.has(id)), priority: 3 },
      { name: 'start', test: (id) => !isEntry(id) && start.has(id), priority: 2 },
      { name: 'room', test: (id) => !isEntry(id) && room.has(id), priority: 1 },
    ],
  };
}

/** Sources of the project; packages are built already. */
const TYPESCRIPT = /[\\/]src[\\/][^?]*\.(tsx?|mjs)$/;
const HASH_CHARS = 2;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Private members become properties. Chrome 80 has no private methods, so that the build would replace each private member by a WeakMap with
 * a function call for each access: 0.8 kB of the first code, and time. Types and tests keep them private. The name contains a hash of
 * the file, so that a class and its parent class of another file can have members of the same name.
 */
export function privateMembers(): Plugin {
  return {
    name: 'footlight:private-members',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const lang = TYPESCRIPT.exec(id)?.[1];
      if (lang === undefined || !/[^\w'"`]#[A-Za-z]/.test(code)) return null;
      const hash = createHash('md5')
        .update(id.slice(id.lastIndexOf('/src/')))
        .digest('hex')
        .slice(0, HASH_CHARS);
      const found: Node[] = [];
      collect(parseAst(code, { lang: lang === 'mjs' ? 'js' : (lang as 'ts' | 'tsx') }), found);
      if (found.length === 0) return null;
      const numbers = new Map<string, string>();
      let text = '';
      let at = 0;
      for (const { start, end } of found.sort((a, b) => a.start - b.start)) {
        const name = code.slice(start, end);
        numbers.set(name, numbers.get(name) ?? numbers.size.toString(36));
        text += `${code.slice(at, start)}$${hash}${numbers.get(name)}`;
        at = end;
      }
      return { code: text + code.slice(at), map: null };
    },
  };
}

function collect(node: Node, found: Node[]): void {
  if (node.type === 'PrivateIdentifier') found.push(node);
  if (node.type === 'BinaryExpression' && (node as unknown as { left: Node }).left.type === 'PrivateIdentifier')
    throw new Error('`#name in object` has no form without private members');
  for (const value of Object.values(node) as unknown[]) {
    if (Array.isArray(value)) for (const one of value) if (isNode(one)) collect(one, found);
    if (isNode(value)) collect(value, found);
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const PLAYER = /[\\/]src[\\/]player[\\/]kinds[\\/](?:h264|h265|webrtc)\.ts$/;

interface Budgets {
  /** Code that runs first: the first script, main.ts with its imports, including the player of most rooms. */
  readonly start: number;
  /** The same plus the React page (scripts/build/vite-plugins.ts). */
  readonly initial: number;
  readonly largestWorker: number;
}

/**
 * Prints the size of all files loaded before the first drawing (`firstScript` is inline), and fails the build if it exceeds budgets.json.
 */
export function sizePlugin(firstScript: () => string): Plugin {
  return {
    name: 'footlight:size',
    apply: 'build',
    generateBundle(_options, bundle) {
      const budgets = JSON.parse(readFileSync(new URL('../../budgets.json', import.meta.url), 'utf8')) as Budgets;
      const gzipped = (source: string | Uint8Array): number => gzipSync(source, { level: 9 }).length;
      const walk = (name: string, found: Set<string>): void => {
        const chunk = bundle[name];
        if (chunk?.type !== 'chunk' || found.has(name)) return;
        found.add(name);
        for (const imported of chunk.imports) walk(imported, found);
      };
      const start = new Set<string>();
      const shell = new Set<string>();
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        if (chunk.isEntry && chunk.name !== 'p2p-loader') walk(chunk.fileName, start);
        if (chunk.name === SHELL_CHUNK) walk(chunk.fileName, shell);
      }
      const initial = new Set([...start, ...shell]);
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.moduleIds.some((id) => PLAYER.test(id))) continue;
        const player = new Set<string>();
        walk(chunk.fileName, player);
        if ([...player].some((name) => bundle[name]?.name === SHELL_CHUNK))
          this.error(`${chunk.fileName} imports the page, React with it: the first picture would wait for it`);
      }

      const rows: string[] = [];
      const firstBytes = gzipped(firstScript());
      let startBytes = firstBytes;
      let initialBytes = firstBytes;
      let largestWorker = 0;
      for (const file of Object.values(bundle)) {
        if (!file.fileName.endsWith('.js')) continue;
        const bytes = gzipped(file.type === 'chunk' ? file.code : file.source);
        const isWorker = /(^|\/)worker-/.test(file.fileName);
        if (start.has(file.fileName)) startBytes += bytes;
        if (initial.has(file.fileName)) initialBytes += bytes;
        if (isWorker) largestWorker = Math.max(largestWorker, bytes);
        rows.push(`  ${String(bytes).padStart(8)} B gzip  ${file.fileName}${initial.has(file.fileName) ? '  (initial)' : ''}`);
      }
      console.log(`\nJavaScript of the room:\n${rows.sort().join('\n')}`);
      console.log(
        `start: ${startBytes} B gzip of ${budgets.start}; initial: ${initialBytes} of ${budgets.initial}; largest worker: ${largestWorker} B gzip of ${budgets.largestWorker}`,
      );
      if (startBytes > budgets.start)
        this.error(`what runs before the stream is asked for is ${startBytes} B gzip, the budget is ${budgets.start} (budgets.json)`);
      if (initialBytes > budgets.initial)
        this.error(`initial JavaScript is ${initialBytes} B gzip, the budget is ${budgets.initial} (budgets.json)`);
      if (largestWorker > budgets.largestWorker)
        this.error(`a worker is ${largestWorker} B gzip, the budget is ${budgets.largestWorker} (budgets.json)`);
    },
  };
}
