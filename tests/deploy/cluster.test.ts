/** `npm run example -- --cluster` with real nats-server and nginx: two chat processes, two media servers, one database. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fieldsOf } from '../../scripts/api/contract.ts';
import { fakeDist, H264_AAC, liveInput, missingForCluster, startExample, type RunningExample } from '../../scripts/example-server.ts';
import { openBackend, type Backend, type User } from '../../scripts/verify-backend/backend.ts';
import { order } from '../../scripts/verify-backend/call-checks.ts';
import { chatAddresses, enterChat, type ChatClient } from '../../scripts/verify-backend/chat-client.ts';
import { verifyBackend } from '../../scripts/verify-backend/verify.ts';

const why = missingForCluster();
const user = (userId: number): User => ({ userId, token: 't' });
const USERS = [user(8_001), user(8_002)] as const;
const LINE = 501;
const linesOf = ({ pushes }: ChatClient): readonly unknown[] =>
  pushes.filter(({ command }) => command === LINE).map(({ body }) => body['uuid']);
const isLine =
  (uuid: string) =>
  ({ command, body }: { readonly command: number; readonly body: Readonly<Record<string, unknown>> }): boolean =>
    command === LINE && body['uuid'] === uuid;

describe.skipIf(why !== null)(`a cluster${why === null ? '' : ` (skipped: ${why})`}`, () => {
  const dist = fakeDist();
  let example: RunningExample;
  let backend: Backend;
  beforeAll(async () => {
    example = await startExample(dist, ['--cluster']);
    backend = await openBackend({ url: example.address, roomId: 1_001, users: USERS, waitMs: 10_000 });
    // Both processes have announced themselves.
    await vi.waitUntil(async () => (await chatAddresses(backend, USERS[0])).length === 2, { timeout: 20_000 });
  });
  afterAll(async () => {
    await example.close();
    rmSync(dist, { recursive: true });
  });
  /** Addresses of dispatch change their order; this one is stable. */
  async function enter(one: User, process: 0 | 1, resumed: { readonly offset?: number } = {}): Promise<ChatClient> {
    const addresses = await chatAddresses(backend, one);
    if (typeof addresses === 'string') throw new Error(addresses);
    const urls = addresses.map(({ url }) => url);
    return enterChat(backend, one, { again: resumed.offset !== undefined, ...resumed, index: urls.indexOf(urls.toSorted()[process]!) });
  }

  test('passes every check that one process passes', async () => {
    const results = await verifyBackend({ url: example.address, roomId: 1_001, users: [user(8_003), user(8_004)], waitMs: 10_000 });
    expect(results.filter(({ outcome }) => outcome.type === 'failed')).toEqual([]);
    expect(results.filter(({ outcome }) => outcome.type === 'passed').length).toBeGreaterThan(35);
  });

  test('an order that both processes receive at the same time is charged and shown once', async () => {
    const watching = await enter(USERS[1], 1);
    const cookie = `fx_userid=${USERS[0].userId}; fx_token=t`;
    const wallet = async (): Promise<number> => {
      const answer: unknown = await (await fetch(`${example.address}/svc/secure/gift/wallet`, { headers: { cookie } })).json();
      return Number(fieldsOf(fieldsOf(answer)['data'])['balance']);
    };
    const before = await wallet();
    const body = JSON.stringify(order(backend, 1, 'the same order'));
    // nginx gives them to the processes in turn.
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(`${example.address}/svc/secure/gift/send`, { method: 'POST', headers: { cookie, 'content-type': 'application/json' }, body }),
      ),
    );
    const codes = await Promise.all(answers.map(async (answer) => fieldsOf(await answer.json())['code']));
    expect(codes).toEqual(Array(10).fill(0));
    expect(await wallet()).toBe(before - 1);
    const shown = (): number => watching.pushes.filter(({ command }) => command === 601).length;
    await watching.wait(() => shown() > 0);
    await watching.wait(() => shown() > 1, 500);
    expect(shown()).toBe(1);
    watching.close();
  });

  test('a process that is killed under load loses no accepted line, doubles none, and its viewers continue at the other one', async () => {
    const talkers = await Promise.all(Array.from({ length: 8 }, (_, index) => enter(user(8_100 + index), (index % 2) as 0 | 1)));
    const watching = [await enter(USERS[0], 0), await enter(USERS[1], 1)];
    const written: { readonly uuid: string; readonly talker: number; readonly text: string }[] = [];
    const pids = example.processes('--join');
    expect(pids).toHaveLength(2);
    for (let round = 0; round < 8; round++) {
      for (const [talker, client] of talkers.entries()) written.push({ talker, text: `${round}`, uuid: client.say(`${round}`) });
      await watching[1]!.wait(isLine(written.at(-1)!.uuid), 300);
      // The process of talkers 0, 2, 4, 6 and of the first viewer, while its lines are on their way.
      if (round === 4) process.kill(pids[0]!, 'SIGKILL');
    }
    await watching[0]!.wait(() => !watching[0]!.isOpen(), 10_000);
    const dead = [watching[0]!, watching[1]!].find((client) => !client.isOpen())!;
    const alive = watching.find((client) => client !== dead)!;
    const left = (await chatAddresses(backend, USERS[0])) as readonly { readonly url: string }[];
    expect(left.length).toBeGreaterThan(0);
    // Every client of the dead process continues at an address that still works, and repeats what was not confirmed.
    const again = async (one: User, offset: number): Promise<ChatClient> => {
      for (const index of [0, 1]) {
        const client = await enterChat(backend, one, { again: true, offset, index }).catch(() => null);
        if (client !== null) return client;
      }
      throw new Error('no process is left');
    };
    for (const [talker, client] of talkers.entries()) {
      if (client.isOpen()) continue;
      const next = await again(user(8_100 + talker), client.offset());
      for (const line of written.filter((one) => one.talker === talker && !linesOf(client).includes(one.uuid))) {
        next.say(line.text, { uuid: line.uuid });
        expect(await next.wait(({ command, body }) => (command === LINE || command === 211) && body['uuid'] === line.uuid)).not.toBeNull();
      }
    }
    const resumed = await again(dead === watching[0] ? USERS[0] : USERS[1], dead.offset());
    const all = written.map(({ uuid }) => uuid).toSorted();
    await resumed.wait(() => new Set([...linesOf(dead), ...linesOf(resumed)]).size >= all.length);
    const own = new Set(all);
    expect([...linesOf(dead), ...linesOf(resumed)].filter((uuid) => own.has(String(uuid))).toSorted()).toEqual(all);
    await alive.wait(() => linesOf(alive).filter((uuid) => own.has(String(uuid))).length >= all.length);
    expect(
      linesOf(alive)
        .filter((uuid) => own.has(String(uuid)))
        .toSorted(),
    ).toEqual(all);
    for (const client of [...talkers, ...watching, resumed]) client.close();
    // The cluster starts it again.
    await expect.poll(() => example.processes('--join').length, { timeout: 20_000 }).toBe(2);
  });

  test('live info names both media servers; when one is killed the other one continues the same broadcast', async () => {
    const publisher = example.publish(1_001, [...liveInput('320x180', 25), ...H264_AAC]);
    const info = async (): Promise<Readonly<Record<string, unknown>>> =>
      fieldsOf(fieldsOf(await (await fetch(`${example.address}/svc/live/room/1001/addresses`)).json())['data']);
    const addresses = async (): Promise<readonly string[]> => ((await info())['httpflv'] ?? []) as readonly string[];
    await expect.poll(async () => (await addresses()).length, { timeout: 30_000 }).toBe(2);
    const [first, second] = await addresses();
    const { sid } = await info();
    const stream = await fetch(`${example.address}${first}`);
    const hasEnded = stream.arrayBuffer().then(
      () => true,
      () => true,
    );
    const server = /media\/(\d)/.exec(first!)![1];
    for (const pid of example.processes(`media-${server}`)) process.kill(pid, 'SIGKILL');
    expect(await hasEnded).toBe(true);
    await expect.poll(addresses, { timeout: 10_000 }).toEqual([second]);
    expect((await info())['sid']).toBe(sid);
    const other = (await fetch(`${example.address}${second}`)).body!.getReader();
    expect(Buffer.from((await other.read()).value!).toString('latin1', 0, 3)).toBe('FLV');
    await other.cancel();
    // The killed one is started again and gets the stream again.
    await expect.poll(async () => (await addresses()).length, { timeout: 30_000 }).toBe(2);
    publisher.stop();
  });
});
