import { expect, test } from 'vitest';
import { initialView } from '../../../src/core/room/initial-view.ts';
import { layoutRoom, PLAIN_ROOM } from '../../../src/core/room/layout/layout.ts';
import { leavesOf } from '../../wires/marked-body.ts';

const EMPTY: readonly unknown[] = [0, '', false, null, '[]', '{}'];

test('P3 P24 the first view, drawn before any answer, has only default values of the room, the viewer and the player', () => {
  const { layout: _layout, ...view } = initialView({ width: 1_280, height: 720 });
  const said = [...leavesOf(view)].filter(([, value]) => !EMPTY.includes(value));
  expect(Object.fromEntries(said)).toEqual({
    phase: 'loading',
    'room.kind': 'normal',
    'room.liveType': 'normal',
    'stage.name': 'loading',
    'player.status': 'created',
    'player.reason': 'UNKNOW',
    'player.volume': 0.8,
    'player.saver': 'off',
    'player.activity.name': 'idle',
    'chat.connection': 'idle',
  });
});

test('P4 the first layout is that of a plain room in a page of the same size', () => {
  for (const viewport of [
    { width: 1_280, height: 720 },
    { width: 390, height: 844 },
  ])
    expect(initialView(viewport).layout).toEqual(layoutRoom({ ...PLAIN_ROOM, viewport }));
  expect(initialView({ width: 1_280, height: 720 }).layout).not.toEqual(initialView({ width: 390, height: 844 }).layout);
});
