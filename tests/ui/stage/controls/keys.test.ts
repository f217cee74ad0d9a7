import { expect, test } from 'vitest';

import { keyAct } from '../../../../src/ui/stage/controls/keys.ts';
import { initialView } from '../../../../src/core/room/initial-view.ts';
import type { PlayerView, Stage } from '../../../../src/core/room/view.ts';

const { player: base, layout } = initialView({ width: 1280, height: 720 });
const view = (player: Partial<PlayerView> = {}, stage: Stage = { name: 'live' }) => ({
  stage,
  layout,
  player: { ...base, status: 'playing', volume: 0.8, canPictureInPicture: true, ...player } as PlayerView,
});

test.each([
  [' ', view(), { type: 'stop-player' }],
  [' ', view({ status: 'buffering' }), { type: 'stop-player' }],
  [' ', view({ status: 'stopped' }), { type: 'retry-player' }],
  [' ', view({ status: 'end' }), { type: 'retry-player' }],
  ['k', view(), { type: 'stop-player' }],
  ['?', view(), { type: 'key-help' }],
  ['?', view({}, { name: 'closed' }), { type: 'key-help' }],
  ['m', view(), { type: 'set-muted', muted: true }],
  ['M', view({ muted: true }), { type: 'set-muted', muted: false }],
  ['m', view({ muted: true, volume: 0 }), { type: 'set-volume', volume: 0.8 }],
  ['m', view({ muted: false, volume: 0 }), { type: 'set-volume', volume: 0.8 }],
  ['f', view(), { type: 'fullscreen' }],
  ['p', view(), { type: 'picture-in-picture' }],
  ['p', view({ canPictureInPicture: false }), null],
  ['d', view(), { type: 'feature', feature: 'danmaku', action: { type: 'toggle' } }],
  ['d', view({}, { name: 'radio' }), null],
  ['ArrowUp', view(), { type: 'set-volume', volume: 0.85 }],
  ['ArrowUp', view({ volume: 0.98 }), { type: 'set-volume', volume: 1 }],
  ['ArrowDown', view({ volume: 0.03 }), { type: 'set-volume', volume: 0 }],
  ['i', view(), { type: 'nerd-stats' }],
  ['i', view({}, { name: 'closed' }), null],
  ['s', view(), { type: 'screenshot' }],
  ['s', view({}, { name: 'radio' }), null],
  ['t', view(), { type: 'choose-theatre', on: true }],
  ['c', view({}, { name: 'closed' }), { type: 'show-chat', on: false }],
  ['x', view(), { type: 'clip' }],
  ['x', view({}, { name: 'radio' }), null],
  ['z', view(), null],
  ['m', view({}, { name: 'feature', feature: 'offline-video' }), null],
  [' ', view({}, { name: 'loading' }), null],
])('P3 the key %j causes the action of this state, or none', (key, at, act) => {
  expect(keyAct(key, false, at)).toEqual(act);
});

test('P3 Space on a focused button does not reach the player, other keys do', () => {
  expect(keyAct(' ', true, view())).toBeNull();
  expect(keyAct('k', true, view())).toEqual({ type: 'stop-player' });
  expect(keyAct('m', true, view())).toEqual({ type: 'set-muted', muted: true });
});
