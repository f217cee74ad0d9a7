/** Runs `npm run verify:backend` on the example, which has accounts and stores lines, and on the example with a defect. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeDist, missingForMedia, startExample, type RunningExample } from '../../scripts/example-server.ts';
import { freePort } from '../../scripts/lib/free-port.ts';
import { ROOT } from '../../scripts/lib/tool.ts';
import { openBackend } from '../../scripts/verify-backend/backend.ts';
import { enterChat, readPush } from '../../scripts/verify-backend/chat-client.ts';
import { verifyBackend, type Verified } from '../../scripts/verify-backend/verify.ts';
import { encodeCommand } from '../../src/wire/encode-command.ts';
import { readCommand } from '../../src/wire/server-side.ts';
import { readFrame } from '../../src/wire/frame.ts';
import { value } from '../mocks/fixture-files.ts';
import { commandOf, named, startDefective, usersFrom, withLogin, type Defect } from './defects.ts';

const users = usersFrom(6_000_001);
/** `only`: names of checks; absent: all. */
const verify = (url: string, waitMs: number, ...only: readonly string[]): Promise<readonly Verified[]> =>
  verifyBackend({ url, roomId: 1_001, users: users(), waitMs, ...(only.length > 0 && { only }) });

const uuidOf = (data: Buffer | string): string => {
  const push = typeof data === 'string' || commandOf(data) !== 501 ? null : readPush(data);
  return push?.ok === true ? String(push.value.body['uuid']) : '';
};
/** The first push of a line, and later ones: the second is for the receiver or in the history. */
function counted(): (data: Buffer | string) => number {
  const times = new Map<string, number>();
  return (data) => {
    const uuid = uuidOf(data);
    if (uuid === '') return 0;
    times.set(uuid, (times.get(uuid) ?? 0) + 1);
    return times.get(uuid)!;
  };
}
const isGuestEntry = (data: Buffer | string): boolean => {
  const push = typeof data === 'string' || commandOf(data) !== 201 ? null : readPush(data);
  return push?.ok === true && Number(push.value.body['userid'] ?? 0) === 0;
};

/** Changes pushes after the other viewer has connected again; the second push of a line is then of the history. */
function whenAway(push: (data: Buffer, times: number) => Buffer | readonly Buffer[] | null): Defect {
  const count = counted();
  let isAway = false;
  return {
    command(data) {
      isAway ||= commandOf(data) === 2201;
      return data;
    },
    push(data) {
      const times = count(data);
      return isAway && times > 0 && typeof data !== 'string' ? push(data, times) : data;
    },
  };
}
const doubled = (fits: (data: Buffer) => boolean, times: number): Defect => ({
  push: (data) => (typeof data !== 'string' && fits(data) ? Array<Buffer>(times).fill(data) : data),
});

/** Defects that need accounts and stored lines: how they fail, and the defect. */
const STORED_DEFECTS: Readonly<Record<string, readonly [fails: string, defect: () => Defect]>> = {
  'a chat that takes any token': [
    'wrong-token: the chat confirms it',
    () => ({ command: (data) => withLogin(data, ({ token }) => ({ token: token.replace('-wrong', '') })) }),
  ],
  'a wallet that takes any token': [
    'wrong-token: giftWallet answers it with code 0',
    () => ({
      reply(reply, { path, cookie }) {
        if (path.endsWith('/gift/wallet') && cookie.includes('-wrong')) reply.body = Buffer.from('{"code":0,"data":{"balance":1}}');
      },
    }),
  ],
  'a history that ignores the offset': [
    'history: the line at',
    () => ({ command: (data) => withLogin(data, ({ offset }) => (offset === undefined ? {} : { offset: '' })) }),
  ],
  'a history with every line twice': ['history: a line is sent twice', () => whenAway((data, times) => (times > 1 ? [data, data] : data))],
  'a history with a gap': [
    'history: 2 of 3 lines are sent again',
    () => {
      let isWhole = true;
      return whenAway((data, times) => (times > 1 && isWhole ? ((isWhole = false), null) : data));
    },
  ],
  'a history in another order': [
    'history: the lines are in another order',
    () => {
      const countLater = counted();
      let held = '';
      return {
        ...whenAway((data, times) => (times > 1 && held === '' ? ((held = uuidOf(data)), null) : data)),
        later: (data) => (countLater(data) > 1 && typeof data !== 'string' && uuidOf(data) === held ? data : null),
      };
    },
  ],
  'a line that is sent twice at once': ['chat-once: shown', () => doubled((data) => uuidOf(data) !== '', 2)],
  'private lines in the history of a guest': [
    'secret: a guest gets it from the history',
    () => {
      let said: Buffer | null = null;
      return {
        push(data) {
          if (uuidOf(data) !== '' && typeof data !== 'string') said = data;
          return data;
        },
        later: (data) => (isGuestEntry(data) ? said : null),
      };
    },
  ],
  'counts for each login': ['counts-paced: ', () => doubled((data) => commandOf(data) === 490_022, 20)],
};

describe.skipIf(missingForMedia() !== null)(
  'a backend with accounts and stored lines (skipped without the packages of the example)',
  () => {
    let example: RunningExample;
    const folder = fakeDist();
    beforeAll(async () => {
      example = await startExample(folder);
    });
    afterAll(async () => {
      await example.close();
      rmSync(folder, { recursive: true });
    });

    test.concurrent('passes with notes for calls that it does not offer, and visitors see none of the lines', async () => {
      const before = await guestLines(example.address);
      const results = await verify(example.address, 10_000);
      expect(named(results, 'failed')).toEqual([]);
      expect(named(results, 'not offered')).toEqual(expect.arrayContaining(['onAir', 'publish', 'star-refused', 'restart']));
      expect(await guestLines(example.address)).toEqual(before);
    });

    test.concurrent.each([
      ['keeps the lines', '', []],
      ['loses the lines', 'rm -f room.sqlite*;', ['restart: the line is gone']],
    ])('a service that %s over a restart', async (_what, loss, failed) => {
      const data = mkdtempSync(join(tmpdir(), 'footlight-restarted-'));
      const port = await freePort();
      const command = async (): Promise<string> => {
        const [rtmp, media] = [await freePort(), await freePort()];
        const args = `--port ${port} --rtmp ${rtmp} --media ${media} --folder . --dist ${folder}`;
        return `${process.execPath} ${join(ROOT, 'examples/backend/start.js')} ${args} >/dev/null 2>&1 & echo $! >pid`;
      };
      const kill = 'kill -9 $(cat pid);';
      const address = `http://127.0.0.1:${port}`;
      try {
        spawnSync(`cd ${data}; ${await command()}`, { shell: true, stdio: 'ignore' });
        const answers = (): Promise<boolean> =>
          fetch(`${address}/svc/live/rooms`).then(
            ({ ok }) => ok,
            () => false,
          );
        await expect.poll(answers, { timeout: 30_000 }).toBe(true);
        const restart = `cd ${data}; ${kill} ${loss} ${await command()}`;
        const only = ['restart', 'relogin'];
        const results = await verifyBackend({ url: address, roomId: 1_001, users: users(), waitMs: 10_000, restart, only });
        expect(named(results, 'failed')).toEqual(failed);
        expect(named(results, 'not offered')).not.toContain('restart');
      } finally {
        spawnSync(`cd ${data}; ${kill}`, { shell: true });
        rmSync(data, { recursive: true, force: true });
      }
    });

    test.concurrent.each(Object.entries(STORED_DEFECTS))('%s fails by name', { retry: 1 }, async (_what, [fails, defect]) => {
      const backend = await startDefective(example.address, defect());
      const results = await verify(backend.address, 3_000, fails.split(':')[0]!);
      await backend.close();
      expect(named(results, 'failed')).toEqual([expect.stringContaining(fails)]);
    });

    // Not beside the first one, because its line is for everybody.
    test('another logged-in viewer who gets a private line is noticed', async () => {
      const backend = await startDefective(example.address, {
        // Private lines become lines for everybody.
        command(data) {
          if (commandOf(data) !== 501) return data;
          const command = value(readCommand(value(readFrame(new Uint8Array(data)))));
          return command.id === 501 ? Buffer.from(encodeCommand({ id: 501, fields: { ...command.fields, issecrect: 0 } })) : data;
        },
      });
      const results = await verify(backend.address, 3_000, 'secret');
      await backend.close();
      expect(named(results, 'failed')).toEqual(['secret: a third one gets it']);
    });
  },
);

/** Lines that a guest who enters now gets. */
async function guestLines(url: string): Promise<readonly unknown[]> {
  const backend = await openBackend({ url, roomId: 1_001, users: users(), waitMs: 5_000 });
  const guest = await enterChat(backend, { userId: 0, token: '' });
  await guest.wait(() => false, 1_000);
  guest.close();
  return guest.pushes.filter(({ command }) => command === 501).map(({ body }) => body['uuid']);
}
