/** A live publisher that posts an FLV file to node-media-server, as Enhanced RTMP encoders send it: in real time, in a loop. */
import { request } from 'node:http';
import { readFileSync } from 'node:fs';
import { readStream } from '../../mocks/recordings/recording.ts';
import { dueStream, joinStream } from '../../mocks/recordings/replay.ts';
import type { Publisher } from '../example-server.ts';

const STEP_MS = 40;

export function postFile(file: string, address: string, change = (flv: Uint8Array<ArrayBuffer>) => flv): Publisher {
  const stream = readStream(change(new Uint8Array(readFileSync(file))));
  if (!stream.ok) throw new Error(`${file}: ${stream.error.detail}`);
  const recording = stream.value;
  const startMs = Date.now();
  let problem = '';
  const sent = request(address, { method: 'POST' });
  sent.on('error', (error) => (problem = error.message));
  let cursor = joinStream(recording, 0);
  const timer = setInterval(() => {
    const due = dueStream(recording, cursor, Date.now() - startMs, [], 0);
    cursor = due.cursor;
    for (const chunk of due.chunks) sent.write(chunk);
  }, STEP_MS);
  const ended = new Promise<string>((resolve) => {
    sent.on('close', () => {
      clearInterval(timer);
      resolve(problem);
    });
  });
  return {
    ended,
    stop: () => {
      clearInterval(timer);
      sent.destroy();
    },
    // Its pictures contain no clock.
    startedMs: () => null,
  };
}
