import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { MPEGTS_CHANGES } from './mpegts-plugin.ts';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

const FILE = 'licenses.txt';
const LICENCE_FILES = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** Package of a bundled module; null for the project's own modules and the bundler's helpers. */
export function packageRoot(moduleId: string): string | null {
  const path = moduleId.replace(/^\0/, '').split('?', 1)[0] ?? '';
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? null;
}

export function readPackage(root: string): Package {
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
  const texts = readdirSync(root)
    .filter((file) => LICENCE_FILES.test(file))
    .sort()
    .map((file) => readFileSync(join(root, file), 'utf8').trim());
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  return { name: textOf(name), version: textOf(version), license: textOf(license), text: texts.join('\n\n') };
}

export const printLicenses = (own: string, packages: readonly Package[]): string =>
  [
    `Footlight\n\n${own.trim()}`,
    ...packages
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
      .map(({ name, version, license, text }) => {
        const changes = name === 'mpegts.js' ? `${MPEGTS_CHANGES}\n\n` : '';
        return `${name} ${version} (${license})\n\n${changes}${text}`;
      }),
  ].join(`\n\n${'-'.repeat(78)}\n\n`) + '\n';

/**
 * Writes the licences of all packages in the bundles, including the workers', which are bundled while the page's modules are read, so that
 * all packages are known when the page is written.
 */
export function licensesPlugin(): { readonly page: Plugin; readonly worker: () => Plugin } {
  const roots = new Set<string>();
  const collect = (modules: Iterable<string>): void => {
    for (const id of modules) {
      const root = packageRoot(id);
      if (root !== null && existsSync(join(root, 'package.json'))) roots.add(root);
    }
  };
  return {
    page: {
      name: 'footlight:licenses',
      apply: 'build',
      generateBundle(_options, bundle) {
        for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') collect(Object.keys(chunk.modules));
        const packages = [...roots].map(readPackage);
        const silent = packages.filter(({ license, text }) => license === '' && text === '');
        if (silent.length > 0) this.error(`without a licence: ${silent.map(({ name }) => name).join(', ')}`);
        const own = readFileSync(join(dirname(dirname(import.meta.dirname)), 'LICENSE'), 'utf8');
        this.emitFile({ type: 'asset', fileName: FILE, source: printLicenses(own, packages) });
      },
    },
    worker: () => ({
      name: 'footlight:licenses-of-workers',
      generateBundle(_options, bundle) {
        for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') collect(Object.keys(chunk.modules));
      },
    }),
  };
}
