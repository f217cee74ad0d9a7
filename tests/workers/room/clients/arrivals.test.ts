import { expect, test } from 'vitest';
import * as contents from '../../../../src/wire/contents.ts';
import { encodeBody } from '../../../../src/wire/encode-push.ts';
import { pack } from '../../../../src/wire/packed.ts';
import { rowOf } from '../../../../src/wire/registry.ts';
import { type ContentsCode, createArrivals } from '../../../../src/workers/room/clients/arrivals.ts';
import type { StatsEvent } from '../../../../src/workers/stats/api.ts';
import { messageOf } from '../../../message-of.ts';

/** Repeated here, so that a change of the limit fails a test. */
const CODE_RETRY_MS = 30_000;

const row = rowOf(501)!;
const binary = (text: string) => pack([{ row, timeMs: 1, plain: encodeBody(501, { chatmsg: text }) }]);
const json = (text: string) => pack([{ row, timeMs: 1, plain: null, message: messageOf('chat', { chatmsg: text }) }]);
const NONE = { chat: 0, effect: 0 };
const settle = () => new Promise((resolve) => setImmediate(resolve));

function setup() {
  const loads: { resolve(code: ContentsCode): void; reject(cause: Error): void }[] = [];
  const facts: StatsEvent[] = [];
  const texts: string[] = [];
  const outcomes: string[] = [];
  let nowMs = 0;
  const arrive = createArrivals({
    load: () => new Promise((resolve, reject) => loads.push({ resolve, reject })),
    nowMs: () => nowMs,
    stats: { emit: (fact) => void facts.push(fact), failure: ({ code, detail }) => void facts.push({ type: 'failure', code, detail }) },
    messages: (batch, { chat }) => {
      texts.push(...batch.map(({ body }) => String(Reflect.get(body, 'chatmsg'))));
      if (chat > 0) texts.push(`${chat} left out`);
    },
    onLoad: (name, isLoaded) => outcomes.push(`${name} ${isLoaded}`),
  });
  return { arrive, loads, facts, texts, outcomes, pass: (ms: number) => (nowMs += ms) };
}

test('S20 the decoding code is requested before the first batch; earlier batches wait in order, JSON included', async () => {
  const it = setup();
  expect(it.loads).toHaveLength(1);
  it.arrive(json('before'), NONE);
  expect(it.texts).toEqual(['before']);
  it.arrive(binary('one'), NONE);
  it.arrive(json('two'), { chat: 3, effect: 0 });
  expect(it.texts).toEqual(['before']);
  for (const load of it.loads) load.resolve(contents);
  await settle();
  it.arrive(binary('three'), NONE);
  expect(it.texts).toEqual(['before', 'one', 'two', '3 left out', 'three']);
  expect(it.facts).toEqual([]);
});

test('S20 if the code fails to load, each lost batch is reported, decoded messages still arrive, and it is requested again later', async () => {
  const it = setup();
  it.arrive(binary('lost'), NONE);
  for (const load of it.loads) load.reject(new Error('offline'));
  await settle();
  expect(it.facts).toMatchObject([{ type: 'failure', code: 'MODULE_LOAD_FAILED' }]);
  it.arrive(json('read'), NONE);
  it.pass(CODE_RETRY_MS);
  it.arrive(binary('again'), NONE);
  it.loads.at(-1)?.resolve(contents);
  await settle();
  expect(it.texts).toEqual(['read', 'again']);
  expect(it.outcomes).toEqual(['contents false', 'contents true']);
});

test('S3 an undecodable content is reported by name with its count, and the rest of the batch arrives', async () => {
  const it = setup();
  const bad = { row, timeMs: 1, plain: Uint8Array.of(34, 1, 0xff) };
  const good = { row, timeMs: 1, plain: encodeBody(501, { chatmsg: 'good', ext: '%' }) };
  it.arrive(pack([bad, good, bad]), NONE);
  for (const load of it.loads) load.resolve(contents);
  await settle();
  expect(it.texts).toEqual(['good']);
  expect(it.facts).toMatchObject([
    { type: 'failure', code: 'WIRE_BAD_PROTOBUF', by: 2 },
    { type: 'count', name: 'chat.bad-ext', by: 1 },
  ]);
});
