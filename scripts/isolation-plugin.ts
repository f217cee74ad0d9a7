import type { Connect, Plugin } from 'vite';
import { isolationHeaders } from './isolation.ts';

/** A middleware, because `server.headers` is missing on 304 answers and a worker without the headers is then refused. */
export function isolationPlugin(): Plugin {
  const headers = Object.entries(isolationHeaders());
  const send: Connect.NextHandleFunction = (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    next();
  };
  return {
    name: 'footlight:isolation',
    configureServer(server) {
      server.middlewares.use(send);
    },
    configurePreviewServer(server) {
      server.middlewares.use(send);
    },
  };
}
