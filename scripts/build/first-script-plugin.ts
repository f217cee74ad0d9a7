import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import type { FirstFiles } from '../../src/core/room/start/first-workers.ts';

const SOURCE = fileURLToPath(new URL('../../src/ui/start/first-script.ts', import.meta.url));
/** The first script is inserted after this setting, because it reads the setting. A deployment edits the setting. */
const SETTING = /<script type="application\/json" id="services">[^<]*<\/script>/;
const H265_PLAYER = /[\\/]src[\\/]player[\\/]kinds[\\/]h265\.ts$/;
/** The module that imports mpegts.js. The rest of the H264 player is in the start chunk. */
const H264_ENGINE = /[\\/]src[\\/]player[\\/]kinds[\\/]mpegts[\\/]engine\.ts$/;

export interface FirstScript {
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
