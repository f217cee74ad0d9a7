import { expect, test } from 'vitest';

import { keyAct } from '../../../src/ui/stage/keys.ts';
import { initialView } from '../../../src/core/room/initial-view.ts';
import type { PlayerView, Stage } from '../../../src/core/room/view.ts';

const { player: base, layout } = initialView({ width: 1280, height: 720 });
const view = (player: Partial<PlayerView> = {}, stage: Stage = { at: 'live' }) => ({
  stage,
  layout,
  player: { ...base, status: 'playing', volume: 0.8, canPictureInPicture: true, ...player } as PlayerView,
});

test.each([
  [' ', view(), { do: 'stop-player' }],
  [' ', view({ status: 'buffering' }), { do: 'stop-player' }],
  [' ', view({ status: 'stopped' }), { do: 'retry-player' }],
  [' ', view({ status: 'end' }), { do: 'retry-player' }],
  ['k', view(), { do: 'stop-player' }],
  ['?', view(), { do: 'key-help' }],
  ['?', view({}, { at: 'closed' }), { do: 'key-help' }],
  ['m', view(), { do: 'set-muted', muted: true }],
  ['M', view({ muted: true }), { do: 'set-muted', muted: false }],
  ['f', view(), { do: 'fullscreen' }],
  ['p', view(), { do: 'picture-in-picture' }],
  ['p', view({ canPictureInPicture: false }), null],
  ['d', view(), { do: 'feature', feature: 'danmaku', action: { do: 'toggle' } }],
  ['d', view({}, { at: 'radio' }), null],
  ['ArrowUp', view(), { do: 'set-volume', volume: 0.85 }],
  ['ArrowUp', view({ volume: 0.98 }), { do: 'set-volume', volume: 1 }],
  ['ArrowDown', view({ volume: 0.03 }), { do: 'set-volume', volume: 0 }],
  ['i', view(), { do: 'nerd-stats' }],
  ['i', view({}, { at: 'closed' }), null],
  ['s', view(), { do: 'screenshot' }],
  ['s', view({}, { at: 'radio' }), null],
  ['t', view(), { do: 'choose-theatre', on: true }],
  ['c', view({}, { at: 'closed' }), { do: 'show-chat', on: false }],
  ['x', view(), { do: 'clip' }],
  ['x', view({}, { at: 'radio' }), null],
  ['z', view(), null],
  ['m', view({}, { at: 'feature', feature: 'offline-video' }), null],
  [' ', view({}, { at: 'loading' }), null],
])('P3 the key %j', (key, at, act) => {
  expect(keyAct(key, false, at)).toEqual(act);
});

test('P3 Space on a button belongs to the button, other keys still reach the player', () => {
  expect(keyAct(' ', true, view())).toBeNull();
  expect(keyAct('k', true, view())).toEqual({ do: 'stop-player' });
  expect(keyAct('m', true, view())).toEqual({ do: 'set-muted', muted: true });
});
