import type { Plugin } from 'vite';
import { contractPage, PAGE_STYLE } from './page.ts';

const PAGE = 'api.html';
const STYLE = 'api.css';

/** Serves the contract as a page of the offline room, at /api. */
export function contractPagePlugin(): Plugin {
  return {
    name: 'footlight:contract-page',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: PAGE, source: contractPage(STYLE) });
      this.emitFile({ type: 'asset', fileName: STYLE, source: PAGE_STYLE });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url === '/api') response.setHeader('content-type', 'text/html; charset=utf-8').end(contractPage(`/${STYLE}`));
        else if (request.url === `/${STYLE}`) response.setHeader('content-type', 'text/css').end(PAGE_STYLE);
        else next();
      });
    },
  };
}
