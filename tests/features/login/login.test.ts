import { runMachine } from '../../run-machine.ts';
import { beforeAll, expect, test } from 'vitest';
import { loadAllFeatures, openedRoom } from '../../workers/room/harness.ts';
import {
  LOGIN_LIMITS,
  loginMachine,
  loginView,
  readCodeSent,
  readOptions,
  readQr,
  readQrState,
  readSignedIn,
  type LoginAction,
  type LoginEffect,
  type LoginEvent,
} from '../../../src/features/login/room.ts';
import { words } from '../../../src/features/login/text.ts';
import { TRANSLATE } from '../../../src/ui/features/panel.ts';

beforeAll(loadAllFeatures);

const zh = words(TRANSLATE['zh-CN']);
const en = words(TRANSLATE.en);

const OPTIONS = { ways: ['code', 'password', 'qr'] as const, ready: [], note: '', termsUrl: '' };
const LOGIN = { userId: 42, token: 't', nickname: '阿星' };
const TICKET = { ticket: 'a', url: '/scan?ticket=a', expiresMs: 60_000, pollMs: 2_000 };
const PHONE = '13800138000';

function opened(random = 0) {
  const { clock, effects, runner } = runMachine(loginMachine, () => ({ random: () => random }));
  const it = {
    clock,
    effects,
    state: () => runner.state(),
    view: () => loginView(runner.state(), clock.nowMs()),
    send: (event: LoginEvent) => runner.send(event),
    answer: (event: object) => runner.send({ epoch: runner.state().epoch, ...event } as LoginEvent),
    last: () => effects.at(-1),
    trouble: () => runner.state().trouble,
    count: (type: LoginEffect['type']) => effects.filter((effect) => effect.type === type).length,
  };
  it.send({ type: 'open' });
  it.answer({ type: 'options', answer: { ok: true, value: OPTIONS } });
  return it;
}

test('S24 a code is sent to a telephone number once within its waiting time, and logs in', () => {
  const it = opened();
  // None of these has an effect: the dialog is open, the way is not offered, and there is no QR code.
  for (const event of [{ type: 'open' }, { type: 'choose', way: 'token' }, { type: 'new-code' }] as const) it.send(event);
  expect([it.effects, it.view()?.way]).toEqual([[{ type: 'fetch-options', epoch: 1 }], 'code']);
  it.send({ type: 'request-code', phone: '12ab' });
  expect(it.trouble()).toEqual({ field: 'account', why: 'bad-phone', message: '' });
  it.send({ type: 'request-code', phone: ' 138-0013 8000 ' });
  expect([it.last(), it.view()?.busy]).toMatchObject([{ type: 'send-code', phone: PHONE }, 'code']);
  it.send({ type: 'request-code', phone: PHONE });
  expect(it.count('send-code')).toBe(1);
  it.answer({ type: 'code-sent', phone: PHONE, answer: { ok: true, value: 60_000 } });
  expect(it.view()).toMatchObject({ codeTo: PHONE, resendMs: 60_000, trouble: null });
  it.clock.advance(59_999);
  it.send({ type: 'request-code', phone: PHONE });
  expect([it.count('send-code'), it.view()?.resendMs]).toEqual([1, 1]);
  it.clock.advance(1);
  it.send({ type: 'request-code', phone: PHONE });
  expect(it.count('send-code')).toBe(2);
  it.answer({ type: 'code-sent', phone: PHONE, answer: { ok: true, value: 60_000 } });
  it.send({ type: 'submit', credentials: { way: 'code', account: '(138)0013-8000', secret: ' 1234 ' } });
  expect(it.last()).toMatchObject({ type: 'sign-in', credentials: { way: 'code', account: PHONE, secret: '1234' } });
  expect(it.view()?.busy).toBe('sign-in');
  it.answer({ type: 'signed-in', answer: { ok: true, value: LOGIN } });
  expect([it.last(), it.view()?.busy]).toEqual([{ type: 'done', login: LOGIN }, 'none']);
});

test('S24 a password is sent as it was typed, and an account of one press without a secret', () => {
  for (const [given, sent] of [
    [
      { way: 'password', account: ' a-b c ', secret: ' 1 ' },
      { account: 'a-b c', secret: ' 1 ' },
    ],
    [
      { way: 'ready', account: 'star', secret: '' },
      { account: 'star', secret: '' },
    ],
  ] as const) {
    const it = opened();
    it.send({ type: 'submit', credentials: given });
    expect(it.last()).toMatchObject({ type: 'sign-in', credentials: { way: given.way, ...sent } });
  }
});

test('S24 without ways from the service the dialog offers user id and token; a way cannot be chosen before', () => {
  for (const answer of [null, { ok: false, text: '' }]) {
    const { effects, runner } = runMachine(loginMachine, () => ({ random: () => 0 }));
    for (const event of [{ type: 'open' }, { type: 'choose', way: 'qr' }] as const) runner.send(event);
    runner.send({ type: 'options', epoch: runner.state().epoch, answer } as LoginEvent);
    expect([runner.state().way, effects.length]).toEqual(['token', 1]);
  }
});

test.each([
  [{ way: 'code', account: '1', secret: '1' }, 'account', 'bad-phone'],
  [{ way: 'code', account: PHONE, secret: ' ' }, 'secret', 'no-code'],
  [{ way: 'password', account: ' ', secret: 'x' }, 'account', 'no-account'],
  [{ way: 'password', account: 'a', secret: '' }, 'secret', 'no-password'],
] as const)('S24 %j is not sent and marks the field %s', (credentials, field, why) => {
  const it = opened();
  it.send({ type: 'submit', credentials });
  expect([it.trouble(), it.count('sign-in')]).toEqual([{ field, why, message: '' }, 0]);
  expect([zh.troubles[why] === '', en.troubles[why] === '']).toEqual([false, false]);
});

test('S24 a refusal shows the text of the service, a missing answer that the login failed; both can be repeated', () => {
  const it = opened();
  const credentials = { way: 'password', account: 'a', secret: 'b' } as const;
  it.send({ type: 'submit', credentials });
  it.send({ type: 'submit', credentials });
  expect(it.count('sign-in')).toBe(1);
  it.answer({ type: 'signed-in', answer: { ok: false, text: '账号或密码错误' } });
  expect(it.trouble()).toEqual({ field: 'secret', why: 'service-text', message: '账号或密码错误' });
  it.send({ type: 'submit', credentials });
  it.answer({ type: 'signed-in', answer: null });
  expect([it.trouble()?.why, it.state().busy]).toEqual(['failed', 'none']);
  for (const [answer, why] of [
    [
      { ok: false, text: '太频繁' },
      { field: 'account', why: 'service-text', message: '太频繁' },
    ],
    [null, { field: null, why: 'failed', message: '' }],
  ] as const) {
    it.send({ type: 'request-code', phone: PHONE });
    it.answer({ type: 'code-sent', phone: PHONE, answer });
    expect([it.trouble(), it.state().busy]).toEqual([why, 'none']);
  }
});

test('S24 a QR code is polled with jitter until the phone confirms it', () => {
  const it = opened(0.5);
  it.send({ type: 'choose', way: 'qr' });
  it.answer({ type: 'qr', answer: { ok: true, value: TICKET } });
  expect(it.view()?.qr).toEqual({ name: 'waiting', url: TICKET.url });
  // A timer that fires early polls nothing.
  const early = () => loginMachine.step(it.state(), { type: 'tick' }, it.clock.nowMs(), { random: () => 0 });
  it.clock.advance(2_499);
  expect([it.count('poll-qr'), early()]).toEqual([0, [it.state()]]);
  // Half of the spread of 0.5: 2.5 s. No further poll before the answer; a lost one is repeated.
  it.clock.advance(5_001);
  expect([it.count('poll-qr'), early()]).toEqual([1, [it.state()]]);
  it.answer({ type: 'qr-state', answer: null });
  expect(it.view()?.qr.name).toBe('waiting');
  it.clock.advance(2_500);
  it.answer({ type: 'qr-state', answer: { ok: true, value: { name: 'scanned' } } });
  expect([it.count('poll-qr'), it.view()?.qr.name]).toEqual([2, 'scanned']);
  it.clock.advance(2_500);
  it.answer({ type: 'qr-state', answer: { ok: true, value: { name: 'confirmed', login: LOGIN } } });
  expect(it.last()).toEqual({ type: 'done', login: LOGIN });
});

test('S24 an expired QR code stops its polls and can be renewed', () => {
  const it = opened();
  it.send({ type: 'choose', way: 'qr' });
  it.answer({ type: 'qr', answer: { ok: true, value: TICKET } });
  it.clock.advance(TICKET.expiresMs);
  expect(it.view()?.qr).toEqual({ name: 'expired', url: '' });
  const polls = it.count('poll-qr');
  it.clock.advance(TICKET.expiresMs);
  // The answer to the last poll is late.
  it.answer({ type: 'qr-state', answer: { ok: true, value: { name: 'scanned' } } });
  expect([it.count('poll-qr'), it.view()?.qr.name]).toEqual([polls, 'expired']);
  it.send({ type: 'new-code' });
  expect(it.last()?.type).toBe('fetch-qr');
  for (const answer of [
    { ok: false, text: '' },
    { ok: true, value: { name: 'expired' } },
  ]) {
    it.answer({ type: 'qr', answer: { ok: true, value: TICKET } });
    it.answer({ type: 'qr-state', answer });
    expect(it.view()?.qr.name).toBe('expired');
  }
  it.answer({ type: 'qr', answer: null });
  expect(it.view()?.qr.name).toBe('failed');
});

test('S24 answers of a closed dialog are dropped, and the waiting time of the next code is kept', () => {
  const it = opened();
  it.send({ type: 'request-code', phone: PHONE });
  it.answer({ type: 'code-sent', phone: PHONE, answer: { ok: true, value: 60_000 } });
  it.send({ type: 'submit', credentials: { way: 'code', account: PHONE, secret: '1' } });
  const { epoch } = it.state();
  const late = (): number => {
    it.send({ type: 'signed-in', epoch, answer: { ok: true, value: LOGIN } });
    return it.count('done');
  };
  it.send({ type: 'choose', way: 'password' });
  expect(late()).toBe(0);
  it.send({ type: 'close' });
  expect([it.view(), late()]).toEqual([null, 0]);
  it.send({ type: 'open' });
  expect([it.view()?.resendMs, late()]).toEqual([60_000, 0]);
  it.answer({ type: 'options', answer: { ok: true, value: OPTIONS } });
  expect(late()).toBe(0);
});

test('S24 answers are read within their bounds; unknown ways, incomplete accounts and bad logins are dropped', () => {
  const more = Array.from({ length: 20 }, (_, at) => ({ id: `${at}`, name: 'n' }));
  const ready = [{ id: 'a', name: 'A', about: 'b' }, { id: 'x' }, { name: '无号' }, ...more];
  const options = readOptions({ code: 0, data: { ways: ['qr', 'retina', 'code'], ready, note: 'n'.repeat(200), termsUrl: 'ftp://a' } });
  const value = options.ok && options.value.ok ? options.value.value : null;
  expect(value).toMatchObject({ ways: ['code', 'qr'], termsUrl: '' });
  expect([value?.ready.length, value?.note.length]).toEqual([LOGIN_LIMITS.ready.value - 2, LOGIN_LIMITS.textChars.value]);
  expect(readOptions({ code: 0, data: { ways: [] } })).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
  for (const body of [{}, null, 'text']) expect(readOptions(body)).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
  expect([1, 60, 9_999].map((resendS) => readCodeSent({ code: 0, data: { resendS } }))).toMatchObject(
    [10_000, 60_000, 300_000].map((ms) => ({ value: { value: ms } })),
  );
  for (const data of [{ userId: 0, token: 't' }, { userId: 7 }, { userId: 7, token: 5 }, { token: 't' }])
    expect(readSignedIn({ code: 0, data })).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
  expect(readSignedIn({ code: 0, data: { userId: 7, token: 'a;b' } })).toMatchObject({ ok: false });
  expect(readSignedIn({ code: 7, msg: '密码错误' })).toEqual({ ok: true, value: { ok: false, text: '密码错误' } });
  expect(readSignedIn({ code: '7', msg: '密码错误' })).toEqual({ ok: true, value: { ok: false, text: '密码错误' } });
  expect(readQr({ code: '0', data: { ticket: 't', url: '//sign.test/q' } })).toMatchObject({ value: { value: { url: '//sign.test/q' } } });
  expect(readQr({ code: 0, data: { ticket: 't', url: 'javascript:x', expiresS: 60 } })).toMatchObject({ ok: false });
  expect(readQr({ code: 0, data: { url: '/a', expiresS: 60 } })).toMatchObject({ ok: false });
  const quick = readQr({ code: 0, data: { ticket: 't', url: '/a', expiresS: 1, pollMs: 1 } });
  expect(quick).toMatchObject({ value: { value: { expiresMs: 30_000, pollMs: 1_000 } } });
  for (const state of ['waiting', 'scanned', 'expired'])
    expect(readQrState({ code: 0, data: { state } })).toEqual({ ok: true, value: { ok: true, value: { name: state } } });
  for (const data of [{ state: 'confirmed' }, { login: { userId: 7, token: 't' } }])
    expect(readQrState({ code: 0, data })).toMatchObject({ ok: false });
});

const ofService = (data: object): object => ({ code: 0, data });
const SERVICE = {
  '/login/options': ofService({ ways: ['code', 'qr'], note: '演示', termsUrl: 'https://room.test/terms' }),
  '/login/code': ofService({ resendS: 60 }),
  '/login/sign-in': ofService({ userId: 42, token: 't', nickname: '阿星' }),
  '/login/qr': ofService({ ticket: 'a', url: '/scan', pollMs: 2_000, expiresS: 60 }),
  '/login/qr-state': ofService({ state: 'confirmed', login: { userId: 43, token: 'u' } }),
};

async function visited(answers: object = {}) {
  const room = await openedRoom({ answers: { ...SERVICE, ...answers } });
  const act = async (action: LoginAction, ms = 40) => {
    room.act({ type: 'feature', feature: 'login', action });
    await room.settle(ms);
  };
  await act({ type: 'open' });
  const sent = () =>
    room.asked
      .filter(({ url }) => url.pathname.startsWith('/login/'))
      .map(({ url, init }) => [init.method, `${url.origin}${url.pathname}`, JSON.parse(init.body as string)]);
  const shown = () => {
    const view = room.view().features['login'];
    return view?.name === 'shown' ? view.view : null;
  };
  return { ...room, act, sent, shown };
}

test('S24 the service receives phone, code and the ticket of the QR code, and the viewer is in the room with the login of its answer', async () => {
  const room = await visited();
  expect(room.shown()).toMatchObject({ options: { note: '演示', termsUrl: 'https://room.test/terms' }, way: 'code' });
  await room.act({ type: 'request-code', phone: PHONE });
  expect(room.shown()).toMatchObject({ codeTo: PHONE, busy: 'none', trouble: null });
  await room.act({ type: 'submit', credentials: { way: 'code', account: PHONE, secret: '1234' } });
  const roomId = 1001;
  expect(room.sent()).toEqual([
    ['POST', 'https://secure.test/login/options', { roomId }],
    ['POST', 'https://secure.test/login/code', { phone: PHONE, roomId }],
    ['POST', 'https://secure.test/login/sign-in', { way: 'code', account: PHONE, secret: '1234', roomId }],
  ]);
  expect([room.connects().at(-1), room.view().me]).toMatchObject([{ userId: 42, token: 't' }, { nickname: '阿星' }]);
  const byPhone = await visited();
  await byPhone.act({ type: 'choose', way: 'qr' });
  expect(byPhone.shown()).toMatchObject({ qr: { name: 'waiting', url: '/scan' } });
  // Two seconds and the largest share of the spread, 0.5.
  await byPhone.settle(2_800);
  expect(byPhone.askedFor('/login/qr-state')).toHaveLength(0);
  await byPhone.settle(200);
  expect(byPhone.sent().at(-1)).toEqual(['POST', 'https://secure.test/login/qr-state', { ticket: 'a', roomId }]);
  expect(byPhone.connects().at(-1)).toMatchObject({ userId: 43, token: 'u' });
});

test('S24 an unreadable answer of the login service is reported, and the dialog shows that the login failed', async () => {
  const room = await visited({ '/login/code': {}, '/login/sign-in': ofService({ userId: 42 }) });
  await room.act({ type: 'request-code', phone: PHONE });
  expect(room.shown()).toMatchObject({ trouble: { why: 'failed' } });
  await room.act({ type: 'submit', credentials: { way: 'code', account: PHONE, secret: '1234' } });
  expect(room.shown()).toMatchObject({ trouble: { why: 'failed' }, busy: 'none' });
  expect(room.reported('failure').map(({ detail }) => detail)).toEqual(
    expect.arrayContaining(['login: no code', 'login: a field is missing']),
  );
});
