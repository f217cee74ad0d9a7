import { afterEach, expect, test, vi } from 'vitest';
import { openP2p } from '../../../src/ui/p2p/loader.ts';

const library = vi.hoisted(() => ({ joinRoom: vi.fn() }));
vi.mock('@trystero-p2p/torrent', () => ({ ...library, selfId: 'self' }));

const HEAD = JSON.stringify({ version: 1, head: btoa('FLV'), trackers: ['wss://tracker.test'], swarm: 'room' });

/** A source whose index contains only the head, and the rooms of the library: a room that is being left is returned to the next caller. */
function stage() {
  vi.stubGlobal('location', { href: 'https://room.test/' });
  vi.stubGlobal('RTCPeerConnection', EventTarget);
  vi.stubGlobal(
    'fetch',
    async () => new Response(new ReadableStream({ start: (index) => index.enqueue(new TextEncoder().encode(`${HEAD}\n`)) })),
  );
  const leaving: (() => void)[] = [];
  let occupied: object | undefined;
  const leave = (): Promise<void> =>
    new Promise((resolve) => {
      leaving.push(() => {
        occupied = undefined;
        resolve();
      });
    });
  library.joinRoom.mockReset().mockImplementation(() => (occupied ??= { leave, getPeers: () => ({}), makeAction: () => ({}) }));
  return leaving;
}

afterEach(() => vi.unstubAllGlobals());

const open = (onBytes: () => void = () => undefined) => openP2p({ url: '/live.flv', onBytes, onFail: () => undefined });
const joined = (): readonly unknown[] => library.joinRoom.mock.results.map(({ value }) => value as unknown);

test('P23 a stream that is opened while the room of a closed one is left joins a room of its own', async () => {
  const leaving = stage();
  const first = open();
  await vi.waitFor(() => expect(joined()).toHaveLength(1));
  first.close();
  const onBytes = vi.fn();
  const second = open(onBytes);
  await vi.waitFor(() => expect(onBytes).toHaveBeenCalledOnce());
  for (const end of leaving.splice(0)) end();
  await vi.waitFor(() => expect(new Set(joined()).size).toBe(2));
  second.close();
  for (const end of leaving) end();
});

test('P23 a stream that its player closes because of the first bytes joins no room', async () => {
  stage();
  const onBytes = vi.fn(() => stream.close());
  const stream = open(onBytes);
  await vi.waitFor(() => expect(onBytes).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve));
  expect(joined()).toEqual([]);
});

test('P23 sharing fails with its reason if the room cannot be joined', async () => {
  stage();
  library.joinRoom.mockImplementation(() => {
    throw new Error('no tracker');
  });
  const onFail = vi.fn();
  openP2p({ url: '/live.flv', onBytes: () => undefined, onFail });
  await vi.waitFor(() => expect(onFail.mock.calls).toEqual([[expect.stringContaining('no tracker')]]));
});
