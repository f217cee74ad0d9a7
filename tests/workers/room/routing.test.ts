/** Each event of the page and each action of the viewer, with the one call that it causes. */
import { expect, test } from 'vitest';
import { initialView } from '../../../src/core/room/initial-view.ts';
import { err, ok, type Result } from '../../../src/core/result.ts';
import type { RoomAction, RoomView } from '../../../src/core/room/view.ts';
import type { PageEvent } from '../../../src/workers/room/api.ts';
import { onPageEvent, type PageEventTargets } from '../../../src/workers/room/page-events.ts';
import { recorder, type Call } from './recorder.ts';

/** Targets that record each call by its path. */
function targets(view: Partial<RoomView> = {}, clientVersion: Result<{ readonly url: string }> = ok({ url: 'https://x.test/a.exe' })) {
  const { calls, part, record } = recorder();
  const shown: RoomView = { ...initialView({ width: 1_280, height: 800 }), ...view };
  const screen = part('screen', { get: () => shown });
  const base = {
    roomId: 1_001,
    stats: part('stats'),
    send: record('send'),
    storage: part('storage'),
    calls: { clientVersion: () => Promise.resolve(clientVersion) },
  };
  const names = ['socket', 'features', 'layout', 'login', 'audience', 'blocked', 'player', 'serviceStatus', 'visit'];
  const parts = Object.fromEntries(names.map((name) => [name, part(name)]));
  const to = { ...parts, base, screen, setElement: record('setElement'), onOnline: record('onOnline') } as unknown as PageEventTargets;
  return { to, calls };
}

const callsOf = (event: PageEvent): readonly Call[] => {
  const { to, calls } = targets();
  onPageEvent(event, to);
  return calls;
};
const port = { name: 'port' } as unknown as MessagePort;
const died = { type: 'worker-died', worker: 'decode', detail: 'x', restarting: false } as const;
const viewport = { type: 'viewport', width: 3, height: 4, devicePixelRatio: 2 } as const;

test.each<[event: PageEvent, calls: readonly Call[]]>([
  [{ type: 'player', fact: { type: 'sound' } as never, atMs: 12 }, [['player.onFact', { type: 'sound' }, 12]]],
  [{ type: 'player-state', facts: [] }, [['player.onState', []]]],
  [viewport, [['layout.onViewport', viewport]]],
  [{ type: 'element', name: 'poster', exists: false }, [['setElement', 'poster', false]]],
  [{ type: 'stored', key: 'footlight.follows', text: '{}' }, [['storage.take', 'footlight.follows', '{}']]],
  [died, [['serviceStatus.onWorkerDied', died]]],
  [
    { type: 'worker-back', worker: 'stats', port },
    [
      ['serviceStatus.onWorkerBack', { type: 'worker-back', worker: 'stats', port }],
      ['visit.onStatsPort', port],
      ['player.onStatsPort'],
      ['features.announce', { type: 'stats-restarted' }],
    ],
  ],
  [
    { type: 'worker-back', worker: 'socket', port },
    [
      ['serviceStatus.onWorkerBack', { type: 'worker-back', worker: 'socket', port }],
      ['visit.onSocketPort', port],
    ],
  ],
  [{ type: 'worker-back', worker: 'stats' }, [['serviceStatus.onWorkerBack', { type: 'worker-back', worker: 'stats' }]]],
  [{ type: 'worker-back', worker: 'socket' }, [['serviceStatus.onWorkerBack', { type: 'worker-back', worker: 'socket' }]]],
  [{ type: 'worker-back', worker: 'decode', port }, [['serviceStatus.onWorkerBack', { type: 'worker-back', worker: 'decode', port }]]],
  [{ type: 'page-part-failed', name: 'gifts', feature: true, detail: 'x' }, [['features.drawingFailed', 'gifts', 'x']]],
  [{ type: 'page-part-failed', name: 'chat', feature: false, detail: 'x' }, [['serviceStatus.onPagePartFailed', 'chat', 'x']]],
  [{ type: 'page-part-shown', name: 'chat' }, [['serviceStatus.onPagePartShown', 'chat']]],
  [
    { type: 'page-hide' },
    [['features.announce', { type: 'page-hide' }], ['socket.leave'], ['stats.emit', { type: 'room', event: 'left' }]],
  ],
  [{ type: 'online' }, [['onOnline']]],
  [{ type: 'page-back' }, [['visit.onPageBack']]],
])('P5 S31 an event of the page is routed to its controller: %j', (event, calls) => {
  expect(callsOf(event)).toEqual(calls);
});

test('S33 an action that the player has executed is only reported, and a volume change is not reported', () => {
  expect(callsOf({ type: 'player-action', action: { type: 'set-muted', muted: true } })).toMatchObject([
    ['stats.emit', { type: 'analytics', event: { evid: 'player_mute', detail: 'on' } }],
  ]);
  // A slider sends dozens of them.
  expect(callsOf({ type: 'player-action', action: { type: 'set-volume', volume: 0.5 } })).toEqual([]);
});

const say: RoomAction = { type: 'send-chat', text: 'hi', toUserId: 3 };
const signIn: RoomAction = { type: 'login', userId: 7, token: 't', nickname: 'n' };

test.each<[action: RoomAction, call: Call]>([
  [say, ['socket.sendChat', say]],
  [{ type: 'resend-chat', id: 4 }, ['socket.resendChat', 4]],
  [{ type: 'verify-chat', code: 'ab' }, ['socket.verifyChat', 'ab']],
  [{ type: 'retry-chat' }, ['socket.retry']],
  [{ type: 'choose-fit', fit: 'fill' }, ['layout.chooseFit', 'fill']],
  [{ type: 'choose-theatre', on: true }, ['layout.choose', 'theatre', true]],
  [{ type: 'show-chat', on: true }, ['layout.choose', 'chatHidden', false]],
  [{ type: 'show-chat', on: false }, ['layout.choose', 'chatHidden', true]],
  [{ type: 'back-to-live' }, ['features.announce', { type: 'back-to-live' }]],
  [{ type: 'open-login' }, ['login.require']],
  [signIn, ['login.signIn', signIn]],
  [{ type: 'logout' }, ['login.signOut']],
  [{ type: 'follow', on: true }, ['audience.follow', true]],
  [{ type: 'block-user', userId: 9, name: 'x', on: true }, ['blocked.set', { userId: 9, name: 'x' }, true]],
  [{ type: 'feature', feature: 'gifts', action: { type: 'entry' } }, ['features.action', 'gifts', { type: 'entry' }]],
])('P4 S20 S24 an action of the viewer is routed to its controller: %j', (action, call) => {
  expect(callsOf({ type: 'action', action }).filter(([name]) => name !== 'stats.emit')).toEqual([call]);
});

test('S24 a closed dialog and a closed toast are removed, others stay', () => {
  const view = {
    dialogs: [{ type: 'login' }, { type: 'back-to-live' }],
    toasts: [
      { id: 1, text: 'a', tone: 'bad' },
      { id: 2, text: 'b', tone: 'good' },
    ],
  } as unknown as Partial<RoomView>;
  const { to, calls } = targets(view);
  onPageEvent({ type: 'action', action: { type: 'close-dialog', dialog: 'login' } }, to);
  onPageEvent({ type: 'action', action: { type: 'close-toast', id: 1 } }, to);
  expect(calls).toEqual([
    ['screen.patch', { dialogs: [{ type: 'back-to-live' }] }],
    ['screen.patch', { toasts: [{ id: 2, text: 'b', tone: 'good' }] }],
  ]);
  calls.length = 0;
  // The button of a room with limited sending leads to the room itself.
  onPageEvent({ type: 'action', action: { type: 'back-to-live' } }, to);
  expect(calls.filter(([name]) => name !== 'stats.emit')).toEqual([
    ['features.announce', { type: 'back-to-live' }],
    ['screen.patch', { dialogs: [{ type: 'login' }] }],
    ['send', { type: 'navigate', to: '/live/1001' }],
  ]);
});

test.each<[what: string, answer: Result<{ readonly url: string }>, calls: readonly Call[]]>([
  ['its address', ok({ url: 'https://x.test/a.exe' }), [['send', { type: 'download', url: 'https://x.test/a.exe' }]]],
  [
    'a refusal with a text',
    err('CLIENT_VERSION_REFUSED', '维护中'),
    [['login.open', { type: 'alert', about: 'client-download', why: 'CLIENT_VERSION_REFUSED', answer: '维护中' }]],
  ],
  [
    'another failure',
    err('HTTP_NETWORK', 'https://secure.test: offline'),
    [['login.open', { type: 'alert', about: 'client-download', why: 'HTTP_NETWORK', answer: '' }]],
  ],
])('P10 a download of the client starts or opens an alert after %s', async (_what, answer, expected) => {
  const { to, calls } = targets({}, answer);
  onPageEvent({ type: 'action', action: { type: 'download-client' } }, to);
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls.filter(([name]) => name !== 'stats.emit')).toEqual(expected);
});
