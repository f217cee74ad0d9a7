import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { SHELL_CHUNK } from './shell-plugin.ts';

const PLAYER = /[\\/]src[\\/]player[\\/]kinds[\\/](?:h264|h265|webrtc)\.ts$/;

interface Budgets {
  /** Code that runs first: the first script, main.ts with its imports, including the player of most rooms. */
  readonly start: number;
  /** The same plus the React page (scripts/build/shell-plugin.ts). */
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
