import { runMachine } from '../../run-machine.ts';
import { expect, test } from 'vitest';
import {
  LOGIN_LIMITS,
  loginMachine,
  loginView,
  readCodeSent,
  readOptions,
  readQr,
  readQrState,
  readSignedIn,
  type LoginEffect,
  type LoginEvent,
} from '../../../src/features/login/room.ts';
import { words } from '../../../src/features/login/text.ts';
import { TRANSLATE } from '../../../src/ui/features/panel.ts';

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
  it.send({ type: 'request-code', phone: '12ab' });
  expect(it.trouble()).toEqual({ field: 'account', why: 'bad-phone', message: '' });
  it.send({ type: 'request-code', phone: ' 138-0013 8000 ' });
  expect(it.last()).toMatchObject({ type: 'send-code', phone: PHONE });
  it.answer({ type: 'code-sent', phone: PHONE, answer: { ok: true, value: 60_000 } });
  expect(it.view()).toMatchObject({ codeTo: PHONE, resendMs: 60_000, trouble: null });
  it.clock.advance(59_999);
  it.send({ type: 'request-code', phone: PHONE });
  expect(it.count('send-code')).toBe(1);
  it.clock.advance(1);
  it.send({ type: 'request-code', phone: PHONE });
  expect(it.count('send-code')).toBe(2);
  it.answer({ type: 'code-sent', phone: PHONE, answer: { ok: true, value: 60_000 } });
  it.send({ type: 'submit', credentials: { way: 'code', account: PHONE, secret: ' 1234 ' } });
  expect(it.last()).toMatchObject({ type: 'sign-in', credentials: { way: 'code', account: PHONE, secret: '1234' } });
  it.answer({ type: 'signed-in', answer: { ok: true, value: LOGIN } });
  expect(it.last()).toEqual({ type: 'done', login: LOGIN });
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
});

test('S24 a QR code is polled with jitter until the phone confirms it', () => {
  const it = opened(0.5);
  it.send({ type: 'choose', way: 'qr' });
  it.answer({ type: 'qr', answer: { ok: true, value: TICKET } });
  expect(it.view()?.qr).toEqual({ name: 'waiting', url: TICKET.url });
  it.clock.advance(2_499);
  expect(it.count('poll-qr')).toBe(0);
  // Half of the spread of 0.5: 2.5 s. No further poll before the answer; a lost one is repeated.
  it.clock.advance(5_001);
  expect(it.count('poll-qr')).toBe(1);
  it.answer({ type: 'qr-state', answer: null });
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
  expect(it.view()?.qr.name).toBe('expired');
  const polls = it.count('poll-qr');
  it.clock.advance(TICKET.expiresMs);
  expect(it.count('poll-qr')).toBe(polls);
  it.send({ type: 'new-code' });
  expect(it.last()?.type).toBe('fetch-qr');
  it.answer({ type: 'qr', answer: null });
  expect(it.view()?.qr.name).toBe('failed');
});

test('S24 answers of a closed dialog are dropped, and the waiting time of the next code is kept', () => {
  const it = opened();
  it.send({ type: 'request-code', phone: PHONE });
  it.answer({ type: 'code-sent', phone: PHONE, answer: { ok: true, value: 60_000 } });
  it.send({ type: 'submit', credentials: { way: 'code', account: PHONE, secret: '1' } });
  const { epoch } = it.state();
  it.send({ type: 'close' });
  it.send({ type: 'signed-in', epoch, answer: { ok: true, value: LOGIN } });
  expect([it.view(), it.count('done')]).toEqual([null, 0]);
  it.send({ type: 'open' });
  expect(it.view()?.resendMs).toBe(60_000);
});

test('S24 answers are read within their bounds; unknown ways, incomplete accounts and bad logins are dropped', () => {
  const more = Array.from({ length: 20 }, (_, at) => ({ id: `${at}`, name: 'n' }));
  const ready = [{ id: 'a', name: 'A', about: 'b' }, { id: 'x' }, ...more];
  const options = readOptions({ code: 0, data: { ways: ['qr', 'retina', 'code'], ready, note: 'n'.repeat(200), termsUrl: 'ftp://a' } });
  const value = options.ok && options.value.ok ? options.value.value : null;
  expect(value).toMatchObject({ ways: ['code', 'qr'], termsUrl: '' });
  expect([value?.ready.length, value?.note.length]).toEqual([LOGIN_LIMITS.ready.value - 1, LOGIN_LIMITS.textChars.value]);
  expect(readOptions({ code: 0, data: { ways: [] } })).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
  for (const body of [{}, null, 'text']) expect(readOptions(body)).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
  expect([1, 60, 9_999].map((resendS) => readCodeSent({ code: 0, data: { resendS } }))).toMatchObject(
    [10_000, 60_000, 300_000].map((ms) => ({ value: { value: ms } })),
  );
  expect(readSignedIn({ code: 0, data: { userId: 0, token: 't' } })).toMatchObject({ ok: false });
  expect(readSignedIn({ code: 0, data: { userId: 7, token: 'a;b' } })).toMatchObject({ ok: false });
  expect(readSignedIn({ code: 7, msg: '密码错误' })).toEqual({ ok: true, value: { ok: false, text: '密码错误' } });
  expect(readSignedIn({ code: '7', msg: '密码错误' })).toEqual({ ok: true, value: { ok: false, text: '密码错误' } });
  expect(readQr({ code: '0', data: { ticket: 't', url: '//sign.test/q' } })).toMatchObject({ value: { value: { url: '//sign.test/q' } } });
  expect(readQr({ code: 0, data: { ticket: 't', url: 'javascript:x', expiresS: 60 } })).toMatchObject({ ok: false });
  const quick = readQr({ code: 0, data: { ticket: 't', url: '/a', expiresS: 1, pollMs: 1 } });
  expect(quick).toMatchObject({ value: { value: { expiresMs: 30_000, pollMs: 1_000 } } });
  expect(readQrState({ code: 0, data: { state: 'confirmed' } })).toMatchObject({ ok: false });
});
