import { expect, test } from 'vitest';
import {
  chooseSource,
  ANSWER_FAULTS,
  judgePeer,
  MAX_INDEX_LINE,
  readIndexLine,
  SHARE_REASONS,
  SHARING,
  SHARING_PROTOCOL,
  swarmConfig,
  type PeerState,
  type SegmentInfo,
} from '../../../src/core/p2p/sharing.ts';

const segment = (seq: number, bytes = 1_000): SegmentInfo => ({ seq, bytes, sha256: 'a'.repeat(64), durationMs: 1_000 });
const peer = (id: string, has: readonly number[] = [], failures = 0, bytes = 0): PeerState => ({ id, has: new Set(has), failures, bytes });
const none: ReadonlySet<string> = new Set();

test('P23 for each segment exactly one of the connected viewers is the first, and the role rotates', () => {
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

test('P23 a segment is requested from a peer that has it, first from the one with fewer failures, and never twice from one', () => {
  const peers = [peer('bob', [7], 1), peer('cat', [7], 0, 900), peer('dan', [7], 0, 100)];
  expect(chooseSource(segment(7), 'me', peers, none, 0, 0)).toEqual({ from: 'peer', peer: 'dan', why: 'a peer has it' });
  expect(chooseSource(segment(7), 'me', peers, new Set(['dan', 'cat']), 0, 0)).toMatchObject({ peer: 'bob' });
  expect(['source', 'nowhere-yet']).toContain(chooseSource(segment(7), 'me', peers, new Set(['dan', 'cat', 'bob']), 0, 0).from);
});

test('P23 the segment is requested from the source within the wait limit, whatever peers announce', () => {
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

test('P23 wrong bytes drop a peer permanently; three consecutive missing answers drop it for a while', () => {
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
])('P23 index line %#: %s', (line, is) => {
  expect(readIndexLine(line).type).toBe(is);
});

test('P23 two viewers whose ids have the same hash do not both fetch a segment, nor both wait', () => {
  // The two words have the same 32-bit FNV-1a hash, with every suffix.
  const ids = ['costarring', 'liquid'] as const;
  for (let seq = 0; seq < 20; seq++) {
    const from = ids.map((id, at) => chooseSource(segment(seq), id, [peer(ids[1 - at]!)], none, 0, 0).from);
    expect(from).toEqual(['nowhere-yet', 'source']);
  }
});

test('P23 viewers of another version of the page choose the same holders', () => {
  const ids = ['ann', 'bob', 'cat'];
  const holders = Array.from({ length: 12 }, (_, seq) =>
    ids.find((id) => {
      const others = ids.filter((other) => other !== id).map((other) => peer(other));
      return chooseSource(segment(seq), id, others, none, 0, 0).why === 'my turn';
    }),
  );
  expect(holders.join(' ')).toBe('cat cat bob ann cat cat bob bob ann ann bob ann');
});

test('P23 of the peers that have a segment the one with the fewest failures is chosen, then the one that sent least', () => {
  const asked = (...peers: readonly PeerState[]) => {
    const way = chooseSource(segment(7), 'me', peers, none, 0, 0);
    return way.from === 'peer' ? way.peer : way.from;
  };
  expect(asked(peer('bob', [7], 0, 900), peer('cat', [7], 1, 0))).toBe('bob');
  expect(asked(peer('bob', [7], 1, 0), peer('cat', [7], 0, 900))).toBe('cat');
  expect(asked(peer('bob', [7], 1, 5), peer('cat', [7], 1, 4))).toBe('cat');
  expect(asked(peer('bob', [7], 1, 4), peer('cat', [7], 1, 4))).toBe('bob');
  expect(asked(peer('bob', [6, 8], 0, 0), peer('cat', [7], 2, 9))).toBe('cat');
});

test('P23 a segment of another viewer’s turn waits for that viewer up to the limit, counted from its line of the index', () => {
  const seq = Array.from({ length: 50 }, (_, at) => at).find(
    (at) => chooseSource(segment(at), 'me', [peer('bob')], none, 0, 0).from === 'nowhere-yet',
  )!;
  const at = (nowMs: number) => chooseSource(segment(seq), 'me', [peer('bob')], none, 2_000, nowMs);
  expect(at(2_499)).toEqual({ from: 'nowhere-yet', untilMs: 2_500, why: 'its holder fetches it' });
  expect(at(2_500)).toEqual({ from: 'source', why: 'waited long enough' });
});

test('P23 a segment of the maximum shared size is requested from a peer, a larger one from the source', () => {
  const max = SHARING.maxSegmentBytes.value;
  expect(chooseSource(segment(7, max), 'me', [peer('bob', [7])], none, 0, 0).from).toBe('peer');
  expect(chooseSource(segment(7, max + 1), 'me', [peer('bob', [7])], none, 0, 0)).toEqual({ from: 'source', why: 'too large to share' });
});

const HEAD = {
  version: 1,
  head: 'RkxW+/8=',
  trackers: ['wss://t.example/a', 'ws://127.0.0.1:8000'],
  stun: ['stuns:s.example'],
  swarm: 'live/a.flv',
};
const read = (value: unknown) => readIndexLine(JSON.stringify(value));
const many = (length: number, name: string): readonly string[] => Array.from({ length }, () => name);

test('P23 the head of an index is read completely, and its list of STUN servers is empty if it has none', () => {
  expect(read({ ...HEAD, more: 1 })).toEqual({ type: 'head', head: HEAD });
  const { stun: _, ...without } = HEAD;
  expect(read(without)).toEqual({ type: 'head', head: { ...HEAD, stun: [] } });
  expect(read({ ...HEAD, trackers: many(8, 'wss://t.example'), stun: many(8, 'stun:s.example') }).type).toBe('head');
});

test.each([
  ['a version of another kind', { version: '1' }],
  ['bytes that are no text', { head: 7 }],
  ['bytes that are not base64', { head: 'Rk-W' }],
  ['bytes after the padding', { head: 'RkxW=A' }],
  ['too much padding', { head: 'R===' }],
  ['no swarm', { swarm: undefined }],
  ['an empty swarm', { swarm: '' }],
  ['a swarm with a space', { swarm: 'live a' }],
  ['a swarm of 201 characters', { swarm: 'a'.repeat(201) }],
  ['no trackers', { trackers: undefined }],
  ['a tracker that is no text', { trackers: [7] }],
  ['a tracker by http', { trackers: ['http://t.example'] }],
  ['a tracker after other text', { trackers: ['x wss://t.example'] }],
  ['a tracker with a space', { trackers: ['wss://t.example x'] }],
  ['one bad tracker of two', { trackers: ['wss://t.example', 'javascript:1'] }],
  ['nine trackers', { trackers: many(9, 'wss://t.example') }],
  ['STUN servers that are no list', { stun: 'stun:s.example' }],
  ['nine STUN servers', { stun: many(9, 'stun:s.example') }],
  ['a TURN server', { stun: ['turn:s.example'] }],
  ['a STUN server after other text', { stun: ['xstun:s.example'] }],
])('P23 an index whose head has %s is refused', (_, bad) => {
  expect(read({ ...HEAD, ...bad })).toEqual({ type: 'bad', detail: 'a bad head' });
});

test('P23 a segment line is read without further fields, up to the largest segment', () => {
  const max = SHARING.maxSourceSegmentBytes.value;
  expect(read({ ...segment(0, max), more: 1 })).toEqual({ type: 'segment', segment: segment(0, max) });
  for (const bad of [
    { seq: 1.5 },
    { seq: '1' },
    { bytes: max + 1 },
    { bytes: 0 },
    { bytes: '10' },
    { sha256: undefined },
    { sha256: 'A'.repeat(64) },
    { sha256: 'a'.repeat(63) },
    { sha256: 'a'.repeat(65) },
    { durationMs: -1 },
    { durationMs: null },
  ])
    expect(read({ ...segment(1), ...bad }), JSON.stringify(bad)).toEqual({ type: 'bad', detail: 'a bad segment' });
});

test('P23 an index line that cannot be read is reported with its fault', () => {
  expect(readIndexLine('{')).toEqual({ type: 'bad', detail: 'not JSON' });
  for (const line of ['null', '7', '"x"']) expect(readIndexLine(line)).toEqual({ type: 'bad', detail: 'not an object' });
  const longest = JSON.stringify(segment(1)).padEnd(MAX_INDEX_LINE);
  expect(readIndexLine(longest).type).toBe('segment');
  expect(readIndexLine(`${longest} `)).toEqual({ type: 'bad', detail: `a line of ${MAX_INDEX_LINE + 1} characters` });
});

test('P23 the swarm uses only the servers that the index names', () => {
  expect(swarmConfig({ ...HEAD, version: 1 })).toEqual({
    appId: SHARING_PROTOCOL.app,
    relayConfig: { urls: HEAD.trackers, warnOnRelayFailure: false },
    rtcConfig: { iceServers: [{ urls: 'stuns:s.example' }] },
  });
});
