import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

interface Budgets {
  readonly initial: number;
  readonly largestWorker: number;
}

/** Prints what the room loads before it can draw, and fails the build when it outgrows budgets.json. */
export function sizePlugin(): Plugin {
  return {
    name: 'footlight:size',
    apply: 'build',
    generateBundle(_options, bundle) {
      const budgets = JSON.parse(readFileSync(new URL('../budgets.json', import.meta.url), 'utf8')) as Budgets;
      const gzipped = (source: string | Uint8Array): number => gzipSync(source, { level: 9 }).length;
      const initial = new Set<string>();
      const walk = (name: string): void => {
        const chunk = bundle[name];
        if (chunk?.type !== 'chunk' || initial.has(name)) return;
        initial.add(name);
        for (const imported of chunk.imports) walk(imported);
      };
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.isEntry && chunk.name !== 'p2p-loader') walk(chunk.fileName);

      const rows: string[] = [];
      let initialBytes = 0;
      let largestWorker = 0;
      for (const file of Object.values(bundle)) {
        if (!file.fileName.endsWith('.js')) continue;
        const bytes = gzipped(file.type === 'chunk' ? file.code : file.source);
        const isWorker = /(^|\/)worker-/.test(file.fileName);
        if (initial.has(file.fileName)) initialBytes += bytes;
        if (isWorker) largestWorker = Math.max(largestWorker, bytes);
        rows.push(`  ${String(bytes).padStart(8)} B gzip  ${file.fileName}${initial.has(file.fileName) ? '  (initial)' : ''}`);
      }
      console.log(`\nJavaScript of the room:\n${rows.sort().join('\n')}`);
      console.log(
        `initial: ${initialBytes} B gzip of ${budgets.initial}; largest worker: ${largestWorker} B gzip of ${budgets.largestWorker}`,
      );
      if (initialBytes > budgets.initial)
        this.error(`initial JavaScript is ${initialBytes} B gzip, the budget is ${budgets.initial} (budgets.json)`);
      if (largestWorker > budgets.largestWorker)
        this.error(`a worker is ${largestWorker} B gzip, the budget is ${budgets.largestWorker} (budgets.json)`);
    },
  };
}
