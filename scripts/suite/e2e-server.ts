/** Serves the offline room's production build for the end-to-end tests; builds first unless FOOTLIGHT_PREBUILT=1. */
import { serveOfflineBuild } from '../lib/offline-preview.ts';
import { runTool } from '../lib/tool.ts';

if (process.env['FOOTLIGHT_PREBUILT'] !== '1' && !(runTool('vite build') && runTool('vite build --mode offline'))) process.exit(1);
await serveOfflineBuild(Number(process.argv[2]));
// Playwright's end of this pipe closes with it.
process.stdin.resume().on('end', () => process.exit(0));
