/** A minimal production build for checks of a backend. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployFiles } from '../../scripts/build/deploy.ts';

const SCRIPT = '<script type="module" src="/assets/main-1.js"></script>';
const HTML = `<!doctype html><script type="application/json" id="services">{}</script>${SCRIPT}`;

/** Returns the folder; the caller removes it. */
export function fakeDist(): string {
  const dist = mkdtempSync(join(tmpdir(), 'footlight-dist-'));
  for (const folder of ['assets', 'deploy']) mkdirSync(join(dist, folder));
  writeFileSync(join(dist, 'assets/main-1.js'), 'export {};');
  writeFileSync(join(dist, 'index.html'), HTML);
  for (const [name, text] of Object.entries(deployFiles({ html: HTML }))) writeFileSync(join(dist, 'deploy', name), text);
  return dist;
}
