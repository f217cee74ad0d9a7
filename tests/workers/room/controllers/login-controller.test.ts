/** Login, dialogs and toasts as the page shows them. */
import { expect, test } from 'vitest';
import { initialView } from '../../../../src/core/room/initial-view.ts';
import type { Dialog, Me, RoomView } from '../../../../src/core/room/view.ts';
import type { BodyOfMessage } from '../../../../src/wire/registry.ts';
import { createLoginController } from '../../../../src/workers/room/controllers/login-controller.ts';
import type { Screen } from '../../../../src/workers/room/screen.ts';
import type { Visitor } from '../../../../src/workers/room/visitor.ts';
import { messageOf } from '../../../message-of.ts';
import { recorder } from '../recorder.ts';

interface Before {
  readonly me?: Partial<Me>;
  readonly dialogs?: readonly Dialog[];
  /** The login can be stored as cookies. */
  readonly isStorable?: boolean;
}
const LIMITED: Dialog = { type: 'back-to-live', code: 20_000, message: '' };

function login({ me = {}, dialogs = [], isStorable = true }: Before = {}) {
  const { part, record, taken } = recorder();
  const first = initialView({ width: 1_280, height: 800 });
  let view: RoomView = { ...first, dialogs, me: { ...first.me, ...me } };
  let userId = me.userId ?? 0;
  const visitor = part<Visitor>('visitor', {
    login: () => ({ userId, token: 't', appId: '1010' }),
    signIn: (action) => {
      if (isStorable) ({ userId } = action);
      return isStorable;
    },
  });
  const screen = part<Screen>('screen', { get: () => view, patch: (patch) => void (view = { ...view, ...patch }) });
  const controller = createLoginController({ screen, visitor, onChange: record('onChange') });
  return { ...controller, taken, view: () => view };
}

const entry = (fields: Readonly<Record<string, unknown>>): BodyOfMessage<'login'> =>
  messageOf('login', fields).body as BodyOfMessage<'login'>;
const SIGN_IN = { type: 'login', userId: 8, token: 'b', nickname: '远山' } as const;

test('S24 the login box opens for a guest, over other dialogs, and not for a viewer', () => {
  const guest = login({ dialogs: [LIMITED] });
  guest.require();
  expect(guest.view().dialogs).toEqual([LIMITED, { type: 'login' }]);
  const viewer = login({ me: { userId: 5 } });
  viewer.require();
  expect(viewer.view().dialogs).toEqual([]);
});

test('S24 a login is shown, closes only the login box, and is announced to the room', () => {
  const it = login({ me: { userId: 5, richLevel: 9, nickname: '小鱼' }, dialogs: [LIMITED, { type: 'login' }] });
  expect(it.signIn(SIGN_IN)).toBe(true);
  expect(it.view()).toMatchObject({ me: { userId: 8, nickname: '远山', richLevel: 0 }, dialogs: [LIMITED] });
  expect(it.taken()).toEqual([['onChange']]);
});

test('S24 a login that cannot be stored changes nothing', () => {
  const it = login({ isStorable: false, dialogs: [{ type: 'login' }] });
  const before = it.view();
  expect(it.signIn(SIGN_IN)).toBe(false);
  expect(it.view()).toBe(before);
  expect(it.taken()).toEqual([]);
});

test('S24 a logout removes cookies, name, level and portrait, and is announced to the room', () => {
  const it = login({ me: { userId: 5, nickname: '小鱼', richLevel: 9, logo: '/5.png' } });
  it.signOut();
  expect(it.view().me).toEqual({ userId: 0, nickname: '', richLevel: 0 });
  expect(it.taken()).toEqual([['visitor.signOut'], ['onChange']]);
});

test.each<readonly [what: string, fields: Readonly<Record<string, unknown>>, shown: Partial<Me>]>([
  [
    'with name, level and portrait',
    { nickname: 'a&lt;b', richlevel: 12, userLogo: '/5.jpg' },
    { nickname: 'a<b', richLevel: 12, logo: '/5.jpg' },
  ],
  ['with both levels has the newer one, as in the chat', { richlevel: 12, richlevelV2: 20 }, { richLevel: 20 }],
  ['without them keeps name and level', {}, {}],
  ['whose portrait is no address has none', { userLogo: 'javascript:x' }, {}],
])('P11 the viewer’s own entry %s', (_what, fields, shown) => {
  const it = login({ me: { userId: 5, nickname: '小鱼', richLevel: 9, logo: '/old.png' } });
  it.onEntry(entry({ userid: 5, ...fields }));
  expect(it.view().me).toEqual({ userId: 5, nickname: '小鱼', richLevel: 9, logo: '', badges: [], ...shown });
});

test('P11 an entry of another viewer, or of a guest while nobody is logged in, changes nothing', () => {
  for (const [userId, userid] of [
    [5, 6],
    [0, 0],
  ] as const) {
    const it = login({ me: { userId } });
    const before = it.view();
    it.onEntry(entry({ userid, nickname: '阿星' }));
    expect(it.view()).toBe(before);
  }
});

test('S20 only the id of the logged-in viewer is the viewer’s own', () => {
  const viewer = login({ me: { userId: 5 } });
  expect([viewer.isMe(5), viewer.isMe(6), viewer.isMe(0), viewer.isMe(undefined)]).toEqual([true, false, false, false]);
  expect([0, -1, undefined].map((userId) => login().isMe(userId))).toEqual([false, false, false]);
});

test('S36 toasts have increasing ids', () => {
  const it = login();
  it.toast('a', 'bad');
  it.toast('b', 'good');
  it.toast('a', 'info');
  expect(it.view().toasts).toEqual([
    { id: 2, text: 'b', tone: 'good' },
    { id: 3, text: 'a', tone: 'info' },
  ]);
});
