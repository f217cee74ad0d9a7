import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';

/** Sends a response of mocks/backend. An error response, and a body that fails, break the connection. */
export async function respond(response: ServerResponse, answer: Response, open: Readonly<Record<string, string>>): Promise<void> {
  if (answer.type === 'error') {
    response.destroy();
    return;
  }
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...open });
  if (answer.body === null || response.req.method === 'HEAD') {
    await answer.body?.cancel();
    response.end();
    return;
  }
  // Rejected if the viewer disconnects, or a fault cuts the stream.
  await pipeline(Readable.fromWeb(answer.body as NodeStream), response).catch(() => undefined);
}
