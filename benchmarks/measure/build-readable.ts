/** `build-readable.ts ROOT FOLDER`: the production build of a checkout with function names and without its size limit. */
import path from 'node:path';
import { build, loadConfigFromFile, type PluginOption } from 'vite';

const [root = '', outDir = ''] = process.argv.slice(2);
process.chdir(root);
const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, path.join(root, 'vite.config.ts'), root);
if (!loaded) throw new Error(`${root} has no vite.config.ts`);
const { config } = loaded;
const isLimit = (plugin: PluginOption): boolean =>
  typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === 'footlight:size';
await build({
  ...config,
  configFile: false,
  root,
  logLevel: 'error',
  plugins: (config.plugins ?? []).filter((plugin) => !isLimit(plugin)),
  build: { ...config.build, outDir, emptyOutDir: true, minify: false },
});
