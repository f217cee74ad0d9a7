/** Runs `npm run verify:backend` on the example, which has accounts and stores lines, and on the example with a defect. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeDist, missingForMedia, startExample, type RunningExample } from '../../scripts/example-server.ts';
import { freePort, ROOT } from '../../scripts/suite/tool.ts';
import { openBackend, type User } from '../../scripts/verify-backend/backend.ts';
import { enterChat, readPush } from '../../scripts/verify-backend/chat-client.ts';
import { verifyBackend, type Verified } from '../../scripts/verify-backend/verify.ts';
import { readCommand } from '../../src/wire/decode-command.ts';
import { encodeCommand } from '../../src/wire/encode-command.ts';
import { readFrame } from '../../src/wire/frame.ts';
import { value } from '../mocks/fixture-files.ts';
import { commandOf, named, startDefective, type Defect } from './defects.ts';

let nextUser = 6_000_001;
const users = (): readonly [User, User] => [
  { userId: nextUser++, token: 't' },
  { userId: nextUser++, token: 't' },
];
const verify = (url: string, waitMs: number): Promise<readonly Verified[]> => verifyBackend({ url, roomId: 1_001, users: users(), waitMs });

const withLogin = (data: Buffer, change: (fields: { token: string; kugouid: number; offset?: string }) => object): Buffer => {
  if (![201, 2201].includes(commandOf(data))) return data;
  const command = value(readCommand(value(readFrame(new Uint8Array(data)))));
  if (command.id !== 201 && command.id !== 2201) return data;
  return Buffer.from(encodeCommand({ id: command.id, fields: { ...command.fields, ...change(command.fields as never) } }));
};
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

/** Defects that need accounts and stored lines. */
const STORED_DEFECTS: readonly { readonly what: string; readonly fails: string; readonly defect: () => Defect }[] = [
  {
    what: 'a chat that takes any token',
    fails: 'wrong-token: the chat confirms it',
    defect: () => ({ command: (data) => withLogin(data, ({ token }) => ({ token: token.replace('-wrong', '') })) }),
  },
  {
    what: 'a wallet that takes any token',
    fails: 'wrong-token: giftWallet answers it with code 0',
    defect: () => ({
      reply(reply, { path, cookie }) {
        if (path.endsWith('/gift/wallet') && cookie.includes('-wrong')) reply.body = Buffer.from('{"code":0,"data":{"balance":1}}');
      },
    }),
  },
  {
    what: 'a history that ignores the offset',
    fails: 'history: the line at',
    defect: () => ({ command: (data) => withLogin(data, ({ offset }) => (offset === undefined ? {} : { offset: '' })) }),
  },
  {
    what: 'a history with every line twice',
    fails: 'history: a line is sent twice',
    defect: () => {
      const count = counted();
      // Of lines that were said while the other viewer was away, the second push is of the history.
      let isAway = false;
      return {
        command(data) {
          if (commandOf(data) === 2201) isAway = true;
          return data;
        },
        push: (data) => (count(data) > 1 && isAway && typeof data !== 'string' ? [data, data] : data),
      };
    },
  },
  {
    what: 'a history with a gap',
    fails: 'history: 2 of 3 lines are sent again',
    defect: () => {
      const count = counted();
      let [isAway, hasDropped] = [false, false];
      return {
        command(data) {
          if (commandOf(data) === 2201) isAway = true;
          return data;
        },
        push(data) {
          const isDropped = count(data) > 1 && isAway && !hasDropped;
          hasDropped ||= isDropped;
          return isDropped ? null : data;
        },
      };
    },
  },
  {
    what: 'a history in another order',
    fails: 'history: the lines are in another order',
    defect: () => {
      const [count, countLater] = [counted(), counted()];
      let isAway = false;
      let held = '';
      return {
        command(data) {
          if (commandOf(data) === 2201) isAway = true;
          return data;
        },
        push(data) {
          if (count(data) < 2 || !isAway || held !== '') return data;
          held = uuidOf(data);
          return null;
        },
        later: (data) => (countLater(data) > 1 && typeof data !== 'string' && uuidOf(data) === held ? data : null),
      };
    },
  },
  {
    what: 'a line that is sent twice at once',
    fails: 'chat-once: shown',
    defect: () => ({ push: (data) => (uuidOf(data) !== '' && typeof data !== 'string' ? [data, data] : data) }),
  },
  {
    what: 'private lines in the history of a guest',
    fails: 'secret: a guest gets it from the history',
    defect: () => {
      let said: Buffer | null = null;
      return {
        push(data) {
          if (uuidOf(data) !== '' && typeof data !== 'string') said = data;
          return data;
        },
        later: (data) => (isGuestEntry(data) ? said : null),
      };
    },
  },
  {
    what: 'counts for each login',
    fails: 'counts-paced: ',
    defect: () => ({ push: (data) => (commandOf(data) === 490_022 && typeof data !== 'string' ? Array<Buffer>(20).fill(data) : data) }),
  },
];

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

    test('passes with notes for calls that it does not offer, and visitors see none of the lines', async () => {
      const before = await guestLines(example.address);
      const results = await verify(example.address, 10_000);
      expect(named(results, 'failed')).toEqual([]);
      expect(named(results, 'not offered')).toEqual(expect.arrayContaining(['onAir', 'publish', 'star-refused', 'restart']));
      expect(await guestLines(example.address)).toEqual(before);
    });

    test.each(STORED_DEFECTS)('$what fails by name', { retry: 1 }, async ({ fails, defect }) => {
      const backend = await startDefective(example.address, defect());
      const results = await verify(backend.address, 3_000);
      await backend.close();
      expect(named(results, 'failed')[0]).toContain(fails);
    });

    test('another logged-in viewer who gets a private line is noticed', async () => {
      const backend = await startDefective(example.address, {
        // Private lines become lines for everybody.
        command(data) {
          if (commandOf(data) !== 501) return data;
          const command = value(readCommand(value(readFrame(new Uint8Array(data)))));
          return command.id === 501 ? Buffer.from(encodeCommand({ id: 501, fields: { ...command.fields, issecrect: 0 } })) : data;
        },
      });
      const results = await verify(backend.address, 3_000);
      await backend.close();
      expect(named(results, 'failed')).toEqual(['secret: a third one gets it']);
    });

    test.each([
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
        const results = await verifyBackend({ url: address, roomId: 1_001, users: users(), waitMs: 10_000, restart });
        expect(named(results, 'failed')).toEqual(failed);
        expect(named(results, 'not offered')).not.toContain('restart');
      } finally {
        spawnSync(`cd ${data}; ${kill}`, { shell: true });
        rmSync(data, { recursive: true, force: true });
      }
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
