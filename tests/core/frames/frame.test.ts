import { expect, test } from 'vitest';
import { callActivity, openClub, openMiniApp } from '../../../src/core/frames/activities.ts';
import { BRIDGE, countCall, NO_CALLS, readCall } from '../../../src/core/frames/bridge.ts';
import {
  FRAME,
  FRAME_STATUS,
  frameDeadlineMs,
  permissionsOf,
  RUNTIME,
  stepFrame,
  type Frame,
  type FrameEvent,
  type FrameRequest,
} from '../../../src/core/frames/frame.ts';
import type { OriginPolicy } from '../../../src/core/frames/origin.ts';
import { ACTIVITY_KEYS, activityPage, CLUB_PAGE, MINI_APP_PAGES } from '../../../src/core/reports/business-ids.ts';

const request: FrameRequest = {
  url: 'https://games.test/a.html',
  title: '',
  mode: 'active',
  kind: 'activity',
  place: { name: 'modal', width: 360, height: 640, isDraggable: false, closesOutside: true },
  content: 'other',
  waitsForReady: false,
  runtime: RUNTIME.room,
};
const TICK = { type: 'tick' } as const;

function run(first: FrameRequest, ...events: readonly (readonly [number, FrameEvent | typeof TICK])[]) {
  let frame: Frame = stepFrame({ name: 'uninitialised' }, { type: 'init', request: first }, 0)[0];
  const facts: string[] = [];
  for (const [nowMs, event] of events) {
    const [next, ...effects] = stepFrame(frame, event, nowMs);
    frame = next;
    for (const { fact } of effects) facts.push(fact.type === 'closed' ? `closed by ${fact.by}` : fact.type);
  }
  return { name: frame.name, facts, dueMs: frameDeadlineMs(frame) };
}
const load: FrameEvent = { type: 'load' };
const loaded: FrameEvent = { type: 'loaded' };

test('S30 states and runtimes have the specified numbers', () => {
  expect(Object.values(FRAME_STATUS)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(RUNTIME).toEqual({ room: 0, miniApp: 1, companionMiniApp: 2, other: 3 });
  expect(FRAME).toMatchObject({ loadTimeoutMs: 10_000, overlayMs: 10_000, modalWidth: 360, modalHeight: 640 });
});

test('S30 a frame goes from initialised to loading to shown on load', () => {
  expect(run(request)).toEqual({ name: 'initialised', facts: [], dueMs: null });
  expect(run(request, [5, load])).toEqual({ name: 'loading', facts: ['opened'], dueMs: 10_005 });
  expect(run(request, [5, load], [900, loaded])).toEqual({ name: 'shown', facts: ['opened'], dueMs: null });
});

test('S31 a page that has to signal readiness is shown by its signal, not by its load', () => {
  const waiting = { ...request, waitsForReady: true };
  expect(run(waiting, [0, load], [900, loaded])).toMatchObject({ name: 'loading', dueMs: 10_000 });
  expect(run(waiting, [0, load], [900, loaded], [1_000, { type: 'ready' }]).name).toBe('shown');
  expect(run(waiting, [0, load], [900, loaded], [10_000, TICK])).toMatchObject({ name: 'timed-out', facts: ['opened', 'timed-out'] });
});

test('S30 a load times out after 10 s and can be retried; a late load changes nothing', () => {
  expect(run(request, [0, load], [9_999, TICK]).name).toBe('loading');
  expect(run(request, [0, load], [10_000, TICK], [10_001, loaded])).toMatchObject({ name: 'timed-out', facts: ['opened', 'timed-out'] });
  expect(run(request, [0, load], [10_000, TICK], [11_000, load], [11_500, loaded])).toMatchObject({
    name: 'shown',
    facts: ['opened', 'timed-out', 'opened'],
  });
});

test('S30 hide and background stop a frame, show resumes it; a page that was loading gets the full timeout again', () => {
  expect(run(request, [0, load], [1, loaded], [2, { type: 'hide' }], [3, { type: 'show' }]).facts).toEqual([
    'opened',
    'background',
    'shown-again',
  ]);
  const tab = run(request, [0, load], [1, loaded], [2, { type: 'background' }], [3, { type: 'hide' }], [4, { type: 'show' }]);
  expect(tab).toMatchObject({ name: 'shown', facts: ['opened', 'background', 'shown-again'] });
  const slow = run(request, [0, load], [9_000, { type: 'background' }], [60_000, TICK], [70_000, { type: 'foreground' }]);
  expect(slow).toEqual({ name: 'loading', facts: ['opened', 'background', 'shown-again'], dueMs: 80_000 });
});

test('S30 a page that loads in the background is shown when its frame is opened', () => {
  const away: readonly (readonly [number, FrameEvent])[] = [
    [0, load],
    [1, { type: 'background' }],
  ];
  expect(run(request, ...away, [2, loaded], [60_000, { type: 'foreground' }])).toMatchObject({ name: 'shown', dueMs: null });
  const waited = { ...request, waitsForReady: true };
  expect(run(waited, ...away, [2, loaded], [60_000, { type: 'foreground' }])).toMatchObject({ name: 'loading', dueMs: 70_000 });
  expect(run(waited, ...away, [2, loaded], [3, { type: 'ready' }], [60_000, { type: 'foreground' }]).name).toBe('shown');
});

test.each([
  ['viewer', 'closed'],
  ['mini-app', 'closed'],
  ['code', 'closed-by-code'],
] as const)('S30 closed by the %s', (by, at) => {
  expect(run(request, [0, load], [1, loaded], [2, { type: 'close', by }])).toEqual({
    name: at,
    facts: ['opened', `closed by ${by}`],
    dueMs: null,
  });
  expect(run(request, [0, load], [10_000, TICK], [10_001, { type: 'close', by }]).facts).toEqual(['opened', 'timed-out']);
  expect(run(request, [2, { type: 'close', by }], [3, load], [4, { type: 'close', by: 'code' }])).toMatchObject({ name: at, facts: [] });
});

const POLICY: OriginPolicy = { domains: ['room.test'], extra: [], own: 'https://own.test' };
const BASE = 'https://games.room.test';

test('S31 each of the eleven keys opens its page in a default modal', () => {
  for (const key of ACTIVITY_KEYS) {
    const opened = callActivity(key, BASE, { mode: 'passive', opener: 'room' }, POLICY);
    expect(opened).toMatchObject({
      ok: true,
      value: {
        url: `${BASE}/${activityPage(key)}`,
        mode: 'passive',
        kind: 'activity',
        runtime: RUNTIME.room,
        waitsForReady: false,
        place: { name: 'modal', width: 360, height: 640 },
      },
    });
  }
});

const BY_VIEWER = { mode: 'active', opener: 'room' } as const;
test('S31 any other key opens a link that is draggable, ignores outside clicks and waits for readiness; a foreign origin is refused', () => {
  expect(callActivity('https://a.room.test/x?y', BASE, BY_VIEWER, POLICY)).toMatchObject({
    ok: true,
    value: {
      kind: 'link',
      waitsForReady: true,
      place: { name: 'modal', isDraggable: true, closesOutside: false, width: 360, height: 640 },
    },
  });
  for (const key of ['https://evil.test', 'javascript:alert(1)', 'unknownKey', 'toString', '', `https://a.room.test/${'x'.repeat(9_999)}`])
    expect(callActivity(key, BASE, BY_VIEWER, POLICY)).toMatchObject({ ok: false, error: { code: 'FRAME_REFUSED' } });
});

test('S30 each runtime kind occurs: pages of the room, a mini-app, a companion of a mini-app, any other page', () => {
  const runtimeOf = (key: string, opener: 'room' | 'mini-app') => {
    const request = callActivity(key, BASE, { mode: 'passive', opener }, POLICY);
    return request.ok ? request.value.runtime : null;
  };
  expect(runtimeOf('shake', 'room')).toBe(RUNTIME.room);
  expect(openMiniApp(0, 'a', BASE, 'active').runtime).toBe(RUNTIME.miniApp);
  expect(runtimeOf('shake', 'mini-app')).toBe(RUNTIME.companionMiniApp);
  expect(runtimeOf('https://a.room.test/x', 'room')).toBe(RUNTIME.other);
  expect(runtimeOf(`${BASE}/${activityPage('shake')}?a=1`, 'room')).toBe(RUNTIME.room);
});

test('S30 a mini-app is shown when its page has loaded', () => {
  expect(run(openMiniApp(0, 'a', BASE, 'active'), [0, load], [900, loaded]).name).toBe('shown');
});

test('S31 viewers’ mini-apps open beside the picture, the star’s as a separate page; the club has its page', () => {
  expect(openMiniApp(0, 'a/b', BASE, 'active')).toMatchObject({
    url: `${BASE}/${MINI_APP_PAGES[0]}?app=a%2Fb`,
    place: { name: 'side' },
    content: 'mini-app',
  });
  expect(openMiniApp(1, '', BASE, 'active').url).toContain('streamer_pc.html');
  expect(openClub(BASE).url).toBe(`${BASE}/${CLUB_PAGE}`);
});

test('S30 a link of the room’s own origin never gets both scripts and its origin', () => {
  expect(permissionsOf('link', true).sandbox).not.toContain('allow-same-origin');
  for (const kind of ['activity', 'mini-app', 'club', 'link'] as const) {
    const { sandbox, allow, referrerPolicy } = permissionsOf(kind, false);
    expect(sandbox).toContain('allow-scripts');
    expect(sandbox).not.toContain('allow-top-navigation');
    expect(allow).not.toMatch(/camera|microphone|geolocation/);
    expect(referrerPolicy).not.toBe('unsafe-url');
  }
});

test('S36 callbacks time out after 1000 ms, ajax after 5000 ms', () => {
  expect(BRIDGE).toMatchObject({ callbackTimeoutMs: 1_000, ajaxTimeoutMs: 5_000 });
});

test.each([
  [
    { footlight: 1, id: 0, cmd: 'ready' },
    { id: 0, cmd: 'ready' },
  ],
  [
    { footlight: 1, id: 2, cmd: 'hide' },
    { id: 2, cmd: 'hide' },
  ],
  [
    { footlight: 1, id: 3, cmd: 'toast', text: '好', more: 1 },
    { id: 3, cmd: 'toast', text: '好' },
  ],
  [
    { footlight: 1, id: 3, cmd: 'ajax', path: '/game/rank?top=10' },
    { id: 3, cmd: 'ajax', path: '/game/rank?top=10' },
  ],
  [
    { footlight: 1, id: 3, cmd: 'open', key: 'shake' },
    { id: 3, cmd: 'open', key: 'shake' },
  ],
])('S30 the bridge reads %o', (data, call) => {
  expect(readCall(data)).toEqual({ ok: true, value: call });
});

test.each([
  [null],
  ['ready'],
  [{ id: 1, cmd: 'ready' }],
  [{ footlight: 2, id: 1, cmd: 'ready' }],
  [{ footlight: 1, id: -1, cmd: 'ready' }],
  [{ footlight: 1, id: 1.5, cmd: 'ready' }],
  [{ footlight: 1, id: 1, cmd: 'constructor' }],
  [{ footlight: 1, id: 1, cmd: 'toast' }],
  [{ footlight: 1, id: 1, cmd: 'toast', text: 'x'.repeat(9_999) }],
  [{ footlight: 1, id: 1, cmd: 'ajax', path: 'https://evil.test/' }],
  [{ footlight: 1, id: 1, cmd: 'ajax', path: '//evil.test/' }],
  [{ footlight: 1, id: 1, cmd: 'ajax', path: '/../secret' }],
  [{ footlight: 1, id: 1, cmd: 'ajax', path: '/a b' }],
])('S30 the bridge refuses %o', (data) => {
  expect(readCall(data).ok).toBe(false);
});

test('S30 calls of a page are limited per second', () => {
  let rate = NO_CALLS;
  const refused = Array.from({ length: BRIDGE.maxPerSecond + 5 }, () => {
    const counted = countCall(rate, 100);
    ({ rate } = counted);
    return counted.isTooMany;
  });
  expect(refused.filter(Boolean)).toHaveLength(5);
  expect(countCall(rate, 1_100).isTooMany).toBe(false);
});
