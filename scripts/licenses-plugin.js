import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
const FILE = 'licenses.txt';
const LICENCE_FILES = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
/** The package that a module of a bundle belongs to; null for the project's own and for what the bundler makes itself. */
export function packageRoot(moduleId) {
    const path = moduleId.replace(/^\0/, '').split('?', 1)[0] ?? '';
    return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? null;
}
export function readPackage(root) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const texts = readdirSync(root)
        .filter((file) => LICENCE_FILES.test(file))
        .sort()
        .map((file) => readFileSync(join(root, file), 'utf8').trim());
    const said = (value) => (typeof value === 'string' ? value : '');
    return { name: said(name), version: said(version), license: said(license), text: texts.join('\n\n') };
}
export const printLicenses = (own, packages) => [
    `Footlight\n\n${own.trim()}`,
    ...packages
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
        .map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}`),
].join(`\n\n${'-'.repeat(78)}\n\n`) + '\n';
/**
 * Writes the licence of every package whose code is in the bundles, the workers' included: those are bundled by themselves, while the page's
 * modules are read, so that all of them are known when the page is written.
 */
export function licensesPlugin() {
    const roots = new Set();
    const collect = (modules) => {
        for (const id of modules) {
            const root = packageRoot(id);
            if (root !== null && existsSync(join(root, 'package.json')))
                roots.add(root);
        }
    };
    return {
        page: {
            name: 'footlight:licenses',
            apply: 'build',
            generateBundle(_options, bundle) {
                for (const chunk of Object.values(bundle))
                    if (chunk.type === 'chunk')
                        collect(Object.keys(chunk.modules));
                const packages = [...roots].map(readPackage);
                const silent = packages.filter(({ license, text }) => license === '' && text === '');
                if (silent.length > 0)
                    this.error(`without a licence: ${silent.map(({ name }) => name).join(', ')}`);
                const own = readFileSync(join(dirname(import.meta.dirname), 'LICENSE'), 'utf8');
                this.emitFile({ type: 'asset', fileName: FILE, source: printLicenses(own, packages) });
            },
        },
        worker: () => ({
            name: 'footlight:licenses-of-workers',
            generateBundle(_options, bundle) {
                for (const chunk of Object.values(bundle))
                    if (chunk.type === 'chunk')
                        collect(Object.keys(chunk.modules));
            },
        }),
    };
}
