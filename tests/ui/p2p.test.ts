import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SHARING } from '../../src/core/p2p/sharing.ts';
import { DEFAULT_PLAYER_CONFIG } from '../../src/player/rules/constants.ts';
import type { PlayerOrder } from '../../src/player/rules/recovery/orders.ts';
import { createSharingConsent } from '../../src/ui/p2p/consent.ts';
import { openP2p } from '../../src/ui/p2p/loader.ts';
import { PeerList } from '../../src/ui/p2p/peers.ts';

const configure = (p2p: boolean): PlayerOrder => ({
  type: 'configure',
  config: { ...DEFAULT_PLAYER_CONFIG, switches: { ...DEFAULT_PLAYER_CONFIG.switches, p2p } },
});

function page(stored: string | null = null) {
  const kept = new Map(stored === null ? [] : [['footlight-sharing', stored]]);
  const shares: boolean[] = [];
  const consent = createSharingConsent((order) => order.type === 'configure' && shares.push(order.config.switches.p2p), {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  });
  return { consent, shares, kept };
}

test('P21 the stream is not shared before the viewer has agreed, and the viewer is asked only where it would be', () => {
  const it = page();
  it.consent.order(configure(false));
  expect(it.consent.isPending()).toBe(false);
  it.consent.order(configure(true));
  expect([it.shares, it.consent.isPending()]).toEqual([[false, false], true]);
});

test('P21 a viewer who agrees shares from then on and is not asked again', () => {
  const it = page();
  let changes = 0;
  it.consent.subscribe(() => changes++);
  it.consent.order(configure(true));
  it.consent.answer('yes');
  expect([it.shares, it.consent.isPending(), changes]).toEqual([[false, true], false, 2]);
  const next = page(it.kept.get('footlight-sharing'));
  next.consent.order(configure(true));
  expect([next.shares, next.consent.isPending()]).toEqual([[true], false]);
});

test('P21 a viewer who refuses never shares and is not asked again', () => {
  const it = page();
  it.consent.order(configure(true));
  it.consent.answer('no');
  const next = page(it.kept.get('footlight-sharing'));
  next.consent.order(configure(true));
  expect([it.shares, next.shares, next.consent.isPending()]).toEqual([[false], [false], false]);
});

test('P21 damaged or forbidden storage counts as no answer', () => {
  expect([page('maybe').consent.isPending(), createSharingConsent(() => undefined, null).isPending()]).toEqual([false, false]);
  const it = page('maybe');
  it.consent.order(configure(true));
  expect(it.consent.isPending()).toBe(true);
});

let nowMs = 0;
beforeEach(() => {
  nowMs = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => void vi.restoreAllMocks());

test('P23 peers are admitted up to the limit; a known one is the same peer', () => {
  const list = new PeerList();
  for (let id = 0; id < SHARING.maxPeers.value; id++) expect(list.admit(`peer ${id}`)?.id).toBe(`peer ${id}`);
  expect(list.admit('one too many')).toBeUndefined();
  expect(list.admit('peer 3')).toBe(list.get('peer 3'));
  list.remove('peer 3');
  expect(list.admit('one too many')?.failures).toBe(0);
  expect(list.figures).toEqual({ peers: SHARING.maxPeers.value, droppedPeers: 0, dropWhy: '' });
});

test('P23 a dropped peer is admitted again when its ban has ended, and never after a violation', () => {
  const list = new PeerList();
  list.admit('slow');
  list.admit('bad');
  list.drop('slow', 'does not answer', 5_000);
  list.drop('bad', 'wrong bytes', Number.POSITIVE_INFINITY);
  list.drop('unknown', 'does not answer', 5_000);
  expect(list.figures).toEqual({ peers: 0, droppedPeers: 2, dropWhy: 'wrong bytes' });
  expect([list.isBannedForever('slow'), list.isBannedForever('bad'), list.isBannedForever('unknown')]).toEqual([false, true, false]);
  nowMs += 4_999;
  expect(list.admit('slow')).toBeUndefined();
  nowMs += 1;
  expect(list.admit('slow')).toBeDefined();
  nowMs = Number.MAX_SAFE_INTEGER;
  expect(list.admit('bad')).toBeUndefined();
});

test('P23 a peer that violates the limits is banned for good, also while it is not admitted', () => {
  const list = new PeerList();
  list.admit('admitted');
  list.admit('slow');
  list.drop('slow', 'does not answer', 5_000);
  for (let id = 1; id < SHARING.maxPeers.value; id++) list.admit(`peer ${id}`);
  for (const id of ['admitted', 'slow', 'one too many']) list.ban(id, 'sends what was not asked for');
  expect(list.figures).toEqual({ peers: SHARING.maxPeers.value - 1, droppedPeers: 4, dropWhy: 'sends what was not asked for' });
  nowMs = Number.MAX_SAFE_INTEGER;
  for (const id of ['admitted', 'slow', 'one too many']) expect([list.isBannedForever(id), list.admit(id)]).toEqual([true, undefined]);
});

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

test('P23 sharing fails with its reason if the room cannot be joined', async () => {
  stage();
  library.joinRoom.mockImplementation(() => {
    throw new Error('no tracker');
  });
  const onFail = vi.fn();
  openP2p({ url: '/live.flv', onBytes: () => undefined, onFail });
  await vi.waitFor(() => expect(onFail.mock.calls).toEqual([[expect.stringContaining('no tracker')]]));
});
