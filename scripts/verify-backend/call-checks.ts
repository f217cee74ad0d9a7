/** Checks of the page and of the HTTP calls. */
import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { contract, fieldsOf, type Fields, type Operation, sampleOf } from '../api/contract.ts';
import {
  ask,
  bodyOf,
  failed,
  get,
  GUEST,
  notOffered,
  passed,
  type Answer,
  type Backend,
  type Check,
  type Outcome,
  type User,
} from './backend.ts';

const MISSING = 404;
const isMissing = ({ status, json }: Answer): boolean => status === MISSING || fieldsOf(json)['code'] === MISSING;
const isGood = (status: number): boolean => status >= 200 && status < 300;

const onPage = (name: string, run: (backend: Backend, page: NonNullable<Backend['page']>) => Outcome | Promise<Outcome>): Check => ({
  name,
  run: async (backend) => (backend.page === null ? notOffered('there is no page at the address') : run(backend, backend.page)),
});

const SCRIPT = /<script[^>]*\ssrc="([^"]+)"/;

const PAGE_CHECKS: readonly Check[] = [
  onPage('page-html', (_backend, { status, html }) => {
    if (!isGood(status)) return failed(`status ${status}`);
    const setting = /<script type="application\/json" id="services">([^]*?)<\/script>/.exec(html)?.[1];
    if (setting === undefined) return failed('the page holds no services setting');
    try {
      JSON.parse(setting.trim() === '' ? '{}' : setting);
      return passed();
    } catch {
      return failed('the services setting is not JSON');
    }
  }),
  onPage('page-isolation', async (backend, { headers, html }) => {
    const isIsolated = (given: Headers): boolean =>
      given.has('document-isolation-policy') || (given.has('cross-origin-opener-policy') && given.has('cross-origin-embedder-policy'));
    if (!isIsolated(headers)) return failed('the page has neither');
    const script = SCRIPT.exec(html)?.[1];
    if (script === undefined) return passed();
    const answer = await get(new URL(script, backend.url).href, backend.waitMs);
    return isIsolated(answer.headers) ? passed() : failed(`${script} has neither`);
  }),
  onPage('page-policy', (_backend, { headers }) => {
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = /(?:^|;)\s*(?:script-src|default-src)\s([^;]*)/.exec(policy)?.[1] ?? '';
    if (!scripts.includes("'self'")) return failed(policy === '' ? 'no Content-Security-Policy' : `scripts: ${scripts}`);
    return /'unsafe-(?:inline|eval)'/.test(scripts) ? failed(`scripts: ${scripts}`) : passed();
  }),
  onPage('page-assets', async ({ url, waitMs }) => {
    const { status, headers } = await get(new URL('/assets/none-00000000.js', url).href, waitMs);
    const cache = headers.get('cache-control') ?? '';
    if (status !== MISSING) return failed(`status ${status}`);
    return /immutable|max-age=0*[1-9]/.test(cache) ? failed(`its 404 is cached: ${cache}`) : passed();
  }),
  onPage('page-icons', async ({ url, waitMs }) => {
    for (const path of ['/favicon.ico', '/robots.txt']) {
      const { status, text } = await get(new URL(path, url).href, waitMs);
      if (status !== MISSING && /<!doctype html/i.test(text)) return failed(`${path} is the page`);
    }
    return passed();
  }),
];

/** A call whose answer is validated against its schema. */
const callCheck = (operation: Operation): Check => ({
  name: operation.id,
  async run(backend) {
    const user = operation.needsLogin ? backend.users[0] : GUEST;
    const schema = operation.body === null ? null : contract().schemaAt(operation.body.pointer);
    const body = schema === null ? undefined : operation.report === 'signed' ? signed(operation) : bodyFor(backend, operation, schema);
    const answer = await ask(backend, operation, { user, body, path: FOLLOW });
    if (operation.isOptional && isMissing(answer)) return notOffered(`status ${answer.status}`);
    if (operation.report !== null) return isGood(answer.status) ? passed() : failed(`status ${answer.status}`);
    if (answer.json === undefined) return failed(`status ${answer.status}, not JSON: ${answer.text.slice(0, 60)}`);
    const problems = contract().answerProblems(operation, answer.status, answer.json);
    return problems.length === 0 ? passed() : failed(problems.join('; '));
  },
});

/** The call of a feature that the checks send. */
const FOLLOW = { feature: 'follow', verb: 'set' } as const;
const followBody = (backend: Backend, user: User): Fields => ({
  ...bodyOf(backend, contract().schemaAt(contract().operation('feature').body!.pointer), user),
  on: 1,
});

/** Removes the follow that the checks sent. */
export const unfollow = (backend: Backend): Promise<Answer> =>
  ask(backend, contract().operation('feature'), { path: FOLLOW, body: { ...followBody(backend, backend.users[0]), on: 0 } });

function bodyFor(backend: Backend, { id, body }: Operation, schema: Fields): unknown {
  const user = backend.users[0];
  if (id === 'giftSend') return order(backend, 1, randomUUID());
  // A viewer other than the star may send the call and is refused.
  if (id === 'publish') return { on: false };
  if (id === 'feature') return followBody(backend, user);
  return contract().schemaAt(body!.pointer)['type'] === 'array' ? sampleOf(schema) : bodyOf(backend, schema, user);
}

function signed({ body }: Operation): string {
  const list = JSON.stringify(sampleOf(contract().schemaAt(body!.pointer.replace(/schema$/, 'x-list'))));
  const signature = crc32(list).toString(16).padStart(8, '0');
  return `content=${encodeURIComponent(signature + list)}`;
}

/** A valid order for the star of the room; gift id 0 is used only for the schema check. */
export function order({ starId, roomId }: Backend, giftId: number, reqId: string): Fields {
  const receiver = { toUserId: starId, toFootlightId: starId, toKgId: starId, toFxId: starId };
  const gift = { giftId, giftNum: 1, giftType: 1, giftLucky: 0, letterContent: '' };
  return {
    ...receiver,
    ...gift,
    type: 0,
    store: 0,
    triggerType: 0,
    extStr: JSON.stringify({ roomId }),
    ext: JSON.stringify({ reqId, comboId: `combo-${reqId}`, comboNum: 1 }),
  };
}

/** The cheapest gift that anybody can give for coins; null without a shop. */
export async function cheapestGift(backend: Backend): Promise<number | null> {
  const answer = await ask(backend, contract().operation('giftList'));
  const { tabs } = fieldsOf(fieldsOf(answer.json)['data']);
  const gifts = (Array.isArray(tabs) ? tabs : []).flatMap((tab): readonly unknown[] => {
    const own = fieldsOf(tab)['gifts'];
    return Array.isArray(own) ? own : [];
  });
  const open = gifts
    .map(fieldsOf)
    .filter(({ guard, level, lucky, price }) => guard !== 1 && guard !== true && !lucky && !level && Number(price) > 0)
    .sort((a, b) => Number(a['price']) - Number(b['price']));
  const id = open[0]?.['giftId'];
  return typeof id === 'number' ? id : null;
}

const OTHER_ORIGIN = 'https://other.example';

/** '' if a page of another origin may read the answer. */
function corsProblem({ limits }: Operation, { headers }: Answer): string {
  const allowed = headers.get('access-control-allow-origin');
  const problem = `Access-Control-Allow-Origin is ${allowed ?? 'missing'}`;
  if (limits?.cookies !== 'include') return allowed === OTHER_ORIGIN || allowed === '*' ? '' : problem;
  const credentials = headers.get('access-control-allow-credentials');
  return allowed === OTHER_ORIGIN && credentials === 'true' ? '' : `${problem}, credentials ${credentials ?? 'missing'}`;
}

/** '' if a page of another origin may send the call with a JSON body. In an answer to a call with cookies `*` is no wildcard. */
async function preflightProblem(backend: Backend, operation: Operation): Promise<string> {
  const headers = { origin: OTHER_ORIGIN, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
  const answer = await ask(backend, operation, { method: 'OPTIONS', headers, path: FOLLOW });
  if (!isGood(answer.status)) return `status ${answer.status}`;
  const allows = (name: string, ...values: readonly string[]): boolean => {
    const given = (answer.headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/);
    return values.some((value) => given.includes(value));
  };
  if (!allows('access-control-allow-methods', 'post', '*')) return 'POST is not allowed';
  const any = operation.limits?.cookies === 'include' ? [] : ['*'];
  return allows('access-control-allow-headers', 'content-type', ...any) ? corsProblem(operation, answer) : 'content-type is not allowed';
}

const ACROSS_CALLS: readonly Check[] = [
  {
    name: 'cors',
    async run(backend) {
      for (const operation of contract().operations.filter(({ body }) => body === null)) {
        const answer = await ask(backend, operation, { headers: { origin: OTHER_ORIGIN } });
        const why = operation.isOptional && isMissing(answer) ? '' : corsProblem(operation, answer);
        if (why !== '') return failed(`${operation.id}: ${why}`);
      }
      return passed();
    },
  },
  {
    name: 'preflight',
    async run(backend) {
      for (const id of ['feature', 'giftSend']) {
        const why = await preflightProblem(backend, contract().operation(id));
        if (why !== '') return failed(`${id}: ${why}`);
      }
      return passed();
    },
  },
  {
    name: 'unknown-room',
    async run(backend) {
      const answer = await ask(backend, contract().operation('liveInfo'), { path: { roomId: '999999999998' } });
      if (!isGood(answer.status)) return passed();
      return fieldsOf(answer.json)['responseCode'] === 0 ? failed('responseCode 0') : passed();
    },
  },
  {
    name: 'guest-refused',
    async run(backend) {
      let asked = 0;
      const gift = (await cheapestGift(backend)) ?? 1;
      for (const user of [GUEST, { ...backend.users[0], token: '' }])
        for (const id of ['giftWallet', 'giftSend', 'feature'] as const) {
          const bodies = { giftWallet: undefined, giftSend: order(backend, gift, randomUUID()), feature: followBody(backend, user) };
          const answer = await ask(backend, contract().operation(id), { user, body: bodies[id], path: FOLLOW });
          if (isMissing(answer)) continue;
          asked++;
          const who = user === GUEST ? 'a guest' : 'a user id without a token';
          if (isGood(answer.status) && fieldsOf(answer.json)['code'] === 0) return failed(`${id} answers ${who} with code 0`);
        }
      return asked === 0 ? notOffered('no call needs a login') : passed();
    },
  },
  {
    name: 'star-refused',
    async run(backend) {
      const send = (on: boolean): Promise<Answer> =>
        ask(backend, contract().operation('publish'), { user: backend.users[0], body: { on } });
      const answer = await send(true);
      if (isMissing(answer)) return notOffered(`status ${answer.status}`);
      if (!isGood(answer.status) || fieldsOf(answer.json)['code'] !== 0) return passed();
      await send(false);
      return failed('a viewer may begin a broadcast');
    },
  },
  {
    name: 'order-once',
    async run(backend) {
      const giftId = await cheapestGift(backend);
      if (giftId === null) return notOffered('no gifts');
      const [user] = backend.users;
      const balance = async (): Promise<unknown> =>
        fieldsOf(fieldsOf((await ask(backend, contract().operation('giftWallet'), { user })).json)['data'])['balance'];
      const send = (body: Fields): Promise<Answer> => ask(backend, contract().operation('giftSend'), { user, body });
      const body = order(backend, giftId, randomUUID());
      const first = await send(body);
      if (fieldsOf(first.json)['code'] !== 0) return failed(`the order was refused: ${first.text.slice(0, 120)}`);
      const paid = await balance();
      if (typeof paid !== 'number') return notOffered('the wallet has no balance');
      const second = await send(body);
      if (fieldsOf(second.json)['code'] !== 0) return failed(`the second attempt was refused: ${second.text.slice(0, 120)}`);
      const after = await balance();
      return paid === after ? passed() : failed(`the balance went from ${String(paid)} to ${String(after)}`);
    },
  },
];

/** In the order of the contract; checks that need a socket are in chat-checks.ts. */
export const callChecks = (): readonly Check[] => [...PAGE_CHECKS, ...contract().operations.map(callCheck), ...ACROSS_CALLS];
