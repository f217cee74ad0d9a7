import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { deployFiles } from './deploy.ts';

const COMPRESSED = new Set(['.js', '.mjs', '.css', '.wasm', '.svg', '.json', '.txt']);
/** Smaller files fit into the first packets uncompressed. */
const MIN_BYTES = 1_024;

const listOf = (text: string | undefined): readonly string[] => (text ?? '').split(/[\s,]+/).filter(Boolean);

/**
 * Writes beside the page: files for servers (docs/deploy.md), and each file compressed with brotli and gzip at their highest levels, which
 * are too slow for compression per request. index.html is omitted, because a deployment writes its services into it.
 */
export function deployPlugin(base: string): Plugin {
  let folder = '';
  return {
    name: 'footlight:deploy',
    apply: 'build',
    configResolved(config) {
      // The benchmarks use an absolute output folder.
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      handler(error) {
        // The hook also runs after a failed build, whose own error would be hidden by a missing file.
        if (error !== undefined || !existsSync(join(folder, 'index.html'))) return;
        const html = readFileSync(join(folder, 'index.html'), 'utf8');
        const loaderOrigins = listOf(process.env['FOOTLIGHT_LOADER_ORIGINS']);
        const frameAncestors = listOf(process.env['FOOTLIGHT_FRAME_ANCESTORS']);
        for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
          const path = join(file.parentPath, file.name);
          if (!file.isFile() || !COMPRESSED.has(extname(path))) continue;
          const bytes = readFileSync(path);
          if (bytes.length < MIN_BYTES) continue;
          const size = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: size }));
          writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        }
        mkdirSync(join(folder, 'deploy'), { recursive: true });
        for (const [name, text] of Object.entries(deployFiles({ html, loaderOrigins, frameAncestors }, base)))
          writeFileSync(join(folder, 'deploy', name), text);
      },
    },
  };
}
