/** The worker of HevcVideoDecoder: one session, for browsers and Node. */
import type * as NodeThreads from 'node:worker_threads';
import { nodeModule } from './threads.ts';
import type { FromWorker, ToWorker } from './webcodecs/engine.ts';
import { DecodeSession } from './webcodecs/session.ts';

type Send = (message: FromWorker, transfer: readonly Transferable[]) => void;

let session: DecodeSession | undefined;

function receive(message: ToWorker, send: Send): void {
  if (message.type === 'open') {
    session = new DecodeSession(message.options, send);
    send({ type: 'ready' }, []);
    return;
  }
  session?.receive(message);
}

if (typeof globalThis.postMessage === 'function') {
  const scope = globalThis as unknown as { postMessage: Send };
  globalThis.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => receive(data, (...sent) => scope.postMessage(...sent)));
} else {
  const { parentPort } = nodeModule('node:worker_threads') as typeof NodeThreads;
  parentPort?.on('message', (message: ToWorker) =>
    receive(message, (event, transfer) => parentPort.postMessage(event, transfer as readonly NodeThreads.Transferable[])),
  );
}
