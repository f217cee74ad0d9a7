import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkEvent, EVENT_TYPE, SCENE } from '../../../src/core/reports/analytics.ts';
import { eventOfAction, VIEWER_EVENTS, viewerEvent, type ViewerEventId } from '../../../src/core/reports/viewer-events.ts';
import type { UserAction } from '../../../src/core/room/view.ts';

const TABLE = readFileSync(join(import.meta.dirname, '../../../docs/events.md'), 'utf8');

test('S33 the table of events in the docs equals the one in the code: id, type and scene with their numbers', () => {
  const rows = [...TABLE.matchAll(/^\| `(\w+)` \| (\w+) (\d+) \| (\w+) (\d+) \| ([^|]+) \|/gm)];
  const documented = rows.map(([, evid, type, typeNumber, scene, sceneNumber]) => [
    evid,
    type,
    Number(typeNumber),
    scene,
    Number(sceneNumber),
  ]);
  expect(documented).toEqual(
    Object.entries(VIEWER_EVENTS).map(([evid, [type, scene]]) => [evid, type, EVENT_TYPE[type], scene, SCENE[scene]]),
  );
});

test('S33 the stats worker accepts every event unchanged', () => {
  for (const evid of Object.keys(VIEWER_EVENTS) as ViewerEventId[]) {
    const event = viewerEvent(evid, 'x'.repeat(9_999));
    expect(checkEvent(event)).toMatchObject({ ok: true, value: { evid, evtype: event.evtype, scene: event.scene } });
  }
});

const EVENTS: readonly (readonly [UserAction, string, string])[] = [
  [{ type: 'follow', on: true }, 'room_follow', 'on'],
  [{ type: 'send-chat', text: 'x' }, 'chat_send', 'room'],
  [{ type: 'send-chat', text: 'x', toUserId: 5, secret: true }, 'chat_send', 'whisper'],
  [{ type: 'resend-chat', id: 1 }, 'chat_resend', ''],
  [{ type: 'verify-chat', code: '1' }, 'chat_verify', ''],
  [{ type: 'retry-chat' }, 'chat_retry', ''],
  [{ type: 'show-chat', on: false }, 'chat_show', 'off'],
  [{ type: 'retry-player' }, 'player_play', ''],
  [{ type: 'stop-player' }, 'player_stop', ''],
  [{ type: 'set-muted', muted: true }, 'player_mute', 'on'],
  [{ type: 'choose-kind', kind: 'h265' }, 'player_quality', 'h265'],
  [{ type: 'choose-line', line: 1 }, 'player_line', '1'],
  [{ type: 'choose-fit', fit: 'fill' }, 'player_fit', 'fill'],
  [{ type: 'choose-theatre', on: true }, 'stage_theatre', 'on'],
  [{ type: 'back-to-live' }, 'back_to_live', ''],
  [{ type: 'block-user', userId: 5, name: 'a', on: true }, 'user_block', 'on'],
  [{ type: 'download-client' }, 'client_download', ''],
  [{ type: 'open-login' }, 'login_open', ''],
  [{ type: 'logout' }, 'logout', ''],
  [{ type: 'feature', feature: 'ranks', action: { type: 'entry' } }, 'panel_open', 'ranks'],
  [{ type: 'feature', feature: 'music-pk', action: { type: 'ask', verb: 'call' } }, 'feature_ask', 'music-pk/call'],
  [{ type: 'feature', feature: 'frames', action: { type: 'activity', key: 'shake' } }, 'activity_open', 'shake'],
  [{ type: 'feature', feature: 'frames', action: { type: 'club' } }, 'activity_open', 'club'],
  [{ type: 'feature', feature: 'frames', action: { type: 'mini-app' } }, 'activity_open', 'mini-app'],
  [{ type: 'feature', feature: 'frames', action: { type: 'activity', key: 7 } }, 'activity_open', ''],
  [{ type: 'feature', feature: 'music-pk', action: { type: 'ask', verb: 7 } }, 'feature_ask', 'music-pk/'],
  [{ type: 'follow', on: false }, 'room_follow', 'off'],
  [{ type: 'send-chat', text: 'x', toUserId: 5, secret: false }, 'chat_send', 'room'],
  [{ type: 'choose-saver', saver: 'sound-only' }, 'player_saver', 'sound-only'],
];

test.each(EVENTS)('S33 action %j is event %s with detail “%s”', (action, evid, detail) => {
  expect(eventOfAction(action)).toMatchObject({ evid, detail });
});

test('S33 closing something, a slider, actions inside a panel, a line without text and a login that may be refused are not events', () => {
  const none: readonly UserAction[] = [
    { type: 'set-volume', volume: 0.5 },
    { type: 'close-dialog', dialog: 'login' },
    { type: 'close-toast', id: 1 },
    { type: 'send-chat', text: ' \n ' },
    { type: 'login', userId: 5, token: 't', nickname: 'a' },
    { type: 'verify-chat', code: null },
    { type: 'feature', feature: 'gift-effects', action: { type: 'lanes', count: 2 } },
    { type: 'feature', feature: 'frames', action: { type: 'frame', id: 'a', loads: 1, event: 'loaded' } },
    { type: 'feature', feature: 'frames', action: null },
    { type: 'feature', feature: 'frames', action: undefined },
    { type: 'feature', feature: 'frames', action: 'entry' },
    { type: 'of a newer page' } as unknown as UserAction,
  ];
  for (const action of none) expect(eventOfAction(action)).toBeNull();
});

test('S33 the detail of an event is cut at its limit', () => {
  expect(viewerEvent('room_share', 'x'.repeat(256)).detail).toBe('x'.repeat(256));
  expect(viewerEvent('room_share', 'x'.repeat(257)).detail).toBe('x'.repeat(256));
  expect(viewerEvent('room_share')).toEqual({ evid: 'room_share', evtype: 'click', scene: 'room', detail: '' });
});
