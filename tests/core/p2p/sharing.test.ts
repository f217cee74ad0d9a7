import { expect, test } from 'vitest';
import {
  chooseSource,
  ANSWER_FAULTS,
  judgePeer,
  MAX_INDEX_LINE,
  readIndexLine,
  SHARE_REASONS,
  SHARING,
  type PeerState,
  type SegmentInfo,
} from '../../../src/core/p2p/sharing.ts';

const segment = (seq: number, bytes = 1_000): SegmentInfo => ({ seq, bytes, sha256: 'a'.repeat(64), durationMs: 1_000 });
const peer = (id: string, has: readonly number[] = [], failures = 0, bytes = 0): PeerState => ({ id, has: new Set(has), failures, bytes });
const none: ReadonlySet<string> = new Set();

test('P41 for each segment exactly one of the connected viewers is the first, and the role rotates', () => {
  const ids = ['ann', 'bob', 'cat', 'dan', 'eve'];
  const turns = new Map(ids.map((id) => [id, 0]));
  for (let seq = 0; seq < 500; seq++) {
    const mine = ids.filter(
      (id) =>
        chooseSource(
          segment(seq),
          id,
          ids.filter((other) => other !== id).map((other) => peer(other)),
          none,
          0,
          0,
        ).from === 'source',
    );
    expect(mine).toHaveLength(1);
    turns.set(mine[0]!, turns.get(mine[0]!)! + 1);
  }
  for (const [, count] of turns) expect(count).toBeGreaterThan(50);
});

test('a peer that has the segment is asked, the one with fewer failures first, and never twice', () => {
  const peers = [peer('bob', [7], 1), peer('cat', [7], 0, 900), peer('dan', [7], 0, 100)];
  expect(chooseSource(segment(7), 'me', peers, none, 0, 0)).toEqual({ from: 'peer', peer: 'dan', why: 'a peer has it' });
  expect(chooseSource(segment(7), 'me', peers, new Set(['dan', 'cat']), 0, 0)).toMatchObject({ peer: 'bob' });
  expect(['source', 'nowhere-yet']).toContain(chooseSource(segment(7), 'me', peers, new Set(['dan', 'cat', 'bob']), 0, 0).from);
});

test('the source is asked within the wait limit, whatever peers announce', () => {
  const peers = [peer('bob'), peer('cat')];
  for (let seq = 0; seq < 50; seq++) {
    const way = chooseSource(segment(seq), 'me', peers, none, 1_000, 1_000 + SHARING.peerWaitMs.value);
    expect(way.from).toBe('source');
  }
});

test('P23 every reason of the sharing table is reached', () => {
  const seen = new Set<string>([
    chooseSource(segment(1), 'me', [], none, 0, 0).why,
    chooseSource(segment(1, 1e8), 'me', [], none, 0, 0).why,
    chooseSource(segment(1), 'me', [peer('b', [1])], none, 0, 0).why,
  ]);
  for (let seq = 0; seq < 20; seq++)
    for (const nowMs of [0, 1_000]) seen.add(chooseSource(segment(seq), 'me', [peer('b')], none, 0, nowMs).why);
  expect([...seen].sort()).toEqual([...SHARE_REASONS].sort());
});

test('wrong bytes drop a peer permanently; three consecutive missing answers drop it for a while', () => {
  expect(judgePeer(0, 'wrong')).toEqual({ type: 'drop', why: 'wrong bytes', banMs: Infinity });
  const answers = ['none', 'none', 'right', 'none', 'none', 'none'] as const;
  let failures = 0;
  const verdicts = answers.map((answer) => {
    const verdict = judgePeer(failures, answer);
    failures = verdict.type === 'keep' ? verdict.failures : 0;
    return verdict;
  });
  expect(verdicts.map((verdict) => verdict.type)).toEqual(['keep', 'keep', 'keep', 'keep', 'keep', 'drop']);
  expect(verdicts.at(-1)).toEqual({ type: 'drop', why: 'does not answer', banMs: SHARING.slowBanMs.value });
  const reasons = [judgePeer(0, 'wrong'), judgePeer(2, 'none')].flatMap((verdict) => (verdict.type === 'drop' ? [verdict.why] : []));
  expect(reasons.sort()).toEqual([...ANSWER_FAULTS].sort());
});

test.each([
  ['{"version":1,"head":"RkxW","trackers":["ws://127.0.0.1:8000"],"swarm":"live/a.flv"}', 'head'],
  [JSON.stringify(segment(3)), 'segment'],
  ['{"version":1,"head":"RkxW","trackers":[],"stun":["stun:stun.example:3478"],"swarm":"live/a.flv"}', 'head'],
  ['{"version":1,"head":"RkxW","trackers":[],"stun":["http://stun.example"],"swarm":"live/a.flv"}', 'bad'],
  ['{"version":2,"head":"RkxW","trackers":[],"swarm":"a"}', 'bad'],
  ['{"version":1,"head":"<script>","trackers":[],"swarm":"a"}', 'bad'],
  ['{"version":1,"head":"","trackers":["javascript:alert(1)"],"swarm":"a"}', 'bad'],
  ['{"seq":-1,"bytes":10,"sha256":"","durationMs":1}', 'bad'],
  ['{"seq":1,"bytes":0,"sha256":"' + 'a'.repeat(64) + '","durationMs":1}', 'bad'],
  ['null', 'bad'],
  ['{', 'bad'],
  ['"' + 'x'.repeat(MAX_INDEX_LINE) + '"', 'bad'],
])('index line %#: %s', (line, is) => {
  expect(readIndexLine(line).type).toBe(is);
});
