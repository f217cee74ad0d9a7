import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SHARING } from '../../../src/core/p2p/sharing.ts';
import { PeerList, remember } from '../../../src/ui/p2p/peer-list.ts';

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

test('P23 bans and remembered segments are limited: the oldest is forgotten', () => {
  const list = new PeerList();
  for (let id = 0; id <= SHARING.maxBanned.value; id++) {
    list.admit(`peer ${id}`);
    list.drop(`peer ${id}`, 'wrong bytes', Number.POSITIVE_INFINITY);
  }
  expect([list.isBannedForever('peer 0'), list.isBannedForever('peer 1')]).toEqual([false, true]);
  const seqs = new Set<number>();
  for (let seq = 0; seq <= SHARING.keptSegments.value * 2; seq++) remember(seqs, seq);
  expect([seqs.has(0), seqs.has(1), seqs.size]).toEqual([false, true, SHARING.keptSegments.value * 2]);
});
