import type { ServerResponse } from 'node:http';
import { indexLines, servedSegment } from '../media/p2p-source.ts';
import type { StreamRecording } from '../recordings/recording.ts';

/** `?p2p=index` and `?p2p=segment&seq=n` of a live stream (mocks/media/p2p-source.ts). */
export async function answerShare(
  response: ServerResponse,
  recording: StreamRecording,
  url: URL,
  trackers: readonly string[],
  open: Record<string, string>,
): Promise<void> {
  if (url.searchParams.get('p2p') === 'segment') {
    const bytes = servedSegment(recording, Number(url.searchParams.get('seq')), Date.now());
    if (bytes) response.writeHead(200, { ...open, 'content-type': 'application/octet-stream' }).end(bytes);
    else response.writeHead(404, open).end();
    return;
  }
  const abort = new AbortController();
  response.on('close', () => abort.abort());
  response.writeHead(200, { ...open, 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
  for await (const line of indexLines(recording, { trackers, swarm: url.pathname.slice(1) }, abort.signal)) response.write(line);
  response.end();
}
