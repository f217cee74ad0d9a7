/** Checks of the chat socket: two viewers and a guest in the room. */
import { randomUUID } from 'node:crypto';
import { contract, fieldsOf } from '../api/contract.ts';
import { ask, failed, GUEST, notOffered, passed, type Backend, type Check, type Outcome, type User } from './backend.ts';
import { cheapestGift, order } from './call-checks.ts';
import { chatAddresses, COMMAND, connect, type ChatClient } from './chat-client.ts';
import type { Push } from './wire.ts';

const ERROR = 901;
const GIFT = 601;
/** Time in ms within which a forbidden message would have arrived. */
const SILENCE_MS = 500;

/** State shared by the checks: connections that stay open until the last one. */
interface Room {
  readonly viewer: ChatClient;
  readonly other: ChatClient;
  readonly guest: ChatClient;
}

const isConfirmed = ({ command, body }: Push): boolean => command === ERROR && body['type'] === 1 && body['status'] === 1;
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

/** The checks of one run in order: each uses connections opened by earlier ones. */
// Long: a list of checks in order, which share three connections.
export function chatChecks(): readonly Check[] {
  let room: Partial<Room> = {};
  const withRoom = (name: string, run: (backend: Backend, room: Room) => Promise<Outcome>): Check => ({
    name,
    async run(backend) {
      const { viewer, other, guest } = room;
      return viewer && other && guest ? run(backend, { viewer, other, guest }) : notOffered('no login was confirmed');
    },
  });
  return [
    {
      name: 'socket-open',
      async run(backend) {
        const [viewer, other, guest] = await Promise.all([...backend.users, GUEST].map((user) => open(backend, user)));
        for (const one of [viewer, other, guest]) if (typeof one === 'string') return failed(one);
        room = { viewer: viewer as ChatClient, other: other as ChatClient, guest: guest as ChatClient };
        return passed();
      },
    },
    {
      name: 'socket-login',
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
    withRoom('socket-guest', async (backend, { guest }) => {
      const why = await enter(guest, GUEST, backend.roomId);
      return why === '' ? passed() : failed(why);
    }),
    withRoom('socket-token', async (backend) => {
      const client = await open(backend, GUEST);
      if (typeof client === 'string') return failed(client);
      const user = { ...backend.users[0], token: '' };
      client.login(user);
      const entry = await client.wait(isEntryOf(user), SILENCE_MS);
      client.close();
      return entry === null ? passed() : failed('it is confirmed');
    }),
    withRoom('heartbeat', async (_backend, { viewer }) => ((await viewer.beat()) ? passed() : failed('no answer'))),
    withRoom('chat-echo', async ({ users }, { viewer, other }) => {
      const text = `verify ${randomUUID()}`;
      const uuid = viewer.say(text);
      const own = await viewer.wait(isLine(uuid));
      if (own === null) return failed(`no echo${refusalOf(viewer, uuid)}`);
      const seen = await other.wait(isLine(uuid));
      if (seen === null) return failed('the other viewer does not get it');
      const [echo, shown] = [own.body, seen.body];
      if (echo['chatmsg'] !== text || shown['chatmsg'] !== text) return failed(`text ${JSON.stringify(shown['chatmsg'])}`);
      return Number(shown['senderid']) === users[0].userId ? passed() : failed(`senderid ${String(shown['senderid'])}`);
    }),
    withRoom('chat-once', async (_backend, { viewer, other }) => {
      const uuid = viewer.say(`verify ${randomUUID()}`);
      if ((await viewer.wait(isLine(uuid))) === null) return failed(`no echo${refusalOf(viewer, uuid)}`);
      viewer.say('verify, sent again', { uuid });
      const taken = await viewer.wait(({ command, body }) => command === COMMAND.ack && body['uuid'] === uuid);
      if (taken === null) return failed('no 211');
      const shown = (): number => [viewer, other].flatMap(({ pushes }) => pushes.filter(isLine(uuid))).length;
      // The acknowledgement may arrive before the line is shown again.
      await viewer.wait(() => shown() > 2, SILENCE_MS);
      return shown() > 2 ? failed(`shown ${shown()} times to two viewers`) : passed();
    }),
    withRoom('chat-guest', async (_backend, { guest, other }) => {
      const uuid = guest.say(`verify ${randomUUID()}`);
      return (await other.wait(isLine(uuid), SILENCE_MS)) === null ? passed() : failed('the line of a guest is shown');
    }),
    withRoom('secret', async ({ users }, { viewer, other, guest }) => {
      const uuid = viewer.say(`verify ${randomUUID()}`, { to: users[1].userId, isSecret: true });
      if ((await other.wait(isLine(uuid))) === null) return failed(`the receiver does not get it${refusalOf(viewer, uuid)}`);
      if ((await viewer.wait(isLine(uuid))) === null) return failed('the sender does not get it');
      // A guest has the user id 0, which is no receiver.
      const toNobody = viewer.say(`verify ${randomUUID()}`, { isSecret: true });
      const seen = await guest.wait((push) => isLine(uuid)(push) || isLine(toNobody)(push), SILENCE_MS);
      if (seen === null) return passed();
      return failed(seen.body['uuid'] === uuid ? 'a third one gets it' : 'a guest gets a line without a receiver');
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
      withRoom(rule, async (_backend, { viewer, other, guest }) => {
        const found = [viewer, other, guest].flatMap(({ problems }) => problems.filter((one) => one.rule === rule));
        const pushes = [viewer, other, guest].reduce((sum, one) => sum + one.pushes.length, 0);
        if (rule === 'socket-contents') for (const one of [viewer, other, guest]) one.close();
        return found.length === 0 ? passed(`${pushes} pushes`) : failed(found[0]!.problem);
      }),
    ),
  ];
}

const refusalOf = ({ pushes }: ChatClient, uuid: string): string => {
  const refused = pushes.find(({ command, body }) => command === ERROR && body['uuid'] === uuid);
  return refused === undefined ? '' : `: errno ${String(refused.body['errno'])}`;
};
