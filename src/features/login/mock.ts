/** The offline login service: every number and password works, and three accounts are ready. */
import { defineMock, scenario } from '../../../mocks/scenario.ts';
import type { CallPlace, FeatureAnswer, FeatureBackend } from '../../../mocks/backend/feature-backend.ts';
import { fieldsOf } from '../../../mocks/backend/json.ts';
import { READY } from '../../../mocks/backend/people.ts';

interface Ticket {
  state: 'waiting' | 'scanned' | 'confirmed';
  readonly untilMs: number;
}

interface Logins {
  readonly tickets: Map<string, Ticket>;
  count: number;
}

const RESEND_S = 60;
const EXPIRES_S = 120;
const MAX_TICKETS = 20;
/** Accounts of numbers begin here, above those of the recordings. */
const FIRST_ACCOUNT = 8_000_000;
const ACCOUNTS = 1_000_000;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const done = (data: object): FeatureAnswer => ({ body: { code: 0, data }, pushes: [] });
const refuse = (msg: string): FeatureAnswer => ({ body: { code: 1, msg }, pushes: [] });

/** The same number is always the same account. */
const accountOf = (text: string): number =>
  FIRST_ACCOUNT + Array.from(text).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % ACCOUNTS, 7);

const signedIn = (userId: number, nickname = '') => ({ userId, token: `offline-${userId}`, nickname });

function signIn(body: unknown, { starId, starName }: CallPlace): FeatureAnswer {
  const { way, account, secret } = fieldsOf(body);
  if (way === 'ready') {
    if (account === 'star') return done(signedIn(starId, starName));
    const person = READY.find(({ id }) => id === account);
    return person === undefined ? refuse('没有这个账号') : done(signedIn(person.userId, person.name));
  }
  const [name, word] = [textOf(account), textOf(secret)];
  if (name === '' || word === '') return refuse('请填写完整');
  // The one number and the one password that show a refusal.
  if (way === 'code' && /^0+$/.test(word)) return refuse('验证码错误，请重新输入');
  if (way === 'password' && word === 'wrong') return refuse('账号或密码错误');
  return done(signedIn(accountOf(name)));
}

function newTicket(state: Logins, { nowMs }: CallPlace): FeatureAnswer {
  const ticket = `t${++state.count}-${nowMs.toString(36)}`;
  state.tickets.set(ticket, { state: 'waiting', untilMs: nowMs + EXPIRES_S * 1_000 });
  for (const oldest of state.tickets.keys()) if (state.tickets.size > MAX_TICKETS) state.tickets.delete(oldest);
  return done({ ticket, url: `/frames/login/index.html?ticket=${ticket}`, expiresS: EXPIRES_S, pollMs: 1_500 });
}

function stateOfTicket(state: Logins, id: string, { nowMs }: CallPlace): FeatureAnswer {
  const ticket = state.tickets.get(id);
  if (ticket === undefined || nowMs >= ticket.untilMs) return done({ state: 'expired' });
  if (ticket.state !== 'confirmed') return done({ state: ticket.state });
  state.tickets.delete(id);
  return done({ state: 'confirmed', login: signedIn(accountOf(id)) });
}

/** The page behind the code reports that it was opened, and that its button was pressed. */
function scan(state: Logins, body: unknown): FeatureAnswer {
  const { ticket: id, step } = fieldsOf(body);
  const ticket = state.tickets.get(textOf(id));
  if (ticket === undefined) return refuse('二维码已失效');
  if (ticket.state !== 'confirmed') ticket.state = step === 'confirmed' ? 'confirmed' : 'scanned';
  return done({});
}

export const logins: FeatureBackend<Logins> = {
  prefix: '{secure}/login/',
  begin: () => ({ tickets: new Map(), count: 0 }),
  answer(state, { method, path, body }, place) {
    switch (`${method} ${path}`) {
      case 'POST options':
        return done({
          ways: ['code', 'password', 'qr'],
          ready: [
            ...READY.map(({ id, name, about }) => ({ id, name, about })),
            { id: 'star', name: place.starName, about: '本房间的主播' },
          ],
          note: '离线直播间：任意手机号、验证码和密码都可以登录',
          termsUrl: '/frames/login/terms.html',
        });
      case 'POST code':
        return done({ resendS: RESEND_S });
      case 'POST sign-in':
        return signIn(body, place);
      case 'POST qr':
        return newTicket(state, place);
      case 'POST qr-state':
        return stateOfTicket(state, textOf(fieldsOf(body)['ticket']), place);
      case 'POST scan':
        return scan(state, body);
      default:
        return null;
    }
  },
  recharge: () => undefined,
};

export const mock = defineMock({
  service: logins,
  scenarios: {
    'login-refused': scenario(
      'The login service does not answer: the account and its token are typed by hand',
      '登录服务不可用：手动输入账号和口令',
      {
        faults: [{ on: 'http', kind: 'status', status: 503, match: '/login/options' }],
      },
    ),
  },
});
