import type { Plugin } from 'vite';
import { refresh } from './generate.ts';

/** Generates the protobuf code before anything imports it: it is not committed. In development a changed .proto file generates it again. */
export function protoPlugin(): Plugin {
  return {
    name: 'footlight:proto',
    enforce: 'pre',
    async config() {
      await refresh();
    },
    configureServer(server) {
      server.watcher.on('change', (path) => {
        if (path.endsWith('.proto')) void refresh();
      });
    },
  };
}
