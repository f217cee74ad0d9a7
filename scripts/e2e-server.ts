/** Serves the offline room's production build for the end-to-end tests; builds first unless somebody has just done it. */
import { startTool, runTool } from './tool.ts';

const [port = '4173'] = process.argv.slice(2);
if (process.env['FOOTLIGHT_PREBUILT'] !== '1' && !(runTool('vite build') && runTool('vite build --mode offline'))) process.exit(1);
const server = startTool(`vite preview --mode offline --port ${port} --strictPort`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 0));
