/**
 * A misbehaving peer, for the scenarios whose name begins with `p2p-`: a loader like src/ui/p2p/loader.ts (same library, swarm and
 * protocol), chosen by its address; `?behaviour=` selects the misbehaviour. It plays only from the source and offers other peers every
 * segment in the index.
 */
import { joinRoom } from '@trystero-p2p/torrent';
import type { OpenP2p } from '../../src/player/kinds/player-start.ts';
import { readIndexLine, SHARING, SHARING_PROTOCOL, swarmConfig, type IndexHead } from '../../src/core/p2p/sharing.ts';

const BEHAVIOURS = ['wrong-bytes', 'slow', 'leaves', 'oversized', 'floods'] as const;
type Behaviour = (typeof BEHAVIOURS)[number];

/** Every second answer is missing; the others arrive this long after the request, when the requester has given up. */
const SLOW_MS = SHARING.requestMs.value * 3;

interface Asked {
  readonly seq: number;
  readonly count: number;
  readonly segment: () => Promise<ArrayBuffer>;
  readonly leave: () => void;
}

const OVERSIZED_BYTES = 32 * 1024 * 1024;
const FLOOD_BYTES = 8 * 1024 * 1024;

const never = new Promise<never>(() => undefined);

const ANSWERS: Readonly<Record<Behaviour, (asked: Asked) => Promise<ArrayBuffer>>> = {
  'wrong-bytes': async ({ segment }) => {
    const bytes = new Uint8Array(await segment());
    // The length stays correct, so that only the hash reveals the change.
    bytes[bytes.length >> 1]! ^= 1;
    return bytes.buffer;
  },
  slow: async ({ count, segment }) => {
    if (count % 2 === 0) return never;
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    return segment();
  },
  leaves: ({ leave }) => {
    leave();
    return never;
  },
  oversized: async ({ segment }) => {
    const right = new Uint8Array(await segment());
    const bytes = new Uint8Array(OVERSIZED_BYTES);
    bytes.set(right);
    return bytes.buffer;
  },
  floods: () => never,
};

export const openP2p: OpenP2p = ({ url, onBytes, onFail }) => {
  const abort = new AbortController();
  const behaviour = BEHAVIOURS.find((each) => each === new URL(import.meta.url).searchParams.get('behaviour')) ?? 'wrong-bytes';
  const figures = { peers: 0, fromPeersBytes: 0, fromSourceBytes: 0, toPeersBytes: 0, droppedPeers: 0, dropWhy: '', segmentMs: 0 };
  const listed: number[] = [];
  let offer: (target?: string) => void = () => undefined;
  let leave = (): void => undefined;

  const segment = async (seq: number): Promise<ArrayBuffer> => {
    const bytes = await (await fetch(withQuery(url, { p2p: 'segment', seq: String(seq) }))).arrayBuffer();
    figures.toPeersBytes += bytes.byteLength;
    return bytes;
  };

  function join(head: IndexHead): void {
    const room = joinRoom(swarmConfig(head), head.swarm);
    leave = () => void room.leave();
    const have = room.makeAction<number[]>(SHARING_PROTOCOL.have);
    offer = (target) => void have.send(listed, target === undefined ? {} : { target }).catch(() => undefined);
    let count = 0;
    room.makeAction<number, ArrayBuffer>(SHARING_PROTOCOL.piece, {
      kind: 'request',
      onRequest: (seq) => ANSWERS[behaviour]({ seq, count: count++, segment: () => segment(seq), leave }),
    });
    room.onPeerJoin = (id) => {
      figures.peers++;
      offer(id);
      // Sent under a name without a listener, because the library would store all of it.
      if (behaviour === 'floods') void room.makeAction('flood').send(new Uint8Array(FLOOD_BYTES), { target: id });
    };
    room.onPeerLeave = () => figures.peers--;
  }

  async function readIndex(): Promise<void> {
    for await (const line of linesOf(withQuery(url, { p2p: 'index' }), abort.signal)) {
      const entry = readIndexLine(line);
      if (entry.type === 'head') join(entry.head);
      if (entry.type !== 'segment') continue;
      listed.push(entry.segment.seq);
      if (listed.length > SHARING.keptSegments.value) listed.shift();
      offer();
    }
  }

  async function playFromSource(): Promise<void> {
    const { body } = await fetch(url, { signal: abort.signal });
    const reader = body!.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      figures.fromSourceBytes += value.length;
      onBytes(value.slice());
    }
  }

  for (const work of [readIndex(), playFromSource()])
    work.catch((cause: unknown) => {
      if (!abort.signal.aborted) onFail(String(cause));
    });
  return {
    figures: () => ({ ...figures }),
    close() {
      abort.abort();
      leave();
    },
  };
};

function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  const full = new URL(url, location.href);
  for (const [name, value] of Object.entries(query)) full.searchParams.set(name, value);
  return full.href;
}

async function* linesOf(url: string, signal: AbortSignal): AsyncGenerator<string> {
  const { body } = await fetch(url, { signal, cache: 'no-store' });
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop()!;
    yield* lines.filter((line) => line !== '');
  }
}
