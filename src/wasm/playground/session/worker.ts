/** The playground's decoding worker: one session at a time. */
import { installScriptPolicy } from '../../../design/script-policy.ts';
import type { FromSession, ToSession } from '../protocol.ts';
import { Painter } from './painter.ts';
import { PlaygroundSession } from './session.ts';

// The decoder's threads are workers of this worker.
installScriptPolicy(globalThis);

let painter: Painter | undefined;
let session: PlaygroundSession | undefined;
/** Incremented with every file; a file that opens slowly does not replace a later one. */
let opening = 0;

const post = (event: FromSession): void => postMessage(event);

async function open({ name, bytes, options }: Extract<ToSession, { type: 'open' }>): Promise<void> {
  const turn = ++opening;
  session?.close();
  session = undefined;
  const opened = await PlaygroundSession.open(name, bytes, options, painter, (event) => {
    if (turn === opening) post(event);
  });
  if (turn !== opening) {
    opened?.close();
    return;
  }
  session = opened;
  await opened?.analyse();
}

function execute(message: ToSession): Promise<unknown> | undefined {
  switch (message.type) {
    case 'canvas':
      painter = new Painter(message.canvas);
      return undefined;
    case 'open':
      return open(message);
    case 'show':
      return session?.show(message.index);
    case 'play':
      return session?.play(message.from, message.rate);
    case 'pause':
      session?.pause();
      return undefined;
    case 'overlay':
      return session?.overlay(message.layers, message.index);
    case 'race':
      return session?.race();
    case 'hash':
      return session?.hash();
    case 'compare':
      return session?.compare(typeof VideoDecoder === 'function' ? VideoDecoder : undefined);
  }
}

addEventListener('message', ({ data }: MessageEvent<ToSession>) => {
  void Promise.resolve(execute(data)).catch((error: unknown) => post({ type: 'log', level: 'error', text: String(error) }));
});
