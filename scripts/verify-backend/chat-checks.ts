/** Checks of the chat socket: two viewers and a guest in the room. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { contract, fieldsOf } from '../api/contract.ts';
import { ask, failed, GUEST, notOffered, passed, type Backend, type Check, type Outcome, type User } from './backend.ts';
import { cheapestGift, order } from './call-checks.ts';
import { chatAddresses, COMMAND, connect, enterChat, ERROR, isConfirmed, type ChatClient, type Push } from './chat-client.ts';

const GIFT = 601;
const COUNTS = 490_022;
/** Lines said while a viewer is away; guests who enter at the same time. */
const [AWAY_LINES, NEWCOMERS] = [3, 20];
const RESTART_MS = 60_000;
/** Time in ms within which a forbidden message would have arrived. */
const SILENCE_MS = 500;

/** State shared by the checks: connections that stay open until the last one. */
interface Room {
  readonly viewer: ChatClient;
  readonly other: ChatClient;
  readonly guest: ChatClient;
}

const isEntryOf =
  ({ userId }: User) =>
  ({ command, body }: Push): boolean =>
    command === COMMAND.login && Number(body['userid'] ?? 0) === userId;
const isLine =
  (uuid: string) =>
  ({ command, body }: Push): boolean =>
    command === COMMAND.chat && body['uuid'] === uuid;

async function open(backend: Backend, user: User): Promise<ChatClient | string> {
  const addresses = await chatAddresses(backend, user);
  if (typeof addresses === 'string') return addresses;
  const blocked = backend.origin.startsWith('https:') ? addresses.find(({ url }) => url.startsWith('ws:')) : undefined;
  if (blocked !== undefined) return `${blocked.url}: a page on HTTPS cannot connect to ws`;
  const [address] = addresses;
  return address === undefined ? 'dispatch gives no address' : connect(backend, address);
}

/** '' once the login is confirmed; else the reason. */
async function enter(client: ChatClient, user: User, roomId: number, again = false): Promise<string> {
  client.login(user, again);
  const confirmed = await client.wait(isConfirmed);
  if (confirmed === null) {
    const refused = client.pushes.find(({ command }) => command === ERROR);
    return refused === undefined ? 'no 901 with type 1 and status 1' : `refused: ${JSON.stringify(refused.body)}`;
  }
  const entry = client.pushes.find(isEntryOf(user));
  if (entry === undefined) return `no entry 201 of user ${user.userId}`;
  return Number(entry.body['roomid']) === roomId ? '' : `entry of room ${String(entry.body['roomid'])}`;
}

/** Lines that only the two viewers see, so that visitors of the room see none, now or in its history. */
const audience = ({ isPublic, users }: Backend): { readonly to?: number; readonly isSecret?: boolean } =>
  isPublic === true ? {} : { to: users[1].userId, isSecret: true };

/** Connects again with the offset, and waits for the last line and for what would follow it. */
async function resumed(
  backend: Backend,
  user: User,
  offset: number,
  last: string,
): Promise<{ readonly client: ChatClient; readonly lines: readonly Push[] }> {
  const client = await enterChat(backend, user, { again: true, offset });
  await client.wait(isLine(last), 2 * SILENCE_MS);
  await client.wait(() => false, SILENCE_MS);
  return { client, lines: client.pushes.filter(({ command, isRepeated }) => command === COMMAND.chat && !isRepeated) };
}

function historyOutcome(lines: readonly Push[], uuids: readonly string[], after: number, isPublic: boolean): Outcome {
  const old = lines.find(({ offset }) => offset > 0 && offset <= after);
  if (old !== undefined) return failed(`the line at ${old.offset} is sent again after a login with offset ${after}`);
  const got = lines.map(({ body }) => String(body['uuid'])).filter((uuid) => uuids.includes(uuid));
  if (got.length === 0 && !isPublic) return notOffered('private lines are not stored: --public checks public ones');
  if (got.length > new Set(got).size) return failed('a line is sent twice');
  if (got.length < uuids.length) return failed(`${got.length} of ${uuids.length} lines are sent again`);
  return got.join() === uuids.join() ? passed() : failed('the lines are in another order');
}

/** Runs the command and waits until live info is answered again. */
async function startAgain(backend: Backend, command: string): Promise<void> {
  const { status } = spawnSync(command, { shell: true, stdio: 'ignore', timeout: RESTART_MS });
  if (status !== 0) throw new Error(`${command} ended with ${String(status)}`);
  for (const endMs = performance.now() + RESTART_MS; performance.now() < endMs;) {
    const answer = await ask(backend, contract().operation('liveInfo')).catch(() => null);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
  }
  throw new Error(`no answer within ${RESTART_MS} ms after ${command}`);
}

/** The checks of one run in order: each uses connections opened by earlier ones. */
// Long: a list of checks in order, which share three connections.
export function chatChecks(): readonly Check[] {
  let room: Partial<Room> = {};
  const withRoom = (name: string, run: (backend: Backend, room: Room) => Promise<Outcome>, isAlways = false): Check => ({
    name,
    isAlways,
    async run(backend) {
      const { viewer, other, guest } = room;
      return viewer && other && guest ? run(backend, { viewer, other, guest }) : notOffered('no login was confirmed');
    },
  });
  return [
    {
      name: 'socket-open',
      isAlways: true,
      async run(backend) {
        const [viewer, other, guest] = await Promise.all([...backend.users, GUEST].map((user) => open(backend, user)));
        for (const one of [viewer, other, guest]) if (typeof one === 'string') return failed(one);
        room = { viewer: viewer as ChatClient, other: other as ChatClient, guest: guest as ChatClient };
        return passed();
      },
    },
    {
      name: 'socket-login',
      isAlways: true,
      async run(backend) {
        const { viewer, other } = room;
        if (!viewer || !other) return notOffered('no connection');
        const why = (await enter(viewer, backend.users[0], backend.roomId)) || (await enter(other, backend.users[1], backend.roomId));
        if (why === '') return passed();
        // The other checks need a login.
        for (const one of [viewer, other, room.guest]) one?.close();
        room = {};
        return failed(why);
      },
    },
    withRoom(
      'socket-guest',
      async (backend, { guest }) => {
        const why = await enter(guest, GUEST, backend.roomId);
        return why === '' ? passed() : failed(why);
      },
      true,
    ),
    withRoom('socket-token', async (backend) => {
      const client = await open(backend, GUEST);
      if (typeof client === 'string') return failed(client);
      const user = { ...backend.users[0], token: '' };
      client.login(user);
      const entry = await client.wait(isEntryOf(user), SILENCE_MS);
      client.close();
      return entry === null ? passed() : failed('it is confirmed');
    }),
    withRoom('wrong-token', async (backend) => {
      const client = await open(backend, GUEST);
      if (typeof client === 'string') return failed(client);
      const user = { ...backend.users[0], token: `${backend.users[0].token}-wrong` };
      client.login(user);
      const entry = await client.wait(isEntryOf(user), SILENCE_MS);
      client.close();
      if (entry !== null) return failed('the chat confirms it');
      const { status, json } = await ask(backend, contract().operation('giftWallet'), { user });
      return status === 200 && fieldsOf(json)['code'] === 0 ? failed('giftWallet answers it with code 0') : passed();
    }),
    withRoom('heartbeat', async (_backend, { viewer }) => ((await viewer.beat()) ? passed() : failed('no answer'))),
    withRoom('chat-echo', async (backend, { viewer, other }) => {
      const { users } = backend;
      const text = `verify ${randomUUID()}`;
      const uuid = viewer.say(text, audience(backend));
      const own = await viewer.wait(isLine(uuid));
      if (own === null) return failed(`no echo${refusalOf(viewer, uuid)}`);
      const seen = await other.wait(isLine(uuid));
      if (seen === null) return failed('the other viewer does not get it');
      const [echo, shown] = [own.body, seen.body];
      if (echo['chatmsg'] !== text || shown['chatmsg'] !== text) return failed(`text ${JSON.stringify(shown['chatmsg'])}`);
      return Number(shown['senderid']) === users[0].userId ? passed() : failed(`senderid ${String(shown['senderid'])}`);
    }),
    withRoom('chat-once', async (backend, { viewer, other }) => {
      const uuid = viewer.say(`verify ${randomUUID()}`, audience(backend));
      if ((await viewer.wait(isLine(uuid))) === null) return failed(`no echo${refusalOf(viewer, uuid)}`);
      viewer.say('verify, sent again', { ...audience(backend), uuid });
      const taken = await viewer.wait(({ command, body }) => command === COMMAND.ack && body['uuid'] === uuid);
      if (taken === null) return failed('no 211');
      const shown = (): number => [viewer, other].flatMap(({ pushes }) => pushes.filter(isLine(uuid))).length;
      // The acknowledgement may arrive before the line is shown again.
      await viewer.wait(() => shown() > 2, SILENCE_MS);
      return shown() > 2 ? failed(`shown ${shown()} times to two viewers`) : passed();
    }),
    withRoom('chat-guest', async (backend, { guest, other }) => {
      const uuid = guest.say(`verify ${randomUUID()}`, audience(backend));
      return (await other.wait(isLine(uuid), SILENCE_MS)) === null ? passed() : failed('the line of a guest is shown');
    }),
    withRoom('secret', async (backend, { viewer, other, guest }) => {
      const uuid = viewer.say(`verify ${randomUUID()}`, { to: backend.users[1].userId, isSecret: true });
      if ((await other.wait(isLine(uuid))) === null) return failed(`the receiver does not get it${refusalOf(viewer, uuid)}`);
      if ((await viewer.wait(isLine(uuid))) === null) return failed('the sender does not get it');
      // A guest has the user id 0, which is no receiver.
      const toNobody = viewer.say(`verify ${randomUUID()}`, { isSecret: true });
      const seen = await guest.wait((push) => isLine(uuid)(push) || isLine(toNobody)(push), SILENCE_MS);
      if (seen !== null) return failed(seen.body['uuid'] === uuid ? 'a third one gets it' : 'a guest gets a line without a receiver');
      if (other.pushes.some(isLine(toNobody))) return failed('a third one gets it');
      const late = await open(backend, GUEST);
      if (typeof late === 'string') return failed(late);
      late.login(GUEST);
      const again = await late.wait((push) => isLine(uuid)(push) || isLine(toNobody)(push), 2 * SILENCE_MS);
      late.close();
      return again === null ? passed() : failed('a guest gets it from the history');
    }),
    withRoom('counts-paced', async (backend, { other }) => {
      const counts = (): number => other.pushes.filter(({ command }) => command === COUNTS).length;
      // A busy machine reads pushes late, several at once. The answer of a heartbeat arrives after the pushes that were sent before it: the
      // pushes between two answers were sent between the first request and the second answer.
      const startMs = performance.now();
      await other.beat();
      const before = counts();
      const guests = await Promise.all(Array.from({ length: NEWCOMERS }, () => enterChat(backend, GUEST).catch(() => null)));
      await other.wait(() => counts() > before, 4 * SILENCE_MS);
      await other.wait(() => false, SILENCE_MS);
      await other.beat();
      for (const guest of guests) guest?.close();
      const [pushed, seconds] = [counts() - before, (performance.now() - startMs) / 1_000];
      if (pushed === 0) return notOffered('no push 490022');
      return pushed <= 2 * seconds + 1 ? passed() : failed(`${pushed} in ${seconds.toFixed(1)} s after ${NEWCOMERS} logins`);
    }),
    withRoom('history', async (backend, { viewer, other }) => {
      const [, away] = backend.users;
      // Without a line before it, an offset proves nothing.
      if (other.offset() === 0) await other.wait(isLine(viewer.say(`verify ${randomUUID()}`, audience(backend))), 2 * SILENCE_MS);
      const after = other.offset();
      other.drop();
      const uuids: string[] = [];
      let [isStored, why] = [false, ''];
      for (let line = 0; line < AWAY_LINES && why === ''; line++) {
        const uuid = viewer.say(`verify ${randomUUID()}`, audience(backend));
        const echo = await viewer.wait(isLine(uuid));
        if (echo === null) why = `no echo${refusalOf(viewer, uuid)}`;
        isStored ||= (echo?.offset ?? 0) > 0;
        uuids.push(uuid);
      }
      // Also after a failure: the checks that follow need the other viewer.
      const { client, lines } = await resumed(backend, away, after, uuids.at(-1)!);
      room = { ...room, other: client };
      if (why !== '') return failed(why);
      if (!isStored) return notOffered('lines have no offset');
      return historyOutcome(lines, uuids, after, backend.isPublic === true);
    }),
    withRoom('restart', async (backend, { viewer, other }) => {
      if (backend.restart === undefined) return notOffered('without --restart COMMAND');
      const uuid = viewer.say(`verify ${randomUUID()}`, audience(backend));
      const echo = await viewer.wait(isLine(uuid));
      if (echo === null) return failed(`no echo${refusalOf(viewer, uuid)}`);
      await other.wait(isLine(uuid));
      const after = echo.offset - 1;
      for (const one of [viewer, other, room.guest]) one?.drop();
      await startAgain(backend, backend.restart);
      const { client, lines } = await resumed(backend, backend.users[1], Math.max(0, after), uuid);
      const [again, guest] = [await enterChat(backend, backend.users[0]), await enterChat(backend, GUEST)];
      room = { viewer: again, other: client, guest };
      return lines.some((push) => isLine(uuid)(push)) ? passed() : failed('the line is gone');
    }),
    withRoom('ack-taken', async (_backend, { viewer }) => {
      const push = await viewer.wait(({ wantsAck }) => wantsAck, SILENCE_MS);
      if (push === null) return notOffered('no push asked for one');
      viewer.acknowledge(push);
      await viewer.wait(() => !viewer.isOpen(), SILENCE_MS);
      return viewer.isOpen() ? passed() : failed('the connection ended');
    }),
    withRoom('gift-push', async (backend, { other }) => {
      const giftId = await cheapestGift(backend);
      if (giftId === null) return notOffered('no gifts');
      const reqId = randomUUID();
      const answer = await ask(backend, contract().operation('giftSend'), { user: backend.users[0], body: order(backend, giftId, reqId) });
      if (fieldsOf(answer.json)['code'] !== 0) return failed(`the order was refused: ${answer.text.slice(0, 120)}`);
      const shown = await other.wait(({ command, body }) => command === GIFT && body['comboId'] === `combo-${reqId}`);
      return shown === null ? failed('no push 601') : passed();
    }),
    withRoom('relogin', async (backend, { viewer }) => {
      viewer.drop();
      const next = await open(backend, backend.users[0]);
      if (typeof next === 'string') return failed(next);
      room = { ...room, viewer: next };
      const why = await enter(next, backend.users[0], backend.roomId, true);
      return why === '' ? passed() : failed(why);
    }),
    ...(['socket-frames', 'socket-contents'] as const).map((rule) =>
      withRoom(
        rule,
        async (_backend, { viewer, other, guest }) => {
          const found = [viewer, other, guest].flatMap(({ problems }) => problems.filter((one) => one.rule === rule));
          const pushes = [viewer, other, guest].reduce((sum, one) => sum + one.pushes.length, 0);
          if (rule === 'socket-contents') for (const one of [viewer, other, guest]) one.close();
          return found.length === 0 ? passed(`${pushes} pushes`) : failed(found[0]!.problem);
        },
        true,
      ),
    ),
  ];
}

const refusalOf = ({ pushes }: ChatClient, uuid: string): string => {
  const refused = pushes.find(({ command, body }) => command === ERROR && body['uuid'] === uuid);
  return refused === undefined ? '' : `: errno ${String(refused.body['errno'])}`;
};
