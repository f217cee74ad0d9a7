import { preview } from 'vite';

/** Serves the offline room's production build in this process. `port` 0: a free one. */
export async function serveOfflineBuild(port = 0): Promise<{ readonly origin: string; readonly close: () => Promise<void> }> {
  const server = await preview({ mode: 'offline', preview: { port, strictPort: true } });
  return { origin: server.resolvedUrls!.local[0]!.replace(/\/$/, ''), close: () => server.close() };
}
