/** Checks examples/backend against its contract, with ffmpeg as the publisher. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  fakeDist,
  H264_AAC,
  liveInput,
  missingForExample,
  startExample,
  type Publisher,
  type RunningExample,
  postFile,
} from '../../scripts/example-server.ts';
import { ROOT } from '../../scripts/lib/tool.ts';
import { contract, fieldsOf } from '../../scripts/api/contract.ts';
import { openBackend, type Backend, type User } from '../../scripts/verify-backend/backend.ts';
import { enterChat, type ChatClient } from '../../scripts/verify-backend/chat-client.ts';
import { verifyBackend } from '../../scripts/verify-backend/verify.ts';

const dist = fakeDist();
afterAll(() => rmSync(dist, { recursive: true }));
const EXAMPLE = join(ROOT, 'examples/backend');
const ROOM = 1_001;
const MAX_LINES = 1_050;
/** Checks of what it does not have: broadcasts by the page, pushes that ask for an acknowledgement; and the one that needs an option. */
const NOT_CHECKED = ['star-refused', 'restart', 'ack-taken'];

test('the example has at most 1,050 lines and uses nothing of the room except the .proto files', () => {
  const files = readdirSync(EXAMPLE).filter((name) => name.endsWith('.js'));
  const texts = files.map((name) => readFileSync(join(EXAMPLE, name), 'utf8'));
  expect(texts.reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0)).toBeLessThanOrEqual(MAX_LINES);
  const foreign = texts.flatMap((text) => [...text.matchAll(/\.\.\/\.\.\/(?!src\/wire\/proto\/)[\w/.-]+/g)].map(([path]) => path));
  expect(foreign).toEqual([]);
});

const backendOf = ({ address }: RunningExample): Promise<Backend> => {
  const users = [7_005, 7_006].map((userId) => ({ userId, token: 't' })) as [User, User];
  return openBackend({ url: address, roomId: ROOM, users, waitMs: 10_000 });
};
const linesOf = ({ pushes }: ChatClient): readonly unknown[] =>
  pushes.filter(({ command }) => command === 501).map(({ body }) => body['uuid']);

/** 1: the room is live. */
async function statusIn({ address }: RunningExample, room = ROOM): Promise<unknown> {
  const answer: unknown = await (await fetch(`${address}/svc/live/room/${room}/info`)).json();
  return fieldsOf(fieldsOf(answer)['data'])['status'];
}

const childrenOf = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8');

const missing = missingForExample(dist);

// Skipped if ffmpeg or the packages of the example are missing.
describe.skipIf(missing !== null)('the example with a stream of ffmpeg', () => {
  test.each([
    ['--rtmp', (port: number) => `the media server at the ports ${port} and 0 ended with 1: is its port in use?`],
    ['--port', (port: number) => `listen EADDRINUSE: address already in use :::${port}`],
  ])('ends with a sentence that names the port when another program uses the port of %s', async (option, sentence) => {
    const other = createServer().listen(0, option === '--port' ? undefined : '127.0.0.1');
    await once(other, 'listening');
    const folder = mkdtempSync(join(tmpdir(), 'footlight-example-'));
    const { port } = other.address() as AddressInfo;
    const args = ['--port', '0', '--rtmp', '0', '--media', '0', '--folder', folder, '--dist', dist, option, String(port)];
    const { status, stderr } = spawnSync(process.execPath, [join(EXAMPLE, 'start.js'), ...args], { encoding: 'utf8', timeout: 30_000 });
    other.close();
    rmSync(folder, { recursive: true });
    // Without a stack below the sentence.
    expect(stderr.trimEnd().split('\n').at(-1)).toContain(sentence(port));
    expect(status).toBe(1);
  });

  test.skipIf(process.platform !== 'linux')(
    'leaves no process and no folder when it ends before it is ready, or is not ready in time',
    async () => {
      const broken = fakeDist();
      const headers = join(broken, 'deploy/headers.json');
      const temporary = join(broken, 'tmp');
      mkdirSync(temporary);
      vi.stubEnv('TMPDIR', temporary);
      const examples = (): readonly number[] => childrenOf(process.pid).filter((pid) => commandOf(pid).includes('start.js'));
      const left = (): readonly string[] => readdirSync(temporary).filter((name) => name.startsWith('footlight-'));
      try {
        rmSync(headers);
        await expect(startExample(broken)).rejects.toThrow('the example ended with 1');
        expect(left()).toEqual([]);
        // A pipe without a writer: the example waits for the headers of the page.
        spawnSync('mkfifo', [headers]);
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        const late = expect(startExample(broken)).rejects.toThrow('the example does not start');
        await expect.poll(() => examples().length).toBe(1);
        vi.advanceTimersByTime(30_000);
        await late;
        expect([examples(), left()]).toEqual([[], []]);
      } finally {
        vi.useRealTimers();
        vi.unstubAllEnvs();
        rmSync(broken, { recursive: true });
      }
    },
  );

  test.skipIf(process.platform !== 'linux')('ends with the shell of npm, which alone gets SIGTERM', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footlight-example-'));
    const command = `${process.execPath} ${join(EXAMPLE, 'start.js')} --port 0 --rtmp 0 --media 0 --folder ${folder} --dist ${dist}; true`;
    const shell = spawn(command, {
      shell: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, npm_lifecycle_event: 'example' },
    });
    await once(shell.stdout, 'data');
    const [example = 0] = childrenOf(shell.pid!);
    expect(existsSync(`/proc/${example}`)).toBe(true);
    shell.kill('SIGTERM');
    await expect.poll(() => existsSync(`/proc/${example}`), { timeout: 30_000 }).toBe(false);
    rmSync(folder, { recursive: true });
  });

  test.skipIf(process.platform !== 'linux')('counts as closed when it has crashed before', async () => {
    const example = await startExample(dist);
    const child = childrenOf(process.pid).find((pid) => commandOf(pid).includes('start.js'))!;
    process.kill(child, 'SIGKILL');
    await expect.poll(() => existsSync(`/proc/${child}`)).toBe(false);
    await example.close();
  });

  test.each(['--port', '--rtmp', '--media'])('ends with a sentence when the value of %s is not a port', (option) => {
    for (const port of ['abc', '65536']) {
      const args = ['--port', '0', '--rtmp', '0', '--media', '0', '--folder', dist, '--dist', dist, option, port];
      const { status, stderr } = spawnSync(process.execPath, [join(EXAMPLE, 'start.js'), ...args], { encoding: 'utf8', timeout: 5_000 });
      expect([status, stderr.trimEnd()]).toEqual([1, `${option} ${port} is not a port`]);
    }
  });

  test('ends with a sentence that names the folder, and builds nothing, if the build named by --dist is missing', () => {
    const args = ['--port', '0', '--rtmp', '0', '--media', '0', '--folder', dist, '--dist', join(dist, 'none')];
    // A machine without npm: a build would end with another sentence.
    const env = { ...process.env, PATH: dist };
    const { status, stderr } = spawnSync(process.execPath, [join(EXAMPLE, 'start.js'), ...args], {
      encoding: 'utf8',
      timeout: 30_000,
      env,
    });
    expect(stderr.trimEnd()).toMatch(/^ENOENT: no such file or directory, open '.*none.deploy.headers\.json'$/);
    expect(status).toBe(1);
  });

  test('after a restart a login gets every line after its offset once and in order, and one line of its own that it repeats is not said again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footlight-kept-'));
    let example = await startExample(dist, [], folder);
    try {
      const backend = await backendOf(example);
      const away = await enterChat(backend, backend.users[0]);
      const first = away.say('seen before');
      expect(await away.wait(({ body }) => body['uuid'] === first)).not.toBeNull();
      const offset = away.offset();
      away.drop();
      const said: string[] = [];
      // Ten lines each, the limit of one viewer.
      for (let index = 0; index < 30; index++) {
        const client = await enterChat(backend, { userId: 7_100 + index, token: 't' });
        const uuids = Array.from({ length: 10 }, (_, line) => client.say(`line ${index} ${line}`));
        expect(await client.wait(({ body }) => body['uuid'] === uuids[9])).not.toBeNull();
        said.push(...uuids);
        client.close();
      }
      await example.close();
      example = await startExample(dist, [], folder);
      const restarted = await backendOf(example);
      const back = await enterChat(restarted, backend.users[0], { again: true, offset });
      expect(await back.wait(({ body }) => body['uuid'] === said.at(-1))).not.toBeNull();
      back.say('seen before', { uuid: first });
      expect(await back.wait(({ command, body }) => command === 211 && body['uuid'] === first)).not.toBeNull();
      expect(linesOf(back)).toEqual(said);
    } finally {
      await example.close();
      rmSync(folder, { recursive: true });
    }
  });

  describe('that runs', () => {
    let example: RunningExample;
    beforeAll(async () => void (example = await startExample(dist)));
    afterAll(() => example.close());

    test('passes every check that it supports, and pushes the start and end of the stream', async () => {
      const status = (): Promise<unknown> => statusIn(example);
      expect(await status()).toBe(0);
      const publisher = example.publish(ROOM, [...liveInput('320x180', 25), ...H264_AAC]);
      await expect.poll(status, { timeout: 30_000 }).toBe(1);
      // Characters of a password that a cookie carries as they are.
      const users = [7_003, 7_004].map((userId) => ({ userId, token: '50%=half' }));
      const results = await verifyBackend({ url: example.address, roomId: ROOM, users: [users[0]!, users[1]!], waitMs: 10_000 });
      const named = (is: string): readonly string[] => results.flatMap(({ name, outcome }) => (outcome.type === is ? [name] : []));
      expect(results.filter(({ outcome }) => outcome.type === 'failed')).toEqual([]);
      expect(named('passed')).toEqual(
        expect.arrayContaining(['page-isolation', 'liveInfo', 'order-once', 'chat-echo', 'relogin', 'stream-media']),
      );
      const optional = contract().operations.flatMap(({ id, isOptional }) => (isOptional ? [id] : []));
      expect([...optional, ...NOT_CHECKED]).toEqual(expect.arrayContaining([...named('not offered')]));
      // Behind a TLS-terminating server.
      const dispatch = await fetch(`${example.address}/svc/backup/socket_scheduler/pc/binary/v1/address.jsonp`, {
        headers: { 'x-forwarded-proto': 'https' },
      });
      expect(fieldsOf(await dispatch.json())['data']).toMatchObject({ addrs: [{ protocol: 'wss' }] });
      // The same user id with another token.
      const wallet = await fetch(`${example.address}/svc/secure/gift/wallet`, { headers: { cookie: 'fx_userid=7003; fx_token=guessed' } });
      expect(fieldsOf(await wallet.json())['code']).not.toBe(0);
      publisher.stop();
      await expect.poll(status, { timeout: 30_000 }).toBe(0);
    });

    test('a stream that is not at the address of a room’s stream starts no room', async () => {
      const publishers: Publisher[] = [];
      const post = (path: string): void => {
        publishers.push(postFile(join(ROOT, 'fixtures/streams/sync-640x360-h264.flv'), `${example.mediaAddress}/${path}.flv`));
      };
      try {
        for (const path of ['live/01001', 'live/1001e0', 'other/1001']) {
          post(path);
          // The media server reports its streams in their order: this one has arrived.
          const reader = (await fetch(`${example.mediaAddress}/${path}.flv`)).body!.getReader();
          await reader.read();
          await reader.cancel();
        }
        post('live/1002');
        await expect.poll(() => statusIn(example, 1_002), { timeout: 30_000 }).toBe(1);
        expect(await statusIn(example)).toBe(0);
      } finally {
        for (const publisher of publishers) publisher.stop();
      }
    });

    test('shows the entry of a viewer to the others once, and not again after a lost connection', async () => {
      const backend = await backendOf(example);
      const users = backend.users;
      const enter = (user: User, again = false): Promise<ChatClient> => enterChat(backend, user, { again });
      const watching = await enter(users[0]);
      const entries = (): number =>
        watching.pushes.filter(({ command, body }) => command === 201 && Number(body['userid']) === users[1].userId).length;
      (await enter(users[1])).drop();
      await expect.poll(entries).toBe(1);
      const again = await enter(users[1], true);
      const uuid = again.say('here');
      // Arrives after an entry that was pushed by the login.
      expect(await watching.wait(({ command, body }) => command === 501 && body['uuid'] === uuid)).not.toBeNull();
      expect(entries()).toBe(1);
    });
  });

  test('serves the files of a build whose folder has a slash at its end, and answers calls when a new build has removed the page', async () => {
    const replaced = fakeDist();
    const example = await startExample(`${replaced}/`);
    try {
      expect((await fetch(`${example.address}/assets/main-1.js`)).status).toBe(200);
      rmSync(join(replaced, 'index.html'));
      expect((await fetch(`${example.address}/live/${ROOM}`)).status).toBe(503);
      expect((await fetch(`${example.address}/svc/live/rooms`)).status).toBe(200);
    } finally {
      await example.close();
      rmSync(replaced, { recursive: true });
    }
  });
});
