import { expect, test } from 'vitest';

import { keyAct } from '../../../src/ui/stage/keys.ts';
import { initialView } from '../../../src/workers/core/room/initial-view.ts';
import type { PlayerView, Stage } from '../../../src/workers/core/room/view.ts';

const base = initialView({ width: 1280, height: 720 }).player;
const view = (player: Partial<PlayerView> = {}, stage: Stage = { at: 'live' }) => ({
  stage,
  player: { ...base, status: 'playing', volume: 0.8, canPictureInPicture: true, ...player } as PlayerView,
});

test.each([
  [' ', view(), { do: 'stop-player' }],
  [' ', view({ status: 'buffering' }), { do: 'stop-player' }],
  [' ', view({ status: 'stopped' }), { do: 'retry-player' }],
  [' ', view({ status: 'end' }), { do: 'retry-player' }],
  ['m', view(), { do: 'set-muted', muted: true }],
  ['M', view({ muted: true }), { do: 'set-muted', muted: false }],
  ['f', view(), { do: 'fullscreen' }],
  ['p', view(), { do: 'picture-in-picture' }],
  ['p', view({ canPictureInPicture: false }), null],
  ['ArrowUp', view(), { do: 'set-volume', volume: 0.85 }],
  ['ArrowUp', view({ volume: 0.98 }), { do: 'set-volume', volume: 1 }],
  ['ArrowDown', view({ volume: 0.03 }), { do: 'set-volume', volume: 0 }],
  ['x', view(), null],
  ['m', view({}, { at: 'offline-video', src: '' }), null],
  [' ', view({}, { at: 'loading' }), null],
])('P3 the key %j', (key, at, act) => {
  expect(keyAct(key, false, at)).toEqual(act);
});

test('P3 Space on a button belongs to the button, other keys still reach the player', () => {
  expect(keyAct(' ', true, view())).toBeNull();
  expect(keyAct('m', true, view())).toEqual({ do: 'set-muted', muted: true });
});
