import { expect, test } from 'vitest';
import { callActivity, openClub, openMiniApp } from '../../../src/core/frames/activities.ts';
import {
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

test('S31 a page that has to signal readiness is shown by its signal, not by its load', () => {
  const waiting = { ...request, waitsForReady: true };
  expect(run(waiting, [0, load], [900, loaded])).toMatchObject({ name: 'loading', dueMs: 10_000 });
  expect(run(waiting, [0, load], [900, loaded], [1_000, { type: 'ready' }]).name).toBe('shown');
  expect(run(waiting, [0, load], [900, loaded], [10_000, TICK])).toMatchObject({ name: 'timed-out', facts: ['opened', 'timed-out'] });
});

const STATES: readonly Frame[] = [
  { name: 'uninitialised' },
  { name: 'initialised', request },
  { name: 'loading', request, sinceMs: 0 },
  { name: 'shown', request },
  { name: 'hidden', request },
  { name: 'background', request, before: 'loading' },
  { name: 'background', request, before: 'shown' },
  { name: 'timed-out', request },
  { name: 'closed' },
  { name: 'closed-by-code' },
];
const keyOf = (frame: Frame): string => (frame.name === 'background' ? `background while ${frame.before}` : frame.name);
/** Every step that changes a frame or is reported; all other events leave every state unchanged. */
const STEPS: Readonly<Record<string, string>> = {
  'uninitialised init': 'initialised',
  'uninitialised close': 'closed',
  'initialised load': 'loading, opened',
  'initialised close': 'closed',
  'loading loaded': 'shown',
  'loading ready': 'shown',
  'loading background': 'background while loading, background',
  'loading hide': 'hidden, background',
  'loading close': 'closed, closed',
  'loading tick': 'timed-out, timed-out',
  'shown hide': 'hidden, background',
  'shown background': 'background while shown, background',
  'shown close': 'closed, closed',
  'hidden show': 'shown, shown-again',
  'hidden close': 'closed, closed',
  'background while loading loaded': 'background while shown',
  'background while loading ready': 'background while shown',
  'background while loading hide': 'hidden',
  'background while loading foreground': 'loading, shown-again',
  'background while loading close': 'closed, closed',
  'background while shown hide': 'hidden',
  'background while shown foreground': 'shown, shown-again',
  'background while shown close': 'closed, closed',
  'timed-out load': 'loading, opened',
  'timed-out close': 'closed',
};
const EVENTS: readonly (FrameEvent | typeof TICK)[] = [
  { type: 'init', request: { ...request, url: 'https://games.test/b.html' } },
  load,
  loaded,
  { type: 'ready' },
  { type: 'hide' },
  { type: 'show' },
  { type: 'background' },
  { type: 'foreground' },
  { type: 'close', by: 'viewer' },
  TICK,
];

test.each(STATES)('S30 every event in the state $name has the listed next state and facts', (before) => {
  const steps = EVENTS.flatMap((event) => {
    const [after, ...effects] = stepFrame(before, event, 10_000);
    const text = [keyOf(after), ...effects.map(({ fact }) => fact.type)].join(', ');
    return text === keyOf(before) ? [] : [[`${keyOf(before)} ${event.type}`, text]];
  });
  expect(Object.fromEntries(steps)).toEqual(
    Object.fromEntries(Object.entries(STEPS).filter(([key]) => EVENTS.some(({ type }) => key === `${keyOf(before)} ${type}`))),
  );
});

const POLICY: OriginPolicy = { domains: ['room.test'], extra: [], own: 'https://own.test' };
const BASE = 'https://games.room.test';

const BY_VIEWER = { mode: 'active', opener: 'room' } as const;
test('S31 an activity has its key as its title, and exactly three are games that are played beside the video', () => {
  const games = ACTIVITY_KEYS.filter((key) => {
    const opened = callActivity(key, BASE, BY_VIEWER, POLICY);
    if (!opened.ok) return false;
    expect(opened.value).toMatchObject({ title: key, place: { isDraggable: false, closesOutside: true } });
    return opened.value.content === 'video-game';
  });
  expect(games.toSorted()).toEqual(['FlippedShooter', 'TowerDefense', 'WarPeak']);
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
  // The address begins with the base address, and the host is another one.
  expect(runtimeOf(`${BASE}.room.test/x`, 'room')).toBe(RUNTIME.other);
});

test('S31 viewers’ mini-apps open beside the picture; the star’s mini-app and the club have pages of their own', () => {
  expect(openMiniApp(0, 'a/b', BASE, 'active')).toMatchObject({
    url: `${BASE}/${MINI_APP_PAGES[0]}?app=a%2Fb`,
    place: { name: 'side' },
    content: 'mini-app',
  });
  expect(openMiniApp(1, '', BASE, 'active').url).toContain('streamer_pc.html');
  expect(openMiniApp(0, 'a'.repeat(65), BASE, 'passive')).toMatchObject({
    url: `${BASE}/${MINI_APP_PAGES[0]}?app=${'a'.repeat(64)}`,
    title: '',
    mode: 'passive',
    kind: 'mini-app',
  });
  expect(openClub(BASE)).toEqual({
    url: `${BASE}/${CLUB_PAGE}`,
    title: '',
    mode: 'active',
    kind: 'club',
    runtime: RUNTIME.room,
    place: { name: 'modal', width: 360, height: 640, isDraggable: true, closesOutside: true },
    content: 'other',
    waitsForReady: false,
  });
});

const SCRIPTS = 'allow-scripts allow-forms allow-popups';
test.each([
  ['activity', `${SCRIPTS} allow-same-origin`, 'autoplay; fullscreen', 'origin'],
  ['mini-app', `${SCRIPTS} allow-same-origin allow-modals`, 'autoplay; fullscreen; clipboard-write', 'strict-origin-when-cross-origin'],
  ['club', `${SCRIPTS} allow-same-origin`, 'payment', 'strict-origin-when-cross-origin'],
  ['link', `${SCRIPTS} allow-same-origin`, 'fullscreen', 'no-referrer'],
] as const)('S30 a frame of the kind %s has exactly its permissions', (kind, sandbox, allow, referrerPolicy) => {
  expect(permissionsOf(kind, false)).toEqual({ sandbox, allow, referrerPolicy });
  expect(permissionsOf(kind, true)).toEqual({ sandbox: sandbox.replace(' allow-same-origin', ''), allow, referrerPolicy });
});
