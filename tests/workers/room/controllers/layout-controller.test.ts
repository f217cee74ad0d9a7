/** The layout's inputs: window, picture, room and the viewer's stored choices. */
import { expect, test } from 'vitest';
import { initialView } from '../../../../src/core/room/initial-view.ts';
import { decodeLiveInfo, type LiveInfo } from '../../../../src/core/room/start/live-info.ts';
import { readFlags } from '../../../../src/core/room/start/page-input.ts';
import type { RoomView } from '../../../../src/core/room/view.ts';
import { createStorage } from '../../../../src/workers/room/clients/storage.ts';
import { createLayoutController } from '../../../../src/workers/room/controllers/layout-controller.ts';
import type { RoomBase } from '../../../../src/workers/room/room-base.ts';
import { manualClock } from '../../../manual-clock.ts';
import { liveInfo } from '../harness.ts';
import { recorder } from '../recorder.ts';

const WIDE = { width: 1_280, height: 800 };
const PHONE = { width: 390, height: 844 };

function layoutOf({ query = '', room }: { readonly query?: string; readonly room?: object } = {}) {
  const { part, record, taken } = recorder();
  const clock = manualClock();
  let view: RoomView = initialView(WIDE);
  const stored: Record<string, unknown> = {};
  const storage = createStorage(
    {},
    (key, value) => void (stored[key] = value === null ? null : JSON.parse(value)),
    () => undefined,
    clock.epochMs,
  );
  const base = {
    screen: part('screen', { get: () => view, patch: (patch: Partial<RoomView>) => void (view = { ...view, ...patch }) }),
    flags: readFlags(new URLSearchParams(query)).flags,
    input: { viewport: WIDE },
    platform: clock,
    storage,
  } as unknown as RoomBase;
  const read = room === undefined ? null : decodeLiveInfo(liveInfo({ room }));
  const info: LiveInfo | null = read?.ok === true ? read.value.value : null;
  const controller = createLayoutController(base, { info: () => info, onLayout: record('onLayout') });
  return { controller, clock, stored, taken, shown: () => view.layout };
}

test('P4 the layout follows the window 200 ms after its last change', () => {
  const it = layoutOf();
  it.controller.onViewport(PHONE);
  it.clock.advance(150);
  it.controller.onViewport({ width: 400, height: 850 });
  it.clock.advance(199);
  expect([it.shown().compact, it.taken()]).toEqual([false, []]);
  it.clock.advance(1);
  expect([it.shown().compact, it.shown().stage.width, it.taken()]).toEqual([true, 400, [['onLayout']]]);
  expect(it.clock.timers()).toBe(0);
});

test('P4 the size of the picture is unknown, then the announced one, then its own, which stays', () => {
  const it = layoutOf();
  it.controller.layout();
  expect(it.shown().picture).toEqual({ width: 0, height: 0 });
  it.controller.onAnnouncedPicture({ width: 1_280, height: 720 });
  expect([it.shown().picture.width, it.taken()]).toEqual([0, [['onLayout']]]);
  it.controller.layout();
  expect(it.shown().picture).toEqual({ width: 1_280, height: 720 });
  it.controller.onPicture({ width: 480, height: 640 });
  expect([it.shown().picture, it.taken().length]).toEqual([{ width: 480, height: 640 }, 2]);
  it.controller.onAnnouncedPicture({ width: 1_280, height: 720 });
  it.controller.layout();
  expect(it.shown().picture).toEqual({ width: 480, height: 640 });
});

test.each([
  ['fill', 'fill'],
  ['fit', 'fit'],
  ['stretched', 'auto'],
  [7, 'auto'],
])('P4 the chosen fit %j is stored without expiry as %s and applied', (given, fit) => {
  const it = layoutOf();
  it.controller.chooseFit(given);
  expect(it.stored).toEqual({ 'footlight.pictureFit': { value: fit, untilMs: null } });
  expect([it.shown().fit, it.taken()]).toEqual([fit, [['onLayout']]]);
});

test('P4 theatre mode and hidden chat are stored and applied; anything but true is off', () => {
  const it = layoutOf();
  it.controller.choose('theatre', true);
  it.controller.choose('chatHidden', true);
  expect(it.stored).toEqual({
    'footlight.theatre': { value: true, untilMs: null },
    'footlight.chatHidden': { value: true, untilMs: null },
  });
  expect([it.shown().theatre, it.shown().chat, it.taken().length]).toEqual([true, false, 2]);
  it.controller.choose('theatre', 1);
  it.controller.choose('chatHidden', 'yes');
  expect([it.shown().theatre, it.shown().chat]).toEqual([false, true]);
});

test('P4 the kind of the room and lite mode decide orientation and mounts', () => {
  const vertical = layoutOf({ room: { vertical: 1 } });
  vertical.controller.layout();
  expect(vertical.shown()).toMatchObject({ orientation: 'vertical', mounts: expect.any(Object) });
  const lite = layoutOf({ query: 'lite=1', room: {} });
  lite.controller.layout();
  expect(lite.shown()).toMatchObject({ orientation: 'horizontal', mounts: null });
});
