import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connect, Plugin } from 'vite';
import { pageHeaders } from './headers.ts';
import { isolationHeaders } from './isolation.ts';

/** A middleware, because `server.headers` is missing on 304 responses and a worker without the headers is then refused. */
const sends =
  (headers: Readonly<Record<string, string>>): Connect.NextHandleFunction =>
  (_request, response, next) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    next();
  };

export function headersPlugin(): Plugin {
  return {
    name: 'footlight:headers',
    configureServer(server) {
      // Without the policy, because the development server adds inline scripts to the page.
      const headers = { ...isolationHeaders(), 'Cross-Origin-Resource-Policy': 'same-origin', 'X-Content-Type-Options': 'nosniff' };
      server.middlewares.use(sends(headers));
    },
    configurePreviewServer(server) {
      const index = join(server.config.root, server.config.build.outDir, 'index.html');
      const html = existsSync(index) ? readFileSync(index, 'utf8') : '';
      server.middlewares.use(sends(pageHeaders({ html, isInsecure: true })));
    },
  };
}
