import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { FeatureContext, FeatureRoomPart } from '../../../src/workers/room/features/feature-api.ts';
import { createDecisionLog } from '../../../src/player/base/machine.ts';
import { loadAllFeatures, openedRoom } from '../../workers/room/harness.ts';
import { manualClock } from '../../../src/player/tests/manual-clock.ts';
import { RUNTIME, type FrameRequest } from '../../../src/core/frames/frame.ts';
import type { OriginPolicy } from '../../../src/core/frames/origin.ts';
import {
  framesMachine,
  frameViewOf,
  type Frames,
  type FramesAction,
  type FramesEvent,
  type FramesView,
} from '../../../src/features/frames/room.ts';

/** The rules of origins in the room's part: read once, and each bad domain of the deployment is reported. */

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('location', new URL('https://room.test/'));
});
afterAll(() => {
  vi.unstubAllGlobals();
  // The module keeps the policy of these domains, and the next test file of the same worker would use it.
  vi.resetModules();
});

async function opened(frameDomains: readonly string[]) {
  const { room } = (await import('../../../src/features/frames/room.ts')) as { readonly room: FeatureRoomPart };
  const failures: unknown[] = [];
  const views: ({ readonly policy: unknown } | null)[] = [];
  const context: Partial<FeatureContext> = {
    clock: manualClock(),
    decisions: createDecisionLog(),
    services: { frameDomains, frames: 'https://frames.test', game: 'https://game.test' } as never,
    failure: (failure) => failures.push(failure),
  };
  const instance = room.create(context as FeatureContext, {
    show: (view) => views.push(view as (typeof views)[number]),
    onError: (cause) => failures.push(cause),
  });
  return { failures, views, act: (action: object) => instance.onAction(action) };
}

test('S30 S31 an invalid domain of the deployment is reported once', async () => {
  const { failures, views, act } = await opened(['one.test', 'no domain']);
  for (const type of ['entry', 'close-menu', 'entry']) act({ type });
  const menu = { isMenuOpen: true, refused: 0, frames: [], gameService: 'https://game.test' };
  expect(views).toMatchObject([menu, null, menu]);
  expect(failures).toEqual([{ code: 'PARAMETER_BAD', detail: expect.stringMatching(/^services\.frameDomains/) }]);
});

test('S31 S32 activities, mini-apps and the club open as frames and are reported; a refused page, a message and a login are passed on', async () => {
  await loadAllFeatures();
  const room = await openedRoom({ answers: { '/config': { frameHeartbeatMs: 20_000 } } });
  const act = async (action: FramesAction) => {
    room.act({ type: 'feature', feature: 'frames', action });
    await room.settle(40);
    const shown = room.view().features['frames'];
    return shown?.name === 'shown' ? (shown.view as FramesView) : null;
  };
  await act({ type: 'activity', key: 'shake' });
  await act({ type: 'activity', key: 'sunshineFarm', mode: 'passive' });
  await act({ type: 'mini-app', appId: 'app1' });
  const opened = await act({ type: 'club' });
  const paths = opened?.frames.map(({ url }) => new URL(url).pathname);
  expect(paths?.slice(2)).toEqual(['/cterm/miniapp/iframe/m/views/index.html', '/cterm/starvip/pc/views/index.html']);
  const facts = () => room.reported('frame').map(({ fact }) => fact);
  expect(facts()).toMatchObject(['active', 'passive', 'active', 'active'].map((mode) => ({ type: 'opened', mode, heartbeatMs: 20_000 })));
  await act({ type: 'frame', id: 'frame-1', event: { type: 'loaded' } });
  await act({ type: 'frame', id: 'frame-1', event: { type: 'close', by: 'viewer' } });
  expect(facts().at(-1)).toMatchObject({ type: 'closed', frameId: 'frame-1' });
  expect(facts().at(-1)).not.toHaveProperty('heartbeatMs');
  expect(await act({ type: 'activity', key: 'javascript:1' })).toMatchObject({ refused: 1, frames: [{}, {}, {}] });
  await act({ type: 'message-refused', origin: 'https://other.test', why: 'origin' });
  expect(room.reported('count')).toContainEqual({ type: 'count', name: 'frames.refused.origin', by: 1 });
  expect(room.reported('log').filter(({ level }) => level === 'warn')).toMatchObject([
    { text: expect.stringContaining('https://other.test origin') as string },
  ]);
  await act({ type: 'toast', text: '你好' });
  await act({ type: 'login' });
  expect(room.view()).toMatchObject({ toasts: [{ text: '你好' }], dialogs: [{ type: 'login' }] });
});

const MAX_FRAMES = 4;
const MAX_LOGGED = 32;

const request = (name: string): FrameRequest => ({
  url: `https://games.test/${name}.html`,
  title: name,
  mode: 'active',
  kind: 'activity',
  place: { name: 'modal', width: 360, height: 640, isDraggable: false, closesOutside: true },
  content: 'other',
  waitsForReady: false,
  runtime: RUNTIME.room,
});
const opening = (name: string): FramesEvent => ({ type: 'open', request: request(name) });

type Timed = readonly [number, FramesEvent | { readonly type: 'tick' }];

function run(...events: readonly Timed[]) {
  let state: Frames = framesMachine.initial;
  const facts: string[] = [];
  const logged: string[] = [];
  for (const [nowMs, event] of events) {
    const [next, ...effects] = framesMachine.step(state, event, nowMs, null);
    state = next;
    for (const effect of effects) {
      if (effect.type === 'report') facts.push(`${effect.fact.frameId} ${effect.fact.type}`);
      else if (effect.type === 'log') logged.push(effect.text);
    }
  }
  return { state, facts, logged, dueMs: framesMachine.deadlineMs(state, null) };
}
const POLICY: OriginPolicy = { domains: [], extra: [], own: 'https://own.test' };

test('S30 each frame has its own timeout: only the late one times out', () => {
  const it = run([0, opening('a')], [4_000, opening('b')], [10_000, { type: 'tick' }]);
  expect(it.facts).toEqual(['frame-1 opened', 'frame-2 opened', 'frame-1 timed-out']);
  expect(it.state.open.map(({ frame }) => frame.name)).toEqual(['timed-out', 'loading']);
  expect(it.dueMs).toBe(14_000);
});

test('S30 opening the same page again moves it to the front; one frame too many closes the oldest by code', () => {
  const again = run([0, opening('a')], [1, opening('b')], [2, opening('a')]);
  expect(again.state.open.map(({ id, raises }) => [id, raises])).toEqual([
    ['frame-2', 0],
    ['frame-1', 1],
  ]);
  const many = run(...Array.from({ length: MAX_FRAMES + 1 }, (_, i): [number, FramesEvent] => [i, opening(String(i))]));
  expect(many.state.open).toHaveLength(MAX_FRAMES);
  expect(many.facts).toContain('frame-1 closed');
});

test('S30 an event concerns its frame only; a page that opens closes the menu', () => {
  const one = (at: number, type: 'loaded' | 'hide' | 'background'): FramesEvent => ({ type: 'frame', id: `frame-${at}`, event: { type } });
  const two = [
    [0, { type: 'entry' }],
    [0, opening('a')],
    [1, one(1, 'loaded')],
    [2, opening('b')],
  ] as const;
  const names = (...events: readonly Timed[]) => run(...two, ...events).state.open.map(({ frame, loads }) => [frame.name, loads]);
  expect(run(two[0]).state.isMenuOpen).toBe(true);
  expect(run(...two).state).toMatchObject({ name: 'open', isMenuOpen: false });
  expect(names()).toEqual([
    ['shown', 1],
    ['loading', 1],
  ]);
  const hidden = [
    [3, one(2, 'loaded')],
    [4, one(1, 'hide')],
    [4, one(2, 'hide')],
    [5, opening('a')],
  ] as const;
  expect(names(...hidden)).toEqual([
    ['hidden', 1],
    ['shown', 1],
  ]);
  const many = run(...Array.from({ length: MAX_FRAMES + 1 }, (_, i): Timed => [i, opening(String(i))]));
  expect(many.facts.filter((fact) => fact.endsWith('closed'))).toEqual(['frame-1 closed']);
  // A tab that is hidden while a page loads shows that it loads.
  const covers = run(...two, [3, one(1, 'background')], [3, one(2, 'background')]).state.open;
  expect(covers.map((frame) => frameViewOf(frame, POLICY)?.cover)).toEqual([null, 'loading']);
});

test('S30 opening a page again shows a hidden frame and reloads a failed one', () => {
  const one = (type: 'loaded' | 'hide'): FramesEvent => ({ type: 'frame', id: 'frame-1', event: { type } });
  const away = run([0, opening('a')], [1, one('loaded')], [2, one('hide')]);
  expect(frameViewOf(away.state.open[0]!, POLICY)).toMatchObject({ isHidden: true, cover: null });
  const back = run([0, opening('a')], [1, one('loaded')], [2, one('hide')], [3, opening('a')]);
  expect(back.facts).toEqual(['frame-1 opened', 'frame-1 background', 'frame-1 shown-again']);
  expect(frameViewOf(back.state.open[0]!, POLICY)).toMatchObject({ isHidden: false, loads: 1 });
  const late = run([0, opening('a')], [10_000, { type: 'tick' }], [11_000, opening('a')]);
  expect(frameViewOf(late.state.open[0]!, POLICY)).toMatchObject({ cover: 'loading', loads: 2 });
});

test('S30 a closed frame is removed, an unknown one changes nothing, a hidden tab affects all', () => {
  const loaded: FramesEvent = { type: 'frame', id: 'frame-1', event: { type: 'loaded' } };
  const closed = run([0, opening('a')], [1, loaded], [2, { type: 'frame', id: 'frame-1', event: { type: 'close', by: 'viewer' } }]);
  expect(closed.state).toMatchObject({ name: 'idle', open: [] });
  const before = run([0, opening('a')]).state;
  expect(framesMachine.step(before, { type: 'frame', id: 'frame-9', event: { type: 'loaded' } }, 1, null)).toEqual([before]);
  const hidden = run([0, opening('a')], [1, loaded], [2, opening('b')], [3, { type: 'everyone', event: { type: 'background' } }]);
  expect(hidden.facts.filter((fact) => fact.endsWith('background'))).toHaveLength(2);
});

test('S30 the cover shows loading, failed after the timeout, and nothing when loaded; a retry uses another element', () => {
  const view = (...events: readonly Timed[]) => frameViewOf(run(...events).state.open[0]!, POLICY);
  expect(view([0, opening('a')])).toMatchObject({ cover: 'loading', loads: 1, isHidden: false });
  expect(view([0, opening('a')], [10_000, { type: 'tick' }])).toMatchObject({ cover: 'failed', loads: 1 });
  const retry: FramesEvent = { type: 'frame', id: 'frame-1', event: { type: 'load' } };
  expect(view([0, opening('a')], [10_000, { type: 'tick' }], [11_000, retry])).toMatchObject({ cover: 'loading', loads: 2 });
  const both = run([0, opening('a')], [0, opening('b')], [10_000, { type: 'tick' }], [11_000, retry]).state.open;
  expect(both.map((one) => [frameViewOf(one, POLICY)?.cover, one.loads])).toEqual([
    ['loading', 2],
    ['failed', 1],
  ]);
  // Only a page of another origin keeps it.
  const sandboxOf = (own: string) => frameViewOf(both[0]!, { ...POLICY, own })?.permissions.sandbox;
  expect([sandboxOf('https://own.test'), sandboxOf(new URL(request('a').url).origin)].map((text) => text?.includes('same-origin'))).toEqual(
    [true, false],
  );
  expect(view([0, opening('a')], [1, { type: 'frame', id: 'frame-1', event: { type: 'loaded' } }])).toMatchObject({ cover: null });
});

test('S30 a load or signal of the frame of a failed attempt does not end the loading of the next attempt', () => {
  const of = (type: 'loaded' | 'ready', loads: number): FramesEvent => ({ type: 'frame', id: 'frame-1', loads, event: { type } });
  const { state } = run(
    [0, opening('a')],
    [10_000, { type: 'tick' }],
    [11_000, opening('a')],
    [11_001, of('loaded', 1)],
    [11_002, of('ready', 1)],
  );
  expect(frameViewOf(state.open[0]!, POLICY)).toMatchObject({ cover: 'loading', loads: 2 });
  const [loaded] = framesMachine.step(state, of('loaded', 2), 12_000, null);
  expect(frameViewOf(loaded.open[0]!, POLICY)).toMatchObject({ cover: null, loads: 2 });
});

test('S32 after a restart of the stats worker the open frames are reported again, except those whose reports have ended', () => {
  const one = (at: number, type: 'loaded' | 'hide' | 'background'): FramesEvent => ({ type: 'frame', id: `frame-${at}`, event: { type } });
  const { state } = run(
    [0, opening('late')],
    [5_000, opening('hidden')],
    [5_000, one(2, 'loaded')],
    [5_000, one(2, 'hide')],
    [5_000, opening('shown')],
    [5_000, one(3, 'loaded')],
    [5_000, opening('away')],
    [5_000, one(4, 'background')],
    [10_000, { type: 'tick' }],
    [10_000, opening('loading')],
  );
  const [after, ...effects] = framesMachine.step(state, { type: 'stats-restarted' }, 10_001, null);
  expect(after).toBe(state);
  const { url, mode, content, runtime } = request('hidden');
  const facts = effects.map((effect) => (effect.type === 'report' ? effect.fact : null));
  expect(facts).toMatchObject([
    { frameId: 'frame-2', type: 'opened', url, mode, content, runtime, resumed: 'background' },
    { frameId: 'frame-3', resumed: 'shown' },
    { frameId: 'frame-4', resumed: 'background' },
    { frameId: 'frame-5', resumed: 'shown' },
  ]);
  expect(facts).toHaveLength(4);
});

test('S31 the notice of a refused page remains in the state until the page has shown it', () => {
  const refused = run([0, { type: 'entry' }], [1, { type: 'refused' }]);
  expect(refused.state).toMatchObject({ refused: 1, isMenuOpen: false, open: [] });
  expect(run([0, { type: 'refused' }], [1, { type: 'refusal-shown' }]).state.refused).toBe(0);
});

test('S30 refused messages of frames are logged once per origin and reason, up to a limit', () => {
  const message = (host: number): Timed => [host, { type: 'message-refused', origin: `https://${host}.test`, why: 'foreign' }];
  expect(run(message(1), message(1), message(2)).logged).toEqual([
    'frame message refused: https://1.test foreign',
    'frame message refused: https://2.test foreign',
  ]);
  expect(run(...Array.from({ length: MAX_LOGGED + 5 }, (_, at) => message(at))).logged).toHaveLength(MAX_LOGGED);
});
