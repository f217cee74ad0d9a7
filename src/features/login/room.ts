import { shortText } from '../../core/room/layout/shown-text.ts';
import { addressOf, fieldsOf, wholeOf, type Fields } from '../../player/base/answer-fields.ts';
import { countOf } from '../../core/counts.ts';
import { err, ok, type Result } from '../../core/errors.ts';
import { checkLogin } from '../../core/room/start/cookies.ts';
import { stripHidden } from '../../core/socket/cleaning.ts';
import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import type { Request } from '../../wire/http.ts';
import { defineRoomPart, loginChanged, type FeatureContext } from '../../workers/room/features/feature-api.ts';

// Answers of the login service. The specification shows none: calls and fields are the project's.
/** `token`: user id and token typed by hand (ui/overlays/RoomDialog.tsx), if the service offers none of the other ways. */
const OFFERED = ['code', 'password', 'qr'] as const;
export type Way = (typeof OFFERED)[number] | 'token';

/** An account that is offered for one press, in a demonstration. */
interface ReadyPerson {
  readonly id: string;
  readonly name: string;
  readonly about: string;
}

interface Options {
  readonly ways: readonly [Way, ...Way[]];
  readonly ready: readonly ReadyPerson[];
  /** A hint of the service for the viewer. */
  readonly note: string;
  readonly termsUrl: string;
}

const TOKEN_ONLY: Options = { ways: ['token'], ready: [], note: '', termsUrl: '' };

interface SignedIn {
  readonly userId: number;
  readonly token: string;
  readonly nickname: string;
}

interface QrTicket {
  readonly ticket: string;
  readonly url: string;
  readonly expiresMs: number;
  readonly pollMs: number;
}

type QrAnswer = { readonly name: 'waiting' | 'scanned' | 'expired' } | { readonly name: 'confirmed'; readonly login: SignedIn };

/** A refusal with the service's text for the viewer, '' without one. */
type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly text: string };

export const LOGIN_LIMITS = {
  ready: { value: 6, unit: 'accounts for one press' },
  textChars: { value: 60, unit: 'characters of a text of the service' },
  ticketChars: { value: 64, unit: 'characters of a ticket' },
} as const satisfies Record<string, { value: number; unit: string }>;

const RESEND_MS = { min: 10_000, max: 300_000 } as const;
const POLL_MS = { min: 1_000, max: 10_000 } as const;
const EXPIRES_MS = { min: 30_000, max: 600_000 } as const;

const textOf = (value: unknown, maxChars: number = LOGIN_LIMITS.textChars.value): string => shortText(value, maxChars);
const between = (value: unknown, { min, max }: { readonly min: number; readonly max: number }): number =>
  Math.min(max, Math.max(min, countOf(value)));

function readAnswer<T>(body: unknown, read: (data: Fields) => T | null): Result<Answer<T>> {
  const fields = fieldsOf(body);
  const code = wholeOf(fields['code']);
  if (code === undefined) return err('HTTP_BAD_BODY', 'login: no code');
  if (code !== 0) return ok({ ok: false, text: textOf(fields['msg']) });
  const value = read(fieldsOf(fields['data']));
  return value === null ? err('HTTP_BAD_BODY', 'login: a field is missing') : ok({ ok: true, value });
}

export const readOptions = (body: unknown): Result<Answer<Options>> =>
  readAnswer(body, (data) => {
    const given: readonly unknown[] = Array.isArray(data['ways']) ? data['ways'] : [];
    const [first, ...others] = OFFERED.filter((way) => given.includes(way));
    const rows: readonly unknown[] = Array.isArray(data['ready']) ? data['ready'].slice(0, LOGIN_LIMITS.ready.value) : [];
    const ready = rows.flatMap((row): readonly ReadyPerson[] => {
      const { id, name, about } = fieldsOf(row);
      const person = { id: textOf(id), name: stripHidden(textOf(name)), about: textOf(about) };
      return person.id === '' || person.name === '' ? [] : [person];
    });
    if (first === undefined) return null;
    return { ways: [first, ...others], ready, note: textOf(data['note']), termsUrl: addressOf(data['termsUrl']) ?? '' };
  });

/** Time in ms until another code can be requested. */
export const readCodeSent = (body: unknown): Result<Answer<number>> =>
  readAnswer(body, (data) => between(countOf(data['resendS']) * 1_000, RESEND_MS));

function signedIn(value: unknown): SignedIn | null {
  const fields = fieldsOf(value);
  const token = fields['token'];
  const login = checkLogin(String(countOf(fields['userId'])), typeof token === 'string' ? token : '');
  return login.ok ? { ...login.value, nickname: stripHidden(textOf(fields['nickname'])) } : null;
}

export const readSignedIn = (body: unknown): Result<Answer<SignedIn>> => readAnswer(body, signedIn);

export const readQr = (body: unknown): Result<Answer<QrTicket>> =>
  readAnswer(body, (data) => {
    const ticket = textOf(data['ticket'], LOGIN_LIMITS.ticketChars.value);
    const url = addressOf(data['url']) ?? '';
    if (ticket === '' || url === '') return null;
    return { ticket, url, expiresMs: between(countOf(data['expiresS']) * 1_000, EXPIRES_MS), pollMs: between(data['pollMs'], POLL_MS) };
  });

export const readQrState = (body: unknown): Result<Answer<QrAnswer>> =>
  readAnswer(body, (data): QrAnswer | null => {
    const name = data['state'];
    if (name === 'waiting' || name === 'scanned' || name === 'expired') return { name };
    const login = name === 'confirmed' ? signedIn(data['login']) : null;
    return login === null ? null : { name: 'confirmed', login };
  });

/** Reason shown in the dialog; the panel translates all but `service-text`, which has the service's text. */
type TroubleWhy = 'bad-phone' | 'no-account' | 'no-code' | 'no-password' | 'service-text' | 'failed';
export interface Trouble {
  readonly field: 'account' | 'secret' | null;
  readonly why: TroubleWhy;
  readonly message: string;
}

type Qr =
  | { readonly name: 'loading' | 'failed' | 'expired' }
  | (QrTicket & { readonly name: 'waiting' | 'scanned'; readonly pollAtMs: number | null; readonly untilMs: number });

interface Login {
  readonly name: 'closed' | 'open';
  /** null: loading. */
  readonly options: Options | null;
  readonly way: Way;
  readonly busy: 'none' | 'code' | 'sign-in';
  readonly trouble: Trouble | null;
  /** Telephone to which the last code was sent; '' for none. */
  readonly codeTo: string;
  /** Time at which another code can be requested. */
  readonly resendAtMs: number;
  readonly qr: Qr;
  /** Increases when the dialog is closed or another way is chosen: answers of an earlier one are dropped. */
  readonly epoch: number;
}

interface LoginContext {
  readonly random: () => number;
}

interface Credentials {
  readonly way: 'code' | 'password' | 'ready';
  readonly account: string;
  readonly secret: string;
}

export type LoginEvent =
  | { readonly type: 'open' | 'close' | 'new-code' | 'login-changed' }
  | { readonly type: 'choose'; readonly way: Way }
  | { readonly type: 'request-code'; readonly phone: string }
  | { readonly type: 'submit'; readonly credentials: Credentials }
  /** Answers; null: there was none, or an unreadable one. */
  | { readonly type: 'options'; readonly epoch: number; readonly answer: Answer<Options> | null }
  | { readonly type: 'code-sent'; readonly epoch: number; readonly phone: string; readonly answer: Answer<number> | null }
  | { readonly type: 'signed-in'; readonly epoch: number; readonly answer: Answer<SignedIn> | null }
  | { readonly type: 'qr'; readonly epoch: number; readonly answer: Answer<QrTicket> | null }
  | { readonly type: 'qr-state'; readonly epoch: number; readonly answer: Answer<QrAnswer> | null };

export type LoginEffect =
  | { readonly type: 'fetch-options' | 'fetch-qr'; readonly epoch: number }
  | { readonly type: 'send-code'; readonly epoch: number; readonly phone: string }
  | { readonly type: 'sign-in'; readonly epoch: number; readonly credentials: Credentials }
  | { readonly type: 'poll-qr'; readonly epoch: number; readonly ticket: string }
  | { readonly type: 'done'; readonly login: SignedIn };

type LoginStep = Step<Login, LoginEffect>;

const LOADING: Qr = { name: 'loading' };
const CLOSED: Login = {
  name: 'closed',
  options: null,
  way: 'code',
  busy: 'none',
  trouble: null,
  codeTo: '',
  resendAtMs: 0,
  qr: LOADING,
  epoch: 0,
};
/** Spaces, hyphens and brackets are accepted in a telephone number. */
const SEPARATORS = /[\s()-]+/g;
const PHONE = /^\+?\d{6,15}$/;
/** Share of the poll interval by which polls of many viewers are spread. */
const POLL_SPREAD = 0.5;

export const loginMachine: Machine<Login, LoginEvent, LoginEffect, LoginContext> = {
  name: 'login',
  initial: CLOSED,
  step: stepLogin,
  deadlineMs: ({ qr }) => ('untilMs' in qr ? Math.min(qr.untilMs, qr.pollAtMs ?? qr.untilMs) : null),
};

function stepLogin(state: Login, event: LoginEvent | Tick, nowMs: number, context: LoginContext): LoginStep {
  if ('epoch' in event && event.epoch !== state.epoch) return [state];
  switch (event.type) {
    case 'open':
      return state.name === 'open' ? [state] : open(state);
    case 'close':
    case 'login-changed':
      if (state.name === 'closed') return [state];
      // The waiting time of the next code goes on, because the service counts it too.
      return [{ ...CLOSED, codeTo: state.codeTo, resendAtMs: state.resendAtMs, epoch: state.epoch + 1 }];
    case 'choose':
      return state.options?.ways.includes(event.way) === true ? choose(state, event.way) : [state];
    case 'new-code':
      return state.way === 'qr' ? choose(state, 'qr') : [state];
    case 'request-code':
      return requestCode(state, event.phone, nowMs);
    case 'submit':
      return submit(state, event.credentials);
    case 'options': {
      const { answer } = event;
      // A service without these ways is used by its token.
      const options = answer?.ok === true ? answer.value : TOKEN_ONLY;
      return choose({ ...state, options }, options.ways[0]);
    }
    case 'code-sent':
      if (event.answer?.ok !== true) return [refused(state, event.answer?.text ?? '', 'account')];
      return [{ ...state, busy: 'none', trouble: null, codeTo: event.phone, resendAtMs: nowMs + event.answer.value }];
    case 'signed-in':
      if (event.answer?.ok !== true) return [refused(state, event.answer?.text ?? '', 'secret')];
      return [
        { ...state, busy: 'none', trouble: null },
        { type: 'done', login: event.answer.value },
      ];
    case 'qr':
      if (event.answer?.ok !== true) return [{ ...state, qr: { name: 'failed' } }];
      return [{ ...state, qr: waiting(event.answer.value, nowMs, context) }];
    case 'qr-state':
      return answeredQr(state, event.answer, nowMs, context);
    case 'tick':
      return tick(state, nowMs);
  }
}

function open(state: Login): LoginStep {
  const epoch = state.epoch + 1;
  return [
    { ...state, name: 'open', options: null, trouble: null, epoch },
    { type: 'fetch-options', epoch },
  ];
}

function choose(state: Login, way: Way): LoginStep {
  const epoch = state.epoch + 1;
  const next: Login = { ...state, way, busy: 'none', trouble: null, qr: LOADING, epoch };
  return way === 'qr' ? [next, { type: 'fetch-qr', epoch }] : [next];
}

const trouble = (state: Login, field: Trouble['field'], why: TroubleWhy, message = ''): Login => ({
  ...state,
  busy: 'none',
  trouble: { field, why, message },
});

const refused = (state: Login, text: string, field: Trouble['field']): Login =>
  text === '' ? trouble(state, null, 'failed') : trouble(state, field, 'service-text', text);

function requestCode(state: Login, given: string, nowMs: number): LoginStep {
  const phone = given.replace(SEPARATORS, '');
  if (state.busy !== 'none' || nowMs < state.resendAtMs) return [state];
  if (!PHONE.test(phone)) return [trouble(state, 'account', 'bad-phone')];
  return [
    { ...state, busy: 'code', trouble: null },
    { type: 'send-code', epoch: state.epoch, phone },
  ];
}

function submit(state: Login, given: Credentials): LoginStep {
  if (state.busy !== 'none') return [state];
  const { way, secret } = given;
  const account = way === 'code' ? given.account.replace(SEPARATORS, '') : given.account.trim();
  if (way === 'code' && !PHONE.test(account)) return [trouble(state, 'account', 'bad-phone')];
  if (account === '') return [trouble(state, 'account', 'no-account')];
  if (way !== 'ready' && secret.trim() === '') return [trouble(state, 'secret', way === 'code' ? 'no-code' : 'no-password')];
  const credentials = { way, account, secret: way === 'code' ? secret.trim() : secret };
  return [
    { ...state, busy: 'sign-in', trouble: null },
    { type: 'sign-in', epoch: state.epoch, credentials },
  ];
}

const nextPoll = (pollMs: number, nowMs: number, { random }: LoginContext): number => nowMs + pollMs * (1 + POLL_SPREAD * random());

const waiting = (ticket: QrTicket, nowMs: number, context: LoginContext): Qr => ({
  ...ticket,
  name: 'waiting',
  pollAtMs: nextPoll(ticket.pollMs, nowMs, context),
  untilMs: nowMs + ticket.expiresMs,
});

/** A poll without an answer is repeated until the code expires. */
function answeredQr(state: Login, answer: Answer<QrAnswer> | null, nowMs: number, context: LoginContext): LoginStep {
  const { qr } = state;
  if (!('untilMs' in qr)) return [state];
  if (answer?.ok === true && answer.value.name === 'confirmed')
    return [
      { ...state, qr: LOADING },
      { type: 'done', login: answer.value.login },
    ];
  if (answer?.ok === false || answer?.value.name === 'expired') return [{ ...state, qr: { name: 'expired' } }];
  const name = answer?.value.name === 'scanned' ? 'scanned' : qr.name;
  return [{ ...state, qr: { ...qr, name, pollAtMs: nextPoll(qr.pollMs, nowMs, context) } }];
}

function tick(state: Login, nowMs: number): LoginStep {
  const { qr } = state;
  if (!('untilMs' in qr)) return [state];
  if (nowMs >= qr.untilMs) return [{ ...state, qr: { name: 'expired' } }];
  if (qr.pollAtMs === null || nowMs < qr.pollAtMs) return [state];
  return [
    { ...state, qr: { ...qr, pollAtMs: null } },
    { type: 'poll-qr', epoch: state.epoch, ticket: qr.ticket },
  ];
}

/** Input of the panel; null while the dialog is closed. `resendMs`: left when the view was made. */
export type LoginView = Omit<Login, 'name' | 'epoch' | 'resendAtMs' | 'qr'> & {
  readonly resendMs: number;
  readonly qr: { readonly name: Qr['name']; readonly url: string };
};

export function loginView({ name, epoch: _epoch, resendAtMs, qr, ...state }: Login, nowMs: number): LoginView | null {
  if (name === 'closed') return null;
  return { ...state, resendMs: Math.max(0, resendAtMs - nowMs), qr: { name: qr.name, url: 'url' in qr ? qr.url : '' } };
}

export type LoginAction =
  | { readonly type: 'open' | 'close' | 'new-code' }
  | Extract<LoginEvent, { type: 'choose' | 'request-code' | 'submit' }>;

const CALL = { timeoutMs: 8_000, maxBytes: 16_384, credentials: 'include' } as const satisfies Partial<Request>;

export const room = defineRoomPart({
  machine: loginMachine,
  context: (room) => ({ random: () => room.random() }),
  view: (state: Login, room) => loginView(state, room.clock.nowMs()),
  onAction: (action: LoginAction): LoginEvent => action,
  onRoom: loginChanged,
  execute: {
    'fetch-options': ({ epoch }, room, send) =>
      void post(room, 'options', {}, readOptions).then((answer) => send({ type: 'options', epoch, answer })),
    'send-code': ({ epoch, phone }, room, send) =>
      void post(room, 'code', { phone }, readCodeSent).then((answer) => send({ type: 'code-sent', epoch, phone, answer })),
    'sign-in': ({ epoch, credentials }, room, send) =>
      void post(room, 'sign-in', { ...credentials }, readSignedIn).then((answer) => send({ type: 'signed-in', epoch, answer })),
    'fetch-qr': ({ epoch }, room, send) => void post(room, 'qr', {}, readQr).then((answer) => send({ type: 'qr', epoch, answer })),
    'poll-qr': ({ epoch, ticket }, room, send) =>
      void post(room, 'qr-state', { ticket }, readQrState).then((answer) => send({ type: 'qr-state', epoch, answer })),
    done: ({ login }, room) => void room.capability('sign-in').done(login),
  },
});

type Read<T> = (body: unknown) => Result<Answer<T>>;

const post = <T>(room: FeatureContext, path: string, fields: object, read: Read<T>): Promise<Answer<T> | null> =>
  request(
    room,
    { ...CALL, method: 'POST', url: `${room.services.secure}/login/${path}`, body: { ...fields, roomId: room.roomId() } },
    read,
  );

/** null: no answer, or an unreadable one. */
async function request<T>(room: FeatureContext, sent: Request, read: Read<T>): Promise<Answer<T> | null> {
  const answer = await room.call(sent, read);
  if (answer.ok) return answer.value;
  room.failure(answer.error);
  return null;
}
