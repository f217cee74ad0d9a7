import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const SOURCE = fileURLToPath(new URL('../src/ui/first-script.ts', import.meta.url));
const NAME = 'first-script';
/** What it reads has to stand before it, and a deployment writes into it. */
const SETTING = /<script type="application\/json" id="services">[^<]*<\/script>/;

/** Of the built page: what runs before the start, by the name of its file. */
export const isFirstScript = (fileName: string): boolean => fileName.startsWith(`assets/${NAME}-`);

/**
 * The script that asks before the start runs (src/ui/first-script.ts). It is bundled by itself: what it shared with the start it would have
 * to wait for. index.html names it behind the services setting, which it reads; development and the offline room, whose mock backend has to
 * be there first, are without it.
 */
export function firstScriptPlugin(target: readonly string[]): Plugin {
  return {
    name: 'footlight:first-script',
    apply: 'build',
    async buildEnd(failed) {
      if (failed) return;
      const built = await build({
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        build: { write: false, target: [...target], modulePreload: false, rolldownOptions: { input: SOURCE, output: { format: 'iife' } } },
      });
      const [output] = [built].flat();
      const chunk = output && 'output' in output ? output.output[0] : undefined;
      if (chunk === undefined) this.error('the first script was not bundled');
      this.emitFile({ type: 'asset', name: `${NAME}.js`, source: chunk.code });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find(isFirstScript);
        if (file === undefined || !html.includes('id="services"')) return html;
        if (!SETTING.test(html)) throw new Error('index.html has no services setting that the first script could stand behind');
        // Neither `async` nor `defer`: browsers let such a script wait until the page was parsed, and there is nothing behind it yet.
        return html.replace(SETTING, (setting) => `${setting}\n    <script src="/${file}"></script>`);
      },
    },
  };
}
